//! What the pieces of strings say is true in every run of random definitions over all short strings and small integers.
//!
//! Each case defines strings and searches one after the other and computes their values for every valuation of its inputs.
//! Terms are known to be 0 or more, and words to be in a language, when that is so in all valuations: so nothing that is
//! known is false, and whatever is concluded can be compared with the values.

use automata::{Alphabet, Automaton, Budget, Exhausted, Symbol};
use ir::{IntExpr, IntVar, Linear, Quantity, StrExpr, StrTerm, StrVar};
use verdict::measures::are_numerals;
use verdict::pieces::{self, Says};
use verdict::plain::Words;

const CASES: u64 = 3_000;

/// Two strings and an integer that are inputs; the others are defined.
const INPUTS: u32 = 2;
const NUMBER: IntVar = IntVar(0);

#[derive(Clone, Default)]
struct Valuation {
    strings: Vec<Vec<Symbol>>,
    integers: Vec<i128>,
}

impl Valuation {
    fn linear(&self, term: &Linear) -> i128 {
        let value = |quantity: Quantity| match quantity {
            Quantity::Var(var) => self.integers[var.index()],
            Quantity::Length(var) => self.strings[var.index()].len() as i128,
        };
        term.constant_part() + term.terms().iter().map(|&(q, factor)| factor * value(q)).sum::<i128>()
    }

    fn term(&self, term: &StrTerm) -> Vec<Symbol> {
        match term {
            StrTerm::Var(var) => self.strings[var.index()].clone(),
            StrTerm::Word(word) => word.to_vec(),
        }
    }

    fn string(&self, value: &StrExpr) -> Vec<Symbol> {
        match value {
            StrExpr::Concat(terms) => terms.iter().flat_map(|term| self.term(term)).collect(),
            StrExpr::Slice { of, from, to } => {
                let of = self.term(of);
                let clipped = |at: i128| usize::try_from(at.max(0)).map_or(of.len(), |at| at.min(of.len()));
                let (from, to) =
                    (clipped(self.linear(from)), to.as_ref().map_or(of.len(), |to| clipped(self.linear(to))));
                of[from.min(to)..to].to_vec()
            }
            StrExpr::Numeral { of, .. } => symbols(&self.linear(of).to_string()),
            StrExpr::Term(_)
            | StrExpr::Replace { .. }
            | StrExpr::Apply { .. }
            | StrExpr::Repeat { .. }
            | StrExpr::Reverse(_)
            | StrExpr::Input(_) => panic!("{value:?} is not made here"),
        }
    }

    fn integer(&self, value: &IntExpr) -> Option<i128> {
        let found = |of: &StrTerm, what: &StrTerm, last: bool| {
            let (of, what) = (self.term(of), self.term(what));
            let mut places = of.windows(what.len()).enumerate().filter(|(_, window)| *window == what);
            let place = if last { places.next_back() } else { places.next() };
            place.map_or(-1, |(at, _)| at as i128)
        };
        match value {
            IntExpr::IndexOf { of, what, .. } => Some(found(of, what, false)),
            IntExpr::LastIndexOf { of, what } => Some(found(of, what, true)),
            IntExpr::Parse { of, .. } => text(&self.term(of)).parse().ok(),
            IntExpr::Linear(_)
            | IntExpr::Times(..)
            | IntExpr::Div(..)
            | IntExpr::Mod(..)
            | IntExpr::Bits(..)
            | IntExpr::Code { .. }
            | IntExpr::Input => panic!("{value:?} is not made here"),
        }
    }
}

fn symbols(text: &str) -> Vec<Symbol> {
    text.chars().map(Symbol::from).collect()
}

fn text(word: &[Symbol]) -> String {
    word.iter().filter_map(|&symbol| char::from_u32(symbol)).collect()
}

/// Definitions, and all valuations that they allow.
struct Known {
    parts: Vec<(StrVar, StrExpr)>,
    searches: Vec<(IntVar, IntExpr)>,
    runs: Vec<Valuation>,
}

impl Says for Known {
    fn is_natural(&mut self, term: &Linear) -> Result<bool, Exhausted> {
        Ok(self.runs.iter().all(|run| run.linear(term) >= 0))
    }

    fn are_equal(&self, left: StrVar, right: StrVar) -> bool {
        left == right
    }

    fn parts(&self) -> &[(StrVar, StrExpr)] {
        &self.parts
    }

    fn searches(&self) -> &[(IntVar, IntExpr)] {
        &self.searches
    }

