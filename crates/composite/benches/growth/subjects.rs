//! The seven proofs of [YBI09 Table 1] in `examples/sil`, with constants that grow.
//!
//! The text is changed in the places of [`PLACES`]: sizes of buffers and limits are multiplied, and a bound that is
//! one less than a size stays so. Where the forbidden word decides how long an input may be, it grows with the limit.
//! `strlen`, `strchr` and `blog_ok` have no such constant: their inputs are unbounded.

/// The examples that the paper and we prove.
pub(crate) const NAMES: [&str; 7] =
    ["strlen", "strchr", "gxine_ok", "samba_ok", "market", "guestbook_ok", "blog_ok"];

/// Example, the text that has the constant, the text with `@` for the new number, the constant, and what is taken from
/// its multiple.
type Place = (&'static str, &'static str, &'static str, u64, u64);

const PLACES: [Place; 6] = [
    ("gxine_ok", "input(1023)", "input(@)", 1024, 1),
    ("gxine_ok", "prefix(path, 107)", "prefix(path, @)", 108, 1),
    ("gxine_ok", "len(copied) < 108", "len(copied) < @", 108, 0),
    ("samba_ok", "size: int := 256", "size: int := @", 256, 0),
    ("market", "limit: int := 7", "limit: int := @", 7, 0),
    ("guestbook_ok", "limit: int := 7", "limit: int := @", 7, 0),
];

/// The text of an example with its constants multiplied; `None` when it has none.
pub(crate) fn grown(name: &str, text: &str, times: u64) -> Option<String> {
    let mut grown = text.to_owned();
    let mut found = false;
    for (_, old, new, constant, less) in PLACES.iter().filter(|place| place.0 == name) {
        assert!(grown.contains(old), "{name} has no `{old}`");
        grown = grown.replace(old, &new.replace('@', &(constant * times - less).to_string()));
        found = true;
    }
    if name == "market" || name == "guestbook_ok" {
        // Seven characters open a script; the longer word begins with them and is as long as the limit.
        let rest = if times > 1 { format!("z{{{}}}", 7 * times - 7) } else { String::new() };
        grown = grown.replace("<script", &format!("<script{rest}"));
    }
    found.then_some(grown)
}

/// The text of an example.
pub(crate) fn text(name: &str) -> String {
    let path = format!("{}/../../examples/sil/{name}.sil", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the example is there")
}
