//! What must hold for a run to mean anything, each with its rule and weakness number.
//!
//! A claim that belongs to the verified property is an assertion of the program; after it the same condition is assumed.
//! One that does not belong to it is a gap when it does not hold. A *gap* is a place that is not modelled: only a proof
//! that no run comes to any gap makes the other proofs hold.

use ir::emit::Emit;
use ir::{Action, Condition};

/// What an assertion of the program says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// That a rule is kept.
    Rule(Rule),
    /// That no run comes to a place that is not followed.
    Gap,
    /// Nothing: there is no place at which the property could fail.
    Nothing,
}

/// What a program must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Read past the end of an object.
    ReadPast,
    /// Read before its start.
    ReadBefore,
    /// Write past the end of an object.
    WritePast,
    /// Write before its start.
    WriteBefore,
    /// Write into a string literal.
    WriteLiteral,
    /// Give a function that needs a string an array without NUL.
    Unterminated,
    /// Follow a null pointer, or one that was never set.
    Null,
    /// Use an object that was given back.
    UseAfterFree,
    /// Use a local array after the call that it belongs to.
    AfterScope,
    /// Give an object back twice.
    DoubleFree,
    /// Give back what was not allocated.
    BadFree,
    /// Copy between regions that overlap.
    Overlap,
    /// Use a format that is not a constant.
    Format,
    /// Fail an assertion.
    Assertion,
    /// Leave the range of a signed type.
    Overflow,
    /// Divide by zero.
    Division,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 16] = [
        Rule::ReadPast,
        Rule::ReadBefore,
        Rule::WritePast,
        Rule::WriteBefore,
        Rule::WriteLiteral,
        Rule::Unterminated,
        Rule::Null,
        Rule::UseAfterFree,
        Rule::AfterScope,
        Rule::DoubleFree,
        Rule::BadFree,
        Rule::Overlap,
        Rule::Format,
        Rule::Assertion,
        Rule::Overflow,
        Rule::Division,
    ];

    /// Its name in reports.
    pub fn id(self) -> &'static str {
        match self {
            Rule::ReadPast | Rule::ReadBefore => "c-read-outside",
            Rule::WritePast | Rule::WriteBefore => "c-write-outside",
            Rule::WriteLiteral => "c-write-literal",
            Rule::Unterminated => "c-not-terminated",
            Rule::Null => "c-null",
            Rule::UseAfterFree => "c-use-after-free",
            Rule::AfterScope => "c-after-scope",
            Rule::DoubleFree => "c-double-free",
            Rule::BadFree => "c-bad-free",
            Rule::Overlap => "c-overlap",
            Rule::Format => "c-format",
            Rule::Assertion => "c-assert",
            Rule::Overflow => "c-overflow",
            Rule::Division => "c-division",
        }
    }

    /// The weakness, by its CWE number.
    pub fn cwe(self) -> u32 {
        match self {
            Rule::ReadPast => 125,
            Rule::ReadBefore => 127,
            Rule::WritePast => 787,
            Rule::WriteBefore => 124,
            Rule::WriteLiteral => 758,
            Rule::Unterminated => 170,
            Rule::Null => 476,
            Rule::UseAfterFree => 416,
            Rule::AfterScope => 562,
            Rule::DoubleFree => 415,
            Rule::BadFree => 590,
            Rule::Overlap => 475,
            Rule::Format => 134,
            Rule::Assertion => 617,
            Rule::Overflow => 190,
            Rule::Division => 369,
        }
    }

    /// What is claimed of a thing with a name.
    fn message(self, name: &str) -> String {
        let said = match self {
            Rule::ReadPast => format!("{name} is not read past its end"),
            Rule::ReadBefore => format!("{name} is not read before its start"),
            Rule::WritePast => format!("{name} is not written past its end"),
            Rule::WriteBefore => format!("{name} is not written before its start"),
            Rule::WriteLiteral => format!("{name} is a constant and not written"),
            Rule::Unterminated => format!("{name} has a terminator where it is used as a string"),
            Rule::Null => format!("{name} points to an object"),
            Rule::UseAfterFree => format!("{name} is not used after it was freed"),
            Rule::AfterScope => format!("{name} is not used after the call that it belongs to"),
            Rule::DoubleFree => format!("{name} is not freed twice"),
            Rule::BadFree => format!("{name} was allocated when it is freed"),
            Rule::Overlap => format!("{name} does not overlap what is copied into it"),
            Rule::Format => format!("{name} is a constant format"),
            Rule::Assertion => format!("{name} holds"),
            Rule::Overflow => format!("{name} stays in the range of its type"),
            Rule::Division => format!("{name} is not zero"),
        };
        format!("{said} ({})", self.id())
    }

    /// What goes wrong where that does not hold.
    fn failure(self, name: &str) -> String {
        let said = match self {
            Rule::ReadPast => format!("{name} is read past its end"),
            Rule::ReadBefore => format!("{name} is read before its start"),
            Rule::WritePast => format!("{name} is written past its end"),
            Rule::WriteBefore => format!("{name} is written before its start"),
            Rule::WriteLiteral => format!("{name} is a constant and is written"),
            Rule::Unterminated => format!("{name} has no terminator and is used as a string"),
            Rule::Null => format!("{name} is null or was never set"),
            Rule::UseAfterFree => format!("{name} is used after it was freed"),
            Rule::AfterScope => format!("{name} is used after the call that it belongs to"),
            Rule::DoubleFree => format!("{name} is freed twice"),
            Rule::BadFree => format!("{name} is freed and was not allocated"),
            Rule::Overlap => format!("{name} overlaps what is copied into it"),
            Rule::Format => format!("{name} is no constant format and has a directive"),
            Rule::Assertion => format!("{name} can fail"),
            Rule::Overflow => format!("{name} leaves the range of its type"),
            Rule::Division => format!("{name} is zero"),
        };
        format!("{said} ({})", self.id())
    }
}

