//! Regular expressions of four dialects, and their languages.
//!
//! [`Regex::parse`] reads a pattern. [`Regex::full_match`] is the set of words that the dialect's engine
//! matches as a whole, [`Regex::search`] the set of words in which it finds a match. Both are exact: anchors,
//! word boundaries and lookaround are tests of the places of a word, decided by one automaton that knows
//! the outcome of all of them ([`Contexts`]). Whether there is a match does not depend on greed or on the order
//! of alternatives, except inside atomic groups and possessive repetition, which are rewritten. The order
//! itself is in [`Regex::program`], for those who need to know *which* match an engine reports.
//!
//! What is not regular or not supported is listed by [`Regex::unsupported`]; such a pattern has no language
//! here, and a caller must take *any word* for both outcomes.

mod error;
mod flags;
mod tree;
mod bounds;
mod relax;
mod source;
mod build;
mod sets;
mod unicode;
pub mod characters;
mod anchors;
mod own;
mod pcre;
mod posix;
mod java;
mod atomic;
mod encode;
mod program;
mod compile;
mod partition;
mod contexts;
mod language;

use std::borrow::Cow;

pub use contexts::Contexts;
pub use error::{SyntaxError, Unavailable, Unsupported};
pub use flags::{Dialect, Flags};
pub use program::{Assertion, AssertionId, Instruction, Label, Program, SetId};
pub use tree::Side;

use build::Splits;
use compile::{Order, Target};
use encode::Encoding;
use language::{Anchoring, Spelled};
use tree::{Greed, NodeId, Times, Tree};

use crate::budget::Budget;
use crate::symbols::{Alphabet, Symbol};
use crate::words::Automaton;

/// A parsed regular expression.
///
/// ```
/// use automata::{Alphabet, Budget};
/// use automata::regex::{Dialect, Flags, Regex};
///
/// let regex = Regex::parse("^a+$", Dialect::Pcre, Flags::NONE)?;
/// let found = regex.search(Alphabet::BYTE, &mut Budget::steps(10_000))?;
/// let word = |text: &str| text.bytes().map(u32::from).collect::<Vec<_>>();
/// assert!(found.contains(&word("aa\n")));
/// assert!(!found.contains(&word("aa\n\n")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regex {
    dialect: Dialect,
    flags: Flags,
    tree: Tree,
    root: NodeId,
    /// The root with what must hold where a search starts.
    search: NodeId,
    splits: Splits,
    unsupported: Vec<Unsupported>,
}

impl Regex {
    /// Reads a pattern. Where the dialect works on bytes, the pattern is its UTF-8 bytes.
    ///
    /// # Errors
    /// [`SyntaxError`] when the dialect's engine would refuse the pattern, or when it is nested too deeply.
    pub fn parse(pattern: &str, dialect: Dialect, flags: Flags) -> Result<Regex, SyntaxError> {
        if code_unit_is_byte(dialect, flags) {
            let bytes: Vec<Symbol> = pattern.bytes().map(Symbol::from).collect();
            let place = |at: usize| pattern.char_indices().take_while(|&(start, _)| start < at).count();
            let regex = Regex::parse_symbols(&bytes, dialect, flags).map_err(|error| error.moved(place))?;
            let unsupported = regex.unsupported.into_iter().map(|construct| construct.moved(place)).collect();
            Ok(Regex { unsupported, ..regex })
        } else {
            let symbols: Vec<Symbol> = pattern.chars().map(Symbol::from).collect();
            Regex::parse_symbols(&symbols, dialect, flags)
        }
    }

