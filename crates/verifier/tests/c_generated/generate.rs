//! Random programs of C that use every kind of node of the tree.
//!
//! A program is a fixed frame of variables and functions around random statements. Operands have no effects, so that no order matters that C
//! leaves open; every variable has a value before it is read. `@` in a text stands for what makes its names different from those of others.

/// Numbers that look random.
pub(crate) struct Chance(u64);

impl Chance {
    /// Begins with a seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below another.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// What stands before the functions of a program, once a text.
pub(crate) const DECLARED: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern unsigned long strlen(const char *); extern char *strcpy(char *, const char *); extern void *malloc(unsigned long); extern void free(void *); extern int sprintf(char *, const char *, ...); extern int snprintf(char *, unsigned long, const char *, ...); extern void *calloc(unsigned long, unsigned long); extern void *realloc(void *, unsigned long); extern void *memcpy(void *, const void *, unsigned long); extern void *memmove(void *, const void *, unsigned long); extern void *memset(void *, int, unsigned long); extern int memcmp(const void *, const void *, unsigned long); extern char *strncpy(char *, const char *, unsigned long); extern char *strcat(char *, const char *); extern char *strncat(char *, const char *, unsigned long); extern char *strchr(const char *, int); extern char *strrchr(const char *, int); extern int strcmp(const char *, const char *); extern int atoi(const char *);\n";

const BEFORE: &str = "struct s@ { int n; char s[4]; int *p; };
enum e@ { LOW@ = -2, MID@, HIGH@ = 6 }; struct f@ { unsigned a : 3; unsigned b : 3; unsigned on : 1; int w : 4; }; union u@ { int n; char c[4]; };
static int grid@[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; static char words@[2][4] = { \"one\", \"to\" }; static const char *const names@[3] = { \"a\", \"bcd\", \"\" };
static int early@(int v) { int x = ({ if (v > 3) return 9; v; }); return x + 1; }
static int named@(void) { return (int)strlen(__func__); }
static int old@(a, b) int a; char b; { return a + b; }
static int count@(void) { static _Thread_local int n; return n++; }
static int rng@[6] = { [1 ... 3] = 4, 7 };
static void twice@(int **at) { ++*at; }
static int g@ = 3; static char h@[4] = \"ab\"; static const unsigned char tab@[6] = { 1, 0, 3, 0, 5, 2 }; static int *keep@;
static int add@(int x, int y) { return x + y; }
static int sub@(int x, int y) { if (x < y) return 0; return x - y; }
static void put@(char *to, int at, int v) { to[at] = (char)v; }
static int bump@(int *n) { return ++*n; }
static int take@(int *n) { return (*n)--; }
static int *local@(int v) { int x = v; int *to = &x; if (v > 5) keep@ = to; return v > 8 ? to : &g@; }
static char next@(char **at) { return *(*at)++; }
static struct s@ make@(int n) { struct s@ r = { n, \"x\", 0 }; r.n += 1; return r; }
int main@(void) { int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(), k = 0; unsigned u = (unsigned)__VERIFIER_nondet_int(); char c = (char)__VERIFIER_nondet_int();
char a[8] = \"abc\"; int t[4] = { 1, 2, 3, 4 }; struct s@ r = { 2, \"xy\", &j }; struct s@ *q = &r; char *p = a; char *e = a + 3; int *ip = &i; int (*fp)(int, int) = add@; double d = 1.5; struct f@ fl = { 1, 2, 1, -3 }; struct f@ *bp = &fl; union u@ w = { 5 }; enum e@ en = MID@; char **pp = &p; struct s@ r2 = { 1, \"z\", &k };
";

const AFTER: &str = "return 0; }\n";

/// The whole text of a program of some statements.
pub(crate) fn whole(statements: &[String]) -> String {
    format!("{BEFORE}{}\n{AFTER}", statements.join("\n"))
}

/// Random statements.
pub(crate) fn statements(chance: &mut Chance) -> Vec<String> {
    (0..2 + chance.below(5)).map(|_| statement(chance, 2)).collect()
}

/// An index for an array of a number of elements, mostly within it.
fn index(chance: &mut Chance, count: usize) -> String {
    match chance.below(9) {
        0 => chance.below(count + 1).to_string(),
        1 => "i".to_owned(),
        2 => format!("{} % {count}", operand(chance, 1)),
        3 => "k".to_owned(),
        4 if count != 6 => format!("({} & {})", operand(chance, 1), count - 1),
        5 => "j".to_owned(),
        _ => chance.below(count).to_string(),
    }
}

/// An integer without effects.
fn operand(chance: &mut Chance, depth: usize) -> String {
    if depth == 0 || chance.below(3) == 0 {
        return leaf(chance);
    }
    let (x, y) = (operand(chance, depth - 1), operand(chance, depth - 1));
    match chance.below(26) {
        20 => format!("({x} << ({y} & 7))"),
        21 => format!("({x} >> ({y} & 31))"),
        22 => format!("({x} & 1)"),
        23 => format!("((unsigned){x} < (unsigned){y})"),
        24 => format!("((unsigned)({x}) / 3u == {}u)", chance.below(3)),
        25 => format!("((short)({x} * 300) > (signed char){y})"),
        0 => format!("({x} - {y})"),
        1 => format!("({x} * {y})"),
        2 => format!("({x} / ({y} == 0 ? 3 : 2))"),
        3 => format!("({x} % 5)"),
        4 => format!("({x} << 2)"),
        5 => format!("({x} >> 1)"),
        6 => format!("({x} & {y})"),
        7 => format!("({x} | 1)"),
        8 => format!("({x} ^ {y})"),
        9 => format!("(~{x})"),
        10 => format!("(-{x})"),
        11 => format!("(!{x})"),
        12 => format!("({x} {} {y})", chance.pick(&["==", "!=", "<", "<=", ">", ">="])),
        13 => format!("({x} && {y})"),
        14 => format!("({x} || {y})"),
        15 => format!("({x} ? {y} : 2)"),
        16 => format!("({x}, {y})"),
        17 => {
            format!("({}){x}", chance.pick(&["char", "unsigned char", "short", "long", "unsigned", "_Bool"]))
        }
        18 => format!("({{ int z = {x}; z + 1; }})"),
        _ => format!("({x} + {y})"),
    }
}

fn leaf(chance: &mut Chance) -> String {
    match chance.below(36) {
        33 => format!("rng@[{}]", index_leaf(chance, 6)),
        34 => "_Generic(c, char *: 1, default: 2)".to_owned(),
        22 => "fl.a".to_owned(),
        23 => "fl.w".to_owned(),
        24 => "fl.on".to_owned(),
        25 => "(en < 0)".to_owned(),
        26 => format!("grid@[{}][{}]", chance.below(2), index_leaf(chance, 3)),
        27 => format!("words@[{}][{}]", index_leaf(chance, 2), chance.below(4)),
        28 => format!("names@[{}][0]", index_leaf(chance, 3)),
        29 => "(p < e)".to_owned(),
        30 => "**pp".to_owned(),
        31 => "r2.n".to_owned(),
        32 => "(int)en".to_owned(),
        0 => "i".to_owned(),
        1 => "j".to_owned(),
        2 => "k".to_owned(),
        3 => "(int)u".to_owned(),
        4 => "c".to_owned(),
        5 => "*ip".to_owned(),
        6 => format!("t[{}]", index_leaf(chance, 4)),
        7 => format!("a[{}]", index_leaf(chance, 8)),
        8 => "q->n".to_owned(),
        9 => format!("r.s[{}]", index_leaf(chance, 4)),
        10 => format!("tab@[{}]", index_leaf(chance, 6)),
        11 => "g@".to_owned(),
        12 => "(int)sizeof(a)".to_owned(),
        13 => "(int)(p - a)".to_owned(),
        14 => "(p == a)".to_owned(),
        15 => "*r.p".to_owned(),
        16 => "*p".to_owned(),
        17 => "(ip != 0)".to_owned(),
        18 => format!("h@[{}]", index_leaf(chance, 4)),
        _ => chance.below(9).to_string(),
    }
}

fn index_leaf(chance: &mut Chance, count: usize) -> String {
    if chance.below(6) == 0 { "i".to_owned() } else { chance.below(count).to_string() }
}

fn statement(chance: &mut Chance, depth: usize) -> String {
    if depth > 0 && chance.below(3) == 0 {
        return nested(chance, depth - 1);
    }
    let x = operand(chance, 2);
    if chance.below(2) == 0 { more(chance, &x) } else { plain(chance, &x) }
}

/// Statements about variables, pointers and calls.
fn plain(chance: &mut Chance, x: &str) -> String {
    match chance.below(44) {
        0 => format!("i = {x};"),
        1 => format!("j = {x};"),
        2 => "k = i++;".to_owned(),
        3 => "j = --*ip;".to_owned(),
        4 => format!("t[{}] = {x};", index(chance, 4)),
        5 => format!("a[{}] = (char){x};", index(chance, 8)),
        6 => format!("r.s[{}] = 'q';", index(chance, 4)),
        7 => format!("q->n {} {x};", chance.pick(&["=", "+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>="])),
        8 => "k = q->n++;".to_owned(),
        9 => format!("*ip = {x};"),
        10 => "c = *p++;".to_owned(),
        11 => format!("p = a + {};", index(chance, 8)),
        12 => "p += 2;".to_owned(),
        13 => "p--;".to_owned(),
        14 => format!("j = (k = {x}) + 1;"),
        15 => format!("put@(a, {}, {x});", index(chance, 8)),
        16 => "j = bump@(&k);".to_owned(),
        17 => "k = t[take@(&j) & 3];".to_owned(),
        18 => "c = next@(&p);".to_owned(),
        19 => format!("ip = local@({x}); j = *ip;"),
        20 => "if (keep@) j = *keep@;".to_owned(),
        21 => "r = make@(i);".to_owned(),
        22 => format!("fp = {x} > 2 ? sub@ : add@; j = fp(i, k);"),
        23 => format!("ip = &t[{}]; *ip = 7;", index(chance, 4)),
        24 => format!("ip = (int[]){{ 4, 5, {x} }}; k = ip[{}];", index(chance, 3)),
        25 => format!(
            "u {} (unsigned){x};",
            chance.pick(&["=", "+=", "-=", "/=", "%="]).replace("/=", "|=").replace("%=", "^=")
        ),
        26 => format!("{{ char v[(i & 3) + 1]; v[{}] = 1; k = (int)sizeof(v); }}", index(chance, 1)),
        27 => "d = d * 2.0 + i; k = d > 3.0;".to_owned(),
        28 => format!("{{ char *m = malloc(3); if (m) {{ m[{}] = 0; free(m); }} }}", index(chance, 3)),
        29 => format!("c = (char)tab@[{}];", index(chance, 6)),
        30 => "strcpy(h@, r.s);".to_owned(),
        31 => "k = (int)strlen(p);".to_owned(),
        32 => "sprintf(a, \"%+d\", k);".to_owned(),
        33 => "sprintf(a, \"%s-%x\", h@, t[1] & 255);".to_owned(),
        34 => format!("{{ int x = {x}; int *to = &x; keep@ = i > 4 ? to : &g@; }}"),
        35 => "i -= (*ip)--;".replace("i -=", "j -="),
        36 => "a[--q->n & 7] = 0;".to_owned(),
        37 => format!("q = &(struct s@){{ 1, \"z\", &k }}; q->n = {x}; q = &r;"),
        38 if chance.below(4) == 0 => "k = _Generic(i, int: 1, default: 2);".to_owned(),
        39 if chance.below(4) == 0 => "__asm__ volatile (\"\");".to_owned(),
        40 => "k = (int)(e - p);".to_owned(),
        41 => "(void)i; ;".to_owned(),
        42 => format!("h@[{}] = 'h';", index(chance, 4)),
        _ => format!(
            "if (!({x} {} {})) reach_error();",
            chance.pick(&["!=", "<", ">=", "<="]),
            chance.below(12)
        ),
    }
}

/// Statements about types and conversions, and those about the library.
fn more(chance: &mut Chance, x: &str) -> String {
    let n = chance.below(7);
    match chance.below(52) {
        46 => "memset(&r2, 0, sizeof r2); k = r2.n;".to_owned(),
        47 => "memcpy(&r2, &r, sizeof r); k = r2.s[1];".to_owned(),
        48 => format!("if (__builtin_{}_overflow({x}, j, &k)) j = 1;", chance.pick(&["add", "sub", "mul"])),
        49 => format!(
            "for (int m = 0; m < 2; m++) {{ int v = {x}; if (m < {n}) keep@ = &v; else k = *keep@; }}"
        ),
        50 => format!(
            "{{ struct s@ *m = calloc(1, sizeof *m); if (m) {{ k = m->n + m->s[{}]; free(m); }} }}",
            index(chance, 4)
        ),
        51 => "make@(k);".to_owned(),
        0 => format!("fl.a = {x};"),
        1 => format!("fl.on = {x};"),
        2 => format!("fl.w {} {x};", chance.pick(&["=", "+=", "-="])),
        3 => "bp->b = 7; k = bp->a;".to_owned(),
        4 => format!("en = {x} > 2 ? LOW@ : HIGH@;"),
        5 => format!("switch (u) {{ case -1: k = 7; break; case {n}: k = 1; break; default: k = 2; }}"),
        6 => {
            format!("switch (en) {{ case LOW@: k = {x}; break; case HIGH@: k = 5; break; default: break; }}")
        }
        7 => format!("w.c[{}] = 1; k = w.n;", index(chance, 4)),
        8 => format!("grid@[{}][{}] = {x};", index(chance, 2), index(chance, 3)),
        9 => format!("words@[{}][{}] = 'w';", index(chance, 2), index(chance, 4)),
        10 => format!("k = early@({x});"),
        11 => "k = named@();".to_owned(),
        12 => format!("j = old@({x}, {x});"),
        13 => "k = count@();".to_owned(),
        14 => "*pp += 1; c = **pp;".to_owned(),
        15 => format!("ip = t; twice@(&ip); *ip = {x};"),
        16 => format!("r = {x} ? r2 : make@(2);"),
        17 => "r2 = r; k = r2.s[1];".to_owned(),
        18 => format!("{{ int v; do {{ if ({x}) break; v = 1; k = v; }} while (0); }}"),
        19 => format!("if ((*ip)++ == {n}) k = 3;"),
        20 => format!("if ((q->n)-- > {n}) k = 4;"),
        21 => format!("k = *p++ == {n};"),
        kind => library(chance, x, kind),
    }
}

/// Statements about the library, and loops over strings.
fn library(chance: &mut Chance, x: &str, kind: usize) -> String {
    let word = chance.pick(&["\"q\"", "\"wxyz\"", "h@", "r.s", "words@[1]", "names@[1]", "p", "\"\""]);
    let n = chance.below(7);
    match kind {
        22 => format!("strncpy(a, {word}, {n});"),
        23 => format!("strncpy(a, {word}, {n}); a[{n}] = 0;"),
        24 => format!("strcat(a, {word});"),
        // What is appended to is not appended: a sanitizer calls that wrong where the standard does not.
        25 => format!("strncat(a, {}, {n});", if word == "p" { "h@" } else { word }),
        26 => format!("memcpy(a, {word}, {n});"),
        27 => format!("memmove(a + 1, a, {n});"),
        28 => format!("memset(h@, {}, {});", chance.pick(&["0", "'m'"]), chance.below(6)),
        29 => format!("k = strcmp(a, {word}) == 0;"),
        30 => format!("k = memcmp(a, \"abc\", {n}) == 0;"),
        31 => "e = strchr(a, 'c'); if (e) k = (int)(e - a); else e = a;".to_owned(),
        32 => "e = strrchr(a, c) ? strrchr(a, c) : a;".to_owned(),
        33 => format!("k = atoi(\"{n}7\");"),
        34 => format!("k = snprintf(a, {n}, \"%s:%d\", {word}, i);"),
        35 => format!(
            "k = sprintf(a, \"%{}d\", {x});",
            chance.pick(&["", "+", " ", "5", "-6", "03", "h", "hh", "."])
        ),
        36 => {
            format!("k = sprintf(a, \"%{}x\", (unsigned){x});", chance.pick(&["", "#", "4", "-4", "h", "hh"]))
        }
        37 => format!("sprintf(a, \"%.{}s|%c\", {word}, 'a' + (k & 3));", chance.below(4)),
        38 => format!("sprintf(a, \"%*u\", {n}, u & 15u);"),
        39 => format!("{{ char *m = calloc(2, 2); if (m) {{ k = m[{}]; free(m); }} }}", index(chance, 4)),
        40 => format!(
            "{{ char *m = malloc(2); if (m) {{ m[1] = 'r'; char *o = realloc(m, {n} + 1); if (o) {{ o[{}] = 0; free(o); }} }} }}",
            index(chance, 4)
        ),
        41 => format!(
            "{{ struct s@ *m = malloc(sizeof *m); if (m) {{ m->n = {x}; m->s[{}] = 0; k = m->n; free(m); {} }} }}",
            index(chance, 4),
            if chance.below(6) == 0 { "k = m->n;" } else { "" }
        ),
        42 => format!(
            "{{ int *m = malloc(3 * sizeof(int)); if (m) {{ m[{}] = 1; free(m); }} }}",
            index(chance, 3)
        ),
        43 => format!(
            "{{ const char *m = names@[{}]; k = (int)strlen(m); c = m[{}]; }}",
            index(chance, 3),
            index(chance, 2)
        ),
        44 => format!("for (char *m = a; *m; m++) {{ if (m - a > {n}) break; *m = 'v'; }}"),
        _ => "k = (int)sizeof(struct f@) + (int)sizeof(words@[0]) + (int)sizeof(en);".to_owned(),
    }
}

fn nested(chance: &mut Chance, depth: usize) -> String {
    let x = operand(chance, 1);
    let (one, two) = (statement(chance, depth), statement(chance, depth));
    let n = 1 + chance.below(5);
    match chance.below(11) {
        0 => format!("if ({x}) {{ {one} }} else {{ {two} }}"),
        1 => format!("if ({x}) {{ {one} }}"),
        2 => format!("for (int m = 0; m < {n}; m++) {{ {one} if ({x}) continue; {two} }}"),
        3 => format!("for (k = 0; k < {n}; k++) {{ a[k] = 'x'; {one} }}"),
        4 => format!("{{ int m = {n}; while (m-- > 0) {{ {one} if ({x} == 3) break; {two} }} }}"),
        5 => format!("{{ int m = 0; do {{ {one} m++; }} while (m < {n}); }}"),
        6 => format!("switch ({x}) {{ case 0: {one} break; case 2 ... 4: {two} default: k = 1; }}"),
        7 => {
            let label = chance.below(1_000_000_000);
            format!("{{ int m = 0; again{label}: m++; {one} if (m < {n}) goto again{label}; {two} }}")
        }
        8 => format!("if ({x} == 9) return 1;"),
        9 => format!(
            "{{ char b[4]; b[0] = 1; b[{}] = 0; if ({x}) p = b; {one} }} c = *p; p = a;",
            index(chance, 4)
        ),
        _ => format!("{{ {one} {two} }}"),
    }
}
