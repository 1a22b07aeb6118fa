//! A last search for failing runs of a Java program: with its loops unrolled a bounded number of times.
//!
//! What is undecided because a loop fills a collection may fail on a short input. The unrolled program follows elements one by
//! one, so a failing run of it is one of Java, as any other; what it does not show says nothing.

use verifier::front_java::Lowered;
use verifier::{Assertion, Claimed, Engines, Options, Property, Verdict, verify};

use super::replay::Jvm;
use super::{Asking, answered, lower_few};
use crate::findings::finding::{Finding, Word};
use crate::findings::source::Source;
use crate::question::arguments::WorkOrder;

/// How many turns are tried, in this order.
const TURNS: [usize; 3] = [1, 2, 3];
/// The search takes this part of the steps of an engine for each.
const SHARE: u64 = 16;

/// Unrolled programs, made when they are asked for.
pub(crate) struct Few<'a> {
    order: &'a WorkOrder,
    options: Options,
    source: &'a Source,
    jvm: Option<&'a Jvm>,
    tried: Vec<Option<(Lowered, Vec<Property>)>>,
}

impl<'a> Few<'a> {
    pub(crate) fn new(
        order: &'a WorkOrder,
        options: &Options,
        (source, jvm): (&'a Source, Option<&'a Jvm>),
    ) -> Few<'a> {
        let options = Options { engines: Engines::Refute, steps: options.steps / SHARE, ..options.clone() };
        Few { order, options, source, jvm, tried: Vec::new() }
    }

    /// The violation of an assertion, when a run of an unrolled program shows it.
    pub(crate) fn violated(&mut self, finding: &Finding, assertion: &Assertion) -> Option<Finding> {
        if self.options.analysis != verifier::Analysis::default() {
            return None;
        }
        for (number, turns) in TURNS.into_iter().enumerate() {
            if self.tried.len() == number {
                let tried = self.attempt(turns);
                self.tried.push(tried);
            }
            let Some(Some((lowered, properties))) = self.tried.get(number) else { continue };
            let asking = Asking {
                lowered,
                claimed: &Claimed::java(lowered),
                source: self.source,
                options: &self.options,
                jvm: self.jvm,
            };
            let same = properties.iter().find(|property| {
                lowered.program.assertions[property.checked.assertion().index()] == *assertion
                    && matches!(property.checked.verdict(), Verdict::Violated(_))
            });
            let found = same.and_then(|property| answered(finding.clone(), property, &asking, None));
            if let Some(found) = found.filter(|found| found.verdict != Word::Undecided) {
                return Some(found);
            }
        }
        None
    }

    fn attempt(&self, turns: usize) -> Option<(Lowered, Vec<Property>)> {
        let paths = [&self.order.classes[..], &self.order.roots[..]].concat();
        let lowered = lower_few(&paths, &self.order.java, turns).ok()?;
        let properties = verify(&lowered.program, &self.options);
        Some((lowered, properties))
    }
}
