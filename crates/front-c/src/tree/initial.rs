//! Initialisers: lists become paths with values, as the standard orders them.
//!
//! Braces may be left out around inner lists, designators may jump; whatever is not named is 0. The length of an array
//! without one is that of its initialiser.

use std::rc::Rc;

use lang_c::ast::{Designator, Initializer, InitializerListItem};
use lang_c::span::Node;

use super::convert::convert;
use super::declared::is_text;
use super::nodes::{Expr, ExprKind, Initial, Part};
use super::reader::{Reader, gap};
use super::types::{Extent, Type};

/// The greatest number of items that are read one by one.
const MOST: u64 = 1 << 20;

impl Reader {
    /// The type, completed, and the parts of what a variable begins with.
    pub(crate) fn initial(&mut self, initializer: &Initializer, ty: Type) -> (Type, Vec<Initial>) {
        match initializer {
            Initializer::Expression(expression) => {
                let value = self.expression(expression);
                let ty = completed(ty, &value);
                let value = scalar(value, &ty);
                (ty, vec![Initial { path: Vec::new(), value }])
            }
            Initializer::List(items) => self.initial_list(items, ty),
        }
    }

    /// The same for a list in braces.
    pub(crate) fn initial_list(
        &mut self,
        items: &[Node<InitializerListItem>],
        ty: Type,
    ) -> (Type, Vec<Initial>) {
        let mut initials = Vec::new();
        let is_aggregate = matches!(ty, Type::Array(..) | Type::Record(_));
        if !is_aggregate {
            if let [item, ..] = items {
                return self.initial(&item.node.initializer.node, ty);
            }
            return (ty, initials);
        }
        if let ([item], true) = (items, is_text_array(&ty))
            && let Initializer::Expression(expression) = &item.node.initializer.node
        {
            let value = self.expression(expression);
            if is_text(&value.kind) {
                let ty = completed(ty, &value);
                return (ty, vec![Initial { path: Vec::new(), value }]);
            }
        }
        let mut queue = items.iter().peekable();
        let most = self.fill(&ty, &mut queue, (&mut Vec::new(), &mut initials), Whole::Braced);
        if let Type::Array(of, Extent::Open) = ty {
            return (Type::Array(of, Extent::Known(most)), initials);
        }
        (ty, initials)
    }

