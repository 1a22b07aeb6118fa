//! Values that come from several ways as one: a variable for what differs, assigned on each way.
//!
//! A *template* is a value whose variables are new. Assigning a value to it writes the instructions that make the template
//! mean that value; whether that is possible is [`fits`]. Exact, but for floating-point numbers that differ: they become any.

#![allow(clippy::wildcard_enum_match_arm, reason = "what is no number or truth value is told apart before")]

use ir::emit::Emit;
use ir::{
    Action, BoolVar, Condition, IntExpr, IntVar, Linear, Literal, Quantity, StrExpr, StrTerm, StrVar, Test,
    Variable, Width,
};

use crate::value::{Name, Real, Ref, Value, Way};

/// An assignment to a variable of a template.
#[derive(Clone, Debug)]
pub(crate) enum Set {
    /// An integer.
    Int(IntVar, Linear),
    /// A text.
    Str(StrVar, StrTerm),
    /// A truth value.
    Bool(BoolVar, Condition),
    /// 1 when the condition holds and 0 otherwise.
    Truth(IntVar, Condition),
    /// The number of a way, by the number that it has in another reference.
    Which(IntVar, IntVar, Vec<usize>),
}

/// Whether contents that agree may stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// They may: all values are known.
    Equal,
    /// They get variables, since more values may come.
    Nothing,
}

/// A value that any of the values can be assigned to; none when they are of different kinds.
pub(crate) fn template(emit: &mut Emit, values: &[Value], keep: Keep) -> Option<Value> {
    let first = values.first()?;
    if keep == Keep::Equal && values.iter().all(|value| value == first) {
        return Some(first.clone());
    }
    let all = |is: fn(&Value) -> bool| values.iter().all(is);
    if all(is_char) {
        let (code, text) = (emit.new_int("char"), emit.new_str("char"));
        return Some(Value::Char(Linear::var(code), StrTerm::Var(text)));
    }
    if all(is_truth) && !all(|value| matches!(value, Value::Int(_))) {
        return Some(Value::Bool(Condition::test(Test::Bool(emit.new_bool("truth")))));
    }
    if all(is_int) {
        return Some(Value::Int(Linear::var(emit.new_int("int"))));
    }
    match first {
        Value::Long(_) if all(|value| matches!(value, Value::Long(_))) => {
            Some(Value::Long(Linear::var(emit.new_int("long"))))
        }
        Value::Text(_) if all(|value| matches!(value, Value::Text(_))) => {
            Some(Value::Text(StrTerm::Var(emit.new_str("text"))))
        }
        Value::Float(_) if all(|value| matches!(value, Value::Float(_))) => Some(Value::Float(Real::Any)),
        Value::Double(_) if all(|value| matches!(value, Value::Double(_))) => Some(Value::Double(Real::Any)),
        Value::Ref(_) => references(emit, values, keep),
        Value::Int(_)
        | Value::Bool(_)
        | Value::Char(..)
        | Value::Long(_)
        | Value::Text(_)
        | Value::Float(_)
        | Value::Double(_) => None,
    }
}

fn is_char(value: &Value) -> bool {
    matches!(value, Value::Char(..))
}

fn is_int(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Bool(_) | Value::Char(..))
}

/// Whether it is a truth value, maybe as 0 or 1.
fn is_truth(value: &Value) -> bool {
    match value {
        Value::Bool(_) => true,
        Value::Int(linear) => matches!(linear.as_constant(), Some(0 | 1)),
        _ => false,
    }
}

fn references(emit: &mut Emit, values: &[Value], keep: Keep) -> Option<Value> {
    let mut ways: Vec<Way> = Vec::new();
    let mut texts: Vec<Value> = Vec::new();
    let mut boxes: Vec<(Name, Vec<Value>)> = Vec::new();
    for value in values {
        for way in &value.as_ref()?.ways {
            match way {
                Way::Str(text) => texts.push(Value::Text(text.clone())),
                Way::Box(class, content) => match boxes.iter_mut().find(|(known, _)| known == class) {
                    Some((_, contents)) => contents.push((**content).clone()),
                    None => boxes.push((class.clone(), vec![(**content).clone()])),
                },
                Way::Null | Way::Object(_) | Way::OneOf(_) | Way::Unknown(_) | Way::Class(_) => {
                    if !ways.contains(way) {
                        ways.push(way.clone());
                    }
                }
            }
        }
    }
    if !texts.is_empty() {
        let Value::Text(text) = template(emit, &texts, keep)? else { return None };
        ways.push(Way::Str(text));
    }
    for (class, contents) in boxes {
        ways.push(Way::Box(class, Box::new(template(emit, &contents, keep)?)));
    }
    let which = (ways.len() > 1).then(|| emit.new_int("which"));
    Some(Value::Ref(Ref { ways, which }))
}

