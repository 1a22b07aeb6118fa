//! The parts of an HTML tag that a policy tells apart: elements, attributes, and the values in them.
//!
//! An element matters for what follows its tag: a script, a style sheet, text that only its own end tag ends, or text. An
//! attribute matters for how its value is read.

use crate::context::Author;
use crate::entities::{Decoded, Reference, decode};
use crate::script::{Runners, Script};
use crate::style::Style;
use crate::url::Url;
use crate::words::Spelling;

/// Elements whose content is not read as markup.
pub(crate) const ELEMENTS: [&str; 8] =
    ["script", "style", "title", "textarea", "noscript", "xmp", "noembed", "noframes"];

/// Attributes whose value is more than text.
pub(crate) const ATTRIBUTES: [&str; 14] = [
    "style",
    "href",
    "src",
    "srcdoc",
    "action",
    "formaction",
    "xlink:href",
    "on",
    "data",
    "content",
    "to",
    "from",
    "values",
    "by",
];

/// The same in elements whose content is not markup: code in attributes, which is not told apart there.
const RAW_ATTRIBUTES: [&str; 3] = ["style", "src", "on"];

/// What an element is, for what follows its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Element {
    /// One whose content is markup.
    Plain,
    /// One of [`ELEMENTS`].
    Raw(usize),
}

/// The name of an attribute as far as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum AttributeName {
    /// Still spelling one of [`ATTRIBUTES`].
    Spelling(Spelling),
    /// It begins with `on`.
    Event,
    /// Another.
    Other,
}

impl AttributeName {
    /// A name of which the first character was read.
    pub(crate) fn first(byte: u8, element: Element) -> AttributeName {
        AttributeName::Spelling(Spelling::start(element.attributes())).then(byte, element)
    }

    /// One more character.
    pub(crate) fn then(self, byte: u8, element: Element) -> AttributeName {
        let words = element.attributes();
        match self {
            AttributeName::Event | AttributeName::Other => self,
            AttributeName::Spelling(spelling) => {
                let next = spelling.then(byte, words);
                match next.word(words) {
                    Some(index) if words[index] == "on" => AttributeName::Event,
                    _ if next.is_none() => AttributeName::Other,
                    _ => AttributeName::Spelling(next),
                }
            }
        }
    }

    /// How the value will be read.
    pub(crate) fn slot(self, element: Element) -> Slot {
        let name = match self {
            AttributeName::Event => "on",
            AttributeName::Other => "",
            AttributeName::Spelling(spelling) => {
                spelling.word(element.attributes()).map_or("", |index| element.attributes()[index])
            }
        };
        match (name, element) {
            ("", _) => Slot::Plain,
            ("content", _) => Slot::Content(Spelling::start(&REFRESH)),
            ("src", Element::Raw(0)) => Slot::Loaded(Loaded::Start),
            ("srcdoc", _) | ("on" | "style", Element::Raw(_)) => Slot::Document,
            ("on", Element::Plain) => Slot::Event(Script::start(Runners::Ignored)),
            ("style", Element::Plain) => Slot::Style(Style::Code),
            _ => Slot::Url(Url::start()),
        }
    }
}

impl Element {
    /// The attributes that are told apart in its tag.
    fn attributes(self) -> &'static [&'static str] {
        match self {
            Element::Plain => &ATTRIBUTES,
            Element::Raw(_) => &RAW_ATTRIBUTES,
        }
    }
}

/// How a value of an attribute is read, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Slot {
    /// As text.
    Plain,
    /// As a script.
    Event(Script),
    /// As a style.
    Style(Style),
    /// As an address.
    Url(Url),
    /// As text in which the page may write `url=` before an address, as a refresh has it.
    Content(Spelling),
    /// As the address of a script.
    Loaded(Loaded),
    /// As a page of its own, of which the outside may write nothing but words.
    Document,
}

/// What stands before the address of a refresh.
const REFRESH: [&str; 1] = ["url="];

