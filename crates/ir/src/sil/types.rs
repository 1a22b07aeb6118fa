//! The types of all expressions, and whether they fit.
//!
//! One walk over the text unifies what must be of one type and reports what cannot be. What is still unknown
//! at the end is an error. After this, lowering takes for granted that names and types are right.

use super::builtins::{self, Builtin, Row, Slot};
use super::error::{Errors, SyntaxError, nearest};
use super::scope::{Forest, Node, Scopes};
use super::tree::{Comparison, ExprId, ExprKind, Marking, Name, Proc, StmtId, StmtKind, Tree};
use crate::program::Type;

/// A text whose names and types are right.
#[derive(Debug)]
pub(super) struct Typed {
    pub(super) scopes: Scopes,
    /// The type of each expression; what is no value, such as a regular expression, has none.
    types: Vec<Option<Node>>,
}

impl Typed {
    /// The type of an expression that is a value.
    pub(super) fn ty(&mut self, id: ExprId) -> Option<Type> {
        self.types[id.index()].and_then(|node| self.scopes.forest.ty(node))
    }

    /// What a procedure gives back.
    pub(super) fn result(&mut self, procedure: usize) -> Option<Type> {
        self.scopes.of_procedures[procedure].result.and_then(|node| self.scopes.forest.ty(node))
    }
}

/// Checks all names and types.
pub(super) fn check(tree: &Tree, errors: &mut Errors) -> Typed {
    let scopes = Scopes::of(tree, errors);
    let mut checker = Checker { tree, errors, scopes, types: vec![None; tree.expr_count()], scope: 0 };
    for (index, procedure) in tree.procedures.iter().enumerate() {
        checker.scope = index;
        checker.statements(&procedure.body);
    }
    checker.require_known(&tree.procedures);
    Typed { scopes: checker.scopes, types: checker.types }
}

struct Checker<'a> {
    tree: &'a Tree,
    errors: &'a mut Errors,
    scopes: Scopes,
    types: Vec<Option<Node>>,
    /// The procedure that is being checked.
    scope: usize,
}

