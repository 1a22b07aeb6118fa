//! What a Java program must not do, each with its rule and weakness number.
//!
//! An exception stands under the rule of its class or of the nearest class above that has one.

use crate::classes::Classes;

/// What leaves the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A failed assertion.
    Assertion,
    /// The use of a reference to nothing.
    Null,
    /// An index outside of an array, a list or a text.
    Bounds,
    /// A division by zero.
    Division,
    /// A reference to an object of another class.
    Cast,
    /// Any other exception of the run time.
    Exception,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 6] =
        [Rule::Assertion, Rule::Null, Rule::Bounds, Rule::Division, Rule::Cast, Rule::Exception];

    /// The rule of an exception, by the internal name of its class.
    pub(crate) fn of(class: &str, classes: &Classes) -> Rule {
        let named = [
            (Rule::Assertion, "java/lang/AssertionError"),
            (Rule::Null, "java/lang/NullPointerException"),
            (Rule::Bounds, "java/lang/IndexOutOfBoundsException"),
            (Rule::Division, "java/lang/ArithmeticException"),
            (Rule::Cast, "java/lang/ClassCastException"),
        ];
        let found = named.into_iter().find(|(_, of)| classes.is_a(class, of) == Some(true));
        found.map_or(Rule::Exception, |(rule, _)| rule)
    }

    /// Its name in reports.
    pub fn id(self) -> &'static str {
        match self {
            Rule::Assertion => "java-assert",
            Rule::Null => "java-null",
            Rule::Bounds => "java-bounds",
            Rule::Division => "java-division",
            Rule::Cast => "java-cast",
            Rule::Exception => "java-exception",
        }
    }

    /// The weakness, by its CWE number.
    pub fn cwe(self) -> u32 {
        match self {
            Rule::Assertion => 617,
            Rule::Null => 476,
            Rule::Bounds => 129,
            Rule::Division => 369,
            Rule::Cast => 704,
            Rule::Exception => 248,
        }
    }
}
