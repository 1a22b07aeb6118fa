//! A program: procedures of labelled instructions.
//!
//! An instruction that does not jump goes on with the next label, as in [YBI09 §3]. Nothing here is checked
//! on construction; [`validate`](crate::validate()) says what a program must satisfy before anything reads it.

use automata::regex::Regex;
use automata::{Alphabet, Automaton, Transducer};

use crate::condition::Condition;
use crate::ids::{AssertId, BoolVar, IntVar, Label, ProcId, StrVar};
use crate::linear::Linear;
use crate::operation::{IntExpr, StrExpr, StrTerm, Width};
use crate::span::Span;

/// Everything that a front end says of a source.
#[derive(Clone, Debug)]
pub struct Program {
    /// The characters of all strings.
    pub alphabet: Alphabet,
    /// The names of the source files that spans speak of.
    pub files: Vec<String>,
    /// The procedures.
    pub procedures: Vec<Procedure>,
    /// Where a run begins.
    pub entry: ProcId,
    /// The assertions, in the order of the source.
    pub assertions: Vec<Assertion>,
    /// The languages that conditions and inputs speak of.
    pub languages: Vec<Language>,
    /// The regular expressions that replacements search for.
    pub patterns: Vec<Pattern>,
    /// The finite-state functions that strings are put through.
    pub functions: Vec<Function>,
}

/// A procedure. A call gets variables of its own.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// The variables that the arguments are put into, in order.
    pub parameters: Vec<Variable>,
    /// What it gives back, if anything.
    pub result: Option<Type>,
    /// The names of the string variables. They begin as the empty word.
    pub strings: Vec<String>,
    /// The names of the integer variables. They begin as 0.
    pub integers: Vec<String>,
    /// The names of the boolean variables. They begin as false.
    pub booleans: Vec<String>,
    /// The instructions. A run begins at label 0.
    pub code: Vec<Instruction>,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A word over the alphabet.
    Str,
    /// An integer of any size.
    Int,
    /// True or false.
    Bool,
}

/// A variable of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A string variable.
    Str(StrVar),
    /// An integer variable.
    Int(IntVar),
    /// A boolean variable.
    Bool(BoolVar),
}

/// A value handed to a call or back from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A string.
    Str(StrTerm),
    /// An integer.
    Int(Linear),
    /// A truth value.
    Bool(Condition),
}

/// What happens at a label, and the place it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What happens.
    pub action: Action,
    /// Where the source says so.
    pub span: Span,
}

/// What happens at a label.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A string variable gets a value.
    SetStr(StrVar, StrExpr),
    /// An integer variable gets a value, wrapped to a width.
    SetInt(IntVar, IntExpr, Width),
    /// A boolean variable gets the outcome of a condition.
    SetBool(BoolVar, Condition),
    /// A variable gets any value of its type.
    Havoc(Variable),
    /// A run in which the condition does not hold is none.
    Assume(Condition),
    /// The condition must hold in every run that comes here. The run goes on either way.
    Assert(AssertId, Condition),
    /// A call; the variable, if any, gets the result.
    Call(ProcId, Vec<Argument>, Option<Variable>),
    /// The run goes on at the label.
    Jump(Label),
    /// The run goes on at the label when the condition holds.
    Branch(Condition, Label),
    /// The end of the call, or of the run at the entry.
    Return(Option<Argument>),
    /// The end of the run.
    Halt,
    /// The end of the run as a failure that the program foresees; no assertion is violated by it.
    Abort,
}

/// A claim that the program makes about itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assertion {
    /// What it claims, in words.
    pub message: Option<String>,
    /// What goes wrong in a run in which it fails, in words, where a front end has such words.
    pub failure: Option<String>,
    /// Where the source makes it.
    pub span: Span,
}

/// A regular language with the expression it was written as.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Language {
    /// An expression of the small language's own dialect that denotes it, with every character marked if the
    /// language does not look through marks.
    pub text: String,
    /// The language. It looks through marks when its alphabet has none.
    pub automaton: Automaton,
}

/// A regular expression that is searched for, in the order of matches of its dialect.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// What was written, without delimiters.
    pub text: String,
    /// What was read.
    pub regex: Regex,
}

/// A finite-state function over the program's alphabet.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name; those of [`functions`](crate::functions) can be written in the text form.
    pub name: String,
    /// The function. It gives every word a result.
    pub transducer: Transducer,
}

impl Argument {
    /// Its type.
    pub fn ty(&self) -> Type {
        match self {
            Argument::Str(_) => Type::Str,
            Argument::Int(_) => Type::Int,
            Argument::Bool(_) => Type::Bool,
        }
    }
}

impl Variable {
    /// Its type.
    pub fn ty(self) -> Type {
        match self {
            Variable::Str(_) => Type::Str,
            Variable::Int(_) => Type::Int,
            Variable::Bool(_) => Type::Bool,
        }
    }
}

impl Action {
    /// Whether a run may go on with the next label.
    pub fn goes_on(&self) -> bool {
        match self {
            Action::Jump(_) | Action::Return(_) | Action::Halt | Action::Abort => false,
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assume(_)
            | Action::Assert(..)
            | Action::Call(..)
            | Action::Branch(..) => true,
        }
    }
}

impl Procedure {
    /// The name of a variable.
    pub fn name_of(&self, variable: Variable) -> &str {
        match variable {
            Variable::Str(var) => &self.strings[var.index()],
            Variable::Int(var) => &self.integers[var.index()],
            Variable::Bool(var) => &self.booleans[var.index()],
        }
    }

    /// All variables: strings, integers, booleans.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + use<> {
        let strings = (0..self.strings.len() as u32).map(|index| Variable::Str(StrVar(index)));
        let integers = (0..self.integers.len() as u32).map(|index| Variable::Int(IntVar(index)));
        let booleans = (0..self.booleans.len() as u32).map(|index| Variable::Bool(BoolVar(index)));
        strings.chain(integers).chain(booleans)
    }

    /// All labels, ascending.
    pub fn labels(&self) -> impl DoubleEndedIterator<Item = Label> + Clone + use<> {
        (0..self.code.len() as u32).map(Label)
    }
}
