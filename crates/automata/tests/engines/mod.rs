//! Questions to real regular-expression engines, and random patterns and words to ask about.
//!
//! An engine is one process that answers a line with a line. A question is a pattern, its flags and some
//! words; the answer is `reject`, or for each word whether it is found and whether it is matched as a whole,
//! `?` where the engine does not say.

// Each test program uses its own part of this.
#![allow(dead_code)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Automaton, Budget, Symbol};

pub(crate) mod random;

use random::{Grammar, Random};

/// A question to an engine.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) pattern: Vec<Symbol>,
    pub(crate) flags: &'static str,
    pub(crate) words: Vec<Vec<Symbol>>,
}

/// What the comparison has seen.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) pairs: usize,
    pub(crate) found: usize,
    pub(crate) patterns: usize,
    pub(crate) rejected: usize,
    pub(crate) unsupported: usize,
    pub(crate) exhausted: usize,
    disagreements: Vec<String>,
}

/// How symbols are sent to an engine.
pub(crate) type Encode = fn(&[Symbol]) -> String;

/// Bytes, two digits each.
pub(crate) fn as_bytes(word: &[Symbol]) -> String {
    hexadecimal(word.iter().copied(), 2)
}

/// UTF-16 code units, four digits each.
pub(crate) fn as_units(word: &[Symbol]) -> String {
    hexadecimal(word.iter().copied(), 4)
}

/// Numbers of so many digits each, without a separator.
pub(crate) fn hexadecimal(numbers: impl Iterator<Item = u32>, digits: usize) -> String {
    let mut text = String::new();
    for number in numbers {
        write!(text, "{number:0digits$x}").expect("a string takes all that is written");
    }
    text
}

/// Runs the engine's program on all questions and returns its answers; `None` when it is not installed.
///
/// # Panics
/// When the engine is missing in continuous integration, fails, or answers too little.
pub(crate) fn ask(command: &mut Command, lines: Vec<String>) -> Option<Vec<String>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{name} must be installed here: {error}");
            println!("{name} is not installed, so nothing was compared with it.");
            return None;
        }
    };
    let mut stdin = child.stdin.take().expect("the input was piped");
    let count = lines.len();
    let writer = thread::spawn(move || {
        for line in lines {
            writeln!(stdin, "{line}").expect("the engine reads its input");
        }
    });
    let output = child.wait_with_output().expect("the engine can be waited for");
    writer.join().expect("the questions were written");
    assert!(output.status.success(), "{name} failed");
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect();
    assert_eq!(answers.len(), count, "{name} answers each question");
    Some(answers)
}

/// How questions for a dialect are made up.
pub(crate) struct Asking<'a> {
    pub(crate) dialect: Dialect,
    pub(crate) alphabet: Alphabet,
    pub(crate) flags: &'a [&'static str],
    pub(crate) tricky: &'a [&'a str],
    pub(crate) grammar: &'a Grammar,
    pub(crate) symbols: &'a [Symbol],
}

impl Asking<'_> {
    /// Questions about every tricky pattern with all flags and about `count` random ones, with our opinions.
    pub(crate) fn questions(&self, count: usize, random: &mut Random) -> Vec<(Question, Opinion)> {
        let mut patterns = Vec::new();
        for text in self.tricky {
            patterns.extend(self.flags.iter().map(|&flags| ((*text).to_owned(), flags)));
        }
        for _ in 0..count {
            patterns.push((self.grammar.pattern(random), self.flags[random.below(self.flags.len())]));
        }
        patterns.into_iter().map(|(text, flags)| self.question(&text, flags, random)).collect()
    }

    fn question(&self, text: &str, flags: &'static str, random: &mut Random) -> (Question, Opinion) {
        let pattern: Vec<Symbol> = match self.alphabet {
            Alphabet::BYTE => text.bytes().map(Symbol::from).collect(),
            Alphabet::UTF16 => text.encode_utf16().map(Symbol::from).collect(),
            _ => text.chars().map(Symbol::from).collect(),
        };
        let opinion = opinion(&pattern, self.dialect, flags, self.alphabet);
        let mut words: Vec<_> = (0..9).map(|_| random::word(random, self.symbols, 4)).collect();
        if let Opinion::Languages(ours) = &opinion {
            words.extend((0..3).filter_map(|_| random::member(random, &ours.search, 8)));
            words.extend((0..3).filter_map(|_| random::member(random, &ours.whole, 8)));
        }
        (Question { pattern, flags, words }, opinion)
    }
}

/// The line that asks a question.
pub(crate) fn line(question: &Question, encode: Encode) -> String {
    let words: Vec<String> = question.words.iter().map(|word| encode(word)).collect();
    format!("{}\t{}\t{}", encode(&question.pattern), question.flags, words.join(","))
}

