//! The classes of a program and how they stand to each other.
//!
//! Of Java's own classes only a part of the hierarchy is known, as a table: what is asked of any other has no answer.

use std::collections::{BTreeMap, BTreeSet};

use crate::class::types::{Signature, Type};
use crate::class::{Class, Field, Method, Op};
use crate::stubs;

/// The classes of a program, by name.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    by_name: BTreeMap<String, Class>,
    /// The interfaces of lambdas, with their methods.
    lambdas: BTreeSet<(String, String)>,
}

/// Classes of Java and what each extends or implements.
const LIBRARY: &[(&str, &str)] = &[
    ("java/lang/Throwable", "java/lang/Object"),
    ("java/lang/Exception", "java/lang/Throwable"),
    ("java/lang/Error", "java/lang/Throwable"),
    ("java/lang/AssertionError", "java/lang/Error"),
    ("java/lang/LinkageError", "java/lang/Error"),
    ("java/lang/ExceptionInInitializerError", "java/lang/LinkageError"),
    ("java/lang/VirtualMachineError", "java/lang/Error"),
    ("java/lang/StackOverflowError", "java/lang/VirtualMachineError"),
    ("java/lang/OutOfMemoryError", "java/lang/VirtualMachineError"),
    ("java/lang/RuntimeException", "java/lang/Exception"),
    ("java/lang/ArithmeticException", "java/lang/RuntimeException"),
    ("java/lang/ArrayStoreException", "java/lang/RuntimeException"),
    ("java/lang/ClassCastException", "java/lang/RuntimeException"),
    ("java/lang/IllegalArgumentException", "java/lang/RuntimeException"),
    ("java/lang/IllegalStateException", "java/lang/RuntimeException"),
    ("java/lang/NumberFormatException", "java/lang/IllegalArgumentException"),
    ("java/util/IllegalFormatException", "java/lang/IllegalArgumentException"),
    ("java/util/regex/PatternSyntaxException", "java/lang/IllegalArgumentException"),
    ("java/lang/IndexOutOfBoundsException", "java/lang/RuntimeException"),
    ("java/lang/ArrayIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"),
    ("java/lang/StringIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"),
    ("java/lang/NegativeArraySizeException", "java/lang/RuntimeException"),
    ("java/lang/NullPointerException", "java/lang/RuntimeException"),
    ("java/lang/UnsupportedOperationException", "java/lang/RuntimeException"),
    ("java/util/ConcurrentModificationException", "java/lang/RuntimeException"),
    ("java/util/EmptyStackException", "java/lang/RuntimeException"),
    ("java/util/NoSuchElementException", "java/lang/RuntimeException"),
    ("java/util/InputMismatchException", "java/util/NoSuchElementException"),
    ("java/lang/CloneNotSupportedException", "java/lang/Exception"),
    ("java/lang/InterruptedException", "java/lang/Exception"),
    ("java/lang/ReflectiveOperationException", "java/lang/Exception"),
    ("java/lang/ClassNotFoundException", "java/lang/ReflectiveOperationException"),
    ("java/lang/NoSuchMethodException", "java/lang/ReflectiveOperationException"),
    ("java/lang/NoSuchFieldException", "java/lang/ReflectiveOperationException"),
    ("java/lang/IllegalAccessException", "java/lang/ReflectiveOperationException"),
    ("java/lang/InstantiationException", "java/lang/ReflectiveOperationException"),
    ("java/lang/reflect/InvocationTargetException", "java/lang/ReflectiveOperationException"),
    ("java/io/IOException", "java/lang/Exception"),
    ("java/io/FileNotFoundException", "java/io/IOException"),
    ("java/io/UnsupportedEncodingException", "java/io/IOException"),
    ("java/io/UncheckedIOException", "java/lang/RuntimeException"),
    ("java/net/MalformedURLException", "java/io/IOException"),
    ("java/sql/SQLException", "java/lang/Exception"),
    ("java/lang/String", "java/lang/Object java/lang/CharSequence java/lang/Comparable java/io/Serializable"),
    ("java/lang/StringBuilder", "java/lang/Object java/lang/CharSequence java/io/Serializable"),
    ("java/lang/StringBuffer", "java/lang/Object java/lang/CharSequence java/io/Serializable"),
    ("java/lang/Number", "java/lang/Object java/io/Serializable"),
    ("java/lang/Integer", "java/lang/Number java/lang/Comparable"),
    ("java/lang/Long", "java/lang/Number java/lang/Comparable"),
    ("java/lang/Short", "java/lang/Number java/lang/Comparable"),
    ("java/lang/Byte", "java/lang/Number java/lang/Comparable"),
    ("java/lang/Float", "java/lang/Number java/lang/Comparable"),
    ("java/lang/Double", "java/lang/Number java/lang/Comparable"),
    ("java/lang/Boolean", "java/lang/Object java/lang/Comparable java/io/Serializable"),
    ("java/lang/Character", "java/lang/Object java/lang/Comparable java/io/Serializable"),
    ("java/lang/Class", "java/lang/Object java/io/Serializable"),
    ("java/lang/Enum", "java/lang/Object java/lang/Comparable java/io/Serializable"),
    ("java/lang/Record", "java/lang/Object"),
    ("java/lang/Iterable", "java/lang/Object"),
    ("java/util/Collection", "java/lang/Iterable"),
    ("java/util/List", "java/util/Collection"),
    ("java/util/Set", "java/util/Collection"),
    ("java/util/Queue", "java/util/Collection"),
    ("java/util/Deque", "java/util/Queue"),
    ("java/util/Map", "java/lang/Object"),
    ("java/util/SortedMap", "java/util/Map"),
    ("java/util/SortedSet", "java/util/Set"),
    ("java/util/Iterator", "java/lang/Object"),
    ("java/util/ListIterator", "java/util/Iterator"),
    ("java/util/Enumeration", "java/lang/Object"),
    ("java/util/Map$Entry", "java/lang/Object"),
    ("java/util/AbstractList", "java/lang/Object java/util/List"),
    (
        "java/util/ArrayList",
        "java/util/AbstractList java/util/List java/util/RandomAccess java/lang/Cloneable java/io/Serializable",
    ),
    (
        "java/util/Vector",
        "java/util/AbstractList java/util/List java/util/RandomAccess java/lang/Cloneable java/io/Serializable",
    ),
    ("java/util/Stack", "java/util/Vector"),
    (
        "java/util/LinkedList",
        "java/util/AbstractList java/util/List java/util/Deque java/lang/Cloneable java/io/Serializable",
    ),
    ("java/util/ArrayDeque", "java/lang/Object java/util/Deque java/lang/Cloneable java/io/Serializable"),
    ("java/util/PriorityQueue", "java/lang/Object java/util/Queue java/io/Serializable"),
    ("stringent/FixedList", "java/lang/Object java/util/List"),
    ("stringent/FixedSet", "java/lang/Object java/util/Set"),
    ("stringent/FixedMap", "java/lang/Object java/util/Map"),
    ("stringent/Elements", "java/lang/Object java/util/List"),
    ("stringent/Keys", "java/lang/Object java/util/Set"),
    ("stringent/Values", "java/lang/Object java/util/Collection"),
    ("stringent/Entries", "java/lang/Object java/util/Set"),
    ("stringent/Path", "java/lang/Object java/util/Iterator java/util/Enumeration"),
    ("stringent/PathOfValues", "java/lang/Object java/util/Iterator"),
    ("stringent/PathOfEntries", "java/lang/Object java/util/Iterator"),
    ("java/util/HashMap", "java/lang/Object java/util/Map java/lang/Cloneable java/io/Serializable"),
    ("java/util/LinkedHashMap", "java/util/HashMap"),
    ("java/util/TreeMap", "java/lang/Object java/util/SortedMap java/lang/Cloneable java/io/Serializable"),
    ("java/util/Hashtable", "java/lang/Object java/util/Map java/lang/Cloneable java/io/Serializable"),
    ("java/util/HashSet", "java/lang/Object java/util/Set java/lang/Cloneable java/io/Serializable"),
    ("java/util/LinkedHashSet", "java/util/HashSet"),
    ("java/util/TreeSet", "java/lang/Object java/util/SortedSet java/lang/Cloneable java/io/Serializable"),
];

