//! The parts of an HTML tag that a policy tells apart: elements, attributes, and the values in them.
//!
//! An element matters for what follows its tag: a script, a style sheet, text that only its own end tag ends, or text. An
//! attribute matters for how its value is read.

use crate::context::Author;
use crate::entities::{Decoded, Reference, decode};
use crate::refresh::Refresh;
use crate::script::{Runners, Script};
use crate::style::Style;
use crate::url::Url;
use crate::words::{Spelling, is_space};

/// Elements that are told apart: those whose content is not read as markup, and two that steer the whole page.
pub(crate) const ELEMENTS: [&str; 11] = [
    "script", "style", "title", "textarea", "noscript", "xmp", "noembed", "noframes", "iframe", "base",
    "meta",
];

/// How many of them have content that is not markup.
const RAW: usize = 9;

/// The place of `iframe` among them.
const FRAME: usize = 8;

/// Attributes whose value is more than text.
pub(crate) const ATTRIBUTES: [&str; 13] = [
    "style",
    "href",
    "src",
    "srcdoc",
    "action",
    "formaction",
    "xlink:href",
    "on",
    "data",
    "to",
    "from",
    "values",
    "by",
];

/// The same in elements whose content is not markup: code in attributes, which is not told apart there.
const RAW_ATTRIBUTES: [&str; 2] = ["style", "on"];

/// The same in `<script>`.
const SCRIPT_ATTRIBUTES: [&str; 5] = ["style", "src", "href", "xlink:href", "on"];

/// The same in `<iframe>`.
const FRAME_ATTRIBUTES: [&str; 4] = ["style", "src", "srcdoc", "on"];

/// The same in `<base>`.
const BASE_ATTRIBUTES: [&str; 3] = ["style", "href", "on"];

/// The same in `<meta>`.
const META_ATTRIBUTES: [&str; 4] = ["style", "content", "http-equiv", "on"];

/// What an element is, for what follows its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Element {
    /// One whose content is markup.
    Plain,
    /// One of [`ELEMENTS`] whose content is not markup.
    Raw(usize),
    /// `<base>`.
    Base,
    /// `<meta>`.
    Meta(Meta),
}

/// What a `<meta>` is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Meta {
    /// It may be a refresh.
    Open,
    /// It is a refresh.
    Refresh,
    /// The outside steers its address, if it is a refresh.
    Steered,
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
            ("", _) | ("content", Element::Meta(Meta::Steered)) => Slot::Plain,
            ("content", _) => Slot::Content(Refresh::Start),
            ("http-equiv", _) => Slot::Directive(Spelling::start(&REFRESH)),
            ("src" | "href" | "xlink:href", Element::Raw(0)) | ("href", Element::Base) => {
                Slot::Loaded(Loaded::Start)
            }
            ("srcdoc", _) | ("on" | "style", Element::Raw(_) | Element::Base | Element::Meta(_)) => {
                Slot::Document
            }
            ("on", Element::Plain) => Slot::Event(Script::start(Runners::Ignored)),
            ("style", Element::Plain) => Slot::Style(Style::Code),
            _ => Slot::Url(Url::start()),
        }
    }
}

impl Element {
    /// The element of a name in [`ELEMENTS`].
    pub(crate) fn named(index: usize) -> Element {
        match ELEMENTS[index] {
            "base" => Element::Base,
            "meta" => Element::Meta(Meta::Open),
            _ => {
                debug_assert!(index < RAW, "the elements with content that is not markup stand first");
                Element::Raw(index)
            }
        }
    }

    /// The element after a value of an attribute; none when that makes of the outside's text an address.
    pub(crate) fn after(self, value: Value) -> Option<Element> {
        match (self, value.slot) {
            (Element::Meta(meta), Slot::Directive(spelling)) if spelling.word(&REFRESH).is_some() => {
                (meta != Meta::Steered).then_some(Element::Meta(Meta::Refresh))
            }
            (Element::Plain | Element::Raw(_) | Element::Base | Element::Meta(_), _) => Some(self),
        }
    }

    /// The element when the outside steers a value; none when that is told at once.
    pub(crate) fn steered(self, value: Value) -> Option<Element> {
        match (self, value.slot) {
            (Element::Meta(Meta::Open | Meta::Steered), Slot::Content(_)) => {
                Some(Element::Meta(Meta::Steered))
            }
            (Element::Plain | Element::Raw(_) | Element::Base | Element::Meta(_), _) => None,
        }
    }

    /// The attributes that are told apart in its tag.
    fn attributes(self) -> &'static [&'static str] {
        match self {
            Element::Plain => &ATTRIBUTES,
            Element::Raw(0) => &SCRIPT_ATTRIBUTES,
            Element::Raw(FRAME) => &FRAME_ATTRIBUTES,
            Element::Raw(_) => &RAW_ATTRIBUTES,
            Element::Base => &BASE_ATTRIBUTES,
            Element::Meta(_) => &META_ATTRIBUTES,
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
    /// As what a refresh does.
    Content(Refresh),
    /// As the name of what a `<meta>` does.
    Directive(Spelling),
    /// As the address of a script.
    Loaded(Loaded),
    /// As a page of its own, of which the outside may write nothing but words.
    Document,
}

/// What a `<meta>` does that loads another page.
const REFRESH: [&str; 1] = ["refresh"];

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
            Slot::Plain
            | Slot::Url(_)
            | Slot::Document
            | Slot::Content(_)
            | Slot::Directive(_)
            | Slot::Loaded(_) => self,
        }
    }

    /// What a character makes of it; none when the outside leaves or steers the context.
    pub(crate) fn step(self, byte: u8, by: Author) -> Option<Value> {
        match self.slot {
            Slot::Plain
            | Slot::Url(_)
            | Slot::Document
            | Slot::Content(_)
            | Slot::Directive(_)
            | Slot::Loaded(_) => {
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
            Slot::Content(refresh) => refresh.step(byte, by).map(Slot::Content),
            // White space around the name is not looked at, so that more is told and not less.
            Slot::Directive(spelling) if is_space(byte) => Some(Slot::Directive(spelling)),
            Slot::Directive(spelling) => Some(Slot::Directive(spelling.then(byte, &REFRESH))),
            Slot::Document => (!by.is_outside() || byte.is_ascii_alphanumeric()).then_some(self),
        }
    }
}
