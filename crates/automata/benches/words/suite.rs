//! The instances of the suite and how we answer them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use automata::{Alphabet, Automaton, Budget, Exhausted, Nfa, StateId, Symbol};

/// Steps that one instance may take.
const LIMIT: u64 = 400_000_000;

/// A question about the automata in some files.
pub(crate) struct Instance {
    pub(crate) id: String,
    pub(crate) operation: Operation,
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Operation {
    /// Is the first language included in the second?
    Inclusion,
    /// Have the languages no word in common?
    Disjointness,
    /// The minimal automaton of the complement.
    Complement,
    /// The minimal automaton.
    Minimal,
    /// Is the difference of two languages empty?
    Difference,
    /// Is the last language included in all the others?
    Filter,
}

impl Operation {
    pub(crate) const ALL: [Operation; 6] = [
        Operation::Inclusion,
        Operation::Disjointness,
        Operation::Complement,
        Operation::Minimal,
        Operation::Difference,
        Operation::Filter,
    ];

    /// Its name in the suite.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Operation::Inclusion => "incl",
            Operation::Disjointness => "inter_empty",
            Operation::Complement => "compl",
            Operation::Minimal => "detmin",
            Operation::Difference => "diff",
            Operation::Filter => "email",
        }
    }
}

/// What an operation found: an answer, or the number of states of the complete or partial minimal automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) answer: String,
    pub(crate) states: usize,
    /// The word that proves the answer, when it is one that a word can prove.
    pub(crate) witness: Option<Vec<Symbol>>,
}

/// Our outcome and the least time of several runs.
pub(crate) struct Measured {
    pub(crate) outcome: Result<Outcome, Exhausted>,
    pub(crate) time: Duration,
}

/// The instances of the work list in `folder`.
pub(crate) fn instances(folder: &Path) -> Vec<Instance> {
    let list = fs::read_to_string(folder.join("worklist.tsv")).expect("the suite has a work list");
    let parse = |line: &str| {
        let mut fields = line.split('\t');
        let (id, name, files) = (fields.next()?, fields.next()?, fields.next()?);
        let operation = Operation::ALL.into_iter().find(|operation| operation.name() == name)?;
        let files = files.split(',').map(|file| folder.join(file)).collect();
        Some(Instance { id: id.to_owned(), operation, files })
    };
    list.lines().map(|line| parse(line).expect("a line is: id, operation, files")).collect()
}

/// Reads an automaton: `nfa STATES TRANSITIONS`, `i STATE…`, `f STATE…`, then `SOURCE LO HI TARGET`.
pub(crate) fn read(path: &Path) -> Nfa {
    let text = fs::read_to_string(path).expect("the files of the work list exist");
    let mut nfa = Nfa::new(Alphabet::UTF16);
    let mut states: Vec<StateId> = Vec::new();
    for line in text.lines() {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let numbers: Vec<u32> =
            rest.split_whitespace().map(|field| field.parse().expect("a number")).collect();
        match first {
            "nfa" => states = (0..numbers[0]).map(|_| nfa.add_state()).collect(),
            "i" => numbers.iter().for_each(|&state| nfa.add_start(states[state as usize])),
            "f" => numbers.iter().for_each(|&state| nfa.set_accepting(states[state as usize])),
            source => {
                let source: usize = source.parse().expect("a number");
                nfa.add_transition(states[source], numbers[0], numbers[1], states[numbers[2] as usize]);
            }
        }
    }
    nfa
}

/// Runs `work` up to twenty times, for half a second at most, and returns the least time.
pub(crate) fn least_time<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let (mut best, mut total) = (Duration::MAX, Duration::ZERO);
    let mut runs = 0;
    loop {
        let begin = Instant::now();
        let result = work();
        let time = begin.elapsed();
        best = best.min(time);
        total += time;
        runs += 1;
        if runs == 20 || total > Duration::from_millis(500) {
            return (result, best);
        }
    }
}

/// Answers an instance. Reading the files is not timed; everything else is.
///
/// # Panics
/// When a witness does not prove the answer.
pub(crate) fn measure(instance: &Instance) -> Measured {
    let nfas: Vec<Nfa> = instance.files.iter().map(|file| read(file)).collect();
    let (outcome, time) = least_time(|| run(instance.operation, &nfas, &mut Budget::steps(LIMIT)));
    if let Ok(Outcome { witness: Some(word), .. }) = &outcome {
        assert!(is_proof(instance.operation, &nfas, word), "{}: a false witness", instance.id);
    }
    Measured { outcome, time }
}

fn run(operation: Operation, nfas: &[Nfa], budget: &mut Budget) -> Result<Outcome, Exhausted> {
    let found = |witness: Option<Vec<Symbol>>, [with, without]: [&str; 2]| {
        let answer = if witness.is_some() { with } else { without };
        Outcome { answer: answer.to_owned(), states: 0, witness }
    };
    let sized = |automaton: Automaton| Outcome {
        answer: "-".to_owned(),
        states: automaton.state_count(),
        witness: None,
    };
    let all: Vec<&Nfa> = nfas.iter().collect();
    Ok(match operation {
        Operation::Inclusion => found(nfas[0].word_outside(&nfas[1], budget)?, ["false", "true"]),
        Operation::Disjointness => found(Nfa::common_word(&all, budget)?, ["nonempty", "empty"]),
        Operation::Difference => found(nfas[0].word_outside(&nfas[1], budget)?, ["nonempty", "empty"]),
        Operation::Filter => {
            let (last, others) = all.split_last().expect("an instance has automata");
            let answer = last.included_in_all(others, budget)?.to_string();
            Outcome { answer, states: 0, witness: None }
        }
        Operation::Minimal => sized(nfas[0].determinize(budget)?),
        Operation::Complement => sized(nfas[0].complement(budget)?),
    })
}

/// Whether `word` shows that a language is not included, or that languages have a common word.
fn is_proof(operation: Operation, nfas: &[Nfa], word: &[Symbol]) -> bool {
    match operation {
        Operation::Inclusion | Operation::Difference => nfas[0].contains(word) && !nfas[1].contains(word),
        Operation::Disjointness => nfas.iter().all(|nfa| nfa.contains(word)),
        Operation::Filter | Operation::Minimal | Operation::Complement => false,
    }
}
