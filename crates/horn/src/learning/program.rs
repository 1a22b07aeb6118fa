//! Programs: an assertion as clauses over the loop heads, and what learning claims of it.
//!
//! All labels but the loop heads are resolved away, so the unknowns are the invariants of loops and nothing else. What
//! another analysis knows of strings at these labels may be assumed there; it must hold by itself. A derivation becomes
//! the inputs of a run, which the program repeats or not; an invariant becomes cases of variables at the loop heads.

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted};
use ir::cfg::Flow;
use ir::inline::Inlined;
use ir::{AssertId, Label, Program, StrVar, Variable};
use verdict::counterexample::Counterexample;

use super::cases::{Detail, Set, Use, cases};
use super::cuts::{Between, Joint};
use super::refine::{Effort, Outcome, Second, Settings, nobody, refine};
use super::teacher::Teacher;
use super::tuple::{Kept, Layout};
use super::unfold::Unfolded;
use crate::build::{Built, Place};
use crate::op::{Op, PredicateId};
use crate::regex::Regex;
use crate::runs::{inputs, violation};
use crate::smt::LAST;
use crate::solve::Application;
use crate::system::{HornSystem, Language};
use crate::transform::{inline_but, slice};

/// The most clauses over loop heads.
const MOST_CLAUSES: usize = 200;
/// Larger languages of others are not assumed.
const LARGEST_LEMMA: usize = 24;
/// The steps that are spent on the lengths of one.
const LENGTHS: u64 = 100_000;

/// What is known of strings at labels: languages that hold by themselves.
pub type Lemmas = BTreeMap<(Label, StrVar), Automaton>;

/// What is claimed of an assertion.
#[derive(Clone, Debug)]
pub enum Claim {
    /// This run violates it.
    Violated(Counterexample),
    /// It holds when these cases are all there are at the loop heads.
    Holds(Box<Invariant>),
    /// Nothing, for this reason.
    Unknown(String),
}

/// Learned languages of the words of predicates.
#[derive(Clone, Debug)]
pub struct Invariant {
    system: HornSystem,
    layout: Layout,
    /// For each predicate its label and the variables of its arguments.
    learned: Vec<(Label, Vec<Variable>)>,
    languages: Vec<Automaton>,
    uses: Vec<Use>,
}

/// The cases of labels: sets of values of variables.
pub type LabelCases = BTreeMap<Label, Vec<Vec<(Variable, Set)>>>;

impl Invariant {
    /// Exact: the cases of each loop head; `None` when there are too many.
    ///
    /// # Errors
    /// [`Exhausted`] when a language outgrows the budget.
    pub fn cases(&self, detail: Detail, budget: &mut Budget) -> Result<Option<LabelCases>, Exhausted> {
        let mut all = LabelCases::new();
        for (at, (label, variables)) in (0..).zip(&self.learned) {
            let parts = (&self.system, &self.layout);
            let how = (detail, self.uses.as_slice());
            let Some(cases) = cases(parts, PredicateId(at), &self.languages, how, budget)? else {
                return Ok(None);
            };
            let named = |case: Vec<(usize, Set)>| {
                case.into_iter().map(|(argument, set)| (variables[argument], set)).collect()
            };
            all.insert(*label, cases.into_iter().map(named).collect());
        }
        Ok(Some(all))
    }

    /// For each loop head the variables that stand in words and the language of these, its separators being the character
    /// after those of strings.
    pub fn languages(&self) -> impl Iterator<Item = (Label, Vec<Variable>, &Automaton)> {
        (0..).zip(self.learned.iter().zip(&self.languages)).map(|(at, ((label, variables), language))| {
            let kept = self.layout.kept(PredicateId(at)).iter();
            (*label, kept.map(|(argument, _)| variables[*argument]).collect(), language)
        })
    }
}

/// What learning is given.
pub struct Task<'a> {
    /// The program.
    pub program: &'a Program,
    /// The same with its calls inlined.
    pub inlined: &'a Inlined,
    /// The clauses of the latter.
    pub built: &'a Built,
    /// What may be assumed.
    pub lemmas: &'a Lemmas,
    /// How far to search.
    pub settings: Settings,
}

