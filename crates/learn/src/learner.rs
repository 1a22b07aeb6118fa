//! The learner: samples in, the smallest automata that agree with them out.
//!
//! Made for a loop with a teacher: propose, be told what is wrong with the proposal, propose again. Three questions
//! are asked in turn. Do the samples contradict each other? Do they once characters are grouped, so that a group must
//! be cut? What are the smallest automata? The first two need no search. The third is asked of few samples: one that the
//! answer agrees with anyway is not told to the solver, since automata that are smallest for some samples, and agree
//! with the others, are smallest for all.

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted, Nfa, StateId, Symbol};

use crate::classes::Classes;
use crate::derivation::{Derivation, Step};
use crate::ground::{Clause, refute};
use crate::machine::{Model, Symmetry};
use crate::plain::Told;
use crate::sample::{Atom, Sample, SampleId, Unknown};
use crate::search::Search;

/// Of the samples that the search knows, one in so many is told at a time, and one more.
const SHARE: usize = 10;

/// How far to search, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states that an automaton may have. A missing edge rejects; there is no sink to be counted.
    pub states: usize,
    /// Whether renamings of states are excluded.
    pub symmetry: Symmetry,
}

impl Limits {
    /// At most `states` states an automaton, symmetry broken.
    pub const fn states(states: usize) -> Self {
        Limits { states, symmetry: Symmetry::Broken }
    }
}

/// What a learner says of its samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// One automaton for each unknown, which agree with all samples.
    Candidates(Vec<Automaton>),
    /// No languages agree with all samples.
    Contradiction(Derivation),
    /// No automata with at most so many states each agree with all samples.
    NoneUpTo(usize),
}

/// Samples, and the search for automata that agree with them.
///
/// The same calls give the same answers. Sizes depend on the samples and the classes alone; which of several
/// smallest automata is proposed may also depend on when samples came.
pub struct Learner {
    unknowns: usize,
    limits: Limits,
    classes: Classes,
    samples: Vec<Sample>,
    /// The different atoms of the samples.
    atoms: Vec<Atom>,
    numbers: BTreeMap<Atom, u32>,
    /// The samples on the numbers of their atoms.
    clauses: Vec<Clause>,
    search: Search,
    /// Whether the search knows each sample.
    known: Vec<bool>,
    /// The samples that the search knows.
    told: Told,
}

impl Learner {
    /// A learner of as many languages, without samples.
    pub fn new(unknowns: usize, classes: Classes, limits: Limits) -> Self {
        Learner {
            unknowns,
            limits,
            classes,
            samples: Vec::new(),
            atoms: Vec::new(),
            numbers: BTreeMap::new(),
            clauses: Vec::new(),
            search: Search::new(unknowns, limits.symmetry),
            known: Vec::new(),
            told: Told::default(),
        }
    }

    /// Adds a sample. The one that was added first has number 0.
    ///
    /// # Panics
    /// When it speaks of a language or a character that there is not.
    pub fn add(&mut self, sample: Sample) -> SampleId {
        let body = sample.body.iter().map(|atom| self.number(atom)).collect();
        let head = sample.head.as_ref().map(|atom| self.number(atom));
        self.clauses.push(Clause { body, head });
        self.samples.push(sample);
        self.known.push(false);
        SampleId(self.samples.len() as u32 - 1)
    }

