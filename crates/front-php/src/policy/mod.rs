//! What a marked character must not do: automata that track the lexical context of an output.
//!
//! The automata are those of the crate `contexts`. They are explored when this crate is built and stored in it; nothing
//! of `contexts` runs afterwards.
//!
//! The page is one output, so the context flows from one `echo` to the next. What matters of the output so far is only
//! the state that it leads to. [`Policy::canonical`] therefore maps every word to a shortest word that leads to the same
//! state, and to a word outside of the policy when it is outside. Replacing the output so far by its image changes no
//! answer of the policy, now or after any continuation, and keeps the output's language finite.

mod rules;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use automata::{
    Alphabet, Automaton, Edge, MARK, Output, StateId, Symbol, SymbolSet, Transducer, TransducerBuilder,
};

pub use rules::{Level, RULES, Rule, RuleId, Severity};

/// Bytes, each also in a copy that the outside wrote.
pub const ALPHABET: Alphabet = Alphabet::BYTE.with_marks();

/// A policy as an automaton over marked bytes.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The outputs that it allows.
    pub allowed: Automaton,
    /// Of those the ones that keep to it as far as they go: what the outside has steered already is told at once.
    pub told: Automaton,
    /// Maps an output to a shortest one that leads to the same state.
    pub canonical: Transducer,
    steered: OnceLock<Vec<StateId>>,
    /// What was told with some states besides, by these: pages that share a process ask for the same.
    told_besides: Arc<Mutex<BTreeMap<Vec<StateId>, Automaton>>>,
}

impl Policy {
    /// Exact: the policy that allows these outputs.
    pub fn of(allowed: Automaton) -> Policy {
        assert_eq!(allowed.alphabet(), ALPHABET, "outputs are marked bytes");
        let canonical = canonical(&allowed);
        Policy {
            told: allowed.clone(),
            allowed,
            canonical,
            steered: OnceLock::new(),
            told_besides: Arc::default(),
        }
    }

    /// Exact: the states from which no continuation leads back to the beginning. The outside has steered there, and it
    /// depends on what follows whether that has an effect.
    pub fn steered(&self) -> &[StateId] {
        self.steered.get_or_init(|| {
            let mut sources: Vec<Vec<StateId>> = vec![Vec::new(); self.allowed.state_count()];
            for state in self.allowed.states() {
                for edge in self.allowed.edges(state) {
                    sources[edge.target.index()].push(state);
                }
            }
            let mut leads_back = vec![false; self.allowed.state_count()];
            leads_back[StateId::START.index()] = true;
            let mut open = vec![StateId::START];
            while let Some(state) = open.pop() {
                for &source in &sources[state.index()] {
                    if !std::mem::replace(&mut leads_back[source.index()], true) {
                        open.push(source);
                    }
                }
            }
            self.allowed.states().filter(|state| !leads_back[state.index()]).collect()
        })
    }

    /// Exact: the outputs that are told as kept, and those that end in some states besides.
    pub fn told_but(&self, states: &[StateId]) -> Automaton {
        let mut known = self.told_besides.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(states.to_vec()).or_insert_with(|| self.explored_but(states)).clone()
    }

    fn explored_but(&self, states: &[StateId]) -> Automaton {
        if states == self.steered() {
            return self.allowed.clone();
        }
        let mut nfa = automata::Nfa::new(ALPHABET);
        let numbers: Vec<_> = self.allowed.states().map(|_| nfa.add_state()).collect();
        let steered = self.steered();
        for state in self.allowed.states() {
            for edge in self.allowed.edges(state) {
                let target = numbers[edge.target.index()];
                nfa.add_transition(numbers[state.index()], edge.lo, edge.hi, target);
            }
            if self.allowed.accepts_at(state) && (states.contains(&state) || !steered.contains(&state)) {
                nfa.set_accepting(numbers[state.index()]);
            }
        }
        nfa.add_start(numbers[0]);
        nfa.determinize(&mut automata::Budget::steps(200_000_000))
            .expect("a deterministic automaton stays as it is")
    }

