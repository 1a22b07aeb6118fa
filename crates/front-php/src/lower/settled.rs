//! Functions of the page whose result depends on their arguments alone.
//!
//! What such a function makes of an element may be computed when the element is read. Any other function must be run where
//! it is called: what it reads besides may have changed since.

use std::rc::Rc;

use super::Lower;
use crate::tree::{Callee, Captures, Expr, ExprKind, Function, Mode, Node, Stmt, StmtKind};
use crate::value::Value;

impl Lower<'_> {
    /// Whether a value names a function whose result depends on its arguments alone. Under-approximate.
    pub(crate) fn is_settled(&self, callee: &Value) -> bool {
        match callee {
            Value::Closure(function) => self.depends_on_arguments(function),
            callee => callee.constant().is_some_and(|name| {
                let name = String::from_utf8_lossy(&name).to_ascii_lowercase();
                match self.functions.get(name.as_str()) {
                    Some(function) => self.depends_on_arguments(function),
                    None => !name.contains("::"),
                }
            }),
        }
    }

    fn depends_on_arguments(&self, function: &Rc<Function>) -> bool {
        if let Captures::Kept(number) = &function.captures {
            let prefix = format!("closure {number}:");
            if self.env.aliases.keys().any(|place| place.starts_with(&prefix)) {
                return false;
            }
        }
        let takes_values = function.parameters.iter().all(|parameter| parameter.mode == Mode::Value);
        let mut open: Vec<Node<'_>> = function.body.iter().flatten().map(Node::Stmt).collect();
        while let Some(node) = open.pop() {
            let is_plain = match node {
                Node::Stmt(statement) => is_plain_statement(statement),
                Node::Expr(expr) => self.is_plain_expression(expr),
            };
            if !is_plain {
                return false;
            }
            open.extend(node.parts());
        }
        takes_values
    }

    fn is_plain_expression(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Variable(name) => !Self::is_superglobal(name) && !matches!(&**name, "this" | "GLOBALS"),
            ExprKind::Call(Callee::Function(name), _) => {
                let bare = name.trim_start_matches('\\');
                !self.functions.contains_key(bare) && super::library::row(bare).is_some()
            }
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::Unary(..)
            | ExprKind::Step { .. }
            | ExprKind::Cast(..)
            | ExprKind::Empty(_)
            | ExprKind::Silence(_)
            | ExprKind::Assign(..)
            | ExprKind::AssignBinary(..)
            | ExprKind::AssignCoalesce(..)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Coalesce(..)
            | ExprKind::Index(..)
            | ExprKind::Ternary(..)
            | ExprKind::Concat(_)
            | ExprKind::Isset(_)
            | ExprKind::Array(_)
            | ExprKind::Constant(_)
            | ExprKind::Match(..) => true,
            ExprKind::VariableVariable(_)
            | ExprKind::Property(..)
            | ExprKind::StaticProperty(..)
            | ExprKind::ClassConstant(..)
            | ExprKind::Closure(_)
            | ExprKind::Shell(_)
            | ExprKind::Include { .. }
            | ExprKind::Eval(_)
            | ExprKind::Print(_)
            | ExprKind::Throw(_)
            | ExprKind::Instanceof(..)
            | ExprKind::Clone(_)
            | ExprKind::AssignReference(..)
            | ExprKind::Exit(_)
            | ExprKind::Unsupported(..)
            | ExprKind::Call(..)
            | ExprKind::New(..)
            | ExprKind::NewAnonymous(..) => false,
        }
    }
}

fn is_plain_statement(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Expr(_)
        | StmtKind::If(..)
        | StmtKind::While(..)
        | StmtKind::DoWhile(..)
        | StmtKind::For { .. }
        | StmtKind::Foreach { .. }
        | StmtKind::Switch(..)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Return(_)
        | StmtKind::Block(_)
        | StmtKind::Unset(_) => true,
        StmtKind::Echo(_)
        | StmtKind::Html(_)
        | StmtKind::Function(_)
        | StmtKind::Class(_)
        | StmtKind::Const(_)
        | StmtKind::Global(_)
        | StmtKind::Static(_)
        | StmtKind::Throw(_)
        | StmtKind::Try(..)
        | StmtKind::Unsupported(_) => false,
    }
}