    /// All samples in order.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The classes of characters as the samples have shaped them.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Exact: the smallest automata that agree with all samples, or why there are none.
    ///
    /// *Smallest*: the largest of them is as small as can be; then the first, then the second, and so on, among automata
    /// that treat the characters of a class alike. Of these one that the samples allow to be plain: a move that no sample asks for
    /// leads where it leads from the start, or back to it. That cost our teachers fewer samples (docs/benchmarks.md). Characters in no class are rejected; a state in which no sample
    /// that was asked about ends does not accept. After [`Exhausted`] the question can be asked again, and goes on.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub fn propose(&mut self, budget: &mut Budget) -> Result<Proposal, Exhausted> {
        if let Some(steps) = refute(&self.clauses, self.atoms.len(), budget)? {
            return Ok(Proposal::Contradiction(self.derivation(&steps)));
        }
        self.cut_groups(budget)?;
        self.search.admit_letters(self.classes.sets().len(), budget)?;
        loop {
            let Some(mut models) = self.search.smallest(self.limits.states, budget)? else {
                return Ok(Proposal::NoneUpTo(self.limits.states));
            };
            self.told.make_plain(&mut models, budget)?;
            let automata: Result<Vec<Automaton>, Exhausted> =
                models.iter().map(|model| self.automaton(model, budget)).collect();
            let automata = automata?;
            let wrong = self.disagreeing(&automata, budget)?;
            if wrong.is_empty() {
                return Ok(Proposal::Candidates(automata));
            }
            self.encode(&wrong, budget)?;
        }
    }

    fn number(&mut self, atom: &Atom) -> u32 {
        assert!(atom.unknown.index() < self.unknowns, "a sample speaks of languages that are looked for");
        if let Some(&number) = self.numbers.get(atom) {
            return number;
        }
        atom.word.iter().for_each(|&symbol| self.classes.admit(symbol));
        let number = self.atoms.len() as u32;
        self.numbers.insert(atom.clone(), number);
        self.atoms.push(atom.clone());
        number
    }

    /// The derivation of which these samples are the steps.
    fn derivation(&self, steps: &[usize]) -> Derivation {
        let mut step_of = BTreeMap::new();
        let mut derived = Vec::with_capacity(steps.len());
        for (at, &number) in steps.iter().enumerate() {
            let clause = &self.clauses[number];
            let premises = clause.body.iter().map(|atom| step_of[atom]).collect();
            derived.push(Step { sample: SampleId(number as u32), premises });
            clause.head.map(|head| step_of.insert(head, at));
        }
        Derivation::new(derived)
    }

    /// Takes characters out of their groups until the samples agree on words of classes as they do on words.
    ///
    /// A contradiction on words of classes that is none on words uses two words of the same classes. Where
    /// these first differ, the later one's character is taken out.
    fn cut_groups(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        loop {
            let merged = self.merged_atoms(budget)?;
            let merge = |clause: &Clause| Clause {
                body: clause.body.iter().map(|&atom| merged[atom as usize]).collect(),
                head: clause.head.map(|atom| merged[atom as usize]),
            };
            let clauses: Vec<Clause> = self.clauses.iter().map(merge).collect();
            let Some(steps) = refute(&clauses, self.atoms.len(), budget)? else { return Ok(()) };
            let symbol = self.confused(&steps, &merged);
            self.classes.separate(symbol);
            self.search = Search::new(self.unknowns, self.limits.symmetry);
            self.known.fill(false);
            self.told = Told::default();
        }
    }

    /// For each atom, the first one of the same unknown whose word has the same classes.
    fn merged_atoms(&self, budget: &mut Budget) -> Result<Vec<u32>, Exhausted> {
        let mut first: BTreeMap<(Unknown, Vec<u32>), u32> = BTreeMap::new();
        let mut merged = Vec::with_capacity(self.atoms.len());
        for (number, atom) in self.atoms.iter().enumerate() {
            budget.spend(1 + atom.word.len() as u64)?;
            let key = (atom.unknown, self.classes.letters(&atom.word));
            merged.push(*first.entry(key).or_insert(number as u32));
        }
        Ok(merged)
    }

    /// A character that must leave its group: two atoms that differ are one for these samples.
    fn confused(&self, steps: &[usize], merged: &[u32]) -> Symbol {
        let mut seen: BTreeMap<u32, u32> = BTreeMap::new();
        let atoms =
            steps.iter().flat_map(|&step| self.clauses[step].body.iter().chain(&self.clauses[step].head));
        for &atom in atoms {
            let before = *seen.entry(merged[atom as usize]).or_insert(atom);
            if before != atom {
                let words = [before, atom].map(|number| &self.atoms[number as usize].word);
                let mut pairs = words[0].iter().zip(words[1]);
                let (_, &symbol) = pairs.find(|(a, b)| a != b).expect("different words of one length differ");
                return symbol;
            }
        }
        unreachable!("samples that contradict each other only when grouped confuse two words")
    }

    /// Tells the search some samples that it does not know: of those that are wrong today, the shortest.
    ///
    /// Few samples decide the others, and each one told makes every later question harder.
    fn encode(&mut self, wrong: &[usize], budget: &mut Budget) -> Result<(), Exhausted> {
        let length = |number: &usize| {
            let length: usize = self.samples[*number].atoms().map(|atom| atom.word.len()).sum();
            (length, *number)
        };
        let mut shortest = wrong.to_vec();
        shortest.sort_by_key(length);
        let share = 1 + self.known.iter().filter(|known| **known).count() / SHARE;
        for &number in shortest.iter().take(share) {
            let mut literal = |atom: &Atom| {
                let (unknown, word) = (atom.unknown.index(), self.classes.letters(&atom.word));
                let member = self.search.member(unknown, &word, budget)?;
                Ok((member, self.told.add_word(unknown, word)))
            };
            let sample = &self.samples[number];
            let body: Result<Vec<_>, Exhausted> = sample.body.iter().map(&mut literal).collect();
            let (body, words): (Vec<_>, _) = body?.into_iter().unzip();
            let head = sample.head.as_ref().map(literal).transpose()?;
            self.search.imply(&body, head.map(|(member, _)| member));
            self.told.add_clause(Clause { body: words, head: head.map(|(_, word)| word) });
            self.known[number] = true;
        }
        Ok(())
    }

    fn automaton(&self, model: &Model, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(self.classes.alphabet());
        let states: Vec<StateId> = model.accepting.iter().map(|_| nfa.add_state()).collect();
        nfa.add_start(states[0]);
        for (&state, _) in states.iter().zip(&model.accepting).filter(|(_, accepts)| **accepts) {
            nfa.set_accepting(state);
        }
        for (rows, set) in model.moves.iter().zip(self.classes.sets()) {
            for (&source, target) in states.iter().zip(rows) {
                target.iter().for_each(|&target| nfa.add_symbols(source, set, states[target]));
            }
        }
        nfa.determinize(budget)
    }

    /// The samples that the automata do not agree with.
    ///
    /// The solver is not trusted: such a sample that the search knows is a bug here.
    fn disagreeing(&self, automata: &[Automaton], budget: &mut Budget) -> Result<Vec<usize>, Exhausted> {
        budget.spend(self.atoms.iter().map(|atom| 1 + atom.word.len() as u64).sum())?;
        let holds: Vec<bool> =
            self.atoms.iter().map(|atom| automata[atom.unknown.index()].contains(&atom.word)).collect();
        let agrees = |clause: &Clause| {
            let head = clause.head.is_some_and(|head| holds[head as usize]);
            head || !clause.body.iter().all(|&atom| holds[atom as usize])
        };
        let wrong: Vec<usize> = (0..self.clauses.len()).filter(|&at| !agrees(&self.clauses[at])).collect();
        assert!(wrong.iter().all(|&at| !self.known[at]), "a model agrees with every sample it was made for");
        Ok(wrong)
    }
}
