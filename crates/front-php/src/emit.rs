//! The program under construction.
//!
//! Variables are assigned once in the text of the program, wherever that is possible: a value is then named by its
//! variable and cannot change under it. What was emitted can be taken back, since loops are lowered until their
//! shapes agree.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Automaton, Budget, Symbol, Transducer};
use ir::{
    Action, AssertId, Assertion, BoolVar, Condition, Function, FunctionId, InputSet, Instruction, IntExpr,
    IntVar, Label, Language, LanguageId, Linear, ProcId, Procedure, Program, Span, StrExpr, StrTerm, StrVar,
    Test, Variable, Width,
};

use crate::policy::ALPHABET;

/// Steps that the language of one expression may take to build.
const STEPS: u64 = 20_000_000;

/// A label that is not known yet.
const UNKNOWN: Label = Label(u32::MAX);

/// The program under construction.
#[derive(Default)]
pub(crate) struct Emit {
    code: Vec<Instruction>,
    strings: Vec<String>,
    integers: Vec<String>,
    booleans: Vec<String>,
    prologue: Vec<Action>,
    assertions: Vec<Assertion>,
    languages: Vec<Language>,
    functions: Vec<Function>,
    by_name: HashMap<String, u32>,
    /// Languages that are one word of the page.
    constants: BTreeSet<LanguageId>,
    /// Variables that what surrounds a run decides.
    pub(crate) fates: BTreeSet<Variable>,
    /// Where the code that is lowered now stands.
    pub(crate) span: Span,
}

/// How much was emitted at some time.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    code: usize,
    assertions: usize,
}

impl Emit {
    /// How much there is now.
    pub(crate) fn mark(&self) -> Mark {
        Mark { code: self.code.len(), assertions: self.assertions.len() }
    }

    /// Takes back everything since then. Variables stay, since nothing else uses them.
    pub(crate) fn undo(&mut self, mark: Mark) {
        self.code.truncate(mark.code);
        self.assertions.truncate(mark.assertions);
    }

    /// Whether everything since then is assignments, which can be done too early without harm.
    pub(crate) fn only_assigns(&self, mark: Mark) -> bool {
        let assigns = |instruction: &Instruction| {
            matches!(
                instruction.action,
                Action::SetStr(..) | Action::SetInt(..) | Action::SetBool(..) | Action::Havoc(_)
            )
        };
        self.code[mark.code..].iter().all(assigns)
    }

    /// How many instructions there are.
    pub(crate) fn size(&self) -> usize {
        self.code.len()
    }

    pub(crate) fn push(&mut self, action: Action) -> usize {
        self.code.push(Instruction { action, span: self.span });
        self.code.len() - 1
    }

    /// Where the next instruction will stand.
    pub(crate) fn here(&self) -> Label {
        Label(self.code.len() as u32)
    }

    /// A jump to a place that is not known yet.
    pub(crate) fn jump(&mut self) -> usize {
        self.push(Action::Jump(UNKNOWN))
    }

    pub(crate) fn jump_to(&mut self, label: Label) {
        self.push(Action::Jump(label));
    }

    /// A jump, when the condition holds, to a place that is not known yet.
    pub(crate) fn branch(&mut self, condition: Condition) -> usize {
        self.push(Action::Branch(condition, UNKNOWN))
    }

    /// Lets a jump or branch lead to a label.
    pub(crate) fn patch(&mut self, at: usize, label: Label) {
        if let Action::Jump(target) | Action::Branch(_, target) = &mut self.code[at].action {
            *target = label;
        }
    }

    pub(crate) fn new_str(&mut self, name: &str) -> StrVar {
        self.strings.push(name.to_owned());
        StrVar(self.strings.len() as u32 - 1)
    }

    pub(crate) fn new_int(&mut self, name: &str) -> IntVar {
        self.integers.push(name.to_owned());
        IntVar(self.integers.len() as u32 - 1)
    }

    pub(crate) fn new_bool(&mut self, name: &str) -> BoolVar {
        self.booleans.push(name.to_owned());
        BoolVar(self.booleans.len() as u32 - 1)
    }

    /// A variable with the value of an expression.
    pub(crate) fn set_str(&mut self, name: &str, expr: StrExpr) -> StrTerm {
        let var = self.new_str(name);
        self.push(Action::SetStr(var, expr));
        StrTerm::Var(var)
    }

    /// A variable with the value of an expression, unwrapped.
    pub(crate) fn set_int(&mut self, name: &str, expr: IntExpr) -> Linear {
        let var = self.new_int(name);
        self.push(Action::SetInt(var, expr, Width::Unbounded));
        Linear::var(var)
    }

    /// A truth value that nothing is known of.
    pub(crate) fn any_bool(&mut self, name: &str) -> Condition {
        let var = self.new_bool(name);
        self.push(Action::Havoc(Variable::Bool(var)));
        Condition::test(Test::Bool(var))
    }

    /// A truth value that what surrounds a run decides.
    pub(crate) fn fate(&mut self, name: &str) -> Condition {
        let var = self.new_bool(name);
        self.fates.insert(Variable::Bool(var));
        self.push(Action::Havoc(Variable::Bool(var)));
        Condition::test(Test::Bool(var))
    }

