//! Random programs of Java: statements in a method, with the variables that they use declared before them.

use std::fmt::Write as _;

use super::chance::Chance;
use super::statements::{Node, Part, statements};

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) statements: Vec<Node>,
    /// Whether its strings may be null.
    pub(crate) nulls: bool,
}

/// What stands before the programs.
pub(crate) const IMPORTS: &str = "import java.util.*;\nimport java.util.function.*;\n";

/// The variables, each with what it begins as, which may use those before it.
const VARIABLES: [(&str, &str); 26] = [
    ("k", "int k = 0;"),
    ("m", "int m = 1;"),
    ("q", "long q = 3L;"),
    ("h", "short h = 7;"),
    ("y", "byte y = 100;"),
    ("d", "char d = 'x';"),
    ("f", "float f = 1.5f;"),
    ("e", "double e = 0.25;"),
    ("a", "int[] a = {3, 1, 2, 5};"),
    ("g", "int[][] g = new int[2][3];"),
    ("la", "long[] la = {1L, 1L << 40};"),
    ("ca", "char[] ca = {'a', 'b', 'c'};"),
    ("ba", "byte[] ba = new byte[2];"),
    ("sa", "String[] sa = {\"x\", s, null};"),
    ("u", "String u = \"ab\";"),
    ("sb", "StringBuilder sb = new StringBuilder(\"q\");"),
    ("p", "Base p = new Base(2);"),
    ("o", "Base o = i > 3 ? new Derived(i) : p;"),
    ("x", "Object x = b ? s : null;"),
    ("bx", "Integer bx = 127;"),
    ("by", "Integer by = j;"),
    ("li", "ArrayList<Integer> li = new ArrayList<>();\nli.add(1);\nli.add(i);"),
    ("ls", "List<String> ls = new ArrayList<>();"),
    ("hm", "Map<String, Integer> hm = new HashMap<>();\nhm.put(\"k\", 2);"),
    ("co", "Colour co = b ? Colour.GREEN : Colour.BLUE;"),
    ("pr", "Pair pr = new Pair(1, \"z\");"),
];

/// A random program.
pub(crate) fn program(chance: &mut Chance) -> Program {
    Program { statements: statements(chance), nulls: chance.below(6) == 0 }
}

/// The class of a program.
pub(crate) fn class(name: &str, program: &Program) -> String {
    let mut body = String::new();
    program.statements.iter().for_each(|node| write_node(&mut body, node));
    let mut before: Vec<&str> = Vec::new();
    for (variable, declared) in VARIABLES.iter().chain(&[("in", INNER)]).rev() {
        if mentions(&body, variable) || before.iter().any(|later| mentions(later, variable)) {
            before.insert(0, declared);
        }
    }
    format!(
        "class {name} {{\nstatic void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {{\n{}\n{body}}}\n}}\n",
        before.join("\n")
    )
}

const INNER: &str = "Outer.Inner in = new Outer().new Inner();";

fn write_node(out: &mut String, Node(parts): &Node) {
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Block(nodes) => {
                out.push_str(" {\n");
                nodes.iter().for_each(|node| write_node(out, node));
                out.push_str("} ");
            }
        }
    }
    let _ = writeln!(out);
}

/// Whether a text has a word that stands alone. What follows a dot is the name of a member.
fn mentions(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(|c| is_part(c) || c == '.') && !after.is_some_and(is_part)
    })
}

/// Every program with one statement fewer.
pub(crate) fn smaller(program: &Program) -> Vec<Program> {
    let with = |statements| Program { statements, nulls: program.nulls };
    without_one(&program.statements).into_iter().map(with).collect()
}

fn without_one(nodes: &[Node]) -> Vec<Vec<Node>> {
    let mut all = Vec::new();
    for at in 0..nodes.len() {
        let mut fewer = nodes.to_vec();
        let Node(parts) = fewer.remove(at);
        all.push(fewer.clone());
        for part in &parts {
            if let Part::Block(inner) = part {
                // The statements of a block in the place of what surrounds them.
                let mut bare = fewer.clone();
                bare.splice(at..at, inner.iter().cloned());
                all.push(bare);
            }
        }
        for (number, part) in parts.iter().enumerate() {
            let Part::Block(inner) = part else { continue };
            for smaller in without_one(inner) {
                let mut parts = parts.clone();
                parts[number] = Part::Block(smaller);
                let mut nodes = nodes.to_vec();
                nodes[at] = Node(parts);
                all.push(nodes);
            }
        }
    }
    all
}
