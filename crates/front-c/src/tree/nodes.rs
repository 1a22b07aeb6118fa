//! The tree itself: expressions with types, statements, variables and functions.
//!
//! Conversions are explicit: both operands of an arithmetic operation have its type, what is assigned has the type of
//! its place. `p[i]` is `*(p + i)` and `p->m` is `(*p).m`. What is not followed is a [`ExprKind::Gap`] with the
//! construct in words, so that only a run that comes there matters.

use std::rc::Rc;

use ir::Span;

use super::types::{Integer, Record, Type};

/// A variable, by its place in the table of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub usize);

/// A whole source.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// All variables, whatever their scope.
    pub variables: Vec<Variable>,
    /// All structures and unions.
    pub records: Vec<Record>,
    /// The functions with a body, in the order of the source.
    pub functions: Vec<Function>,
    /// The numbers of elements that are computed.
    pub extents: Vec<Expr>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// How long it lives.
    pub lives: Lives,
    /// Whether it is declared constant as a whole.
    pub is_constant: bool,
    /// Whether no other source can name it.
    pub is_internal: bool,
    /// What it begins with.
    pub initial: Option<Vec<Initial>>,
    /// Where it is declared.
    pub span: Span,
}

/// How long a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lives {
    /// As long as the program.
    Always,
    /// As long as the program, which does not define it here.
    Elsewhere,
    /// As long as its block.
    Block,
}

/// A part of what a variable begins with; everything that no part names is 0.
#[derive(Clone, Debug)]
pub struct Initial {
    /// The way to the part: members and elements.
    pub path: Vec<Part>,
    /// What it begins with.
    pub value: Expr,
}

/// A step into a record or an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A member, by its number.
    Member(usize),
    /// An element.
    Element(u64),
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it gives back.
    pub result: Type,
    /// Its parameters.
    pub parameters: Vec<VarId>,
    /// Whether it takes more arguments than it names.
    pub variadic: bool,
    /// What it does.
    pub body: Rc<Stmt>,
    /// Where it stands.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Constant(i128),
    /// A floating-point constant.
    Real,
    /// The bytes of a string literal, without the NUL at its end: an array.
    Text(Rc<[u8]>),
    /// A variable: a place.
    Variable(VarId),
    /// A function.
    Function(String),
    /// A member of a record, by its number: a place.
    Member(Box<Expr>, usize),
    /// What a pointer points to: a place.
    Deref(Box<Expr>),
    /// The address of a place.
    Address(Box<Expr>),
    /// The address of the first element of an array that is a place.
    Decay(Box<Expr>),
    /// A call.
    Call(Box<Expr>, Vec<Expr>),
    /// The opposite.
    Minus(Box<Expr>),
    /// All bits turned.
    Complement(Box<Expr>),
    /// 1 when it is 0 or null, else 0.
    Not(Box<Expr>),
    /// An operation on two values of the type of the result.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// A comparison of two values of one type.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// A pointer moved by a number of elements.
    Offset(Box<Expr>, Box<Expr>),
    /// The number of elements between two pointers.
    Distance(Box<Expr>, Box<Expr>),
    /// Both are not 0; the second is looked at only then.
    And(Box<Expr>, Box<Expr>),
    /// One is not 0; the second is looked at only when the first is not it.
    Or(Box<Expr>, Box<Expr>),
    /// A place gets a value, which is the result.
    Assign(Box<Expr>, Box<Expr>),
    /// A place gets what an operation on it gives.
    Update(Box<Update>),
    /// A conversion to the type of the result.
    Convert(Box<Expr>),
    /// One or the other.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// All in turn; the last is the result.
    Sequence(Vec<Expr>),
    /// A block; its last expression is the result.
    Block(Box<Stmt>),
    /// The bytes of a type whose size is computed when it is declared.
    SizeOf(Type),
    /// A construct that is not followed, in words.
    Gap(String),
}

/// An assignment that reads its place first.
#[derive(Clone, Debug)]
pub struct Update {
    /// The place.
    pub place: Expr,
    /// What is done with it: an operation in a type, or a move of a pointer.
    pub by: UpdateBy,
    /// The other operand, converted.
    pub operand: Expr,
    /// Which value is the result.
    pub gives: Gives,
}

/// What an update does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateBy {
    /// An operation in a type.
    Operation(Binary, Integer),
    /// A pointer goes forward by a number of elements.
    Forward,
    /// A pointer goes back by a number of elements.
    Back,
}

/// Which value of its place an update gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// That before.
    Old,
    /// That after.
    New,
}

/// An operation on two integers of one type, but for shifts, where the second may have another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Compare {
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// An expression whose value is not used.
    Expr(Expr),
    /// A variable comes to life.
    Declare(VarId),
    /// One or the other.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// A loop with its test before the body.
    While(Expr, Box<Stmt>),
    /// A loop with its test after the body.
    DoWhile(Box<Stmt>, Expr),
    /// A loop with a test before the body and a step after it.
    For(Box<For>),
    /// A choice of a label within.
    Switch(Expr, Box<Stmt>),
    /// A place that a switch comes to, for values from one to another.
    Case(i128, i128, Box<Stmt>),
    /// A place that a switch comes to when no case is it.
    Default(Box<Stmt>),
    /// A named place.
    Label(String, Box<Stmt>),
    /// To a named place.
    Goto(String),
    /// To the next round.
    Continue,
    /// Out of a loop or switch.
    Break,
    /// Out of the function.
    Return(Option<Expr>),
    /// All in turn.
    Block(Vec<Stmt>),
    /// A construct that is not followed, in words.
    Gap(String),
}

/// The parts of a `for`.
#[derive(Clone, Debug)]
pub struct For {
    /// What comes first.
    pub before: Vec<Stmt>,
    /// The test; always true when there is none.
    pub test: Option<Expr>,
    /// What comes after each round.
    pub step: Option<Expr>,
    /// What is repeated.
    pub body: Stmt,
}

impl Unit {
    /// The function with a body under a name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}

impl Expr {
    /// The value, when it is a constant.
    pub fn constant(&self) -> Option<i128> {
        if let ExprKind::Constant(value) = self.kind { Some(value) } else { None }
    }
}
