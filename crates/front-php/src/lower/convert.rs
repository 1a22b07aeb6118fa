//! A value as a text, a truth value, an integer, a float.
//!
//! Texts and truth values are exact. An integer of a text is exact for plain numerals of up to 18 digits and any integer
//! otherwise. Floats are known by their text only; one that is computed is any text that a float has.

use automata::Automaton;
use ir::{Condition, IntExpr, LanguageId, Linear, Quantity, StrExpr, StrTerm, Test};

use super::Lower;
use crate::text::{PLAIN, language, literal, outside};
use crate::value::{Rest, Value, is_zero, pick, simplify};

/// Texts of floats, without marks.
const FLOAT: &str = "-?([0-9]+(\\.[0-9]+)?(E[+\\-][0-9]+)?|INF)|NAN";
/// Numerals that are small enough for an integer.
pub(crate) const NUMERAL: &str = "[+\\-]?[0-9]{1,18}";

impl Lower<'_> {
    /// The text of a value.
    pub(crate) fn text(&mut self, value: &Value) -> StrTerm {
        if let Some(bytes) = value.constant() {
            return literal(&bytes);
        }
        match value {
            Value::Str(term) | Value::Float(term) | Value::Any(term) | Value::Maybe(_, term) => term.clone(),
            Value::Int(linear) => {
                self.emit.set_str("numeral", StrExpr::Numeral { of: linear.clone(), radix: 10 })
            }
            Value::Bool(condition) => self.either(condition.clone(), literal(b"1"), literal(b"")),
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                if let (Value::Str(StrTerm::Var(var)), Some(nothing)) = (&yes, no.constant())
                    && nothing.is_empty()
                    && self.empty_unless.get(var) == Some(&condition)
                {
                    return StrTerm::Var(*var);
                }
                let (yes, no) = (self.text(&yes), self.text(&no));
                self.either(condition, yes, no)
            }
            Value::Array(_) => literal(b"Array"),
            Value::Object(object) => self.object_text(*object),
            Value::Null | Value::Closure(_) => literal(b""),
        }
    }

    /// The first value when the condition holds, else the second. Of two strings one variable is made, so that what
    /// is found out about it later is known wherever it is read.
    pub(crate) fn either_value(&mut self, condition: Condition, yes: Value, no: Value) -> Value {
        if condition == Condition::TRUE || condition == Condition::FALSE || yes == no {
            return Value::choice(condition, yes, no);
        }
        let is_empty = |value: &Value| value.constant().is_some_and(|text| text.is_empty());
        let negated = simplify(condition.clone().negated());
        for (holds, given, other) in [(&condition, &yes, &no), (&negated, &no, &yes)] {
            match given {
                Value::Maybe(present, term) if present == holds => {
                    let (yes, no) = (Value::Str(term.clone()), other.clone());
                    return self.either_value(holds.clone(), yes, no);
                }
                Value::Str(StrTerm::Var(var))
                    if self.empty_unless.get(var) == Some(holds)
                        && matches!(other, Value::Str(_))
                        && is_empty(other) =>
                {
                    return given.clone();
                }
                _ => {}
            }
        }
        match (&yes, &no) {
            (Value::Str(yes), Value::Str(no)) => {
                let (yes, no) = (yes.clone(), no.clone());
                Value::Str(self.either(condition, yes, no))
            }
            _ => Value::choice(condition, yes, no),
        }
    }

    /// One of two texts.
    fn either(&mut self, condition: Condition, yes: StrTerm, no: StrTerm) -> StrTerm {
        if yes == no {
            return yes;
        }
        // It is set after the branch, which may tell of the text that it is set to.
        let var = self.emit.new_str("choice");
        let chosen = self.emit.branch(condition);
        self.emit.push(ir::Action::SetStr(var, StrExpr::Term(no)));
        let end = self.emit.jump();
        let here = self.emit.here();
        self.emit.patch(chosen, here);
        self.emit.push(ir::Action::SetStr(var, StrExpr::Term(yes)));
        let here = self.emit.here();
        self.emit.patch(end, here);
        StrTerm::Var(var)
    }

    /// Whether a value counts as true.
    pub(crate) fn truth(&mut self, value: &Value) -> Condition {
        match value {
            Value::Null => Condition::FALSE,
            Value::Bool(condition) => condition.clone(),
            Value::Int(linear) => is_zero(linear).negated(),
            Value::Float(term) => self.within(term, "-?0").negated(),
            Value::Str(term) | Value::Any(term) | Value::Maybe(_, term) => self.within(term, "0?").negated(),
            Value::Array(array) if array.rest.is_none() => {
                if array.known.is_empty() {
                    Condition::FALSE
                } else {
                    Condition::TRUE
                }
            }
            Value::Array(array) if !array.known.is_empty() => Condition::TRUE,
            Value::Array(array) if array.rest == Some(Rest::Outside) => self.emit.fate("nonempty"),
            Value::Array(_) => self.emit.any_bool("nonempty"),
            Value::Object(_) | Value::Closure(_) => Condition::TRUE,
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                let (yes, no) = (self.truth(&yes), self.truth(&no));
                pick(&condition, yes, no)
            }
        }
    }

    /// Whether a text is in the language of an expression of our own dialect, decided now if it can be.
    pub(crate) fn within(&mut self, term: &StrTerm, regex: &str) -> Condition {
        let id = self.language(regex);
        self.within_language(term, id)
    }

    /// Whether a text is in a language, decided now if it can be.
    pub(crate) fn within_language(&mut self, term: &StrTerm, id: LanguageId) -> Condition {
        match term {
            StrTerm::Word(word) if self.emit.contains_now(id, word) => Condition::TRUE,
            StrTerm::Word(_) => Condition::FALSE,
            StrTerm::Var(_) => Condition::test(Test::In(term.clone(), id)),
        }
    }

    /// The language of an expression of our own dialect, over plain bytes.
    pub(crate) fn language(&mut self, regex: &str) -> LanguageId {
        self.emit.language(regex, || language(regex))
    }

    /// Texts of the page in a language of our own dialect.
    pub(crate) fn page_text(&mut self, name: &str, regex: &str) -> StrTerm {
        let id = self.emit.language(&format!("page {regex}"), || unmarked(&language(regex)));
        self.emit.any_of(name, id)
    }

    /// Whether a text equals a constant, marks aside.
    pub(crate) fn equals(&mut self, term: &StrTerm, bytes: &[u8]) -> Condition {
        let word = crate::text::word(bytes);
        let id = self.emit.language(&format!("= {bytes:?}"), || Automaton::literal(PLAIN, &word));
        self.constants.insert(id, bytes.to_vec());
        self.within_language(term, id)
    }

    /// The integer of a value, as `(int)` gives it.
    pub(crate) fn integer(&mut self, value: &Value) -> Linear {
        match value {
            Value::Null | Value::Closure(_) => Linear::constant(0),
            Value::Int(linear) => linear.clone(),
            Value::Array(array) if array.rest.is_none() => {
                Linear::constant(i128::from(!array.known.is_empty()))
            }
            Value::Object(_) => Linear::constant(1),
            Value::Bool(condition) if *condition == Condition::TRUE => Linear::constant(1),
            Value::Bool(condition) if *condition == Condition::FALSE => Linear::constant(0),
            Value::Bool(condition) => {
                self.one_or(condition.clone(), Linear::constant(1), Linear::constant(0))
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                let (yes, no) = (self.integer(&yes), self.integer(&no));
                self.one_or(condition, yes, no)
            }
            Value::Str(StrTerm::Word(_)) | Value::Float(StrTerm::Word(_)) => {
                let bytes = value.constant().unwrap_or_default();
                constant_integer(&bytes).unwrap_or_else(|| self.emit.any_int("integer"))
            }
            Value::Float(_) | Value::Array(_) => self.emit.any_int("integer"),
            Value::Str(term) | Value::Maybe(_, term) | Value::Any(term) => self.parsed(&term.clone()),
        }
    }

    fn one_or(&mut self, condition: Condition, yes: Linear, no: Linear) -> Linear {
        let var = self.emit.new_int("choice");
        let set = |value| ir::Action::SetInt(var, IntExpr::Linear(value), ir::Width::Unbounded);
        self.emit.push(set(yes));
        let skip = self.emit.branch(condition);
        self.emit.push(set(no));
        let here = self.emit.here();
        self.emit.patch(skip, here);
        Linear::var(var)
    }

    /// The integer of a text: of a numeral exactly, of anything else any.
    fn parsed(&mut self, term: &StrTerm) -> Linear {
        let var = self.emit.new_int("integer");
        self.emit.push(ir::Action::Havoc(ir::Variable::Int(var)));
        let numeral = self.within(term, NUMERAL);
        let skip = self.emit.branch(numeral.negated());
        let parse = IntExpr::Parse { of: term.clone(), radix: 10 };
        self.emit.push(ir::Action::SetInt(var, parse, ir::Width::Unbounded));
        let here = self.emit.here();
        self.emit.patch(skip, here);
        Linear::var(var)
    }

    /// The float of a value, as `(float)` gives it.
    pub(crate) fn float(&mut self, value: &Value) -> Value {
        match value {
            Value::Float(_) => value.clone(),
            Value::Int(linear) if linear.as_constant().is_some_and(|c| c.abs() < 1_000_000_000) => {
                Value::Float(literal(&value.constant().unwrap_or_default()))
            }
            Value::Null => Value::Float(literal(b"0")),
            _ => Value::Float(self.page_text("float", FLOAT)),
        }
    }

    /// A fresh text of the outside, of a language or any.
    pub(crate) fn outside(&mut self, name: &str, regex: Option<&str>) -> StrTerm {
        self.seen.reads_outside = true;
        let set = outside(&mut self.emit, regex);
        self.emit.set_str(name, StrExpr::Input(set))
    }

    /// A fresh text of the outside, or another value that prints as nothing.
    pub(crate) fn outside_or(&mut self, name: &str, nothing: Value) -> Value {
        let given = self.emit.fate(name);
        let text = self.outside(name, None);
        if let StrTerm::Var(var) = text {
            let skip = self.emit.branch(given.clone());
            self.emit.push(ir::Action::SetStr(var, StrExpr::Term(literal(b""))));
            let here = self.emit.here();
            self.emit.patch(skip, here);
            self.empty_unless.insert(var, given.clone());
        }
        Value::choice(given, Value::Str(text), nothing)
    }

    /// Whether the value is an integer, a float or a text that is read as one.
    pub(crate) fn numeric(&mut self, value: &Value) -> Condition {
        match value {
            Value::Int(_) | Value::Float(_) => Condition::TRUE,
            Value::Str(term) | Value::Any(term) | Value::Maybe(_, term) => {
                let term = term.clone();
                self.within(&term, crate::lower::library::NUMERIC)
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                let (yes, no) = (self.numeric(&yes), self.numeric(&no));
                simplify(pick(&condition, yes, no))
            }
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) | Value::Closure(_) => {
                Condition::FALSE
            }
        }
    }
}

