//! Making expressions, tidied on the way: every function here keeps the language.
//!
//! The laws used: `xx* = x+` and its kin (counts of one body add up), `x|xy = xy?` (common first and last
//! parts are taken out), `x|ε = x?`, classes merge, counts of one body merge when they meet, and inside a
//! star everything that may be empty or repeated loses that.

use super::expression::{Expr, Expressions, Node};
use crate::symbols::SymbolSet;

/// More alternatives than this are left as they are: comparing them is quadratic.
const MOST_COMPARED: usize = 64;

/// From which end common parts are taken out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

impl Expressions {
    pub(super) fn empty(&mut self) -> Expr {
        self.intern(Node::Empty)
    }

    pub(super) fn epsilon(&mut self) -> Expr {
        self.intern(Node::Concat(Vec::new()))
    }

    pub(super) fn class(&mut self, symbols: SymbolSet) -> Expr {
        self.intern(if symbols.is_empty() { Node::Empty } else { Node::Class(symbols) })
    }

    /// One after the other.
    pub(super) fn concat(&mut self, parts: &[Expr]) -> Expr {
        let mut out: Vec<Expr> = Vec::new();
        for &part in parts {
            match self.node(part) {
                Node::Empty => return part,
                Node::Concat(inner) => {
                    for inner in inner.clone() {
                        self.append(&mut out, inner);
                    }
                }
                Node::Class(_) | Node::Union(_) | Node::Repeat(..) => self.append(&mut out, part),
            }
        }
        if let &[only] = &out[..] { only } else { self.intern(Node::Concat(out)) }
    }

    /// Adds a part to a concatenation; counts of one body add up.
    fn append(&mut self, out: &mut Vec<Expr>, mut part: Expr) {
        while let Some(&top) = out.last() {
            self.work += 1;
            let Some((body, (least, most))) = self.copies_together(top, part) else { break };
            out.pop();
            part = self.intern(Node::Repeat(body, least, most));
        }
        out.push(part);
        while self.merge_copies(out) {}
    }

    /// Two parts after each other as copies of one body, unless both are single: those stay apart, so that
    /// words still show their common beginnings.
    fn copies_together(&self, first: Expr, second: Expr) -> Option<(Expr, Count)> {
        if first == second && self.counted_body(first).0 == first {
            return None;
        }
        let ((x, left), (y, right)) = (self.counted_body(first), self.counted_body(second));
        let once = (1, Some(1));
        let (body, left, right) = match () {
            () if x == y => (x, left, right),
            () if first == y => (y, once, right),
            () if second == x => (x, left, once),
            () => return None,
        };
        Some((body, add_counts(left, right)?))
    }

    /// `ab(ab)*` and `(ab)*ab`, at the end of `out`, become `(ab)+`; whether there was one.
    fn merge_copies(&mut self, out: &mut Vec<Expr>) -> bool {
        let repeats = |at: usize| -> Option<(Expr, u32, Option<u32>, Vec<Expr>)> {
            let &Node::Repeat(body, least, most) = self.node(*out.get(at)?) else { return None };
            let Node::Concat(parts) = self.node(body) else { return None };
            Some((body, least, most, parts.clone()))
        };
        let before = out.len().checked_sub(1).and_then(repeats).and_then(|found| {
            let from = out.len().checked_sub(1 + found.3.len())?;
            (out[from..out.len() - 1] == found.3[..]).then_some((from, found))
        });
        // The copy may also follow: look for a repetition whose body is what comes after it.
        let after = || {
            let window = out.len().min(8);
            (1..window).find_map(|back| {
                let at = out.len() - 1 - back;
                repeats(at).filter(|found| out[at + 1..] == found.3[..]).map(|found| (at, found))
            })
        };
        if let Some((from, (body, least, most, _))) = before.or_else(after)
            && let Some((least, most)) = add_counts((least, most), (1, Some(1)))
        {
            out.truncate(from);
            let merged = self.intern(Node::Repeat(body, least, most));
            out.push(merged);
            return true;
        }
        false
    }

