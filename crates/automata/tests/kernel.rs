//! The word kernel against brute force: small random automata, all short words, the edges of alphabets.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Alphabet, Automaton, Budget, Exhausted, MARK, Nfa, StateId, Symbol};

/// A small deterministic generator (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// An alphabet with the characters that words are made of and the borders that edges may have.
struct Setting {
    alphabet: Alphabet,
    probes: &'static [Symbol],
    intervals: &'static [(Symbol, Symbol)],
}

/// Intervals at both ends of the alphabet, adjacent and overlapping ones, and marked characters.
const SETTINGS: &[Setting] = &[
    Setting { alphabet: Alphabet::up_to(1), probes: &[0, 1], intervals: &[(0, 0), (1, 1), (0, 1)] },
    Setting {
        alphabet: Alphabet::BYTE,
        probes: &[0, 97, 98, 255],
        intervals: &[(0, 0), (0, 96), (97, 97), (98, 98), (97, 98), (98, 255), (255, 255), (0, 255)],
    },
    Setting {
        alphabet: Alphabet::UNICODE,
        probes: &[9, 0x7F, 0x10_FFFF],
        intervals: &[(0, 9), (10, 0x10_FFFF), (0x7F, 0x80), (0x10_FFFF, 0x10_FFFF), (0, 0x10_FFFF)],
    },
    Setting {
        alphabet: Alphabet::up_to(5).with_marks(),
        probes: &[0, 5, MARK, MARK | 5],
        intervals: &[(0, 5), (5, 5), (MARK, MARK), (MARK, MARK | 5), (MARK | 3, MARK | 5), (0, MARK | 5)],
    },
];

/// A nondeterministic automaton as plain data, run in the most obvious way.
struct Model {
    states: usize,
    starts: Vec<usize>,
    accepting: Vec<usize>,
    edges: Vec<(usize, Symbol, Symbol, usize)>,
    epsilons: Vec<(usize, usize)>,
}

type Set = BTreeSet<usize>;

impl Model {
    fn random(random: &mut Random, setting: &Setting) -> Model {
        let states = 1 + random.below(5);
        let edges = random.below(3 * states + 1);
        let epsilons = if random.below(2) == 0 { 0 } else { random.below(states + 1) };
        Model {
            states,
            starts: (0..=random.below(2)).map(|_| random.below(states)).collect(),
            accepting: (0..=random.below(2)).map(|_| random.below(states)).collect(),
            edges: (0..edges)
                .map(|_| {
                    let (lo, hi) = random.pick(setting.intervals);
                    (random.below(states), lo, hi, random.below(states))
                })
                .collect(),
            epsilons: (0..epsilons).map(|_| (random.below(states), random.below(states))).collect(),
        }
    }

    fn build(&self, alphabet: Alphabet) -> Nfa {
        let mut nfa = Nfa::new(alphabet);
        let states: Vec<StateId> = (0..self.states).map(|_| nfa.add_state()).collect();
        for &(source, lo, hi, target) in &self.edges {
            nfa.add_transition(states[source], lo, hi, states[target]);
        }
        self.epsilons.iter().for_each(|&(from, to)| nfa.add_epsilon(states[from], states[to]));
        self.starts.iter().for_each(|&state| nfa.add_start(states[state]));
        self.accepting.iter().for_each(|&state| nfa.set_accepting(states[state]));
        nfa
    }

    fn close(&self, mut set: Set) -> Set {
        loop {
            let more: Set =
                self.epsilons.iter().filter(|(from, _)| set.contains(from)).map(|&(_, to)| to).collect();
            if more.is_subset(&set) {
                return set;
            }
            set.extend(more);
        }
    }

    fn start(&self) -> Set {
        self.close(self.starts.iter().copied().collect())
    }

    fn step(&self, set: &Set, symbol: Symbol) -> Set {
        let on = |&&(source, lo, hi, _): &&(usize, Symbol, Symbol, usize)| {
            set.contains(&source) && lo <= symbol && symbol <= hi
        };
        self.close(self.edges.iter().filter(on).map(|edge| edge.3).collect())
    }

    fn accepts_at(&self, set: &Set) -> bool {
        self.accepting.iter().any(|state| set.contains(state))
    }

