//! Mistakes in the sets: words, lengths and numbers.
//!
//! They are caught by comparison with brute force: all short words, all tuples of a small box. T1 to T4, T6 and T8 are
//! [YBI09 §2, §3] as printed.

use crate::mistake::{Mistake, Oracle};

const LENGTHS: Oracle = Oracle::of("automata", "numbers_lengths");
const NUMBERS: Oracle = Oracle::of("automata", "numbers");
const WORDS: Oracle = Oracle::of("automata", "words").only("at_the_edges_of_unicode");
const WIDENING: Oracle = Oracle::of("automata", "widening");

pub(crate) const MISTAKES: &[Mistake] = &[
    Mistake {
        name: "T1: the binary length automaton rejects 0 when there is no constant part",
        file: "crates/automata/src/numbers/length.rs",
        place: "let zero = Ref::truth(«set.contains(0)»);",
        wrong: "set.contains(0) && (!states.is_empty() || set.base() > 0)",
        oracle: LENGTHS,
    },
    Mistake {
        name: "T2: a constant must not be followed by zeros",
        file: "crates/automata/src/numbers/length.rs",
        place: "let (even, odd) = («remainder(set, 0)», remainder(set, 1));",
        wrong: "if set.max() == Some(0) { LengthSet::of([]) } else { remainder(set, 0) }",
        oracle: LENGTHS,
    },
    Mistake {
        name: "T3: a set without a period is divided by its period",
        file: "crates/automata/src/numbers/length.rs",
        place: "if «set.period() == 0» {",
        wrong: "false",
        oracle: LENGTHS,
    },
    Mistake {
        name: "T4: the minimum is never 0",
        file: "crates/automata/src/numbers/bounds.rs",
        place: "Bound::At(value) => Bound::At(«-1 - value»),",
        wrong: "if value == -1 { 1 } else { -1 - value }",
        oracle: LENGTHS,
    },
    Mistake {
        name: "T6: a suffix loses the empty word",
        file: "crates/automata/src/words/slice.rs",
        place: "if «self.shortest_length().is_some_and(|least| counts.has_member_from(least))» {",
        wrong: "false",
        oracle: WORDS,
    },
    Mistake {
        name: "T8: a prefix of a word that is too short is none",
        file: "crates/automata/src/words/slice.rs",
        place: "«cut.union(&whole, budget)»",
        wrong: "Ok(cut)",
        oracle: WORDS,
    },
    Mistake {
        name: "the end of a slice is off by one",
        file: "crates/automata/src/words/slice.rs",
        place: "if «to.contains(position)» || ends_here {",
        wrong: "to.contains(position + 1)",
        oracle: WORDS,
    },
    Mistake {
        name: "the widening of words is no upper bound",
        file: "crates/automata/src/words/widen.rs",
        place: "if «b.accepts_at(state)» { nfa.set_accepting(class); }",
        wrong: "b.accepts_at(state) && class == state",
        oracle: WIDENING,
    },
    Mistake {
        name: "after a projection a track is taken for another",
        file: "crates/automata/src/numbers/project.rs",
        place: "subsets.store.make(«positions[node.var as usize]», lo, hi)",
        wrong: "node.var",
        oracle: NUMBERS,
    },
    Mistake {
        name: "after a projection the sign cannot be repeated",
        file: "crates/automata/src/numbers/project.rs",
        place: "Domain::Integers => «saturate(domain, graph, budget)»,",
        wrong: "Ok(graph)",
        oracle: NUMBERS,
    },
];
