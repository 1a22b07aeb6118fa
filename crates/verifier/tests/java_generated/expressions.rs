//! Random expressions of each type. They may have effects and may throw: Java says in which order.

use super::chance::Chance;

/// An `int`.
pub(crate) fn int(chance: &mut Chance, depth: usize) -> String {
    if depth == 0 || chance.below(4) == 0 {
        return int_leaf(chance);
    }
    let (x, y) = (int(chance, depth - 1), int(chance, depth - 1));
    match chance.below(30) {
        0 | 1 => format!("({x} - {y})"),
        2 => format!("({x} * {y})"),
        3 => format!("({x} / {y})"),
        4 => format!("({x} % {y})"),
        5 => format!("({x} % {})", chance.pick(&["5", "-3", "2"])),
        6 => format!("({x} / {})", chance.pick(&["2", "-1", "7"])),
        7 => format!("({x} << {y})"),
        8 => format!("({x} >> {y})"),
        9 => format!("({x} >>> {})", chance.pick(&["1", "33", "28", "i"])),
        10 => format!("({x} & {y})"),
        11 => format!("({x} | {y})"),
        12 => format!("({x} ^ {y})"),
        13 => format!("(~{x})"),
        14 => format!("(-({x}))"),
        15 => format!("({} ? {x} : {y})", truth(chance, depth - 1)),
        16 => format!("({}) (0 + {x})", chance.pick(&["byte", "short", "char"])),
        17 => format!("(int) ({})", long(chance, depth - 1)),
        18 => format!("(int) ({})", real(chance, depth - 1)),
        19 => format!("Math.{}({x}, {y})", chance.pick(&["max", "min"])),
        20 => format!("Math.abs({x})"),
        21 => format!("o.{}({x})", chance.pick(&["virt", "both", "sync"])),
        22 => format!("{}({x})", chance.pick(&["Base.stat", "Derived.stat", "Base.ended", "Log.next"])),
        23 => format!("Base.sum({x}, {y}, 1)"),
        24 => format!("Base.rec({x} & 7)"),
        25 => format!("a[{}]", index(chance, 4)),
        _ => format!("({x} + {y})"),
    }
}

/// An index for a number of elements, mostly within.
pub(crate) fn index(chance: &mut Chance, count: usize) -> String {
    match chance.below(8) {
        0 => chance.below(count + 1).to_string(),
        1 => "i".to_owned(),
        2 => "k".to_owned(),
        3 => format!("({} & 1)", int_leaf(chance)),
        _ => chance.below(count).to_string(),
    }
}

const INTS: [&str; 62] = [
    "i",
    "j",
    "k",
    "m",
    "i",
    "j",
    "k",
    "m",
    "(int) l",
    "c",
    "d",
    "y",
    "h",
    "k++",
    "--m",
    "a.length",
    "(k = j)",
    "(a[1] += 2)",
    "a[1]++",
    "o.n",
    "o.n--",
    "o.narrow",
    "o.letter",
    "o.small",
    "o.area()",
    "o.twice()",
    "Shape.unit()",
    "s.length()",
    "t.length()",
    "u.length()",
    "Log.count",
    "Base.made",
    "Base.last.n",
    "o.next.n",
    "Loud.v",
    "Loud.touch()",
    "Loud.KNOWN",
    "Loud.BOX",
    "LoudChild.v",
    "LoudChild.c",
    "co.ordinal()",
    "co.weight()",
    "co.k",
    "pr.a()",
    "pr.both()",
    "in.sum()",
    "in.w",
    "bx",
    "by",
    "sb.length()",
    "li.size()",
    "ls.size()",
    "hm.size()",
    "Integer.parseInt(u)",
    "u.indexOf('a')",
    "s.indexOf(u)",
    "u.compareTo(s)",
    "u.hashCode()",
    "Integer.compare(i, j)",
    "Long.compare(l, q)",
    "Character.getNumericValue(d)",
    "(x instanceof String ? 1 : 2)",
];

