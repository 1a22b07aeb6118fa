//! From expressions to terms.
//!
//! A loop over an explicit stack: a value is built when its parts are, and a `let` binds what was built. Every name,
//! number of arguments and sort is checked, so no text makes a term that means nothing.

use std::collections::HashMap;

use automata::Budget;

use super::regex;
use super::scope::{Bound, Meaning, Scope};
use super::sexpr::{Item, Place, Sexprs};
use super::text;
use crate::functions::{Function, function};
use crate::op::Op;
use crate::regex::{Node, Regex};
use crate::sort::Sort;
use crate::system::{HornSystem, Language};
use crate::terms::{Term, TermId, Var};

/// What an expression denotes.
#[derive(Clone, Copy, Debug)]
enum Value {
    Term(TermId),
    /// A regular expression, by its place in the table.
    Regex(usize),
}

/// What is left to do.
enum Job {
    Visit(Place),
    /// Apply the head of a list to so many values.
    Build(Place, usize),
    /// Bind the names of a `let` to as many values.
    Bind(Place),
    /// Forget so many names.
    Unbind(Vec<String>),
}

/// Why an expression is no term, and in which line.
pub(crate) type Wrong = (u32, String);

/// Makes terms of a system from the expressions of a text.
pub(crate) struct Elaborator<'a> {
    pub(crate) sexprs: &'a Sexprs,
    pub(crate) scope: &'a Scope,
    pub(crate) system: &'a mut HornSystem,
    pub(crate) budget: &'a mut Budget,
    locals: HashMap<String, Vec<Value>>,
    /// Names of expressions that stand elsewhere in the text.
    shared: HashMap<String, Place>,
    regexes: Vec<Node>,
    values: Vec<Value>,
}

impl<'a> Elaborator<'a> {
    /// One with nothing bound.
    pub(crate) fn new(
        sexprs: &'a Sexprs,
        scope: &'a Scope,
        system: &'a mut HornSystem,
        budget: &'a mut Budget,
    ) -> Self {
        let (locals, shared) = (HashMap::new(), HashMap::new());
        Elaborator { sexprs, scope, system, budget, locals, shared, regexes: Vec::new(), values: Vec::new() }
    }

    /// The same, with names for expressions that stand elsewhere in the text.
    pub(crate) fn sharing(mut self, shared: HashMap<String, Place>) -> Self {
        self.shared = shared;
        self
    }

    /// Binds variables.
    pub(crate) fn bind(&mut self, bound: &[Bound]) {
        for (name, var, sort) in bound {
            let term = self.system.terms.var(*var, *sort);
            self.locals.entry(name.clone()).or_default().push(Value::Term(term));
        }
    }

    /// The term of an expression.
    pub(crate) fn term(&mut self, place: Place) -> Result<TermId, Wrong> {
        match self.value(place)? {
            Some(Value::Term(term)) => Ok(term),
            Some(Value::Regex(_)) | None => self.wrong(place, "a term is expected here"),
        }
    }

    /// The regular expression of an expression.
    pub(crate) fn pattern(&mut self, place: Place) -> Result<Regex, Wrong> {
        match self.value(place)? {
            Some(Value::Regex(root)) => {
                Ok(regex::extract(&self.regexes, root).expect("parts come first in the table"))
            }
            Some(Value::Term(_)) | None => self.wrong(place, "a regular expression is expected here"),
        }
    }

    fn value(&mut self, place: Place) -> Result<Option<Value>, Wrong> {
        let mut jobs = vec![Job::Visit(place)];
        while let Some(job) = jobs.pop() {
            self.budget.spend(1).map_err(|spent| (self.sexprs.line(place), spent.to_string()))?;
            match job {
                Job::Visit(place) => self.visit(place, &mut jobs)?,
                Job::Build(place, count) => {
                    let arguments = self.values.split_off(self.values.len() - count);
                    let value = self.build(place, &arguments)?;
                    self.values.push(value);
                }
                Job::Bind(place) => self.bind_let(place, &mut jobs)?,
                Job::Unbind(names) => names.iter().for_each(|name| {
                    self.locals.get_mut(name).and_then(Vec::pop);
                }),
            }
        }
        Ok(self.values.pop())
    }

