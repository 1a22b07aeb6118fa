//! Payloads that probing tries on a page, by the rule that they are meant to break, and encodings that a page may undo.
//!
//! Each payload has a token that nothing but the request brings, so where it is found in a page is known where it is from.
//! A payload that is not here is never tried; nothing is concluded from that.

use std::fmt::Write as _;

use verifier::php::policy::RuleId;

/// The part of a payload that no page has.
pub(super) const TOKEN: &[u8] = b"stringent";

/// A text that is tried: what leads out of the place that it is written to, and what is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payload {
    /// What stands before.
    pub(super) before: &'static [u8],
    /// What must be in the page, or in what a sink gets.
    pub(super) core: &'static [u8],
}

impl Payload {
    /// The whole text.
    pub(super) fn text(&self) -> Vec<u8> {
        [self.before, self.core].concat()
    }
}

macro_rules! payloads {
    ($($before:literal $core:literal)*) => { &[$(Payload { before: $before, core: $core }),*] };
}

const HTML: &[Payload] = payloads! {
    b"" b"<script>stringent()</script>"
    b"'\"></script></style></title></textarea></noscript>-->" b"<script>stringent()</script>"
    b"" b"javascript:stringent()"
    b"" b" onstringent=stringent() "
    b"" b"\" onstringent=\"stringent()"
    b"" b"' onstringent='stringent()"
    b"" b"';stringent();//"
    b"" b"\";stringent();//"
    b"" b"\\';stringent();//"
    b"" b"\\\";stringent();//"
    b"" b"stringent()"
    b"" b"<a onstringent=stringent()>"
    b"" b"java\tscript:stringent()"
    b"" b"javascript://stringent/%0astringent()"
    b"" b"//stringent.example/"
    b"" b"0;url=javascript:stringent()"
    b"" b"${stringent()}"
    b"" b"</script><script>stringent()</script>"
    b"" b"\xe2\x80\xa8stringent()//"
};

const SQL: &[Payload] = payloads! {
    b"" b"' OR stringent='1"
    b"" b"\" OR stringent=\"1"
    b"" b"0 OR stringent=1 -- "
    b"" b"stringent, stringent"
    b"\\" b"' OR stringent=1 -- "
    b"\xbf" b"' OR stringent=1 -- "
    b"" b"stringent` -- "
    b"" b") OR (stringent"
};

const SHELL: &[Payload] = payloads! {
    b"" b";stringent"
    b"" b"$(stringent)"
    b"" b"';stringent;'"
    b"" b"\";stringent;\""
    b"" b"-stringent"
    b"" b"a -stringent"
    b"" b"\nstringent"
};

const CODE: &[Payload] = payloads! {
    b"" b"stringent();"
    b"" b"';stringent();//"
    b"" b"\";stringent();//"
    b"" b"${stringent()}"
    b"" b"{${stringent()}}"
    b"" b");stringent();//"
};

const ADDRESS: &[Payload] = payloads! {
    b"" b"//stringent.example/"
    b"" b"https://stringent.example/"
    b"" b"/\\stringent.example/"
    b"" b".stringent.example/"
    b"" b"@stringent.example/"
    b"" b"javascript:stringent()"
};

const PATH: &[Payload] = payloads! {
    b"" b"../stringent"
    b"" b"/stringent"
    b"" b"php://filter/resource=stringent"
    b"" b"http://stringent.example/"
    b"" b"....//stringent"
};

const QUERY: &[Payload] = payloads! {
    b"" b"' or 'stringent'='stringent"
    b"" b"\" or \"stringent\"=\"stringent"
    b"" b"*)(stringent=*"
    b"" b"1 or stringent"
    b"" b"*stringent"
};

/// The payloads for a rule.
pub(super) fn of(rule: RuleId) -> &'static [Payload] {
    match rule {
        RuleId::Html => HTML,
        RuleId::Sql | RuleId::SqlStandard => SQL,
        RuleId::Shell => SHELL,
        RuleId::Code => CODE,
        RuleId::Header | RuleId::Redirect => ADDRESS,
        RuleId::Include => PATH,
        RuleId::Ldap | RuleId::XPath => QUERY,
        RuleId::Attack => &[],
    }
}

/// Encodes a text.
pub(super) type Encoding = fn(&[u8]) -> Vec<u8>;

