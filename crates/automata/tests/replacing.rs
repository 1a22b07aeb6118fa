//! Replacement of regular expressions is what PHP and Java do, word by word.

mod engines;
mod sampling;

use std::process::Command;

use automata::regex::{Dialect, Flags, Regex};
use automata::{
    AfterEmpty, Alphabet, Automaton, Occurrences, Pattern, Symbol, SymbolSet, Template, Transducer,
};
use sampling::functions::check;
use sampling::{Dice, plenty, words};

type Word = Vec<Symbol>;

/// Words are made of these, so that word boundaries and lookaround see different things.
const LETTERS: [char; 3] = ['a', 'b', '-'];

fn text(text: &str) -> Word {
    text.chars().map(u32::from).collect()
}

fn inputs() -> Vec<Word> {
    let spell = |word: Word| word.iter().map(|&at| u32::from(LETTERS[at as usize])).collect();
    words(3, 5).into_iter().map(spell).collect()
}

/// Which constructs random patterns have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Those that every place of a word treats alike.
    Plain,
    /// Anchors, word boundaries, lookaround and atomic groups too.
    Asserting,
}

/// A random pattern that PCRE and Java read alike. A loop of a loop is frequent, since what matters most is
/// what becomes of empty rounds.
fn random_pattern(dice: &mut Dice, depth: u32, kind: Kind) -> String {
    let choices = if kind == Kind::Plain { 9 } else { 12 };
    let inner = |dice: &mut Dice| random_pattern(dice, depth - 1, kind);
    if depth == 0 {
        let atoms = ["a", "b", "[ab]", "[^a]", "-", ""];
        return atoms[dice.below(6) as usize].to_owned();
    }
    match dice.below(choices) {
        0 | 1 => format!("{}{}", inner(dice), inner(dice)),
        2 | 3 => format!("(?:{}|{})", inner(dice), inner(dice)),
        4..=7 => {
            let counts = ["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"];
            let count = counts[dice.below(7) as usize];
            format!("({}){count}{}", inner(dice), if dice.one_in(2) { "?" } else { "" })
        }
        8 => inner(dice),
        9 => ["^", "$", "\\b", "\\B"][dice.below(4) as usize].to_owned() + &inner(dice),
        10 => format!("{}({}{})", inner(dice), ["?=", "?!"][dice.below(2) as usize], inner(dice)),
        _ => format!(
            "({}{}){}",
            ["?<=", "?<!"][dice.below(2) as usize],
            LETTERS[dice.below(2) as usize],
            inner(dice)
        ),
    }
}

/// What is asked of an engine: a pattern and its subjects; all matches and the first are replaced.
struct Case {
    pattern: String,
    machines: [Transducer; 4],
}

/// The machines for `X` and `<$0>`, each for all matches and for the first.
fn machines(pattern: &str, all: Occurrences) -> Option<[Transducer; 4]> {
    let regex = Regex::parse(pattern, Dialect::Pcre, Flags::NONE).expect("the pattern is well formed");
    if !regex.unsupported().is_empty() {
        return None;
    }
    let pattern = Pattern::of_regex(&regex, Alphabet::BYTE, &mut plenty()).expect("small");
    let templates = [Template::word(&text("X")), Template::around_match(&text("<"), &text(">"))];
    let machine = |template: usize, which| {
        Transducer::replacing(&pattern, &templates[template], which, &mut plenty()).expect("small")
    };
    let first = Occurrences::First;
    Some([machine(0, all), machine(0, first), machine(1, all), machine(1, first)])
}

/// Random cases whose patterns are supported.
fn cases(count: usize, all: Occurrences, seed: u64) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let mut cases = Vec::new();
    while cases.len() < count {
        let kind = if dice.one_in(3) { Kind::Asserting } else { Kind::Plain };
        let depth = 1 + dice.below(3);
        let pattern = random_pattern(&mut dice, depth, kind);
        if let Some(machines) = machines(&pattern, all) {
            cases.push(Case { pattern, machines });
        }
    }
    cases
}

/// Asks `engine` for every case and compares; the engine answers with the results in the order of the machines,
/// subject by subject, separated by commas.
fn compare(engine: &mut Command, cases: &[Case]) {
    let inputs = inputs();
    let subjects: Vec<String> = inputs.iter().map(|word| engines::as_bytes(word)).collect();
    let line = |case: &Case| format!("{}\t{}", engines::as_bytes(&text(&case.pattern)), subjects.join(","));
    let Some(answers) = engines::ask(engine, cases.iter().map(line).collect()) else { return };
    let mut compared = 0;
    for (case, answer) in cases.iter().zip(answers) {
        let results: Vec<&str> = answer.split(',').collect();
        assert_eq!(
            results.len(),
            inputs.len() * case.machines.len(),
            "{} is refused: {answer}",
            case.pattern
        );
        let asked = inputs.iter().flat_map(|word| case.machines.iter().map(move |machine| (word, machine)));
        for ((word, machine), theirs) in asked.zip(results) {
            let ours = machine.apply(word).map(|word| engines::as_bytes(&word));
            assert_eq!(ours.as_deref(), Some(theirs), "/{}/ on {word:?}", case.pattern);
            compared += 1;
        }
    }
    assert!(compared > 100_000, "only {compared} results were compared");
}

