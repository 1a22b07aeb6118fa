//! Each operation on strings by calls of functions on lists.
//!
//! With the last character outermost, positions count from the other side; the functions on lists are the same.

use automata::SymbolSet;

use super::define::{Aux, Signs};
use super::ghosts::composed;
use super::library::numerals::{NATURAL, NEGATIVE, NOTHING};
use super::order::End;
use super::shape::Shape;
use super::texts::{Item, Text, Texts, plain, text};
use crate::op::{FunctionId, LanguageId, Op};
use crate::sort::Sort;
use crate::terms::TermId;

impl Texts<'_, '_> {
    /// Exact but for what is recorded: an operation with a string among its parts or as its result.
    pub(super) fn operation(&mut self, op: Op, items: &[Item]) -> Item {
        match op {
            Op::Equal => Item::Plain(self.equal(text(&items[0]), text(&items[1]))),
            Op::Ite => Item::Text(self.either(plain(&items[0]), [text(&items[1]), text(&items[2])])),
            Op::Concat => {
                let parts: Vec<Text> = items.iter().map(|item| text(item).clone()).collect();
                Item::Text(self.concat(&parts))
            }
            Op::Length => Item::Plain(self.length(text(&items[0]))),
            Op::At => {
                let one = self.int(1);
                Item::Text(self.substring(text(&items[0]), plain(&items[1]), one))
            }
            Op::Substring => Item::Text(self.substring(text(&items[0]), plain(&items[1]), plain(&items[2]))),
            Op::PrefixOf => Item::Plain(self.is_at(End::First, [text(&items[0]), text(&items[1])])),
            Op::SuffixOf => Item::Plain(self.is_at(End::Last, [text(&items[0]), text(&items[1])])),
            Op::Contains => Item::Plain(self.contains([text(&items[0]), text(&items[1])])),
            Op::IndexOf => Item::Plain(self.index_of([text(&items[0]), text(&items[1])], plain(&items[2]))),
            Op::LastIndexOf => Item::Plain(self.last_index_of([text(&items[0]), text(&items[1])])),
            Op::Replace => Item::Text(self.replace([text(&items[0]), text(&items[1]), text(&items[2])])),
            Op::ReplaceAll => {
                Item::Text(self.replace_all([text(&items[0]), text(&items[1]), text(&items[2])]))
            }
            Op::In(id) => Item::Plain(self.is_in(text(&items[0]), id)),
            Op::ToInt => Item::Plain(self.number_of(text(&items[0]))),
            Op::Parse(radix) => Item::Plain(self.parse(text(&items[0]), radix)),
            Op::FromInt => Item::Text(self.digits(plain(&items[0]), 10)),
            Op::Numeral(radix) => Item::Text(self.numeral(plain(&items[0]), radix)),
            Op::ToCode => Item::Plain(self.code_of(text(&items[0]))),
            Op::FromCode => Item::Text(self.character_of(plain(&items[0]))),
            Op::StrLess => Item::Plain(self.less([text(&items[0]), text(&items[1])])),
            Op::StrAtMost => {
                let after = self.less([text(&items[1]), text(&items[0])]);
                Item::Plain(self.app(Op::Not, &[after]))
            }
            Op::Reverse => Item::Text(self.reverse(text(&items[0]))),
            Op::Repeat => Item::Text(self.repeat(text(&items[0]), plain(&items[1]))),
            Op::Apply(id) => Item::Text(self.apply(text(&items[0]), id)),
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
            | Op::BitsLess
            | Op::BitsAtMost
            | Op::Construct(_)
            | Op::Select(..)
            | Op::Is(_)
            | Op::IntBits(_) => unreachable!("this operation has no string among its parts"),
        }
    }

    /// Lists are equal when the strings are.
    fn equal(&mut self, left: &Text, right: &Text) -> TermId {
        let end = self.common(&[left, right]);
        let (left, right) = (self.shaped(left, end), self.shaped(right, end));
        let (left, right) = left.list.zip(right.list).expect("lists are kept");
        self.app(Op::Equal, &[left, right])
    }

