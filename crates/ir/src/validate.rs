//! What a program must satisfy before anything reads it.
//!
//! Front ends build programs freely; engines, the interpreter and the checker take for granted what is tested
//! here: every index leads somewhere, types agree, no run falls off the end of a procedure, conditions are not
//! nested too deeply, and numbers and characters are within their ranges.

use std::fmt;

use automata::regex::Dialect;
use automata::{Alphabet, Symbol};

use crate::condition::{Condition, Test};
use crate::ids::{Label, LanguageId, ProcId};
use crate::linear::{Linear, Quantity};
use crate::operation::{InputSet, IntExpr, Needle, StrExpr, StrTerm, Width};
use crate::program::{Action, Argument, Instruction, Procedure, Program, Type, Variable};

/// Something that a program does not satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The procedure, when it is in one.
    pub procedure: Option<ProcId>,
    /// The instruction, when it is in one.
    pub label: Option<Label>,
    /// What is wrong.
    pub cause: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(procedure) = self.procedure {
            write!(f, "procedure {}, ", procedure.0)?;
        }
        if let Some(label) = self.label {
            write!(f, "label {}, ", label.0)?;
        }
        f.write_str(&self.cause)
    }
}

/// Tests everything that is said above.
///
/// # Errors
/// All that is wrong, in the order of the program.
pub fn validate(program: &Program) -> Result<(), Vec<Problem>> {
    let mut validator = Validator { program, problems: Vec::new(), procedure: None, label: None };
    validator.tables();
    for (index, procedure) in program.procedures.iter().enumerate() {
        validator.procedure = Some(ProcId(index as u32));
        validator.declarations(procedure);
        for (label, instruction) in procedure.code.iter().enumerate() {
            validator.label = Some(Label(label as u32));
            validator.instruction(procedure, instruction);
        }
        validator.label = None;
    }
    if validator.problems.is_empty() { Ok(()) } else { Err(validator.problems) }
}

struct Validator<'a> {
    program: &'a Program,
    problems: Vec<Problem>,
    procedure: Option<ProcId>,
    label: Option<Label>,
}

