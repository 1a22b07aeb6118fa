//! Regular expressions as solvers write them, and their languages.
//!
//! An expression is a table, parts before wholes, the whole last; so nothing recurses however deep it is. From a language
//! an expression comes by elimination of states [DM04 §3], the least connected first.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Alphabet, Automaton, Budget, Exhausted, StateId, Symbol, SymbolSet};

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regex {
    nodes: Vec<Node>,
}

/// One expression over others, which are named by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// No word.
    None,
    /// All words.
    All,
    /// This word.
    Word(Vec<Symbol>),
    /// One character of a range.
    Range(Symbol, Symbol),
    /// One after the other.
    Concat(Vec<usize>),
    /// Words of any of them.
    Union(Vec<usize>),
    /// Words of all of them.
    Intersection(Vec<usize>),
    /// All other words.
    Complement(usize),
    /// Repeated from the first to the second number of times, or without end.
    Repeat(usize, u32, Option<u32>),
}

impl Regex {
    /// An expression whose parts come before it; `None` when one does not.
    pub fn new(nodes: Vec<Node>) -> Option<Regex> {
        let sound = |(at, node): (usize, &Node)| node.parts().iter().all(|&part| part < at);
        (!nodes.is_empty() && nodes.iter().enumerate().all(sound)).then_some(Regex { nodes })
    }

    /// The expressions, the whole one last.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Exact: the language over an alphabet. Characters that it does not have match nothing.
    ///
    /// # Errors
    /// [`Exhausted`] when an automaton outgrows the budget.
    pub fn language(&self, alphabet: Alphabet, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let mut done: Vec<Automaton> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            budget.spend(1)?;
            let automaton = match node {
                Node::All => Automaton::any(alphabet),
                Node::Word(word) if word.iter().all(|&symbol| alphabet.contains(symbol)) => {
                    Automaton::literal(alphabet, word)
                }
                Node::None | Node::Word(_) => Automaton::empty(alphabet),
                Node::Range(lo, hi) => Automaton::class(alphabet, &SymbolSet::range(*lo, *hi)),
                Node::Concat(parts) => {
                    let start = Automaton::epsilon(alphabet);
                    parts.iter().try_fold(start, |all, &part| all.concat(&done[part], budget))?
                }
                Node::Union(parts) => {
                    let start = Automaton::empty(alphabet);
                    parts.iter().try_fold(start, |all, &part| all.union(&done[part], budget))?
                }
                Node::Intersection(parts) => {
                    let start = Automaton::any(alphabet);
                    parts.iter().try_fold(start, |all, &part| all.intersection(&done[part], budget))?
                }
                Node::Complement(part) => done[*part].complement(budget)?,
                Node::Repeat(part, least, most) => done[*part].repeat(*least, *most, budget)?,
            };
            done.push(automaton);
        }
        Ok(done.pop().expect("an expression has a node"))
    }

    /// Exact: an expression for a language. The last character of a smaller alphabet stands for all beyond it up to `last`,
    /// and characters beyond `last` are left out.
    ///
    /// # Errors
    /// [`Exhausted`] when the expression outgrows the budget.
    pub fn of(language: &Automaton, last: Symbol, budget: &mut Budget) -> Result<Regex, Exhausted> {
        budget.spend(language.edge_count() as u64)?;
        let mut maker = Maker::begin(language, last);
        maker.eliminate(budget)?;
        Ok(maker.finish())
    }
}

impl Node {
    /// The same expression over parts at other places.
    pub(crate) fn moved(&self, place: &BTreeMap<usize, usize>) -> Node {
        let all = |parts: &[usize]| parts.iter().map(|part| place[part]).collect::<Vec<_>>();
        match self {
            Node::Concat(parts) => Node::Concat(all(parts)),
            Node::Union(parts) => Node::Union(all(parts)),
            Node::Intersection(parts) => Node::Intersection(all(parts)),
            Node::Complement(part) => Node::Complement(place[part]),
            Node::Repeat(part, least, most) => Node::Repeat(place[part], *least, *most),
            plain @ (Node::None | Node::All | Node::Word(_) | Node::Range(..)) => plain.clone(),
        }
    }

    /// The places of what it is made of.
    pub(crate) fn parts(&self) -> Vec<usize> {
        match self {
            Node::None | Node::All | Node::Word(_) | Node::Range(..) => Vec::new(),
            Node::Concat(parts) | Node::Union(parts) | Node::Intersection(parts) => parts.clone(),
            Node::Complement(part) | Node::Repeat(part, ..) => vec![*part],
        }
    }
}

/// The state before the start, the one after the end; states of the language come after these.
const FIRST: usize = 0;
const LAST: usize = 1;

struct Maker {
    nodes: Vec<Node>,
    /// The expressions from a state to others, where there is a way.
    out: Vec<BTreeMap<usize, usize>>,
    /// The states from which there is a way.
    into: Vec<BTreeSet<usize>>,
}

impl Maker {
    /// The ways of single characters.
    fn begin(language: &Automaton, last: Symbol) -> Self {
        let count = language.state_count() + 2;
        let mut maker = Maker {
            nodes: Vec::new(),
            out: vec![BTreeMap::new(); count],
            into: vec![BTreeSet::new(); count],
        };
        let place = |state: StateId| state.index() + 2;
        let empty = maker.push(Node::Word(Vec::new()));
        maker.join(FIRST, place(StateId::START), empty);
        for state in language.states() {
            if language.accepts_at(state) {
                maker.join(place(state), LAST, empty);
            }
            for edge in language.edges(state).iter().filter(|edge| edge.lo <= last) {
                let hi = if edge.hi >= language.alphabet().last() { last } else { edge.hi.min(last) };
                let class = maker.class(edge.lo, hi);
                maker.join(place(state), place(edge.target), class);
            }
        }
        maker
    }

    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn class(&mut self, lo: Symbol, hi: Symbol) -> usize {
        self.push(if lo == hi { Node::Word(vec![lo]) } else { Node::Range(lo, hi) })
    }

