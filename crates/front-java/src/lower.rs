//! From an entry to the program that says of every uncaught exception that it does not happen.
//!
//! Each place that throws an exception which leaves the entry is one assertion, and no run may come there. A gap is
//! an assertion too: only a proof that no run comes to any gap makes other proofs hold.

use std::collections::{BTreeMap, BTreeSet};

use ir::deep::deeply;
use ir::{Action, AssertId, Condition, Label, Program, Span, Variable};

use crate::class::{Class, Method};
use crate::classes::Classes;
use crate::copies;
use crate::heap_writes::Keeper;
use crate::lowering::{Asked, Entry, Exits, Gap, Lowering, Uncaught};
use crate::places::{Places, Texts};
use crate::rule::Rule;
use crate::shape::{HeapInvariants, Pushed};
use crate::unread;

/// What is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No `assert` fails: no `AssertionError` leaves the entry.
    Assertions,
    /// No exception of the run time leaves the entry.
    Exceptions,
    /// Both.
    Both,
}

/// What to lower.
#[derive(Clone, Debug)]
pub struct Question {
    /// The class of the entry, by its internal name.
    pub class: String,
    /// The name of the entry.
    pub method: String,
    /// What is verified.
    pub property: Property,
    /// Whether arguments that are strings may be null.
    pub null_inputs: bool,
}

/// What an assertion of the program says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// That an exception does not leave the entry, and the rule that this is.
    Uncaught(Rule),
    /// That no run comes to a place that is not followed.
    Gap,
    /// Nothing: there is no place at which the property could fail.
    Nothing,
}

/// A program, and how it stands to the classes.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// What each assertion says.
    pub claims: Vec<Claim>,
    /// What was over-approximated, and where.
    pub approximations: Vec<(Span, String)>,
    /// Variables that are any value and yet lose nothing.
    pub fates: Vec<Variable>,
    /// What the outside is asked for, by the instructions that ask.
    pub asked: BTreeMap<Label, Asked>,
    /// The places of objects that are not followed from which something was read.
    pub pulled: BTreeSet<String>,
    /// The pushes, where they are noted.
    pub pushed: Vec<Pushed>,
    /// The assertions that pushes are within shapes, with the places.
    pub demands: BTreeMap<usize, String>,
}

/// Why there is no program, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoEntry(pub String);

/// The entries of classes: the class and the name of each method that a run may begin with.
pub fn entries(classes: &Classes) -> Vec<(String, String)> {
    let is_entry = |method: &&Method| {
        method.is_static
            && method.name == "main"
            && method.descriptor == "([Ljava/lang/String;)V"
            && method.body.is_ok()
    };
    let of = |class: &Class| {
        class.methods.iter().find(is_entry).map(|method| (class.name.clone(), method.name.clone()))
    };
    classes.all().filter_map(of).collect()
}

/// Lowers an entry with everything that it reaches. Objects that are not followed may hold anything.
///
/// # Errors
/// Why there is no such entry.
pub fn lower(classes: &Classes, texts: &Texts, question: &Question) -> Result<Lowered, NoEntry> {
    lower_with(classes, texts, question, &HeapInvariants::default())
}

/// Lowers an entry with everything that it reaches. Objects that are not followed hold what is said of them, and the program
/// demands it, or notes what they get.
///
/// # Errors
/// Why there is no such entry.
pub fn lower_with(
    classes: &Classes,
    texts: &Texts,
    question: &Question,
    invariants: &HeapInvariants,
) -> Result<Lowered, NoEntry> {
    // Calls within each other are walked within each other, up to a limit that needs more stack than a thread begins with.
    deeply(|| lower_here(classes, texts, question, invariants))
        .unwrap_or_else(|error| Err(NoEntry(format!("there is no memory to walk it: {error}"))))
}

fn lower_here(
    classes: &Classes,
    texts: &Texts,
    question: &Question,
    invariants: &HeapInvariants,
) -> Result<Lowered, NoEntry> {
    let wrong = |why: String| NoEntry(why);
    let class =
        classes.get(&question.class).ok_or_else(|| wrong(format!("there is no class {}", question.class)))?;
    let named: Vec<&Method> = class.methods.iter().filter(|method| method.name == question.method).collect();
    let [method] = named[..] else {
        return Err(wrong(format!(
            "{} has {} methods with the name {}",
            class.name,
            named.len(),
            question.method
        )));
    };
    let mut lowering = Lowering::new(classes, Places::new(texts), Keeper::new(invariants.clone()));
    let entry = Entry { class, method, null_inputs: question.null_inputs };
    let exits = lowering.start(&entry);
    Ok(finish(lowering, exits, question))
}

