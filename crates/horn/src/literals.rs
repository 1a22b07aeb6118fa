//! Formulas taken apart into literals: tests, each with whether it holds.
//!
//! One look opens one connective. How far to go, and what to leave out when there are too many cases, is the matter of
//! whoever looks.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, TermId, Terms};

/// A test of a formula, and whether it holds.
pub type Literal = (TermId, bool);

/// What a literal is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Nothing smaller.
    Itself,
    /// All of these hold.
    All(Vec<Literal>),
    /// Any of some lists of which all hold.
    Any(Vec<Vec<Literal>>),
}

/// Exact: what must hold so that a formula comes out so.
pub fn parts(terms: &Terms, (term, holds): Literal) -> Parts {
    let each = |parts: &[TermId]| parts.iter().map(|part| (*part, holds)).collect::<Vec<_>>();
    match terms.get(term) {
        Term::Bool(value) if *value == holds => Parts::All(Vec::new()),
        Term::Bool(_) => Parts::Any(Vec::new()),
        Term::App(Op::Not, parts) => Parts::All(vec![(parts[0], !holds)]),
        Term::App(Op::And, parts) if holds => Parts::All(each(parts)),
        Term::App(Op::Or, parts) if !holds => Parts::All(each(parts)),
        Term::App(Op::And | Op::Or, parts) => {
            Parts::Any(each(parts).into_iter().map(|part| vec![part]).collect())
        }
        Term::App(Op::Ite, parts) => Parts::Any(vec![
            vec![(parts[0], true), (parts[1], holds)],
            vec![(parts[0], false), (parts[2], holds)],
        ]),
        Term::App(Op::Equal, parts) if terms.sort(parts[0]) == Sort::Bool => {
            let both = |value: bool| vec![(parts[0], value), (parts[1], value == holds)];
            Parts::Any(vec![both(true), both(false)])
        }
        Term::Var(..) | Term::Int(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => Parts::Itself,
    }
}
