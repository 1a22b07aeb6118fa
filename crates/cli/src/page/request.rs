//! A request that breaks a page, as an address and as a line for a shell.
//!
//! The line uses `curl`. What no request can bring, such as the session or a file, is told apart.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use verifier::Value;
use verifier::php::{Answer, Exploit, Given};

use crate::escape;

/// The request in words, each escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The address.
    pub(crate) url: String,
    /// The line for a shell.
    pub(crate) curl: String,
    /// What must hold besides.
    pub(crate) besides: Vec<String>,
}

/// The request of an exploit of a page with this name.
pub(crate) fn request(page: &str, exploit: &Exploit) -> Request {
    let name = page.rsplit('/').next().unwrap_or(page);
    let pairs = |froms: &[&str]| {
        let of = exploit.request.iter().filter(|given| froms.contains(&given.from.as_str()));
        of.map(|given| format!("{}={}", percent(given.key.as_bytes()), percent(&given.value)))
            .collect::<Vec<_>>()
    };
    let query = pairs(&["_GET", "_REQUEST", "HTTP_GET_VARS"]).join("&");
    let mark = if query.is_empty() { "" } else { "?" };
    let url = format!("http://localhost/{}{mark}{query}", percent(name.as_bytes()));
    let mut curl = format!("curl '{url}'");
    let body = pairs(&["_POST", "HTTP_POST_VARS"]).join("&");
    if !body.is_empty() {
        write!(curl, " --data '{body}'").expect("a string takes all text");
    }
    let cookies = pairs(&["_COOKIE"]).join("; ");
    if !cookies.is_empty() {
        write!(curl, " --cookie '{cookies}'").expect("a string takes all text");
    }
    let mut besides = Vec::new();
    for given in &exploit.request {
        match header(given) {
            Some(header) => write!(curl, " --header {}", shell(&header)).expect("a string takes all text"),
            None if sent_otherwise(&given.from) => {}
            None => besides.push(format!(
                "${}[{}] is {}",
                given.from,
                quoted(given.key.as_bytes()),
                quoted(&given.value)
            )),
        }
    }
    // That an element is there goes without saying where its text is told.
    let texts = exploit.world.iter().filter(|given| matches!(given.value, Value::Str(_)));
    let texts: BTreeSet<&str> = texts.map(|given| given.name.as_str()).collect();
    let is_news = |given: &&Answer| given.value != Value::Bool(true) || !texts.contains(given.name.as_str());
    besides.extend(exploit.world.iter().filter(is_news).filter_map(answer));
    let besides = besides.iter().map(|text| escape::text(text)).collect();
    Request { url: escape::text(&url), curl: escape::text(&curl), besides }
}

fn sent_otherwise(from: &str) -> bool {
    ["_GET", "_POST", "_REQUEST", "_COOKIE", "HTTP_GET_VARS", "HTTP_POST_VARS"].contains(&from)
}

/// The header that gives a value of `$_SERVER`, if one does.
fn header(given: &Given) -> Option<String> {
    let name = given.key.strip_prefix("HTTP_").filter(|_| given.from == "_SERVER")?;
    let is_plain = given.value.iter().all(|byte| (b' '..=b'~').contains(byte));
    is_plain.then(|| format!("{}: {}", name.replace('_', "-"), String::from_utf8_lossy(&given.value)))
}

/// An answer of what surrounds the page, when it says something.
fn answer(answer: &Answer) -> Option<String> {
    match &answer.value {
        Value::Str(word) => {
            let bytes: Vec<u8> = word.iter().map(|&symbol| symbol as u8).collect();
            Some(format!("{} is {}", answer.name, quoted(&bytes)))
        }
        Value::Bool(true) => Some(answer.name.clone()),
        Value::Bool(false) | Value::Int(_) => None,
    }
}

/// Bytes as they stand in an address.
fn percent(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            write!(text, "%{byte:02X}").expect("a string takes all text");
        }
    }
    text
}

/// One word of a shell.
fn shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn quoted(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(from: &str, key: &str, value: &str) -> Given {
        Given { from: from.to_owned(), key: key.to_owned(), value: value.as_bytes().to_vec() }
    }

    #[test]
    fn a_request_is_an_address_and_a_line() {
        let exploit = Exploit {
            request: vec![
                given("_GET", "www", "<a b>'"),
                given("_POST", "x", "1&2"),
                given("_COOKIE", "c", ";"),
                given("_SERVER", "HTTP_USER_AGENT", "it's"),
                given("_SESSION", "name", "<"),
            ],
            ..Exploit::default()
        };
        let request = request("app/blog.php", &exploit);
        assert_eq!(request.url, "http://localhost/blog.php?www=%3Ca%20b%3E%27");
        assert_eq!(
            request.curl,
            "curl 'http://localhost/blog.php?www=%3Ca%20b%3E%27' --data 'x=1%262' --cookie 'c=%3B' --header 'USER-AGENT: it'\\''s'"
        );
        assert_eq!(request.besides, ["$_SESSION[\"name\"] is \"<\""]);
    }
}
