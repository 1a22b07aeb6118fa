//! Changes by chance to runs that went somewhere new.
//!
//! A run that goes where none had gone is kept and changed again, so chance climbs from branch to branch. One run in
//! four is by chance alone. The dice belong to the seed of the settings.

use automata::{Exhausted, Symbol};
use ir::dice::Dice;
use ir::interp::{Random, Value};

use crate::hunt::{Hunt, Method};
use crate::pool::Pool;

/// The dice that say what is changed.
pub(crate) struct Changes {
    dice: Dice,
}

impl Changes {
    pub(crate) fn new(seed: u64) -> Self {
        Changes { dice: Dice::new(seed) }
    }
}

impl Method for Changes {
    /// Changes runs until the budget is spent or the goals have fallen.
    fn search(&mut self, hunt: &mut Hunt<'_>, pool: &Pool<'_>) -> Result<(), Exhausted> {
        let dice = &mut self.dice;
        while !hunt.is_done() && hunt.corpus.iter().any(|answers| !answers.is_empty()) {
            if dice.one_in(4) {
                hunt.run(&mut Random::new(dice.number()).preferring(pool.letters.iter().copied()))?;
                continue;
            }
            let mut answers = dice.choose(&hunt.corpus).clone();
            if answers.is_empty() {
                continue;
            }
            for _ in 0..=dice.below(3) {
                let at = dice.below(answers.len() as u32) as usize;
                if dice.one_in(8) {
                    let other = dice.choose(&hunt.corpus);
                    splice(&mut answers, at, other);
                } else {
                    answers[at] = changed(&answers[at], pool, dice);
                }
            }
            hunt.run_script(&answers, pool)?;
        }
        Ok(())
    }
}

/// Goes on with the answers of another run from a position.
fn splice(answers: &mut Vec<Value>, at: usize, other: &[Value]) {
    answers.truncate(at + 1);
    answers.extend(other.iter().skip(at + 1).cloned());
}

/// A value near another, or any candidate of its type.
fn changed(value: &Value, pool: &Pool<'_>, dice: &mut Dice) -> Value {
    match value {
        Value::Str(word) => Value::Str(changed_word(word, pool, dice)),
        Value::Int(value) => Value::Int(match dice.below(6) {
            0 => value.saturating_add(1),
            1 => value.saturating_sub(1),
            2 => value.saturating_mul(2),
            3 => value.saturating_neg(),
            4.. => *dice.choose(&pool.integers),
        }),
        Value::Bool(value) => Value::Bool(!value),
    }
}

fn changed_word(word: &[Symbol], pool: &Pool<'_>, dice: &mut Dice) -> Vec<Symbol> {
    let mut word = word.to_vec();
    let at = dice.below(word.len() as u32 + 1) as usize;
    let end = at + dice.below((word.len() - at) as u32 + 1) as usize;
    match dice.below(8) {
        0 => dice.choose(&pool.words).clone(),
        1 => {
            word.drain(at..end);
            word
        }
        2 => {
            let part = word[at..end].to_vec();
            word.splice(at..at, part);
            word
        }
        3 | 4 => {
            word.splice(at..at, dice.choose(&pool.words).iter().copied());
            word
        }
        5 => {
            word.splice(at..end, dice.choose(&pool.words).iter().copied());
            word
        }
        6.. if pool.letters.is_empty() => word,
        6 => {
            word.insert(at, *dice.choose(&pool.letters));
            word
        }
        7.. => {
            let letter = *dice.choose(&pool.letters);
            word.get_mut(at).into_iter().for_each(|symbol| *symbol = letter);
            word
        }
    }
}
