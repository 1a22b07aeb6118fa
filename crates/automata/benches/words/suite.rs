//! The instances of the suite and how we answer them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use automata::{Alphabet, Budget, Exhausted, Nfa, StateId, Symbol};

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
pub(crate) fn measure(instance: &Instance) -> Measured {
    let nfas: Vec<Nfa> = instance.files.iter().map(|file| read(file)).collect();
    let (outcome, time) = least_time(|| run(instance.operation, &nfas, &mut Budget::steps(LIMIT)));
    Measured { outcome, time }
}

fn run(operation: Operation, nfas: &[Nfa], budget: &mut Budget) -> Result<Outcome, Exhausted> {
    let answer = |answer: &str| Ok(Outcome { answer: answer.to_owned(), states: 0 });
    let truth = |value: bool| answer(if value { "true" } else { "false" });
    let emptiness = |word: Option<Vec<Symbol>>| answer(if word.is_none() { "empty" } else { "nonempty" });
    match operation {
        Operation::Inclusion => truth(nfas[0].included_in(&nfas[1], budget)?),
        Operation::Disjointness => emptiness(Nfa::common_word(&nfas.iter().collect::<Vec<_>>(), budget)?),
        Operation::Difference => emptiness(nfas[0].word_outside(&nfas[1], budget)?),
        Operation::Filter => {
            let (last, others) = nfas.split_last().expect("an instance has automata");
            for other in others {
                if !last.included_in(other, budget)? {
                    return truth(false);
                }
            }
            truth(true)
        }
        Operation::Minimal => {
            let states = nfas[0].determinize(budget)?.state_count();
            Ok(Outcome { answer: "-".to_owned(), states })
        }
        Operation::Complement => {
            let automaton = nfas[0].determinize(budget)?.complement(budget)?;
            Ok(Outcome { answer: "-".to_owned(), states: automaton.state_count() })
        }
    }
}
