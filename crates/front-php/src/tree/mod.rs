//! PHP sources as trees of our own, so that nothing else knows the parser.
//!
//! What the lowering does not tell apart is one thing here: a chain of `.` is one [`ExprKind::Concat`],
//! interpolation and heredocs are the same, names are in lower case where PHP ignores case. What is not followed
//! is [`ExprKind::Unsupported`] or [`StmtKind::Unsupported`] with its name, never left out.

mod convert;
mod declarations;
mod parts;
mod read;
mod statements;

use std::rc::Rc;

use ir::Span;

pub use parts::Node;
pub use read::{Diagnostic, File, read};

/// A name; in lower case where PHP ignores case.
pub type Name = Rc<str>;
/// The bytes of a literal.
pub type Bytes = Rc<[u8]>;

/// An expression and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A literal string.
    Text(Bytes),
    /// Strings one after the other: `a . b` and interpolation.
    Concat(Vec<Expr>),
    /// Backticks around a command.
    Shell(Box<Expr>),
    /// `$name`.
    Variable(Name),
    /// `$$name` and its like.
    VariableVariable(Box<Expr>),
    /// A constant by its name as written.
    Constant(Name),
    /// `[…]`, `array(…)`, `list(…)`.
    Array(Vec<Item>),
    /// `a[i]`, or `a[]` where nothing stands between the brackets.
    Index(Box<Expr>, Option<Box<Expr>>),
    /// `object->name`.
    Property(Box<Expr>, Name),
    /// `Class::$name`.
    StaticProperty(Name, Name),
    /// `Class::NAME`.
    ClassConstant(Name, Name),
    /// `target = value`.
    Assign(Box<Expr>, Box<Expr>),
    /// `target = &value`.
    AssignReference(Box<Expr>, Box<Expr>),
    /// `target += value` and its like.
    AssignBinary(Binary, Box<Expr>, Box<Expr>),
    /// `target ??= value`.
    AssignCoalesce(Box<Expr>, Box<Expr>),
    /// An operator with two operands that are both evaluated.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `and`, `or`: the right side is evaluated when the left does not decide.
    Logic(Logic, Box<Expr>, Box<Expr>),
    /// An operator with one operand.
    Unary(Unary, Box<Expr>),
    /// `++` and `--`.
    Step {
        /// What is changed.
        target: Box<Expr>,
        /// By how much: 1 or -1.
        by: i64,
        /// Which value it has.
        gives: Gives,
    },
    /// `c ? a : b`; without `a` it is the condition's value.
    Ternary(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `a ?? b`.
    Coalesce(Box<Expr>, Box<Expr>),
    /// A call.
    Call(Callee, Vec<Argument>),
    /// `new Class(…)`.
    New(Name, Vec<Argument>),
    /// `new class(…) { … }`.
    NewAnonymous(Rc<Class>, Vec<Argument>),
    /// A cast.
    Cast(Cast, Box<Expr>),
    /// `isset(…)`.
    Isset(Vec<Expr>),
    /// `empty(…)`.
    Empty(Box<Expr>),
    /// `include` and its like.
    Include {
        /// The path.
        path: Box<Expr>,
        /// Whether it does nothing the second time.
        once: bool,
    },
    /// `eval(…)`.
    Eval(Box<Expr>),
    /// `exit`, `die`.
    Exit(Option<Box<Expr>>),
    /// `print`.
    Print(Box<Expr>),
    /// `throw` as an expression.
    Throw(Box<Expr>),
    /// `match`.
    Match(Box<Expr>, Vec<Arm>),
    /// A function without a name, and the variables it takes from around it.
    Closure(Rc<Function>),
    /// `e instanceof Class`.
    Instanceof(Box<Expr>, Name),
    /// `@e`.
    Silence(Box<Expr>),
    /// `clone e`.
    Clone(Box<Expr>),
    /// What is not followed, and the expressions in it.
    Unsupported(&'static str, Vec<Expr>),
}

/// An element of an array literal.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its key, if one is written.
    pub key: Option<Expr>,
    /// Its value.
    pub value: Expr,
    /// How the value is given.
    pub mode: Mode,
}

/// How a value is given to an array or a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As it is.
    Value,
    /// By reference, as `&` says at this place.
    Reference,
    /// Its elements one by one, as `...` says.
    Spread,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The parameter that it names, if it does.
    pub name: Option<Name>,
    /// Its value.
    pub value: Expr,
    /// How it is given.
    pub mode: Mode,
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function by its name.
    Function(Name),
    /// A method of an object.
    Method(Box<Expr>, Name),
    /// A method of a class.
    Static(Name, Name),
    /// Something that an expression gives.
    Value(Box<Expr>),
}

/// An arm of a `match`; no conditions for `default`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// What the subject is compared with; none for `default`.
    pub conditions: Option<Vec<Expr>>,
    /// Its value.
    pub body: Expr,
}

/// Operators with two operands that are both evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the operators")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    Concat,
    Equal,
    NotEqual,
    Identical,
    NotIdentical,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Spaceship,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Xor,
}

/// Operators that may leave out their right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the operators")]
pub enum Logic {
    And,
    Or,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the operators")]
pub enum Unary {
    Not,
    Negate,
    Plus,
    BitNot,
}

/// Which value a step has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The one before.
    Old,
    /// The one after.
    New,
}

/// The types that values are cast to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the types")]
pub enum Cast {
    Int,
    Float,
    String,
    Bool,
    Array,
    Object,
    Null,
}

