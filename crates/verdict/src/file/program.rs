//! The program of a certificate, with its languages and finite-state functions as tables.
//!
//! It is written for checkers that share nothing with this one. We never read it back: a file is about a program when
//! its lines are those that are written for that program. Replacements of constants are functions too; for a pattern
//! that has no function its text stands, and a checker knows nothing of the result.

use std::fmt::Write as _;

use automata::{Budget, Transducer};
use ir::replacement::replacement;
use ir::{Action, Condition, InputSet, Instruction, Needle, Program, StrExpr, StrTerm, Which, Width};

use super::tables;
use super::terms::{integer, linear, literal, slice, term, variable, word};
use crate::plain::Words;

/// The steps that may go into the function of one replacement. It is fixed, so that the lines depend on the
/// program alone.
const STEPS: u64 = 20_000_000;

/// The lines of a program without calls.
pub(super) fn write(program: &Program) -> String {
    let procedure = &program.procedures[program.entry.index()];
    let alphabet = program.alphabet;
    let mut writer = Writer { program, functions: Vec::new() };
    let label = |(at, instruction): (usize, &Instruction)| {
        format!("label {at} {}", writer.action(&instruction.action))
    };
    let code: Vec<String> = procedure.code.iter().enumerate().map(label).collect();

    let mut text = String::new();
    let marked = if alphabet.is_marked() { " marked" } else { "" };
    let _ = writeln!(text, "program\nalphabet {}{marked}", alphabet.last());
    let (strings, integers) = (procedure.strings.len(), procedure.integers.len());
    let _ = writeln!(text, "variables {strings} {integers} {}", procedure.booleans.len());
    let _ = writeln!(text, "assertions {}", program.assertions.len());
    for (number, language) in program.languages.iter().enumerate() {
        tables::words(&mut text, &format!("language {number}"), &Words::of_program(program, language));
    }
    let given = program.functions.iter().map(|function| &function.transducer);
    for (number, function) in given.chain(&writer.functions).enumerate() {
        transducer(&mut text, number, function);
    }
    code.iter().for_each(|line| text.extend([line.as_str(), "\n"]));
    text
}

/// A state is `final` and the word that is written when the text ends there, or `state`. Its moves follow: what is
/// read, the word before, how far the character that was read is moved if it is written, the word after, the target.
fn transducer(text: &mut String, number: usize, function: &Transducer) {
    let _ = writeln!(text, "function {number}");
    for state in 0..function.state_count() as u32 {
        match function.ending(state) {
            Some(ending) => writeln!(text, "final {}", word(ending)),
            None => writeln!(text, "state"),
        }
        .expect("a text takes everything");
        for step in function.moves(state) {
            let range = |(lo, hi): &(u32, u32)| format!("{lo}-{hi}");
            let reads = step.reads.map(|set| set.ranges().iter().map(range).collect::<Vec<_>>().join(","));
            let (before, copied, after) = step.writes.parts();
            let copied = copied.map_or("none".to_owned(), |by| by.to_string());
            let reads = reads.unwrap_or("nothing".to_owned());
            let _ = writeln!(text, "move {reads} {} {copied} {} {}", word(before), word(after), step.target);
        }
    }
}

struct Writer<'a> {
    program: &'a Program,
    /// The functions of replacements, after those that the program names.
    functions: Vec<Transducer>,
}

impl Writer<'_> {
    fn action(&mut self, action: &Action) -> String {
        match action {
            Action::SetStr(var, value) => format!("string s{} {}", var.0, self.string(value)),
            Action::SetInt(var, value, width) => {
                format!("integer i{} {} {}", var.0, self::width(*width), integer(value))
            }
            Action::SetBool(var, value) => format!("boolean b{} {}", var.0, condition(value)),
            Action::Havoc(any) => format!("havoc {}", variable(*any)),
            Action::Assume(holds) => format!("assume {}", condition(holds)),
            Action::Assert(id, holds) => format!("assert {} {}", id.0, condition(holds)),
            Action::Jump(to) => format!("jump {}", to.0),
            Action::Branch(when, to) => format!("branch {} {}", to.0, condition(when)),
            Action::Return(_) => "return".to_owned(),
            Action::Halt => "halt".to_owned(),
            Action::Abort => "abort".to_owned(),
            Action::Call(..) => "call".to_owned(),
        }
    }

    fn string(&mut self, value: &StrExpr) -> String {
        match value {
            StrExpr::Term(of) => format!("copy {}", term(of)),
            StrExpr::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(term).collect();
                format!("concat {} {}", parts.len(), parts.join(" ")).trim_end().to_owned()
            }
            StrExpr::Slice { of, from, to } => slice(of, from, to.as_ref()),
            StrExpr::Replace { of, what, with, which } => self.replace(of, what, with, *which),
            StrExpr::Apply { function, to } => format!("apply {} {}", function.0, term(to)),
            StrExpr::Repeat { of, times } => format!("repeat {} {}", term(of), linear(times)),
            StrExpr::Reverse(of) => format!("reverse {}", term(of)),
            StrExpr::Numeral { of, radix } => format!("numeral {} {radix}", linear(of)),
            StrExpr::Input(InputSet::Any) => "input".to_owned(),
            StrExpr::Input(InputSet::Language(language)) => format!("input-in r{}", language.0),
            StrExpr::Input(InputSet::UpTo(most)) => format!("input-to {}", linear(most)),
        }
    }

    fn replace(&mut self, of: &StrTerm, what: &Needle, with: &StrTerm, which: Which) -> String {
        let mut budget = Budget::steps(STEPS);
        if let Ok(Some(function)) = replacement(self.program, (what, with, which), &mut budget) {
            self.functions.push(function);
            return format!("apply {} {}", self.program.functions.len() + self.functions.len() - 1, term(of));
        }
        let which = match which {
            Which::First => "first",
            Which::All => "all",
        };
        match what {
            Needle::Term(what) => format!("replace {which} {} {} {}", term(of), term(what), term(with)),
            Needle::Pattern(id) => {
                let text: Vec<u32> = self.program.patterns[id.index()].text.chars().map(u32::from).collect();
                format!("replace-match {which} {} {} {}", term(of), word(&text), term(with))
            }
        }
    }
}

fn width(width: Width) -> String {
    match width {
        Width::Unbounded => "unbounded".to_owned(),
        Width::Signed(bits) => format!("signed:{bits}"),
        Width::Unsigned(bits) => format!("unsigned:{bits}"),
    }
}

/// The joints before their parts, with the number of these.
fn condition(whole: &Condition) -> String {
    match whole {
        Condition::Literal(test) => literal(test),
        Condition::All(parts) => joint("all", parts),
        Condition::Any(parts) => joint("any", parts),
    }
}

fn joint(name: &str, parts: &[Condition]) -> String {
    let parts: Vec<String> = parts.iter().map(condition).collect();
    format!("{name} {} {}", parts.len(), parts.join(" ")).trim_end().to_owned()
}
