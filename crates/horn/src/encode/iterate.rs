//! A definition as a loop [HRS19 Table 1, iterative].
//!
//! On its way in the loop goes from inputs to inputs. Where a case has something left to do after the call to itself, what
//! it needs for that is put on a stack; on its way out the loop takes it from there. A stack of single characters is a
//! list, so that concatenation is the loop of the paper. Beside that the loop carries a context along unchanged.

use automata::Exhausted;

use super::define::{Case, Definition};
use super::order::End;
use super::press::{Draft, Press, pending};
use crate::op::{Op, PredicateId};
use crate::sort::{Constructor, ConstructorId, DataId, DataType, Sort};
use crate::system::{Atom, Head, Variable};
use crate::terms::{TermId, Var};

/// Where a loop begins.
pub(super) struct Start {
    predicate: PredicateId,
    /// The empty stack, where there is one.
    bottom: Option<TermId>,
}

impl Start {
    /// The loop begun with a context and inputs.
    pub(super) fn atom(&self, context: &[TermId], inputs: &[TermId]) -> Atom {
        let arguments = context.iter().chain(inputs).copied().chain(self.bottom).collect();
        Atom { predicate: self.predicate, arguments }
    }
}

/// A stack of what cases need when the loop comes back to them.
struct Stack {
    data: DataId,
    bottom: TermId,
}

/// The predicates of a loop.
struct Loop<'a> {
    inwards: PredicateId,
    outwards: PredicateId,
    context: &'a [Sort],
    stack: Option<Stack>,
}

