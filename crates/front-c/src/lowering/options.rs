//! `getopt`: the next option of the arguments of `main`.
//!
//! It gives -1, a character that its last argument names, or a question mark; `optarg` is null or a string of any content, and `optind` a place
//! in the list. It may put the arguments in another order.

use ir::{Action, IntExpr, Linear};

use crate::memory::{Cases, Content, Elements, Fill, Life, ObjectId, Pointer, Shape, Value, terms};
use crate::tree::{Lives, VarId};

use super::state::Lowering;

impl Lowering<'_> {
    /// Calls `getopt`; none when its options are not constant.
    pub(crate) fn getopt(&mut self, site: &str, values: &[Value]) -> Option<Value> {
        let [count, _, options] = values else { return None };
        let options = self.constant_text(&options.pointer()?)?;
        let given = count.integer(&mut self.emit)?;
        self.permute_arguments();
        let result = self.emit.new_int("option");
        if self.is_repeated() {
            self.succeed(site, &[]);
        }
        let text = self.begin_option(site);
        self.memory.chosen = None;
        // What decides stands before all cases: what is written between them belongs to the one before.
        let named: Vec<_> =
            named(&options).into_iter().map(|named| (self.emit.fate("option"), named)).collect();
        let mut cases = Cases::default();
        for (fate, (character, has_argument)) in named {
            if cases.when(&mut self.emit, fate) {
                self.set(result, Linear::constant(i128::from(character)));
                self.set_option(has_argument.then_some(text));
            }
        }
        if cases.otherwise(&mut self.emit) {
            self.set(result, Linear::constant(-1));
            self.set_option(None);
        }
        cases.end(&mut self.emit);
        self.set_place(&given);
        Some(Value::Int(Linear::var(result)))
    }

    /// The bytes of a literal.
    fn constant_text(&self, pointer: &Pointer) -> Option<Vec<u8>> {
        let only = pointer.targets.first().filter(|_| pointer.targets.len() == 1)?;
        let Content::Literal(word) = &self.memory.buffer(*only)?.content else { return None };
        let from = usize::try_from(pointer.offset.as_constant()?).ok()?;
        Some(word.get(from..)?.iter().map(|&symbol| symbol as u8).collect())
    }

    fn begin_option(&mut self, site: &str) -> ObjectId {
        let language = crate::memory::byte::any_text(&mut self.emit);
        let text = ir::StrExpr::Input(ir::InputSet::Language(language));
        let text = self.emit.set_str("optarg", text);
        let shape = Shape {
            name: "the argument of an option".to_owned(),
            cap: terms::add(&terms::length(&text), 1),
            elements: Elements::Bytes,
            fill: Fill::Text(text),
            life: Life::Declared,
        };
        self.memory.begin(&mut self.emit, site, shape)
    }

    /// `optarg` is a string, or null.
    fn set_option(&mut self, text: Option<ObjectId>) {
        let Some(id) = self.elsewhere("optarg") else { return };
        let named = self.variable(id);
        let pointer = text.map_or(Pointer::null(), Pointer::to);
        self.store_slot(&named.slot, &Value::Pointer(pointer));
    }

    /// `optind` is a place of the list, 1 at least.
    fn set_place(&mut self, given: &Linear) {
        let Some(id) = self.elsewhere("optind") else { return };
        let named = self.variable(id);
        let place = self.emit.set_int("place", IntExpr::Input);
        let one = Linear::constant(1);
        let inside = terms::at_most(&place, given).or(terms::equal(&place, &one));
        self.emit.push(Action::Assume(terms::at_most(&one, &place).and(inside)));
        self.store_slot(&named.slot, &Value::Int(place));
    }

    /// A variable of the library, by its name.
    fn elsewhere(&self, name: &str) -> Option<VarId> {
        let is =
            |variable: &crate::tree::Variable| variable.lives == Lives::Elsewhere && variable.name == name;
        self.unit.variables.iter().position(is).map(VarId)
    }
}

/// The characters that may be given, and whether a string always comes with them.
fn named(options: &[u8]) -> Vec<(u8, bool)> {
    let mut named = vec![(b'?', false)];
    for (index, &character) in options.iter().enumerate() {
        let after = |by: usize| options.get(index + by) == Some(&b':');
        if character != b':' {
            named.push((character, after(1) && !after(2)));
        } else if index == 0 {
            named.push((b':', false));
        }
    }
    named
}
