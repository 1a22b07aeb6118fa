//! Plainer automata of the same size: as many letters as possible lead where they lead from the start.
//!
//! Of all smallest automata that agree with the samples told so far, the solver finds any; which one it is decides how much
//! the next sample tells. Automata of *contains* and its like have two habits: what accepts goes on accepting, and a letter
//! that does not fit leads where it leads from the start. So each accepting state is tried as one that is never left, and
//! each move as that of the start. A change stays when the samples still agree. That costs a walk over the samples a try,
//! and spares a quarter of the samples (docs/benchmarks.md).

use automata::{Budget, Exhausted};

use crate::ground::Clause;
use crate::machine::Model;

/// The samples that automata are made for, on words of letters.
#[derive(Default)]
pub(crate) struct Told {
    /// For each atom its unknown and its word.
    words: Vec<(usize, Vec<u32>)>,
    /// Implications between atoms.
    clauses: Vec<Clause>,
    /// What it costs to read all words.
    letters: u64,
}

impl Told {
    /// Adds an atom, and gives its number.
    pub(crate) fn add_word(&mut self, unknown: usize, word: Vec<u32>) -> u32 {
        self.letters += 1 + word.len() as u64;
        self.words.push((unknown, word));
        self.words.len() as u32 - 1
    }

    /// Adds an implication between atoms.
    pub(crate) fn add_clause(&mut self, clause: Clause) {
        self.clauses.push(clause);
    }

    /// Makes automata that agree with the samples plainer. They still agree, and have no more states.
    pub(crate) fn make_plain(&self, models: &mut [Model], budget: &mut Budget) -> Result<(), Exhausted> {
        for at in 0..models.len() {
            for state in 0..models[at].accepting.len() {
                let never_left = models[at].accepting[state]
                    && self.change(models, at, budget, |model| {
                        model.moves.iter_mut().for_each(|row| row[state] = Some(state));
                    })?;
                for letter in 0..models[at].moves.len() {
                    let row = &models[at].moves[letter];
                    if !never_left && row[state] != row[0] {
                        self.change(models, at, budget, |model| {
                            model.moves[letter][state] = model.moves[letter][0];
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Changes an automaton if the samples agree with the change; whether they do.
    fn change(
        &self,
        models: &mut [Model],
        at: usize,
        budget: &mut Budget,
        change: impl Fn(&mut Model),
    ) -> Result<bool, Exhausted> {
        budget.spend(self.letters)?;
        let before = models[at].moves.clone();
        change(&mut models[at]);
        let agree = self.agree(models);
        if !agree {
            models[at].moves = before;
        }
        Ok(agree)
    }

    fn agree(&self, models: &[Model]) -> bool {
        let holds: Vec<bool> = self.words.iter().map(|(at, word)| accepts(&models[*at], word)).collect();
        let holds = |atom: &u32| holds[*atom as usize];
        self.clauses
            .iter()
            .all(|clause| clause.head.as_ref().is_some_and(holds) || !clause.body.iter().all(holds))
    }
}

fn accepts(model: &Model, word: &[u32]) -> bool {
    let walk = |state: Option<usize>, letter: &u32| model.moves[*letter as usize][state?];
    word.iter().fold(Some(0), walk).is_some_and(|state| model.accepting[state])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words over two letters: `1` is in if `0` is, which is in; `10` and the empty word are not.
    fn told() -> Told {
        let mut told = Told::default();
        let [zero, one, both, empty] =
            [vec![0], vec![1], vec![1, 0], Vec::new()].map(|word| told.add_word(0, word));
        told.add_clause(Clause { body: Vec::new(), head: Some(zero) });
        told.add_clause(Clause { body: vec![zero], head: Some(one) });
        told.add_clause(Clause { body: vec![both], head: None });
        told.add_clause(Clause { body: vec![empty], head: None });
        told
    }

    #[test]
    fn a_change_stays_only_where_samples_agree() {
        // From the start both letters lead to the second state, which accepts; from there all leads back.
        let model = || Model { accepting: vec![false, true], moves: vec![vec![Some(1), Some(0)]; 2] };
        let mut models = [model()];
        told().make_plain(&mut models, &mut Budget::steps(1000)).expect("it is small");
        // The first letter leads out of the second state, as `10` says. The second one leads where it does from the start.
        assert_eq!(models[0].moves, [vec![Some(1), Some(0)], vec![Some(1), Some(1)]]);

        let mut free = Told::default();
        let zero = free.add_word(0, vec![0]);
        free.add_clause(Clause { body: Vec::new(), head: Some(zero) });
        let mut models = [model()];
        free.make_plain(&mut models, &mut Budget::steps(1000)).expect("it is small");
        assert_eq!(models[0].moves, vec![vec![Some(1), Some(1)]; 2], "nothing speaks against staying");
    }

    #[test]
    fn the_work_is_counted() {
        let mut models = [Model { accepting: vec![false, true], moves: vec![vec![Some(1), Some(0)]; 2] }];
        assert!(told().make_plain(&mut models, &mut Budget::steps(3)).is_err());
    }
}
