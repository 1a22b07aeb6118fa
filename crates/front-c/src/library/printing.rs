//! Output: `printf` and its family, `puts`.
//!
//! A string that is printed must be one; what `sprintf` writes is put together from the pieces of its format. A format
//! that is not a constant must have no directive at all.

use ir::{Action, Condition, IntExpr, Linear, StrExpr, StrTerm, Test, Width};

use super::Table;
use super::call::{Call, Outcome};
use super::format::{Count, Directive, Kind, Piece, parse};
use super::numbers::in_range;
use crate::memory::access::Access;
use crate::memory::{Cases, Content, ObjectId, Pointer, Rule, Spot, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("printf", printf),
    ("fprintf", fprintf),
    ("dprintf", dprintf),
    ("sprintf", sprintf),
    ("snprintf", snprintf),
    ("puts", puts),
    ("fputs", fputs),
    ("perror", perror),
    ("putchar", put),
    ("putc", fputc),
    ("fputc", fputc),
    ("fputs_unlocked", fputs),
    ("putc_unlocked", fputc),
    ("putchar_unlocked", put),
];

fn printf(call: &mut Call) -> Option<Outcome> {
    formatted(call, 0)?;
    Some(any_count(call))
}

fn fprintf(call: &mut Call) -> Option<Outcome> {
    call.stream(0);
    dprintf(call)
}

fn dprintf(call: &mut Call) -> Option<Outcome> {
    formatted(call, 1)?;
    Some(any_count(call))
}

fn sprintf(call: &mut Call) -> Option<Outcome> {
    let to = call.pointer(0)?;
    let text = formatted(call, 1)?;
    let length = terms::length(&text);
    claim_others(call, (&to, &terms::add(&length, 1)), 2);
    call.each(0, &to, |call, spot| {
        call.memory.claim(call.emit, spot, &terms::add(&length, 1), Access::Write);
        call.memory.put_string(call.emit, spot, &text);
        Linear::constant(0)
    });
    Some(printed(call, &length))
}

fn snprintf(call: &mut Call) -> Option<Outcome> {
    let (to, size) = (call.pointer(0)?, call.size(1)?);
    let text = formatted(call, 2)?;
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &size)) {
        let part = call.first(&text, &terms::add(&size, -1));
        let needed = terms::add(&terms::length(&part), 1);
        claim_others(call, (&to, &needed), 3);
        call.each(0, &to, |call, spot| {
            call.memory.claim(call.emit, spot, &needed, Access::Write);
            call.memory.put_string(call.emit, spot, &part);
            Linear::constant(0)
        });
    }
    cases.end(call.emit);
    Some(printed(call, &terms::length(&text)))
}

/// The length of what is printed, or -1 when no `int` holds it.
fn printed(call: &mut Call, length: &Linear) -> Outcome {
    let count = call.emit.new_int("count");
    let most = Linear::constant(i128::from(i32::MAX));
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::at_most(length, &most)) {
        call.set(count, length.clone());
    }
    if cases.otherwise(call.emit) {
        call.set(count, Linear::constant(-1));
    }
    cases.end(call.emit);
    Outcome::Returns(Value::Int(Linear::var(count)))
}

/// Claims that what is printed into an object is not read from the same bytes.
fn claim_others(call: &mut Call, (to, size): (&Pointer, &Linear), first: usize) {
    let arguments = call.arguments;
    for (index, argument) in arguments.iter().enumerate().skip(first) {
        let Value::Pointer(from) = argument else { continue };
        for &object in from.targets.intersection(&to.targets) {
            let both = terms::equal(&to.tag, &object.tag()).and(terms::equal(&from.tag, &object.tag()));
            let mut cases = Cases::default();
            if cases.when(call.emit, both) {
                claim_apart_in(call, object, (to, size), (index, from));
            }
            cases.end(call.emit);
        }
    }
}

fn claim_apart_in(
    call: &mut Call,
    object: ObjectId,
    (to, size): (&Pointer, &Linear),
    (index, from): (usize, &Pointer),
) {
    let spot = |pointer: &Pointer| Spot { object, offset: pointer.offset.clone() };
    let (to, from) = (spot(to), spot(from));
    if call.memory.buffer(object).is_none_or(|buffer| buffer.text().is_none()) {
        let why = format!("{} that is printed into itself is not modelled", call.label(index));
        call.memory.claims.gap(call.emit, &why);
        return;
    }
    let text = call.memory.text_at(call.emit, &from);
    let read = terms::add(&terms::length(&text), 1);
    call.claim_apart((&to, size), (&from, &read));
}

