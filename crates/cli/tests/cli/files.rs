//! Files of a test run: examples that are shipped, and texts written for one test.

use std::fs;
use std::path::PathBuf;

/// The path of an example that is shipped.
pub(crate) fn example(name: &str) -> String {
    format!("{}/../../examples/sil/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A file of this test run with a text; its folders are made.
pub(crate) fn file(name: &str, text: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let folder = path.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).expect("the folder for tests can be written");
    fs::write(&path, text).expect("the folder for tests can be written");
    path.to_str().expect("its name is text").to_owned()
}

/// The folder of a file.
pub(crate) fn folder(file: &str) -> String {
    PathBuf::from(file).parent().and_then(|folder| folder.to_str()).expect("it is in a folder").to_owned()
}
