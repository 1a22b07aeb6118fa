//! Probing: requests that are tried on the real php where a rule of a page is left undecided.
//!
//! A construct that is not modelled leaves a page undecided. A request that breaks the page is a fact all the same: php
//! runs the page with payloads of a table in every parameter, written plainly, in arrays, as keys and in encodings that
//! pages undo. A payload counts when php wrote it, or gave it to a sink, where the rule forbids untrusted characters.
//! Characters at its edges that php writes without being sent are the page's own. That no request is found says nothing.

use std::collections::BTreeSet;
use std::ops::Range;

use automata::{MARK, Symbol};
use verifier::Span;
use verifier::php::policy::RuleId;
use verifier::php::{Exploit, Given, Lowered, Source};

use super::payloads::{self, ENCODINGS, Encoding, Payload, TOKEN};
use super::replay::{PhpRun, Violation, run_page, sunk};

/// How often php is run for a rule of a page.
const RUNS: usize = 200;
/// How many names and words of a page are tried as keys.
const WORDS: usize = 8;
/// How many of its words are tried as values of other parameters.
const VALUES: usize = 4;
/// Superglobals that a request fills.
const FILLED: [&str; 4] = ["_GET", "_POST", "_COOKIE", "_REQUEST"];

/// A superglobal and a key of it.
type Parameter = (String, String);

/// A rule of a page that is left undecided.
pub(super) struct Target<'a> {
    /// The page.
    pub(super) lowered: &'a Lowered,
    /// The rule.
    pub(super) rule: RuleId,
    /// Where it may be broken.
    pub(super) span: Span,
    /// A failing run that php did not confirm.
    pub(super) near: Option<&'a Exploit>,
}

/// One request to try: a payload, how it is encoded, and which of the page's carriers takes it.
struct Trial {
    payload: &'static Payload,
    encoding: Option<Encoding>,
    carrier: usize,
}

/// Searches a request that makes the real php break the rule.
pub(super) fn probe(target: &Target<'_>) -> Option<Exploit> {
    let page = Page::of(target.lowered);
    let mut tried = BTreeSet::new();
    for trial in trials(target.rule, page.carriers(b"", target.near).len()) {
        let text = trial.payload.text();
        let request = page.request(&trial, &text, target.near);
        let key: Vec<_> = request.iter().map(|given| (&given.from, &given.key, &given.value)).collect();
        if request.is_empty() || !tried.insert(format!("{key:?}")) {
            continue;
        }
        if tried.len() > RUNS {
            return None;
        }
        let core = trial.payload.core;
        let run = target.run(request.clone()).ok()?;
        if target.breaking(&run, core, 0..core.len()).is_none() {
            continue;
        }
        let brought = brought(core, |sent| {
            let text = [trial.payload.before, sent].concat();
            let run = target.run(page.request(&trial, &text, target.near));
            run.map_or_else(|_| Vec::new(), |run| target.texts(&run))
        });
        if let Some(written) = target.breaking(&run, core, brought) {
            return Some(Exploit { request, written, ..target.base() });
        }
    }
    None
}

impl Target<'_> {
    /// What is known of the world around a failing run.
    fn base(&self) -> Exploit {
        Exploit { world: self.near.map_or_else(Vec::new, |near| near.world.clone()), ..Exploit::default() }
    }

    fn run(&self, request: Vec<Given>) -> Result<PhpRun, String> {
        let exploit = Exploit { request, ..self.base() };
        run_page(&Violation {
            files: &self.lowered.files,
            rule: self.rule,
            span: self.span,
            exploit: &exploit,
        })
    }

    /// The texts of a run that the rule speaks of.
    fn texts(&self, run: &PhpRun) -> Vec<Vec<u8>> {
        if self.rule != RuleId::Html {
            return sunk(&run.errors, self.rule);
        }
        if is_html(run) { vec![run.output.clone()] } else { Vec::new() }
    }

    /// A text with the payload that breaks the rule when the part of the payload is untrusted, marked so.
    fn breaking(&self, run: &PhpRun, core: &[u8], brought: Range<usize>) -> Option<Vec<Symbol>> {
        let allowed = &self.rule.rule().policy().allowed;
        self.texts(run).iter().find_map(|text| {
            let places = (0..text.len()).filter(|&at| text[at..].starts_with(core));
            places
                .map(|at| marked(text, at + brought.start..at + brought.end))
                .find(|word| !allowed.contains(word))
        })
    }
}

