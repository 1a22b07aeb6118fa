//! The values of a failing run of C, as sources that a compiler takes.
//!
//! Values that the source asks for while it runs stand in a table, in the order in which it asks. A variable that nothing has
//! set gets its bytes right after its declaration, by a call that is put there; no line of the source moves. The parameters of
//! the entry are given in a call at the end of the source.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use verifier::front_c::Asked;
use verifier::{Given, Value};

/// Functions of the library that have a stand-in: those that take their values from the table, and the end of an assertion.
pub(super) const WRAPPED: [&str; 17] = [
    "__assert_fail",
    "malloc",
    "realloc",
    "getenv",
    "getcwd",
    "fgets",
    "gets",
    "read",
    "recv",
    "fread",
    "getchar",
    "getc",
    "fgetc",
    "rand",
    "random",
    "time",
    "alloca",
];

/// The most arguments that `main` is given.
const MOST_ARGUMENTS: usize = 10_000;

/// The table of values, and functions without a body that the source calls for numbers.
pub(super) fn table(given: &[Given], source: &str) -> String {
    let rows: Vec<String> = given.iter().filter_map(row).collect();
    let mut text =
        "struct answer { const char *who; long long number; const char *bytes; unsigned long size; };\n\
                    long long stringent_number(const char *who);\n"
            .to_owned();
    let count = rows.len();
    let _ = writeln!(text, "const unsigned long stringent_count = {count};");
    let _ = writeln!(text, "const struct answer stringent_answers[] = {{ {}{{0}} }};", rows.concat());
    for name in numbers(source) {
        let _ = writeln!(
            text,
            "__attribute__((weak)) long long {name}(void) {{ return stringent_number(\"{name}\"); }}"
        );
    }
    text
}

fn row(given: &Given) -> Option<String> {
    let who = match given.asked.as_ref()? {
        Asked::Number(name) => name.clone(),
        Asked::Library(name) => name.strip_prefix("__builtin_").unwrap_or(name).to_owned(),
        Asked::Variable(name) => variable(name)?,
        Asked::Parameter(_) => return None,
    };
    let is_known = !matches!(&given.asked, Some(Asked::Library(_))) || WRAPPED.contains(&who.as_str());
    is_known.then(|| match &given.value {
        Value::Int(number) => format!("{{\"{who}\", {}}}, ", integer(*number)),
        Value::Bool(value) => format!("{{\"{who}\", {}}}, ", u8::from(*value)),
        Value::Str(word) => format!("{{\"{who}\", 0, {}, {}}}, ", literal(word), word.len()),
    })
}

/// What a part of a variable is called in the table, when the source can name it.
fn variable(name: &str) -> Option<String> {
    let can_be_named = name.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]".contains(c));
    can_be_named.then(|| format!("variable {name}"))
}

/// The bits of a number, which may be one of any type of up to 64 bits.
fn integer(number: i128) -> String {
    format!("(long long){:#x}ULL", number.rem_euclid(1 << 64))
}

/// A string of C.
fn literal(word: &[u32]) -> String {
    word.iter().fold("\"".to_owned(), |mut text, byte| {
        let _ = write!(text, "\\{:03o}", byte & 255);
        text
    }) + "\""
}

