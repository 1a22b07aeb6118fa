//! A derivation checked: for each fact a clause and values of its variables.
//!
//! The solver is asked for the values; whether the clause then really leads from the premises to the fact is evaluated
//! here, by our own definition of the terms. So a derivation that comes out of here is one, whoever claimed it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use automata::Budget;

use super::derivation::{Derivation, Fact};
use super::process::{Solver, Unknown};
use crate::op::Op;
use crate::smt::{Elaborator, Scope, Sexprs, declarations, formula, names, sort_name};
use crate::system::{Clause, HornSystem};
use crate::terms::{Term, TermId, Terms, Var};
use crate::value::{Value, evaluate};

/// A clause with values of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The place of the clause in the system.
    pub clause: usize,
    /// The values.
    pub values: BTreeMap<Var, Value>,
}

/// Exact: for each fact of a derivation the clause that gives it, checked.
///
/// # Errors
/// When a fact follows by no clause, or the solver has no values.
pub fn applications(
    system: &mut HornSystem,
    derivation: &Derivation,
    solver: &Solver,
    budget: &mut Budget,
) -> Result<Vec<Application>, Unknown> {
    let mut all = Vec::new();
    for fact in &derivation.facts {
        let premises: Vec<&Fact> = fact.premises.iter().map(|&at| &derivation.facts[at]).collect();
        let mut found = None;
        for (at, clause) in
            system.clauses.clone().iter().enumerate().filter(|(_, clause)| fits(clause, fact, &premises))
        {
            let Some(values) = values(system, (clause, fact, &premises), solver, budget)? else { continue };
            if leads(system, clause, (fact, &premises), &values) {
                found = Some(Application { clause: at, values });
                break;
            }
        }
        all.push(found.ok_or_else(|| Unknown::because("a fact of the derivation follows by no clause"))?);
    }
    Ok(all)
}

/// Whether the predicates are the right ones.
fn fits(clause: &Clause, fact: &Fact, premises: &[&Fact]) -> bool {
    let head = clause.head.atom().map(|atom| atom.predicate);
    let body = clause.body.iter().map(|atom| Some(atom.predicate));
    head == fact.predicate && body.eq(premises.iter().map(|premise| premise.predicate))
}

/// Whether the clause leads from the premises to the fact under the values.
fn leads(
    system: &HornSystem,
    clause: &Clause,
    (fact, premises): (&Fact, &[&Fact]),
    values: &BTreeMap<Var, Value>,
) -> bool {
    let holds = evaluate(system, &[clause.constraint], values) == Some(vec![Value::Bool(true)]);
    let pairs =
        clause.body.iter().zip(premises.iter().copied()).chain(clause.head.atom().map(|atom| (atom, fact)));
    holds
        && pairs
            .into_iter()
            .all(|(atom, fact)| evaluate(system, &atom.arguments, values).as_ref() == Some(&fact.values))
}

/// Asks for values of a clause's variables; `None` when there are none.
fn values(
    system: &mut HornSystem,
    (clause, fact, premises): (&Clause, &Fact, &[&Fact]),
    solver: &Solver,
    budget: &mut Budget,
) -> Result<Option<BTreeMap<Var, Value>>, Unknown> {
    if clause.variables.is_empty() {
        return Ok(Some(BTreeMap::new()));
    }
    let mut parts = vec![clause.constraint];
    let pairs =
        clause.body.iter().zip(premises.iter().copied()).chain(clause.head.atom().map(|atom| (atom, fact)));
    for (atom, fact) in pairs {
        for (&argument, value) in atom.arguments.iter().zip(&fact.values) {
            let value = constant(&mut system.terms, value);
            parts.push(system.terms.app(Op::Equal, &[argument, value]));
        }
    }
    let whole = system.terms.app(Op::And, &parts);
    let names = names(&clause.variables);
    let mut text = declarations(system);
    for (at, variable) in clause.variables.iter().enumerate() {
        let sort = sort_name(system, variable.sort);
        writeln!(text, "(declare-const {} {sort})", names[&Var(at as u32)])
            .expect("a string can be written to");
    }
    let all: Vec<&str> = names.values().map(String::as_str).collect();
    let condition = formula(system, whole, &names).map_err(Unknown::because)?;
    writeln!(text, "(assert {condition})\n(check-sat)\n(get-value ({}))", all.join(" "))
        .expect("a string can be written to");
    let (answer, _) = solver.hear(&text, &[])?;
    Ok(answer.strip_prefix("sat\n").and_then(|text| read(system, text, clause.variables.len(), budget)))
}

/// The constant term of a value. Values of data types have a limited depth.
fn constant(terms: &mut Terms, value: &Value) -> TermId {
    match value {
        Value::Bool(value) => terms.truth(*value),
        Value::Int(value) => terms.int(*value),
        Value::Str(word) => terms.word(word),
        &Value::Bits { value, width } => terms.add(Term::Bits { value, width }),
        Value::Data(constructor, parts) => {
            let parts: Vec<TermId> = parts.iter().map(|part| constant(terms, part)).collect();
            terms.app(Op::Construct(*constructor), &parts)
        }
    }
}

/// Reads `((name value) …)`, in the order of the variables.
pub(super) fn read(
    system: &mut HornSystem,
    text: &str,
    count: usize,
    budget: &mut Budget,
) -> Option<BTreeMap<Var, Value>> {
    let sexprs = Sexprs::read(text).ok()?;
    let scope = Scope::of(system);
    let [list] = sexprs.top() else { return None };
    let pairs = sexprs.list(*list).filter(|pairs| pairs.len() == count)?;
    let mut values = BTreeMap::new();
    for (at, &pair) in pairs.iter().enumerate() {
        let [_, value] = sexprs.list(pair)? else { return None };
        let term = Elaborator::new(&sexprs, &scope, system, budget).term(*value).ok()?;
        values.insert(Var(at as u32), evaluate(system, &[term], &BTreeMap::new())?.pop()?);
    }
    Some(values)
}
