//! Programs with many variables of which few are related: families of two strings and two integers.
//!
//! Each family reads an input, cuts it, counts, branches, loops and asserts. The blocks of all families take
//! turns, so that every variable is needed almost to the end and nothing can be analysed a family at a time.

use std::fmt::Write;

/// The variables of a family.
const FAMILY: usize = 4;

/// The blocks of a family, twenty statements together; `@` stands for its number.
const BLOCKS: [&str; 5] = [
    "s@ := input(/[a-z0-9]*/); n@ := 0; t@ := prefix(s@, 8); m@ := len(t@);",
    "while (n@ < m@) { n@ := n@ + 1; } if (contains(s@, \"a\")) { t@ := t@ ++ \"!\"; }",
    "assert(n@ == m@); m@ := m@ + len(s@); n@ := n@ + 1; assert(m@ >= n@ - 1);",
    "if (len(t@) > 4) { s@ := suffix(t@, 2); } else { s@ := \"x\" ++ t@; } n@ := len(s@);",
    "assert(len(t@) <= 9); assert(n@ <= 7); assert(s@ not in /.*<.*/); t@ := s@;",
];

/// The text of a program with about so many variables and five times as many statements; every assertion holds.
pub(crate) fn program(variables: usize) -> String {
    let families = variables.div_ceil(FAMILY);
    let mut text = "alphabet byte\nproc main() {\n".to_owned();
    for family in 0..families {
        writeln!(text, "  s{family}: str; t{family}: str; n{family}: int; m{family}: int;")
            .expect("text can be written");
    }
    for block in BLOCKS {
        for family in 0..families {
            writeln!(text, "  {}", block.replace('@', &family.to_string())).expect("text can be written");
        }
    }
    text.push_str("}\n");
    text
}
