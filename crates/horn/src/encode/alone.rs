//! Strings as ghosts alone: what follows from lengths and profiles.
//!
//! Over-approximates: concatenation, length and membership in a tracked language are exact; of everything else only what
//! lengths say is kept, and that is recorded. A string that is not known otherwise has the ghosts of some word.

use automata::Exhausted;

use super::texts::{Item, Text, Texts, plain, text};
use crate::op::Op;
use crate::sort::Sort;
use crate::system::Atom;
use crate::terms::TermId;

impl Texts<'_, '_> {
    /// Over-approximates: an operation with a string among its parts or as its result, by ghosts.
    pub(super) fn abstracted(&mut self, op: Op, items: &[Item]) -> Result<Item, Exhausted> {
        match op {
            Op::Equal => Ok(Item::Plain(self.similar(text(&items[0]), text(&items[1])))),
            Op::Ite => Ok(Item::Text(self.either(plain(&items[0]), [text(&items[1]), text(&items[2])]))),
            Op::Concat => {
                let end = self.other;
                let mut whole = self.shaped(text(&items[0]), end);
                for item in &items[1..] {
                    let next = self.shaped(text(item), end);
                    whole = self.composed(&whole, &next);
                }
                Ok(Item::Text(Text::Shaped(end, whole)))
            }
            Op::Length => Ok(Item::Plain(self.length(text(&items[0])))),
            Op::In(id) => {
                let shape = self.shaped(text(&items[0]), self.other);
                let accepted = self.accepted(&shape, id);
                Ok(Item::Plain(accepted.unwrap_or_else(|| self.any("membership", Sort::Bool))))
            }
            Op::Not
            | Op::And
            | Op::Or
            | Op::Holds(_)
            | Op::Add
            | Op::Times
            | Op::Div
            | Op::Mod
            | Op::Less
            | Op::AtMost
            | Op::At
            | Op::Substring
            | Op::PrefixOf
            | Op::SuffixOf
            | Op::Contains
            | Op::IndexOf
            | Op::Replace
            | Op::ReplaceAll
            | Op::ToInt
            | Op::FromInt
            | Op::ToCode
            | Op::FromCode
            | Op::StrLess
            | Op::StrAtMost
            | Op::BitsLess
            | Op::BitsAtMost
            | Op::Construct(_)
            | Op::Select(..)
            | Op::Is(_)
            | Op::LastIndexOf
            | Op::Reverse
            | Op::Repeat
            | Op::Apply(_)
            | Op::Numeral(_)
            | Op::Parse(_)
            | Op::IntBits(_) => self.forgotten(op, items),
        }
    }

    /// Equal strings have equal ghosts.
    fn similar(&mut self, left: &Text, right: &Text) -> TermId {
        let [left, right] = [left, right].map(|text| self.shaped(text, self.other));
        let pairs = left.terms().into_iter().zip(right.terms());
        let same: Vec<TermId> = pairs.map(|(left, right)| self.app(Op::Equal, &[left, right])).collect();
        let same = self.app(Op::And, &same);
        let equal = self.any("equality", Sort::Bool);
        self.implies(equal, same);
        equal
    }

    fn implies(&mut self, premise: TermId, conclusion: TermId) {
        let not = self.app(Op::Not, &[premise]);
        let implied = self.app(Op::Or, &[not, conclusion]);
        self.parts.push(implied);
    }

    /// Any result, with what lengths say of it.
    fn forgotten(&mut self, op: Op, items: &[Item]) -> Result<Item, Exhausted> {
        let name = op.smt_name().unwrap_or("an operation on strings");
        if op.sort(None) != Sort::Str {
            let result = self.any(name, op.sort(None));
            self.bounded(op, items, result);
            return Ok(Item::Plain(result));
        }
        self.approximate(name);
        let end = self.other;
        let result = self.string("result", end);
        let predicate = self.press.word(end)?;
        self.body.push(Atom { predicate, arguments: result.terms() });
        if op == Op::At || op == Op::Substring {
            let one = self.int(1);
            let count = items.get(2).map_or(one, plain);
            let length = self.clipped(text(&items[0]), plain(&items[1]), count);
            self.has_length(&result, length);
        }
        if op == Op::Reverse {
            let length = self.length(text(&items[0]));
            self.has_length(&result, length);
        }
        Ok(Item::Text(Text::Shaped(end, result)))
    }

    /// What lengths say of a number or a truth value.
    fn bounded(&mut self, op: Op, items: &[Item], result: TermId) {
        let fits = |texts: &mut Self, [part, whole]: [usize; 2]| {
            let (short, long) = (texts.length(text(&items[part])), texts.length(text(&items[whole])));
            texts.app(Op::AtMost, &[short, long])
        };
        if op == Op::PrefixOf || op == Op::SuffixOf {
            let fits = fits(self, [0, 1]);
            self.implies(result, fits);
        }
        if op == Op::Contains {
            let fits = fits(self, [1, 0]);
            self.implies(result, fits);
        }
        if op == Op::IndexOf || op == Op::LastIndexOf {
            let (short, long) = (self.length(text(&items[1])), self.length(text(&items[0])));
            let (none, zero) = (self.int(-1), self.int(0));
            let [least, found] = [none, zero].map(|bound| self.app(Op::AtMost, &[bound, result]));
            let end = self.app(Op::Add, &[result, short]);
            let inside = self.app(Op::AtMost, &[end, long]);
            self.parts.push(least);
            self.implies(found, inside);
        }
    }
}
