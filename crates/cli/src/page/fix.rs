//! Changes of a page that do what is advised, as text.
//!
//! How a value is written decides what the change looks like: as an expression of its own, or inside a string. Nothing
//! here knows which it is: each way is tried, the page with it is read and analysed again, and the first one that is
//! proved is taken. So a change that is told makes the sink safe, by the text that is told.

use serde::{Deserialize, Serialize};
use verifier::php::{Edit, Lowered};
use verifier::{Advice, Options, Property, keeps};

use super::{Site, lower};

/// A text in the place of another, by its bytes in the page's own file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
}

/// A value as it may stand in a source.
#[derive(Clone, Copy)]
enum Written {
    /// An expression of its own.
    Plain,
    /// In a string with double quotes.
    Quoted,
    /// There between braces.
    Braced,
}

/// The changes of a page that make a property hold; none when the advice has none, or none was proved.
pub(crate) fn fix(
    lowered: &Lowered,
    (property, advice): (&Property, &Advice),
    site: Site<'_>,
    options: &Options,
) -> Vec<Change> {
    let Some(page) = lowered.files.first() else { return Vec::new() };
    if advice.edits.is_empty() || advice.edits.iter().any(|edit| edit.span.file != 0) {
        return Vec::new();
    }
    let is_right = |changes: &Vec<Change>| {
        let edited = lower(&page.name, &changed(&page.bytes, changes), site);
        keeps(&edited, lowered, property.checked.assertion(), options)
    };
    [Written::Plain, Written::Quoted, Written::Braced]
        .into_iter()
        .filter_map(|written| advice.edits.iter().map(|edit| change(&page.bytes, edit, written)).collect())
        .find(is_right)
        .unwrap_or_default()
}

/// What an edit is for a value that is written in a way; none when it is not written so.
fn change(bytes: &[u8], edit: &Edit, written: Written) -> Option<Change> {
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    let value = std::str::from_utf8(bytes.get(start..end)?).ok()?;
    let around = format!("{}{value}{}", edit.before, edit.after);
    let quoted = format!("\" . {around} . \"");
    let is_braced = start > 0 && bytes[start - 1] == b'{' && bytes.get(end) == Some(&b'}');
    let (start, end, text) = match written {
        Written::Plain => (start, end, around),
        // The braces of a value would stay and be written.
        Written::Quoted if !is_braced && value.starts_with('$') => (start, end, quoted),
        Written::Braced if is_braced && value.starts_with('$') => (start - 1, end + 1, quoted),
        Written::Quoted | Written::Braced => return None,
    };
    Some(Change { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()?, text })
}

/// A source with changes made, which come in its order.
fn changed(bytes: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut result = bytes.to_vec();
    for change in changes.iter().rev() {
        result.splice(change.start as usize..change.end as usize, change.text.bytes());
    }
    result
}
