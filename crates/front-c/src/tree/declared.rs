//! Declarations: from specifiers and declarators to types and names.
//!
//! A declarator is read from the inside out: pointers first, then what follows the name, last first. A type that is
//! not followed is an error in words, which makes a gap of whatever needs it.

use std::rc::Rc;

use lang_c::ast::{
    ArraySize, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, EnumType,
    FunctionDeclarator, ParameterDeclaration, PointerQualifier, SpecifierQualifier, StorageClassSpecifier,
    TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

use super::nodes::ExprKind;
use super::reader::{Name, Reader};
use super::types::{Extent, ExtentId, Integer, Signature, Type};

/// Why something has no type, in words.
pub(crate) type NoType = String;

/// What the specifiers of a declaration say.
pub(crate) struct Specified {
    pub(crate) ty: Result<Type, NoType>,
    pub(crate) storage: Option<StorageClassSpecifier>,
    /// Whether what it is made of is constant.
    pub(crate) is_constant: bool,
}

impl Specified {
    /// Whether a name that is declared so is constant itself, and not only what it points to.
    pub(crate) fn makes_constant(&self, declarator: &Declarator) -> bool {
        let last = declarator.derived.iter().rev().find_map(|derived| match &derived.node {
            DerivedDeclarator::Pointer(qualifiers) => Some(qualifiers),
            DerivedDeclarator::Array(_)
            | DerivedDeclarator::Function(_)
            | DerivedDeclarator::KRFunction(_)
            | DerivedDeclarator::Block(_) => None,
        });
        let is_plain = matches!(declarator.kind.node, DeclaratorKind::Identifier(_));
        is_plain
            && last.map_or(self.is_constant, |qualifiers| {
                qualifiers.iter().any(|qualifier| match &qualifier.node {
                    PointerQualifier::TypeQualifier(of) => of.node == TypeQualifier::Const,
                    PointerQualifier::Extension(_) => false,
                })
            })
    }
}

/// How often each word of a basic type occurs.
#[derive(Default)]
struct Words {
    char: u32,
    short: u32,
    int: u32,
    long: u32,
    signed: u32,
    unsigned: u32,
    bool: u32,
    float: u32,
    double: u32,
    void: u32,
    other: Option<Result<Type, NoType>>,
}

impl Reader {
    pub(crate) fn specifiers(&mut self, specifiers: &[Node<DeclarationSpecifier>]) -> Specified {
        let mut words = Words::default();
        let mut storage = None;
        let mut is_constant = false;
        for specifier in specifiers {
            match &specifier.node {
                // One a thread lives as long as its thread, beside what else is said.
                DeclarationSpecifier::StorageClass(class)
                    if class.node == StorageClassSpecifier::ThreadLocal => {}
                DeclarationSpecifier::StorageClass(class) => storage = Some(class.node.clone()),
                DeclarationSpecifier::TypeSpecifier(ty) => self.word(&mut words, &ty.node),
                DeclarationSpecifier::TypeQualifier(qualifier) => {
                    is_constant |= qualifier.node == TypeQualifier::Const;
                }
                DeclarationSpecifier::Function(_)
                | DeclarationSpecifier::Alignment(_)
                | DeclarationSpecifier::Extension(_) => {}
            }
        }
        Specified { ty: words.ty(), storage, is_constant }
    }

    pub(crate) fn qualifiers(&mut self, specifiers: &[Node<SpecifierQualifier>]) -> Result<Type, NoType> {
        let mut words = Words::default();
        for specifier in specifiers {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(ty) => self.word(&mut words, &ty.node),
                SpecifierQualifier::TypeQualifier(_) | SpecifierQualifier::Extension(_) => {}
            }
        }
        words.ty()
    }

    /// The type that a type name stands for.
    pub(crate) fn type_name(&mut self, name: &TypeName) -> Result<Type, NoType> {
        let base = self.qualifiers(&name.specifiers)?;
        match &name.declarator {
            None => Ok(base),
            Some(declarator) => self.declarator(&declarator.node, base).map(|(_, ty)| ty),
        }
    }

    fn word(&mut self, words: &mut Words, specifier: &TypeSpecifier) {
        match specifier {
            TypeSpecifier::Void => words.void += 1,
            TypeSpecifier::Char => words.char += 1,
            TypeSpecifier::Short => words.short += 1,
            TypeSpecifier::Int => words.int += 1,
            TypeSpecifier::Long => words.long += 1,
            TypeSpecifier::Float => words.float += 1,
            TypeSpecifier::Double => words.double += 1,
            TypeSpecifier::Signed => words.signed += 1,
            TypeSpecifier::Unsigned => words.unsigned += 1,
            TypeSpecifier::Bool => words.bool += 1,
            TypeSpecifier::Complex => words.other = Some(Err("a complex number".to_owned())),
            TypeSpecifier::Atomic(name) => words.other = Some(self.type_name(&name.node)),
            TypeSpecifier::Struct(record) => words.other = Some(Ok(self.record_type(&record.node))),
            TypeSpecifier::Enum(list) => words.other = Some(Ok(self.enumeration(&list.node))),
            TypeSpecifier::TypedefName(name) => words.other = Some(self.named_type(&name.node.name)),
            TypeSpecifier::TypeOf(of) => words.other = Some(self.type_of(&of.node)),
            TypeSpecifier::TS18661Float(float) => {
                words.other = Some(Ok(Type::Real((float.width as u64 / 8).next_power_of_two())));
            }
        }
    }

    fn named_type(&self, name: &str) -> Result<Type, NoType> {
        match self.name(name) {
            Some(Name::Type(ty)) => Ok(ty.clone()),
            // Three words of which nothing is read.
            None if name == "__builtin_va_list" => Ok(Type::Array(Rc::new(Type::Real(8)), Extent::Known(3))),
            Some(Name::Variable(_) | Name::Function(_) | Name::Constant(_) | Name::Unknown) | None => {
                Err(format!("the type {name}"))
            }
        }
    }

    fn type_of(&mut self, of: &TypeOf) -> Result<Type, NoType> {
        match of {
            TypeOf::Type(name) => self.type_name(&name.node),
            TypeOf::Expression(expression) => Ok(self.expression(expression).ty),
        }
    }

    fn enumeration(&mut self, list: &EnumType) -> Type {
        let mut next = Some(0);
        let (mut least, mut most) = (0, 0);
        for item in &list.enumerators {
            if let Some(expression) = &item.node.expression {
                next = self.expression(expression).constant();
            }
            let name = &item.node.identifier.node.name;
            match next {
                Some(value) => self.declare(name, Name::Constant(value)),
                None => self.declare(name, Name::Unknown),
            }
            (least, most) = next.map_or((least, most), |value| (least.min(value), most.max(value)));
            next = next.map(|value| value + 1);
        }
        let tag = list.identifier.as_ref().map(|tag| tag.node.name.clone());
        let ty = enumeration_type(least, most);
        match tag {
            Some(tag) if list.enumerators.is_empty() => self.enumeration_named(&tag).unwrap_or(ty),
            Some(tag) => {
                self.declare_enumeration(&tag, ty.clone());
                ty
            }
            None => ty,
        }
    }

    /// The name and the type that a declarator gives, from the type before it.
    pub(crate) fn declarator(
        &mut self,
        declarator: &Declarator,
        base: Type,
    ) -> Result<(Option<String>, Type), NoType> {
        let is_pointer = |derived: &&Node<DerivedDeclarator>| {
            matches!(derived.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_))
        };
        let pointers = declarator.derived.iter().filter(is_pointer).count();
        let mut ty = (0..pointers).fold(base, |ty, _| ty.pointer());
        for derived in declarator.derived.iter().rev().filter(|derived| !is_pointer(derived)) {
            ty = self.derive(&derived.node, ty)?;
        }
        match &declarator.kind.node {
            DeclaratorKind::Abstract => Ok((None, ty)),
            DeclaratorKind::Identifier(name) => Ok((Some(name.node.name.clone()), ty)),
            DeclaratorKind::Declarator(inner) => self.declarator(&inner.node, ty),
        }
    }

    fn derive(&mut self, derived: &DerivedDeclarator, of: Type) -> Result<Type, NoType> {
        match derived {
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => Ok(of.pointer()),
            DerivedDeclarator::Array(array) => Ok(Type::Array(Rc::new(of), self.extent(&array.node.size))),
            DerivedDeclarator::Function(function) => {
                let parameters = self.parameter_types(&function.node)?;
                Ok(Type::Function(Rc::new(Signature { result: of, parameters })))
            }
            DerivedDeclarator::KRFunction(_) => {
                Ok(Type::Function(Rc::new(Signature { result: of, parameters: None })))
            }
        }
    }

    fn extent(&mut self, size: &ArraySize) -> Extent {
        match size {
            ArraySize::Unknown | ArraySize::VariableUnknown => Extent::Open,
            ArraySize::VariableExpression(count) | ArraySize::StaticExpression(count) => {
                let count = self.expression(count);
                if let Some(known) = count.constant().and_then(|value| u64::try_from(value).ok()) {
                    return Extent::Known(known);
                }
                self.unit.extents.push(count);
                Extent::Computed(ExtentId(self.unit.extents.len() - 1))
            }
        }
    }

    /// The types of the parameters that are named; none when nothing is said. More arguments than these may come.
    fn parameter_types(&mut self, function: &FunctionDeclarator) -> Result<Option<Vec<Type>>, NoType> {
        let mut types = Vec::new();
        for parameter in &function.parameters {
            types.push(self.parameter(&parameter.node)?.1);
        }
        if types == [Type::Void] {
            types.clear();
        } else if types.is_empty() {
            return Ok(None);
        }
        Ok(Some(types))
    }

    /// The name and type of a parameter: arrays and functions become pointers.
    pub(crate) fn parameter(
        &mut self,
        parameter: &ParameterDeclaration,
    ) -> Result<(Option<String>, Type), NoType> {
        let base = self.specifiers(&parameter.specifiers).ty?;
        let (name, ty) = match &parameter.declarator {
            Some(declarator) => self.declarator(&declarator.node, base)?,
            None => (None, base),
        };
        Ok((name, as_parameter(ty)))
    }
}