    fn contains(&self, word: &[Symbol]) -> bool {
        let end = word.iter().fold(self.start(), |set, &symbol| self.step(&set, symbol));
        self.accepts_at(&end)
    }

    /// The number of residual languages that are not empty, by refinement of all reachable subsets.
    fn residuals(&self, symbols: &[Symbol]) -> usize {
        let mut sets = vec![self.start()];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < sets.len() {
            let from = sets[next.len()].clone();
            next.push(
                symbols
                    .iter()
                    .map(|&symbol| {
                        let to = self.step(&from, symbol);
                        sets.iter().position(|set| *set == to).unwrap_or_else(|| {
                            sets.push(to);
                            sets.len() - 1
                        })
                    })
                    .collect(),
            );
        }
        let mut class: Vec<usize> = sets.iter().map(|set| usize::from(self.accepts_at(set))).collect();
        // As many rounds as there are sets always suffice.
        for _ in 0..sets.len() {
            let mut names = BTreeMap::new();
            class = (0..sets.len())
                .map(|at| {
                    let successors: Vec<usize> = next[at].iter().map(|&to| class[to]).collect();
                    let fresh = names.len();
                    *names.entry((class[at], successors)).or_insert(fresh)
                })
                .collect();
        }
        let is_dead = |at: usize| {
            let mut reached = BTreeSet::from([at]);
            for _ in 0..sets.len() {
                reached = reached.iter().flat_map(|&from| next[from].iter().copied().chain([from])).collect();
            }
            !reached.iter().any(|&at| self.accepts_at(&sets[at]))
        };
        (0..sets.len()).filter(|&at| !is_dead(at)).map(|at| class[at]).collect::<Set>().len()
    }
}

/// One character of every piece that the borders of intervals cut the alphabet into.
fn representatives(setting: &Setting) -> Vec<Symbol> {
    let all = setting.alphabet.all();
    let borders = setting.intervals.iter().flat_map(|&(lo, hi)| [lo, hi + 1]);
    let starts = all.ranges().iter().map(|&(lo, _)| lo);
    let symbols: BTreeSet<Symbol> = borders.chain(starts).filter(|&symbol| all.contains(symbol)).collect();
    symbols.into_iter().collect()
}

/// All words up to `longest` over `symbols`.
fn words(symbols: &[Symbol], longest: usize) -> Vec<Vec<Symbol>> {
    let mut words = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let end = words.len();
        for at in from..end {
            for &symbol in symbols {
                let mut word: Vec<Symbol> = words[at].clone();
                word.push(symbol);
                words.push(word);
            }
        }
        from = end;
    }
    words
}

fn ample() -> Budget {
    Budget::steps(10_000_000)
}

/// Runs `check` on pairs of random models in every setting, with the words to compare on.
fn on_random_pairs(
    seed: u64,
    rounds: usize,
    mut check: impl FnMut(&mut Random, &Setting, [&Model; 2], &[Vec<Symbol>]),
) {
    let mut random = Random(seed);
    for setting in SETTINGS {
        let longest = if setting.probes.len() > 3 { 5 } else { 6 };
        let words = words(setting.probes, longest);
        for _ in 0..rounds {
            let (a, b) = (Model::random(&mut random, setting), Model::random(&mut random, setting));
            check(&mut random, setting, [&a, &b], &words);
        }
    }
}

#[test]
fn determinize_keeps_the_language_and_is_minimal() {
    on_random_pairs(1, 150, |_, setting, [model, _], words| {
        let automaton = model.build(setting.alphabet).determinize(&mut ample()).expect("ample");
        for word in words {
            assert_eq!(automaton.contains(word), model.contains(word), "{word:?} in {automaton:?}");
        }
        let residuals = model.residuals(&representatives(setting));
        assert_eq!(automaton.state_count(), residuals.max(1), "{automaton:?}");
    });
}

#[test]
fn equal_languages_are_equal_automata() {
    on_random_pairs(2, 150, |random, setting, [model, other], words| {
        let automaton = model.build(setting.alphabet).determinize(&mut ample()).expect("ample");
        let varied = vary(random, model).build(setting.alphabet).determinize(&mut ample()).expect("ample");
        assert_eq!(automaton, varied);
        let other_automaton = other.build(setting.alphabet).determinize(&mut ample()).expect("ample");
        if words.iter().any(|word| model.contains(word) != other.contains(word)) {
            assert_ne!(automaton, other_automaton);
        }
    });
}

