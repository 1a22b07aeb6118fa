//! Classes as the rest of the crate sees them: our own small tree, with names in place of numbers of constants.
//!
//! Names of classes are internal ones, `java/lang/String`. Instructions are folded into few [`Op`]s, jumps lead to numbers
//! of instructions. Only `read` and `decode` know the library that decodes the format. A method that cannot be
//! decoded keeps its place and says why; the class is read all the same.

mod locals;
mod decode;
mod read;
pub mod types;

pub(crate) use decode::targets;
pub use locals::LocalName;
pub use read::{Unreadable, read};

use types::Type;

/// A class or interface.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The class that it extends; `java/lang/Object` alone has none.
    pub superclass: Option<String>,
    /// The interfaces that it implements or extends.
    pub interfaces: Vec<String>,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Its own fields.
    pub fields: Vec<Field>,
    /// Its own methods.
    pub methods: Vec<Method>,
    /// What computes dynamic call sites.
    pub bootstraps: Vec<Bootstrap>,
    /// The name of its source file.
    pub source: Option<String>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether there is one for the class.
    pub is_static: bool,
    /// The constant that a static field begins as.
    pub constant: Option<Constant>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// The types of its parameters and result, as written.
    pub descriptor: String,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Whether no other class sees it, so that none overrides it.
    pub is_private: bool,
    /// Whether another class must give it code.
    pub is_abstract: bool,
    /// Its code, or why there is none that can be followed.
    pub body: Result<Code, &'static str>,
}

/// The instructions of a method.
#[derive(Clone, Debug)]
pub struct Code {
    /// How many local variables there are.
    pub locals: usize,
    /// The instructions.
    pub ops: Vec<Op>,
    /// The line of each instruction; 0 where none is told.
    pub lines: Vec<u32>,
    /// The handlers, in the order in which they are tried.
    pub handlers: Vec<Handler>,
    /// What the source calls its local variables, where that is told.
    pub names: Vec<LocalName>,
}

/// A handler of exceptions.
#[derive(Clone, Debug)]
pub struct Handler {
    /// The first instruction that it guards.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// Where it begins.
    pub target: usize,
    /// What it catches; everything when there is none.
    pub catches: Option<String>,
}

/// What a dynamic call site is computed by.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    /// The class and name of the method.
    pub method: Option<(String, String)>,
    /// Its further arguments; `None` for one that is not a plain constant.
    pub arguments: Vec<Option<Constant>>,
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An `int`, also a smaller one.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`.
    Float(f32),
    /// A `double`.
    Double(f64),
    /// A string, by its UTF-16 code units.
    Str(Vec<u16>),
    /// A class.
    Class(String),
    /// A method that a lambda stands for: class, name, descriptor, and how it is called.
    Method(Member, Call),
    /// The types of a method, as written.
    Types(String),
}

/// A field or method of a class, as code names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The class.
    pub class: String,
    /// The name.
    pub name: String,
    /// The type or types, as written.
    pub descriptor: String,
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Without a receiver.
    Static,
    /// Exactly the method that is named.
    Special,
    /// The method of the receiver's class.
    Virtual,
    /// A constructor through `new`, as a handle.
    Construct,
}

/// The four kinds of numbers on the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Num {
    /// `int` and everything smaller.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arith {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Remainder.
    Rem,
    /// Shift to higher bits.
    Shl,
    /// Shift to lower bits, keeping the sign.
    Shr,
    /// Shift to lower bits, without a sign.
    Ushr,
    /// Both bits.
    And,
    /// Either bit.
    Or,
    /// One of the bits.
    Xor,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Not less.
    Ge,
    /// Greater.
    Gt,
    /// Not greater.
    Le,
}

impl Compare {
    /// The comparison that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> Compare {
        match self {
            Compare::Eq => Compare::Ne,
            Compare::Ne => Compare::Eq,
            Compare::Lt => Compare::Ge,
            Compare::Ge => Compare::Lt,
            Compare::Gt => Compare::Le,
            Compare::Le => Compare::Gt,
        }
    }
}

/// What `boolean`-like narrowings keep of an `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrow {
    /// Eight bits with a sign.
    Byte,
    /// Sixteen bits without a sign.
    Char,
    /// Sixteen bits with a sign.
    Short,
}

/// How values on the operand stack are copied and moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// The top goes.
    Pop,
    /// The top two, or one wide one, go.
    Pop2,
    /// The top again.
    Dup,
    /// The top again, below the second.
    DupX1,
    /// The top again, below the third.
    DupX2,
    /// The top two again.
    Dup2,
    /// The top two again, below the next.
    Dup2X1,
    /// The top two again, below the next two.
    Dup2X2,
    /// The top two change places.
    Swap,
}

/// An instruction.
#[derive(Clone, Debug)]
pub enum Op {
    /// Nothing.
    Nop,
    /// The null reference.
    Null,
    /// A constant.
    Constant(Constant),
    /// The value of a local variable.
    Load(usize),
    /// A local variable gets the top.
    Store(usize),
    /// An element of an array.
    Element,
    /// An element gets the top; what it keeps of an `int`.
    StoreElement,
    /// Copies and moves.
    Shuffle(Shuffle),
    /// A computation.
    Arith(Arith, Num),
    /// The opposite.
    Negate(Num),
    /// A local variable grows by a constant.
    Increment(usize, i32),
    /// A conversion.
    Convert(Num, Num),
    /// A conversion to a smaller integer.
    Narrow(Narrow),
    /// -1, 0 or 1 by the order of the two numbers; what it is with a NaN.
    Order(Num, i32),
    /// A jump by the comparison of an `int` with 0.
    IfZero(Compare, usize),
    /// A jump by the comparison of two `int`s.
    IfInts(Compare, usize),
    /// A jump by whether two references are the same.
    IfSame(Compare, usize),
    /// A jump by whether a reference is null.
    IfNull(Compare, usize),
    /// A jump.
    Goto(usize),
    /// A jump by a table, and where it goes otherwise.
    Switch(Vec<(i32, usize)>, usize),
    /// The end of the call, with the top as its result if it has one.
    Return,
    /// A static field.
    GetStatic(Member),
    /// A static field gets the top.
    PutStatic(Member),
    /// A field.
    GetField(Member),
    /// A field gets the top.
    PutField(Member),
    /// A call.
    Invoke(Call, Member),
    /// A call site that a bootstrap method computes; its number, its name and its descriptor.
    Dynamic(usize, String, String),
    /// A new object.
    New(String),
    /// A new array of a type of elements.
    NewArray(Type),
    /// A new array of arrays, of a type, with so many dimensions given.
    NewArrays(Type, usize),
    /// The length of an array.
    Length,
    /// Throws the top.
    Throw,
    /// Throws unless the top is null or of the type.
    Cast(Type),
    /// Whether the top is an object of the type.
    InstanceOf(Type),
    /// Takes or gives back the lock of the top.
    Monitor,
    /// What is not followed, by its name.
    Unsupported(&'static str),
}

impl Class {
    /// The method with a name and descriptor.
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&Method> {
        self.methods.iter().find(|method| method.name == name && method.descriptor == descriptor)
    }

    /// The field with a name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}
