//! Formats of the `scanf` family, taken apart.
//!
//! A directive says what it takes and how much room it needs. One that is not known here makes the whole format unknown, since nobody
//! knows which arguments belong to those behind it.

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// Any number of spaces.
    Space,
    /// This character.
    Byte(u8),
    /// A field.
    Field(Field),
}

/// A directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// What it takes.
    pub(super) kind: Kind,
    /// Whether it goes to an argument.
    pub(super) is_stored: bool,
    /// The most characters that it takes.
    pub(super) width: Option<u32>,
    /// The bytes of a number that it stores.
    pub(super) size: u32,
}

/// What a directive takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Characters that are no spaces.
    Word,
    /// Characters of a set.
    Set,
    /// One character.
    Byte,
    /// A decimal numeral.
    Decimal,
    /// Nothing: it stores how many characters were taken.
    Position,
    /// A number in another form.
    Other,
}

/// The pieces of a format; none where it has a directive that is not known.
pub(super) fn parse(format: &[u8]) -> Option<Vec<Item>> {
    let mut items = Vec::new();
    let mut rest = format;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\t'..=b'\r' | b' ' => items.push(Item::Space),
            b'%' if rest.first() == Some(&b'%') => {
                rest = &rest[1..];
                items.extend([Item::Space, Item::Byte(b'%')]);
            }
            b'%' => items.push(Item::Field(field(&mut rest)?)),
            _ => items.push(Item::Byte(byte)),
        }
    }
    Some(items)
}

fn field(rest: &mut &[u8]) -> Option<Field> {
    let is_stored = !taken(rest, b"*");
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let width = std::str::from_utf8(&rest[..digits]).ok()?;
    let width = if width.is_empty() { None } else { Some(width.parse().ok()?) };
    *rest = &rest[digits..];
    let sizes: [(&[u8], u32); 8] =
        [(b"hh", 1), (b"h", 2), (b"ll", 8), (b"l", 8), (b"j", 8), (b"z", 8), (b"t", 8), (b"L", 16)];
    let size = sizes.into_iter().find(|(letters, _)| taken(rest, letters)).map(|(_, size)| size);
    let (&letter, after) = rest.split_first()?;
    *rest = after;
    let kind = match letter {
        b's' if size.is_none() => Kind::Word,
        // A field of several characters may end early, which is not followed.
        b'c' if size.is_none() && width.is_none_or(|width| width == 1) => Kind::Byte,
        b'd' | b'u' => Kind::Decimal,
        b'i' | b'x' | b'X' | b'o' | b'p' | b'e' | b'f' | b'g' | b'a' => Kind::Other,
        b'n' => Kind::Position,
        b'[' if size.is_none() => {
            *rest = after_set(rest)?;
            Kind::Set
        }
        _ => return None,
    };
    Some(Field { kind, is_stored, width, size: size.unwrap_or(if letter == b'p' { 8 } else { 4 }) })
}

/// Whether a text begins with letters, which are passed then.
fn taken(rest: &mut &[u8], letters: &[u8]) -> bool {
    let Some(after) = rest.strip_prefix(letters) else { return false };
    *rest = after;
    true
}

/// What follows a set of characters: a bracket that comes first belongs to it.
fn after_set(set: &[u8]) -> Option<&[u8]> {
    let first = usize::from(set.first() == Some(&b'^'));
    let end = set.iter().skip(first + 1).position(|&byte| byte == b']')?;
    set.get(first + end + 2..)
}
