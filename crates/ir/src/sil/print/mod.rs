//! Programs as text, in the labelled form: one instruction a line, its label before it.
//!
//! What is printed is read back as the same program, up to places, names that are not unique, and the
//! numbering of tables, provided that the program is valid, that its parameters are the first variables of their
//! type, and that its functions and patterns are ones that the text form has (see `docs/sil.md`).

mod names;
mod terms;

use std::fmt::Write as _;

use automata::Alphabet;

use super::literal;
use crate::operation::{InputSet, IntExpr, Needle, StrExpr, Which, Width};
use crate::program::{Action, Argument, Instruction, Procedure, Program, Type, Variable};
use names::{Names, unique_procedures};

/// Writes a program as text.
pub fn print(program: &Program) -> String {
    let procedures = unique_procedures(program);
    let mut out = format!("alphabet {}\n", alphabet(program.alphabet));
    let entry = program.entry.index();
    if procedures[entry] != "main" && program.procedures.len() > 1 {
        push(&mut out, format_args!("entry {}\n", names::written(&procedures[entry])));
    }
    for (index, procedure) in program.procedures.iter().enumerate() {
        let printer = Printer { program, procedures: &procedures, names: Names::of(procedure) };
        printer.procedure(&mut out, &procedures[index], procedure);
    }
    out
}

/// Writes one instruction of a procedure, without its label, as [`print`](fn@print) does.
pub fn print_instruction(program: &Program, procedure: &Procedure, instruction: &Instruction) -> String {
    let printer = Printer { program, procedures: &unique_procedures(program), names: Names::of(procedure) };
    printer.action(&instruction.action)
}

struct Printer<'a> {
    program: &'a Program,
    procedures: &'a [String],
    names: Names,
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("a string can always be written to");
}

fn alphabet(alphabet: Alphabet) -> String {
    let plain = Alphabet::up_to(alphabet.last());
    let name = match plain {
        Alphabet::BYTE => "byte".to_owned(),
        Alphabet::UTF16 => "utf16".to_owned(),
        Alphabet::UNICODE => "unicode".to_owned(),
        other => other.last().to_string(),
    };
    if alphabet.is_marked() { name + " marked" } else { name }
}

fn ty(ty: Type) -> &'static str {
    match ty {
        Type::Str => "str",
        Type::Int => "int",
        Type::Bool => "bool",
    }
}

