//! Random statements, as trees, so that a part of one can be left out.
//!
//! Every loop has a counter that nothing else changes, and every jump a condition, so that programs end and compile.

use super::chance::Chance;
use super::expressions::{index, int, long, real, text, truth};

/// A statement: its text, with blocks of statements in between.
#[derive(Clone, Debug)]
pub(crate) struct Node(pub(crate) Vec<Part>);

/// A part of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    Block(Vec<Node>),
}

fn plain(text: impl Into<String>) -> Node {
    Node(vec![Part::Text(text.into())])
}

/// A statement from texts and blocks in turn.
fn with(texts: &[&str], blocks: Vec<Vec<Node>>) -> Node {
    let mut blocks = blocks.into_iter();
    let mut parts = Vec::new();
    for text in texts {
        parts.push(Part::Text((*text).to_owned()));
        parts.extend(blocks.next().map(Part::Block));
    }
    Node(parts)
}

/// Some statements.
pub(crate) fn statements(chance: &mut Chance) -> Vec<Node> {
    let mut all: Vec<Node> = (0..2 + chance.below(5)).map(|_| statement(chance, 2)).collect();
    all.push(assertion(chance));
    all
}

fn block(chance: &mut Chance, depth: usize) -> Vec<Node> {
    (0..=chance.below(2)).map(|_| statement(chance, depth)).collect()
}

fn assertion(chance: &mut Chance) -> Node {
    let claim = match chance.below(8) {
        0 => truth(chance, 2),
        1 => format!("!{}.equals({})", text(chance, 1), text(chance, 0)),
        2 => format!("({}).length() < {}", text(chance, 1), 2 + chance.below(6)),
        3 => format!("Log.count != {}", chance.below(30)),
        _ => {
            let order = chance.pick(&["!=", "<", ">=", "<=", "!="]);
            let wanted = chance.pick(&["0", "1", "2", "3", "5", "9", "40", "-3", "1000", "-129"]);
            format!("{} {order} {wanted}", int(chance, 1))
        }
    };
    if chance.below(6) == 0 {
        return plain(format!("assert {claim} : {};", chance.pick(&["u", "o", "k", "x"])));
    }
    plain(format!("assert {claim};"))
}

fn statement(chance: &mut Chance, depth: usize) -> Node {
    if depth > 0 && chance.below(3) == 0 {
        return nested(chance, depth - 1);
    }
    match chance.below(8) {
        0 => assertion(chance),
        1 | 2 => numbers(chance),
        3 => objects(chance),
        4 => plain(collections(chance)),
        5 => plain(texts(chance)),
        6 => plain(given(chance)),
        _ => plain(arrays(chance)),
    }
}

const ASSIGNED: [&str; 11] = ["=", "+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>=", ">>>=", "%="];

fn numbers(chance: &mut Chance) -> Node {
    let x = int(chance, 2);
    let how = chance.pick(&ASSIGNED);
    plain(match chance.below(14) {
        0 | 1 => format!("k = {x};"),
        2 => format!("m {how} {x};"),
        3 => format!("q {how} {};", long(chance, 2)),
        4 => format!("h {} {x};", chance.pick(&["+=", "-=", "*=", "<<="])),
        5 => format!("y {} {x};", chance.pick(&["+=", "-=", "*=", ">>="])),
        6 => format!("d {} {x};", chance.pick(&["+=", "-=", "^="])),
        7 => chance.pick(&["h++;", "y--;", "d++;", "--k;", "k += 300;", "m = k++ + ++k;"]).to_owned(),
        8 => format!("f = (float) ({});", real(chance, 2)),
        9 => format!("e = {};", real(chance, 2)),
        10 => format!("by = 0 + {x};"),
        11 => format!("bx = {};", chance.pick(&["by", "128", "i", "null", "127"])),
        12 => format!("b = {};", truth(chance, 2)),
        _ => format!("j = {x};"),
    })
}

