//! The program that a front end is writing: one procedure, from its first instruction to its last.
//!
//! Variables are assigned once in the text of the program, wherever that is possible: a value is then named by its
//! variable and cannot change under it. What was emitted can be taken back, since loops are lowered until their
//! shapes agree.

use std::collections::{BTreeSet, HashMap};

use automata::{Alphabet, Automaton, Symbol, Transducer};

use crate::condition::{Condition, Literal, Test};
use crate::ids::{AssertId, BoolVar, FunctionId, IntVar, Label, LanguageId, ProcId, StrVar};
use crate::linear::Linear;
use crate::operation::{IntExpr, StrExpr, StrTerm, Width};
use crate::program::{Action, Assertion, Function, Instruction, Language, Procedure, Program, Variable};
use crate::span::Span;

/// A label that is not known yet.
const UNKNOWN: Label = Label(u32::MAX);

/// The program under construction.
pub struct Emit {
    alphabet: Alphabet,
    code: Vec<Instruction>,
    strings: Vec<String>,
    integers: Vec<String>,
    booleans: Vec<String>,
    prologue: Vec<Action>,
    assertions: Vec<Assertion>,
    languages: Vec<Language>,
    functions: Vec<Function>,
    by_name: HashMap<String, u32>,
    /// Variables that what surrounds a run decides: they are havoc here, and yet nothing was lost.
    pub fates: BTreeSet<Variable>,
    /// Variables that the source has, of a front end that tells them from its own.
    of_source: BTreeSet<Variable>,
    /// Where the code that is lowered now stands.
    pub span: Span,
}

/// How much was emitted at some time.
#[derive(Clone, Copy)]
pub struct Mark {
    code: usize,
    assertions: usize,
}

impl Emit {
    /// Nothing yet, over an alphabet.
    pub fn new(alphabet: Alphabet) -> Emit {
        Emit {
            alphabet,
            code: Vec::new(),
            strings: Vec::new(),
            integers: Vec::new(),
            booleans: Vec::new(),
            prologue: Vec::new(),
            assertions: Vec::new(),
            languages: Vec::new(),
            functions: Vec::new(),
            by_name: HashMap::new(),
            fates: BTreeSet::new(),
            of_source: BTreeSet::new(),
            span: Span { file: 0, start: 0, end: 0 },
        }
    }

    /// How much there is now.
    pub fn mark(&self) -> Mark {
        Mark { code: self.code.len(), assertions: self.assertions.len() }
    }

    /// Takes back everything since then. Variables stay, since nothing else uses them.
    pub fn undo(&mut self, mark: Mark) {
        self.code.truncate(mark.code);
        self.assertions.truncate(mark.assertions);
    }

    /// Whether everything since then is assignments, which can be done too early without harm, or nothing. A way around
    /// some of them is no harm either, nor is the language of a variable that was just given any value.
    pub fn only_assigns(&self, mark: Mark) -> bool {
        let harmless = |at: usize| match &self.code[at].action {
            Action::SetStr(..) | Action::SetInt(..) | Action::SetBool(..) | Action::Havoc(_) => true,
            Action::Jump(Label(target)) | Action::Branch(_, Label(target)) => {
                (at..=self.code.len()).contains(&(*target as usize))
            }
            Action::Assume(Condition::Literal(Literal {
                test: Test::In(StrTerm::Var(var), _),
                holds: true,
            })) => at > mark.code && self.code[at - 1].action == Action::Havoc(Variable::Str(*var)),
            Action::Assume(condition) => *condition == Condition::TRUE,
            Action::Assert(..) | Action::Call(..) | Action::Return(_) | Action::Halt | Action::Abort => false,
        };
        (mark.code..self.code.len()).all(harmless)
    }

    /// How many instructions there are.
    pub fn size(&self) -> usize {
        self.code.len()
    }

    /// What a variable is set to so far, wherever that is.
    pub fn values_of(&self, variable: StrVar) -> impl Iterator<Item = &StrExpr> {
        let all = self.prologue.iter().chain(self.code.iter().map(|instruction| &instruction.action));
        all.filter_map(move |action| {
            let Action::SetStr(set, expr) = action else { return None };
            (*set == variable).then_some(expr)
        })
    }

    /// Whether a variable may have got some value of which [`Self::values_of`] does not know.
    pub fn is_havocked(&self, variable: StrVar) -> bool {
        let all = self.prologue.iter().chain(self.code.iter().map(|instruction| &instruction.action));
        let of_any = |action: &Action| match action {
            Action::Havoc(havocked) | Action::Call(_, _, Some(havocked)) => {
                *havocked == Variable::Str(variable)
            }
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Assume(_)
            | Action::Assert(..)
            | Action::Call(_, _, None)
            | Action::Jump(_)
            | Action::Branch(..)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => false,
        };
        all.into_iter().any(of_any)
    }

