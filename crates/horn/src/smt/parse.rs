//! Reads a system from SMT-LIB text of the HORN fragment.
//!
//! Total: every text gives a system or the line that is wrong. What is not a Horn clause is an error, never left out, and
//! so is a command that is not known. `(query p)` of the dialect with rules is the clause that `p` is false. A text asks
//! once: clauses behind the question, a second `check-sat`, and anything behind `exit` are refused.

use std::error::Error;
use std::fmt;

use automata::{Alphabet, Budget};

use super::scope::{Bound, Meaning, Scope, all_have_values, is_pattern, is_theirs};
use super::sexpr::{Place, Sexprs};
use super::term::{Elaborator, Wrong};
use super::text::LAST;
use crate::clausify::clauses;
use crate::sort::{Constructor, DataId, DataType, Sort};
use crate::system::{Atom, Clause, Head, HornSystem, Variable};
use crate::terms::Var;

/// Why a text is not a system of Horn clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    line: u32,
    what: String,
}

impl ParseError {
    /// The line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Error for ParseError {}

/// Exact: the system of a text.
///
/// # Errors
/// The first line that is not understood, or where the budget is spent.
pub fn parse(text: &str, budget: &mut Budget) -> Result<HornSystem, ParseError> {
    parse_placed(text, budget).map(|(system, _)| system)
}

/// Exact: the system of a text, and for each clause the line in which it begins.
///
/// # Errors
/// The first line that is not understood, or where the budget is spent.
pub fn parse_placed(text: &str, budget: &mut Budget) -> Result<(HornSystem, Vec<u32>), ParseError> {
    let wrong = |(line, what): Wrong| ParseError { line, what };
    let sexprs = Sexprs::read(text).map_err(|(line, what)| ParseError { line, what: what.to_owned() })?;
    let system = HornSystem::new(Alphabet::up_to(LAST));
    let mut reader =
        Reader { sexprs: &sexprs, system, scope: Scope::default(), free: Vec::new(), asked: None, budget };
    let mut lines = Vec::new();
    for &command in sexprs.top() {
        reader.command(command).map_err(wrong)?;
        lines.resize(reader.system.clauses.len(), sexprs.line(command));
    }
    Ok((reader.system, lines))
}

struct Reader<'a> {
    sexprs: &'a Sexprs,
    system: HornSystem,
    scope: Scope,
    /// Variables that rules have in common, in the dialect with rules.
    free: Vec<Bound>,
    /// What was asked so far.
    asked: Option<Asked>,
    budget: &'a mut Budget,
}

/// What a text has asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Whether the clauses have a model.
    Solver,
    /// Whether predicates can be derived.
    Goals,
    /// It ended.
    Nothing,
}

/// Commands that change nothing about the clauses.
const SKIPPED: [&str; 12] = [
    "set-logic",
    "set-info",
    "get-model",
    "get-proof",
    "get-value",
    "get-assertions",
    "get-assignment",
    "get-option",
    "get-info",
    "get-unsat-core",
    "get-unsat-assumptions",
    "echo",
];

