//! The functions of SMT-LIB by their names, as operations on terms.
//!
//! Some are written by others: `>` by `<`, `-` by `+` and `*`, a chain of comparisons by pairs. Arguments are checked
//! before anything is built.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, TermId, Terms};

/// A function that every text knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// An operation on so many arguments of these sorts.
    Plain(Op, &'static [Sort]),
    /// An operation on one or more arguments of one sort.
    Many(Op, Sort),
    /// A relation that holds between neighbours.
    Chain(Op, Sort),
    /// The same, the other way around.
    Turned(Op, Sort),
    /// `=`
    Equal,
    /// `distinct`
    Distinct,
    /// `=>`
    Implies,
    /// `xor`
    Xor,
    /// `ite`
    Ite,
    /// `-`
    Minus,
    /// `*`
    Product,
    /// `abs`
    Absolute,
    /// `str.is_digit`
    IsDigit,
}

/// The function of a name.
pub(crate) fn function(name: &str) -> Option<Function> {
    use Function::{Chain, Many, Plain, Turned};
    use Sort::{Bool, Int, Str};
    Some(match name {
        "not" => Plain(Op::Not, &[Bool]),
        "and" => Many(Op::And, Bool),
        "or" => Many(Op::Or, Bool),
        "=" => Function::Equal,
        "distinct" => Function::Distinct,
        "=>" => Function::Implies,
        "xor" => Function::Xor,
        "ite" => Function::Ite,
        "+" => Many(Op::Add, Int),
        "-" => Function::Minus,
        "*" => Function::Product,
        "div" => Plain(Op::Div, &[Int, Int]),
        "mod" => Plain(Op::Mod, &[Int, Int]),
        "abs" => Function::Absolute,
        "<" => Chain(Op::Less, Int),
        "<=" => Chain(Op::AtMost, Int),
        ">" => Turned(Op::Less, Int),
        ">=" => Turned(Op::AtMost, Int),
        "str.++" => Many(Op::Concat, Str),
        "str.len" => Plain(Op::Length, &[Str]),
        "str.at" => Plain(Op::At, &[Str, Int]),
        "str.substr" => Plain(Op::Substring, &[Str, Int, Int]),
        "str.prefixof" => Plain(Op::PrefixOf, &[Str, Str]),
        "str.suffixof" => Plain(Op::SuffixOf, &[Str, Str]),
        "str.contains" => Plain(Op::Contains, &[Str, Str]),
        "str.indexof" => Plain(Op::IndexOf, &[Str, Str, Int]),
        "str.replace" => Plain(Op::Replace, &[Str, Str, Str]),
        "str.replace_all" => Plain(Op::ReplaceAll, &[Str, Str, Str]),
        "str.to_int" | "str.to.int" => Plain(Op::ToInt, &[Str]),
        "str.from_int" | "int.to.str" => Plain(Op::FromInt, &[Int]),
        "str.to_code" => Plain(Op::ToCode, &[Str]),
        "str.from_code" => Plain(Op::FromCode, &[Int]),
        "str.is_digit" => Function::IsDigit,
        "str.<" => Chain(Op::StrLess, Str),
        "str.<=" => Chain(Op::StrAtMost, Str),
        _ => return bit_function(name),
    })
}

/// Comparisons of bits: their sort is that of the first argument.
fn bit_function(name: &str) -> Option<Function> {
    const ANY: Sort = Sort::Bits(0);
    Some(match name {
        "bvult" => Function::Chain(Op::BitsLess, ANY),
        "bvule" => Function::Chain(Op::BitsAtMost, ANY),
        "bvugt" => Function::Turned(Op::BitsLess, ANY),
        "bvuge" => Function::Turned(Op::BitsAtMost, ANY),
        _ => return None,
    })
}