/// Our languages of a pattern: found and matched as a whole.
pub(crate) struct Ours {
    pub(crate) search: Automaton,
    pub(crate) whole: Automaton,
}

/// What we say about a pattern.
pub(crate) enum Opinion {
    Rejected(String),
    Unsupported,
    Exhausted,
    Languages(Ours),
}

/// Parses the pattern and makes its languages.
pub(crate) fn opinion(pattern: &[Symbol], dialect: Dialect, flags: &str, alphabet: Alphabet) -> Opinion {
    let flags = Flags::from_letters(flags, dialect).expect("the test uses flags of the dialect");
    let regex = match Regex::parse_symbols(pattern, dialect, flags) {
        Ok(regex) => regex,
        Err(error) => return Opinion::Rejected(error.to_string()),
    };
    let budget = || Budget::steps(3_000_000);
    let search = regex.search(alphabet, &mut budget());
    match (search, regex.full_match(alphabet, &mut budget())) {
        (Ok(search), Ok(whole)) => Opinion::Languages(Ours { search, whole }),
        (Err(error), _) | (_, Err(error)) => {
            if error.exhausted().is_some() {
                Opinion::Exhausted
            } else {
                Opinion::Unsupported
            }
        }
    }
}

impl Tally {
    /// Compares all answers.
    pub(crate) fn of(asked: &[(Question, Opinion)], answers: &[String]) -> Tally {
        let mut tally = Tally::default();
        for ((question, opinion), answer) in asked.iter().zip(answers) {
            tally.compare(question, opinion, answer);
        }
        tally
    }

    /// Compares our opinion of a question with the engine's answer.
    pub(crate) fn compare(&mut self, question: &Question, opinion: &Opinion, answer: &str) {
        self.patterns += 1;
        let named = format!("/{}/{}", shown(&question.pattern), question.flags);
        match (opinion, answer == "reject") {
            (Opinion::Exhausted, _) => self.exhausted += 1,
            (Opinion::Unsupported, _) => self.unsupported += 1,
            (Opinion::Rejected(_), true) => self.rejected += 1,
            (Opinion::Rejected(cause), false) => {
                self.disagreements.push(format!("{named}: the engine takes it, we do not: {cause}"));
            }
            (Opinion::Languages(_), true) => {
                self.disagreements.push(format!("{named}: the engine rejects it, we do not"));
            }
            (Opinion::Languages(ours), false) => self.compare_words(question, ours, answer, &named),
        }
    }

    fn compare_words(&mut self, question: &Question, ours: &Ours, answer: &str, named: &str) {
        assert_eq!(answer.len(), 2 * question.words.len(), "{named}: two digits a word, got {answer}");
        for (word, theirs) in question.words.iter().zip(answer.as_bytes().chunks(2)) {
            self.pairs += 1;
            self.found += usize::from(theirs[0] == b'1');
            for (what, language, theirs) in
                [("found", &ours.search, theirs[0]), ("whole", &ours.whole, theirs[1])]
            {
                if theirs != b'?' && language.contains(word) != (theirs == b'1') {
                    let text = shown(word);
                    self.disagreements
                        .push(format!("{named} on \"{text}\": engine {what} {}", char::from(theirs)));
                }
            }
        }
    }

    /// Fails when there was a disagreement or too little was compared.
    ///
    /// # Panics
    /// In those cases.
    pub(crate) fn finish(&self, least_pairs: usize, most_unsupported_percent: usize) {
        println!(
            "{} patterns ({} rejected by both, {} unsupported, {} exhausted), {} pairs, {} found",
            self.patterns, self.rejected, self.unsupported, self.exhausted, self.pairs, self.found
        );
        let shown = self.disagreements.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.disagreements.is_empty(), "{} disagreements:\n{shown}", self.disagreements.len());
        assert!(self.pairs >= least_pairs, "only {} pairs", self.pairs);
        assert!(
            self.unsupported * 100 <= self.patterns * most_unsupported_percent,
            "too many are unsupported"
        );
        assert!(
            self.found * 10 >= self.pairs && self.found * 10 <= self.pairs * 9,
            "the words are one-sided"
        );
    }
}

/// Symbols for a message: ASCII as it is, the rest escaped.
pub(crate) fn shown(symbols: &[Symbol]) -> String {
    let show = |&symbol: &Symbol| match char::from_u32(symbol) {
        Some(c) if c.is_ascii_graphic() || c == ' ' => c.to_string(),
        Some(_) | None => format!("\\u{{{symbol:x}}}"),
    };
    symbols.iter().map(show).collect()
}
