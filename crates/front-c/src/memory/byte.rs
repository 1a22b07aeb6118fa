//! Bytes as texts: NUL is the empty text, every other byte the text of that one character.
//!
//! A comparison with a constant is then a test of a text, which the engines join with what they know of the buffer
//! that the byte was read from. The number of a byte is computed only where it is used as one.

use automata::{Alphabet, Automaton, Budget, SymbolSet};
use ir::emit::Emit;
use ir::{Action, Condition, IntExpr, Linear, StrTerm, Test, Variable, Width};

use super::cases::Cases;
use super::terms;

/// What a constant language of this module needs at most.
const STEPS: u64 = 1_000_000;

/// A byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Byte {
    /// No character for NUL, else the one.
    pub text: StrTerm,
}

/// How the bits of a byte are read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// From -128 to 127, as `char` on this machine.
    Signed,
    /// From 0 to 255.
    Unsigned,
}

impl Byte {
    /// A known byte.
    pub fn constant(value: u8) -> Byte {
        Byte { text: if value == 0 { terms::word(&[]) } else { terms::word(&[value]) } }
    }

    /// The value, when it is known.
    pub fn as_constant(&self) -> Option<u8> {
        match &self.text {
            StrTerm::Var(_) => None,
            StrTerm::Word(word) => Some(word.first().map_or(0, |&symbol| symbol as u8)),
        }
    }

    /// Whether it is NUL.
    pub fn is_nul(&self) -> Condition {
        self.equals(&Byte::constant(0))
    }

    /// Whether both are the same byte.
    pub fn equals(&self, other: &Byte) -> Condition {
        match (self.as_constant(), other.as_constant()) {
            (Some(left), Some(right)) => terms::decided(left == right),
            _ => Condition::test(Test::Equal(self.text.clone(), other.text.clone())),
        }
    }

    /// Whether it is one of those that a question is answered with yes for.
    pub fn is_one_of(&self, emit: &mut Emit, holds: impl Fn(u8) -> bool) -> Condition {
        if let Some(value) = self.as_constant() {
            return terms::decided(holds(value));
        }
        let members: Vec<u8> = (0..=255).filter(|&value| holds(value)).collect();
        match members[..] {
            [] => Condition::FALSE,
            [only] => self.equals(&Byte::constant(only)),
            _ if members.len() == 256 => Condition::TRUE,
            _ if members.len() == 255 => {
                let missing = (0..=255).find(|&value| !holds(value)).expect("one of 256 is missing");
                self.equals(&Byte::constant(missing)).negated()
            }
            _ => Condition::test(Test::In(self.text.clone(), one_of(emit, &members))),
        }
    }

    /// Its number.
    pub fn code(&self, emit: &mut Emit, sign: Sign) -> Linear {
        if let Some(value) = self.as_constant() {
            return Linear::constant(number(value, sign));
        }
        let code = emit.new_int("code");
        let mut cases = Cases::default();
        let nul = self.is_nul();
        if cases.when(emit, nul) {
            emit.push(Action::SetInt(code, IntExpr::Linear(Linear::constant(0)), Width::Unbounded));
        }
        if cases.otherwise(emit) {
            let at = IntExpr::Code { of: self.text.clone(), at: Linear::constant(0) };
            let width = match sign {
                Sign::Signed => Width::Signed(8),
                Sign::Unsigned => Width::Unbounded,
            };
            emit.push(Action::SetInt(code, at, width));
            if sign == Sign::Unsigned {
                // What follows from the alphabet, said for engines that do not know codes.
                let code = Linear::var(code);
                let (low, high) = (Linear::constant(0), Linear::constant(255));
                emit.push(Action::Assume(terms::at_most(&low, &code).and(terms::at_most(&code, &high))));
            }
        }
        cases.end(emit);
        Linear::var(code)
    }

    /// The low eight bits of an integer.
    ///
    /// A byte is guessed and its number compared, so the guess is decided and nothing is lost.
    pub fn of_int(emit: &mut Emit, value: &Linear) -> Byte {
        if let Some(value) = value.as_constant() {
            return Byte::constant(value.rem_euclid(256) as u8);
        }
        let low = emit.new_int("low");
        emit.push(Action::SetInt(low, IntExpr::Linear(value.clone()), Width::Unsigned(8)));
        let byte = Byte::guessed(emit, "byte");
        let code = byte.code(emit, Sign::Unsigned);
        emit.push(Action::Assume(terms::equal(&code, &Linear::var(low))));
        byte
    }

    /// Any byte, which what surrounds a run decides.
    pub fn guessed(emit: &mut Emit, name: &str) -> Byte {
        let byte = Byte::lost(emit, name);
        if let StrTerm::Var(var) = byte.text {
            emit.fates.insert(Variable::Str(var));
        }
        byte
    }

    /// Any byte: nothing is known of it.
    pub fn lost(emit: &mut Emit, name: &str) -> Byte {
        let language = any_byte(emit);
        Byte { text: emit.any_of(name, language) }
    }
}

/// The number that bits stand for.
pub fn number(value: u8, sign: Sign) -> i128 {
    match sign {
        Sign::Signed => i128::from(value.cast_signed()),
        Sign::Unsigned => i128::from(value),
    }
}

/// The texts that are bytes.
pub fn any_byte(emit: &mut Emit) -> ir::LanguageId {
    emit.language(r"[^\x00]?", || optional(&not_nul()))
}

/// The texts without NUL.
pub fn any_text(emit: &mut Emit) -> ir::LanguageId {
    emit.language(r"[^\x00]*", || {
        let mut budget = Budget::steps(STEPS);
        Automaton::class(Alphabet::BYTE, &not_nul()).star(&mut budget).expect("a class has a small star")
    })
}

/// The texts that are one of some bytes, of which there are several.
fn one_of(emit: &mut Emit, members: &[u8]) -> ir::LanguageId {
    let others = members.iter().copied().filter(|&value| value != 0);
    let set = SymbolSet::from_ranges(others.clone().map(|value| (u32::from(value), u32::from(value))));
    let class = others.fold(String::new(), |class, value| class + &format!(r"\x{value:02x}"));
    if members.contains(&0) {
        emit.language(&format!("[{class}]?"), || optional(&set))
    } else {
        emit.language(&format!("[{class}]"), || Automaton::class(Alphabet::BYTE, &set))
    }
}

fn optional(set: &SymbolSet) -> Automaton {
    let mut budget = Budget::steps(STEPS);
    let class = Automaton::class(Alphabet::BYTE, set);
    class.union(&Automaton::epsilon(Alphabet::BYTE), &mut budget).expect("both are small")
}

fn not_nul() -> SymbolSet {
    SymbolSet::range(1, 255)
}
