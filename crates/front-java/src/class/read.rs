//! From the bytes of a class file to a [`Class`].
//!
//! The library that decodes the format gives errors; what it might miss is checked again here: jumps and handlers stay
//! inside of the code, names are text, types are well written.

#![allow(clippy::wildcard_enum_match_arm, reason = "the enums of the decoder are open and need a wildcard")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassAccessFlags, ClassFile, FieldAccessFlags, MethodAccessFlags, ReferenceKind};

use super::decode::{self, Pool};
use super::types::{Signature, Type};
use super::{Bootstrap, Call, Class, Constant, Field, Member, Method};

/// Why a class file cannot be read, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The most bytes of a class file that are read.
const MOST_BYTES: usize = 16 << 20;

/// Reads a class file. No bytes make it panic: what the decoder would panic at is unreadable.
///
/// # Errors
/// Why it is no class file that can be read.
pub fn read(bytes: &[u8]) -> Result<Class, Unreadable> {
    if bytes.len() > MOST_BYTES {
        return Err(Unreadable(format!("it has more than {MOST_BYTES} bytes")));
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| decoded(bytes)));
    outcome.unwrap_or_else(|_| Err(Unreadable("the decoder failed on it".to_owned())))
}

fn decoded(bytes: &[u8]) -> Result<Class, Unreadable> {
    let file = ClassFile::from_bytes(bytes).map_err(|error| Unreadable(error.to_string()))?;
    let pool = Pool(&file.constant_pool);
    let wrong = |what: &str| Unreadable(format!("{what} is not well written"));
    let name = pool.class(file.this_class).ok_or_else(|| wrong("its name"))?;
    let superclass = match file.super_class {
        0 => None,
        index => Some(pool.class(index).ok_or_else(|| wrong("the name of its superclass"))?),
    };
    let interfaces = file.interfaces.iter().map(|&index| pool.class(index)).collect::<Option<Vec<_>>>();
    let fields = file.fields.iter().map(|field| field_of(field, &pool)).collect::<Option<Vec<_>>>();
    let methods = file.methods.iter().map(|method| method_of(method, &pool)).collect::<Option<Vec<_>>>();
    Ok(Class {
        name,
        superclass,
        interfaces: interfaces.ok_or_else(|| wrong("an interface"))?,
        is_interface: file.access_flags.contains(ClassAccessFlags::INTERFACE),
        fields: fields.ok_or_else(|| wrong("a field"))?,
        methods: methods.ok_or_else(|| wrong("a method"))?,
        bootstraps: bootstraps(&file.attributes, &pool),
        source: file.attributes.iter().find_map(|attribute| match attribute {
            Attribute::SourceFile { source_file_index, .. } => pool.text(*source_file_index),
            _ => None,
        }),
    })
}

fn field_of(field: &ristretto_classfile::Field, pool: &Pool<'_>) -> Option<Field> {
    let constant = field.attributes.iter().find_map(|attribute| match attribute {
        Attribute::ConstantValue { constant_value_index, .. } => pool.constant(*constant_value_index),
        _ => None,
    });
    Some(Field {
        name: pool.text(field.name_index)?,
        ty: Type::parse(&pool.text(field.descriptor_index)?)?,
        is_static: field.access_flags.contains(FieldAccessFlags::STATIC),
        constant,
    })
}

fn method_of(method: &ristretto_classfile::Method, pool: &Pool<'_>) -> Option<Method> {
    let flags = method.access_flags;
    let descriptor = pool.text(method.descriptor_index)?;
    Signature::parse(&descriptor)?;
    let code = method.attributes.iter().find(|attribute| matches!(attribute, Attribute::Code { .. }));
    let body = match code {
        Some(code) => decode::code(code, pool),
        None if flags.contains(MethodAccessFlags::NATIVE) => Err("it is native"),
        None => Err("it is abstract"),
    };
    Some(Method {
        name: pool.text(method.name_index)?,
        descriptor,
        is_static: flags.contains(MethodAccessFlags::STATIC),
        is_private: flags.contains(MethodAccessFlags::PRIVATE),
        is_abstract: flags.contains(MethodAccessFlags::ABSTRACT),
        body,
    })
}

fn bootstraps(attributes: &[Attribute], pool: &Pool<'_>) -> Vec<Bootstrap> {
    let methods = attributes.iter().find_map(|attribute| match attribute {
        Attribute::BootstrapMethods { methods, .. } => Some(methods),
        _ => None,
    });
    let bootstrap = |method: &ristretto_classfile::attributes::BootstrapMethod| Bootstrap {
        method: handle(pool, method.bootstrap_method_ref).map(|(member, _)| (member.class, member.name)),
        arguments: method
            .arguments
            .iter()
            .map(|&index| {
                let handle = || handle(pool, index).map(|(member, call)| Constant::Method(member, call));
                pool.constant(index).or_else(handle)
            })
            .collect(),
    };
    methods.into_iter().flatten().map(bootstrap).collect()
}

/// A method handle that calls something.
fn handle(pool: &Pool<'_>, index: u16) -> Option<(Member, Call)> {
    let (kind, reference) = pool.0.try_get_method_handle(index).ok()?;
    let call = match kind {
        ReferenceKind::InvokeStatic => Call::Static,
        ReferenceKind::InvokeSpecial => Call::Special,
        ReferenceKind::InvokeVirtual | ReferenceKind::InvokeInterface => Call::Virtual,
        ReferenceKind::NewInvokeSpecial => Call::Construct,
        ReferenceKind::GetField
        | ReferenceKind::GetStatic
        | ReferenceKind::PutField
        | ReferenceKind::PutStatic => return None,
    };
    Some((pool.member(*reference)?, call))
}
