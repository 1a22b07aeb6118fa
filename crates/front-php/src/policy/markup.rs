//! The parts of an HTML tag that a policy tells apart: elements, attributes, and the values in them.
//!
//! An element matters for what follows its tag: a script, a style sheet, text that only its own end tag ends, or text. An
//! attribute matters for how its value is read.

use super::Author;
use super::entities::{Decoded, Reference, decode};
use super::script::Script;
use super::style::Style;
use super::url::Url;
use super::words::Spelling;

/// Elements whose content is not read as markup.
pub(super) const ELEMENTS: [&str; 4] = ["script", "style", "title", "textarea"];

/// Attributes whose value is more than text.
pub(super) const ATTRIBUTES: [&str; 11] = [
    "style",
    "href",
    "src",
    "action",
    "formaction",
    "data",
    "poster",
    "background",
    "xlink:href",
    "srcdoc",
    "on",
];

/// What an element is, for what follows its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Element {
    /// One whose content is markup.
    Plain,
    /// One of [`ELEMENTS`].
    Raw(usize),
}

/// The name of an attribute as far as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AttributeName {
    /// Still spelling one of [`ATTRIBUTES`].
    Spelling(Spelling),
    /// It begins with `on`.
    Event,
    /// Another.
    Other,
}

impl AttributeName {
    /// A name of which the first character was read.
    pub(super) fn first(byte: u8) -> AttributeName {
        AttributeName::Spelling(Spelling::start(&ATTRIBUTES)).then(byte)
    }

    /// One more character.
    pub(super) fn then(self, byte: u8) -> AttributeName {
        match self {
            AttributeName::Event | AttributeName::Other => self,
            AttributeName::Spelling(spelling) => {
                let next = spelling.then(byte, &ATTRIBUTES);
                match next.word(&ATTRIBUTES) {
                    Some(index) if ATTRIBUTES[index] == "on" => AttributeName::Event,
                    _ if next.is_none() => AttributeName::Other,
                    _ => AttributeName::Spelling(next),
                }
            }
        }
    }

    /// How the value will be read.
    pub(super) fn slot(self) -> Slot {
        match self {
            AttributeName::Event => Slot::Event(Script::start()),
            AttributeName::Other => Slot::Plain,
            AttributeName::Spelling(spelling) => match spelling.word(&ATTRIBUTES).map(|i| ATTRIBUTES[i]) {
                None => Slot::Plain,
                Some("style") => Slot::Style(Style::Code),
                Some("srcdoc") => Slot::Document,
                Some(_) => Slot::Url(Url::start()),
            },
        }
    }
}

/// How a value of an attribute is read, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    /// As text.
    Plain,
    /// As a script.
    Event(Script),
    /// As a style.
    Style(Style),
    /// As an address.
    Url(Url),
    /// As a page of its own, of which the outside may write nothing but words.
    Document,
}

/// A value of an attribute: how it is read, and the character reference that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value {
    slot: Slot,
    reference: Option<Reference>,
}

impl Value {
    /// An empty value.
    pub(super) fn start(slot: Slot) -> Value {
        Value { slot, reference: None }
    }

    /// What a character makes of it; none when the outside leaves or steers the context.
    pub(super) fn step(self, byte: u8, by: Author) -> Option<Value> {
        if self.slot == Slot::Plain {
            return Some(self);
        }
        match decode(self.reference, byte, by) {
            Decoded::Pending(reference) => Some(Value { reference: Some(reference), ..self }),
            Decoded::Unknown => None,
            Decoded::Read(characters) => {
                let slot = characters.into_iter().try_fold(self.slot, |slot, (c, by)| slot.step(c, by))?;
                Some(Value::start(slot))
            }
        }
    }
}

impl Slot {
    fn step(self, byte: u8, by: Author) -> Option<Slot> {
        match self {
            Slot::Plain => Some(self),
            Slot::Event(script) => script.step(byte, by).map(Slot::Event),
            Slot::Style(style) => style.step(byte, by).map(Slot::Style),
            Slot::Url(url) => url.step(byte, by).map(Slot::Url),
            Slot::Document => (!by.is_outside() || byte.is_ascii_alphanumeric()).then_some(self),
        }
    }
}
