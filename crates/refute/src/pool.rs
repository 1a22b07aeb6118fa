//! Words and integers worth a try, the likeliest first.
//!
//! They come from the program: its constants, members of its languages and of what these leave out, words of the
//! lengths at which its comparisons turn, and pieces put together. A few are of use against any program.

use std::collections::{HashSet, VecDeque};

use automata::{Alphabet, Automaton, Budget, Exhausted, MARK, StateId, Symbol, SymbolSet};
use ir::dice::Dice;
use ir::interp::{Allowed, Value};
use ir::{Program, Width};

use crate::constants::Constants;
use crate::settings::Settings;

/// Words that break what is put together without care.
const ATTACKS: [&str; 8] = ["<script>", "'", "\"", "a' OR 'a'='a", "<", "../", "%s", "\\"];

/// Words that have little in common.
const PLAIN: [&str; 7] = ["a", "0", " ", "ab", "A", "1", "-1"];

/// The most members that are taken of a language, and of what it leaves out.
const MEMBERS: usize = 4;

/// The most characters of all words together.
const ROOM: usize = 1 << 18;

/// The most openers that are taken of a language.
const OPENERS: usize = 2;

/// The most literals that are put together in pairs.
const PIECES: usize = 12;

/// The candidates.
#[derive(Debug)]
pub(crate) struct Pool<'p> {
    pub(crate) words: Vec<Vec<Symbol>>,
    pub(crate) integers: Vec<i128>,
    /// The characters that the program speaks of.
    pub(crate) letters: Vec<Symbol>,
    /// Members of each language of the program, to answer what must be in it.
    members: Vec<(&'p Automaton, Vec<Vec<Symbol>>)>,
    longest: usize,
    /// How many characters may still be added.
    room: usize,
}

impl<'p> Pool<'p> {
    pub(crate) fn new(program: &'p Program, settings: &Settings, budget: &mut Budget) -> Self {
        let constants = Constants::of(program);
        let mut pool = Pool {
            words: Vec::new(),
            integers: Vec::new(),
            letters: Vec::new(),
            members: Vec::new(),
            longest: settings.longest_word,
            room: ROOM,
        };
        pool.add_integers(&constants);
        let plain = Alphabet::up_to(program.alphabet.last());
        pool.add_word(plain, &[]);
        constants.words.iter().for_each(|word| pool.add_word(plain, word));
        for language in &program.languages {
            let openers = openers(&language.automaton, &constants.words, budget);
            openers.unwrap_or_default().iter().for_each(|word| pool.add_word(plain, word));
        }
        let mut dice = Dice::new(settings.seed);
        let languages = program.languages.iter().map(|language| &language.automaton);
        pool.members = languages.map(|language| (language, members(language, budget))).collect();
        for language in &program.languages {
            pool.add_members(plain, &language.automaton, &mut dice, budget);
        }
        PLAIN.iter().for_each(|text| pool.add_text(plain, text));
        pool.add_boundaries(plain, &constants);
        ATTACKS.iter().for_each(|text| pool.add_text(plain, text));
        let numerals: Vec<String> = pool.integers.iter().take(24).map(ToString::to_string).collect();
        numerals.iter().for_each(|numeral| pool.add_text(plain, numeral));
        [0, plain.last()].iter().for_each(|&edge| pool.add_word(plain, &[edge]));
        for left in constants.words.iter().take(PIECES) {
            for right in constants.words.iter().take(PIECES) {
                pool.add_word(plain, &[&left[..], right].concat());
            }
        }
        pool.letters = pool.words.iter().flatten().copied().collect();
        pool.letters.sort_unstable();
        pool.letters.dedup();
        pool
    }

    /// The candidate of a rank among those that are allowed; earlier answers come right after the first.
    pub(crate) fn option(&self, allowed: &Allowed<'_>, earlier: &[Value], rank: usize) -> Option<Value> {
        let is_new = |(at, value): &(usize, &Value)| !earlier[..*at].contains(value);
        let echoes = earlier.iter().enumerate().filter(is_new).map(|(_, value)| value.clone());
        match allowed {
            Allowed::Word { language, longest, .. } => {
                let own =
                    self.members.iter().find(|(known, _)| language.is_some_and(|asked| *known == asked));
                let brim = longest.and_then(|longest| self.brim(longest));
                let mut words =
                    own.into_iter().flat_map(|(_, words)| words).chain(&self.words).cloned().map(Value::Str);
                let first = words.next();
                let echoes = echoes.filter(|echo| Some(echo) != first.as_ref()).collect::<Vec<_>>();
                let options = first.into_iter().chain(echoes).chain(brim.map(Value::Str)).chain(words);
                options.filter(|value| allowed.contains(value)).nth(rank)
            }
            Allowed::Integer(_) => {
                let mut integers = self.integers.iter().copied().map(Value::Int);
                let first = integers.next();
                let echoes = echoes.filter(|echo| Some(echo) != first.as_ref()).collect::<Vec<_>>();
                let options = first.into_iter().chain(echoes).chain(integers);
                options.filter(|value| allowed.contains(value)).nth(rank)
            }
            Allowed::Truth => [false, true].get(rank).copied().map(Value::Bool),
        }
    }