    fn wrong<T>(&self, place: Place, what: &str) -> Result<T, Wrong> {
        Err((self.sexprs.line(place), what.to_owned()))
    }

    fn visit(&mut self, place: Place, jobs: &mut Vec<Job>) -> Result<(), Wrong> {
        let sexprs = self.sexprs;
        let parts = match sexprs.get(place) {
            Item::Symbol(name) => {
                if let Some(&elsewhere) = self.shared.get(name) {
                    jobs.push(Job::Visit(elsewhere));
                    return Ok(());
                }
                let value = self.named(place, name)?;
                self.values.push(value);
                return Ok(());
            }
            Item::Text(content) => {
                if !content.is_ascii() {
                    return self.wrong(place, "a character that is no ASCII: write it as `\\u{…}`");
                }
                let Some(word) = text::symbol(content) else {
                    return self.wrong(place, "a character is too great");
                };
                let word = self.system.terms.word(&word);
                self.values.push(Value::Term(word));
                return Ok(());
            }
            Item::List(parts) => parts,
        };
        let Some((&head, rest)) = parts.split_first() else { return self.wrong(place, "nothing is applied") };
        match (sexprs.symbol(head), rest) {
            (Some("let"), [bindings, _]) => {
                jobs.push(Job::Bind(place));
                for &binding in sexprs.list(*bindings).unwrap_or_default().iter().rev() {
                    let Some([_, value]) = sexprs.list(binding) else {
                        return self.wrong(binding, "a binding is a pair");
                    };
                    jobs.push(Job::Visit(*value));
                }
            }
            (Some("!"), [body, ..]) | (Some("as"), [body, _]) => jobs.push(Job::Visit(*body)),
            (Some("_"), [name, width]) => {
                let value = self.indexed(place, *name, *width)?;
                self.values.push(value);
            }
            (Some("forall" | "exists"), _) => return self.wrong(place, "a quantifier inside of a clause"),
            _ => {
                jobs.push(Job::Build(place, rest.len()));
                jobs.extend(rest.iter().rev().map(|&part| Job::Visit(part)));
            }
        }
        Ok(())
    }

    /// Binds the values of a `let`, which are the last ones built, and goes on with its body.
    fn bind_let(&mut self, place: Place, jobs: &mut Vec<Job>) -> Result<(), Wrong> {
        let sexprs = self.sexprs;
        let Some([bindings, body]) = sexprs.call(place, "let") else {
            return self.wrong(place, "a `let` has two parts");
        };
        let bindings = sexprs.list(*bindings).unwrap_or_default();
        let values = self.values.split_off(self.values.len() - bindings.len());
        let mut names = Vec::new();
        for (&binding, value) in bindings.iter().zip(values) {
            let name = sexprs.list(binding).and_then(|pair| sexprs.symbol(*pair.first()?));
            let Some(name) = name else { return self.wrong(binding, "a name is expected here") };
            self.locals.entry(name.to_owned()).or_default().push(value);
            names.push(name.to_owned());
        }
        jobs.push(Job::Unbind(names));
        jobs.push(Job::Visit(*body));
        Ok(())
    }

    /// A name without arguments.
    fn named(&mut self, place: Place, name: &str) -> Result<Value, Wrong> {
        if let Some(value) = self.locals.get(name).and_then(|values| values.last()) {
            return Ok(*value);
        }
        if let Some(node) = regex::constant(name) {
            return Ok(self.regex(vec![node]));
        }
        let terms = &mut self.system.terms;
        let term = match name {
            "true" => Some(terms.truth(true)),
            "false" => Some(terms.truth(false)),
            _ if name.starts_with(|c: char| c.is_ascii_digit()) => {
                name.parse().ok().map(|value| terms.int(value))
            }
            _ => match (name.strip_prefix("#x"), name.strip_prefix("#b")) {
                (Some(digits), _) => bits(digits, 16, 4 * digits.len()).map(|term| terms.add(term)),
                (_, Some(digits)) => bits(digits, 2, digits.len()).map(|term| terms.add(term)),
                (None, None) => return self.declared(place, name, &[]),
            },
        };
        term.map(Value::Term).ok_or_else(|| (self.sexprs.line(place), format!("`{name}` is no value")))
    }

