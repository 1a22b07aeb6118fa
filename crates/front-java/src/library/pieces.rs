//! Texts taken apart: `split` and `StringTokenizer`.
//!
//! `split` at single characters of a set, or at runs of them, gives the first pieces exactly; how many more there are,
//! and what they are, is left open. A tokenizer is the text that is left and its delimiters, and is exact for constant
//! delimiters.

use automata::regex::{Dialect, Flags, Regex};
use automata::{Automaton, Budget, Output, StateId, SymbolSet, Transducer, TransducerBuilder};
use ir::emit::Emit;
use ir::{Action, Condition, IntExpr, Label, Linear, StrExpr, StrTerm, StrVar, Width};

use super::call::{
    Call, STEPS, UTF16, at_most, is_false, is_true, length, negative, number, plus, same_text, word,
};
use super::characters::surrogates;
use super::value::{Grade, Thrower, Value};
use super::{Row, row};
use Grade::{Exact, ExactForConstants};

const NO_SUCH_ELEMENT: &str = "java/util/NoSuchElementException";
const SYNTAX: &str = "java/util/regex/PatternSyntaxException";

/// How many pieces are followed.
const PIECES: usize = 4;

pub(super) static SPLIT: &[Row] = &[
    row("split(Ljava/lang/String;)", ExactForConstants, |call| split(call, &number(0))),
    row("split(Ljava/lang/String;I)", ExactForConstants, |call| {
        let limit = call.int(1)?;
        split(call, &limit)
    }),
];

pub(super) static TOKENIZER: &[Row] = &[
    row("<init>(Ljava/lang/String;)", Exact, |call| {
        let text = call.text(0)?;
        call.parts = Some(vec![Value::Str(text), Value::Str(word(" \t\n\r\u{c}"))]);
        Some(Value::Void)
    }),
    row("<init>(Ljava/lang/String;Ljava/lang/String;)", ExactForConstants, |call| {
        let (no_delimiters, delimiters) = call.nullable(1)?;
        if !is_false(&no_delimiters) {
            return None;
        }
        let text = call.text(0)?;
        call.parts = Some(vec![Value::Str(text), Value::Str(delimiters)]);
        Some(Value::Void)
    }),
    row("hasMoreTokens()", ExactForConstants, |call| Some(Value::Bool(has_more(call)?))),
    row("hasMoreElements()", ExactForConstants, |call| Some(Value::Bool(has_more(call)?))),
    row("nextToken()", ExactForConstants, next_token),
    row("nextElement()", ExactForConstants, next_token),
    row("countTokens()", ExactForConstants, count_tokens),
];

/// Separators.
struct Separators {
    /// The characters.
    set: SymbolSet,
    /// Whether a run of them is one separator.
    runs: Runs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    Single,
    Together,
}

/// The separators that a pattern stands for, when they are of one of these forms.
fn separators(pattern: &StrTerm) -> Option<Separators> {
    let StrTerm::Word(pattern) = pattern else { return None };
    let regex = Regex::parse_symbols(pattern, Dialect::Java, Flags::NONE).ok()?;
    let mut budget = Budget::steps(STEPS);
    let language = regex.full_match(UTF16, &mut budget).ok()?;
    let single = language.edges(StateId::START).iter().filter(|edge| language.accepts_at(edge.target));
    let set = SymbolSet::from_ranges(single.map(|edge| (edge.lo, edge.hi)));
    let class = Automaton::class(UTF16, &set);
    let runs = if language == class {
        Runs::Single
    } else if language == class.repeat(1, None, &mut budget).ok()? {
        Runs::Together
    } else {
        return None;
    };
    // An expression may look around itself, so that it does not match wherever its language would.
    let anywhere = regex.search(UTF16, &mut budget).ok()?;
    let any = Automaton::any(UTF16);
    let contains = any.concat(&class, &mut budget).ok()?.concat(&any, &mut budget).ok()?;
    let is_pair_free = set.intersection(&surrogates()).is_empty();
    (anywhere == contains && is_pair_free && !set.is_empty()).then_some(Separators { set, runs })
}

/// Exact for the first pieces at constant separators; else how many there are is any number, and what they are any text.
fn split(call: &mut Call<'_>, limit: &Linear) -> Option<Value> {
    let (this, pattern) = (call.this()?, call.text(0)?);
    let limit = limit.as_constant();
    let separators = separators(&pattern);
    let followed = match (&separators, limit) {
        (Some(separators), Some(1..)) => separators.runs == Runs::Single && separators.set.count() == 1,
        (Some(_), Some(_)) => true,
        (None, _) | (_, None) => false,
    };
    let (Some(separators), Some(limit), true) = (separators, limit, followed) else {
        return Some(any_pieces(call, &pattern));
    };
    let one = separators.set.iter().next().expect("there is a separator");
    let name = format!("separate {:?} {}", separators.set, separators.runs == Runs::Together);
    let text = call.apply(&name, || unified(&separators, one), &this);
    let text = if limit == 0 {
        let end = SymbolSet::single(one);
        call.apply(&format!("end {one}"), || Transducer::trimming_end(UTF16, &end), &text)
    } else {
        text
    };
    let most = usize::try_from(limit).ok().filter(|&limit| limit > 0);
    let separator = StrTerm::Word([one].into());
    // Of a text of separators only nothing is left; the empty text is its only piece.
    let nothing = same_text(&text, &word("")).and(same_text(&this, &word("")).negated());
    let nothing = if limit == 0 { nothing } else { Condition::FALSE };
    Some(pieces(call, (&text, &separators.set), &separator, (most, nothing)))
}

