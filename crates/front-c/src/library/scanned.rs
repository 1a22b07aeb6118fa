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
    /// The characters that it takes, of a set.
    pub(super) set: Set,
}

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Set([u64; 4]);

impl Set {
    fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte / 64)] |= 1 << (byte % 64);
    }

    fn complement(self) -> Set {
        Set(self.0.map(|bits| !bits))
    }

    /// Whether NUL is one of them.
    pub(super) fn has_nul(self) -> bool {
        self.0[0] & 1 == 1
    }

    /// Its bytes, without NUL, in order.
    pub(super) fn bytes(self) -> Vec<u8> {
        let has = |byte: &u8| self.0[usize::from(*byte / 64)] >> (byte % 64) & 1 == 1;
        (1..=255).filter(has).collect()
    }
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
    let mut set = Set::default();
    let kind = match letter {
        b's' if size.is_none() => Kind::Word,
        // A field of several characters may end early, which is not followed.
        b'c' if size.is_none() && width.is_none_or(|width| width == 1) => Kind::Byte,
        b'd' | b'u' => Kind::Decimal,
        b'i' | b'x' | b'X' | b'o' | b'p' | b'e' | b'f' | b'g' | b'a' => Kind::Other,
        b'n' => Kind::Position,
        b'[' if size.is_none() => {
            (set, *rest) = set_of(rest)?;
            Kind::Set
        }
        _ => return None,
    };
    Some(Field { kind, is_stored, width, size: size.unwrap_or(if letter == b'p' { 8 } else { 4 }), set })
}

/// Whether a text begins with letters, which are passed then.
fn taken(rest: &mut &[u8], letters: &[u8]) -> bool {
    let Some(after) = rest.strip_prefix(letters) else { return false };
    *rest = after;
    true
}

/// A set of characters, and what follows it: a bracket that comes first belongs to it, a minus between two characters is a range.
fn set_of(text: &[u8]) -> Option<(Set, &[u8])> {
    let (is_other, text) = match text.strip_prefix(b"^") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let end = text.iter().skip(1).position(|&byte| byte == b']')? + 1;
    let (mut inside, mut set) = (&text[..end], Set::default());
    while let Some((&first, rest)) = inside.split_first() {
        inside = rest;
        match *rest {
            [b'-', last, ref after @ ..] if first <= last => {
                (first..=last).for_each(|byte| set.insert(byte));
                inside = after;
            }
            // What a range that ends before it begins means is up to the library.
            [b'-', _, ..] => return None,
            _ => set.insert(first),
        }
    }
    Some((if is_other { set.complement() } else { set }, &text[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_ranges_and_brackets() {
        let set = |text: &[u8]| set_of(text).map(|(set, rest)| (set.bytes(), rest.to_vec()));
        assert_eq!(set(b"a-c]x"), Some((b"abc".to_vec(), b"x".to_vec())));
        assert_eq!(set(b"]-]"), Some((b"-]".to_vec(), Vec::new())));
        assert_eq!(set(b"^\n]").map(|(bytes, _)| bytes.len()), Some(254));
        assert_eq!(set(b"c-a]"), None);
        assert_eq!(set(b"]"), None);
    }
}