/// Which rules the verified property is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Those of memory.
    pub memory: bool,
    /// Assertions of the program.
    pub assertions: bool,
    /// Ranges of signed types.
    pub overflow: bool,
}

impl Checks {
    /// Whether a rule belongs to the property.
    pub fn cover(self, rule: Rule) -> bool {
        match rule {
            Rule::Assertion => self.assertions,
            Rule::Overflow => self.overflow,
            Rule::ReadPast
            | Rule::ReadBefore
            | Rule::WritePast
            | Rule::WriteBefore
            | Rule::WriteLiteral
            | Rule::Unterminated
            | Rule::Null
            | Rule::UseAfterFree
            | Rule::AfterScope
            | Rule::DoubleFree
            | Rule::BadFree
            | Rule::Overlap
            | Rule::Format
            | Rule::Division => self.memory,
        }
    }
}

/// The claims made so far, one an assertion of the program.
#[derive(Clone, Debug)]
pub struct Claims {
    checks: Checks,
    made: Vec<Claim>,
}

impl Claims {
    /// None yet.
    pub fn new(checks: Checks) -> Claims {
        Claims { checks, made: Vec::new() }
    }

    /// Which rules are checked.
    pub fn checks(&self) -> Checks {
        self.checks
    }

    /// One claim an assertion, in the order of their numbers.
    pub fn made(&self) -> &[Claim] {
        &self.made
    }

    /// Claims that a rule is kept here by the thing with the name, and goes on with that.
    pub fn require(&mut self, emit: &mut Emit, rule: Rule, condition: Condition, name: &str) {
        if self.checks.cover(rule) {
            let id = emit.assert(condition.clone(), rule.message(name));
            emit.fails_as(id, rule.failure(name));
            self.made.push(Claim::Rule(rule));
        } else if rule != Rule::Assertion && condition != Condition::TRUE {
            // What a run does that breaks the rule is not known; one that breaks an assertion ends.
            self.gap_unless(emit, condition, &rule.message(name));
            return;
        }
        if condition != Condition::TRUE {
            emit.push(Action::Assume(condition));
        }
    }

    /// Says that what would happen here is not followed. No run goes on.
    pub fn gap(&mut self, emit: &mut Emit, why: &str) {
        emit.assert(Condition::FALSE, why.to_owned());
        self.made.push(Claim::Gap);
        emit.push(Action::Halt);
    }

    /// Says that what would happen here is not followed when a condition does not hold. Runs go on where it does.
    pub fn gap_unless(&mut self, emit: &mut Emit, holds: Condition, why: &str) {
        emit.assert(holds.clone(), why.to_owned());
        self.made.push(Claim::Gap);
        emit.push(Action::Assume(holds));
    }

    /// Says that there is nothing that could fail.
    pub fn nothing(&mut self, emit: &mut Emit, why: &str) {
        emit.assert(Condition::TRUE, why.to_owned());
        self.made.push(Claim::Nothing);
    }
}
