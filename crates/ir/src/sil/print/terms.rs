//! Operands and conditions as text.
//!
//! A comparison is printed with its negative parts on the other side, so that `x - y <= 0` reads `x <= y`. It
//! is read back as the difference of the sides, which is the term that was printed.

use automata::regex::Dialect;
use automata::{Automaton, MARK, Symbol};

use super::Printer;
use crate::condition::{Condition, Literal, Test};
use crate::ids::{LanguageId, PatternId};
use crate::linear::{Linear, Quantity};
use crate::operation::{BitOp, StrTerm};
use crate::program::Variable;
use crate::sil::literal;

/// The function that does the operation.
pub(super) fn bit_name(operator: BitOp) -> &'static str {
    match operator {
        BitOp::And => "bit_and",
        BitOp::Or => "bit_or",
        BitOp::Xor => "bit_xor",
        BitOp::Left => "shift_left",
        BitOp::Right => "shift_right",
    }
}

/// A part of a sum: what it is, whether it is taken away, and its factor without the sign.
struct Part {
    quantity: Option<Quantity>,
    is_negative: bool,
    factor: u128,
}

impl Printer<'_> {
    pub(super) fn term(&self, term: &StrTerm) -> String {
        match term {
            StrTerm::Var(var) => self.names.of_var(Variable::Str(*var)).to_owned(),
            StrTerm::Word(word) => literal::quote(word, self.program.alphabet),
        }
    }

    pub(super) fn language(&self, id: LanguageId) -> String {
        let language = &self.program.languages[id.index()];
        let marked = if looks_through_marks(&language.automaton) { "" } else { "marked " };
        format!("{marked}{}", literal::quote_regex(&language.text))
    }

    /// A pattern of another dialect is told apart, and cannot be read back.
    pub(super) fn pattern(&self, id: PatternId) -> String {
        let pattern = &self.program.patterns[id.index()];
        match pattern.regex.dialect() {
            Dialect::Own => literal::quote_regex(&pattern.text),
            Dialect::Pcre => format!("pcre {}", literal::quote_text(&pattern.text, '"')),
            Dialect::Posix => format!("posix {}", literal::quote_text(&pattern.text, '"')),
            Dialect::Java => format!("java {}", literal::quote_text(&pattern.text, '"')),
        }
    }

    pub(super) fn linear(&self, linear: &Linear) -> String {
        self.sum(&parts(linear))
    }

    /// A term beside an operator that binds more tightly than a sum.
    pub(super) fn factor(&self, linear: &Linear) -> String {
        let parts = parts(linear);
        let is_simple = parts.len() < 2
            && parts.iter().all(|part| !part.is_negative && (part.quantity.is_none() || part.factor == 1));
        if is_simple { self.sum(&parts) } else { format!("({})", self.sum(&parts)) }
    }

    fn sum(&self, parts: &[Part]) -> String {
        let mut text = String::new();
        for (number, part) in parts.iter().enumerate() {
            text.push_str(match (number, part.is_negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            text.push_str(&self.part(part));
        }
        if parts.is_empty() { "0".to_owned() } else { text }
    }

    fn part(&self, part: &Part) -> String {
        let quantity = match part.quantity {
            None => return part.factor.to_string(),
            Some(Quantity::Var(var)) => self.names.of_var(Variable::Int(var)).to_owned(),
            Some(Quantity::Length(var)) => format!("len({})", self.names.of_var(Variable::Str(var))),
        };
        if part.factor == 1 { quantity } else { format!("{}*{quantity}", part.factor) }
    }

    /// The term compared with 0.
    fn comparison(&self, linear: &Linear, sign: &str) -> String {
        let (mut right, left): (Vec<Part>, Vec<Part>) =
            parts(linear).into_iter().partition(|part| part.is_negative);
        for part in &mut right {
            part.is_negative = false;
        }
        format!("{} {sign} {}", self.sum(&left), self.sum(&right))
    }

    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Literal(literal) => self.literal(literal),
            Condition::All(parts) if parts.is_empty() => "true".to_owned(),
            Condition::Any(parts) if parts.is_empty() => "false".to_owned(),
            Condition::All(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.within_all(part)).collect();
                parts.join(" && ")
            }
            Condition::Any(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.condition(part)).collect();
                parts.join(" || ")
            }
        }
    }

    /// A part of a conjunction; only alternatives need parentheses there.
    fn within_all(&self, part: &Condition) -> String {
        match part {
            Condition::Any(parts) if !parts.is_empty() => format!("({})", self.condition(part)),
            Condition::Any(_) | Condition::All(_) | Condition::Literal(_) => self.condition(part),
        }
    }

    fn literal(&self, Literal { test, holds }: &Literal) -> String {
        let not = if *holds { "" } else { "!" };
        let equal = if *holds { "==" } else { "!=" };
        match test {
            Test::Bool(var) => format!("{not}{}", self.names.of_var(Variable::Bool(*var))),
            Test::In(term, language) => {
                let member = if *holds { "in" } else { "not in" };
                format!("{} {member} {}", self.term(term), self.language(*language))
            }
            Test::Equal(left, right) => format!("{} {equal} {}", self.term(left), self.term(right)),
            Test::Contains(of, what) => format!("{not}contains({}, {})", self.term(of), self.term(what)),
            Test::StartsWith(of, what) => format!("{not}starts_with({}, {})", self.term(of), self.term(what)),
            Test::EndsWith(of, what) => format!("{not}ends_with({}, {})", self.term(of), self.term(what)),
            Test::IsZero(linear) => self.comparison(linear, equal),
            Test::AtMostZero(linear) if *holds => self.comparison(linear, "<="),
            Test::AtMostZero(linear) => format!("!({})", self.comparison(linear, "<=")),
        }
    }
}

/// Whether marks make no difference to the language: in the smallest automaton, to no state's moves.
fn looks_through_marks(language: &Automaton) -> bool {
    // An edge may reach from the unmarked into the marked characters.
    let last = language.alphabet().last();
    let moves = |state, mark: Symbol| {
        let edges = language.edges(state).iter();
        let within = edges.map(move |edge| (edge.lo.max(mark), edge.hi.min(mark + last), edge.target));
        within.filter(|(lo, hi, _)| lo <= hi).map(move |(lo, hi, target)| (lo - mark, hi - mark, target))
    };
    !language.alphabet().is_marked() || language.states().all(|state| moves(state, 0).eq(moves(state, MARK)))
}

/// The parts of a term, the constant last and only when it is not 0.
fn parts(linear: &Linear) -> Vec<Part> {
    let part =
        |quantity, factor: i128| Part { quantity, is_negative: factor < 0, factor: factor.unsigned_abs() };
    let mut parts: Vec<Part> =
        linear.terms().iter().map(|&(quantity, factor)| part(Some(quantity), factor)).collect();
    if linear.constant_part() != 0 {
        parts.push(part(None, linear.constant_part()));
    }
    parts
}
