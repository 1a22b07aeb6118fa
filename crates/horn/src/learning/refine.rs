//! The loop: propose, judge, learn from what fails.
//!
//! Each round the learner proposes the smallest languages that agree with the samples, and the teacher judges every
//! clause. A clause that fails is a sample: a fact is a word that must be in, a query words that must not all be in, any
//! other clause an implication. When nothing fails the languages are inductive. When the samples contradict each other
//! they are steps of a derivation, with values for all variables.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Automaton, Budget, Exhausted, Nfa, Symbol, SymbolSet};
use learn::{Atom, Classes, Derivation, Learner, Limits, Proposal, Sample};

use super::teacher::{Judgement, Teacher};
use super::tuple::Layout;
use crate::op::Op;
use crate::solve::Application;
use crate::system::{Clause, HornSystem};
use crate::terms::Term;

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The most states of a language.
    pub states: usize,
    /// The most rounds.
    pub rounds: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { states: 12, rounds: 400 }
    }
}

/// What learning came to.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// These languages of words, one a predicate, satisfy all clauses.
    Invariant(Vec<Automaton>),
    /// These applications of clauses, premises first, derive a violation when the arguments that do not stand in words are
    /// left out of the atoms.
    Derivation(Vec<Step>),
    /// Neither, for this reason.
    Open(String),
}

/// A step of a derivation.
#[derive(Clone, Debug)]
pub struct Step {
    /// The clause, and values for its variables.
    pub application: Application,
    /// For each atom of the clause's body, in order, the earlier step that concludes it.
    pub premises: Vec<usize>,
}

/// What learning took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How often languages were proposed.
    pub rounds: usize,
    /// How many samples were learned from.
    pub samples: usize,
    /// How often somebody else was asked about a clause.
    pub asked: usize,
}

/// Who judges a clause that the teacher leaves open: the clause, and the candidate.
pub type Second<'a> = dyn FnMut(&Teacher, usize, &[Automaton]) -> Judgement + 'a;

/// Learns languages that satisfy all clauses of the teacher's system.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn refine(
    teacher: &Teacher,
    settings: Settings,
    second: &mut Second<'_>,
    budget: &mut Budget,
) -> Result<(Outcome, Effort), Exhausted> {
    let classes = classes(teacher.system(), teacher.layout());
    let mut learner =
        Learner::new(teacher.system().predicates.len(), classes, Limits::states(settings.states));
    let mut told: Vec<Application> = Vec::new();
    let mut derived = Derived { words: vec![BTreeSet::new(); teacher.system().predicates.len()] };
    let mut effort = Effort::default();
    while effort.rounds < settings.rounds {
        effort.rounds += 1;
        let candidate = match learner.propose(budget)? {
            Proposal::Candidates(candidate) => candidate,
            Proposal::Contradiction(why) => return Ok((Outcome::Derivation(steps(&why, &told)), effort)),
            Proposal::NoneUpTo(states) => {
                return Ok((Outcome::Open(format!("no languages of up to {states} states agree")), effort));
            }
        };
        let mut judgements = judged(teacher, &candidate, &derived, budget)?;
        if !judgements.iter().any(|judgement| matches!(judgement, Judgement::Fails(_))) {
            effort.asked += opened(&mut judgements, |clause| second(teacher, clause, &candidate));
        }
        if judgements.iter().all(|judgement| *judgement == Judgement::Holds) {
            return Ok((Outcome::Invariant(candidate), effort));
        }
        let before = told.len();
        let mut open = None;
        for (clause, judgement) in judgements.into_iter().enumerate() {
            match judgement {
                Judgement::Fails(values) => {
                    let Some(sample) = teacher.sample(clause, &values) else { continue };
                    derived.add(&sample);
                    learner.add(sample);
                    told.push(Application { clause, values });
                }
                Judgement::Open => open = open.or(Some(clause + 1)),
                Judgement::Holds => {}
            }
        }
        effort.samples = told.len();
        if told.len() == before {
            let which = open.map_or_else(|| "a clause".to_owned(), |clause| format!("clause {clause}"));
            return Ok((Outcome::Open(format!("nobody could judge {which}")), effort));
        }
    }
    Ok((Outcome::Open(format!("{} rounds did not suffice", settings.rounds)), effort))
}

