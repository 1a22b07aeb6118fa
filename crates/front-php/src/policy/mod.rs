//! What a marked character must not do: automata that track the lexical context of an output.
//!
//! A policy is written as a [`Context`]: a state, and what each character makes of it, told by the page or by the
//! outside. A character of the outside that would leave its context, or steer it, has no next state: that is the
//! violation. [`Policy::of`] explores all states into one automaton over marked bytes.
//!
//! The page is one output, so the context flows from one `echo` to the next. What matters of the output so far is only
//! the state that it leads to. [`Policy::canonical`] therefore maps every word to a shortest word that leads to the same
//! state, and to a word outside of the policy when it is outside. Replacing the output so far by its image changes no
//! answer of the policy, now or after any continuation, and keeps the output's language finite.

mod words;
mod script;
mod style;
mod url;
mod entities;
mod markup;
mod html;
mod sql;
mod shell;
mod ldap;
mod xpath;
mod path;
mod redirect;
mod code;
mod rules;

use std::collections::{BTreeMap, HashMap, VecDeque};

use automata::{
    Alphabet, Automaton, Budget, MARK, Nfa, Output, StateId, Symbol, SymbolSet, Transducer, TransducerBuilder,
};

pub use rules::{Level, RULES, Rule, RuleId, Severity};

/// Bytes, each also in a copy that the outside wrote.
pub const ALPHABET: Alphabet = Alphabet::BYTE.with_marks();

/// Steps that every policy of ours is built within.
const STEPS: u64 = 200_000_000;

/// Who wrote a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Author {
    /// The program itself.
    Page,
    /// Whoever sent the request.
    Outside,
}

impl Author {
    /// The outside, when either is.
    #[must_use]
    pub fn or(self, other: Author) -> Author {
        self.max(other)
    }

    /// Whether it is the outside.
    pub fn is_outside(self) -> bool {
        self == Author::Outside
    }
}

/// A lexical context: finitely many states.
pub trait Context: Clone + Ord {
    /// Where an output begins.
    fn start() -> Self;
    /// What a character makes of the state; none when it leaves or steers the context from the outside.
    fn step(&self, byte: u8, author: Author) -> Option<Self>;
    /// A byte that every state treats as it treats this one, so that one of them is tried for all.
    fn representative(byte: u8) -> u8 {
        byte
    }
    /// Whether the output may end here.
    fn may_end(&self) -> bool {
        true
    }
}

/// A policy as an automaton over marked bytes.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The outputs that it allows.
    pub allowed: Automaton,
    /// Maps an output to a shortest one that leads to the same state.
    pub canonical: Transducer,
}

