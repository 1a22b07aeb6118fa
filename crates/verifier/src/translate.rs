//! The door from solutions of clauses to certificates: what a formula says of a label, as facts that the checker reads.
//!
//! Over-approximates: what is not regular, linear or an equality of variables is left out, but for what follows of the
//! lengths. So a certificate says less than its solution, and the checker decides whether it is enough. Characters that
//! clauses do not have are taken to act as the last one that they have.

use std::collections::BTreeMap;

use automata::numbers::Relation;
use automata::{Automaton, Budget, Exhausted, Tuples};
use horn::build::Place;
use horn::literals::Literal;
use horn::op::{Op, PredicateId};
use horn::sort::Sort;
use horn::strategy::Holds;
use horn::terms::{Term, TermId};
use ir::{Procedure, Program, Quantity, StrVar, Variable};
use verdict::facts::{Certificate, Facts, NumberFact};
use verdict::plain::{Numbers, WordState, Words};

use crate::disjuncts::cases;

/// The most quantities of a number set.
const MOST_TRACKS: usize = 6;

/// Over-approximates: the facts that a solution of the clauses of a program with its calls inlined claims.
///
/// # Errors
/// [`Exhausted`] when a language or a number set outgrows the budget.
pub(crate) fn certificate(
    program: &Program,
    (places, holds): (&[Place], &Holds),
    budget: &mut Budget,
) -> Result<Certificate, Exhausted> {
    let procedure = &program.procedures[program.entry.index()];
    let mut labels = Vec::new();
    for (at, place) in (0..).zip(places) {
        let translator = Translator { program, procedure, holds, place };
        let mut facts = Vec::new();
        match holds.solution.definitions.get(&PredicateId(at)) {
            Some(&formula) => {
                for literals in cases(&holds.system.terms, formula) {
                    facts.extend(translator.facts(&literals, budget)?);
                }
            }
            None => facts.push(nothing(procedure)),
        }
        labels.push(facts);
    }
    Ok(Certificate { labels })
}

/// The case in which nothing is known.
fn nothing(procedure: &Procedure) -> Facts {
    Facts {
        languages: vec![None; procedure.strings.len()],
        booleans: vec![None; procedure.booleans.len()],
        numbers: Vec::new(),
        linear: Vec::new(),
        equal: Vec::new(),
        definitions: Vec::new(),
        slices: Vec::new(),
        integers: Vec::new(),
        parts: Vec::new(),
        splits: Vec::new(),
        same: Vec::new(),
        counts: Vec::new(),
        hints: Vec::new(),
    }
}

/// A sum of quantities with factors, and a constant.
type Sum = (BTreeMap<Quantity, i128>, i128);

/// What a case is while its literals are read.
#[derive(Default)]
struct Reading {
    languages: BTreeMap<StrVar, Automaton>,
    numbers: Vec<NumberFact>,
}

struct Translator<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    holds: &'a Holds,
    place: &'a Place,
}

