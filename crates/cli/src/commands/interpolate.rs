//! `stringent interpolate`: the smallest language that contains one language and has no word of another.
//!
//! Both are regular expressions of one dialect; `between` answers for conditions. Words and expressions are foreign text
//! and pass through `escape`.

use std::fmt::Write as _;

use automata::{Budget, show};
use serde_json::json;
use verifier::{Interpolant, LearningSettings, interpolant};

use crate::commands::interpolants;
use crate::commands::picture;
use crate::escape;
use crate::failure::Failure;
use crate::output;
use crate::output::LABEL;
use crate::question::arguments::{Format, InterpolateQuestion};
use crate::question::language;

/// Prints what lies between the two expressions, and writes its picture.
pub(crate) fn answer(asked: &InterpolateQuestion) -> Result<(), Failure> {
    if asked.conditions {
        return interpolants::answer(asked);
    }
    let mut budget = Budget::steps(asked.inside.budget);
    let inside = language::of(&asked.inside, &mut budget)?;
    let mut other = asked.inside.clone();
    other.pattern.clone_from(&asked.outside);
    let outside = language::of(&other, &mut budget)?;
    let (found, effort) = match interpolant(&inside, &outside, LearningSettings::default(), &mut budget)? {
        Interpolant::Language(found, effort) => (found, effort),
        Interpolant::Common(word) => {
            let word = escape::text(&show::word(&word, inside.alphabet()));
            return Err(Failure::undecided(format!("nothing lies between them: {word} is in both")));
        }
        Interpolant::Open(why) => return Err(Failure::undecided(escape::text(&why))),
    };
    let expression = escape::text(&show::readable(&found, &mut budget).to_string());
    let parts = [("states", found.state_count()), ("samples", effort.samples), ("rounds", effort.rounds)];
    let text = match asked.inside.format {
        Format::Text => {
            let mut text = String::new();
            writeln!(text, "{LABEL}{:<8}{LABEL:#}  {expression}", "language")
                .expect("a string takes all text");
            for (label, part) in parts {
                writeln!(text, "{LABEL}{label:<8}{LABEL:#}  {part}").expect("a string takes all text");
            }
            text
        }
        Format::Json => {
            let [states, samples, rounds] = parts.map(|(_, part)| part);
            let object =
                json!({"language": expression, "states": states, "samples": samples, "rounds": rounds});
            format!("{object}\n")
        }
    };
    picture::write(&found, asked.inside.svg.as_deref(), None)?;
    output::print(&text)
}
