//! From trees to a program: a walk that runs the page on values that are not known.
//!
//! Calls are lowered in place, so arguments by reference, shapes of arrays and objects are those of the call. The
//! lowering ends on every source: depth, size and rounds are limited, and what exceeds a limit is an assumption.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "of the kinds of a value a model tells apart those it knows; its wildcard says what holds of any"
)]

pub(crate) mod env;
pub(crate) mod library;
mod join;
pub(crate) mod convert;
mod compare;
mod arrays;
mod places;
mod arithmetic;
mod output;
mod refine;
mod branches;
mod expressions;
mod objects;
mod calls;
pub(crate) mod loops;
mod statements;
mod attempts;
mod sources;
mod unreached;
mod steered;
mod harmless;
mod references;
mod closures;
mod settled;
mod enums;
mod iterate;
mod special;
mod lookup;
mod arguments;
mod fragment;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use ir::emit::Emit;
use ir::{Action, AssertId, Assertion, BoolVar, Condition, LanguageId, Program, Span, StrVar};

use crate::config::Config;
use crate::policy::{ALPHABET, RuleId};
use crate::tree::{Class, Diagnostic, Expr, Function, Name, Stmt, StmtKind, read};
use env::{Env, Key, Pending};

/// How deep calls are lowered into each other.
const CALL_DEPTH: usize = 24;
/// How many instructions a page may have.
const SIZE: usize = 60_000;

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, with `/` between folders.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Something that was taken for granted, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Approximation {
    /// Where.
    pub span: Span,
    /// What.
    pub text: String,
}

/// A string that a request gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The superglobal, such as `_GET`.
    pub from: String,
    /// Its key there.
    pub key: String,
    /// The variable that holds it.
    pub variable: StrVar,
    /// Whether it is given.
    pub present: BoolVar,
}

/// What an assertion claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A text keeps to a rule.
    Rule(RuleId),
    /// No run gets to a construct that is not modelled.
    Gap(Reach),
}

/// What a gap may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Anything.
    Anywhere,
    /// What follows: unknown code is run where the gap stands.
    Onward,
}

impl Claim {
    /// The rule, unless it is a gap.
    pub fn rule(self) -> Option<RuleId> {
        match self {
            Claim::Rule(rule) => Some(rule),
            Claim::Gap(_) => None,
        }
    }
}

impl From<RuleId> for Claim {
    fn from(rule: RuleId) -> Claim {
        Claim::Rule(rule)
    }
}

/// What a page was made into.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// The page and the files that it includes, as the numbers of files in spans say.
    pub files: Vec<Source>,
    /// The claim of each assertion, by its number.
    pub claims: Vec<Claim>,
    /// The assertions in the code of the page itself, outside of functions.
    pub(crate) in_main_code: BTreeSet<AssertId>,
    /// What is wrong with the sources.
    pub diagnostics: Vec<Diagnostic>,
    /// What was taken for granted.
    pub approximations: Vec<Approximation>,
    /// What a request may give.
    pub parameters: Vec<Parameter>,
    /// Variables that may have any value because of what surrounds a run: whether a file can be opened, say. Any other
    /// variable that may have any value has it because nothing more is known.
    pub fates: BTreeSet<ir::Variable>,
    /// Variables of which nothing is known and that were fixed by [`Lowered::cautious`].
    pub guesses: BTreeSet<ir::Variable>,
    /// Files that are included and not in the project, or that cannot be read as PHP.
    pub missing: Vec<String>,
    /// By the instruction that puts texts together and the number of a part: the expression that the part comes from.
    pub(crate) parts: BTreeMap<(usize, usize), Span>,
    /// By the instruction that writes a value to the page: the constants that follow it, whole.
    pub(crate) tails: BTreeMap<usize, Vec<automata::Symbol>>,
}

/// What a page stands in.
#[derive(Clone, Copy)]
pub struct Project<'a> {
    /// The bytes of a file that may be included, by its name with `/` between folders.
    pub find: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    /// What is said about the project.
    pub config: &'a Config,
    /// Whether other files of the project include the page, so that its variables may be set before its first line.
    pub is_included: bool,
}

