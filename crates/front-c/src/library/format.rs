//! Formats of the `printf` family that are constants, taken apart.
//!
//! A directive is a percent sign, flags, a width, a precision, a size and a letter. What is read here is what the contracts
//! follow; a format with anything else is not taken apart.

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Bytes that are written as they are.
    Text(Vec<u8>),
    /// A value that is written.
    Directive(Directive),
}

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    /// Which value.
    pub(super) kind: Kind,
    /// Whether it stands at the left of its field.
    pub(super) left: bool,
    /// Whether a number is filled up with zeros.
    pub(super) zeros: bool,
    /// What stands before a signed number that is not negative.
    pub(super) sign: Option<u8>,
    /// Whether a number in radix 8 or 16 is marked as such.
    pub(super) marked: bool,
    /// The least number of bytes.
    pub(super) width: Option<Count>,
    /// The most bytes of a string, or the least digits of a number.
    pub(super) precision: Option<Count>,
    /// How many bits of a number are written.
    pub(super) bits: u32,
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// That the format gives.
    Fixed(u32),
    /// That an argument gives.
    Argument,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A string.
    String,
    /// A byte.
    Byte,
    /// A signed number.
    Signed,
    /// An unsigned number in a radix, in lower case.
    Unsigned(u32),
    /// An unsigned number in radix 16, in upper case.
    Capitals,
    /// A text that is not followed: of a real number or of a pointer.
    Other,
    /// Nothing: how many bytes were written goes to an argument.
    Count,
}

/// Whether a format, or what is left of it from some place on, has a directive that writes into an argument.
pub(super) fn counts(format: &[u8]) -> bool {
    let is_count = |piece: &Piece| matches!(piece, Piece::Directive(Directive { kind: Kind::Count, .. }));
    let mut rests = (0..format.len()).map(|from| &format[from..]);
    rests.any(|rest| parse(rest).is_some_and(|pieces| pieces.iter().any(is_count)))
}

/// The pieces of a format; none when it has a directive that is not known.
pub(super) fn parse(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while let Some(&first) = rest.first() {
        if first == b'%' && rest.get(1) != Some(&b'%') {
            let (directive, after) = directive(&rest[1..])?;
            pieces.push(Piece::Directive(directive));
            rest = after;
            continue;
        }
        match pieces.last_mut() {
            Some(Piece::Text(text)) => text.push(first),
            Some(Piece::Directive(_)) | None => pieces.push(Piece::Text(vec![first])),
        }
        rest = &rest[if first == b'%' { 2 } else { 1 }..];
    }
    Some(pieces)
}

fn directive(text: &[u8]) -> Option<(Directive, &[u8])> {
    let flags = text.iter().take_while(|byte| b"-0+ #'".contains(byte)).count();
    let (flags, rest) = text.split_at(flags);
    let (width, rest) = count(rest);
    let (precision, rest) = match rest.strip_prefix(b".") {
        None => (None, rest),
        Some(rest) => {
            let (precision, rest) = count(rest);
            (Some(precision.unwrap_or(Count::Fixed(0))), rest)
        }
    };
    let sizes: [(&[u8], u32); 8] =
        [(b"hh", 8), (b"h", 16), (b"ll", 64), (b"l", 64), (b"z", 64), (b"j", 64), (b"t", 64), (b"L", 128)];
    let size = sizes.iter().find(|(prefix, _)| rest.starts_with(prefix));
    let (bits, rest) = size.map_or((32, rest), |(prefix, bits)| (*bits, &rest[prefix.len()..]));
    let (&letter, rest) = rest.split_first()?;
    let is_plain = size.is_none();
    let is_real = b"fFgGeEaA".contains(&letter);
    if (bits == 128 && !is_real) || (is_real && !matches!(bits, 32 | 64 | 128)) {
        return None;
    }
    let kind = match letter {
        b's' if is_plain => Kind::String,
        b'c' if is_plain => Kind::Byte,
        b'd' | b'i' => Kind::Signed,
        b'u' => Kind::Unsigned(10),
        b'x' => Kind::Unsigned(16),
        b'o' => Kind::Unsigned(8),
        b'X' => Kind::Capitals,
        _ if is_real => Kind::Other,
        b'p' if is_plain => Kind::Other,
        b'n' if flags.is_empty() && width.is_none() && precision.is_none() => Kind::Count,
        _ => return None,
    };
    let (left, zeros) = (flags.contains(&b'-'), flags.contains(&b'0'));
    // How digits are grouped is up to the locale.
    let is_number = matches!(kind, Kind::Signed | Kind::Unsigned(_));
    let kind = if flags.contains(&b'\'') && is_number { Kind::Other } else { kind };
    let sign = if flags.contains(&b'+') { Some(b'+') } else { flags.contains(&b' ').then_some(b' ') };
    let marked = flags.contains(&b'#');
    let zeros = zeros && !left;
    Some((Directive { kind, left, zeros, sign, marked, width, precision, bits }, rest))
}

/// A number at the start of a text, or the star that stands for an argument.
fn count(text: &[u8]) -> (Option<Count>, &[u8]) {
    if let Some(rest) = text.strip_prefix(b"*") {
        return (Some(Count::Argument), rest);
    }
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(digits);
    let value = digits
        .iter()
        .fold(0_u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
    ((!digits.is_empty()).then_some(Count::Fixed(value)), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let pieces = parse(b"a%%b%-5.3s%04lx%*c").expect("all are known");
        let plain = Directive {
            kind: Kind::String,
            left: true,
            zeros: false,
            sign: None,
            marked: false,
            width: Some(Count::Fixed(5)),
            precision: Some(Count::Fixed(3)),
            bits: 32,
        };
        let number = Directive {
            kind: Kind::Unsigned(16),
            left: false,
            zeros: true,
            sign: None,
            marked: false,
            width: Some(Count::Fixed(4)),
            precision: None,
            bits: 64,
        };
        let byte = Directive {
            kind: Kind::Byte,
            zeros: false,
            width: Some(Count::Argument),
            bits: 32,
            ..number.clone()
        };
        let directives = [plain, number, byte].map(Piece::Directive);
        assert_eq!(pieces[0], Piece::Text(b"a%b".to_vec()));
        assert_eq!(pieces[1..], directives);
    }

    #[test]
    fn what_writes_into_an_argument_is_not_known() {
        assert_eq!(parse(b"%5n"), None);
        assert_eq!(parse(b"%"), None);
        assert_eq!(parse(b"%ls"), None);
        assert_eq!(parse(b"%Ld"), None);
        assert_eq!(parse(b"%1$d"), None);
    }
}