/// The type of an enumeration with values from one to another, as compilers of today choose it.
fn enumeration_type(least: i128, most: i128) -> Type {
    let signed = least < 0;
    let narrow = Integer { bits: 32, signed };
    let fits = narrow.range().0 <= least && most <= narrow.range().1;
    Type::Integer(Integer { bits: if fits { 32 } else { 64 }, signed })
}

/// The type of a parameter that is declared with a type.
pub(crate) fn as_parameter(ty: Type) -> Type {
    match ty {
        Type::Array(of, _) => Type::Pointer(of),
        Type::Function(_) => ty.pointer(),
        Type::Void | Type::Integer(_) | Type::Real(_) | Type::Pointer(_) | Type::Record(_) => ty,
    }
}

/// Whether a constant expression may stand in for a declaration's number.
pub(crate) fn is_text(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Text(_))
}

impl Words {
    /// The type that the words of a declaration name together.
    fn ty(self) -> Result<Type, NoType> {
        if let Some(other) = self.other {
            return other;
        }
        let signed = self.unsigned == 0;
        let bits = match (self.char, self.short, self.long) {
            _ if self.void > 0 => return Ok(Type::Void),
            _ if self.float > 0 => return Ok(Type::Real(4)),
            _ if self.double > 0 => return Ok(Type::Real(if self.long > 0 { 16 } else { 8 })),
            _ if self.bool > 0 => return Ok(Type::Integer(Integer { bits: 1, signed: false })),
            (1, _, _) => 8,
            (_, 1, _) => 16,
            (_, _, 0) => 32,
            _ => 64,
        };
        Ok(Type::Integer(Integer { bits, signed }))
    }
}
