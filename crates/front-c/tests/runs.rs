//! Programs that state the truth about themselves: what C says of a source, its program does.
//!
//! Each source ends a run by returning or by failing an assertion. The assertions hold, as the user's own compiler confirms
//! when there is one; the programs, with texts and with every byte, must agree. A source that goes wrong must fail
//! exactly the rule that is named.

use std::collections::BTreeMap;
use std::process::Command;

use front_c::memory::{Checks, Claim, Rule};
use front_c::{Lowered, Question, lower};
use ir::interp::{Limits, Outcome, Random, run};

/// Sources whose assertions hold.
const RIGHT: [(&str, &str); 22] = [
    (
        "loops",
        "int main(void) { int s = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; s += i; } do s--; while (s > 4); assert(s == 4); return 0; }",
    ),
    (
        "switches",
        "int f(int c) { switch (c) { case 1: return 10; case 2: case 3: c += 5; break; default: c = 0; } return c; } int main(void) { assert(f(1) == 10); assert(f(3) == 8); assert(f(9) == 0); return 0; }",
    ),
    ("jumps", "int main(void) { int i = 0; again: i++; if (i < 4) goto again; assert(i == 4); return 0; }"),
    (
        "bytes",
        "int main(void) { char c = 'a'; unsigned char u = 200; signed char s = (signed char)u; assert(c - 'a' == 0); assert(u == 200); assert(s == -56); assert((s & 0xff) == 200); return 0; }",
    ),
    (
        "unsigned",
        "int main(void) { unsigned n = 0; n--; assert(n == 4294967295u); unsigned long k = 3; int seen = 0; while (k--) seen++; assert(seen == 3); assert(k == (unsigned long)-1); return 0; }",
    ),
    (
        "arrays",
        "int main(void) { char a[6] = \"abc\"; a[1] = 'x'; a[3] = 'd'; assert(a[2] == 'c'); assert(a[4] == 0); a[0] = 0; assert(a[1] == 'x' || a[1] != 'x'); return 0; }",
    ),
    (
        "pointers",
        "int main(void) { char a[4] = \"abc\"; char *p = a; char **q = &p; assert(*p++ == 'a'); assert(**q == 'b'); *q = *q + 1; assert(*p == 'c'); assert(p - a == 2); assert(p != 0); return 0; }",
    ),
    (
        "records",
        "struct t { int n; char s[4]; struct t *next; }; int main(void) { struct t b = { 2, \"xy\", 0 }; struct t a = { 1, \"ab\", &b }; struct t *p = &a; assert(p->next->n == 2); p->next->s[0] = 'q'; assert(b.s[0] == 'q'); a = b; assert(a.n == 2); assert(a.next == 0); return 0; }",
    ),
    (
        "calls",
        "static int twice(int x) { return x + x; } static void set(int *to, int x) { *to = x; } int main(void) { int v = 1; set(&v, twice(twice(3))); assert(v == 12); return 0; }",
    ),
    (
        "tables",
        "static char *names[3] = { \"a\", \"bc\", 0 }; static int counts[3] = { 1, [2] = 5 }; int main(void) { int i = 1; assert(names[i][1] == 'c'); counts[i] = 7; assert(counts[0] + counts[1] + counts[2] == 13); assert(!names[2]); return 0; }",
    ),
    (
        "choices",
        "int main(void) { int i = 3; int j = i > 2 ? i++ : 0; assert(j == 3 && i == 4); assert((i, j) == 3); assert(sizeof(int) * 2 == 8 && -7 / 2 == -3 && -7 % 2 == -1); return 0; }",
    ),
    (
        "functions",
        "static int one(int x) { return x + 1; } static int two(int x) { return x + 2; } static int (*table[2])(int) = { one, two }; int main(void) { int (*f)(int) = one; assert(f(1) == 2); f = two; assert((*f)(1) == 3); int i = 1; assert(table[i](5) == 7 && table[0] == one); return 0; }",
    ),
    (
        "numerals",
        "long strtol(const char *, char **, int); int main(void) { char a[4] = \"123\"; char *end; assert(strtol(a, &end, 10) == 123 && end == a + 3); return 0; }",
    ),
    (
        "returned",
        "static char *same(char *p) { char b[2] = \"x\"; return b[0] == 'x' ? p : 0; } int main(void) { char a[4] = \"abc\"; assert(*same(a) == 'a'); return 0; }",
    ),
    (
        "bits",
        "int main(void) { int x = 12; assert((x >> 2) == 3); assert((x << 3) == 96); assert((x | 3) == 15); assert((x ^ 5) == 9); assert(~x == -13); x &= 6; assert(x == 4); return 0; }",
    ),
    (
        "lists of arguments",
        "int vsprintf(char *, const char *, __builtin_va_list); static void say(char *to, const char *f, ...) { __builtin_va_list ap; __builtin_va_start(ap, f); vsprintf(to, f, ap); __builtin_va_end(ap); } int main(void) { char b[8]; say(b, \"%s-%d\", \"abc\", 5); assert(b[3] == '-' && b[4] == '5' && b[5] == 0); return 0; }",
    ),
    (
        "selections",
        "int main(void) { int i = 1; unsigned u = 2; short s = 3; assert(_Generic(i, int: 1, default: 2) == 1); assert(_Generic(u, int: 1, unsigned: 2) == 2); assert(_Generic(s, int: 1, default: 3) == 3); assert(_Generic(&i, int *: 4) == 4); return 0; }",
    ),
    (
        "ranges of elements",
        "int main(void) { int t[] = { [0 ... 2] = 4, 5 }; char c[6] = { [1 ... 3] = 'x', [0] = 'a' }; assert(sizeof t / sizeof *t == 4 && t[0] == 4 && t[2] == 4 && t[3] == 5); assert(c[0] == 'a' && c[3] == 'x' && c[4] == 0); return 0; }",
    ),
    (
        "records set as a whole",
        "void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long); void *calloc(unsigned long, unsigned long); struct t { int n; char s[4]; char *p; }; int main(void) { struct t a = { 2, \"xy\", 0 }, b; memcpy(&b, &a, sizeof a); assert(b.n == 2 && b.s[1] == 'y' && a.n == 2); memset(&a, 0, sizeof a); assert(a.n == 0 && a.s[0] == 0 && b.n == 2); struct t *c = calloc(1, sizeof *c); if (c) assert(c->n == 0 && c->p == 0 && c->s[2] == 0); return 0; }",
    ),
    (
        "records that nobody takes",
        "struct t { int n; }; static int calls; static struct t make(int n) { struct t r = { n }; calls++; return r; } int main(void) { make(1); (void)make(2); assert(calls == 2); return 0; }",
    ),
    (
        "operations that tell of overflow",
        "int main(void) { int r; unsigned u; unsigned long l; short s; assert(!__builtin_add_overflow(2, 3, &r) && r == 5); assert(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1); assert(__builtin_sub_overflow(1, 2, &u) && u == 4294967295u); assert(!__builtin_mul_overflow(70000, 70000, &l) && l == 4900000000); assert(__builtin_mul_overflow(200, 300, &s)); assert(__builtin_uadd_overflow(-1, 1, &u) && u == 0); assert(__builtin_ssub_overflow(-2147483647 - 1, 1, &r)); return 0; }",
    ),
    (
        "an earlier life of the same block",
        "int main(void) { char *p = 0; again:; char v[2] = \"a\"; if (p) { assert(*p == 'a'); return 0; } p = v; goto again; }",
    ),
];