    pub(super) fn either(&mut self, condition: TermId, [one, other]: [&Text; 2]) -> Text {
        let end = self.common(&[one, other]);
        let (one, other) = (self.shaped(one, end), self.shaped(other, end));
        Text::Shaped(end, Shape::either(&mut self.press.system.terms, condition, [&one, &other]))
    }

    /// From the inner end to the outer one, so that what is outer is put around what is there.
    fn concat(&mut self, parts: &[Text]) -> Text {
        let all: Vec<&Text> = parts.iter().collect();
        let end = self.common(&all);
        let inwards: Vec<&Text> = match end {
            End::First => parts.iter().rev().collect(),
            End::Last => parts.iter().collect(),
        };
        let mut inwards = inwards.into_iter();
        let Some(innermost) = inwards.next() else { return Text::Word([].into()) };
        let mut whole = self.shaped(innermost, end);
        for outer in inwards {
            let outer = self.shaped(outer, end);
            let result = self.string("concat", end);
            self.call(Aux::Append(end), &[&outer.terms(), &whole.terms()], &[&result.terms()]);
            let law = match end {
                End::First => self.composed(&outer, &whole),
                End::Last => self.composed(&whole, &outer),
            };
            self.alike(&law, &result);
            whole = result;
        }
        Text::Shaped(end, whole)
    }

    /// Ghosts of one string followed by another: they follow from those of the two.
    pub(super) fn composed(&mut self, one: &Shape, other: &Shape) -> Shape {
        let terms = &mut self.press.system.terms;
        let length = one.length.zip(other.length).map(|(one, other)| terms.app(Op::Add, &[one, other]));
        let pairs = one.profiles.iter().zip(&other.profiles);
        let profiles = pairs.map(|(one, other)| composed(terms, one, other)).collect();
        Shape { list: None, length, profiles }
    }

    fn drop(&mut self, of: &Shape, end: End, count: TermId) -> Shape {
        let rest = self.string("rest", end);
        self.call(Aux::Drop(end), &[&of.terms(), &[count]], &[&rest.terms()]);
        rest
    }

    fn take(&mut self, of: &Shape, end: End, count: TermId) -> Shape {
        let part = self.string("part", end);
        self.call(Aux::Take(end), &[&of.terms(), &[count]], &[&part.terms()]);
        part
    }

    fn substring(&mut self, of: &Text, from: TermId, count: TermId) -> Text {
        let end = self.end(of);
        let (zero, whole) = (self.int(0), self.shaped(of, end));
        let negative = self.app(Op::Less, &[from, zero]);
        let count = self.app(Op::Ite, &[negative, zero, count]);
        if end == End::First {
            let rest = self.drop(&whole, end, from);
            let part = self.take(&rest, end, count);
            if whole.length.is_some() {
                let law = self.clipped(of, from, count);
                self.has_length(&part, law);
            }
            return Text::Shaped(end, part);
        }
        let count = self.clipped(of, from, count);
        let length = self.length(of);
        let (after, before) = (self.minus(length, from), self.app(Op::Add, &[from, count]));
        let outside = self.minus(length, before);
        let begins = self.app(Op::Less, &[zero, after]);
        let outside = self.app(Op::Ite, &[begins, outside, zero]);
        let rest = self.drop(&whole, end, outside);
        let part = self.take(&rest, end, count);
        self.has_length(&part, count);
        Text::Shaped(end, part)
    }

    /// How many characters there are from a position on, at most so many. Not negative.
    pub(super) fn clipped(&mut self, of: &Text, from: TermId, count: TermId) -> TermId {
        let (zero, length) = (self.int(0), self.length(of));
        let after = self.minus(length, from);
        let less = self.app(Op::AtMost, &[count, after]);
        let least = self.app(Op::Ite, &[less, count, after]);
        let outside = [[from, zero], [least, zero]].map(|sides| self.app(Op::Less, &sides));
        let empty = self.app(Op::Or, &outside);
        self.app(Op::Ite, &[empty, zero, least])
    }

