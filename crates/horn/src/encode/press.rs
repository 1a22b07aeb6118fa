//! Choices 3 and 4: clauses from definitions, in a style, for all uses or for each.
//!
//! A clause that uses operations is a [`Draft`]: its calls stand in the order in which they can be made. Recursive: each
//! call is an atom. With pre-condition: beside that, what leads to a call says that its inputs are asked for. Iterative:
//! the same where the loop is shared, which then keeps its inputs; where each use has its own loop, the loop carries the
//! rest of the clause along, and the clause is cut in two at it [HRS19 §3.2, (1) to (3)].

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted};

use super::choice::{Sharing, StringEncoding, Style};
use super::define::{Aux, Case, Definition};
use super::library::define;
use super::order::End;
use super::shape::{Shape, Strings};
use crate::clausify::compact;
use crate::op::{Op, PredicateId};
use crate::sort::Sort;
use crate::system::{Atom, Clause, Head, HornSystem, Step, Variable};
use crate::terms::{Term, TermId, Var};

/// A clause whose operations are not atoms yet.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) variables: Vec<Variable>,
    pub(super) body: Vec<Atom>,
    pub(super) parts: Vec<TermId>,
    pub(super) calls: Vec<Pending>,
    pub(super) head: Head,
    pub(super) trace: Vec<Step>,
}

/// A call that is not an atom yet; its results are variables.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) target: Target,
    pub(super) inputs: Vec<TermId>,
    pub(super) outputs: Vec<TermId>,
}

/// What is called.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A function, whose clauses may have to be made.
    Aux(Aux),
    /// The function that the clause defines.
    Own(Instance),
}

/// The predicates of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance {
    /// Where it is asked for, unless it is recursive without pre-condition.
    pub(super) asked: PredicateId,
    /// Where it has its results.
    pub(super) result: PredicateId,
}

/// Makes clauses.
pub(super) struct Press<'a> {
    pub(super) system: HornSystem,
    pub(super) strings: Strings,
    pub(super) encoding: StringEncoding,
    pub(super) budget: &'a mut Budget,
    shared: BTreeMap<Aux, Instance>,
    words: [Option<PredicateId>; 2],
    count: u32,
}

impl<'a> Press<'a> {
    pub(super) fn new(
        (system, strings): (HornSystem, Strings),
        encoding: StringEncoding,
        budget: &'a mut Budget,
    ) -> Self {
        Press { system, strings, encoding, budget, shared: BTreeMap::new(), words: [None; 2], count: 0 }
    }

    /// Adds the clauses of a draft.
    pub(super) fn emit(&mut self, draft: Draft) -> Result<(), Exhausted> {
        for draft in self.unwound(draft)? {
            match (self.encoding.style, self.encoding.sharing) {
                (Style::Iterative, Sharing::EachUse) => self.cut(draft)?,
                (Style::Recursive | Style::PreCondition, _) | (Style::Iterative, Sharing::Shared) => {
                    self.join(draft)?;
                }
            }
        }
        Ok(())
    }

    /// Calls as atoms of the clause.
    fn join(&mut self, draft: Draft) -> Result<(), Exhausted> {
        let mut body = draft.body.clone();
        for call in &draft.calls {
            let instance = match call.target {
                Target::Aux(aux) => self.instance(aux)?,
                Target::Own(instance) => instance,
            };
            if self.encoding.style != Style::Recursive {
                let said = self.said(&body, &call.inputs, &draft.parts);
                let (known, _) = self.settled(&draft.parts, &said);
                let head = Head::Atom(Atom { predicate: instance.asked, arguments: call.inputs.clone() });
                self.push((&draft.variables, body.clone()), &known, head, Vec::new())?;
            }
            let arguments = [&call.inputs[..], &call.outputs].concat();
            body.push(Atom { predicate: instance.result, arguments });
        }
        self.push((&draft.variables, body), &draft.parts, draft.head, draft.trace)
    }

