//! Inside a crate, a module imports only those that `lib.rs` or `main.rs` lists above it.
//!
//! So the list is an order in which to read the crate, and modules cannot depend on each other in a circle. Names that
//! the root exports again count as their module. Tests may look anywhere: what follows `#[cfg(test)]` is not judged.

use crate::source::Source;
use crate::tree::File;
use crate::{Finding, Tree};

/// Every `crate::name` leads to a module above, or to the module's own.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let roots = tree.files().iter().filter(|file| is_root(&file.path));
    roots.flat_map(|root| judge(tree, root)).collect()
}

fn is_root(path: &str) -> bool {
    path.starts_with("crates/") && (path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs"))
}

fn judge(tree: &Tree, root: &File) -> Vec<Finding> {
    let code = Source::split(&root.text).code;
    let modules: Vec<&str> = code.lines().filter_map(declared_module).collect();
    let exports = exports(&code);
    let folder = root.path.trim_end_matches(root.name());
    let mut findings = Vec::new();
    for file in tree.files().iter().filter(|file| file.path.starts_with(folder)) {
        let own = file.path[folder.len()..].split(['/', '.']).next().unwrap_or_default();
        let Some(rank) = modules.iter().position(|module| *module == own) else { continue };
        let code = Source::split(&file.text).code;
        for (line, name) in imports(code.split("#[cfg(test)]").next().unwrap_or_default()) {
            let module =
                exports.iter().find(|(_, export)| *export == name).map_or(name, |(module, _)| module);
            if modules.iter().position(|other| *other == module).is_some_and(|other| other > rank) {
                let message =
                    format!("`{own}` imports `{module}`, which is listed below it in {}", root.name());
                findings.push(Finding::new("reading-order", &file.path, line, message));
            }
        }
    }
    findings
}

/// The module of a line like `pub mod name;`.
fn declared_module(line: &str) -> Option<&str> {
    line.trim_start_matches("pub ").trim_start_matches("pub(crate) ").strip_prefix("mod ")?.strip_suffix(';')
}

/// Pairs of a module and a name that the root exports from it.
fn exports(code: &str) -> Vec<(&str, &str)> {
    let uses = code.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next()?.split_once("::"));
    uses.flat_map(|(module, names)| last_names(names).map(move |name| (module, name))).collect()
}

/// The names in `a::{B, c::D}`: every word that is not followed by `::`.
fn last_names(names: &str) -> impl Iterator<Item = &str> {
    let parts = names.split([',', '{', '}']).filter_map(|part| part.trim().rsplit("::").next());
    parts.filter(|name| !name.is_empty())
}

/// The first names after `crate::`, each with its line.
fn imports(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, text) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let rest = &code[at + text.len()..];
        let list = rest.strip_prefix('{').and_then(|list| list.split(';').next());
        let items: Vec<&str> = list.map_or_else(|| vec![rest], |list| list.split([',', '}']).collect());
        found.extend(items.into_iter().map(|item| (line, first_word(item.trim_start()))));
    }
    found
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "//! x\npub mod low;\nmod high;\npub use high::{Tower, thing::Roof};\n";

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let tree = Tree::of(&[("crates/a/src/lib.rs", ROOT), (path, text)]);
        check(&tree).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn a_module_may_look_up_the_list() {
        assert!(lines("crates/a/src/high/inner.rs", "use crate::low::X;\nuse crate::high::Y;\n").is_empty());
    }

    #[test]
    fn a_module_may_not_look_down_the_list() {
        assert_eq!(lines("crates/a/src/low.rs", "use crate::high::X;\nfn f(x: crate::Roof) {}\n"), [1, 2]);
        assert_eq!(lines("crates/a/src/low/x.rs", "// crate::high\nuse crate::{Tower, low};\n"), [2]);
    }

    #[test]
    fn tests_may_look_anywhere() {
        assert!(lines("crates/a/src/low.rs", "fn f() {}\n#[cfg(test)]\nuse crate::high::X;\n").is_empty());
    }
}