    /// Whether the first string is at an end of the second.
    fn is_at(&mut self, at: End, [part, whole]: [&Text; 2]) -> TermId {
        let end = self.common(&[whole, part]);
        let (inner, outer) = (self.shaped(part, end), self.shaped(whole, end));
        if end == at {
            let (is, rest) = (self.plain("begins", Sort::Bool), self.string("rest", end));
            self.call(Aux::Strip(end), &[&inner.terms(), &outer.terms()], &[&[is], &rest.terms()]);
            return is;
        }
        let (short, long) = (self.length(part), self.length(whole));
        let outside = self.minus(long, short);
        let rest = self.drop(&outer, end, outside);
        let (rest, inner) = rest.list.zip(inner.list).expect("lists are kept");
        let parts = [self.app(Op::AtMost, &[short, long]), self.app(Op::Equal, &[rest, inner])];
        self.app(Op::And, &parts)
    }

    fn contains(&mut self, [whole, part]: [&Text; 2]) -> TermId {
        let end = self.common(&[whole, part]);
        let (whole, part, found) =
            (self.shaped(whole, end), self.shaped(part, end), self.plain("found", Sort::Bool));
        self.call(Aux::Contains(end), &[&whole.terms(), &part.terms()], &[&[found]]);
        found
    }

    /// The position from the first character of what stands at a position from the last one, or -1.
    fn mirrored(&mut self, [whole, part]: [&Text; 2], position: TermId) -> TermId {
        let (zero, none) = (self.int(0), self.int(-1));
        let (long, short) = (self.length(whole), self.length(part));
        let (room, missing) = (self.minus(long, short), self.app(Op::Less, &[position, zero]));
        let turned = self.minus(room, position);
        self.app(Op::Ite, &[missing, none, turned])
    }

    fn outermost(&mut self, texts: [&Text; 2], end: End, least: TermId) -> TermId {
        let [whole, part] = texts.map(|text| self.shaped(text, end));
        let (zero, found) = (self.int(0), self.plain("at", Sort::Int));
        self.call(Aux::Outermost(end), &[&whole.terms(), &part.terms(), &[zero, least]], &[&[found]]);
        found
    }

    fn innermost(&mut self, texts: [&Text; 2], end: End, most: TermId) -> TermId {
        let [whole, part] = texts.map(|text| self.shaped(text, end));
        let (zero, none, found) = (self.int(0), self.int(-1), self.plain("at", Sort::Int));
        let inputs: [&[TermId]; 3] = [&whole.terms(), &part.terms(), &[zero, most, none]];
        self.call(Aux::Innermost(end), &inputs, &[&[found]]);
        found
    }

    fn index_of(&mut self, texts: [&Text; 2], from: TermId) -> TermId {
        let position = match self.common(&texts) {
            End::First => self.outermost(texts, End::First, from),
            End::Last => {
                let (long, short) = (self.length(texts[0]), self.length(texts[1]));
                let room = self.minus(long, short);
                let most = self.minus(room, from);
                let found = self.innermost(texts, End::Last, most);
                self.mirrored(texts, found)
            }
        };
        let (zero, none) = (self.int(0), self.int(-1));
        let outside = self.app(Op::Less, &[from, zero]);
        self.app(Op::Ite, &[outside, none, position])
    }

    fn last_index_of(&mut self, texts: [&Text; 2]) -> TermId {
        match self.common(&texts) {
            End::First => {
                let length = self.length(texts[0]);
                self.innermost(texts, End::First, length)
            }
            End::Last => {
                let zero = self.int(0);
                let found = self.outermost(texts, End::Last, zero);
                self.mirrored(texts, found)
            }
        }
    }

    /// What is before the first occurrence, the replacement, what is after it.
    fn replace(&mut self, [whole, part, with]: [&Text; 3]) -> Text {
        let zero = self.int(0);
        let at = self.index_of([whole, part], zero);
        let (short, long) = (self.length(part), self.length(whole));
        let after = self.app(Op::Add, &[at, short]);
        let (before, behind) = (self.substring(whole, zero, at), self.substring(whole, after, long));
        let replaced = self.concat(&[before, with.clone(), behind]);
        let missing = self.app(Op::Less, &[at, zero]);
        self.either(missing, [whole, &replaced])
    }

