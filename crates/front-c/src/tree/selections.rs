//! Selections by a type, and the types of functions that compilers have themselves.
//!
//! A `_Generic` is the branch of its type, chosen while the tree is built. A function that no header declares has the
//! type that compilers give it, so that its arguments are converted as they convert them.

use ir::Span;
use lang_c::ast::{Expression, GenericAssociation, GenericSelection};
use lang_c::span::Node;

use super::convert::value;
use super::nodes::Expr;
use super::reader::{Reader, gap};
use super::types::{Integer, Signature, Type};

/// What functions give and take, a letter each: `v` nothing, `p` a pointer, `i` an `int`, `u` an `unsigned`, `h` an `unsigned short`,
/// `l` a `long`, `z` an `unsigned long`.
const BUILT_IN: &[(&str, &str)] = &[
    ("abort", "v"),
    ("abs", "ii"),
    ("alloca", "pz"),
    ("bswap16", "hh"),
    ("bswap32", "uu"),
    ("bswap64", "zz"),
    ("bzero", "vpz"),
    ("calloc", "pzz"),
    ("clz", "iu"),
    ("clzl", "iz"),
    ("clzll", "iz"),
    ("ctz", "iu"),
    ("ctzl", "iz"),
    ("ctzll", "iz"),
    ("expect", "lll"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "il"),
    ("free", "vp"),
    ("labs", "ll"),
    ("malloc", "pz"),
    ("memchr", "ppiz"),
    ("memcmp", "ippz"),
    ("memcpy", "pppz"),
    ("memmove", "pppz"),
    ("mempcpy", "pppz"),
    ("memset", "ppiz"),
    ("parity", "iu"),
    ("popcount", "iu"),
    ("popcountl", "iz"),
    ("popcountll", "iz"),
    ("realloc", "ppz"),
    ("stpcpy", "ppp"),
    ("strcat", "ppp"),
    ("strchr", "ppi"),
    ("strcmp", "ipp"),
    ("strcpy", "ppp"),
    ("strcspn", "zpp"),
    ("strdup", "pp"),
    ("strlen", "zp"),
    ("strncat", "pppz"),
    ("strncmp", "ippz"),
    ("strncpy", "pppz"),
    ("strndup", "ppz"),
    ("strrchr", "ppi"),
    ("strspn", "zpp"),
    ("strstr", "ppp"),
    ("trap", "v"),
];

/// What a function that the compiler has itself takes and gives.
pub(crate) fn built_in(name: &str) -> Option<Signature> {
    let name = name.strip_prefix("__builtin_")?;
    let (_, types) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
    let mut types = types.chars().map(|letter| match letter {
        'p' => Type::Void.pointer(),
        'i' => Type::INT,
        'u' => Type::Integer(Integer { bits: 32, signed: false }),
        'h' => Type::Integer(Integer { bits: 16, signed: false }),
        'l' => Type::Integer(Integer::DIFFERENCE),
        'z' => Type::Integer(Integer::SIZE),
        _ => Type::Void,
    });
    let result = types.next()?;
    Some(Signature { result, parameters: Some(types.collect()) })
}

impl Reader {
    /// The one of some expressions that the type of another selects. Types that differ in C and are one here, as those with other
    /// qualifiers, leave it open.
    pub(crate) fn selection(&mut self, selection: &GenericSelection, span: Span) -> Expr {
        let ty = value(self.expression(&selection.expression)).ty;
        let mut found: Vec<&Node<Expression>> = Vec::new();
        let mut default = None;
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Default(expression) => default = Some(&**expression),
                GenericAssociation::Type(of) => match self.type_name(&of.node.type_name.node) {
                    Ok(other) if other == ty => found.push(&of.node.expression),
                    Ok(_) => {}
                    Err(why) => return gap(&why, Type::INT, span),
                },
            }
        }
        match (&found[..], default) {
            ([], Some(only)) => self.expression(only),
            ([only], None) => self.expression(only),
            ([only], Some(_)) if is_exact(&ty) => self.expression(only),
            _ => gap("_Generic", Type::INT, span),
        }
    }
}

/// Whether one type of C alone is this type.
fn is_exact(ty: &Type) -> bool {
    match ty {
        Type::Integer(integer) => {
            matches!((integer.bits, integer.signed), (16 | 1, _) | (32, true) | (8, false))
        }
        Type::Real(_) | Type::Record(_) => true,
        Type::Void | Type::Pointer(_) | Type::Array(..) | Type::Function(_) => false,
    }
}