impl Translator<'_> {
    /// The facts of a case; `None` when it cannot occur.
    fn facts(&self, literals: &[Literal], budget: &mut Budget) -> Result<Option<Facts>, Exhausted> {
        let mut facts = nothing(self.procedure);
        let mut reading = Reading::default();
        for &(term, holds) in literals {
            if let Some(Variable::Bool(var)) = self.variable(term) {
                if facts.booleans[var.index()] == Some(!holds) {
                    return Ok(None);
                }
                facts.booleans[var.index()] = Some(holds);
                continue;
            }
            let Term::App(op, parts) = self.term(term) else { continue };
            if let Some((var, language)) = self.language(*op, parts, budget)? {
                let language = if holds { language } else { language.complement(budget)? };
                let known = reading.languages.get(&var);
                let both =
                    known.map_or(Ok(language.clone()), |known| known.intersection(&language, budget))?;
                reading.languages.insert(var, both);
            } else if let (Op::Equal, true, [left, right]) = (op, holds, parts.as_slice())
                && let Some(Variable::Str(left)) = self.variable(*left)
                && let Some(Variable::Str(right)) = self.variable(*right)
            {
                facts.equal.push((left.min(right), left.max(right)));
            }
            if let Some((sum, relation)) = self.comparison(*op, parts, holds) {
                reading.numbers.extend(number_fact(&sum, relation, budget)?);
            }
        }
        for (var, language) in &reading.languages {
            facts.languages[var.index()] = Some(self.words(language));
        }
        facts.numbers = reading.numbers;
        Ok(Some(facts))
    }

    fn term(&self, term: TermId) -> &Term {
        self.holds.system.terms.get(term)
    }

    /// The variable of the program that a term is.
    fn variable(&self, term: TermId) -> Option<Variable> {
        match self.term(term) {
            Term::Var(var, _) => self.place.variables.get(var.0 as usize).copied(),
            Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
        }
    }

    /// The string and the language that it is in when a test holds, if the test says exactly that.
    fn language(
        &self,
        op: Op,
        parts: &[TermId],
        budget: &mut Budget,
    ) -> Result<Option<(StrVar, Automaton)>, Exhausted> {
        let system = &self.holds.system;
        let alphabet = system.alphabet;
        let string = |at: usize| match self.variable(parts[at]) {
            Some(Variable::Str(var)) => Some(var),
            Some(Variable::Int(_) | Variable::Bool(_)) | None => None,
        };
        let literal = |at: usize| match self.term(parts[at]) {
            Term::Word(word) => Some(Automaton::literal(alphabet, word)),
            Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => None,
        };
        if let (Op::In(id), Some(var)) = (op, string(0)) {
            return Ok(Some((var, system.language(id).automaton.clone())));
        }
        if parts.len() != 2 {
            return Ok(None);
        }
        let (Some(var), Some(word)) = (string(0).or(string(1)), literal(0).or(literal(1))) else {
            return Ok(None);
        };
        let any = Automaton::any(alphabet);
        let [is_first, is_second] = [string(0), string(1)].map(|string| string == Some(var));
        if op == Op::Equal {
            return Ok(Some((var, word)));
        }
        if op == Op::PrefixOf && is_second {
            return Ok(Some((var, word.concat(&any, budget)?)));
        }
        if op == Op::SuffixOf && is_second {
            return Ok(Some((var, any.concat(&word, budget)?)));
        }
        if op == Op::Contains && is_first {
            return Ok(Some((var, any.concat(&word, budget)?.concat(&any, budget)?)));
        }
        Ok(None)
    }

    /// What a test says of quantities when it holds, or does not: a sum, and how it compares with 0.
    fn comparison(&self, op: Op, parts: &[TermId], holds: bool) -> Option<(Sum, Relation)> {
        let terms = &self.holds.system.terms;
        let is_string = |part: TermId| terms.sort(part) == Sort::Str;
        let relation = match (op, holds) {
            (Op::Equal, _) if is_string(parts[0]) && !holds => return None,
            (Op::Equal, true) => Relation::Equal,
            (Op::Equal, false) => Relation::NotEqual,
            (Op::Less, true) => Relation::Less,
            (Op::Less, false) | (Op::Contains, true) => Relation::AtLeast,
            (Op::AtMost | Op::PrefixOf | Op::SuffixOf, true) => Relation::AtMost,
            (Op::AtMost, false) => Relation::Greater,
            _ => return None,
        };
        let side = |part: TermId| if is_string(part) { self.length(part) } else { self.sum(part) };
        let (left, right) = (side(parts[0])?, side(parts[1])?);
        Some((plus(left, &right, -1)?, relation))
    }

    /// The length of a string as a sum.
    fn length(&self, term: TermId) -> Option<Sum> {
        match self.term(term) {
            Term::Var(..) => match self.variable(term)? {
                Variable::Str(var) => Some((BTreeMap::from([(Quantity::Length(var), 1)]), 0)),
                Variable::Int(_) | Variable::Bool(_) => None,
            },
            Term::Word(word) => Some((BTreeMap::new(), word.len() as i128)),
            // A concatenation is flat, so this goes down one level.
            Term::App(Op::Concat, parts) => parts.iter().try_fold((BTreeMap::new(), 0), |sum, part| {
                let is_flat = !matches!(self.term(*part), Term::App(..));
                plus(sum, &is_flat.then(|| self.length(*part))??, 1)
            }),
            Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => None,
        }
    }

    /// An integer term as a sum; `None` when it is not linear. Terms are read from a list, so depth does not matter.
    fn sum(&self, term: TermId) -> Option<Sum> {
        let mut sum = (BTreeMap::new(), 0);
        let mut open = vec![(term, 1_i128)];
        while let Some((term, factor)) = open.pop() {
            match self.term(term) {
                Term::Int(value) => sum.1 = i128::checked_add(sum.1, value.checked_mul(factor)?)?,
                Term::Var(..) => match self.variable(term)? {
                    Variable::Int(var) => {
                        sum = plus(sum, &(BTreeMap::from([(Quantity::Var(var), 1)]), 0), factor)?;
                    }
                    Variable::Str(_) | Variable::Bool(_) => return None,
                },
                Term::App(Op::Add, parts) => open.extend(parts.iter().map(|part| (*part, factor))),
                Term::App(Op::Length, parts) => sum = plus(sum, &self.length(parts[0])?, factor)?,
                Term::App(Op::Times, parts) => match (self.term(parts[0]), self.term(parts[1])) {
                    (Term::Int(value), _) => open.push((parts[1], factor.checked_mul(*value)?)),
                    (_, Term::Int(value)) => open.push((parts[0], factor.checked_mul(*value)?)),
                    _ => return None,
                },
                Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => return None,
            }
        }
        Some(sum)
    }

    /// A language of clauses over the characters of the program.
    fn words(&self, language: &Automaton) -> Words {
        let (known, last) = (self.holds.system.alphabet.last(), self.program.alphabet.last());
        let moved = |&(lo, hi, target): &(u32, u32, u32)| {
            let hi = if hi == known { last.max(hi) } else { hi };
            (lo <= last).then_some((lo, hi.min(last), target))
        };
        let table = Words::of(language);
        let state = |state: &WordState| WordState {
            accepts: state.accepts,
            edges: state.edges.iter().filter_map(moved).collect(),
        };
        Words::new(table.states().iter().map(state).collect()).expect("edges stay ascending and disjoint")
    }
}

