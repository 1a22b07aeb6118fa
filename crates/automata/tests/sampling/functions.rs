//! A transducer beside the function it should be.

use automata::{Alphabet, Automaton, Symbol, Transducer};

use super::{Dice, plenty, random_language, words};

type Word = Vec<Symbol>;

/// The union of the words as single languages.
pub(crate) fn finite(alphabet: Alphabet, list: &[Word]) -> Automaton {
    let literals: Vec<Automaton> = list.iter().map(|word| Automaton::literal(alphabet, word)).collect();
    Automaton::union_all(alphabet, &literals, &mut plenty()).expect("small")
}

/// Checks that the machine is `function` on all of `inputs`: on each word, on finite languages, and against
/// random languages from behind.
pub(crate) fn check(machine: &Transducer, inputs: &[Word], function: impl Fn(&[Symbol]) -> Word, seed: u64) {
    let alphabet = machine.alphabet();
    let mut dice = Dice::new(seed);
    let outputs: Vec<Word> = inputs.iter().map(|word| function(word)).collect();
    for (input, output) in inputs.iter().zip(&outputs) {
        assert_eq!(machine.apply(input).as_ref(), Some(output), "on {input:?}");
    }
    // One word: the image is one word, so no guess but the right one survives.
    for at in (0..inputs.len()).step_by(1 + inputs.len() / 60) {
        let image = machine.image(&Automaton::literal(alphabet, &inputs[at]), &mut plenty()).expect("small");
        assert_eq!(image, Automaton::literal(alphabet, &outputs[at]), "on {:?}", inputs[at]);
    }
    let some: Vec<usize> = (0..inputs.len()).filter(|_| dice.one_in(1 + inputs.len() as u32 / 40)).collect();
    let pick = |from: &[Word]| some.iter().map(|&at| from[at].clone()).collect::<Vec<_>>();
    let (input, output) = (finite(alphabet, &pick(inputs)), finite(alphabet, &pick(&outputs)));
    assert_eq!(machine.image(&input, &mut plenty()).expect("small"), output);
    let before = machine.preimage(&output, &mut plenty()).expect("small");
    for (input, written) in inputs.iter().zip(&outputs) {
        assert_eq!(before.contains(input), output.contains(written), "before {output:?} {input:?}");
    }
}

/// Checks image and preimage of random, mostly infinite languages over the characters below `letters`.
pub(crate) fn check_languages(machine: &Transducer, letters: u32, rounds: u32, seed: u64) {
    let alphabet = machine.alphabet();
    let mut dice = Dice::new(seed);
    let short = words(letters, 5);
    for _ in 0..rounds {
        let from = random_language(&mut dice, alphabet, letters, 5);
        let to = random_language(&mut dice, alphabet, letters, 5);
        let image = machine.image(&from, &mut plenty()).expect("small");
        let before = machine.preimage(&to, &mut plenty()).expect("small");
        for word in &short {
            let written = machine.apply(word).expect("the function is total");
            assert!(!from.contains(word) || image.contains(&written), "{from:?}{word:?}");
            assert_eq!(before.contains(word), to.contains(&written), "{to:?}{word:?}");
            // Short words of the image come from somewhere, maybe from long words.
            let one = machine.preimage(&Automaton::literal(alphabet, word), &mut plenty()).expect("small");
            let source = one.common_word(&from, &mut plenty()).expect("small");
            assert_eq!(source.is_some(), image.contains(word), "{from:?}{word:?}");
            if let Some(source) = source {
                assert_eq!(machine.apply(&source).as_ref(), Some(word));
            }
        }
    }
}
