//! Every integer operation, against the standard library and at its edges.

mod build;

use build::{constant, int, integer_in, lit, var, wrapped_in};
use ir::dice::Dice;
use ir::interp::Outcome;
use ir::{BitOp, IntExpr, Linear, Width};

/// Integers of all sizes, small ones often.
fn random_integer(dice: &mut Dice) -> i128 {
    dice.between(i128::MIN, i128::MAX) >> dice.below(128)
}

fn index_of(from: i128) -> IntExpr {
    IntExpr::IndexOf { of: var(0), what: var(1), from: constant(from) }
}

#[test]
fn linear_terms_add_up() {
    let term = int(0).times(3).and_then(|term| term.plus(&Linear::length(build::S[0])));
    let term = term.and_then(|term| term.plus(&constant(-5))).expect("small");
    assert_eq!(integer_in(IntExpr::Linear(term), &["abcd"], &[7]), Ok(20));
    let more = int(0).plus(&constant(1)).expect("small");
    assert_eq!(integer_in(IntExpr::Linear(more), &[], &[i128::MAX]), Err(Outcome::Overflow));
}

#[test]
fn products_quotients_and_remainders_agree_with_the_standard_library() {
    let mut dice = Dice::new(1);
    for _ in 0..3_000 {
        let (a, b) = (random_integer(&mut dice), random_integer(&mut dice));
        let product = integer_in(IntExpr::Times(int(0), int(1)), &[], &[a, b]);
        assert_eq!(product, a.checked_mul(b).ok_or(Outcome::Overflow), "{a} {b}");
        if b != 0 && b != -1 {
            assert_eq!(integer_in(IntExpr::Div(int(0), int(1)), &[], &[a, b]), Ok(a / b), "{a} {b}");
            assert_eq!(integer_in(IntExpr::Mod(int(0), int(1)), &[], &[a, b]), Ok(a % b), "{a} {b}");
        }
    }
}

#[test]
fn division_rounds_towards_zero() {
    let both = |a, b| {
        let div = integer_in(IntExpr::Div(int(0), int(1)), &[], &[a, b]);
        (div, integer_in(IntExpr::Mod(int(0), int(1)), &[], &[a, b]))
    };
    assert_eq!(both(7, 2), (Ok(3), Ok(1)));
    assert_eq!(both(-7, 2), (Ok(-3), Ok(-1)));
    assert_eq!(both(7, -2), (Ok(-3), Ok(1)));
    assert_eq!(both(-7, -2), (Ok(3), Ok(-1)));
    assert_eq!(both(6, -1), (Ok(-6), Ok(0)));
    assert_eq!(both(i128::MIN, -1), (Err(Outcome::Overflow), Ok(0)));
}

#[test]
fn bits_are_those_of_twos_complement() {
    let mut dice = Dice::new(2);
    let of = |op, a, b| integer_in(IntExpr::Bits(op, int(0), int(1)), &[], &[a, b]);
    for _ in 0..1_000 {
        let (a, b) = (random_integer(&mut dice), random_integer(&mut dice));
        assert_eq!(of(BitOp::And, a, b), Ok(a & b));
        assert_eq!(of(BitOp::Or, a, b), Ok(a | b));
        assert_eq!(of(BitOp::Xor, a, b), Ok(a ^ b));
    }
}

#[test]
fn shifts_multiply_and_divide_by_powers_of_two() {
    let mut dice = Dice::new(3);
    let of = |op, a, b| integer_in(IntExpr::Bits(op, int(0), int(1)), &[], &[a, b]);
    for _ in 0..1_000 {
        let (a, by) = (random_integer(&mut dice), dice.below(127));
        let power = 1_i128.checked_shl(by).expect("below 127");
        let by = i128::from(by);
        let product = (power > 0).then(|| a.checked_mul(power)).flatten();
        if power > 0 {
            assert_eq!(of(BitOp::Left, a, by), product.ok_or(Outcome::Overflow), "{a} << {by}");
            assert_eq!(of(BitOp::Right, a, by), Ok(a.div_euclid(power)), "{a} >> {by}");
        }
    }
    assert_eq!(of(BitOp::Left, 0, i128::MAX), Ok(0));
    assert_eq!(of(BitOp::Left, 1, 127), Err(Outcome::Overflow));
    assert_eq!(of(BitOp::Left, -1, 127), Ok(i128::MIN));
    assert_eq!(of(BitOp::Left, 1, 128), Err(Outcome::Overflow));
    assert_eq!(of(BitOp::Right, -5, 1), Ok(-3));
    assert_eq!(of(BitOp::Right, -1, i128::MAX), Ok(-1));
    assert_eq!(of(BitOp::Right, i128::MAX, 500), Ok(0));
}