/// Sources that go wrong, and how.
const WRONG: [(&str, Rule); 23] = [
    ("int main(void) { char a[3]; int i = 3; a[i] = 0; return 0; }", Rule::WritePast),
    ("int main(void) { char a[3] = \"ab\"; char *p = a; p--; return *p; }", Rule::ReadBefore),
    ("int main(void) { char *p = 0; return *p; }", Rule::Null),
    ("int main(void) { char *p; return *p; }", Rule::Null),
    ("struct s { char a[2]; int b; }; int main(void) { struct s x; x.a[2] = 1; return 0; }", Rule::WritePast),
    ("int main(void) { int a[4]; int *p = a + 4; return *p; }", Rule::ReadPast),
    ("int main(void) { \"abc\"[0] = 'x'; return 0; }", Rule::WriteLiteral),
    ("int main(void) { int i = 1; assert(i == 2); return 0; }", Rule::Assertion),
    ("int main(void) { int i = 3, j = 0; return i / j; }", Rule::Division),
    ("int main(void) { int i = 3; i %= i - 3; return i; }", Rule::Division),
    ("int main(void) { return 1 / 0; }", Rule::Division),
    (
        "static char *f(void) { char b[4] = \"abc\"; return b; } int main(void) { return *f(); }",
        Rule::AfterScope,
    ),
    (
        "static int f(char *p) { return p[4]; } int main(void) { char b[4] = \"abc\"; int (*g)(char *) = f; return g(b); }",
        Rule::ReadPast,
    ),
    ("int main(void) { int (*g)(void) = 0; return g(); }", Rule::Null),
    ("int main(void) { int i = 2147483646; while (i > 0) i++; assert(i > -5); return 0; }", Rule::Assertion),
    (
        "int vsprintf(char *, const char *, __builtin_va_list); static void say(char *to, const char *f, ...) { __builtin_va_list ap; __builtin_va_start(ap, f); vsprintf(to, f, ap); __builtin_va_end(ap); } int main(void) { char b[5]; say(b, \"%s-%d\", \"abc\", 5); return 0; }",
        Rule::WritePast,
    ),
    (
        "void *fopen(const char *, const char *); int fgetc(void *); int main(void) { return fgetc(fopen(\"none\", \"r\")); }",
        Rule::Null,
    ),
    (
        "void *fopen(const char *, const char *); int fclose(void *); int fgetc(void *); int main(void) { void *f = fopen(\"none\", \"r\"); if (f == 0) return 0; fclose(f); return fgetc(f); }",
        Rule::UseAfterFree,
    ),
    (
        "void *fopen(const char *, const char *); int fclose(void *); int main(void) { void *f = fopen(\"none\", \"r\"); if (f == 0) return 0; fclose(f); return fclose(f); }",
        Rule::DoubleFree,
    ),
    (
        "int main(void) { char *p = 0; for (int i = 0; i < 2; i++) { char b[4] = \"abc\"; if (p) return p[0]; p = b; } return 0; }",
        Rule::Null,
    ),
    (
        "static int f(int **to) { int v = 3; if (*to) return **to; *to = &v; return 0; } int main(void) { int *p = 0; for (int i = 0; i < 2; i++) f(&p); return 0; }",
        Rule::Null,
    ),
    (
        "int sprintf(char *, const char *, ...); int main(void) { char b[5]; sprintf(b, \"%05d\", 7); return 0; }",
        Rule::WritePast,
    ),
    (
        "unsigned long strlen(const char *); int main(int argc, char **argv) { strlen(argv[argc]); return 0; }",
        Rule::Null,
    ),
];