/// A function, a method or a closure.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name as written; empty for a closure.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its body; none for an abstract method.
    pub body: Option<Vec<Stmt>>,
    /// Whether it belongs to the class and not to an object.
    pub is_static: bool,
    /// The variables that a closure takes along, and how. An arrow function takes every variable by value.
    pub captures: Captures,
    /// The scalar type of its result, if it has one.
    pub returns: Option<Hint>,
    /// Whether it yields.
    pub is_generator: bool,
    /// Who may call it, when it is a method.
    pub access: Access,
}

/// The variables that a closure takes from around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Captures {
    /// Those that `use` lists.
    Listed(Vec<(Name, Mode)>),
    /// All, by value, as an arrow function does.
    All,
    /// Those that were kept when the closure was made, by the number of the closure.
    Kept(u32),
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its value when no argument is given.
    pub default: Option<Expr>,
    /// How arguments come in; `Spread` for the rest of them.
    pub mode: Mode,
    /// The scalar type that is asked for, if one is.
    pub hint: Option<Hint>,
    /// Whether it is a property of the object that is made, too.
    pub is_promoted: bool,
}

/// A class, interface, trait or enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Its name as written.
    pub name: Name,
    /// The class it extends, in lower case.
    pub parent: Option<Name>,
    /// Interfaces that it implements or extends, in lower case.
    pub interfaces: Vec<Name>,
    /// Traits whose members it takes, in lower case.
    pub traits: Vec<Name>,
    /// Methods of traits that another trait's method replaces: the trait and the method, in lower case.
    pub replaced: Vec<(Name, Name)>,
    /// Other names of methods of traits.
    pub renamed: Vec<Renamed>,
    /// The cases of an enumeration, with their values.
    pub cases: Vec<(Name, Option<Expr>)>,
    /// Whether no object of it can be made: it is abstract, or an interface, a trait or an enumeration.
    pub is_abstract: bool,
    /// A member that is not modelled.
    pub unsupported: Option<&'static str>,
    /// Its properties with their initial values.
    pub properties: Vec<Property>,
    /// Its constants.
    pub constants: Vec<(Name, Expr)>,
    /// Its methods.
    pub methods: Vec<Rc<Function>>,
}

/// Another name of a method of a trait, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The trait, if it is named.
    pub of: Option<Name>,
    /// The method.
    pub method: Name,
    /// Its other name, which may be its own.
    pub name: Name,
    /// Who may call it under that name, when that is said.
    pub access: Option<Access>,
}

/// The type of a parameter, a property or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// One scalar type, or arrays.
    Only(Cast),
    /// One of those, or null.
    OrNull(Cast),
    /// Several types, of which one is that of strings, or of what can be called.
    WithText,
    /// Classes, or several types.
    Other,
}

/// Who sees a member of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Public,
    /// The class, those that it extends and those that extend it.
    Protected,
    /// The class itself.
    Private,
}

/// A property that a class declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: Name,
    /// Its value in a new object; null when none is written.
    pub default: Option<Expr>,
    /// Whether it belongs to the class and not to its objects.
    pub is_static: bool,
    /// Who sees it.
    pub access: Access,
    /// The scalar type that what is assigned is converted to.
    pub hint: Option<Hint>,
    /// Whether it is assigned once only.
    pub is_readonly: bool,
}

/// A clause that catches.
#[derive(Clone, Debug, PartialEq)]
pub struct Catch {
    /// The classes that it catches, in lower case.
    pub types: Vec<Name>,
    /// The variable for what is caught.
    pub variable: Option<Name>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A statement and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// An expression for its effect.
    Expr(Expr),
    /// `echo a, b`.
    Echo(Vec<Expr>),
    /// Text outside of the PHP tags.
    Html(Bytes),
    /// `if`, with its `elseif`s nested in the second list.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `while`.
    While(Expr, Vec<Stmt>),
    /// `do … while`.
    DoWhile(Vec<Stmt>, Expr),
    /// `for`.
    For {
        /// What is done first.
        init: Vec<Expr>,
        /// Tested before each turn: the last one decides.
        condition: Vec<Expr>,
        /// What is done after each turn.
        update: Vec<Expr>,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `foreach`.
    Foreach {
        /// What is walked.
        of: Expr,
        /// The variable for keys.
        key: Option<Expr>,
        /// The variable for values.
        value: Expr,
        /// How values are given.
        mode: Mode,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `switch`; a case without a value is `default`.
    Switch(Expr, Vec<(Option<Expr>, Vec<Stmt>)>),
    /// `break n`.
    Break(usize),
    /// `continue n`.
    Continue(usize),
    /// `return`.
    Return(Option<Expr>),
    /// A block.
    Block(Vec<Stmt>),
    /// A function.
    Function(Rc<Function>),
    /// A class.
    Class(Rc<Class>),
    /// `const NAME = value`.
    Const(Vec<(Name, Expr)>),
    /// `global $a, $b`.
    Global(Vec<Name>),
    /// `static $a = 1`.
    Static(Vec<(Name, Option<Expr>)>),
    /// `unset(…)`.
    Unset(Vec<Expr>),
    /// `throw`.
    Throw(Expr),
    /// `try`: the body, the catches, the end.
    Try(Vec<Stmt>, Vec<Catch>, Vec<Stmt>),
    /// What is not followed.
    Unsupported(&'static str),
}