impl Classes {
    /// Adds a class; one that is there already stays, as the first in the search path does.
    pub fn add(&mut self, class: Class) {
        self.lambdas.extend(lambdas(&class));
        self.by_name.entry(class.name.clone()).or_insert(class);
    }

    /// The class with a name.
    pub fn get(&self, name: &str) -> Option<&Class> {
        if stubs::is_stub(name) { stubs::get(name) } else { self.by_name.get(name) }
    }

    /// Every class, by name.
    pub fn all(&self) -> impl Iterator<Item = &Class> {
        self.by_name.values()
    }

    /// What a class extends and implements directly; none when it is not known.
    fn parents(&self, name: &str) -> Option<Vec<String>> {
        if let Some(class) = self.get(name) {
            return Some(class.superclass.iter().chain(&class.interfaces).cloned().collect());
        }
        let row = LIBRARY.iter().find(|(known, _)| *known == name);
        row.map(|(_, parents)| parents.split(' ').map(str::to_owned).collect())
    }

    /// Whether objects of the first class are of the second; none when that is not known.
    pub(crate) fn is_a(&self, class: &str, of: &str) -> Option<bool> {
        if class == of || of == "java/lang/Object" {
            return Some(true);
        }
        // A stub stands for a class that the library hides.
        if stubs::is_stub(class) {
            return Some(of.starts_with("java/util/"));
        }
        let (mut open, mut seen) = (vec![class.to_owned()], BTreeSet::new());
        let mut complete = true;
        while let Some(name) = open.pop() {
            if name == of {
                return Some(true);
            }
            if name == "java/lang/Object" || !seen.insert(name.clone()) {
                continue;
            }
            match self.parents(&name) {
                Some(parents) => open.extend(parents),
                // An interface that only the library has extends only what the library has.
                None if self.get(of).is_some() => {}
                None => complete = is_known_interface(&name) && complete,
            }
        }
        complete.then_some(false)
    }