    /// The expression as so many copies of a body.
    pub(super) fn counted_body(&self, expr: Expr) -> (Expr, Count) {
        match self.node(expr) {
            &Node::Repeat(body, least, most) => (body, (least, most)),
            Node::Empty | Node::Class(_) | Node::Concat(_) | Node::Union(_) => (expr, (1, Some(1))),
        }
    }

    /// One of several.
    pub(super) fn union(&mut self, parts: &[Expr]) -> Expr {
        let mut alternatives: Vec<Expr> = Vec::new();
        let mut symbols = SymbolSet::empty();
        let mut with_empty_word = false;
        let mut todo: Vec<Expr> = parts.iter().rev().copied().collect();
        while let Some(part) = todo.pop() {
            self.work += 1;
            match self.node(part) {
                Node::Empty => {}
                Node::Class(class) => symbols = symbols.union(class),
                Node::Concat(inner) if inner.is_empty() => with_empty_word = true,
                Node::Union(inner) => todo.extend(inner.iter().rev()),
                &Node::Repeat(body, 0, Some(1)) => {
                    with_empty_word = true;
                    todo.push(body);
                }
                Node::Concat(_) | Node::Repeat(..) => alternatives.push(part),
            }
        }
        if !symbols.is_empty() {
            let class = self.class(symbols);
            alternatives.insert(0, class);
        }
        if with_empty_word {
            self.lend_empty_word(&mut alternatives);
        }
        let union = self.alternatives(alternatives);
        if with_empty_word { self.optional(union) } else { union }
    }

    /// The expression or the empty word; the alternatives of a union are looked at no more.
    fn optional(&mut self, expr: Expr) -> Expr {
        match self.node(expr) {
            Node::Union(_) if !self.is_nullable(expr) => self.intern(Node::Repeat(expr, 0, Some(1))),
            Node::Union(_) => expr,
            Node::Empty | Node::Class(_) | Node::Concat(_) | Node::Repeat(..) => {
                self.repeat(expr, 0, Some(1))
            }
        }
    }

    /// Beside the empty word, `x{1,n}` may become `x{0,n}`; it does where another alternative begins or ends
    /// with that, so that `(x|x?y)?` ends as `x?y?`.
    fn lend_empty_word(&mut self, parts: &mut [Expr]) {
        if parts.len() > MOST_COMPARED {
            return;
        }
        for at in 0..parts.len() {
            let (body, (least, most)) = self.counted_body(parts[at]);
            if least != 1 {
                continue;
            }
            let optional = self.repeat(body, 0, most);
            let shared = parts.iter().any(|&part| {
                let list = self.list(part);
                list.len() > 1 && (list.first() == Some(&optional) || list.last() == Some(&optional))
            });
            if shared {
                parts[at] = optional;
            }
        }
    }

    /// One of several different words, in the given order, with nothing taken out.
    pub(super) fn list_of(&mut self, words: &[Expr]) -> Expr {
        if words.is_empty() {
            return self.empty();
        }
        let epsilon = self.epsilon();
        let others: Vec<Expr> = words.iter().copied().filter(|&word| word != epsilon).collect();
        let list = match &others[..] {
            [] => return epsilon,
            &[only] => only,
            _ => self.intern(Node::Union(others.clone())),
        };
        if others.len() < words.len() { self.optional(list) } else { list }
    }

    /// The union of parts none of which is empty, the empty word or a union.
    fn alternatives(&mut self, mut parts: Vec<Expr>) -> Expr {
        let mut seen = std::collections::HashSet::new();
        parts.retain(|&part| seen.insert(part));
        if parts.len() <= MOST_COMPARED {
            self.merge_counts(&mut parts);
            if parts.len() > 1
                && let Some(factored) = self.factor(&parts)
            {
                return self.union(&factored);
            }
        }
        match &parts[..] {
            [] => self.empty(),
            &[only] => only,
            _ => self.intern(Node::Union(parts)),
        }
    }

