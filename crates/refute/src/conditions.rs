//! Demands that a condition comes out true in the state of a step.
//!
//! A condition with *or*, and a test of two variables, can come out true in several ways; each is an alternative.
//! Where two variables meet, one of them is fixed: to the value that it had in the run, or to a plain one that meets
//! what is demanded of it. That is a part of what is possible.

use automata::{Automaton, Budget, Exhausted, MARK, Symbol};
use ir::{Condition, Literal, StrTerm, StrVar, Test};

use crate::demands::{Alternatives, Demands, Fate};
use crate::languages::{Languages, Parts};
use crate::linear_demands::{Demand, Sum, Unknown};
use crate::pool::pleasant;
use crate::record::Step;

/// The most alternatives that are followed at a time.
pub(crate) const WIDTH: usize = 6;

/// A step of a run that a walk goes back over.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) languages: Languages<'a>,
    pub(crate) step: &'a Step,
}

impl<'a> Scene<'a> {
    /// The ways in which the condition comes out true, on top of what is demanded already.
    pub(crate) fn demand(
        self,
        start: Demands,
        condition: &Condition,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let mut done = Vec::new();
        let mut open = vec![(start, vec![condition])];
        while let Some((demands, mut pending)) = open.pop() {
            budget.spend(1 + pending.len() as u64)?;
            match self.next(&demands, &mut pending) {
                None => done.push(demands),
                Some(Condition::All(parts)) => {
                    pending.splice(0..0, parts);
                    open.push((demands, pending));
                }
                Some(Condition::Any(parts)) => {
                    for part in parts.iter().take(WIDTH).rev() {
                        let with = [part].into_iter().chain(pending.iter().copied()).collect();
                        open.push((demands.clone(), with));
                    }
                }
                Some(Condition::Literal(literal)) => {
                    let ways = self.literal(demands, literal, budget)?;
                    open.extend(ways.into_iter().rev().map(|way| (way, pending.clone())));
                }
            }
            if done.len() == WIDTH {
                break;
            }
        }
        Ok(done)
    }

