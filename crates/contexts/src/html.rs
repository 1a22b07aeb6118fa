//! The context of an HTML page, after the tokenizer of the HTML standard.
//!
//! The outside may write text, and values of attributes, of scripts and of styles, within their bounds. A tag that it
//! opened or steered becomes part of the page only with its `>`: until then the state is [`Html::Doomed`], and a page
//! that ends before has no such tag. Numbers may also stand in names of tags and attributes, where they name nothing.

use crate::context::{Author, Context};
use crate::markup::{AttributeName, ELEMENTS, Element, Slot, Value};
use crate::script::{Runners, Script};
use crate::style::Style;
use crate::words::{Spelling, is_space};

/// Where a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Html {
    /// In text.
    Text,
    /// After `<` in text, and who wrote it.
    Less(Author),
    /// After `</`.
    EndTag,
    /// In the name of an end tag or after it.
    EndName,
    /// After `<!`, or `<!-`.
    Bang { dash: bool },
    /// In `<!doctype …>`, `<?…>` or a comment that `>` ends.
    Declaration,
    /// In a comment: what stands at its end.
    Comment(Dashes),
    /// In the name of a tag.
    TagName(Spelling),
    /// In a tag, between attributes.
    Tag(Element),
    /// In the name of an attribute.
    Attribute(Element, AttributeName),
    /// After it, and how its value would be read.
    AfterName(Element, Slot),
    /// After its `=`.
    BeforeValue(Element, Slot),
    /// In its value, with the quote around it, if any.
    Value(Element, Option<u8>, Value),
    /// In a tag that the outside opened or steered.
    Doomed(Doom),
    /// In the content of an element that is not markup.
    Raw(usize, Content, Closing),
}

/// The dashes at the end of a comment so far, and who wrote them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Dashes {
    /// None, and nothing else: here `>` ends the comment.
    Start,
    /// One, and nothing else.
    First(Author),
    /// None.
    None,
    /// One.
    One(Author),
    /// At least two, of which these wrote the last two.
    Two(Author, Author),
    /// Two and an exclamation mark.
    Bang(Author),
}

/// Where a doomed tag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Doom {
    /// Among names.
    Name,
    /// After `=`.
    Equals,
    /// In a value, with the quote around it, if any.
    Value(Option<u8>),
}

/// What the content of an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Content {
    /// Text.
    Text,
    /// A script.
    Script(Script),
    /// A style sheet.
    Style(Style),
}

/// How far an end tag or a comment has been written in such content, and who wrote of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Closing {
    /// Not at all.
    None,
    /// `<`.
    Less(Author),
    /// `</` and so many characters of the name.
    Name(u8, Author),
    /// `<!` and so many dashes.
    Comment(u8, Author),
    /// `<` of the outside and so many characters of `script`, which after a comment hides the end of a script.
    Open(u8),
}

impl Context for Html {
    fn start() -> Html {
        Html::Text
    }

    /// Names are compared without regard to case; the rest stands in no name and has no meaning of its own.
    fn representative(byte: u8) -> u8 {
        match byte {
            b'A'..=b'Z' => byte.to_ascii_lowercase(),
            0..=8 | 0x0B | 0x0E..=0x1F => 0,
            b')' | b'@' | b'[' | b']' | b'^' | b'|' | 0x7F => b')',
            0xE2 => 0xE2,
            0x80.. => 0x80,
            _ => byte,
        }
    }

    fn step(&self, byte: u8, by: Author) -> Option<Html> {
        match *self {
            Html::Text => Some(if byte == b'<' { Html::Less(by) } else { Html::Text }),
            Html::Less(before) => less(before, byte, by),
            Html::EndTag => match byte {
                b'>' if by.is_outside() => None,
                b'>' => Some(Html::Text),
                _ if by.is_outside() => Some(Html::Doomed(Doom::Name)),
                _ if byte.is_ascii_alphabetic() => Some(Html::EndName),
                _ => Some(Html::Declaration),
            },
            Html::EndName | Html::Declaration => match byte {
                b'>' if by.is_outside() => None,
                b'>' => Some(Html::Text),
                _ => Some(*self),
            },
            Html::Bang { dash } => match byte {
                _ if by.is_outside() => None,
                b'-' if dash => Some(Html::Comment(Dashes::Start)),
                b'-' => Some(Html::Bang { dash: true }),
                b'>' => Some(Html::Text),
                _ => Some(Html::Declaration),
            },
            Html::Comment(dashes) => comment(dashes, byte, by),
            Html::TagName(spelling) => tag_name(spelling, byte, by),
            Html::Tag(element) => tag(element, byte, by),
            Html::Attribute(element, name) => attribute(element, name, byte, by),
            Html::AfterName(element, slot) => match byte {
                _ if is_space(byte) => Some(*self),
                b'=' if by.is_outside() => Some(Html::Doomed(Doom::Equals)),
                b'=' => Some(Html::BeforeValue(element, slot)),
                _ => tag(element, byte, by),
            },
            Html::BeforeValue(element, slot) => before_value(element, slot, byte, by),
            Html::Value(element, quote, value) => in_value((element, quote), value, byte, by),
            Html::Doomed(doom) => doomed(doom, byte).map(Html::Doomed),
            Html::Raw(element, content, closing) => raw(element, (content, closing), byte, by),
        }
    }
}

