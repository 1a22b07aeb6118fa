//! Reads a system from SMT-LIB text of the HORN fragment.
//!
//! Total: every text gives a system or the line that is wrong. What is not a Horn clause is an error, never left out;
//! commands that ask a solver something are skipped.

use std::error::Error;
use std::fmt;

use automata::{Alphabet, Budget};

use super::scope::{Bound, Meaning, Scope};
use super::sexpr::{Place, Sexprs};
use super::term::{Elaborator, Wrong};
use super::text::LAST;
use crate::clausify::clauses;
use crate::sort::{Constructor, DataId, DataType, Sort};
use crate::system::{HornSystem, Variable};
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
    let mut reader = Reader { sexprs: &sexprs, system, scope: Scope::default(), free: Vec::new(), budget };
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
    budget: &'a mut Budget,
}

/// Commands that change nothing about the clauses.
const SKIPPED: [&str; 12] = [
    "set-logic",
    "set-option",
    "set-info",
    "check-sat",
    "check-sat-using",
    "get-model",
    "get-proof",
    "exit",
    "echo",
    "get-info",
    "query",
    "get-unsat-core",
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
        match (name, rest) {
            ("assert", [formula]) | ("rule", [formula, ..]) => self.assert(*formula),
            ("declare-fun", [name, sorts, result]) => {
                if self.scope.sort(sexprs, *result) != Some(Sort::Bool) {
                    return self.wrong(*result, "only predicates are declared");
                }
                self.predicate(*name, sexprs.list(*sorts).unwrap_or_default())
            }
            ("declare-rel", [name, sorts]) => self.predicate(*name, sexprs.list(*sorts).unwrap_or_default()),
            ("declare-const", [name, sort]) if self.scope.sort(sexprs, *sort) == Some(Sort::Bool) => {
                self.predicate(*name, &[])
            }
            ("declare-var", [name, sort]) => self.free_variable(*name, *sort),
            ("declare-datatypes", [sorts, bodies]) => self.data_types(*sorts, *bodies),
            ("declare-datatype", [name, body]) => self.data(&[*name], &[*body]),
            ("define-fun", [name, parameters, sort, body]) => self.define(*name, (*parameters, *sort), *body),
            (name, _) if SKIPPED.contains(&name) => Ok(()),
            _ => self.wrong(place, "a command that is not known or has the wrong parts"),
        }
    }

    fn name(&self, place: Place) -> Result<String, Wrong> {
        self.sexprs
            .symbol(place)
            .map_or_else(|| self.wrong(place, "a name is expected here"), |name| Ok(name.to_owned()))
    }

    fn sort(&self, place: Place) -> Result<Sort, Wrong> {
        self.scope.sort(self.sexprs, place).map_or_else(|| self.wrong(place, "a sort that is not known"), Ok)
    }

    fn predicate(&mut self, name: Place, sorts: &[Place]) -> Result<(), Wrong> {
        let sorts = sorts.iter().map(|&sort| self.sort(sort)).collect::<Result<_, _>>()?;
        let text = self.name(name)?;
        if self.system.predicates.iter().any(|known| known.name == text) {
            return self.wrong(name, "the name is declared already");
        }
        let id = self.system.add_predicate(text.clone(), sorts);
        self.scope.declare(text, Meaning::Predicate(id));
        Ok(())
    }

    fn free_variable(&mut self, name: Place, sort: Place) -> Result<(), Wrong> {
        let var = Var(self.free.len() as u32);
        self.free.push((self.name(name)?, var, self.sort(sort)?));
        Ok(())
    }

    /// `((A 0) (B 0))` and `((constructors of A) (constructors of B))`; in the old form, `()` and `((A constructors…))`.
    fn data_types(&mut self, sorts: Place, bodies: Place) -> Result<(), Wrong> {
        let sexprs = self.sexprs;
        let (sorts, bodies) =
            (sexprs.list(sorts).unwrap_or_default(), sexprs.list(bodies).unwrap_or_default());
        let mut names = Vec::new();
        for &sort in sorts {
            match sexprs.list(sort) {
                Some([name, arity]) if sexprs.symbol(*arity) == Some("0") => names.push(*name),
                _ => return self.wrong(sort, "only data types without parameters"),
            }
        }
        self.data(&names, bodies)
    }

    fn data(&mut self, names: &[Place], bodies: &[Place]) -> Result<(), Wrong> {
        if names.len() != bodies.len() {
            return self
                .wrong(names.first().or(bodies.first()).copied().unwrap_or(0), "a data type has no body");
        }
        let first = self.system.data.len();
        for (at, &name) in names.iter().enumerate() {
            let text = self.name(name)?;
            self.scope.declare_sort(text, Sort::Data(DataId((first + at) as u32)));
        }
        for (&name, &body) in names.iter().zip(bodies) {
            let constructors = self.sexprs.list(body).unwrap_or_default();
            let constructors =
                constructors.iter().map(|&one| self.constructor(one)).collect::<Result<Vec<_>, _>>()?;
            if constructors.is_empty() {
                return self.wrong(body, "a data type has a constructor");
            }
            self.system.data.push(DataType { name: self.name(name)?, constructors });
        }
        for at in first..self.system.data.len() {
            self.scope.declare_data(&self.system, DataId(at as u32));
        }
        Ok(())
    }

    fn constructor(&self, place: Place) -> Result<Constructor, Wrong> {
        let sexprs = self.sexprs;
        if sexprs.symbol(place).is_some() {
            return Ok(Constructor { name: self.name(place)?, fields: Vec::new() });
        }
        let Some((&name, fields)) = sexprs.list(place).and_then(<[Place]>::split_first) else {
            return self.wrong(place, "a constructor is expected here");
        };
        let field = |&field: &Place| match sexprs.list(field) {
            Some([name, sort]) => Ok((self.name(*name)?, self.sort(*sort)?)),
            _ => self.wrong(field, "a selector with its sort is expected here"),
        };
        Ok(Constructor {
            name: self.name(name)?,
            fields: fields.iter().map(field).collect::<Result<_, _>>()?,
        })
    }

    fn define(&mut self, name: Place, (parameters, sort): (Place, Place), body: Place) -> Result<(), Wrong> {
        let (text, sort) = (self.name(name)?, self.sort(sort)?);
        let Some(bound) = self.scope.bound(self.sexprs, parameters, 0) else {
            return self.wrong(parameters, "parameters with their sorts are expected here");
        };
        let mut elaborator = Elaborator::new(self.sexprs, &self.scope, &mut self.system, self.budget);
        elaborator.bind(&bound);
        let term = elaborator.term(body)?;
        if self.system.terms.sort(term) != sort {
            return self.wrong(body, "the body has another sort");
        }
        self.scope.declare(text, Meaning::Defined(bound.iter().map(|(_, _, sort)| *sort).collect(), term));
        Ok(())
    }

    fn assert(&mut self, place: Place) -> Result<(), Wrong> {
        let (body, bound, holds) = self.peel(place)?;
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
    fn peel(&self, place: Place) -> Result<(Place, Vec<Bound>, bool), Wrong> {
        let sexprs = self.sexprs;
        let (mut body, mut bound, mut holds) = (place, self.free.clone(), true);
        loop {
            let quantifier = if holds { "forall" } else { "exists" };
            if let Some([inner]) = sexprs.call(body, "not") {
                // A negation is taken off only when a quantifier follows, else the clause is read as it stands.
                (body, holds) = (*inner, !holds);
            } else if let Some([variables, inner]) = sexprs.call(body, quantifier) {
                let Some(more) = self.scope.bound(sexprs, *variables, bound.len() as u32) else {
                    return self.wrong(*variables, "variables with their sorts are expected here");
                };
                bound.extend(more);
                body = *inner;
            } else if let Some([inner, ..]) = sexprs.call(body, "!") {
                body = *inner;
            } else {
                return Ok((body, bound, holds));
            }
        }
    }
}