/// The length of a text.
pub(crate) fn length(term: &StrTerm) -> Linear {
    match term {
        StrTerm::Word(word) => Linear::constant(word.len() as i128),
        StrTerm::Var(var) => Linear::quantity(Quantity::Length(*var)),
    }
}

/// The words of a language over plain bytes, as the page writes them.
pub(crate) fn unmarked(plain: &Automaton) -> Automaton {
    let mut nfa = automata::Nfa::new(crate::policy::ALPHABET);
    let states: Vec<_> = plain.states().map(|_| nfa.add_state()).collect();
    for state in plain.states() {
        for edge in plain.edges(state) {
            nfa.add_transition(states[state.index()], edge.lo, edge.hi, states[edge.target.index()]);
        }
        if plain.accepts_at(state) {
            nfa.set_accepting(states[state.index()]);
        }
    }
    nfa.add_start(states[0]);
    nfa.determinize(&mut automata::Budget::steps(50_000_000))
        .expect("a deterministic automaton stays as it is")
}

/// The integer at the beginning of a constant, when it is plain.
fn constant_integer(bytes: &[u8]) -> Option<Linear> {
    let text = std::str::from_utf8(bytes).ok()?.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let rest = &text[sign + digits..];
    if rest.starts_with(['.', 'e', 'E']) || digits > 18 {
        return None;
    }
    let value: i128 =
        if digits == 0 { 0 } else { text[..sign + digits].trim_start_matches('+').parse().ok()? };
    Some(Linear::constant(value))
}
