//! A call that is being modelled: its arguments, its exceptions, and the terms that its model makes.
//!
//! Terms over constants are computed at once, so that a constant stays one through any number of calls. Every
//! variable that is made here is assigned where it is made, and in no other place but the two ways of a choice.

use automata::{Alphabet, Automaton, Budget, Symbol, SymbolSet, Transducer};
use ir::emit::Emit;
use ir::{Action, Condition, IntExpr, Linear, StrExpr, StrTerm, Test, Variable, Width};

use super::value::{Thrower, Value};

/// Steps that the machines of one call may take to build.
pub(super) const STEPS: u64 = 5_000_000;

/// The characters of Java.
pub(super) const UTF16: Alphabet = Alphabet::UTF16;

pub(super) const NULL_POINTER: &str = "java/lang/NullPointerException";
pub(super) const STRING_BOUNDS: &str = "java/lang/StringIndexOutOfBoundsException";
pub(super) const BOUNDS: &str = "java/lang/IndexOutOfBoundsException";
pub(super) const NEGATIVE_SIZE: &str = "java/lang/NegativeArraySizeException";
pub(super) const NUMBER_FORMAT: &str = "java/lang/NumberFormatException";
pub(super) const ARITHMETIC: &str = "java/lang/ArithmeticException";
pub(super) const ILLEGAL_ARGUMENT: &str = "java/lang/IllegalArgumentException";

/// A call on its way.
pub(super) struct Call<'a> {
    pub(super) emit: &'a mut Emit,
    pub(super) thrower: &'a mut dyn Thrower,
    pub(super) receiver: &'a [Value],
    pub(super) arguments: &'a [Value],
    /// The first character of each parameter's type.
    pub(super) types: Vec<char>,
    /// The parts of the receiver after the call, when they change.
    pub(super) parts: Option<Vec<Value>>,
    /// The arguments that are arrays with another content after the call.
    pub(super) changed: Vec<(usize, StrTerm)>,
}

/// A constant text.
pub(super) fn word(text: &str) -> StrTerm {
    StrTerm::Word(symbols(text).into())
}

/// The code units of a text.
pub(super) fn symbols(text: &str) -> Vec<Symbol> {
    text.encode_utf16().map(Symbol::from).collect()
}

/// The code unit of a number.
pub(super) fn unit(code: i128) -> Symbol {
    Symbol::try_from(code.rem_euclid(0x1_0000)).expect("16 bits fit")
}

/// How long a text is.
pub(super) fn length(text: &StrTerm) -> Linear {
    match text {
        StrTerm::Var(var) => Linear::length(*var),
        StrTerm::Word(word) => Linear::constant(word.len() as i128),
    }
}

/// A constant.
pub(super) fn number(value: i128) -> Linear {
    Linear::constant(value)
}

/// The sum of two terms.
pub(super) fn plus(left: &Linear, right: &Linear) -> Linear {
    left.plus(right).expect("the numbers of a Java program have 64 bits")
}

/// The difference of two terms.
pub(super) fn minus(left: &Linear, right: &Linear) -> Linear {
    left.minus(right).expect("the numbers of a Java program have 64 bits")
}

/// Whether the first is at most the second.
pub(super) fn at_most(left: &Linear, right: &Linear) -> Condition {
    let difference = minus(left, right);
    match difference.as_constant() {
        Some(value) => truth(value <= 0),
        None => Condition::test(Test::AtMostZero(difference)),
    }
}

/// Whether the first is below the second.
pub(super) fn below(left: &Linear, right: &Linear) -> Condition {
    at_most(&plus(left, &number(1)), right)
}

/// Whether a number is below 0.
pub(super) fn negative(value: &Linear) -> Condition {
    below(value, &number(0))
}

/// Whether two numbers are equal.
pub(super) fn same_number(left: &Linear, right: &Linear) -> Condition {
    let difference = minus(left, right);
    match difference.as_constant() {
        Some(value) => truth(value == 0),
        None => Condition::test(Test::IsZero(difference)),
    }
}

