//! Structures and unions: their members, and where these lie.
//!
//! Members are laid out as compilers of today do it: each at the next multiple of its alignment, bit fields together as
//! long as none crosses a unit of its type. A record with a member that has no type is left without members.

use lang_c::ast::{StructDeclaration, StructField, StructKind, StructType};

use super::reader::Reader;
use super::types::{Integer, Member, Record, RecordId, Type};

/// What is being laid out.
struct Layout {
    members: Vec<Member>,
    bits: u64,
    is_union: bool,
    /// The members of one bit that are no truth values.
    flags: Vec<usize>,
}

impl Reader {
    /// The type of a record, which is defined when its members are listed.
    pub(crate) fn record_type(&mut self, record: &StructType) -> Type {
        let tag = record.identifier.as_ref().map(|name| name.node.name.clone());
        let known = tag.as_ref().and_then(|tag| match record.declarations {
            Some(_) => self.record_here(tag),
            None => self.record(tag),
        });
        let id = known.unwrap_or_else(|| {
            let id = RecordId(self.unit.records.len());
            let name = tag.clone().unwrap_or_else(|| format!("record{}", id.0));
            let is_union = record.kind.node == StructKind::Union;
            self.unit.records.push(Record { name, is_union, members: None, flags: Vec::new() });
            if let Some(tag) = &tag {
                self.declare_record(tag, id);
            }
            id
        });
        if let Some(declarations) = &record.declarations {
            let fields = declarations.iter().filter_map(|declaration| match &declaration.node {
                StructDeclaration::Field(field) => Some(&field.node),
                StructDeclaration::StaticAssert(_) => None,
            });
            let is_union = self.unit.records[id.0].is_union;
            let mut layout = Layout { members: Vec::new(), bits: 0, is_union, flags: Vec::new() };
            let complete = fields.into_iter().try_for_each(|field| self.field(&mut layout, field));
            self.unit.records[id.0].members = complete.map(|()| layout.members);
            self.unit.records[id.0].flags = layout.flags;
        }
        Type::Record(id)
    }

    /// Lays out the members of one declaration; none when one of them has no size.
    fn field(&mut self, layout: &mut Layout, field: &StructField) -> Option<()> {
        let base = self.qualifiers(&field.specifiers).ok()?;
        if field.declarators.is_empty() {
            return self.place(layout, (String::new(), base), None);
        }
        for declarator in &field.declarators {
            let (name, ty) = match &declarator.node.declarator {
                Some(named) => self.declarator(&named.node, base.clone()).ok()?,
                None => (None, base.clone()),
            };
            let width = match &declarator.node.bit_width {
                Some(width) => Some(u64::try_from(self.expression(width).constant()?).ok()?),
                None => None,
            };
            self.place(layout, (name.unwrap_or_default(), ty), width)?;
        }
        Some(())
    }

    fn place(&self, layout: &mut Layout, (name, ty): (String, Type), width: Option<u64>) -> Option<()> {
        let (size, align) = ty.layout(&self.unit.records)?;
        if layout.is_union {
            layout.bits = 0;
        }
        let Some(width) = width else {
            let offset = layout.bits.div_ceil(8).checked_next_multiple_of(align)?;
            layout.bits = offset.checked_add(size)?.checked_mul(8)?;
            layout.members.push(Member { name, ty, offset, is_bits: false });
            return Some(());
        };
        let unit = size * 8;
        if width == 0 || layout.bits % unit + width > unit {
            layout.bits = layout.bits.next_multiple_of(unit);
        }
        if width > 0 {
            let integer = ty.integer()?;
            // One bit of another type than `_Bool` has no type here, in which conversions ask whether there is any.
            if width == 1 && integer.bits != 1 && !integer.signed {
                layout.flags.push(layout.members.len());
            }
            let signed = integer.signed;
            let offset = layout.bits / unit * size;
            let ty = Type::Integer(Integer { bits: u32::try_from(width).ok()?, signed });
            layout.members.push(Member { name, ty, offset, is_bits: true });
        }
        layout.bits += width;
        Some(())
    }

    /// The numbers of the members that lead to one with a name, through unnamed records within.
    pub(crate) fn member(&self, id: RecordId, name: &str) -> Option<Vec<usize>> {
        let members = self.unit.records[id.0].members.as_ref()?;
        if let Some(index) = members.iter().position(|member| member.name == name) {
            return Some(vec![index]);
        }
        members.iter().enumerate().filter(|(_, member)| member.name.is_empty()).find_map(|(index, member)| {
            let Type::Record(inner) = member.ty else { return None };
            let mut path = self.member(inner, name)?;
            path.insert(0, index);
            Some(path)
        })
    }
}