/// Claims what learning finds out of an assertion, and logs what was tried.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn claim(
    task: &Task<'_>,
    assertion: AssertId,
    second: &mut Second<'_>,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<Claim, Exhausted> {
    let Some((system, places)) = over_loops(task, assertion, budget)? else {
        return Ok(Claim::Unknown("there are too many ways through a loop".to_owned()));
    };
    // Without loops there is nothing to learn, so nobody else is bothered.
    let mut alone = nobody;
    let second: &mut Second<'_> = if system.predicates.is_empty() { &mut alone } else { second };
    let mut reason = String::new();
    let mut before: Option<Layout> = None;
    for (kept, what) in LEVELS {
        let layout = Layout::new(&system, task.program.alphabet, kept)
            .with_last(|predicate, argument| has_few_values(task, &places[predicate.0 as usize], argument));
        if before.as_ref() == Some(&layout) {
            continue;
        }
        before = Some(layout.clone());
        let teacher = Teacher::new(&system, layout, budget)?;
        let (outcome, effort) = refine(&teacher, task.settings, second, budget)?;
        let claimed = take(task, (&teacher, &places), assertion, outcome, (second, budget))?;
        log.push(format!("{what}: {}, {}", told(&claimed), spent(effort)));
        match claimed {
            Claim::Unknown(why) => reason = why,
            Claim::Violated(_) | Claim::Holds(_) => return Ok(claimed),
        }
    }
    Ok(Claim::Unknown(reason))
}

/// What stands in words, in turn: the less there is, the fewer samples are needed.
const LEVELS: [(Kept, &str); 4] = [
    (Kept::Related, "related strings"),
    (Kept::Counted, "related strings and integers"),
    (Kept::Strings, "strings and booleans"),
    (Kept::Integers, "strings, booleans and integers"),
];

/// Whether what is known of an argument leaves it finitely many values.
fn has_few_values(task: &Task<'_>, place: &Place, argument: usize) -> bool {
    let Variable::Str(var) = place.variables[argument] else { return false };
    let is_finite = |language: &Automaton| {
        language.lengths(&mut Budget::steps(LENGTHS)).is_ok_and(|lengths| lengths.is_finite())
    };
    task.lemmas.get(&(place.label, var)).is_some_and(is_finite)
}