    fn language(&self, var: StrVar) -> Option<Words> {
        let mut budget = Budget::steps(10_000_000);
        let mut all = Automaton::empty(Alphabet::BYTE);
        for run in &self.runs {
            let word = &run.strings[var.index()];
            if !all.contains(word) {
                let word = Automaton::literal(Alphabet::BYTE, word);
                all = all.union(&word, &mut budget).expect("words are few");
            }
        }
        Some(Words::of(&all))
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn string(&mut self, known: &Known) -> StrVar {
        StrVar(self.below(known.runs[0].strings.len() as u64) as u32)
    }

    fn term(&mut self, known: &Known) -> StrTerm {
        match self.below(3) {
            0 => StrTerm::Word(symbols([":", "a", "aa", ":a"][self.below(4) as usize]).into()),
            _ => StrTerm::Var(self.string(known)),
        }
    }

    fn position(&mut self, known: &Known) -> Linear {
        let integers = known.runs[0].integers.len() as u64;
        let base = match self.below(4) {
            0 => Linear::constant(0),
            1 => Linear::length(self.string(known)),
            _ => Linear::var(IntVar(self.below(integers) as u32)),
        };
        base.plus(&Linear::constant(i128::from(self.below(3)) - 1)).expect("numbers are small")
    }

    fn string_value(&mut self, known: &Known) -> StrExpr {
        match self.below(6) {
            0 => StrExpr::Numeral { of: Linear::var(NUMBER), radix: 10 },
            1 | 2 => StrExpr::Concat((0..2 + self.below(2)).map(|_| self.term(known)).collect()),
            _ => {
                let at = self.position(known);
                let (from, to) = match self.below(3) {
                    0 => (Linear::constant(0), Some(at)),
                    1 => (at, None),
                    _ => (at, Some(self.position(known))),
                };
                StrExpr::Slice { of: StrTerm::Var(self.string(known)), from, to }
            }
        }
    }

    fn integer_value(&mut self, known: &Known) -> IntExpr {
        let of = StrTerm::Var(self.string(known));
        let what = StrTerm::Word(symbols([":", "a", "aa", ":a"][self.below(4) as usize]).into());
        match self.below(3) {
            0 => IntExpr::IndexOf { of, what, from: Linear::constant(0) },
            1 => IntExpr::LastIndexOf { of, what },
            _ => IntExpr::Parse { of, radix: 10 },
        }
    }
}

fn inputs() -> Vec<Valuation> {
    let words = ["", "a", ":", "aa", "a:", ":a", "1", "01", "-2"].map(symbols);
    let mut all = Vec::new();
    for left in &words {
        for right in &words {
            for number in -2..=3 {
                all.push(Valuation { strings: vec![left.clone(), right.clone()], integers: vec![number] });
            }
        }
    }
    all
}

/// Random definitions over the inputs, with the valuations in which all numerals that are read are numerals.
fn known(seed: u64) -> Known {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut known = Known { parts: Vec::new(), searches: Vec::new(), runs: inputs() };
    // Fewer inputs allow more conclusions.
    match dice.below(3) {
        0 => known.runs.retain(|run| !run.strings[0].contains(&Symbol::from(':')) && run.integers[0] >= 0),
        1 => known.runs.retain(|run| ["1", "-2"].contains(&text(&run.strings[0]).as_str())),
        _ => {}
    }
    for _ in 0..2 + dice.below(4) {
        if dice.below(3) == 0 {
            let value = dice.integer_value(&known);
            let kept: Vec<Valuation> =
                known.runs.iter().filter(|run| run.integer(&value).is_some()).cloned().collect();
            if kept.is_empty() {
                continue;
            }
            known.runs = kept;
            let var = IntVar(known.runs[0].integers.len() as u32);
            for run in &mut known.runs {
                let value = run.integer(&value).expect("the others were left out");
                run.integers.push(value);
            }
            known.searches.push((var, value));
        } else {
            let value = dice.string_value(&known);
            let var = StrVar(known.runs[0].strings.len() as u32);
            for run in &mut known.runs {
                let value = run.string(&value);
                run.strings.push(value);
            }
            known.parts.push((var, value));
        }
    }
    known
}

/// How many conclusions there were of each kind.
#[derive(Debug, Default)]
struct Counts {
    equal: u32,
    begins: u32,
    ends: u32,
    contains: u32,
    integers: u32,
}

fn compare(known: &mut Known, seed: u64, counts: &mut Counts) {
    let count = known.runs[0].strings.len() as u32;
    let pairs = (0..count).flat_map(|left| (0..count).map(move |right| (StrVar(left), StrVar(right))));
    for (left, right) in pairs.filter(|(left, right)| left != right) {
        let claims = |known: &mut Known,
                      says: Result<bool, Exhausted>,
                      counter: &mut u32,
                      holds: &dyn Fn(&[Symbol], &[Symbol]) -> bool| {
            if says.expect("nothing is spent") {
                *counter += 1;
                for run in &known.runs {
                    let (left, right) = (&run.strings[left.index()], &run.strings[right.index()]);
                    assert!(holds(left, right), "seed {seed}: {left:?} {right:?} of {:?}", known.parts);
                }
            }
        };
        let says = pieces::are_equal(known, left, right);
        claims(known, says, &mut counts.equal, &|left, right| left == right);
        let says = pieces::begins_with(known, left, right);
        claims(known, says, &mut counts.begins, &|left, right| left.starts_with(right));
        let says = pieces::ends_with(known, left, right);
        claims(known, says, &mut counts.ends, &|left, right| left.ends_with(right));
        let says = pieces::contains(known, left, right);
        let within = |left: &[Symbol], right: &[Symbol]| text(left).contains(&text(right));
        claims(known, says, &mut counts.contains, &within);
    }
    for (var, value) in known.searches.clone() {
        let linear = pieces::linear_value(known, &value).expect("nothing is spent");
        if let Some(linear) = linear {
            counts.integers += 1;
            for run in &known.runs {
                let value = run.integers[var.index()];
                assert_eq!(run.linear(&linear), value, "seed {seed}: {:?} {:?}", known.parts, known.searches);
            }
        }
    }
}

#[test]
fn conclusions_hold_of_all_short_strings() {
    let mut counts = Counts::default();
    for seed in 0..CASES {
        let mut known = known(seed);
        assert!(known.runs[0].strings.len() as u32 >= INPUTS);
        compare(&mut known, seed, &mut counts);
    }
    let least =
        [counts.equal, counts.begins, counts.ends, counts.contains, counts.integers].into_iter().min();
    assert!(least.is_some_and(|least| least > 50), "{counts:?}");
}

fn definitions(parts: Vec<StrExpr>, searches: Vec<IntExpr>) -> Known {
    let mut known = Known { parts: Vec::new(), searches: Vec::new(), runs: inputs() };
    known.runs.retain(|run| !run.strings[0].contains(&Symbol::from(':')) && run.integers[0] >= 0);
    for value in parts {
        let var = StrVar(known.runs[0].strings.len() as u32);
        known.runs.iter_mut().for_each(|run| {
            let value = run.string(&value);
            run.strings.push(value);
        });
        known.parts.push((var, value));
    }
    for value in searches {
        known.searches.push((IntVar(known.runs[0].integers.len() as u32), value));
    }
    known
}

#[test]
fn a_frame_is_read_back() {
    let var = |at| StrTerm::Var(StrVar(at));
    let colon = StrTerm::Word(symbols(":").into());
    // s2 = tostr(n), s3 = s2 ++ ":" ++ s1; the colon is where the numeral ends, and the numeral is n.
    let numeral = StrExpr::Numeral { of: Linear::var(NUMBER), radix: 10 };
    let frame = StrExpr::Concat(vec![var(2), colon.clone(), var(1)]);
    let mut known = definitions(vec![numeral, frame], Vec::new());
    let index = IntExpr::IndexOf { of: var(3), what: colon, from: Linear::constant(0) };
    let found = pieces::linear_value(&mut known, &index).expect("nothing is spent");
    assert_eq!(found, Some(Linear::length(StrVar(2))));
    let parse = IntExpr::Parse { of: var(2), radix: 10 };
    let read = pieces::linear_value(&mut known, &parse).expect("nothing is spent");
    assert_eq!(read, Some(Linear::var(NUMBER)));
}

#[test]
fn two_halves_are_the_whole_wherever_it_is_cut() {
    let of = || StrTerm::Var(StrVar(0));
    let at = Linear::var(NUMBER);
    let halves = vec![
        StrExpr::Slice { of: of(), from: Linear::constant(0), to: Some(at.clone()) },
        StrExpr::Slice { of: of(), from: at, to: None },
        StrExpr::Concat(vec![StrTerm::Var(StrVar(2)), StrTerm::Var(StrVar(3))]),
    ];
    let mut known = definitions(halves, Vec::new());
    assert_eq!(pieces::are_equal(&mut known, StrVar(4), StrVar(0)), Ok(true));
    assert_eq!(pieces::ends_with(&mut known, StrVar(0), StrVar(3)), Ok(true));
    assert_eq!(pieces::begins_with(&mut known, StrVar(0), StrVar(3)), Ok(false));
    assert_eq!(pieces::contains(&mut known, StrVar(0), StrVar(3)), Ok(true));
}

#[test]
fn numerals_are_told_from_other_texts() {
    let table = |words: &[&str]| {
        let mut budget = Budget::steps(1_000_000);
        let mut all = Automaton::empty(Alphabet::BYTE);
        for word in words {
            let word = Automaton::literal(Alphabet::BYTE, &symbols(word));
            all = all.union(&word, &mut budget).expect("words are few");
        }
        Words::of(&all)
    };
    assert!(are_numerals(&table(&["0", "7", "10", "-10", "-9"]), 10));
    for other in ["", "-", "00", "01", "-0", "+1", "1a", "1 "] {
        assert!(!are_numerals(&table(&["5", other]), 10), "{other}");
    }
    assert!(are_numerals(&table(&["ff", "-a0"]), 16));
    assert!(!are_numerals(&table(&["fF"]), 16));
    assert!(!are_numerals(&table(&["12"]), 2));
}
