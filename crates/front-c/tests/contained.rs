//! What really happens to an array is one of the runs of its program.
//!
//! Random steps on an array are written as a program, and the program is run with the truth for every value that it lost: the run must
//! come to its end, read what the array holds, and know no NUL where there is none. A proof then holds of the array.

use automata::Alphabet;
use front_c::memory::behind::Behind;
use front_c::memory::{Buffer, Byte, Elements, Fill, Life, Memory, Names, ObjectId, Pointer, Shape, Spot};
use front_c::memory::{Checks, terms};
use ir::dice::Dice;
use ir::emit::Emit;
use ir::interp::{self, Frame, Limits, Outcome, Request, Value};
use ir::{IntExpr, Linear, Program, StrExpr, StrTerm, StrVar};

/// Arrays that are tried.
const ARRAYS: u64 = 3_000;

/// Something that is done with an array.
#[derive(Clone, Debug)]
enum Step {
    /// A byte is read.
    Read(usize),
    /// The text from a place on is taken.
    Text(usize),
    /// A byte is written.
    Write(usize, u8),
    /// A string is written, with its NUL.
    String(usize, Vec<u8>),
    /// Bytes that are not NUL are written.
    Bytes(usize, Vec<u8>),
    /// NULs are written.
    Nuls(usize, usize),
    /// Everything from a place on is forgotten.
    Forget(usize),
}

/// A program of steps.
struct Model {
    program: Program,
    /// Where the instructions of each step end, those of the beginning first.
    ends: Vec<usize>,
    reads: Vec<StrVar>,
    text: StrVar,
    stop: ir::IntVar,
    behind: Behind,
}

#[test]
fn an_array_is_among_the_runs_of_its_program() {
    let (mut behind, mut met) = (0, 0);
    for seed in 0..ARRAYS {
        let mut dice = Dice::new(seed);
        let array: Vec<u8> = (0..=dice.below(7)).map(|_| *dice.choose(b"ab\0\0")).collect();
        let steps: Vec<Step> = (0..=dice.below(9)).map(|_| step(&mut dice, array.len())).collect();
        let fill = dice.choose(&[Fill::Zero, Fill::Lost, Fill::Uninitialised]).clone();
        let (mut truths, mut reads) = (vec![truth(&array, &Step::Text(0))], Vec::new());
        let mut now = if fill == Fill::Zero { vec![0; array.len()] } else { array.clone() };
        for step in &steps {
            apply(&mut now, step);
            truths.push(truth(&now, step));
            if matches!(step, Step::Read(_) | Step::Text(_)) {
                reads.push(truth(&now, step));
            }
        }
        let model = model(array.len(), fill, &steps);
        let told = format!("{array:?} {steps:?}");
        let frame = follow(&model, &truths, &told);
        assert_eq!(
            model.reads.iter().map(|&var| frame.string(var).to_vec()).collect::<Vec<_>>(),
            reads,
            "{told}"
        );
        assert_eq!(frame.string(model.text), truth(&now, &Step::Text(0)), "{told}");
        let length = frame.string(model.text).len();
        let stop = usize::try_from(frame.integer(model.stop)).expect("a stop is a place");
        assert!((length..=now.len()).contains(&stop), "{told}: {stop}");
        assert!(now.get(stop).is_none_or(|&byte| byte == 0), "{told}: {stop}");
        behind += usize::from(length < stop && stop < now.len());
        if let Ok(place) = usize::try_from(frame.integer(model.behind.place)) {
            assert_eq!(frame.string(model.behind.text), truth(&now, &Step::Text(place)), "{told}: {place}");
            met += 1;
        }
    }
    assert!(
        behind > 200 && met > 200,
        "a NUL behind the first, and a text there, are often known: {behind} {met}"
    );
}

/// Runs a program with the truth of each step; the state at its end.
fn follow(model: &Model, truths: &[Vec<u32>], told: &str) -> Frame {
    let mut end: Option<Frame> = None;
    let mut observe = |_: interp::Site, frame: &Frame| end = Some(frame.clone());
    let mut oracle = |request: &Request<'_>| {
        let step = model.ends.iter().position(|&end| request.site.label.index() < end)?;
        Some(Value::Str(truths[step].clone()))
    };
    let run = interp::run_observed(&model.program, &mut oracle, Limits::default(), &mut observe);
    assert_eq!((run.outcome, run.violations.len()), (Outcome::Finished, 0), "{told}");
    end.expect("a run has steps")
}