/// What the teacher says of a candidate, the samples that teach most first: others are left open while there are such.
///
/// What follows from what is known to hold comes first: such a sample is a step of a run. Where no clause leads from a
/// predicate to another, a word that must not be in comes before one that must, which costs fewer samples
/// (`docs/benchmarks.md`).
fn judged(
    teacher: &Teacher,
    candidate: &[Automaton],
    derived: &Derived,
    budget: &mut Budget,
) -> Result<Vec<Judgement>, Exhausted> {
    let fails = |judgement: &Judgement| matches!(judgement, Judgement::Fails(_));
    let clauses = &teacher.system().clauses;
    if clauses.iter().any(|clause| !clause.body.is_empty() && clause.head.atom().is_some()) {
        let judgements =
            teacher.judge_from(&derived.languages(teacher.layout(), budget)?, candidate, budget)?;
        if judgements.iter().any(fails) {
            return Ok(judgements);
        }
        return teacher.judge(candidate, budget);
    }
    let mut judgements = teacher.judge(candidate, budget)?;
    let is_query = |clause: &Clause| clause.head.atom().is_none();
    if clauses.iter().zip(&judgements).any(|(clause, judgement)| is_query(clause) && fails(judgement)) {
        for (_, judgement) in clauses.iter().zip(&mut judgements).filter(|(clause, _)| !is_query(clause)) {
            *judgement = Judgement::Open;
        }
    }
    Ok(judgements)
}

/// Asks about clauses that are open until one fails; how often that was.
fn opened(judgements: &mut [Judgement], mut ask: impl FnMut(usize) -> Judgement) -> usize {
    let mut asked = 0;
    for (clause, judgement) in judgements.iter_mut().enumerate() {
        if *judgement == Judgement::Open {
            asked += 1;
            *judgement = ask(clause);
            if matches!(judgement, Judgement::Fails(_)) {
                break;
            }
        }
    }
    asked
}

/// The words that samples show to be in each language.
struct Derived {
    words: Vec<BTreeSet<Vec<Symbol>>>,
}

impl Derived {
    /// Adds the head of a sample whose body is known.
    fn add(&mut self, sample: &Sample) {
        let known = |atom: &Atom| self.words[atom.unknown.0 as usize].contains(&atom.word);
        if let Some(head) = &sample.head
            && sample.body.iter().all(known)
        {
            self.words[head.unknown.0 as usize].insert(head.word.clone());
        }
    }

    fn languages(&self, layout: &Layout, budget: &mut Budget) -> Result<Vec<Automaton>, Exhausted> {
        let mut all = Vec::new();
        for words in &self.words {
            let mut nfa = Nfa::new(layout.alphabet());
            for word in words {
                let mut state = nfa.add_state();
                nfa.add_start(state);
                for &symbol in word {
                    let next = nfa.add_state();
                    nfa.add_transition(state, symbol, symbol, next);
                    state = next;
                }
                nfa.set_accepting(state);
            }
            all.push(nfa.determinize(budget)?);
        }
        Ok(all)
    }
}

/// The applications that samples came from, premises first.
fn steps(derivation: &Derivation, told: &[Application]) -> Vec<Step> {
    let step = |step: &learn::Step| Step {
        application: told[step.sample.0 as usize].clone(),
        premises: step.premises.clone(),
    };
    derivation.steps().iter().map(step).collect()
}

/// The characters that the clauses tell apart, in groups: the rest is one group.
fn classes(system: &HornSystem, layout: &Layout) -> Classes {
    let strings = layout.strings();
    let mut groups: Vec<SymbolSet> = Vec::new();
    let mut note = |group: SymbolSet| {
        let group = group.intersection(&strings.all());
        if !group.is_empty() && !groups.contains(&group) {
            groups.push(group);
        }
    };
    let roots = system.clauses.iter().flat_map(Clause::terms);
    for part in system.terms.parts_of(roots) {
        match system.terms.get(part) {
            Term::Word(word) => word.iter().for_each(|&symbol| note(SymbolSet::single(symbol))),
            Term::App(Op::In(language), _) => {
                let automaton = &system.language(*language).automaton;
                for state in automaton.states() {
                    let mut targets: BTreeMap<_, Vec<(u32, u32)>> = BTreeMap::new();
                    for edge in automaton.edges(state) {
                        targets.entry(edge.target.index()).or_default().push((edge.lo, edge.hi));
                    }
                    targets.into_values().for_each(|ranges| note(SymbolSet::from_ranges(ranges)));
                }
            }
            Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => {}
        }
    }
    note(strings.all());
    // Single characters first: tests are about them, and states are numbered along the first classes.
    groups.sort_by_key(SymbolSet::count);
    Classes::new(layout.alphabet(), &groups)
}

/// Nobody else is asked.
pub fn nobody(_: &Teacher, _: usize, _: &[Automaton]) -> Judgement {
    Judgement::Open
}
