//! Decides conjunctions of memberships and sums of lengths by the teacher's own search: `satisfy FILE.smt2...`.
//!
//! Each file is a question about constants, as a solver is asked. It becomes a clause without predicates, whose failing
//! values are an answer. For each file: what was said, and milliseconds; at the end the sum.

use std::time::Instant;

use automata::Budget;
use horn::learning::{Judgement, Kept, Layout, Teacher};
use horn::smt::parse;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut total, mut open) = (0.0, 0);
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for path in &paths {
        let text = clause(&std::fs::read_to_string(path)?);
        let start = Instant::now();
        let mut budget = Budget::steps(200_000_000);
        let system = parse(&text, &mut budget)?;
        let layout = Layout::new(&system, system.alphabet, Kept::Strings);
        let judged = Teacher::new(&system, layout, &mut budget).and_then(|it| it.judge(&[], &mut budget));
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let said = match judged {
            Ok(all) if all.iter().all(|judgement| *judgement == Judgement::Holds) => "unsat",
            Ok(all) if all.iter().any(|judgement| matches!(judgement, Judgement::Fails(_))) => "sat",
            Ok(_) | Err(_) => "unknown",
        };
        open += usize::from(said == "unknown");
        total += milliseconds;
        println!("{}\t{said}\t{milliseconds:.1}", path.rsplit('/').next().unwrap_or(path));
    }
    println!("{} files, {open} unknown, {total:.1} ms", paths.len());
    Ok(())
}

/// The text with its constants bound and its assertions as the premise of falsehood.
fn clause(text: &str) -> String {
    let (mut variables, mut premises) = (String::new(), String::new());
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("(declare-fun ") {
            let mut words = rest.split_whitespace();
            let (name, sort) = (words.next().unwrap_or_default(), words.next_back().unwrap_or_default());
            variables.extend(["(", name, " ", sort, " "]);
        } else if let Some(rest) = line.strip_prefix("(assert ") {
            let formula = rest.trim_end().strip_suffix(')').unwrap_or(rest);
            premises.push_str(&without_quantifiers(formula));
            premises.push(' ');
        }
    }
    format!("(assert (forall ({variables}) (=> (and true {premises}) false)))\n(check-sat)\n")
}

/// The formula with *some multiple of a constant is the sum* as a remainder: `(exists ((v Int)) (= (* v 2 ) SUM))`.
fn without_quantifiers(formula: &str) -> String {
    const HEAD: &str = "(exists ((v Int)) (= (* v ";
    let mut text = formula.to_owned();
    while let Some(at) = text.find(HEAD) {
        let rest = &text[at + HEAD.len()..];
        let (factor, rest) = rest.split_once(')').unwrap_or((rest, ""));
        // The sum ends where its parentheses do; one closes the equation, one the quantifier.
        let mut depth = 0_i32;
        let sum = rest.char_indices().find_map(|(at, character)| {
            depth += i32::from(character == '(') - i32::from(character == ')');
            (depth < 0).then_some(&rest[..at])
        });
        let sum = sum.unwrap_or(rest);
        let after = rest[sum.len()..].strip_prefix("))").unwrap_or_default();
        text = format!("{}(= 0 (mod {} {})){after}", &text[..at], sum.trim(), factor.trim());
    }
    text
}
