//! Stores the automaton of every context, for `policy` to read.
//!
//! To explore HTML and minimise it takes most of the time of a small page, and gives the same each time. Here it is
//! done once. Where the bytes lie is cargo's business; none are kept beside the sources.

use std::path::Path;
use std::{env, fs};

use automata::Budget;
use contexts::CONTEXTS;

/// Steps that every context is stored within.
const STEPS: u64 = 200_000_000;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo says where to write");
    for (name, explore) in CONTEXTS {
        let bytes = explore().to_bytes(&mut Budget::steps(STEPS)).expect("our contexts fit their budget");
        let path = Path::new(&folder).join(name).with_extension("automaton");
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{} is written: {error}", path.display()));
    }
}