/// The same context, told where the outside steers: an output that ends in a tag which the outside opened or steered
/// does not keep to it, whoever writes the `>` of that tag later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Told(Html);

impl Context for Told {
    fn start() -> Told {
        Told(Html::start())
    }

    fn representative(byte: u8) -> u8 {
        Html::representative(byte)
    }

    fn step(&self, byte: u8, by: Author) -> Option<Told> {
        let next = self.0.step(byte, by)?;
        (!matches!(next, Html::Doomed(_))).then_some(Told(next))
    }
}

fn less(before: Author, byte: u8, by: Author) -> Option<Html> {
    let outside = before.or(by).is_outside();
    match byte {
        b'<' => Some(Html::Less(by)),
        b'!' | b'?' if outside => None,
        b'!' => Some(Html::Bang { dash: false }),
        b'?' => Some(Html::Declaration),
        b'/' if outside => Some(Html::Doomed(Doom::Name)),
        b'/' => Some(Html::EndTag),
        _ if !byte.is_ascii_alphabetic() => Some(Html::Text),
        _ if outside => Some(Html::Doomed(Doom::Name)),
        _ => Some(Html::TagName(Spelling::start(&ELEMENTS).then(byte, &ELEMENTS))),
    }
}

/// `-->` and `--!>` end a comment; `>` and `->` do so at its very beginning.
fn comment(dashes: Dashes, byte: u8, by: Author) -> Option<Html> {
    let end = |author: Author| if author.is_outside() { None } else { Some(Html::Text) };
    Some(Html::Comment(match (dashes, byte) {
        (Dashes::Start, b'-') => Dashes::First(by),
        (Dashes::None | Dashes::Bang(_), b'-') => Dashes::One(by),
        (Dashes::First(first) | Dashes::One(first), b'-') => Dashes::Two(first, by),
        (Dashes::Start, b'>') => return end(by),
        (Dashes::First(first), b'>') => return end(first.or(by)),
        (Dashes::Two(_, second), b'-') => Dashes::Two(second, by),
        (Dashes::Two(first, second), b'!') => Dashes::Bang(first.or(second).or(by)),
        (Dashes::Two(first, second), b'>') => return end(first.or(second).or(by)),
        (Dashes::Bang(author), b'>') => return end(author.or(by)),
        _ => Dashes::None,
    }))
}

/// What stands in names of tags and attributes without naming anything.
fn is_number(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.')
}

fn tag_name(spelling: Spelling, byte: u8, by: Author) -> Option<Html> {
    let element = || spelling.word(&ELEMENTS).map_or(Element::Plain, Element::named);
    match byte {
        b'>' if by.is_outside() => None,
        b'>' => Some(content(element())),
        _ if by.is_outside() && !is_number(byte) => Some(Html::Doomed(Doom::Name)),
        b'/' => Some(Html::Tag(element())),
        _ if is_space(byte) => Some(Html::Tag(element())),
        _ => Some(Html::TagName(spelling.then(byte, &ELEMENTS))),
    }
}

/// What follows a tag.
fn content(element: Element) -> Html {
    match element {
        Element::Plain | Element::Base | Element::Meta(_) => Html::Text,
        Element::Raw(index) => {
            let content = match ELEMENTS[index] {
                "script" => Content::Script(Script::start(Runners::Known)),
                "style" => Content::Style(Style::Code),
                _ => Content::Text,
            };
            Html::Raw(index, content, Closing::None)
        }
    }
}

fn tag(element: Element, byte: u8, by: Author) -> Option<Html> {
    match byte {
        b'>' if by.is_outside() => None,
        b'>' => Some(content(element)),
        b'/' => Some(Html::Tag(element)),
        _ if is_space(byte) => Some(Html::Tag(element)),
        _ if by.is_outside() && is_number(byte) => Some(Html::Attribute(element, AttributeName::Other)),
        _ if by.is_outside() => Some(Html::Doomed(Doom::Name)),
        _ => Some(Html::Attribute(element, AttributeName::first(byte, element))),
    }
}

fn attribute(element: Element, name: AttributeName, byte: u8, by: Author) -> Option<Html> {
    match byte {
        b'>' if by.is_outside() => None,
        b'>' => Some(content(element)),
        _ if by.is_outside() && is_number(byte) => Some(Html::Attribute(element, AttributeName::Other)),
        b'=' if by.is_outside() => Some(Html::Doomed(Doom::Equals)),
        _ if by.is_outside() => Some(Html::Doomed(Doom::Name)),
        b'=' => Some(Html::BeforeValue(element, name.slot(element))),
        b'/' => Some(Html::Tag(element)),
        _ if is_space(byte) => Some(Html::AfterName(element, name.slot(element))),
        _ => Some(Html::Attribute(element, name.then(byte, element))),
    }
}

