//! What is known before an action: the facts at its label and the literals of one case of its condition.
//!
//! From here come the graphs of what strings may be and the questions of what integers may be. Definitions of
//! booleans are unfolded once, so that a branch on `ok` also knows the test that `ok` stands for.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use automata::{Budget, Exhausted, MARK, Symbol};
use ir::{
    BoolVar, IntExpr, IntVar, Linear, Literal, Program, Quantity, StrExpr, StrTerm, StrVar, Test, Word,
};

use crate::build::Membership;
use crate::facts::{Facts, Hints};
use crate::graph::Graph;
use crate::parts::coded_at;
use crate::plain::Words;
use crate::query::Question;
use crate::relation::{Case, Sign, lengths_of_words, literal_cases};
use crate::tables::{Comparison, compared, of_length};
use crate::whole::Split;

/// More combinations of numeric cases than this are given up.
const MOST_CASES: usize = 512;

/// The facts at a label and the literals of a case.
pub(crate) struct Premises<'a> {
    pub(crate) program: &'a Program,
    /// The tables of the program's languages.
    pub(crate) languages: &'a [Words],
    pub(crate) facts: &'a Facts,
    pub(crate) hints: &'a Hints,
    literals: Vec<Literal>,
    /// The literals in cases of linear constraints; `None` when there are too many.
    cases: Option<Vec<Case>>,
    /// For each string variable the least that is equal to it by the facts and the literals, once one is asked for.
    classes: OnceCell<Vec<StrVar>>,
    /// The sides of strings at places, once they are asked for.
    pub(crate) splits: OnceCell<Vec<Split>>,
    /// The definitions of strings, once they are asked for.
    pub(crate) definitions: OnceCell<Vec<(StrVar, StrExpr)>>,
    /// What is known of the new value of the quantity that the one action with these premises assigns.
    pub(crate) changed: OnceCell<Vec<Case>>,
}

impl<'a> Premises<'a> {
    pub(crate) fn new(
        program: &'a Program,
        languages: &'a [Words],
        (facts, hints): (&'a Facts, &'a Hints),
        literals: &[&Literal],
    ) -> Self {
        let mut all: Vec<Literal> = literals.iter().map(|&literal| literal.clone()).collect();
        for (bool_var, definition) in &facts.definitions {
            let value = value_in(literals.iter().copied(), *bool_var);
            if let Some(value) = value.or(facts.booleans.get(bool_var.index()).copied().flatten()) {
                all.push(Literal { test: definition.test.clone(), holds: definition.holds == value });
            }
        }
        let with_lengths = |literal: &Literal| {
            let mut cases = literal_cases(literal);
            // Automata know the lengths already; sums do not.
            if !facts.linear.is_empty() {
                let lengths = lengths_of_words(literal, languages);
                cases.iter_mut().for_each(|case| case.extend(lengths.iter().cloned()));
            }
            cases
        };
        let cases = combined(all.iter().map(with_lengths));
        let (classes, splits, changed) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let definitions = OnceCell::new();
        Premises {
            program,
            languages,
            facts,
            hints,
            literals: all,
            cases,
            classes,
            splits,
            definitions,
            changed,
        }
    }

    /// What a variable may be.
    pub(crate) fn variable(&self, var: StrVar, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let mut values = self.by_tables(var, budget)?;
        for fact in self.facts.slices.iter().filter(|fact| fact.whole == var) {
            let part = self.by_tables(fact.part, budget)?;
            let wholes = part.wholes(self.program.alphabet, (fact.from, fact.to), budget)?;
            values = values.intersection(&wholes, budget)?;
        }
        for split in self.splits(budget)?.iter().filter(|split| split.whole == var && split.informed) {
            let whole = Graph::concat(vec![split.before.clone(), split.after.clone()]);
            values = values.intersection(&whole, budget)?;
        }
        for (_, part) in self.facts.parts.iter().filter(|(part, _)| *part == var) {
            let StrExpr::Slice { of: StrTerm::Var(whole), from, to } = part else { continue };
            if let Some(slice) = self.slice_of_side(*whole, (from, to.as_ref()), budget)? {
                values = values.intersection(&slice, budget)?;
            }
        }
        Ok(values)
    }

    /// Whether [`Self::variable`] looks at more than tables.
    fn is_narrowed(&self, var: StrVar, budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(self.facts.slices.iter().any(|fact| fact.whole == var)
            || self.facts.parts.iter().any(|(part, value)| *part == var && is_slice(value))
            || self.codes_of(var).next().is_some()
            || self.splits(budget)?.iter().any(|split| split.whole == var))
    }

