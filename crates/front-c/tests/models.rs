//! Contracts against the real library: a call that goes wrong there violates a claim, and a run that lost nothing
//! leaves the same texts and gives the same result.
//!
//! Each call is asked of the library under `AddressSanitizer` with buffers of exactly the right size. Every program is run
//! with several seeds, because a contract may guess a value and compare it.

mod libc;
mod model;

use front_c::memory::{Detail, Rule};
use ir::dice::Dice;
use ir::interp::{Allowed, Oracle, Request, Value as Truth};
use libc::{Argument, Asked, Given, Libc};

/// Calls a function when nothing else is said.
const CALLS: usize = 60;

/// Functions by their parameters: `d` and `s` pointers into the first and the second buffer, `e` either of them, `c` a byte, `n` a size,
/// `m` a size that is not 0, `h` a number, `f` a format with a string and a number after it, `z` null, `r` a radix, `x` room for a number, `k` and `j`
/// formats that read a string first or a number first.
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
    ("strsep", "es"),
    ("strsep+left", "es"),
    ("strtok", "ds"),
    ("strtok+next", "ds"),
    ("strtok_r", "dsz"),
    ("strtok_r+left", "dsz"),
    ("strtol", "ezr"),
    ("strtol+left", "ezr"),
    ("strtoul", "ezr"),
    ("sscanf", "skdx"),
    ("sscanf+number", "sjxd"),
    ("realloc", "dm"),
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

/// Formats that read a string and a number.
const WORDS: [&str; 11] =
    ["%s", "%3s", "%c", "%s %d", "a%2s%d", " %c", "%*s%s", "%2s,%d", "%[a-c]%d", "%2[^ab]", "%*[]a ]%s"];
/// Formats that read a number and a string.
const NUMERALS: [&str; 4] = ["%d%s", "%d %2s", "%d-%s", "%d"];

/// Formats for a string and a number.
const FORMATS: [&str; 11] =
    ["%s", "%s-%d", "<%5s|%u", "%-4s%x", "%.2s%d", "%%%s%X", "x", "%s%5d", "%s%04u", "%s%03x", "%s%012X"];

#[test]
fn contracts_do_what_the_library_does() {
    let Some(mut library) = Libc::start("contracts") else { return };
    let calls =
        std::env::var("STRINGENT_LIBC_CALLS").ok().and_then(|text| text.parse().ok()).unwrap_or(CALLS);
    let mut told = Vec::new();
    for &(name, parameters) in FUNCTIONS {
        let mut dice =
            Dice::new(name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte)));
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

/// Functions that read what comes from outside, which here is what the second buffer holds.
const INPUTS: [(&str, &str); 4] = [("fgets", "dn"), ("read", "hdn"), ("fread", "don"), ("getcwd", "dn")];

#[test]
fn inputs_are_among_those_of_their_contracts() {
    let Some(mut library) = Libc::start("inputs") else { return };
    for (name, parameters) in INPUTS {
        let mut dice =
            Dice::new(name.bytes().fold(3, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte)));
        let (mut same, mut wrong) = (0, 0);
        for _ in 0..2 * CALLS {
            let asked = random_call(&mut dice, name, parameters);
            let real = library.ask(&asked);
            let violated = |oracle: &mut dyn Oracle| model::run_with(&asked, Detail::Bytes, oracle).violated;
            let Some((given, buffers)) = real else {
                let found = violated(&mut |request: &Request<'_>| Some(some_value(request)));
                assert!(found.is_some(), "the model sees nothing wrong: {asked:?}");
                wrong += 1;
                continue;
            };
            let ran = model::run_with(&asked, Detail::Bytes, &mut |request: &Request<'_>| {
                Some(true_value(request, &asked, (&given, &buffers[0])))
            });
            if ran.violated.is_some() {
                // The room for all that may come is claimed, not only for what came.
                continue;
            }
            assert!(ran.finished, "{asked:?}: really {given:?} {buffers:?}");
            if !ran.lost {
                assert_eq!(ran.bytes[0].as_ref(), Some(&buffers[0]), "{asked:?}");
                same += 1;
            }
            assert_eq!(ran.given, given, "{asked:?}");
        }
        assert!(same > CALLS / 4 && wrong > 0, "{name}: {same} {wrong}");
    }
}

/// What the outside gave in a call with this outcome.
fn true_value(request: &Request<'_>, asked: &Asked, (given, buffer): (&Given, &[u8])) -> Truth {
    let place = asked.arguments.iter().find_map(|argument| match argument {
        Argument::Place(0, offset) => usize::try_from(*offset).ok(),
        Argument::Place(..) | Argument::Null | Argument::Int(_) | Argument::Room | Argument::Format(_) => {
            None
        }
    });
    let bytes = buffer.get(place.unwrap_or(0)..).unwrap_or_default();
    match (&request.allowed, given) {
        (Allowed::Truth, _) => Truth::Bool(*given != Given::Null),
        (Allowed::Integer(_), Given::Int(count)) => Truth::Int(*count),
        (Allowed::Integer(_), _) => Truth::Int(0),
        (Allowed::Word { .. }, Given::Int(count)) => word(&bytes[..usize::try_from(*count).unwrap_or(0)]),
        // What a failure left in the buffer.
        (Allowed::Word { .. }, Given::Null) => word(bytes),
        (Allowed::Word { .. }, _) if asked.name == "fgets" => word(&line(asked)),
        (Allowed::Word { .. }, _) => word(text(bytes)),
    }
}

/// The line that a call reads: to the first newline, or as much as it may.
fn line(asked: &Asked) -> Vec<u8> {
    let Some(Argument::Int(size)) = asked.arguments.get(1) else { return Vec::new() };
    let most = usize::try_from(*size - 1).unwrap_or(0);
    let source = &asked.buffers[1];
    let end = source.iter().position(|&byte| byte == b'\n').map_or(source.len(), |at| at + 1);
    source[..end.min(most)].to_vec()
}

fn word(bytes: &[u8]) -> Truth {
    Truth::Str(bytes.iter().map(|&byte| u32::from(byte)).collect())
}

fn some_value(request: &Request<'_>) -> Truth {
    match request.allowed {
        Allowed::Truth => Truth::Bool(true),
        Allowed::Integer(_) => Truth::Int(0),
        Allowed::Word { .. } => Truth::Str(Vec::new()),
    }
}

#[test]
fn every_contract_is_known_by_its_name() {
    let is_listed = |name: &str| name.split('+').next().is_some_and(front_c::library::is_listed);
    assert!(FUNCTIONS.iter().all(|(name, _)| is_listed(name)));
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
        // A class is 0, or any other number.
        (Given::Int(real), Given::Int(model)) if name.starts_with("is") => (*real == 0) == (*model == 0),
        _ => real == model,
    }
}

/// The bytes before the first NUL.
fn text(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}

fn random_call(dice: &mut Dice, name: &'static str, parameters: &str) -> Asked {
    let is_number =
        ["ato", "strtol", "strtoul"].iter().any(|start| name.starts_with(start)) || name.ends_with("number");
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
        'm' => Argument::Int(1 + i64::from(dice.below(8))),
        'z' => Argument::Null,
        'o' => Argument::Int(1),
        'x' => Argument::Room,
        'r' => Argument::Int(*dice.choose(&[10, 10, 10, 16, 0])),
        'k' => Argument::Format(WORDS[dice.below(WORDS.len() as u32) as usize]),
        'j' => Argument::Format(NUMERALS[dice.below(NUMERALS.len() as u32) as usize]),
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
