//! The widenings contain their operands, find the loops they should, and the depth-k family terminates.

mod sampling;

use automata::{Alphabet, Automaton, StateId, Symbol};
use sampling::{Dice, definition, plenty, random_language, words};

const LETTERS: Alphabet = Alphabet::up_to(2);
const A: Symbol = 0;
const B: Symbol = 1;

fn one(word: &[Symbol]) -> Automaton {
    Automaton::literal(LETTERS, word)
}

fn star(word: &[Symbol]) -> Automaton {
    one(word).star(&mut plenty()).expect("small")
}

fn concat(parts: &[&Automaton]) -> Automaton {
    let epsilon = Automaton::epsilon(LETTERS);
    parts.iter().fold(epsilon, |left, right| left.concat(right, &mut plenty()).expect("small"))
}

fn union(a: &Automaton, b: &Automaton) -> Automaton {
    a.union(b, &mut plenty()).expect("small")
}

fn included(a: &Automaton, b: &Automaton) -> bool {
    a.included_in(b, &mut plenty()).expect("small")
}

/// The limit of `x := x widen (x ∪ step(x))` and the number of rounds it took.
fn limit(start: &Automaton, step: impl Fn(&Automaton) -> Automaton) -> (Automaton, usize) {
    let mut x = start.clone();
    for round in 0..20 {
        let next = x.widen(&union(&x, &step(&x)), &mut plenty()).expect("small");
        if next == x {
            return (x, round);
        }
        x = next;
    }
    panic!("the chain of this test stabilises");
}

#[test]
fn appending_a_character_becomes_a_loop() {
    let (found, rounds) = limit(&one(&[A]), |x| concat(&[x, &one(&[A])]));
    assert_eq!(found, concat(&[&one(&[A]), &star(&[A])]));
    assert_eq!(rounds, 1);
    let (found, _) = limit(&one(&[]), |x| concat(&[x, &one(&[A])]));
    assert_eq!(found, star(&[A]));
}

#[test]
fn appending_a_word_becomes_a_loop() {
    let (found, _) = limit(&one(&[]), |x| concat(&[x, &one(&[A, B])]));
    assert_eq!(found, star(&[A, B]));
}

#[test]
fn nesting_needs_the_terminating_family() {
    // x := B x B from A: the words B^n A B^n, which no regular language describes.
    let step = |x: &Automaton| union(x, &concat(&[&one(&[B]), x, &one(&[B])]));
    let mut x = one(&[A]);
    for _ in 0..20 {
        let next = x.widen(&step(&x), &mut plenty()).expect("small");
        assert_ne!(next, x, "the widening of [BB04] goes on");
        x = next;
    }
    for depth in [2, 2, 2, 2, 1, 1, 1, 1] {
        x = step(&x).widen_to_depth(depth, &mut plenty()).expect("small");
    }
    assert_eq!(step(&x), x);
    assert!(x.contains(&[B, B, B, A, B, B, B]) && !x.contains(&[]) && !x.contains(&[B]));
}

#[test]
fn widening_with_a_part_changes_nothing() {
    let mut dice = Dice::new(1);
    for _ in 0..300 {
        let x = random_language(&mut dice, LETTERS, 3, 6);
        let part = x.intersection(&random_language(&mut dice, LETTERS, 3, 6), &mut plenty()).expect("small");
        assert_eq!(x.widen(&part, &mut plenty()).expect("small"), x);
        let empty = Automaton::empty(LETTERS);
        assert_eq!(empty.widen(&x, &mut plenty()).expect("small"), x);
    }
}

#[test]
fn both_widenings_contain_their_operands() {
    let mut dice = Dice::new(2);
    let short = words(3, 6);
    for _ in 0..400 {
        let x = random_language(&mut dice, LETTERS, 3, 6);
        let y = random_language(&mut dice, LETTERS, 3, 6);
        let wide = x.widen(&y, &mut plenty()).expect("small");
        let deep: Vec<_> = (0..4).map(|k| x.widen_to_depth(k, &mut plenty()).expect("small")).collect();
        for word in &short {
            assert!(wide.contains(word) || !(x.contains(word) || y.contains(word)));
            assert!(deep.iter().all(|d| d.contains(word)) || !x.contains(word));
        }
        assert!(included(&x, &wide) && included(&y, &wide));
        assert!(deep.iter().all(|d| included(&x, d)));
    }
}

