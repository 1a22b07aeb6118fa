//! Searches in strings: lengths, positions of characters and of strings, spans of sets.
//!
//! A position is found in the text before the NUL. A span of a set that is a constant is guessed and compared, which
//! decides it; of a set that is not, only that it lies within the string is known.

use automata::{Alphabet, Automaton, Budget, SymbolSet};
use ir::{Action, Condition, IntExpr, LanguageId, Linear, StrTerm, Test, Variable};

use super::Table;
use super::call::{Call, Outcome};
use crate::memory::access::Access;
use crate::memory::{Byte, Cases, Spot, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("strlen", strlen),
    ("strnlen", strnlen),
    ("strchr", strchr),
    ("index", strchr),
    ("strrchr", strrchr),
    ("rindex", strrchr),
    ("strchrnul", strchrnul),
    ("memchr", memchr),
    ("strstr", strstr),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
];

fn strlen(call: &mut Call) -> Option<Outcome> {
    let length = call.each_string(0, |_, _, text| terms::length(text))?;
    Some(Outcome::Returns(Value::Int(length)))
}

fn strnlen(call: &mut Call) -> Option<Outcome> {
    let (from, most) = (call.pointer(0)?, call.size(1)?);
    let length = call.emit.new_int("length");
    call.set(length, Linear::constant(0));
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
        let found = call.each(0, &from, |call, spot| {
            let text = call.bounded(spot, &most);
            let part = call.first(&text, &most);
            terms::length(&part)
        });
        call.set(length, found);
    }
    cases.end(call.emit);
    Some(Outcome::Returns(Value::Int(Linear::var(length))))
}

fn strchr(call: &mut Call) -> Option<Outcome> {
    let byte = call.byte(1)?;
    let index = call.each_string(0, |call, _, text| position(call, text, &byte))?;
    returns_found(call, &index)
}

fn strrchr(call: &mut Call) -> Option<Outcome> {
    let byte = call.byte(1)?;
    let index = call.each_string(0, |call, _, text| {
        let last = IntExpr::LastIndexOf { of: text.clone(), what: byte.text.clone() };
        call.emit.set_int("index", last)
    })?;
    returns_found(call, &index)
}

fn strchrnul(call: &mut Call) -> Option<Outcome> {
    let byte = call.byte(1)?;
    let index = call.each_string(0, |call, _, text| {
        let found = position(call, text, &byte);
        let index = call.emit.new_int("index");
        let mut cases = Cases::default();
        if cases.when(call.emit, terms::less(&found, &Linear::constant(0))) {
            call.set(index, terms::length(text));
        }
        if cases.otherwise(call.emit) {
            call.set(index, found);
        }
        cases.end(call.emit);
        Linear::var(index)
    })?;
    Some(Outcome::Returns(Value::Pointer(call.pointer(0)?.moved(&index))))
}

/// The first position of a byte in a text, that of its end for NUL, or -1.
pub(super) fn position(call: &mut Call, text: &StrTerm, byte: &Byte) -> Linear {
    let index = call.emit.new_int("index");
    let mut cases = Cases::default();
    if cases.when(call.emit, byte.is_nul()) {
        call.set(index, terms::length(text));
    }
    if cases.otherwise(call.emit) {
        let first = IntExpr::IndexOf { of: text.clone(), what: byte.text.clone(), from: Linear::constant(0) };
        call.emit.push(Action::SetInt(index, first, ir::Width::Unbounded));
    }
    cases.end(call.emit);
    Linear::var(index)
}

/// A byte before the NUL is found exactly; behind it, it may be anywhere or nowhere.
fn memchr(call: &mut Call) -> Option<Outcome> {
    let (from, byte, size) = (call.pointer(0)?, call.byte(1)?, call.size(2)?);
    let index = call.each(0, &from, |call, spot| {
        let found = call.emit.new_int("index");
        call.set(found, Linear::constant(-1));
        let mut cases = Cases::default();
        if cases.when(call.emit, terms::less(&Linear::constant(0), &size)) {
            call.memory.claim(call.emit, spot, &Linear::constant(1), Access::Read);
            let text = call.memory.text_at(call.emit, spot);
            let first = position(call, &text, &byte);
            let index = within(call, spot, (&first, &text), &size);
            call.set(found, index);
        }
        cases.end(call.emit);
        Linear::var(found)
    });
    returns_found(call, &index)
}