    fn replace_all(&mut self, texts: [&Text; 3]) -> Text {
        let end = End::First;
        let [whole, part, with] = texts.map(|text| self.shaped(text, end));
        let nil = self.press.strings.nil(&mut self.press.system.terms, end);
        let result = self.string("replaced", end);
        let inputs = [whole.terms(), nil.terms(), part.terms(), with.terms()];
        self.call(Aux::ReplaceAll, &[&inputs.concat()], &[&result.terms()]);
        Text::Shaped(end, result)
    }

    /// By the profile where there is one.
    fn is_in(&mut self, of: &Text, id: LanguageId) -> TermId {
        let end = self.end(of);
        let shape = self.shaped(of, end);
        if let Some(accepted) = self.accepted(&shape, id) {
            return accepted;
        }
        match end {
            End::First => {
                let (start, is) = (self.int(0), self.plain("in", Sort::Bool));
                self.call(Aux::Accepts(id), &[&shape.terms(), &[start]], &[&[is]]);
                is
            }
            End::Last => {
                let state = self.plain("state", Sort::Int);
                self.call(Aux::Reaches(id), &[&shape.terms()], &[&[state]]);
                let machine = super::ghosts::Tracked::new(id, &self.press.system.language(id).automaton);
                machine.accepted(&mut self.press.system.terms, &[state])
            }
        }
    }

    /// Whether a string is in a language whose profiles are kept.
    pub(super) fn accepted(&mut self, shape: &Shape, id: LanguageId) -> Option<TermId> {
        let place = self.press.strings.tracked.iter().position(|tracked| tracked.language == id)?;
        let tracked = &self.press.strings.tracked[place];
        Some(tracked.accepted(&mut self.press.system.terms, &shape.profiles[place]))
    }

    /// The kind of a numeral and its number.
    fn number(&mut self, of: &Text, (radix, signs): (u32, Signs)) -> [TermId; 2] {
        let end = self.end(of);
        let shape = self.shaped(of, end);
        let result = [self.plain("kind", Sort::Int), self.plain("number", Sort::Int)];
        let start = [self.int(NOTHING), self.int(0)];
        let state: &[TermId] = match end {
            End::First => &start,
            End::Last => &[],
        };
        self.call(Aux::Number(end, radix, signs), &[&shape.terms(), state], &[&result]);
        result
    }

    fn number_of(&mut self, of: &Text) -> TermId {
        let [kind, number] = self.number(of, (10, Signs::None));
        let (natural, none) = (self.int(NATURAL), self.int(-1));
        let is = self.app(Op::Equal, &[kind, natural]);
        self.app(Op::Ite, &[is, number, none])
    }

    /// What is no numeral has any number, as the operation has none for it.
    fn parse(&mut self, of: &Text, radix: u32) -> TermId {
        let [kind, number] = self.number(of, (radix, Signs::Either));
        let (natural, negative, zero) = (self.int(NATURAL), self.int(NEGATIVE), self.int(0));
        let [is_natural, is_negative] = [natural, negative].map(|known| self.app(Op::Equal, &[kind, known]));
        let (opposite, any) = (self.minus(zero, number), self.plain("any", Sort::Int));
        let other = self.app(Op::Ite, &[is_negative, opposite, any]);
        self.app(Op::Ite, &[is_natural, number, other])
    }

    fn digits(&mut self, of: TermId, radix: u32) -> Text {
        let end = self.other;
        let nil = self.press.strings.nil(&mut self.press.system.terms, end);
        let result = self.string("digits", end);
        let around = match end {
            End::First => nil.terms(),
            End::Last => Vec::new(),
        };
        self.call(Aux::Digits(end, radix), &[&[of], &around], &[&result.terms()]);
        Text::Shaped(end, result)
    }