/// Where the address of a script is. The outside may write after the page has named the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Loaded {
    /// At its beginning.
    Start,
    /// After a slash there.
    Slash,
    /// In a name that may be a scheme.
    Name,
    /// In slashes before a host, or in the host.
    Host { begun: bool },
    /// After the host.
    Path,
}

impl Loaded {
    fn step(self, byte: u8, by: Author) -> Option<Loaded> {
        if by.is_outside() && !matches!(self, Loaded::Path | Loaded::Name) {
            return None;
        }
        Some(match (self, byte) {
            (Loaded::Start, b'/') => Loaded::Slash,
            (Loaded::Slash, b'/' | b'\\') | (Loaded::Start | Loaded::Name, b':') => {
                Loaded::Host { begun: false }
            }
            (Loaded::Start | Loaded::Name, _) if byte.is_ascii_alphanumeric() => Loaded::Name,
            (Loaded::Host { begun: true }, b'/' | b'?' | b'#')
            | (Loaded::Start | Loaded::Slash | Loaded::Name | Loaded::Path, _) => Loaded::Path,
            (Loaded::Host { begun }, _) => Loaded::Host { begun: begun || !matches!(byte, b'/' | b'\\') },
        })
    }
}

/// A value of an attribute: how it is read, and the character reference that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Value {
    slot: Slot,
    reference: Option<Reference>,
}

impl Value {
    /// An empty value.
    pub(crate) fn start(slot: Slot) -> Value {
        Value { slot, reference: None }
    }

    /// The same value without quotes, where code is not told apart.
    pub(crate) fn unquoted(self) -> Value {
        match self.slot {
            Slot::Event(_) | Slot::Style(_) => Value::start(Slot::Document),
            Slot::Plain | Slot::Url(_) | Slot::Document | Slot::Content(_) | Slot::Loaded(_) => self,
        }
    }

    /// What a character makes of it; none when the outside leaves or steers the context.
    pub(crate) fn step(self, byte: u8, by: Author) -> Option<Value> {
        match self.slot {
            Slot::Plain | Slot::Url(_) | Slot::Document | Slot::Content(_) | Slot::Loaded(_) => {
                return self.slot.step(byte, by).map(Value::start);
            }
            Slot::Event(_) | Slot::Style(_) => {}
        }
        // Where the outside may write no punctuation it may write no reference either.
        if self.reference.is_none() && byte == b'&' && by.is_outside() && !self.slot.is_text() {
            return None;
        }
        match decode(self.reference, byte, by) {
            Decoded::Pending(reference) => Some(Value { reference: Some(reference), ..self }),
            Decoded::Unknown => None,
            Decoded::Read((c, by), second) => {
                let slot = self.slot.step(c, by)?;
                let slot = second.map_or(Some(slot), |(c, by)| slot.step(c, by))?;
                Some(Value::start(slot))
            }
        }
    }
}

impl Slot {
    /// Whether it is in a string of a script.
    fn is_text(self) -> bool {
        matches!(self, Slot::Event(Script::Text(_) | Script::Escape(..)))
    }

    fn step(self, byte: u8, by: Author) -> Option<Slot> {
        match self {
            Slot::Plain => Some(self),
            Slot::Event(script) => script.step(byte, by).map(Slot::Event),
            Slot::Style(style) => style.step(byte, by).map(Slot::Style),
            Slot::Url(url) => url.step(byte, by).map(Slot::Url),
            Slot::Loaded(loaded) => loaded.step(byte, by).map(Slot::Loaded),
            Slot::Content(_) if by.is_outside() => Some(Slot::Content(Spelling::start(&REFRESH))),
            Slot::Content(spelling) => {
                let next = spelling.then(byte, &REFRESH);
                let again = || Spelling::start(&REFRESH).then(byte, &REFRESH);
                let next = if next.is_none() { again() } else { next };
                Some(match next.word(&REFRESH) {
                    Some(_) => Slot::Url(Url::start()),
                    None if next.is_none() => Slot::Content(Spelling::start(&REFRESH)),
                    None => Slot::Content(next),
                })
            }
            Slot::Document => (!by.is_outside() || byte.is_ascii_alphanumeric()).then_some(self),
        }
    }
}