/// A position in a text as one of the first bytes of an object, or -1; what is behind the text is not known.
fn within(call: &mut Call, spot: &Spot, (first, text): (&Linear, &StrTerm), size: &Linear) -> Linear {
    let index = call.emit.new_int("index");
    let buffer = call.memory.buffer(spot.object).cloned();
    let ends = buffer.map_or(Condition::FALSE, |buffer| {
        terms::less(&terms::plus(&spot.offset, &terms::length(text)), &buffer.cap)
    });
    let is_found = terms::at_most(&Linear::constant(0), first).and(terms::less(first, size));
    let at_nul = terms::equal(first, &terms::length(text)).and(ends.clone().negated());
    let mut cases = Cases::default();
    if cases.when(call.emit, is_found.and(at_nul.negated())) {
        call.set(index, first.clone());
    }
    if cases.when(call.emit, terms::at_most(size, &terms::length(text))) {
        call.memory.claim(call.emit, spot, size, Access::Read);
        call.set(index, Linear::constant(-1));
    }
    if cases.otherwise(call.emit) {
        call.memory.claim(call.emit, spot, size, Access::Read);
        call.emit.push(Action::Havoc(Variable::Int(index)));
        let place = terms::less(&terms::length(text), &Linear::var(index))
            .and(terms::less(&Linear::var(index), size));
        let nowhere = terms::equal(&Linear::var(index), &Linear::constant(-1));
        call.assume(place.or(nowhere));
    }
    cases.end(call.emit);
    Linear::var(index)
}

fn strstr(call: &mut Call) -> Option<Outcome> {
    call.pointer(0)?;
    let index = call.each_string(1, |call, _, what| {
        let index = call.each_string(0, |call, _, text| {
            let first = IntExpr::IndexOf { of: text.clone(), what: what.clone(), from: Linear::constant(0) };
            call.emit.set_int("index", first)
        });
        index.unwrap_or(Linear::constant(-1))
    })?;
    returns_found(call, &index)
}

/// Which characters a span is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Members {
    /// Those of the set.
    Inside,
    /// All others.
    Outside,
}

fn strspn(call: &mut Call) -> Option<Outcome> {
    span(call, Members::Inside).map(|length| Outcome::Returns(Value::Int(length)))
}

fn strcspn(call: &mut Call) -> Option<Outcome> {
    span(call, Members::Outside).map(|length| Outcome::Returns(Value::Int(length)))
}

fn strpbrk(call: &mut Call) -> Option<Outcome> {
    let length = call.emit.new_int("length");
    call.pointer(0)?;
    let count = call.each_string(1, |call, _, set| {
        let count = call.each_string(0, |call, _, text| {
            call.set(length, terms::length(text));
            span_of(call, text, set, Members::Outside)
        });
        count.unwrap_or(Linear::constant(0))
    })?;
    let index = call.emit.new_int("index");
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&count, &Linear::var(length))) {
        call.set(index, count);
    }
    if cases.otherwise(call.emit) {
        call.set(index, Linear::constant(-1));
    }
    cases.end(call.emit);
    returns_found(call, &Linear::var(index))
}

fn span(call: &mut Call, members: Members) -> Option<Linear> {
    call.pointer(0)?;
    call.each_string(1, |call, _, set| {
        let count = call.each_string(0, |call, _, text| span_of(call, text, set, members));
        count.unwrap_or(Linear::constant(0))
    })
}

/// How many characters at the start of a text are members.
pub(super) fn span_of(call: &mut Call, text: &StrTerm, set: &StrTerm, members: Members) -> Linear {
    let var = call.emit.new_int("span");
    let count = Linear::var(var);
    call.emit.push(Action::Havoc(Variable::Int(var)));
    let length = terms::length(text);
    call.assume(terms::at_most(&Linear::constant(0), &count).and(terms::at_most(&count, &length)));
    if let StrTerm::Word(word) = set {
        call.emit.fates.insert(Variable::Int(var));
        let (inside, all) = languages(call, word, members);
        let start = call.first(text, &count);
        call.assume(Condition::test(Test::In(start, all)));
        let to = Some(terms::add(&count, 1));
        let next = ir::StrExpr::Slice { of: text.clone(), from: count.clone(), to };
        let next = call.emit.set_str("next", next);
        call.assume(Condition::test(Test::In(next, inside)).negated());
    }
    count
}

/// The texts of one member, and those of members only.
fn languages(call: &mut Call, word: &[u32], members: Members) -> (LanguageId, LanguageId) {
    let set = SymbolSet::from_ranges(word.iter().map(|&symbol| (symbol, symbol)));
    let set = match members {
        Members::Inside => set,
        Members::Outside => SymbolSet::range(1, 255).difference(&set),
    };
    let shown =
        set.ranges().iter().fold(String::new(), |shown, (lo, hi)| shown + &format!(r"\x{lo:02x}-\x{hi:02x}"));
    if set.is_empty() {
        let none = call.emit.language("[]", || Automaton::empty(Alphabet::BYTE));
        return (none, call.emit.language("", || Automaton::epsilon(Alphabet::BYTE)));
    }
    let class = Automaton::class(Alphabet::BYTE, &set);
    let star = class.star(&mut Budget::steps(1_000_000)).expect("a class has a small star");
    let one = call.emit.language(&format!("[{shown}]"), || class);
    (one, call.emit.language(&format!("[{shown}]*"), || star))
}

fn returns_found(call: &mut Call, index: &Linear) -> Option<Outcome> {
    let pointer = call.pointer(0)?;
    Some(Outcome::Returns(Value::Pointer(call.found(&pointer, index))))
}