#[test]
fn the_widening_is_the_one_defined() {
    let mut dice = Dice::new(5);
    let mut wider = 0;
    for _ in 0..900 {
        let x = random_language(&mut dice, LETTERS, 3, 4);
        let both = union(&x, &random_language(&mut dice, LETTERS, 3, 3));
        if x.is_empty() || both.state_count() > 5 {
            continue;
        }
        let wide = x.widen(&both, &mut plenty()).expect("small");
        assert_eq!(wide, definition::widening(&x, &both), "{x:?}{both:?}");
        wider += usize::from(wide != both);
    }
    assert!(wider > 20, "only {wider} widenings added words");
}

/// The quotient as the definition has it: words that a path through classes of agreeing states accepts.
fn accepts_by_classes(x: &Automaton, depth: usize, word: &[Symbol]) -> bool {
    let short = words(3, depth);
    let accepted = |from| {
        let run = |word: &Vec<Symbol>| {
            let end = word.iter().try_fold(from, |state, &symbol| x.step(state, symbol));
            end.is_some_and(|state| x.accepts_at(state))
        };
        short.iter().filter(|word| run(word)).cloned().collect::<Vec<_>>()
    };
    let class: Vec<_> = x.states().map(accepted).collect();
    let states: Vec<_> = x.states().collect();
    let agreeing = |set: Vec<StateId>| {
        let agree = |q: &&StateId| set.iter().any(|p| class[p.index()] == class[q.index()]);
        states.iter().filter(agree).copied().collect::<Vec<_>>()
    };
    let mut set = agreeing(vec![states[0]]);
    for &symbol in word {
        set = agreeing(set.iter().filter_map(|&q| x.step(q, symbol)).collect());
    }
    set.iter().any(|&q| x.accepts_at(q))
}

#[test]
fn the_quotient_is_the_one_defined() {
    let mut dice = Dice::new(3);
    let short = words(3, 4);
    for _ in 0..40 {
        let x = random_language(&mut dice, LETTERS, 3, 6);
        for depth in 0..3 {
            let wide = x.widen_to_depth(depth, &mut plenty()).expect("small");
            for word in &short {
                assert_eq!(
                    wide.contains(word),
                    accepts_by_classes(&x, depth as usize, word),
                    "{x:?}{word:?}"
                );
            }
        }
    }
}

#[test]
fn depth_chains_stabilise() {
    let mut dice = Dice::new(4);
    for _ in 0..60 {
        let (y, z) = (random_language(&mut dice, LETTERS, 3, 4), random_language(&mut dice, LETTERS, 3, 4));
        for depth in 0..3 {
            let mut x = random_language(&mut dice, LETTERS, 3, 3);
            let mut rounds = 0;
            loop {
                let step = concat(&[&y, &x, &z]);
                let next = union(&x, &step).widen_to_depth(depth, &mut plenty()).expect("small");
                if next == x {
                    break;
                }
                assert!(included(&x, &next));
                x = next;
                rounds += 1;
                assert!(rounds < 100, "a chain of depth {depth} stabilises");
            }
        }
    }
}

#[test]
fn a_greater_depth_keeps_more() {
    // Words of four characters: depth 3 sees the end from the start, depth 0 does not see it coming.
    let four = one(&[A, A, A, B]);
    assert_eq!(four.widen_to_depth(4, &mut plenty()).expect("small"), four);
    assert_eq!(four.widen_to_depth(0, &mut plenty()).expect("small"), concat(&[&star(&[A]), &one(&[B])]));
}

#[test]
fn a_spent_budget_is_an_error() {
    let x = one(&[A, B, A, B]);
    let y = one(&[A, B, A, B, A, B]);
    assert!(x.widen(&y, &mut automata::Budget::steps(3)).is_err());
    assert!(x.widen_to_depth(2, &mut automata::Budget::steps(3)).is_err());
}
