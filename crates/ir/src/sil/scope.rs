//! What names stand for: procedures, variables with their types, labels.
//!
//! Variables belong to the whole procedure and are declared once. A type is a [`Node`] of a union-find forest
//! over the whole text, so that the untyped procedures of [YBI09 §3] get their types by use, from each other
//! too, in one walk over the text ([`types`](super::types)).

use std::collections::BTreeMap;

use super::builtins;
use super::error::{Errors, SyntaxError, nearest};
use super::tree::{Name, Proc, StmtId, StmtKind, Tree, Typing};
use crate::program::Type;
use crate::span::Span;

/// A type that may not be known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(u32);

/// Types and which of them are the same.
#[derive(Debug)]
pub(super) struct Forest {
    parents: Vec<u32>,
}

/// A variable of a procedure.
#[derive(Debug)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) node: Node,
}

/// What the names in a procedure stand for.
#[derive(Debug)]
pub(super) struct Scope {
    /// The parameters first, in order.
    pub(super) locals: Vec<Local>,
    by_name: BTreeMap<String, usize>,
    pub(super) parameter_count: usize,
    pub(super) labels: BTreeMap<String, Span>,
    pub(super) result: Option<Node>,
    typing: Typing,
}

/// What the names of a text stand for.
#[derive(Debug)]
pub(super) struct Scopes {
    /// In the order of the procedures.
    pub(super) of_procedures: Vec<Scope>,
    procedures: BTreeMap<String, usize>,
    entry: Option<usize>,
    pub(super) forest: Forest,
}

const TYPES: [Type; 3] = [Type::Str, Type::Int, Type::Bool];

impl Forest {
    fn new() -> Self {
        Forest { parents: (0..TYPES.len() as u32).collect() }
    }

    /// A type that is known.
    pub(super) fn known(ty: Type) -> Node {
        Node(TYPES.iter().position(|known| *known == ty).expect("all types are listed") as u32)
    }

    fn unknown(&mut self) -> Node {
        self.parents.push(self.parents.len() as u32);
        Node(self.parents.len() as u32 - 1)
    }

    /// What is known of a type.
    pub(super) fn ty(&mut self, node: Node) -> Option<Type> {
        TYPES.get(self.root(node) as usize).copied()
    }

    /// Makes two types the same; the two that are known and differ, when that cannot be.
    pub(super) fn unify(&mut self, left: Node, right: Node) -> Result<(), (Type, Type)> {
        let (left, right) = (self.root(left), self.root(right));
        match (TYPES.get(left as usize), TYPES.get(right as usize)) {
            (Some(left), Some(right)) if left != right => return Err((*left, *right)),
            (None, Some(_)) => self.parents[left as usize] = right,
            (Some(_) | None, Some(_) | None) => self.parents[right as usize] = left,
        }
        Ok(())
    }

    fn root(&mut self, node: Node) -> u32 {
        let mut at = node.0;
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }
}

impl Scope {
    /// The variable with the name.
    pub(super) fn local(&self, name: &str) -> Option<&Local> {
        self.by_name.get(name).map(|index| &self.locals[*index])
    }

    fn add(&mut self, name: &Name, node: Node) {
        self.by_name.insert(name.text.clone(), self.locals.len());
        self.locals.push(Local { name: name.text.clone(), span: name.span, node });
    }
}

impl Scopes {
    /// Gathers what a text declares.
    pub(super) fn of(tree: &Tree, errors: &mut Errors) -> Scopes {
        let mut scopes = Scopes {
            of_procedures: Vec::new(),
            procedures: BTreeMap::new(),
            entry: None,
            forest: Forest::new(),
        };
        for (index, procedure) in tree.procedures.iter().enumerate() {
            let name = &procedure.name;
            if builtins::named(&name.text).is_some() {
                let cause = format!("`{}` is a function that the language has", name.text);
                errors.push(SyntaxError::new(name.span, cause).with_help("choose another name"));
            }
            if scopes.procedures.insert(name.text.clone(), index).is_some() {
                errors.push(SyntaxError::new(
                    name.span,
                    format!("there are two procedures named `{}`", name.text),
                ));
            }
            let scope = scopes.scope(tree, procedure, errors);
            scopes.of_procedures.push(scope);
        }
        scopes.find_entry(tree, errors);
        scopes
    }

    /// The number of the procedure with the name.
    pub(super) fn procedure(&self, name: &str) -> Option<usize> {
        self.procedures.get(name).copied()
    }