fn take(
    task: &Task<'_>,
    (teacher, places): (&Teacher, &[Place]),
    assertion: AssertId,
    outcome: Outcome,
    (second, budget): (&mut Second<'_>, &mut Budget),
) -> Result<Claim, Exhausted> {
    Ok(match outcome {
        Outcome::Invariant(languages) => {
            let learned = places.iter().map(|place| (place.label, place.variables.clone()));
            Claim::Holds(Box::new(Invariant {
                system: teacher.system().clone(),
                layout: teacher.layout().clone(),
                learned: learned.collect(),
                languages,
                uses: teacher.uses(),
            }))
        }
        Outcome::Derivation(steps) => {
            let unfolded = Unfolded::new(teacher, &steps);
            match unfolded.joint(teacher, second, budget)? {
                Joint::Values(derived) => run(task, assertion, (&derived.0, derived.1)),
                Joint::Open => {
                    Claim::Unknown("nobody could say whether the derivation found is a run".to_owned())
                }
                Joint::Never => {
                    let found = unfolded.interpolants(teacher, task.settings, second, budget)?;
                    Claim::Unknown(format!("the derivation found is no run: {}", blamed(&found)))
                }
            }
        }
        Outcome::Open(why) => Claim::Unknown(why),
    })
}

/// The values of a derivation as a run of the program.
fn run(task: &Task<'_>, assertion: AssertId, (query, step): (&HornSystem, Application)) -> Claim {
    match inputs(query, &[step]) {
        Some(inputs) => match violation(task.program, assertion, inputs) {
            Ok(run) => Claim::Violated(run),
            Err(why) => Claim::Unknown(why.to_string()),
        },
        None => Claim::Unknown("a value of the derivation is too large".to_owned()),
    }
}

/// What keeps a derivation from being a run, step by step.
fn blamed(found: &[(PredicateId, Between)]) -> String {
    let at_step = |(_, between): &(PredicateId, Between)| match between {
        Between::Language { language, .. } => {
            format!("an interpolant of {} states", language.state_count())
        }
        Between::NotByStrings => "strings are not to blame".to_owned(),
        Between::Together(_) => "no conflict".to_owned(),
        Between::Open(why) => why.clone(),
    };
    let mut steps: Vec<String> = Vec::new();
    for (at, step) in found.iter().enumerate() {
        steps.push(format!("after step {} {}", at + 1, at_step(step)));
    }
    if steps.is_empty() { "it is too long for interpolants".to_owned() } else { steps.join(", ") }
}

fn told(claim: &Claim) -> String {
    match claim {
        Claim::Violated(_) => "a derivation that is a run".to_owned(),
        Claim::Holds(invariant) => {
            let states: Vec<String> =
                invariant.languages.iter().map(|language| language.state_count().to_string()).collect();
            format!("an invariant of {} states", states.join(" + "))
        }
        Claim::Unknown(why) => why.clone(),
    }
}

fn spent(effort: Effort) -> String {
    let Effort { rounds, samples, asked } = effort;
    let others = if asked == 0 { String::new() } else { format!(", {asked} questions to others") };
    format!("{samples} samples in {rounds} rounds{others}")
}

/// The clauses of an assertion over the loop heads, and what their predicates stand for.
fn over_loops(
    task: &Task<'_>,
    assertion: AssertId,
    budget: &mut Budget,
) -> Result<Option<(HornSystem, Vec<Place>)>, Exhausted> {
    let procedure = &task.inlined.program.procedures[task.inlined.program.entry.index()];
    let flow = Flow::of(procedure);
    let heads: Vec<PredicateId> = procedure
        .labels()
        .filter(|label| flow.is_loop_head(*label))
        .map(|label| PredicateId(label.0))
        .collect();
    let mut system = task.built.system.asking(assertion);
    assume(task, &mut system, &heads, budget)?;
    let Some((inlined, kept)) = inline_but(&system, &heads, MOST_CLAUSES, budget)? else { return Ok(None) };
    let (sliced, arguments) = slice(&inlined);
    let mut places = Vec::new();
    for (predicate, own) in &arguments.predicates {
        let (label, all) = &kept.predicates[predicate.0 as usize];
        let place = &task.built.places[label.0 as usize];
        let variables = own.iter().map(|&argument| place.variables[all[argument as usize] as usize]);
        places.push(Place { label: place.label, variables: variables.collect() });
    }
    Ok(Some((sliced, places)))
}

/// Adds what is known at the loop heads to the clauses that use them.
fn assume(
    task: &Task<'_>,
    system: &mut HornSystem,
    heads: &[PredicateId],
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let mut clauses = system.clauses.clone();
    for clause in &mut clauses {
        let mut parts = vec![clause.constraint];
        for atom in clause.body.iter().filter(|atom| heads.contains(&atom.predicate)) {
            let place = &task.built.places[atom.predicate.0 as usize];
            for (variable, &argument) in place.variables.iter().zip(&atom.arguments) {
                let Variable::Str(var) = variable else { continue };
                let known = task.lemmas.get(&(place.label, *var));
                let small =
                    |language: &&Automaton| language.state_count() <= LARGEST_LEMMA && !language.is_any();
                let Some(language) = known.filter(small) else { continue };
                let regex = Regex::of(language, LAST, budget)?;
                let automaton = regex.language(system.alphabet, budget)?;
                let id = system.add_language(Language { automaton, regex });
                parts.push(system.terms.app(Op::In(id), &[argument]));
            }
        }
        clause.constraint = system.terms.app(Op::And, &parts);
    }
    system.clauses = clauses;
    Ok(())
}
