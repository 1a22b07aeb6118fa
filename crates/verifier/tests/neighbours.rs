//! A property that nobody decides leaves the others as they are.
//!
//! Each program is verified with and without an assertion that is too hard. All other assertions must have the same verdict.

use verifier::{Options, Program, Verdict, sil, verify};

/// Assertions about integers and strings that no engine decides within the budget of the tests.
const HARD: [&str; 2] = [
    "x: int := input_int(); y: int := input_int(); z: int := input_int(); p: int := x * x; q: int := y * y;
     r: int := z * z; p := p * x; q := q * y; r := r * z; assert(p + q + r != 114);",
    "x: str := input(); y: str := input(); p: str := replace(x, y, \"ab\"); q: str := replace(p, x, y);
     r: str := replace(q, p, x); assert(r ++ q != q ++ \"b\" ++ r);",
];

/// Programs with a place for such an assertion.
const PROGRAMS: [&str; 2] = [
    "s: str := input(/[a-c]*/); t: str := s ++ \"x\"; n: int := 0;
     while (n < len(t)) { n := n + 1; }
     HARD
     assert(t in /[a-c]*x/); assert(n >= 1); assert(n == len(t)); assert(s != \"ab\");",
    "s: str := input(); ok: bool := s in /[a-z]{1,8}/; if (!ok) { s := \"none\"; }
     HARD
     u: str := \"<\" ++ s ++ \">\"; assert(u in /<[a-z]+>/); assert(len(u) <= 10); assert(contains(u, \"e\"));",
];

fn verdicts(body: &str) -> Vec<&'static str> {
    let text = format!("alphabet byte proc main() {{ {body} }}");
    let program: Program = sil::parse(text.as_bytes(), "hard.sil").expect("the program parses");
    let properties = verify(&program, &Options { steps: 3_000_000, ..Options::default() });
    let word = |verdict: &Verdict| match verdict {
        Verdict::Proved | Verdict::Rechecked(_) => "proved",
        Verdict::Unreachable => "unreachable",
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(_) => "undecided",
    };
    properties.iter().map(|property| word(property.checked.verdict())).collect()
}

#[test]
fn a_property_that_is_undecided_leaves_the_others() {
    for program in PROGRAMS {
        let alone = verdicts(&program.replace("HARD", ""));
        assert!(!alone.contains(&"undecided"), "{program}: {alone:?}");
        for hard in HARD {
            let beside = verdicts(&program.replace("HARD", hard));
            assert_eq!(beside[1..], alone[..], "{program} with {hard}");
        }
    }
}
