//! The cases of a file: a line a fact, by the name of its kind.
//!
//! A new kind of fact is one line in [`write`] and one arm in [`Reader::fact`], beside its variant in `step` and its
//! question in `shape`. Files without it stay readable, so the version need not change.

use ir::{IntVar, Literal, StrExpr, StrVar};

use super::Limits;
use super::reader::{FileError, Line, Lines};
use super::tables::Pool;
use super::terms::{
    integer, lengths, linear, literal, number, quantity, read_boolean, read_index, read_lengths, read_linear,
    read_literal, read_numeral, read_quantity, read_search, read_slice, read_string, read_term, slice, term,
};
use crate::facts::{Facts, Hints, NumberFact, SliceFact};
use crate::parts::{Place, SideLengths, SplitFact};
use crate::plain::{Numbers, Words};
use crate::same::SameFact;

/// The tables that facts name.
pub(super) struct Pools {
    pub(super) words: Pool<Words>,
    pub(super) numbers: Pool<Numbers>,
}

/// How many variables of a kind the program has.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) strings: usize,
    pub(super) booleans: usize,
}

/// Writes one case.
pub(super) fn write(text: &mut String, facts: &Facts, pools: &mut Pools) {
    let mut line = |words: String| text.extend([words.as_str(), "\n"]);
    line("case".to_owned());
    for (var, table) in facts.languages.iter().enumerate() {
        if let Some(table) = table {
            line(format!("language s{var} {}", pools.words.number(table)));
        }
    }
    for (var, value) in facts.booleans.iter().enumerate() {
        if let Some(value) = value {
            line(format!("value b{var} {value}"));
        }
    }
    for NumberFact { quantities, set } in &facts.numbers {
        let of: Vec<String> = quantities.iter().map(|&of| quantity(of)).collect();
        line(format!("tuple {} {}", pools.numbers.number(set), of.join(" ")));
    }
    for sum in &facts.linear {
        line(format!("atmost {}", linear(sum)));
    }
    for (left, right) in &facts.equal {
        line(format!("equal s{} s{}", left.0, right.0));
    }
    for SliceFact { part, whole, from, to } in &facts.slices {
        let to = to.map_or("end".to_owned(), |to| to.to_string());
        line(format!("slice s{} s{} {from} {to}", part.0, whole.0));
    }
    for (var, test) in &facts.definitions {
        line(format!("define b{} {}", var.0, literal(test)));
    }
    for (var, value) in &facts.integers {
        line(format!("search i{} {}", var.0, integer(value)));
    }
    for (var, value) in &facts.parts {
        part(*var, value).into_iter().for_each(&mut line);
    }
    for SplitFact { whole, place, before, after } in &facts.splits {
        let place = match place {
            Place::At(at) => format!("at {}", linear(at)),
            Place::Rest(rest) => format!("rest s{}", rest.0),
        };
        let mut side = |table: &Option<Words>| match table {
            Some(table) => pools.words.number(table).to_string(),
            None => "any".to_owned(),
        };
        line(format!("split s{} {place} {} {}", whole.0, side(before), side(after)));
    }
    for SameFact { left, left_from, right, right_from, count } in &facts.same {
        let (from, other) = (linear(left_from), linear(right_from));
        line(format!("same s{} {from} s{} {other} {}", left.0, right.0, linear(count)));
    }
    for counts in &facts.counts {
        line(format!("count {}", lengths(counts)));
    }
    facts.hints.iter().for_each(|hints| write_hints(text, hints));
}

/// The line of a string that is a slice of another, a numeral, or put together from others; none for other definitions.
fn part(var: StrVar, value: &StrExpr) -> Option<String> {
    match value {
        StrExpr::Slice { of, from, to } => Some(format!("part s{} {}", var.0, slice(of, from, to.as_ref()))),
        StrExpr::Concat(terms) => {
            let terms: Vec<String> = terms.iter().map(term).collect();
            Some(format!("joined s{} {}", var.0, terms.join(" ")))
        }
        StrExpr::Numeral { of, radix } => Some(format!("numeral s{} {} {radix}", var.0, linear(of))),
        StrExpr::Term(_)
        | StrExpr::Replace { .. }
        | StrExpr::Apply { .. }
        | StrExpr::Repeat { .. }
        | StrExpr::Reverse(_)
        | StrExpr::Input(_) => None,
    }
}

fn write_hints(text: &mut String, hints: &Hints) {
    let mut line = |words: String| text.extend([words.as_str(), "\n"]);
    line("hint".to_owned());
    hints.bounds.iter().for_each(|(var, set)| line(format!("bound s{} {}", var.0, lengths(set))));
    hints.lengths.iter().for_each(|(var, set)| line(format!("length s{} {}", var.0, lengths(set))));
    hints.values.iter().for_each(|(var, set)| line(format!("natural i{} {}", var.0, lengths(set))));
    for (kind, all) in [("sides", &hints.sides), ("moved", &hints.moved)] {
        for SideLengths { whole, at, before, after } in all {
            let sides = format!("{} {}", lengths(before), lengths(after));
            line(format!("{kind} s{} {} {sides}", whole.0, linear(at)));
        }
    }
}

/// Reads what stands on the lines of one case, after its heading.
pub(super) struct Reader<'t> {
    pub(super) counts: Counts,
    pub(super) words: &'t [Words],
    pub(super) numbers: &'t [Numbers],
}

/// The kinds of lines in a case.
const KINDS: [&str; 20] = [
    "language", "value", "tuple", "atmost", "equal", "slice", "define", "search", "part", "joined",
    "numeral", "split", "same", "count", "hint", "bound", "length", "natural", "sides", "moved",
];