/// Expressions of `int` variables `least`, `most`, `two` and `one` that leave the range of their type.
const OVERFLOWS: [&str; 15] = [
    "most + one",
    "(most + two) - two",
    "least - one",
    "most * two",
    "-least",
    "least / -one",
    "least % -one",
    "one << 31",
    "one << (30 + one)",
    "one << 32",
    "one >> -one",
    "-one << one",
    "2147483647 + 1",
    "-(-2147483647 - 1)",
    "most++",
];

/// Expressions of the same that do not.
const FITS: [&str; 8] = [
    "most + -one",
    "least + one",
    "least / one",
    "most % -one",
    "(one << 30) + ((one << 30) - one)",
    "(int)(most + 1u)",
    "(char)most",
    "-most",
];

fn lowered(text: &str) -> Lowered {
    lowered_for(text, Checks { memory: true, assertions: true, overflow: false })
}

fn lowered_for(text: &str, checks: Checks) -> Lowered {
    let question = Question { entry: "main".to_owned(), checks, contracts: BTreeMap::new() };
    let lowered = lower(text, None, &question).expect("it is lowered");
    assert!(ir::validate(&lowered.program).is_ok(), "{text}");
    assert!(lowered.exact.is_some(), "both ways to lower it claim the same: {text}");
    lowered
}

/// The claims that runs of a program violate first, and whether every run comes to its end.
fn outcomes(lowered: &Lowered) -> (Vec<Claim>, bool) {
    let mut failed = Vec::new();
    let mut ends = true;
    for seed in 0..4 {
        let ran = run(&lowered.program, &mut Random::new(seed), Limits::default());
        failed.extend(ran.violations.first().map(|violation| lowered.claims[violation.assertion.index()]));
        ends &= ran.outcome == Outcome::Finished || !ran.violations.is_empty();
    }
    (failed, ends)
}

#[test]
fn what_holds_in_c_holds_in_the_program() {
    for (name, text) in RIGHT {
        let both = lowered(text);
        let exact = both.exact.as_deref().expect("it is there");
        assert_eq!(outcomes(exact), (Vec::new(), true), "{name}");
        assert_eq!(outcomes(&both).0, Vec::new(), "{name}");
    }
}

#[test]
fn what_goes_wrong_in_c_goes_wrong_in_the_program() {
    for (text, rule) in WRONG {
        let both = lowered(text);
        for program in [&both, both.exact.as_deref().expect("it is there")] {
            let (failed, _) = outcomes(program);
            assert_eq!(failed.first(), Some(&Claim::Rule(rule)), "{text}");
        }
    }
}

