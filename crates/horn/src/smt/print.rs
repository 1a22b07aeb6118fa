//! A system as text for solvers and people.
//!
//! Two dialects: assertions, answered with definitions of the predicates, and rules, answered with a derivation. A term
//! that occurs in several places and is not small is bound by `let`, so the text is no longer than the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::text::{self, quoted};
use crate::op::Op;
use crate::regex::{Node, Regex};
use crate::sort::{ConstructorId, DataType, Sort};
use crate::system::{Atom, Clause, Head, HornSystem, Variable};
use crate::terms::{Term, TermId, Var};

/// The form in which clauses are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `(assert (forall … (=> body head)))`
    Assertions,
    /// `(rule (=> body head))`, where falsehood is a predicate `query!`.
    Rules,
}

/// The predicate that stands for falsehood among rules.
pub(crate) const QUERY: &str = "query!";

/// The system without any command to solve it.
///
/// # Errors
/// The name of an operation that SMT-LIB does not have.
pub fn print(system: &HornSystem, dialect: Dialect) -> Result<String, String> {
    let mut text = declarations(system);
    for predicate in &system.predicates {
        let sorts: Vec<String> = predicate.sorts.iter().map(|sort| sort_name(system, *sort)).collect();
        let (name, sorts) = (quoted(&predicate.name), sorts.join(" "));
        match dialect {
            Dialect::Assertions => writeln!(text, "(declare-fun {name} ({sorts}) Bool)"),
            Dialect::Rules => writeln!(text, "(declare-rel {name} ({sorts}))"),
        }
        .expect("a string can be written to");
    }
    if dialect == Dialect::Rules {
        writeln!(text, "(declare-rel {QUERY} ())").expect("a string can be written to");
    }
    for clause in &system.clauses {
        text += &implication(system, clause, dialect)?;
        text.push('\n');
    }
    Ok(text)
}

/// The declarations of the data types.
pub(crate) fn declarations(system: &HornSystem) -> String {
    if system.data.is_empty() {
        return String::new();
    }
    let names: Vec<String> = system.data.iter().map(|data| format!("({} 0)", quoted(&data.name))).collect();
    let bodies: Vec<String> = system.data.iter().map(|data| constructors(system, data)).collect();
    format!("(declare-datatypes ({}) ({}))\n", names.join(" "), bodies.join(" "))
}

fn constructors(system: &HornSystem, data: &DataType) -> String {
    let constructors = data.constructors.iter().map(|constructor| {
        let mut fields = String::new();
        for (name, sort) in &constructor.fields {
            write!(fields, " ({} {})", quoted(name), sort_name(system, *sort))
                .expect("a string can be written to");
        }
        format!("({}{fields})", quoted(&constructor.name))
    });
    format!("({})", constructors.collect::<Vec<_>>().join(" "))
}

/// A sort's name.
pub(crate) fn sort_name(system: &HornSystem, sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Int => "Int".to_owned(),
        Sort::Str => "String".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Data(id) => quoted(&system.data_type(id).name),
    }
}

fn implication(system: &HornSystem, clause: &Clause, dialect: Dialect) -> Result<String, String> {
    let names = names(&clause.variables);
    let mut body = Vec::new();
    for atom in &clause.body {
        body.push(atom_text(system, atom, &names)?);
    }
    let conjuncts = match system.terms.get(clause.constraint) {
        Term::App(Op::And, parts) => parts.clone(),
        Term::Bool(true) => Vec::new(),
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            vec![clause.constraint]
        }
    };
    for part in conjuncts {
        body.push(formula(system, part, &names)?);
    }
    let head = match (&clause.head, dialect) {
        (Head::Atom(atom), _) => atom_text(system, atom, &names)?,
        (Head::Query(_), Dialect::Assertions) => "false".to_owned(),
        (Head::Query(_), Dialect::Rules) => QUERY.to_owned(),
    };
    let implied = match body.as_slice() {
        [] => head,
        [one] => format!("(=> {one} {head})"),
        _ => format!("(=> (and {}) {head})", body.join(" ")),
    };
    let word = if dialect == Dialect::Rules { "rule" } else { "assert" };
    if clause.variables.is_empty() {
        return Ok(format!("({word} {implied})"));
    }
    let bound = clause.variables.iter().enumerate();
    let bound = bound
        .map(|(at, variable)| format!("({} {})", names[&Var(at as u32)], sort_name(system, variable.sort)));
    Ok(format!("({word} (forall ({}) {implied}))", bound.collect::<Vec<_>>().join(" ")))
}

fn atom_text(system: &HornSystem, atom: &Atom, names: &BTreeMap<Var, String>) -> Result<String, String> {
    let name = quoted(&system.predicate(atom.predicate).name);
    if atom.arguments.is_empty() {
        return Ok(name);
    }
    let mut text = format!("({name}");
    for &argument in &atom.arguments {
        write!(text, " {}", formula(system, argument, names)?).expect("a string can be written to");
    }
    text.push(')');
    Ok(text)
}

/// The names under which variables are printed: their own, with a number where two have the same.
pub(crate) fn names(variables: &[Variable]) -> BTreeMap<Var, String> {
    let mut names = BTreeMap::new();
    let mut taken = std::collections::BTreeSet::new();
    for (at, variable) in variables.iter().enumerate() {
        let mut name = quoted(&variable.name);
        let mut number = 1;
        while !taken.insert(name.clone()) {
            name = quoted(&format!("{}!{number}", variable.name));
            number += 1;
        }
        names.insert(Var(at as u32), name);
    }
    names
}