fn puts(call: &mut Call) -> Option<Outcome> {
    call.each_string(0, |_, _, _| Linear::constant(0))?;
    Some(any_count(call))
}

fn fputs(call: &mut Call) -> Option<Outcome> {
    call.stream(1);
    puts(call)
}

fn fputc(call: &mut Call) -> Option<Outcome> {
    call.stream(1);
    put(call)
}

fn perror(call: &mut Call) -> Option<Outcome> {
    let mut cases = Cases::default();
    if cases.when(call.emit, call.pointer(0)?.is_null().negated()) {
        call.each_string(0, |_, _, _| Linear::constant(0))?;
    }
    cases.end(call.emit);
    Some(super::nothing())
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn put(call: &mut Call) -> Option<Outcome> {
    Some(any_count(call))
}

/// How many bytes were written, or that they could not be.
fn any_count(call: &mut Call) -> Outcome {
    let count = call.emit.set_int("count", IntExpr::Input);
    call.assume(in_range(&count, Width::Signed(32)));
    Outcome::Returns(Value::Int(count))
}

/// The text that a format gives with the arguments after it.
fn formatted(call: &mut Call, index: usize) -> Option<StrTerm> {
    let Some(format) = constant(call, index) else { return plain_format(call, index) };
    let pieces = parse(&format)?;
    let mut next = index + 1;
    let mut parts = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => parts.push(terms::word(&text)),
            Piece::Directive(directive) => parts.push(field(call, &directive, &mut next)?),
        }
    }
    Some(call.emit.set_str("printed", StrExpr::Concat(parts)))
}

/// A format that is not a constant: it may have no directive.
fn plain_format(call: &mut Call, index: usize) -> Option<StrTerm> {
    let copy = call.emit.new_str("printed");
    let name = call.label(index);
    call.each_string(index, |call, _, text| {
        let plain = Condition::test(Test::Contains(text.clone(), terms::word(b"%"))).negated();
        call.memory.claims.require(call.emit, Rule::Format, plain, &name);
        call.emit.push(Action::SetStr(copy, StrExpr::Term(text.clone())));
        Linear::constant(0)
    })?;
    Some(StrTerm::Var(copy))
}

/// The bytes of an argument that is a literal.
pub(super) fn constant(call: &Call, index: usize) -> Option<Vec<u8>> {
    let pointer = call.pointer(index)?;
    let only = (pointer.targets.len() == 1).then(|| pointer.targets.first().copied()).flatten()?;
    let offset = usize::try_from(pointer.offset.as_constant()?).ok()?;
    match &call.memory.buffer(only)?.content {
        Content::Literal(word) => Some(word.get(offset..)?.iter().map(|&symbol| symbol as u8).collect()),
        Content::Text(_) | Content::Unknown => None,
    }
}

/// The text of a directive, which takes arguments from the next one on.
fn field(call: &mut Call, directive: &Directive, next: &mut usize) -> Option<StrTerm> {
    let mut given = |count: Option<Count>| match count {
        None => Ok(None),
        Some(count) => number_of(call, count, next).map(Some).ok_or(()),
    };
    let (width, precision) = (given(directive.width).ok()?, given(directive.precision).ok()?);
    let index = *next;
    *next += 1;
    let text = match directive.kind {
        Kind::Count => {
            // Who calls forgets what stands there.
            let (to, name) = (call.pointer(index)?, call.label(index));
            let size = Linear::constant(i128::from(directive.bits / 8));
            call.memory.write_wide(call.emit, &to, &size, &name);
            return Some(terms::word(b""));
        }
        Kind::String => string(call, index, precision.as_ref())?,
        Kind::Byte => byte(call, index)?,
        Kind::Signed => {
            let digits = number(call, index, Width::Signed(directive.bits), 10)?;
            signed(call, directive, digits)
        }
        Kind::Unsigned(radix) => {
            let digits = number(call, index, Width::Unsigned(directive.bits), radix)?;
            marked(call, directive, (digits, radix))
        }
        Kind::Capitals => {
            let digits = number(call, index, Width::Unsigned(directive.bits), 16)?;
            let build = || automata::Transducer::ascii_uppercase(automata::Alphabet::BYTE);
            let function = call.emit.function("upper", build);
            let capitals = call.emit.set_str("capitals", StrExpr::Apply { function, to: digits });
            marked(call, directive, (capitals, 16))
        }
        Kind::Other => lost(call),
    };
    let is_number = !matches!(directive.kind, Kind::String | Kind::Byte);
    if is_number && precision.is_some() {
        return Some(lost(call));
    }
    Some(padded(call, directive, text, width))
}