/// Whether a value can be assigned to a template that was made with [`Keep::Nothing`].
pub(crate) fn fits(template: &Value, value: &Value) -> bool {
    match (template, value) {
        (Value::Int(_), value) => is_int(value),
        (Value::Bool(_), value) => is_truth(value),
        (Value::Char(..), Value::Char(..))
        | (Value::Long(_), Value::Long(_))
        | (Value::Text(_), Value::Text(_)) => true,
        (Value::Float(_), Value::Float(_)) | (Value::Double(_), Value::Double(_)) => {
            template == &any_of(value)
        }
        (Value::Ref(template), Value::Ref(value)) => {
            value.ways.iter().all(|way| place(template, way).is_some())
        }
        _ => false,
    }
}

fn any_of(value: &Value) -> Value {
    if matches!(value, Value::Float(_)) { Value::Float(Real::Any) } else { Value::Double(Real::Any) }
}

/// The number of the way of a template that a way is assigned to.
fn place(template: &Ref, way: &Way) -> Option<usize> {
    template.ways.iter().position(|known| match (known, way) {
        (Way::Str(_), Way::Str(_)) => true,
        (Way::Box(known, to), Way::Box(class, content)) => {
            known == class && (to == content || fits(to, content))
        }
        _ => known == way,
    })
}

/// What makes a template mean a value that fits.
pub(crate) fn assign(template: &Value, value: &Value) -> Vec<Set> {
    if template == value {
        return Vec::new();
    }
    match (template, value) {
        (Value::Int(to), _) => int_var(to).map(|to| set_int(to, value)).into_iter().collect(),
        (Value::Bool(to), _) => {
            let condition = truth_of(value);
            bool_var(to).zip(condition).map(|(to, condition)| Set::Bool(to, condition)).into_iter().collect()
        }
        (Value::Char(code, text), Value::Char(new_code, new_text)) => {
            let code = int_var(code).map(|to| Set::Int(to, new_code.clone()));
            code.into_iter().chain(set_text(text, new_text)).collect()
        }
        (Value::Long(to), Value::Long(from)) => {
            int_var(to).map(|to| Set::Int(to, from.clone())).into_iter().collect()
        }
        (Value::Text(to), Value::Text(from)) => set_text(to, from).into_iter().collect(),
        (Value::Ref(to), Value::Ref(from)) => assign_ref(to, from),
        _ => Vec::new(),
    }
}

fn assign_ref(to: &Ref, from: &Ref) -> Vec<Set> {
    let mut sets = Vec::new();
    let places: Vec<usize> = from.ways.iter().filter_map(|way| place(to, way)).collect();
    for (way, &number) in from.ways.iter().zip(&places) {
        match (&to.ways[number], way) {
            (Way::Str(to), Way::Str(from)) => sets.extend(set_text(to, from)),
            (Way::Box(_, to), Way::Box(_, from)) => sets.extend(assign(to, from)),
            _ => {}
        }
    }
    match (to.which, from.which) {
        (None, _) => {}
        (Some(to), None) => sets.extend(places.first().map(|&at| Set::Int(to, Linear::constant(at as i128)))),
        (Some(to), Some(from)) if places.iter().enumerate().all(|(at, place)| at == *place) => {
            sets.push(Set::Int(to, Linear::var(from)));
        }
        (Some(to), Some(from)) => sets.push(Set::Which(to, from, places)),
    }
    sets
}

fn set_text(to: &StrTerm, from: &StrTerm) -> Option<Set> {
    match to {
        StrTerm::Var(var) if to != from => Some(Set::Str(*var, from.clone())),
        StrTerm::Var(_) | StrTerm::Word(_) => None,
    }
}

fn set_int(to: IntVar, value: &Value) -> Set {
    match value {
        Value::Bool(condition) => Set::Truth(to, condition.clone()),
        Value::Int(linear) | Value::Char(linear, _) | Value::Long(linear) => Set::Int(to, linear.clone()),
        Value::Float(_) | Value::Double(_) | Value::Ref(_) | Value::Text(_) => Set::Int(to, Linear::var(to)),
    }
}

fn int_var(linear: &Linear) -> Option<IntVar> {
    match linear.terms() {
        [(Quantity::Var(var), 1)] if linear.constant_part() == 0 => Some(*var),
        _ => None,
    }
}

fn bool_var(condition: &Condition) -> Option<BoolVar> {
    match condition {
        Condition::Literal(Literal { test: Test::Bool(var), holds: true }) => Some(*var),
        _ => None,
    }
}

/// The truth value as a condition.
fn truth_of(value: &Value) -> Option<Condition> {
    match value {
        Value::Bool(condition) => Some(condition.clone()),
        Value::Int(linear) => match linear.as_constant()? {
            0 => Some(Condition::FALSE),
            _ => Some(Condition::TRUE),
        },
        _ => None,
    }
}