/// A sum with a multiple of another; `None` when it does not fit 128 bits.
fn plus(mut sum: Sum, other: &Sum, factor: i128) -> Option<Sum> {
    for (&quantity, value) in &other.0 {
        let known = sum.0.entry(quantity).or_default();
        *known = known.checked_add(value.checked_mul(factor)?)?;
    }
    sum.1 = sum.1.checked_add(other.1.checked_mul(factor)?)?;
    Some(sum)
}

/// The quantities with which a sum compares so with 0; `None` when there are too many or none, or a number is too large.
fn number_fact(
    (factors, constant): &Sum,
    relation: Relation,
    budget: &mut Budget,
) -> Result<Option<NumberFact>, Exhausted> {
    let used: Vec<(Quantity, i128)> = factors
        .iter()
        .filter(|(_, factor)| **factor != 0)
        .map(|(quantity, factor)| (*quantity, *factor))
        .collect();
    let coefficients: Option<Vec<i64>> = used.iter().map(|(_, factor)| i64::try_from(*factor).ok()).collect();
    let opposite = constant.checked_neg().and_then(|opposite| i64::try_from(opposite).ok());
    let (Some(coefficients), Some(opposite)) = (coefficients, opposite) else { return Ok(None) };
    if used.is_empty() || used.len() > MOST_TRACKS {
        return Ok(None);
    }
    let set = Tuples::linear(&coefficients, relation, opposite, budget)?;
    let quantities = used.into_iter().map(|(quantity, _)| quantity).collect();
    Ok(Some(NumberFact { quantities, set: Numbers::of(&set) }))
}