/// The part of a payload that only the request can have brought. What stands before the first token and behind the last
/// may be the page's own: it is the request's when php writes it once more for each time that it is sent. `texts` are
/// what php writes when a text is sent.
fn brought(core: &[u8], texts: impl Fn(&[u8]) -> Vec<Vec<u8>>) -> Range<usize> {
    let tokens = || (0..core.len()).filter(|&at| core[at..].starts_with(TOKEN));
    let (Some(start), Some(last)) = (tokens().next(), tokens().next_back()) else { return 0..0 };
    let end = last + TOKEN.len();
    let (lead, middle, trail) = (&core[..start], &core[start..end], &core[end..]);
    let [unsent, once, twice] = [0, 1, 2].map(|times| {
        let written = texts(&[&lead.repeat(times), middle, &trail.repeat(times)].concat());
        let most =
            |repeats: fn(&[u8], &[u8]) -> usize, part: &[u8], side: fn(&[u8], Range<usize>) -> &[u8]| {
                let found = written.iter().flat_map(|text| {
                    let places = (0..text.len()).filter(|&at| text[at..].starts_with(middle));
                    places.map(|at| repeats(side(text, at..at + middle.len()), part))
                });
                found.max().unwrap_or(0)
            };
        (
            most(repeats_at_end, lead, |text, middle| &text[..middle.start]),
            most(repeats_at_start, trail, |text, middle| &text[middle.end..]),
        )
    });
    let grows = |unsent, once, twice| unsent < once && once < twice;
    let start = if grows(unsent.0, once.0, twice.0) { 0 } else { start };
    let end = if grows(unsent.1, once.1, twice.1) { core.len() } else { end };
    start..end
}

/// How often a part stands in a row at the end of a text.
fn repeats_at_end(mut text: &[u8], part: &[u8]) -> usize {
    let mut count = 0;
    while let Some(rest) = text.strip_suffix(part).filter(|_| !part.is_empty()) {
        (text, count) = (rest, count + 1);
    }
    count
}

/// How often a part stands in a row at the start of a text.
fn repeats_at_start(mut text: &[u8], part: &[u8]) -> usize {
    let mut count = 0;
    while let Some(rest) = text.strip_prefix(part).filter(|_| !part.is_empty()) {
        (text, count) = (rest, count + 1);
    }
    count
}

/// A text of which a part is untrusted.
fn marked(text: &[u8], untrusted: Range<usize>) -> Vec<Symbol> {
    let mark =
        |(at, &byte): (usize, &u8)| Symbol::from(byte) | if untrusted.contains(&at) { MARK } else { 0 };
    text.iter().enumerate().map(mark).collect()
}

/// Whether a browser shows what php wrote as HTML, by its headers.
fn is_html(run: &PhpRun) -> bool {
    sunk(&run.errors, RuleId::Header).iter().all(|line| {
        let line = String::from_utf8_lossy(line).to_ascii_lowercase();
        let is_other = line.starts_with("content-type") && !line.contains("html") && !line.contains("xml");
        !is_other && !line.starts_with("content-disposition")
    })
}

/// What is tried, the likeliest first: the plain payloads everywhere, then encoded ones, then the rarer payloads.
fn trials(rule: RuleId, carriers: usize) -> Vec<Trial> {
    let payloads = payloads::of(rule);
    let (first, others) = payloads.split_at(payloads.len().min(2));
    let plain = |payload, most: usize| {
        (0..carriers.min(most)).map(move |carrier| Trial { payload, encoding: None, carrier })
    };
    let encoded = |payload| {
        ENCODINGS.iter().map(move |&encoding| Trial { payload, encoding: Some(encoding), carrier: 0 })
    };
    let mut all: Vec<Trial> = first.iter().flat_map(|payload| plain(payload, usize::MAX)).collect();
    all.extend(payloads.iter().take(1).flat_map(encoded));
    all.extend(others.iter().flat_map(|payload| plain(payload, 3)));
    all.extend(payloads.iter().skip(1).take(5).flat_map(encoded));
    all
}

