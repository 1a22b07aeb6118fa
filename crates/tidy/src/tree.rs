//! The text files of the repository, read once.
//!
//! Files are found by walking the directories rather than by asking git, so that new files are judged before they
//! are committed and no other program is needed. Build output, hidden directories (but for `.ci`) and data files are
//! not part of the tree: rules are about what people write.

use std::fs;
use std::io;
use std::path::Path;

/// A file: its path from the root with `/` between the parts, and its text.
#[derive(Clone, Debug)]
pub struct File {
    /// The path from the root of the repository.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// The files that rules look at, in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    files: Vec<File>,
}

impl Tree {
    /// Reads the repository at `root`.
    ///
    /// # Errors
    /// When a directory or a file cannot be read, or a file is not UTF-8.
    pub fn read(root: &Path) -> io::Result<Tree> {
        let mut files = Vec::new();
        let mut directories = vec![String::new()];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(root.join(&directory))? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if directory.is_empty() { name.clone() } else { format!("{directory}/{name}") };
                let kind = entry.file_type()?;
                if kind.is_dir() && !is_skipped(&name) {
                    directories.push(path);
                } else if kind.is_file() && is_written_by_people(&path) {
                    files.push(File { text: fs::read_to_string(entry.path())?, path });
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Tree { files })
    }

    /// A tree made of `(path, text)`, for tests of rules.
    pub fn of(files: &[(&str, &str)]) -> Tree {
        let file = |&(path, text): &(&str, &str)| File { path: path.to_owned(), text: text.to_owned() };
        Tree { files: files.iter().map(file).collect() }
    }

    /// All files.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The files whose name ends in `suffix`.
    pub fn ending_in<'a>(&'a self, suffix: &'a str) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |file| file.path.ends_with(suffix))
    }

    /// The text of one file, empty when there is none.
    pub fn text(&self, path: &str) -> &str {
        self.files.iter().find(|file| file.path == path).map_or("", |file| &file.text)
    }

    /// Whether `path` is a file of the tree or a directory with one in it.
    pub fn has(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        path.is_empty() || self.files.iter().any(|file| file.path == path || file.path.starts_with(&inside))
    }

    /// The names of the folders below `crates/` that have a manifest.
    pub fn crates(&self) -> Vec<&str> {
        let manifests = self.ending_in("/Cargo.toml");
        manifests
            .filter_map(|file| file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml"))
            .filter(|folder| !folder.contains('/'))
            .collect()
    }
}

impl File {
    /// The lines, each with its number counted from 1.
    pub fn numbered_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The last part of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

fn is_skipped(directory: &str) -> bool {
    directory == "target" || (directory.starts_with('.') && directory != ".ci")
}

/// Sources, scripts, manifests and prose; not data, pictures or lock files.
fn is_written_by_people(path: &str) -> bool {
    const ENDINGS: [&str; 9] = [".rs", ".md", ".toml", ".sh", ".py", ".allow", ".php", ".java", ".svg"];
    path == "test" || path.starts_with(".ci/") || path.starts_with("LICENSE") || {
        ENDINGS.iter().any(|ending| path.ends_with(ending)) && !path.starts_with("corpus/")
    }
}