    /// Whether a class of the program that may be one of a library class has a method of its own.
    pub(crate) fn overrides(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let may_be = |own: &str| self.is_a(own, class) != Some(false);
        let has_method = |own: &Class| own.method(name, descriptor).is_some();
        self.all().any(|own| may_be(&own.name) && has_method(own))
            || self.lambdas.iter().any(|(interface, method)| method == name && may_be(interface))
    }

    /// Whether lambdas of an interface may be made. An object whose class is the interface itself is one.
    pub(crate) fn has_lambdas_of(&self, interface: &str) -> bool {
        self.lambdas.iter().any(|(known, _)| known == interface)
    }

    /// The superclasses of a class, itself first, as far as they are part of the program.
    pub(crate) fn line<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Class> {
        let mut next = self.get(name);
        let mut left = self.by_name.len();
        std::iter::from_fn(move || {
            let class = next?;
            left = left.checked_sub(1)?;
            next = class.superclass.as_deref().and_then(|name| self.get(name));
            Some(class)
        })
    }

    /// What is initialised before a class, in order: the class that it extends, and of the interfaces above it those that have
    /// methods for objects (5.5 of the specification of the JVM). An interface initialises nothing else.
    pub(crate) fn initialised_before(&self, class: &Class) -> Vec<String> {
        let mut before: Vec<String> = Vec::new();
        if class.is_interface {
            return before;
        }
        before.extend(class.superclass.clone());
        // An interface comes after those that it extends, and each is listed once.
        let mut open: Vec<(&str, bool)> =
            class.interfaces.iter().rev().map(|name| (name.as_str(), false)).collect();
        let mut seen = BTreeSet::new();
        while let Some((name, is_left)) = open.pop() {
            let Some(interface) = self.get(name) else { continue };
            if is_left {
                let has_method = |method: &Method| !method.is_static && !method.is_abstract;
                before.extend(interface.methods.iter().any(has_method).then(|| name.to_owned()));
            } else if seen.insert(name) {
                open.push((name, true));
                open.extend(interface.interfaces.iter().rev().map(|name| (name.as_str(), false)));
            }
        }
        before
    }

    /// The method that a call with a receiver of a class runs, with the class that has it.
    pub(crate) fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<(&Class, &Method)> {
        if stubs::is_stub(class) {
            let class = stubs::get(class)?;
            return Some((class, stubs::method(class, name, descriptor)?));
        }
        let own = |class: &'_ Class| class.method(name, descriptor).is_some();
        let found =
            self.line(class).find(|class| own(class)).or_else(|| self.default(class, name, descriptor));
        found.and_then(|class| Some((class, class.method(name, descriptor)?)))
    }

