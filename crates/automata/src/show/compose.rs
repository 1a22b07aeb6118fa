//! The expression of an automaton, put together from the expressions of its pieces.
//!
//! A piece that occurs twice is the same canonical automaton and so gets the same expression, which then
//! can be counted. What cannot be taken apart goes to state elimination. Both directions of reading are
//! tried. Recursion is at most [`DEEPEST`] calls deep.

use std::collections::HashMap;

use super::eliminate::eliminate;
use super::expression::{Expr, Expressions};
use super::pieces::{Ends, cuts, only_successor, piece, start_recurs, successors};
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Alphabet, Symbol, SymbolSet};
use crate::words::{Automaton, StateId};

/// How deep pieces are taken apart again.
const DEEPEST: u32 = 6;

/// Languages with more words than this are not written as a list.
const LONGEST_LIST: usize = 8;

/// Automata with more states than this are read in one direction only.
const MOST_REVERSED: usize = 400;

/// Automata with more states than this are not written as a list.
const LARGEST_LISTED: usize = 64;

/// The pieces met so far and their expressions.
pub(super) struct Composer {
    pub(super) arena: Expressions,
    known: HashMap<Automaton, Option<Expr>>,
    widest: u32,
}

impl Composer {
    /// A composer of expressions that have at most `widest` characters.
    pub(super) fn new(alphabet: Alphabet, widest: u32) -> Self {
        Composer { arena: Expressions::new(alphabet), known: HashMap::new(), widest }
    }

    /// Exact: an expression for the language; `None` when it would be too wide.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget ends before the first expression is found.
    pub(super) fn compose(
        &mut self,
        automaton: &Automaton,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        let Some(expr) = self.best(automaton, 0, budget)? else { return Ok(None) };
        let expr = self.arena.count_copies(expr);
        budget.spend(std::mem::take(&mut self.arena.work))?;
        let mut share = Budget::steps(budget.left() / 2);
        let expr = self.arena.trim(expr, automaton, &mut share);
        budget.spend(share.spent())?;
        Ok(Some(expr))
    }

    fn best(
        &mut self,
        automaton: &Automaton,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        if let Some(&known) = self.known.get(automaton) {
            return Ok(known);
        }
        let mut best = match self.counted_class(automaton) {
            Some(simple) => Some(simple),
            None => self.either_direction(automaton, depth, budget)?,
        };
        if let Some(list) = self.word_list(automaton)
            && best.is_none_or(|best| self.arena.width(list) <= self.arena.width(best) + patience(depth))
        {
            best = Some(list);
        }
        budget.spend(std::mem::take(&mut self.arena.work))?;
        self.known.insert(automaton.clone(), best);
        Ok(best)
    }

    fn either_direction(
        &mut self,
        automaton: &Automaton,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        let forward = self.forward(automaton, depth, budget)?;
        if depth > 2 || automaton.state_count() > MOST_REVERSED {
            return Ok(forward);
        }
        // Reading backwards is an attempt: it may cost a part of the budget, never the result.
        let mut share = Budget::steps(budget.left() / 4);
        let backward = automaton
            .reverse(&mut share)
            .and_then(|reversed| self.forward(&reversed, depth + 3, &mut share))
            .unwrap_or(None)
            .map(|expr| self.arena.mirror(expr));
        budget.spend(share.spent())?;
        Ok(self.shorter(forward, backward))
    }

    fn shorter(&self, first: Option<Expr>, second: Option<Expr>) -> Option<Expr> {
        let second = second.filter(|&second| self.arena.width(second) <= self.widest);
        match (first, second) {
            (Some(first), Some(second)) if self.arena.width(first) <= self.arena.width(second) => Some(first),
            (first, second) => second.or(first),
        }
    }

    fn forward(
        &mut self,
        automaton: &Automaton,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        if depth >= DEEPEST {
            return eliminate(automaton, &mut self.arena, self.widest, budget);
        }
        let recurs = start_recurs(automaton);
        if automaton.accepts_at(StateId::START) && !recurs {
            let epsilon = Automaton::epsilon(automaton.alphabet());
            let rest = automaton.difference(&epsilon, budget)?;
            let rest = self.best(&rest, depth + 1, budget)?;
            return Ok(rest.map(|rest| self.arena.repeat(rest, 0, Some(1))));
        }
        let mut cuts = cuts(automaton);
        // Behind a last state without edges lies nothing: cutting there would take nothing apart.
        cuts.pop_if(|last| automaton.edges(*last).is_empty());
        if !cuts.is_empty() {
            return self.segments(automaton, &cuts, depth, budget);
        }
        let eliminated = eliminate(automaton, &mut self.arena, self.widest, budget)?;
        let divided = if recurs {
            self.looped(automaton, depth, budget)?
        } else {
            self.branches(automaton, depth, budget)?
        };
        Ok(self.shorter(divided, eliminated))
    }

