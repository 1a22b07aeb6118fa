//! Certificates in a working process: the facts that are accepted while a program is verified, and a file that is checked
//! instead.
//!
//! So a certificate costs no second analysis, and proves what the report says is proved; and what depends on the proof of
//! other places is left open in the same way when a file is checked.

use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use verifier::{Event, MOST_BYTES, Options, Program, Property, Refusal, Shown, certified, written};

use crate::escape;
use crate::findings::message::{Certified, Message, Written};
use crate::findings::source::Source;
use crate::question::arguments::WorkOrder;

/// What was accepted so far.
pub(crate) struct Kept {
    /// The name of the file, where there shall be one.
    name: Option<String>,
    shown: Vec<Shown>,
}

impl Kept {
    /// Nothing yet.
    pub(crate) fn new(order: &WorkOrder, source: &Source) -> Kept {
        Kept { name: order.certificate.then(|| name(order, source)), shown: Vec::new() }
    }

    /// Keeps what was accepted, when that is wanted.
    pub(crate) fn add(&mut self, shown: Shown) {
        if self.name.is_some() {
            self.shown.push(shown);
        }
    }

    /// The certificate, when one is wanted.
    pub(crate) fn message(&self) -> Option<Message> {
        let text = || written(&self.shown).map_err(|why| escape::text(&why));
        self.name.clone().map(|name| Message::Certificate(Written { name, text: text() }))
    }
}

/// The name of the certificate of a program in a folder: that of its source, and of its entry if it has one, as a name of a file.
fn name(order: &WorkOrder, source: &Source) -> String {
    let entry = order.java.entry.as_deref().map_or(String::new(), |entry| format!(" {entry}"));
    let mut name = String::new();
    for byte in (source.name.clone() + &entry).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => name.push(char::from(byte)),
            _ => {
                let _ = write!(name, "%{byte:02X}");
            }
        }
    }
    name + ".cert"
}

/// The certificate of the order checked for a program: what it decides is told as settled, and what came of it by the message.
pub(crate) fn properties(
    (program, source): (&Program, &Source),
    (order, path): (&WorkOrder, &Path),
    options: &Options,
    watch: &mut dyn FnMut(Event<'_>),
) -> (Vec<Property>, Message) {
    let path = if path.is_dir() { path.join(name(order, source)) } else { path.to_owned() };
    let place = escape::path(&path);
    let (bytes, unread) = match bytes_of(&path) {
        Ok(bytes) => (bytes, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let (properties, outcome) = certified(program, &bytes, options, watch);
    let refused = |of: &str, why: &str, is_undecided| Certified::Refused {
        why: format!("{of}: {}", escape::text(why)),
        is_undecided,
    };
    let told = match (unread, outcome) {
        (None, Ok(Ok(found))) => {
            let dropped = found.dropped.iter().map(|why| escape::text(&why.to_string())).collect();
            Certified::Accepted { dropped, is_false: found.is_false() }
        }
        (None, Ok(Err(refusal))) => {
            let of = match &refusal {
                Refusal::File(_) | Refusal::Facts(_) => &place,
                Refusal::Calls(_) | Refusal::NothingAsserted => &source.name,
            };
            let is_undecided = refusal.is_undecided() || refusal == Refusal::NothingAsserted;
            refused(of, &refusal.to_string(), is_undecided)
        }
        (Some(why), _) | (None, Err(why)) => refused(&place, &why, true),
    };
    (properties, Message::Certified(told))
}

/// The bytes of a file, or the first of them when there are more than any certificate has.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err("it is not a regular file".to_owned());
    }
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}
