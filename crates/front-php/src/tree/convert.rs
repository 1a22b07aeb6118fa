//! Expressions of the parser as expressions of ours.
//!
//! Depth is limited: what lies deeper than [`DEPTH`] is unsupported. Names lose their namespace, since programs of
//! one application rarely have two things of one name.

#![allow(clippy::wildcard_enum_match_arm, reason = "the enums of the parser are open and need a wildcard")]

use ir::Span;
use php_ast::{
    self as ast, ArgKind, ArrayElementKind, AssignOp, BinaryOp, CastKind, StringPart, UnaryPrefixOp,
};

use super::declarations::{magic, returned};
use super::{
    Argument, Arm, Binary, Bytes, Callee, Captures, Cast, Expr, ExprKind, Function, Gives, Item, Logic, Mode,
    Name, Stmt, StmtKind, Unary,
};

/// How deep expressions and statements may be nested.
const DEPTH: u32 = 200;

/// Knows the file that spans are of.
pub(super) struct Converter {
    file: u32,
    /// Where each byte of the file stands in the text of the parser, when they differ.
    offsets: Option<Vec<u32>>,
    /// How deep the present node lies.
    pub(super) depth: std::cell::Cell<u32>,
    /// Whether the present function yields.
    pub(super) yields: std::cell::Cell<bool>,
}

impl Converter {
    pub(super) fn new(file: u32, offsets: Option<Vec<u32>>) -> Converter {
        Converter { file, offsets, depth: std::cell::Cell::new(0), yields: std::cell::Cell::new(false) }
    }

    /// The place in the bytes of the file.
    pub(super) fn span(&self, span: ast::Span) -> Span {
        let place = |at: u32| match &self.offsets {
            None => at,
            Some(offsets) => offsets.partition_point(|&offset| offset < at) as u32,
        };
        Span { file: self.file, start: place(span.start), end: place(span.end) }
    }

    /// The bytes of a literal.
    pub(super) fn bytes(&self, bytes: &[u8]) -> Bytes {
        match (&self.offsets, std::str::from_utf8(bytes)) {
            (Some(_), Ok(text)) if text.chars().all(|c| u32::from(c) < 256) => {
                text.chars().map(|c| c as u8).collect()
            }
            _ => bytes.into(),
        }
    }

    /// Runs a conversion one level deeper, unless that is too deep.
    pub(super) fn deeper<T>(&self, convert: impl FnOnce() -> T) -> Option<T> {
        if self.depth.get() >= DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let converted = convert();
        self.depth.set(self.depth.get() - 1);
        Some(converted)
    }

    pub(super) fn expr(&self, expr: &ast::Expr<'_, '_>) -> Expr {
        let kind = self.deeper(|| self.kind(expr));
        Expr {
            kind: kind.unwrap_or(unsupported("an expression is nested too deep")),
            span: self.span(expr.span),
        }
    }

