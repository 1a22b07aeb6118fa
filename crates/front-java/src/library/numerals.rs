//! Numerals: which texts `parseInt` and its like take, and what they are worth.
//!
//! The texts that a method takes are a regular language, with the bounds of its type and the digits of every script in
//! it: so whether it throws is one test, and what it gives fits the type. A radix that is not constant decides too
//! much: such a call may throw or give any integer of the type.

use automata::{Automaton, Budget, Nfa, StateId, SymbolSet};
use ir::{Condition, Linear, StrTerm};

use super::call::{Call, NUMBER_FORMAT, STEPS, UTF16, symbols};
use super::characters::{digits_worth, plain_digits};
use super::shapes::is_ascii;
use super::strings::between;
use super::text::language;
use super::units::parsed;
use super::value::Value;

/// What `Double.parseDouble` takes, without the space around it.
const FLOATS: &str = "[+\\-]?(NaN|Infinity|\
    ([0-9]+\\.?[0-9]*([eE][+\\-]?[0-9]+)?|\\.[0-9]+([eE][+\\-]?[0-9]+)?|\
    0[xX]([0-9a-fA-F]+\\.?|[0-9a-fA-F]*\\.[0-9a-fA-F]+)[pP][+\\-]?[0-9]+)[fFdD]?)";

impl Call<'_> {
    /// The integer of so many bits that a text stands for. A text that is null is no numeral.
    pub(super) fn parse(&mut self, bits: u32, radix: &Linear) -> Option<Linear> {
        let (null, text) = self.nullable(0)?;
        let least = -(1_i128 << (bits - 1));
        let Some(radix) = radix.as_constant() else {
            let odd = self.emit.any_bool("odd");
            self.throw_if(null.or(odd), NUMBER_FORMAT);
            return Some(self.any_between("parsed", least, -1 - least));
        };
        let Some(radix) = u32::try_from(radix).ok().filter(|radix| (2..=36).contains(radix)) else {
            self.throw_if(Condition::TRUE, NUMBER_FORMAT);
            return Some(Linear::constant(0));
        };
        let valid = self
            .within(&text, &format!("numerals of {bits} bits in radix {radix}"), || numerals(bits, radix));
        self.throw_if(null.or(valid.negated()), NUMBER_FORMAT);
        let value = self.worth(&text, radix);
        // This follows from the language, and says more to an analysis.
        self.assume(between(&value, least, -1 - least));
        Some(value)
    }

    /// The integer of a numeral that fits 64 bits.
    fn worth(&mut self, text: &StrTerm, radix: u32) -> Linear {
        let ascii = is_ascii(self, text);
        self.case_int(
            ascii,
            |call| parsed(call, text, radix),
            |call| {
                let text = call.apply("plainDigits", plain_digits, text);
                parsed(call, &text, radix)
            },
        )
    }

    /// A box that is not null, by its number.
    pub(super) fn boxed(&self) -> Option<Linear> {
        self.receiver.first()?.number()
    }
}

/// A floating point number: exactly when it throws, and nothing of its value.
pub(super) fn parse_float(call: &mut Call<'_>) -> Option<Value> {
    let text = call.text(0)?;
    let valid = call.within(&text, "floats", || {
        let space = Automaton::class(UTF16, &SymbolSet::range(0, 0x20));
        let mut budget = Budget::steps(STEPS);
        let space = space.star(&mut budget).expect("one state fits the budget");
        let inner = space.concat(&language(FLOATS), &mut budget);
        inner.and_then(|inner| inner.concat(&space, &mut budget)).expect("some states fit the budget")
    });
    call.throw_if(valid.negated(), NUMBER_FORMAT);
    Some(Value::Opaque)
}

/// Exact: the numerals in a radix of the integers of so many bits, in two's complement.
fn numerals(bits: u32, radix: u32) -> Automaton {
    let mut nfa = Nfa::new(UTF16);
    let start = nfa.add_state();
    nfa.add_start(start);
    let digits: Vec<SymbolSet> = (0..radix).map(digits_worth).collect();
    let most = (1_u128 << (bits - 1)) - 1;
    let plus = at_most(&mut nfa, most, &digits);
    let minus = at_most(&mut nfa, most + 1, &digits);
    nfa.add_epsilon(start, plus);
    for (sign, target) in [("+", plus), ("-", minus)] {
        nfa.add_symbols(start, &SymbolSet::single(symbols(sign)[0]), target);
    }
    nfa.determinize(&mut Budget::steps(STEPS)).expect("the digits of 64 bits fit the budget")
}

/// How the digits that were read compare with as many of the bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Against {
    Below,
    Same,
    Above,
}

/// Adds the numerals of the numbers up to a bound, leading zeros included; what is given back is their start.
fn at_most(nfa: &mut Nfa, bound: u128, digits: &[SymbolSet]) -> StateId {
    let bound = digits_of(bound, digits.len() as u128);
    let (start, zeros) = (nfa.add_state(), nfa.add_state());
    nfa.set_accepting(zeros);
    nfa.add_symbols(start, &digits[0], zeros);
    nfa.add_symbols(zeros, &digits[0], zeros);
    // A state for each number of digits read and each outcome so far.
    let mut layer = vec![(start, Against::Same), (zeros, Against::Same)];
    for (count, &limit) in bound.iter().enumerate() {
        let next = [Against::Below, Against::Same, Against::Above].map(|against| (nfa.add_state(), against));
        for &(state, against) in &next {
            if count + 1 < bound.len() || against != Against::Above {
                nfa.set_accepting(state);
            }
        }
        for &(source, against) in &layer {
            for (value, set) in digits.iter().enumerate().skip(usize::from(count == 0)) {
                let after = match (against, value.cmp(&limit)) {
                    (Against::Same, std::cmp::Ordering::Less) => 0,
                    (Against::Same, std::cmp::Ordering::Equal) => 1,
                    (Against::Same, std::cmp::Ordering::Greater) => 2,
                    (against, _) => against as usize,
                };
                nfa.add_symbols(source, set, next[after].0);
            }
        }
        layer = next.to_vec();
    }
    start
}

/// The digits of a number, the greatest first.
fn digits_of(mut rest: u128, radix: u128) -> Vec<usize> {
    let mut digits = Vec::new();
    while rest > 0 {
        digits.push(usize::try_from(rest % radix).expect("a digit is below 36"));
        rest /= radix;
    }
    digits.reverse();
    digits
}
