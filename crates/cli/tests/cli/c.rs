//! Sources of C: verdicts of the examples, violations that are run again, contracts of a project, layouts that are not
//! followed, and what is verified when nothing is asked for.
//!
//! Preprocessed sources need no compiler; the examples include headers and do, and so does a replay.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{command, run_of, stringent};
use crate::files::{file, folder};

/// Whether there is a compiler. Under `CI=true` there must be one.
pub(crate) fn has_cc() -> bool {
    let found = Command::new("cc").arg("--version").output().is_ok();
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "cc is missing");
    if !found {
        eprintln!("skipped: cc is not installed");
    }
    found
}

/// The examples say of themselves what they are, and the sanitizers agree with what is violated.
#[test]
fn examples_are_what_they_say() {
    if !has_cc() {
        return;
    }
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/c"));
    let mut judged = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let text = fs::read_to_string(&path).expect("it is text");
        let opening = text.split("*/").next().expect("it opens with a comment");
        let code = match (opening.contains("Proved."), opening.contains("Violated.")) {
            (true, false) => 0,
            (false, true) => 1,
            (true, true) | (false, false) => panic!("{} says nothing of itself", path.display()),
        };
        let run = stringent(&["check", path.to_str().expect("a plain name"), "--replay"]);
        assert_eq!(run.code, code, "{}:\n{}{}", path.display(), run.out, run.err);
        let confirmed = run.out.contains("= replay: confirmed by a run with sanitizers: ");
        assert_eq!(confirmed, code == 1, "{}:\n{}", path.display(), run.out);
        judged += 1;
    }
    assert!(judged >= 7, "{judged}");
}

