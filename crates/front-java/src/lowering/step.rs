//! One instruction.
//!
//! Every instruction has its row here; those that do much are in files of their own.

use ir::{Condition, Linear};

use super::blocks::arrive;
use super::{At, Done, Lowering, Stop, fold, gap, pop, pop_ref, stack};
use crate::class::{Compare, Constant, Op};
use crate::facts::Facts;
use crate::merge::Edge;
use crate::state::State;
use crate::value::{Real, Ref, Value, Way};

impl<'p> Lowering<'p> {
    /// Walks one instruction.
    pub(super) fn step(&mut self, at: &mut At<'_, 'p>, state: &mut State) -> Done {
        let code = at.method.code;
        match &code.ops[at.op] {
            Op::Nop => Ok(()),
            Op::Null => {
                state.stack.push(Value::null());
                Ok(())
            }
            Op::Constant(constant) => {
                state.stack.push(constant_value(constant)?);
                Ok(())
            }
            Op::Load(local) => match state.locals.get(*local) {
                Some(Some(value)) => {
                    state.stack.push(value.clone());
                    Ok(())
                }
                _ => gap("the code reads a variable that has no value"),
            },
            Op::Store(local) => {
                let value = pop(state)?;
                match state.locals.get_mut(*local) {
                    Some(place) => *place = Some(value),
                    None => return gap("the code writes a variable that does not exist"),
                }
                Ok(())
            }
            Op::Shuffle(how) => stack::shuffle(state, *how),
            Op::Arith(op, num) => self.arith(at, state, (*op, *num)),
            Op::Negate(num) => self.negate(state, *num),
            Op::Increment(local, by) => self.increment(state, *local, *by),
            Op::Convert(from, to) => self.convert(state, *from, *to),
            Op::Narrow(to) => self.narrow(state, *to),
            Op::Order(num, nan) => self.order(at, state, (*num, *nan)),
            Op::IfZero(..) | Op::IfInts(..) | Op::IfSame(..) | Op::IfNull(..) => self.branch(at, state),
            Op::Goto(target) => self.jump(at, state, *target),
            Op::Switch(table, default) => self.switch(at, state, table, *default),
            Op::Return => self.give_back(at, state),
            other => self.step_objects(at, state, other),
        }
    }

    /// Instructions that touch objects.
    fn step_objects(&mut self, at: &mut At<'_, 'p>, state: &mut State, op: &'p Op) -> Done {
        match op {
            Op::Element => self.element(at, state),
            Op::StoreElement => self.store_element(at, state),
            Op::GetStatic(member) => self.get_static(at, state, member),
            Op::PutStatic(member) => self.put_static(at, state, member),
            Op::GetField(member) => self.get_field(at, state, member),
            Op::PutField(member) => self.put_field(at, state, member),
            Op::Invoke(call, member) => self.invoke(at, state, *call, member),
            Op::Dynamic(number, name, descriptor) => self.dynamic(at, state, *number, (name, descriptor)),
            Op::New(class) => self.new_object(at, state, class),
            Op::NewArray(ty) => self.new_array(at, state, ty),
            Op::NewArrays(ty, dimensions) => self.new_arrays(at, state, ty, *dimensions),
            Op::Length => self.array_length(at, state),
            Op::Throw => self.throw(at, state),
            Op::Cast(ty) => self.cast(at, state, ty),
            Op::InstanceOf(ty) => self.instance_of(at, state, ty),
            Op::Monitor => {
                let reference = pop_ref(state)?;
                self.not_null(at, state, &reference)
            }
            Op::Unsupported(what) => gap(format!("{what} is not modelled")),
            _ => gap("an instruction is not modelled"),
        }
    }

    fn jump(&mut self, at: &mut At<'_, 'p>, state: &mut State, target: usize) -> Done {
        let from = at.method.plan.blocks.partition_point(|(start, _)| *start <= at.op) - 1;
        self.go_to(at.method, at.exits, (Some(from), target), std::mem::take(state));
        Err(Stop::Ended)
    }