/// The names in a source of functions that give any number.
fn numbers(source: &str) -> Vec<&str> {
    let mut names: Vec<&str> = source
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|name| name.contains("nondet") && !name.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The source with what sets variables that nothing has set, and a call of the entry.
///
/// # Errors
/// The parameter that cannot be given.
pub(super) fn program(
    source: &str,
    (entry, parameters): (&str, &[String]),
    given: &[Given],
) -> Result<String, String> {
    let mut insertions: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for Given { asked, span, .. } in given {
        let Some(Asked::Variable(name)) = asked else { continue };
        let place = declared_end(source, span.start as usize..span.end as usize, root(name));
        let (Some(who), Some(place)) = (variable(name), place) else { continue };
        let call = format!(" stringent_fill((void *)&({name}), sizeof({name}), \"{who}\");");
        let calls = insertions.entry(place).or_default();
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    let mut text = source.to_owned();
    for (place, calls) in insertions.into_iter().rev() {
        text.insert_str(place, &calls.concat());
    }
    let arguments: Result<Vec<String>, String> =
        parameters.iter().map(|name| argument(name, given)).collect();
    let call = format!("{entry}({})", arguments?.join(", "));
    Ok(format!("{text}\nint stringent_start(void) {{ {call}; return 0; }}\n"))
}

/// The variable that a part belongs to.
fn root(name: &str) -> &str {
    name.split(['.', '[']).next().unwrap_or(name)
}

/// Where the declaration of a variable ends that stands at a place, if it does.
fn declared_end(source: &str, place: std::ops::Range<usize>, name: &str) -> Option<usize> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let inside = source.get(place.clone())?;
    let mut at = inside.match_indices(name).find_map(|(at, _)| {
        let (before, after) = (inside[..at].chars().last(), inside[at + name.len()..].chars().next());
        (!before.is_some_and(is_word) && !after.is_some_and(is_word)).then_some(place.start + at)
    })?;
    let bytes = source.as_bytes();
    let mut depth = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'"' | b'\'' => at = closing(bytes, at)?,
            b';' if depth == 0 => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The end of a literal that begins at a place.
fn closing(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while *bytes.get(at)? != bytes[start] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    Some(at)
}

/// What the entry gets for a parameter.
fn argument(name: &str, given: &[Given]) -> Result<String, String> {
    let mine = |given: &&Given| matches!(&given.asked, Some(Asked::Parameter(of)) if of == name);
    let values: Vec<&Value> = given.iter().filter(mine).map(|given| &given.value).collect();
    match values[..] {
        [Value::Int(number)] => Ok(integer(*number)),
        [Value::Str(byte)] => Ok(byte.first().copied().unwrap_or_default().to_string()),
        [Value::Int(_), Value::Str(_), Value::Int(0)] => Ok("(void *)0".to_owned()),
        [Value::Int(size), Value::Str(bytes)] | [Value::Int(size), Value::Str(bytes), _] => {
            Ok(format!("stringent_object({}, {}, {})", integer(*size), literal(bytes), bytes.len()))
        }
        [Value::Str(_), ..] => strings(&values, given),
        _ => Err(format!("nothing can be given for the parameter {name}")),
    }
}

/// The arguments of `main`: as many as it is told, of which the first are given.
fn strings(texts: &[&Value], given: &[Given]) -> Result<String, String> {
    let is_count = |given: &&Given| matches!(given, Given { asked: Some(Asked::Parameter(_)), .. });
    let Some(Value::Int(count)) = given.iter().find(is_count).map(|given| &given.value) else {
        return Err("the number of arguments is not known".to_owned());
    };
    let count = usize::try_from(*count).ok().filter(|count| *count <= MOST_ARGUMENTS);
    let count = count.ok_or("there are too many arguments")?;
    let object = |at: usize| {
        let word: &[u32] = if let Some(Value::Str(word)) = texts.get(at) { word } else { &[] };
        format!("stringent_object({}, {}, {}), ", word.len() + 1, literal(word), word.len())
    };
    Ok(format!("(char *[]){{{}(char *)0}}", (0..count).map(object).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_ends_behind_its_initialisers() {
        let source = "void f(void) { char s[2] = {';', 1}, t[4]; char u[3]; }";
        let end = |name: &str| declared_end(source, 0..source.len(), name).map(|at| &source[..at]);
        assert_eq!(end("t"), Some("void f(void) { char s[2] = {';', 1}, t[4];"));
        assert_eq!(end("u"), Some("void f(void) { char s[2] = {';', 1}, t[4]; char u[3];"));
        assert_eq!(end("v"), None);
    }

    #[test]
    fn values_are_written_as_c_has_them() {
        assert_eq!(integer(-1), "(long long)0xffffffffffffffffULL");
        assert_eq!(literal(&[0, 34, 255]), "\"\\000\\042\\377\"");
        assert_eq!(
            numbers("int x = __VERIFIER_nondet_int(); nondet_char()"),
            ["__VERIFIER_nondet_int", "nondet_char"]
        );
    }
}
