//! Running the built `stringent` and looking at all that a user sees.

use std::process::{Command, Output};

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `stringent` with the arguments, without colours.
pub(crate) fn stringent(arguments: &[&str]) -> Run {
    let output = command().args(arguments).output().expect("the program was built for this test");
    run_of(output)
}

/// The program, ready for arguments. The environment must not bring colours in.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stringent"));
    command.env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
    command
}

pub(crate) fn run_of(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("all output is UTF-8");
    Run {
        code: output.status.code().expect("the program was not killed"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}