    /// `(_ bv5 8)` or `(_ char #x41)`.
    fn indexed(&mut self, place: Place, name: Place, index: Place) -> Result<Value, Wrong> {
        let sexprs = self.sexprs;
        let (name, index) =
            (sexprs.symbol(name).unwrap_or_default(), sexprs.symbol(index).unwrap_or_default());
        let width = index.parse().ok().filter(|width| (1..=64).contains(width));
        let value: Option<u64> = name.strip_prefix("bv").and_then(|digits| digits.parse().ok());
        let term = match (value, width) {
            (Some(value), Some(width)) if width == 64 || value < 1_u64 << width => {
                Term::Bits { value, width }
            }
            _ if name == "char" => {
                let code = index.strip_prefix("#x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
                let Some(code) = code.filter(|code| *code <= text::LAST) else {
                    return self.wrong(place, "no such character");
                };
                Term::Word([code].into())
            }
            _ => return self.wrong(place, "an indexed name that is not known"),
        };
        Ok(Value::Term(self.system.terms.add(term)))
    }

    fn regex(&mut self, nodes: Vec<Node>) -> Value {
        self.regexes.extend(nodes);
        Value::Regex(self.regexes.len() - 1)
    }

    /// The head of a list applied to values.
    fn build(&mut self, place: Place, arguments: &[Value]) -> Result<Value, Wrong> {
        let sexprs = self.sexprs;
        let head = sexprs.list(place).unwrap_or_default()[0];
        if let Some(name) = sexprs.symbol(head) {
            return match self.regular(place, (name, &[]), arguments)? {
                Some(value) => Ok(value),
                None => self.apply(place, name, arguments),
            };
        }
        let Some([name, indices @ ..]) = sexprs.call(head, "_") else {
            return self.wrong(head, "this cannot be applied");
        };
        let name = sexprs.symbol(*name).unwrap_or_default();
        if let ("is", [constructor]) = (name, indices) {
            let constructor = sexprs.symbol(*constructor).unwrap_or_default();
            return self.tester(place, constructor, arguments);
        }
        let numbers =
            indices.iter().map(|&index| sexprs.symbol(index)?.parse().ok()).collect::<Option<Vec<u32>>>();
        let Some(numbers) = numbers else { return self.wrong(head, "a number is expected here") };
        match self.regular(place, (name, &numbers), arguments)? {
            Some(value) => Ok(value),
            None => self.wrong(head, "an indexed operation that is not known"),
        }
    }

    /// An operation that speaks of regular expressions.
    fn regular(
        &mut self,
        place: Place,
        (name, numbers): (&str, &[u32]),
        arguments: &[Value],
    ) -> Result<Option<Value>, Wrong> {
        match (name, arguments) {
            ("str.to_re" | "str.to.re", &[Value::Term(term)]) => {
                let Term::Word(word) = self.system.terms.get(term) else {
                    return self.wrong(place, "only a constant becomes a regular expression");
                };
                let node = Node::Word(word.to_vec());
                Ok(Some(self.regex(vec![node])))
            }
            ("re.range", &[Value::Term(lo), Value::Term(hi)]) => {
                let node = match (self.system.terms.get(lo), self.system.terms.get(hi)) {
                    (Term::Word(lo), Term::Word(hi)) => match (&**lo, &**hi) {
                        ([lo], [hi]) if lo <= hi => Node::Range(*lo, *hi),
                        _ => Node::None,
                    },
                    _ => return self.wrong(place, "only constants make a range"),
                };
                Ok(Some(self.regex(vec![node])))
            }
            ("str.in_re" | "str.in.re", &[Value::Term(string), Value::Regex(root)]) => {
                if self.system.terms.sort(string) != Sort::Str {
                    return self.wrong(place, "a string is expected here");
                }
                self.membership(place, string, root).map(Some)
            }
            _ => {
                let parts = arguments.iter().map(|argument| match argument {
                    Value::Regex(at) => Some(*at),
                    Value::Term(_) => None,
                });
                let Some(parts) = parts.collect::<Option<Vec<usize>>>().filter(|parts| !parts.is_empty())
                else {
                    return Ok(None);
                };
                let nodes = regex::operation(name, numbers, &parts, self.regexes.len());
                Ok(nodes.map(|nodes| self.regex(nodes)))
            }
        }
    }

    fn membership(&mut self, place: Place, string: TermId, root: usize) -> Result<Value, Wrong> {
        let regex = regex::extract(&self.regexes, root).expect("parts come first in the table");
        let line = self.sexprs.line(place);
        let automaton =
            regex.language(self.system.alphabet, self.budget).map_err(|spent| (line, spent.to_string()))?;
        let language = self.system.add_language(Language { automaton, regex });
        Ok(Value::Term(self.system.terms.app(Op::In(language), &[string])))
    }

    fn tester(&mut self, place: Place, constructor: &str, arguments: &[Value]) -> Result<Value, Wrong> {
        match (self.scope.get(constructor), arguments) {
            (Some(Meaning::Constructor(id)), &[Value::Term(term)])
                if self.system.terms.sort(term) == Sort::Data(id.data) =>
            {
                Ok(Value::Term(self.system.terms.app(Op::Is(*id), &[term])))
            }
            _ => self.wrong(place, "a constructor and a value of its type are expected here"),
        }
    }

    fn apply(&mut self, place: Place, name: &str, arguments: &[Value]) -> Result<Value, Wrong> {
        let terms = arguments.iter().map(|argument| match argument {
            Value::Term(term) => Some(*term),
            Value::Regex(_) => None,
        });
        let Some(terms) = terms.collect::<Option<Vec<TermId>>>() else {
            return self.wrong(place, &format!("`{name}` does not take a regular expression here"));
        };
        match function(name) {
            Some(known) => self.known(place, known, &terms).map(Value::Term),
            None => self.declared(place, name, &terms),
        }
    }

    fn known(&mut self, place: Place, known: Function, terms: &[TermId]) -> Result<TermId, Wrong> {
        let term = known.apply(&mut self.system.terms, terms);
        term.map_or_else(|| self.wrong(place, "wrong number or sorts of arguments"), Ok)
    }

    /// A declared name applied to terms.
    fn declared(&mut self, place: Place, name: &str, terms: &[TermId]) -> Result<Value, Wrong> {
        let sorts: Vec<Sort> = terms.iter().map(|term| self.system.terms.sort(*term)).collect();
        let (op, expected) = match self.scope.get(name) {
            None => return self.wrong(place, &format!("`{}` is not declared", name.escape_debug())),
            Some(Meaning::Predicate(id)) => (Op::Holds(*id), self.system.predicate(*id).sorts.clone()),
            Some(Meaning::Constructor(id)) => {
                let fields = &self.system.data_type(id.data).constructors[id.index as usize].fields;
                (Op::Construct(*id), fields.iter().map(|(_, sort)| *sort).collect())
            }
            Some(Meaning::Selector(id, field, sort)) => {
                (Op::Select(*id, *field, *sort), vec![Sort::Data(id.data)])
            }
            Some(Meaning::Defined(parameters, body)) => {
                if *parameters != sorts {
                    return self.wrong(place, "wrong number or sorts of arguments");
                }
                let by = terms.iter().enumerate().map(|(at, term)| (Var(at as u32), *term)).collect();
                return Ok(Value::Term(self.system.terms.substitute(&[*body], &by)[0]));
            }
            Some(Meaning::Pattern(pattern)) if terms.is_empty() => {
                let base = self.regexes.len();
                let place = (0..pattern.nodes().len()).map(|at| (at, base + at)).collect();
                let nodes = pattern.nodes().iter().map(|node| node.moved(&place)).collect();
                return Ok(self.regex(nodes));
            }
            Some(Meaning::Pattern(_)) => return self.wrong(place, "wrong number or sorts of arguments"),
        };
        if expected != sorts {
            return self.wrong(place, "wrong number or sorts of arguments");
        }
        Ok(Value::Term(self.system.terms.app(op, terms)))
    }
}

/// The bits of a numeral.
fn bits(digits: &str, radix: u32, width: usize) -> Option<Term> {
    let value = u64::from_str_radix(digits, radix).ok()?;
    (1..=64).contains(&width).then_some(Term::Bits { value, width: width as u32 })
}
