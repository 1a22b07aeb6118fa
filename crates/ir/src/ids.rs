//! Names of things in a program: numbers that cannot be mixed up.
//!
//! Variables are numbered within their procedure, by type; labels within their procedure; everything else
//! within the program. Each number is an index into the table that holds the thing.

/// Declares an index type.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index as such.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index! {
    /// A string variable of a procedure.
    StrVar
}
index! {
    /// An integer variable of a procedure.
    IntVar
}
index! {
    /// A boolean variable of a procedure.
    BoolVar
}
index! {
    /// An instruction of a procedure, or rather the point before it.
    Label
}
index! {
    /// A procedure of a program.
    ProcId
}
index! {
    /// An assertion of a program.
    AssertId
}
index! {
    /// A regular language that a program speaks of.
    LanguageId
}
index! {
    /// A regular expression that a program searches for.
    PatternId
}
index! {
    /// A finite-state function that a program applies.
    FunctionId
}