    /// The numbers of the instructions, from one on, that ask the outside for a value.
    pub fn asking(&self, from: usize) -> Vec<usize> {
        let asks = |action: &Action| {
            matches!(action, Action::SetStr(_, StrExpr::Input(_)) | Action::SetInt(_, IntExpr::Input, _))
                || matches!(action, Action::Havoc(variable) if self.fates.contains(variable))
        };
        (from..self.code.len()).filter(|&at| asks(&self.code[at].action)).collect()
    }

    /// Writes an instruction, at the present place of the source; what is given back is its number.
    pub fn push(&mut self, action: Action) -> usize {
        self.code.push(Instruction { action, span: self.span });
        self.code.len() - 1
    }

    /// Where the next instruction will stand.
    pub fn here(&self) -> Label {
        Label(self.code.len() as u32)
    }

    /// A jump to a place that is not known yet.
    pub fn jump(&mut self) -> usize {
        self.push(Action::Jump(UNKNOWN))
    }

    /// A jump to a label.
    pub fn jump_to(&mut self, label: Label) {
        self.push(Action::Jump(label));
    }

    /// A jump, when the condition holds, to a place that is not known yet.
    pub fn branch(&mut self, condition: Condition) -> usize {
        self.push(Action::Branch(condition, UNKNOWN))
    }

    /// Lets a jump or branch lead to a label.
    pub fn patch(&mut self, at: usize, label: Label) {
        if let Action::Jump(target) | Action::Branch(_, target) = &mut self.code[at].action {
            *target = label;
        }
    }

    /// A string variable that nothing uses yet.
    pub fn new_str(&mut self, name: &str) -> StrVar {
        self.strings.push(name.to_owned());
        StrVar(self.strings.len() as u32 - 1)
    }

    /// An integer variable that nothing uses yet.
    pub fn new_int(&mut self, name: &str) -> IntVar {
        self.integers.push(name.to_owned());
        IntVar(self.integers.len() as u32 - 1)
    }

    /// A boolean variable that nothing uses yet.
    pub fn new_bool(&mut self, name: &str) -> BoolVar {
        self.booleans.push(name.to_owned());
        BoolVar(self.booleans.len() as u32 - 1)
    }

    /// A string variable that the source has.
    pub fn source_str(&mut self, name: &str) -> StrVar {
        let var = self.new_str(name);
        self.of_source.insert(Variable::Str(var));
        var
    }

    /// An integer variable that the source has.
    pub fn source_int(&mut self, name: &str) -> IntVar {
        let var = self.new_int(name);
        self.of_source.insert(Variable::Int(var));
        var
    }

    /// Calls a variable as the source calls what it holds, unless it has such a name.
    pub fn name(&mut self, variable: Variable, name: &str) {
        if self.of_source.insert(variable) {
            let place = match variable {
                Variable::Str(var) => &mut self.strings[var.index()],
                Variable::Int(var) => &mut self.integers[var.index()],
                Variable::Bool(var) => &mut self.booleans[var.index()],
            };
            // A `$` would hide it.
            *place = name.replace('$', "_");
        }
    }

    /// Whether anything has a name of the source.
    pub fn is_named(&self) -> bool {
        !self.of_source.is_empty()
    }

    /// Ends the names of all variables that the source does not have with `$`: no reader knows them.
    pub fn hide_made_up(&mut self) {
        let of_source = &self.of_source;
        let hide = |variable: Variable, name: &mut String| {
            if !of_source.contains(&variable) && !name.contains('$') {
                name.push('$');
            }
        };
        (0..).zip(&mut self.strings).for_each(|(at, name)| hide(Variable::Str(StrVar(at)), name));
        (0..).zip(&mut self.integers).for_each(|(at, name)| hide(Variable::Int(IntVar(at)), name));
        (0..).zip(&mut self.booleans).for_each(|(at, name)| hide(Variable::Bool(BoolVar(at)), name));
    }

    /// A variable with the value of an expression.
    pub fn set_str(&mut self, name: &str, expr: StrExpr) -> StrTerm {
        let var = self.new_str(name);
        self.push(Action::SetStr(var, expr));
        StrTerm::Var(var)
    }

    /// A variable with the value of an expression, unwrapped.
    pub fn set_int(&mut self, name: &str, expr: IntExpr) -> Linear {
        let var = self.new_int(name);
        self.push(Action::SetInt(var, expr, Width::Unbounded));
        Linear::var(var)
    }

    /// A truth value that nothing is known of.
    pub fn any_bool(&mut self, name: &str) -> Condition {
        let var = self.new_bool(name);
        self.push(Action::Havoc(Variable::Bool(var)));
        Condition::test(Test::Bool(var))
    }