#[test]
fn accesses_are_verified_when_nothing_is_asked_for() {
    let path = file("past.i", b"int main(void) { char a[3]; int i = 3; a[i] = 0; return 0; }");
    let run = stringent(&["check", &path]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("c-write-outside"), "{}", run.out);
    // An assertion behind a write outside of an object means nothing, so the write is a gap then.
    let run = stringent(&["check", &path, "--property", "assert"]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(!run.out.contains("violated: "), "{}", run.out);
}

#[test]
fn findings_have_the_rule_and_the_weakness() {
    let path = file("rules.i", b"int main(void) { char a[3]; int i = 3; a[i] = 0; return 0; }");
    let run = stringent(&["check", &path]);
    assert!(run.out.contains("   = rule c-write-outside, CWE-787, critical\n"), "{}", run.out);
    let run = stringent(&["check", &path, "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
    let properties = told["properties"].as_array().expect("a list").iter();
    let violated = properties.filter(|property| property["verdict"] == "violated").collect::<Vec<_>>();
    assert_eq!(violated.len(), 1, "{}", run.out);
    assert_eq!((&violated[0]["rule"], &violated[0]["cwe"]), (&"c-write-outside".into(), &787.into()));
    let run = stringent(&["check", &path, "--format", "sarif"]);
    let told: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
    let results = told["runs"][0]["results"].as_array().expect("a list").iter();
    let failed = results.filter(|result| result["kind"] == "fail").collect::<Vec<_>>();
    let rule = failed[0]["ruleIndex"].as_u64().expect("a number") as usize;
    let rule = &told["runs"][0]["tool"]["driver"]["rules"][rule];
    assert_eq!((&rule["id"], &failed[0]["ruleId"]), (&"c-write-outside".into(), &"c-write-outside".into()));
    assert_eq!(rule["properties"]["tags"][1], "external/cwe/cwe-787");
}

#[test]
fn comments_excuse_by_the_rule() {
    let text = b"int main(void) { char a[3]; int i = 3;\n// stringent: ignore c-write-outside -- nobody calls it\na[i] = 0;\nreturn 0; }";
    let run = stringent(&["check", &file("excused.i", text)]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("   = suppressed: nobody calls it\n"), "{}", run.out);
}

#[test]
fn what_one_place_leaves_open_is_told_there_once() {
    let text = b"int main(void) { char a[3]; a[0] = 0;\nint *w = (int *)L\"wide\"; a[1] = 1;\nreturn w[0]; }";
    let run = stringent(&["check", &file("wide.i", text)]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert_eq!(run.out.matches("undecided: ").count(), 1, "{}", run.out);
    assert!(run.out.contains("properties, because of what is here\n  --> "), "{}", run.out);
    assert!(run.out.contains("wide.i:2:"), "{}", run.out);
}

#[test]
fn overflow_is_verified_when_it_is_asked_for() {
    let path = file("most.i", b"int main(void) { int i = 2147483647; return i + 1 > 0; }");
    let run = stringent(&["check", &path, "--property", "overflow"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("c-overflow"), "{}", run.out);
    let run = stringent(&["check", &path]);
    assert_eq!(run.code, 0, "{}", run.out);
    let path = file("least.i", b"int main(void) { int i = 2147483646; return i + 1 > 0; }");
    let run = stringent(&["check", &path, "--property", "overflow"]);
    assert_eq!(run.code, 0, "{}", run.out);
}

#[test]
fn code_for_the_compiler_that_preprocesses_is_verified() {
    if !has_cc() {
        return;
    }
    let text = b"#ifdef __GNUC__\nchar small[4];\n#else\nchar small[40];\n#endif\n\
        int main(void) { small[5] = 'x'; return 0; }\n";
    let run = stringent(&["check", &file("c/compiler.c", text)]);
    assert_eq!(run.code, 1, "{}", run.out);
}

#[test]
fn a_layout_that_is_not_followed_is_skipped_with_its_word() {
    if !has_cc() {
        return;
    }
    let text =
        b"struct s { char a; int b; } __attribute__((packed)); int main(void) { return sizeof(struct s); }";
    let run = stringent(&["check", &file("packed.c", text)]);
    assert!(
        run.code != 0 && run.out.contains("`packed`") | run.err.contains("`packed`"),
        "{}{}",
        run.out,
        run.err
    );
}

/// Sources by a name, each with a violation, and what a sanitizer says of it.
const VIOLATIONS: [(&str, &str, &str); 10] = [
    (
        "array",
        "int main(void) { char a[4], b[2]; int i = 0; while (a[i] != 'x') { b[i] = a[i]; i++; } }",
        "out",
    ),
    (
        "record",
        "struct s { int n; char t[4]; }; int main(void) { struct s s; char d[8]; if (s.n > 7) d[s.n] = s.t[1]; }",
        "out of bounds",
    ),
    (
        "line",
        "extern void *stdin; char *fgets(char *, int, void *); int main(void) { char b[4]; fgets(b, 40, stdin); return 0; }",
        "stack-buffer-overflow",
    ),
    (
        "read",
        "long read(int, void *, unsigned long); int main(void) { char b[8], d[4]; long n = read(0, b, 8); \
         if (n == 8 && b[0] == 'q') d[n] = 0; return 0; }",
        "out of bounds",
    ),
    (
        "character",
        "int getchar(void); int main(void) { char d[4]; int c = getchar(); if (c > 'a') d[c - 90] = 0; return 0; }",
        "out of bounds",
    ),
    (
        "stack",
        "void *alloca(unsigned long); int main(void) { char *p = alloca(3); if (p[1] == 'k') p[3] = 0; return 0; }",
        "heap-buffer-overflow",
    ),
    (
        "assertion",
        "void reach_error(void); int __VERIFIER_nondet_int(void); \
         int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }",
        "an assertion fails",
    ),
    (
        "twice",
        "void *malloc(unsigned long); void free(void *); \
         int main(void) { char *p = malloc(3); free(p); free(p); return 0; }",
        "double-free",
    ),
    ("null", "int main(void) { char *p = 0; return *p; }", "null pointer"),
    (
        "arguments",
        "char *strcpy(char *, const char *); \
         int main(int argc, char **argv) { char b[8]; if (argc > 1) strcpy(b, argv[1]); return 0; }",
        "stack-buffer-overflow",
    ),
];

/// Each way in which a value comes to a source, and each kind of violation that a sanitizer sees.
#[test]
fn violations_are_confirmed_by_sanitizers() {
    if !has_cc() {
        return;
    }
    for (name, text, kind) in VIOLATIONS {
        let run = stringent(&["check", "--replay", &file(&format!("replay/{name}.i"), text.as_bytes())]);
        let told = run.out.lines().find_map(|line| line.trim().strip_prefix("= replay: "));
        let confirmed = told.and_then(|told| told.strip_prefix("confirmed by a run with sanitizers: "));
        assert!(confirmed.is_some_and(|told| told.contains(kind)), "{name}: {told:?}\n{}", run.out);
    }
}

#[test]
fn an_entry_is_called_with_what_its_contract_allows() {
    if !has_cc() {
        return;
    }
    let text = b"static void put(char *d, const char *s, int n) { if (s[0] == 'z') d[n] = s[0]; }\n";
    let path = file("contract/put.i", text);
    let settings = |contract: &str| {
        let text = format!("[c.contracts]\nput = \"{contract}\"\n");
        file("contract/stringent.toml", text.as_bytes())
    };
    let check = |config: &str| stringent(&["check", &path, "--entry", "put", "--config", config, "--replay"]);
    let run = check(&settings("terminated(s), capacity(d) >= 4"));
    assert!(run.code == 1 && run.out.contains("= replay: confirmed"), "{}{}", run.out, run.err);
    let run = check(&settings("terminated(s), capacity(d) >= n + 1, at_least(n, 0)"));
    assert_eq!(run.code, 2, "{}", run.out);
    let place = format!("{}/stringent.toml: line 2: put: the contract", folder(&path));
    assert!(run.err.contains(&place), "{}", run.err);
}

#[test]
fn what_no_sanitizer_sees_and_a_missing_compiler_are_told() {
    let text = b"int printf(const char *, ...); char *getenv(const char *); \
                int main(void) { char *f = getenv(\"F\"); if (f) printf(f); return 0; }";
    let run = stringent(&["check", "--replay", &file("replay/format.i", text)]);
    assert!(run.out.contains("= replay: not replayed: no sanitizer sees"), "{}", run.out);
    let text = b"int main(void) { char a[3]; int i = 3; a[i] = 0; return 0; }";
    let path = file("replay/past.i", text);
    let run = command().args(["check", "--replay", &path]).env("PATH", "").output().expect("it was built");
    let run = run_of(run);
    let told = "= replay: not replayed: cc, which compiles it with AddressSanitizer, is not installed";
    assert!(run.out.contains(told), "{}{}", run.out, run.err);
}