    fn boxed(&self, expr: &ast::Expr<'_, '_>) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    pub(super) fn exprs(&self, exprs: &[ast::Expr<'_, '_>]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn kind(&self, expr: &ast::Expr<'_, '_>) -> ExprKind {
        use ast::ExprKind as K;
        match &expr.kind {
            K::Int(value) => ExprKind::Int(*value),
            K::Float(value) => ExprKind::Float(*value),
            K::String(text) => ExprKind::Text(self.bytes(text.as_bytes())),
            K::Nowdoc { value, .. } => ExprKind::Text(self.bytes(value.as_bytes())),
            K::InterpolatedString(parts) | K::Heredoc { parts, .. } => self.template(parts, expr.span),
            K::ShellExec(parts) => {
                let kind = self.template(parts, expr.span);
                ExprKind::Shell(Box::new(Expr { kind, span: self.span(expr.span) }))
            }
            K::Bool(value) => ExprKind::Bool(*value),
            K::Null => ExprKind::Null,
            K::Variable(name) => ExprKind::Variable(name.as_str().into()),
            K::VariableVariable(name) => ExprKind::VariableVariable(self.boxed(name)),
            K::Identifier(name) => constant(name.as_str()),
            K::Name(name) => constant(&last_part(name)),
            K::Assign(assign) => self.assign(assign),
            K::Binary(binary) => self.binary(binary),
            K::UnaryPrefix(unary) => self.prefix(unary),
            K::UnaryPostfix(unary) => {
                let by = match unary.op {
                    ast::UnaryPostfixOp::PostIncrement => 1,
                    _ => -1,
                };
                ExprKind::Step { target: self.boxed(unary.operand), by, gives: Gives::Old }
            }
            K::Ternary(ternary) => ExprKind::Ternary(
                self.boxed(ternary.condition),
                ternary.then_expr.map(|then| self.boxed(then)),
                self.boxed(ternary.else_expr),
            ),
            K::NullCoalesce(pair) => ExprKind::Coalesce(self.boxed(pair.left), self.boxed(pair.right)),
            K::FunctionCall(call) => ExprKind::Call(self.callee(call.name), self.arguments(&call.args)),
            K::Array(items) => ExprKind::Array(items.iter().map(|item| self.item(item)).collect()),
            K::ArrayAccess(access) => {
                ExprKind::Index(self.boxed(access.array), access.index.map(|index| self.boxed(index)))
            }
            K::Print(value) => ExprKind::Print(self.boxed(value)),
            K::Parenthesized(inner) => self.expr(inner).kind,
            K::Cast(kind, value) => ExprKind::Cast(cast(*kind), self.boxed(value)),
            K::ErrorSuppress(inner) => ExprKind::Silence(self.boxed(inner)),
            K::Isset(values) => ExprKind::Isset(self.exprs(values)),
            K::Empty(value) => ExprKind::Empty(self.boxed(value)),
            _ => self.rest(expr),
        }
    }

    /// Expressions that speak of programs, classes and functions.
    fn rest(&self, expr: &ast::Expr<'_, '_>) -> ExprKind {
        use ast::ExprKind as K;
        match &expr.kind {
            K::Include(kind, path) => ExprKind::Include {
                path: self.boxed(path),
                once: matches!(kind, ast::IncludeKind::IncludeOnce | ast::IncludeKind::RequireOnce),
            },
            K::Eval(code) => ExprKind::Eval(self.boxed(code)),
            K::Exit(value) => ExprKind::Exit(value.map(|value| self.boxed(value))),
            K::MagicConst(kind) => ExprKind::Constant(magic(*kind).into()),
            K::Clone(value) => ExprKind::Clone(self.boxed(value)),
            K::New(new) => self.new_of(new),
            K::PropertyAccess(access) | K::NullsafePropertyAccess(access) => {
                match access.property.name_str() {
                    Some(name) if !matches!(access.property.kind, K::Variable(_)) => {
                        ExprKind::Property(self.boxed(access.object), name.into())
                    }
                    _ => unsupported_with(
                        "a property that a value names is used",
                        vec![self.expr(access.object)],
                    ),
                }
            }
            K::MethodCall(call) => self.method_call(call),
            K::NullsafeMethodCall(call) => self.unless_null(call),
            K::StaticPropertyAccess(access) => match (class_name(access.class), access.member.name_str()) {
                (Some(class), Some(name)) => ExprKind::StaticProperty(class, name.into()),
                _ => unsupported("a property of a class that a value names is used"),
            },
            K::ClassConstAccess(access) => match (class_name(access.class), access.member.name_str()) {
                (Some(class), Some(name)) => ExprKind::ClassConstant(class, name.into()),
                _ => unsupported("a constant of a class that a value names is used"),
            },
            K::StaticMethodCall(call) => match (class_name(call.class), call.method.name_str()) {
                (Some(class), Some(name)) => {
                    ExprKind::Call(Callee::Static(class, lower(name)), self.arguments(&call.args))
                }
                _ => unsupported_with("a method that a value names is called", self.values(&call.args)),
            },
            K::Closure(closure) => ExprKind::Closure(self.closure(closure).into()),
            K::ArrowFunction(arrow) => ExprKind::Closure(self.arrow(arrow).into()),
            K::Match(case) => {
                let arms = case.arms.iter().map(|arm| self.arm(arm)).collect();
                ExprKind::Match(self.boxed(case.subject), arms)
            }
            K::Throw(value) => ExprKind::Throw(self.boxed(value)),
            K::Omit => ExprKind::Null,
            K::CallableCreate(made) => self.callable(made),
            K::Yield(_) => {
                self.yields.set(true);
                unsupported("a generator yields")
            }
            _ => unsupported("an expression of an unknown kind is evaluated"),
        }
    }

    fn new_of(&self, new: &ast::NewExpr<'_, '_>) -> ExprKind {
        if let ast::ExprKind::AnonymousClass(class) = &new.class.kind {
            let mut class = self.class(class);
            class.name = format!("class@anonymous {}", self.span(new.class.span).start).into();
            return ExprKind::NewAnonymous(class.into(), self.arguments(&new.args));
        }
        match class_name(new.class) {
            Some(class) => ExprKind::New(class, self.arguments(&new.args)),
            None => {
                unsupported_with("an object of a class that a value names is made", self.values(&new.args))
            }
        }
    }

    fn method_call(&self, call: &ast::MethodCallExpr<'_, '_>) -> ExprKind {
        let arguments = self.arguments(&call.args);
        let object = self.boxed(call.object);
        match call.method.name_str() {
            Some(name) if !matches!(call.method.kind, ast::ExprKind::Variable(_)) => {
                ExprKind::Call(Callee::Method(object, lower(name)), arguments)
            }
            _ => unsupported_with("a method that a value names is called", vec![*object]),
        }
    }

    /// `object?->method(…)`, where the object is a variable that can be read twice.
    fn unless_null(&self, call: &ast::MethodCallExpr<'_, '_>) -> ExprKind {
        let object = self.boxed(call.object);
        if !matches!(object.kind, ExprKind::Variable(_)) {
            return unsupported_with("a method is called unless its object is null", vec![*object]);
        }
        let span = object.span;
        let null = || Box::new(Expr { kind: ExprKind::Null, span });
        let is_null = ExprKind::Binary(Binary::Identical, object, null());
        let called = Expr { kind: self.method_call(call), span };
        ExprKind::Ternary(Box::new(Expr { kind: is_null, span }), Some(null()), Box::new(called))
    }

    /// `name(…)` with three dots: the name, or the object or class and the name.
    fn callable(&self, made: &ast::CallableCreateExpr<'_, '_>) -> ExprKind {
        match &made.kind {
            ast::CallableCreateKind::Function(name) => match self.callee(name) {
                Callee::Function(name) => ExprKind::Text(name.trim_start_matches('\\').as_bytes().into()),
                Callee::Value(value) => value.kind,
                Callee::Method(..) | Callee::Static(..) => unsupported("a callable is made"),
            },
            _ => unsupported("a callable is made of a method"),
        }
    }

    fn arm(&self, arm: &ast::MatchArm<'_, '_>) -> Arm {
        let conditions = arm.conditions.as_ref().map(|list| self.exprs(list));
        Arm { conditions, body: self.expr(&arm.body) }
    }

    /// The pieces of an interpolated string.
    fn template(&self, parts: &[StringPart<'_, '_>], span: ast::Span) -> ExprKind {
        let pieces = parts.iter().map(|part| match part {
            StringPart::Literal(text) => {
                Expr { kind: ExprKind::Text(self.bytes(text.as_bytes())), span: self.span(span) }
            }
            StringPart::Expr(expr) => self.expr(expr),
            _ => Expr {
                kind: unsupported("an interpolation of an unknown kind is evaluated"),
                span: self.span(span),
            },
        });
        // Unlike the operands of a dot, the first is read before the second.
        let empty = Expr { kind: ExprKind::Text(self.bytes(b"")), span: self.span(span) };
        ExprKind::Concat(std::iter::once(empty).chain(pieces).collect())
    }

    fn assign(&self, assign: &ast::AssignExpr<'_, '_>) -> ExprKind {
        let (target, value) = (self.boxed(assign.target), self.boxed(assign.value));
        let op = match assign.op {
            AssignOp::Assign if assign.by_ref => return ExprKind::AssignReference(target, value),
            AssignOp::Assign => return ExprKind::Assign(target, value),
            AssignOp::Coalesce => return ExprKind::AssignCoalesce(target, value),
            AssignOp::Plus => Binary::Add,
            AssignOp::Minus => Binary::Sub,
            AssignOp::Mul => Binary::Mul,
            AssignOp::Div => Binary::Div,
            AssignOp::Mod => Binary::Mod,
            AssignOp::Pow => Binary::Pow,
            AssignOp::Concat => Binary::Concat,
            AssignOp::BitwiseAnd => Binary::BitAnd,
            AssignOp::BitwiseOr => Binary::BitOr,
            AssignOp::BitwiseXor => Binary::BitXor,
            AssignOp::ShiftLeft => Binary::ShiftLeft,
            AssignOp::ShiftRight => Binary::ShiftRight,
            _ => return unsupported_with("an assignment of an unknown kind is made", vec![*target, *value]),
        };
        ExprKind::AssignBinary(op, target, value)
    }

    fn binary(&self, binary: &ast::BinaryExpr<'_, '_>) -> ExprKind {
        let op = match binary.op {
            BinaryOp::Concat => return self.chain(binary),
            BinaryOp::BooleanAnd | BinaryOp::LogicalAnd => return self.logic(Logic::And, binary),
            BinaryOp::BooleanOr | BinaryOp::LogicalOr => return self.logic(Logic::Or, binary),
            BinaryOp::Instanceof => {
                let both = || vec![self.expr(binary.left), self.expr(binary.right)];
                return match class_name(binary.right) {
                    Some(class) => ExprKind::Instanceof(self.boxed(binary.left), class),
                    None => unsupported_with("a class is named by a value", both()),
                };
            }
            BinaryOp::Add => Binary::Add,
            BinaryOp::Sub => Binary::Sub,
            BinaryOp::Mul => Binary::Mul,
            BinaryOp::Div => Binary::Div,
            BinaryOp::Mod => Binary::Mod,
            BinaryOp::Pow => Binary::Pow,
            BinaryOp::Equal => Binary::Equal,
            BinaryOp::NotEqual => Binary::NotEqual,
            BinaryOp::Identical => Binary::Identical,
            BinaryOp::NotIdentical => Binary::NotIdentical,
            BinaryOp::Less => Binary::Less,
            BinaryOp::Greater => Binary::Greater,
            BinaryOp::LessOrEqual => Binary::LessOrEqual,
            BinaryOp::GreaterOrEqual => Binary::GreaterOrEqual,
            BinaryOp::Spaceship => Binary::Spaceship,
            BinaryOp::BitwiseAnd => Binary::BitAnd,
            BinaryOp::BitwiseOr => Binary::BitOr,
            BinaryOp::BitwiseXor => Binary::BitXor,
            BinaryOp::ShiftLeft => Binary::ShiftLeft,
            BinaryOp::ShiftRight => Binary::ShiftRight,
            BinaryOp::LogicalXor => Binary::Xor,
            _ => {
                let both = vec![self.expr(binary.left), self.expr(binary.right)];
                return unsupported_with("an unknown operator is used", both);
            }
        };
        ExprKind::Binary(op, self.boxed(binary.left), self.boxed(binary.right))
    }

    /// A chain of `.`, walked along its left spine without recursion.
    fn chain(&self, binary: &ast::BinaryExpr<'_, '_>) -> ExprKind {
        let mut parts = vec![self.expr(binary.right)];
        let mut left = binary.left;
        while let ast::ExprKind::Binary(inner) = &left.kind
            && inner.op == BinaryOp::Concat
        {
            parts.push(self.expr(inner.right));
            left = inner.left;
        }
        parts.push(self.expr(left));
        parts.reverse();
        ExprKind::Concat(parts)
    }

    fn logic(&self, op: Logic, binary: &ast::BinaryExpr<'_, '_>) -> ExprKind {
        ExprKind::Logic(op, self.boxed(binary.left), self.boxed(binary.right))
    }

    fn prefix(&self, unary: &ast::UnaryPrefixExpr<'_, '_>) -> ExprKind {
        let operand = self.boxed(unary.operand);
        let step = |target, by| ExprKind::Step { target, by, gives: Gives::New };
        match unary.op {
            UnaryPrefixOp::Negate => ExprKind::Unary(Unary::Negate, operand),
            UnaryPrefixOp::Plus => ExprKind::Unary(Unary::Plus, operand),
            UnaryPrefixOp::BooleanNot => ExprKind::Unary(Unary::Not, operand),
            UnaryPrefixOp::BitwiseNot => ExprKind::Unary(Unary::BitNot, operand),
            UnaryPrefixOp::PreIncrement => step(operand, 1),
            UnaryPrefixOp::PreDecrement => step(operand, -1),
            _ => unsupported_with("an unknown operator is used", vec![*operand]),
        }
    }

    fn item(&self, item: &ast::ArrayElement<'_, '_>) -> Item {
        let mode = match item.kind {
            ArrayElementKind::Spread(_) => Mode::Spread,
            ArrayElementKind::ByRef(_) => Mode::Reference,
            _ => Mode::Value,
        };
        Item { key: item.key.as_ref().map(|key| self.expr(key)), value: self.expr(item.value()), mode }
    }

    fn callee(&self, name: &ast::Expr<'_, '_>) -> Callee {
        match &name.kind {
            ast::ExprKind::Identifier(name) => Callee::Function(lower(name.as_str())),
            ast::ExprKind::Name(name) => Callee::Function(lower(&global_name(name))),
            _ => Callee::Value(self.boxed(name)),
        }
    }

    fn arguments(&self, arguments: &[ast::Arg<'_, '_>]) -> Vec<Argument> {
        let argument = |argument: &ast::Arg<'_, '_>| {
            let mode = match argument.kind {
                ArgKind::Spread(_) => Mode::Spread,
                ArgKind::ByRef(_) => Mode::Reference,
                _ => Mode::Value,
            };
            let name = argument.name.as_ref().map(|name| Name::from(&*last_part(name)));
            let value = match argument.value() {
                Some(value) => self.expr(value),
                None => Expr {
                    kind: unsupported("a function is applied partially"),
                    span: self.span(argument.span),
                },
            };
            Argument { name, value, mode }
        };
        arguments.iter().map(argument).collect()
    }

    fn values(&self, arguments: &[ast::Arg<'_, '_>]) -> Vec<Expr> {
        self.arguments(arguments).into_iter().map(|argument| argument.value).collect()
    }

    fn closure(&self, closure: &ast::ClosureExpr<'_, '_>) -> Function {
        let mode = |by_ref: bool| if by_ref { Mode::Reference } else { Mode::Value };
        let captures = closure.use_vars.iter().map(|used| (bare(used.name.or_error()), mode(used.by_ref)));
        let (body, is_generator) = self.body_of(|| self.statements(&closure.body.stmts));
        Function {
            name: "".into(),
            parameters: self.parameters(&closure.params),
            body: Some(super::declarations::returning(closure.by_ref, body)),
            is_static: closure.is_static,
            captures: Captures::Listed(captures.collect()),
            returns: returned(closure.return_type.as_ref()),
            is_generator,
            access: super::Access::Public,
        }
    }

    fn arrow(&self, arrow: &ast::ArrowFunctionExpr<'_, '_>) -> Function {
        let (body, is_generator) = self.body_of(|| self.expr(arrow.body));
        let span = body.span;
        Function {
            name: "".into(),
            parameters: self.parameters(&arrow.params),
            body: Some(vec![Stmt { kind: StmtKind::Return(Some(body)), span }]),
            is_static: arrow.is_static,
            captures: Captures::All,
            returns: returned(arrow.return_type.as_ref()),
            is_generator,
            access: super::Access::Public,
        }
    }
}

/// What is not followed.
pub(super) fn unsupported(what: &'static str) -> ExprKind {
    unsupported_with(what, Vec::new())
}

fn unsupported_with(what: &'static str, parts: Vec<Expr>) -> ExprKind {
    ExprKind::Unsupported(what, parts)
}

/// A constant; the three that are words of the language are values.
fn constant(name: &str) -> ExprKind {
    match name.to_ascii_lowercase().as_str() {
        "null" => ExprKind::Null,
        "true" => ExprKind::Bool(true),
        "false" => ExprKind::Bool(false),
        _ => ExprKind::Constant(name.into()),
    }
}

/// A name without its namespace; with the `\\` before it when it is one of the global namespace.
fn global_name(name: &ast::Name<'_, '_>) -> String {
    let whole = name.to_string_repr();
    match whole.strip_prefix('\\') {
        Some(rest) if !rest.contains('\\') => whole.to_string(),
        Some(_) | None => last_part(name),
    }
}

/// A name without its namespace.
pub(super) fn last_part(name: &ast::Name<'_, '_>) -> String {
    let whole = name.to_string_repr();
    whole.rsplit('\\').next().unwrap_or_default().to_owned()
}

/// The name of a class, when it is written as a name.
fn class_name(class: &ast::Expr<'_, '_>) -> Option<Name> {
    match &class.kind {
        ast::ExprKind::Identifier(name) => Some(lower(name.as_str())),
        ast::ExprKind::Name(name) => Some(lower(&last_part(name))),
        _ => None,
    }
}

/// A name of which PHP ignores the case.
pub(super) fn lower(name: &str) -> Name {
    name.to_ascii_lowercase().into()
}

/// The name of a variable without its sign.
pub(super) fn bare(name: &str) -> Name {
    name.trim_start_matches('$').into()
}

fn cast(kind: CastKind) -> Cast {
    match kind {
        CastKind::Int => Cast::Int,
        CastKind::Float => Cast::Float,
        CastKind::Bool => Cast::Bool,
        CastKind::Array => Cast::Array,
        CastKind::Object => Cast::Object,
        CastKind::Unset | CastKind::Void => Cast::Null,
        _ => Cast::String,
    }
}
