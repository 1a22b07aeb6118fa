//! Methods of the library that are written in Java: `Optional`, and what maps and collections do with lambdas.
//!
//! Each is code over simpler methods that have models, and is walked as a method of the program is, at the place of the
//! call. The class files stand beside their sources in `stubs`; a test compiles them again. Code that they are given must not change
//! the collection that they work on, which is a gap: real collections throw then, or go on in ways of their own. Streams are not
//! here: their steps take turns element by element, and only when the last step asks.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::class::{Class, Method, read};

/// The package of the stubs, as the names of their classes begin.
const PACKAGE: &str = "stringent/stub/";

const FILES: [&[u8]; 3] = [
    include_bytes!("../stubs/stringent/stub/Collections.class"),
    include_bytes!("../stubs/stringent/stub/Maps.class"),
    include_bytes!("../stubs/stringent/stub/Maybe.class"),
];

/// What a class of the library stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A list, queue, set or view of one.
    Collection,
    /// A map.
    Map,
    /// A class with static methods, by its name.
    Static,
}

/// Whether a class is a stub.
pub(crate) fn is_stub(class: &str) -> bool {
    class.starts_with(PACKAGE)
}

/// The stub with a name.
pub(crate) fn get(name: &str) -> Option<&'static Class> {
    static CLASSES: OnceLock<BTreeMap<String, Class>> = OnceLock::new();
    let classes = CLASSES.get_or_init(|| {
        let classes = FILES.iter().filter_map(|bytes| read(bytes).ok());
        classes.map(|class| (class.name.clone(), class)).collect()
    });
    classes.get(name)
}

/// The method of a stub with a name and the parameters of a descriptor: results may be of any type.
pub(crate) fn method(class: &'static Class, name: &str, descriptor: &str) -> Option<&'static Method> {
    let parameters = &descriptor[..=descriptor.find(')')?];
    class.methods.iter().find(|method| method.name == name && method.descriptor.starts_with(parameters))
}

/// What stands for a method of the library.
pub(crate) fn of(
    (kind, class): (Kind, &str),
    name: &str,
    descriptor: &str,
) -> Option<(&'static Class, &'static Method)> {
    let (stub, this) = match (kind, class) {
        (Kind::Collection, _) => ("Collections", "Ljava/util/Collection;"),
        (Kind::Map, _) => ("Maps", "Ljava/util/Map;"),
        (Kind::Static, "java/util/Optional") => ("Maybe", ""),
        (Kind::Static, _) => return None,
    };
    let class = get(&format!("{PACKAGE}{stub}"))?;
    let method = method(class, name, &descriptor.replacen('(', &format!("({this}"), 1))?;
    (method.is_static && name != "<init>").then_some((class, method))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stub_is_read() {
        for name in ["Collections", "Maps", "Maybe"] {
            let class = get(&format!("{PACKAGE}{name}")).expect("it is well written");
            assert!(class.methods.iter().all(|method| method.body.is_ok()), "{name}");
        }
        assert!(
            of(
                (Kind::Map, ""),
                "merge",
                "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;)X"
            )
            .is_some()
        );
        assert!(
            of((Kind::Static, "java/util/Optional"), "get", "()Ljava/lang/Object;").is_none(),
            "it needs an object"
        );
    }
}
