//! What is known of the unknown languages: ground Horn clauses over words.
//!
//! A sample says of finitely many words which memberships imply which. A language of tuples is an unknown over words
//! with separators, `x1 | x2 | … | xn` of [HRS19 §3.3]; the separator is any character that the caller sets aside, and
//! nothing here treats it apart. Implications beside positive and negative words are those of [GLMN14, ICE]; several
//! words before the arrow make them the Horn samples of [ENDGM18, Horn-ICE].

use automata::Symbol;

/// One of the languages that are looked for, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unknown(pub u32);

impl Unknown {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The statement that a word is in an unknown language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The language.
    pub unknown: Unknown,
    /// The word.
    pub word: Vec<Symbol>,
}

impl Atom {
    /// `word` is in `unknown`.
    pub fn new(unknown: Unknown, word: impl Into<Vec<Symbol>>) -> Self {
        Atom { unknown, word: word.into() }
    }
}

/// The number of a sample, in the order in which a learner was given them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SampleId(pub u32);

/// If all of the body holds, so does the head; without a head, the body does not hold as a whole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sample {
    /// What is assumed. Nothing, for a word that is in its language.
    pub body: Vec<Atom>,
    /// What follows. Nothing, for words that are not all in their languages.
    pub head: Option<Atom>,
}

impl Sample {
    /// The word is in the language.
    pub fn positive(atom: Atom) -> Self {
        Sample { body: Vec::new(), head: Some(atom) }
    }

    /// The word is not in the language.
    pub fn negative(atom: Atom) -> Self {
        Sample { body: vec![atom], head: None }
    }

    /// If all of `body` holds then `head` holds.
    pub fn implication(body: impl Into<Vec<Atom>>, head: Atom) -> Self {
        Sample { body: body.into(), head: Some(head) }
    }

    /// Not all of `body` holds.
    pub fn conflict(body: impl Into<Vec<Atom>>) -> Self {
        Sample { body: body.into(), head: None }
    }

    /// Its statements, the head last.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.body.iter().chain(&self.head)
    }
}