    /// Exact: a word with the same effect on every state, found by leaving out what lies between two beginnings of
    /// the word that have the same effect.
    ///
    /// States that a beginning leads to one state stay together from then on, so only one of each such class is led
    /// on. Two beginnings have the same effect when the classes are the same and lead to the same states; classes only
    /// grow, so what was seen before they grew is never met again.
    pub fn without_loops(&self, word: &[Symbol]) -> Vec<Symbol> {
        let mut targets: Vec<Option<StateId>> = self.allowed.states().map(Some).collect();
        let (mut seen, mut kept) = (HashMap::from([(targets.clone(), 0)]), Vec::new());
        // For each state, and for none, the character after which it was met last.
        let mut met = vec![0; targets.len() + 1];
        let nowhere = targets.len();
        for (at, &symbol) in (1..).zip(word) {
            let before = targets.len();
            targets = targets.iter().map(|state| self.allowed.step((*state)?, symbol)).collect();
            kept.push(symbol);
            let is_new = |target: &Option<StateId>| {
                let place = target.map_or(nowhere, StateId::index);
                std::mem::replace(&mut met[place], at) != at
            };
            targets.retain(is_new);
            if targets.len() < before {
                seen = HashMap::from([(targets.clone(), kept.len())]);
                continue;
            }
            match seen.get(&targets) {
                Some(&length) => {
                    kept.truncate(length);
                    // Longer beginnings are no longer beginnings of what is kept.
                    seen.retain(|_, &mut at| at <= length);
                }
                None => {
                    seen.insert(targets.clone(), kept.len());
                }
            }
        }
        kept
    }

    /// Whether the word breaks the policy after some output that keeps to it.
    pub fn word_may_fail(&self, word: &[Symbol]) -> bool {
        let fails = |state: StateId| {
            let end = word.iter().try_fold(state, |state, &symbol| self.allowed.step(state, symbol));
            !end.is_some_and(|end| self.allowed.accepts_at(end))
        };
        self.allowed.states().any(fails)
    }

    /// The canonical word of an output.
    pub fn shorten(&self, word: &[Symbol]) -> Vec<Symbol> {
        self.canonical.apply(word).expect("the canonical map is total")
    }
}

/// The map from words to shortest words with the same state.
fn canonical(allowed: &Automaton) -> Transducer {
    let words = shortest_words(allowed);
    let mut builder = TransducerBuilder::new(ALPHABET);
    for _ in allowed.states() {
        builder.add_state();
    }
    let outside = builder.add_state();
    let (mut forbidden, everything) = (None, ALPHABET.all());
    for (state, word) in allowed.states().zip(&words) {
        let source = state.index() as u32;
        let mut edges = allowed.edges(state).to_vec();
        let missing = everything.difference(&symbols_of(&edges));
        // What leads to one state is one move.
        edges.sort_unstable_by_key(|edge| (edge.target, edge.lo));
        for edges in edges.chunk_by(|a, b| a.target == b.target) {
            let target = edges[0].target.index() as u32;
            builder.read(source, &symbols_of(edges), Output::nothing(), target);
        }
        if let Some(symbol) = missing.iter().next() {
            builder.read(source, &missing, Output::nothing(), outside);
            forbidden.get_or_insert_with(|| [word.as_slice(), &[symbol]].concat());
        }
        builder.end(source, word);
    }
    builder.read(outside, &everything, Output::nothing(), outside);
    builder.end(outside, &forbidden.unwrap_or_default());
    builder.finish()
}

/// For each state a shortest word that leads to it.
fn shortest_words(allowed: &Automaton) -> Vec<Vec<Symbol>> {
    let mut words: Vec<Option<Vec<Symbol>>> = vec![None; allowed.state_count()];
    words[StateId::START.index()] = Some(Vec::new());
    // States are numbered breadth first, so a state is met before its edges are asked for.
    for state in allowed.states() {
        let word = words[state.index()].clone().expect("an earlier state leads here");
        for edge in allowed.edges(state) {
            let longer = || [word.as_slice(), &[plain_symbol(edge.lo, edge.hi)]].concat();
            words[edge.target.index()].get_or_insert_with(longer);
        }
    }
    words.into_iter().map(|word| word.expect("every state is reached")).collect()
}

/// The characters of edges.
fn symbols_of(edges: &[Edge]) -> SymbolSet {
    SymbolSet::from_ranges(edges.iter().map(|edge| (edge.lo, edge.hi)))
}

/// A character of a range that is easy to read, if there is one.
fn plain_symbol(lo: Symbol, hi: Symbol) -> Symbol {
    let (low, high) = (lo & !MARK, hi & !MARK);
    let mark = lo & MARK;
    let preferred = [u32::from('a'), u32::from(' '), u32::from('0')];
    preferred.into_iter().find(|c| (low..=high).contains(c)).map_or(lo, |c| c | mark)
}