fn int_leaf(chance: &mut Chance) -> String {
    match chance.below(100) {
        0 => format!("a[{}]", index_leaf(chance, 4)),
        1 => format!("g[{}][{}]", index_leaf(chance, 2), index_leaf(chance, 3)),
        2 => format!("s.charAt({})", index_leaf(chance, 2)),
        3 => format!("u.charAt({})", index_leaf(chance, 2)),
        4 => format!("ca[{}]", index_leaf(chance, 3)),
        5 => format!("ba[{}]", index_leaf(chance, 2)),
        6 => format!("sa[{}].length()", index_leaf(chance, 3)),
        7 => format!("li.get({})", index_leaf(chance, 2)),
        8 => format!("hm.get(\"{}\")", chance.pick(&["k", "z"])),
        9 => format!("hm.getOrDefault({}, 4)", chance.pick(&["\"k\"", "s", "u"])),
        10 => format!("sb.charAt({})", index_leaf(chance, 2)),
        11 | 12 => chance.pick(&["2147483647", "-2147483648", "65536", "-129", "255", "1000"]).to_owned(),
        13..=32 => chance.below(9).to_string(),
        _ => chance.pick(&INTS).to_owned(),
    }
}

fn index_leaf(chance: &mut Chance, count: usize) -> String {
    if chance.below(6) == 0 { "i".to_owned() } else { chance.below(count).to_string() }
}

/// A `long`.
pub(crate) fn long(chance: &mut Chance, depth: usize) -> String {
    if depth == 0 || chance.below(3) == 0 {
        return match chance.below(9) {
            0 => "9223372036854775807L".to_owned(),
            1 => "q".to_owned(),
            2 => "o.w".to_owned(),
            3 => format!("la[{}]", index_leaf(chance, 2)),
            4 => format!("{}L", chance.below(7)),
            5 => "(o.w = 6L)".to_owned(),
            6 => "q++".to_owned(),
            7 => "(la[1] = 5L)".to_owned(),
            _ => "l".to_owned(),
        };
    }
    let (x, y, n) = (long(chance, depth - 1), long(chance, depth - 1), int(chance, depth - 1));
    match chance.below(14) {
        0 => format!("({x} - {y})"),
        1 => format!("({x} * {y})"),
        2 => format!("({x} / {y})"),
        3 => format!("({x} % {y})"),
        4 => format!("({x} << {n})"),
        5 => format!("({x} >> {n})"),
        6 => format!("({x} >>> {n})"),
        7 => format!("({x} & {y})"),
        8 => format!("({x} | {y})"),
        9 => format!("({x} ^ {y})"),
        10 => format!("(-({x}))"),
        11 => format!("(long) ({n})"),
        12 => format!("(long) ({})", real(chance, depth - 1)),
        _ => format!("({x} + {y})"),
    }
}

/// A `float` or `double`.
pub(crate) fn real(chance: &mut Chance, depth: usize) -> String {
    if depth == 0 || chance.below(3) == 0 {
        return chance
            .pick(&["f", "e", "1.5f", "0.1", "0.1f", "1e10", "0.0 / 0.0", "-0.0", "1e39", "2.0"])
            .to_owned();
    }
    let (x, y) = (real(chance, depth - 1), real(chance, depth - 1));
    match chance.below(11) {
        0 => format!("({x} - {y})"),
        1 => format!("({x} * {y})"),
        2 => format!("({x} / ({y}))"),
        3 => format!("({x} % ({y}))"),
        4 => format!("(-({x}))"),
        5 => format!("(float) ({x})"),
        6 => format!("(double) ({})", int(chance, depth - 1)),
        7 => format!("(float) ({})", long(chance, depth - 1)),
        8 => format!("(double) ({})", long(chance, depth - 1)),
        9 => format!("(float) ({})", int(chance, depth - 1)),
        _ => format!("({x} + {y})"),
    }
}

