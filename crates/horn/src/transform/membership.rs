//! Comparisons with constants as membership in a language.
//!
//! Exact: `contains`, `prefixof` and `suffixof` of a constant are regular. z3 finds solutions for membership where it
//! finds none for `contains`. Predicates stay as they are, so a solution needs no way back.

use std::collections::BTreeMap;

use automata::{Budget, Exhausted};

use crate::op::{LanguageId, Op};
use crate::regex::{Node, Regex};
use crate::system::{HornSystem, Language};
use crate::terms::{Term, TermId, Terms};

/// Exact: the system with comparisons with constants as memberships.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub fn to_membership(system: &HornSystem, budget: &mut Budget) -> Result<HornSystem, Exhausted> {
    let mut system = system.clone();
    for at in 0..system.clauses.len() {
        let clause = system.clauses[at].clone();
        let roots = clause.terms();
        let mut languages: BTreeMap<(u8, TermId), LanguageId> = BTreeMap::new();
        for part in system.terms.parts_of(roots.iter().copied()) {
            let Some((key, _)) = comparison(system.terms.get(part), &system.terms) else { continue };
            let regex = expression(&system.terms, key);
            let automaton = regex.language(system.alphabet, budget)?;
            languages.insert(key, system.add_language(Language { automaton, regex }));
        }
        let terms = system.terms.rebuild(&roots, |terms, term| {
            let (key, string) = comparison(term, terms)?;
            Some(terms.app(Op::In(*languages.get(&key)?), &[string]))
        });
        system.clauses[at] = clause.with_terms(clause.variables.clone(), &terms);
    }
    Ok(system)
}

/// Which comparison with which constant a term is, and what is compared.
fn comparison(term: &Term, terms: &Terms) -> Option<((u8, TermId), TermId)> {
    let Term::App(op, parts) = term else { return None };
    let (kind, word, string) = match (op, parts.as_slice()) {
        (Op::Contains, [string, word]) => (CONTAINS, *word, *string),
        (Op::PrefixOf, [word, string]) => (PREFIX, *word, *string),
        (Op::SuffixOf, [word, string]) => (SUFFIX, *word, *string),
        _ => return None,
    };
    matches!(terms.get(word), Term::Word(_)).then_some(((kind, word), string))
}

const CONTAINS: u8 = 0;
const PREFIX: u8 = 1;
const SUFFIX: u8 = 2;

fn expression(terms: &Terms, (kind, word): (u8, TermId)) -> Regex {
    let Term::Word(word) = terms.get(word) else { unreachable!("only constants are compared") };
    let nodes = vec![Node::All, Node::Word(word.to_vec())];
    let whole = match kind {
        PREFIX => vec![1, 0],
        SUFFIX => vec![0, 1],
        _ => vec![0, 1, 0],
    };
    Regex::new(nodes.into_iter().chain([Node::Concat(whole)]).collect()).expect("parts come first")
}
