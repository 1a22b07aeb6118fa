//! The teacher against brute force, and learning on known systems and on random ones.
//!
//! Random clauses over two strings, an integer and a boolean, and random candidates: what the teacher says is compared
//! with all short values. What is learned is judged once more, and what is derived is evaluated.

use std::collections::BTreeMap;

use automata::{Alphabet, Automaton, Budget, Nfa};
use horn::learning::{Judgement, Kept, Layout, Outcome, Settings, Teacher, nobody, refine};
use horn::op::Op;
use horn::regex::Regex;
use horn::smt::parse;
use horn::sort::Sort;
use horn::system::{Atom, Clause, Head, HornSystem, Language, Variable};
use horn::terms::{TermId, Var};
use horn::value::{Value, evaluate};

/// Two letters: small enough to try everything.
const LETTERS: Alphabet = Alphabet::up_to(1);

struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn plenty() -> Budget {
    Budget::steps(1_000_000_000)
}

/// A random automaton over an alphabet.
fn automaton(alphabet: Alphabet, dice: &mut Dice) -> Automaton {
    let mut nfa = Nfa::new(alphabet);
    let count = 1 + dice.below(3);
    let states: Vec<_> = (0..count).map(|_| nfa.add_state()).collect();
    nfa.add_start(states[0]);
    for &state in &states {
        for symbol in 0..=alphabet.last() {
            if dice.below(4) > 0 {
                nfa.add_transition(state, symbol, symbol, states[dice.below(count) as usize]);
            }
        }
        if dice.below(2) == 0 {
            nfa.set_accepting(state);
        }
    }
    nfa.determinize(&mut plenty()).expect("it is small")
}

/// The making of a random clause over the predicate `P(Str, Int, Str, Bool)`.
struct Making<'a> {
    system: HornSystem,
    dice: &'a mut Dice,
}

impl Making<'_> {
    fn var(&mut self, at: u32) -> TermId {
        let sort = [Sort::Str, Sort::Str, Sort::Int, Sort::Bool][at as usize];
        self.system.terms.var(Var(at), sort)
    }

    fn string(&mut self) -> TermId {
        let at = self.dice.below(2) as u32;
        let var = self.var(at);
        let word = [0, 1][..self.dice.below(3) as usize].to_vec();
        let word = self.system.terms.word(&word);
        let other = self.var(1 - at);
        let one = self.system.terms.int(1);
        let minus = self.system.terms.int(-1);
        let length = self.system.terms.app(Op::Length, &[var]);
        let shorter = self.system.terms.app(Op::Add, &[length, minus]);
        let zero = self.system.terms.int(0);
        let terms = &mut self.system.terms;
        match self.dice.below(9) {
            0 => terms.app(Op::Concat, &[var, word]),
            1 => terms.app(Op::Concat, &[word, var]),
            2 => terms.app(Op::Concat, &[var, other]),
            3 => terms.app(Op::Concat, &[var, word, var]),
            4 => terms.app(Op::Substring, &[var, one, shorter]),
            5 => terms.app(Op::At, &[var, zero]),
            6 => {
                let longer = terms.app(Op::Concat, &[var, word, other]);
                terms.app(Op::Reverse, &[longer])
            }
            7 => word,
            _ => var,
        }
    }

    fn integer(&mut self) -> TermId {
        let at = self.dice.below(2) as u32;
        let (string, number) = (self.var(at), self.var(2));
        let constant = self.system.terms.int(i128::from(self.dice.below(5)) - 2);
        let terms = &mut self.system.terms;
        match self.dice.below(4) {
            0 => terms.app(Op::Length, &[string]),
            1 => terms.app(Op::Add, &[number, constant]),
            2 => {
                let two = terms.int(2);
                terms.app(Op::Mod, &[number, two])
            }
            _ => number,
        }
    }

    fn test(&mut self) -> TermId {
        match self.dice.below(6) {
            0 => {
                let language = automaton(LETTERS, self.dice);
                let regex = Regex::of(&language, LETTERS.last(), &mut plenty()).expect("it is small");
                let id = self.system.add_language(Language { automaton: language, regex });
                let string = self.string();
                self.system.terms.app(Op::In(id), &[string])
            }
            1 => {
                let (left, right) = (self.integer(), self.integer());
                self.system.terms.app(Op::AtMost, &[left, right])
            }
            2 => {
                let (left, right) = (self.integer(), self.integer());
                self.system.terms.app(Op::Equal, &[left, right])
            }
            3 => {
                let (left, right) = (self.var(0), self.string());
                self.system.terms.app(Op::Equal, &[left, right])
            }
            4 => {
                let (left, right) = (self.string(), self.string());
                self.system.terms.app(Op::PrefixOf, &[left, right])
            }
            _ => self.var(3),
        }
    }

    fn formula(&mut self) -> TermId {
        let parts: Vec<TermId> = (0..=self.dice.below(2)).map(|_| self.test()).collect();
        let op = if self.dice.below(3) == 0 { Op::Or } else { Op::And };
        let whole = self.system.terms.app(op, &parts);
        if self.dice.below(4) == 0 { self.system.terms.app(Op::Not, &[whole]) } else { whole }
    }

    fn clause(&mut self) -> Clause {
        let sorts = [("x", Sort::Str), ("y", Sort::Str), ("n", Sort::Int), ("b", Sort::Bool)];
        let variables = sorts.map(|(name, sort)| Variable { name: name.to_owned(), sort }).to_vec();
        let predicate = horn::op::PredicateId(0);
        let own = [self.var(0), self.var(2), self.var(1), self.var(3)].to_vec();
        let constraint = self.formula();
        let head = if self.dice.below(4) == 0 {
            Head::Query(None)
        } else {
            let arguments = vec![self.string(), self.integer(), self.string(), self.test()];
            Head::Atom(Atom { predicate, arguments })
        };
        let body = vec![Atom { predicate, arguments: own }];
        Clause { variables, body, constraint, head, trace: Vec::new() }
    }
}

