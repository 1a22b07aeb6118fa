//! Attributes that change what a source means: layouts of records, functions that run by themselves, other names.
//!
//! The parser does not keep them, so they are looked for in the text. In the source itself, and in headers of its own, each refuses the
//! source. In headers of the system only those about layouts matter, and only when the source speaks of a type that has one, itself or
//! within.

use std::collections::BTreeSet;

/// Words of attributes that lay records out otherwise.
const LAYOUT: [&str; 5] = ["packed", "aligned", "scalar_storage_order", "ms_struct", "transparent_union"];
/// A word of attributes that makes another type of what is declared, as headers of the system do for some names.
const MODE: [&str; 1] = ["mode"];
/// Words of attributes that make something else run, or another type or name of what is declared.
const EFFECTS: [&str; 8] =
    ["constructor", "destructor", "cleanup", "alias", "ifunc", "weakref", "vector_size", "weak"];

/// A word of a preprocessed text without comments that makes it mean something that is not modelled, if there is one.
pub(super) fn unfollowed(text: &str) -> Option<String> {
    let (own, system) = parts(text);
    if let Some(word) = own_word(&own) {
        return Some(word);
    }
    let mut touched = touched_types(&system, &LAYOUT);
    // Without the lines that say where a text comes from, which stand before declarations.
    touched.extend(touched_types(&format!("{system}\n{own}"), &MODE));
    if touched.is_empty() {
        return None;
    }
    let used = declarations(&own).into_iter().filter(|declaration| is_use(declaration)).flat_map(words);
    used.into_iter().find(|word| touched.contains(*word)).map(str::to_owned)
}

/// Whether a declaration makes or uses a value, and not only names a type or a function.
fn is_use(declaration: &str) -> bool {
    let head = declaration.split('{').next().unwrap_or(declaration).trim_start();
    let first = words(head).next().unwrap_or_default();
    let is_type = first == "typedef" || (matches!(first, "struct" | "union" | "enum") && !head.contains('('));
    let is_prototype = !declaration.contains('{') && declaration.contains('(');
    !(is_type && declaration.trim_end().ends_with('}')) && first != "typedef" && !is_prototype
}

/// The text of the source and its own headers, and that of headers of the system.
fn parts(text: &str) -> (String, String) {
    let (mut own, mut system) = (String::new(), String::new());
    let mut is_system = false;
    for line in text.split_inclusive('\n') {
        let rest = line.strip_prefix("# ").map(str::trim_end);
        if let Some((_, flags)) = rest.and_then(|rest| rest.rsplit_once('"')) {
            is_system = flags.split_ascii_whitespace().any(|flag| flag == "3");
            continue;
        }
        if is_system { &mut system } else { &mut own }.push_str(line);
    }
    (own, system)
}

/// A word in the source itself.
fn own_word(own: &str) -> Option<String> {
    let pragma = |line: &str| line.trim_start().starts_with("#pragma") && line.contains("pack");
    if own.lines().any(pragma) {
        return Some("#pragma pack".to_owned());
    }
    if let Some(word) = words(own).find(|word| matches!(*word, "_Alignas" | "alignas")) {
        return Some(word.to_owned());
    }
    // A name of the linker makes one of two variables or functions.
    let is_renamed = |part: &&str| words(part.split('{').next().unwrap_or_default()).any(is_assembly);
    if declarations(own).iter().any(is_renamed) {
        return Some("__asm__".to_owned());
    }
    // The type of the greatest alignment is aligned as it would be anyway.
    let parts = declarations(own).into_iter().filter(|part| !part.contains("__max_align_"));
    let mut found = parts.flat_map(attributes).flat_map(words);
    found.find(|word| is_one_of(word, &LAYOUT) || is_one_of(word, &EFFECTS)).map(str::to_owned)
}

