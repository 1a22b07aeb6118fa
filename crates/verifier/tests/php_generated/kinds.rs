//! Every kind of node of the tree is generated. A kind that is added does not compile until it stands here.

use std::collections::BTreeSet;

use verifier::php::tree::{Access, Callee, Captures, Class, ExprKind, Function, Mode, Node, StmtKind, read};

use super::generate::{Chance, page, statements};

/// The kinds of expressions, by their numbers.
fn expression(kind: &ExprKind) -> usize {
    match kind {
        ExprKind::Null => 0,
        ExprKind::Bool(_) => 1,
        ExprKind::Int(_) => 2,
        ExprKind::Float(_) => 3,
        ExprKind::Text(_) => 4,
        ExprKind::Concat(_) => 5,
        ExprKind::Shell(_) => 6,
        ExprKind::Variable(_) => 7,
        ExprKind::VariableVariable(_) => 8,
        ExprKind::Constant(_) => 9,
        ExprKind::Array(_) => 10,
        ExprKind::Index(_, Some(_)) => 11,
        ExprKind::Index(_, None) => 12,
        ExprKind::Property(..) => 13,
        ExprKind::StaticProperty(..) => 14,
        ExprKind::ClassConstant(..) => 15,
        ExprKind::Assign(..) => 16,
        ExprKind::AssignReference(..) => 17,
        ExprKind::AssignCoalesce(..) => 18,
        ExprKind::Logic(..) => 19,
        ExprKind::Ternary(_, Some(_), _) => 20,
        ExprKind::Ternary(_, None, _) => 21,
        ExprKind::Coalesce(..) => 22,
        ExprKind::New(..) => 23,
        ExprKind::NewAnonymous(..) => 24,
        ExprKind::Isset(_) => 25,
        ExprKind::Empty(_) => 26,
        ExprKind::Include { once: false, .. } => 27,
        ExprKind::Include { once: true, .. } => 28,
        ExprKind::Eval(_) => 29,
        ExprKind::Exit(_) => 30,
        ExprKind::Print(_) => 31,
        ExprKind::Throw(_) => 32,
        ExprKind::Match(..) => 33,
        ExprKind::Closure(_) => 34,
        ExprKind::Instanceof(..) => 35,
        ExprKind::Silence(_) => 36,
        ExprKind::Clone(_) => 37,
        ExprKind::Unsupported(..) => 38,
        ExprKind::Call(Callee::Function(_), _) => 39,
        ExprKind::Call(Callee::Method(..), _) => 40,
        ExprKind::Call(Callee::Static(..), _) => 41,
        ExprKind::Call(Callee::Value(_), _) => 42,
        ExprKind::Step { by, gives, .. } => 43 + usize::from(*by > 0) + 2 * (*gives as usize),
        ExprKind::Unary(op, _) => 47 + *op as usize,
        ExprKind::Cast(to, _) => 51 + *to as usize,
        ExprKind::Binary(op, ..) => 58 + *op as usize,
        ExprKind::AssignBinary(op, ..) => 80 + *op as usize,
    }
}

/// What no page of PHP 8 has: a cast to null; a concatenation that is not a chain; updates with a comparison.
const NONE: [usize; 12] = [57, 64, 87, 88, 89, 90, 91, 92, 93, 94, 95, 101];
const EXPRESSIONS: usize = 102;

/// The kinds of statements, by their numbers.
fn statement(kind: &StmtKind) -> usize {
    match kind {
        StmtKind::Expr(_) => 0,
        StmtKind::Echo(_) => 1,
        StmtKind::Html(_) => 2,
        StmtKind::If(..) => 3,
        StmtKind::While(..) => 4,
        StmtKind::DoWhile(..) => 5,
        StmtKind::For { .. } => 6,
        StmtKind::Foreach { mode: Mode::Value, .. } => 7,
        StmtKind::Foreach { .. } => 8,
        StmtKind::Switch(..) => 9,
        StmtKind::Break(1) => 10,
        StmtKind::Break(_) => 11,
        StmtKind::Continue(1) => 12,
        StmtKind::Continue(_) => 13,
        StmtKind::Return(_) => 14,
        StmtKind::Block(_) => 15,
        StmtKind::Function(_) => 16,
        StmtKind::Class(_) => 17,
        StmtKind::Const(_) => 18,
        StmtKind::Global(_) => 19,
        StmtKind::Static(_) => 20,
        StmtKind::Unset(_) => 21,
        StmtKind::Throw(_) => 22,
        StmtKind::Try(_, _, finally) => 23 + usize::from(finally.is_empty()),
        StmtKind::Unsupported(_) => 25,
    }
}
const STATEMENTS: usize = 26;