    /// A function or procedure whose name is like the one given.
    pub(super) fn procedure_like(&self, name: &str) -> Option<&str> {
        let builtins: Vec<&str> = builtins::names().collect();
        nearest(name, self.procedures.keys().map(String::as_str).chain(builtins))
    }

    /// Where a run begins, when there is such a procedure.
    pub(super) fn entry(&self) -> Option<usize> {
        self.entry
    }

    /// A run begins at the procedure that is said to be the entry, at `main`, or at the only one.
    fn find_entry(&mut self, tree: &Tree, errors: &mut Errors) {
        let only = (self.of_procedures.len() == 1).then_some(0);
        self.entry = match &tree.entry {
            Some(name) => self.procedure(&name.text),
            None => self.procedure("main").or(only),
        };
        if self.entry.is_some() {
            return;
        }
        if let Some(name) = &tree.entry {
            errors.push(SyntaxError::new(name.span, format!("there is no procedure `{}`", name.text)));
        } else {
            let place = tree.procedures.first().map(|procedure| procedure.name.span).unwrap_or_default();
            let error = SyntaxError::new(place, "there is no procedure `main`");
            errors.push(error.with_help("a run begins there, unless there is only one procedure"));
        }
    }

    /// The variable with the name; in an untyped procedure it need not be declared.
    pub(super) fn variable(&mut self, scope: usize, name: &str, place: Span, errors: &mut Errors) -> Node {
        let current = &mut self.of_procedures[scope];
        if let Some(local) = current.local(name) {
            return local.node;
        }
        if current.typing == Typing::Declared {
            let error = SyntaxError::new(place, format!("there is no variable `{name}`"));
            let guess = nearest(name, current.by_name.keys().map(String::as_str));
            errors.push(error.with_help(match guess {
                Some(guess) => format!("did you mean `{guess}`?"),
                None => format!("declare it, as in `{name}: str;`"),
            }));
        }
        // It is added in any case, so that the error is told once.
        let node = self.forest.unknown();
        current.add(&Name { text: name.to_owned(), span: place }, node);
        node
    }

    fn scope(&mut self, tree: &Tree, procedure: &Proc, errors: &mut Errors) -> Scope {
        let mut scope = Scope {
            locals: Vec::new(),
            by_name: BTreeMap::new(),
            parameter_count: procedure.parameters.len(),
            labels: BTreeMap::new(),
            result: procedure.result.map(Forest::known),
            typing: procedure.typing,
        };
        for (name, ty) in &procedure.parameters {
            let node = ty.map_or_else(|| self.forest.unknown(), Forest::known);
            declare(&mut scope, name, node, errors);
        }
        self.gather(tree, &procedure.body, &mut scope, errors);
        scope
    }

    fn gather(&mut self, tree: &Tree, statements: &[StmtId], scope: &mut Scope, errors: &mut Errors) {
        for &statement in statements {
            match &tree.stmt(statement).kind {
                StmtKind::Declare(name, ty, _) => declare(scope, name, Forest::known(*ty), errors),
                StmtKind::Label(name) => {
                    if scope.labels.insert(name.text.clone(), name.span).is_some() {
                        errors.push(SyntaxError::new(
                            name.span,
                            format!("there are two labels `{}`", name.text),
                        ));
                    }
                }
                StmtKind::If(arms, otherwise) => {
                    for (_, body) in arms {
                        self.gather(tree, body, scope, errors);
                    }
                    self.gather(tree, otherwise, scope, errors);
                }
                StmtKind::While(_, body) => self.gather(tree, body, scope, errors),
                StmtKind::Return(Some(_)) if scope.typing == Typing::ByUse && scope.result.is_none() => {
                    scope.result = Some(self.forest.unknown());
                }
                StmtKind::Assign(..)
                | StmtKind::Havoc(_)
                | StmtKind::Assert(..)
                | StmtKind::Assume(_)
                | StmtKind::Call(_)
                | StmtKind::Goto(_)
                | StmtKind::Return(_)
                | StmtKind::Halt
                | StmtKind::Abort => {}
            }
        }
    }
}

fn declare(scope: &mut Scope, name: &Name, node: Node, errors: &mut Errors) {
    if scope.local(&name.text).is_some() {
        let error = SyntaxError::new(name.span, format!("`{}` is declared twice", name.text));
        errors.push(error.with_help("a variable belongs to its whole procedure; assign to it with `:=`"));
    } else {
        scope.add(name, node);
    }
}