impl Printer<'_> {
    fn procedure(&self, out: &mut String, name: &str, procedure: &Procedure) {
        let parameters = procedure.parameters.iter();
        let parameters =
            parameters.map(|variable| format!("{}: {}", self.names.of_var(*variable), ty(variable.ty())));
        let parameters: Vec<String> = parameters.collect();
        push(out, format_args!("\nproc {}({})", names::written(name), parameters.join(", ")));
        if let Some(result) = procedure.result {
            push(out, format_args!(" -> {}", ty(result)));
        }
        out.push_str(" {\n");
        for variable in procedure.variables().filter(|variable| !procedure.parameters.contains(variable)) {
            push(out, format_args!("  {}: {};\n", self.names.of_var(variable), ty(variable.ty())));
        }
        for (label, instruction) in procedure.code.iter().enumerate() {
            push(out, format_args!("  {label}: {}\n", self.action(&instruction.action)));
        }
        out.push_str("}\n");
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::SetStr(var, value) => {
                format!("{} := {};", self.names.of_var(Variable::Str(*var)), self.str_expr(value))
            }
            Action::SetInt(var, value, width) => {
                let name = self.names.of_var(Variable::Int(*var));
                let value = self.int_expr(value);
                match width {
                    Width::Unbounded => format!("{name} := {value};"),
                    Width::Signed(bits) => format!("{name} := wrap {bits} ({value});"),
                    Width::Unsigned(bits) => format!("{name} := wrap u{bits} ({value});"),
                }
            }
            Action::SetBool(var, value) => {
                format!("{} := {};", self.names.of_var(Variable::Bool(*var)), self.condition(value))
            }
            Action::Havoc(variable) => format!("havoc {};", self.names.of_var(*variable)),
            Action::Assume(condition) => format!("assume({});", self.condition(condition)),
            Action::Assert(id, condition) => {
                let message = self.program.assertions.get(id.index()).and_then(|told| told.message.as_ref());
                let message = message.map(|text| format!(", {}", literal::quote_text(text, '"')));
                format!("assert({}{});", self.condition(condition), message.unwrap_or_default())
            }
            Action::Call(procedure, arguments, result) => {
                let result = result.map(|variable| format!("{} := ", self.names.of_var(variable)));
                let name = names::written(&self.procedures[procedure.index()]);
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.argument(argument)).collect();
                format!("{}{name}({});", result.unwrap_or_default(), arguments.join(", "))
            }
            Action::Jump(label) => format!("goto {};", label.0),
            Action::Branch(condition, label) => {
                format!("if ({}) goto {};", self.condition(condition), label.0)
            }
            Action::Return(None) => "return;".to_owned(),
            Action::Return(Some(value)) => format!("return {};", self.argument(value)),
            Action::Halt => "halt;".to_owned(),
            Action::Abort => "abort;".to_owned(),
        }
    }

    fn argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Str(term) => self.term(term),
            Argument::Int(linear) => self.linear(linear),
            Argument::Bool(condition) => self.condition(condition),
        }
    }

    fn str_expr(&self, value: &StrExpr) -> String {
        match value {
            StrExpr::Term(term) => self.term(term),
            StrExpr::Concat(terms) => {
                let parts: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
                if parts.len() < 2 { format!("concat({})", parts.join(", ")) } else { parts.join(" ++ ") }
            }
            StrExpr::Slice { of, from, to: None } => {
                format!("suffix({}, {})", self.term(of), self.linear(from))
            }
            StrExpr::Slice { of, from, to: Some(to) } if from.as_constant() == Some(0) => {
                format!("prefix({}, {})", self.term(of), self.linear(to))
            }
            StrExpr::Slice { of, from, to: Some(to) } => {
                format!("slice({}, {}, {})", self.term(of), self.linear(from), self.linear(to))
            }
            StrExpr::Replace { of, what, with, which } => {
                let name = match which {
                    Which::First => "replace_first",
                    Which::All => "replace",
                };
                let what = match what {
                    Needle::Term(term) => self.term(term),
                    Needle::Pattern(id) => self.pattern(*id),
                };
                format!("{name}({}, {what}, {})", self.term(of), self.term(with))
            }
            StrExpr::Apply { function, to } => {
                let name = &self.program.functions[function.index()].name;
                format!("{}({})", names::written(name), self.term(to))
            }
            StrExpr::Repeat { of, times } => format!("repeat({}, {})", self.term(of), self.linear(times)),
            StrExpr::Reverse(of) => format!("reverse({})", self.term(of)),
            StrExpr::Numeral { of, radix: 10 } => format!("tostr({})", self.linear(of)),
            StrExpr::Numeral { of, radix } => format!("tostr({}, {radix})", self.linear(of)),
            StrExpr::Input(InputSet::Any) => "input()".to_owned(),
            StrExpr::Input(InputSet::Language(id)) => format!("input({})", self.language(*id)),
            StrExpr::Input(InputSet::UpTo(most)) => format!("input({})", self.linear(most)),
        }
    }

    fn int_expr(&self, value: &IntExpr) -> String {
        match value {
            IntExpr::Linear(linear) => self.linear(linear),
            IntExpr::Times(left, right) => format!("times({}, {})", self.linear(left), self.linear(right)),
            IntExpr::Div(left, right) => format!("{} div {}", self.factor(left), self.factor(right)),
            IntExpr::Mod(left, right) => format!("{} mod {}", self.factor(left), self.factor(right)),
            IntExpr::Bits(operator, left, right) => {
                format!("{}({}, {})", terms::bit_name(*operator), self.linear(left), self.linear(right))
            }
            IntExpr::IndexOf { of, what, from } if from.as_constant() == Some(0) => {
                format!("index_of({}, {})", self.term(of), self.term(what))
            }
            IntExpr::IndexOf { of, what, from } => {
                format!("index_of({}, {}, {})", self.term(of), self.term(what), self.linear(from))
            }
            IntExpr::LastIndexOf { of, what } => {
                format!("last_index_of({}, {})", self.term(of), self.term(what))
            }
            IntExpr::Code { of, at } => format!("code({}, {})", self.term(of), self.linear(at)),
            IntExpr::Parse { of, radix: 10 } => format!("to_int({})", self.term(of)),
            IntExpr::Parse { of, radix } => format!("to_int({}, {radix})", self.term(of)),
            IntExpr::Input => "input_int()".to_owned(),
        }
    }
}
