//! Every operation on languages against its definition, on all short words.

mod brute;

use automata::{Alphabet, Automaton, LengthSet, MARK, Symbol};
use brute::{Random, Universe, Words, budget};

/// Words on which results are compared, in each of the four universes: 10^8 in all.
const CHECKS: u64 = 26_000_000;

/// One random pair of languages and what has been checked with it.
struct Round<'a> {
    universe: &'a Universe,
    a: Automaton,
    b: Automaton,
    in_a: Words,
    in_b: Words,
    checks: u64,
}

impl Round<'_> {
    /// The automaton has exactly the words that the definition says.
    #[track_caller]
    fn expect(&mut self, name: &str, result: &Automaton, definition: &Words) {
        let found = self.universe.of(result);
        self.checks += found.len() as u64;
        if found != *definition {
            let at = (0..found.len()).find(|&at| found[at] != definition[at]).expect("they differ");
            panic!("{name}: {:?}\na = {:?}\nb = {:?}", self.universe.words[at], self.a, self.b);
        }
    }

    fn either(&self, member: impl Fn(bool, bool) -> bool) -> Words {
        self.in_a.iter().zip(&self.in_b).map(|(&a, &b)| member(a, b)).collect()
    }

    fn boolean_operations(&mut self) {
        let (a, b) = (self.a.clone(), self.b.clone());
        let done = "a product of small automata";
        self.expect("union", &a.union(&b, &mut budget()).expect(done), &self.either(|a, b| a || b));
        let both = self.either(|a, b| a && b);
        self.expect("intersection", &a.intersection(&b, &mut budget()).expect(done), &both);
        let less = self.either(|a, b| a && !b);
        self.expect("difference", &a.difference(&b, &mut budget()).expect(done), &less);
        let one = self.either(|a, b| a != b);
        self.expect("symmetric", &a.symmetric_difference(&b, &mut budget()).expect(done), &one);
        self.expect("complement", &a.complement(&mut budget()).expect(done), &self.either(|a, _| !a));
        let outside = a.word_outside(&b, &mut budget()).expect(done);
        self.first_word("word_outside", outside.as_deref(), &less);
        let common = a.common_word(&b, &mut budget()).expect(done);
        self.first_word("common_word", common.as_deref(), &both);
        self.first_word("shortest", a.shortest().as_deref(), &self.in_a.clone());
    }

    /// `word` is the first one of `definition`, where the universe is long enough to tell.
    fn first_word(&mut self, name: &str, word: Option<&[Symbol]>, definition: &Words) {
        self.checks += definition.len() as u64;
        let first = definition.iter().position(|&member| member).map(|at| &self.universe.words[at]);
        let inside = |word: &[Symbol]| {
            word.len() <= self.universe.longest && word.iter().all(|s| self.universe.letters.contains(s))
        };
        match (word, first) {
            (Some(word), _) if inside(word) => assert_eq!(Some(word), first.map(Vec::as_slice), "{name}"),
            (Some(word), Some(first)) => assert!(word.len() <= first.len(), "{name}: {word:?}"),
            (None, Some(first)) => panic!("{name} misses {first:?} of {:?} {:?}", self.a, self.b),
            (_, None) => {}
        }
    }

    fn concatenation(&mut self) {
        let (a, b) = (self.a.clone(), self.b.clone());
        let universe = self.universe;
        let splits = |word: &[Symbol], left: &Words, right: &Words| {
            (0..=word.len()).any(|at| universe.has(left, &word[..at]) && universe.has(right, &word[at..]))
        };
        let concat = universe.filter(|word| splits(word, &self.in_a, &self.in_b));
        self.expect("concat", &a.concat(&b, &mut budget()).expect("small"), &concat);
        // Powers of a: from the empty word on, one factor at a time.
        let mut power = universe.filter(<[Symbol]>::is_empty);
        let mut powers = vec![power.clone()];
        for _ in 0..universe.longest.max(3) {
            power = universe.filter(|word| splits(word, &power, &self.in_a));
            powers.push(power.clone());
        }
        let some = |range: std::ops::Range<usize>| {
            (0..universe.words.len()).map(|at| powers[range.clone()].iter().any(|p| p[at])).collect()
        };
        // No word needs more non-empty factors than it has letters.
        self.expect("star", &a.star(&mut budget()).expect("small"), &some(0..powers.len()));
        self.expect("repeat", &a.repeat(1, Some(3), &mut budget()).expect("small"), &some(1..4));
        self.expect("repeat 2", &a.repeat(2, Some(2), &mut budget()).expect("small"), &some(2..3));
        self.expect("repeat 0", &a.repeat(0, Some(0), &mut budget()).expect("small"), &some(0..1));
        let more = universe.filter(|word| splits(word, &some(0..powers.len()), &powers[2]));
        self.expect("repeat from 2", &a.repeat(2, None, &mut budget()).expect("small"), &more);
        let backwards =
            universe.filter(|word| universe.has(&self.in_a, &word.iter().rev().copied().collect::<Vec<_>>()));
        self.expect("reverse", &a.reverse(&mut budget()).expect("small"), &backwards);
    }

    fn lengths(&mut self, random: &mut Random) {
        let set = random_lengths(random);
        let restricted = self.a.restrict(&set, &mut budget()).expect("small");
        let universe = self.universe;
        let short = universe.filter(|word| universe.has(&self.in_a, word) && set.contains(word.len() as u64));
        self.expect("restrict", &restricted, &short);
        let lengths = self.a.lengths(&mut budget()).expect("small");
        for length in 0..=universe.longest {
            let counted = self.a.count(length as u64, &mut budget()).expect("small");
            assert_eq!(lengths.contains(length as u64), counted != Some(0), "{lengths} {:?}", self.a);
        }
        for (word, _) in universe.words.iter().zip(&self.in_a).filter(|(_, member)| **member) {
            assert!(lengths.contains(word.len() as u64), "{lengths} {:?}", self.a);
        }
        self.checks += universe.words.len() as u64;
    }

    /// Parts of words: on a finite language every word it comes from is in the universe.
    fn parts(&mut self, random: &mut Random) {
        let universe = self.universe;
        let short = LengthSet::between(0, universe.longest as u64);
        let letters = Automaton::class(
            universe.alphabet,
            &automata::SymbolSet::from_ranges(universe.letters.iter().map(|&l| (l, l))),
        );
        let within = letters.star(&mut budget()).expect("small").restrict(&short, &mut budget());
        let finite = self.a.intersection(&within.expect("small"), &mut budget()).expect("small");
        let members = universe.of(&finite);
        let (from, to) = (random_lengths(random), random_lengths(random));
        let picks =
            |set: &LengthSet| set.iter().take_while(|&x| x < 16).map(|x| x as usize).collect::<Vec<_>>();
        let (froms, tos) = (picks(&from), picks(&to));
        let prefixes =
            universe.image(&members, |w| froms.iter().map(|&n| w[..n.min(w.len())].to_vec()).collect());
        self.expect("prefix", &finite.prefix(&from, &mut budget()).expect("small"), &prefixes);
        let suffixes =
            universe.image(&members, |w| froms.iter().map(|&n| w[n.min(w.len())..].to_vec()).collect());
        self.expect("suffix", &finite.suffix(&from, &mut budget()).expect("small"), &suffixes);
        let cut = |w: &[Symbol], f: usize, t: usize| {
            let (f, t) = (f.min(w.len()), t.min(w.len()));
            w[f..t.max(f)].to_vec()
        };
        let slices = universe.image(&members, |w| {
            froms.iter().flat_map(|&f| tos.iter().map(move |&t| (f, t))).map(|(f, t)| cut(w, f, t)).collect()
        });
        self.expect("slice", &finite.slice(&from, &to, &mut budget()).expect("small"), &slices);
        let closed = universe.image(&members, |w| (0..=w.len()).map(|n| w[..n].to_vec()).collect());
        self.expect("prefix_closure", &finite.prefix_closure(&mut budget()).expect("small"), &closed);
        let in_b = self.in_b.clone();
        let after = universe.image(&members, |w| {
            (0..=w.len()).filter(|&n| universe.has(&in_b, &w[..n])).map(|n| w[n..].to_vec()).collect()
        });
        let b = self.b.clone();
        self.expect("left_quotient", &finite.left_quotient(&b, &mut budget()).expect("small"), &after);
        let before = universe.image(&members, |w| {
            (0..=w.len()).filter(|&n| universe.has(&in_b, &w[n..])).map(|n| w[..n].to_vec()).collect()
        });
        self.expect("right_quotient", &finite.right_quotient(&b, &mut budget()).expect("small"), &before);
        self.members(&finite, &members);
    }

    /// Members of a finite language in order, by number, and counted.
    fn members(&mut self, finite: &Automaton, members: &Words) {
        let mut expected: Vec<_> =
            self.universe.words.iter().zip(members).filter(|(_, m)| **m).map(|(w, _)| w).collect();
        expected.sort_by(|x, y| x.len().cmp(&y.len()).then(x.cmp(y)));
        let found = finite.members(expected.len() + 1, &mut budget()).expect("small");
        assert_eq!(found.iter().collect::<Vec<_>>(), expected);
        for (number, word) in expected.iter().enumerate().step_by(7) {
            assert_eq!(finite.nth(number as u128, &mut budget()).expect("small").as_ref(), Some(*word));
        }
        assert_eq!(finite.nth(expected.len() as u128, &mut budget()), Ok(None));
        for length in 0..=self.universe.longest {
            let count = expected.iter().filter(|word| word.len() == length).count();
            assert_eq!(finite.count(length as u64, &mut budget()), Ok(Some(count as u128)));
        }
        self.checks += members.len() as u64;
    }

    /// Parts of infinite languages, stated through other operations: u w is in the language for a u of a
    /// length in the set.
    fn parts_of_infinite(&mut self, random: &mut Random) {
        let counts = random_lengths(random);
        let suffixes = self.a.suffix(&counts, &mut budget()).expect("small");
        let before = Automaton::of_lengths(self.universe.alphabet, &counts, &mut budget()).expect("small");
        let shorter =
            self.a.shortest_length().is_some_and(|least| counts.iter().take(64).any(|n| n >= least));
        for _ in 0..8 {
            let word = random.pick(&self.universe.words);
            let end = Automaton::literal(self.universe.alphabet, word);
            let whole = before.concat(&end, &mut budget()).expect("small");
            let expected =
                whole.intersects(&self.a, &mut budget()).expect("small") || (word.is_empty() && shorter);
            assert_eq!(suffixes.contains(word), expected, "suffix {counts} {word:?} {:?}", self.a);
        }
        let prefixes = self.a.prefix(&counts, &mut budget()).expect("small");
        let longest = counts.max().or((!counts.is_empty()).then_some(u64::MAX));
        let universe = self.universe;
        let definition = universe.filter(|word| {
            let length = word.len() as u64;
            let goes_on = !self
                .a
                .left_quotient(&Automaton::literal(universe.alphabet, word), &mut budget())
                .expect("small")
                .is_empty();
            (counts.contains(length) && goes_on)
                || (longest.is_some_and(|longest| length <= longest) && universe.has(&self.in_a, word))
        });
        self.expect("prefix of infinite", &prefixes, &definition);
    }
}