impl Reader<'_> {
    pub(super) fn case(&self, lines: &mut Lines<'_>, limits: &mut Limits) -> Result<Facts, FileError> {
        // Before anything is reserved for so many variables.
        limits.slots(lines.number(), self.counts.strings + self.counts.booleans)?;
        let mut facts = Facts {
            languages: vec![None; self.counts.strings],
            booleans: vec![None; self.counts.booleans],
            ..Facts::default()
        };
        while let Some((kind, mut line)) = KINDS.iter().find_map(|kind| Some((*kind, lines.take(kind)?))) {
            self.fact(kind, &mut line, &mut facts)?;
            line.end()?;
        }
        Ok(facts)
    }

    fn fact(&self, kind: &str, line: &mut Line<'_>, facts: &mut Facts) -> Result<(), FileError> {
        match kind {
            "language" => {
                let var = known(line, 's', facts.languages.len())?;
                let of = line
                    .word("the number of a table of words", |word| self.words.get(number::<usize>(word)?))?;
                facts.languages[var] = Some(of.clone());
            }
            "value" => {
                let at = known(line, 'b', facts.booleans.len())?;
                facts.booleans[at] = Some(line.word("`true` or `false`", |word| word.parse().ok())?);
            }
            "tuple" => {
                let what = "the number of a table of numbers";
                let set = line.word(what, |word| self.numbers.get(number::<usize>(word)?))?.clone();
                let quantities = line.rest("an integer or a length", read_quantity)?;
                facts.numbers.push(NumberFact { quantities, set });
            }
            "atmost" => facts.linear.push(line.word("a sum", read_linear)?),
            "equal" => facts.equal.push((string(line)?, string(line)?)),
            "slice" => facts.slices.push(constant_slice(line)?),
            "define" => facts.definitions.push(definition(line)?),
            "search" => facts.integers.push((integer_var(line)?, read_search(line)?)),
            "part" => facts.parts.push((string(line)?, read_slice(line)?)),
            "joined" => {
                let var = string(line)?;
                facts.parts.push((var, StrExpr::Concat(line.rest("a string or a word", read_term)?)));
            }
            "numeral" => {
                let var = string(line)?;
                facts.parts.push((var, read_numeral(line)?));
            }
            "split" => facts.splits.push(self.split(line)?),
            "same" => facts.same.push(piece(line)?),
            "count" => facts.counts.push(line.word("a set of lengths", read_lengths)?),
            "hint" => facts.hints.push(Hints::default()),
            "bound" | "length" | "natural" | "sides" | "moved" => {
                let Some(hints) = facts.hints.last_mut() else { return Err(line.error("no hint is open")) };
                hint(kind, line, hints)?;
            }
            _ => unreachable!("the kinds are those of the list"),
        }
        Ok(())
    }

    fn split(&self, line: &mut Line<'_>) -> Result<SplitFact, FileError> {
        let whole = string(line)?;
        let place = match line.word("`at` or `rest`", Some)? {
            "at" => Place::At(line.word("a sum", read_linear)?),
            "rest" => Place::Rest(string(line)?),
            _ => return Err(line.error("a place is `at` or `rest`")),
        };
        let side = |line: &mut Line<'_>| {
            line.word("the number of a table of words or `any`", |word| match word {
                "any" => Some(None),
                _ => Some(Some(self.words.get(number::<usize>(word)?)?.clone())),
            })
        };
        Ok(SplitFact { whole, place, before: side(line)?, after: side(line)? })
    }
}

/// Reads one claim of a hint.
fn hint(kind: &str, line: &mut Line<'_>, hints: &mut Hints) -> Result<(), FileError> {
    let set = |line: &mut Line<'_>| line.word("a set of lengths", read_lengths);
    match kind {
        "bound" => hints.bounds.push((string(line)?, set(line)?)),
        "length" => hints.lengths.push((string(line)?, set(line)?)),
        "natural" => hints.values.push((integer_var(line)?, set(line)?)),
        _ => {
            let (whole, at) = (string(line)?, line.word("a sum", read_linear)?);
            let sides = SideLengths { whole, at, before: set(line)?, after: set(line)? };
            if kind == "sides" { hints.sides.push(sides) } else { hints.moved.push(sides) }
        }
    }
    Ok(())
}

/// One of so many variables, by its number after a letter.
fn known(line: &mut Line<'_>, letter: char, count: usize) -> Result<usize, FileError> {
    line.word("a variable of the program", |word| {
        read_index(letter, word).map(|at| at as usize).filter(|&at| at < count)
    })
}

fn string(line: &mut Line<'_>) -> Result<StrVar, FileError> {
    line.word("a string", read_string)
}

fn integer_var(line: &mut Line<'_>) -> Result<IntVar, FileError> {
    line.word("an integer", |word| read_index('i', word).map(IntVar))
}

fn constant_slice(line: &mut Line<'_>) -> Result<SliceFact, FileError> {
    let (part, whole) = (string(line)?, string(line)?);
    let from = line.word("a position", number)?;
    let to =
        line.word(
            "a position or `end`",
            |word| if word == "end" { Some(None) } else { number(word).map(Some) },
        )?;
    Ok(SliceFact { part, whole, from, to })
}

fn piece(line: &mut Line<'_>) -> Result<SameFact, FileError> {
    let mut end = || Ok((string(line)?, line.word("a sum", read_linear)?));
    let ((left, left_from), (right, right_from)) = (end()?, end()?);
    let count = line.word("a sum", read_linear)?;
    Ok(SameFact { left, left_from, right, right_from, count })
}

fn definition(line: &mut Line<'_>) -> Result<(ir::BoolVar, Literal), FileError> {
    Ok((line.word("a boolean", read_boolean)?, read_literal(line)?))
}
