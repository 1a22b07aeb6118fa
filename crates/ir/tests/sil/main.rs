//! The text form of programs: what is read, what is refused, and what is printed.

mod errors;
mod examples;
mod hostile;
mod lowering;
mod round_trip;

use std::fs;
use std::path::Path;

use ir::Program;

/// The example programs with their file names, by name.
fn example_files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sil");
    let files = fs::read_dir(folder).expect("the examples are there");
    let mut examples: Vec<(String, String)> = files
        .map(|file| file.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sil"))
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("an example is text")))
        .collect();
    examples.sort();
    examples
}

/// The program of a text that has no errors, which is valid.
fn parse(text: &str) -> Program {
    let program = ir::sil::parse(text, "test.sil").unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
    assert_eq!(ir::validate(&program), Ok(()), "{text}");
    program
}

/// Everything of a program but its places and the names of its files, so that `==` is sameness.
fn content(program: &Program) -> Vec<String> {
    let mut lines = vec![format!("{:?} entry {:?}", program.alphabet, program.entry)];
    for procedure in &program.procedures {
        lines.push(format!("{:?} {:?} {:?}", procedure.name, procedure.parameters, procedure.result));
        lines.push(format!("{:?} {:?} {:?}", procedure.strings, procedure.integers, procedure.booleans));
        lines.extend(procedure.code.iter().map(|instruction| format!("{:?}", instruction.action)));
    }
    lines.extend(program.assertions.iter().map(|assertion| format!("{:?}", assertion.message)));
    lines.extend(program.languages.iter().map(|language| format!("{language:?}")));
    lines.extend(
        program.patterns.iter().map(|pattern| format!("{:?} {:?}", pattern.text, pattern.regex.dialect())),
    );
    lines.extend(program.functions.iter().map(|function| function.name.clone()));
    lines
}
