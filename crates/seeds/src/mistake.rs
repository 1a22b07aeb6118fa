//! What a mistake is: a place, what is wrong there, and who must notice.
//!
//! A place is quoted from the code, with the part that the mistake replaces between `«` and `»`. White space does not
//! count, so that a line may be wrapped anew. The part is an expression, and so is what is wrong.

/// A deliberate mistake.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// Its name; those of the repairs of [YBI09 §2, §3] begin with their numbers, T1 to T11.
    pub name: &'static str,
    /// The file, from the root of the repository.
    pub file: &'static str,
    /// The place in the file, which occurs once.
    pub place: &'static str,
    /// What stands there by mistake.
    pub wrong: &'static str,
    /// The test that must fail.
    pub oracle: Oracle,
}

/// A test of the repository, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Oracle {
    /// The crate.
    pub package: &'static str,
    /// The file in its `tests`, without extension; its own name for the tests within it.
    pub target: &'static str,
    /// A part of the names of the tests that are run.
    pub filter: &'static str,
}

impl Oracle {
    /// The tests of a file in the `tests` of a crate.
    pub(crate) const fn of(package: &'static str, target: &'static str) -> Oracle {
        Oracle { package, target, filter: "" }
    }

    /// Those whose name has this in it.
    pub(crate) const fn only(self, filter: &'static str) -> Oracle {
        Oracle { filter, ..self }
    }

    /// Whether the tests stand within the crate.
    pub(crate) fn is_within(&self) -> bool {
        self.package == self.target
    }
}

/// Random programs are analysed and run: every concrete state lies in the abstract one.
pub(crate) const CONTAINMENT: Oracle = Oracle::of("composite", "containment").only("the_first_share");
/// Certificates that are honest but for one claim are refused.
pub(crate) const LIES: Oracle = Oracle::of("composite", "lies");
/// Certificates that were tampered with prove nothing false.
pub(crate) const FORGED: Oracle = Oracle::of("composite", "forged");
/// What is said about the numbers of an action is true of every run.
pub(crate) const RELATIONS: Oracle = Oracle::of("verdict", "relation");