/// What was met.
#[derive(Default)]
struct Met {
    expressions: BTreeSet<usize>,
    statements: BTreeSet<usize>,
    others: BTreeSet<&'static str>,
}

/// What a function may be, besides its body.
const OF_FUNCTIONS: [&str; 9] = [
    "a default",
    "a reference",
    "a rest",
    "a hint",
    "a promoted parameter",
    "a capture",
    "a captured reference",
    "an arrow",
    "a result",
];
/// What a class may have, besides its methods.
const OF_CLASSES: [&str; 8] = [
    "a parent",
    "a trait",
    "a replaced method",
    "a renamed method",
    "a case",
    "a static property",
    "a private property",
    "a constant",
];

impl Met {
    fn function<'a>(&mut self, function: &'a Function, open: &mut Vec<Node<'a>>) {
        let Function { parameters, captures, body, returns, .. } = function;
        for parameter in parameters {
            let has = [
                parameter.default.is_some(),
                parameter.mode == Mode::Reference,
                parameter.mode == Mode::Spread,
                parameter.hint.is_some(),
                parameter.is_promoted,
            ];
            self.others.extend(OF_FUNCTIONS.iter().zip(has).filter_map(|(name, has)| has.then_some(*name)));
            open.extend(parameter.default.as_ref().map(Node::Expr));
        }
        match captures {
            Captures::All => drop(self.others.insert("an arrow")),
            Captures::Listed(names) => self.others.extend(names.iter().map(|(_, mode)| match mode {
                Mode::Reference => "a captured reference",
                Mode::Value | Mode::Spread => "a capture",
            })),
            Captures::Kept(_) => {}
        }
        self.others.extend(returns.map(|_| "a result"));
        open.extend(body.iter().flatten().map(Node::Stmt));
    }

    fn class<'a>(&mut self, class: &'a Class, open: &mut Vec<Node<'a>>) {
        let has = [
            class.parent.is_some(),
            !class.traits.is_empty(),
            !class.replaced.is_empty(),
            !class.renamed.is_empty(),
            !class.cases.is_empty(),
            class.properties.iter().any(|property| property.is_static),
            class.properties.iter().any(|property| property.access == Access::Private),
            !class.constants.is_empty(),
        ];
        self.others.extend(OF_CLASSES.iter().zip(has).filter_map(|(name, has)| has.then_some(*name)));
        open.extend(class.properties.iter().filter_map(|property| property.default.as_ref()).map(Node::Expr));
        class.methods.iter().for_each(|method| self.function(method, open));
    }

    fn node<'a>(&mut self, node: Node<'a>, open: &mut Vec<Node<'a>>) {
        match node {
            Node::Stmt(met) => {
                self.statements.insert(statement(&met.kind));
                if let StmtKind::Function(function) = &met.kind {
                    self.function(function, open);
                }
                if let StmtKind::Class(class) = &met.kind {
                    self.class(class, open);
                }
            }
            Node::Expr(met) => {
                self.expressions.insert(expression(&met.kind));
                if let ExprKind::Closure(function) = &met.kind {
                    self.function(function, open);
                }
                if let ExprKind::NewAnonymous(class, _) = &met.kind {
                    self.class(class, open);
                }
            }
        }
        open.extend(node.parts());
    }
}

#[test]
fn every_kind_of_node_is_generated() {
    let mut chance = Chance::new(1);
    let mut met = Met::default();
    for _ in 0..3_000 {
        let text = page(&statements(&mut chance));
        let file = read(text.as_bytes(), 0);
        let mut open: Vec<Node<'_>> = file.statements.iter().map(Node::Stmt).collect();
        while let Some(node) = open.pop() {
            met.node(node, &mut open);
        }
    }
    let missing: Vec<usize> =
        (0..EXPRESSIONS).filter(|kind| !met.expressions.contains(kind) && !NONE.contains(kind)).collect();
    assert!(missing.is_empty(), "expressions of these kinds are never generated: {missing:?}");
    let missing: Vec<usize> = (0..STATEMENTS).filter(|kind| !met.statements.contains(kind)).collect();
    assert!(missing.is_empty(), "statements of these kinds are never generated: {missing:?}");
    let missing: Vec<_> =
        OF_FUNCTIONS.iter().chain(&OF_CLASSES).filter(|name| !met.others.contains(*name)).collect();
    assert!(missing.is_empty(), "never generated: {missing:?}");
}
