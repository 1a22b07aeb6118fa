//! Making a counterexample short and plain.
//!
//! Greedy, until nothing helps or the budget is spent: fewer answers, shorter words, plainer and fewer characters,
//! smaller integers. Parts are taken out as in [ZH02, algorithm ddmin]. A change is taken when the same assertion
//! still fails and the result is less in one fixed order, so the walk ends and the result depends on nothing but the
//! counterexample and the budget.

use automata::{Budget, Exhausted, Symbol};
use ir::Program;
use ir::interp::{Limits, Replay, Value, run};
use verdict::counterexample::Counterexample;

use crate::hunt::{cost, cut};

/// How large a counterexample is: the number of answers, their characters, the size of their integers, how plain
/// and how different the characters are, their numbers, the steps.
type Size = (usize, usize, u128, u32, usize, u64, usize);

/// A counterexample of the same assertion that is as short and plain as the changes below can make it, begun from
/// the least of the given one and the candidates that fail.
pub(crate) fn shrink(
    (program, limits): (&Program, Limits),
    counterexample: Counterexample,
    candidates: Vec<Vec<Value>>,
    budget: &mut Budget,
) -> Counterexample {
    let mut shrinker = Shrinker { program, limits, best: counterexample };
    for inputs in candidates {
        // A budget that is spent ends the passes below as well.
        let _ = shrinker.attempt(inputs, budget);
    }
    while let Ok(true) = shrinker.pass(budget) {}
    shrinker.best
}

struct Shrinker<'p> {
    program: &'p Program,
    limits: Limits,
    best: Counterexample,
}

