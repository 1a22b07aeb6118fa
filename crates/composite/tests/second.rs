//! The second checker, in Python, agrees with the first.
//!
//! It shares nothing with ours but the file format. It must accept the certificates of the examples and of random
//! programs that ours accepts, saying the same of each assertion, and it must not prove what a run violates, whatever
//! is done to the facts. What it says it cannot check is counted.

mod violated;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use automata::{Alphabet, Budget};
use composite::Settings;
use ir::dice::Dice;
use ir::inline::inline;
use ir::{Program, generate};
use verdict::check::accept;
use verdict::{Verdict, certify, file};

use violated::{PROGRAMS, honest};

const STEPS: u64 = 50_000_000;
const RANDOM: u64 = 100;
const FORGERIES: u64 = 40;

/// The text of a certificate and what our checker says with it of each assertion; `None` when it accepts nothing.
fn certified(program: &Program) -> Option<(String, Vec<&'static str>)> {
    let inlined = inline(program, 2_000).ok()?;
    let (mut budget, settings) = (Budget::steps(STEPS), Settings::default());
    let fixpoint = composite::analyse(&inlined.program, &settings, &mut budget).ok()?;
    let certificate = composite::certificate(&inlined.program, &fixpoint, &settings, &mut budget);
    // Written is what was accepted.
    let part = accept(&inlined.program, &certificate, &mut Budget::steps(STEPS)).ok()?;
    let text = file::write(&inlined.program, &part.certificate);
    let checked = certify(program, text.as_bytes(), 2_000, &mut Budget::steps(STEPS)).ok()?.checked;
    let word = |verdict: &Verdict| match verdict {
        Verdict::Proved | Verdict::Rechecked(_) => "proved",
        Verdict::Unreachable => "unreachable",
        Verdict::Violated(_) | Verdict::Unknown(_) => "open",
    };
    Some((text, checked.iter().map(|checked| word(checked.verdict())).collect()))
}

/// What the second checker says of certificates; `None` when there is no Python, which is an error under CI.
fn second(folder: &str, texts: &[String]) -> Option<Vec<String>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).expect("the folder for tests can be written");
    let names: Vec<PathBuf> = (0..texts.len()).map(|at| folder.join(format!("{at}.cert"))).collect();
    for (name, text) in names.iter().zip(texts) {
        fs::write(name, text).expect("the folder for tests can be written");
    }
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verdict/tests/second/checker.py");
    let Ok(output) = Command::new("python3").arg("-B").arg(checker).args(&names).output() else {
        assert!(env::var_os("CI").is_none(), "python3 is not there");
        println!("skipped: python3 is not there");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), texts.len());
    Some(lines)
}

/// How two checkers' answers compare.
#[derive(Default)]
struct Compared {
    same: usize,
    /// Those of which the second checker proves less: it leaves out the facts that it does not know.
    less: Vec<String>,
    /// What must not be: refused, or more is proved.
    other: Vec<String>,
}

impl Compared {
    fn add(&mut self, name: &str, said: &[&str], found: &str) {
        let words: Vec<&str> = found.split(' ').collect();
        let weaker = |(ours, theirs): (&&str, &&str)| ours == theirs || *theirs == "open";
        let accepted = ["accepted", "part"].contains(&words[0]) && words.len() == said.len() + 1;
        if accepted && words[1..] == *said {
            self.same += 1;
        } else if accepted && said.iter().zip(&words[1..]).all(weaker) {
            self.less.push(format!("{name}: {found}, not {said:?}"));
        } else {
            self.other.push(format!("{name}: {found}, not {said:?}"));
        }
    }

    /// Fails when something is refused or more is proved, or when less than so many in a hundred are the same.
    fn judge(&self, percent: usize) {
        let all = self.same + self.less.len() + self.other.len();
        println!("{} of {all} as by ours; less of {:#?}", self.same, self.less);
        assert_eq!(self.other, Vec::<String>::new());
        assert!(self.same * 100 >= all * percent, "{} of {all}: {:#?}", self.same, self.less);
    }
}

#[test]
fn the_examples_are_accepted_as_by_ours() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sil");
    let entries = fs::read_dir(folder).expect("the examples are there");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut certificates = Vec::new();
    for path in &paths {
        let text = fs::read(path).expect("the example can be read");
        let program = ir::sil::parse(&text, "example.sil").expect("the example parses");
        certificates.extend(certified(&program).map(|certificate| (path.display().to_string(), certificate)));
    }
    assert!(certificates.len() + 2 >= paths.len(), "{} of {}", certificates.len(), paths.len());
    let texts: Vec<String> = certificates.iter().map(|(_, (text, _))| text.clone()).collect();
    let Some(found) = second("examples", &texts) else { return };
    let mut compared = Compared::default();
    for ((name, (_, said)), found) in certificates.iter().zip(&found) {
        compared.add(name, said, found);
    }
    compared.judge(50);
}

#[test]
fn random_certificates_are_accepted_as_by_ours() {
    let program = |seed| generate::program(seed, 4 + (seed % 14) as u32, Alphabet::up_to(127));
    let certified: Vec<(u64, (String, Vec<&str>))> =
        (0..RANDOM).filter_map(|seed| Some((seed, certified(&program(seed))?))).collect();
    assert!(certified.len() > 80, "{}", certified.len());
    let texts: Vec<String> = certified.iter().map(|(_, (text, _))| text.clone()).collect();
    let Some(found) = second("random", &texts) else { return };
    let mut compared = Compared::default();
    for ((seed, (_, said)), found) in certified.iter().zip(&found) {
        compared.add(&seed.to_string(), said, found);
    }
    compared.judge(65);
}

#[test]
fn what_is_forged_proves_nothing() {
    let mut texts = Vec::new();
    for (number, text) in (0..).zip(PROGRAMS) {
        let (program, certificate) = honest(text);
        let honest: Vec<String> = file::write(&program, &certificate).lines().map(str::to_owned).collect();
        let facts = honest.iter().position(|line| line == "facts").expect("the facts follow the program");
        for at in 0..FORGERIES {
            let mut dice = Dice::new(number * FORGERIES + at);
            let mut lines = honest.clone();
            for _ in 0..=dice.below(2) {
                violated::mutate(&mut lines, facts, &mut dice);
            }
            // The program stays as it is: the second checker has only the file to go by.
            let kept = honest[..=facts].iter().chain(lines.iter().skip(facts + 1));
            texts.push(kept.fold(String::new(), |text, line| text + line + "\n"));
        }
    }
    let Some(found) = second("forged", &texts) else { return };
    let accepted = found.iter().filter(|line| line.starts_with("accepted")).count();
    let proved = |line: &&String| line.contains("proved") || line.contains("unreachable");
    assert_eq!(found.iter().find(proved), None);
    println!("{accepted} of {} say nothing false and are accepted", found.len());
    assert!(accepted > 20, "{accepted}");
}
