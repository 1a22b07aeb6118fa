//! Random programs for tests: well-typed, small, and the same for the same seed.
//!
//! They are made to find unsoundness. Half of them read only from finite sets, else everything would be *any
//! string* and nothing would be tested; loops mostly count or consume something, so that runs end; every operation
//! occurs; assertions are of kinds that hold sometimes. Runs may still meet every limit.
//!
//! In a program with marks a third of the languages have words of marked characters only; the others look
//! through marks, with an alphabet that has them or without.

mod languages;
mod expressions;
mod conditions;
mod shapes;

use automata::Alphabet;

use crate::dice::Dice;
use crate::functions;
use crate::ids::{BoolVar, IntVar, ProcId, StrVar};
use crate::program::{Action, Assertion, Instruction, Procedure, Program, Type, Variable};
use crate::span::Span;

/// A random program of about `size` statements; one in ten recurses. The alphabet must have the characters of ASCII.
pub fn program(seed: u64, size: u32, alphabet: Alphabet) -> Program {
    written(seed, size, alphabet, Recursion::Sometimes)
}

/// A random program in which any procedure may call any, and each ends with a call under a condition.
pub fn recursive_program(seed: u64, size: u32, alphabet: Alphabet) -> Program {
    written(seed, size, alphabet, Recursion::Everywhere)
}

fn written(seed: u64, size: u32, alphabet: Alphabet, recursion: Recursion) -> Program {
    let mut dice = Dice::new(seed);
    let inputs = if dice.one_in(2) { Inputs::Finite } else { Inputs::Free };
    let languages = languages::languages(&mut dice, alphabet);
    let patterns = languages::patterns(&mut dice);
    let functions: Vec<_> =
        functions::NAMES.iter().filter_map(|name| functions::named(name, alphabet)).collect();
    let counts = Counts { languages: languages.len(), patterns: patterns.len(), functions: functions.len() };
    let signatures = signatures(&mut dice);
    let recursive = dice.one_in(10) || recursion == Recursion::Everywhere;
    let mut assertions = 0;
    let mut procedures = Vec::new();
    for at in 0..signatures.len() {
        let share = if at == 0 { size } else { size / 3 };
        // A procedure calls those after it, so that calls end; some programs call any.
        let callees = if recursive { 0..signatures.len() } else { at + 1..signatures.len() };
        let own = signatures[at].clone();
        let author =
            Author { dice: &mut dice, inputs, counts, signatures: &signatures, callees, own, assertions };
        let (procedure, count) = author.procedure(ProcId(at as u32), share, recursion);
        procedures.push(procedure);
        assertions = count;
    }
    let assertion = Assertion { message: None, failure: None, span: Span::default() };
    Program {
        alphabet,
        files: vec!["generated".to_owned()],
        procedures,
        entry: ProcId(0),
        assertions: vec![assertion; assertions as usize],
        languages,
        patterns,
        functions,
    }
}

/// Which programs call in cycles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recursion {
    /// Some, by chance.
    Sometimes,
    /// All, and more often.
    Everywhere,
}

/// What a program reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inputs {
    /// Strings of finite languages and integers of a small range.
    Finite,
    /// Anything.
    Free,
}

/// The sizes of the tables of a program. The first [`languages::FINITE`] languages are finite.
#[derive(Clone, Copy)]
struct Counts {
    languages: usize,
    patterns: usize,
    functions: usize,
}

/// How a procedure is called, and how many variables of each type it has.
#[derive(Clone)]
struct Signature {
    parameters: Vec<Variable>,
    result: Option<Type>,
    strings: u32,
    integers: u32,
    booleans: u32,
}

/// Signatures of the entry and of up to two more procedures.
fn signatures(dice: &mut Dice) -> Vec<Signature> {
    let types = [Type::Str, Type::Str, Type::Int, Type::Bool];
    let make = |dice: &mut Dice, is_entry: bool| {
        let (strings, integers, booleans) = (2 + dice.below(2), 2 + dice.below(2), 1 + dice.below(2));
        let first = [Variable::Str(StrVar(0)), Variable::Int(IntVar(0)), Variable::Bool(BoolVar(0))];
        let parameters = first.into_iter().filter(|_| !is_entry && !dice.one_in(3)).collect();
        let result = (!is_entry && !dice.one_in(3)).then(|| *dice.choose(&types));
        Signature { parameters, result, strings, integers, booleans }
    };
    let more = dice.below(3);
    (0..=more).map(|at| make(dice, at == 0)).collect()
}

/// Writes one procedure.
struct Author<'a> {
    dice: &'a mut Dice,
    inputs: Inputs,
    counts: Counts,
    signatures: &'a [Signature],
    /// The procedures that may be called.
    callees: std::ops::Range<usize>,
    /// The signature of the procedure that is being written.
    own: Signature,
    /// How many assertions the program has so far.
    assertions: u32,
}

impl Author<'_> {
    /// The procedure, and how many assertions the program has then.
    fn procedure(mut self, id: ProcId, size: u32, recursion: Recursion) -> (Procedure, u32) {
        let mut code = shapes::Code::default();
        if id == ProcId(0) {
            self.openings(&mut code);
        }
        self.block(&mut code, size, 3);
        if recursion == Recursion::Everywhere {
            self.call_sometimes(&mut code);
        }
        self.assertion(&mut code);
        let result = self.result();
        code.emit(Action::Return(result));
        let names = |prefix: &str, count| (0..count).map(|at| format!("{prefix}{at}")).collect();
        let Signature { parameters, result, strings, integers, booleans } = self.own;
        let instruction = |action| Instruction { action, span: Span::default() };
        let procedure = Procedure {
            name: if id == ProcId(0) { "main".to_owned() } else { format!("f{}", id.0) },
            parameters,
            result,
            strings: names("s", strings),
            integers: names("n", integers),
            booleans: names("b", booleans),
            code: code.finish().into_iter().map(instruction).collect(),
        };
        (procedure, self.assertions)
    }
}