    /// Calls as loops that carry the rest of the clause along.
    fn cut(&mut self, draft: Draft) -> Result<(), Exhausted> {
        let Draft { variables, mut body, mut parts, calls, head, trace } = draft;
        let ends: Vec<TermId> = Clause {
            variables: Vec::new(),
            body: Vec::new(),
            constraint: self.system.terms.truth(true),
            head: head.clone(),
            trace: trace.clone(),
        }
        .terms();
        for (at, call) in calls.iter().enumerate() {
            let Target::Aux(aux) = call.target else { unreachable!("a loop does not call itself") };
            let said = self.said(&body, &call.inputs, &parts);
            let (known, rest) = self.settled(&parts, &said);
            let later = calls[at + 1..].iter().flat_map(|call| call.inputs.iter().chain(&call.outputs));
            // A result that the clause speaks of already is carried too, and must then be the same.
            let later = later.chain(&call.outputs).chain(&rest).chain(&ends);
            let mut carried = self.variables_of(later);
            carried.retain(|var, _| said.contains_key(var));
            let context: Vec<Sort> = carried.values().copied().collect();
            let carried: Vec<TermId> =
                carried.iter().map(|(&var, &sort)| self.system.terms.var(var, sort)).collect();
            let definition = define(&mut self.system, &self.strings, aux);
            let (start, result) = self.iterate(&definition, &context)?;
            let head = start.atom(&carried, &call.inputs);
            self.push((&variables, body), &known, Head::Atom(head), Vec::new())?;
            body = vec![Atom { predicate: result, arguments: [&carried[..], &call.outputs].concat() }];
            parts = rest;
        }
        self.push((&variables, body), &parts, head, trace)
    }

    /// The predicates of a function, whose clauses are made where they are not shared or not there yet.
    fn instance(&mut self, aux: Aux) -> Result<Instance, Exhausted> {
        if let (Sharing::Shared, Some(&known)) = (self.encoding.sharing, self.shared.get(&aux)) {
            return Ok(known);
        }
        let definition = define(&mut self.system, &self.strings, aux);
        let inputs = definition.inputs.clone();
        if self.encoding.style == Style::Iterative {
            let asked = self.predicate(definition.name, "asked", inputs.clone());
            let (start, result) = self.iterate(&definition, &inputs)?;
            let instance = Instance { asked, result };
            self.shared.insert(aux, instance);
            self.begin(&definition, (instance, &start))?;
            return Ok(instance);
        }
        let result = self.predicate(definition.name, "", [&inputs[..], &definition.outputs].concat());
        let asked = match self.encoding.style {
            Style::PreCondition => self.predicate(definition.name, "asked", inputs),
            Style::Recursive | Style::Iterative => result,
        };
        let instance = Instance { asked, result };
        self.shared.insert(aux, instance);
        for case in &definition.cases {
            self.recursive(case, instance)?;
        }
        Ok(instance)
    }

    /// The clause of a case, by recursion.
    fn recursive(&mut self, case: &Case, instance: Instance) -> Result<(), Exhausted> {
        let asked = Atom { predicate: instance.asked, arguments: case.inputs.clone() };
        let is_asked = self.encoding.style == Style::PreCondition;
        let mut body: Vec<Atom> = is_asked.then_some(asked).into_iter().collect();
        self.insides(&case.insides, &mut body)?;
        let mut calls = pending(case);
        if let Some((inputs, outputs)) = case.again.clone() {
            calls.push(Pending { target: Target::Own(instance), inputs, outputs });
        }
        let arguments = [&case.inputs[..], &case.outputs].concat();
        let head = Head::Atom(Atom { predicate: instance.result, arguments });
        let (variables, parts) = (case.variables.clone(), case.guard.clone());
        self.emit(Draft { variables, body, parts, calls, head, trace: Vec::new() })
    }

    /// That insides of strings are strings, where their ghosts do not follow from those of the whole.
    pub(super) fn insides(
        &mut self,
        insides: &[(End, Shape)],
        body: &mut Vec<Atom>,
    ) -> Result<(), Exhausted> {
        if self.strings.tracked.is_empty() {
            return Ok(());
        }
        for (end, inside) in insides {
            let predicate = self.word(*end)?;
            body.push(Atom { predicate, arguments: inside.terms() });
        }
        Ok(())
    }

    /// The predicate that holds of all strings with their ghosts.
    pub(super) fn word(&mut self, end: End) -> Result<PredicateId, Exhausted> {
        if let Some(known) = self.words[end as usize] {
            return Ok(known);
        }
        let predicate = self.predicate("word", "", self.strings.sorts(end));
        self.words[end as usize] = Some(predicate);
        let nil = self.strings.nil(&mut self.system.terms, end);
        let head = Head::Atom(Atom { predicate, arguments: nil.terms() });
        self.push((&[], Vec::new()), &[], head, Vec::new())?;
        let sort = self.strings.chars.sort();
        let mut variables = vec![Variable { name: "c".to_owned(), sort }];
        let terms = &mut self.system.terms;
        let c = terms.var(Var(0), sort);
        let inside = self.strings.fresh(terms, &mut variables, ("x", end));
        let whole = self.strings.cons(terms, end, (c, &inside));
        let valid = self.strings.chars.valid(terms, c);
        let body = vec![Atom { predicate, arguments: inside.terms() }];
        let head = Head::Atom(Atom { predicate, arguments: whole.terms() });
        self.push((&variables, body), &[valid], head, Vec::new())?;
        Ok(predicate)
    }

