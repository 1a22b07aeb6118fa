//! Types as descriptors write them.
//!
//! Reading goes from left to right and counts brackets, so the depth of an array costs no stack. What is written wrongly
//! has no type.

/// The type of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// `boolean`.
    Boolean,
    /// `byte`.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A class or interface.
    Class(String),
    /// An array: the descriptor of its elements.
    Array(String),
}

/// The types of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Of its parameters.
    pub parameters: Vec<Type>,
    /// Of its result.
    pub result: Option<Type>,
}

impl Type {
    /// The type that a whole descriptor writes.
    pub fn parse(descriptor: &str) -> Option<Type> {
        let (ty, rest) = Type::split(descriptor)?;
        rest.is_empty().then_some(ty)
    }

    /// The type of a class constant: a name, or the descriptor of an array.
    pub fn named(name: &str) -> Option<Type> {
        if name.starts_with('[') { Type::parse(name) } else { Some(Type::Class(name.to_owned())) }
    }

    /// The descriptor.
    pub fn descriptor(&self) -> String {
        match self {
            Type::Boolean => "Z".to_owned(),
            Type::Byte => "B".to_owned(),
            Type::Char => "C".to_owned(),
            Type::Short => "S".to_owned(),
            Type::Int => "I".to_owned(),
            Type::Long => "J".to_owned(),
            Type::Float => "F".to_owned(),
            Type::Double => "D".to_owned(),
            Type::Class(name) => format!("L{name};"),
            Type::Array(element) => format!("[{element}"),
        }
    }

    /// The name under which a class constant names it.
    pub fn name(&self) -> String {
        match self {
            Type::Class(name) => name.clone(),
            Type::Array(_)
            | Type::Boolean
            | Type::Byte
            | Type::Char
            | Type::Short
            | Type::Int
            | Type::Long
            | Type::Float
            | Type::Double => self.descriptor(),
        }
    }

    /// Whether it takes two places among local variables.
    pub fn is_wide(&self) -> bool {
        matches!(self, Type::Long | Type::Double)
    }

    /// Whether its values are references.
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Class(_) | Type::Array(_))
    }

    /// The type at the beginning, and the rest.
    fn split(descriptor: &str) -> Option<(Type, &str)> {
        let brackets = descriptor.bytes().take_while(|byte| *byte == b'[').count();
        if brackets > 255 {
            return None;
        }
        let inner = &descriptor[brackets..];
        let length = match inner.as_bytes().first()? {
            b'L' => inner.find(';')? + 1,
            b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => 1,
            _ => return None,
        };
        let ty = match (brackets, inner.as_bytes()[0]) {
            (1.., _) => Type::Array(descriptor[1..brackets + length].to_owned()),
            (_, b'Z') => Type::Boolean,
            (_, b'B') => Type::Byte,
            (_, b'C') => Type::Char,
            (_, b'S') => Type::Short,
            (_, b'I') => Type::Int,
            (_, b'J') => Type::Long,
            (_, b'F') => Type::Float,
            (_, b'D') => Type::Double,
            (_, _) => Type::Class(inner[1..length - 1].to_owned()),
        };
        Some((ty, &inner[length..]))
    }
}

impl Signature {
    /// The types that a descriptor of a method writes.
    pub fn parse(descriptor: &str) -> Option<Signature> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (ty, more) = Type::split(rest)?;
            parameters.push(ty);
            rest = more;
        }
        let result = match &rest[1..] {
            "V" => None,
            written => Some(Type::parse(written)?),
        };
        (parameters.len() <= 255).then_some(Signature { parameters, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read_and_written() {
        let signature = Signature::parse("(I[[Ljava/lang/String;JLA;)[C").expect("well written");
        let shown: Vec<String> = signature.parameters.iter().map(Type::descriptor).collect();
        assert_eq!(shown, ["I", "[[Ljava/lang/String;", "J", "LA;"]);
        assert_eq!(signature.result, Some(Type::Array("C".to_owned())));
        assert_eq!(Signature::parse("()V").expect("well written").result, None);
    }

    #[test]
    fn what_is_written_wrongly_has_no_type() {
        for wrong in ["", "L", "Labc", "[", "II", "Q", "(", "(I", "()", "(V)V", "é"] {
            assert_eq!(Type::parse(wrong), None, "{wrong}");
            assert_eq!(Signature::parse(wrong), None, "{wrong}");
        }
    }
}
