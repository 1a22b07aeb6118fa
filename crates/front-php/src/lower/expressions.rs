//! Expressions: each gives a value, and does in place what it does.
//!
//! Parts are evaluated in the order in which PHP does. A value that was computed cannot change under a later part,
//! since variables of the program are assigned once.

use ir::Condition;

use super::Lower;
use super::calls::is_place;
use super::output::Part;
use crate::tree::{Argument, Binary, Cast, Class, Expr, ExprKind, Gives, Name};
use crate::value::{Value, simplify};

impl Lower<'_> {
    /// The value of an expression, evaluated here.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Value {
        self.at(expr.span, |lower| lower.kind(expr))
    }

    fn kind(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Null => Value::Null,
            ExprKind::Bool(value) => Value::bool(*value),
            ExprKind::Int(value) => Value::int(*value),
            ExprKind::Float(value) => Value::Float(crate::text::literal(float_text(*value).as_bytes())),
            ExprKind::Text(bytes) => Value::text(bytes),
            ExprKind::Concat(parts) => {
                let (first, others) = parts.split_at(parts.len().min(2));
                let mut parts = self.in_order(first);
                parts.extend(others.iter().map(|part| (self.expr(part), Some(part.span))));
                self.joined(parts)
            }
            ExprKind::Shell(command) => {
                let command = self.expr(command);
                self.command(&command);
                Value::Str(self.outside("output of a command", None))
            }
            ExprKind::Variable(name) => self.variable(name),
            ExprKind::VariableVariable(name) => self.named_variable(name),
            ExprKind::Constant(name) => self.constant(name),
            ExprKind::Array(items) => self.array(items),
            ExprKind::Index(of, index) => self.index(of, index.as_deref()),
            ExprKind::Property(object, name) => {
                let object = self.expr(object);
                self.property(&object, name)
            }
            ExprKind::StaticProperty(class, name) => self.static_property(class, name),
            ExprKind::ClassConstant(class, name) => self.class_constant(class, name),
            ExprKind::Assign(target, value) => self.assign_value(target, value),
            ExprKind::AssignReference(target, value) => self.reference(target, value),
            ExprKind::AssignBinary(op, target, value) => self.assign_binary(*op, target, value),
            ExprKind::AssignCoalesce(target, value) => {
                let new = self.coalesce(target, value);
                self.assign(target, new.clone());
                new
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = self.both(left, right);
                self.binary(*op, &left, &right)
            }
            ExprKind::Logic(op, left, right) => self.logic(*op, left, right),
            ExprKind::Unary(op, value) => {
                let value = self.expr(value);
                self.unary(*op, &value)
            }
            ExprKind::Step { target, by, gives } => self.step(target, *by, *gives),
            ExprKind::Ternary(test, yes, no) => self.ternary(test, yes.as_deref(), no),
            ExprKind::Coalesce(left, right) => self.coalesce(left, right),
            ExprKind::Silence(inner) => self.expr(inner),
            _ => self.effect(expr),
        }
    }

    /// The operands of an operator. A variable on the left is read when the operator is applied.
    fn both(&mut self, left: &Expr, right: &Expr) -> (Value, Value) {
        if super::variable_name(left).is_some() {
            let right = self.expr(right);
            return (self.expr(left), right);
        }
        let left = self.expr(left);
        (left, self.expr(right))
    }

    /// The first parts of a text, likewise.
    fn in_order(&mut self, parts: &[Expr]) -> Vec<Part> {
        match parts {
            [left, right] => {
                let (first, second) = self.both(left, right);
                vec![(first, Some(left.span)), (second, Some(right.span))]
            }
            _ => parts.iter().map(|part| (self.expr(part), Some(part.span))).collect(),
        }
    }

    /// `target = value`: what the target names is evaluated first.
    fn assign_value(&mut self, target: &Expr, value: &Expr) -> Value {
        self.keeps_closure(value);
        let before = self.object_count;
        let target = &self.settled(target);
        let value = self.expr(value);
        self.assign(target, value.clone());
        self.forget_settled(before);
        value
    }

    fn assign_binary(&mut self, op: Binary, target: &Expr, value: &Expr) -> Value {
        let target = &self.settled(target);
        let value = self.expr(value);
        let old = self.expr(target);
        let new = self.binary(op, &old, &value);
        self.assign(target, new.clone());
        new
    }

    /// Expressions that call, leave or test.
    fn effect(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            ExprKind::New(class, arguments) => self.new_object(class, arguments),
            ExprKind::NewAnonymous(class, arguments) => self.new_anonymous(class, arguments),
            ExprKind::Cast(cast, value) => {
                let value = self.expr(value);
                self.cast(*cast, &value)
            }
            ExprKind::Isset(values) => {
                let all = values.iter().fold(Condition::TRUE, |all, value| all.and(self.is_set(value)));
                Value::Bool(simplify(all))
            }
            ExprKind::Empty(value) => {
                let value = self.asked(value);
                Value::Bool(simplify(self.truth(&value).negated()))
            }
            ExprKind::Include { path, once } => {
                let path = self.expr(path);
                self.include(&path, *once)
            }
            ExprKind::Eval(code) => {
                let code = self.expr(code);
                self.evaluated(&code)
            }
            ExprKind::Exit(value) => self.exit(value.as_deref()),
            ExprKind::Print(value) => {
                let (span, value) = (value.span, self.expr(value));
                self.echo_from(&value, Some(span));
                Value::int(1)
            }
            ExprKind::Throw(value) => {
                let value = self.expr(value);
                self.throw(value);
                Value::Null
            }
            ExprKind::Match(subject, arms) => {
                let subject = self.expr(subject);
                self.match_value(&subject, arms)
            }
            ExprKind::Closure(function) => self.closure(function),
            ExprKind::Instanceof(value, class) => {
                let value = self.expr(value);
                self.instance_of(&value, class)
            }
            ExprKind::Clone(value) => {
                let value = self.expr(value);
                self.cloned(&value)
            }
            ExprKind::Unsupported(what, parts) => {
                for part in parts {
                    self.expr(part);
                }
                self.gap(what);
                self.unknown_value("unsupported")
            }
            _ => unreachable!("the other kinds are matched before"),
        }
    }

    /// Closures that a loop makes and keeps are told apart by nothing.
    fn keeps_closure(&mut self, value: &Expr) {
        let is_kept = matches!(value.kind, ExprKind::Closure(_));
        let is_repeated = |frame: &super::Frame| frame.turns.iter().any(|turn| turn.is_repeated);
        if is_kept && self.frames.iter().any(is_repeated) {
            self.gap("a loop makes closures");
        }
    }

    /// `new class(…) { … }`.
    fn new_anonymous(&mut self, class: &std::rc::Rc<Class>, arguments: &[Argument]) -> Value {
        let name: Name = class.name.to_ascii_lowercase().into();
        self.classes.insert(name.clone(), class.clone());
        self.new_object(&name, arguments)
    }

    /// `exit` writes a text and ends the run.
    fn exit(&mut self, value: Option<&Expr>) -> Value {
        if let Some(value) = value {
            let value = self.expr(value);
            if matches!(value, Value::Int(_)) {
                self.reached.insert(self.emit.span);
            } else {
                self.echo(&value);
            }
        }
        self.halt();
        Value::Null
    }

    fn index(&mut self, of: &Expr, index: Option<&Expr>) -> Value {
        let Some(index) = index else { return Value::Null };
        if super::variable_name(of).is_none() {
            let of = self.expr(of);
            let key = self.expr(index);
            return self.element(&of, &key);
        }
        let key = self.expr(index);
        if super::variable_name(of).is_some_and(|name| &**name == "GLOBALS") {
            return self.global_variable(&key);
        }
        if let ExprKind::Variable(name) = &of.kind
            && let Some(value) = self.request_value(name, &key)
        {
            return value;
        }
        let of = self.expr(of);
        self.element(&of, &key)
    }

    fn is_set(&mut self, expr: &Expr) -> Condition {
        if let ExprKind::Property(of, _) | ExprKind::Index(of, _) = &expr.kind
            && let Value::Object(id) = self.quiet(of)
            && (self.has_method(id, "__isset") || self.has_method(id, "offsetexists"))
        {
            self.gap("an object is asked whether it has a property or an element");
        }
        let value = self.asked(expr);
        match value.is_null() {
            Some(condition) => condition.negated(),
            None => self.emit.any_bool("is set"),
        }
    }

    fn step(&mut self, target: &Expr, by: i64, gives: Gives) -> Value {
        let target = &self.settled(target);
        let old = self.expr(target);
        let new = match &old {
            // Strings that are not numeric are incremented like letters.
            Value::Str(_) | Value::Maybe(..) | Value::Any(_) => self.unknown_value("step"),
            Value::Null if by < 0 => Value::Null,
            _ => self.binary(Binary::Add, &old, &Value::int(by)),
        };
        self.assign(target, new.clone());
        match gives {
            Gives::Old => old,
            Gives::New => new,
        }
    }

    fn reference(&mut self, target: &Expr, value: &Expr) -> Value {
        if is_place(value)
            && let Some(cell) = self.reference_to(value)
            && self.refer(target, cell)
        {
            return self.expr(target);
        }
        let value = self.expr(value);
        self.gap("a reference is made");
        self.assign(target, value.clone());
        value
    }

    /// A cast.
    pub(crate) fn cast(&mut self, cast: Cast, value: &Value) -> Value {
        match cast {
            Cast::Int => Value::Int(self.integer(value)),
            Cast::Float => self.float(value),
            Cast::String => Value::Str(self.text(value)),
            Cast::Bool => Value::Bool(simplify(self.truth(value))),
            Cast::Null => Value::Null,
            Cast::Array => match value {
                Value::Array(_) => value.clone(),
                Value::Null => Value::Array(crate::value::Array::empty().into()),
                // One text, or the array that was sent, or nothing.
                Value::Maybe(_, ir::StrTerm::Var(text)) if self.is_parameter(*text) => {
                    let rest = Some(crate::value::Rest::Outside);
                    let array = crate::value::Array { known: Vec::new(), rest, next: None };
                    Value::Array(array.into())
                }
                Value::Any(_) | Value::Object(_) | Value::Choice(_) | Value::Maybe(..) => {
                    self.unknown_value("array")
                }
                _ => {
                    let mut array = crate::value::Array::empty();
                    array.push(value.clone());
                    Value::Array(array.into())
                }
            },
            Cast::Object => self.unknown_value("object"),
        }
    }

    /// `eval`: what is not known may do anything.
    fn evaluated(&mut self, code: &Value) -> Value {
        self.give(crate::policy::RuleId::Code, code);
        self.unknown_code("code is evaluated");
        self.unknown_value("result of eval")
    }

    fn named_variable(&mut self, name: &Expr) -> Value {
        let name = self.expr(name);
        if let Some(bytes) = name.constant() {
            return self.variable(&String::from_utf8_lossy(&bytes));
        }
        self.approximate("a variable by a name that is not known has any value".to_owned());
        self.unknown_value("variable")
    }

    /// Ends the run.
    pub(crate) fn halt(&mut self) {
        self.seen.end(&self.env);
        self.end_run();
        if !self.dead {
            self.emit.push(ir::Action::Halt);
            self.dead = true;
        }
    }
}

/// The text of a constant float, as PHP prints it.
fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "NAN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "INF" } else { "-INF" }.to_owned();
    }
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-4..1e15).contains(&magnitude) {
        let text = format!("{value:E}");
        let (digits, exponent) = text.split_once('E').unwrap_or((&text, "0"));
        let digits = if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") };
        let sign = if exponent.starts_with('-') { "" } else { "+" };
        return format!("{digits}E{sign}{exponent}");
    }
    format!("{value}")
}
