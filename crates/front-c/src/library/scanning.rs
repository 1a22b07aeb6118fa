//! Input in fields: `sscanf`, `scanf`, `fscanf`.
//!
//! What `sscanf` reads is cut from its string piece by piece, exactly for words, characters and decimal numerals. What a stream
//! gives is any that the format takes, and it may end anywhere. A field that is not followed exactly is lost, but its
//! room is claimed. Numbers that are stored are any value: the caller forgets what stood there.

use automata::{Alphabet, Automaton, Budget, SymbolSet};
use ir::{Action, Condition, InputSet, IntVar, Linear, StrExpr, StrTerm, StrVar, Test, Variable};

use super::Table;
use super::call::{Call, Outcome};
use super::numbers::language;
use super::printing::constant;
use super::scanned::{Field, Item, Kind, parse};
use super::searches::{Members, span_of};
use crate::memory::access::Access;
use crate::memory::{Byte, Cases, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[("sscanf", sscanf), ("scanf", scanf), ("fscanf", fscanf)];

/// What is a space in the C locale.
const SPACES: &[u8] = b"\t\n\x0b\x0c\r ";

/// A scan under way.
struct Scan {
    /// What is left of the string; none for a stream.
    rest: Option<StrVar>,
    /// How many fields were stored.
    count: IntVar,
    /// The argument of the next field.
    next: usize,
    /// How many characters the set that was met takes.
    span: Linear,
}

fn sscanf(call: &mut Call) -> Option<Outcome> {
    call.pointer(0)?;
    let rest = call.emit.new_str("rest");
    call.each_string(0, |call, _, text| {
        call.emit.push(Action::SetStr(rest, StrExpr::Term(text.clone())));
        Linear::constant(0)
    })?;
    scan(call, 1, Some(rest))
}

fn scanf(call: &mut Call) -> Option<Outcome> {
    scan(call, 0, None)
}

fn fscanf(call: &mut Call) -> Option<Outcome> {
    call.stream(0);
    scan(call, 1, None)
}

fn scan(call: &mut Call, index: usize, rest: Option<StrVar>) -> Option<Outcome> {
    let Some(items) = constant(call, index).and_then(|format| parse(&format)) else {
        call.memory
            .claims
            .gap(call.emit, "a format that is not a constant of known directives is not modelled");
        return Some(Outcome::Stops);
    };
    let (count, done) = (call.emit.new_int("count"), call.emit.new_int("done"));
    call.set(count, Linear::constant(0));
    call.set(done, Linear::constant(0));
    let mut scan = Scan { rest, count, next: index + 1, span: Linear::constant(0) };
    // Each item is met only where all before it were.
    let mut open = Vec::new();
    for item in items {
        let mut met = Cases::default();
        let condition = scan.meets(call, &item);
        if !met.when(call.emit, condition) {
            break;
        }
        open.push(met);
        scan.take(call, &item)?;
    }
    call.set(done, Linear::constant(1));
    while let Some(met) = open.pop() {
        met.end(call.emit);
    }
    Some(scan.result(call, done))
}

impl Scan {
    /// Passes over what comes before an item, and says when the item is met.
    fn meets(&mut self, call: &mut Call, item: &Item) -> Condition {
        if matches!(item, Item::Space) {
            self.skip_spaces(call);
            return Condition::TRUE;
        }
        let Some(rest) = self.rest else {
            let counts = !matches!(item, Item::Field(Field { kind: Kind::Position, .. }));
            return if counts { call.emit.fate("success") } else { Condition::TRUE };
        };
        match item {
            Item::Byte(byte) => {
                let start = call.first(&StrTerm::Var(rest), &Linear::constant(1));
                Condition::test(Test::Equal(start, terms::word(&[*byte])))
            }
            Item::Field(field) => match field.kind {
                Kind::Position => Condition::TRUE,
                Kind::Byte => terms::less(&Linear::constant(0), &Linear::length(rest)),
                Kind::Set => {
                    let members = terms::word(&field.set.bytes());
                    self.span = span_of(call, &StrTerm::Var(rest), &members, Members::Inside);
                    terms::less(&Linear::constant(0), &self.span)
                }
                Kind::Word => {
                    self.skip_spaces(call);
                    terms::less(&Linear::constant(0), &Linear::length(rest))
                }
                Kind::Decimal if field.width.is_none() => {
                    self.skip_spaces(call);
                    let numeral = call.emit.language(STARTS, || language(STARTS));
                    Condition::test(Test::In(StrTerm::Var(rest), numeral))
                }
                Kind::Decimal | Kind::Other => {
                    self.skip_spaces(call);
                    let there = terms::less(&Linear::constant(0), &Linear::length(rest));
                    there.and(call.emit.any_bool("lost"))
                }
            },
            Item::Space => Condition::TRUE,
        }
    }

    /// Takes an item that is met.
    fn take(&mut self, call: &mut Call, item: &Item) -> Option<()> {
        match item {
            Item::Space => {}
            Item::Byte(_) => self.pass(call, &Linear::constant(1)),
            Item::Field(field) => {
                let text = self.field_text(call, field);
                if field.is_stored {
                    self.store(call, field, &text)?;
                    self.next += 1;
                    if field.kind != Kind::Position {
                        call.set(self.count, terms::add(&Linear::var(self.count), 1));
                    }
                }
            }
        }
        Some(())
    }

    /// The characters of a field, which are passed.
    fn field_text(&mut self, call: &mut Call, field: &Field) -> StrTerm {
        let Some(rest) = self.rest else { return streamed(call, field) };
        let text = StrTerm::Var(rest);
        let count = match field.kind {
            Kind::Position => return terms::word(&[]),
            Kind::Byte => Linear::constant(1),
            Kind::Word => span_of(call, &text, &terms::word(SPACES), Members::Outside),
            Kind::Decimal if field.width.is_none() => numeral(call, &text),
            Kind::Set => self.span.clone(),
            Kind::Decimal | Kind::Other => {
                let count = call.emit.any_int("lost");
                let inside = terms::at_most(&count, &terms::length(&text));
                call.assume(terms::less(&Linear::constant(0), &count).and(inside));
                count
            }
        };
        let mut taken = call.first(&text, &count);
        if let (Some(width), Kind::Word | Kind::Set) = (field.width, field.kind) {
            taken = call.first(&taken, &Linear::constant(i128::from(width)));
        }
        self.pass(call, &terms::length(&taken));
        taken
    }

    /// Puts a field where its argument leads to.
    fn store(&mut self, call: &mut Call, field: &Field, text: &StrTerm) -> Option<()> {
        let to = call.pointer(self.next)?;
        let name = call.label(self.next);
        match field.kind {
            Kind::Word | Kind::Set => {
                let is_stream = self.rest.is_none();
                call.each(self.next, &to, |call, spot| {
                    let size = terms::add(&terms::length(text), 1);
                    call.memory.claim(call.emit, spot, &size, Access::Write);
                    call.memory.put_string(call.emit, spot, text);
                    if is_stream {
                        // A stream may give a NUL, and what follows it is stored too.
                        call.memory.soil_from(call.emit, spot);
                    }
                    Linear::constant(0)
                });
            }
            Kind::Byte => call.memory.write_byte(call.emit, &to, &Byte { text: text.clone() }, &name),
            Kind::Decimal | Kind::Position | Kind::Other => {
                let size = Linear::constant(i128::from(field.size));
                call.memory.write_wide(call.emit, &to, &size, &name);
            }
        }
        Some(())
    }

    fn skip_spaces(&mut self, call: &mut Call) {
        let Some(rest) = self.rest else { return };
        let count = span_of(call, &StrTerm::Var(rest), &terms::word(SPACES), Members::Inside);
        self.pass(call, &count);
    }

    fn pass(&mut self, call: &mut Call, count: &Linear) {
        if let Some(rest) = self.rest {
            call.emit.push(Action::SetStr(rest, terms::suffix(&StrTerm::Var(rest), count)));
        }
    }

    /// How many fields were stored, or -1 where the input ended before the first.
    fn result(&self, call: &mut Call, done: IntVar) -> Outcome {
        let result = call.emit.new_int("result");
        let is = |var: IntVar, value| terms::equal(&Linear::var(var), &Linear::constant(value));
        let ended = match self.rest {
            Some(rest) => terms::equal(&Linear::length(rest), &Linear::constant(0)),
            None => call.emit.fate("ended"),
        };
        let mut cases = Cases::default();
        if cases.when(call.emit, is(done, 0).and(is(self.count, 0)).and(ended)) {
            call.set(result, Linear::constant(-1));
        }
        if cases.otherwise(call.emit) {
            call.set(result, Linear::var(self.count));
        }
        cases.end(call.emit);
        Outcome::Returns(Value::Int(Linear::var(result)))
    }
}

/// Texts that begin with a decimal numeral.
const STARTS: &str = r"[-+]?[0-9](.|\n)*";
/// Decimal numerals.
const NUMERAL: &str = "[-+]?[0-9]+";

/// How many characters at the start of a text that begins with a numeral belong to it.
fn numeral(call: &mut Call, text: &StrTerm) -> Linear {
    let var = call.emit.new_int("numeral");
    call.emit.push(Action::Havoc(Variable::Int(var)));
    call.emit.fates.insert(Variable::Int(var));
    let count = Linear::var(var);
    let inside = terms::at_most(&count, &terms::length(text));
    call.assume(terms::less(&Linear::constant(0), &count).and(inside));
    let start = call.first(text, &count);
    let numerals = call.emit.language(NUMERAL, || language(NUMERAL));
    call.assume(Condition::test(Test::In(start, numerals)));
    let to = Some(terms::add(&count, 1));
    let next = StrExpr::Slice { of: text.clone(), from: count.clone(), to };
    let next = call.emit.set_str("next", next);
    let digit = call.emit.language("[0-9]", || language("[0-9]"));
    call.assume(Condition::test(Test::In(next, digit)).negated());
    count
}

/// The characters of a field that a stream gives.
fn streamed(call: &mut Call, field: &Field) -> StrTerm {
    let text = match field.kind {
        Kind::Position | Kind::Decimal | Kind::Other => return terms::word(&[]),
        Kind::Byte => return Byte::guessed(call.emit, "byte").text,
        Kind::Set => {
            let least = usize::from(!field.set.has_nul());
            input_of(call, &SymbolSet::from_ranges(ranges(&field.set.bytes())), least)
        }
        // NUL is no space.
        Kind::Word => input_of(call, &SymbolSet::from_ranges([(1, 8), (14, 31), (33, 255)]), 0),
    };
    if let Some(width) = field.width {
        call.assume(terms::at_most(&terms::length(&text), &Linear::constant(i128::from(width))));
    }
    text
}

/// The bytes of a set, each as a range.
fn ranges(bytes: &[u8]) -> impl Iterator<Item = (u32, u32)> {
    bytes.iter().map(|byte| (u32::from(*byte), u32::from(*byte)))
}

/// At least so many characters of a set, 0 or 1, that a stream gives. It may give a NUL where the set has it: the text ends there, and may be
/// empty.
fn input_of(call: &mut Call, set: &SymbolSet, least: usize) -> StrTerm {
    let shown =
        set.ranges().iter().fold(String::new(), |shown, (lo, hi)| shown + &format!(r"\x{lo:02x}-\x{hi:02x}"));
    let build = || {
        let mut budget = Budget::steps(1_000_000);
        let class = Automaton::class(Alphabet::BYTE, set);
        let star = class.star(&mut budget).expect("a class has a small star");
        if least == 0 { star } else { class.concat(&star, &mut budget).expect("both are small") }
    };
    let texts = call.emit.language(&format!("[{shown}]{{{least},}}"), build);
    call.emit.set_str("scanned", StrExpr::Input(InputSet::Language(texts)))
}