fn step(dice: &mut Dice, cap: usize) -> Step {
    let at = dice.below(cap as u32) as usize;
    let room = (cap - at) as u32;
    let letters = |dice: &mut Dice, count: u32| (0..count).map(|_| *dice.choose(b"cd")).collect::<Vec<u8>>();
    match dice.below(9) {
        0 | 1 => Step::Read(at),
        2 => Step::Text(at),
        3..=5 => Step::Write(at, *dice.choose(b"e\0f")),
        6 => {
            let count = dice.below(room);
            Step::String(at, letters(dice, count))
        }
        7 if dice.one_in(3) => Step::Forget(at),
        7 => Step::Nuls(at, 1 + dice.below(room) as usize),
        _ => {
            let count = 1 + dice.below(room);
            Step::Bytes(at, letters(dice, count))
        }
    }
}

fn apply(array: &mut [u8], step: &Step) {
    match step {
        Step::Read(_) | Step::Text(_) | Step::Forget(_) => {}
        Step::Write(at, byte) => array[*at] = *byte,
        Step::Nuls(at, count) => array[*at..at + count].fill(0),
        Step::Bytes(at, bytes) => array[*at..at + bytes.len()].copy_from_slice(bytes),
        Step::String(at, text) => {
            array[*at..at + text.len()].copy_from_slice(text);
            array[at + text.len()] = 0;
        }
    }
}

/// What a value is that a step loses: of a read that byte, else the text behind what is written.
fn truth(array: &[u8], step: &Step) -> Vec<u32> {
    let (from, most) = match step {
        Step::Read(at) => (*at, 1),
        Step::Text(at) | Step::Forget(at) => (*at, array.len()),
        Step::Write(at, _) => (at + 1, array.len()),
        Step::Bytes(at, bytes) => (at + bytes.len(), array.len()),
        Step::Nuls(at, count) => (at + count, array.len()),
        Step::String(at, text) => (at + text.len(), array.len()),
    };
    array[from..].iter().take(most).take_while(|&&byte| byte != 0).map(|&byte| u32::from(byte)).collect()
}

fn model(cap: usize, fill: Fill, steps: &[Step]) -> Model {
    let mut emit = Emit::new(Alphabet::BYTE);
    let mut names = Names::default();
    let object = names.id("array");
    names.store(object);
    names.read(object);
    names.enter(object);
    let mut memory = Memory::new(names, Checks { memory: true, assertions: true, overflow: true });
    let cap = emit.set_int("capacity", IntExpr::Linear(Linear::constant(cap as i128)));
    let shape =
        Shape { name: "array".to_owned(), cap, elements: Elements::Bytes, fill, life: Life::Declared };
    assert_eq!(memory.begin(&mut emit, "array", shape), object);
    let (mut ends, mut reads) = (vec![emit.here().index()], Vec::new());
    for step in steps {
        reads.extend(write(&mut emit, &mut memory, object, step));
        ends.push(emit.here().index());
    }
    let buffer = memory.buffer(object).cloned().expect("it has begun");
    let text = Buffer::text_var(&buffer).expect("bytes");
    let (stop, behind) = (buffer.stop.expect("it is stored"), buffer.behind.expect("it is entered"));
    Model { program: emit.finish(vec!["array".to_owned()]), ends, reads, text, stop, behind }
}

/// Writes a step, with places that are not known when it is written; what it reads.
fn write(emit: &mut Emit, memory: &mut Memory, object: ObjectId, step: &Step) -> Option<StrVar> {
    let (Step::Read(at)
    | Step::Text(at)
    | Step::Write(at, _)
    | Step::String(at, _)
    | Step::Bytes(at, _)
    | Step::Nuls(at, _)
    | Step::Forget(at)) = step;
    let offset = emit.set_int("offset", IntExpr::Linear(Linear::constant(*at as i128)));
    let spot = Spot { object, offset: offset.clone() };
    let pointer = Pointer::to(object).moved(&offset);
    let read = match step {
        Step::Read(_) => Some(memory.read_byte(emit, &pointer, "p").text),
        Step::Text(_) => Some(memory.text_at(emit, &spot)),
        Step::Write(_, byte) => {
            let text = emit.set_str("written", StrExpr::Term(Byte::constant(*byte).text));
            memory.write_byte(emit, &pointer, &Byte { text }, "p");
            None
        }
        Step::String(_, text) => {
            memory.put_string(emit, &spot, &terms::word(text));
            None
        }
        Step::Bytes(_, bytes) => {
            memory.put_bytes(emit, &spot, &terms::word(bytes));
            None
        }
        Step::Nuls(_, count) => {
            memory.put_nuls(emit, &spot, &Linear::constant(*count as i128));
            None
        }
        Step::Forget(_) => {
            memory.forget_from(emit, &spot);
            None
        }
    };
    match read {
        Some(StrTerm::Var(var)) => Some(var),
        Some(StrTerm::Word(_)) => unreachable!("a read gives a variable"),
        None => None,
    }
}