impl Press<'_> {
    /// The clauses of a definition as a loop with a context: where it begins, and where it has its results.
    pub(super) fn iterate(
        &mut self,
        definition: &Definition,
        context: &[Sort],
    ) -> Result<(Start, PredicateId), Exhausted> {
        let frames: Vec<Option<Vec<(Var, Sort)>>> =
            definition.cases.iter().map(|case| self.frame(case)).collect();
        let stack = self.stack(&frames);
        let kept = stack.as_ref().map(|stack| Sort::Data(stack.data));
        let sorts = |of: &[Sort]| context.iter().chain(of).copied().chain(kept).collect::<Vec<_>>();
        let inwards = self.predicate(definition.name, "in", sorts(&definition.inputs));
        let result = self.predicate(definition.name, "", [context, &definition.outputs].concat());
        let outwards = match &stack {
            Some(_) => self.predicate(definition.name, "out", sorts(&definition.outputs)),
            None => result,
        };
        let bottom = stack.as_ref().map(|stack| stack.bottom);
        let mut pushes = 0;
        let names = Loop { inwards, outwards, context, stack };
        for (case, frame) in definition.cases.iter().zip(&frames) {
            pushes += u32::from(frame.is_some());
            self.case(case, &names, frame.as_ref().map(|frame| (pushes, frame.as_slice())))?;
        }
        if let Some(bottom) = bottom {
            self.leave(definition, (&names, bottom), result)?;
        }
        Ok((Start { predicate: inwards, bottom }, result))
    }

    /// What a case needs after the call to itself; `None` when it has nothing left to do.
    fn frame(&self, case: &Case) -> Option<Vec<(Var, Sort)>> {
        let (_, outputs) = case.again.as_ref()?;
        if *outputs == case.outputs {
            return None;
        }
        let given = self.variables_of(outputs.iter());
        let (_, late) = self.divided(&case.guard, &given);
        let mut needed = self.variables_of(case.outputs.iter().chain(&late));
        needed.retain(|var, _| !given.contains_key(var));
        Some(needed.into_iter().collect())
    }

    /// A data type with a constructor a frame; that of lists, when all is one character.
    fn stack(&mut self, frames: &[Option<Vec<(Var, Sort)>>]) -> Option<Stack> {
        let pushed: Vec<&Vec<(Var, Sort)>> = frames.iter().flatten().collect();
        if pushed.is_empty() {
            return None;
        }
        let is_character =
            |frame: &Vec<(Var, Sort)>| frame.len() == 1 && frame[0].1 == self.strings.chars.sort();
        let data = match (pushed.as_slice(), self.strings.data(End::First)) {
            ([one], Some(lists)) if is_character(one) => lists,
            _ => {
                let data = DataId(self.system.data.len() as u32);
                let constructors = frames_of(&pushed, data);
                let name = format!("Stack!{}", data.0);
                self.system.data.push(DataType { name, constructors });
                data
            }
        };
        let bottom = self.system.terms.app(Op::Construct(ConstructorId { data, index: 0 }), &[]);
        Some(Stack { data, bottom })
    }

    /// The clauses of a case.
    fn case(
        &mut self,
        case: &Case,
        names: &Loop<'_>,
        frame: Option<(u32, &[(Var, Sort)])>,
    ) -> Result<(), Exhausted> {
        let mut variables = case.variables.clone();
        let mut fresh = |press: &mut Self, name: &str, sort: Sort| {
            variables.push(Variable { name: name.to_owned(), sort });
            press.system.terms.var(Var(variables.len() as u32 - 1), sort)
        };
        let context: Vec<TermId> = names.context.iter().map(|&sort| fresh(self, "z", sort)).collect();
        let kept = names.stack.as_ref().map(|stack| Sort::Data(stack.data));
        let stack = kept.map(|sort| fresh(self, "stack", sort));
        let at = |predicate, values: &[TermId], stack: Option<TermId>| Atom {
            predicate,
            arguments: context.iter().chain(values).copied().chain(stack).collect(),
        };
        let mut body = vec![at(names.inwards, &case.inputs, stack)];
        self.insides(&case.insides, &mut body)?;
        let calls = pending(case);
        let draft = |body, parts, calls, head| Draft {
            variables: variables.clone(),
            body,
            parts,
            calls,
            head: Head::Atom(head),
            trace: Vec::new(),
        };
        let Some((inputs, outputs)) = &case.again else {
            let head = at(names.outwards, &case.outputs, stack);
            return self.emit(draft(body, case.guard.clone(), calls, head));
        };
        let Some((index, needed)) = frame else {
            return self.emit(draft(body, case.guard.clone(), calls, at(names.inwards, inputs, stack)));
        };
        let given = self.variables_of(outputs.iter());
        let (early, late) = self.divided(&case.guard, &given);
        let data = names.stack.as_ref().expect("a case with a frame has a stack").data;
        let fields = needed.iter().map(|&(var, sort)| self.system.terms.var(var, sort));
        let fields: Vec<TermId> = fields.chain(stack).collect();
        let pushed = Some(self.system.terms.app(Op::Construct(ConstructorId { data, index }), &fields));
        self.emit(draft(body, early, calls, at(names.inwards, inputs, pushed)))?;
        let back = vec![at(names.outwards, outputs, pushed)];
        self.emit(draft(back, late, Vec::new(), at(names.outwards, &case.outputs, stack)))
    }

    /// The loop ends with an empty stack.
    fn leave(
        &mut self,
        definition: &Definition,
        (names, bottom): (&Loop<'_>, TermId),
        result: PredicateId,
    ) -> Result<(), Exhausted> {
        let mut variables = Vec::new();
        let mut values = Vec::new();
        for &sort in names.context.iter().chain(&definition.outputs) {
            values.push(self.system.terms.var(Var(variables.len() as u32), sort));
            variables.push(Variable { name: "out".to_owned(), sort });
        }
        let arguments = values.iter().copied().chain([bottom]).collect();
        let body = vec![Atom { predicate: names.outwards, arguments }];
        let head = Head::Atom(Atom { predicate: result, arguments: values });
        self.push((&variables, body), &[], head, Vec::new())
    }
}

/// The constructors of a stack: the empty one, then one a frame, each with the stack below as last field.
fn frames_of(pushed: &[&Vec<(Var, Sort)>], data: DataId) -> Vec<Constructor> {
    let mut constructors = vec![Constructor { name: format!("bottom!{}", data.0), fields: Vec::new() }];
    for (at, frame) in pushed.iter().enumerate() {
        let sorts = frame.iter().map(|(_, sort)| *sort).chain([Sort::Data(data)]);
        let fields = sorts.enumerate().map(|(field, sort)| (format!("frame!{}!{at}!{field}", data.0), sort));
        let fields = fields.collect();
        constructors.push(Constructor { name: format!("push!{}!{at}", data.0), fields });
    }
    constructors
}
