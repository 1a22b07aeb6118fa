//! `ctype.h` in the C locale: classes of bytes and the mapping of their case.
//!
//! A class is a condition on the byte, so that a branch on it is a test of a text. Arguments are bytes or `EOF`; what
//! is beyond is not told by the standard and takes the class of nothing here.

use ir::emit::Emit;
use ir::{Condition, Linear, StrExpr};

use super::Table;
use super::call::{Call, Outcome};
use crate::memory::{Byte, Cases, Sign, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("isalpha", class),
    ("isdigit", class),
    ("isalnum", class),
    ("isspace", class),
    ("isblank", class),
    ("isupper", class),
    ("islower", class),
    ("isxdigit", class),
    ("ispunct", class),
    ("isprint", class),
    ("isgraph", class),
    ("iscntrl", class),
    ("isascii", class),
    ("tolower", map),
    ("toupper", map),
];

/// Whether a byte is in the class that a function of `ctype.h` asks for; none for other functions and values.
pub fn condition(emit: &mut Emit, name: &str, value: &Value) -> Option<Condition> {
    let member = member(super::plain(name))?;
    match value {
        Value::Byte(byte, Sign::Unsigned) => Some(byte.is_one_of(emit, member)),
        // A negative number is no byte: only those below 128 are asked for.
        Value::Byte(byte, Sign::Signed) => Some(byte.is_one_of(emit, |byte| byte < 128 && member(byte))),
        Value::Int(number) => Some(number_in(number, member)),
        Value::Pointer(_) | Value::None => None,
    }
}

/// Whether a number is that of a member of a class: one of a few ranges.
fn number_in(number: &Linear, member: fn(u8) -> bool) -> Condition {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in (0..=255).filter(|&byte| member(byte)) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            Some(_) | None => ranges.push((byte, byte)),
        }
    }
    ranges.into_iter().fold(Condition::FALSE, |any, (least, most)| {
        let above = terms::at_most(&Linear::constant(i128::from(least)), number);
        any.or(above.and(terms::at_most(number, &Linear::constant(i128::from(most)))))
    })
}

fn member(name: &str) -> Option<fn(u8) -> bool> {
    Some(match name {
        "isalpha" => |byte| byte.is_ascii_alphabetic(),
        "isdigit" => |byte| byte.is_ascii_digit(),
        "isalnum" => |byte| byte.is_ascii_alphanumeric(),
        "isspace" => |byte| matches!(byte, 9..=13 | 32),
        "isblank" => |byte| matches!(byte, 9 | 32),
        "isupper" => |byte| byte.is_ascii_uppercase(),
        "islower" => |byte| byte.is_ascii_lowercase(),
        "isxdigit" => |byte| byte.is_ascii_hexdigit(),
        "ispunct" => |byte| byte.is_ascii_punctuation(),
        "isprint" => |byte| matches!(byte, 32..=126),
        "isgraph" => |byte| byte.is_ascii_graphic(),
        "iscntrl" => |byte| byte.is_ascii_control(),
        "isascii" => |byte| byte.is_ascii(),
        _ => return None,
    })
}

/// What must hold of a number that is asked for its class: the library looks it up in a table.
pub fn domain(name: &str, value: &Value) -> Condition {
    match value {
        Value::Int(number) if super::plain(name) != "isascii" => {
            let above = terms::at_most(&Linear::constant(-128), number);
            above.and(terms::at_most(number, &Linear::constant(255)))
        }
        Value::Int(_) | Value::Byte(..) | Value::Pointer(_) | Value::None => Condition::TRUE,
    }
}

/// What is said of a number outside of the table.
pub const OUTSIDE: &str = "the class of what is no character is not modelled";

/// The class as a number: 0, or any other that the library likes.
fn class(call: &mut Call) -> Option<Outcome> {
    let domain = domain(call.name, call.arguments.first()?);
    if domain != Condition::TRUE {
        call.memory.claims.gap_unless(call.emit, domain, OUTSIDE);
    }
    let condition = condition(call.emit, call.name, call.arguments.first()?)?;
    let truth = call.emit.new_int("class");
    let mut cases = Cases::default();
    if cases.when(call.emit, condition) {
        let least = Linear::constant(i128::from(i32::MIN));
        let any = call.any_between("class", &least, &Linear::constant(i128::from(i32::MAX)));
        call.assume(terms::equal(&any, &Linear::constant(0)).negated());
        call.set(truth, any);
    }
    if cases.otherwise(call.emit) {
        call.set(truth, Linear::constant(0));
    }
    cases.end(call.emit);
    Some(Outcome::Returns(Value::Int(Linear::var(truth))))
}

fn map(call: &mut Call) -> Option<Outcome> {
    let to_upper = call.name == "toupper";
    let value = match call.arguments.first()? {
        Value::Byte(byte, sign) => {
            let (byte, sign) = (byte.clone(), *sign);
            let mapped = map_text(call, &byte, to_upper);
            Value::Byte(mapped, sign)
        }
        Value::Int(number) => Value::Int(map_number(call, &number.clone(), to_upper)),
        Value::Pointer(_) | Value::None => return None,
    };
    Some(Outcome::Returns(value))
}

fn map_text(call: &mut Call, byte: &Byte, to_upper: bool) -> Byte {
    let name = if to_upper { "upper" } else { "lower" };
    let function = call.emit.function(name, || {
        if to_upper {
            automata::Transducer::ascii_uppercase(automata::Alphabet::BYTE)
        } else {
            automata::Transducer::ascii_lowercase(automata::Alphabet::BYTE)
        }
    });
    let text = call.emit.set_str("mapped", StrExpr::Apply { function, to: byte.text.clone() });
    // A character becomes one character; lengths alone do not tell that of a function.
    call.assume(terms::equal(&terms::length(&text), &terms::length(&byte.text)));
    Byte { text }
}

fn map_number(call: &mut Call, number: &Linear, to_upper: bool) -> Linear {
    let (least, most, by) = if to_upper { (97, 122, -32) } else { (65, 90, 32) };
    let inside =
        terms::at_most(&Linear::constant(least), number).and(terms::at_most(number, &Linear::constant(most)));
    let mapped = call.emit.new_int("mapped");
    let mut cases = Cases::default();
    if cases.when(call.emit, inside) {
        call.set(mapped, terms::add(number, by));
    }
    if cases.otherwise(call.emit) {
        call.set(mapped, number.clone());
    }
    cases.end(call.emit);
    Linear::var(mapped)
}