fn before_value(element: Element, slot: Slot, byte: u8, by: Author) -> Option<Html> {
    let value = Value::start(slot);
    let quoted = matches!(byte, b'"' | b'\'');
    match byte {
        b'>' if by.is_outside() => None,
        b'>' => Some(content(element)),
        _ if is_space(byte) && by.is_outside() => Some(Html::Doomed(Doom::Equals)),
        _ if is_space(byte) => Some(Html::BeforeValue(element, slot)),
        _ if quoted && by.is_outside() => Some(Html::Doomed(Doom::Value(Some(byte)))),
        _ if quoted => Some(Html::Value(element, Some(byte), value)),
        // Code without quotes is rare, and not told apart.
        _ => in_value((element, None), value.unquoted(), byte, by),
    }
}

fn in_value(place: (Element, Option<u8>), value: Value, byte: u8, by: Author) -> Option<Html> {
    let (element, quote) = place;
    let ends = match quote {
        Some(quote) => byte == quote,
        None => byte == b'>' || is_space(byte),
    };
    match (ends, by) {
        (true, Author::Outside) if byte == b'>' => None,
        (true, Author::Outside) => Some(Html::Doomed(Doom::Name)),
        (true, Author::Page) => match element.after(value) {
            Some(element) if byte == b'>' => Some(content(element)),
            Some(element) => Some(Html::Tag(element)),
            None if byte == b'>' => None,
            None => Some(Html::Doomed(Doom::Name)),
        },
        (false, _) => Some(match (value.step(byte, by), element.steered(value)) {
            (Some(value), _) => Html::Value(element, quote, value),
            (None, Some(element)) => Html::Value(element, quote, Value::start(Slot::Plain)),
            (None, None) => Html::Doomed(Doom::Value(quote)),
        }),
    }
}

/// A doomed tag; none with its end.
fn doomed(doom: Doom, byte: u8) -> Option<Doom> {
    match doom {
        Doom::Name => match byte {
            b'>' => None,
            b'=' => Some(Doom::Equals),
            _ => Some(Doom::Name),
        },
        Doom::Equals => match byte {
            b'>' => None,
            b'"' | b'\'' => Some(Doom::Value(Some(byte))),
            _ if is_space(byte) => Some(Doom::Equals),
            _ => Some(Doom::Value(None)),
        },
        Doom::Value(None) => match byte {
            b'>' => None,
            _ if is_space(byte) => Some(Doom::Name),
            _ => Some(doom),
        },
        Doom::Value(Some(quote)) => Some(if byte == quote { Doom::Name } else { doom }),
    }
}

fn raw(element: usize, inside: (Content, Closing), byte: u8, by: Author) -> Option<Html> {
    let (content, closing) = inside;
    let name = ELEMENTS[element].as_bytes();
    if let Closing::Name(read, before) = closing
        && usize::from(read) == name.len()
        && (is_space(byte) || matches!(byte, b'/' | b'>'))
    {
        let outside = before.or(by).is_outside();
        return match byte {
            _ if outside => None,
            b'>' => Some(Html::Text),
            _ => Some(Html::EndName),
        };
    }
    let closing = close(name, closing, byte, by)?;
    if closing != Closing::None
        && let Content::Script(script) = content
        && script.is_code()
        && !by.is_outside()
    {
        // In code only the page can write an end tag, and nothing else looks like one.
        return Some(Html::Raw(element, Content::Script(Script::within_name()), closing));
    }
    let content = match content {
        Content::Text => content,
        Content::Script(script) => Content::Script(script.step(byte, by)?),
        Content::Style(style) => Content::Style(style.step(byte, by)?),
    };
    Some(Html::Raw(element, content, closing))
}

/// None when the outside wrote `<!--` or `<script`, which change what ends a script.
fn close(name: &[u8], closing: Closing, byte: u8, by: Author) -> Option<Closing> {
    Some(match (closing, byte) {
        (_, b'<') => Closing::Less(by),
        (Closing::Less(before), b'/') => Closing::Name(0, before.or(by)),
        (Closing::Less(before), b'!') => Closing::Comment(0, before.or(by)),
        (Closing::Name(read, before), _)
            if name.get(usize::from(read)) == Some(&byte.to_ascii_lowercase()) =>
        {
            Closing::Name(read + 1, before.or(by))
        }
        (Closing::Less(Author::Outside), b's' | b'S') if name == b"script" => Closing::Open(1),
        (Closing::Open(5), b't' | b'T') => return None,
        (Closing::Open(read), _) if b"script".get(usize::from(read)) == Some(&byte.to_ascii_lowercase()) => {
            Closing::Open(read + 1)
        }
        (Closing::Comment(0, before), b'-') => Closing::Comment(1, before.or(by)),
        (Closing::Comment(_, before), b'-') if before.or(by).is_outside() => return None,
        _ => Closing::None,
    })
}
