//! Small programs over objects that loops make: written by hand as statements, or by chance.
//! There are three references `x`, an array of them, and the number of the turn. What follows null or a wrong index does nothing.

use verifier::front_java::class::types::Type;
use verifier::front_java::class::{
    Arith, Call, Class, Code, Compare, Constant, Field, Member, Method, Num, Op, Shuffle,
};

/// What a run does, one after the other. Numbers of references are 0 to 2.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    New(usize),
    Number(usize, i32),
    /// The number of the second plus something goes to the first.
    Sum(usize, usize, i32),
    Text(usize, Option<&'static str>),
    SameText(usize, usize),
    Link(usize, usize),
    Follow(usize, usize),
    Copy(usize, usize),
    /// A method that adds one to the number.
    Bump(usize),
    Store(Index, usize),
    Load(usize, Index),
    /// Only in one turn.
    InTurn(i32, Box<Statement>),
    /// As many turns as the argument says.
    Loop(Vec<Statement>),
    AssertNumber(usize, Compare, i32),
    AssertText(usize, &'static str),
    /// At the end of the list.
    Add(usize),
    /// An element of the list that there is.
    Get(usize, Index),
    /// Takes an element out of the list that there is.
    Remove(Index),
    Clear,
    Put(&'static str, usize),
    Lookup(usize, &'static str),
    Drop(&'static str),
    /// For each element of the list, or value of the map: the first reference is it.
    Walk(Through, Vec<Statement>),
    /// How many elements the list has, or entries the map.
    AssertSize(Through, Compare, i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Through {
    List,
    Map,
}

/// A place of the array.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Index {
    At(i32),
    /// The number of the turn.
    Turn,
}

const NODE: &str = "Node";
const ARGUMENT: usize = 0;
const TURN: usize = 1;
const FIRST: usize = 2;
const ARRAY: usize = 5;
const LIST_AT: usize = 6;
const MAP_AT: usize = 7;
const ITERATOR_AT: usize = 8;
const LIST: &str = "java/util/ArrayList";
const MAP: &str = "java/util/HashMap";
const ITERATOR: &str = "java/util/Iterator";

/// The classes of a program whose array has so many elements, or as many as the argument says.
pub(crate) fn classes(length: Option<i32>, statements: &[Statement]) -> Vec<Class> {
    let mut code = Writer::default();
    match length {
        Some(length) => code.push(int(length)),
        None => code.push(Op::Load(ARGUMENT)),
    }
    code.push(Op::NewArray(Type::Class(NODE.to_owned())));
    code.push(Op::Store(ARRAY));
    for at in 0..3 {
        code.push(Op::Null);
        code.push(Op::Store(FIRST + at));
    }
    for (class, at) in [(LIST, LIST_AT), (MAP, MAP_AT)] {
        code.ops.extend([Op::New(class.to_owned()), Op::Store(at)]);
    }
    code.all(statements);
    code.push(Op::Return);
    let bump = vec![Op::Load(0), Op::Load(0), get("n", "I"), int(1), add(), put("n", "I"), Op::Return];
    let field = |name: &str, ty| Field { name: name.to_owned(), ty, is_static: false, constant: None };
    let class = |ty: &str| Type::Class(ty.to_owned());
    let fields =
        vec![field("n", Type::Int), field("s", class("java/lang/String")), field("next", class(NODE))];
    vec![
        plain("Main", Vec::new(), method(("run", "(I)V", true), code.ops)),
        plain(NODE, fields, method(("bump", "()V", false), bump)),
    ]
}

fn plain(name: &str, fields: Vec<Field>, method: Method) -> Class {
    Class {
        name: name.to_owned(),
        superclass: Some("java/lang/Object".to_owned()),
        interfaces: Vec::new(),
        is_interface: false,
        fields,
        methods: vec![method],
        bootstraps: Vec::new(),
        source: None,
    }
}

fn method((name, descriptor, is_static): (&str, &str, bool), ops: Vec<Op>) -> Method {
    let lines = (1..=ops.len()).map(|line| u32::try_from(line).expect("a program is short")).collect();
    let body = Ok(Code { locals: 9, ops, lines, handlers: Vec::new(), names: Vec::new() });
    let (name, descriptor, is_private, is_abstract) = (name.into(), descriptor.into(), false, false);
    Method { name, descriptor, is_static, is_private, is_abstract, body }
}

fn int(number: i32) -> Op {
    Op::Constant(Constant::Int(number))
}

fn text(text: &str) -> Op {
    Op::Constant(Constant::Str(text.encode_utf16().collect()))
}

fn add() -> Op {
    Op::Arith(Arith::Add, Num::Int)
}

fn member(class: &str, name: &str, descriptor: &str) -> Member {
    Member { class: class.to_owned(), name: name.to_owned(), descriptor: descriptor.to_owned() }
}

fn get(name: &str, descriptor: &str) -> Op {
    Op::GetField(member(NODE, name, descriptor))
}

fn put(name: &str, descriptor: &str) -> Op {
    Op::PutField(member(NODE, name, descriptor))
}

const STRING: &str = "Ljava/lang/String;";
const LINK: &str = "LNode;";

#[derive(Default)]
struct Writer {
    ops: Vec<Op>,
}

impl Writer {
    fn push(&mut self, op: Op) {
        self.ops.push(op);
    }

    fn all(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.one(statement));
    }

    /// A statement between jumps over it that are taken when a reference is null.
    fn one(&mut self, statement: &Statement) {
        let mut over = Vec::new();
        for reference in followed(statement) {
            self.push(Op::Load(FIRST + reference));
            over.push((self.ops.len(), Op::IfNull as fn(Compare, usize) -> Op, Compare::Eq));
            self.push(Op::Nop);
        }
        if let Statement::Store(index, _) | Statement::Load(_, index) = statement {
            for (how, bound) in [(Compare::Lt, int(0)), (Compare::Ge, Op::Length)] {
                self.index(*index);
                if matches!(bound, Op::Length) {
                    self.push(Op::Load(ARRAY));
                }
                self.push(bound);
                over.push((self.ops.len(), Op::IfInts as fn(Compare, usize) -> Op, how));
                self.push(Op::Nop);
            }
        }
        if let Statement::Get(_, index) | Statement::Remove(index) = statement {
            for (how, is_size) in [(Compare::Lt, false), (Compare::Ge, true)] {
                self.index(*index);
                if is_size {
                    self.size(Through::List);
                } else {
                    self.push(int(0));
                }
                over.push((self.ops.len(), Op::IfInts as fn(Compare, usize) -> Op, how));
                self.push(Op::Nop);
            }
        }
        self.inner(statement);
        let end = self.ops.len();
        over.into_iter().for_each(|(at, jump, how)| self.ops[at] = jump(how, end));
        self.push(Op::Nop);
    }

    fn index(&mut self, index: Index) {
        self.push(match index {
            Index::At(at) => int(at),
            Index::Turn => Op::Load(TURN),
        });
    }

    fn inner(&mut self, statement: &Statement) {
        let load = |at: &usize| Op::Load(FIRST + at);
        let store = |at: &usize| Op::Store(FIRST + at);
        match statement {
            Statement::New(x) => self.ops.extend([Op::New(NODE.to_owned()), store(x)]),
            Statement::Number(x, number) => self.ops.extend([load(x), int(*number), put("n", "I")]),
            Statement::Sum(x, y, number) => {
                self.ops.extend([load(x), load(y), get("n", "I"), int(*number), add(), put("n", "I")]);
            }
            Statement::Text(x, word) => {
                self.ops.extend([load(x), word.map_or(Op::Null, text), put("s", STRING)]);
            }
            Statement::SameText(x, y) => {
                self.ops.extend([load(x), load(y), get("s", STRING), put("s", STRING)]);
            }
            Statement::Link(x, y) => self.ops.extend([load(x), load(y), put("next", LINK)]),
            Statement::Follow(x, y) => self.ops.extend([load(y), get("next", LINK), store(x)]),
            Statement::Copy(x, y) => self.ops.extend([load(y), store(x)]),
            Statement::Bump(x) => {
                self.ops.extend([load(x), Op::Invoke(Call::Virtual, member(NODE, "bump", "()V"))]);
            }
            Statement::Store(index, x) => {
                self.push(Op::Load(ARRAY));
                self.index(*index);
                self.ops.extend([load(x), Op::StoreElement]);
            }
            Statement::Load(x, index) => {
                self.push(Op::Load(ARRAY));
                self.index(*index);
                self.ops.extend([Op::Element, store(x)]);
            }
            Statement::InTurn(turn, inner) => {
                self.ops.extend([Op::Load(TURN), int(*turn), Op::Nop]);
                let skip = self.ops.len() - 1;
                self.one(inner);
                self.ops[skip] = Op::IfInts(Compare::Ne, self.ops.len());
                self.push(Op::Nop);
            }
            Statement::Loop(body) => self.turns(body),
            Statement::Add(_)
            | Statement::Get(..)
            | Statement::Remove(_)
            | Statement::Clear
            | Statement::Put(..)
            | Statement::Lookup(..)
            | Statement::Drop(_)
            | Statement::Walk(..)
            | Statement::AssertSize(..) => self.collection(statement),
            Statement::AssertNumber(x, how, number) => {
                self.ops.extend([load(x), get("n", "I"), int(*number)]);
                self.unless(|target| Op::IfInts(*how, target));
            }
            Statement::AssertText(x, word) => {
                let equals = member("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
                self.ops.extend([text(word), load(x), get("s", STRING), Op::Invoke(Call::Virtual, equals)]);
                self.unless(|target| Op::IfZero(Compare::Ne, target));
            }
        }
    }

    /// Statements about collections.
    #[allow(clippy::wildcard_enum_match_arm, reason = "whoever calls has written all others")]
    fn collection(&mut self, statement: &Statement) {
        let load = |at: &usize| Op::Load(FIRST + at);
        let cast = || Op::Cast(Type::Class(NODE.to_owned()));
        let drop = || Op::Shuffle(Shuffle::Pop);
        match statement {
            Statement::Add(x) => {
                self.ops.extend([
                    Op::Load(LIST_AT),
                    load(x),
                    call(LIST, "add", "(Ljava/lang/Object;)Z"),
                    drop(),
                ]);
            }
            Statement::Get(x, index) => {
                self.push(Op::Load(LIST_AT));
                self.index(*index);
                self.ops.extend([call(LIST, "get", "(I)Ljava/lang/Object;"), cast(), Op::Store(FIRST + x)]);
            }
            Statement::Remove(index) => {
                self.push(Op::Load(LIST_AT));
                self.index(*index);
                self.ops.extend([call(LIST, "remove", "(I)Ljava/lang/Object;"), drop()]);
            }
            Statement::Clear => self.ops.extend([Op::Load(LIST_AT), call(LIST, "clear", "()V")]),
            Statement::Put(key, x) => {
                let put = call(MAP, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
                self.ops.extend([Op::Load(MAP_AT), text(key), load(x), put, drop()]);
            }
            Statement::Lookup(x, key) => {
                let get = call(MAP, "get", "(Ljava/lang/Object;)Ljava/lang/Object;");
                self.ops.extend([Op::Load(MAP_AT), text(key), get, cast(), Op::Store(FIRST + x)]);
            }
            Statement::Drop(key) => {
                let remove = call(MAP, "remove", "(Ljava/lang/Object;)Ljava/lang/Object;");
                self.ops.extend([Op::Load(MAP_AT), text(key), remove, drop()]);
            }
            Statement::Walk(through, body) => self.walk(*through, body),
            Statement::AssertSize(through, how, number) => {
                self.size(*through);
                self.push(int(*number));
                self.unless(|target| Op::IfInts(*how, target));
            }
            other => panic!("{other:?} is about no collection"),
        }
    }

    fn size(&mut self, through: Through) {
        self.ops.extend(match through {
            Through::List => [Op::Load(LIST_AT), call(LIST, "size", "()I")],
            Through::Map => [Op::Load(MAP_AT), call(MAP, "size", "()I")],
        });
    }

    fn walk(&mut self, through: Through, body: &[Statement]) {
        if through == Through::Map {
            self.ops.extend([Op::Load(MAP_AT), call(MAP, "values", "()Ljava/util/Collection;")]);
            self.push(call("java/util/Collection", "iterator", "()Ljava/util/Iterator;"));
        } else {
            self.ops.extend([Op::Load(LIST_AT), call(LIST, "iterator", "()Ljava/util/Iterator;")]);
        }
        self.push(Op::Store(ITERATOR_AT));
        let head = self.ops.len();
        self.ops.extend([Op::Load(ITERATOR_AT), call(ITERATOR, "hasNext", "()Z"), Op::Nop]);
        self.ops.extend([Op::Load(ITERATOR_AT), call(ITERATOR, "next", "()Ljava/lang/Object;")]);
        self.ops.extend([Op::Cast(Type::Class(NODE.to_owned())), Op::Store(FIRST)]);
        self.all(body);
        self.push(Op::Goto(head));
        self.ops[head + 2] = Op::IfZero(Compare::Eq, self.ops.len());
        self.push(Op::Nop);
    }

    fn turns(&mut self, body: &[Statement]) {
        self.ops.extend([int(0), Op::Store(TURN)]);
        let head = self.ops.len();
        self.ops.extend([Op::Load(TURN), Op::Load(ARGUMENT), Op::Nop]);
        self.all(body);
        self.ops.extend([Op::Increment(TURN, 1), Op::Goto(head)]);
        self.ops[head + 2] = Op::IfInts(Compare::Ge, self.ops.len());
    }

    /// The assertion fails unless a jump is taken.
    fn unless(&mut self, jump: impl FnOnce(usize) -> Op) {
        let over = self.ops.len() + 3;
        self.push(jump(over));
        self.ops.extend([Op::New("java/lang/AssertionError".to_owned()), Op::Throw]);
    }
}

fn call(class: &str, name: &str, descriptor: &str) -> Op {
    Op::Invoke(Call::Virtual, member(class, name, descriptor))
}

/// The references that a statement follows.
fn followed(statement: &Statement) -> Vec<usize> {
    match statement {
        Statement::Number(x, _)
        | Statement::Text(x, _)
        | Statement::Link(x, _)
        | Statement::Follow(_, x)
        | Statement::Bump(x)
        | Statement::AssertNumber(x, ..)
        | Statement::AssertText(x, _) => vec![*x],
        Statement::Sum(x, y, _) | Statement::SameText(x, y) => vec![*x, *y],
        Statement::New(_)
        | Statement::Copy(..)
        | Statement::Store(..)
        | Statement::Load(..)
        | Statement::InTurn(..)
        | Statement::Add(_)
        | Statement::Get(..)
        | Statement::Remove(_)
        | Statement::Clear
        | Statement::Put(..)
        | Statement::Lookup(..)
        | Statement::Drop(_)
        | Statement::Walk(..)
        | Statement::AssertSize(..)
        | Statement::Loop(_) => Vec::new(),
    }
}

/// Numbers by chance, the same for the same beginning.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// A number below another.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % count
    }

    fn number(&mut self) -> i32 {
        [0, 1, 2][self.below(3)]
    }

    fn index(&mut self) -> Index {
        if self.below(3) == 0 { Index::At([0, 3, 29][self.below(3)]) } else { Index::Turn }
    }

    fn simple(&mut self) -> Statement {
        let (x, y) = (self.below(3), self.below(3));
        match self.below(16) {
            0..=2 => Statement::New(x),
            3 | 4 => Statement::Number(x, self.number()),
            5 => Statement::Sum(x, y, [-1, 0, 1][self.below(3)]),
            6 | 7 => Statement::Text(x, [Some("a"), Some("b"), None][self.below(3)]),
            8 => Statement::SameText(x, y),
            9 | 10 => Statement::Link(x, y),
            11 => Statement::Follow(x, y),
            12 => Statement::Copy(x, y),
            13 => Statement::Bump(x),
            14 => Statement::Store(self.index(), x),
            _ => Statement::Load(x, self.index()),
        }
    }

    /// A statement about a collection.
    fn gathering(&mut self) -> Statement {
        let x = self.below(3);
        let key = ["k", "l"][self.below(2)];
        match self.below(12) {
            0..=3 => Statement::Add(x),
            4 => Statement::Get(x, self.index()),
            5 => Statement::Remove(self.index()),
            6 if self.below(3) == 0 => Statement::Clear,
            7 if self.below(3) == 0 => Statement::Drop(key),
            6 | 8 | 9 => Statement::Put(key, x),
            _ => Statement::Lookup(x, key),
        }
    }

    /// A program in which loops fill collections, and an assertion of what they hold.
    pub(crate) fn gatherings(&mut self) -> (Option<i32>, Vec<Statement>) {
        let mut statements = vec![Statement::New(0), Statement::New(1), Statement::Number(1, self.number())];
        for _ in 0..=self.below(2) {
            let mut body = self.some(3);
            for _ in 0..=self.below(3) {
                let one = self.gathering();
                let is_rare = self.below(4) == 0;
                body.push(if is_rare { Statement::InTurn(self.number(), Box::new(one)) } else { one });
            }
            statements.push(Statement::Loop(body));
        }
        let through = [Through::List, Through::Map][self.below(2)];
        let number = self.number();
        statements.push(match self.below(6) {
            0 => {
                Statement::AssertSize(through, [Compare::Le, Compare::Eq, Compare::Ge][self.below(3)], number)
            }
            1 | 2 => {
                let change = self.gathering();
                let inner = vec![change, Statement::AssertNumber(0, Compare::Le, number)];
                Statement::Walk(through, inner)
            }
            _ => Statement::Walk(through, vec![Statement::AssertNumber(0, Compare::Le, number)]),
        });
        (Some(30), statements)
    }

    fn some(&mut self, most: usize) -> Vec<Statement> {
        let count = 1 + self.below(most);
        let mut statements = Vec::new();
        for _ in 0..count {
            let simple = self.simple();
            let rare = self.below(4) == 0;
            statements.push(if rare { Statement::InTurn(self.number(), Box::new(simple)) } else { simple });
        }
        statements
    }

    /// A program with one or two loops, and an assertion of what objects hold after them.
    pub(crate) fn program(&mut self) -> (Option<i32>, Vec<Statement>) {
        let mut statements = self.some(3);
        for _ in 0..=self.below(2) {
            statements.push(Statement::Loop(self.some(5)));
        }
        statements.extend(self.some(2));
        let x = self.below(3);
        if self.below(2) == 0 {
            statements.push(Statement::Follow(x, self.below(3)));
        }
        statements.push(match self.below(5) {
            0 => Statement::AssertText(x, ["a", "b"][self.below(2)]),
            1 => Statement::AssertNumber(x, Compare::Le, self.number()),
            2 => Statement::AssertNumber(x, Compare::Ge, self.number() - 1),
            3 => Statement::AssertNumber(x, Compare::Eq, self.number()),
            _ => Statement::AssertNumber(x, Compare::Ne, self.number()),
        });
        let length = if self.below(2) == 0 { Some(30) } else { None };
        (length, statements)
    }
}
