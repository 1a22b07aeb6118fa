//! The classes of Java itself, as models over values.
//!
//! A row gives a method its model and says how close it is. What a model cannot say exactly it leaves open, by a variable
//! that is any value; so what Java does is always among what the model does. The semantics, exceptions with
//! their classes included, are those of JDK 17, and every row is compared with it by the tests.
//!
//! This knows values and the program under construction, and nothing of class files or of the heap: an object of
//! the library is the tuple of its [`parts`]. The default locale is taken to be neither Turkish, Azeri nor Lithuanian.

mod value;
mod call;
mod text;
mod characters;
mod cases;
mod strings;
mod search;
mod shapes;
mod units;
mod builders;
mod numerals;
mod boxes;
mod math;
mod patterns;
mod recipe;
mod pieces;
mod locales;
mod addresses;

use std::collections::HashMap;
use std::sync::OnceLock;

use ir::emit::Emit;

use call::Call;
pub(crate) use pieces::any_piece;
pub use recipe::concat;
pub use value::{Grade, Invocation, Modelled, Thrower, Value};

/// A method of the library.
struct Row {
    /// Its name and the types of its parameters: `charAt(I)`.
    method: &'static str,
    /// How close the model is.
    grade: Grade,
    /// What it does; none when the arguments are of a kind that the model does not know, and then nothing was thrown.
    model: fn(&mut Call<'_>) -> Option<Value>,
}

/// A row.
const fn row(method: &'static str, grade: Grade, model: fn(&mut Call<'_>) -> Option<Value>) -> Row {
    Row { method, grade, model }
}

/// The rows of each class.
fn tables() -> impl Iterator<Item = (&'static str, &'static [Row])> {
    [
        (STRING, strings::ROWS),
        (STRING, search::ROWS),
        (STRING, search::SHARED),
        (STRING, shapes::ROWS),
        (STRING, shapes::SHARED),
        (STRING, patterns::STRING),
        (STRING, recipe::ROWS),
        (STRING, pieces::SPLIT),
        (STRING, locales::ROWS),
        (BUILDER, builders::ROWS),
        (BUILDER, builders::BUILDER),
        (BUILDER, search::SHARED),
        (BUILDER, shapes::SHARED),
        (BUFFER, builders::ROWS),
        (BUFFER, builders::BUFFER),
        (BUFFER, search::SHARED),
        (BUFFER, shapes::SHARED),
        ("java/lang/Character", units::ROWS),
        ("java/lang/Integer", boxes::INTEGER),
        ("java/lang/Integer", boxes::NUMBER),
        ("java/lang/Integer", boxes::NARROW),
        ("java/lang/Long", boxes::LONG),
        ("java/lang/Long", boxes::NUMBER),
        ("java/lang/Short", boxes::SHORT),
        ("java/lang/Short", boxes::NUMBER),
        ("java/lang/Short", boxes::NARROW),
        ("java/lang/Byte", boxes::BYTE),
        ("java/lang/Byte", boxes::NUMBER),
        ("java/lang/Byte", boxes::NARROW),
        ("java/lang/Boolean", boxes::BOOLEAN),
        ("java/lang/Float", boxes::FLOAT),
        ("java/lang/Double", boxes::DOUBLE),
        ("java/lang/Math", math::MATH),
        ("java/util/Objects", math::OBJECTS),
        (patterns::PATTERN, patterns::OF_PATTERN),
        (patterns::MATCHER, patterns::OF_MATCHER),
        ("java/util/StringTokenizer", pieces::TOKENIZER),
        ("java/net/URLEncoder", addresses::ENCODER),
        ("java/net/URLDecoder", addresses::DECODER),
    ]
    .into_iter()
}

const STRING: &str = "java/lang/String";
const BUILDER: &str = "java/lang/StringBuilder";
const BUFFER: &str = "java/lang/StringBuffer";

/// The class whose rows describe a class.
fn described(class: &str) -> &str {
    match class {
        "java/lang/CharSequence" => STRING,
        other => other,
    }
}

fn find(class: &str, method: &str) -> Option<&'static Row> {
    static ROWS: OnceLock<HashMap<(&str, &str), &Row>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        tables().flat_map(|(class, rows)| rows.iter().map(move |row| ((class, row.method), row))).collect()
    });
    rows.get(&(described(class), method)).copied()
}

/// Emits what a call does; `None` when it has no model, and then nothing was emitted.
///
/// Exceptions come first, in the order in which Java finds them; nothing has happened to the receiver by then.
pub fn model(emit: &mut Emit, thrower: &mut dyn Thrower, call: &Invocation<'_>) -> Option<Modelled> {
    let parameters = &call.descriptor[..=call.descriptor.find(')')?];
    let row = find(call.class, &format!("{}{parameters}", call.name))?;
    let mark = emit.mark();
    let mut open = Call {
        emit,
        thrower,
        receiver: call.receiver,
        arguments: call.arguments,
        types: types(parameters),
        parts: None,
        changed: Vec::new(),
    };
    let Some(result) = (row.model)(&mut open) else {
        open.emit.undo(mark);
        return None;
    };
    let Call { parts, changed, .. } = open;
    Some(Modelled { result, parts, changed, grade: row.grade })
}

/// What the parts of an object of a class of the library are, by the descriptors of their types; none for other classes.
///
/// A string, a builder and a box have one, what they hold.
pub fn parts(class: &str) -> Option<&'static [&'static str]> {
    const TEXT: &str = "Ljava/lang/String;";
    Some(match described(class) {
        STRING | BUILDER | BUFFER => &[TEXT],
        patterns::PATTERN => &[TEXT, "I"],
        patterns::MATCHER => &[TEXT, "I", TEXT, "I"],
        "java/util/StringTokenizer" => &[TEXT, TEXT],
        "java/lang/Integer" => &["I"],
        "java/lang/Long" => &["J"],
        "java/lang/Short" => &["S"],
        "java/lang/Byte" => &["B"],
        "java/lang/Boolean" => &["Z"],
        "java/lang/Character" => &["C"],
        _ => return None,
    })
}

/// Every row: its class, its method with parameters, and how close its model is.
pub fn rows() -> impl Iterator<Item = (&'static str, &'static str, Grade)> {
    tables().flat_map(|(class, rows)| rows.iter().map(move |row| (class, row.method, row.grade)))
}

/// The first character of each type in `(..)`.
fn types(parameters: &str) -> Vec<char> {
    let mut types = Vec::new();
    let mut rest = parameters.trim_start_matches('(');
    while let Some(first) = rest.chars().next().filter(|&first| first != ')') {
        types.push(first);
        let element = rest.trim_start_matches('[');
        let end = if element.starts_with('L') { element.find(';').unwrap_or(0) } else { 0 };
        rest = &element[(end + 1).min(element.len())..];
    }
    types
}