#[test]
fn signed_overflow_is_claimed_where_it_is_asked_for() {
    let overflow = Checks { memory: false, assertions: false, overflow: true };
    let source = |expression: &str| {
        let values = "int least = -2147483647 - 1, most = 2147483647, two = 2, one = 1;";
        format!("int main(void) {{ {values} long kept = {expression}; return kept != 0; }}")
    };
    for expression in OVERFLOWS {
        let both = lowered_for(&source(expression), overflow);
        assert_eq!(outcomes(&both).0.first(), Some(&Claim::Rule(Rule::Overflow)), "{expression}");
        let unasked = lowered(&source(expression));
        assert_eq!(outcomes(&unasked).0, Vec::new(), "{expression}");
    }
    for expression in FITS {
        let both = lowered_for(&source(expression), overflow);
        assert_eq!(outcomes(&both), (Vec::new(), true), "{expression}");
    }
}

#[test]
fn a_function_without_body_that_is_given_a_pointer_is_a_gap() {
    let text = |call: &str| {
        format!(
            "void show(char *); int ask(int); static int n; int main(void) {{ char a[3] = \"xy\"; {call}; return a[n]; }}"
        )
    };
    let only_gaps = |call: &str| {
        let said = outcomes(&lowered(&text(call))).0;
        !said.is_empty() && said.iter().all(|claim| *claim == Claim::Gap)
    };
    assert!(only_gaps("show(a)"));
    assert!(!outcomes(&lowered(&text("show(0)"))).0.contains(&Claim::Gap), "null leads nowhere");
}

#[test]
fn a_word_of_a_stream_may_have_more_behind_a_nul() {
    let text = "int scanf(const char *, ...); int main(void) { char b[4] = { 0 }; if (scanf(\"%3s\", b) == 1 && b[1] == 0) assert(b[2] == 0); return 0; }";
    let both = lowered(text);
    let fails = |seed| {
        let ran = run(&both.program, &mut Random::new(seed), Limits::default());
        ran.violations.iter().any(|it| both.claims[it.assertion.index()] == Claim::Rule(Rule::Assertion))
    };
    assert!((0..500).any(fails), "it is not proved: a\\0b is such a word");
}

#[test]
fn layouts_that_are_not_followed_are_refused() {
    let checks = Checks { memory: true, assertions: true, overflow: false };
    let question = Question { entry: "main".to_owned(), checks, contracts: BTreeMap::new() };
    let main = "int main(void) { return 0; }";
    for text in [
        "struct s { char a; int b; } __attribute__((packed));",
        "#pragma pack(1)\n",
        "struct s { char a __attribute__((__aligned__(64))); };",
    ] {
        assert!(lower(&format!("{text} {main}"), None, &question).is_err(), "{text}");
    }
    let known = "typedef struct { long long __max_align_ll __attribute__((__aligned__(8))); } m;";
    assert!(lower(&format!("{known} {main}"), None, &question).is_ok());
}

#[test]
fn callers_keep_what_a_contract_says() {
    let body = "char *last(char *s, unsigned long n) { return s + (s[n] == 0 ? n : 0); }";
    let promised = format!("/* stringent: requires capacity(s) >= n + 1, nonnull(s) */ {body}");
    let checks = Checks { memory: true, assertions: true, overflow: false };
    let question = Question { entry: "last".to_owned(), checks, contracts: BTreeMap::new() };
    let failing = |text: &str| {
        let lowered = lower(text, None, &question).expect("it is lowered");
        (0..200).any(|seed| {
            let ran = run(&lowered.program, &mut Random::new(seed), Limits::default());
            !ran.violations.is_empty()
        })
    };
    assert!(failing(body) && !failing(&promised));
    assert!(lower(&format!("/* stringent: requires x(s) */ {body}"), None, &question).is_err());
}

#[test]
fn the_compiler_agrees() {
    let folder = std::env::temp_dir().join(format!("stringent-runs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for sources");
    for (name, text) in RIGHT {
        let (source, program) = (folder.join(format!("{name}.c")), folder.join(name));
        std::fs::write(&source, format!("#include <assert.h>\n{text}\n")).expect("it is written");
        let compiled = Command::new("cc").arg("-w").arg("-o").arg(&program).arg(&source).status();
        if !compiled.is_ok_and(|status| status.success()) {
            assert!(std::env::var_os("CI").is_none(), "cc is needed");
            println!("skipped: there is no C compiler");
            break;
        }
        let ran = Command::new(&program).status().expect("it is started");
        assert!(ran.success(), "{name} is a source whose assertions hold");
    }
    drop(std::fs::remove_dir_all(&folder));
}