#[test]
fn as_php_does() {
    let script = r#"
        while (($line = fgets(STDIN)) !== false) {
            [$pattern, $subjects] = explode("\t", rtrim($line, "\n"));
            $pattern = '/' . hex2bin($pattern) . '/';
            $results = [];
            foreach (explode(',', $subjects) as $subject) {
                foreach (['X', '<$0>'] as $with) {
                    foreach ([-1, 1] as $limit) {
                        $results[] = bin2hex(preg_replace($pattern, $with, hex2bin($subject), $limit));
                    }
                }
            }
            echo implode(',', $results), "\n";
        }"#;
    let cases = cases(600, Occurrences::all(Dialect::Pcre), 1);
    compare(Command::new("php").args(["-d", "pcre.jit=0", "-r", script]), &cases);
}

#[test]
fn as_java_does() {
    let source = r#"
        import java.util.*;
        import java.util.regex.*;
        public class Replacing {
            static String word(String hex) {
                byte[] bytes = HexFormat.of().parseHex(hex);
                return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
            }
            static String hex(String word) {
                return HexFormat.of().formatHex(word.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            }
            public static void main(String[] arguments) {
                Scanner lines = new Scanner(System.in);
                StringBuilder answers = new StringBuilder();
                while (lines.hasNextLine()) {
                    String[] parts = lines.nextLine().split("\t", -1);
                    Pattern pattern = Pattern.compile(word(parts[0]));
                    StringJoiner results = new StringJoiner(",");
                    for (String subject : parts[1].split(",", -1)) {
                        for (String with : new String[] {"X", "<$0>"}) {
                            Matcher matcher = pattern.matcher(word(subject));
                            results.add(hex(matcher.replaceAll(with))).add(hex(matcher.replaceFirst(with)));
                        }
                    }
                    answers.append(results).append('\n');
                }
                System.out.print(answers);
            }
        }"#;
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("Replacing.java");
    std::fs::write(&file, source).expect("the folder for temporary files is there");
    compare(Command::new("java").arg(file), &cases(600, Occurrences::All(AfterEmpty::StepOver), 2));
}

#[test]
fn empty_matches_as_documented() {
    let rows = [
        ("a*", "baac", "XbXXcX", "XbXXcX"),
        ("a*?", "aa", "XXXXX", "XaXaX"),
        ("|a", "ab", "XXXbX", "XaXbX"),
        ("$", "ab", "abX", "abX"),
        ("^", "ab", "Xab", "Xab"),
        ("\\b", "a-", "XaX-", "XaX-"),
    ];
    for (pattern, subject, php, java) in rows {
        for (after, expected) in [(AfterEmpty::TryLonger, php), (AfterEmpty::StepOver, java)] {
            let machine = &machines(pattern, Occurrences::All(after)).expect("supported")[0];
            assert_eq!(machine.apply(&text(subject)), Some(text(expected)), "/{pattern}/ {after:?}");
        }
    }
}

#[test]
fn images_and_preimages_are_exact() {
    let inputs = inputs();
    for (seed, case) in (0..).zip(cases(60, Occurrences::all(Dialect::Pcre), 3)) {
        for machine in &case.machines {
            check(machine, &inputs, |word| machine.apply(word).expect("the function is total"), seed);
        }
    }
}

#[test]
fn the_language_based_replacement_contains_the_exact_one() {
    let mut dice = Dice::new(4);
    let subject = {
        let letters = Automaton::class(
            Alphabet::BYTE,
            &SymbolSet::from_ranges(LETTERS.map(|c| (u32::from(c), u32::from(c)))),
        );
        letters.repeat(0, Some(4), &mut plenty()).expect("small")
    };
    let with = Automaton::literal(Alphabet::BYTE, &text("X"));
    for _ in 0..200 {
        let pattern = random_pattern(&mut dice, 2, Kind::Plain);
        let regex = Regex::parse(&pattern, Dialect::Pcre, Flags::NONE).expect("the pattern is well formed");
        let language = regex.full_match(Alphabet::BYTE, &mut plenty()).expect("small");
        let all = subject.replace_all(&language, &with, &mut plenty()).expect("small");
        let first = subject.replace_first(&language, &with, &mut plenty()).expect("small");
        for after in [AfterEmpty::StepOver, AfterEmpty::TryLonger] {
            let machines = machines(&pattern, Occurrences::All(after)).expect("supported");
            for (machine, general) in machines.iter().zip([&all, &first]) {
                let exact = machine.image(&subject, &mut plenty()).expect("small");
                assert!(exact.included_in(general, &mut plenty()).expect("small"), "/{pattern}/");
            }
        }
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let anchored = Regex::parse("a", Dialect::Pcre, Flags::ANCHORED).expect("well formed");
    let refused = Pattern::of_regex(&anchored, Alphabet::BYTE, &mut plenty()).expect_err("not supported");
    assert_eq!(refused.unsupported().len(), 1);
    let wide = Regex::parse("é", Dialect::Pcre, Flags::UNICODE).expect("well formed");
    assert!(Pattern::of_regex(&wide, Alphabet::BYTE, &mut plenty()).is_err());
    assert!(Pattern::of_regex(&wide, Alphabet::UNICODE, &mut plenty()).is_ok());
}