fn objects(chance: &mut Chance) -> Node {
    let x = int(chance, 1);
    plain(match chance.below(30) {
        0 => format!("o.n {} {x};", chance.pick(&ASSIGNED)),
        1 => format!("o.narrow = (short) ({x} + 0);"),
        2 => format!("o.small {} {x};", chance.pick(&["+=", "*=", "<<="])),
        3 => format!("o.w {} {};", chance.pick(&ASSIGNED), long(chance, 1)),
        4 => "q = (o.w = q + 1);".to_owned(),
        5 => format!("p = new Derived({x});"),
        6 => format!("o = {};", chance.pick(&["p", "new Base(i)", "new Derived(k)", "p.next", "Base.last"])),
        7 => "o.next = p;".to_owned(),
        8 => "o = o.next;".to_owned(),
        9 => format!(
            "x = {};",
            chance.pick(&["o", "u", "bx", "a", "null", "t", "co", "Integer.valueOf(i)", "sa"])
        ),
        10 => "u = (String) x;".to_owned(),
        11 => "o = (Base) x;".to_owned(),
        12 => "p = (Derived) o;".to_owned(),
        13 => "k = (Integer) x;".to_owned(),
        14 => format!("co = {};", chance.pick(&["Colour.RED", "Colour.BLUE", "Colour.values()[k]"])),
        15 => format!("pr = new Pair({x}, {});", chance.pick(&["s", "u", "t"])),
        16 => format!("in.set({x});"),
        17 => "in = new Outer().new Inner();".to_owned(),
        18 => format!("LoudChild.c = {x};"),
        19 => format!("Loud.v {} {x};", chance.pick(&ASSIGNED)),
        20 => "o.s = u;".to_owned(),
        21 => format!("o.letter {} {x};", chance.pick(&["+=", "-="])),
        22 => format!("o.flag = {};", truth(chance, 1)),
        23 => "k = o.compareTo(p);".to_owned(),
        24 => "k = new Box<>(o).get().n;".to_owned(),
        25 => "k = new Box<>(u).many(2).size();".to_owned(),
        26 => "Log.text += u;".to_owned(),
        27 => {
            let name = chance.name();
            let made = "new Base(3) { @Override int virt(int z) { return z - 1; } }";
            format!("{{ Base {name} = {made}; k = {name}.both(i); }}")
        }
        28 => "System.out.println(o);".to_owned(),
        _ => "if (x instanceof Derived) k = ((Derived) x).more;".to_owned(),
    })
}

fn arrays(chance: &mut Chance) -> String {
    let x = int(chance, 1);
    match chance.below(20) {
        0 | 1 => format!("a[{}] = {x};", index(chance, 4)),
        2 => format!("a[{}] {} {x};", index(chance, 4), chance.pick(&ASSIGNED)),
        3 => format!("k = a[{}]++;", index(chance, 4)),
        4 => format!("g[{}][{}] = {x};", index(chance, 2), index(chance, 3)),
        5 => format!("la[{}] {} {};", index(chance, 2), chance.pick(&ASSIGNED), long(chance, 1)),
        6 => format!("q = la[{}]--;", index(chance, 2)),
        7 => format!("ca[{}] = (char) ({x} + 0);", index(chance, 3)),
        8 => format!("ba[{}] += {x};", index(chance, 2)),
        9 => format!("sa[{}] = u;", index(chance, 3)),
        10 => format!("sa[{}] += u;", index(chance, 3)),
        11 => "a = new int[k];".to_owned(),
        12 => format!("a = new int[] {{{x}, 2, 3, 4}};"),
        13 => "g = new int[2][k & 3];".to_owned(),
        14 => "g[1] = a;".to_owned(),
        15 => {
            format!("{{ Object[] {0} = sa; {0}[0] = {1}; }}", chance.name(), chance.pick(&["u", "bx", "x"]))
        }
        16 => "a = a.clone();".to_owned(),
        17 => "ca = u.toCharArray();".to_owned(),
        18 => format!("{{ boolean[] {0} = new boolean[2]; {0}[k & 1] = b; b = {0}[1]; }}", chance.name()),
        _ => format!("k = g[{}].length;", index(chance, 2)),
    }
}