/// Any number of any pieces. A pattern that is not known may be refused.
fn any_pieces(call: &mut Call<'_>, pattern: &StrTerm) -> Value {
    let known = if let StrTerm::Word(word) = pattern {
        Regex::parse_symbols(word, Dialect::Java, Flags::NONE).is_ok()
    } else {
        false
    };
    if !known {
        let refused = call.emit.any_bool("refused");
        call.throw_if(refused, SYNTAX);
    }
    let length = call.any_between("pieces", 0, i128::from(i32::MAX));
    Value::Strings { length, first: Vec::new(), others: None }
}

/// Exact: every separator becomes one and the same.
fn unified(separators: &Separators, one: u32) -> Transducer {
    let mut builder = TransducerBuilder::new(UTF16);
    let (start, after) = (builder.add_state(), builder.add_state());
    let others = UTF16.all().difference(&separators.set);
    let (written, next) = match separators.runs {
        Runs::Single => (Output::word(&[one]), start),
        Runs::Together => (Output::word(&[one]), after),
    };
    builder.read(start, &separators.set, written, next);
    builder.read(after, &separators.set, Output::nothing(), after);
    for state in [start, after] {
        builder.read(state, &others, Output::copy(), start);
        builder.end(state, &[]);
    }
    builder.finish()
}

/// The pieces of a text between separators of one kind, at most so many; none when a condition holds.
fn pieces(
    call: &mut Call<'_>,
    (text, set): (&StrTerm, &SymbolSet),
    separator: &StrTerm,
    (most, nothing): (Option<usize>, Condition),
) -> Value {
    let length_var = call.emit.new_int("pieces");
    if let (StrTerm::Word(text), StrTerm::Word(separator)) = (text, separator)
        && (is_false(&nothing) || is_true(&nothing))
    {
        return Value::Array(if is_true(&nothing) {
            Vec::new()
        } else {
            known_pieces(text, separator, most)
        });
    }
    let count = most.unwrap_or(PIECES).min(PIECES);
    let first: Vec<StrVar> = (0..count).map(|_| call.emit.new_str("piece")).collect();
    let set_length = |call: &mut Call<'_>, value: Linear| {
        call.emit.push(Action::SetInt(length_var, IntExpr::Linear(value), Width::Unbounded));
    };
    let mut ends: Vec<usize> = Vec::new();
    set_length(call, number(0));
    ends.push(call.emit.branch(nothing));
    let mut rest = text.clone();
    for (index, &piece) in first.iter().enumerate() {
        let count = number(index as i128 + 1);
        let from = number(0);
        let search = IntExpr::IndexOf { of: rest.clone(), what: separator.clone(), from };
        let at = call.emit.set_int("separator", search);
        let is_last = most == Some(index + 1);
        let goes_on = (!is_last).then(|| call.emit.branch(negative(&at).negated()));
        call.emit.push(Action::SetStr(piece, StrExpr::Term(rest.clone())));
        set_length(call, count);
        ends.push(call.emit.jump());
        let Some(goes_on) = goes_on else { continue };
        let here = call.emit.here();
        call.emit.patch(goes_on, here);
        let part = call.slice(&rest, &number(0), Some(&at));
        call.emit.push(Action::SetStr(piece, StrExpr::Term(part)));
        rest = call.slice(&rest, &plus(&at, &number(1)), None);
    }
    // Where there are more than are followed, any other is a part of the text; but the last of limited pieces may have separators.
    let mut others = None;
    if most.is_none_or(|most| most > PIECES) {
        let more = call.any_between("pieces", PIECES as i128 + 1, i128::from(i32::MAX));
        set_length(call, more);
        others = most.is_none().then(|| one_piece(call, text, set));
    }
    let here: Label = call.emit.here();
    ends.into_iter().for_each(|end| call.emit.patch(end, here));
    let first = first.into_iter().map(StrTerm::Var).collect();
    Value::Strings { length: Linear::var(length_var), first, others }
}

