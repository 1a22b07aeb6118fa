//! Automata and transducers run over lists.
//!
//! With the first character outermost the state goes in with the list; with the last one outermost it comes out of the
//! recursion. Moves that read nothing are joined to those that follow, which a transducer promises to be no circle.

use automata::{Symbol, SymbolSet, Transducer};

use crate::encode::define::{Aux, Definition, Writer};
use crate::encode::ghosts::Tracked;
use crate::encode::order::End;
use crate::op::{FunctionId, LanguageId, Op};
use crate::system::HornSystem;
use crate::terms::TermId;

/// A machine that a definition runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Machine {
    language: Option<Tracked>,
    moves: Vec<Move>,
    /// States where a word may end, with what is written then.
    endings: Vec<(u32, Vec<Symbol>)>,
}

/// A move of a transducer that reads.
#[derive(Clone, Debug)]
struct Move {
    from: u32,
    reads: SymbolSet,
    before: Vec<Symbol>,
    copy: Option<i32>,
    after: Vec<Symbol>,
    target: u32,
}

impl Machine {
    pub(super) fn language(system: &HornSystem, id: LanguageId) -> Machine {
        Machine { language: Some(Tracked::new(id, &system.language(id).automaton)), ..Machine::default() }
    }

    pub(super) fn function(system: &HornSystem, id: FunctionId) -> Machine {
        let mut machine = Machine::default();
        let transducer = &system.function(id).transducer;
        for state in 0..transducer.state_count() as u32 {
            machine.follow(transducer, state);
        }
        machine
    }

    /// Adds what a state does after any moves that read nothing.
    fn follow(&mut self, transducer: &Transducer, from: u32) {
        let mut open = vec![(from, Vec::new())];
        while let Some((state, before)) = open.pop() {
            if let Some(ending) = transducer.ending(state) {
                let written = (from, [&before[..], ending].concat());
                if !self.endings.contains(&written) {
                    self.endings.push(written);
                }
            }
            for step in transducer.moves(state) {
                let (first, copy, after) = step.writes.parts();
                let before = [&before[..], first].concat();
                match step.reads {
                    None => open.push((step.target, before)),
                    Some(reads) => self.moves.push(Move {
                        from,
                        reads: reads.clone(),
                        before,
                        copy,
                        after: after.to_vec(),
                        target: step.target,
                    }),
                }
            }
        }
    }

    fn tracked(&self) -> &Tracked {
        self.language.as_ref().expect("the machine of a language")
    }
}

pub(super) fn accepts(mut page: Writer<'_>, machine: &Machine) -> Definition {
    let tracked = machine.tracked();
    for (state, &accepting) in tracked.accepting.iter().enumerate() {
        let (state, nil, verdict) =
            (page.terms.int(state as i128), page.nil(End::First), page.terms.truth(accepting));
        page.gives(&[&nil.terms(), &[state]], &[&[verdict]]);
    }
    for (state, moves) in tracked.moves.iter().enumerate() {
        for (set, target) in moves {
            let [from, to] = [state, *target].map(|state| page.terms.int(state as i128));
            let (c, x, whole) = page.opened("x", End::First);
            let (b, inside) = (page.truth("b"), page.strings.chars.inside(page.terms, c, set));
            page.when(inside);
            page.again(&[&x.terms(), &[to]], &[&[b]]);
            page.gives(&[&whole.terms(), &[from]], &[&[b]]);
        }
    }
    page.finish("accepts", &[0])
}

pub(super) fn reaches(mut page: Writer<'_>, machine: &Machine) -> Definition {
    let (nil, start) = (page.nil(End::Last), page.terms.int(0));
    page.gives(&[&nil.terms()], &[&[start]]);
    let (c, x, whole) = page.opened("x", End::Last);
    let q = page.int("q");
    page.again(&[&x.terms()], &[&[q]]);
    let next = machine.tracked().extended(page.terms, (page.strings.chars, End::Last), (c, &[q]));
    page.gives(&[&whole.terms()], &[&next]);
    page.finish("reaches", &[0])
}

