//! The real JVM, asked for what many calls do.

pub(crate) mod dice;

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};

/// A value as it is sent to the JVM and comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Datum {
    Null,
    Int(i128),
    Text(Vec<u32>),
    Texts(Vec<Datum>),
    /// Nothing, or something that is not looked at.
    Other,
    /// An exception of a class.
    Thrown(String),
}

impl Datum {
    /// Its text, when it is one.
    pub(crate) fn text(&self) -> Option<&[u32]> {
        if let Datum::Text(text) = self { Some(text) } else { None }
    }

    /// Its number, when it is one.
    pub(crate) fn number(&self) -> Option<i128> {
        if let Datum::Int(number) = self { Some(*number) } else { None }
    }

    /// The elements of an array, or the value itself.
    pub(crate) fn each(&self) -> &[Datum] {
        if let Datum::Texts(texts) = self { texts } else { std::slice::from_ref(self) }
    }
}

/// A method: class, name, types of the parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method<'a> {
    pub(crate) class: &'a str,
    pub(crate) name: &'a str,
    pub(crate) parameters: &'a str,
}

/// What a call did: its result, the receiver after it, and each array of characters after it.
pub(crate) type Done = Vec<Datum>;

/// A process that answers.
pub(crate) struct Jvm {
    process: Child,
}

impl Jvm {
    /// Starts it, when there is a JVM.
    pub(crate) fn start() -> Option<Jvm> {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/jvm/Models.java");
        let mut command = Command::new("java");
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", source]);
        match command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
            Ok(process) => Some(Jvm { process }),
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "java must be installed here: {error}");
                println!("java is not installed, so nothing was compared with it.");
                None
            }
        }
    }

    /// `C` for a constructor, `S` for a static method, `V` for another.
    pub(crate) fn kind(&mut self, method: Method<'_>) -> char {
        let answer = self.ask(&block(method, &[]));
        char::from(answer[0])
    }

    /// What each call does. A call is the parts of the receiver, if there is one, and the arguments.
    pub(crate) fn call(&mut self, method: Method<'_>, calls: &[Call]) -> Vec<Done> {
        let answer = self.ask(&block(method, calls));
        let arrays = method.parameters.matches("[C").count();
        let mut reader = Reader { bytes: &answer };
        let done = calls.iter().map(|_| {
            let mut done = vec![reader.datum()];
            if !matches!(done[0], Datum::Thrown(_)) {
                done.extend((0..=arrays).map(|_| reader.datum()));
            }
            done
        });
        done.collect()
    }

    fn ask(&mut self, block: &[u8]) -> Vec<u8> {
        let stdin = self.process.stdin.as_mut().expect("the input was piped");
        stdin.write_all(&(block.len() as u32).to_be_bytes()).expect("the driver reads its input");
        stdin.write_all(block).expect("the driver reads its input");
        stdin.flush().expect("the driver reads its input");
        let stdout = self.process.stdout.as_mut().expect("the output was piped");
        let mut length = [0; 4];
        stdout.read_exact(&mut length).expect("the driver answers every block");
        let mut answer = vec![0; u32::from_be_bytes(length) as usize];
        stdout.read_exact(&mut answer).expect("the driver answers every block");
        answer
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // A block of no length ends it. It may have ended by itself, which the test has told by then.
        if let Some(stdin) = self.process.stdin.as_mut() {
            let _ = stdin.write_all(&[0; 4]);
            let _ = stdin.flush();
        }
        let _ = self.process.wait();
    }
}

/// The values of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) receiver: Option<Vec<Datum>>,
    pub(crate) arguments: Vec<Datum>,
}

fn block(method: Method<'_>, calls: &[Call]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for text in [method.class, method.name, method.parameters] {
        put_text(&mut bytes, &text.encode_utf16().map(u32::from).collect::<Vec<_>>());
    }
    bytes.extend((calls.len() as u32).to_be_bytes());
    for call in calls {
        if let Some(parts) = &call.receiver {
            bytes.push(parts.len() as u8);
            parts.iter().for_each(|part| put(&mut bytes, part));
        }
        call.arguments.iter().for_each(|argument| put(&mut bytes, argument));
    }
    bytes
}

fn put_text(bytes: &mut Vec<u8>, text: &[u32]) {
    bytes.extend((text.len() as u32).to_be_bytes());
    bytes.extend(text.iter().flat_map(|&unit| (unit as u16).to_be_bytes()));
}

fn put(bytes: &mut Vec<u8>, datum: &Datum) {
    match datum {
        Datum::Null | Datum::Other | Datum::Thrown(_) => bytes.push(0),
        Datum::Int(value) => {
            bytes.push(1);
            bytes.extend(i64::try_from(*value).expect("Java's integers have 64 bits").to_be_bytes());
        }
        Datum::Text(text) => {
            bytes.push(2);
            put_text(bytes, text);
        }
        Datum::Texts(texts) => {
            bytes.push(3);
            bytes.extend((texts.len() as u32).to_be_bytes());
            texts.iter().for_each(|text| put(bytes, text));
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.bytes.split_first_chunk().expect("an answer is whole");
        self.bytes = rest;
        *first
    }

    fn text(&mut self) -> Vec<u32> {
        let length = u32::from_be_bytes(self.take());
        (0..length).map(|_| u32::from(u16::from_be_bytes(self.take()))).collect()
    }

    fn datum(&mut self) -> Datum {
        match self.take::<1>()[0] {
            0 => Datum::Null,
            1 => Datum::Int(i128::from(i64::from_be_bytes(self.take()))),
            2 => Datum::Text(self.text()),
            3 => {
                let count = u32::from_be_bytes(self.take());
                Datum::Texts((0..count).map(|_| self.datum()).collect())
            }
            5 => Datum::Thrown(String::from_utf16_lossy(
                &self.text().into_iter().map(|unit| unit as u16).collect::<Vec<_>>(),
            )),
            _ => Datum::Other,
        }
    }
}