/// Writes the places where runs end.
fn finish(mut lowering: Lowering<'_>, exits: Exits, question: &Question) -> Lowered {
    let mut claims = Vec::new();
    let mut ends = exits.ends;
    ends.extend(exits.returns.iter().map(|edge| edge.site));
    let mut fails: BTreeMap<(Span, Words), (Rule, Vec<usize>)> = BTreeMap::new();
    let mut gaps: BTreeMap<(Span, String), Vec<usize>> = BTreeMap::new();
    for thrown in exits.throws {
        let uncaught = Uncaught::from(thrown);
        let Uncaught { site, class, span } = uncaught;
        match violated(lowering.classes, &class, question.property) {
            Some(true) => {
                let rule = Rule::of(&class, lowering.classes);
                fails.entry((span, told(&class))).or_insert((rule, Vec::new())).1.push(site);
            }
            Some(false) => ends.push(site),
            None => {
                let text = format!("it is not known what kind of exception {class} is");
                gaps.entry((span, text)).or_default().push(site);
            }
        }
    }
    for ((span, (message, failure)), (rule, sites)) in fails {
        claims.push(Claim::Uncaught(rule));
        let id = fail(&mut lowering, span, (message, sites));
        lowering.emit.fails_as(id, failure);
    }
    for Gap { site, text, span } in exits.gaps {
        gaps.entry((span, text)).or_default().push(site);
    }
    for ((span, message), sites) in gaps {
        claims.push(Claim::Gap);
        fail(&mut lowering, span, (message, sites));
    }
    let mut demands = BTreeMap::new();
    for (place, (span, sites)) in lowering.keeper.refused() {
        demands.insert(claims.len(), place.to_string());
        claims.push(Claim::Gap);
        let message = format!("{} holds what was not found of it", place.replace('/', "."));
        fail(&mut lowering, span, (message, sites));
    }
    let here = lowering.emit.here();
    ends.into_iter().for_each(|site| lowering.emit.patch(site, here));
    if !claims.iter().any(|claim| matches!(claim, Claim::Uncaught(_))) {
        claims.push(Claim::Nothing);
        lowering.emit.span = Span { file: 0, start: 0, end: 0 };
        lowering.emit.assert(Condition::TRUE, "nothing in it can fail".to_owned());
    }
    let approximations = lowering.approximations.into_iter().collect();
    if lowering.emit.is_named() {
        lowering.emit.hide_made_up();
    }
    let fates = lowering.emit.fates.iter().copied().collect();
    let files = lowering.places.into_files();
    let shift = lowering.emit.firsts();
    let moved = |(number, asked): (usize, Asked)| (Label((number + shift) as u32), asked);
    let asked = lowering.asked.into_iter().map(moved).collect();
    let (pulled, pushed) = (lowering.keeper.pulled.clone(), lowering.keeper.noted(shift));
    let program = shortened(lowering.emit.finish(files));
    Lowered { program, claims, approximations, fates, asked, pulled, pushed, demands }
}

/// The program without what is computed twice or never read.
fn shortened(mut program: Program) -> Program {
    for procedure in &mut program.procedures {
        copies::share(procedure);
        unread::leave_out(procedure);
    }
    program
}

/// One place at which no run may end.
fn fail(lowering: &mut Lowering<'_>, span: Span, (message, sites): (String, Vec<usize>)) -> AssertId {
    lowering.emit.span = span;
    let here = lowering.emit.here();
    sites.into_iter().for_each(|site| lowering.emit.patch(site, here));
    let id = lowering.emit.assert(Condition::FALSE, message);
    lowering.emit.push(Action::Halt);
    id
}

/// Whether an exception that leaves the entry violates a property; none when its class is not known.
fn violated(classes: &Classes, class: &str, property: Property) -> Option<bool> {
    let is = |of| classes.is_a(class, of);
    match property {
        Property::Assertions => is("java/lang/AssertionError"),
        Property::Exceptions => is("java/lang/RuntimeException"),
        Property::Both => Some(is("java/lang/AssertionError")? || is("java/lang/RuntimeException")?),
    }
}

/// What is claimed of an exception, and what goes wrong when the claim does not hold.
type Words = (String, String);

/// The words of an exception that leaves the entry.
fn told(class: &str) -> Words {
    match class {
        "java/lang/AssertionError" => ("the assertion holds".to_owned(), "the assertion can fail".to_owned()),
        other => {
            let name = other.rsplit('/').next().unwrap_or(other);
            (format!("{name} is not thrown"), format!("{name} is thrown"))
        }
    }
}
