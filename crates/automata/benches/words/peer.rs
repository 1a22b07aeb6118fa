//! What Mata says: from its driver when that is built, from the recorded baseline otherwise.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::suite::{Instance, Operation, Outcome};

/// Mata's outcome, and its seconds for the operation alone and for the whole way from intervals.
pub(crate) struct Answer {
    pub(crate) outcome: Outcome,
    pub(crate) operation: f64,
    pub(crate) whole: f64,
    /// Whether Mata's automaton was minimised before its states were counted. The baseline has complements as
    /// they were built.
    pub(crate) minimal: bool,
}

/// Where answers come from.
pub(crate) struct Peer {
    driver: Option<PathBuf>,
    baseline: BTreeMap<String, Option<Answer>>,
}

impl Peer {
    /// The driver built by `peers/build-mata`, if there is one, and the baseline of the suite in `folder`.
    pub(crate) fn find(folder: &Path) -> Peer {
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers/mata");
        let text = fs::read_to_string(folder.join("baseline_mata.tsv")).unwrap_or_default();
        let baseline = text.lines().map(recorded).collect();
        Peer { driver: driver.is_file().then_some(driver), baseline }
    }

    /// Whether answers are measured in this run.
    pub(crate) fn is_live(&self) -> bool {
        self.driver.is_some()
    }

    /// Mata's answer, `None` when it has none within ten seconds.
    ///
    /// Instances that the baseline records as unsolved are not tried again.
    pub(crate) fn answer(&self, instance: &Instance) -> Option<Answer> {
        let recorded = self.baseline.get(&instance.id).and_then(Option::as_ref);
        let given_up = self.baseline.contains_key(&instance.id) && recorded.is_none();
        match &self.driver {
            Some(driver) if !given_up => ask(driver, instance),
            Some(_) => None,
            None => recorded.map(|answer| Answer { outcome: answer.outcome.clone(), ..*answer }),
        }
    }
}

fn ask(driver: &Path, instance: &Instance) -> Option<Answer> {
    let output = Command::new("sh")
        .args(["-c", "ulimit -t 60; exec \"$0\" \"$@\""])
        .arg(driver)
        .arg(instance.operation.name())
        .args(&instance.files)
        .output()
        .expect("the driver can be started");
    let text = String::from_utf8(output.stdout).expect("the driver prints text");
    let fields: Vec<&str> = text.trim_end().split('\t').collect();
    output.status.success().then(|| answer(&fields[1..])).flatten()
}

/// A line of the baseline: id, operation, classes, states, transitions, then as the driver prints.
fn recorded(line: &str) -> (String, Option<Answer>) {
    let fields: Vec<&str> = line.split('\t').collect();
    let minimal = fields.get(1) != Some(&Operation::Complement.name());
    let answer = fields.get(5..).and_then(answer).map(|answer| Answer { minimal, ..answer });
    (fields[0].to_owned(), answer)
}

/// Seconds of classes, of building, of the operation, then answer and number of states.
fn answer(fields: &[&str]) -> Option<Answer> {
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok());
    let (classes, building, operation) = (number(0)?, number(1)?, number(2)?);
    let states = fields.get(4)?.parse().ok()?;
    let outcome = Outcome { answer: (*fields.get(3)?).to_owned(), states, witness: None };
    Some(Answer { outcome, operation, whole: classes + building + operation, minimal: true })
}
