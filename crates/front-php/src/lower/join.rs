//! Paths that meet.
//!
//! A path that leaves a construct is a [`Pending`] jump. [`Lower::join`] leads all of them to one point: where they
//! disagree on a value, each fills the variables that stand for it on a stretch of code of its own.

use ir::StrTerm;

use super::Lower;
use super::env::{self, Env, Fill, Pending, Shape};
use crate::value::Value;

impl Lower<'_> {
    /// Leaves the present point by a jump.
    pub(super) fn leave(&mut self) -> Option<Pending> {
        if self.dead {
            return None;
        }
        self.dead = true;
        Some(Pending { at: self.emit.jump(), env: self.env.clone() })
    }

    /// Leaves the present point by a jump when the condition holds.
    pub(super) fn leave_when(&mut self, condition: ir::Condition) -> Option<Pending> {
        if self.dead || condition == ir::Condition::FALSE {
            return None;
        }
        if condition == ir::Condition::TRUE {
            return self.leave();
        }
        Some(Pending { at: self.emit.branch(condition), env: self.env.clone() })
    }

    /// Goes on where all these jumps lead. The present point must be dead.
    pub(super) fn join(&mut self, paths: Vec<Pending>) {
        debug_assert!(self.dead, "a point is left before paths meet");
        let Some(first) = paths.first() else { return };
        self.dead = false;
        let envs: Vec<&Env> = paths.iter().map(|path| &path.env).collect();
        let differing = env::differing(&envs);
        let mut merged = first.env.clone();
        for path in &paths[1..] {
            let aliases = &path.env.aliases;
            merged.aliases.retain(|name, target| aliases.get(name) == Some(target));
        }
        let mut targets = Vec::new();
        for key in differing {
            let values = envs.iter().map(|env| env.values.get(&key).cloned().unwrap_or(Value::Null));
            let shape = values.collect::<Vec<_>>().iter().fold(None, |shape: Option<Shape>, value| {
                Some(shape.map_or(Shape::Fixed(value.clone()), |shape| env::widen(&shape, value)))
            });
            let shape = shape.unwrap_or(Shape::Any);
            let target = env::instantiate(&shape, short(&key), &mut self.emit);
            merged.values.insert(key.clone(), target.clone());
            targets.push((key, target));
        }
        self.lead(paths, &targets);
        self.env = merged;
    }

    /// Leads each path through its fills to the point after all of them.
    fn lead(&mut self, paths: Vec<Pending>, targets: &[(env::Key, Value)]) {
        let mut jumps = Vec::new();
        for path in paths {
            let mut fills = Vec::new();
            for (key, target) in targets {
                env::fill(target, path.env.values.get(key).unwrap_or(&Value::Null), &mut fills);
            }
            if fills.is_empty() {
                jumps.push(path.at);
                continue;
            }
            let here = self.emit.here();
            self.emit.patch(path.at, here);
            self.fill_all(&fills);
            jumps.push(self.emit.jump());
        }
        let here = self.emit.here();
        for at in jumps {
            self.emit.patch(at, here);
        }
    }

    /// Fills variables one after the other.
    pub(super) fn fill_all(&mut self, fills: &[Fill]) {
        for fill in fills {
            let text = self.fill_text(fill);
            self.emit.push(env::assign(fill, text));
        }
    }

    /// Fills variables at once: none sees the new value of another.
    pub(super) fn fill_together(&mut self, fills: Vec<Fill>) {
        if fills.len() < 2 {
            return self.fill_all(&fills);
        }
        let kept: Vec<Fill> = fills.into_iter().map(|fill| self.keep(fill)).collect();
        self.fill_all(&kept);
    }

    /// The same fill from a variable of its own.
    fn keep(&mut self, fill: Fill) -> Fill {
        match fill {
            Fill::Text(var, value) => {
                let text = self.text(&value);
                let kept = match text {
                    StrTerm::Word(_) => text,
                    StrTerm::Var(_) => self.emit.set_str("kept", ir::StrExpr::Term(text)),
                };
                Fill::Text(var, Value::Str(kept))
            }
            Fill::Int(var, value) => {
                let kept = self.emit.set_int("kept", ir::IntExpr::Linear(value));
                Fill::Int(var, kept)
            }
            Fill::Bool(var, value) => {
                let kept = self.emit.new_bool("kept");
                self.emit.push(ir::Action::SetBool(kept, value));
                Fill::Bool(var, ir::Condition::test(ir::Test::Bool(kept)))
            }
        }
    }

    fn fill_text(&mut self, fill: &Fill) -> Option<StrTerm> {
        match fill {
            Fill::Text(_, value) => Some(self.text(value)),
            Fill::Int(..) | Fill::Bool(..) => None,
        }
    }
}

/// The name of a place without the number of its call.
pub(super) fn short(key: &str) -> &str {
    key.split_once(':').map_or(key, |(_, name)| name)
}
