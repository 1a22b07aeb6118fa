//! What an analysis knows at a label, in words for people.
//!
//! Told are the variables that the source has, of the procedure that the label is in: their languages, values,
//! equalities, and what holds between integers and lengths once everything else is projected away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use automata::{Automaton, Budget, Tuples, show};
use composite::{AbstractState, Fixpoint};
use ir::inline::{Inlined, Scope};
use ir::{Action, Condition, Instruction, Label, Procedure, Program, Quantity, Span, StrVar, Variable};

use crate::wording;

/// The steps that wording may take.
pub(crate) const WORDING: u64 = 5_000_000;

/// The most languages whose words are kept.
const MOST_KNOWN: usize = 4_096;

/// Languages that were put in words before, so that programs that have much in common are told quickly. What is told
/// does not depend on it: the same language within the same budget has the same words.
#[derive(Clone, Debug, Default)]
pub struct Wordings {
    known: Arc<Mutex<Known>>,
}

/// By the language and the steps that were left: the words, and the steps that they took.
type Known = HashMap<(Automaton, u64), (String, u64)>;

impl Wordings {
    fn of(&self, language: &Automaton, budget: &mut Budget) -> String {
        let key = (language.clone(), budget.left());
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some((text, steps)) = known {
            budget.spend(steps).expect("it took no more than what was left then");
            return text;
        }
        let text = show::readable(language, budget).to_string();
        let mut table = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if table.len() < MOST_KNOWN {
            let steps = key.1 - budget.left();
            table.insert(key, (text.clone(), steps));
        }
        text
    }
}

/// Words what an analysis knows.
#[derive(Clone, Copy)]
pub(crate) struct Describer<'a> {
    pub(crate) wordings: &'a Wordings,
    /// The program as it was before its calls were inlined: it has the names.
    pub(crate) program: &'a Program,
    pub(crate) inlined: &'a Inlined,
    pub(crate) fixpoint: &'a Fixpoint,
}

/// A label, and the variables that a reader asks for; all of the copy when there are none.
pub(crate) type Asked<'a> = (Label, Option<&'a [Variable]>);

/// What is told of one label.
struct Sentences<'a> {
    describer: Describer<'a>,
    /// The procedure that the label is in a copy of.
    names: &'a Procedure,
    scope: Scope,
    variables: Option<&'a [Variable]>,
}

impl Describer<'_> {
    /// What holds whenever a run comes to the label; `None` when no run does.
    pub(crate) fn facts(&self, (label, variables): Asked<'_>) -> Option<Vec<String>> {
        let state = self.fixpoint.states[label.index()].as_ref()?;
        let (procedure, _) = self.inlined.origins[label.index()];
        let scope = self.inlined.scopes[label.index()];
        let names = &self.program.procedures[procedure.index()];
        Some(Sentences { describer: *self, names, scope, variables }.all(state))
    }
}

impl Sentences<'_> {
    fn all(&self, state: &AbstractState) -> Vec<String> {
        let mut budget = Budget::steps(WORDING);
        let mut facts = self.languages(state, &mut budget);
        facts.extend(self.truths(state));
        facts.extend(self.equalities(state));
        facts.extend(self.relations(state, &mut budget));
        facts
    }

    /// The name of a variable of this copy that the source has and that is asked for.
    fn name(&self, variable: Variable) -> Option<&str> {
        if self.variables.is_some_and(|variables| !variables.contains(&variable)) {
            return None;
        }
        let name = self.names.name_of(self.scope.local(variable, self.names)?);
        wording::is_written(name).then_some(name)
    }

    fn languages(&self, state: &AbstractState, budget: &mut Budget) -> Vec<String> {
        let strings = (0..).map(StrVar).zip(&state.strings);
        let named = strings.filter_map(|(var, words)| Some((self.name(Variable::Str(var))?, words)));
        named
            .filter(|(_, words)| !words.is_any())
            .map(|(name, words)| format!("{name} {}", self.describer.wordings.of(words, budget)))
            .collect()
    }

    /// Booleans that have one value, and what the others stand for.
    fn truths(&self, state: &AbstractState) -> Vec<String> {
        let program = &self.describer.inlined.program;
        let booleans = (0..).map(ir::BoolVar).zip(&state.booleans);
        let constant = booleans
            .filter_map(|(var, value)| Some(format!("{} = {}", self.name(Variable::Bool(var))?, (*value)?)));
        let defined = state.definitions.iter().filter_map(|(var, literal)| {
            let name = self.name(Variable::Bool(*var))?;
            let action = Action::SetBool(*var, Condition::Literal(literal.clone()));
            let instruction = Instruction { action, span: Span::default() };
            let text = ir::sil::print_instruction(program, &program.procedures[0], &instruction);
            let (_, meaning) = text.trim_end_matches(';').split_once(" := ")?;
            Some(format!("{name} says whether {meaning}"))
        });
        constant.chain(defined).collect()
    }

    fn equalities(&self, state: &AbstractState) -> Vec<String> {
        let named = |(left, right): &(StrVar, StrVar)| {
            Some(format!("{} == {}", self.name(Variable::Str(*left))?, self.name(Variable::Str(*right))?))
        };
        let slice = |fact: &verdict::facts::SliceFact| {
            let (part, whole) = (self.name(Variable::Str(fact.part))?, self.name(Variable::Str(fact.whole))?);
            Some(match fact.to {
                Some(to) => format!("{part} == slice({whole}, {}, {to})", fact.from),
                None => format!("{part} == suffix({whole}, {})", fact.from),
            })
        };
        state.equal.iter().filter_map(named).chain(state.slices.iter().filter_map(slice)).collect()
    }

    /// What holds between the integers and lengths of this copy.
    fn relations(&self, state: &AbstractState, budget: &mut Budget) -> Vec<String> {
        let mut told = Vec::new();
        for (quantities, set) in self.describer.fixpoint.packs.all().iter().zip(&state.packs) {
            let visible: Vec<Option<String>> = quantities.iter().map(|q| self.quantity(*q)).collect();
            let hidden: Vec<usize> = (0..visible.len()).filter(|&track| visible[track].is_none()).collect();
            let names: Vec<&str> = visible.iter().flatten().map(String::as_str).collect();
            if names.is_empty() {
                continue;
            }
            let projected =
                if hidden.is_empty() { Ok(set.clone()) } else { set.project_all(&hidden, budget) };
            let facts = projected.and_then(|set: Tuples| set.facts(budget)).unwrap_or_default();
            told.extend(facts.iter().map(|fact| fact.named(&names).to_string()));
        }
        told
    }

    fn quantity(&self, quantity: Quantity) -> Option<String> {
        match quantity {
            Quantity::Var(var) => self.name(Variable::Int(var)).map(str::to_owned),
            Quantity::Length(var) => self.name(Variable::Str(var)).map(|name| format!("len({name})")),
        }
    }
}