impl Validator<'_> {
    fn require(&mut self, holds: bool, cause: impl FnOnce() -> String) {
        if !holds {
            self.problems.push(Problem { procedure: self.procedure, label: self.label, cause: cause() });
        }
    }

    fn tables(&mut self) {
        let program = self.program;
        let alphabet = program.alphabet;
        match program.procedures.get(program.entry.index()) {
            None => self.require(false, || "the entry is no procedure".to_owned()),
            Some(entry) => {
                self.require(entry.parameters.is_empty(), || {
                    "the entry has parameters, which nothing fills".to_owned()
                });
            }
        }
        for (index, language) in program.languages.iter().enumerate() {
            // A language over the alphabet without marks looks through them.
            let own = language.automaton.alphabet();
            let fits = own == alphabet || own == Alphabet::up_to(alphabet.last());
            self.require(fits, || format!("language {index} is over another alphabet"));
        }
        for (index, function) in program.functions.iter().enumerate() {
            let fits = function.transducer.alphabet() == alphabet;
            self.require(fits, || format!("function {index} is over another alphabet"));
        }
        for (index, pattern) in program.patterns.iter().enumerate() {
            let fits =
                pattern.regex.dialect() == Dialect::Own || pattern.regex.alphabet().last() == alphabet.last();
            self.require(fits, || format!("pattern {index} does not fit the program's alphabet"));
        }
        self.assertions();
    }

    /// Every assertion is made at one place, so that a verdict speaks of one place.
    fn assertions(&mut self) {
        let program = self.program;
        for (index, assertion) in program.assertions.iter().enumerate() {
            let is_place = (assertion.span.file as usize) < program.files.len();
            self.require(is_place, || format!("assertion {index} is in no file"));
        }
        let mut uses = vec![0_u32; program.assertions.len()];
        for instruction in program.procedures.iter().flat_map(|procedure| &procedure.code) {
            if let Action::Assert(id, _) = instruction.action
                && let Some(count) = uses.get_mut(id.index())
            {
                *count += 1;
            }
        }
        for (index, count) in uses.into_iter().enumerate() {
            self.require(count == 1, || format!("assertion {index} is made {count} times"));
        }
    }

    fn declarations(&mut self, procedure: &Procedure) {
        for (index, parameter) in procedure.parameters.iter().enumerate() {
            self.variable(procedure, *parameter);
            let is_new = !procedure.parameters[..index].contains(parameter);
            self.require(is_new, || format!("parameter {index} is an earlier one too"));
        }
        let ends = procedure.code.last().is_some_and(|last| !last.action.goes_on());
        self.require(ends, || "a run may fall off the end".to_owned());
    }

    fn instruction(&mut self, procedure: &Procedure, instruction: &Instruction) {
        let is_place = (instruction.span.file as usize) < self.program.files.len();
        self.require(is_place, || "the instruction is in no file".to_owned());
        match &instruction.action {
            Action::SetStr(var, value) => {
                self.variable(procedure, Variable::Str(*var));
                self.str_expr(procedure, value);
            }
            Action::SetInt(var, value, width) => {
                self.variable(procedure, Variable::Int(*var));
                self.int_expr(procedure, value);
                self.width(*width);
            }
            Action::SetBool(var, condition) => {
                self.variable(procedure, Variable::Bool(*var));
                self.condition(procedure, condition);
            }
            Action::Havoc(variable) => self.variable(procedure, *variable),
            Action::Assume(condition) => self.condition(procedure, condition),
            Action::Assert(id, condition) => {
                let exists = id.index() < self.program.assertions.len();
                self.require(exists, || format!("there is no assertion {}", id.0));
                self.condition(procedure, condition);
            }
            Action::Call(callee, arguments, result) => self.call(procedure, *callee, arguments, *result),
            Action::Jump(label) => self.target(procedure, *label),
            Action::Branch(condition, label) => {
                self.condition(procedure, condition);
                self.target(procedure, *label);
            }
            Action::Return(value) => {
                let found = value.as_ref().map(Argument::ty);
                let fits = found == procedure.result;
                self.require(fits, || {
                    format!("{found:?} is returned where {:?} is promised", procedure.result)
                });
                value.iter().for_each(|value| self.argument(procedure, value));
            }
            Action::Halt | Action::Abort => {}
        }
    }

    fn call(
        &mut self,
        procedure: &Procedure,
        callee: ProcId,
        arguments: &[Argument],
        result: Option<Variable>,
    ) {
        let Some(target) = self.program.procedures.get(callee.index()) else {
            return self.require(false, || format!("there is no procedure {}", callee.0));
        };
        let found: Vec<Type> = arguments.iter().map(Argument::ty).collect();
        let expected: Vec<Type> = target.parameters.iter().map(|parameter| parameter.ty()).collect();
        self.require(found == expected, || format!("arguments {found:?} are passed for {expected:?}"));
        if let Some(variable) = result {
            self.variable(procedure, variable);
            let fits = target.result == Some(variable.ty());
            self.require(fits, || {
                format!("the result {:?} is put into a {:?}", target.result, variable.ty())
            });
        }
        arguments.iter().for_each(|argument| self.argument(procedure, argument));
    }

    fn argument(&mut self, procedure: &Procedure, argument: &Argument) {
        match argument {
            Argument::Str(term) => self.term(procedure, term),
            Argument::Int(linear) => self.linear(procedure, linear),
            Argument::Bool(condition) => self.condition(procedure, condition),
        }
    }

    fn target(&mut self, procedure: &Procedure, label: Label) {
        let exists = label.index() < procedure.code.len();
        self.require(exists, || format!("there is no label {}", label.0));
    }

    fn variable(&mut self, procedure: &Procedure, variable: Variable) {
        let exists = match variable {
            Variable::Str(var) => var.index() < procedure.strings.len(),
            Variable::Int(var) => var.index() < procedure.integers.len(),
            Variable::Bool(var) => var.index() < procedure.booleans.len(),
        };
        self.require(exists, || format!("there is no variable {variable:?}"));
    }

    fn width(&mut self, width: Width) {
        self.require(width.is_supported(), || format!("no machine has integers of {width:?}"));
    }

    fn radix(&mut self, radix: u32) {
        self.require((2..=36).contains(&radix), || format!("the radix {radix} is not from 2 to 36"));
    }

    fn language(&mut self, id: LanguageId) {
        let exists = id.index() < self.program.languages.len();
        self.require(exists, || format!("there is no language {}", id.0));
    }

    fn term(&mut self, procedure: &Procedure, term: &StrTerm) {
        match term {
            StrTerm::Var(var) => self.variable(procedure, Variable::Str(*var)),
            StrTerm::Word(word) => self.word(word),
        }
    }

    fn word(&mut self, word: &[Symbol]) {
        let alphabet = self.program.alphabet;
        if let Some(symbol) = word.iter().find(|symbol| !alphabet.contains(**symbol)) {
            self.require(false, || format!("the character {symbol:#x} is not in the alphabet"));
        }
    }

    fn linear(&mut self, procedure: &Procedure, linear: &Linear) {
        for (quantity, _) in linear.terms() {
            self.variable(
                procedure,
                match quantity {
                    Quantity::Var(var) => Variable::Int(*var),
                    Quantity::Length(var) => Variable::Str(*var),
                },
            );
        }
        self.require(linear.has_opposite(), || "a number of a term has no opposite of 128 bits".to_owned());
    }

    fn condition(&mut self, procedure: &Procedure, condition: &Condition) {
        let most = Condition::MAX_DEPTH;
        self.require(condition.depth() <= most, || format!("a condition is nested more than {most} deep"));
        let mut open = vec![condition];
        while let Some(condition) = open.pop() {
            match condition {
                Condition::Literal(literal) => self.test(procedure, &literal.test),
                Condition::All(parts) | Condition::Any(parts) => open.extend(parts.iter().rev()),
            }
        }
    }

    fn test(&mut self, procedure: &Procedure, test: &Test) {
        match test {
            Test::Bool(var) => self.variable(procedure, Variable::Bool(*var)),
            Test::In(term, language) => {
                self.term(procedure, term);
                self.language(*language);
            }
            Test::Equal(left, right)
            | Test::Contains(left, right)
            | Test::StartsWith(left, right)
            | Test::EndsWith(left, right) => {
                self.term(procedure, left);
                self.term(procedure, right);
            }
            Test::IsZero(linear) | Test::AtMostZero(linear) => self.linear(procedure, linear),
        }
    }

    fn str_expr(&mut self, procedure: &Procedure, value: &StrExpr) {
        match value {
            StrExpr::Term(term) | StrExpr::Reverse(term) => self.term(procedure, term),
            StrExpr::Concat(terms) => terms.iter().for_each(|term| self.term(procedure, term)),
            StrExpr::Slice { of, from, to } => {
                self.term(procedure, of);
                self.linear(procedure, from);
                to.iter().for_each(|to| self.linear(procedure, to));
            }
            StrExpr::Replace { of, what, with, which: _ } => {
                self.term(procedure, of);
                self.needle(procedure, what);
                self.term(procedure, with);
            }
            StrExpr::Apply { function, to } => {
                let exists = function.index() < self.program.functions.len();
                self.require(exists, || format!("there is no function {}", function.0));
                self.term(procedure, to);
            }
            StrExpr::Repeat { of, times } => {
                self.term(procedure, of);
                self.linear(procedure, times);
            }
            StrExpr::Numeral { of, radix } => {
                self.linear(procedure, of);
                self.radix(*radix);
            }
            StrExpr::Input(InputSet::Any) => {}
            StrExpr::Input(InputSet::Language(language)) => self.language(*language),
            StrExpr::Input(InputSet::UpTo(most)) => self.linear(procedure, most),
        }
    }

    fn needle(&mut self, procedure: &Procedure, needle: &Needle) {
        match needle {
            Needle::Term(term) => self.term(procedure, term),
            Needle::Pattern(id) => {
                let exists = id.index() < self.program.patterns.len();
                self.require(exists, || format!("there is no pattern {}", id.0));
            }
        }
    }

    fn int_expr(&mut self, procedure: &Procedure, value: &IntExpr) {
        match value {
            IntExpr::Linear(linear) => self.linear(procedure, linear),
            IntExpr::Times(left, right)
            | IntExpr::Div(left, right)
            | IntExpr::Mod(left, right)
            | IntExpr::Bits(_, left, right) => {
                self.linear(procedure, left);
                self.linear(procedure, right);
            }
            IntExpr::IndexOf { of, what, from } => {
                self.term(procedure, of);
                self.term(procedure, what);
                self.linear(procedure, from);
            }
            IntExpr::LastIndexOf { of, what } => {
                self.term(procedure, of);
                self.term(procedure, what);
            }
            IntExpr::Code { of, at } => {
                self.term(procedure, of);
                self.linear(procedure, at);
            }
            IntExpr::Parse { of, radix } => {
                self.term(procedure, of);
                self.radix(*radix);
            }
            IntExpr::Input => {}
        }
    }
}
