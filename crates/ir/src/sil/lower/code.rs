//! The instructions of a procedure in the making: places to jump to, and fresh variables.
//!
//! While a procedure is made, the labels in its jumps are numbers of [`Place`]s, because where a place lies is
//! known only when the code gets there. [`Code::finish`] puts the labels in.

use std::collections::BTreeMap;

use crate::ids::{BoolVar, IntVar, Label, StrVar};
use crate::program::{Action, Instruction, Procedure, Type, Variable};
use crate::span::Span;

/// A point in the code that may be jumped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u32);

/// A procedure in the making.
pub(super) struct Code {
    pub(super) procedure: Procedure,
    names: BTreeMap<String, Variable>,
    /// Where each place lies.
    places: Vec<Option<Label>>,
    /// Whether a jump to each place was made.
    targeted: Vec<bool>,
    labels: BTreeMap<String, Place>,
    /// The source of the instructions that are being made.
    pub(super) span: Span,
    /// Whether a run may come to the end of the code so far.
    pub(super) falls_through: bool,
    fresh: u32,
}

impl Code {
    pub(super) fn new(name: &str, result: Option<Type>) -> Self {
        let procedure = Procedure {
            name: name.to_owned(),
            parameters: Vec::new(),
            result,
            strings: Vec::new(),
            integers: Vec::new(),
            booleans: Vec::new(),
            code: Vec::new(),
        };
        Code {
            procedure,
            names: BTreeMap::new(),
            places: Vec::new(),
            targeted: Vec::new(),
            labels: BTreeMap::new(),
            span: Span::default(),
            falls_through: true,
            fresh: 0,
        }
    }

    /// Adds a variable with a name of its own.
    pub(super) fn declare(&mut self, name: &str, ty: Type) -> Variable {
        let add = |names: &mut Vec<String>| {
            names.push(name.to_owned());
            names.len() as u32 - 1
        };
        let variable = match ty {
            Type::Str => Variable::Str(StrVar(add(&mut self.procedure.strings))),
            Type::Int => Variable::Int(IntVar(add(&mut self.procedure.integers))),
            Type::Bool => Variable::Bool(BoolVar(add(&mut self.procedure.booleans))),
        };
        self.names.insert(name.to_owned(), variable);
        variable
    }

    /// The variable with a name that the checks found declared.
    pub(super) fn variable(&self, name: &str) -> Variable {
        *self.names.get(name).expect("names were checked before lowering")
    }

    /// A new string variable, named after what it holds.
    pub(super) fn fresh_str(&mut self, what: &str) -> StrVar {
        match self.fresh(what, Type::Str) {
            Variable::Str(var) => var,
            Variable::Int(_) | Variable::Bool(_) => unreachable!("a variable has the type it was made with"),
        }
    }

    /// A new integer variable, named after what it holds.
    pub(super) fn fresh_int(&mut self, what: &str) -> IntVar {
        match self.fresh(what, Type::Int) {
            Variable::Int(var) => var,
            Variable::Str(_) | Variable::Bool(_) => unreachable!("a variable has the type it was made with"),
        }
    }

    /// A new boolean variable, named after what it holds.
    pub(super) fn fresh_bool(&mut self, what: &str) -> BoolVar {
        match self.fresh(what, Type::Bool) {
            Variable::Bool(var) => var,
            Variable::Str(_) | Variable::Int(_) => unreachable!("a variable has the type it was made with"),
        }
    }

    /// A new variable, named after what it holds.
    pub(super) fn fresh(&mut self, what: &str, ty: Type) -> Variable {
        loop {
            self.fresh += 1;
            let name = format!("{what}${}", self.fresh);
            if !self.names.contains_key(&name) {
                return self.declare(&name, ty);
            }
        }
    }

    /// Adds an instruction.
    pub(super) fn emit(&mut self, action: Action) {
        self.falls_through = action.goes_on();
        self.procedure.code.push(Instruction { action, span: self.span });
    }

    /// A place that is still to be put somewhere.
    pub(super) fn new_place(&mut self) -> Place {
        self.places.push(None);
        self.targeted.push(false);
        Place(self.places.len() as u32 - 1)
    }

    /// The place of a label of the source.
    pub(super) fn label_place(&mut self, name: &str) -> Place {
        if let Some(place) = self.labels.get(name) {
            return *place;
        }
        let place = self.new_place();
        self.labels.insert(name.to_owned(), place);
        place
    }

    /// What to write into a jump to the place.
    pub(super) fn target(&mut self, place: Place) -> Label {
        self.targeted[place.0 as usize] = true;
        Label(place.0)
    }

    /// Puts a place here. All forward jumps to it were made before.
    pub(super) fn put(&mut self, place: Place) {
        self.places[place.0 as usize] = Some(Label(self.procedure.code.len() as u32));
        self.falls_through |= self.targeted[place.0 as usize];
    }

    /// Puts a label of the source here. What jumps to it may still come.
    pub(super) fn put_label(&mut self, name: &str) {
        let place = self.label_place(name);
        self.put(place);
        self.falls_through = true;
    }

    /// The procedure, with its labels put in. Places that an error kept from being put lie at the end.
    pub(super) fn finish(mut self) -> Procedure {
        let end = Label(self.procedure.code.len() as u32);
        for instruction in &mut self.procedure.code {
            if let Action::Jump(label) | Action::Branch(_, label) = &mut instruction.action {
                *label = self.places[label.index()].unwrap_or(end);
            }
        }
        self.procedure
    }
}
