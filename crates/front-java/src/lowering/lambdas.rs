//! Lambdas and references to methods: objects that know the method they stand for and the values they captured.
//!
//! A call of the one method of the interface runs that method in place, with the conversions that the JVM makes: casts to the
//! types of the call site, boxes, and the other way round. Everything else that is asked of such an object goes to the interface. A
//! conversion to a wider number is a gap.

use std::rc::Rc;

use super::{At, Done, Lowering, Stop, gap, pop};
use crate::class::types::{Signature, Type};
use crate::class::{Bootstrap, Call, Constant, Member};
use crate::state::{Body, Lambda, State};
use crate::value::Value;

impl<'p> Lowering<'p> {
    /// Makes the object of a call site of `LambdaMetafactory`.
    pub(super) fn lambda(
        &mut self,
        state: &mut State,
        (name, signature): (&str, &Signature),
        bootstrap: &Bootstrap,
        captured: Vec<Value>,
    ) -> Done {
        let [
            Some(Constant::Types(erased)),
            Some(Constant::Method(target, call)),
            Some(Constant::Types(used)),
        ] = &bootstrap.arguments[..]
        else {
            return gap("a lambda is not well written");
        };
        let (Some(Type::Class(interface)), Some(used)) = (&signature.result, Signature::parse(used)) else {
            return gap("a lambda is not well written");
        };
        let lambda = Lambda {
            name: name.to_owned(),
            erased: erased.clone(),
            used,
            target: target.clone(),
            call: *call,
        };
        let id = self.make(state, interface, Body::Lambda(Rc::new(lambda), captured));
        state.stack.push(Value::object(id));
        Ok(())
    }

    /// Runs what a lambda stands for; its result is then on the stack.
    pub(super) fn run_lambda(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (lambda, captured): (&Lambda, &[Value]),
        arguments: Vec<Value>,
    ) -> Done {
        let target = &lambda.target;
        let Some(signature) = Signature::parse(&target.descriptor) else {
            return gap("a lambda is not well written");
        };
        let mut wanted = signature.parameters;
        if matches!(lambda.call, Call::Virtual | Call::Special) {
            wanted.insert(0, Type::Class(target.class.clone()));
        }
        if wanted.len() != captured.len() + arguments.len() || lambda.used.parameters.len() != arguments.len()
        {
            return gap("a lambda is not well written");
        }
        let mut given = captured.to_vec();
        for (at_parameter, argument) in arguments.into_iter().enumerate() {
            let (from, to) = (&lambda.used.parameters[at_parameter], &wanted[captured.len() + at_parameter]);
            state.stack.push(argument);
            if from.is_reference() {
                self.cast(at, state, from)?;
            }
            self.adapt(at, state, (from, to))?;
            given.push(pop(state)?);
        }
        let result = match lambda.call {
            Call::Construct => Some(Type::Class(target.class.clone())),
            Call::Static | Call::Special | Call::Virtual => signature.result,
        };
        self.invoke_target(at, state, (target, lambda.call), given)?;
        match (&result, &lambda.used.result) {
            (None, None) => Ok(()),
            (Some(_), None) => pop(state).map(drop),
            (Some(from), Some(to)) => self.adapt(at, state, (from, to)),
            (None, Some(_)) => gap("a lambda is not well written"),
        }
    }

    /// Calls a method with its receiver, if it has one, as the first of the values.
    fn invoke_target(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (target, call): (&Member, Call),
        mut given: Vec<Value>,
    ) -> Done {
        if call == Call::Static {
            return self.invoke_static(at, state, target, given);
        }
        if call == Call::Construct {
            self.new_object(at, state, &target.class)?;
            let Some(object) = state.stack.last().cloned() else { return Err(Stop::Ended) };
            return self.invoke_on(at, state, (target, &target.class), (object, given));
        }
        let Value::Ref(receiver) = given.remove(0) else { return gap("a lambda is not well written") };
        if call == Call::Virtual {
            return self.invoke_virtual(at, state, target, (&receiver, given));
        }
        self.not_null(at, state, &receiver)?;
        self.invoke_on(at, state, (target, &target.class), (Value::Ref(receiver), given))
    }

    /// Converts the top of the stack from a type to another.
    fn adapt(&mut self, at: &mut At<'_, 'p>, state: &mut State, (from, to): (&Type, &Type)) -> Done {
        if from == to || (from.is_reference() && to.is_reference()) {
            return Ok(());
        }
        let (name, class, plain) = match (boxed(from), boxed(to)) {
            (Some((class, _)), None) => ("valueOf", class, from),
            (None, Some((class, name))) if *from == Type::Class(class.to_owned()) => (name, class, to),
            _ => return gap("a lambda converts between numbers"),
        };
        let value = pop(state)?;
        if name == "valueOf" {
            let descriptor = format!("({})L{class};", plain.descriptor());
            let member = Member { class: class.to_owned(), name: name.to_owned(), descriptor };
            return self.invoke_static(at, state, &member, vec![value]);
        }
        let Value::Ref(receiver) = value else { return gap("a lambda is not well written") };
        let descriptor = format!("(){}", plain.descriptor());
        let member = Member { class: class.to_owned(), name: name.to_owned(), descriptor };
        self.invoke_virtual(at, state, &member, (&receiver, Vec::new()))
    }
}

/// The class of the boxes of a primitive type, and the method that opens them.
fn boxed(ty: &Type) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        Type::Boolean => ("java/lang/Boolean", "booleanValue"),
        Type::Byte => ("java/lang/Byte", "byteValue"),
        Type::Char => ("java/lang/Character", "charValue"),
        Type::Short => ("java/lang/Short", "shortValue"),
        Type::Int => ("java/lang/Integer", "intValue"),
        Type::Long => ("java/lang/Long", "longValue"),
        Type::Float => ("java/lang/Float", "floatValue"),
        Type::Double => ("java/lang/Double", "doubleValue"),
        Type::Class(_) | Type::Array(_) => return None,
    })
}