/// The same language: states in another order, one of them doubled, edges cut and shuffled.
fn vary(random: &mut Random, model: &Model) -> Model {
    let twin = random.below(model.states);
    let flip = |state: usize| model.states - state;
    let both = |state: usize| if state == twin { vec![flip(state), 0] } else { vec![flip(state)] };
    let mut edges = Vec::new();
    for &(source, lo, hi, target) in &model.edges {
        let cut = lo + (hi - lo) / 2;
        for from in both(source) {
            for to in both(target) {
                edges.push((from, lo, cut, to));
                edges.push((from, (cut + 1).min(hi), hi, to));
            }
        }
    }
    for at in (1..edges.len()).rev() {
        edges.swap(at, random.below(at + 1));
    }
    let pairs = |&(from, to): &(usize, usize)| {
        let targets = both(to);
        both(from).into_iter().flat_map(move |from| targets.clone().into_iter().map(move |to| (from, to)))
    };
    Model {
        states: model.states + 1,
        starts: model.starts.iter().flat_map(|&state| both(state)).collect(),
        accepting: model.accepting.iter().flat_map(|&state| both(state)).collect(),
        edges,
        epsilons: model.epsilons.iter().flat_map(pairs).collect(),
    }
}

#[test]
fn boolean_operations_agree_with_words() {
    on_random_pairs(3, 100, |_, setting, [a, b], words| {
        let build = |model: &Model| model.build(setting.alphabet).determinize(&mut ample()).expect("ample");
        let (left, right) = (build(a), build(b));
        let budget = &mut ample();
        let union = left.union(&right, budget).expect("ample");
        let intersection = left.intersection(&right, budget).expect("ample");
        let difference = left.difference(&right, budget).expect("ample");
        let complement = left.complement(budget).expect("ample");
        for word in words {
            let (in_a, in_b) = (a.contains(word), b.contains(word));
            assert_eq!(union.contains(word), in_a || in_b);
            assert_eq!(intersection.contains(word), in_a && in_b);
            assert_eq!(difference.contains(word), in_a && !in_b);
            assert_eq!(complement.contains(word), !in_a);
        }
        let any = Automaton::any(setting.alphabet);
        assert_eq!(complement, any.difference(&left, budget).expect("ample"));
        assert_eq!(complement.complement(budget).expect("ample"), left);
        assert_eq!(left.included_in(&right, budget), Ok(difference.is_empty()));
        assert_eq!(left.intersects(&right, budget), Ok(!intersection.is_empty()));
    });
}

/// With any budget the answer is that of an ample one, or there is none.
fn never_another_answer<T: PartialEq + std::fmt::Debug>(
    operation: impl Fn(&mut Budget) -> Result<T, Exhausted>,
) {
    let mut spent = ample();
    let answer = operation(&mut spent).expect("ample");
    let needed = spent.spent();
    for limit in (0..needed).step_by(1 + needed as usize / 50) {
        let mut budget = Budget::steps(limit);
        assert!(operation(&mut budget).is_err(), "{limit} steps of {needed} are not enough");
    }
    assert_eq!(operation(&mut Budget::steps(needed)).as_ref(), Ok(&answer));
}

#[test]
fn a_smaller_budget_never_changes_an_answer() {
    on_random_pairs(4, 20, |_, setting, [a, b], _| {
        let (a, b) = (a.build(setting.alphabet), b.build(setting.alphabet));
        never_another_answer(|budget| a.determinize(budget));
        let (left, right) = (a.determinize(&mut ample()), b.determinize(&mut ample()));
        let (left, right) = (left.expect("ample"), right.expect("ample"));
        never_another_answer(|budget| left.union(&right, budget));
        never_another_answer(|budget| left.complement(budget));
        never_another_answer(|budget| left.word_outside(&right, budget));
    });
}

#[test]
fn an_exponential_subset_construction_stops() {
    let mut nfa = Nfa::new(Alphabet::BYTE);
    let start = nfa.add_state();
    nfa.add_start(start);
    nfa.add_transition(start, 97, 98, start);
    let mut at = start;
    for step in 0..61 {
        let next = nfa.add_state();
        nfa.add_transition(at, 97, if step == 0 { 97 } else { 98 }, next);
        at = next;
    }
    nfa.set_accepting(at);
    let exhausted = nfa.determinize(&mut Budget::steps(10_000_000)).expect_err("2^61 states");
    assert_eq!(exhausted.limit(), 10_000_000);
}