/// Lowers a page and the files of the project that it includes.
pub fn lower(page: &Source, project: Project<'_>) -> Lowered {
    fragment::lower(page, project)
}

/// Exits of a loop or switch.
#[derive(Default)]
struct Turn {
    /// Whether its code is run again and again.
    is_repeated: bool,
    breaks: Vec<Pending>,
    continues: Vec<Pending>,
}

/// A call that is being lowered.
struct Frame {
    number: u32,
    class: Option<Name>,
    this: Option<crate::value::ObjectId>,
    /// The class that a static method was called on.
    called: Option<Name>,
    /// The type of the result.
    hint: Option<crate::tree::Hint>,
    function: Name,
    returns: Vec<Pending>,
    turns: Vec<Turn>,
    handlers: Vec<Vec<Pending>>,
}

/// The lowering.
pub(crate) struct Lower<'a> {
    pub(crate) emit: Emit,
    project: Project<'a>,
    files: Vec<Source>,
    read: BTreeMap<u32, Rc<[Stmt]>>,
    env: Env,
    /// Whether no run comes here.
    dead: bool,
    frames: Vec<Frame>,
    frame_count: u32,
    object_count: u32,
    functions: HashMap<Name, Rc<Function>>,
    classes: HashMap<Name, Rc<Class>>,
    classes_of: BTreeMap<crate::value::ObjectId, Name>,
    /// What closures were made in, by their numbers.
    receivers: BTreeMap<u32, calls::Receiver>,
    /// The objects of the cases of enumerations.
    cases: BTreeMap<Key, crate::value::ObjectId>,
    /// How many texts of objects were taken.
    texts_taken: u32,
    /// Whether what is called at the end is being lowered.
    is_ending: bool,
    /// Whether what PHP does at the end of a run is being lowered.
    is_over: bool,
    claims: BTreeMap<AssertId, Claim>,
    in_main_code: BTreeSet<AssertId>,
    /// The instruction, which does nothing, where a rule first met a constant.
    first_constants: BTreeMap<RuleId, usize>,
    diagnostics: Vec<Diagnostic>,
    approximations: BTreeSet<Approximation>,
    parameters: Vec<Parameter>,
    missing: BTreeSet<String>,
    /// Variables that are empty unless a condition holds.
    empty_unless: BTreeMap<StrVar, Condition>,
    /// Languages that are one word of the page.
    constants: BTreeMap<LanguageId, Vec<u8>>,
    /// Texts of the page that are one of some words.
    alternatives: BTreeMap<StrVar, Vec<Vec<u8>>>,
    /// The statements that were run.
    run: BTreeSet<Span>,
    /// The places at which something was written or given to a sink.
    reached: BTreeSet<Span>,
    /// The first assertion that no run comes to; all after it are such.
    unreached: Option<AssertId>,
    /// Where the parts of texts come from. Of what was taken back something may be left.
    parts: BTreeMap<(usize, usize), Span>,
    /// The constants after values that were written, by the instruction.
    tails: BTreeMap<usize, Vec<automata::Symbol>>,
    written: Option<output::Written>,
    /// What was seen of the variables of the page.
    seen: fragment::Seen,
}