    /// One more way between two states.
    fn join(&mut self, from: usize, to: usize, way: usize) {
        let way = match self.out[from].get(&to) {
            Some(&known) => {
                let mut parts = match &self.nodes[known] {
                    Node::Union(parts) => parts.clone(),
                    Node::None
                    | Node::All
                    | Node::Word(_)
                    | Node::Range(..)
                    | Node::Concat(_)
                    | Node::Intersection(_)
                    | Node::Complement(_)
                    | Node::Repeat(..) => vec![known],
                };
                parts.push(way);
                self.push(Node::Union(parts))
            }
            None => way,
        };
        self.out[from].insert(to, way);
        self.into[to].insert(from);
    }

    /// One expression after another.
    fn chain(&mut self, parts: [usize; 3]) -> usize {
        let mut flat: Vec<usize> = Vec::new();
        for part in parts {
            match &self.nodes[part] {
                Node::Word(word) if word.is_empty() => {}
                Node::Concat(inner) => flat.extend(inner),
                Node::None
                | Node::All
                | Node::Word(_)
                | Node::Range(..)
                | Node::Union(_)
                | Node::Intersection(_)
                | Node::Complement(_)
                | Node::Repeat(..) => flat.push(part),
            }
        }
        match flat.as_slice() {
            [] => parts[0],
            [one] => *one,
            _ => self.push(Node::Concat(flat)),
        }
    }

    /// How many ways lead through a state.
    fn cost(&self, state: usize) -> usize {
        let around = usize::from(self.out[state].contains_key(&state));
        (self.into[state].len() - around) * (self.out[state].len() - around)
    }

    /// Takes the states away, one by one, each time the one with the fewest ways through it.
    fn eliminate(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        let mut left: BTreeSet<(usize, usize)> =
            (2..self.out.len()).map(|state| (self.cost(state), state)).collect();
        while let Some((_, state)) = left.pop_first() {
            let around = self.out[state].remove(&state).map(|body| Node::Repeat(body, 0, None));
            let around = self.push(around.unwrap_or(Node::Word(Vec::new())));
            let out = std::mem::take(&mut self.out[state]);
            let mut into = std::mem::take(&mut self.into[state]);
            into.remove(&state);
            let neighbours: BTreeSet<usize> = into.iter().chain(out.keys()).copied().collect();
            for &near in &neighbours {
                left.remove(&(self.cost(near), near));
            }
            for &from in &into {
                let before = self.out[from].remove(&state).expect("there is a way");
                for (&to, &after) in &out {
                    let (known, way) =
                        (self.out[from].get(&to).copied(), self.chain([before, around, after]));
                    self.join(from, to, way);
                    let parts = known.map_or(0, |known| self.nodes[known].parts().len());
                    budget.spend((self.nodes[way].parts().len() + parts + 1) as u64)?;
                }
            }
            for to in out.keys() {
                self.into[*to].remove(&state);
            }
            left.extend(
                neighbours.into_iter().filter(|&near| near > LAST).map(|near| (self.cost(near), near)),
            );
        }
        Ok(())
    }

    /// The whole expression, with only the parts that it has.
    fn finish(mut self) -> Regex {
        let root = match self.out[FIRST].get(&LAST) {
            Some(&way) => way,
            None => self.push(Node::None),
        };
        self.compact(root)
    }

    fn compact(&self, root: usize) -> Regex {
        let mut used = BTreeSet::from([root]);
        for at in (0..=root).rev() {
            if used.contains(&at) {
                used.extend(self.nodes[at].parts());
            }
        }
        let place: BTreeMap<usize, usize> = used.iter().enumerate().map(|(new, &old)| (old, new)).collect();
        Regex { nodes: used.iter().map(|&old| self.nodes[old].moved(&place)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use automata::regex::{Dialect, Flags};

    use super::*;

    #[test]
    fn an_expression_of_a_language_has_that_language() {
        let mut budget = Budget::steps(10_000_000);
        for text in
            ["a*", "(ab|c)*d?", "[^a]*", "x{2,5}y", "a(b|c)*a|d", "()", "[a-c]*b[a-c]{3}", "[^<]*<[^>]*>"]
        {
            let read = automata::regex::Regex::parse(text, Dialect::Own, Flags::NONE).expect("it parses");
            let language = read.full_match(Alphabet::BYTE, &mut budget).expect("small");
            let regex = Regex::of(&language, 0xFF, &mut budget).expect("small");
            assert_eq!(regex.language(Alphabet::BYTE, &mut budget).expect("small"), language, "{text}");
        }
        let none = Regex::of(&Automaton::empty(Alphabet::BYTE), 0xFF, &mut budget).expect("small");
        assert_eq!(none.nodes(), [Node::None]);
    }

    #[test]
    fn characters_beyond_act_as_the_last_one() {
        let mut budget = Budget::steps(1_000_000);
        let not_a = Automaton::literal(Alphabet::BYTE, &[97]).complement(&mut budget).expect("small");
        let wide = Regex::of(&not_a, 0x2_FFFF, &mut budget).expect("small");
        let wide = wide.language(Alphabet::up_to(0x2_FFFF), &mut budget).expect("small");
        assert!(wide.contains(&[0x100]) && wide.contains(&[]) && !wide.contains(&[97]));
    }
}
