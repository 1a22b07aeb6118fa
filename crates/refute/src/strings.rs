//! Back over an instruction that gives a string variable a value.
//!
//! What is demanded of the variable becomes a demand on the operands: a pre-image for finite-state functions and
//! replacements, quotients for concatenation, slices undone, lengths added up. Where an operation has more than one
//! variable operand, all but one keep the value that they had in the run.

use automata::{Automaton, Budget, Exhausted, LengthSet, Transducer};
use ir::replacement::replacement;
use ir::{InputSet, Linear, Needle, StrExpr, StrTerm, StrVar, Which};

use crate::conditions::{Scene, WIDTH};
use crate::demands::{Alternatives, Demands, Fate, Wanted, length_of};
use crate::linear_demands::{Sum, Unknown};
use crate::numerals::{numeral, value_of};

/// Slices and positions beyond this are not undone.
const FARTHEST: i128 = 4_096;

impl Scene<'_> {
    /// The demands before `var := expression`, given those after it and the length that the value had.
    pub(crate) fn undo_string(
        self,
        mut demands: Demands,
        (var, expression): (StrVar, &StrExpr),
        had: usize,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let place = (self.step.call, var);
        let length = Unknown::Length(place.0, place.1);
        let language = demands.strings.remove(&place);
        if language.is_none() && !demands.mentions(length) {
            return Ok(vec![demands]);
        }
        let wanted = Wanted { language, length, had };
        if let Some(answer) = self.step.answer {
            return self.undo_answer(demands, wanted, (answer, expression), budget);
        }
        match expression {
            StrExpr::Term(term) => self.undo_concat(demands, &wanted, std::slice::from_ref(term), budget),
            StrExpr::Concat(terms) => self.undo_concat(demands, &wanted, terms, budget),
            StrExpr::Slice { of, from, to } => {
                self.undo_slice(demands, &wanted, (of, from, to.as_ref()), budget)
            }
            StrExpr::Replace { of, what, with, which } => {
                self.undo_replace(demands, wanted, (of, what, with, *which), budget)
            }
            StrExpr::Apply { function, to } => {
                let transducer = &self.languages.program.functions[function.index()].transducer;
                self.undo_function(demands, wanted, (transducer, to), budget)
            }
            StrExpr::Repeat { of, times } => self.undo_repeat(demands, &wanted, (of, times), budget),
            StrExpr::Reverse(of) => {
                let sum = length_of(self.step.call, of);
                let fate = demands.substitute(wanted.length, &sum);
                let language = wanted.language.map(|language| language.reverse(budget)).transpose()?;
                self.narrowed(demands, fate, (of, language), budget)
            }
            StrExpr::Numeral { of, radix } => self.undo_numeral(demands, wanted, (of, *radix), budget),
            // A run that reads gets an answer, or ends there.
            StrExpr::Input(_) => Ok(Vec::new()),
        }
    }

    /// A word that was read or left open.
    pub(crate) fn undo_answer(
        self,
        mut demands: Demands,
        wanted: Wanted,
        (answer, expression): (usize, &StrExpr),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let mut language = wanted.language.unwrap_or_else(|| self.languages.any());
        let length = Sum::unknown(Unknown::AnswerLength(answer));
        let mut fate = demands.substitute(wanted.length, &length);
        if let StrExpr::Input(set) = expression {
            match set {
                InputSet::Any => {}
                InputSet::Language(id) => {
                    language = language.intersection(&self.languages.named(*id), budget)?;
                }
                InputSet::UpTo(most) => {
                    let most = Sum::of(most, self.step.call);
                    if fate == Fate::Alive {
                        fate = demands.require_order(&length, &most);
                    }
                }
            }
        }
        let alive = fate == Fate::Alive && !language.is_empty();
        demands.words.insert(answer, language);
        Ok(if alive { vec![demands] } else { Vec::new() })
    }

    fn narrowed(
        self,
        mut demands: Demands,
        fate: Fate,
        (term, language): (&StrTerm, Option<Automaton>),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let mut fate = fate;
        if let Some(language) = language.filter(|_| fate == Fate::Alive) {
            fate = demands.narrow((self.step.call, term), &language, budget)?;
        }
        Ok(if fate == Fate::Alive { vec![demands] } else { Vec::new() })
    }

    fn undo_slice(
        self,
        mut demands: Demands,
        wanted: &Wanted,
        (of, from, to): (&StrTerm, &Linear, Option<&Linear>),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let call = self.step.call;
        let mut ends = [Some(Sum::of(from, call)), to.map(|to| Sum::of(to, call))];
        if let Some(language) = &wanted.language {
            // Only slices at fixed positions can be undone for a language.
            let mut positions = [None, None];
            for (at, linear) in [Some(from), to].into_iter().enumerate() {
                let Some(linear) = linear else { continue };
                let value = self.step.frame.linear(linear).filter(|&value| value <= FARTHEST);
                let Some(value) = value else { return Ok(Vec::new()) };
                if demands.require_value(&Sum::of(linear, call), value) == Fate::Dead {
                    return Ok(Vec::new());
                }
                positions[at] = Some(value.max(0).unsigned_abs() as u64);
                ends[at] = Some(Sum::constant(value.max(0)));
            }
            let positions = (positions[0].unwrap_or(0), positions[1]);
            let language = self.languages.sliced(language, positions, budget)?;
            if demands.narrow((call, of), &language, budget)? == Fate::Dead {
                return Ok(Vec::new());
            }
        }
        let [Some(from), to] = ends else { return Ok(Vec::new()) };
        Ok(slice_lengths(&demands, wanted, &length_of(call, of), (&from, to.as_ref())))
    }

    fn undo_replace(
        self,
        mut demands: Demands,
        wanted: Wanted,
        (of, what, with, which): (&StrTerm, &Needle, &StrTerm, Which),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let needle = match what {
            Needle::Pattern(id) => Needle::Pattern(*id),
            Needle::Term(term) => {
                if self.pin(&mut demands, term, budget)? == Fate::Dead {
                    return Ok(Vec::new());
                }
                Needle::Term(StrTerm::Word(self.value(term).into()))
            }
        };
        if self.pin(&mut demands, with, budget)? == Fate::Dead {
            return Ok(Vec::new());
        }
        let with = StrTerm::Word(self.value(with).into());
        match replacement(self.languages.program, (&needle, &with, which), budget)? {
            Some(transducer) => self.undo_function(demands, wanted, (&transducer, of), budget),
            None => Ok(Vec::new()),
        }
    }

    fn undo_function(
        self,
        mut demands: Demands,
        wanted: Wanted,
        (transducer, to): (&Transducer, &StrTerm),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let language = wanted.language.unwrap_or_else(|| self.languages.any());
        let mut language = demands.fold_lengths(wanted.length, language, budget)?;
        if demands.mentions(wanted.length) {
            // A length that depends on others is kept as it was.
            language = language.restrict(&LengthSet::exactly(wanted.had as u64), budget)?;
            if demands.substitute(wanted.length, &Sum::constant(wanted.had as i128)) == Fate::Dead {
                return Ok(Vec::new());
            }
        }
        let before = transducer.preimage(&language, budget)?;
        self.narrowed(demands, Fate::Alive, (to, Some(before)), budget)
    }

    /// Either what is copied stays as it was, or the number of copies does.
    fn undo_repeat(
        self,
        demands: Demands,
        wanted: &Wanted,
        (of, times): (&StrTerm, &Linear),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let call = self.step.call;
        let (part, count) = (self.value(of), Sum::of(times, call));
        let mut ways = Vec::new();
        let mut way = demands.clone();
        let product = Sum::default().plus(part.len() as i128, &count);
        let fates = [
            self.pin(&mut way, of, budget)?,
            product.map_or(Fate::Dead, |product| way.substitute(wanted.length, &product)),
            way.require_order(&Sum::default(), &count),
        ];
        if !fates.contains(&Fate::Dead) {
            match &wanted.language {
                None => ways.push(way),
                Some(language) => {
                    for copies in (0..=64).filter(|&copies| language.contains(&part.repeat(copies))).take(2) {
                        let mut exactly = way.clone();
                        if exactly.require_value(&count, copies as i128) == Fate::Alive {
                            ways.push(exactly);
                        }
                    }
                }
            }
        }
        if let (None, Some(copies)) = (&wanted.language, self.step.frame.linear(times)) {
            let mut way = demands;
            let product = Sum::default().plus(copies.max(0), &length_of(call, of));
            let fate = product.map_or(Fate::Dead, |product| way.substitute(wanted.length, &product));
            if fate == Fate::Alive && way.require_value(&count, copies) == Fate::Alive {
                ways.push(way);
            }
        }
        Ok(ways)
    }

    fn undo_numeral(
        self,
        mut demands: Demands,
        wanted: Wanted,
        (of, radix): (&Linear, u32),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let language = wanted.language.unwrap_or_else(|| self.languages.any());
        let language = demands.fold_lengths(wanted.length, language, budget)?;
        let numerals = language.intersection(&self.languages.numeral(radix, budget)?, budget)?;
        let had = self.step.frame.linear(of).map(|value| numeral(value, radix));
        let had = had.filter(|digits| numerals.contains(digits));
        let mut ways = Vec::new();
        for digits in had.into_iter().chain(numerals.members(WIDTH, budget)?) {
            let Some(value) = value_of(&digits, radix) else { continue };
            let mut way = demands.clone();
            let sum = Sum::of(of, self.step.call);
            let length = Sum::constant(digits.len() as i128);
            if way.require_value(&sum, value) == Fate::Alive
                && way.substitute(wanted.length, &length) == Fate::Alive
            {
                ways.push(way);
            }
        }
        Ok(ways)
    }
}

