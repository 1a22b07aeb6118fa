//! Random regular expressions of the small language's own dialect, and the tables made of them.
//!
//! Words are made of few letters, so that things meet: two that are only letters, two that are digits, and the
//! minus sign, which makes numerals negative.

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Budget};

use crate::dice::Dice;
use crate::program::{Language, Pattern};

/// What literals and expressions are made of.
pub(super) const LETTERS: [char; 5] = ['a', 'b', '0', '1', '-'];

/// How many languages are finite. They come first.
pub(super) const FINITE: usize = 3;

/// How many others there are.
const INFINITE: usize = 3;

/// What a language of a program with marks says of them.
#[derive(Clone, Copy)]
enum Marking {
    /// Its words have any marks: it looks through them.
    Both,
    /// Every character of its words is marked.
    Everywhere,
    /// Its alphabet has no marks: it looks through them, too.
    Absent,
}

const MARKINGS: [Marking; 3] = [Marking::Both, Marking::Everywhere, Marking::Absent];

/// Finite languages and others. With marks, these are treated in turn in all ways that a program may have.
pub(super) fn languages(dice: &mut Dice, alphabet: Alphabet) -> Vec<Language> {
    let finite: Vec<String> = (0..FINITE).map(|_| finite(dice)).collect();
    let others: Vec<String> = (0..INFINITE).map(|_| expression(dice, 2)).collect();
    let texts = finite.into_iter().chain(others).enumerate();
    texts.map(|(at, text)| language(text, alphabet, MARKINGS[at % MARKINGS.len()])).collect()
}

/// Expressions that are searched for.
pub(super) fn patterns(dice: &mut Dice) -> Vec<Pattern> {
    let mut pattern = || {
        let text = expression(dice, 2);
        let regex = read(&text);
        Pattern { text, regex }
    };
    vec![pattern(), pattern()]
}

/// A random word of up to `longest` letters.
pub(super) fn word(dice: &mut Dice, longest: u32) -> String {
    (0..dice.below(longest + 1)).map(|_| *dice.choose(&LETTERS)).collect()
}

fn read(text: &str) -> Regex {
    Regex::parse(text, Dialect::Own, Flags::NONE).expect("the expression is well formed")
}

fn language(text: String, alphabet: Alphabet, marking: Marking) -> Language {
    let plain = Alphabet::up_to(alphabet.last());
    let automaton = read(&text).full_match(plain, &mut Budget::steps(1_000_000));
    let automaton = automaton.expect("the expression is small");
    let automaton = match marking {
        Marking::Both if alphabet.is_marked() => automaton.through_marks(),
        Marking::Everywhere if alphabet.is_marked() => automaton.all_marked(),
        Marking::Both | Marking::Everywhere | Marking::Absent => automaton,
    };
    Language { text, automaton }
}

/// Up to four words.
fn finite(dice: &mut Dice) -> String {
    let words: Vec<String> = (0..=dice.below(4)).map(|_| word(dice, 3)).collect();
    words.join("|")
}

/// Any expression, nested up to `depth`.
fn expression(dice: &mut Dice, depth: u32) -> String {
    let choice = if depth == 0 { dice.below(4) } else { 4 + dice.below(6) };
    let mut inner = || expression(dice, depth - 1);
    match choice {
        0 | 1 => dice.choose(&LETTERS).to_string(),
        2 => (*dice.choose(&["[ab]", "[01]", "[a-b]", "[^a]", "[^01]"])).to_owned(),
        3 => ".".to_owned(),
        4 | 5 => format!("{}{}", inner(), inner()),
        6 | 7 => format!("({}|{})", inner(), inner()),
        8.. => {
            let body = inner();
            format!("({body}){}", dice.choose(&["*", "+", "?", "{2}", "{1,2}"]))
        }
    }
}