    /// Reads a pattern given as numbers: bytes, UTF-16 code units or code points, as the dialect has it.
    ///
    /// # Errors
    /// As [`Regex::parse`].
    pub fn parse_symbols(pattern: &[Symbol], dialect: Dialect, flags: Flags) -> Result<Regex, SyntaxError> {
        let mut built = match dialect {
            Dialect::Pcre => pcre::parse(pattern, flags)?,
            Dialect::Own => own::parse(pattern)?,
            Dialect::Posix => posix::parse(pattern, flags)?,
            Dialect::Java => java::parse(pattern, flags)?,
        };
        let mut root = built.root;
        if built.unsupported.is_empty() {
            match atomic::without_atomic(&mut built.tree, root) {
                Some(plain) => root = plain,
                None => built.unsupported.push(Unsupported::new("atomic group", 0..pattern.len())),
            }
        }
        let search = match built.start {
            Some(start) => built.tree.concat(vec![start, root]),
            None => root,
        };
        Ok(Regex {
            dialect,
            flags,
            tree: built.tree,
            root,
            search,
            splits: built.splits,
            unsupported: built.unsupported,
        })
    }

    /// Reads a PCRE pattern with its delimiters and modifiers, such as `/^a/im`, as PHP does.
    ///
    /// # Errors
    /// [`SyntaxError`] when the delimiters or modifiers are wrong, and as [`Regex::parse`].
    pub fn parse_delimited(pattern: &str) -> Result<Regex, SyntaxError> {
        let (inner, letters) = pcre::split_delimited(pattern)?;
        let flags = Flags::from_letters(letters, Dialect::Pcre)?;
        let start = pattern[..inner.start].chars().count();
        Regex::parse(&pattern[inner], Dialect::Pcre, flags).map_err(|error| error.moved(|at| at + start))
    }

    /// The dialect it was written in.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The modifiers it was written with.
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// The characters that its engine works on; Unicode for the small language, which has any.
    pub fn alphabet(&self) -> Alphabet {
        match self.dialect {
            Dialect::Pcre if !self.flags.contains(Flags::UNICODE) => Alphabet::BYTE,
            Dialect::Pcre | Dialect::Own => Alphabet::UNICODE,
            Dialect::Posix => Alphabet::BYTE,
            Dialect::Java => Alphabet::UTF16,
        }
    }

    /// The constructs without a language here; the languages are available only when there are none.
    pub fn unsupported(&self) -> &[Unsupported] {
        &self.unsupported
    }

    /// Exact: the words that the engine matches as a whole.
    ///
    /// A PCRE pattern with `u` may be asked over bytes: the words are then its matches in UTF-8.
    ///
    /// # Errors
    /// [`Unavailable`] when a construct is not supported, the alphabet does not fit or the budget is spent.
    pub fn full_match(&self, alphabet: Alphabet, budget: &mut Budget) -> Result<Automaton, Unavailable> {
        self.language((&self.tree, self.root), Anchoring::Whole, alphabet, budget)
    }

    /// Exact: the words in which the engine finds a match (`preg_match`, `regexec`, `Matcher.find`).
    ///
    /// # Errors
    /// As [`Regex::full_match`].
    pub fn search(&self, alphabet: Alphabet, budget: &mut Budget) -> Result<Automaton, Unavailable> {
        let anchored = self.flags.contains(Flags::ANCHORED);
        let (tree, root, anchoring) = match self.encoding(alphabet) {
            Some(Encoding::Utf8) => {
                let (tree, root) = self.within_text(anchored);
                (Cow::Owned(tree), root, Anchoring::Whole)
            }
            Some(Encoding::Direct | Encoding::Utf16) | None => {
                let anchoring = if anchored { Anchoring::Prefix } else { Anchoring::Anywhere };
                (Cow::Borrowed(&self.tree), self.search, anchoring)
            }
        };
        self.language((&tree, root), anchoring, alphabet, budget)
    }

    /// Exact: the expression as instructions in the order in which its engine tries them.
    ///
    /// # Errors
    /// As [`Regex::full_match`].
    pub fn program(&self, alphabet: Alphabet, budget: &mut Budget) -> Result<Program, Unavailable> {
        self.compile(&self.tree, self.root, (Some(alphabet), Order::Kept), budget)
    }

    /// Over-approximates: the same expression with every count above `limit` given up.
    ///
    /// `e{m,n}` becomes `e{k,}` with `k` the smaller of `m` and `limit`. Every word of the old languages is in the new
    /// ones, so this is for the words that match and never for those that do not.
    #[must_use]
    pub fn counters_relaxed(&self, limit: u32) -> Regex {
        let mut relaxed = self.clone();
        relaxed.root = relax::relaxed(&mut relaxed.tree, self.root, limit);
        relaxed.search = relax::relaxed(&mut relaxed.tree, self.search, limit);
        relaxed
    }

