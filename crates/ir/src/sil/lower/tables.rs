//! What a program keeps in tables: languages, patterns and finite-state functions, each once.
//!
//! Here regular expressions become languages. All expressions of a text share one budget of steps, so that no
//! text takes long to read.

use std::collections::BTreeMap;

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Budget};

use crate::functions;
use crate::ids::{FunctionId, LanguageId, PatternId};
use crate::program::{Function, Language, Pattern};
use crate::sil::error::SyntaxError;
use crate::sil::lexer::span;
use crate::sil::literal;
use crate::sil::tree::Marking;
use crate::span::Span;

/// The steps that all regular expressions of a text may take together.
const STEPS: u64 = 20_000_000;

/// The tables of a program in the making.
pub(super) struct Tables {
    alphabet: Alphabet,
    budget: Budget,
    pub(super) languages: Vec<Language>,
    pub(super) patterns: Vec<Pattern>,
    pub(super) functions: Vec<Function>,
    /// By text, and whether every character is marked.
    language_ids: BTreeMap<(String, bool), LanguageId>,
    pattern_ids: BTreeMap<String, PatternId>,
}

impl Tables {
    pub(super) fn new(alphabet: Alphabet) -> Self {
        Tables {
            alphabet,
            budget: Budget::steps(STEPS),
            languages: Vec::new(),
            patterns: Vec::new(),
            functions: Vec::new(),
            language_ids: BTreeMap::new(),
            pattern_ids: BTreeMap::new(),
        }
    }

    /// The language of an expression that the source has as `literal` at `place`.
    ///
    /// It looks through marks, unless every character is to be marked.
    pub(super) fn language(
        &mut self,
        literal: &str,
        place: Span,
        marking: Marking,
    ) -> Result<LanguageId, SyntaxError> {
        let key = (literal::regex(literal), marking == Marking::Everywhere);
        if let Some(id) = self.language_ids.get(&key) {
            return Ok(*id);
        }
        let regex = self.regex(&key.0, literal, place)?;
        let plain = Alphabet::up_to(self.alphabet.last());
        let automaton = regex.full_match(plain, &mut self.budget).map_err(|reason| {
            SyntaxError::new(place, format!("the language of this expression is not available: {reason}"))
                .with_help("write it with fewer or smaller repetitions")
        })?;
        let automaton = match marking {
            Marking::Unseen if self.alphabet.is_marked() => automaton.through_marks(),
            Marking::Unseen => automaton,
            Marking::Everywhere if self.alphabet.is_marked() => automaton.all_marked(),
            Marking::Everywhere => {
                let error = SyntaxError::new(place, "the alphabet has no marked characters");
                return Err(error.with_help("its line says so, as in `alphabet byte marked`"));
            }
        };
        let id = LanguageId(self.languages.len() as u32);
        self.languages.push(Language { text: key.0.clone(), automaton });
        self.language_ids.insert(key, id);
        Ok(id)
    }

    /// The expression as something to search for.
    pub(super) fn pattern(&mut self, literal: &str, place: Span) -> Result<PatternId, SyntaxError> {
        let text = literal::regex(literal);
        if let Some(id) = self.pattern_ids.get(&text) {
            return Ok(*id);
        }
        let regex = self.regex(&text, literal, place)?;
        let id = PatternId(self.patterns.len() as u32);
        self.patterns.push(Pattern { text: text.clone(), regex });
        self.pattern_ids.insert(text, id);
        Ok(id)
    }

    /// The finite-state function with the name, which is one of [`functions::NAMES`].
    pub(super) fn function(&mut self, name: &str) -> FunctionId {
        let known = self.functions.iter().position(|function| function.name == name);
        let index = known.unwrap_or_else(|| {
            self.functions
                .push(functions::named(name, self.alphabet).expect("the table of names is complete"));
            self.functions.len() - 1
        });
        FunctionId(index as u32)
    }

    fn regex(&self, text: &str, literal: &str, place: Span) -> Result<Regex, SyntaxError> {
        self.require_single_symbols(text, place)?;
        Regex::parse(text, Dialect::Own, Flags::NONE).map_err(|error| {
            let bytes = literal::regex_place(literal, error.place());
            let start = place.start as usize;
            SyntaxError::new(span(start + bytes.start, start + bytes.end), error.cause())
        })
    }

    /// Refuses characters that are several characters of the alphabet, because repetitions and classes in the
    /// expression would take them apart.
    fn require_single_symbols(&self, text: &str, place: Span) -> Result<(), SyntaxError> {
        let greatest =
            if self.alphabet.last() == Alphabet::BYTE.last() { 0x7F } else { self.alphabet.last() };
        let Some(c) = text.chars().find(|c| !c.is_ascii() && u32::from(*c) > greatest) else { return Ok(()) };
        let cause = format!("{c:?} is no single character of the alphabet");
        Err(SyntaxError::new(place, cause).with_help(r"write the characters by their numbers, as in \xHH"))
    }
}
