//! Assumptions about the environment of a run: the only ones that a verdict may rest on.
//!
//! An assumption here is about the machine, the operating system or the installation of a run time. Nothing that an attacker or the analysed code
//! decides belongs here: what a front end does not model of the code is havoc or a gap, never an assumption.

/// An assumption about the environment. Each has a page below `docs/assumptions`, and `stringent.toml` can forbid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// An allocation never returns a null pointer.
    AllocationSucceeds,
    /// No object has more than 2^63 - 1 bytes.
    ObjectSize,
    /// The data model is LP64: `int` has 32 bits, `long` and pointers have 64.
    Lp64,
    /// Functions and operators of PHP behave as in version 8.2 with its default settings.
    Php82,
    /// PHP does not write warnings and uncaught exceptions into the page: `display_errors` is off.
    ErrorsHidden,
}

impl Assumption {
    /// All assumptions, in the order of reports.
    pub const ALL: [Self; 5] =
        [Self::AllocationSucceeds, Self::ObjectSize, Self::Lp64, Self::Php82, Self::ErrorsHidden];

    /// The name in reports, in `stringent.toml` and of the documentation page.
    pub const fn id(self) -> &'static str {
        match self {
            Self::AllocationSucceeds => "allocation-succeeds",
            Self::ObjectSize => "object-size",
            Self::Lp64 => "lp64",
            Self::Php82 => "php-8-2",
            Self::ErrorsHidden => "errors-hidden",
        }
    }

    /// The assumption, in one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::AllocationSucceeds => "every allocation succeeds",
            Self::ObjectSize => "no object has more than 2^63 - 1 bytes",
            Self::Lp64 => "int has 32 bits, long and pointers have 64 (LP64)",
            Self::Php82 => "PHP behaves as in version 8.2 with its default settings",
            Self::ErrorsHidden => "PHP does not display errors on the page (display_errors is off)",
        }
    }

    /// The assumption of this name.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|assumption| assumption.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Assumption;

    #[test]
    fn names_are_distinct_and_read_back() {
        for assumption in Assumption::ALL {
            assert_eq!(Assumption::named(assumption.id()), Some(assumption));
        }
        assert_eq!(Assumption::named("goto-does-nothing"), None);
    }

    #[test]
    fn each_has_a_page_and_a_row() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/assumptions");
        let table = fs::read_to_string(folder.join("README.md")).expect("there is a table");
        for assumption in Assumption::ALL {
            let (id, text) =
                (assumption.id(), fs::read_to_string(folder.join(format!("{}.md", assumption.id()))));
            assert!(text.expect("there is a page").starts_with(&format!("# {id}\n")), "{id}");
            assert!(table.contains(&format!("[{id}]({id}.md)")), "{id}");
        }
    }
}
