//! A formula over the variables of a label as cases, each a list of literals.
//!
//! Over-approximates: a part that would make too many cases is left out. What comes of it is a claim that the checker
//! judges, so leaving out costs only proofs.

use horn::literals::{Literal, Parts, parts};
use horn::terms::{TermId, Terms};

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
