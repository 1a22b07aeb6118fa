//! Random pages of PHP: templates whose holes are filled by other templates.
//!
//! A hole is a letter in braces with a sign: `{@t}` is a text, `{@n}` a number, `{@c}` a condition, `{@l}` an array,
//! `{@v}` a variable that holds a text, `{@w}` a word of the page, `{@s}` a statement. `#` is a number that no other
//! template of the page has, so that what a template declares does not clash. A page is a list of statements, each of
//! which can be left out.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A line is a template, below the name of its list; a sign stands for a line break.
const TEMPLATES: &str = include_str!("templates.txt");

/// The templates of a list.
fn list(name: &str) -> &'static [String] {
    static LISTS: OnceLock<BTreeMap<&str, Vec<String>>> = OnceLock::new();
    let lists = LISTS.get_or_init(|| {
        let sections = TEMPLATES.split("§ ").filter_map(|section| section.split_once('\n'));
        let lines = |text: &str| text.lines().map(|line| line.replace('⏎', "\n")).collect();
        sections.map(|(name, text)| (name, lines(text))).collect()
    });
    &lists[name]
}

/// Numbers that look random.
pub(crate) struct Chance {
    state: u64,
    /// How many templates of the present page are filled.
    count: usize,
}

impl Chance {
    /// Begins with a seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, count: 0 }
    }

    /// A number below another.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % most
    }

    fn pick(&mut self, name: &str) -> &'static str {
        let templates = list(name);
        &templates[self.below(templates.len())]
    }
}

/// A template with its holes filled.
#[derive(Clone)]
pub(crate) struct Filled {
    /// Which hole it fills.
    kind: u8,
    template: &'static str,
    own: usize,
    parts: Vec<Filled>,
}

/// The statements of a random page; at least one of them writes.
pub(crate) fn statements(chance: &mut Chance) -> Vec<Filled> {
    chance.count = 0;
    let is_wild = chance.below(8) == 0;
    let count = 2 + chance.below(5);
    let mut all: Vec<Filled> = (0..count).map(|_| statement(chance, is_wild)).collect();
    let last = chance.pick("writing");
    all.push(filled(chance, (b's', last), 1));
    all
}

/// A statement of the page itself; of what is not modelled only where that is wanted.
fn statement(chance: &mut Chance, is_wild: bool) -> Filled {
    let template = match chance.below(8) {
        0 if is_wild => chance.pick("unmodelled"),
        0..3 => chance.pick("declaring"),
        3..5 => chance.pick("writing"),
        _ => chance.pick("statements"),
    };
    filled(chance, (b's', template), 2)
}

/// A template with its holes filled, to a depth.
fn filled(chance: &mut Chance, (kind, template): (u8, &'static str), depth: usize) -> Filled {
    chance.count += 1;
    let own = chance.count;
    let holes = template.match_indices("{@").map(|(at, _)| template.as_bytes()[at + 2]);
    let parts = holes.map(|kind| hole(chance, kind, depth)).collect();
    Filled { kind, template, own, parts }
}

/// What fills a hole.
fn hole(chance: &mut Chance, kind: u8, depth: usize) -> Filled {
    let is_leaf = depth == 0 || chance.below(5) < 2;
    let (leaves, others) = match kind {
        b't' => ("plain texts", "texts"),
        b'n' => ("plain numbers", "numbers"),
        b'c' => ("plain conditions", "conditions"),
        b'l' => ("plain lists", "lists"),
        b's' => ("writing", "statements"),
        b'v' => ("variables", "variables"),
        b'w' => ("words", "words"),
        other => panic!("there is no hole {}", char::from(other)),
    };
    let template = chance.pick(if is_leaf { leaves } else { others });
    filled(chance, (kind, template), depth.saturating_sub(1))
}

impl Filled {
    /// Its text.
    pub(crate) fn text(&self) -> String {
        let own = self.own.to_string();
        let mut pieces = self.template.split("{@");
        let mut text = pieces.next().unwrap_or_default().replace('#', &own);
        for (piece, part) in pieces.zip(&self.parts) {
            text.push_str(&part.text());
            text.push_str(&piece[2..].replace('#', &own));
        }
        text
    }

    /// Smaller ones: with a part left out, or in the place of the whole a part of its kind.
    pub(crate) fn smaller(&self) -> Vec<Filled> {
        let least = match self.kind {
            b't' => "'ok'",
            b'n' => "1",
            b'c' => "true",
            b'l' => "[]",
            b's' => ";",
            b'v' => "$a",
            _ => "",
        };
        let leaf = Filled { kind: self.kind, template: least, own: self.own, parts: Vec::new() };
        let mut all: Vec<Filled> = if self.template == least { Vec::new() } else { vec![leaf] };
        all.extend(self.parts.iter().filter(|part| part.kind == self.kind).cloned());
        for (at, part) in self.parts.iter().enumerate() {
            all.extend(part.smaller().into_iter().map(|small| {
                let mut whole = self.clone();
                whole.parts[at] = small;
                whole
            }));
        }
        all
    }
}

/// What variables begin as.
const FIRST: &str = "$a = $b = $c = $d = 'ok'; $l = ['p', 'q']; $m = ['k' => 'v', 'j' => 'w']; $i = 1; \
    $j = 2; $n = 'a'; $r = 'r'; $o = new stdClass;";

/// The text of a page of some statements.
pub(crate) fn page(statements: &[Filled]) -> String {
    let lines: Vec<String> = statements.iter().map(Filled::text).collect();
    format!("<?php\n{FIRST}\n{}\n", lines.join("\n"))
}