    /// What a variable may be by its language and the literals alone.
    pub(crate) fn by_tables(&self, var: StrVar, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let tables = self.tables_of(var);
        let mut values = Graph::meet(self.program.alphabet, &memberships(&tables), budget)?;
        for (code, at) in self.codes_of(var) {
            let wholes =
                self.coded(code, budget)?.wholes(self.program.alphabet, (at, Some(at + 1)), budget)?;
            values = values.intersection(&wholes, budget)?;
        }
        Ok(values)
    }

    /// The integers that are codes of characters of a variable at constant positions, and these.
    fn codes_of(&self, var: StrVar) -> impl Iterator<Item = (IntVar, u64)> {
        self.facts.integers.iter().filter_map(move |(code, value)| Some((*code, coded_at(value, var)?)))
    }

    /// Whether that is anything.
    fn can_be_by_tables(&self, var: StrVar, budget: &mut Budget) -> Result<bool, Exhausted> {
        let tables = self.tables_of(var);
        Graph::can_meet(self.program.alphabet, &memberships(&tables), budget)
    }

    /// What a term may be.
    pub(crate) fn term(&self, term: &StrTerm, budget: &mut Budget) -> Result<Graph, Exhausted> {
        match term {
            StrTerm::Var(var) => self.variable(*var, budget),
            StrTerm::Word(word) => Ok(Graph::word(word)),
        }
    }

    /// Whether the facts and the literals say that two variables are equal.
    pub(crate) fn are_equal(&self, left: StrVar, right: StrVar) -> bool {
        left == right || self.least_equal(left) == self.least_equal(right)
    }

    /// The variables that are equal to `var` by the facts and the literals, itself included.
    fn equals(&self, var: StrVar) -> BTreeSet<StrVar> {
        let least = self.least_equal(var);
        let equal = (0..).map(StrVar).zip(self.classes()).filter(|(_, other)| **other == least);
        equal.map(|(other, _)| other).chain([var]).collect()
    }

    /// The least variable that is equal to `var`.
    fn least_equal(&self, var: StrVar) -> StrVar {
        self.classes().get(var.index()).copied().unwrap_or(var)
    }

    fn classes(&self) -> &[StrVar] {
        self.classes.get_or_init(|| {
            let by_literals = self.literals.iter().filter(|literal| literal.holds).filter_map(|literal| {
                let Test::Equal(StrTerm::Var(left), StrTerm::Var(right)) = &literal.test else { return None };
                Some((*left, *right))
            });
            classes_of(self.facts.equal.iter().copied().chain(by_literals))
        })
    }

    /// The tables that the value of a variable is in, or is not in. Equal variables share theirs, unless
    /// characters have marks, which equality looks through.
    fn tables_of(&self, var: StrVar) -> Vec<(Words, bool)> {
        let marked = self.program.alphabet.is_marked();
        let class = if marked { BTreeSet::from([var]) } else { self.equals(var) };
        let languages = class.iter().filter_map(|var| self.facts.languages.get(var.index())?.as_ref());
        let of_literals = self.literals.iter().filter_map(|literal| self.table_of_literal(&class, literal));
        languages.map(|table| (table.clone(), true)).chain(of_literals).collect()
    }

    /// What a test on the length of one variable alone says about it.
    fn table_of_length(&self, class: &BTreeSet<StrVar>, sum: &Linear, sign: Sign) -> Option<Words> {
        let [(Quantity::Length(var), factor)] = sum.terms() else { return None };
        let plain = automata::Alphabet::up_to(self.program.alphabet.last());
        let table = of_length(plain, (*factor, sum.constant_part()), sign).filter(|_| class.contains(var))?;
        Some(if self.program.alphabet.is_marked() { table.through_marks() } else { table })
    }

    /// What a literal says about the common value of some variables.
    fn table_of_literal(&self, class: &BTreeSet<StrVar>, literal: &Literal) -> Option<(Words, bool)> {
        let is = |term: &StrTerm| matches!(term, StrTerm::Var(var) if class.contains(var));
        let constant = |comparison, word: &Word| Some((self.compared(comparison, word), literal.holds));
        match &literal.test {
            Test::In(term, language) if is(term) => {
                Some((self.languages[language.index()].clone(), literal.holds))
            }
            Test::Equal(term, StrTerm::Word(word)) | Test::Equal(StrTerm::Word(word), term) if is(term) => {
                constant(Comparison::Equal, word)
            }
            Test::Contains(term, StrTerm::Word(word)) if is(term) => constant(Comparison::Contains, word),
            Test::StartsWith(term, StrTerm::Word(word)) if is(term) => constant(Comparison::StartsWith, word),
            Test::EndsWith(term, StrTerm::Word(word)) if is(term) => constant(Comparison::EndsWith, word),
            Test::IsZero(sum) => Some((self.table_of_length(class, sum, Sign::Zero)?, literal.holds)),
            Test::AtMostZero(sum) => {
                Some((self.table_of_length(class, sum, Sign::AtMostZero)?, literal.holds))
            }
            Test::In(..)
            | Test::Equal(..)
            | Test::Contains(..)
            | Test::StartsWith(..)
            | Test::EndsWith(..)
            | Test::Bool(_) => None,
        }
    }

