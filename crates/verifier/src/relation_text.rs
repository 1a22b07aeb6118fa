//! What linear relations say at an assertion, in words: `offset(p) <= len(s)`, `len(d) < capacity(d)`.
//!
//! Told are sums about what the assertion speaks of, when they hold in every case of its label and the source has names for
//! all that they are made of. What holds of every length or capacity is not told, nor bounds of types.

use std::collections::{BTreeMap, BTreeSet};

use ir::inline::Inlined;
use ir::{Action, AssertId, Label, Linear, Procedure, Quantity, Variable};
use verdict::facts::Certificate;

use crate::{mentions, wording};

/// So many facts are told at most.
const MOST_TOLD: usize = 4;

/// Bounds that are as large are those of types.
const LARGE: u128 = i32::MAX as u128;

/// The facts of a certificate at the first copy of an assertion that a run may come to.
pub(crate) fn told(inlined: &Inlined, certificate: &Certificate, assertion: AssertId) -> Vec<String> {
    let procedure = &inlined.program.procedures[inlined.program.entry.index()];
    let copy = procedure.labels().find_map(|label| {
        let is_reached = !certificate.labels[label.index()].is_empty();
        let Action::Assert(id, condition) = &procedure.code[label.index()].action else { return None };
        (*id == assertion && is_reached).then_some((label, condition))
    });
    let Some((label, condition)) = copy else { return Vec::new() };
    let asked: BTreeSet<Variable> = mentions::variables(procedure, condition).into_iter().collect();
    let common = in_all_cases(certificate, label);
    let about = |sum: &&Linear| sum.terms().iter().any(|(quantity, _)| asked.contains(&variable(*quantity)));
    let mut facts: Vec<(usize, String)> = common
        .iter()
        .filter(about)
        .filter(|sum| !common.iter().any(|other| is_weaker(sum, other)))
        .filter_map(|sum| Some((sum.terms().len(), worded(sum, &common, procedure)?)))
        .collect();
    facts.sort();
    facts.dedup();
    facts.into_iter().take(MOST_TOLD).map(|(_, text)| text).collect()
}

/// The sums that are 0 or less in every case of a label.
fn in_all_cases(certificate: &Certificate, label: Label) -> Vec<Linear> {
    let cases = &certificate.labels[label.index()];
    let Some((first, others)) = cases.split_first() else { return Vec::new() };
    let holds = |sum: &&Linear| others.iter().all(|case| case.linear.contains(sum));
    first.linear.iter().filter(holds).cloned().collect()
}

/// Whether a sum says of the same terms what another says with a smaller bound.
fn is_weaker(sum: &Linear, other: &Linear) -> bool {
    sum.terms() == other.terms() && sum.constant_part() < other.constant_part()
}

fn variable(quantity: Quantity) -> Variable {
    match quantity {
        Quantity::Var(var) => Variable::Int(var),
        Quantity::Length(var) => Variable::Str(var),
    }
}

/// What a source calls a quantity, if it has a name for it; what is never negative is told apart.
fn named(quantity: Quantity, procedure: &Procedure) -> Option<(String, bool)> {
    let name = procedure.name_of(variable(quantity));
    match quantity {
        Quantity::Length(_) => wording::is_written(name).then(|| (format!("len({name})"), true)),
        Quantity::Var(_) if wording::is_written(name) => Some((name.to_owned(), false)),
        Quantity::Var(_) => wording::measure(name).map(|told| (told, name.ends_with("$cap"))),
    }
}

/// A sum that is 0 or less, as a comparison; `None` when it has no words or says nothing.
fn worded(sum: &Linear, all: &[Linear], procedure: &Procedure) -> Option<String> {
    let mut sides: BTreeMap<bool, Vec<String>> = BTreeMap::new();
    let is_bound = sum.terms().len() == 1 && sum.constant_part().unsigned_abs() >= LARGE;
    let mut is_usual = sum.constant_part() <= 0;
    for &(quantity, factor) in sum.terms() {
        let (name, is_natural) = named(quantity, procedure)?;
        is_usual &= is_natural && factor < 0;
        let text =
            if factor.unsigned_abs() == 1 { name } else { format!("{} * {name}", factor.unsigned_abs()) };
        sides.entry(factor < 0).or_default().push(text);
    }
    if is_usual || is_bound {
        return None;
    }
    let is_equal = sum.times(-1).is_some_and(|opposite| all.contains(&opposite));
    let (left, right) = (sides.remove(&false).unwrap_or_default(), sides.remove(&true).unwrap_or_default());
    // An equation is told once, in the form whose left side comes first.
    if is_equal && left > right {
        return None;
    }
    Some(compared((left, right), sum.constant_part(), is_equal))
}

/// `left + constant <= right`, or `=`, without zeros.
fn compared((left, right): (Vec<String>, Vec<String>), constant: i128, is_equal: bool) -> String {
    let has_sides = !left.is_empty() && !right.is_empty();
    let (left, right, mut constant) = (left.join(" + "), right.join(" + "), constant);
    let mut sign = if is_equal { "=" } else { "<=" };
    if !is_equal && constant == 1 && has_sides {
        (sign, constant) = ("<", 0);
    }
    if left.is_empty() {
        return format!("{right} {} {constant}", if is_equal { "=" } else { ">=" });
    }
    if right.is_empty() {
        return format!("{left} {sign} {}", -constant);
    }
    match constant {
        0 => format!("{left} {sign} {right}"),
        1.. => format!("{left} + {constant} {sign} {right}"),
        _ => format!("{left} {sign} {right} + {}", constant.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use ir::{IntVar, Linear};

    use super::{compared, is_weaker};

    #[test]
    fn the_least_bound_is_the_one_to_tell() {
        let at_most =
            |bound: i128| Linear::var(IntVar(0)).minus(&Linear::constant(bound)).expect("small numbers");
        assert!(is_weaker(&at_most(7), &at_most(3)));
        assert!(!is_weaker(&at_most(3), &at_most(7)) && !is_weaker(&at_most(3), &at_most(3)));
    }

    #[test]
    fn comparisons_have_no_zeros() {
        let side = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let i = || side(&["i"]);
        assert_eq!(compared((i(), side(&["n"])), 0, false), "i <= n");
        assert_eq!(compared((i(), side(&["n"])), 1, false), "i < n");
        assert_eq!(compared((i(), side(&["n", "m"])), 2, false), "i + 2 <= n + m");
        assert_eq!(compared((i(), side(&["n"])), -3, true), "i = n + 3");
        assert_eq!(compared((i(), side(&[])), -7, false), "i <= 7");
        assert_eq!(compared((side(&[]), i()), 1, false), "i >= 1");
    }
}