fn collections(chance: &mut Chance) -> String {
    let x = int(chance, 1);
    match chance.below(26) {
        0 | 1 => format!("li.add(0 + {x});"),
        2 => format!("li.set({}, 0 + {x});", index(chance, 2)),
        3 => format!("li.remove({});", index(chance, 2)),
        4 => "li.remove((Object) j);".to_owned(),
        5 => format!("k = li.get({});", index(chance, 2)),
        6 => "li.clear();".to_owned(),
        7 => format!("ls.add({});", chance.pick(&["s", "u", "t", "\"ab\""])),
        8 => format!("u = ls.get({});", index(chance, 1)),
        9 | 10 => format!("hm.put({}, 0 + {x});", chance.pick(&["\"k\"", "s", "u", "t"])),
        11 => format!("hm.remove({});", chance.pick(&["\"k\"", "s"])),
        12 => format!("k = hm.get({});", chance.pick(&["\"k\"", "s", "u"])),
        13 => "hm.merge(\"k\", 2, Integer::sum);".to_owned(),
        14 => format!("hm.computeIfAbsent(s, {0} -> {0}.length());", chance.name()),
        15 => "hm.putIfAbsent(u, 5);".to_owned(),
        16 => format!("li.add({}, 0 + {x});", index(chance, 2)),
        17 => "k = li.indexOf(j);".to_owned(),
        18 => format!(
            "Iterator<Integer> {0} = li.iterator(); if ({0}.hasNext()) k = {0}.next();",
            chance.name()
        ),
        19 => format!(
            "{{ Iterator<Integer> {0} = li.iterator(); {0}.next(); {1} k = {0}.next(); }}",
            chance.name(),
            chance.pick(&["", "li.add(3);", "li.set(0, 3);"])
        ),
        20 => format!("for (int {0} : li) k += {0};", chance.name()),
        21 => format!(
            "for (Map.Entry<String, Integer> {0} : hm.entrySet()) k += {0}.getValue();",
            chance.name()
        ),
        22 => format!("for (String {0} : hm.keySet()) k += {0}.length();", chance.name()),
        23 => "u = li.toString();".to_owned(),
        24 => format!(
            "{{ Deque<Integer> {0} = new ArrayDeque<>(); {0}.push(0 + {x}); k = {0}.pop(); }}",
            chance.name()
        ),
        _ => format!(
            "{{ Set<String> {0} = new HashSet<>(); {0}.add(s); if ({0}.add(u)) k++; m = {0}.size(); }}",
            chance.name()
        ),
    }
}

fn texts(chance: &mut Chance) -> String {
    let x = text(chance, 2);
    let more = "if (u.length() > 40) u = \"ab\";";
    match chance.below(16) {
        0 | 1 => format!("u = {x}; {more}"),
        2 => format!("u += {}; {more}", text(chance, 1)),
        3 => format!("t = {};", text(chance, 1)),
        4 => format!("sb.append({});", chance.pick(&["u", "i", "c", "b", "l", "x", "ca", "o", "1.5"])),
        5 => format!("sb.insert({}, {});", index(chance, 1), chance.pick(&["u", "i", "'z'"])),
        6 => "sb.reverse();".to_owned(),
        7 => format!("sb.deleteCharAt({});", index(chance, 1)),
        8 => format!("sb.setCharAt({}, c);", index(chance, 1)),
        9 => format!("sb.setLength({});", index(chance, 2)),
        10 => format!("sb.delete({}, {});", index(chance, 1), index(chance, 3)),
        11 => format!("k = ({x}).length();"),
        12 => format!("d = ({x}).charAt({});", index(chance, 1)),
        13 => "sa = u.split(\"b\");".to_owned(),
        14 => "sb = new StringBuilder(s).append('-').append(u);".to_owned(),
        _ => format!("k = ({x}).indexOf({});", text(chance, 0)),
    }
}

/// Lambdas, references to methods, and what else is given to be called.
fn given(chance: &mut Chance) -> String {
    let (x, one, two) = (int(chance, 1), chance.name(), chance.name());
    match chance.below(14) {
        0 => {
            format!("{{ final int {one} = {x}; IntSupplier {two} = () -> {one} + 1; k = {two}.getAsInt(); }}")
        }
        1 => format!("{{ int[] {one} = a; Runnable {two} = () -> {one}[0]++; {two}.run(); {two}.run(); }}"),
        2 => {
            format!("{{ Function<Integer, Integer> {one} = {two} -> {two} * 2; k = {one}.apply(0 + {x}); }}")
        }
        3 => format!("{{ IntBinaryOperator {one} = Math::max; k = {one}.applyAsInt({x}, j); }}"),
        4 => format!("{{ Supplier<Base> {one} = () -> new Derived(1); o = {one}.get(); }}"),
        5 => format!("{{ Function<Integer, Base> {one} = Derived::new; o = {one}.apply(0 + {x}); }}"),
        6 => format!(
            "{{ Base {one} = o; IntUnaryOperator {two} = {one}::virt; o.n++; k = {two}.applyAsInt(1); }}"
        ),
        7 => format!("{{ Shape {one} = () -> 7; k = {one}.twice(); }}"),
        8 => format!("{{ Predicate<String> {one} = String::isEmpty; b = {one}.test(u); }}"),
        9 => format!(
            "{{ final int {one} = m; m++; Supplier<Integer> {two} = () -> {one}; k = {two}.get() - m; }}"
        ),
        10 => format!("k = Base.ended({x});"),
        11 => format!("if ({}) throw new {}({x});", truth(chance, 1), chance.pick(&["Trouble", "Worse"])),
        12 => format!("li.forEach({one} -> Log.next({one}));"),
        _ => format!(
            "{{ Comparator<Integer> {one} = ({two}, {two}x) -> {two}x - {two}; k = {one}.compare(i, j); }}"
        ),
    }
}