/// All words of the two letters up to a length.
fn words(longest: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut at = 0;
    while all[at].len() < longest {
        let word = all[at].clone();
        all.extend([0, 1].map(|symbol| [word.as_slice(), &[symbol]].concat()));
        at += 1;
    }
    all
}

/// Whether values make a clause fail.
fn fails(system: &HornSystem, layout: &Layout, candidate: &Automaton, values: &BTreeMap<Var, Value>) -> bool {
    let clause = &system.clauses[0];
    let holds = |atom: &Atom| {
        let arguments = evaluate(system, &atom.arguments, values).expect("small values have values");
        candidate.contains(&layout.word(atom.predicate, &arguments).expect("small integers are spelled"))
    };
    evaluate(system, &[clause.constraint], values) == Some(vec![Value::Bool(true)])
        && clause.body.iter().all(holds)
        && !clause.head.atom().is_some_and(holds)
}

#[test]
fn the_teacher_agrees_with_all_short_values() {
    let mut counts = [0_usize; 3];
    let short = words(3);
    for seed in 0..1500 {
        let mut dice = Dice(seed);
        let mut making = Making { system: HornSystem::new(LETTERS), dice: &mut dice };
        making.system.add_predicate("P".to_owned(), vec![Sort::Str, Sort::Int, Sort::Str, Sort::Bool]);
        let clause = making.clause();
        making.system.clauses.push(clause);
        let system = making.system;
        let kept = [Kept::Integers, Kept::Strings][dice.below(2) as usize];
        let layout = Layout::new(&system, LETTERS, kept);
        let candidate = automaton(layout.alphabet(), &mut dice);
        let teacher = Teacher::new(&system, layout.clone(), &mut plenty()).expect("it is small");
        let judged = teacher.judge(std::slice::from_ref(&candidate), &mut plenty()).expect("it is small");
        match &judged[0] {
            Judgement::Fails(values) => {
                counts[0] += 1;
                assert!(fails(&system, &layout, &candidate, values), "seed {seed}: {values:?}");
            }
            Judgement::Open => counts[1] += 1,
            Judgement::Holds => {
                counts[2] += 1;
                for (x, y) in short.iter().flat_map(|x| short.iter().map(move |y| (x, y))) {
                    for (number, truth) in (-2..4).flat_map(|number| [(number, true), (number, false)]) {
                        let strings = [Value::Str(x.clone()), Value::Str(y.clone())];
                        let others = [Value::Int(number), Value::Bool(truth)];
                        let values = (0..).map(Var).zip(strings.into_iter().chain(others)).collect();
                        assert!(!fails(&system, &layout, &candidate, &values), "seed {seed}: {values:?}");
                    }
                }
            }
        }
    }
    let [failed, open, held] = counts;
    assert!(failed > 300 && held > 300, "{counts:?}");
    assert!(open * 10 < failed + held, "{counts:?}");
}

