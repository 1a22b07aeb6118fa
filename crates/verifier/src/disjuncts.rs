//! A formula over the variables of a label as cases, each a list of literals.
//!
//! Over-approximates: a part that would make too many cases is left out. What comes of it is a claim that the checker
//! judges, so leaving out costs only proofs.

use horn::op::Op;
use horn::sort::Sort;
use horn::terms::{Term, TermId, Terms};

/// A test of a formula, and whether it holds.
pub(crate) type Literal = (TermId, bool);

/// The most cases of a label.
const MOST_CASES: usize = 16;

/// Over-approximates: cases of which one holds whenever the formula does.
pub(crate) fn cases(terms: &Terms, formula: TermId) -> Vec<Vec<Literal>> {
    let mut done = Vec::new();
    let mut open = vec![Case { literals: Vec::new(), left: vec![(formula, true)] }];
    while let Some(mut case) = open.pop() {
        let Some(literal) = case.left.pop() else {
            done.push(case.literals);
            continue;
        };
        match parts(terms, literal) {
            Parts::Itself => {
                case.literals.push(literal);
                open.push(case);
            }
            Parts::All(parts) => {
                case.left.extend(parts);
                open.push(case);
            }
            Parts::Any(choices) if open.len() + done.len() + choices.len() > MOST_CASES => {
                open.push(case);
            }
            Parts::Any(choices) => open.extend(choices.into_iter().map(|choice| {
                let left = case.left.iter().copied().chain(choice).collect();
                Case { literals: case.literals.clone(), left }
            })),
        }
    }
    done
}

struct Case {
    literals: Vec<Literal>,
    /// What must hold too.
    left: Vec<Literal>,
}

/// What a literal is made of.
enum Parts {
    Itself,
    All(Vec<Literal>),
    /// Any of some lists of which all hold.
    Any(Vec<Vec<Literal>>),
}

fn parts(terms: &Terms, (term, holds): Literal) -> Parts {
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
