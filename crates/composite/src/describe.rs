//! What is known at a label, in words for people.
//!
//! Only what is shorter than it is useless is told: a language that is not *any*, and the linear facts of a pack.
//! Names are those of the procedure; the text is in the small language's own notation.

use automata::{Automaton, Budget, show};
use ir::{Label, Procedure, Quantity, StrVar, Variable};

use crate::engine::Fixpoint;

/// Sentences about the given variables and what is related to them, at a label. Nothing where no run comes.
pub fn describe(
    fixpoint: &Fixpoint,
    procedure: &Procedure,
    (label, variables): (Label, &[Variable]),
    budget: &mut Budget,
) -> Vec<String> {
    let Some(state) = &fixpoint.states[label.index()] else { return Vec::new() };
    let mut sentences = Vec::new();
    for (var, name) in (0..).map(StrVar).zip(&procedure.strings) {
        let words = &state.strings[var.index()];
        if variables.contains(&Variable::Str(var)) && *words != Automaton::any(words.alphabet()) {
            sentences.push(format!("{name} {}", show::readable(words, budget)));
        }
    }
    for (quantities, set) in fixpoint.packs.all().iter().zip(&state.packs) {
        let asked = |quantity: &Quantity| match quantity {
            Quantity::Var(var) => variables.contains(&Variable::Int(*var)),
            Quantity::Length(var) => variables.contains(&Variable::Str(*var)),
        };
        if !quantities.iter().any(asked) {
            continue;
        }
        let names: Vec<String> = quantities.iter().map(|quantity| name_of(procedure, *quantity)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let facts = set.facts(budget).unwrap_or_default();
        sentences.extend(facts.iter().map(|fact| fact.named(&names).to_string()));
    }
    sentences
}

fn name_of(procedure: &Procedure, quantity: Quantity) -> String {
    match quantity {
        Quantity::Var(var) => procedure.integers[var.index()].clone(),
        Quantity::Length(var) => format!("len({})", procedure.strings[var.index()]),
    }
}
