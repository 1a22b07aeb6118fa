//! Contracts against the real library: a call that goes wrong there violates a claim, and a run that lost nothing
//! leaves the same texts and gives the same result.
//!
//! Each call is asked of the library under `AddressSanitizer` with buffers of exactly the right size. Every program is run
//! with several seeds, because a contract may guess a value and compare it.

mod libc;
mod model;

use front_c::memory::{Detail, Rule};
use ir::dice::Dice;
use libc::{Argument, Asked, Given, Libc};

/// Calls a function when nothing else is said.
const CALLS: usize = 60;

/// Functions by their parameters: `d` and `s` pointers into the first and the second buffer, `e` either of them, `c` a byte, `n` a size,
/// `N` a size that is often 0, `h` a number, `f` and `g` formats with a string and a number after them.
const FUNCTIONS: &[(&str, &str)] = &[
    ("strcpy", "de"),
    ("stpcpy", "ds"),
    ("strncpy", "den"),
    ("stpncpy", "dsn"),
    ("strcat", "de"),
    ("strncat", "dsn"),
    ("strlcpy", "dsn"),
    ("strlcat", "dsn"),
    ("memcpy", "den"),
    ("mempcpy", "dsn"),
    ("memmove", "den"),
    ("bcopy", "den"),
    ("memset", "ecn"),
    ("bzero", "en"),
    ("strlen", "e"),
    ("strnlen", "en"),
    ("strchr", "ec"),
    ("strrchr", "ec"),
    ("strchrnul", "ec"),
    ("memchr", "ecn"),
    ("strstr", "es"),
    ("strspn", "es"),
    ("strcspn", "es"),
    ("strpbrk", "es"),
    ("strcmp", "de"),
    ("strncmp", "den"),
    ("strcasecmp", "de"),
    ("strncasecmp", "den"),
    ("memcmp", "den"),
    ("strdup", "e"),
    ("strndup", "en"),
    ("atoi", "e"),
    ("atol", "e"),
    ("abs", "h"),
    ("sprintf", "dfsh"),
    ("snprintf", "dnfsh"),
    ("tolower", "c"),
    ("toupper", "c"),
    ("isalpha", "c"),
    ("isdigit", "c"),
    ("isalnum", "c"),
    ("isspace", "c"),
    ("isblank", "c"),
    ("isupper", "c"),
    ("islower", "c"),
    ("isxdigit", "c"),
    ("ispunct", "c"),
    ("isprint", "c"),
    ("isgraph", "c"),
    ("iscntrl", "c"),
    ("isascii", "c"),
];

/// Functions that the sanitizer does not watch, or not as strictly as the standard speaks: what goes wrong in the model may go unnoticed.
const UNWATCHED: [&str; 12] = [
    "stpcpy",
    "stpncpy",
    "mempcpy",
    "strchrnul",
    "strlcpy",
    "strlcat",
    "bcopy",
    "memchr",
    "strndup",
    "strnlen",
    "strncasecmp",
    "snprintf",
];

/// Formats for a string and a number.
const FORMATS: [&str; 8] = ["%s", "%s-%d", "<%5s|%u", "%-4s%x", "%.2s%d", "%%%s%X", "x", "%s%5d"];

#[test]
fn contracts_do_what_the_library_does() {
    let Some(mut library) = Libc::start() else { return };
    let calls =
        std::env::var("STRINGENT_LIBC_CALLS").ok().and_then(|text| text.parse().ok()).unwrap_or(CALLS);
    let mut told = Vec::new();
    for &(name, parameters) in FUNCTIONS {
        let mut dice = Dice::new(name.bytes().fold(7, |seed, byte| seed * 31 + u64::from(byte)));
        let mut exact = 0;
        for _ in 0..calls {
            let asked = random_call(&mut dice, name, parameters);
            let real = library.ask(&asked);
            for detail in [Detail::Texts, Detail::Bytes] {
                match compare(&asked, detail, real.as_ref()) {
                    Ok(found) => exact += usize::from(found && detail == Detail::Texts),
                    Err(why) => told.push(format!("{asked:?}: {why}; really {real:?}")),
                }
            }
        }
        if exact < calls / 8 {
            told.push(format!("{name}: only {exact} of {calls} calls are followed exactly"));
        }
    }
    let shown: Vec<&String> = told.iter().take(20).collect();
    assert!(told.is_empty(), "{} wrong: {shown:#?}", told.len());
}

