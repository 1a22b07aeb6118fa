//! The widening of [BB04] word by word and pair by pair, as its definition has it.

use automata::{Automaton, Nfa, StateId, Symbol};

use super::{plenty, words};

/// The characters of the test languages are below this.
const LETTERS: Symbol = 3;

/// The states of two automata, the left ones first, and which of them are related.
struct Relation<'a> {
    left: &'a Automaton,
    right: &'a Automaton,
    related: Vec<Vec<bool>>,
}

/// The widening of `left` by `right`, which contains it.
pub(crate) fn widening(left: &Automaton, right: &Automaton) -> Automaton {
    let count = left.state_count() + right.state_count();
    let mut relation = Relation { left, right, related: vec![vec![false; count]; count] };
    (0..count).for_each(|state| relation.relate(state, state));
    relation.equal_residuals();
    relation.common_words();
    while relation.close() {}
    relation.quotient()
}

impl Relation<'_> {
    fn count(&self) -> usize {
        self.related.len()
    }

    fn relate(&mut self, p: usize, q: usize) {
        self.related[p][q] = true;
        self.related[q][p] = true;
    }

    /// The successor; `None` is the sink.
    fn step(&self, state: usize, symbol: Symbol) -> Option<usize> {
        let offset = if state < self.left.state_count() { 0 } else { self.left.state_count() };
        let side = if offset == 0 { self.left } else { self.right };
        let state = side.states().nth(state - offset).expect("the state is of this side");
        side.step(state, symbol).map(|target| target.index() + offset)
    }

    fn accepts(&self, state: usize, word: &[Symbol]) -> bool {
        let end = word.iter().try_fold(state, |state, &symbol| self.step(state, symbol));
        let lefts = self.left.state_count();
        end.is_some_and(|end| {
            let (side, at) = if end < lefts { (self.left, end) } else { (self.right, end - lefts) };
            side.states().nth(at).is_some_and(|state| side.accepts_at(state))
        })
    }

    /// (i) States that no word tells apart; words shorter than the number of states suffice.
    fn equal_residuals(&mut self) {
        let tests = words(LETTERS, self.count() - 1);
        for p in 0..self.left.state_count() {
            for q in self.left.state_count()..self.count() {
                if tests.iter().all(|word| self.accepts(p, word) == self.accepts(q, word)) {
                    self.relate(p, q);
                }
            }
        }
    }

    /// (ii) States that one word leads to, no sink on the way.
    fn common_words(&mut self) {
        let mut pairs = vec![(0, self.left.state_count())];
        let mut at = 0;
        while at < pairs.len() {
            let (p, q) = pairs[at];
            self.relate(p, q);
            for symbol in 0..LETTERS {
                let next = self.step(p, symbol).zip(self.step(q, symbol));
                pairs.extend(next.filter(|pair| !pairs.contains(pair)));
            }
            at += 1;
        }
    }

    /// (iii) Transitivity and (iv) congruence on the right side, one round; whether anything changed.
    fn close(&mut self) -> bool {
        let before = self.related.clone();
        for (p, q) in self.pairs() {
            for r in 0..self.count() {
                if self.related[p][q] && self.related[q][r] {
                    self.relate(p, r);
                }
            }
            let right = p.min(q) >= self.left.state_count();
            for symbol in (0..LETTERS).filter(|_| right) {
                let next = self.step(p, symbol).zip(self.step(q, symbol));
                if let Some((p, q)) = next.filter(|_| self.related[p][q]) {
                    self.relate(p, q);
                }
            }
        }
        self.related != before
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        (0..self.count()).flat_map(|p| (0..self.count()).map(move |q| (p, q))).collect()
    }

    /// The states of the right side, each as good as those it is related to.
    fn quotient(&self) -> Automaton {
        let mut nfa = Nfa::new(self.right.alphabet());
        let states: Vec<StateId> = (0..self.count()).map(|_| nfa.add_state()).collect();
        let lefts = self.left.state_count();
        nfa.add_start(states[lefts]);
        for (p, q) in
            self.pairs().into_iter().filter(|&(p, q)| p >= lefts && q >= lefts && self.related[p][q])
        {
            nfa.add_epsilon(states[p], states[q]);
            if self.accepts(p, &[]) {
                nfa.set_accepting(states[p]);
            }
            for symbol in 0..LETTERS {
                if let Some(target) = self.step(p, symbol) {
                    nfa.add_transition(states[p], symbol, symbol, states[target]);
                }
            }
        }
        nfa.determinize(&mut plenty()).expect("small")
    }
}