    /// The longest word that a bound lets through.
    fn brim(&self, longest: u64) -> Option<Vec<Symbol>> {
        let length = usize::try_from(longest).ok().filter(|&length| length <= self.longest)?;
        Some(vec![Symbol::from('a'); length])
    }

    fn add_integers(&mut self, constants: &Constants) {
        let lengths = constants.words.iter().map(|word| word.len() as i128);
        let named = constants.integers.iter().copied().chain(lengths);
        let near = named.flat_map(|value| [value, value.saturating_add(1), value.saturating_sub(1)]);
        let powers = [7, 8, 15, 16, 31, 32, 63].map(|power| 1_i128 << power);
        let edges = powers.into_iter().flat_map(|power| [power, power - 1, -power, -power - 1]);
        for value in [0, 1, -1, 2].into_iter().chain(near).chain(edges) {
            if !self.integers.contains(&value) {
                self.integers.push(value);
            }
        }
    }

    /// Words of the lengths at which a comparison with a constant turns.
    fn add_boundaries(&mut self, plain: Alphabet, constants: &Constants) {
        for &constant in &constants.integers {
            for length in [constant.saturating_add(1), constant, constant.saturating_sub(1)] {
                if let Some(length) = usize::try_from(length).ok().filter(|&length| length <= self.longest) {
                    self.add_word(plain, &vec![Symbol::from('a'); length]);
                    self.add_word(plain, &vec![Symbol::from('0'); length.min(64)]);
                }
            }
        }
    }

    /// Members of a language and of what it leaves out: the first, some of boundary lengths, some by chance.
    fn add_members(&mut self, plain: Alphabet, language: &Automaton, dice: &mut Dice, budget: &mut Budget) {
        let outside = language.complement(budget).ok();
        for language in [Some(language), outside.as_ref()].into_iter().flatten() {
            members(language, budget).iter().for_each(|word| self.add_word(plain, word));
            let lengths: Vec<i128> =
                self.integers.iter().copied().filter(|n| (2..=256).contains(n)).collect();
            for length in lengths.into_iter().take(6) {
                let word = pleasant_of_length(language, length.unsigned_abs() as usize, budget);
                word.iter().for_each(|word| self.add_word(plain, word));
            }
            for _ in 0..3 {
                let number = u128::from(dice.below(1 << 16));
                let word = language.nth(number, budget).ok().flatten();
                word.iter().for_each(|word| self.add_word(plain, word));
            }
        }
    }

    fn add_text(&mut self, plain: Alphabet, text: &str) {
        self.add_word(plain, &text.chars().map(Symbol::from).collect::<Vec<_>>());
    }

    fn add_word(&mut self, plain: Alphabet, word: &[Symbol]) {
        let word: Vec<Symbol> = word.iter().map(|symbol| symbol & !MARK).collect();
        let room = self.room.checked_sub(word.len() + 1);
        let fits = word.len() <= self.longest && word.iter().all(|&symbol| plain.contains(symbol));
        if let Some(room) = room.filter(|_| fits && !self.words.contains(&word)) {
            self.room = room;
            self.words.push(word);
        }
    }
}

/// A few members, plain ones first.
fn members(language: &Automaton, budget: &mut Budget) -> Vec<Vec<Symbol>> {
    let mut words: Vec<Vec<Symbol>> = pleasant(language, budget).into_iter().collect();
    words.extend(language.members(MEMBERS, budget).unwrap_or_default());
    words
}

/// Shortest words of a language that are no longer in it with a constant of the program behind them, one for each
/// constant. Where characters have marks, all of theirs have one, as those of inputs.
///
/// # Errors
/// [`Exhausted`] when the search outgrows the budget.
fn openers(
    language: &Automaton,
    constants: &[Vec<Symbol>],
    budget: &mut Budget,
) -> Result<Vec<Vec<Symbol>>, Exhausted> {
    let mark = if language.alphabet().is_marked() { MARK } else { 0 };
    let is_left = |from: StateId, constant: &[Symbol]| {
        let end = constant.iter().try_fold(from, |state, &symbol| language.step(state, symbol));
        !end.is_some_and(|end| language.accepts_at(end))
    };
    let mut words: Vec<Option<Vec<Symbol>>> = vec![None; language.state_count()];
    words[StateId::START.index()] = Some(Vec::new());
    let mut open = VecDeque::from([StateId::START]);
    let mut constants: Vec<&Vec<Symbol>> = constants.iter().take(PIECES).collect();
    let mut found = Vec::new();
    while let Some(state) = open.pop_front() {
        let word = words[state.index()].clone().expect("a state is queued with its word");
        let length: usize = constants.iter().map(|constant| constant.len()).sum();
        budget.spend((1 + length + language.edges(state).len()) as u64)?;
        if language.accepts_at(state) {
            let before = constants.len();
            constants.retain(|constant| !is_left(state, constant));
            if constants.len() < before {
                found.push(word.clone());
            }
            if found.len() == OPENERS || constants.is_empty() {
                break;
            }
        }
        for edge in language.edges(state).iter().filter(|edge| edge.hi >= mark) {
            let target = &mut words[edge.target.index()];
            if target.is_none() {
                let symbol = plain_one(edge.lo.max(mark), edge.hi);
                *target = Some([&word[..], &[symbol]].concat());
                open.push_back(edge.target);
            }
        }
    }
    Ok(found)
}

