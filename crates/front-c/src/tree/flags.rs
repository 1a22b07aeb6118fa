//! Members of one bit.
//!
//! A conversion to the type of one bit without a sign asks whether a value is not 0, as C says of `_Bool`. A bit field of one bit of another
//! type keeps the lowest bit of what it gets, so that is what is given to it. An update of one is not followed.

use super::convert::constant;
use super::nodes::{Binary, Expr, ExprKind};
use super::operators::binary;
use super::reader::Reader;
use super::types::{Integer, Type};

impl Reader {
    /// What a member gets: of a value for one bit the lowest.
    pub(crate) fn for_member(&self, (record, index): (&Type, usize), value: Expr) -> Expr {
        let Type::Record(id) = record else { return value };
        if !self.unit.records[id.0].flags.contains(&index) {
            return value;
        }
        let span = value.span;
        binary(Binary::BitAnd, value, constant(1, Integer::INT, span), span)
    }

    /// The same for what is on the left of an assignment.
    pub(crate) fn for_place(&self, place: &Expr, value: Expr) -> Expr {
        let ExprKind::Member(whole, index) = &place.kind else { return value };
        self.for_member((&whole.ty, *index), value)
    }

    /// Whether a place is one bit that is no truth value.
    pub(crate) fn is_flag(&self, place: &Expr) -> bool {
        let ExprKind::Member(whole, index) = &place.kind else { return false };
        matches!(whole.ty, Type::Record(id) if self.unit.records[id.0].flags.contains(index))
    }
}
