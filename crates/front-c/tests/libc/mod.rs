//! The real library, asked for what many calls do.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    /// A place in one of the two buffers.
    Place(usize, i64),
    /// A null pointer.
    Null,
    /// An integer.
    Int(i64),
    /// Room for an integer.
    Room,
    /// A constant string.
    Format(&'static str),
}

/// A call with the buffers that it works on.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) name: &'static str,
    pub(crate) buffers: [Vec<u8>; 2],
    pub(crate) arguments: Vec<Argument>,
}

/// What a call gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    Int(i128),
    Null,
    Place(usize, i128),
    Text(Vec<u8>),
}

/// What became of a call: what it gives and both buffers after it, or nothing when it went wrong.
pub(crate) type Done = Option<(Given, [Vec<u8>; 2])>;

/// A process that answers.
pub(crate) struct Libc {
    process: Child,
    asked: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Libc {
    /// Compiles and starts it under a name of its own, when there is a compiler with `AddressSanitizer`.
    pub(crate) fn start(name: &str) -> Option<Libc> {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/libc/driver.c");
        let folder = std::env::temp_dir().join(format!("stringent-libc-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).ok()?;
        let program = folder.join("driver");
        let flags = ["-O0", "-w", "-fno-builtin", "-fsanitize=address", "-o"];
        let compiled = Command::new("cc").args(flags).arg(&program).arg(source).output();
        if !compiled.is_ok_and(|output| output.status.success()) {
            eprintln!(
                "there is no C compiler with AddressSanitizer: contracts are not compared with the library"
            );
            return None;
        }
        let mut command = Command::new(&program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("what was compiled can be started");
        drop(std::fs::remove_dir_all(&folder));
        let asked = process.stdin.take().expect("it is piped");
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        Some(Libc { process, asked, answers })
    }

    /// What a call does.
    pub(crate) fn ask(&mut self, call: &Asked) -> Done {
        let mut line = call.name.to_owned();
        for buffer in &call.buffers {
            line = line + " ." + &hex(buffer);
        }
        for argument in &call.arguments {
            let argument = match argument {
                Argument::Place(buffer, offset) => format!(" {}{offset}", ["a", "b"][*buffer]),
                Argument::Null => " n".to_owned(),
                Argument::Room => " x0".to_owned(),
                Argument::Int(value) => format!(" i{value}"),
                Argument::Format(text) => format!(" f{}", hex(text.as_bytes())),
            };
            line += &argument;
        }
        writeln!(self.asked, "{line}").expect("the driver reads");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the driver writes");
        done(&answer, &line)
    }
}

impl Drop for Libc {
    fn drop(&mut self) {
        // It ends by itself once nothing more is asked; a failure to end it changes no test.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn done(answer: &str, line: &str) -> Done {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let [kind, value, first, second] = words[..] else {
        assert_eq!(words, ["crash"], "an answer to {line}");
        return None;
    };
    let number = || value.parse::<i128>().expect("a number");
    let given = match kind {
        "i" => Given::Int(number()),
        "n" => Given::Null,
        "a" => Given::Place(0, number()),
        "b" => Given::Place(1, number()),
        _ => Given::Text(bytes(value)),
    };
    Some((given, [bytes(first), bytes(second)]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// The bytes after the dot.
fn bytes(text: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        text.bytes().skip(1).map(|digit| (digit as char).to_digit(16).expect("hexadecimal") as u8).collect();
    digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect()
}