impl<'a> Lower<'a> {
    fn new(page: Source, project: Project<'a>) -> Lower<'a> {
        let main = Frame {
            number: 0,
            class: None,
            this: None,
            called: None,
            hint: None,
            function: "".into(),
            returns: Vec::new(),
            turns: Vec::new(),
            handlers: Vec::new(),
        };
        Lower {
            emit: Emit::new(ALPHABET),
            project,
            files: vec![page],
            read: BTreeMap::new(),
            env: Env::default(),
            dead: false,
            frames: vec![main],
            frame_count: 1,
            object_count: 0,
            functions: HashMap::new(),
            classes: HashMap::new(),
            classes_of: BTreeMap::from([(calls::BY_PHP, "thrown by php".into())]),
            receivers: BTreeMap::new(),
            cases: BTreeMap::new(),
            texts_taken: 0,
            is_ending: false,
            is_over: false,
            claims: BTreeMap::new(),
            in_main_code: BTreeSet::new(),
            first_constants: BTreeMap::new(),
            diagnostics: Vec::new(),
            approximations: BTreeSet::new(),
            parameters: Vec::new(),
            missing: BTreeSet::new(),
            empty_unless: BTreeMap::new(),
            constants: BTreeMap::new(),
            alternatives: BTreeMap::new(),
            run: BTreeSet::new(),
            reached: BTreeSet::new(),
            unreached: None,
            parts: BTreeMap::new(),
            tails: BTreeMap::new(),
            written: None,
            seen: fragment::Seen::default(),
        }
    }

    /// The statements of a file, read once; its functions and classes are known from then on.
    fn file(&mut self, number: u32) -> Rc<[Stmt]> {
        if let Some(known) = self.read.get(&number) {
            return known.clone();
        }
        let file = read(&self.files[number as usize].bytes, number);
        self.diagnostics.extend(file.diagnostics);
        let statements: Rc<[Stmt]> = file.statements.into();
        self.read.insert(number, statements.clone());
        self.hoist(&statements);
        statements
    }

    /// Functions and classes are known before the first statement runs.
    fn hoist(&mut self, statements: &[Stmt]) {
        for statement in statements {
            match &statement.kind {
                StmtKind::Function(function) => self.declare_function(function),
                StmtKind::Class(class) => self.declare_class(class),
                StmtKind::Block(inner) => self.hoist(inner),
                StmtKind::If(_, yes, no) => {
                    self.hoist(yes);
                    self.hoist(no);
                }
                StmtKind::Expr(_)
                | StmtKind::Echo(_)
                | StmtKind::Html(_)
                | StmtKind::While(..)
                | StmtKind::DoWhile(..)
                | StmtKind::For { .. }
                | StmtKind::Foreach { .. }
                | StmtKind::Switch(..)
                | StmtKind::Break(_)
                | StmtKind::Continue(_)
                | StmtKind::Return(_)
                | StmtKind::Const(_)
                | StmtKind::Global(_)
                | StmtKind::Static(_)
                | StmtKind::Unset(_)
                | StmtKind::Throw(_)
                | StmtKind::Try(..)
                | StmtKind::Unsupported(_) => {}
            }
        }
    }

    fn declare_function(&mut self, function: &Rc<Function>) {
        let name: Name = function.name.to_ascii_lowercase().into();
        if self.functions.insert(name, function.clone()).is_some_and(|old| old != *function) {
            self.gap(&format!("one of several functions is named {}", function.name));
        }
    }

    fn declare_class(&mut self, class: &Rc<Class>) {
        let name: Name = class.name.to_ascii_lowercase().into();
        if self.classes.insert(name, class.clone()).is_some_and(|old| old != *class) {
            self.gap(&format!("one of several classes is named {}", class.name));
        }
    }

    /// Whether the sources have a function of this name, in lower case, or the configuration speaks of it.
    pub(crate) fn is_declared(&self, name: &str) -> bool {
        let config = self.project.config;
        self.functions.contains_key(name)
            || config.sources.iter().any(|known| known == name)
            || config.sanitisers.iter().any(|known| known.function == name)
            || config.sinks.iter().any(|known| known.function == name)
    }

    /// Claims that no run gets here, since what stands here is not modelled. Nothing of the page is proved while a run may.
    pub(crate) fn gap(&mut self, what: &str) {
        self.gap_with(Reach::Anywhere, what);
    }

    /// Claims that no run gets here, where unknown code is run. It may throw.
    pub(crate) fn unknown_code(&mut self, what: &str) {
        self.gap_with(Reach::Onward, what);
        self.may_throw(|lower| lower.emit.any_bool("throws"));
    }

    fn gap_with(&mut self, reach: Reach, what: &str) {
        if self.dead {
            return;
        }
        self.reached.insert(self.emit.span);
        let id = self.emit.assert(Condition::FALSE, format!("{what}, which is not modelled"));
        self.claim(id, Claim::Gap(reach));
    }

    /// Notes what an assertion claims. The number may have been that of one that was taken back.
    pub(crate) fn claim(&mut self, id: AssertId, claim: Claim) {
        self.claims.insert(id, claim);
        if self.frames.len() == 1 && self.emit.span.file == 0 && !self.is_ending {
            self.in_main_code.insert(id);
        } else {
            self.in_main_code.remove(&id);
        }
    }

    /// Notes what is over-approximated here.
    pub(crate) fn approximate(&mut self, text: String) {
        self.approximations.insert(Approximation { span: self.emit.span, text });
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the main frame is never left")
    }

    /// The place of a variable of the present call.
    fn local(&self, name: &str) -> Key {
        if Self::is_superglobal(name) {
            return format!("super:{name}").into();
        }
        let number = self.frames.last().map_or(0, |frame| frame.number);
        format!("{number}:{name}").into()
    }

    /// Runs something with the place of a node.
    fn at<T>(&mut self, span: Span, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.emit.span, span);
        let result = run(self);
        self.emit.span = before;
        result
    }