impl Policy {
    /// Exact: explores a context.
    pub fn of<C: Context>() -> Policy {
        let mut budget = Budget::steps(STEPS);
        let allowed = explore::<C>().determinize(&mut budget).expect("our policies fit their budget");
        let canonical = canonical(&allowed);
        Policy { allowed, canonical }
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

/// All states that can be reached, as an automaton.
fn explore<C: Context>() -> Nfa {
    let mut nfa = Nfa::new(ALPHABET);
    let mut numbers: BTreeMap<C, StateId> = BTreeMap::new();
    let alike = alike::<C>();
    let mut open = VecDeque::new();
    let start = number(C::start(), &mut nfa, (&mut numbers, &mut open));
    nfa.add_start(start);
    while let Some((state, source)) = open.pop_front() {
        for (author, mark) in [(Author::Page, 0), (Author::Outside, MARK)] {
            let mut run: Option<(Symbol, Symbol, StateId)> = None;
            let mut tried: [Option<Option<StateId>>; 256] = [None; 256];
            let mut last: Option<(C, StateId)> = None;
            for &(lo, hi, representative) in &alike {
                let target = *tried[usize::from(representative)].get_or_insert_with(|| {
                    let next = state.step(representative, author)?;
                    // Neighbours mostly lead to the same state, and to compare is cheaper than to search.
                    if let Some((known, id)) = &last
                        && *known == next
                    {
                        return Some(*id);
                    }
                    let id = number(next.clone(), &mut nfa, (&mut numbers, &mut open));
                    last = Some((next, id));
                    Some(id)
                });
                let (lo, hi) = (Symbol::from(lo) | mark, Symbol::from(hi) | mark);
                run = match (run, target) {
                    (Some((first, _, same)), Some(target)) if same == target => Some((first, hi, same)),
                    (before, target) => {
                        if let Some((lo, hi, target)) = before {
                            nfa.add_transition(source, lo, hi, target);
                        }
                        target.map(|target| (lo, hi, target))
                    }
                };
            }
            if let Some((lo, hi, target)) = run {
                nfa.add_transition(source, lo, hi, target);
            }
        }
    }
    nfa
}

/// All bytes in order, as ranges with the same representative, and that one.
fn alike<C: Context>() -> Vec<(u8, u8, u8)> {
    let mut ranges: Vec<(u8, u8, u8)> = Vec::new();
    for byte in 0..=255 {
        let representative = C::representative(byte);
        match ranges.last_mut() {
            Some((_, hi, same)) if *same == representative => *hi = byte,
            Some(_) | None => ranges.push((byte, byte, representative)),
        }
    }
    ranges
}

/// The states that are known, and those whose characters are still to be tried.
type Explored<'a, C> = (&'a mut BTreeMap<C, StateId>, &'a mut VecDeque<(C, StateId)>);

/// The number of a state, which is new when it is met for the first time.
fn number<C: Context>(state: C, nfa: &mut Nfa, (numbers, open): Explored<'_, C>) -> StateId {
    if let Some(&known) = numbers.get(&state) {
        return known;
    }
    let id = nfa.add_state();
    if state.may_end() {
        nfa.set_accepting(id);
    }
    numbers.insert(state.clone(), id);
    open.push_back((state, id));
    id
}

/// The map from words to shortest words with the same state.
fn canonical(allowed: &Automaton) -> Transducer {
    let mut words: Vec<Option<Vec<Symbol>>> = vec![None; allowed.state_count()];
    let mut open = VecDeque::from([StateId::START]);
    words[StateId::START.index()] = Some(Vec::new());
    while let Some(state) = open.pop_front() {
        let word = words[state.index()].clone().expect("a state is queued with its word");
        for edge in allowed.edges(state) {
            let target = &mut words[edge.target.index()];
            if target.is_none() {
                let mut longer = word.clone();
                longer.push(plain_symbol(edge.lo, edge.hi));
                *target = Some(longer);
                open.push_back(edge.target);
            }
        }
    }
    let mut builder = TransducerBuilder::new(ALPHABET);
    for _ in allowed.states() {
        builder.add_state();
    }
    let outside = builder.add_state();
    let (mut forbidden, everything) = (None, ALPHABET.all());
    for state in allowed.states() {
        let source = state.index() as u32;
        let word = words[state.index()].clone().unwrap_or_default();
        let mut ways: BTreeMap<StateId, Vec<(Symbol, Symbol)>> = BTreeMap::new();
        for edge in allowed.edges(state) {
            ways.entry(edge.target).or_default().push((edge.lo, edge.hi));
        }
        let all = allowed.edges(state).iter().map(|edge| (edge.lo, edge.hi));
        let missing = everything.difference(&SymbolSet::from_ranges(all));
        for (target, ranges) in ways {
            let symbols = SymbolSet::from_ranges(ranges);
            builder.read(source, &symbols, Output::nothing(), target.index() as u32);
        }
        if let Some(symbol) = missing.iter().next() {
            builder.read(source, &missing, Output::nothing(), outside);
            forbidden.get_or_insert_with(|| [word.as_slice(), &[symbol]].concat());
        }
        builder.end(source, &word);
    }
    builder.read(outside, &ALPHABET.all(), Output::nothing(), outside);
    builder.end(outside, &forbidden.unwrap_or_default());
    builder.finish()
}

/// A character of a range that is easy to read, if there is one.
fn plain_symbol(lo: Symbol, hi: Symbol) -> Symbol {
    let (low, high) = (lo & !MARK, hi & !MARK);
    let mark = lo & MARK;
    let preferred = [u32::from('a'), u32::from(' '), u32::from('0')];
    preferred.into_iter().find(|c| (low..=high).contains(c)).map_or(lo, |c| c | mark)
}
