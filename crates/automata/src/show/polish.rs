//! Last touches: copies counted, and parts left out that the language does not need.
//!
//! Counting is a law and needs no check. Leaving out is a guess: it is kept only when the language of the
//! whole expression stays the same, and it stops silently when the budget ends.

use std::collections::HashMap;

use super::expression::{Expr, Expressions, Node};
use crate::budget::{Budget, Exhausted};
use crate::words::Automaton;

/// The longest sequence that is looked for as a repeated one.
const LONGEST_PERIOD: usize = 24;

/// Expressions wider than this are not searched for parts to leave out.
const WIDEST_TRIMMED: u32 = 160;

impl Expressions {
    /// The same language with `xxxx` written as `x{4}`, where that is shorter.
    pub(super) fn count_copies(&mut self, expr: Expr) -> Expr {
        self.rebuild(expr, |this, old, children| {
            let concat = this.remake(old, &children);
            let list = this.list(concat);
            if list.len() < 2 {
                return concat;
            }
            let runs = this.count_periods(&list, 1, 1);
            let counted = this.count_periods(&runs, 2, LONGEST_PERIOD);
            this.concat(&counted)
        })
    }

    /// The same words read backwards.
    pub(super) fn mirror(&mut self, expr: Expr) -> Expr {
        self.rebuild(expr, |this, old, mut children| {
            if matches!(this.node(old), Node::Concat(_)) {
                children.reverse();
            }
            this.remake(old, &children)
        })
    }

    /// Replaces repeated sequences in a list of parts.
    fn count_periods(&mut self, list: &[Expr], shortest: usize, longest: usize) -> Vec<Expr> {
        let mut out = Vec::with_capacity(list.len());
        let mut at = 0;
        while at < list.len() {
            let rest = &list[at..];
            let mut best: Option<(u64, Expr, usize)> = None;
            for period in shortest..=longest.min(rest.len() / 2) {
                let copies = rest.chunks_exact(period).take_while(|chunk| *chunk == &rest[..period]).count();
                self.work += copies as u64;
                if copies < 2 {
                    continue;
                }
                let plain = rest[..period * copies].iter().map(|&part| u64::from(self.width(part))).sum();
                let body = self.concat(&rest[..period]);
                let counted = self.repeat(body, copies as u32, Some(copies as u32));
                let saved = u64::saturating_sub(plain, u64::from(self.width(counted)));
                if saved > 0 && best.is_none_or(|(most, ..)| saved > most) {
                    best = Some((saved, counted, period * copies));
                }
            }
            let (next, length) = best.map_or((rest[0], 1), |(_, counted, length)| (counted, length));
            out.push(next);
            at += length;
        }
        out
    }

    /// Replaces every part, children first, by what `change` makes of it and its replaced children.
    fn rebuild(&mut self, expr: Expr, mut change: impl FnMut(&mut Self, Expr, Vec<Expr>) -> Expr) -> Expr {
        let mut done: HashMap<Expr, Expr> = HashMap::new();
        for part in self.parts_of(expr) {
            let children = self.children(part).iter().map(|child| done[child]).collect();
            let new = change(self, part, children);
            done.insert(part, new);
        }
        done[&expr]
    }

    /// The node `old` with these children.
    fn remake(&mut self, old: Expr, children: &[Expr]) -> Expr {
        if self.children(old) == children {
            return old;
        }
        match *self.node(old) {
            Node::Empty | Node::Class(_) => old,
            Node::Concat(_) => self.concat(children),
            Node::Union(_) => self.union(children),
            Node::Repeat(_, least, most) => self.repeat(children[0], least, most),
        }
    }

    /// Every distinct part of `expr`, children first.
    fn parts_of(&self, expr: Expr) -> Vec<Expr> {
        let mut found = std::collections::BTreeSet::from([expr]);
        let mut todo = vec![expr];
        while let Some(next) = todo.pop() {
            for &child in self.children(next) {
                if found.insert(child) {
                    todo.push(child);
                }
            }
        }
        found.into_iter().collect()
    }

    fn children(&self, expr: Expr) -> &[Expr] {
        match self.node(expr) {
            Node::Empty | Node::Class(_) => &[],
            Node::Concat(parts) | Node::Union(parts) => parts,
            Node::Repeat(body, ..) => std::slice::from_ref(body),
        }
    }

    /// A shorter expression for `language`, found by leaving parts out; `expr` when there is none or the
    /// budget ends.
    pub(super) fn trim(&mut self, mut expr: Expr, language: &Automaton, budget: &mut Budget) -> Expr {
        if self.width(expr) > WIDEST_TRIMMED {
            return expr;
        }
        while let Ok(Some(shorter)) = self.trim_once(expr, language, budget) {
            expr = shorter;
        }
        expr
    }

    fn trim_once(
        &mut self,
        expr: Expr,
        language: &Automaton,
        budget: &mut Budget,
    ) -> Result<Option<Expr>, Exhausted> {
        for part in self.parts_of(expr).into_iter().rev() {
            for smaller in self.smaller(part) {
                let candidate =
                    self.rebuild(
                        expr,
                        |this, old, children| {
                            if old == part { smaller } else { this.remake(old, &children) }
                        },
                    );
                budget.spend(u64::from(self.width(expr)))?;
                if self.width(candidate) < self.width(expr) && self.language(candidate, budget)? == *language
                {
                    return Ok(Some(candidate));
                }
            }
        }
        Ok(None)
    }

    /// Expressions that `part` could be replaced with.
    fn smaller(&mut self, part: Expr) -> Vec<Expr> {
        match self.node(part).clone() {
            Node::Empty | Node::Class(_) => Vec::new(),
            Node::Concat(parts) => without_each(&parts).map(|parts| self.concat(&parts)).collect(),
            Node::Union(parts) => without_each(&parts).map(|parts| self.union(&parts)).collect(),
            Node::Repeat(body, ..) => vec![body, self.repeat(body, 0, None)],
        }
    }
}

/// The lists that lack one part of `parts`.
fn without_each(parts: &[Expr]) -> impl Iterator<Item = Vec<Expr>> + use<'_> {
    (0..parts.len()).map(|left_out| {
        let kept = parts.iter().enumerate().filter(|&(at, _)| at != left_out);
        kept.map(|(_, &part)| part).collect()
    })
}