    fn finish(self) -> Lowered {
        let files = self.files.iter().map(|file| file.name.clone()).collect();
        let fates = self.emit.fates.clone();
        let (written, moved) = (self.emit.size(), self.emit.firsts());
        let parts = self.parts.iter().map(|(&(at, part), span)| ((at + moved, part), *span)).collect();
        let tails = self.tails.into_iter().map(|(at, tail)| (at + moved, tail)).collect();
        let mut program = self.emit.finish(files);
        // Numbers of assertions that were taken back are used again or lie past the last one.
        let mut claims: Vec<Claim> = self.claims.into_values().take(program.assertions.len()).collect();
        let judged = claims[..self.unreached.map_or(claims.len(), AssertId::index)].to_vec();
        for (rule, at) in self.first_constants.into_iter().filter(|&(_, at)| at < written) {
            if !judged.contains(&rule.into()) {
                judge_constant(&mut program, at + moved, rule);
                claims.push(rule.into());
            }
        }
        steered::spare_harmless(&mut program, &claims);
        Lowered {
            program,
            files: self.files,
            claims,
            in_main_code: self.in_main_code,
            diagnostics: self.diagnostics,
            approximations: once_a_file(self.approximations),
            parameters: self.parameters,
            fates,
            guesses: BTreeSet::new(),
            missing: self.missing.into_iter().collect(),
            parts,
            tails,
        }
    }
}

/// Each assumption once a file, at its first place, with the number of places.
fn once_a_file(all: BTreeSet<Approximation>) -> Vec<Approximation> {
    let mut told: Vec<(Approximation, usize)> = Vec::new();
    for assumption in all {
        let is_same =
            |known: &Approximation| known.span.file == assumption.span.file && known.text == assumption.text;
        match told.iter_mut().find(|(known, _)| is_same(known)) {
            Some((_, count)) => *count += 1,
            None => told.push((assumption, 1)),
        }
    }
    let counted = told.into_iter().map(|(mut assumption, count)| {
        if count > 1 {
            assumption.text = format!("{}; in {count} places", assumption.text);
        }
        assumption
    });
    counted.collect()
}

/// Asserts that a constant keeps to its rule, in the place of an instruction that does nothing.
fn judge_constant(program: &mut Program, at: usize, rule: RuleId) {
    let id = AssertId(program.assertions.len() as u32);
    let instruction = &mut program.procedures[0].code[at];
    instruction.action = Action::Assert(id, Condition::TRUE);
    let (message, failure) = (Some(rule.rule().sentence()), Some(rule.rule().failure()));
    program.assertions.push(Assertion { message, failure, span: instruction.span });
}

/// An expression that is one name.
pub(crate) fn variable_name(expr: &Expr) -> Option<&Name> {
    match &expr.kind {
        crate::tree::ExprKind::Variable(name) => Some(name),
        _ => None,
    }
}