impl Shrinker<'_> {
    /// Tries every kind of change once over; whether one helped.
    fn pass(&mut self, budget: &mut Budget) -> Result<bool, Exhausted> {
        let before = size(&self.best);
        self.drop_answers(budget)?;
        let mut at = 0;
        while let Some(value) = self.best.inputs.get(at).cloned() {
            match value {
                Value::Str(_) => {
                    self.shorten(at, budget)?;
                    self.simplify(at, budget)?;
                }
                Value::Int(value) => self.lessen(at, value, budget)?,
                Value::Bool(_) => {
                    self.try_value(at, Value::Bool(false), budget)?;
                }
            }
            at += 1;
        }
        Ok(size(&self.best) < before)
    }

    /// Runs a list of answers; whether it is a lesser counterexample, which then is the best.
    fn attempt(&mut self, inputs: Vec<Value>, budget: &mut Budget) -> Result<bool, Exhausted> {
        if inputs == self.best.inputs {
            return Ok(false);
        }
        let run = run(self.program, &mut Replay::new(inputs), self.limits);
        budget.spend(cost(&run))?;
        let violation = run.violations.iter().find(|violation| violation.assertion == self.best.assertion);
        let found = violation.and_then(|violation| cut(self.program, self.limits, &run, *violation));
        let lesser = found.filter(|found| size(found) < size(&self.best));
        Ok(lesser.map(|lesser| self.best = lesser).is_some())
    }

    fn try_value(&mut self, at: usize, value: Value, budget: &mut Budget) -> Result<bool, Exhausted> {
        let mut inputs = self.best.inputs.clone();
        inputs[at] = value;
        self.attempt(inputs, budget)
    }

    /// Puts a word in the place of another: there alone, wherever the same word stands, and together with the
    /// integers that are its length.
    fn try_word(&mut self, at: usize, word: &[Symbol], budget: &mut Budget) -> Result<bool, Exhausted> {
        if self.try_value(at, Value::Str(word.to_vec()), budget)? {
            return Ok(true);
        }
        let old = self.best.inputs[at].clone();
        let Value::Str(old_word) = &old else { return Ok(false) };
        let (had, has) = (Value::Int(old_word.len() as i128), Value::Int(word.len() as i128));
        let mut together = self.best.inputs.clone();
        let mut changed = 0;
        for value in &mut together {
            if *value == old {
                *value = Value::Str(word.to_vec());
                changed += 1;
            } else if *value == had {
                *value = has.clone();
                changed += 1;
            }
        }
        if changed > 1 { self.attempt(together, budget) } else { Ok(false) }
    }

    fn drop_answers(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        let mut width = self.best.inputs.len();
        while width > 0 {
            let mut at = 0;
            while at + width <= self.best.inputs.len() {
                let mut inputs = self.best.inputs.clone();
                inputs.drain(at..at + width);
                if !self.attempt(inputs, budget)? {
                    at += width;
                }
            }
            width /= 2;
        }
        Ok(())
    }

    /// Takes parts out of a word, the largest first.
    fn shorten(&mut self, at: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        let mut width = self.word(at).len();
        while width > 0 {
            let mut from = 0;
            while from + width <= self.word(at).len() {
                let mut word = self.word(at);
                word.drain(from..from + width);
                if !self.try_word(at, &word, budget)? {
                    from += width;
                }
            }
            width /= 2;
        }
        Ok(())
    }

    /// Makes characters equal to each other or plain, all of a kind first and then one at a time.
    fn simplify(&mut self, at: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        let word = self.word(at);
        let mut kinds = word.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let plain = ['a', '0', 'A', ' ', '!'].map(Symbol::from);
        for old in kinds {
            for &new in &plain {
                let same = |&symbol: &Symbol| if symbol == old { new } else { symbol };
                let word: Vec<Symbol> = self.word(at).iter().map(same).collect();
                if rank(new) <= rank(old) && self.try_word(at, &word, budget)? {
                    break;
                }
            }
        }
        for place in 0..word.len() {
            for &new in &plain {
                let mut word = self.word(at);
                let Some(symbol) = word.get_mut(place) else { break };
                if rank(new) > rank(*symbol) || new == *symbol {
                    break;
                }
                *symbol = new;
                if self.try_word(at, &word, budget)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Brings an integer towards 0: at once, by halves, by one.
    fn lessen(&mut self, at: usize, value: i128, budget: &mut Budget) -> Result<(), Exhausted> {
        if self.try_value(at, Value::Int(0), budget)? {
            return Ok(());
        }
        // Below in size it holds, as far as was tried; at `fails` it does not.
        let (mut holds, mut fails) = (0_i128, value);
        while fails.abs_diff(holds) > 1 {
            let middle = holds + (fails - holds) / 2;
            if self.try_value(at, Value::Int(middle), budget)? {
                fails = middle;
            } else {
                holds = middle;
            }
            if at >= self.best.inputs.len() {
                return Ok(());
            }
        }
        self.try_value(at, Value::Int(fails.saturating_neg()), budget)?;
        self.take_round_amounts(at, budget)
    }

    /// Takes round amounts from an integer, the largest first: what fails need not fail for all that is larger.
    fn take_round_amounts(&mut self, at: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        let tens = (0..38).rev().map(|power| 10_i128.pow(power));
        let twos = (0..126).rev().map(|power| 1_i128 << power);
        for amount in tens.chain(twos) {
            while let Some(&Value::Int(value)) = self.best.inputs.get(at)
                && value.unsigned_abs() >= amount.unsigned_abs()
                && self.try_value(at, Value::Int(value - amount * value.signum()), budget)?
            {}
        }
        Ok(())
    }

    fn word(&self, at: usize) -> Vec<Symbol> {
        match self.best.inputs.get(at) {
            Some(Value::Str(word)) => word.clone(),
            Some(Value::Int(_) | Value::Bool(_)) | None => Vec::new(),
        }
    }
}

/// How far a character is from plain: small letters, digits, great letters, what can be printed, the rest.
fn rank(symbol: Symbol) -> u32 {
    match char::from_u32(symbol) {
        Some('a'..='z') => 0,
        Some('0'..='9') => 1,
        Some('A'..='Z') => 2,
        Some(' '..='~') => 3,
        Some(_) | None => 4,
    }
}

fn size(counterexample: &Counterexample) -> Size {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut integers = 0_u128;
    for value in &counterexample.inputs {
        match value {
            Value::Str(word) => symbols.extend(word),
            Value::Int(value) => {
                // Of two opposite integers the positive one is less.
                let own = value.unsigned_abs().saturating_mul(2).saturating_add(u128::from(*value < 0));
                integers = integers.saturating_add(own);
            }
            Value::Bool(value) => integers = integers.saturating_add(u128::from(*value)),
        }
    }
    let length = symbols.len();
    let ranks = symbols.iter().map(|&symbol| rank(symbol)).sum();
    let numbers = symbols.iter().map(|&symbol| u64::from(symbol)).sum();
    symbols.sort_unstable();
    symbols.dedup();
    let kinds = symbols.len();
    (counterexample.inputs.len(), length, integers, ranks, kinds, numbers, counterexample.path.len())
}