    /// Alternatives that are counts of one body become one when the counts meet.
    fn merge_counts(&mut self, parts: &mut Vec<Expr>) {
        let mut at = 0;
        while at < parts.len() {
            let (body, second) = self.counted_body(parts[at]);
            let met = (0..at).find_map(|before| {
                let (other, first) = self.counted_body(parts[before]);
                self.work += 1;
                let merged = if body == other { join_counts(first, second) } else { None };
                merged.map(|count| (before, count))
            });
            if let Some((before, (least, most))) = met {
                parts.remove(at);
                parts[before] = self.intern(Node::Repeat(body, least, most));
                at = 0;
            } else {
                at += 1;
            }
        }
    }

    /// Takes out the common first or last part that saves most.
    fn factor(&mut self, parts: &[Expr]) -> Option<Vec<Expr>> {
        let lists: Vec<Vec<Expr>> = parts.iter().map(|&part| self.list(part)).collect();
        self.work += lists.iter().map(|list| list.len() as u64).sum::<u64>();
        let mut best: Option<(u64, End, Expr)> = None;
        for end in [End::First, End::Last] {
            for list in &lists {
                let Some(shared) = outermost(list, end) else { continue };
                let users = lists.iter().filter(|list| outermost(list, end) == Some(shared)).count();
                let saved = (users as u64 - 1) * u64::from(self.width(shared));
                if users > 1 && best.is_none_or(|(most, ..)| saved > most) {
                    best = Some((saved, end, shared));
                }
            }
        }
        let (_, end, shared) = best?;
        let is_user = |list: &Vec<Expr>| outermost(list, end) == Some(shared);
        let users: Vec<&Vec<Expr>> = lists.iter().filter(|list| is_user(list)).collect();
        let factored = self.take_out(&users, end);
        let mut rest = Vec::new();
        let mut placed = false;
        for (list, &part) in lists.iter().zip(parts) {
            if !is_user(list) {
                rest.push(part);
            } else if !placed {
                placed = true;
                rest.push(factored);
            }
        }
        Some(rest)
    }

    /// The concatenations `users` with what they have in common at one end written once.
    fn take_out(&mut self, users: &[&Vec<Expr>], end: End) -> Expr {
        let agree = |at: usize| users.iter().all(|list| nth(list, at, end) == nth(users[0], at, end));
        let shortest = users.iter().map(|list| list.len()).min().unwrap_or(0);
        let common = (0..shortest).take_while(|&at| agree(at)).count();
        let mut tails = Vec::with_capacity(users.len());
        for list in users {
            let tail = match end {
                End::First => &list[common..],
                End::Last => &list[..list.len() - common],
            };
            tails.push(self.concat(tail));
        }
        let tails = self.union(&tails);
        let shared = match end {
            End::First => self.concat(&users[0][..common]),
            End::Last => self.concat(&users[0][users[0].len() - common..]),
        };
        match end {
            End::First => self.concat(&[shared, tails]),
            End::Last => self.concat(&[tails, shared]),
        }
    }

    /// The parts of a concatenation, or the expression alone.
    pub(super) fn list(&self, expr: Expr) -> Vec<Expr> {
        match self.node(expr) {
            Node::Concat(parts) => parts.clone(),
            Node::Empty | Node::Class(_) | Node::Union(_) | Node::Repeat(..) => vec![expr],
        }
    }

