//! Lexical contexts of outputs, as automata over marked bytes: what the outside must not write where.
//!
//! A context is a state, and what each character makes of it, told by the page or by the outside. A character of the
//! outside that would leave its context, or steer it, has no next state: that is the violation. [`CONTEXTS`] gives the
//! automaton of each. To explore HTML takes a tenth of a second, which is why users of this crate keep what comes out.

mod context;
mod explore;
mod words;
mod script;
mod style;
mod url;
mod entities;
mod refresh;
mod markup;
mod html;
mod sql;
mod shell;
mod ldap;
mod xpath;
mod path;
mod redirect;
mod code;
mod anything;

use automata::Automaton;

use crate::explore::allowed;

/// The name of a context, and what explores the outputs that keep to it.
pub type Row = (&'static str, fn() -> Automaton);

/// All contexts. The last is HTML once more, where a violation is told at the character that steers.
pub const CONTEXTS: [Row; 12] = [
    ("html", allowed::<html::Html>),
    ("sql", allowed::<sql::Sql<true>>),
    ("sql-standard", allowed::<sql::Sql<false>>),
    ("shell", allowed::<shell::Shell>),
    ("ldap", allowed::<ldap::Ldap>),
    ("xpath", allowed::<xpath::XPath>),
    ("code", allowed::<code::Code>),
    ("path", allowed::<path::Path>),
    ("header", allowed::<redirect::Header>),
    ("address", allowed::<redirect::Address>),
    ("anything", allowed::<anything::Anything>),
    ("html-told", allowed::<html::Told>),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::context::{Author, Context};

    /// Every state of a context treats a byte as it treats its representative.
    fn treats_alike<C: Context>() {
        let mut seen = BTreeSet::from([C::start()]);
        let mut open = vec![C::start()];
        while let Some(state) = open.pop() {
            for author in [Author::Page, Author::Outside] {
                for byte in 0..=255 {
                    let next = state.step(byte, author);
                    assert!(next == state.step(C::representative(byte), author), "{byte} by {author:?}");
                    open.extend(next.filter(|next| seen.insert(next.clone())));
                }
            }
        }
    }

    #[test]
    fn a_byte_is_treated_as_its_representative() {
        treats_alike::<html::Html>();
    }
}