/// The digits of a signed number, with what stands before those of one that is not negative.
fn signed(call: &mut Call, directive: &Directive, digits: StrTerm) -> StrTerm {
    let Some(sign) = directive.sign else { return digits };
    let minus = call.emit.language("-.*", || super::numbers::language("-[0-9]*"));
    let negative = Condition::test(Test::In(digits.clone(), minus));
    before(call, negative.negated(), (&[sign], digits))
}

/// The digits of a number, with what says that they have a radix. A zero has nothing before it.
fn marked(call: &mut Call, directive: &Directive, (digits, radix): (StrTerm, u32)) -> StrTerm {
    let mark: &[u8] = match radix {
        _ if !directive.marked => return digits,
        16 if directive.kind == Kind::Capitals => b"0X",
        16 => b"0x",
        8 => b"0",
        _ => return digits,
    };
    let zero = Condition::test(Test::Equal(digits.clone(), terms::word(b"0")));
    before(call, zero.negated(), (mark, digits))
}

/// A text, with another before it when a condition holds.
fn before(call: &mut Call, holds: Condition, (first, text): (&[u8], StrTerm)) -> StrTerm {
    let into = call.emit.new_str("signed");
    let mut cases = Cases::default();
    if cases.when(call.emit, holds) {
        let parts = vec![terms::word(first), text.clone()];
        call.emit.push(Action::SetStr(into, StrExpr::Concat(parts)));
    }
    if cases.otherwise(call.emit) {
        call.emit.push(Action::SetStr(into, StrExpr::Term(text)));
    }
    cases.end(call.emit);
    StrTerm::Var(into)
}

/// A number of the format or of an argument; none when the argument is no number.
fn number_of(call: &mut Call, count: Count, next: &mut usize) -> Option<Linear> {
    match count {
        Count::Fixed(value) => Some(Linear::constant(i128::from(value))),
        Count::Argument => {
            *next += 1;
            call.integer(*next - 1)
        }
    }
}

fn string(call: &mut Call, index: usize, most: Option<&Linear>) -> Option<StrTerm> {
    let pointer = call.pointer(index)?;
    let copy = call.emit.new_str("argument");
    call.emit.push(Action::SetStr(copy, StrExpr::Term(terms::word(&[]))));
    let zero = Linear::constant(0);
    let mut cases = Cases::default();
    if let Some(most) = most
        && cases.when(call.emit, terms::less(&zero, most))
    {
        call.each(index, &pointer, |call, spot| {
            let expr = terms::prefix(&call.bounded(spot, most), most);
            call.emit.push(Action::SetStr(copy, expr));
            Linear::constant(0)
        });
    }
    // A negative precision is none.
    let is_whole = most.map_or(Condition::TRUE, |most| terms::less(most, &zero));
    if cases.when(call.emit, is_whole) {
        call.each(index, &pointer, |call, spot| {
            let text = call.memory.string(call.emit, spot);
            call.emit.push(Action::SetStr(copy, StrExpr::Term(text)));
            Linear::constant(0)
        });
    }
    cases.end(call.emit);
    Some(StrTerm::Var(copy))
}

/// A byte that is not NUL. One that is would end the text within what is written, which is not followed.
fn byte(call: &mut Call, index: usize) -> Option<StrTerm> {
    let byte = call.byte(index)?;
    let mut cases = Cases::default();
    if cases.when(call.emit, byte.is_nul()) {
        call.memory.claims.gap(call.emit, "a NUL that is printed is not modelled");
    }
    cases.end(call.emit);
    Some(byte.text)
}