/// What a page reads and names.
struct Page {
    /// The parameters that it is known to read.
    parameters: Vec<Parameter>,
    /// The superglobals that it names.
    filled: Vec<&'static str>,
    /// Whether it names uploaded files.
    has_files: bool,
    /// Names of its variables.
    names: Vec<String>,
    /// Short constants.
    words: Vec<String>,
}

impl Page {
    fn of(lowered: &Lowered) -> Page {
        let text: String =
            lowered.files.iter().map(|file: &Source| String::from_utf8_lossy(&file.bytes)).collect();
        let mut parameters: Vec<Parameter> = Vec::new();
        for parameter in &lowered.parameters {
            let parameter = (parameter.from.clone(), parameter.key.clone());
            if !parameters.contains(&parameter) {
                parameters.push(parameter);
            }
        }
        Page {
            parameters,
            filled: FILLED.into_iter().filter(|name| text.contains(name)).collect(),
            has_files: text.contains("_FILES"),
            names: names(&text),
            words: words(&text),
        }
    }

    /// The request of a trial with a text in the place of its payload.
    fn request(&self, trial: &Trial, text: &[u8], near: Option<&Exploit>) -> Vec<Given> {
        let text = trial.encoding.map_or_else(|| text.to_vec(), |encode| encode(text));
        self.carriers(&text, near).swap_remove(trial.carrier)
    }

    /// The requests that may carry a text; the first has it in every parameter.
    fn carriers(&self, value: &[u8], near: Option<&Exploit>) -> Vec<Vec<Given>> {
        let mut requests = vec![self.everywhere(value)];
        let near = near.map_or_else(Vec::new, |near| near.request.clone());
        for at in 0..near.len() {
            let mut request = near.clone();
            request[at].value = value.to_vec();
            requests.push(request);
        }
        requests.push(self.within_arrays(value));
        requests.push(self.as_keys(value));
        requests.push(self.by_names(value));
        requests.push(self.as_files(value));
        requests.extend(self.one_by_one(value));
        requests
    }

    /// A text in every parameter.
    fn everywhere(&self, value: &[u8]) -> Vec<Given> {
        let known = self.parameters.iter().map(|(from, key)| give(from, key, value));
        let named =
            self.filled.iter().flat_map(|from| self.words.iter().map(move |word| give(from, word, value)));
        known.chain(named.filter(|given| !self.is_known(given))).collect()
    }

    fn is_known(&self, given: &Given) -> bool {
        self.parameters.iter().any(|(from, key)| *from == given.from && *key == given.key)
    }

    /// A text as an element of every parameter.
    fn within_arrays(&self, value: &[u8]) -> Vec<Given> {
        let mut request = Vec::new();
        for (from, key) in &self.parameters {
            request.push(give(from, &format!("{key}[0]"), value));
            for word in self.words.iter().filter(|word| *word != "0") {
                request.push(give(from, &format!("{key}[{word}]"), value));
            }
        }
        request
    }

    /// A text as a key.
    fn as_keys(&self, value: &[u8]) -> Vec<Given> {
        let key = String::from_utf8_lossy(value).replace(['[', ']'], "_");
        // PHP writes an underscore for these in the name of a parameter, and not in the key of an element.
        let name = key.trim_start().replace([' ', '.'], "_");
        let top = self.filled.iter().map(|from| give(from, &name, b"1"));
        let inner = self.parameters.iter().map(|(from, known)| give(from, &format!("{known}[{key}]"), b"1"));
        top.chain(inner).collect()
    }

    /// A text under the name of every variable.
    fn by_names(&self, value: &[u8]) -> Vec<Given> {
        self.filled
            .iter()
            .flat_map(|from| self.names.iter().map(move |name| give(from, name, value)))
            .collect()
    }

