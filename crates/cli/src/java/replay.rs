//! A failing run of a Java program, run again on the real JVM with the values that were found.
//!
//! A driver calls the entry with assertions switched on and tells which exception leaves it. The JVM runs in the sandbox
//! of `sandboxed`, with limits on time and memory. A violation is confirmed when an exception of its kind leaves the entry and passes the line of the violation.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, process};

use outside::{Command, Ending, Limits, run};
use verifier::Value;
use verifier::front_java::Asked;

use super::compile::tool;
use crate::machine::sandboxed::{confined, refusal};
use crate::machine::scratch::Scratch;
use crate::page::replay::Replayed;
use crate::question::choices::PropertyName;

/// How long a run may take.
const WALL: Duration = Duration::from_secs(10);

/// How the JVM is run: little memory, quick to start, and every exception with its lines.
const SETTINGS: [&str; 8] = [
    "-ea",
    "-Xmx512m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-OmitStackTraceInFastThrow",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    "-XX:-UsePerfData",
];

/// A program that can be run.
pub(crate) struct Jvm {
    /// The classes of the driver, or why there are none.
    pub(crate) driver: Result<PathBuf, String>,
    /// The class files of the program, by their names.
    pub(crate) classes: Vec<(String, Vec<u8>)>,
    /// The class of the entry, by its internal name, and its method.
    pub(crate) entry: (String, String),
    /// What is verified.
    pub(crate) property: PropertyName,
}

/// Where a violation is: the name of the source and the line.
pub(crate) struct Place<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: usize,
}

impl Jvm {
    /// Runs the program with values.
    pub(crate) fn replay(&self, given: &[(Asked, Value)], place: &Place<'_>) -> Replayed {
        let driver = match &self.driver {
            Ok(driver) => driver,
            Err(why) => return Replayed::Failed(why.clone()),
        };
        let Some(java) = tool("java") else { return Replayed::Failed("java is not installed".to_owned()) };
        match self.sandbox() {
            Ok(sandbox) => self.judge((&java, driver, &sandbox), given, place),
            Err(why) => Replayed::Failed(why),
        }
    }

    /// A folder with the classes.
    fn sandbox(&self) -> Result<Scratch, String> {
        let sandbox = Scratch::new()?;
        for (name, bytes) in &self.classes {
            let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
            if name.split('/').all(is_plain) {
                sandbox.write(&format!("classes/{name}.class"), bytes)?;
            }
        }
        Ok(sandbox)
    }

    fn judge(
        &self,
        (java, driver, sandbox): (&Path, &Path, &Scratch),
        given: &[(Asked, Value)],
        place: &Place<'_>,
    ) -> Replayed {
        let folder = sandbox.folder.display();
        let path = format!("{}:{folder}/classes", driver.display());
        let command = SETTINGS.into_iter().fold(Command::new(java), Command::argument);
        let command = command.argument("-cp").argument(path).argument("stringent.replay.Driver");
        let mark = format!("stringent-{}", process::id());
        let limits = Limits { wall: WALL, processor: WALL.as_secs(), memory: 1 << 34, output: 1 << 24 };
        let command = command.reading(self.told(&mark, given));
        let installed = fs::canonicalize(java).ok();
        let installed = installed.as_deref().and_then(|java| java.parent()?.parent()).unwrap_or(java);
        let readable = [driver, &sandbox.folder, installed];
        let command = match sandbox.make("home").and_then(|home| confined(command, &home, &readable)) {
            Ok(command) => command,
            Err(why) => return Replayed::Failed(why),
        };
        let outcome = run(&command, &limits);
        if let Some(why) = refusal(&outcome) {
            return Replayed::Failed(why);
        }
        match outcome.ending {
            Ending::Exited(_) => self.weigh(&String::from_utf8_lossy(&outcome.errors), &mark, place),
            Ending::Deadline => Replayed::Failed("the run took too long".to_owned()),
            Ending::Signalled(signal) => Replayed::Failed(format!("the JVM ended by signal {signal}")),
            Ending::TooMuchOutput => Replayed::Failed("the program wrote too much".to_owned()),
            Ending::NotFound => Replayed::Failed("java is gone".to_owned()),
            Ending::NotStarted(why) => Replayed::Failed(why),
        }
    }

    /// What the driver reads.
    fn told(&self, mark: &str, given: &[(Asked, Value)]) -> String {
        let (class, method) = &self.entry;
        let mut text = format!("{mark}\n{}\n{method}\n", class.replace('/', "."));
        for (asked, value) in given {
            let what = match asked {
                Asked::Call(name) => format!("call {name}"),
                Asked::Argument(number) => format!("argument {number}"),
                Asked::IsThere(number) => format!("there {number}"),
                Asked::Count(number) => format!("count {number}"),
                Asked::Element(number, at) => format!("element {number} {at}"),
            };
            let value = match value {
                Value::Int(number) => number.to_string(),
                Value::Bool(value) => u8::from(*value).to_string(),
                Value::Str(word) => word.iter().fold("s".to_owned(), |mut text, unit| {
                    write!(text, "{unit:04x}").expect("a string takes all text");
                    text
                }),
            };
            writeln!(text, "{what} {value}").expect("a string takes all text");
        }
        text
    }

    /// What the answer of the driver means.
    fn weigh(&self, errors: &str, mark: &str, place: &Place<'_>) -> Replayed {
        let lines = || errors.lines().filter_map(|line| line.strip_prefix(mark)?.strip_prefix(' '));
        let classes: Vec<&str> = lines().filter_map(|line| line.strip_prefix("is ")).collect();
        let Some(class) = classes.first() else {
            let returned = lines().next().map(|_| "no exception leaves the entry");
            let last = returned.or_else(|| errors.lines().last()).unwrap_or("the run ended by itself");
            return Replayed::NotConfirmed(last.to_owned());
        };
        let is = |name: &str| classes.contains(&name);
        let (asserts, exceptions) = (is("java.lang.AssertionError"), is("java.lang.RuntimeException"));
        let is_violation = match self.property {
            PropertyName::Usual | PropertyName::Assert => asserts,
            PropertyName::Exceptions => exceptions,
            PropertyName::Memory | PropertyName::Overflow => false,
            PropertyName::Both => asserts || exceptions,
        };
        let here = format!("at {} {}", place.line, place.file);
        if is_violation && lines().any(|line| line == here) {
            Replayed::Confirmed
        } else {
            let at = lines().find_map(|line| line.strip_prefix("at ")).unwrap_or("nowhere");
            Replayed::NotConfirmed(format!("{class} at {at} leaves the entry"))
        }
    }
}