/// Whether two texts are equal.
pub(super) fn same_text(left: &StrTerm, right: &StrTerm) -> Condition {
    match (left, right) {
        (StrTerm::Word(left), StrTerm::Word(right)) => truth(left == right),
        _ if left == right => Condition::TRUE,
        _ => Condition::test(Test::Equal(left.clone(), right.clone())),
    }
}

/// A condition that is known.
pub(super) fn truth(value: bool) -> Condition {
    if value { Condition::TRUE } else { Condition::FALSE }
}

/// Whether a condition is known not to hold.
pub(super) fn is_false(condition: &Condition) -> bool {
    match condition {
        Condition::Any(parts) => parts.iter().all(is_false),
        Condition::All(parts) => parts.iter().any(is_false),
        Condition::Literal(_) => false,
    }
}

/// Whether a condition is known to hold.
pub(super) fn is_true(condition: &Condition) -> bool {
    is_false(&condition.clone().negated())
}

impl Call<'_> {
    /// Throws when the condition holds.
    pub(super) fn throw_if(&mut self, condition: Condition, class: &'static str) {
        if !is_false(&condition) {
            self.thrower.throw_if(self.emit, condition, class);
        }
    }

    /// An argument.
    pub(super) fn argument(&self, index: usize) -> Value {
        self.arguments.get(index).cloned().unwrap_or(Value::Opaque)
    }

    /// What the receiver holds, when that is one text.
    pub(super) fn this(&self) -> Option<StrTerm> {
        self.receiver.first()?.text()
    }

    /// The text of an argument; it throws when it is null. Over-approximates: any for an object that is not known.
    pub(super) fn text(&mut self, index: usize) -> Option<StrTerm> {
        let (null, text) = self.nullable(index)?;
        self.throw_if(null, NULL_POINTER);
        Some(text)
    }

    /// When an argument is null, and its text when it is not.
    pub(super) fn nullable(&mut self, index: usize) -> Option<(Condition, StrTerm)> {
        let (null, value) = self.argument(index).apart();
        let text = match value {
            None => word(""),
            Some(Value::Opaque) => self.emit.any_str("object"),
            Some(value) => value.text()?,
        };
        Some((null, text))
    }

    /// The integer of an argument, or in the box that it is; it throws when that is null.
    pub(super) fn int(&mut self, index: usize) -> Option<Linear> {
        let value = self.argument(index);
        self.int_of(&value)
    }

    /// The integer of a value; it throws when it is null.
    pub(super) fn int_of(&mut self, value: &Value) -> Option<Linear> {
        let (null, value) = value.clone().apart();
        let Some(value) = value else {
            self.throw_if(Condition::TRUE, NULL_POINTER);
            return Some(number(0));
        };
        let linear = if let Value::Bool(condition) = value {
            self.choose_int(condition, &number(1), &number(0))
        } else {
            value.number()?
        };
        self.throw_if(null, NULL_POINTER);
        Some(linear)
    }

    /// The truth of a boolean argument.
    pub(super) fn truth(&mut self, index: usize) -> Option<Condition> {
        if let Value::Bool(condition) = self.argument(index) {
            return Some(condition);
        }
        Some(same_number(&self.int(index)?, &number(0)).negated())
    }

    /// The text of a char argument.
    pub(super) fn char_text(&mut self, index: usize) -> Option<StrTerm> {
        if let Value::Char { text, .. } = self.argument(index) {
            return Some(text);
        }
        let code = self.int(index)?;
        Some(self.chr(&code))
    }

    /// Exact: the text of one character, given by its number below 2^16. The variable is the only one that fits.
    pub(super) fn chr(&mut self, code: &Linear) -> StrTerm {
        if let Some(code) = code.as_constant() {
            return StrTerm::Word([unit(code)].into());
        }
        let var = self.emit.new_str("character");
        self.emit.fates.insert(Variable::Str(var));
        self.emit.push(Action::Havoc(Variable::Str(var)));
        let text = StrTerm::Var(var);
        self.assume(same_number(&length(&text), &number(1)));
        let found = self.code(&text, &number(0));
        self.assume(same_number(&found, code));
        text
    }

    /// A char at a position of a text.
    pub(super) fn char_at(&mut self, of: &StrTerm, at: &Linear) -> Value {
        let text = self.slice(of, at, Some(&plus(at, &number(1))));
        Value::Char { code: self.code(of, at), text }
    }

    /// A run in which the condition does not hold is none.
    pub(super) fn assume(&mut self, condition: Condition) {
        if !is_true(&condition) {
            self.emit.push(Action::Assume(condition));
        }
    }

    /// The number of the character at a position, -1 outside.
    pub(super) fn code(&mut self, of: &StrTerm, at: &Linear) -> Linear {
        if let (StrTerm::Word(word), Some(at)) = (of, at.as_constant()) {
            let found = usize::try_from(at).ok().and_then(|at| word.get(at));
            return number(found.map_or(-1, |&symbol| i128::from(symbol)));
        }
        self.emit.set_int("code", IntExpr::Code { of: of.clone(), at: at.clone() })
    }

    /// A part of a text, clipped.
    pub(super) fn slice(&mut self, of: &StrTerm, from: &Linear, to: Option<&Linear>) -> StrTerm {
        let ends = (from.as_constant(), to.map(Linear::as_constant));
        if let (StrTerm::Word(word), (Some(from), None | Some(Some(_)))) = (of, ends) {
            let clip = |at: i128| usize::try_from(at.max(0)).unwrap_or(usize::MAX).min(word.len());
            let to = clip(ends.1.flatten().unwrap_or(i128::MAX));
            return StrTerm::Word(word[clip(from).min(to)..to].into());
        }
        let whole = length(of);
        let to = to.filter(|to| **to != whole);
        if ends.0 == Some(0) && to.is_none() {
            return of.clone();
        }
        if *from == whole || to.is_some_and(|to| to == from || to.as_constant().is_some_and(|to| to <= 0)) {
            return word("");
        }
        let slice = StrExpr::Slice { of: of.clone(), from: from.clone(), to: to.cloned() };
        self.emit.set_str("part", slice)
    }

    /// Texts one after the other.
    pub(super) fn concat(&mut self, terms: &[StrTerm]) -> StrTerm {
        let mut joined: Vec<StrTerm> = Vec::new();
        for term in terms {
            match (joined.last_mut(), term) {
                (_, StrTerm::Word(word)) if word.is_empty() => {}
                (Some(StrTerm::Word(last)), StrTerm::Word(word)) => *last = [&last[..], word].concat().into(),
                _ => joined.push(term.clone()),
            }
        }
        match joined.len() {
            0 => word(""),
            1 => joined.remove(0),
            _ => self.emit.set_str("text", StrExpr::Concat(joined)),
        }
    }

    /// A finite-state function applied. The name determines it.
    pub(super) fn apply(&mut self, name: &str, build: impl FnOnce() -> Transducer, to: &StrTerm) -> StrTerm {
        let function = self.emit.function(name, build);
        if let StrTerm::Word(word) = to
            && let Some(result) = self.emit.apply_now(function, word)
        {
            return StrTerm::Word(result.into());
        }
        let short = name.split(' ').next().unwrap_or(name);
        self.emit.set_str(short, StrExpr::Apply { function, to: to.clone() })
    }

    /// Whether a text is in a language. The name determines it.
    pub(super) fn within(
        &mut self,
        text: &StrTerm,
        name: &str,
        build: impl FnOnce() -> Automaton,
    ) -> Condition {
        let language = self.emit.language(name, build);
        match text {
            StrTerm::Word(word) => truth(self.emit.contains_now(language, word)),
            StrTerm::Var(_) => Condition::test(Test::In(text.clone(), language)),
        }
    }

    /// Whether a text consists of characters of a set.
    pub(super) fn all_in(&mut self, text: &StrTerm, name: &str, set: &SymbolSet) -> Condition {
        self.within(text, name, || {
            let one = Automaton::class(UTF16, set);
            one.star(&mut Budget::steps(STEPS)).expect("a star of a class has one state")
        })
    }

    /// An integer with a value in one of two cases.
    pub(super) fn choose_int(&mut self, condition: Condition, yes: &Linear, no: &Linear) -> Linear {
        if yes == no || is_true(&condition) {
            return yes.clone();
        }
        if is_false(&condition) {
            return no.clone();
        }
        let var = self.emit.new_int("chosen");
        self.emit.push(Action::SetInt(var, IntExpr::Linear(yes.clone()), Width::Unbounded));
        let skip = self.emit.branch(condition);
        self.emit.push(Action::SetInt(var, IntExpr::Linear(no.clone()), Width::Unbounded));
        let here = self.emit.here();
        self.emit.patch(skip, here);
        Linear::var(var)
    }

    /// A text that is one thing when the condition holds, and what `no` makes when it does not.
    pub(super) fn choose_text(
        &mut self,
        condition: Condition,
        yes: impl FnOnce(&mut Self) -> StrTerm,
        no: impl FnOnce(&mut Self) -> StrTerm,
    ) -> StrTerm {
        if is_true(&condition) {
            return yes(self);
        }
        if is_false(&condition) {
            return no(self);
        }
        let var = self.emit.new_str("chosen");
        let to_yes = self.emit.branch(condition);
        let text = no(self);
        self.emit.push(Action::SetStr(var, StrExpr::Term(text)));
        let to_end = self.emit.jump();
        let here = self.emit.here();
        self.emit.patch(to_yes, here);
        let text = yes(self);
        self.emit.push(Action::SetStr(var, StrExpr::Term(text)));
        let here = self.emit.here();
        self.emit.patch(to_end, here);
        StrTerm::Var(var)
    }

    /// The same for an integer.
    pub(super) fn case_int(
        &mut self,
        condition: Condition,
        yes: impl FnOnce(&mut Self) -> Linear,
        no: impl FnOnce(&mut Self) -> Linear,
    ) -> Linear {
        if is_true(&condition) {
            return yes(self);
        }
        if is_false(&condition) {
            return no(self);
        }
        let var = self.emit.new_int("chosen");
        let to_yes = self.emit.branch(condition);
        let value = no(self);
        self.emit.push(Action::SetInt(var, IntExpr::Linear(value), Width::Unbounded));
        let to_end = self.emit.jump();
        let here = self.emit.here();
        self.emit.patch(to_yes, here);
        let value = yes(self);
        self.emit.push(Action::SetInt(var, IntExpr::Linear(value), Width::Unbounded));
        let here = self.emit.here();
        self.emit.patch(to_end, here);
        Linear::var(var)
    }

    /// A truth value that is made where a condition holds, and false elsewhere.
    pub(super) fn case_bool(
        &mut self,
        condition: Condition,
        make: impl FnOnce(&mut Self) -> Condition,
    ) -> Condition {
        if is_false(&condition) {
            return Condition::FALSE;
        }
        let var = self.emit.new_bool("chosen");
        self.emit.push(Action::SetBool(var, Condition::FALSE));
        let skip = self.emit.branch(condition.negated());
        let outcome = make(self);
        self.emit.push(Action::SetBool(var, outcome));
        let here = self.emit.here();
        self.emit.patch(skip, here);
        Condition::test(Test::Bool(var))
    }

    /// Over-approximates: an integer of a range.
    pub(super) fn any_between(&mut self, name: &str, least: i128, most: i128) -> Linear {
        let value = self.emit.any_int(name);
        self.assume(at_most(&number(least), &value).and(at_most(&value, &number(most))));
        value
    }
}