/// Encodings that a page may undo.
pub(super) const ENCODINGS: &[Encoding] = &[
    |text| each(text, |byte| format!("%{byte:02X}")),
    |text| each(text, |byte| format!("%25{byte:02X}")),
    |text| each(text, |byte| format!("&#{byte};")),
    named,
    |text| each(text, |byte| format!("\\x{byte:02x}")),
    |text| each(text, |byte| format!("\\u{byte:04x}")),
    |text| each(text, |byte| format!("\\{}", char::from(byte))),
    |text| each(text, |byte| format!("{byte:02x}")),
    |text| each(text, |byte| format!("={byte:02X}")),
    base64,
    |text| text.iter().rev().copied().collect(),
    |text| text.iter().map(|&byte| rotated(byte)).collect(),
    |text| [b"\"", text, b"\""].concat(),
    |text| [b"[\"", text, b"\"]"].concat(),
    |text| [format!("s:{}:\"", text.len()).as_bytes(), text, b"\";"].concat(),
    |text| [format!("a:1:{{i:0;s:{}:\"", text.len()).as_bytes(), text, b"\";}"].concat(),
    |text| text.iter().map(u8::to_string).collect::<Vec<_>>().join(",").into_bytes(),
    |text| text.iter().map(u8::to_string).collect::<Vec<_>>().join(" ").into_bytes(),
    wide,
    |text| [b"a=", text].concat(),
    |text| [b"a,", text].concat(),
    |text| [b"a|", text].concat(),
    |text| [b"a:", text].concat(),
    |text| [b"a\n", text].concat(),
    |text| [b"[url=", text, b"]a[/url]"].concat(),
    |text| [b"[img]", text, b"[/img]"].concat(),
    |text| [b"[b]", text, b"[/b]"].concat(),
    |text| [b"**", text, b"**"].concat(),
    |text| [b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", text].concat(),
];

fn each(text: &[u8], write: impl Fn(u8) -> String) -> Vec<u8> {
    text.iter().map(|&byte| write(byte)).collect::<String>().into_bytes()
}

fn named(text: &[u8]) -> Vec<u8> {
    each(text, |byte| match byte {
        b'<' => "&lt;".to_owned(),
        b'>' => "&gt;".to_owned(),
        b'"' => "&quot;".to_owned(),
        b'\'' => "&#039;".to_owned(),
        byte => char::from(byte).to_string(),
    })
}

/// Characters of full width, which a conversion may make plain.
fn wide(text: &[u8]) -> Vec<u8> {
    let widened = |byte: u8| match byte {
        b'!'..=b'~' if !byte.is_ascii_alphanumeric() => char::from_u32(0xfee0 + u32::from(byte)),
        _ => Some(char::from(byte)),
    };
    text.iter().filter_map(|&byte| widened(byte)).collect::<String>().into_bytes()
}

fn rotated(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => (byte - b'a' + 13) % 26 + b'a',
        b'A'..=b'Z' => (byte - b'A' + 13) % 26 + b'A',
        other => other,
    }
}

fn base64(text: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut coded = String::new();
    for bytes in text.chunks(3) {
        let bits =
            bytes.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - bytes.len()));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at)) as usize & 63];
            let digit = if at > bytes.len() { '=' } else { char::from(digit) };
            write!(coded, "{digit}").expect("a string takes all text");
        }
    }
    coded.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_as_pages_read_them() {
        assert_eq!(base64(b"<b>"), b"PGI+");
        assert_eq!(base64(b"<b"), b"PGI=");
        assert_eq!(base64(b"<"), b"PA==");
        assert_eq!(named(b"<a b='c'>"), b"&lt;a b=&#039;c&#039;&gt;");
        assert_eq!(wide("<a>".as_bytes()), "\u{ff1c}a\u{ff1e}".as_bytes());
    }

    #[test]
    fn every_payload_has_the_token() {
        for rule in [
            RuleId::Html,
            RuleId::Sql,
            RuleId::Shell,
            RuleId::Code,
            RuleId::Header,
            RuleId::Include,
            RuleId::Ldap,
        ] {
            for payload in of(rule) {
                let has_token = payload.core.windows(TOKEN.len()).any(|part| part == TOKEN);
                assert!(has_token, "{:?}", payload.core.escape_ascii().to_string());
            }
        }
    }
}
