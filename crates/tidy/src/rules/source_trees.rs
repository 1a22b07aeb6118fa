//! A match over the tree of a source has no arm that ignores whatever is left.
//!
//! An arm `_ => {}` over expressions, statements or instructions is where a front end ignores what it does not know, and
//! what is ignored is a false proof: a new kind of node goes there without a word. A match counts when one of its own
//! patterns names a kind; an arm takes whatever is left when its pattern is `_`, a name, or a tuple of these, without a
//! guard; it ignores when it does nothing. An arm that answers a question (`_ => None`) or hands the node on is no such arm.

use crate::source::Source;
use crate::{Finding, Tree};

const RULE: &str = "source-trees";

/// The enums that are the trees: what a pattern of theirs begins with.
const KINDS: [&str; 5] = ["ExprKind::", "StmtKind::", "Instruction::", "Op::", "I::"];

/// What does nothing.
const NOTHING: [&str; 7] = ["{}", "()", "Ok(())", "{Ok(())}", "return", "continue", "{continue;}"];

/// The crates that walk over source trees.
const FRONTS: [&str; 3] = ["crates/front-php/src/", "crates/front-c/src/", "crates/front-java/src/"];

/// Judges the front ends.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_front = |path: &str| FRONTS.iter().any(|front| path.starts_with(front));
    for file in tree.ending_in(".rs").filter(|file| is_front(&file.path)) {
        let code: Vec<char> = Source::split(&file.text).code.chars().collect();
        for line in catch_alls(&code) {
            let said = "a match over a source tree ignores whatever is left: name the kinds";
            findings.push(Finding::new(RULE, &file.path, line, said));
        }
    }
    findings
}

/// The lines of the arms that take whatever is left, in matches over source trees.
fn catch_alls(code: &[char]) -> Vec<usize> {
    let text: String = code.iter().collect();
    let mut lines = Vec::new();
    for (at, _) in text.match_indices("match ") {
        let at = text[..at].chars().count();
        let is_word = at == 0 || !(code[at - 1].is_alphanumeric() || code[at - 1] == '_');
        let Some(body) = is_word.then(|| opening(code, at)).flatten() else { continue };
        let arms = arms(code, body);
        if arms.iter().any(|arm| KINDS.iter().any(|kind| names(&arm.pattern, kind))) {
            let left = arms.iter().filter(|arm| takes_all(&arm.pattern) && arm.does_nothing());
            lines.extend(left.map(|arm| code[..arm.at].iter().filter(|c| **c == '\n').count() + 1));
        }
    }
    lines
}

/// The brace of a match: the first one outside of brackets.
fn opening(code: &[char], from: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, &c) in code.iter().enumerate().skip(from) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(at),
            ';' | '}' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// An arm of a match.
struct Arm {
    at: usize,
    /// Its pattern with its guard.
    pattern: String,
    /// What it does, without white space.
    body: String,
}

impl Arm {
    fn does_nothing(&self) -> bool {
        NOTHING.contains(&self.body.as_str())
    }
}

/// Whether a pattern names a kind, as a word.
fn names(pattern: &str, kind: &str) -> bool {
    let begins = |at: usize| !pattern[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    pattern.match_indices(kind).any(|(at, _)| begins(at))
}

/// The arms of a match.
fn arms(code: &[char], open: usize) -> Vec<Arm> {
    let (mut arms, mut at) = (Vec::new(), open + 1);
    while let Some(arrow) = forward(code, at, |rest| rest.starts_with(&['=', '>'])) {
        let skipped = code[at..arrow].iter().take_while(|c| c.is_whitespace()).count();
        let pattern: String = code[at..arrow].iter().collect();
        let body = arrow + 2 + code[arrow + 2..].iter().take_while(|c| c.is_whitespace()).count();
        let end = match code.get(body) {
            Some('{') => forward(code, body + 1, |rest| rest[0] == '}').map(|end| end + 1),
            _ => forward(code, body, |rest| rest[0] == ',' || rest[0] == '}'),
        };
        let Some(end) = end else { break };
        let does = code[body..end].iter().filter(|c| !c.is_whitespace()).collect();
        arms.push(Arm { at: at + skipped, pattern: pattern.trim().to_owned(), body: does });
        at = end + usize::from(code.get(end) == Some(&','));
    }
    arms
}

/// The first place at this depth that is as asked; none when the brackets around it close first.
fn forward(code: &[char], from: usize, is_it: fn(&[char]) -> bool) -> Option<usize> {
    let mut depth = 0_i32;
    for at in from..code.len() {
        if depth == 0 && is_it(&code[at..]) {
            return Some(at);
        }
        match code[at] {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return None,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a pattern takes every value: `_`, a name, or a tuple of these.
fn takes_all(pattern: &str) -> bool {
    let parts = pattern.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(pattern);
    let is_name = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let constant = |part: &str| matches!(part, "true" | "false");
    parts.split(',').map(str::trim).all(|part| part == ".." || (is_name(part) && !constant(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<usize> {
        let path = "crates/front-c/src/lowering.rs";
        let elsewhere = ("crates/ir/src/lowering.rs", code);
        check(&Tree::of(&[(path, code), elsewhere])).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn an_arm_that_ignores_whatever_is_left_is_found() {
        let rest = |arm: &str| format!("match e.kind {{\n  ExprKind::A {{ x }} => f(x, y),\n  {arm}\n}}");
        for arm in
            ["_ => {}", "(_, _) => (),", "other => Ok(()),", "(..) => return", "(_, more) => { continue; }"]
        {
            assert_eq!(found(&rest(arm)), [3], "{arm}");
        }
        for arm in
            ["ExprKind::B => {}", "_ if true => {}", "(ExprKind::B, _) => {}", "_ => None", "_ => g(e),"]
        {
            assert!(found(&rest(arm)).is_empty(), "{arm}");
        }
    }

    #[test]
    fn a_match_inside_is_judged_by_its_own_patterns() {
        let inner = "match e {\n StmtKind::A => match n {\n 1 => f(),\n _ => {}\n },\n StmtKind::B => 1,\n}";
        assert!(found(inner).is_empty());
        let outer = "match n {\n 1 => match e {\n I::A => { 1 }\n _ => (),\n },\n _ => {}\n}";
        assert_eq!(found(outer), [4]);
        assert!(found("match n {\n ScopI::A => 1,\n _ => {}\n}").is_empty());
    }
}