const TRUTHS: [&str; 38] = [
    "b",
    "!b",
    "s.equals(t)",
    "u.equals(s)",
    "s.isEmpty()",
    "s.startsWith(\"a\")",
    "u.endsWith(s)",
    "s.contains(\"b\")",
    "s == t",
    "u == \"ab\"",
    "u.intern() == \"ab\"",
    "bx == by",
    "bx.equals(by)",
    "o == p",
    "o.equals(p)",
    "o == null",
    "o instanceof Derived",
    "x instanceof String",
    "x instanceof Integer",
    "x instanceof int[]",
    "x == null",
    "x.equals(s)",
    "li.isEmpty()",
    "li.contains(j)",
    "ls.contains(s)",
    "ls.isEmpty()",
    "hm.containsKey(s)",
    "hm.containsKey(\"k\")",
    "Character.isDigit(c)",
    "Character.isLetter(d)",
    "Log.is(b)",
    "o.flag",
    "s.matches(\"[a-c]*\")",
    "u.equalsIgnoreCase(\"AB\")",
    "co == Colour.BLUE",
    "pr.equals(new Pair(1, \"z\"))",
    "t == null",
    "sa[2] == null",
];

/// A `boolean`.
pub(crate) fn truth(chance: &mut Chance, depth: usize) -> String {
    let order = chance.pick(&["==", "!=", "<", "<=", ">", ">="]);
    if depth == 0 || chance.below(4) == 0 {
        return match chance.below(3) {
            0 => format!("({} {order} {})", int_leaf(chance), int_leaf(chance)),
            1 => format!("{} {order} {}", chance.pick(&["i", "j", "k", "m"]), chance.below(5)),
            _ => chance.pick(&TRUTHS).to_owned(),
        };
    }
    match chance.below(12) {
        0 => format!("({} && {})", truth(chance, depth - 1), truth(chance, depth - 1)),
        1 => format!("({} || {})", truth(chance, depth - 1), truth(chance, depth - 1)),
        2 => format!("!({})", truth(chance, depth - 1)),
        3 => format!("({} ^ {})", truth(chance, 0), truth(chance, 0)),
        4 => format!("({} & {})", truth(chance, 0), truth(chance, 0)),
        5 => format!("({} {order} {})", long(chance, depth - 1), long(chance, depth - 1)),
        6 => format!("({} {order} {})", real(chance, depth - 1), real(chance, depth - 1)),
        7 => format!("{}.equals({})", text(chance, depth - 1), text(chance, depth - 1)),
        8 => format!("({} | {})", truth(chance, 0), truth(chance, 0)),
        _ => format!("({} {order} {})", int(chance, depth - 1), int(chance, depth - 1)),
    }
}

const TEXTS: [&str; 26] = [
    "s",
    "t",
    "u",
    "s",
    "u",
    "\"ab\"",
    "\"\"",
    "\"12\"",
    "s.trim()",
    "u.toUpperCase()",
    "s.toLowerCase()",
    "sb.toString()",
    "String.valueOf(i)",
    "Integer.toString(k)",
    "o.toString()",
    "String.valueOf(x)",
    "co.name()",
    "co.toString()",
    "pr.b()",
    "o.s",
    "Log.text",
    "(\"\" + c)",
    "(\"\" + co)",
    "new String(ca)",
    "String.join(\"-\", s, u)",
    "s.concat(u)",
];

/// A `String`.
pub(crate) fn text(chance: &mut Chance, depth: usize) -> String {
    if depth == 0 || chance.below(3) == 0 {
        return chance.pick(&TEXTS).to_owned();
    }
    let x = text(chance, depth - 1);
    match chance.below(14) {
        0 => format!("({x}).substring({})", index(chance, 2)),
        1 => format!("({x}).substring({}, {})", index_leaf(chance, 2), index(chance, 3)),
        2 => format!("({x}).replace('a', {})", chance.pick(&["c", "'x'", "d"])),
        3 => format!("({x}).replace(\"b\", {})", text(chance, 0)),
        4 => format!("({} ? {x} : {})", truth(chance, 0), text(chance, 0)),
        5 => format!("({x} + {})", int(chance, depth - 1)),
        6 => format!("({x} + ({}) + {})", truth(chance, 0), long(chance, 0)),
        7 => format!("({x} + o)"),
        8 => format!("({x} + d + c)"),
        9 => format!("({x} + bx + x)"),
        10 => format!("(\"<\" + {x} + \">\")"),
        11 => format!("(x instanceof String ? (String) x : {x})"),
        _ => format!("({x} + {})", text(chance, 0)),
    }
}
