//! The five choices of [HRS19 §3.2] as one value, with its text.
//!
//! The text names what is chosen, in any order, and what is not named keeps its default:
//! `chars=int,order=last,ops=recursive+unwound,sharing=shared,ghosts=length`.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// How strings are encoded as lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StringEncoding {
    /// What characters are.
    pub characters: Characters,
    /// Which end of a string is outermost.
    pub order: Order,
    /// How an operation is defined by clauses.
    pub style: Style,
    /// Whether an operation on a short constant is written out.
    pub unwinding: Unwinding,
    /// Whether uses of an operation have its clauses in common.
    pub sharing: Sharing,
    /// What is kept beside a list.
    pub ghosts: Ghosts,
}

/// What characters are: choice 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Characters {
    /// Integers, also those that are no character. Over-approximates.
    Integers,
    /// The integers of the alphabet.
    Interval,
    /// As many bits as the alphabet needs, those beyond it excluded.
    Bits,
}

/// Which end of a string is outermost: choice 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// The first character.
    First,
    /// The last one.
    Last,
    /// What the uses of each variable ask for.
    Variable,
}

/// How an operation is defined: choice 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// A total function by recursion.
    Recursive,
    /// A function by recursion on the arguments that are asked for.
    PreCondition,
    /// A loop, with a stack where the recursion has something left to do.
    Iterative,
}

/// Whether an operation on a short constant is written out: a part of choice 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unwinding {
    /// Never.
    Never,
    /// Where the recursion runs over a short constant.
    Short,
}

/// Whether uses of an operation have its clauses in common: choice 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sharing {
    /// One set of clauses for all.
    Shared,
    /// One each.
    EachUse,
}

/// What is kept beside a list: choice 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ghosts {
    /// Nothing.
    None,
    /// The length.
    Length,
    /// The length, and the state maps of the automata of the system's tests.
    Profiles,
    /// The same, and no list. Over-approximates what depends on more.
    Alone,
}

/// The names of the values of the choices.
const CHARACTERS: [(&str, Characters); 3] =
    [("int", Characters::Integers), ("interval", Characters::Interval), ("bits", Characters::Bits)];
const ORDERS: [(&str, Order); 3] =
    [("first", Order::First), ("last", Order::Last), ("variable", Order::Variable)];
const STYLES: [(&str, Style); 3] =
    [("recursive", Style::Recursive), ("precondition", Style::PreCondition), ("iterative", Style::Iterative)];
const SHARING: [(&str, Sharing); 2] = [("shared", Sharing::Shared), ("use", Sharing::EachUse)];
const GHOSTS: [(&str, Ghosts); 4] = [
    ("none", Ghosts::None),
    ("length", Ghosts::Length),
    ("profiles", Ghosts::Profiles),
    ("alone", Ghosts::Alone),
];
/// What follows the style when constants are unwound.
const UNWOUND: &str = "+unwound";

impl Default for StringEncoding {
    /// The best single one that was measured with Spacer.
    fn default() -> Self {
        StringEncoding {
            characters: Characters::Integers,
            order: Order::Last,
            style: Style::Recursive,
            unwinding: Unwinding::Short,
            sharing: Sharing::Shared,
            ghosts: Ghosts::Length,
        }
    }
}

impl StringEncoding {
    /// All combinations, in a fixed order. Without lists only the characters and nothing else makes a difference, so
    /// of those without there is one a kind of character.
    pub fn all() -> Vec<StringEncoding> {
        let mut all = vec![StringEncoding::default()];
        all = product(&all, &CHARACTERS, |encoding, characters| StringEncoding { characters, ..encoding });
        all = product(&all, &ORDERS, |encoding, order| StringEncoding { order, ..encoding });
        all = product(&all, &STYLES, |encoding, style| StringEncoding { style, ..encoding });
        let unwinding = [("", Unwinding::Short), ("", Unwinding::Never)];
        all = product(&all, &unwinding, |encoding, unwinding| StringEncoding { unwinding, ..encoding });
        all = product(&all, &SHARING, |encoding, sharing| StringEncoding { sharing, ..encoding });
        all = product(&all, &GHOSTS, |encoding, ghosts| StringEncoding { ghosts, ..encoding });
        all.retain(|encoding| {
            let first = StringEncoding { characters: encoding.characters, ..StringEncoding::default() };
            encoding.ghosts != Ghosts::Alone || *encoding == StringEncoding { ghosts: Ghosts::Alone, ..first }
        });
        all
    }
}

fn product<T: Copy>(
    before: &[StringEncoding],
    values: &[(&str, T)],
    with: impl Fn(StringEncoding, T) -> StringEncoding,
) -> Vec<StringEncoding> {
    before
        .iter()
        .flat_map(|&encoding| values.iter().map(move |&(_, value)| (encoding, value)))
        .map(|(encoding, value)| with(encoding, value))
        .collect()
}

fn name_of<T: Copy + PartialEq>(names: &[(&'static str, T)], value: T) -> &'static str {
    names.iter().find(|(_, known)| *known == value).expect("every value has a name").0
}

impl fmt::Display for StringEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unwound = match self.unwinding {
            Unwinding::Never => "",
            Unwinding::Short => UNWOUND,
        };
        write!(
            f,
            "chars={},order={},ops={}{unwound},sharing={},ghosts={}",
            name_of(&CHARACTERS, self.characters),
            name_of(&ORDERS, self.order),
            name_of(&STYLES, self.style),
            name_of(&SHARING, self.sharing),
            name_of(&GHOSTS, self.ghosts),
        )
    }
}

/// Why a text names no encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoEncoding(String);

impl fmt::Display for NoEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for NoEncoding {}

impl FromStr for StringEncoding {
    type Err = NoEncoding;

    fn from_str(text: &str) -> Result<Self, NoEncoding> {
        let mut encoding = StringEncoding::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            match name {
                "chars" => encoding.characters = choose(name, &CHARACTERS, value)?,
                "order" => encoding.order = choose(name, &ORDERS, value)?,
                "ops" => {
                    let style = value.strip_suffix(UNWOUND);
                    let unwinding = if style.is_some() { Unwinding::Short } else { Unwinding::Never };
                    encoding.unwinding = unwinding;
                    encoding.style = choose(name, &STYLES, style.unwrap_or(value))?;
                }
                "sharing" => encoding.sharing = choose(name, &SHARING, value)?,
                "ghosts" => encoding.ghosts = choose(name, &GHOSTS, value)?,
                _ => {
                    return Err(NoEncoding(
                        "an encoding chooses `chars`, `order`, `ops`, `sharing`, `ghosts`".to_owned(),
                    ));
                }
            }
        }
        Ok(encoding)
    }
}

fn choose<T: Copy>(name: &str, names: &[(&str, T)], value: &str) -> Result<T, NoEncoding> {
    let known = names.iter().find(|(known, _)| *known == value);
    let all = || names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    known.map(|(_, value)| *value).ok_or_else(|| NoEncoding(format!("`{name}` is one of: {}", all())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back_and_wrong_ones_refused() {
        let all = StringEncoding::all();
        assert_eq!(all.len(), 3 * 3 * 6 * 2 * 3 + 3);
        for encoding in all {
            assert_eq!(encoding.to_string().parse(), Ok(encoding));
        }
        assert_eq!("".parse(), Ok(StringEncoding::default()));
        for wrong in ["chars", "chars=", "order=middle", "ops=recursive+", "size=1", "ghosts=length "] {
            assert!(wrong.parse::<StringEncoding>().is_err(), "{wrong}");
        }
    }
}