#[test]
fn every_contract_is_known_by_its_name() {
    assert!(FUNCTIONS.iter().all(|(name, _)| front_c::library::is_listed(name)));
    assert!(front_c::library::is_listed("__builtin_strlen") && front_c::library::is_listed("__strcpy_chk"));
    assert!(!front_c::library::is_listed("qsort"));
}

/// Whether a run was exact; an error when the model is wrong.
fn compare(asked: &Asked, detail: Detail, real: Option<&(Given, [Vec<u8>; 2])>) -> Result<bool, String> {
    let mut exact = false;
    for run in model::runs(asked, detail) {
        let Some((given, buffers)) = real else {
            if run.violated.is_some() {
                return Ok(true);
            }
            if run.finished && !run.lost {
                return Err("the model sees nothing wrong".to_owned());
            }
            continue;
        };
        if let Some(rule) = run.violated {
            // With a value that was lost the model may go where the real run does not.
            return if UNWATCHED.contains(&asked.name) || run.lost || is_unnoticed(asked, rule) {
                Ok(false)
            } else {
                Err(format!("the model sees {}", rule.id()))
            };
        }
        if !run.finished || run.lost {
            continue;
        }
        exact = true;
        for (index, buffer) in buffers.iter().enumerate() {
            if text(buffer) != run.texts[index] {
                return Err(format!("buffer {index} has the text {:?}", run.texts[index]));
            }
        }
        for (buffer, bytes) in buffers.iter().zip(&run.bytes) {
            if bytes.as_ref().is_some_and(|bytes| bytes != buffer) {
                return Err(format!("the bytes are {bytes:?}"));
            }
        }
        if !agrees(asked.name, given, &run.given) {
            return Err(format!("the model gives {:?}", run.given));
        }
    }
    Ok(exact)
}

/// Whether the sanitizer may miss what the standard forbids: overlaps, and pointers to nowhere that are not followed.
fn is_unnoticed(asked: &Asked, rule: Rule) -> bool {
    rule == Rule::Overlap || matches!(asked.arguments.last(), Some(Argument::Int(0)))
}

/// Whether results are the same, as far as the standard says.
fn agrees(name: &str, real: &Given, model: &Given) -> bool {
    match (real, model) {
        (Given::Int(real), Given::Int(model)) if name.contains("cmp") => real.signum() == model.signum(),
        _ => real == model,
    }
}

/// The bytes before the first NUL.
fn text(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}

fn random_call(dice: &mut Dice, name: &'static str, parameters: &str) -> Asked {
    let is_number = name.starts_with("ato");
    let buffers = [random_bytes(dice, is_number), random_bytes(dice, is_number)];
    let place = |dice: &mut Dice, buffer: usize| {
        let cap = buffers[buffer].len() as u32;
        let offset = match dice.below(8) {
            0 => i64::from(cap),
            1 => -1,
            2 | 3 => i64::from(dice.below(cap + 2)),
            _ => 0,
        };
        Argument::Place(buffer, offset)
    };
    let one = |parameter: char, dice: &mut Dice| match parameter {
        'd' => place(dice, 0),
        's' => place(dice, 1),
        'e' if dice.one_in(30) => Argument::Null,
        'e' => {
            let buffer = dice.below(2) as usize;
            place(dice, buffer)
        }
        'c' if dice.one_in(3) => Argument::Int(i64::from(dice.below(256))),
        'c' => Argument::Int(i64::from(*dice.choose(b"ab0 \0A"))),
        'n' => Argument::Int(i64::from(dice.below(8))),
        'f' => Argument::Format(FORMATS[dice.below(FORMATS.len() as u32) as usize]),
        _ => Argument::Int(i64::from(*dice.choose(&[0, 7, -1, 12345, i32::MAX]))),
    };
    let arguments = parameters.chars().map(|parameter| one(parameter, dice)).collect();
    Asked { name, buffers, arguments }
}

/// Between one and eight bytes, mostly with a NUL among them, and often with nothing but NUL behind it.
fn random_bytes(dice: &mut Dice, is_number: bool) -> Vec<u8> {
    let size = if dice.one_in(4) { 1 + dice.below(16) } else { 1 + dice.below(8) };
    let letters: &[u8] = if is_number { b"0123456789-" } else { b"aabbcAB01 " };
    let mut bytes: Vec<u8> = (0..size).map(|_| *dice.choose(letters)).collect();
    if !dice.one_in(6) {
        let nul = dice.below(size) as usize;
        bytes[nul] = 0;
        if dice.one_in(2) {
            bytes[nul..].fill(0);
        }
    }
    bytes
}