/// A small set of lengths of a random shape.
fn random_lengths(random: &mut Random) -> LengthSet {
    match random.below(5) {
        0 => LengthSet::exactly(random.below(7)),
        1 => LengthSet::between(random.below(5), random.below(9)),
        2 => LengthSet::at_least(random.below(6)),
        3 => LengthSet::progression(random.below(4), 1 + random.below(3)),
        _ => LengthSet::from_parts(
            [random.below(4)],
            4,
            1 + random.below(4),
            [random.below(4), random.below(4)],
        ),
    }
}

/// Random pairs of languages until enough words have been compared.
fn operations_agree_with_their_definitions(universe: &Universe) {
    let mut random = Random::new(u64::from(universe.letters[0]) + 1);
    let (mut checks, mut turn) = (0, 0u64);
    while checks < CHECKS {
        let (a, b) = (universe.random(&mut random), universe.random(&mut random));
        let (in_a, in_b) = (universe.of(&a), universe.of(&b));
        let mut round = Round { universe, a, b, in_a, in_b, checks: 0 };
        round.boolean_operations();
        round.concatenation();
        round.lengths(&mut random);
        round.parts(&mut random);
        if turn.is_multiple_of(16) {
            round.parts_of_infinite(&mut random);
        }
        checks += round.checks;
        turn += 1;
    }
    println!("{checks} words compared in {turn} rounds");
}

#[test]
fn over_three_characters() {
    operations_agree_with_their_definitions(&Universe::new(Alphabet::up_to(2), &[0, 1, 2], 6));
}

#[test]
fn at_the_edges_of_unicode() {
    let universe = Universe::new(Alphabet::UNICODE, &[0, u32::from(b'a'), 0x10_FFFF], 6);
    operations_agree_with_their_definitions(&universe);
}

#[test]
fn with_marks() {
    let a = u32::from(b'a');
    let universe = Universe::new(Alphabet::BYTE.with_marks(), &[a, 0xFF, MARK | a], 6);
    operations_agree_with_their_definitions(&universe);
}

#[test]
fn with_longer_words_over_neighbours() {
    operations_agree_with_their_definitions(&Universe::new(Alphabet::UTF16, &[0x61, 0x62], 8));
}