    fn numeral(&mut self, of: TermId, radix: u32) -> Text {
        let zero = self.int(0);
        let (negative, opposite) = (self.app(Op::Less, &[of, zero]), self.minus(zero, of));
        let natural = self.app(Op::Ite, &[negative, opposite, of]);
        let digits = self.digits(natural, radix);
        let signed = self.concat(&[Text::Word([u32::from('-')].into()), digits.clone()]);
        self.either(negative, [&signed, &digits])
    }

    /// Over-approximates for bits: a character has any code.
    fn code_of(&mut self, of: &Text) -> TermId {
        let end = self.end(of);
        let list = self.shaped(of, end).list.expect("lists are kept");
        let (strings, terms) = (&self.press.strings, &mut self.press.system.terms);
        let (chars, character, inside) =
            (strings.chars, strings.head(terms, end, list), strings.tail(terms, end, list));
        let (empty, one) = (strings.is_nil(terms, end, list), strings.is_nil(terms, end, inside));
        let greatest = i128::from(self.press.system.alphabet.last());
        let code = chars.code(character).unwrap_or_else(|| {
            let any = self.any("to_code of bits", Sort::Int);
            let inside = crate::functions::between(&mut self.press.system.terms, any, 0, greatest);
            self.parts.push(inside);
            any
        });
        let (some, none) = (self.app(Op::Not, &[empty]), self.int(-1));
        let single = self.app(Op::And, &[some, one]);
        self.app(Op::Ite, &[single, code, none])
    }

    /// Over-approximates for bits: a code is that of any character.
    fn character_of(&mut self, code: TermId) -> Text {
        let (end, last) = (self.other, self.press.system.alphabet.last());
        let chars = self.press.strings.chars;
        let character = chars.code(code).unwrap_or_else(|| {
            let any = self.any("from_code of bits", chars.sort());
            let valid = chars.inside(&mut self.press.system.terms, any, &SymbolSet::range(0, last));
            self.parts.push(valid);
            any
        });
        let terms = &mut self.press.system.terms;
        let is = crate::functions::between(terms, code, 0, i128::from(last));
        let nil = self.press.strings.nil(terms, end);
        let one = self.press.strings.cons(terms, end, (character, &nil));
        Text::Shaped(end, Shape::either(terms, is, [&one, &nil]))
    }

    fn less(&mut self, texts: [&Text; 2]) -> TermId {
        let [left, right] = texts.map(|text| self.shaped(text, End::First));
        let before = self.plain("before", Sort::Bool);
        self.call(Aux::Less, &[&left.terms(), &right.terms()], &[&[before]]);
        before
    }

    fn reverse(&mut self, of: &Text) -> Text {
        let end = self.end(of);
        let (whole, result) = (self.shaped(of, end), self.string("reversed", end));
        let nil = self.press.strings.nil(&mut self.press.system.terms, end);
        self.call(Aux::Reverse(end), &[&whole.terms(), &nil.terms()], &[&result.terms()]);
        if let Some(length) = whole.length {
            self.has_length(&result, length);
        }
        Text::Shaped(end, result)
    }

    fn repeat(&mut self, of: &Text, times: TermId) -> Text {
        let end = self.end(of);
        let (whole, result) = (self.shaped(of, end), self.string("repeated", end));
        let nil = self.press.strings.nil(&mut self.press.system.terms, end);
        self.call(Aux::Repeat(end), &[&whole.terms(), &[times], &nil.terms()], &[&result.terms()]);
        Text::Shaped(end, result)
    }

    fn apply(&mut self, to: &Text, id: FunctionId) -> Text {
        let end = self.end(to);
        let (whole, result, start) = (self.shaped(to, end), self.string("applied", end), [self.int(0)]);
        let state: &[TermId] = match end {
            End::First => &start,
            End::Last => &[],
        };
        self.call(Aux::Apply(end, id), &[&whole.terms(), state], &[&result.terms()]);
        Text::Shaped(end, result)
    }
}