    /// From `least` to `most` copies.
    pub(super) fn repeat(&mut self, body: Expr, least: u32, most: Option<u32>) -> Expr {
        if most == Some(0) || (least == 0 && *self.node(body) == Node::Empty) {
            return self.epsilon();
        }
        if (least, most) == (1, Some(1)) || *self.node(body) == Node::Empty || self.list(body).is_empty() {
            return body;
        }
        if self.is_nullable(body) && least > 0 {
            return self.repeat(body, 0, most);
        }
        let (inner, count) = self.counted_body(body);
        if inner != body
            && let Some((least, most)) = multiply_counts(count, (least, most))
        {
            return self.repeat(inner, least, most);
        }
        if (least, most) == (0, None) {
            return self.star(body);
        }
        if (least, most) == (0, Some(1)) {
            if self.is_nullable(body) {
                return body;
            }
            if matches!(self.node(body), Node::Union(_)) {
                let epsilon = self.epsilon();
                return self.union(&[epsilon, body]);
            }
        }
        self.intern(Node::Repeat(body, least, most))
    }

    /// Any number of copies of something that is no count itself or cannot be merged with this one.
    fn star(&mut self, body: Expr) -> Expr {
        let bare = self.bare_in_star(body);
        if bare == body {
            return self.intern(Node::Repeat(body, 0, None));
        }
        self.repeat(bare, 0, None)
    }

    /// A smaller body with the same star: parts that may be empty or repeated lose that.
    fn bare_in_star(&mut self, body: Expr) -> Expr {
        let alternatives = match self.node(body) {
            Node::Union(parts) => parts.clone(),
            Node::Empty | Node::Class(_) | Node::Concat(_) | Node::Repeat(..) => vec![body],
        };
        let mut bare = Vec::new();
        for &part in &alternatives {
            let (inner, (least, _)) = self.counted_body(part);
            let parts = self.list(part);
            if inner != part && least <= 1 {
                bare.push(inner);
            } else if parts.len() > 1 && self.all_nullable(&parts) {
                bare.extend(parts.iter().map(|&part| self.counted_body(part).0));
            } else {
                bare.push(part);
            }
        }
        if bare == alternatives { body } else { self.union(&bare) }
    }
}

fn outermost(list: &[Expr], end: End) -> Option<Expr> {
    match end {
        End::First => list.first().copied(),
        End::Last => list.last().copied(),
    }
}

fn nth(list: &[Expr], at: usize, end: End) -> Expr {
    match end {
        End::First => list[at],
        End::Last => list[list.len() - 1 - at],
    }
}

/// From a least number of copies to a greatest, or without end.
pub(super) type Count = (u32, Option<u32>);

/// Copies of one kind after each other; `None` when the numbers grow too large.
fn add_counts((a, b): Count, (c, d): Count) -> Option<Count> {
    let most = match (b, d) {
        (Some(b), Some(d)) => Some(b.checked_add(d)?),
        (None, _) | (_, None) => None,
    };
    Some((a.checked_add(c)?, most))
}

/// Either count, when no number lies between the two.
fn join_counts((a, b): Count, (c, d): Count) -> Option<Count> {
    let reaches = |end: Option<u32>, start: u32| end.is_none_or(|end| end.saturating_add(1) >= start);
    let most = match (b, d) {
        (Some(b), Some(d)) => Some(b.max(d)),
        (None, _) | (_, None) => None,
    };
    (reaches(b, c) && reaches(d, a)).then_some((a.min(c), most))
}

/// The inner count repeated by the outer one, when the sums leave no gap.
fn multiply_counts((a, b): Count, (least, most): Count) -> Option<Count> {
    // After k copies the sums end at k*b; those of k + 1 copies begin at (k + 1)*a. The gap, if any, is
    // widest for the least k.
    let end = b.map(|b| u64::from(b) * u64::from(least));
    let next = u64::from(a) * (u64::from(least) + 1);
    let no_gap = match end {
        _ if most == Some(least) => true,
        None => least > 0 || next <= 1,
        Some(end) => end + 1 >= next,
    };
    let product = match (b, most) {
        (Some(b), Some(most)) => Some(b.checked_mul(most)?),
        (None, _) | (_, None) => None,
    };
    no_gap.then_some((a.checked_mul(least)?, product))
}