fn outcome(text: &str) -> (Teacher, Outcome) {
    let system = parse(text, &mut plenty()).expect("it parses");
    let layout = Layout::new(&system, system.alphabet, Kept::Integers);
    let teacher = Teacher::new(&system, layout, &mut plenty()).expect("it is small");
    let found = refine(&teacher, Settings::default(), &mut nobody, &mut plenty()).expect("it is small").0;
    (teacher, found)
}

/// A loop that appends to one string, and to another in front, and may end when they are so.
fn appending(bad: &str) -> String {
    format!(
        r#"(declare-fun P (String String) Bool)
           (assert (P "" ""))
           (assert (forall ((x String) (y String)) (=> (P x y) (P (str.++ x "ab") (str.++ "c" y)))))
           (assert (forall ((x String) (y String)) (=> (and (P x y) {bad}) false)))"#
    )
}

#[test]
fn an_invariant_of_two_strings_is_learned() {
    let bad = r#"(str.in_re x (re.* (str.to_re "abab"))) (str.in_re y (re.++ (str.to_re "c") (re.* (str.to_re "cc"))))"#;
    let (teacher, found) = outcome(&appending(bad));
    let Outcome::Invariant(languages) = found else { panic!("they are in step: {found:?}") };
    let judged = teacher.judge(&languages, &mut plenty()).expect("it is small");
    assert!(judged.iter().all(|judgement| *judgement == Judgement::Holds));
}

#[test]
fn a_violation_is_a_derivation_whose_steps_follow() {
    let (teacher, found) = outcome(&appending(r#"(= x "ababab")"#));
    let Outcome::Derivation(steps) = found else { panic!("three rounds come there: {found:?}") };
    let system = teacher.system();
    assert_eq!(steps.iter().map(|step| step.application.clause).collect::<Vec<_>>(), [0, 1, 1, 1, 2]);
    let premises: Vec<&[usize]> = steps.iter().map(|step| step.premises.as_slice()).collect();
    assert_eq!(premises, [&[] as &[usize], &[0], &[1], &[2], &[3]]);
    let mut known: Vec<Vec<Value>> = Vec::new();
    for step in steps.iter().map(|step| &step.application) {
        let clause = &system.clauses[step.clause];
        let value = |atom: &Atom| evaluate(system, &atom.arguments, &step.values).expect("they have values");
        assert_eq!(evaluate(system, &[clause.constraint], &step.values), Some(vec![Value::Bool(true)]));
        assert!(clause.body.iter().all(|atom| known.contains(&value(atom))));
        known.extend(clause.head.atom().map(value));
    }
}

#[test]
fn what_is_not_regular_is_left_open() {
    let (_, found) = outcome(&appending("(= (* 2 (str.len y)) (+ 1 (str.len x)))"));
    assert!(matches!(found, Outcome::Invariant(_)), "lengths have different parities: {found:?}");
    let (_, found) = outcome(&appending(r#"(not (= (str.replace_all x "ab" "c") y))"#));
    assert!(matches!(found, Outcome::Open(_)), "no language of words says this: {found:?}");
}
