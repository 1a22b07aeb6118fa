//! The syntax tree: expressions and statements in two arenas, named by numbers.
//!
//! Children are numbers, so a tree is dropped without recursion however it is shaped. Chains of one operator
//! are one node with many children. What nests otherwise is limited by the parser to [`MAX_NESTING`] levels, and
//! everything that walks the tree by recursion relies on that.

use crate::operation::{Width, Word};
use crate::program::Type;
use crate::span::Span;

/// The most levels of parentheses and braces within each other.
pub(super) const MAX_NESTING: u32 = 100;

/// An expression of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExprId(u32);

/// A statement of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StmtId(u32);

/// A text as it was written.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The procedure that is said to be where a run begins.
    pub(super) entry: Option<Name>,
    pub(super) procedures: Vec<Proc>,
    expressions: Vec<Expr>,
    statements: Vec<Stmt>,
}

/// A name and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

/// A procedure.
#[derive(Debug)]
pub(super) struct Proc {
    pub(super) name: Name,
    /// How its variables get their types.
    pub(super) typing: Typing,
    pub(super) parameters: Vec<(Name, Option<Type>)>,
    pub(super) result: Option<Type>,
    pub(super) body: Vec<StmtId>,
    /// The closing brace.
    pub(super) end: Span,
}

/// How variables get their types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typing {
    /// By declaration: `proc f(s: str)`.
    Declared,
    /// By use where there is no declaration, as in [YBI09 §3]: `strlen(s1)`.
    ByUse,
}

/// An expression with its place.
#[derive(Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
    /// Whether evaluating it may do more than give a value: it calls or reads an input.
    pub(super) acts: bool,
}

/// What an expression is.
#[derive(Debug)]
pub(super) enum ExprKind {
    Name(String),
    Int(i128),
    Text(Word),
    /// `'\0'`, the end of a string.
    EndOfString,
    /// An expression between slashes; its text is read from the source.
    Regex(Marking),
    Bool(bool),
    /// A function or procedure applied.
    Call(Name, Vec<ExprId>),
    /// `s.length`
    Length(ExprId),
    /// `s[from, to]`, both ends included.
    Substring(ExprId, ExprId, ExprId),
    Sum(Vec<(Plus, ExprId)>),
    /// From left to right; the operator of the first factor does not count.
    Product(Vec<(Factor, ExprId)>),
    Concat(Vec<ExprId>),
    Compare(ExprId, Comparison, ExprId),
    /// Whether the string is in the language, or whether it is not.
    In(ExprId, Polarity, ExprId),
    Not(ExprId),
    And(Vec<ExprId>),
    Or(Vec<ExprId>),
    Wrap(Width, ExprId),
}

/// How a regular expression stands to the marks of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marking {
    /// It looks through them.
    Unseen,
    /// Every character must be marked: `marked /re/`.
    Everywhere,
}

/// How a summand is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plus {
    Plus,
    Minus,
}

/// How a factor is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Factor {
    Times,
    Div,
    Mod,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// Whether something is or is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Polarity {
    Is,
    IsNot,
}

/// A statement with its place.
#[derive(Debug)]
pub(super) struct Stmt {
    pub(super) kind: StmtKind,
    /// The head alone, for a statement with a body.
    pub(super) span: Span,
}

/// What a statement is.
#[derive(Debug)]
pub(super) enum StmtKind {
    Declare(Name, Type, Option<ExprId>),
    Assign(Name, ExprId),
    Havoc(Name),
    Assert(ExprId, Option<String>),
    Assume(ExprId),
    Call(ExprId),
    Label(Name),
    Goto(Name),
    /// Conditions with what follows each, and what follows when none holds.
    If(Vec<(ExprId, Vec<StmtId>)>, Vec<StmtId>),
    While(ExprId, Vec<StmtId>),
    Return(Option<ExprId>),
    Halt,
    Abort,
}

impl Tree {
    pub(super) fn expr(&self, id: ExprId) -> &Expr {
        &self.expressions[id.0 as usize]
    }

    pub(super) fn stmt(&self, id: StmtId) -> &Stmt {
        &self.statements[id.0 as usize]
    }

    /// The number of expressions; their indices are below it.
    pub(super) fn expr_count(&self) -> usize {
        self.expressions.len()
    }

    /// Adds an expression whose children are there already.
    pub(super) fn add_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let acts = self.acts(&kind);
        self.expressions.push(Expr { kind, span, acts });
        ExprId(self.expressions.len() as u32 - 1)
    }

    /// Adds a statement.
    pub(super) fn add_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.statements.push(Stmt { kind, span });
        StmtId(self.statements.len() as u32 - 1)
    }

    fn acts(&self, kind: &ExprKind) -> bool {
        let any = |children: &[ExprId]| children.iter().any(|child| self.expr(*child).acts);
        match kind {
            ExprKind::Name(_)
            | ExprKind::Int(_)
            | ExprKind::Text(_)
            | ExprKind::EndOfString
            | ExprKind::Regex(_)
            | ExprKind::Bool(_) => false,
            ExprKind::Call(name, arguments) => !super::builtins::is_pure(&name.text) || any(arguments),
            ExprKind::Length(of) | ExprKind::Not(of) | ExprKind::Wrap(_, of) => any(&[*of]),
            ExprKind::Substring(of, from, to) => any(&[*of, *from, *to]),
            ExprKind::Sum(parts) => parts.iter().any(|(_, part)| self.expr(*part).acts),
            ExprKind::Product(parts) => parts.iter().any(|(_, part)| self.expr(*part).acts),
            ExprKind::Concat(parts) | ExprKind::And(parts) | ExprKind::Or(parts) => any(parts),
            ExprKind::Compare(left, _, right) | ExprKind::In(left, _, right) => any(&[*left, *right]),
        }
    }
}

impl ExprId {
    /// Its index, below [`Tree::expr_count`].
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}
