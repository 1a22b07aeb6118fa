//! Tags that the outside steers and that never end.
//!
//! A page is judged where it writes, and what the outside has steered there is told at once, although only the `>` of the
//! tag makes it count. Where nothing that the page writes later can end such a tag, the assertion says so: it allows the
//! outputs that end in it. Whether the constants that follow end it, in any order, is all that is asked.

use std::collections::BTreeSet;

use automata::{StateId, Symbol};
use ir::{Action, Condition, Label, Language, LanguageId, Program, StrExpr, StrTerm, Test};

use super::Claim;
use crate::policy::{Policy, RuleId};

/// Lets assertions on the page allow what no later text makes harmful.
pub(super) fn spare_harmless(program: &mut Program, claims: &[Claim]) {
    let policy = RuleId::Html.rule().policy();
    let steered = policy.steered();
    for at in 0..program.procedures[0].code.len() {
        let Action::Assert(id, condition) = &program.procedures[0].code[at].action else { continue };
        let Some((term, told)) = judged(condition).filter(|_| claims[id.index()] == RuleId::Html.into())
        else {
            continue;
        };
        let Some(later) = later(program, at) else { continue };
        let harmless = |state: &StateId| !ends(policy, *state, &later);
        let spared: Vec<StateId> = steered.iter().copied().filter(harmless).collect();
        if spared.is_empty() {
            continue;
        }
        let (id, term) = (*id, term.clone());
        let language = sparing(program, policy, &spared, told);
        let keeps = Condition::test(Test::In(term, language));
        let code = &mut program.procedures[0].code;
        code[at].action = Action::Assert(id, keeps.clone());
        if let Some(next) = code.get_mut(at + 1)
            && matches!(next.action, Action::Assume(_))
        {
            next.action = Action::Assume(keeps);
        }
    }
}

/// The text and the language of an assertion of a rule.
fn judged(condition: &Condition) -> Option<(&StrTerm, LanguageId)> {
    let Condition::Literal(literal) = condition else { return None };
    match &literal.test {
        Test::In(term, language) if literal.holds => Some((term, *language)),
        _ => None,
    }
}

/// The language of the rule with some states allowed.
fn sparing(program: &mut Program, policy: &Policy, spared: &[StateId], told: LanguageId) -> LanguageId {
    let text = format!("{} but {spared:?}", program.languages[told.index()].text);
    if let Some(known) = program.languages.iter().position(|language| language.text == text) {
        return LanguageId(known as u32);
    }
    program.languages.push(Language { text, automaton: policy.told_but(spared) });
    LanguageId(program.languages.len() as u32 - 1)
}

/// The constants that may be written after an instruction; none when something else may be.
fn later(program: &Program, at: usize) -> Option<Vec<&[Symbol]>> {
    let code = &program.procedures[0].code;
    let is_again = |instruction: &ir::Instruction| match instruction.action {
        Action::Jump(Label(target)) | Action::Branch(_, Label(target)) => target as usize <= at,
        _ => false,
    };
    if code[at..].iter().any(is_again) {
        return None;
    }
    let mut words = Vec::new();
    for instruction in &code[at..] {
        let Action::SetStr(var, StrExpr::Concat(parts)) = &instruction.action else { continue };
        if program.procedures[0].strings[var.index()] != "page" {
            continue;
        }
        for part in &parts[1..] {
            match part {
                StrTerm::Word(word) => words.push(word.as_ref()),
                StrTerm::Var(_) => return None,
            }
        }
    }
    Some(words)
}

/// Whether some of these words, in any order, end the tag that a state is in.
fn ends(policy: &Policy, from: StateId, words: &[&[Symbol]]) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(state) = open.pop() {
        for word in words {
            let end = word.iter().try_fold(state, |state, &symbol| policy.allowed.step(state, symbol));
            match end {
                None => return true,
                Some(end) if seen.insert(end) => open.push(end),
                Some(_) => {}
            }
        }
    }
    false
}
