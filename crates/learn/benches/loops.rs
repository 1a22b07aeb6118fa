//! Refinement loops measured: how many samples and how much time to an interpolant of two languages.
//!
//! `cargo bench -p learn --bench loops`. The teacher compares a candidate with both languages by automata and
//! answers with the shortest word that is on the wrong side. Times are wall times, the teacher's included, least of five.

use std::time::{Duration, Instant};

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Automaton, Budget, SymbolSet};
use learn::{Atom, Classes, Learner, Limits, Proposal, Sample, Unknown};

/// Two languages without a common word, and the groups of characters that they speak of.
struct Problem {
    inside: &'static str,
    outside: &'static str,
    groups: &'static str,
}

const fn problem(inside: &'static str, outside: &'static str, groups: &'static str) -> Problem {
    Problem { inside, outside, groups }
}

/// `|` is the separator, written `\|`.
const PROBLEMS: [Problem; 8] = [
    problem("(ab)*", ".*aa.*", "ab"),
    problem("[a-z]*", ".*[<>].*", "<>"),
    problem(r"(ab)*\|(cd)*", r".*(aa|b\|d|cc).*", "abcd|"),
    problem(r"(ab)*\|(ba)*", r"[ab]*aa[ab]*\|[ab]*|[ab]*\|[ab]*bb[ab]*|[ab]*\|a", "ab|"),
    problem("(aaa)*a", "(aaa)*", "a"),
    problem(".*abababa.*", "!.*abababa.*", "ab"),
    problem(".*abcabca.*", "!.*abcabca.*", "abc"),
    problem(".*aaaaaaa.*", "!.*aaaaaaa.*", "a"),
];

fn main() {
    println!("states samples   seconds  inside and outside");
    for problem in &PROBLEMS {
        let runs: Vec<(usize, usize, Duration)> = (0..5).map(|_| learn(problem)).collect();
        let &(states, samples, time) = runs.iter().min_by_key(|run| run.2).expect("there are five runs");
        println!(
            "{states:6} {samples:7} {:9.4}  {}   {}",
            time.as_secs_f64(),
            problem.inside,
            problem.outside
        );
    }
}

fn learn(problem: &Problem) -> (usize, usize, Duration) {
    let (inside, outside) = (language(problem.inside), language(problem.outside));
    let start = Instant::now();
    let mut learner = Learner::new(1, classes(problem), Limits::states(20));
    let mut budget = Budget::steps(u64::MAX);
    loop {
        let proposal = learner.propose(&mut budget).expect("no one spends so many steps");
        let Proposal::Candidates(found) = proposal else { panic!("they have no common word: {proposal:?}") };
        let atom = |word| Atom::new(Unknown(0), word);
        let wrong = found[0].common_word(&outside, &mut budget).expect("no one spends so many steps");
        let missing = inside.word_outside(&found[0], &mut budget).expect("no one spends so many steps");
        match (wrong, missing) {
            (Some(word), _) => learner.add(Sample::negative(atom(word))),
            (None, Some(word)) => learner.add(Sample::positive(atom(word))),
            (None, None) => return (found[0].state_count(), learner.samples().len(), start.elapsed()),
        };
    }
}

/// Each character of the groups alone, and all others together.
fn classes(problem: &Problem) -> Classes {
    let all = SymbolSet::range(0, 0xFF);
    let singles: Vec<SymbolSet> = problem.groups.bytes().map(|byte| SymbolSet::single(byte.into())).collect();
    let groups: Vec<SymbolSet> = singles.into_iter().chain([all]).collect();
    Classes::new(Alphabet::BYTE, &groups)
}

/// The language of an expression, or with `!` in front, the others.
fn language(text: &str) -> Automaton {
    let mut budget = Budget::steps(10_000_000);
    let (complement, text) = text.strip_prefix('!').map_or((false, text), |rest| (true, rest));
    let regex = Regex::parse(text, Dialect::Own, Flags::NONE).expect("the expressions above are well formed");
    let matches = regex.full_match(Alphabet::BYTE, &mut budget).expect("they are small");
    if complement { matches.complement(&mut budget).expect("they are small") } else { matches }
}
