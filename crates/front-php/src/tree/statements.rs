//! Statements of the parser as statements of ours.
//!
//! Namespaces and `declare` are looked through; `elseif` becomes an `if` in the other list.

#![allow(clippy::wildcard_enum_match_arm, reason = "the enums of the parser are open and need a wildcard")]

use php_ast::{self as ast, NamespaceBody, StmtKind as K};

use super::convert::{Converter, bare, last_part, lower};
use super::{Catch, Expr, ExprKind, Mode, Name, Stmt, StmtKind};

impl Converter {
    pub(super) fn statements(&self, statements: &[ast::Stmt<'_, '_>]) -> Vec<Stmt> {
        statements.iter().map(|statement| self.statement(statement)).collect()
    }

    fn statement(&self, statement: &ast::Stmt<'_, '_>) -> Stmt {
        let kind = self.deeper(|| self.statement_kind(statement));
        Stmt {
            kind: kind.unwrap_or(StmtKind::Unsupported("a statement is nested too deep")),
            span: self.span(statement.span),
        }
    }

    /// A body as a list, without the block around it.
    fn body(&self, statement: &ast::Stmt<'_, '_>) -> Vec<Stmt> {
        match self.statement(statement) {
            Stmt { kind: StmtKind::Block(statements), .. } => statements,
            other => vec![other],
        }
    }

    fn statement_kind(&self, statement: &ast::Stmt<'_, '_>) -> StmtKind {
        match &statement.kind {
            K::Expression(expr) => StmtKind::Expr(self.expr(expr)),
            K::Echo(values) => StmtKind::Echo(self.exprs(values)),
            K::InlineHtml(text) => StmtKind::Html(self.bytes(text.as_bytes())),
            K::Return(value) => StmtKind::Return(value.map(|value| self.expr(value))),
            K::Block(block) => StmtKind::Block(self.statements(&block.stmts)),
            K::If(case) => self.conditional(case),
            K::While(turn) => StmtKind::While(self.expr(&turn.condition), self.body(turn.body)),
            K::DoWhile(turn) => StmtKind::DoWhile(self.body(turn.body), self.expr(&turn.condition)),
            K::For(turn) => StmtKind::For {
                init: self.exprs(&turn.init),
                condition: self.exprs(&turn.condition),
                update: self.exprs(&turn.update),
                body: self.body(turn.body),
            },
            K::Foreach(walk) => StmtKind::Foreach {
                of: self.expr(&walk.expr),
                key: walk.key.as_ref().map(|key| self.expr(key)),
                value: self.expr(&walk.value),
                mode: if walk.by_ref { Mode::Reference } else { Mode::Value },
                body: self.body(walk.body),
            },
            K::Switch(switch) => {
                let cases = switch.body.cases.iter().map(|case| {
                    (case.value.as_ref().map(|value| self.expr(value)), self.statements(&case.body))
                });
                StmtKind::Switch(self.expr(&switch.expr), cases.collect())
            }
            K::Break(levels) => StmtKind::Break(levels.map_or(1, |levels| count(&self.expr(levels)))),
            K::Continue(levels) => StmtKind::Continue(levels.map_or(1, |levels| count(&self.expr(levels)))),
            K::Nop => StmtKind::Block(Vec::new()),
            _ => self.declaration_kind(statement),
        }
    }

    fn declaration_kind(&self, statement: &ast::Stmt<'_, '_>) -> StmtKind {
        match &statement.kind {
            K::Function(function) => StmtKind::Function(self.function(function).into()),
            K::Class(class) => StmtKind::Class(self.class(class).into()),
            K::Interface(interface) => {
                let mut class = self.members(interface.name.or_error(), None, &interface.body.members);
                class.interfaces = super::declarations::names(&interface.extends);
                StmtKind::Class(class.into())
            }
            K::Trait(class) => {
                StmtKind::Class(self.members(class.name.or_error(), None, &class.body.members).into())
            }
            K::Enum(class) => StmtKind::Class(self.enumeration(class).into()),
            K::Namespace(space) => match &space.body {
                NamespaceBody::Braced(block) => StmtKind::Block(self.statements(&block.stmts)),
                _ => StmtKind::Block(Vec::new()),
            },
            K::Declare(declare) => {
                if declare.directives.iter().any(|(name, _)| name.eq_ignore_ascii_case("ticks")) {
                    return StmtKind::Unsupported("declare(ticks) is used");
                }
                StmtKind::Block(declare.body.map(|body| self.body(body)).unwrap_or_default())
            }
            K::Use(used) => imported(used),
            K::HaltCompiler(_) => StmtKind::Block(Vec::new()),
            K::Const(items) => StmtKind::Const(
                items.iter().map(|item| (item.name.or_error().into(), self.expr(&item.value))).collect(),
            ),
            K::Global(names) => {
                let names: Option<Vec<Name>> =
                    names.iter().map(|name| name.name_str().map(Name::from)).collect();
                names.map_or(StmtKind::Unsupported("a global variable is named by a value"), StmtKind::Global)
            }
            K::StaticVar(vars) => {
                let one = |var: &ast::StaticVar<'_, '_>| {
                    (bare(var.name.or_error()), var.default.as_ref().map(|value| self.expr(value)))
                };
                StmtKind::Static(vars.iter().map(one).collect())
            }
            K::Unset(values) => StmtKind::Unset(self.exprs(values)),
            K::Throw(value) => StmtKind::Throw(self.expr(value)),
            K::TryCatch(trial) => {
                let catches = trial.catches.iter().map(|catch| Catch {
                    types: catch.types.iter().map(|name| lower(&last_part(name))).collect(),
                    variable: catch.var.as_ref().map(|var| bare(var.or_error())),
                    body: self.statements(&catch.body.stmts),
                });
                let finally = trial.finally.map(|block| self.statements(&block.stmts)).unwrap_or_default();
                StmtKind::Try(self.statements(&trial.body.stmts), catches.collect(), finally)
            }
            K::Goto(_) | K::Label(_) => StmtKind::Unsupported("goto is used"),
            _ => StmtKind::Unsupported("a statement of an unknown kind is run"),
        }
    }

    fn conditional(&self, case: &ast::IfStmt<'_, '_>) -> StmtKind {
        let mut otherwise = case.else_branch.map(|branch| self.body(branch)).unwrap_or_default();
        for branch in case.elseif_branches.iter().rev() {
            let kind = StmtKind::If(self.expr(&branch.condition), self.body(&branch.body), otherwise);
            otherwise = vec![Stmt { kind, span: self.span(branch.span) }];
        }
        StmtKind::If(self.expr(&case.condition), self.body(case.then_branch), otherwise)
    }
}

/// An import: nothing, unless it gives another name.
fn imported(used: &ast::UseDecl<'_, '_>) -> StmtKind {
    let renames = |item: &ast::UseItem<'_, '_>| {
        let name = last_part(&item.name);
        item.alias.as_ref().is_some_and(|alias| !alias.or_error().eq_ignore_ascii_case(&name))
    };
    if used.uses.iter().any(renames) {
        return StmtKind::Unsupported("a name is imported under another name");
    }
    StmtKind::Block(Vec::new())
}

/// How many loops a `break` leaves.
fn count(levels: &Expr) -> usize {
    match levels.kind {
        ExprKind::Int(levels) => usize::try_from(levels).unwrap_or(1).max(1),
        _ => 1,
    }
}