fn number(call: &mut Call, index: usize, width: Width, radix: u32) -> Option<StrTerm> {
    let value = call.integer(index)?;
    if let (Some(known), 10) = (value.as_constant(), radix)
        && fits(known, width)
    {
        return Some(terms::word(known.to_string().as_bytes()));
    }
    let wrapped = call.emit.new_int("number");
    call.emit.push(Action::SetInt(wrapped, IntExpr::Linear(value), width));
    let digits = call.emit.set_str("digits", StrExpr::Numeral { of: Linear::var(wrapped), radix });
    let (Width::Signed(bits) | Width::Unsigned(bits)) = width else { return Some(digits) };
    // What follows from the range, said for engines that do not know numerals.
    let sign = i128::from(matches!(width, Width::Signed(_)));
    let most = (u128::MAX >> (128 - bits)).checked_ilog(u128::from(radix)).unwrap_or(0);
    let most = Linear::constant(i128::from(most) + 1 + sign);
    let length = terms::length(&digits);
    call.assume(terms::at_most(&Linear::constant(1), &length).and(terms::at_most(&length, &most)));
    Some(digits)
}

fn fits(value: i128, width: Width) -> bool {
    match width {
        Width::Signed(bits) => (-(1_i128 << (bits - 1))..1_i128 << (bits - 1)).contains(&value),
        Width::Unsigned(bits) => (0..1_i128 << bits).contains(&value),
        Width::Unbounded => true,
    }
}

/// A text that is not followed.
fn lost(call: &mut Call) -> StrTerm {
    let language = crate::memory::byte::any_text(call.emit);
    call.emit.any_of("lost", language)
}

/// A text in a field of a width.
fn padded(call: &mut Call, directive: &Directive, text: StrTerm, width: Option<Linear>) -> StrTerm {
    let Some(width) = width else { return text };
    let field = call.emit.new_str("field");
    let zero = Linear::constant(0);
    let mut cases = Cases::default();
    // A negative width is one for the left.
    if cases.when(call.emit, terms::less(&width, &zero)) {
        let width = terms::minus(&zero, &width);
        fill_up(call, (&text, &width), (Side::Left, field));
    }
    if cases.otherwise(call.emit) {
        let side = match (directive.left, directive.zeros, directive.kind) {
            (true, ..) => Side::Left,
            (false, false, _) => Side::Right,
            (false, true, Kind::Unsigned(_) | Kind::Capitals) if !directive.marked => Side::Zeros,
            (false, true, _) => Side::Signed,
        };
        fill_up(call, (&text, &width), (side, field));
    }
    cases.end(call.emit);
    StrTerm::Var(field)
}

/// Where a text stands in its field, and with what it is filled up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// At the left, with blanks.
    Left,
    /// At the right, with blanks.
    Right,
    /// At the right, with zeros.
    Zeros,
    /// At the right, with zeros behind a sign or what says the radix, which is not followed.
    Signed,
}

/// Fills a text up to a width.
fn fill_up(call: &mut Call, (text, width): (&StrTerm, &Linear), (side, field): (Side, ir::StrVar)) {
    let times = terms::minus(width, &terms::length(text));
    let set = |call: &mut Call, parts| call.emit.push(Action::SetStr(field, StrExpr::Concat(parts)));
    let mut cases = Cases::default();
    if side == Side::Signed && cases.when(call.emit, terms::less(&Linear::constant(0), &times)) {
        let longer = lost(call);
        call.assume(terms::equal(&terms::length(&longer), width));
        set(call, vec![longer]);
    }
    if side != Side::Signed && cases.when(call.emit, terms::less(&Linear::constant(0), &times)) {
        let one = if side == Side::Zeros { b"0" } else { b" " };
        let filled = StrExpr::Repeat { of: terms::word(one), times: times.clone() };
        let filled = call.emit.set_str("filled", filled);
        // What follows from the count, said for engines that do not know it.
        call.assume(terms::equal(&terms::length(&filled), &times));
        let text = text.clone();
        set(call, if side == Side::Left { vec![text, filled] } else { vec![filled, text] });
    }
    if cases.otherwise(call.emit) {
        set(call, vec![text.clone()]);
    }
    cases.end(call.emit);
}
