//! Comparisons of strings.
//!
//! Whether strings are equal is exact. The sign of the result for others is that of the first characters that differ: their
//! place is guessed and compared, which decides it. `memcmp` knows nothing of what stands behind a NUL.

use ir::{Action, Condition, Linear, StrExpr, StrTerm, Test, Variable};

use super::Table;
use super::call::{Call, Outcome};
use crate::memory::access::Access;
use crate::memory::{Byte, Cases, Sign, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("strcmp", strcmp),
    ("strncmp", strncmp),
    ("strcasecmp", strcasecmp),
    ("strncasecmp", strncasecmp),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
];

/// What becomes of a text before it is compared.
type View = fn(&mut Call, &StrTerm) -> StrTerm;

fn strcmp(call: &mut Call) -> Option<Outcome> {
    whole(call, |_, text| text.clone())
}

fn strcasecmp(call: &mut Call) -> Option<Outcome> {
    whole(call, lower)
}

fn strncmp(call: &mut Call) -> Option<Outcome> {
    part(call, |_, text| text.clone())
}

fn strncasecmp(call: &mut Call) -> Option<Outcome> {
    part(call, lower)
}

fn lower(call: &mut Call, text: &StrTerm) -> StrTerm {
    let build = || automata::Transducer::ascii_lowercase(automata::Alphabet::BYTE);
    let function = call.emit.function("lower", build);
    call.emit.set_str("lower", StrExpr::Apply { function, to: text.clone() })
}

fn whole(call: &mut Call, view: View) -> Option<Outcome> {
    call.pointer(1)?;
    let sign = call.each_string(0, |call, _, left| {
        let left = view(call, left);
        let sign = call.each_string(1, |call, _, right| {
            let right = view(call, right);
            compare(call, &left, &right)
        });
        sign.unwrap_or(Linear::constant(0))
    })?;
    Some(Outcome::Returns(Value::Int(sign)))
}

fn part(call: &mut Call, view: View) -> Option<Outcome> {
    let (left, right, most) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    let result = call.emit.new_int("order");
    call.set(result, Linear::constant(0));
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
        let sign = call.each(0, &left, |call, left| {
            let text = call.bounded(left, &most);
            let left = call.first(&text, &most);
            let left = view(call, &left);
            call.each(1, &right, |call, right| {
                let text = call.bounded(right, &most);
                let right = call.first(&text, &most);
                let right = view(call, &right);
                compare(call, &left, &right)
            })
        });
        call.set(result, sign);
    }
    cases.end(call.emit);
    Some(Outcome::Returns(Value::Int(Linear::var(result))))
}

/// 0 for equal texts, else an integer with the sign of the first difference.
fn compare(call: &mut Call, left: &StrTerm, right: &StrTerm) -> Linear {
    let order = call.emit.new_int("order");
    let mut cases = Cases::default();
    if cases.when(call.emit, same(left, right)) {
        call.set(order, Linear::constant(0));
    }
    if cases.otherwise(call.emit) {
        let difference = difference(call, left, right);
        call.emit.push(Action::Havoc(Variable::Int(order)));
        call.emit.fates.insert(Variable::Int(order));
        let (zero, order) = (Linear::constant(0), Linear::var(order));
        let below = terms::less(&difference, &zero).and(terms::less(&order, &zero));
        let above = terms::less(&zero, &difference).and(terms::less(&zero, &order));
        call.assume(below.or(above));
        let most = Linear::constant(i128::from(i32::MAX));
        let least = Linear::constant(i128::from(i32::MIN));
        call.assume(terms::at_most(&least, &order).and(terms::at_most(&order, &most)));
    }
    cases.end(call.emit);
    Linear::var(order)
}

fn same(left: &StrTerm, right: &StrTerm) -> Condition {
    match (left, right) {
        (StrTerm::Word(left), StrTerm::Word(right)) => terms::decided(left == right),
        (StrTerm::Var(_), _) | (_, StrTerm::Var(_)) => {
            Condition::test(Test::Equal(left.clone(), right.clone()))
        }
    }
}

/// The difference of the first characters that differ in texts that do.
fn difference(call: &mut Call, left: &StrTerm, right: &StrTerm) -> Linear {
    let var = call.emit.new_int("first");
    call.emit.push(Action::Havoc(Variable::Int(var)));
    call.emit.fates.insert(Variable::Int(var));
    let at = Linear::var(var);
    call.assume(terms::at_most(&Linear::constant(0), &at));
    let (before, other) = (call.first(left, &at), call.first(right, &at));
    call.assume(terms::equal(&terms::length(&before), &at));
    call.assume(same(&before, &other));
    let mut code = |text: &StrTerm| {
        let next = StrExpr::Slice { of: text.clone(), from: at.clone(), to: Some(terms::add(&at, 1)) };
        let text = call.emit.set_str("next", next);
        Byte { text }.code(call.emit, Sign::Unsigned)
    };
    let (left, right) = (code(left), code(right));
    call.assume(terms::equal(&left, &right).negated());
    terms::minus(&left, &right)
}

fn memcmp(call: &mut Call) -> Option<Outcome> {
    let (left, right, size) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    let order = call.each(0, &left, |call, left| {
        call.memory.claim(call.emit, left, &size, Access::Read);
        let text = call.memory.text_at(call.emit, left);
        let left = call.first(&text, &size);
        call.each(1, &right, |call, right| {
            call.memory.claim(call.emit, right, &size, Access::Read);
            let text = call.memory.text_at(call.emit, right);
            let right = call.first(&text, &size);
            compare_blocks(call, &left, &right, &size)
        })
    });
    Some(Outcome::Returns(Value::Int(order)))
}

/// The order of blocks of which the texts before the first NUL are known.
fn compare_blocks(call: &mut Call, left: &StrTerm, right: &StrTerm, size: &Linear) -> Linear {
    let order = call.emit.new_int("order");
    let behind = same(left, right).and(terms::less(&terms::length(left), size));
    let mut cases = Cases::default();
    if cases.when(call.emit, behind) {
        call.emit.push(Action::Havoc(Variable::Int(order)));
    }
    if cases.otherwise(call.emit) {
        let known = compare(call, left, right);
        call.set(order, known);
    }
    cases.end(call.emit);
    Linear::var(order)
}