#[test]
fn inclusion_of_workshop_automata_agrees_with_the_canonical_ones() {
    on_random_pairs(5, 400, |_, setting, [a, b], _| {
        let (left, right) = (a.build(setting.alphabet), b.build(setting.alphabet));
        let canonical = |nfa: &Nfa| nfa.determinize(&mut ample()).expect("ample");
        let expected = canonical(&left).word_outside(&canonical(&right), &mut ample()).expect("ample");
        let found = left.word_outside(&right, &mut ample()).expect("ample");
        assert_eq!(found.is_some(), expected.is_some(), "{found:?} {expected:?}");
        if let Some(word) = found {
            assert!(a.contains(&word) && !b.contains(&word), "{word:?}");
            assert!(word.iter().all(|&symbol| setting.alphabet.contains(symbol)));
        }
        let same = canonical(&left) == canonical(&right);
        assert_eq!(left.equivalent(&right, &mut ample()), Ok(same));
    });
}

#[test]
fn common_words_of_workshop_automata_agree_with_the_canonical_ones() {
    on_random_pairs(6, 400, |random, setting, [a, b], _| {
        let c = Model::random(random, setting);
        let nfas = [a, b, &c].map(|model| model.build(setting.alphabet));
        let canonical = |nfa: &Nfa| nfa.determinize(&mut ample()).expect("ample");
        let two = canonical(&nfas[0]).intersection(&canonical(&nfas[1]), &mut ample()).expect("ample");
        let three = two.intersection(&canonical(&nfas[2]), &mut ample()).expect("ample");
        assert_eq!(nfas[0].intersects(&nfas[1], &mut ample()), Ok(!two.is_empty()));
        let all: Vec<&Nfa> = nfas.iter().collect();
        let word = Nfa::common_word(&all, &mut ample()).expect("ample");
        assert_eq!(word.is_some(), !three.is_empty());
        if let Some(word) = word {
            assert!([a, b, &c].iter().all(|model| model.contains(&word)), "{word:?}");
        }
    });
}

#[test]
fn turning_round_twice_changes_nothing() {
    on_random_pairs(7, 100, |_, setting, [model, _], words| {
        let nfa = model.build(setting.alphabet);
        let backwards = nfa.reversed().determinize(&mut ample()).expect("ample");
        for word in words.iter().take(400) {
            let mut turned = word.clone();
            turned.reverse();
            assert_eq!(backwards.contains(&turned), model.contains(word));
        }
        let again = nfa.reversed().reversed().determinize(&mut ample());
        assert_eq!(again, nfa.determinize(&mut ample()));
    });
}

/// `.*x.{length}` over `a` and `b`, `x` being one of `from..=to`.
fn letter_before_the_end(from: Symbol, to: Symbol, length: usize) -> Nfa {
    let mut nfa = Nfa::new(Alphabet::BYTE);
    let start = nfa.add_state();
    nfa.add_start(start);
    nfa.add_transition(start, 97, 98, start);
    let mut at = nfa.add_state();
    nfa.add_transition(start, from, to, at);
    for _ in 0..length {
        let next = nfa.add_state();
        nfa.add_transition(at, 97, 98, next);
        at = next;
    }
    nfa.set_accepting(at);
    nfa
}

#[test]
fn what_explodes_forwards_is_decided_backwards() {
    let budget = &mut ample();
    let (a, b, either) = (
        letter_before_the_end(97, 97, 60),
        letter_before_the_end(98, 98, 60),
        letter_before_the_end(97, 98, 60),
    );
    assert_eq!(a.included_in(&either, budget), Ok(true));
    assert_eq!(either.included_in(&a, budget), Ok(false));
    assert_eq!(a.intersects(&b, budget), Ok(false));
    let longer = letter_before_the_end(98, 98, 61);
    let word = Nfa::common_word(&[&a, &longer], budget).expect("ample").expect("ba(a|b){60} is in both");
    assert!(word.len() >= 62 && word[word.len() - 61] == 97 && word[word.len() - 62] == 98);
}
