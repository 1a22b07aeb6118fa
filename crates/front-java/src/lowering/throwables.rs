//! Exceptions of the library, and what the program's own inherit of it.
//!
//! The message of an exception is followed where it is given as a text. Where the library would call a method that the program
//! overrides, to make a message or to fill in the stack, there is a gap.

use super::calls::Outer;
use super::{At, Done, Lowering, gap, pop};
use crate::class::types::{Signature, Type};
use crate::state::{Body, State};
use crate::value::{Name, Ref, Value, Way};

/// The field that holds the message of an exception.
const MESSAGE: &str = "java/lang/Throwable.message";

/// The methods by which an exception says what it is.
const WORDS: [(&str, &str); 3] = [
    ("toString", "()Ljava/lang/String;"),
    ("getMessage", "()Ljava/lang/String;"),
    ("getLocalizedMessage", "()Ljava/lang/String;"),
];

impl<'p> Lowering<'p> {
    /// A constructor of an exception.
    pub(super) fn new_throwable(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Done {
        let Some(id) = call.receiver.as_ref().and_then(Value::as_object) else {
            return gap("an exception that is not known is made");
        };
        let class = state.object(id).class.clone();
        if self.classes.find(&class, "fillInStackTrace", "()Ljava/lang/Throwable;").is_some() {
            return gap(format!("{class} fills in the stack by code of its own"));
        }
        let message = self.message(at, state, call)?;
        if let Body::Fields(fields) = state.body(id) {
            fields.insert(MESSAGE.into(), message);
        }
        Ok(())
    }

    /// The message that the arguments of a constructor give.
    fn message(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: &Outer<'_>,
    ) -> Result<Value, super::Stop> {
        let first = Signature::parse(call.descriptor).and_then(|types| types.parameters.into_iter().next());
        match (call.arguments.first(), first) {
            (Some(message), Some(Type::Class(class))) if class == "java/lang/String" => Ok(message.clone()),
            (Some(cause), Some(Type::Class(class))) if class != "java/lang/Object" => {
                if !matches!(cause.as_ref().and_then(Ref::only), Some(Way::Null)) && self.words_are_own() {
                    return gap("the message of an exception is made by code of the program");
                }
                self.approximate("the message of an exception is unconstrained");
                Ok(self.any(&Type::Class("java/lang/String".to_owned())))
            }
            // The detail of an assertion, which becomes a text.
            (Some(detail), Some(ty)) if call.class == "java/lang/AssertionError" => {
                self.stringify(at, state, (detail.clone(), &ty))?;
                pop(state)
            }
            (None, None) => Ok(Value::null()),
            (Some(Value::Int(_) | Value::Long(_)), _) => {
                self.approximate("the message of an exception is unconstrained");
                Ok(self.any(&Type::Class("java/lang/String".to_owned())))
            }
            _ => gap("an exception is made in a way that is not modelled"),
        }
    }

    /// Whether some exception of the program says by code of its own what it is.
    fn words_are_own(&self) -> bool {
        let is_thrown = |class: &str| self.classes.is_a(class, "java/lang/Throwable") != Some(false);
        self.classes.all().any(|class| {
            WORDS.iter().any(|(name, types)| class.method(name, types).is_some()) && is_thrown(&class.name)
        })
    }

    /// Whether objects of a class have code of their own for one of the methods that another calls.
    fn has_words(&self, state: &State, call: &Outer<'_>) -> bool {
        let way = call.receiver.as_ref().and_then(Value::as_ref).and_then(Ref::only);
        let class = way.and_then(|way| self.class_of(state, way));
        class.is_none_or(|class| {
            WORDS[1..].iter().any(|(name, types)| self.classes.find(&class, name, types).is_some())
        })
    }

    /// A method of the library on an exception.
    pub(super) fn of_throwable(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Done {
        let string = Type::Class("java/lang/String".to_owned());
        let value = match (call.name, &call.arguments[..]) {
            ("printStackTrace", []) if !self.words_are_own() => return Ok(()),
            ("addSuppressed", [other]) => return self.add_suppressed(at, state, (call, other)),
            ("getLocalizedMessage" | "toString", []) if self.has_words(state, call) => {
                return gap("the message of an exception is made by code of the program");
            }
            ("getMessage" | "getLocalizedMessage", []) => self.known_message(state, call),
            ("toString", []) => {
                self.approximate("the text of an exception is unconstrained");
                Value::Ref(Ref::one(self.any_object(&string)))
            }
            ("fillInStackTrace", []) => match &call.receiver {
                Some(receiver) => receiver.clone(),
                None => return gap("a receiver is not known"),
            },
            _ => return gap(format!("Throwable.{} is not modelled", call.name)),
        };
        state.stack.push(value);
        Ok(())
    }

    fn known_message(&mut self, state: &State, call: &Outer<'_>) -> Value {
        let key: Name = MESSAGE.into();
        let id = call.receiver.as_ref().and_then(Value::as_object);
        let known = id.and_then(|id| match &state.object(id).body {
            Body::Fields(fields) => fields.get(&key).cloned(),
            Body::Parts(_)
            | Body::Array(..)
            | Body::Items(_)
            | Body::Many(_)
            | Body::Lambda(..)
            | Body::Lost => None,
        });
        known.unwrap_or_else(|| {
            self.approximate("the message of an exception of Java is unconstrained");
            self.any(&Type::Class("java/lang/String".to_owned()))
        })
    }

    /// What is suppressed is never asked for, but must be another exception.
    fn add_suppressed(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, other): (&Outer<'_>, &Value),
    ) -> Done {
        let (Some(Value::Ref(one)), Value::Ref(other)) = (&call.receiver, other) else {
            return gap("a call is not well written");
        };
        let same = self.same(state, one, other);
        self.throw_if(at, state, same, "java/lang/IllegalArgumentException")?;
        self.not_null(at, state, other)
    }
}