/// The ways in which the ends of a slice may lie: both inside, the upper one past the end, or both past it.
fn slice_lengths(
    demands: &Demands,
    wanted: &Wanted,
    whole: &Sum,
    (from, to): (&Sum, Option<&Sum>),
) -> Alternatives {
    if !demands.mentions(wanted.length) {
        return vec![demands.clone()];
    }
    let zero = Sum::default();
    let mut ways = Vec::new();
    let mut way = |length: Option<Sum>, orders: &[(&Sum, &Sum)]| {
        let mut way = demands.clone();
        let Some(length) = length else { return };
        let mut fates = vec![way.substitute(wanted.length, &length)];
        fates.extend(orders.iter().map(|(less, more)| way.require_order(less, more)));
        if !fates.contains(&Fate::Dead) {
            ways.push(way);
        }
    };
    match to {
        Some(to) => {
            way(to.plus(-1, from), &[(&zero, from), (from, to), (to, whole)]);
            way(whole.plus(-1, from), &[(&zero, from), (from, whole), (whole, to)]);
        }
        None => way(whole.plus(-1, from), &[(&zero, from), (from, whole)]),
    }
    way(Some(zero.clone()), &[(whole, from)]);
    // A position below 0 acts as 0.
    match to {
        Some(to) => way(Some(to.clone()), &[(from, &zero), (&zero, to), (to, whole)]),
        None => way(Some(whole.clone()), &[(from, &zero)]),
    }
    ways
}
