//! Statements: what they do to the values, and where a run goes on.
//!
//! Paths that leave a statement early are kept until the place that they lead to is reached; see the file on joins.

use ir::Condition;

use super::env::{Key, Pending};
use super::loops::Parts;
use super::{Lower, Turn};
use crate::tree::{Expr, Name, Stmt, StmtKind};
use crate::value::{Value, simplify};

impl Lower<'_> {
    /// Statements one after the other, as far as a run comes.
    pub(super) fn block(&mut self, statements: &[Stmt]) {
        for statement in statements {
            if self.dead {
                return;
            }
            self.run.insert(statement.span);
            self.at(statement.span, |lower| lower.statement(statement));
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Expr(expr) => {
                self.expr(expr);
            }
            StmtKind::Echo(values) => {
                for value in values {
                    let (span, value) = (value.span, self.expr(value));
                    self.echo_from(&value, Some(span));
                }
            }
            StmtKind::Html(bytes) => self.write(&crate::text::literal(bytes), None),
            StmtKind::If(test, yes, no) => self.conditional(test, yes, no),
            StmtKind::While(test, body) => self.turns(&Parts {
                before: &|lower| lower.condition(test),
                body: &|lower| lower.block(body),
                after: &|_| Condition::TRUE,
            }),
            StmtKind::DoWhile(body, test) => self.turns(&Parts {
                before: &|_| Condition::TRUE,
                body: &|lower| lower.block(body),
                after: &|lower| lower.condition(test),
            }),
            StmtKind::For { init, condition, update, body } => self.counted((init, condition, update), body),
            StmtKind::Foreach { of, key, value, mode, body } => {
                self.walk(of, (key.as_ref(), value, *mode), body);
            }
            StmtKind::Switch(subject, cases) => self.switch(subject, cases),
            StmtKind::Break(levels) => self.exit_turn(*levels, |turn| &mut turn.breaks),
            StmtKind::Continue(levels) => self.exit_turn(*levels, |turn| &mut turn.continues),
            StmtKind::Return(value) => {
                let value = value.as_ref().map_or(Value::Null, |value| self.expr(value));
                self.return_or_end(value);
            }
            StmtKind::Block(statements) => self.block(statements),
            StmtKind::Function(_) | StmtKind::Class(_) => self.hoist(std::slice::from_ref(statement)),
            _ => self.declaration(statement),
        }
    }

    fn declaration(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Const(items) => {
                for (name, value) in items {
                    let value = self.expr(value);
                    self.define(name, value);
                }
            }
            StmtKind::Global(names) => {
                for name in names {
                    let (here, there) = (self.local(name), Key::from(format!("0:{name}")));
                    if here != there {
                        let cell = self.cell(&there);
                        self.bind_cell(here, cell);
                    }
                }
            }
            StmtKind::Static(variables) => {
                for (name, default) in variables {
                    self.static_variable(name, default.as_ref());
                }
            }
            StmtKind::Unset(targets) => targets.iter().for_each(|target| self.unset(target)),
            StmtKind::Throw(value) => {
                let value = self.expr(value);
                self.throw(value);
            }
            StmtKind::Try(body, catches, finally) => self.attempt(body, catches, finally),
            StmtKind::Unsupported(what) => self.gap(what),
            _ => unreachable!("the other kinds are matched before"),
        }
    }

    fn conditional(&mut self, test: &Expr, yes: &[Stmt], no: &[Stmt]) {
        let condition = self.condition(test);
        let negated = simplify(condition.clone().negated());
        let other: Vec<Pending> = self.leave_when(negated.clone()).into_iter().collect();
        let known = self.refine(&condition);
        self.block(yes);
        self.unrefine(known);
        let mut ends: Vec<Pending> = self.leave().into_iter().collect();
        self.dead = true;
        self.join(other);
        let known = self.refine(&negated);
        self.block(no);
        self.unrefine(known);
        ends.extend(self.leave());
        self.dead = true;
        self.join(ends);
    }

    fn counted(&mut self, (init, condition, update): (&[Expr], &[Expr], &[Expr]), body: &[Stmt]) {
        for expr in init {
            self.expr(expr);
        }
        let before = |lower: &mut Lower<'_>| {
            condition.iter().fold(Condition::TRUE, |_, condition| lower.condition(condition))
        };
        let after = |lower: &mut Lower<'_>| {
            for expr in update {
                lower.expr(expr);
            }
            Condition::TRUE
        };
        self.turns(&Parts { before: &before, body: &|lower| lower.block(body), after: &after });
    }

    /// Cases are tested in order; bodies fall through.
    fn switch(&mut self, subject: &Expr, cases: &[(Option<Expr>, Vec<Stmt>)]) {
        let subject = self.expr(subject);
        self.frame().turns.push(Turn::default());
        let mut entries: Vec<Vec<Pending>> = cases.iter().map(|_| Vec::new()).collect();
        for (index, (value, _)) in cases.iter().enumerate() {
            if let Some(value) = value {
                let value = self.expr(value);
                let equal = simplify(self.loosely_equal(&subject, &value));
                let entry = self.leave_when(equal.clone());
                let other = self.leave();
                self.dead = true;
                self.join(entry.into_iter().collect());
                self.refine(&equal);
                entries[index].extend(self.leave());
                self.dead = true;
                self.join(other.into_iter().collect());
            }
        }
        let mut ends: Vec<Pending> = Vec::new();
        match cases.iter().position(|(value, _)| value.is_none()) {
            Some(default) => entries[default].extend(self.leave()),
            None => ends.extend(self.leave()),
        }
        self.dead = true;
        for ((_, body), mut entry) in cases.iter().zip(entries) {
            entry.extend(self.leave());
            self.dead = true;
            self.join(entry);
            self.block(body);
        }
        ends.extend(self.leave());
        let turn = self.frame().turns.pop().expect("the turn was pushed above");
        ends.extend(turn.breaks);
        ends.extend(turn.continues);
        self.dead = true;
        self.join(ends);
    }

    fn exit_turn(&mut self, levels: usize, list: impl Fn(&mut Turn) -> &mut Vec<Pending>) {
        let Some(pending) = self.leave() else { return };
        let turns = &mut self.frame().turns;
        let at = turns.len().checked_sub(levels);
        if let Some(at) = at {
            list(&mut turns[at]).push(pending);
        }
    }

    /// `return` in a function, or the end of a file.
    fn return_or_end(&mut self, value: Value) {
        let hint = self.frame().hint;
        let value = self.hinted(hint, value);
        let is_main = self.frames.len() == 1 && self.frame().number == 0 && !self.is_including();
        // Within a `try` something may have to be done before the page ends.
        if is_main && self.frame().handlers.is_empty() {
            return self.halt();
        }
        self.give_back(value);
    }

    /// A static variable keeps its value between calls.
    fn static_variable(&mut self, name: &Name, default: Option<&Expr>) {
        let frame = self.frame();
        let owner = format!("{}::{}", frame.class.clone().unwrap_or_else(|| "".into()), frame.function);
        let place: Key = format!("static {owner}:{name}").into();
        if self.env.get(&place).is_none() {
            let value = default.map_or(Value::Null, |value| self.expr(value));
            self.initialise(&place, &value);
        }
        let here = self.local(name);
        self.alias_key(here, &place);
    }
}