    /// A text as the fields of an uploaded file. PHP cuts folders off its name.
    fn as_files(&self, value: &[u8]) -> Vec<Given> {
        let mut request = Vec::new();
        let name = value.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or(value);
        for word in self.words.iter().filter(|_| self.has_files) {
            for (field, value) in [("name", name), ("type", value), ("full_path", value)] {
                request.push(give("_FILES", &format!("{word}[{field}]"), value));
            }
            for (field, value) in [("tmp_name", "upload"), ("error", "0"), ("size", "1")] {
                request.push(give("_FILES", &format!("{word}[{field}]"), value.as_bytes()));
            }
        }
        request
    }

    /// A text in one parameter, and constants of the page in the others.
    fn one_by_one(&self, value: &[u8]) -> Vec<Vec<Given>> {
        let mut requests = Vec::new();
        for own in self.parameters.iter().filter(|_| self.parameters.len() > 1) {
            for word in self.words.iter().take(VALUES) {
                let request = self.parameters.iter().map(|parameter| {
                    let value = if parameter == own { value } else { word.as_bytes() };
                    give(&parameter.0, &parameter.1, value)
                });
                requests.push(request.collect());
            }
            requests.push(vec![give(&own.0, &own.1, value)]);
        }
        requests
    }
}

fn give(from: &str, key: &str, value: &[u8]) -> Given {
    Given { from: from.to_owned(), key: key.to_owned(), value: value.to_vec() }
}

/// Names of variables, each once.
fn names(text: &str) -> Vec<String> {
    let parts = text.split('$').skip(1);
    let named =
        parts.map(|part| part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect());
    distinct(named.filter(|name: &String| !name.is_empty() && !name.starts_with('_') && name != "this"))
}

/// Short constants between quotes, each once.
fn words(text: &str) -> Vec<String> {
    let is_word = |part: &&str| {
        !part.is_empty() && part.len() < 20 && part.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
    };
    distinct(text.split(['\'', '"']).filter(is_word).map(str::to_owned))
}

fn distinct(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in all {
        if kept.len() < WORDS && !kept.contains(&name) {
            kept.push(name);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_request_brought_is_marked() {
        let word = marked(b"a\"<b>c", 2..5);
        let untrusted: Vec<bool> = word.iter().map(|symbol| symbol & MARK != 0).collect();
        assert_eq!(untrusted, [false, false, true, true, true, false]);
    }

    #[test]
    fn an_edge_that_is_not_written_for_being_sent_is_the_page_s_own() {
        // The page takes the quotes out, and writes its own around the rest.
        let stripping = |sent: &[u8]| {
            let kept: Vec<u8> = sent.iter().copied().filter(|byte| *byte != b'\'').collect();
            vec![[b"'", &kept[..], b"'"].concat()]
        };
        let core = b"';stringent();//";
        assert_eq!(brought(core, stripping), 2..core.len());
        let echo = |sent: &[u8]| vec![[b"'", sent, b"'"].concat()];
        assert_eq!(brought(core, echo), 0..core.len());
        // The page takes folders off, here of a name in quotes, and writes its own.
        let base = |sent: &[u8]| {
            let quoted = [b"\"", sent, b"\""].concat();
            vec![[b"folder/", quoted.rsplit(|byte| *byte == b'/').next().unwrap_or(&quoted)].concat()]
        };
        assert_eq!(brought(b"/stringent", base), 1..10);
        assert_eq!(brought(b"stringent", base), 0..9);
    }

    #[test]
    fn a_payload_counts_in_a_page_and_not_in_plain_text() {
        let core = payloads::of(RuleId::Html)[0].core;
        let run = |errors: &[u8]| PhpRun { output: core.to_vec(), errors: errors.to_vec() };
        assert!(is_html(&run(b"")));
        // `Content-Type: text/plain`.
        assert!(!is_html(&run(b"\nstringent-sink php-header Q29udGVudC1UeXBlOiB0ZXh0L3BsYWlu\n")));
    }

    #[test]
    fn names_and_words_are_those_of_the_page() {
        let text = "<?php $a = $_GET['key']; echo \"$b\", 'x y';";
        assert_eq!(names(text), ["a", "b"]);
        assert_eq!(words(text), ["key"]);
    }
}