    /// Takes the condition that leaves least to chance: what speaks of one variable first, then what compares with
    /// a variable that is known or demanded.
    fn next<'c>(self, demands: &Demands, pending: &mut Vec<&'c Condition>) -> Option<&'c Condition> {
        let freedom = |condition: &Condition| match condition {
            Condition::All(_) => 0,
            Condition::Any(_) => 2,
            Condition::Literal(literal) => match variables(&literal.test) {
                None => 0,
                Some(pair) => self.freedom(demands, pair),
            },
        };
        let at = (0..pending.len()).min_by_key(|&at| freedom(pending[at]))?;
        Some(pending.remove(at))
    }

    /// How little is known of two variables.
    fn freedom(self, demands: &Demands, pair: [StrVar; 2]) -> u32 {
        let call = self.step.call;
        let languages = pair.map(|var| demands.strings.get(&(call, var)));
        if languages.into_iter().flatten().any(is_single) {
            return 1;
        }
        let is_long = |&var: &StrVar| demands.mentions(Unknown::Length(call, var));
        if languages.iter().any(Option::is_some) || pair.iter().any(is_long) { 3 } else { 4 }
    }

    fn literal(
        self,
        demands: Demands,
        literal: &Literal,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let holds = literal.holds;
        match &literal.test {
            Test::Bool(var) => {
                let mut demands = demands;
                let old = demands.booleans.insert((self.step.call, *var), holds);
                Ok(if old == Some(!holds) { Vec::new() } else { vec![demands] })
            }
            Test::In(term, id) => {
                let language = self.languages.named(*id);
                self.is_in(demands, term, (&language, holds), budget)
            }
            Test::Equal(left, right) => self.equal(demands, (left, right), holds, budget),
            Test::Contains(whole, part) => self.part(demands, (whole, part, Parts::All), holds, budget),
            Test::StartsWith(whole, part) => self.part(demands, (whole, part, Parts::Starts), holds, budget),
            Test::EndsWith(whole, part) => self.part(demands, (whole, part, Parts::Ends), holds, budget),
            Test::IsZero(linear) => {
                let demand = if holds { Demand::Zero } else { Demand::NonZero };
                Ok(Self::sum(demands, Some(Sum::of(linear, self.step.call)), demand))
            }
            Test::AtMostZero(linear) => {
                let sum = Sum::of(linear, self.step.call);
                // The contrary of `l <= 0` is `1 - l <= 0`.
                let sum = if holds { Some(sum) } else { Sum::constant(1).plus(-1, &sum) };
                Ok(Self::sum(demands, sum, Demand::AtMostZero))
            }
        }
    }

    fn sum(mut demands: Demands, sum: Option<Sum>, demand: Demand) -> Alternatives {
        match sum.map(|sum| demands.require(sum, demand)) {
            Some(Fate::Alive) => vec![demands],
            Some(Fate::Dead) | None => Vec::new(),
        }
    }

    /// Demands that a string is in the language, or that it is not.
    fn is_in(
        self,
        mut demands: Demands,
        term: &StrTerm,
        (language, holds): (&Automaton, bool),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let outside;
        let language = if holds {
            language
        } else {
            outside = language.complement(budget)?;
            &outside
        };
        let fate = demands.narrow((self.step.call, term), language, budget)?;
        Ok(if fate == Fate::Alive { vec![demands] } else { Vec::new() })
    }

    /// Demands that a string stays what it was in the run.
    pub(crate) fn pin(
        self,
        demands: &mut Demands,
        term: &StrTerm,
        budget: &mut Budget,
    ) -> Result<Fate, Exhausted> {
        self.fix(demands, term, self.value(term), budget)
    }

    /// Demands that a string is a word, but for marks.
    pub(crate) fn fix(
        self,
        demands: &mut Demands,
        term: &StrTerm,
        word: &[Symbol],
        budget: &mut Budget,
    ) -> Result<Fate, Exhausted> {
        match term {
            StrTerm::Word(constant) => Ok(Fate::of(same(constant, word))),
            StrTerm::Var(_) => demands.narrow((self.step.call, term), &self.languages.word(word), budget),
        }
    }

    /// The value that a string had in the run.
    pub(crate) fn value(self, term: &'a StrTerm) -> &'a [Symbol] {
        self.step.frame.term(term)
    }

    /// What is demanded of a string now, lengths included.
    fn language_of(
        self,
        demands: &Demands,
        term: &StrTerm,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let var = match term {
            StrTerm::Word(word) => return Ok(self.languages.word(word)),
            StrTerm::Var(var) => *var,
        };
        let language = demands.strings.get(&(self.step.call, var)).cloned();
        let language = language.unwrap_or_else(|| self.languages.any());
        demands.clone().fold_lengths(Unknown::Length(self.step.call, var), language, budget)
    }

    /// Words that a string may be fixed to: its value in the run, and a plain one, as far as they meet the demands.
    pub(crate) fn fixings(
        self,
        demands: &Demands,
        term: &StrTerm,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<Symbol>>, Exhausted> {
        let language = self.language_of(demands, term, budget)?;
        let value = self.step.frame.term(term);
        let mut words = Vec::new();
        if language.contains(value) {
            words.push(value.to_vec());
        }
        words.extend(pleasant(&language, budget).filter(|word| word != value));
        Ok(words)
    }

    fn equal(
        self,
        demands: Demands,
        (left, right): (&StrTerm, &StrTerm),
        holds: bool,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        match (left, right) {
            (StrTerm::Word(a), StrTerm::Word(b)) => {
                return Ok(if same(a, b) == holds { vec![demands] } else { Vec::new() });
            }
            (StrTerm::Var(_), StrTerm::Word(word)) | (StrTerm::Word(word), StrTerm::Var(_)) => {
                let var = if matches!(left, StrTerm::Var(_)) { left } else { right };
                return self.is_in(demands, var, (&self.languages.word(word), holds), budget);
            }
            (StrTerm::Var(one), StrTerm::Var(other)) if one == other => {
                return Ok(if holds { vec![demands] } else { Vec::new() });
            }
            (StrTerm::Var(_), StrTerm::Var(_)) => {}
        }
        let mut ways = Vec::new();
        if holds {
            let both = self.language_of(&demands, left, budget)?;
            let both = both.intersection(&self.language_of(&demands, right, budget)?, budget)?;
            let values = [left, right].map(|term| self.step.frame.term(term).to_vec());
            for word in pleasant(&both, budget).into_iter().chain(values) {
                let mut way = demands.clone();
                let fates =
                    [self.fix(&mut way, left, &word, budget)?, self.fix(&mut way, right, &word, budget)?];
                ways.extend(Some(way).filter(|_| !fates.contains(&Fate::Dead)));
            }
        } else {
            for (kept, moved) in [(right, left), (left, right)] {
                for word in self.fixings(&demands, kept, budget)? {
                    let mut way = demands.clone();
                    if self.fix(&mut way, kept, &word, budget)? == Fate::Alive {
                        ways.extend(self.is_in(way, moved, (&self.languages.word(&word), false), budget)?);
                    }
                }
            }
        }
        Ok(ways)
    }

    /// Demands that the second string is a part of the first, or is none.
    fn part(
        self,
        demands: Demands,
        (whole, part, which): (&StrTerm, &StrTerm, Parts),
        holds: bool,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let mut ways = Vec::new();
        let words = match part {
            StrTerm::Word(word) => vec![word.to_vec()],
            StrTerm::Var(_) => self.fixings(&demands, part, budget)?,
        };
        for word in words {
            let mut way = demands.clone();
            let language = match which {
                Parts::All => self.languages.containing(&word, budget)?,
                Parts::Starts => self.languages.starting(&word, budget)?,
                Parts::Ends => self.languages.ending(&word, budget)?,
            };
            if self.fix(&mut way, part, &word, budget)? == Fate::Alive {
                ways.extend(self.is_in(way, whole, (&language, holds), budget)?);
            }
        }
        if let StrTerm::Var(_) = part {
            let mut way = demands;
            if self.pin(&mut way, whole, budget)? == Fate::Alive {
                let language = self.languages.parts(self.step.frame.term(whole), which, budget)?;
                ways.extend(self.is_in(way, part, (&language, holds), budget)?);
            }
        }
        Ok(ways)
    }
}

/// The two variables that a test compares, if it does.
fn variables(test: &Test) -> Option<[StrVar; 2]> {
    match test {
        Test::Equal(StrTerm::Var(left), StrTerm::Var(right))
        | Test::Contains(StrTerm::Var(left), StrTerm::Var(right))
        | Test::StartsWith(StrTerm::Var(left), StrTerm::Var(right))
        | Test::EndsWith(StrTerm::Var(left), StrTerm::Var(right)) => Some([*left, *right]),
        Test::Bool(_)
        | Test::In(..)
        | Test::Equal(..)
        | Test::Contains(..)
        | Test::StartsWith(..)
        | Test::EndsWith(..)
        | Test::IsZero(_)
        | Test::AtMostZero(_) => None,
    }
}

/// Whether a language has one word, as far as marks do not tell words apart.
fn is_single(language: &Automaton) -> bool {
    let plain = |symbol: Symbol| symbol & !MARK;
    let one_way = language.states().all(|state| {
        let edges = language.edges(state);
        edges.iter().all(|edge| plain(edge.lo) == plain(edge.hi) && plain(edge.lo) == plain(edges[0].lo))
            && edges.iter().all(|edge| edge.target.index() == state.index() + 1)
            && (edges.is_empty() || !language.accepts_at(state))
    });
    one_way && !language.is_empty()
}

/// Whether two words are equal but for marks.
fn same(left: &[Symbol], right: &[Symbol]) -> bool {
    left.iter().map(|symbol| symbol & !MARK).eq(right.iter().map(|symbol| symbol & !MARK))
}