/// Writes assignments that are meant to happen at once.
pub(crate) fn write(emit: &mut Emit, mut sets: Vec<Set>) {
    let targets: Vec<Variable> = sets.iter().map(target).collect();
    for set in &mut sets {
        let own = target(set);
        if targets.iter().any(|target| *target != own && mentions(set, *target)) {
            save(emit, set);
        }
    }
    for set in sets {
        write_one(emit, set);
    }
}

fn write_one(emit: &mut Emit, set: Set) {
    match set {
        Set::Int(var, linear) => {
            emit.push(Action::SetInt(var, IntExpr::Linear(linear), Width::Unbounded));
        }
        Set::Str(var, text) => {
            emit.push(Action::SetStr(var, StrExpr::Term(text)));
        }
        Set::Bool(var, condition) => {
            emit.push(Action::SetBool(var, condition));
        }
        Set::Truth(var, condition) => truth(emit, var, condition),
        Set::Which(var, from, places) => choose(emit, var, from, &places),
    }
}

/// An integer gets 1 when a condition holds and 0 otherwise.
pub(crate) fn truth(emit: &mut Emit, var: IntVar, condition: Condition) {
    let number = |value| IntExpr::Linear(Linear::constant(value));
    let yes = emit.branch(condition);
    emit.push(Action::SetInt(var, number(0), Width::Unbounded));
    let end = emit.jump();
    let here = emit.here();
    emit.patch(yes, here);
    emit.push(Action::SetInt(var, number(1), Width::Unbounded));
    let here = emit.here();
    emit.patch(end, here);
}

fn choose(emit: &mut Emit, var: IntVar, from: IntVar, places: &[usize]) {
    let saved = emit.new_int("which");
    emit.push(Action::SetInt(saved, IntExpr::Linear(Linear::var(from)), Width::Unbounded));
    for (at, &place) in places.iter().enumerate() {
        let difference = Linear::var(saved).plus(&Linear::constant(-(at as i128)));
        let is_other =
            Condition::test(Test::IsZero(difference.expect("numbers of ways are small"))).negated();
        let skip = emit.branch(is_other);
        emit.push(Action::SetInt(var, IntExpr::Linear(Linear::constant(place as i128)), Width::Unbounded));
        let here = emit.here();
        emit.patch(skip, here);
    }
}

fn target(set: &Set) -> Variable {
    match set {
        Set::Int(var, _) | Set::Truth(var, _) | Set::Which(var, ..) => Variable::Int(*var),
        Set::Str(var, _) => Variable::Str(*var),
        Set::Bool(var, _) => Variable::Bool(*var),
    }
}

/// Takes the value before anything is assigned.
fn save(emit: &mut Emit, set: &mut Set) {
    match set {
        Set::Int(_, linear) => *linear = emit.set_int("saved", IntExpr::Linear(linear.clone())),
        Set::Str(_, text) => *text = emit.set_str("saved", StrExpr::Term(text.clone())),
        Set::Bool(_, condition) | Set::Truth(_, condition) => {
            let saved = emit.new_bool("saved");
            emit.push(Action::SetBool(saved, condition.clone()));
            *condition = Condition::test(Test::Bool(saved));
        }
        Set::Which(_, from, _) => {
            let saved = emit.new_int("saved");
            emit.push(Action::SetInt(saved, IntExpr::Linear(Linear::var(*from)), Width::Unbounded));
            *from = saved;
        }
    }
}

fn mentions(set: &Set, variable: Variable) -> bool {
    match set {
        Set::Int(_, linear) => in_linear(linear, variable),
        Set::Str(_, text) => in_text(text, variable),
        Set::Bool(_, condition) | Set::Truth(_, condition) => in_condition(condition, variable),
        Set::Which(_, from, _) => Variable::Int(*from) == variable,
    }
}

fn in_linear(linear: &Linear, variable: Variable) -> bool {
    linear.terms().iter().any(|(quantity, _)| match quantity {
        Quantity::Var(var) => Variable::Int(*var) == variable,
        Quantity::Length(var) => Variable::Str(*var) == variable,
    })
}

fn in_text(text: &StrTerm, variable: Variable) -> bool {
    matches!(text, StrTerm::Var(var) if Variable::Str(*var) == variable)
}

fn in_condition(condition: &Condition, variable: Variable) -> bool {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().any(|part| in_condition(part, variable))
        }
        Condition::Literal(Literal { test, .. }) => match test {
            Test::Bool(var) => Variable::Bool(*var) == variable,
            Test::In(text, _) => in_text(text, variable),
            Test::Equal(one, two)
            | Test::Contains(one, two)
            | Test::StartsWith(one, two)
            | Test::EndsWith(one, two) => in_text(one, variable) || in_text(two, variable),
            Test::IsZero(linear) | Test::AtMostZero(linear) => in_linear(linear, variable),
        },
    }
}
