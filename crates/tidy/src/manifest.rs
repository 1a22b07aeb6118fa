//! The dependencies that a `Cargo.toml` names.
//!
//! Only the shapes that manifests in this repository have are read: `name = …` and `name.workspace = true` below a
//! header that ends in `dependencies`, and a header `[dependencies.name]`. A renamed package is not followed.

/// When a dependency is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To build or run the crate.
    Runtime,
    /// Only for its tests and benchmarks.
    Development,
}

/// A dependency of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The name of the package.
    pub name: String,
    /// When it is needed.
    pub kind: Kind,
    /// The line that names it, counted from 1.
    pub line: usize,
}

/// The dependencies in the text of a manifest.
pub fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut found = Vec::new();
    let mut section = None;
    for (index, line) in manifest.lines().enumerate() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            section = kind_of(header);
            if let Some((table, name)) = header.rsplit_once('.')
                && let Some(kind) = kind_of(table)
            {
                found.push(Dependency { name: name.to_owned(), kind, line: index + 1 });
            }
        } else if let (Some(kind), Some((key, _))) = (section, line.split_once('=')) {
            let name = key.trim().split('.').next().unwrap_or_default();
            if !name.starts_with('#') {
                found.push(Dependency { name: name.to_owned(), kind, line: index + 1 });
            }
        }
    }
    found
}

/// The kind of the dependencies listed below the header, if they are.
fn kind_of(header: &str) -> Option<Kind> {
    match header.rsplit('.').next()? {
        "dependencies" | "build-dependencies" => Some(Kind::Runtime),
        "dev-dependencies" => Some(Kind::Development),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_read() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\na.workspace = true\n# b = 1\nc = { version = \"1\" }\n\
                        [target.'cfg(unix)'.dependencies]\nd = \"1\"\n[dev-dependencies]\ne = \"1\"\n[dependencies.f]\npath = \"..\"\n";
        let found = dependencies(manifest);
        let names: Vec<&str> = found.iter().map(|dependency| dependency.name.as_str()).collect();
        assert_eq!(names, ["a", "c", "d", "e", "f"]);
        assert_eq!(found[3].kind, Kind::Development);
        assert_eq!(found[4].line, 11);
    }
}
