//! The example programs are read, say what they are, and are read back as printed.

use ir::interp::{Limits, Random, run};

use crate::{content, example_files, parse};

#[test]
fn all_are_programs_with_assertions() {
    let examples = example_files();
    assert!(examples.len() >= 8);
    for (name, text) in examples {
        let first = text.lines().next().expect("an example has lines");
        let known = ["// safe", "// safe, with a solver", "// safe, not yet proved", "// unsafe"];
        assert!(known.contains(&first), "{name} begins with {first}");
        let program = ir::sil::parse(&text, &name).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
        assert!(!program.assertions.is_empty(), "{name}");
        assert_eq!(program.files, [name]);
    }
}

#[test]
fn all_are_read_back_as_printed() {
    for (name, text) in example_files() {
        let program = parse(&text);
        let printed = ir::sil::print(&program);
        assert_eq!(content(&parse(&printed)), content(&program), "{name}\n{printed}");
    }
}

#[test]
fn strlen_of_the_paper_is_lowered_as_it_stands() {
    let labelled = example_files().into_iter().find(|(name, _)| name.ends_with("strlen_labelled.sil"));
    let (_, text) = labelled.expect("the example is there");
    let expected = "alphabet unicode\n
proc strlen() {
  s1: str;
  s2: str;
  cnt: int;
  0: s1 := input();
  1: cnt := 0;
  2: s2 := s1;
  3: if (s2 == \"\") goto 7;
  4: s2 := suffix(s2, 1);
  5: cnt := cnt + 1;
  6: if (s2 != \"\") goto 4;
  7: assert(len(s1) == cnt);
  8: halt;
}\n";
    assert_eq!(ir::sil::print(&parse(&text)), expected);
}

/// No run of a program that is called safe violates an assertion, as far as chance finds out.
#[test]
fn safe_examples_hold_on_random_runs() {
    for (name, text) in example_files().into_iter().filter(|(_, text)| text.starts_with("// safe")) {
        let program = parse(&text);
        for seed in 0..500 {
            let run = run(&program, &mut Random::new(seed), Limits::default());
            assert_eq!(run.violations, [], "{name} with {:?}", run.answers);
        }
    }
}