    /// An integer that nothing is known of.
    pub(crate) fn any_int(&mut self, name: &str) -> Linear {
        let var = self.new_int(name);
        self.push(Action::Havoc(Variable::Int(var)));
        Linear::var(var)
    }

    /// A string that nothing is known of, marked or not.
    pub(crate) fn any_str(&mut self, name: &str) -> StrTerm {
        let var = self.new_str(name);
        self.push(Action::Havoc(Variable::Str(var)));
        StrTerm::Var(var)
    }

    /// A string of a language over marked bytes, which may leave marks out.
    pub(crate) fn any_of(&mut self, name: &str, language: LanguageId) -> StrTerm {
        let term = self.any_str(name);
        self.push(Action::Assume(Condition::test(Test::In(term.clone(), language))));
        term
    }

    /// Any text of the outside, or any of a language of our own dialect. The language has marks, so that the
    /// analysis knows that every character has.
    pub(crate) fn outside(&mut self, regex: Option<&str>) -> InputSet {
        let name = format!("outside {}", regex.unwrap_or("any"));
        InputSet::Language(self.language(&name, || match regex {
            None => Automaton::any(PLAIN).all_marked(),
            Some(regex) => language(regex).all_marked(),
        }))
    }

    /// Something that is done before everything else.
    pub(crate) fn first(&mut self, action: Action) {
        self.prologue.push(action);
    }

    /// How many things are done before everything else.
    pub(crate) fn firsts(&self) -> usize {
        self.prologue.len()
    }

    /// The language under a name that determines it. One over bytes looks through marks.
    pub(crate) fn language(&mut self, name: &str, build: impl FnOnce() -> Automaton) -> LanguageId {
        if let Some(&known) = self.by_name.get(name) {
            return LanguageId(known);
        }
        let id = self.languages.len() as u32;
        let automaton = build();
        let is_marked = automaton.alphabet().is_marked();
        let automaton = if is_marked { automaton } else { automaton.through_marks() };
        self.languages.push(Language { text: name.to_owned(), automaton });
        self.by_name.insert(name.to_owned(), id);
        LanguageId(id)
    }

    /// Says that a language is one word that the page wrote.
    pub(crate) fn note_constant(&mut self, id: LanguageId) {
        self.constants.insert(id);
    }

    /// Whether a language is one word that the page wrote.
    pub(crate) fn is_constant(&self, id: LanguageId) -> bool {
        self.constants.contains(&id)
    }

    /// The language under a name, when there is one.
    pub(crate) fn known_language(&self, name: &str) -> Option<LanguageId> {
        self.by_name.get(name).map(|&known| LanguageId(known))
    }

    /// The function under a name that determines it. One over bytes is carried through marks.
    pub(crate) fn function(&mut self, name: &str, build: impl FnOnce() -> Transducer) -> FunctionId {
        let key = format!("function {name}");
        if let Some(&known) = self.by_name.get(&key) {
            return FunctionId(known);
        }
        let id = self.functions.len() as u32;
        let transducer = build();
        let is_marked = transducer.alphabet().is_marked();
        let transducer = if is_marked { transducer } else { transducer.through_marks() };
        self.functions.push(Function { name: name.to_owned(), transducer });
        self.by_name.insert(key, id);
        FunctionId(id)
    }

    /// Applies a built function to a known word.
    pub(crate) fn apply_now(&self, function: FunctionId, word: &[Symbol]) -> Option<Vec<Symbol>> {
        self.functions[function.index()].transducer.apply(word)
    }

    /// Whether a known word is in a language.
    pub(crate) fn contains_now(&self, language: LanguageId, word: &[Symbol]) -> bool {
        self.languages[language.index()].automaton.contains(word)
    }

    /// Asserts a condition here.
    pub(crate) fn assert(&mut self, condition: Condition, message: String) -> AssertId {
        let id = AssertId(self.assertions.len() as u32);
        self.assertions.push(Assertion { message: Some(message), span: self.span });
        self.push(Action::Assert(id, condition));
        id
    }

    /// The whole program. Labels move by what is done first.
    pub(crate) fn finish(mut self, files: Vec<String>) -> Program {
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
            alphabet: ALPHABET,
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

/// A constant string that the page wrote.
pub(crate) fn literal(bytes: &[u8]) -> StrTerm {
    StrTerm::Word(word(bytes).into())
}

/// The characters of bytes.
pub(crate) fn word(bytes: &[u8]) -> Vec<Symbol> {
    bytes.iter().map(|&byte| Symbol::from(byte)).collect()
}

/// The bytes of a word that the page wrote.
pub(crate) fn bytes_of(word: &Arc<[Symbol]>) -> Option<Vec<u8>> {
    word.iter().map(|&symbol| u8::try_from(symbol).ok()).collect()
}

/// Bytes without marks.
pub(crate) const PLAIN: Alphabet = Alphabet::BYTE;

/// The language of an expression of our own dialect over plain bytes.
pub(crate) fn language(regex: &str) -> Automaton {
    let parsed = Regex::parse(regex, Dialect::Own, Flags::NONE).expect("our own expressions parse");
    parsed.full_match(PLAIN, &mut Budget::steps(STEPS)).expect("our own expressions fit their budget")
}