pub(super) fn apply(mut page: Writer<'_>, machine: &Machine, (end, id): (End, FunctionId)) -> Definition {
    match end {
        End::First => apply_first(page, machine),
        End::Last => {
            for (state, ending) in &machine.endings {
                let (x, q, y) = (page.string("x", end), page.int("q"), page.string("y", end));
                let state = page.terms.int(i128::from(*state));
                page.call(Aux::Writes(id), &[&x.terms()], &[&[q], &y.terms()]);
                let ends = page.app(Op::Equal, &[q, state]);
                page.when(ends);
                let whole = page.strings.joined(page.terms, end, (ending, &y));
                page.gives(&[&x.terms()], &[&whole.terms()]);
            }
            page.finish("apply", &[])
        }
    }
}

fn apply_first(mut page: Writer<'_>, machine: &Machine) -> Definition {
    let end = End::First;
    for (state, ending) in &machine.endings {
        let (state, nil) = (page.terms.int(i128::from(*state)), page.nil(end));
        let written = page.strings.literal(page.terms, end, ending);
        page.gives(&[&nil.terms(), &[state]], &[&written.terms()]);
    }
    for step in &machine.moves {
        for (set, copy) in choices(&mut page, step) {
            let (c, x, whole) = page.opened("x", end);
            let (y, inside) = (page.string("y", end), page.strings.chars.inside(page.terms, c, &set));
            page.when(inside);
            let [from, to] = [step.from, step.target].map(|state| page.terms.int(i128::from(state)));
            page.again(&[&x.terms(), &[to]], &[&y.terms()]);
            let mut written = page.strings.joined(page.terms, end, (&step.after, &y));
            if let Some(copy) = copy {
                let copy = copy.term(&mut page, c);
                written = page.cons(end, copy, &written);
            }
            written = page.strings.joined(page.terms, end, (&step.before, &written));
            page.gives(&[&whole.terms(), &[from]], &[&written.terms()]);
        }
    }
    page.finish("apply", &[0])
}

pub(super) fn writes(mut page: Writer<'_>, machine: &Machine) -> Definition {
    let (end, start) = (End::Last, page.terms.int(0));
    let nil = page.nil(end);
    page.gives(&[&nil.terms()], &[&[start], &nil.terms()]);
    for step in &machine.moves {
        for (set, copy) in choices(&mut page, step) {
            let (c, x, whole) = page.opened("x", end);
            let (q, y, inside) =
                (page.int("q"), page.string("y", end), page.strings.chars.inside(page.terms, c, &set));
            page.when(inside);
            page.again(&[&x.terms()], &[&[q], &y.terms()]);
            let [from, to] = [step.from, step.target].map(|state| page.terms.int(i128::from(state)));
            let here = page.app(Op::Equal, &[q, from]);
            page.when(here);
            let mut written = page.strings.joined(page.terms, end, (&step.before, &y));
            if let Some(copy) = copy {
                let copy = copy.term(&mut page, c);
                written = page.cons(end, copy, &written);
            }
            written = page.strings.joined(page.terms, end, (&step.after, &written));
            page.gives(&[&whole.terms()], &[&[to], &written.terms()]);
        }
    }
    page.finish("writes", &[0])
}

/// What a move copies: the character moved by a number, or one that is known.
#[derive(Clone, Copy)]
enum Copied {
    Moved(i32),
    Known(TermId),
}

impl Copied {
    fn term(self, page: &mut Writer<'_>, character: TermId) -> TermId {
        match self {
            Copied::Known(term) => term,
            Copied::Moved(0) => character,
            Copied::Moved(by) => page.plus(character, i128::from(by)),
        }
    }
}

/// The cases of a move: its characters, and what is copied. Where characters are bits that are moved, one a character.
fn choices(page: &mut Writer<'_>, step: &Move) -> Vec<(SymbolSet, Option<Copied>)> {
    let Some(by) = step.copy else { return vec![(step.reads.clone(), None)] };
    let chars = page.strings.chars;
    if by == 0 || chars.has_sums() {
        return vec![(step.reads.clone(), Some(Copied::Moved(by)))];
    }
    let each = step.reads.iter().map(|symbol| {
        let moved = symbol.checked_add_signed(by).expect("a transducer stays in its alphabet");
        (SymbolSet::single(symbol), Some(Copied::Known(chars.constant(page.terms, moved))))
    });
    each.collect()
}