#[test]
fn positions_agree_with_the_standard_library() {
    let mut dice = Dice::new(4);
    let mut text =
        |longest| -> String { (0..dice.below(longest)).map(|_| *dice.choose(&['a', 'b'])).collect() };
    for round in 0..4_000_usize {
        let (whole, what, from) = (text(10), text(4), round % 12);
        let position = |at: Option<usize>| Ok(at.map_or(-1, |at| at as i128));
        let tail = whole.get(from..).and_then(|tail| tail.find(&what)).map(|at| at + from);
        assert_eq!(
            integer_in(index_of(from as i128), &[&whole, &what], &[]),
            position(tail),
            "{whole} {what}"
        );
        let last = integer_in(IntExpr::LastIndexOf { of: var(0), what: var(1) }, &[&whole, &what], &[]);
        assert_eq!(last, position(whole.rfind(&what)), "{whole} {what}");
    }
}

#[test]
fn the_empty_word_is_found_up_to_the_end() {
    let at = |from| integer_in(index_of(from), &["abc", ""], &[]);
    assert_eq!([at(-4), at(0), at(2), at(3), at(4)], [Ok(0), Ok(0), Ok(2), Ok(3), Ok(-1)]);
    assert_eq!(integer_in(index_of(0), &["", ""], &[]), Ok(0));
    assert_eq!(integer_in(IntExpr::LastIndexOf { of: var(0), what: lit("") }, &["abc"], &[]), Ok(3));
}

#[test]
fn a_search_begins_at_zero_when_it_should_begin_before() {
    let at = |from| integer_in(index_of(from), &["abab", "ab"], &[]);
    assert_eq!([at(i128::MIN), at(0), at(1), at(3), at(i128::MAX)], [Ok(0), Ok(0), Ok(2), Ok(-1), Ok(-1)]);
}

#[test]
fn codes_are_numbers_of_characters() {
    let at = |position| integer_in(IntExpr::Code { of: var(0), at: int(0) }, &["aZ\0"], &[position]);
    assert_eq!([at(0), at(1), at(2)], [Ok(97), Ok(90), Ok(0)]);
    assert_eq!([at(-1), at(3), at(i128::MAX), at(i128::MIN)], [Ok(-1); 4]);
}

#[test]
fn numerals_are_read_as_the_standard_library_does() {
    let read = |text: &str, radix| integer_in(IntExpr::Parse { of: var(0), radix }, &[text], &[]);
    for text in ["0", "-0", "+7", "-12", "007", "170141183460469231731687303715884105727"] {
        assert_eq!(read(text, 10), Ok(text.parse().expect("a numeral")), "{text}");
    }
    assert_eq!(read(&i128::MIN.to_string(), 10), Ok(i128::MIN));
    assert_eq!(read("170141183460469231731687303715884105728", 10), Err(Outcome::Overflow));
    assert_eq!([read("fF", 16), read("-zZ", 36), read("101", 2)], [Ok(255), Ok(-1295), Ok(5)]);
}

#[test]
fn results_are_wrapped_like_machine_integers() {
    let mut dice = Dice::new(5);
    for _ in 0..2_000 {
        let value = random_integer(&mut dice);
        let to = |width| wrapped_in(IntExpr::Linear(int(0)), width, &[], &[value]);
        assert_eq!(to(Width::Signed(8)), Ok(i128::from(value as i8)));
        assert_eq!(to(Width::Signed(32)), Ok(i128::from(value as i32)));
        assert_eq!(to(Width::Signed(64)), Ok(i128::from(value as i64)));
        assert_eq!(to(Width::Unsigned(8)), Ok(i128::from((value as i8).cast_unsigned())));
        assert_eq!(to(Width::Unsigned(32)), Ok(i128::from((value as i32).cast_unsigned())));
        assert_eq!(to(Width::Unsigned(64)), Ok(i128::from((value as i64).cast_unsigned())));
        assert_eq!(to(Width::Signed(1)), Ok(-(value & 1)));
        assert_eq!(to(Width::Signed(128)), Ok(value));
        assert_eq!(to(Width::Unsigned(127)), Ok(value & i128::MAX));
        assert_eq!(to(Width::Unsigned(128)), if value < 0 { Err(Outcome::Overflow) } else { Ok(value) });
    }
}

#[test]
fn only_the_result_is_wrapped() {
    let square = IntExpr::Times(int(0), int(0));
    assert_eq!(wrapped_in(square, Width::Signed(32), &[], &[65_536]), Ok(0));
    let half = IntExpr::Div(constant(300), constant(2));
    assert_eq!(wrapped_in(half, Width::Unsigned(8), &[], &[]), Ok(150));
}