/// Terms of at least so many bytes are bound when they occur more than once.
const SMALL: usize = 40;

/// A term as text.
///
/// # Errors
/// The name of an operation that SMT-LIB does not have.
pub(crate) fn formula(
    system: &HornSystem,
    root: TermId,
    names: &BTreeMap<Var, String>,
) -> Result<String, String> {
    let parts = system.terms.parts_of([root]);
    let mut uses: BTreeMap<TermId, usize> = BTreeMap::new();
    for part in &parts {
        if let Term::App(_, below) = system.terms.get(*part) {
            below.iter().for_each(|part| *uses.entry(*part).or_default() += 1);
        }
    }
    let mut texts: BTreeMap<TermId, String> = BTreeMap::new();
    let mut bindings = String::new();
    let mut count = 0;
    for part in parts {
        let text = one(system, system.terms.get(part), &texts, names)?;
        let is_bound = text.len() >= SMALL && uses.get(&part).is_some_and(|uses| *uses > 1);
        let text = if is_bound {
            let name = format!("t!{count}");
            write!(bindings, "(let (({name} {text})) ").expect("a string can be written to");
            count += 1;
            name
        } else {
            text
        };
        texts.insert(part, text);
    }
    Ok(format!("{bindings}{}{}", texts[&root], ")".repeat(count)))
}

fn one(
    system: &HornSystem,
    term: &Term,
    texts: &BTreeMap<TermId, String>,
    names: &BTreeMap<Var, String>,
) -> Result<String, String> {
    let (op, parts) = match term {
        Term::Var(var, _) => return Ok(names.get(var).cloned().unwrap_or_else(|| format!("x!{}", var.0))),
        Term::Int(value) => return Ok(integer(*value)),
        Term::Bool(value) => return Ok(value.to_string()),
        Term::Word(word) => return Ok(text::word(word)),
        Term::Bits { value, width } => return Ok(format!("(_ bv{value} {width})")),
        Term::App(op, parts) => (*op, parts),
    };
    let arguments: Vec<&str> = parts.iter().map(|part| texts[part].as_str()).collect();
    let arguments = arguments.join(" ");
    if let Some(name) = op.smt_name() {
        return Ok(format!("({name} {arguments})"));
    }
    let constructor = |id: ConstructorId| &system.data_type(id.data).constructors[id.index as usize];
    if let Op::In(id) = op {
        return Ok(format!("(str.in_re {arguments} {})", regex(&system.language(id).regex)?));
    }
    if let Op::Construct(id) = op {
        let name = quoted(&constructor(id).name);
        return Ok(if arguments.is_empty() { name } else { format!("({name} {arguments})") });
    }
    if let Op::Select(id, field, _) = op {
        return Ok(format!("({} {arguments})", quoted(&constructor(id).fields[field as usize].0)));
    }
    if let Op::Is(id) = op {
        return Ok(format!("((_ is {}) {arguments})", quoted(&constructor(id).name)));
    }
    Err(format!("SMT-LIB has no {op:?}"))
}

fn integer(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// The longest expression that is written.
const LONGEST: usize = 1 << 20;

fn regex(regex: &Regex) -> Result<String, String> {
    let mut texts: Vec<String> = Vec::with_capacity(regex.nodes().len());
    for node in regex.nodes() {
        let joined = |name: &str, parts: &[usize]| {
            let parts: Vec<&str> = parts.iter().map(|&part| texts[part].as_str()).collect();
            format!("({name} {})", parts.join(" "))
        };
        let text = match node {
            Node::None => "re.none".to_owned(),
            Node::All => "re.all".to_owned(),
            Node::Word(word) => format!("(str.to_re {})", text::word(word)),
            Node::Range(0, text::LAST) => "re.allchar".to_owned(),
            Node::Range(lo, hi) => format!("(re.range {} {})", text::word(&[*lo]), text::word(&[*hi])),
            Node::Concat(parts) if parts.is_empty() => "(str.to_re \"\")".to_owned(),
            Node::Union(parts) if parts.is_empty() => "re.none".to_owned(),
            Node::Intersection(parts) if parts.is_empty() => "re.all".to_owned(),
            Node::Concat(parts) | Node::Union(parts) | Node::Intersection(parts) if parts.len() == 1 => {
                texts[parts[0]].clone()
            }
            Node::Concat(parts) => joined("re.++", parts),
            Node::Union(parts) => joined("re.union", parts),
            Node::Intersection(parts) => joined("re.inter", parts),
            Node::Complement(part) => joined("re.comp", &[*part]),
            Node::Repeat(part, 0, None) => joined("re.*", &[*part]),
            Node::Repeat(part, 1, None) => joined("re.+", &[*part]),
            Node::Repeat(part, 0, Some(1)) => joined("re.opt", &[*part]),
            Node::Repeat(part, least, Some(most)) => joined(&format!("(_ re.loop {least} {most})"), &[*part]),
            Node::Repeat(part, least, None) => {
                let body = &texts[*part];
                format!("(re.++ ((_ re.^ {least}) {body}) (re.* {body}))")
            }
        };
        if text.len() > LONGEST {
            return Err("a regular expression that is too long to be written".to_owned());
        }
        texts.push(text);
    }
    Ok(texts.pop().unwrap_or_default())
}