    /// A truth value that what surrounds a run decides.
    pub fn fate(&mut self, name: &str) -> Condition {
        let var = self.new_bool(name);
        self.fates.insert(Variable::Bool(var));
        self.push(Action::Havoc(Variable::Bool(var)));
        Condition::test(Test::Bool(var))
    }

    /// An integer that nothing is known of.
    pub fn any_int(&mut self, name: &str) -> Linear {
        let var = self.new_int(name);
        self.push(Action::Havoc(Variable::Int(var)));
        Linear::var(var)
    }

    /// A string that nothing is known of, marked or not.
    pub fn any_str(&mut self, name: &str) -> StrTerm {
        let var = self.new_str(name);
        self.push(Action::Havoc(Variable::Str(var)));
        StrTerm::Var(var)
    }

    /// Any string of a language.
    pub fn any_of(&mut self, name: &str, language: LanguageId) -> StrTerm {
        let term = self.any_str(name);
        self.push(Action::Assume(Condition::test(Test::In(term.clone(), language))));
        term
    }

    /// Something that is done before everything else.
    pub fn first(&mut self, action: Action) {
        self.prologue.push(action);
    }

    /// How many things are done before everything else.
    pub fn firsts(&self) -> usize {
        self.prologue.len()
    }

    /// The language under a name that determines it. One without marks looks through those of the program.
    pub fn language(&mut self, name: &str, build: impl FnOnce() -> Automaton) -> LanguageId {
        if let Some(&known) = self.by_name.get(name) {
            return LanguageId(known);
        }
        let id = self.languages.len() as u32;
        let automaton = build();
        let looks_through = self.alphabet.is_marked() && !automaton.alphabet().is_marked();
        let automaton = if looks_through { automaton.through_marks() } else { automaton };
        self.languages.push(Language { text: name.to_owned(), automaton });
        self.by_name.insert(name.to_owned(), id);
        LanguageId(id)
    }

    /// The language under a name, when there is one.
    pub fn known_language(&self, name: &str) -> Option<LanguageId> {
        self.by_name.get(name).map(|&known| LanguageId(known))
    }

    /// The function under a name that determines it. One without marks carries those of the program along.
    pub fn function(&mut self, name: &str, build: impl FnOnce() -> Transducer) -> FunctionId {
        let key = format!("function {name}");
        if let Some(&known) = self.by_name.get(&key) {
            return FunctionId(known);
        }
        let id = self.functions.len() as u32;
        let transducer = build();
        let looks_through = self.alphabet.is_marked() && !transducer.alphabet().is_marked();
        let transducer = if looks_through { transducer.through_marks() } else { transducer };
        self.functions.push(Function { name: name.to_owned(), transducer });
        self.by_name.insert(key, id);
        FunctionId(id)
    }

    /// Applies a built function to a known word.
    pub fn apply_now(&self, function: FunctionId, word: &[Symbol]) -> Option<Vec<Symbol>> {
        self.functions[function.index()].transducer.apply(word)
    }

    /// Whether a known word is in a language.
    pub fn contains_now(&self, language: LanguageId, word: &[Symbol]) -> bool {
        self.languages[language.index()].automaton.contains(word)
    }

    /// Asserts a condition here.
    pub fn assert(&mut self, condition: Condition, message: String) -> AssertId {
        let id = AssertId(self.assertions.len() as u32);
        self.assertions.push(Assertion { message: Some(message), failure: None, span: self.span });
        self.push(Action::Assert(id, condition));
        id
    }

    /// Says in words what goes wrong in a run in which an assertion fails.
    pub fn fails_as(&mut self, id: AssertId, failure: String) {
        self.assertions[id.index()].failure = Some(failure);
    }

    /// The whole program. Labels move by what is done first.
    pub fn finish(mut self, files: Vec<String>) -> Program {
        self.push(Action::Halt);
        let shift = self.prologue.len() as u32;
        let span = Span { file: 0, start: 0, end: 0 };
        let mut code: Vec<Instruction> =
            self.prologue.into_iter().map(|action| Instruction { action, span }).collect();
        for mut instruction in self.code {
            if let Action::Jump(target) | Action::Branch(_, target) = &mut instruction.action {
                target.0 += shift;
            }
            code.push(instruction);
        }
        let main = Procedure {
            name: "main".to_owned(),
            parameters: Vec::new(),
            result: None,
            strings: self.strings,
            integers: self.integers,
            booleans: self.booleans,
            code,
        };
        Program {
            alphabet: self.alphabet,
            files,
            procedures: vec![main],
            entry: ProcId(0),
            assertions: self.assertions,
            languages: self.languages,
            patterns: Vec::new(),
            functions: self.functions,
        }
    }
}