    /// A new predicate with a name like this.
    pub(super) fn predicate(&mut self, name: &str, what: &str, sorts: Vec<Sort>) -> PredicateId {
        loop {
            self.count += 1;
            let name = format!("{name}!{}{what}", self.count);
            if self.system.predicates.iter().all(|predicate| predicate.name != name) {
                return self.system.add_predicate(name, sorts);
            }
        }
    }

    /// Adds a clause, unless its constraint is false by its form.
    pub(super) fn push(
        &mut self,
        (variables, body): (&[Variable], Vec<Atom>),
        parts: &[TermId],
        head: Head,
        trace: Vec<Step>,
    ) -> Result<(), Exhausted> {
        self.budget.spend(1 + parts.len() as u64 + variables.len() as u64)?;
        let constraint = self.system.terms.app(Op::And, parts);
        if self.system.terms.get(constraint) == &Term::Bool(false) {
            return Ok(());
        }
        let clause = Clause { variables: variables.to_vec(), body, constraint, head, trace };
        let clause = compact(&mut self.system, &clause);
        self.system.clauses.push(clause);
        Ok(())
    }

    /// The variables of terms.
    pub(super) fn variables_of<'t>(&self, terms: impl Iterator<Item = &'t TermId>) -> BTreeMap<Var, Sort> {
        self.system.terms.variables(terms.copied())
    }

    /// The variables that a clause has bound where it makes a call: those of its atoms and of the call's inputs, and what
    /// equalities bind by them.
    fn said(&self, body: &[Atom], inputs: &[TermId], parts: &[TermId]) -> BTreeMap<Var, Sort> {
        let mut said = self.variables_of(body.iter().flat_map(|atom| &atom.arguments).chain(inputs));
        loop {
            let before = said.len();
            for &part in parts {
                let Term::App(Op::Equal, sides) = self.system.terms.get(part) else { continue };
                let [one, other] = [sides[0], sides[1]].map(|side| self.system.terms.variables([side]));
                for (known, bound) in [(&one, &other), (&other, &one)] {
                    if known.keys().all(|var| said.contains_key(var)) {
                        said.extend(bound);
                    }
                }
            }
            if said.len() == before {
                return said;
            }
        }
    }

    /// The terms with only these variables, and the others.
    fn settled(&self, parts: &[TermId], said: &BTreeMap<Var, Sort>) -> (Vec<TermId>, Vec<TermId>) {
        let is_said =
            |part: TermId| self.system.terms.variables([part]).keys().all(|var| said.contains_key(var));
        parts.iter().partition(|part| is_said(**part))
    }

    /// The terms without any of the variables, and the others.
    pub(super) fn divided(
        &self,
        parts: &[TermId],
        unknown: &BTreeMap<Var, Sort>,
    ) -> (Vec<TermId>, Vec<TermId>) {
        let unknown: BTreeSet<Var> = unknown.keys().copied().collect();
        parts
            .iter()
            .partition(|part| self.system.terms.variables([**part]).keys().all(|var| !unknown.contains(var)))
    }
}

/// The calls of a case to other functions.
pub(super) fn pending(case: &Case) -> Vec<Pending> {
    let one = |call: &super::define::Call| Pending {
        target: Target::Aux(call.aux),
        inputs: call.inputs.clone(),
        outputs: call.outputs.clone(),
    };
    case.calls.iter().map(one).collect()
}

impl Press<'_> {
    /// A shared loop begins with the inputs that are asked for, which it keeps.
    fn begin(
        &mut self,
        definition: &Definition,
        (instance, start): (Instance, &super::iterate::Start),
    ) -> Result<(), Exhausted> {
        let mut variables = Vec::new();
        let mut inputs = Vec::new();
        for &sort in &definition.inputs {
            inputs.push(self.system.terms.var(Var(variables.len() as u32), sort));
            variables.push(Variable { name: "in".to_owned(), sort });
        }
        let body = vec![Atom { predicate: instance.asked, arguments: inputs.clone() }];
        let head = Head::Atom(start.atom(&inputs, &inputs));
        self.push((&variables, body), &[], head, Vec::new())
    }
}