    /// Whether a call names a method that no class overrides because no other class sees it.
    pub(crate) fn is_private(&self, class: &str, name: &str, descriptor: &str) -> bool {
        self.get(class).and_then(|class| class.method(name, descriptor)).is_some_and(|own| own.is_private)
    }

    /// The interface whose default method is inherited.
    fn default(&self, class: &str, name: &str, descriptor: &str) -> Option<&Class> {
        let mut open: Vec<&str> =
            self.line(class).flat_map(|class| class.interfaces.iter().map(String::as_str)).collect();
        let mut seen = BTreeSet::new();
        let mut found: Option<&Class> = None;
        while let Some(interface) = open.pop() {
            let Some(class) = self.get(interface).filter(|_| seen.insert(interface)) else { continue };
            open.extend(class.interfaces.iter().map(String::as_str));
            let has_body = class.method(name, descriptor).is_some_and(|method| method.body.is_ok());
            // The most specific one wins.
            if has_body && found.is_none_or(|known| self.is_a(interface, &known.name) == Some(true)) {
                found = Some(class);
            }
        }
        found
    }

    /// Whether objects of a class are records that Java itself compares, by parts that are no objects of the program.
    pub(crate) fn compares_plainly(&self, class: &str) -> bool {
        let Some(class) = self.get(class) else { return false };
        let is_made = |name: &str| {
            let method = class.methods.iter().find(|method| method.name == name);
            let code = method.and_then(|method| method.body.as_ref().ok());
            code.is_some_and(|code| {
                code.ops.iter().any(|op| matches!(op, Op::Dynamic(_, made, _) if made == name))
            })
        };
        let is_plain = |field: &Field| match &field.ty {
            Type::Class(name) => name == "java/lang/String" || crate::state::boxed(name).is_some(),
            Type::Array(_) => false,
            Type::Boolean
            | Type::Byte
            | Type::Char
            | Type::Short
            | Type::Int
            | Type::Long
            | Type::Float
            | Type::Double => true,
        };
        class.superclass.as_deref() == Some("java/lang/Record")
            && is_made("equals")
            && is_made("hashCode")
            && class.method("compareTo", "(Ljava/lang/Object;)I").is_none()
            && class.fields.iter().filter(|field| !field.is_static).all(is_plain)
    }

    /// The class that has a field which code names through a class, and the field.
    pub(crate) fn field(&self, class: &str, name: &str) -> Option<(&Class, &Field)> {
        let own = self.line(class).find(|class| class.field(name).is_some());
        let found = own.or_else(|| {
            let mut open: Vec<&str> =
                self.line(class).flat_map(|class| class.interfaces.iter().map(String::as_str)).collect();
            let mut seen = BTreeSet::new();
            while let Some(interface) = open.pop() {
                let Some(class) = self.get(interface).filter(|_| seen.insert(interface)) else { continue };
                if class.field(name).is_some() {
                    return Some(class);
                }
                open.extend(class.interfaces.iter().map(String::as_str));
            }
            None
        });
        found.and_then(|class| Some((class, class.field(name)?)))
    }
}

/// Interfaces of the library that extend nothing.
fn is_known_interface(name: &str) -> bool {
    matches!(
        name,
        "java/lang/CharSequence"
            | "java/lang/Comparable"
            | "java/io/Serializable"
            | "java/lang/Cloneable"
            | "java/util/RandomAccess"
            | "java/lang/Runnable"
    )
}

/// The interfaces of which dynamic calls of a class may make objects, each with the method that the call names.
fn lambdas(class: &Class) -> Vec<(String, String)> {
    let ops = class.methods.iter().filter_map(|method| method.body.as_ref().ok()).flat_map(|code| &code.ops);
    let made = ops.filter_map(|op| {
        let Op::Dynamic(_, name, descriptor) = op else { return None };
        let Type::Class(interface) = Signature::parse(descriptor)?.result? else { return None };
        Some((interface, name.clone()))
    });
    made.collect()
}