    /// The start is passed once: the first step, then what follows it.
    fn branches(
        &mut self,
        automaton: &Automaton,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        let mut branches = Vec::new();
        for (target, symbols) in successors(automaton, StateId::START) {
            let rest = piece(automaton, target, Ends::Accepted, budget)?;
            let Some(rest) = self.best(&rest, depth + 1, budget)? else { return Ok(None) };
            let first = self.arena.class(symbols);
            branches.push(self.arena.concat(&[first, rest]));
        }
        Ok(Some(self.arena.union(&branches)))
    }

    /// The pieces between the cuts, one after the other.
    fn segments(
        &mut self,
        automaton: &Automaton,
        cuts: &[StateId],
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        let mut parts = Vec::with_capacity(cuts.len() + 1);
        let mut from = StateId::START;
        for &cut in cuts {
            budget.spend(1)?;
            let part = match only_successor(automaton, from) {
                Some((symbols, target)) if target == cut => Some(self.arena.class(symbols)),
                Some(_) | None => {
                    let segment = piece(automaton, from, Ends::At(cut), budget)?;
                    self.best(&segment, depth + 1, budget)?
                }
            };
            let Some(part) = part else { return Ok(None) };
            parts.push(part);
            from = cut;
        }
        let last = piece(automaton, from, Ends::Accepted, budget)?;
        let Some(last) = self.best(&last, depth + 1, budget)? else { return Ok(None) };
        parts.push(last);
        Ok(Some(self.arena.concat(&parts)))
    }

    /// Any number of ways back to the start, then a way that does not come back.
    fn looped(
        &mut self,
        automaton: &Automaton,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        let back = piece(automaton, StateId::START, Ends::At(StateId::START), budget)?;
        let away = piece(automaton, StateId::START, Ends::Avoiding(StateId::START), budget)?;
        let Some(back) = self.best(&back, depth + 1, budget)? else { return Ok(None) };
        let Some(away) = self.best(&away, depth + 1, budget)? else { return Ok(None) };
        let star = self.arena.repeat(back, 0, None);
        Ok(Some(self.arena.concat(&[star, away])))
    }

    /// `C{m,n}`, when the automaton is a chain of equal steps.
    fn counted_class(&mut self, automaton: &Automaton) -> Option<Expr> {
        if automaton.is_empty() {
            return Some(self.arena.empty());
        }
        let end = automaton.state_count() - 1;
        let least = automaton.states().position(|state| automaton.accepts_at(state))?;
        if automaton.states().skip(least).any(|state| !automaton.accepts_at(state)) {
            return None;
        }
        let Some((symbols, _)) = only_successor(automaton, StateId::START) else {
            return (automaton.edge_count() == 0).then(|| self.arena.epsilon());
        };
        let mut most = Some(end as u32);
        for (at, state) in automaton.states().enumerate() {
            match only_successor(automaton, state) {
                Some((here, target)) if here == symbols && target.index() == at + 1 => {}
                Some((here, target)) if here == symbols && at == end && target == state => most = None,
                None if at == end && automaton.edges(state).is_empty() => {}
                Some(_) | None => return None,
            }
        }
        let class = self.arena.class(symbols);
        Some(self.arena.repeat(class, least as u32, most))
    }

    /// All words, when they are few.
    fn word_list(&mut self, automaton: &Automaton) -> Option<Expr> {
        let words = few_words(automaton)?;
        let mut list = Vec::with_capacity(words.len());
        for word in words {
            let letters: Vec<Expr> =
                word.iter().map(|&symbol| self.arena.class(SymbolSet::single(symbol))).collect();
            list.push(self.arena.concat(&letters));
        }
        Some(self.arena.list_of(&list))
    }
}

/// How many characters more a list may have than an expression. A list is plainest where it is all.
fn patience(depth: u32) -> u32 {
    if depth == 0 { 6 } else { 0 }
}

/// The words of the language, shortest first, when there are at most [`LONGEST_LIST`].
fn few_words(automaton: &Automaton) -> Option<Vec<Vec<Symbol>>> {
    if automaton.state_count() > LARGEST_LISTED {
        return None;
    }
    let mut words = Vec::new();
    let mut round: Vec<(Vec<Symbol>, StateId)> = vec![(Vec::new(), StateId::START)];
    for _ in 0..automaton.state_count() {
        let mut next = Vec::new();
        for (word, state) in round {
            for edge in automaton.edges(state) {
                for symbol in edge.lo..=edge.hi {
                    let mut longer = word.clone();
                    longer.push(symbol);
                    next.push((longer, edge.target));
                    if next.len() > LONGEST_LIST {
                        return None;
                    }
                }
            }
            if automaton.accepts_at(state) {
                words.push(word);
            }
        }
        round = next;
    }
    // What is still under way after as many steps as there are states goes round in a circle.
    (round.is_empty() && words.len() <= LONGEST_LIST).then_some(words)
}
