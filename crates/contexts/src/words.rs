//! Which word of a short list the last characters are spelling.
//!
//! Tokenizers compare names without regard to case. A [`Spelling`] is the set of words that are still possible and how
//! many characters have been read; it is small, so that policies stay small.

/// The words of a list that begin with what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Spelling {
    possible: u16,
    read: u8,
}

impl Spelling {
    /// Nothing read yet: all words are possible.
    pub(crate) fn start(words: &[&str]) -> Spelling {
        debug_assert!(words.len() <= 16, "a spelling knows at most 16 words");
        Spelling { possible: ((1_u32 << words.len()) - 1) as u16, read: 0 }
    }

    /// What is no word of the list.
    pub(crate) const NONE: Spelling = Spelling { possible: 0, read: 0 };

    /// One more character, in either case.
    #[must_use]
    pub(crate) fn then(self, byte: u8, words: &[&str]) -> Spelling {
        let fits = |index: usize| {
            words[index].as_bytes().get(usize::from(self.read)) == Some(&byte.to_ascii_lowercase())
        };
        let possible = (0..words.len()).filter(|&index| self.possible >> index & 1 == 1 && fits(index));
        let possible = possible.fold(0, |set, index| set | 1 << index);
        if possible == 0 { Spelling::NONE } else { Spelling { possible, read: self.read + 1 } }
    }

    /// The word that has been read whole.
    pub(crate) fn word(self, words: &[&str]) -> Option<usize> {
        (0..words.len())
            .find(|&index| self.possible >> index & 1 == 1 && words[index].len() == usize::from(self.read))
    }

    /// Whether no word is possible any more.
    pub(crate) fn is_none(self) -> bool {
        self.possible == 0
    }
}

/// White space of HTML.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}