/// Exact: the pieces of a constant.
fn known_pieces(text: &[u32], separator: &[u32], most: Option<usize>) -> Vec<Value> {
    let most = most.unwrap_or(usize::MAX);
    let pieces = text.splitn(most, |symbol| separator.contains(symbol));
    pieces.map(|piece| Value::Str(StrTerm::Word(piece.into()))).collect()
}

/// Over-approximates: any part of a text without a separator.
fn one_piece(call: &mut Call<'_>, text: &StrTerm, separators: &SymbolSet) -> StrTerm {
    let others = UTF16.all().difference(separators);
    let (from, to) = (call.emit.any_int("from"), call.emit.any_int("to"));
    let piece = call.slice(text, &from, Some(&to));
    let inside = call.all_in(&piece, &format!("only {others:?}"), &others);
    call.assume(inside);
    piece
}

/// The pieces of a text of which only any one at a time is asked: how many there are, and one. Over-approximates.
pub(crate) fn any_piece(
    emit: &mut Emit,
    thrower: &mut dyn Thrower,
    [this, pattern]: [&StrTerm; 2],
) -> Option<(Linear, StrTerm)> {
    let separators = separators(pattern)?;
    let (parts, changed) = (None, Vec::new());
    let mut call = Call { emit, thrower, receiver: &[], arguments: &[], types: Vec::new(), parts, changed };
    let (set, name) = (&separators.set, format!("only {:?}", separators.set));
    // Of a text of separators only nothing is left; the empty text is its only piece.
    let none = call.all_in(this, &name, set).and(same_text(this, &word("")).negated());
    let count =
        call.case_int(none, |_| number(0), |call| call.any_between("pieces", 1, i128::from(i32::MAX)));
    let one = set.iter().next()?;
    let name = format!("separate {set:?} {}", separators.runs == Runs::Together);
    let text = call.apply(&name, || unified(&separators, one), this);
    let piece = one_piece(&mut call, &text, set);
    Some((count, piece))
}

/// What is left of a tokenizer's text, and its delimiters when they are a constant set.
fn tokenizer(call: &Call<'_>) -> Option<(StrTerm, Option<SymbolSet>)> {
    let [text, delimiters] = call.receiver else { return None };
    let set = match delimiters.text()? {
        StrTerm::Word(word) => Some(SymbolSet::from_ranges(word.iter().map(|&symbol| (symbol, symbol)))),
        StrTerm::Var(_) => None,
    };
    // Pairs of surrogates are delimiters as a whole.
    Some((text.text()?, set.filter(|set| set.intersection(&surrogates()).is_empty())))
}

fn has_more(call: &mut Call<'_>) -> Option<Condition> {
    let (text, delimiters) = tokenizer(call)?;
    Some(match delimiters {
        Some(set) => call.all_in(&text, &format!("only {set:?}"), &set).negated(),
        None => call.emit.any_bool("more"),
    })
}

fn next_token(call: &mut Call<'_>) -> Option<Value> {
    let (text, delimiters) = tokenizer(call)?;
    let more = has_more(call)?;
    call.throw_if(more.negated(), NO_SUCH_ELEMENT);
    let (token, rest) = match delimiters {
        Some(set) => (
            call.apply(&format!("token {set:?}"), || tokens(&set, Part::First), &text),
            call.apply(&format!("after {set:?}"), || tokens(&set, Part::Rest), &text),
        ),
        None => (call.emit.any_str("token"), call.emit.any_str("rest")),
    };
    let mut parts = call.receiver.to_vec();
    parts[0] = Value::Str(rest);
    call.parts = Some(parts);
    Some(Value::Str(token))
}

/// Which part of a text is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    First,
    Rest,
}

/// Exact: the first token of a text, or what follows it.
fn tokens(delimiters: &SymbolSet, part: Part) -> Transducer {
    let mut builder = TransducerBuilder::new(UTF16);
    let (before, inside, after) = (builder.add_state(), builder.add_state(), builder.add_state());
    let others = UTF16.all().difference(delimiters);
    let kept = |keeps: Part| if keeps == part { Output::copy() } else { Output::nothing() };
    builder.read(before, delimiters, Output::nothing(), before);
    builder.read(before, &others, kept(Part::First), inside);
    builder.read(inside, &others, kept(Part::First), inside);
    builder.read(inside, delimiters, kept(Part::Rest), after);
    builder.read(after, &UTF16.all(), kept(Part::Rest), after);
    for state in [before, inside, after] {
        builder.end(state, &[]);
    }
    builder.finish()
}

/// None or some: exact only about that.
fn count_tokens(call: &mut Call<'_>) -> Option<Value> {
    let (text, _) = tokenizer(call)?;
    let more = has_more(call)?;
    Some(Value::Int(call.case_int(
        more,
        |call| {
            let count = call.any_between("tokens", 1, i128::from(i32::MAX));
            call.assume(at_most(&count, &length(&text)));
            count
        },
        |_| number(0),
    )))
}