fn is_assembly(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

/// Whether a word is one of a list, with underscores around it or not.
fn is_one_of(word: &str, list: &[&str]) -> bool {
    let plain = word.strip_prefix("__").and_then(|word| word.strip_suffix("__")).unwrap_or(word);
    list.contains(&plain)
}

/// The names of types of headers whose layout is not modelled, or that have one of these within.
fn touched_types(text: &str, kinds: &[&str]) -> BTreeSet<String> {
    let declarations = declarations(text);
    let mut touched: BTreeSet<String> = BTreeSet::new();
    loop {
        let before = touched.len();
        for declaration in &declarations {
            let is_record = declaration.contains('{') || declaration.trim_start().starts_with("typedef");
            if !is_record || declaration.contains("__max_align_") {
                continue;
            }
            let is_aligned = |word: &str| kinds == LAYOUT && matches!(word, "_Alignas" | "alignas");
            let is_laid_out = words(declaration).any(is_aligned)
                || attributes(declaration).into_iter().flat_map(words).any(|word| is_one_of(word, kinds));
            if is_laid_out || words(declaration).any(|word| touched.contains(word)) {
                touched.extend(names(declaration));
            }
        }
        if touched.len() == before {
            return touched;
        }
    }
}

/// The names that a declaration of a record or type gives: its tag and what stands behind its braces.
fn names(declaration: &str) -> Vec<String> {
    const PLAIN: [&str; 9] =
        ["struct", "union", "typedef", "extern", "const", "unsigned", "__attribute__", "static", "enum"];
    let tags = words(declaration).zip(words(declaration).skip(1));
    let tag = tags.filter(|(before, _)| matches!(*before, "struct" | "union")).map(|(_, tag)| tag);
    let behind = declaration.rsplit_once('}').map_or(declaration, |(_, behind)| behind);
    let last = words(behind.split("__attribute__").next().unwrap_or(behind)).last();
    let all = tag.take(1).chain(last).chain(words(behind).last());
    all.filter(|word| !PLAIN.contains(word) && !is_one_of(word, &LAYOUT)).map(str::to_owned).collect()
}

/// Declarations of a text that are in no braces.
fn declarations(text: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                let head = text[start..at].split('{').next().unwrap_or_default();
                if depth == 0 && head.trim_end().ends_with(')') && !head.contains("__attribute") {
                    found.push(&text[start..=at]);
                    start = at + 1;
                }
            }
            b';' if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

/// What stands in the brackets of attributes.
fn attributes(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("__attribute") {
        let rest = &text[at..];
        let Some(open) = rest.find('(') else { continue };
        let mut depth = 0_usize;
        for (end, byte) in rest.bytes().enumerate().skip(open) {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => {
                    found.push(&rest[open..end]);
                    break;
                }
                b')' => depth -= 1,
                _ => {}
            }
        }
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_the_source_itself_are_found() {
        let word = |text: &str| unfollowed(&format!("# 1 \"a.c\"\n{text}\n"));
        assert_eq!(word("struct s { char c; } __attribute__((packed));").as_deref(), Some("packed"));
        assert_eq!(
            word("void f(void) __attribute__ ((__constructor__(101)));").as_deref(),
            Some("__constructor__")
        );
        assert_eq!(word("extern char c[8] __asm__(\"b\");").as_deref(), Some("__asm__"));
        assert_eq!(word("int f(void) { __asm__(\"nop\"); return 0; }"), None);
        assert_eq!(word("_Alignas(16) char b[4];").as_deref(), Some("_Alignas"));
        let mode = "typedef int w __attribute__((__mode__(__QI__)));";
        assert_eq!(word(&format!("{mode} int f(w);")), None);
        assert_eq!(word(&format!("{mode} int f(void) {{ w v = 1; return v; }}")).as_deref(), Some("w"));
        assert_eq!(word("void f(int packed) __attribute__((noreturn));"), None);
    }

    #[test]
    fn headers_matter_when_their_types_are_used() {
        let header = "# 1 \"/usr/include/x.h\" 1 3 4\nstruct p { int a; } __attribute__ ((__packed__));\n\
                      typedef struct { struct p in; } q;\nint g(q *);\n# 2 \"a.c\" 2\n";
        assert_eq!(unfollowed(&format!("{header}int main(void) {{ return 0; }}")), None);
        assert_eq!(unfollowed(&format!("{header}q v;")).as_deref(), Some("q"));
        assert_eq!(unfollowed(&format!("{header}struct p v;")).as_deref(), Some("p"));
    }
}
