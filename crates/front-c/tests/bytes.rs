//! Single bytes: reads and writes on a buffer do what they do on an array, and a run that lost nothing does exactly that.

use automata::Alphabet;
use front_c::memory::{Byte, Checks, Elements, Fill, Life, Memory, Names, Pointer, Shape, terms};
use ir::dice::Dice;
use ir::emit::Emit;
use ir::interp::{self, Frame, Limits, Random};
use ir::{Action, IntExpr, Linear, Program, StrExpr, StrTerm, StrVar};

/// Programs that are tried.
const PROGRAMS: u64 = 400;

/// A program, the variables that it reads bytes into, and the text of its buffer.
struct Model {
    program: Program,
    reads: Vec<StrVar>,
    text: StrVar,
    is_lost: Box<dyn Fn(&Action) -> bool>,
}

/// A step: an offset, and the byte that is written there or none for a read.
type Step = (usize, Option<u8>);

#[test]
fn bytes_are_those_of_an_array() {
    let (mut exact, mut ended) = (0, 0);
    for seed in 0..PROGRAMS {
        let mut dice = Dice::new(seed);
        let cap = 1 + dice.below(5) as usize;
        let steps: Vec<Step> = (0..=dice.below(6))
            .map(|_| {
                let byte = (!dice.one_in(3)).then(|| *dice.choose(b"ab\0\0"));
                (dice.below(cap as u32) as usize, byte)
            })
            .collect();
        let fill = *dice.choose(b"\0x");
        let model = model(cap, fill, &steps);
        let (reads, array) = on_array(cap, fill, &steps);
        let mut end: Option<Frame> = None;
        let mut observe = |_: interp::Site, frame: &Frame| end = Some(frame.clone());
        let run =
            interp::run_observed(&model.program, &mut Random::new(seed), Limits::default(), &mut observe);
        assert!(run.violations.is_empty(), "every step is inside: {steps:?}");
        let code = &model.program.procedures[0].code;
        let is_lost = run.path.iter().any(|site| (model.is_lost)(&code[site.label.index()].action));
        if run.outcome != interp::Outcome::Finished || is_lost {
            continue;
        }
        ended += 1;
        let frame = end.expect("a run has steps");
        let byte = |var: &StrVar| frame.string(*var).first().map_or(0, |&symbol| symbol as u8);
        assert_eq!(model.reads.iter().map(byte).collect::<Vec<u8>>(), reads, "{cap} {fill} {steps:?}");
        let text: Vec<u32> =
            array.iter().take_while(|&&byte| byte != 0).map(|&byte| u32::from(byte)).collect();
        assert_eq!(frame.string(model.text), text, "{cap} {fill} {steps:?}");
        exact += usize::from(!reads.is_empty());
    }
    assert!(ended > 200 && exact > 100, "most runs are exact: {ended}, with reads {exact}");
}

#[test]
fn the_number_of_a_byte_and_back() {
    for value in [0, 1, 65, 127, 128, 255_u8] {
        let mut emit = Emit::new(Alphabet::BYTE);
        let text = emit.set_str("byte", StrExpr::Term(Byte::constant(value).text));
        let code = Byte { text }.code(&mut emit, front_c::memory::Sign::Signed);
        let expected = Linear::constant(i128::from(value.cast_signed()));
        emit.assert(terms::equal(&code, &expected), "the number".to_owned());
        let run = interp::run(&emit.finish(vec![]), &mut Random::new(1), Limits::default());
        assert_eq!((run.outcome, run.violations.len()), (interp::Outcome::Finished, 0), "{value}");
    }
    let back = Byte::of_int(&mut Emit::new(Alphabet::BYTE), &Linear::constant(-1));
    assert_eq!(back.as_constant(), Some(255));
}

fn on_array(cap: usize, fill: u8, steps: &[Step]) -> (Vec<u8>, Vec<u8>) {
    let mut array = vec![fill; cap];
    let mut reads = Vec::new();
    for &(offset, byte) in steps {
        match byte {
            Some(byte) => array[offset] = byte,
            None => reads.push(array[offset]),
        }
    }
    (reads, array)
}

fn model(cap: usize, fill: u8, steps: &[Step]) -> Model {
    let mut emit = Emit::new(Alphabet::BYTE);
    let mut memory = Memory::new(Names::default(), Checks { memory: true, assertions: true, overflow: true });
    let fill = if fill == 0 { Fill::Zero } else { Fill::Text(terms::word(&vec![fill; cap])) };
    let cap = emit.set_int("capacity", IntExpr::Linear(Linear::constant(cap as i128)));
    let shape =
        Shape { name: "array".to_owned(), cap, elements: Elements::Bytes, fill, life: Life::Declared };
    let object = memory.begin(&mut emit, "array", shape);
    let mut reads = Vec::new();
    for &(offset, byte) in steps {
        let offset = emit.set_int("offset", IntExpr::Linear(Linear::constant(offset as i128)));
        let pointer = Pointer::to(object).moved(&offset);
        match byte {
            Some(byte) => {
                let text = emit.set_str("written", StrExpr::Term(Byte::constant(byte).text));
                memory.write_byte(&mut emit, &pointer, &Byte { text }, "p");
            }
            None => match memory.read_byte(&mut emit, &pointer, "p").text {
                StrTerm::Var(var) => reads.push(var),
                StrTerm::Word(_) => unreachable!("a read gives a variable"),
            },
        }
    }
    let text = memory.buffer(object).and_then(front_c::memory::Buffer::text_var).expect("bytes");
    let fates = emit.fates.clone();
    let is_lost =
        Box::new(move |action: &Action| matches!(action, Action::Havoc(var) if !fates.contains(var)));
    Model { program: emit.finish(vec!["array".to_owned()]), reads, text, is_lost }
}