    /// Takes from a list what belongs to an aggregate; gives back one past the greatest number of an element that it named.
    fn fill<'a>(
        &mut self,
        ty: &Type,
        items: &mut std::iter::Peekable<impl Iterator<Item = &'a Node<InitializerListItem>>>,
        (path, out): (&mut Vec<Part>, &mut Vec<Initial>),
        whole: Whole,
    ) -> u64 {
        let (mut next, mut most) = (0, 0);
        while let Some(item) = items.peek() {
            let designation = &item.node.designation;
            let mut last = None;
            if let Some(first) = designation.first() {
                if whole == Whole::Bare {
                    break;
                }
                match self.designated(ty, &first.node) {
                    Some((place, to)) if designation.len() == 1 => (next, last) = (place, to),
                    _ => {
                        out.push(self.not_followed(item, path.clone()));
                        items.next();
                        continue;
                    }
                }
            }
            let Some((part, inner)) = self.part_at(ty, next) else { break };
            path.push(part);
            let from = out.len();
            self.take(&inner, items, (&mut *path, &mut *out));
            if let Part::Member(index) = part {
                for initial in out[from..].iter_mut().filter(|initial| initial.path.len() == path.len()) {
                    let value = self.for_member((ty, index), initial.value.clone());
                    initial.value = scalar(value, &inner);
                }
            }
            path.pop();
            if let Some(last) = last {
                repeat((next, last), path.len(), (from, &mut *out));
                next = last;
            }
            next += 1;
            most = most.max(next);
            if most > MOST {
                break;
            }
        }
        most
    }

    /// Takes from a list what belongs to one part.
    fn take<'a>(
        &mut self,
        ty: &Type,
        items: &mut std::iter::Peekable<impl Iterator<Item = &'a Node<InitializerListItem>>>,
        (path, out): (&mut Vec<Part>, &mut Vec<Initial>),
    ) {
        let Some(item) = items.peek() else { return };
        match &item.node.initializer.node {
            Initializer::List(_) => {
                let (_, inner) = self.initial(&item.node.initializer.node, ty.clone());
                items.next();
                for Initial { path: rest, value } in inner {
                    let whole = path.iter().copied().chain(rest).collect();
                    out.push(Initial { path: whole, value });
                }
            }
            Initializer::Expression(expression) => {
                let value = self.expression(expression);
                let whole = !matches!(ty, Type::Array(..) | Type::Record(_))
                    || (is_text_array(ty) && is_text(&value.kind))
                    || value.ty == *ty;
                if whole {
                    items.next();
                    out.push(Initial { path: path.clone(), value: scalar(value, ty) });
                } else {
                    self.fill_boxed(ty, items, (path, out));
                }
            }
        }
    }

    /// Fills an inner aggregate without braces, through a type that does not grow with the depth.
    fn fill_boxed<'a>(
        &mut self,
        ty: &Type,
        items: &mut std::iter::Peekable<impl Iterator<Item = &'a Node<InitializerListItem>>>,
        to: (&mut Vec<Part>, &mut Vec<Initial>),
    ) {
        self.fill(ty, items, to, Whole::Bare);
    }

    fn not_followed(&mut self, item: &Node<InitializerListItem>, path: Vec<Part>) -> Initial {
        let span = self.span(item.span);
        Initial { path, value: gap("a designated initialiser", Type::INT, span) }
    }

    /// The number of the part that a designator names, and of the last one where it names several.
    fn designated(&mut self, ty: &Type, designator: &Designator) -> Option<(u64, Option<u64>)> {
        match (designator, ty) {
            (Designator::Index(index), Type::Array(..)) => {
                Some((u64::try_from(self.expression(index).constant()?).ok()?, None))
            }
            (Designator::Range(range), Type::Array(..)) => {
                let mut bound = |of| u64::try_from(self.expression(of).constant()?).ok();
                let (from, to) = (bound(&range.node.from)?, bound(&range.node.to)?);
                (from <= to && to < MOST).then_some((from, Some(to)))
            }
            (Designator::Member(name), Type::Record(id)) => {
                let path = self.member(*id, &name.node.name)?;
                let [index] = path[..] else { return None };
                Some((index as u64, None))
            }
            _ => None,
        }
    }

    /// The part of a number and its type; none behind the last.
    fn part_at(&self, ty: &Type, number: u64) -> Option<(Part, Type)> {
        match ty {
            Type::Array(of, extent) => {
                let inside = !matches!(extent, Extent::Known(count) if number >= *count);
                inside.then(|| (Part::Element(number), (**of).clone()))
            }
            Type::Record(id) => {
                let record = &self.unit.records[id.0];
                let index = usize::try_from(number).ok()?;
                let member = record.members.as_ref()?.get(index)?;
                (index == 0 || !record.is_union).then(|| (Part::Member(index), member.ty.clone()))
            }
            Type::Void | Type::Integer(_) | Type::Real(_) | Type::Pointer(_) | Type::Function(_) => None,
        }
    }
}

/// Whether a list stands in braces of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    Braced,
    Bare,
}

/// Whether a string literal may be the whole of it.
fn is_text_array(ty: &Type) -> bool {
    matches!(ty, Type::Array(of, _) if of.is_byte())
}

/// The type of a variable that begins with a value: a string literal says how long an array is.
fn completed(ty: Type, value: &Expr) -> Type {
    match (&ty, &value.ty) {
        (Type::Array(of, Extent::Open), Type::Array(_, extent)) => Type::Array(Rc::clone(of), *extent),
        _ => ty,
    }
}

/// A value in the type of its place; string literals fill arrays as they are.
fn scalar(value: Expr, ty: &Type) -> Expr {
    if matches!(value.kind, ExprKind::Text(_)) && is_text_array(ty) {
        return value;
    }
    if matches!(ty, Type::Record(_) | Type::Array(..)) { value } else { convert(value, ty) }
}

/// Gives the elements behind one, to a last one, what that one begins with.
fn repeat((first, last): (u64, u64), depth: usize, (from, out): (usize, &mut Vec<Initial>)) {
    let once: Vec<Initial> = out[from..].to_vec();
    // What has an effect has it once.
    if let Some(other) = once.iter().find(|initial| initial.value.constant().is_none()) {
        let value = gap("a range of elements", Type::INT, other.value.span);
        out.push(Initial { value, ..other.clone() });
        return;
    }
    for element in first + 1..=last {
        for initial in &once {
            let mut path = initial.path.clone();
            path[depth] = Part::Element(element);
            out.push(Initial { path, ..initial.clone() });
        }
    }
}