    /// Over-approximates: the fewest and the most code points of a word that matches as a whole.
    ///
    /// Exact where the expression has no assertions and no empty classes. No counter is followed, so this is cheap.
    pub fn length_bounds(&self) -> (u64, Option<u64>) {
        if self.unsupported.is_empty() { bounds::length_bounds(&self.tree, self.root) } else { (0, None) }
    }

    /// The words that match with that anchoring. A pattern that never stands inside a pair of surrogates runs
    /// over code points, whose spellings are put in at the end.
    fn language(
        &self,
        (tree, root): (&Tree, NodeId),
        anchoring: Anchoring,
        alphabet: Alphabet,
        budget: &mut Budget,
    ) -> Result<Automaton, Unavailable> {
        let whole_points = match self.splits {
            Splits::Nowhere => true,
            Splits::AtSearchStart => anchoring == Anchoring::Whole,
            Splits::Anywhere => false,
        };
        let (read, spelled) = match self.encoding(alphabet) {
            Some(Encoding::Utf16) if whole_points => (None, Spelled::InPairs(alphabet)),
            Some(Encoding::Utf16 | Encoding::Direct | Encoding::Utf8) | None => {
                (Some(alphabet), Spelled::AsRead)
            }
        };
        let program = self.compile(tree, root, (read, Order::Forgotten), budget)?;
        Ok(language::language(&program, anchoring, spelled, budget)?.determinize(budget)?)
    }

    /// The expression with any whole characters around it, so that words stay well-formed.
    fn within_text(&self, anchored: bool) -> (Tree, NodeId) {
        let mut tree = self.tree.clone();
        let any = tree.class(sets::any());
        let around = tree.repeat(any, Times::ANY, Greed::Greedy);
        let parts = if anchored { vec![self.root, around] } else { vec![around, self.root, around] };
        let root = tree.concat(parts);
        (tree, root)
    }

    /// The program for words over the alphabet, or over code points when there is none.
    fn compile(
        &self,
        tree: &Tree,
        root: NodeId,
        (alphabet, order): (Option<Alphabet>, Order),
        budget: &mut Budget,
    ) -> Result<Program, Unavailable> {
        if !self.unsupported.is_empty() {
            return Err(Unavailable::unsupported_by_name(self.unsupported.clone()));
        }
        let encoding = alphabet.map_or(Some(Encoding::Direct), |alphabet| self.encoding(alphabet));
        let encoding = encoding.ok_or_else(Unavailable::wrong_alphabet)?;
        let alphabet = alphabet.unwrap_or(Alphabet::UNICODE);
        let program = compile::compile(tree, root, Target { alphabet, encoding, order }, budget)?;
        if program.assertions().len() > contexts::MAX_ASSERTIONS {
            let many = Unsupported::new("more than 64 different assertions", 0..0);
            return Err(Unavailable::unsupported_by_name(vec![many]));
        }
        Ok(program)
    }

    fn encoding(&self, alphabet: Alphabet) -> Option<Encoding> {
        let native = alphabet.last() == self.alphabet().last();
        match self.dialect {
            Dialect::Own => Some(Encoding::Direct),
            Dialect::Java if native => Some(Encoding::Utf16),
            Dialect::Pcre | Dialect::Posix if native => Some(Encoding::Direct),
            Dialect::Pcre if alphabet.last() == Alphabet::BYTE.last() => Some(Encoding::Utf8),
            Dialect::Pcre | Dialect::Posix | Dialect::Java => None,
        }
    }
}

fn code_unit_is_byte(dialect: Dialect, flags: Flags) -> bool {
    match dialect {
        Dialect::Pcre => !flags.contains(Flags::UNICODE),
        Dialect::Posix => true,
        Dialect::Java | Dialect::Own => false,
    }
}
