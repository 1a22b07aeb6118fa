//! Which method, property or case a name means: parents, traits, private properties, magic methods.
//!
//! A method of a trait belongs to the class that takes it. A private property of a class that an object's class extends is
//! a place of its own.

use std::rc::Rc;

use super::Lower;
use super::calls::Receiver;
use super::env::Key;
use super::places::property_key;
use crate::tree::{Access, Argument, Class, Function, Name, Property};
use crate::value::{ObjectId, Value};

/// Classes of PHP that can be thrown, each after the class that it extends.
const THROWN: [(&str, &str); 27] = [
    ("exception", "throwable"),
    ("error", "throwable"),
    ("errorexception", "exception"),
    ("runtimeexception", "exception"),
    ("logicexception", "exception"),
    ("jsonexception", "exception"),
    ("pdoexception", "runtimeexception"),
    ("mysqli_sql_exception", "runtimeexception"),
    ("outofboundsexception", "runtimeexception"),
    ("overflowexception", "runtimeexception"),
    ("rangeexception", "runtimeexception"),
    ("underflowexception", "runtimeexception"),
    ("unexpectedvalueexception", "runtimeexception"),
    ("invalidargumentexception", "logicexception"),
    ("domainexception", "logicexception"),
    ("lengthexception", "logicexception"),
    ("outofrangeexception", "logicexception"),
    ("badfunctioncallexception", "logicexception"),
    ("badmethodcallexception", "badfunctioncallexception"),
    ("typeerror", "error"),
    ("valueerror", "error"),
    ("arithmeticerror", "error"),
    ("assertionerror", "error"),
    ("parseerror", "error"),
    ("unhandledmatcherror", "error"),
    ("argumentcounterror", "typeerror"),
    ("divisionbyzeroerror", "arithmeticerror"),
];