impl Reader<'_> {
    fn wrong<T>(&self, place: Place, what: &str) -> Result<T, Wrong> {
        Err((self.sexprs.line(place), what.to_owned()))
    }

    fn command(&mut self, place: Place) -> Result<(), Wrong> {
        let sexprs = self.sexprs;
        let parts = sexprs.list(place).unwrap_or_default();
        let Some((name, rest)) =
            parts.split_first().and_then(|(head, rest)| Some((sexprs.symbol(*head)?, rest)))
        else {
            return self.wrong(place, "a command is expected here");
        };
        self.in_order(place, name)?;
        match (name, rest) {
            ("assert" | "rule", [formula]) => self.assert(*formula),
            ("rule", [formula, name]) if sexprs.symbol(*name).is_some() => self.assert(*formula),
            ("query", [goal, options @ ..]) if self.are_options(options) => self.query(*goal),
            ("check-sat" | "exit", []) | ("check-sat-using", [_]) => Ok(()),
            ("set-option", [option, _]) => self.option(*option),
            ("declare-fun", [name, sorts, result]) => {
                if self.sort(*result)? != Sort::Bool {
                    return self.wrong(*result, "only predicates are declared");
                }
                self.predicate(*name, *sorts)
            }
            ("declare-rel", [name, sorts]) => self.predicate(*name, *sorts),
            ("declare-const", [name, sort]) => {
                if self.sort(*sort)? != Sort::Bool {
                    return self.wrong(*sort, "only predicates are declared");
                }
                self.declare_predicate(*name, Vec::new())
            }
            ("declare-var", [name, sort]) => self.free_variable(*name, *sort),
            ("declare-datatypes", [sorts, bodies]) => self.data_types(*sorts, *bodies),
            ("declare-datatype", [name, body]) => self.data(&[*name], &[*body]),
            ("define-fun", [name, parameters, sort, body]) => self.define(*name, (*parameters, *sort), *body),
            ("define-const", [name, sort, body]) => self.define_with(*name, (&[], *sort), *body),
            (name, _) if SKIPPED.contains(&name) => Ok(()),
            (name, _) => {
                let what = format!(
                    "the command `{}` is not known, or has other parts than are known",
                    name.escape_debug()
                );
                self.wrong(place, &what)
            }
        }
    }

    /// Whether a command may come here: a text asks once, and clauses come before the question.
    fn in_order(&mut self, place: Place, name: &str) -> Result<(), Wrong> {
        let asks = matches!(name, "check-sat" | "check-sat-using" | "query" | "exit");
        let said = SKIPPED.contains(&name) || name == "set-option";
        let fits = match self.asked {
            None => true,
            Some(Asked::Solver) => said || name == "exit",
            Some(Asked::Goals) => said || name == "exit" || name == "query",
            Some(Asked::Nothing) => false,
        };
        if !fits {
            let what = format!(
                "the command `{}` behind the question: a text is read that asks once",
                name.escape_debug()
            );
            return self.wrong(place, &what);
        }
        if asks {
            self.asked = Some(match name {
                "query" => Asked::Goals,
                "exit" => Asked::Nothing,
                _ => Asked::Solver,
            });
        }
        Ok(())
    }

    /// Options say how to solve; one of them says what a string is.
    fn option(&self, option: Place) -> Result<(), Wrong> {
        match self.sexprs.symbol(option) {
            Some(":encoding") => self.wrong(option, "the option `:encoding` changes what a string is"),
            Some(_) => Ok(()),
            None => self.wrong(option, "the name of an option is expected here"),
        }
    }

    /// `:print-answer true` and the like.
    fn are_options(&self, options: &[Place]) -> bool {
        let is_name = |place: &Place| self.sexprs.symbol(*place).is_some_and(|name| name.starts_with(':'));
        options.chunks(2).all(|pair| pair.len() == 2 && is_name(&pair[0]))
    }

    /// `(query p)`: no arguments of `p` can be derived. `(query (p x))`: no `x` makes it hold.
    fn query(&mut self, goal: Place) -> Result<(), Wrong> {
        let Some(name) = self.sexprs.symbol(goal) else { return self.clause(goal, false) };
        let Some(Meaning::Predicate(id)) = self.scope.get(name) else {
            return self.wrong(goal, "a query asks for a predicate that is declared");
        };
        let predicate = *id;
        let sorts = self.system.predicate(predicate).sorts.clone();
        let variable = |(at, &sort): (usize, &Sort)| self.system.terms.var(Var(at as u32), sort);
        let arguments = sorts.iter().enumerate().map(variable).collect();
        let named = |(at, &sort): (usize, &Sort)| Variable { name: format!("x{at}"), sort };
        self.system.clauses.push(Clause {
            variables: sorts.iter().enumerate().map(named).collect(),
            body: vec![Atom { predicate, arguments }],
            constraint: self.system.terms.truth(true),
            head: Head::Query(None),
            trace: Vec::new(),
        });
        Ok(())
    }

    fn name(&self, place: Place) -> Result<String, Wrong> {
        self.sexprs
            .symbol(place)
            .map_or_else(|| self.wrong(place, "a name is expected here"), |name| Ok(name.to_owned()))
    }

    /// A name that nothing has yet: a second meaning would change what was said with the first.
    fn new_name(&self, place: Place) -> Result<String, Wrong> {
        let name = self.name(place)?;
        let taken = self.scope.get(&name).is_some() || self.free.iter().any(|(known, ..)| *known == name);
        if taken {
            return self.wrong(place, "the name is declared already");
        }
        if is_theirs(&name) {
            return self.wrong(place, "the name has a meaning of its own in SMT-LIB");
        }
        Ok(name)
    }

    fn parts(&self, place: Place) -> Result<&[Place], Wrong> {
        self.sexprs.list(place).map_or_else(|| self.wrong(place, "a list is expected here"), Ok)
    }

    fn sort(&self, place: Place) -> Result<Sort, Wrong> {
        let unknown = || {
            let what = format!("the sort `{}` is not known", self.sexprs.show(place).escape_debug());
            Err((self.sexprs.line(place), what))
        };
        self.scope.sort(self.sexprs, place).map_or_else(unknown, Ok)
    }

    /// Bound variables with their sorts, as variables from `first` on.
    fn bound(&self, place: Place, first: usize) -> Result<Vec<Bound>, Wrong> {
        let mut bound = Vec::new();
        for (at, &pair) in self.parts(place)?.iter().enumerate() {
            let Some([name, sort]) = self.sexprs.list(pair) else {
                return self.wrong(pair, "a name with its sort is expected here");
            };
            bound.push((self.name(*name)?, Var((first + at) as u32), self.sort(*sort)?));
        }
        Ok(bound)
    }

    fn predicate(&mut self, name: Place, sorts: Place) -> Result<(), Wrong> {
        let sorts = self.parts(sorts)?.iter().map(|&sort| self.sort(sort)).collect::<Result<_, _>>()?;
        self.declare_predicate(name, sorts)
    }

    fn declare_predicate(&mut self, name: Place, sorts: Vec<Sort>) -> Result<(), Wrong> {
        let text = self.new_name(name)?;
        let id = self.system.add_predicate(text.clone(), sorts);
        self.scope.declare(text, Meaning::Predicate(id));
        Ok(())
    }

    fn free_variable(&mut self, name: Place, sort: Place) -> Result<(), Wrong> {
        let var = Var(self.free.len() as u32);
        self.free.push((self.new_name(name)?, var, self.sort(sort)?));
        Ok(())
    }

    /// `((A 0) (B 0))` and `((constructors of A) (constructors of B))`; in the old form, `()` and `((A constructors…))`.
    fn data_types(&mut self, sorts: Place, bodies: Place) -> Result<(), Wrong> {
        let sexprs = self.sexprs;
        let (sorts, bodies) = (self.parts(sorts)?.to_vec(), self.parts(bodies)?.to_vec());
        let mut names = Vec::new();
        for sort in sorts {
            match sexprs.list(sort) {
                Some([name, arity]) if sexprs.symbol(*arity) == Some("0") => names.push(*name),
                _ => return self.wrong(sort, "only data types without parameters"),
            }
        }
        self.data(&names, &bodies)
    }

    fn data(&mut self, names: &[Place], bodies: &[Place]) -> Result<(), Wrong> {
        if names.len() != bodies.len() {
            return self
                .wrong(names.first().or(bodies.first()).copied().unwrap_or(0), "a data type has no body");
        }
        let first = self.system.data.len();
        for (at, &name) in names.iter().enumerate() {
            let text = self.name(name)?;
            if self.scope.sort(self.sexprs, name).is_some() {
                return self.wrong(name, "the sort is declared already");
            }
            self.scope.declare_sort(text, Sort::Data(DataId((first + at) as u32)));
        }
        for (&name, &body) in names.iter().zip(bodies) {
            let constructors =
                self.parts(body)?.iter().map(|&one| self.constructor(one)).collect::<Result<Vec<_>, _>>()?;
            if constructors.is_empty() {
                return self.wrong(body, "a data type has a constructor");
            }
            self.system.data.push(DataType { name: self.name(name)?, constructors });
        }
        if !all_have_values(&self.system.data) {
            return self.wrong(names[0], "a data type without any value");
        }
        for at in first..self.system.data.len() {
            self.scope.declare_data(&self.system, DataId(at as u32));
        }
        Ok(())
    }

    fn constructor(&self, place: Place) -> Result<Constructor, Wrong> {
        let sexprs = self.sexprs;
        if sexprs.symbol(place).is_some() {
            return Ok(Constructor { name: self.new_name(place)?, fields: Vec::new() });
        }
        let Some((&name, fields)) = sexprs.list(place).and_then(<[Place]>::split_first) else {
            return self.wrong(place, "a constructor is expected here");
        };
        let field = |&field: &Place| match sexprs.list(field) {
            Some([name, sort]) => Ok((self.new_name(*name)?, self.sort(*sort)?)),
            _ => self.wrong(field, "a selector with its sort is expected here"),
        };
        Ok(Constructor {
            name: self.new_name(name)?,
            fields: fields.iter().map(field).collect::<Result<_, _>>()?,
        })
    }

    fn define(&mut self, name: Place, (parameters, sort): (Place, Place), body: Place) -> Result<(), Wrong> {
        let bound = self.bound(parameters, 0)?;
        self.define_with(name, (&bound, sort), body)
    }

    fn define_with(
        &mut self,
        name: Place,
        (bound, sort): (&[Bound], Place),
        body: Place,
    ) -> Result<(), Wrong> {
        let text = self.new_name(name)?;
        if is_pattern(self.sexprs, sort) {
            if !bound.is_empty() {
                return self.wrong(name, "a `RegLan` that is defined with parameters");
            }
            let mut elaborator = Elaborator::new(self.sexprs, &self.scope, &mut self.system, self.budget);
            let pattern = elaborator.pattern(body)?;
            self.scope.declare(text, Meaning::Pattern(pattern));
            return Ok(());
        }
        let sort = self.sort(sort)?;
        let mut elaborator = Elaborator::new(self.sexprs, &self.scope, &mut self.system, self.budget);
        elaborator.bind(bound);
        let term = elaborator.term(body)?;
        if self.system.terms.sort(term) != sort {
            return self.wrong(body, "the body has another sort");
        }
        self.scope.declare(text, Meaning::Defined(bound.iter().map(|(_, _, sort)| *sort).collect(), term));
        Ok(())
    }

    fn assert(&mut self, place: Place) -> Result<(), Wrong> {
        self.clause(place, true)
    }

    /// The clauses of a formula that must hold, or must not.
    fn clause(&mut self, place: Place, holds: bool) -> Result<(), Wrong> {
        let (body, bound, holds) = self.peel(place, holds)?;
        if self.sexprs.symbol(body) == Some(if holds { "true" } else { "false" }) {
            return Ok(()); // It asserts nothing, so it is no query either.
        }
        let mut elaborator = Elaborator::new(self.sexprs, &self.scope, &mut self.system, self.budget);
        elaborator.bind(&bound);
        let formula = elaborator.term(body)?;
        if self.system.terms.sort(formula) != Sort::Bool {
            return self.wrong(body, "a formula is expected here");
        }
        let variables: Vec<Variable> =
            bound.into_iter().map(|(name, _, sort)| Variable { name, sort }).collect();
        match clauses(&mut self.system, &variables, (formula, holds)) {
            Ok(clauses) => {
                self.system.clauses.extend(clauses);
                Ok(())
            }
            Err(what) => self.wrong(place, what),
        }
    }

    /// Takes quantifiers off the outside of a formula: what is left, its variables, and whether it must hold or must not.
    fn peel(&self, place: Place, holds: bool) -> Result<(Place, Vec<Bound>, bool), Wrong> {
        let sexprs = self.sexprs;
        let (mut body, mut bound, mut holds) = (place, self.free.clone(), holds);
        loop {
            let quantifier = if holds { "forall" } else { "exists" };
            if let Some([inner]) = sexprs.call(body, "not") {
                // A negation is taken off only when a quantifier follows, else the clause is read as it stands.
                (body, holds) = (*inner, !holds);
            } else if let Some([variables, inner]) = sexprs.call(body, quantifier) {
                bound.extend(self.bound(*variables, bound.len())?);
                body = *inner;
            } else if let Some([inner, ..]) = sexprs.call(body, "!") {
                body = *inner;
            } else {
                return Ok((body, bound, holds));
            }
        }
    }
}