impl Checker<'_> {
    fn statements(&mut self, statements: &[StmtId]) {
        for &id in statements {
            self.statement(id);
        }
    }

    fn statement(&mut self, id: StmtId) {
        let tree = self.tree;
        match &tree.stmt(id).kind {
            StmtKind::Declare(name, _, Some(value)) | StmtKind::Assign(name, value) => {
                self.assign(name, *value);
            }
            StmtKind::Havoc(name) => {
                self.scopes.variable(self.scope, &name.text, name.span, self.errors);
            }
            StmtKind::Assert(condition, _) | StmtKind::Assume(condition) => self.condition(*condition),
            StmtKind::Call(call) => self.call_statement(*call),
            StmtKind::Goto(label) => self.label(label),
            StmtKind::If(arms, otherwise) => {
                for (condition, body) in arms {
                    self.condition(*condition);
                    self.statements(body);
                }
                self.statements(otherwise);
            }
            StmtKind::While(condition, body) => {
                self.condition(*condition);
                self.statements(body);
            }
            StmtKind::Return(value) => self.give_back(id, *value),
            StmtKind::Declare(_, _, None) | StmtKind::Label(_) | StmtKind::Halt | StmtKind::Abort => {}
        }
    }

    fn assign(&mut self, name: &Name, value: ExprId) {
        let variable = self.scopes.variable(self.scope, &name.text, name.span, self.errors);
        if let ExprKind::Regex(_) = self.tree.expr(value).kind {
            // A language assigned is any of its words ([YBI09 §3]).
            self.types[value.index()] = Some(Forest::known(Type::Str));
        } else {
            self.expression(value);
        }
        self.unify(value, variable, |expected, found| {
            format!("`{}` is {expected}, but this is {found}", name.text)
        });
    }

    fn condition(&mut self, id: ExprId) {
        self.expression(id);
        self.expect(id, Type::Bool, "a condition");
    }

    fn call_statement(&mut self, id: ExprId) {
        let tree = self.tree;
        let ExprKind::Call(name, arguments) = &tree.expr(id).kind else { return };
        if builtins::named(&name.text).is_some() {
            let error = SyntaxError::new(name.span, format!("the result of `{}` is not used", name.text));
            return self.errors.push(error.with_help("assign it to a variable"));
        }
        self.procedure_call(name, arguments);
    }

    fn label(&mut self, label: &Name) {
        let labels = &self.scopes.of_procedures[self.scope].labels;
        if labels.contains_key(&label.text) {
            return;
        }
        let error =
            SyntaxError::new(label.span, format!("there is no label `{}` in this procedure", label.text));
        let guess = nearest(&label.text, labels.keys().map(String::as_str));
        self.errors.push(match guess {
            Some(guess) => error.with_help(format!("did you mean `{guess}`?")),
            None => error,
        });
    }

    fn give_back(&mut self, id: StmtId, value: Option<ExprId>) {
        let span = self.tree.stmt(id).span;
        let result = self.scopes.of_procedures[self.scope].result;
        if let Some(value) = value {
            self.expression(value);
        }
        match (value, result) {
            (Some(value), Some(result)) => self.unify(value, result, |expected, found| {
                format!("this procedure gives back {expected}, but this is {found}")
            }),
            (Some(_), None) => {
                let error = SyntaxError::new(span, "this procedure gives nothing back");
                self.errors.push(error.with_help("say what it gives back, as in `proc f() -> str`"));
            }
            (None, Some(_)) => {
                self.errors.push(SyntaxError::new(span, "this procedure must give a value back"));
            }
            (None, None) => {}
        }
    }

    /// Finds the type of an expression and of those in it. The depth is limited by the parser.
    fn expression(&mut self, id: ExprId) {
        let tree = self.tree;
        let ty = match &tree.expr(id).kind {
            ExprKind::Name(name) => {
                let place = tree.expr(id).span;
                self.types[id.index()] = Some(self.scopes.variable(self.scope, name, place, self.errors));
                return;
            }
            ExprKind::Call(name, arguments) => {
                self.types[id.index()] = self.call(name, arguments);
                return;
            }
            ExprKind::EndOfString => return self.misplaced_end(id),
            ExprKind::Regex(_) => return self.misplaced_regex(id),
            ExprKind::Int(_) => Type::Int,
            ExprKind::Text(_) => Type::Str,
            ExprKind::Bool(_) => Type::Bool,
            ExprKind::Length(of) => {
                self.operands([*of], Type::Str, "`.length`");
                Type::Int
            }
            ExprKind::Substring(of, from, to) => {
                self.operands([*of], Type::Str, "`[…, …]`");
                self.operands([*from, *to], Type::Int, "a position");
                Type::Str
            }
            ExprKind::Sum(parts) => {
                self.operands(parts.iter().map(|part| part.1), Type::Int, "a sum");
                Type::Int
            }
            ExprKind::Product(parts) => {
                self.operands(parts.iter().map(|part| part.1), Type::Int, "a product");
                Type::Int
            }
            ExprKind::Concat(parts) => {
                self.operands(parts.iter().copied(), Type::Str, "`++`");
                Type::Str
            }
            ExprKind::Wrap(_, of) => {
                self.operands([*of], Type::Int, "`wrap`");
                Type::Int
            }
            ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_) => {
                self.test(id);
                Type::Bool
            }
        };
        self.types[id.index()] = Some(Forest::known(ty));
    }

    fn operands(&mut self, operands: impl IntoIterator<Item = ExprId>, ty: Type, of: &str) {
        for operand in operands {
            self.expression(operand);
            self.expect(operand, ty, of);
        }
    }

    /// Checks the operands of what is true or false.
    fn test(&mut self, id: ExprId) {
        let tree = self.tree;
        if let ExprKind::Compare(left, comparison, right) = tree.expr(id).kind {
            self.comparison(left, comparison, right);
        } else if let ExprKind::In(of, _, _) = tree.expr(id).kind {
            self.operands([of], Type::Str, "`in`");
        } else if let ExprKind::Not(of) = tree.expr(id).kind {
            self.operands([of], Type::Bool, "`!`");
        } else if let ExprKind::And(parts) = &tree.expr(id).kind {
            self.operands(parts.iter().copied(), Type::Bool, "`&&`");
        } else if let ExprKind::Or(parts) = &tree.expr(id).kind {
            self.operands(parts.iter().copied(), Type::Bool, "`||`");
        }
    }

    fn comparison(&mut self, left: ExprId, comparison: Comparison, right: ExprId) {
        match comparison {
            Comparison::Equal | Comparison::NotEqual => {
                for side in [left, right] {
                    if let ExprKind::EndOfString = self.tree.expr(side).kind {
                        self.types[side.index()] = Some(Forest::known(Type::Str));
                    } else {
                        self.expression(side);
                    }
                }
                if let Some(node) = self.types[left.index()] {
                    self.unify(right, node, |left, right| format!("{left} cannot be compared with {right}"));
                }
            }
            Comparison::Less | Comparison::AtMost | Comparison::Greater | Comparison::AtLeast => {
                self.operands([left, right], Type::Int, "an order");
            }
        }
    }

    fn call(&mut self, name: &Name, arguments: &[ExprId]) -> Option<Node> {
        if let Some(row) = builtins::named(&name.text) {
            self.builtin(row, name, arguments);
            return Some(Forest::known(row.result));
        }
        let procedure = self.procedure_call(name, arguments)?;
        let result = self.scopes.of_procedures[procedure].result;
        if result.is_none() {
            self.errors.push(SyntaxError::new(name.span, format!("`{}` gives nothing back", name.text)));
        }
        result
    }

    fn builtin(&mut self, row: Row, name: &Name, arguments: &[ExprId]) {
        if row.builtin == Builtin::Concat {
            self.operands(arguments.iter().copied(), Type::Str, "`concat`");
            return;
        }
        self.count(name, arguments.len(), row.least, row.slots.len());
        for (&argument, slot) in arguments.iter().zip(row.slots) {
            let kind = &self.tree.expr(argument).kind;
            let ty = match slot {
                Slot::Needle if matches!(kind, ExprKind::Regex(Marking::Unseen)) => continue,
                Slot::InputSet if matches!(kind, ExprKind::Regex(_)) => continue,
                Slot::Str | Slot::Needle => Type::Str,
                Slot::Int | Slot::InputSet => Type::Int,
                Slot::Radix => {
                    self.radix(argument);
                    continue;
                }
            };
            self.operands([argument], ty, &format!("`{}`", row.name));
        }
    }

    fn radix(&mut self, id: ExprId) {
        let expression = self.tree.expr(id);
        if !matches!(expression.kind, ExprKind::Int(2..=36)) {
            self.errors.push(SyntaxError::new(expression.span, "the radix must be a number from 2 to 36"));
        }
    }

    fn procedure_call(&mut self, name: &Name, arguments: &[ExprId]) -> Option<usize> {
        for &argument in arguments {
            self.expression(argument);
        }
        let Some(procedure) = self.scopes.procedure(&name.text) else {
            let error = SyntaxError::new(name.span, format!("there is no procedure `{}`", name.text));
            self.errors.push(match self.scopes.procedure_like(&name.text) {
                Some(guess) => error.with_help(format!("did you mean `{guess}`?")),
                None => error,
            });
            return None;
        };
        if Some(procedure) == self.scopes.entry() && self.scopes.of_procedures[procedure].parameter_count > 0
        {
            let error = SyntaxError::new(name.span, format!("`{}` is where a run begins", name.text));
            self.errors.push(error.with_help("its parameters come from the outside, so it cannot be called"));
        }
        let count = self.scopes.of_procedures[procedure].parameter_count;
        self.count(name, arguments.len(), count, count);
        let parameters: Vec<Node> =
            self.scopes.of_procedures[procedure].locals[..].iter().map(|local| local.node).collect();
        for (&argument, node) in arguments.iter().zip(parameters.into_iter().take(count)) {
            self.unify(argument, node, |expected, found| {
                format!("this must be {expected}, but it is {found}")
            });
        }
        Some(procedure)
    }

    fn count(&mut self, name: &Name, found: usize, least: usize, most: usize) {
        if (least..=most).contains(&found) {
            return;
        }
        let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let cause = format!("`{}` takes {expected} arguments, not {found}", name.text);
        self.errors.push(SyntaxError::new(name.span, cause));
    }

    fn misplaced_end(&mut self, id: ExprId) {
        let error = SyntaxError::new(self.tree.expr(id).span, r"'\0' stands only beside `=`, `==` and `!=`");
        self.errors
            .push(error.with_help(r#"write "" for the empty string, "\0" for the character with number 0"#));
    }

    fn misplaced_regex(&mut self, id: ExprId) {
        let error = SyntaxError::new(self.tree.expr(id).span, "a regular expression is no value");
        self.errors.push(error.with_help("write `s in /…/` to test, `input(/…/)` for any of its words"));
    }

    fn expect(&mut self, id: ExprId, ty: Type, of: &str) {
        self.unify(id, Forest::known(ty), |expected, found| {
            format!("{of} needs {expected}, but this is {found}")
        });
    }

    /// Makes the type of an expression that of the node; `cause` words what was expected and what was found.
    fn unify(&mut self, id: ExprId, node: Node, cause: impl FnOnce(&str, &str) -> String) {
        let Some(own) = self.types[id.index()] else { return };
        if let Err((expected, found)) = self.scopes.forest.unify(node, own) {
            let error = SyntaxError::new(self.tree.expr(id).span, cause(describe(expected), describe(found)));
            self.errors.push(match (expected, found) {
                (Type::Int, Type::Str) => error.with_help("`++` joins strings, `len(s)` is a length"),
                (Type::Str, Type::Int) => error.with_help("`tostr(n)` makes a string of an integer"),
                (Type::Str | Type::Int | Type::Bool, Type::Str | Type::Int | Type::Bool) => error,
            });
        }
    }

    fn require_known(&mut self, procedures: &[Proc]) {
        for (index, procedure) in procedures.iter().enumerate() {
            let scope = &self.scopes.of_procedures[index];
            for local in &scope.locals {
                if self.scopes.forest.ty(local.node).is_none() {
                    let cause = format!("nothing tells the type of `{}`", local.name);
                    let help = format!("declare it, as in `{}: str;`", local.name);
                    self.errors.push(SyntaxError::new(local.span, cause).with_help(help));
                }
            }
            if scope.result.is_some_and(|result| self.scopes.forest.ty(result).is_none()) {
                let cause = format!("nothing tells the type of what `{}` gives back", procedure.name.text);
                self.errors.push(
                    SyntaxError::new(procedure.name.span, cause).with_help("say it, as in `f() -> str`"),
                );
            }
        }
    }
}

fn describe(ty: Type) -> &'static str {
    match ty {
        Type::Str => "a string",
        Type::Int => "an integer",
        Type::Bool => "a boolean",
    }
}
