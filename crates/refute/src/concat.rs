//! Back over a concatenation, of which a copy is the case of one operand.
//!
//! Lengths add up exactly. A language is divided by what stands beside one operand, the others being fixed; with two
//! variable operands a shortest word is also cut at each place.

use automata::{Automaton, Budget, Exhausted, Symbol};
use ir::StrTerm;

use crate::conditions::{Scene, WIDTH};
use crate::demands::{Alternatives, Demands, Fate, Wanted, length_of};
use crate::linear_demands::Sum;

/// What the other operands of a concatenation are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    /// What they were in the run, where that can be.
    Kept,
    /// Empty.
    Empty,
}

impl Scene<'_> {
    /// What must hold of the operands, given what is wanted of the whole.
    pub(crate) fn undo_concat(
        self,
        mut demands: Demands,
        wanted: &Wanted,
        terms: &[StrTerm],
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let mut lengths = terms.iter().map(|term| length_of(self.step.call, term));
        let sum = lengths.try_fold(Sum::default(), |sum, length| sum.plus(1, &length));
        let fate = sum.map_or(Fate::Dead, |sum| demands.substitute(wanted.length, &sum));
        if fate == Fate::Dead {
            return Ok(Vec::new());
        }
        let Some(language) = &wanted.language else { return Ok(vec![demands]) };
        let variables: Vec<usize> =
            (0..terms.len()).filter(|&at| matches!(terms[at], StrTerm::Var(_))).collect();
        if variables.is_empty() {
            let word: Vec<Symbol> = terms.iter().flat_map(|term| self.value(term)).copied().collect();
            return Ok(if language.contains(&word) { vec![demands] } else { Vec::new() });
        }
        let mut ways = Vec::new();
        for others in [Others::Kept, Others::Empty] {
            for &at in &variables {
                if ways.len() < WIDTH && (others == Others::Kept || variables.len() > 1) {
                    ways.extend(self.one_operand(&demands, language, (terms, at, others), budget)?);
                }
            }
        }
        if let [first, second] = variables[..] {
            ways.extend(self.splits(&demands, language, (terms, first, second), budget)?);
        }
        Ok(ways)
    }

    /// All variable operands but one are fixed; the one gets the quotient.
    fn one_operand(
        self,
        demands: &Demands,
        language: &Automaton,
        (terms, at, others): (&[StrTerm], usize, Others),
        budget: &mut Budget,
    ) -> Result<Option<Demands>, Exhausted> {
        let mut way = demands.clone();
        let mut sides = [self.languages.exactly(&[]), self.languages.exactly(&[])];
        for (index, term) in terms.iter().enumerate().filter(|(index, _)| *index != at) {
            let value = match (term, others) {
                (StrTerm::Var(_), Others::Empty) => Some(Vec::new()),
                (StrTerm::Var(_), Others::Kept) => self.fixings(&way, term, budget)?.into_iter().next(),
                (StrTerm::Word(word), _) => Some(word.to_vec()),
            };
            let Some(value) = value else { return Ok(None) };
            if self.fix(&mut way, term, &value, budget)? == Fate::Dead {
                return Ok(None);
            }
            // A constant has no marks; what a variable holds may have any.
            let part = match term {
                StrTerm::Word(_) => self.languages.exactly(&value),
                StrTerm::Var(_) => self.languages.word(&value),
            };
            let side = &mut sides[usize::from(index > at)];
            *side = side.concat(&part, budget)?;
        }
        let rest = language.left_quotient(&sides[0], budget)?;
        let rest = rest.right_quotient(&sides[1], budget)?;
        let fate = way.narrow((self.step.call, &terms[at]), &rest, budget)?;
        Ok(Some(way).filter(|_| fate == Fate::Alive))
    }

    /// A shortest word is cut in two, so that each of two variable operands has a part in it.
    fn splits(
        self,
        demands: &Demands,
        language: &Automaton,
        (terms, first, second): (&[StrTerm], usize, usize),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let constants = |range: &[StrTerm]| -> Vec<Symbol> {
            range.iter().flat_map(|term| self.value(term).iter().copied()).collect()
        };
        let (start, end) = (constants(&terms[..first]), constants(&terms[second + 1..]));
        let middle = constants(&terms[first + 1..second]);
        let inner = language.left_quotient(&self.languages.word(&start), budget)?;
        let inner = inner.right_quotient(&self.languages.word(&end), budget)?;
        let Some(word) = inner.shortest().filter(|word| word.len() <= 16) else { return Ok(Vec::new()) };
        let mut ways = Vec::new();
        for at in 1..word.len() {
            let Some(rest) = word[at..].strip_prefix(&middle[..]) else { continue };
            let mut way = demands.clone();
            if self.fix(&mut way, &terms[first], &word[..at], budget)? == Fate::Alive
                && self.fix(&mut way, &terms[second], rest, budget)? == Fate::Alive
            {
                ways.push(way);
            }
        }
        Ok(ways)
    }
}
