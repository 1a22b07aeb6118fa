//! Back over an instruction that gives an integer variable a value.
//!
//! Linear terms are put in the place of the variable. A product keeps one factor as it was in the run; a quotient
//! and a remainder become unknowns with the equation that defines them; a position, a character or a numeral
//! becomes a demand on the string it comes from.

use automata::{Automaton, Budget, Exhausted, LengthSet, Symbol};
use ir::{BitOp, IntExpr, IntVar, Linear, StrTerm, Width};

use crate::conditions::{Scene, WIDTH};
use crate::demands::{Alternatives, Demands, Fate};
use crate::linear_demands::{Demand, Sum, Unknown};
use crate::numerals::magnitude;
use crate::pool::bounds;

/// Positions beyond this are not undone.
const FARTHEST: i128 = 4_096;

/// A product is taken apart into factors up to this.
const LARGEST_DIVISOR: i128 = 1_000;

impl Scene<'_> {
    /// The demands before `var := expression`, given those after it and the value that the variable got.
    pub(crate) fn undo_integer(
        self,
        mut demands: Demands,
        (var, expression, width): (IntVar, &IntExpr, Width),
        had: i128,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let unknown = Unknown::Int(self.step.call, var);
        if let Some(answer) = self.step.answer {
            return self.undo_choice(demands, (unknown, expression, width), answer, budget);
        }
        if !demands.mentions(unknown) {
            return Ok(vec![demands]);
        }
        let fate = match expression {
            IntExpr::Linear(linear) => self.undo_linear(&mut demands, (unknown, linear, width), had),
            IntExpr::Times(left, right) => return Ok(self.undo_times(&demands, unknown, [left, right])),
            IntExpr::Div(left, right) | IntExpr::Mod(left, right) => {
                let wants_rest = matches!(expression, IntExpr::Mod(..));
                self.undo_division(&mut demands, unknown, (left, right), wants_rest)
            }
            IntExpr::Bits(op, left, right) => {
                self.undo_bits(&mut demands, (unknown, had), *op, [left, right])
            }
            IntExpr::IndexOf { of, what, from } => {
                return self.undo_index(&demands, (unknown, had), (of, what, Some(from)), budget);
            }
            IntExpr::LastIndexOf { of, what } => {
                return self.undo_index(&demands, (unknown, had), (of, what, None), budget);
            }
            IntExpr::Code { of, at } => return self.undo_code(demands, (unknown, had), (of, at), budget),
            IntExpr::Parse { of, radix } => {
                return self.undo_parse(&demands, (unknown, had), (of, *radix), budget);
            }
            // A run that reads gets an answer, or ends there.
            IntExpr::Input => Fate::Dead,
        };
        Ok(if fate == Fate::Alive { vec![demands] } else { Vec::new() })
    }

    /// An integer from the outside. Where the operation had no result, it must have none again.
    fn undo_choice(
        self,
        mut demands: Demands,
        (unknown, expression, width): (Unknown, &IntExpr, Width),
        answer: usize,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let value = Sum::unknown(Unknown::Answer(answer));
        let mut fate = match expression {
            IntExpr::Div(_, right) | IntExpr::Mod(_, right) => {
                demands.require_value(&Sum::of(right, self.step.call), 0)
            }
            IntExpr::Bits(_, _, right) => {
                demands.require_order(&Sum::of(right, self.step.call), &Sum::constant(-1))
            }
            IntExpr::Parse { of, .. } => self.pin(&mut demands, of, budget)?,
            IntExpr::Linear(_)
            | IntExpr::Times(..)
            | IntExpr::IndexOf { .. }
            | IntExpr::LastIndexOf { .. }
            | IntExpr::Code { .. }
            | IntExpr::Input => Fate::Alive,
        };
        if demands.mentions(unknown) && fate == Fate::Alive {
            fate = demands.substitute(unknown, &value);
            if let Some((least, most)) = bounds(width) {
                demands.require_order(&Sum::constant(least), &value);
                demands.require_order(&value, &Sum::constant(most));
            }
        }
        Ok(if fate == Fate::Alive { vec![demands] } else { Vec::new() })
    }

    /// What was wrapped is wrapped as often again.
    fn undo_linear(
        self,
        demands: &mut Demands,
        (unknown, linear, width): (Unknown, &Linear, Width),
        had: i128,
    ) -> Fate {
        let Some(raw) = self.step.frame.linear(linear) else { return Fate::Dead };
        let value = Sum::of(linear, self.step.call).plus(1, &Sum::constant(had.saturating_sub(raw)));
        let Some(value) = value else { return Fate::Dead };
        if let Some((least, most)) = bounds(width)
            && (demands.require_order(&Sum::constant(least), &value) == Fate::Dead
                || demands.require_order(&value, &Sum::constant(most)) == Fate::Dead)
        {
            return Fate::Dead;
        }
        demands.substitute(unknown, &value)
    }

    /// One factor stays as it was, or the product is taken apart.
    fn undo_times(self, demands: &Demands, unknown: Unknown, factors: [&Linear; 2]) -> Alternatives {
        let mut ways = Vec::new();
        for (kept, moved) in [(factors[1], factors[0]), (factors[0], factors[1])] {
            let mut way = demands.clone();
            let Some(value) = self.step.frame.linear(kept) else { continue };
            let product = Sum::default().plus(value, &Sum::of(moved, self.step.call));
            let fate = product.map_or(Fate::Dead, |product| way.substitute(unknown, &product));
            let kept = Sum::of(kept, self.step.call);
            if fate == Fate::Alive && way.require_value(&kept, value) == Fate::Alive {
                ways.push(way);
            }
        }
        for value in demands.values(unknown, &[]) {
            let divisors = (2..=LARGEST_DIVISOR).filter(|divisor| value != 0 && value % divisor == 0);
            for divisor in divisors.take(WIDTH) {
                let mut way = demands.clone();
                let sums = factors.map(|factor| Sum::of(factor, self.step.call));
                let fates = [
                    way.substitute(unknown, &Sum::constant(value)),
                    way.require_value(&sums[0], divisor),
                    way.require_value(&sums[1], value / divisor),
                ];
                ways.extend(Some(way).filter(|_| !fates.contains(&Fate::Dead)));
            }
        }
        ways.truncate(2 * WIDTH);
        ways
    }

    /// `left = right * quotient + rest`, where `right` and the sign of `left` stay as they were.
    fn undo_division(
        self,
        demands: &mut Demands,
        unknown: Unknown,
        (left, right): (&Linear, &Linear),
        wants_rest: bool,
    ) -> Fate {
        let frame = &self.step.frame;
        let (Some(dividend), Some(divisor)) = (frame.linear(left), frame.linear(right)) else {
            return Fate::Dead;
        };
        let quotient = Sum::unknown(Unknown::Fresh(demands.fresh));
        let rest = Sum::unknown(Unknown::Fresh(demands.fresh + 1));
        demands.fresh += 2;
        let left = Sum::of(left, self.step.call);
        let equation = left.plus(divisor.saturating_neg(), &quotient).and_then(|sum| sum.plus(-1, &rest));
        let Some(equation) = equation else { return Fate::Dead };
        let span = Sum::constant(divisor.saturating_abs().saturating_sub(1));
        let zero = Sum::default();
        let negative = Sum::constant(span.constant.saturating_neg());
        let (least, most) = if dividend >= 0 { (&zero, &span) } else { (&negative, &zero) };
        let sign = if dividend >= 0 { (&zero, &left) } else { (&left, &zero) };
        let fates = [
            demands.substitute(unknown, if wants_rest { &rest } else { &quotient }),
            demands.require_value(&Sum::of(right, self.step.call), divisor),
            demands.require(equation, Demand::Zero),
            demands.require_order(least, &rest),
            demands.require_order(&rest, most),
            demands.require_order(sign.0, sign.1),
        ];
        Fate::of(!fates.contains(&Fate::Dead))
    }

    /// A shift by a fixed amount towards the higher bits is a product; the rest stays as it was.
    fn undo_bits(
        self,
        demands: &mut Demands,
        (unknown, had): (Unknown, i128),
        op: BitOp,
        [left, right]: [&Linear; 2],
    ) -> Fate {
        let (frame, call) = (&self.step.frame, self.step.call);
        let (Some(one), Some(other)) = (frame.linear(left), frame.linear(right)) else { return Fate::Dead };
        let by = u32::try_from(other).ok().filter(|&by| by < 100 && op == BitOp::Left);
        let value = match by.and_then(|by| Sum::default().plus(1 << by, &Sum::of(left, call))) {
            Some(product) => product,
            None if demands.require_value(&Sum::of(left, call), one) == Fate::Alive => Sum::constant(had),
            None => return Fate::Dead,
        };
        if demands.require_value(&Sum::of(right, call), other) == Fate::Dead {
            return Fate::Dead;
        }
        demands.substitute(unknown, &value)
    }

    /// The first position from a start on, or the last position where there is no start.
    fn undo_index(
        self,
        demands: &Demands,
        (unknown, had): (Unknown, i128),
        (of, what, from): (&StrTerm, &StrTerm, Option<&Linear>),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let mut base = demands.clone();
        if self.pin(&mut base, what, budget)? == Fate::Dead {
            return Ok(Vec::new());
        }
        let mut start = 0;
        if let Some(from) = from {
            let Some(value) = self.step.frame.linear(from).filter(|&value| value <= FARTHEST) else {
                return Ok(Vec::new());
            };
            if base.require_value(&Sum::of(from, self.step.call), value) == Fate::Dead {
                return Ok(Vec::new());
            }
            start = value.max(0).unsigned_abs() as u64;
        }
        let mut ways = Vec::new();
        for value in base.values(unknown, &[had, -1, 0, 1, 2]) {
            if !(-1..=FARTHEST).contains(&value) || ways.len() >= WIDTH {
                continue;
            }
            let at = u64::try_from(value).ok();
            let part = self.value(what);
            let language = match from {
                Some(_) => self.languages.found_at(part, start, at, budget)?,
                None => self.languages.found_last_at(part, at, budget)?,
            };
            ways.extend(self.chosen(&base, (unknown, value), (of, &language), budget)?);
        }
        Ok(ways)
    }

    /// The unknown gets a value, which demands that a string is in a language.
    fn chosen(
        self,
        demands: &Demands,
        (unknown, value): (Unknown, i128),
        (of, language): (&StrTerm, &Automaton),
        budget: &mut Budget,
    ) -> Result<Option<Demands>, Exhausted> {
        let mut way = demands.clone();
        let alive = way.substitute(unknown, &Sum::constant(value)) == Fate::Alive
            && way.narrow((self.step.call, of), language, budget)? == Fate::Alive;
        Ok(Some(way).filter(|_| alive))
    }

    fn undo_code(
        self,
        mut demands: Demands,
        (unknown, had): (Unknown, i128),
        (of, at): (&StrTerm, &Linear),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let position = self.step.frame.linear(at).filter(|position| (0..=FARTHEST).contains(position));
        let Some(position) = position else { return Ok(Vec::new()) };
        if demands.require_value(&Sum::of(at, self.step.call), position) == Fate::Dead {
            return Ok(Vec::new());
        }
        let position = position.unsigned_abs() as u64;
        let last = self.languages.program.alphabet.last();
        let letters = [97, 48, 65, 32, 45, 0, i128::from(last)];
        let mut ways = Vec::new();
        for value in demands.values(unknown, &[&[had, -1][..], &letters].concat()) {
            let language = match Symbol::try_from(value) {
                Ok(symbol) if symbol <= last => {
                    let before = self.languages.long(&LengthSet::exactly(position), budget)?;
                    let here = self.languages.character(symbol, symbol);
                    before.concat(&here, budget)?.concat(&self.languages.any(), budget)?
                }
                _ if value == -1 => self.languages.long(&LengthSet::between(0, position), budget)?,
                _ => continue,
            };
            if ways.len() < WIDTH {
                ways.extend(self.chosen(&demands, (unknown, value), (of, &language), budget)?);
            }
        }
        Ok(ways)
    }

    fn undo_parse(
        self,
        demands: &Demands,
        (unknown, had): (Unknown, i128),
        (of, radix): (&StrTerm, u32),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let mut ways = Vec::new();
        for value in demands.values(unknown, &[had, 0, 1, -1, 10, 100]) {
            if ways.len() < WIDTH {
                let digits = magnitude(value, radix);
                let language = self.languages.numerals(&digits, value < 0, budget)?;
                ways.extend(self.chosen(demands, (unknown, value), (of, &language), budget)?);
            }
        }
        Ok(ways)
    }
}