    /// The texts for which a comparison with a word holds, whatever their marks.
    pub(crate) fn compared(&self, comparison: Comparison, word: &Word) -> Words {
        let plain = automata::Alphabet::up_to(self.program.alphabet.last());
        let table = compared(plain, comparison, word);
        if self.program.alphabet.is_marked() { table.through_marks() } else { table }
    }

    /// How many numeric cases there are; none when there are too many to tell.
    pub(crate) fn case_count(&self) -> usize {
        self.cases.as_ref().map_or(0, Vec::len)
    }

    /// Whether `ask` meets a contradiction in every numeric case of the premises.
    pub(crate) fn in_every_case<'q>(
        &'q self,
        budget: &mut Budget,
        ask: impl FnMut(Question<'q>, &mut Budget) -> Result<bool, Exhausted>,
    ) -> Result<bool, Exhausted> {
        self.in_cases(0..self.case_count(), budget, ask)
    }

    /// Whether `ask` meets a contradiction in these numeric cases of the premises.
    pub(crate) fn in_cases<'q>(
        &'q self,
        which: Range<usize>,
        budget: &mut Budget,
        mut ask: impl FnMut(Question<'q>, &mut Budget) -> Result<bool, Exhausted>,
    ) -> Result<bool, Exhausted> {
        let Some(cases) = &self.cases else { return Ok(false) };
        for case in &cases[which] {
            let mut question = Question::given(self.facts);
            question.case(case, None);
            if !ask(question, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value that the premises give a boolean, if any.
    pub(crate) fn boolean(&self, var: BoolVar) -> Option<bool> {
        let of_literals = value_in(self.literals.iter(), var);
        of_literals.or(self.facts.booleans.get(var.index()).copied().flatten())
    }

    /// Exact in what it accepts: whether no state satisfies the premises.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn are_contradictory(&self, budget: &mut Budget) -> Result<bool, Exhausted> {
        let known = |(var, value): (u32, &Option<bool>)| Some((Test::Bool(BoolVar(var)), (*value)?));
        let booleans: Vec<(Test, bool)> = (0..).zip(&self.facts.booleans).filter_map(known).collect();
        let clash = |literal: &Literal| {
            let contrary = |(test, holds): (&Test, bool)| *test == literal.test && holds != literal.holds;
            self.literals.iter().any(|other| contrary((&other.test, other.holds)))
                || booleans.iter().any(|(test, holds)| contrary((test, *holds)))
        };
        let fails = |literal: &Literal| constant(&literal.test) == Some(!literal.holds);
        if self.literals.iter().any(|literal| clash(literal) || fails(literal)) {
            return Ok(true);
        }
        if self.in_every_case(budget, |question, budget| question.is_contradiction(budget))? {
            return Ok(true);
        }
        for var in self.string_variables() {
            let can_be = self.can_be_by_tables(var, budget)?;
            if !can_be || self.is_narrowed(var, budget)? && self.variable(var, budget)?.is_empty() {
                return Ok(true);
            }
        }
        let nothing =
            self.splits(budget)?.iter().any(|split| split.before.is_empty() || split.after.is_empty());
        Ok(nothing || self.differ_in_the_same(budget)?)
    }

    /// What holds besides the facts.
    pub(crate) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The string variables that a literal speaks of.
    fn string_variables(&self) -> Vec<StrVar> {
        let terms = self.literals.iter().flat_map(|literal| match &literal.test {
            Test::In(term, _) => vec![term],
            Test::Equal(a, b) | Test::Contains(a, b) | Test::StartsWith(a, b) | Test::EndsWith(a, b) => {
                vec![a, b]
            }
            Test::Bool(_) | Test::IsZero(_) | Test::AtMostZero(_) => Vec::new(),
        });
        let mut vars: Vec<StrVar> = terms.filter_map(variable_of).collect();
        vars.extend(self.literals.iter().filter_map(|literal| measured(&literal.test)));
        let wholes = self.facts.slices.iter().filter(|fact| vars.contains(&fact.part)).map(|fact| fact.whole);
        vars.extend(wholes.collect::<Vec<_>>());
        vars.extend(self.facts.splits.iter().map(|fact| fact.whole));
        for (part, value) in &self.facts.parts {
            if let StrExpr::Slice { of, .. } = value {
                vars.push(*part);
                vars.extend(variable_of(of));
            }
        }
        vars.extend(self.facts.integers.iter().filter_map(|(_, value)| searched(value)));
        vars.sort_unstable();
        vars.dedup();
        vars
    }
}

/// For each variable up to the last in the pairs the least that they connect it with.
fn classes_of(pairs: impl Iterator<Item = (StrVar, StrVar)>) -> Vec<StrVar> {
    let mut least: Vec<StrVar> = Vec::new();
    // Each variable points to a lesser one of its class, or to itself when it is the least.
    let end = |least: &[StrVar], mut var: StrVar| {
        while least[var.index()] != var {
            var = least[var.index()];
        }
        var
    };
    for (left, right) in pairs {
        let known = least.len() as u32;
        least.extend((known..=left.0.max(right.0)).map(StrVar));
        let (left, right) = (end(&least, left), end(&least, right));
        least[left.max(right).index()] = left.min(right);
    }
    (0..least.len()).for_each(|at| least[at] = end(&least, StrVar(at as u32)));
    least
}

fn is_slice(value: &StrExpr) -> bool {
    matches!(value, StrExpr::Slice { .. })
}

fn variable_of(term: &StrTerm) -> Option<StrVar> {
    match term {
        StrTerm::Var(var) => Some(*var),
        StrTerm::Word(_) => None,
    }
}

/// The string variable that an integer was computed from, if any.
fn searched(value: &IntExpr) -> Option<StrVar> {
    match value {
        IntExpr::IndexOf { of: StrTerm::Var(var), .. }
        | IntExpr::LastIndexOf { of: StrTerm::Var(var), .. }
        | IntExpr::Code { of: StrTerm::Var(var), .. }
        | IntExpr::Parse { of: StrTerm::Var(var), .. } => Some(*var),
        IntExpr::IndexOf { .. }
        | IntExpr::LastIndexOf { .. }
        | IntExpr::Code { .. }
        | IntExpr::Parse { .. }
        | IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Input => None,
    }
}

/// How a test of constant words comes out.
fn constant(test: &Test) -> Option<bool> {
    // Comparisons look through marks.
    let plain = |word: &Word| word.iter().map(|symbol| symbol & !MARK).collect::<Vec<Symbol>>();
    let words = |left: &StrTerm, right: &StrTerm| match (left, right) {
        (StrTerm::Word(left), StrTerm::Word(right)) => Some((plain(left), plain(right))),
        (StrTerm::Var(_), _) | (_, StrTerm::Var(_)) => None,
    };
    match test {
        Test::Equal(left, right) => words(left, right).map(|(left, right)| left == right),
        Test::StartsWith(left, right) => words(left, right).map(|(left, right)| left.starts_with(&right)),
        Test::EndsWith(left, right) => words(left, right).map(|(left, right)| left.ends_with(&right)),
        Test::In(..) | Test::Contains(..) | Test::Bool(_) | Test::IsZero(_) | Test::AtMostZero(_) => None,
    }
}

/// The string on whose length alone a test is.
fn measured(test: &Test) -> Option<StrVar> {
    match test {
        Test::IsZero(sum) | Test::AtMostZero(sum) => match sum.terms() {
            [(Quantity::Length(var), _)] => Some(*var),
            [..] => None,
        },
        Test::Bool(_)
        | Test::In(..)
        | Test::Equal(..)
        | Test::Contains(..)
        | Test::StartsWith(..)
        | Test::EndsWith(..) => None,
    }
}

/// The value that literals give a boolean, if any.
fn value_in<'l>(mut literals: impl Iterator<Item = &'l Literal>, var: BoolVar) -> Option<bool> {
    literals.find(|literal| literal.test == Test::Bool(var)).map(|literal| literal.holds)
}

/// All combinations of a case of each; `None` when there are too many.
pub(crate) fn combined(parts: impl Iterator<Item = Vec<Case>>) -> Option<Vec<Case>> {
    let mut all: Vec<Case> = vec![Vec::new()];
    for cases in parts {
        if all.len().checked_mul(cases.len())? > MOST_CASES {
            return None;
        }
        all = all
            .iter()
            .flat_map(|left| cases.iter().map(move |right| [left.clone(), right.clone()].concat()))
            .collect();
    }
    Some(all)
}

fn memberships(tables: &[(Words, bool)]) -> Vec<Membership<'_>> {
    tables.iter().map(|(table, holds)| Membership { table, holds: *holds }).collect()
}