/// A character of a range that is easy to read, if there is one.
fn plain_one(lo: Symbol, hi: Symbol) -> Symbol {
    let mark = lo & MARK;
    let easy = ['a', '0', ' '].map(|letter| Symbol::from(letter) | mark);
    easy.into_iter().find(|symbol| (lo..=hi).contains(symbol)).unwrap_or(lo)
}

/// Letters and digits, and what can be printed.
const CLASSES: [&[(Symbol, Symbol)]; 2] = [&[(97, 122), (48, 57), (65, 90)], &[(32, 126)]];

/// The characters of a class that an alphabet has, marked ones too.
fn class_of(ranges: &[(Symbol, Symbol)], alphabet: Alphabet) -> SymbolSet {
    let marked = ranges.iter().map(|&(lo, hi)| (lo | MARK, hi | MARK));
    SymbolSet::from_ranges(ranges.iter().copied().chain(marked)).intersection(&alphabet.all())
}

/// A shortest member that is made of letters and digits or, where there is none, of what can be printed, or of
/// anything.
pub(crate) fn pleasant(language: &Automaton, budget: &mut Budget) -> Option<Vec<Symbol>> {
    let alphabet = language.alphabet();
    for ranges in CLASSES {
        let word = Automaton::class(alphabet, &class_of(ranges, alphabet))
            .star(budget)
            .and_then(|words| words.common_word(language, budget))
            .ok()
            .flatten();
        if word.is_some() {
            return word;
        }
    }
    language.shortest()
}

/// The same among members of a length.
fn pleasant_of_length(language: &Automaton, length: usize, budget: &mut Budget) -> Option<Vec<Symbol>> {
    let alphabet = language.alphabet();
    let classes = CLASSES.map(|ranges| class_of(ranges, alphabet));
    let all = alphabet.all();
    classes.iter().chain([&all]).find_map(|class| first_of_length(language, length, class, budget).ok()?)
}

/// The first member of a length in order that has only characters of a class.
///
/// # Errors
/// [`Exhausted`] when the search outgrows the budget.
fn first_of_length(
    language: &Automaton,
    length: usize,
    class: &SymbolSet,
    budget: &mut Budget,
) -> Result<Option<Vec<Symbol>>, Exhausted> {
    // States from which nothing can be finished with so many characters.
    let mut dead: HashSet<(StateId, usize)> = HashSet::new();
    let mut word = Vec::new();
    let mut path = vec![(StateId::START, 0)];
    while let Some((state, next)) = path.last_mut() {
        budget.spend(1)?;
        let left = length - word.len();
        if left == 0 && language.accepts_at(*state) {
            return Ok(Some(word));
        }
        let edge = language.edges(*state).get(*next).filter(|_| left > 0);
        let Some(edge) = edge else {
            dead.insert((*state, left));
            path.pop();
            word.pop();
            continue;
        };
        *next += 1;
        let symbol = class.ranges().iter().find(|&&(_, hi)| hi >= edge.lo).map(|&(lo, _)| lo.max(edge.lo));
        if let Some(symbol) = symbol.filter(|&symbol| symbol <= edge.hi)
            && !dead.contains(&(edge.target, left - 1))
        {
            word.push(symbol);
            path.push((edge.target, 0));
        }
    }
    Ok(None)
}

/// The least and the greatest integer of a width, where it has them.
pub(crate) fn bounds(width: Width) -> Option<(i128, i128)> {
    match width {
        Width::Unbounded => None,
        Width::Signed(bits) => bits.checked_sub(1).filter(|&b| b < 127).map(|b| (-1 << b, (1 << b) - 1)),
        Width::Unsigned(bits) => (bits < 127).then(|| (0, (1 << bits) - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use automata::LengthSet;
    use automata::regex::{Dialect, Flags, Regex};

    #[test]
    fn a_pleasant_word_of_a_length_is_that_of_the_language_cut_to_it() {
        let mut budget = Budget::steps(10_000_000);
        for pattern in ["(ab|<c)*", "<[a-z]*>|'", "[^a-z]{2,4}x?", "", "(aa)*b"] {
            let regex = Regex::parse(pattern, Dialect::Own, Flags::default()).expect("it is well formed");
            let language = regex.full_match(Alphabet::BYTE, &mut budget).expect("it is regular");
            for length in 0..7 {
                let cut = language.restrict(&LengthSet::exactly(length), &mut budget).expect("it is small");
                let found = pleasant_of_length(&language, length as usize, &mut budget);
                assert_eq!(found, pleasant(&cut, &mut budget), "{pattern:?}, {length}");
            }
        }
    }
}