    /// A jump by a condition; the walk goes on where it does not hold.
    fn branch(&mut self, at: &mut At<'_, 'p>, state: &mut State) -> Done {
        let mut known_not_null: Option<(Ref, bool)> = None;
        let mut compared: Option<(Compare, Value, Value)> = None;
        let (condition, target) = match &at.method.code.ops[at.op] {
            Op::IfZero(how, target) => {
                let value = pop(state)?;
                let condition = self.compare_ints(*how, &value, &Value::int(0))?;
                compared = Some((*how, value, Value::int(0)));
                (condition, *target)
            }
            Op::IfInts(how, target) => {
                let (right, left) = (pop(state)?, pop(state)?);
                let condition = self.compare_ints(*how, &left, &right)?;
                compared = Some((*how, left, right));
                (condition, *target)
            }
            Op::IfSame(how, target) => {
                let (right, left) = (pop_ref(state)?, pop_ref(state)?);
                let same = self.same(state, &left, &right);
                (if *how == Compare::Eq { same } else { same.negated() }, *target)
            }
            Op::IfNull(how, target) => {
                let reference = pop_ref(state)?;
                let null = reference.is_null();
                known_not_null = Some((reference, *how == Compare::Ne));
                (if *how == Compare::Eq { null } else { null.negated() }, *target)
            }
            _ => return gap("an instruction is not modelled"),
        };
        match fold(&self.emit, &condition) {
            Some(true) => return self.jump(at, state, target),
            Some(false) => return Ok(()),
            None => {}
        }
        let site = self.emit.branch(condition.clone());
        let mut other = state.clone();
        self.learn_keys(&mut other, &condition);
        self.learn_keys(state, &condition.negated());
        if let Some((how, Value::Int(left), Value::Int(right))) = &compared {
            learn_order(&mut other.facts, *how, left, right);
            learn_order(&mut state.facts, how.negated(), left, right);
        }
        if let Some((reference, not_null_there)) = known_not_null {
            let (not_null, null) =
                if not_null_there { (&mut other, &mut *state) } else { (&mut *state, &mut other) };
            not_null.learn_not_null(&reference);
            let number = reference.ways.iter().position(|way| *way == Way::Null);
            if let (Some(which), Some(number)) = (reference.which, number) {
                null.learn(which, number);
            }
        }
        let from = at.method.plan.blocks.partition_point(|(start, _)| *start <= at.op) - 1;
        arrive(at.method, at.exits, (Some(from), target), Edge { state: other, site });
        Ok(())
    }

    fn switch(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        table: &[(i32, usize)],
        default: usize,
    ) -> Done {
        let value = pop(state)?;
        let from = at.method.plan.blocks.partition_point(|(start, _)| *start <= at.op) - 1;
        for (key, target) in table {
            let equal = self.compare_ints(Compare::Eq, &value, &Value::int(i128::from(*key)))?;
            match fold(&self.emit, &equal) {
                Some(true) => return self.jump(at, state, *target),
                Some(false) => {}
                None => {
                    let site = self.emit.branch(equal);
                    let edge = Edge { state: state.clone(), site };
                    arrive(at.method, at.exits, (Some(from), *target), edge);
                }
            }
        }
        self.jump(at, state, default)
    }

    /// The end of a call, with the result alone on the stack.
    fn give_back(&mut self, at: &mut At<'_, 'p>, state: &mut State) -> Done {
        let mut state = std::mem::take(state);
        state.locals.clear();
        let result = state.stack.pop();
        state.stack = result.into_iter().collect();
        at.exits.returns.push(Edge { state, site: self.emit.jump() });
        Err(Stop::Ended)
    }

    /// Throws unless a reference is something; from here on it is.
    pub(super) fn not_null(&mut self, at: &mut At<'_, 'p>, state: &mut State, reference: &Ref) -> Done {
        self.throw_if(at, state, reference.is_null(), "java/lang/NullPointerException")?;
        state.learn_not_null(reference);
        Ok(())
    }

    /// The ways of a reference that is not null, after the check.
    pub(super) fn checked(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        reference: &Ref,
    ) -> Result<Ref, Stop> {
        self.not_null(at, state, reference)?;
        let ways: Vec<usize> =
            (0..reference.ways.len()).filter(|&at| reference.ways[at] != Way::Null).collect();
        if ways.len() == reference.ways.len() {
            return Ok(reference.clone());
        }
        if let [only] = ways[..] {
            return Ok(Ref::one(reference.ways[only].clone()));
        }
        // Who walks the ways passes over the one that is null: no run comes there.
        Ok(reference.clone())
    }
}

/// Takes note of a comparison that came out true.
fn learn_order(facts: &mut Facts, how: Compare, left: &Linear, right: &Linear) {
    match how {
        Compare::Lt => facts.learn_less(left, right),
        Compare::Gt => facts.learn_less(right, left),
        Compare::Le => facts.learn_at_most(left, right),
        Compare::Ge => facts.learn_at_most(right, left),
        Compare::Eq | Compare::Ne => {}
    }
}

/// The value of a constant.
pub(super) fn constant_value(constant: &Constant) -> Result<Value, Stop> {
    Ok(match constant {
        Constant::Int(value) => Value::int(i128::from(*value)),
        Constant::Long(value) => Value::Long(Linear::constant(i128::from(*value))),
        Constant::Float(value) => Value::Float(Real::Known(f64::from(*value))),
        Constant::Double(value) => Value::Double(Real::Known(*value)),
        Constant::Str(units) => {
            Value::string(ir::StrTerm::Word(units.iter().map(|&unit| u32::from(unit)).collect()))
        }
        Constant::Class(name) => Value::Ref(Ref::one(Way::Class(name.as_str().into()))),
        Constant::Method(..) | Constant::Types(_) => return gap("a handle of a method is not modelled"),
    })
}

/// The truth of a boolean value.
pub(super) fn truth(value: &Value) -> Option<Condition> {
    match value {
        Value::Bool(condition) => Some(condition.clone()),
        Value::Int(linear) => Some(Condition::test(ir::Test::IsZero(linear.clone())).negated()),
        _ => None,
    }
}
