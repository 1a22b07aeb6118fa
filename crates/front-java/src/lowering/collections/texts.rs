//! The texts of collections: `String.join` and `toString`.
//!
//! Exact where elements are known one by one. Else a text is any of the language that elements and what stands between them
//! make, which over-approximates; where no language is known, any text.

use automata::{Alphabet, Automaton, Budget, Exhausted};
use ir::{StrTerm, Test};

use super::super::calls::Outer;
use super::super::{At, Done, Lowering, MOST_CALLS, Stop, gap};
use super::source::Source;
use crate::class::types::Type;
use crate::shape::{Held, Shape};
use crate::state::{Body, State};
use crate::value::{Name, Value, Way, word};

/// As how many calls within each other the text of a collection counts.
const NESTED: usize = 20;
/// Steps that a language may take to build.
const STEPS: u64 = 200_000;

impl<'p> Lowering<'p> {
    /// `String.join` of a collection.
    pub(in super::super) fn join(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: &Outer<'_>,
    ) -> Option<Done> {
        let [between, Value::Ref(of)] = &call.arguments[..] else { return None };
        let (between, of) = (between.clone(), of.clone());
        // An array that is known has a model.
        let is_known = |way: &Way| match way {
            Way::Object(id) => match &state.object(*id).body {
                Body::Array(length, known) => length.as_constant() == Some(known.len() as i128),
                _ => false,
            },
            _ => false,
        };
        if of.only().is_some_and(is_known) {
            return None;
        }
        Some(self.checked(at, state, &of).and_then(|of| {
            self.each_way(at, state, &of, &mut |lowering, at, state, way| {
                let is_array = lowering.class_of(state, way).is_some_and(|class| class.starts_with('['));
                let source =
                    if is_array { lowering.of_array(state, way)? } else { lowering.source(state, way)? };
                lowering.join_source(at, state, (&source, &between))
            })
        }))
    }

    fn join_source(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (source, between): (&Source, &Value),
    ) -> Done {
        match source {
            Source::Each(items) => {
                let count = ir::Linear::constant(items.len() as i128);
                let array = self.make(state, "[Ljava/lang/CharSequence;", Body::Array(count, items.clone()));
                let call = Outer {
                    class: "java/lang/String",
                    name: "join",
                    descriptor: "(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;",
                    receiver: None,
                    arguments: vec![between.clone(), Value::object(array)],
                };
                self.library(at, state, &call)
            }
            Source::Any(place, size) => {
                let Value::Ref(between) = between else { return gap("a call is not well written") };
                let between = self.checked(at, state, between)?;
                let Some(Way::Str(between)) = between.only() else {
                    return gap("a separator is not known");
                };
                let text = self.joined((place, size), between, ["", ""])?;
                state.stack.push(Value::string(text));
                Ok(())
            }
        }
    }

    /// The text of a collection. One that holds itself, or many within each other, is a gap.
    pub(super) fn text_of_collection(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        way: &Way,
    ) -> Option<Done> {
        if self.depth + NESTED >= MOST_CALLS {
            return Some(gap("the texts of collections are nested too deeply"));
        }
        self.depth += NESTED;
        let done = self.text_of_elements(at, state, way);
        self.depth -= NESTED;
        done
    }

    fn text_of_elements(&mut self, at: &mut At<'_, 'p>, state: &mut State, way: &Way) -> Option<Done> {
        let class = self.class_of(state, way)?;
        let shown = match way {
            Way::Object(id) if class == super::READ_ONLY => match &state.object(*id).body {
                Body::Parts(parts) => {
                    parts.first().and_then(Value::as_ref).and_then(|of| of.only().cloned())?
                }
                _ => return None,
            },
            _ => way.clone(),
        };
        let class = self.class_of(state, &shown)?;
        if super::is_map(&class) || class == super::ENTRY {
            return self.text_of_map(state, &shown);
        }
        Some(self.source(state, &shown).and_then(|source| match source {
            Source::Each(items) => {
                let places = vec!["\u{1}"; items.len()].join(", ");
                let recipe: Vec<u16> = format!("[{places}]").encode_utf16().collect();
                let object = Type::Class("java/lang/Object".to_owned());
                let elements = items.into_iter().map(|item| (item, object.clone())).collect();
                self.concatenate(at, state, (&recipe, &[]), elements)
            }
            Source::Any(place, size) => {
                let text = self.joined((&place, &size), &word(", "), ["[", "]"])?;
                state.stack.push(Value::string(text));
                Ok(())
            }
        }))
    }

    /// The text of a map with keys and values whose texts are those of the library: any.
    fn text_of_map(&mut self, state: &mut State, way: &Way) -> Option<Done> {
        if let Way::Object(id) = way
            && matches!(state.object(*id).body, Body::Items(_))
        {
            self.summarise(state, *id);
        }
        let map = super::summaries::sum(state, way)?;
        for place in [map.elements(), map.values()] {
            let is_plain = match self.keeper.pull(&place) {
                Held::Only(shape) => shape.classes.is_empty(),
                Held::Anything => false,
            };
            if !is_plain {
                return Some(gap("the text of an element is not known"));
            }
        }
        self.approximate("the text of a map is unconstrained");
        let text = self.emit.any_str("text");
        state.stack.push(Value::string(text));
        Some(Ok(()))
    }

    /// Texts of a place, put together.
    fn joined(
        &mut self,
        (place, size): (&Name, &ir::Linear),
        between: &StrTerm,
        [before, after]: [&str; 2],
    ) -> Result<StrTerm, Stop> {
        let Held::Only(shape) = self.keeper.pull(place) else {
            self.approximate("the text of a collection that is not modelled is unconstrained");
            return Ok(self.emit.any_str("text"));
        };
        if !shape.classes.is_empty() {
            return gap("the text of an element is not known");
        }
        let language = match between {
            StrTerm::Word(between) => listed(&shape, (between, before, after)).ok().flatten(),
            StrTerm::Var(_) => None,
        };
        let Some(language) = language else {
            self.approximate("the text of a collection that is not modelled is unconstrained");
            return Ok(self.emit.any_str("text"));
        };
        let name = format!("{before}{place} by {between:?}{after}");
        let language = self.emit.language(&name, || language);
        let text = self.emit.any_of("joined", language);
        let nothing = word(&format!("{before}{after}"));
        let is_empty = ir::Condition::test(Test::IsZero(size.clone()));
        let is_nothing = ir::Condition::test(Test::Equal(text.clone(), nothing));
        self.emit.push(ir::Action::Assume(is_empty.negated().or(is_nothing)));
        Ok(text)
    }
}

/// The texts of lists with elements of a shape; none when the shape says nothing of texts.
fn listed(
    shape: &Shape,
    (between, before, after): (&[u32], &str, &str),
) -> Result<Option<Automaton>, Exhausted> {
    let mut budget = Budget::steps(STEPS);
    let literal = |text: &str| {
        Automaton::literal(Alphabet::UTF16, &text.encode_utf16().map(u32::from).collect::<Vec<_>>())
    };
    if !shape.boxes.is_empty() {
        return Ok(None);
    }
    let mut one = shape.text.clone().unwrap_or_else(|| Automaton::empty(Alphabet::UTF16));
    if shape.null {
        one = one.union(&literal("null"), &mut budget)?;
    }
    let more = Automaton::literal(Alphabet::UTF16, between).concat(&one, &mut budget)?;
    let some = one.concat(&more.star(&mut budget)?, &mut budget)?;
    let all = some.union(&literal(""), &mut budget)?;
    let all = literal(before).concat(&all, &mut budget)?.concat(&literal(after), &mut budget)?;
    Ok(Some(all))
}
