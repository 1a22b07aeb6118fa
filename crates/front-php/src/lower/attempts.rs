//! `try`: what is thrown, what catches it, and what is done in the end.
//!
//! Which clause catches depends on the class; what none catches is thrown on. A `finally` is lowered once
//! for each way that leaves the `try`: to its end, by `return`, by `break` or `continue`, by what nobody here catches.

use ir::Condition;

use super::env::{Key, Pending};
use super::{Lower, Turn};
use crate::tree::{Catch, Name, Stmt};
use crate::value::Value;

impl Lower<'_> {
    /// `try`.
    pub(super) fn attempt(&mut self, body: &[Stmt], catches: &[Catch], finally: &[Stmt]) {
        if finally.is_empty() {
            let ends = self.caught(body, catches);
            self.dead = true;
            return self.join(ends);
        }
        let returns = std::mem::take(&mut self.frame().returns);
        let turns: Vec<Turn> = self.frame().turns.iter_mut().map(std::mem::take).collect();
        self.frame().handlers.push(Vec::new());
        let ends = self.caught(body, catches);
        let thrown = self.frame().handlers.pop().expect("the handler was pushed above");
        let returned = std::mem::replace(&mut self.frame().returns, returns);
        let turned: Vec<Turn> = self
            .frame()
            .turns
            .iter_mut()
            .zip(turns)
            .map(|(turn, before)| std::mem::replace(turn, before))
            .collect();
        let normal = self.finally(ends, finally);
        let returned = self.finally(returned, finally);
        self.frame().returns.extend(returned);
        for (level, turn) in turned.into_iter().enumerate() {
            let breaks = self.finally(turn.breaks, finally);
            self.frame().turns[level].breaks.extend(breaks);
            let continues = self.finally(turn.continues, finally);
            self.frame().turns[level].continues.extend(continues);
        }
        if !thrown.is_empty() {
            self.dead = true;
            self.join(thrown);
            let pending = self.env.values.remove("thrown:value");
            self.block(finally);
            self.env.values.extend(pending.map(|value| ("thrown:value".into(), value)));
            self.throw_when(Condition::TRUE);
        }
        self.dead = true;
        self.join(normal.into_iter().collect());
    }

    /// What is done in the end, on these ways.
    fn finally(&mut self, ways: Vec<Pending>, finally: &[Stmt]) -> Option<Pending> {
        if ways.is_empty() {
            return None;
        }
        self.dead = true;
        self.join(ways);
        self.block(finally);
        self.leave()
    }

    /// The body and the clauses; the ways that come to their end. What no clause catches is thrown on.
    fn caught(&mut self, body: &[Stmt], catches: &[Catch]) -> Vec<Pending> {
        if catches.is_empty() {
            self.block(body);
            return self.leave().into_iter().collect();
        }
        self.frame().handlers.push(Vec::new());
        self.block(body);
        let thrown = self.frame().handlers.pop().expect("the handler was pushed above");
        let mut ends: Vec<Pending> = self.leave().into_iter().collect();
        self.dead = true;
        self.join(thrown);
        for (index, Catch { types, variable, body }) in catches.iter().enumerate() {
            if self.dead {
                break;
            }
            let is_last = index + 1 == catches.len();
            let here = self.catches(types, is_last);
            let other: Vec<Pending> = self.leave_when(here.negated()).into_iter().collect();
            if let Some(variable) = variable {
                let thrown: Key = "thrown:value".into();
                let value = match self.env.values.get(&thrown).cloned() {
                    Some(value) => value,
                    None => self.unknown_value("exception"),
                };
                let place = self.local(variable);
                self.env.set(&place, value);
            }
            self.env.values.remove("thrown:value");
            self.block(body);
            ends.extend(self.leave());
            self.dead = true;
            self.join(other);
        }
        self.throw_when(Condition::TRUE);
        ends
    }

    /// Whether a clause catches what was thrown.
    fn catches(&mut self, types: &[Name], is_last: bool) -> Condition {
        let any = |name: &str| types.iter().any(|known| &**known == name);
        if any("throwable") || any("exception") && any("error") {
            return Condition::TRUE;
        }
        let thrown: Key = "thrown:value".into();
        if let Some(Value::Object(thrown)) = self.env.values.get(&thrown) {
            let class = self.classes_of.get(thrown).cloned().unwrap_or_else(|| "".into());
            let known: Vec<Option<bool>> = types.iter().map(|name| self.is_kind_of(&class, name)).collect();
            if known.contains(&Some(true)) {
                return Condition::TRUE;
            }
            if known.iter().all(|is_one| *is_one == Some(false)) {
                return Condition::FALSE;
            }
        }
        if is_last { self.emit.fate("caught") } else { self.emit.any_bool("caught") }
    }
}
