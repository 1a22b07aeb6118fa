//! String expressions as terms.
//!
//! Each means what [`ir::interp`] says. Counts and positions are clipped there; `str.substr` clips at the end by itself and
//! gives the empty word for a count below 1, so only a negative position needs care.

use automata::Exhausted;
use ir::replacement::replacement;
use ir::{InputSet, Linear, Needle, StrExpr, StrTerm, Which};

use super::scope::Scope;
use crate::functions::opposite;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, TermId};

/// The most copies that are written out.
const COPIES: i128 = 16;

impl Scope<'_> {
    /// The value of a string expression.
    pub(super) fn str_expr(&mut self, expression: &StrExpr) -> Result<TermId, Exhausted> {
        Ok(match expression {
            StrExpr::Term(term) => self.str_term(term),
            StrExpr::Concat(terms) => {
                let parts: Vec<TermId> = terms.iter().map(|term| self.str_term(term)).collect();
                self.app(Op::Concat, &parts)
            }
            StrExpr::Slice { of, from, to } => self.slice(of, from, to.as_ref()),
            StrExpr::Replace { of, what, with, which } => return self.replace(of, (what, with, *which)),
            StrExpr::Apply { function, to } => {
                let known = self.program.functions[function.index()].clone();
                let (id, to) = (self.function(&known.name, known.transducer), self.str_term(to));
                self.app(Op::Apply(id), &[to])
            }
            StrExpr::Repeat { of, times } => self.repeat(of, times),
            StrExpr::Reverse(of) => {
                let of = self.str_term(of);
                self.app(Op::Reverse, &[of])
            }
            StrExpr::Numeral { of, radix } => {
                let of = self.linear(of);
                self.numeral(of, *radix)
            }
            StrExpr::Input(set) => return self.read(set),
        })
    }

    fn slice(&mut self, of: &StrTerm, from: &Linear, to: Option<&Linear>) -> TermId {
        let whole = self.str_term(of);
        let from = self.linear(from);
        let from = self.at_least_zero(from);
        let end = match to {
            Some(to) => self.linear(to),
            None => self.app(Op::Length, &[whole]),
        };
        let count = self.difference(end, from);
        self.app(Op::Substring, &[whole, from, count])
    }

    /// `left - right`.
    pub(super) fn difference(&mut self, left: TermId, right: TermId) -> TermId {
        let terms = &mut self.system.terms;
        let right = opposite(terms, right).unwrap_or_else(|| {
            let minus = terms.int(-1);
            terms.app(Op::Times, &[minus, right])
        });
        terms.app(Op::Add, &[left, right])
    }

    fn replace(
        &mut self,
        of: &StrTerm,
        (what, with, which): (&Needle, &StrTerm, Which),
    ) -> Result<TermId, Exhausted> {
        let whole = self.str_term(of);
        let Needle::Term(needle) = what else {
            let Some(transducer) = replacement(self.program, (what, with, which), self.budget)? else {
                return Ok(
                    self.give_up(Sort::Str, "a replacement of a pattern by a string that is not constant")
                );
            };
            let id = self.function("replace", transducer);
            return Ok(self.app(Op::Apply(id), &[whole]));
        };
        let (needle, with) = (self.str_term(needle), self.str_term(with));
        Ok(match which {
            Which::All => self.app(Op::ReplaceAll, &[whole, needle, with]),
            Which::First => {
                let replaced = self.app(Op::Replace, &[whole, needle, with]);
                // The empty word occurs nowhere for us, and before everything for SMT-LIB.
                match self.system.terms.get(needle) {
                    Term::Word(word) if word.is_empty() => whole,
                    Term::Word(_) => replaced,
                    Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => {
                        let empty = self.system.terms.word(&[]);
                        let nothing = self.app(Op::Equal, &[needle, empty]);
                        self.app(Op::Ite, &[nothing, whole, replaced])
                    }
                }
            }
        })
    }

    fn repeat(&mut self, of: &StrTerm, times: &Linear) -> TermId {
        let whole = self.str_term(of);
        match times.as_constant() {
            Some(times) if times <= COPIES => {
                let copies = vec![whole; usize::try_from(times.max(0)).unwrap_or(0)];
                self.app(Op::Concat, &copies)
            }
            Some(_) | None => {
                let times = self.linear(times);
                self.app(Op::Repeat, &[whole, times])
            }
        }
    }

    fn numeral(&mut self, of: TermId, radix: u32) -> TermId {
        if radix != 10 {
            return self.app(Op::Numeral(radix), &[of]);
        }
        let zero = self.int(0);
        let negative = self.app(Op::Less, &[of, zero]);
        let minus = self.system.terms.word(&[u32::from(b'-')]);
        let opposite = self.difference(zero, of);
        let digits = self.app(Op::FromInt, &[opposite]);
        let (below, above) = (self.app(Op::Concat, &[minus, digits]), self.app(Op::FromInt, &[of]));
        self.app(Op::Ite, &[negative, below, above])
    }

    fn read(&mut self, set: &InputSet) -> Result<TermId, Exhausted> {
        let value = self.input(Sort::Str);
        match set {
            InputSet::Any => {}
            InputSet::Language(id) => {
                let language = self.language(&self.program.languages[id.index()].automaton)?;
                let inside = self.app(Op::In(language), &[value]);
                self.facts.push(inside);
            }
            InputSet::UpTo(most) => {
                let most = self.linear(most);
                let most = self.at_least_zero(most);
                let length = self.app(Op::Length, &[value]);
                let short = self.app(Op::AtMost, &[length, most]);
                self.facts.push(short);
            }
        }
        Ok(value)
    }
}
