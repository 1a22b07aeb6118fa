//! Paths that meet.
//!
//! A path that leaves a construct is a [`Pending`] jump. [`Lower::join`] leads all of them to one point: where they
//! disagree on a value, each fills the variables that stand for it on a stretch of code of its own.

use ir::StrTerm;

use super::Lower;
use super::env::{self, Env, Fill, Pending, Shape};
use crate::value::Value;

/// A point of the lowering that may be taken back: the program, and the jumps that wait to be led somewhere.
pub(super) struct Mark {
    pub(super) emit: ir::emit::Mark,
    exits: Vec<Exits>,
}

/// How many jumps wait in a call.
struct Exits {
    returns: usize,
    turns: Vec<(usize, usize)>,
    handlers: Vec<usize>,
}

impl Lower<'_> {
    /// The present point.
    pub(super) fn mark(&self) -> Mark {
        let exits = |frame: &super::Frame| Exits {
            returns: frame.returns.len(),
            turns: frame.turns.iter().map(|turn| (turn.breaks.len(), turn.continues.len())).collect(),
            handlers: frame.handlers.iter().map(Vec::len).collect(),
        };
        Mark { emit: self.emit.mark(), exits: self.frames.iter().map(exits).collect() }
    }

    /// Takes back what was lowered since then, with the jumps that leave it.
    pub(super) fn undo(&mut self, mark: &Mark) {
        self.emit.undo(mark.emit);
        self.written = None;
        for (frame, exits) in self.frames.iter_mut().zip(&mark.exits) {
            frame.returns.truncate(exits.returns);
            for (turn, (breaks, continues)) in frame.turns.iter_mut().zip(&exits.turns) {
                turn.breaks.truncate(*breaks);
                turn.continues.truncate(*continues);
            }
            for (handler, waiting) in frame.handlers.iter_mut().zip(&exits.handlers) {
                handler.truncate(*waiting);
            }
        }
    }

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
    pub(super) fn join(&mut self, mut paths: Vec<Pending>) {
        debug_assert!(self.dead, "a point is left before paths meet");
        self.written = None;
        if paths.is_empty() {
            return;
        }
        self.dead = false;
        self.complete_requests(&mut paths);
        let agree = align_all(&mut paths);
        let Some(first) = paths.first() else { return };
        let envs: Vec<&Env> = paths.iter().map(|path| &path.env).collect();
        let differing = env::differing(&envs);
        let mut merged = first.env.clone();
        for path in &paths[1..] {
            let aliases = &path.env.aliases;
            merged.aliases.retain(|name, target| aliases.get(name) == Some(target));
        }
        let mut targets = Vec::new();
        for key in differing {
            if key.starts_with(super::sources::REFINED)
                && envs.iter().any(|env| !env.values.contains_key(&key))
            {
                merged.values.remove(&key);
                continue;
            }
            if envs.iter().any(|env| !env.values.contains_key(&key)) {
                self.seen.may_be_unset(&key);
            }
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
        if !agree {
            self.gap("which places are references depends on the path");
        }
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
            let action = match fill {
                Fill::Text(var, value) => ir::Action::SetStr(*var, ir::StrExpr::Term(self.kept_text(value))),
                Fill::Int(var, value) => {
                    let number = ir::IntExpr::Linear(self.integer(value));
                    ir::Action::SetInt(*var, number, ir::Width::Unbounded)
                }
                Fill::Bool(var, value) => ir::Action::SetBool(*var, value.clone()),
            };
            self.emit.push(action);
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
                let text = self.kept_text(&value);
                let kept = match text {
                    StrTerm::Word(_) => text,
                    StrTerm::Var(_) => self.emit.set_str("kept", ir::StrExpr::Term(text)),
                };
                Fill::Text(var, Value::Str(kept))
            }
            Fill::Int(var, value) => {
                let number = self.integer(&value);
                let kept = self.emit.set_int("kept", ir::IntExpr::Linear(number));
                Fill::Int(var, Value::Int(kept))
            }
            Fill::Bool(var, value) => {
                let kept = self.emit.new_bool("kept");
                self.emit.push(ir::Action::SetBool(kept, value));
                Fill::Bool(var, ir::Condition::test(ir::Test::Bool(kept)))
            }
        }
    }

    /// The text of a value that is to be kept. What has none of its own is not asked for one: to do so may throw.
    fn kept_text(&mut self, value: &Value) -> StrTerm {
        let has_text = |(_, leaf): &(ir::Condition, Value)| {
            !matches!(leaf, Value::Object(_) | Value::Closure(_) | Value::Array(_))
        };
        if value.leaves().iter().all(has_text) { self.text(value) } else { self.any_text("kept") }
    }
}

/// Lets all paths agree on which places are references, as far as that can be said; whether they do.
fn align_all(paths: &mut [Pending]) -> bool {
    let mut agree = true;
    for _ in 0..2 {
        agree = true;
        for at in 1..paths.len() {
            let (before, after) = paths.split_at_mut(at);
            agree &= super::references::align(&mut before[0].env, &mut after[0].env);
        }
    }
    agree
}

/// The name of a place without the number of its call.
pub(super) fn short(key: &str) -> &str {
    key.split_once(':').map_or(key, |(_, name)| name)
}