impl Function {
    /// The function applied; `None` when it does not take these arguments.
    pub(crate) fn apply(self, terms: &mut Terms, arguments: &[TermId]) -> Option<TermId> {
        let sorts: Vec<Sort> = arguments.iter().map(|term| terms.sort(*term)).collect();
        let all = |sort: Sort| !sorts.is_empty() && sorts.iter().all(|found| *found == sort);
        let alike = sorts.len() >= 2 && all(sorts[0]);
        match self {
            Function::Plain(op, expected) => (expected == sorts).then(|| terms.app(op, arguments)),
            Function::Many(op, sort) => all(sort).then(|| terms.app(op, arguments)),
            Function::Chain(op, sort) => comparable(&sorts, sort).then(|| pairs(terms, op, arguments)),
            Function::Turned(op, sort) => {
                let turned: Vec<TermId> = arguments.iter().rev().copied().collect();
                comparable(&sorts, sort).then(|| pairs(terms, op, &turned))
            }
            Function::Equal => alike.then(|| pairs(terms, Op::Equal, arguments)),
            Function::Distinct => alike.then(|| distinct(terms, arguments)),
            Function::Implies => (alike && all(Sort::Bool)).then(|| implies(terms, arguments)),
            Function::Xor => (sorts == [Sort::Bool; 2]).then(|| {
                let same = terms.app(Op::Equal, arguments);
                terms.app(Op::Not, &[same])
            }),
            Function::Ite => {
                let fits = sorts.len() == 3 && sorts[0] == Sort::Bool && sorts[1] == sorts[2];
                fits.then(|| terms.app(Op::Ite, arguments))
            }
            Function::Minus => all(Sort::Int).then(|| minus(terms, arguments))?,
            Function::Product => all(Sort::Int).then(|| product(terms, arguments))?,
            Function::Absolute => (sorts == [Sort::Int]).then(|| absolute(terms, arguments[0]))?,
            Function::IsDigit => (sorts == [Sort::Str]).then(|| {
                let code = terms.app(Op::ToCode, arguments);
                between(terms, code, 48, 57)
            }),
        }
    }
}

/// Whether there are two or more of the sort; bits of any width, when they have the same.
fn comparable(sorts: &[Sort], sort: Sort) -> bool {
    let fits = |found: &Sort| match sort {
        Sort::Bits(_) => matches!(found, Sort::Bits(_)) && *found == sorts[0],
        Sort::Bool | Sort::Int | Sort::Str | Sort::Data(_) => *found == sort,
    };
    sorts.len() >= 2 && sorts.iter().all(fits)
}

fn pairs(terms: &mut Terms, op: Op, arguments: &[TermId]) -> TermId {
    let each: Vec<TermId> = arguments.windows(2).map(|pair| terms.app(op, pair)).collect();
    terms.app(Op::And, &each)
}

fn distinct(terms: &mut Terms, arguments: &[TermId]) -> TermId {
    let mut each = Vec::new();
    for (at, &left) in arguments.iter().enumerate() {
        for &right in &arguments[at + 1..] {
            let same = terms.app(Op::Equal, &[left, right]);
            each.push(terms.app(Op::Not, &[same]));
        }
    }
    terms.app(Op::And, &each)
}

/// `=>` is right associative: all but the last are premises.
fn implies(terms: &mut Terms, arguments: &[TermId]) -> TermId {
    let (last, premises) = arguments.split_last().expect("there are two or more");
    let mut parts: Vec<TermId> = premises.iter().map(|part| terms.app(Op::Not, &[*part])).collect();
    parts.push(*last);
    terms.app(Op::Or, &parts)
}

/// Whether `lo <= term <= hi`.
pub(crate) fn between(terms: &mut Terms, term: TermId, lo: i128, hi: i128) -> TermId {
    let (lo, hi) = (terms.int(lo), terms.int(hi));
    let (above, below) = (terms.app(Op::AtMost, &[lo, term]), terms.app(Op::AtMost, &[term, hi]));
    terms.app(Op::And, &[above, below])
}

/// The opposite; `None` beyond 128 bits.
pub(crate) fn opposite(terms: &mut Terms, term: TermId) -> Option<TermId> {
    if let Term::Int(value) = terms.get(term) {
        let value = value.checked_neg()?;
        return Some(terms.int(value));
    }
    let minus = terms.int(-1);
    Some(terms.app(Op::Times, &[minus, term]))
}

fn minus(terms: &mut Terms, arguments: &[TermId]) -> Option<TermId> {
    if let [one] = arguments {
        return opposite(terms, *one);
    }
    let mut parts = vec![arguments[0]];
    for &argument in &arguments[1..] {
        parts.push(opposite(terms, argument)?);
    }
    Some(terms.app(Op::Add, &parts))
}

/// The product, constants joined; `None` beyond 128 bits.
pub(crate) fn product(terms: &mut Terms, arguments: &[TermId]) -> Option<TermId> {
    let mut factor = 1_i128;
    let mut whole: Option<TermId> = None;
    for &part in arguments {
        if let Term::Int(value) = terms.get(part) {
            factor = factor.checked_mul(*value)?;
        } else {
            whole = Some(whole.map_or(part, |whole| terms.app(Op::Times, &[whole, part])));
        }
    }
    let constant = terms.int(factor);
    Some(match whole {
        None => constant,
        Some(whole) if factor == 1 => whole,
        Some(whole) => terms.app(Op::Times, &[constant, whole]),
    })
}

fn absolute(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let zero = terms.int(0);
    let (negative, opposite) = (terms.app(Op::Less, &[term, zero]), opposite(terms, term)?);
    Some(terms.app(Op::Ite, &[negative, opposite, term]))
}