impl Lower<'_> {
    /// A class and its parents and traits, the oldest first.
    pub(super) fn ancestry(&self, class: &str) -> Vec<Rc<Class>> {
        let mut line: Vec<Rc<Class>> = Vec::new();
        let mut next = self.classes.get(class).cloned();
        while let Some(class) = next {
            if line.iter().any(|known: &Rc<Class>| Rc::ptr_eq(known, &class)) {
                break;
            }
            line.push(class.clone());
            let mut traits: Vec<Name> = class.traits.clone();
            while let Some(name) = traits.pop() {
                if let Some(used) = self.classes.get(&name).filter(|used| !line.contains(used)).cloned() {
                    traits.extend(used.traits.iter().cloned());
                    line.push(used);
                }
            }
            next = class.parent.as_ref().and_then(|parent| self.classes.get(parent).cloned());
        }
        line.reverse();
        line
    }

    /// The traits that a class takes, and those that they take.
    pub(super) fn taken(&self, class: &Class) -> Vec<Rc<Class>> {
        let (mut found, mut open): (Vec<Rc<Class>>, Vec<Name>) = (Vec::new(), class.traits.clone());
        while let Some(name) = open.pop() {
            if let Some(used) = self.classes.get(&name).filter(|used| !found.contains(used)) {
                open.extend(used.traits.iter().cloned());
                found.push(used.clone());
            }
        }
        found
    }

    /// A method and the class that it belongs to: for one of a trait the class that takes it.
    pub(super) fn method(&self, class: &str, name: &str) -> Option<(Name, Rc<Function>)> {
        let mut next = self.classes.get(class).cloned();
        let mut left = self.classes.len();
        while let Some(class) = next {
            if let Some(method) = self.own_method(&class, name, self.classes.len()) {
                return Some((class.name.to_ascii_lowercase().into(), method));
            }
            left = left.checked_sub(1)?;
            next = class.parent.as_ref().and_then(|parent| self.classes.get(parent).cloned());
        }
        None
    }

    /// A method of a class or of its traits.
    fn own_method(&self, class: &Class, name: &str, depth: usize) -> Option<Rc<Function>> {
        if let Some(method) = class.methods.iter().find(|method| *method.name == *name) {
            return Some(method.clone());
        }
        let depth = depth.checked_sub(1)?;
        let find = |used: &Name, method: &str| {
            self.classes.get(used).cloned().and_then(|used| self.own_method(&used, method, depth))
        };
        for renamed in class.renamed.iter().filter(|renamed| *renamed.name == *name) {
            let found = match &renamed.of {
                Some(of) => find(of, &renamed.method),
                None => class.traits.iter().find_map(|used| find(used, &renamed.method)),
            };
            if let Some(found) = found {
                return Some(match renamed.access {
                    Some(access) => Rc::new(Function { access, ..(*found).clone() }),
                    None => found,
                });
            }
        }
        let is_replaced =
            |used: &Name| class.replaced.iter().any(|(of, method)| of == used && **method == *name);
        class.traits.iter().filter(|used| !is_replaced(used)).find_map(|used| find(used, name))
    }

    /// Whether a class extends one, or uses a trait, that is not among the sources.
    pub(super) fn is_foreign(&self, class: &str) -> bool {
        self.ancestry(class).iter().any(|class| {
            let is_missing = |name: &Name| !self.classes.contains_key(name);
            class.parent.as_ref().is_some_and(is_missing) || class.traits.iter().any(is_missing)
        })
    }

    /// Whether a class is another or extends it; none when that is not known.
    pub(super) fn is_kind_of(&self, class: &str, other: &str) -> Option<bool> {
        if class == "thrown by php" {
            return (other == "throwable").then_some(true);
        }
        let is_of_sources = self.classes.contains_key(class) && !self.is_class(other);
        let mut class: Name = class.into();
        for _ in 0..=self.classes.len() + THROWN.len() {
            if *class == *other {
                return Some(true);
            }
            let parent = match self.classes.get(&class) {
                Some(known) => known.parent.clone(),
                None => THROWN.iter().find(|(name, _)| **name == *class).map(|(_, parent)| (*parent).into()),
            };
            let is_known =
                self.classes.contains_key(&class) || THROWN.iter().any(|(name, _)| **name == *class);
            match parent {
                Some(parent) => class = parent,
                None if other == "stringable" => return None,
                // Of the interfaces of a class of the sources nothing is kept.
                None if is_known && self.is_class(other) => return Some(false),
                None if &*class == "throwable" => return (!is_of_sources).then_some(false),
                None => return None,
            }
        }
        None
    }

    /// Whether a name is that of a class that is no interface.
    fn is_class(&self, name: &str) -> bool {
        THROWN.iter().any(|(known, _)| *known == name)
            || self.classes.get(name).is_some_and(|class| {
                !class.properties.is_empty() || class.methods.iter().any(|method| method.body.is_some())
            })
    }

    /// Whether the present function sees a member of a class.
    fn sees(&self, owner: &str, access: Access) -> bool {
        let own = self.frames.last().and_then(|frame| frame.class.as_deref());
        match (access, own) {
            (Access::Public, _) => true,
            (Access::Private | Access::Protected, None) => false,
            (Access::Private, Some(own)) => own == owner,
            (Access::Protected, Some(own)) => {
                self.is_kind_of(own, owner) == Some(true) || self.is_kind_of(owner, own) == Some(true)
            }
        }
    }

    /// The declaration of a property of an object.
    pub(super) fn declared(&self, object: ObjectId, name: &str) -> Option<Property> {
        let class = self.classes_of.get(&object)?;
        let declares = |class: &Rc<Class>| {
            let own = class.properties.iter().find(|property| *property.name == *name);
            own.filter(|property| !property.is_static).cloned()
        };
        self.ancestry(class).iter().rev().find_map(declares)
    }

    /// Whether an object has a property that the present function does not see.
    pub(super) fn is_hidden(&self, object: ObjectId, name: &str) -> bool {
        let Some(class) = self.classes_of.get(&object) else { return false };
        self.declared(object, name).is_some_and(|property| match property.access {
            Access::Public => false,
            // A property that only a class that this one extends sees is another place.
            Access::Private => {
                let own = self.classes.get(class).is_some_and(|own| own.properties.contains(&property));
                own && !self.sees(class, Access::Private)
            }
            Access::Protected => !self.sees(class, Access::Protected),
        })
    }

    /// The method that a call from the present function means; none when there is none that it sees.
    pub(super) fn visible_method(&self, class: &str, name: &str) -> Option<(Name, Rc<Function>)> {
        if let Some(own) = self.frames.last().and_then(|frame| frame.class.clone())
            && *own != *class
            && self.is_kind_of(class, &own) == Some(true)
            && let Some(declared) = self.classes.get(&own)
            && let Some(method) = self.own_method(declared, name, self.classes.len())
            && method.access == Access::Private
        {
            return Some((own, method));
        }
        self.method(class, name).filter(|(owner, method)| self.sees(owner, method.access))
    }

    /// The place of a property as the present function sees it.
    pub(super) fn slot(&self, object: ObjectId, name: &str) -> Key {
        let own = self.frames.last().and_then(|frame| frame.class.clone());
        let is_private = |class: &Name| {
            let declared =
                self.classes.get(class)?.properties.iter().find(|property| *property.name == *name)?;
            Some(declared.access == Access::Private && !declared.is_static)
        };
        match own {
            Some(class)
                if self.classes_of.get(&object) != Some(&class) && is_private(&class) == Some(true) =>
            {
                private_key(object, &class, name)
            }
            Some(_) | None => property_key(object, name),
        }
    }

    /// A case of an enumeration.
    pub(super) fn enum_case(&mut self, class: &Name, name: &str) -> Option<Value> {
        let declared = self.classes.get(class)?.clone();
        let (_, value) = declared.cases.iter().find(|(known, _)| **known == *name)?;
        let key: Key = format!("case {class}:{name}").into();
        let next = ObjectId(u32::MAX - 1 - self.cases.len() as u32);
        let object = *self.cases.entry(key).or_insert(next);
        self.classes_of.insert(object, class.clone());
        self.env.set(&property_key(object, "name"), Value::text(name.as_bytes()));
        if let Some(value) = value {
            let value = self.expr(value);
            self.env.set(&property_key(object, "value"), value);
        }
        Some(Value::Object(object))
    }

    /// Calls a method with values.
    pub(super) fn call_method_with(&mut self, object: &Value, name: &str, values: Vec<Value>) -> Value {
        let callable = crate::value::Array {
            known: vec![
                (crate::value::ArrayKey::Int(0), object.clone()),
                (crate::value::ArrayKey::Int(1), Value::text(name.as_bytes())),
            ],
            rest: None,
            next: Some(2),
        };
        self.call_with(&Value::Array(callable.into()), values)
    }

    /// A method that the class of an object does not have in the sources.
    pub(super) fn foreign_method(&mut self, object: ObjectId, name: &Name, arguments: &[Argument]) -> Value {
        let class = self.classes_of.get(&object).cloned().unwrap_or_else(|| "".into());
        let is_thrown = self.is_kind_of(&class, "throwable") == Some(true);
        match &**name {
            "getmessage" if object == super::calls::BY_PHP => return self.unknown_value(name),
            "getprevious" if object == super::calls::BY_PHP => return Value::Null,
            "getmessage" | "getprevious" if is_thrown => {
                let key = property_key(object, name.trim_start_matches("get"));
                return self.env.get(&key).cloned().unwrap_or(Value::Null);
            }
            "getcode" | "getline" if is_thrown => return Value::Int(self.emit.any_int("code")),
            "getfile" | "gettrace" | "gettraceasstring" if is_thrown => return self.unknown_value(name),
            _ => {}
        }
        if let Some((owner, method)) = self.method(&class, "__call") {
            let receiver = Receiver { class: Some(owner), this: Some(object), called: Some(class) };
            return self.call_magic(&method, name, (arguments, receiver));
        }
        if self.classes.contains_key(&class) && !self.is_foreign(&class) {
            self.throw_when(ir::Condition::TRUE);
            return Value::Null;
        }
        self.library_method(&class, name, arguments)
    }
}

/// The place of a property that only a class that the object's extends sees.
pub(super) fn private_key(object: ObjectId, class: &str, name: &str) -> Key {
    property_key(object, &format!("{class} {name}"))
}