fn nested(chance: &mut Chance, depth: usize) -> Node {
    let (n, name) = (1 + chance.below(4), chance.name());
    let (one, two) = (block(chance, depth), block(chance, depth));
    let when = truth(chance, 1);
    match chance.below(20) {
        0 | 1 => with(&[&format!("if ({when})"), "else", ""], vec![one, two]),
        2 => with(&[&format!("if ({when})"), ""], vec![one]),
        3 => {
            let head = format!("for (int {name} = 0; {name} < {n}; {name}++)");
            let body = [one, vec![plain(format!("if ({when}) continue;"))], two].concat();
            with(&[&head, ""], vec![body])
        }
        4 => {
            let head = format!("{{ int {name} = {n}; while ({name}-- > 0)");
            let body = [one, vec![plain(format!("if ({when}) break;"))], two].concat();
            with(&[&head, "}"], vec![body])
        }
        5 => with(
            &[&format!("{{ int {name} = 0; do"), &format!("while (++{name} < {n} && {when}); }}")],
            vec![one],
        ),
        6 => {
            let inner = chance.name();
            let head = format!(
                "{name}: for (int {name}x = 0; {name}x < 3; {name}x++) for (int {inner} = 0; {inner} < 2; {inner}++)"
            );
            let way = chance.pick(&["continue", "break"]);
            let body = [one, vec![plain(format!("if ({when}) {way} {name};"))], two].concat();
            with(&[&head, ""], vec![body])
        }
        7 => with(
            &[
                &format!("switch ({}) {{ case 0:", int(chance, 1)),
                "break; case 2: case 3:",
                "default: k = 1; }",
            ],
            vec![one, two],
        ),
        8 => {
            let of = chance.pick(&["s", "u", "t", "u + s"]);
            let cases = chance.pick(&["case \"Aa\": case \"12\":", "case \"BB\":", "case \"\": case \"x\":"]);
            let head = format!("switch ({of}) {{ case \"ab\":");
            with(&[&head, &format!("break; {cases}"), "break; default: m++; }"], vec![one, two])
        }
        _ => guarded(chance, (one, two), (&name, &when)),
    }
}

/// Statements with handlers, locks and resources, and what else surrounds blocks.
fn guarded(chance: &mut Chance, (one, two): (Vec<Node>, Vec<Node>), (name, when): (&str, &str)) -> Node {
    let n = 1 + chance.below(4);
    match chance.below(11) {
        0 => {
            let label = chance.pick(&["Trouble", "RuntimeException", "NullPointerException", "Exception"]);
            with(
                &["try", &format!("catch ({label} {name})"), "finally", ""],
                vec![one, two, vec![numbers(chance)]],
            )
        }
        1 => with(
            &["try", &format!("catch (ArithmeticException | IndexOutOfBoundsException {name})"), ""],
            vec![one, two],
        ),
        2 => {
            let body = [vec![plain(format!("k = Base.risky({});", int(chance, 1)))], one].concat();
            let tail = [vec![plain(format!("u = {name}.getMessage();"))], two].concat();
            with(&["try", &format!("catch (Checked {name})"), ""], vec![body, tail])
        }
        3 => with(
            &["try", &format!("catch (Worse {name}) {{ k = 1; }} catch (Trouble {name})"), ""],
            vec![one, [vec![plain(format!("k = {name}.code;"))], two].concat()],
        ),
        4 => with(&["try", "finally", ""], vec![one, two]),
        5 => with(&[&format!("try (Source {name} = new Source({n}))"), ""], vec![one]),
        6 => with(&["synchronized (o)", ""], vec![one]),
        7 => with(&[&format!("if ({when}) return;"), ""], vec![one]),
        8 => with(
            &[&format!("for (int {name} : a)"), ""],
            vec![[vec![plain(format!("k += {name};"))], one].concat()],
        ),
        9 => {
            let head = format!("for (int {name} = i; {name} < j && {name} < i + 4; {name}++)");
            with(&[&head, ""], vec![one])
        }
        _ => with(
            &["switch (co) { case RED:", "break; case BLUE:", "break; default: k = 3; }"],
            vec![one, two],
        ),
    }
}
