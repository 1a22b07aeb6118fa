//! Parts of texts: `split` where a loop only walks through the pieces, and what searches look for.
//!
//! The first over-approximates: how many pieces there are is left open, but for none, and each is any part of the text without a separator.
//! To follow the first pieces one by one would cost every engine and help no such loop.

use ir::StrTerm;

use super::calls::Outer;
use super::library_calls::Throws;
use super::{At, Done, Lowering};
use crate::class::{Constant, Op};
use crate::library::{self, Invocation};
use crate::shape::places;
use crate::state::{Body, State};
use crate::value::{Ref, Value, Way};

impl<'p> Lowering<'p> {
    /// `split` where the pieces are only walked through.
    pub(super) fn split_walked(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: &Outer<'_>,
    ) -> Option<Done> {
        let text = |value: &Value| match value.as_ref().and_then(Ref::only) {
            Some(Way::Str(text)) => Some(text.clone()),
            _ => None,
        };
        let (this, pattern) = (text(call.receiver.as_ref()?)?, text(call.arguments.first()?)?);
        if matches!(this, StrTerm::Word(_)) || !is_walked(at) || self.keeper.turns().is_some() {
            return None;
        }
        let mut throws = Throws::default();
        let (length, piece) = library::any_piece(&mut self.emit, &mut throws, [&this, &pattern])?;
        let class = self.sited("[Ljava/lang/String;");
        self.push(state, &places::elements(&class), &Value::string(piece));
        let array = self.make(state, &class, Body::Array(length, Vec::new()));
        state.stack.push(Value::object(array));
        Some(Ok(()))
    }
}

/// Whether the result of a call is an array that a loop over its elements keeps for itself, as compilers write it.
fn is_walked(at: &At<'_, '_>) -> bool {
    let ops = &at.method.code.ops;
    let next = |by: usize| ops.get(at.op + by);
    match (next(1), next(2), next(3), next(4), next(5), next(6)) {
        (
            Some(Op::Store(array)),
            Some(Op::Load(again)),
            Some(Op::Length),
            Some(Op::Store(_)),
            Some(Op::Constant(Constant::Int(0))),
            Some(Op::Store(_)),
        ) => array == again,
        _ => false,
    }
}

/// What a search looks through, and what for.
pub(super) fn searched(call: &Invocation<'_>) -> Option<(StrTerm, StrTerm)> {
    use library::Value as Seen;
    let ("indexOf" | "lastIndexOf", [Seen::Str(of)], [what, ..]) = (call.name, call.receiver, call.arguments)
    else {
        return None;
    };
    let what = match what {
        Seen::Str(what) | Seen::Char { text: what, .. } => what.clone(),
        Seen::Int(code) => {
            let unit = u16::try_from(code.as_constant()?).ok()?;
            StrTerm::Word([u32::from(unit)].into())
        }
        _ => return None,
    };
    Some((of.clone(), what))
}
