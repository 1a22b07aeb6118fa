//! Running code that nobody trusts: this program confines itself and then becomes the other one.
//!
//! One launcher for php, the JVM and programs of C. The sandbox is made by `outside` before the first instruction of foreign
//! code; nothing is run where it cannot be made. What the code can reach is listed here by who runs it, and tried again
//! by the tests in `sandbox.rs`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use outside::{Command, Ending, Inheritance, Limits, Outcome, Sandbox, Trust, Usage, become_confined, run};

use crate::escape;
use crate::failure::Failure;
use crate::output;

/// The exit code of a launcher that executes nothing.
const REFUSED: i32 = 125;

/// How the words of a launcher begin.
const MARK: &str = "the sandbox cannot be made: ";

/// How many bytes a file that is written may have: by foreign code, and by a tool.
const FILE_SIZE: u64 = 16 << 20;
const FILE_SIZE_OF_TOOLS: u64 = 64 << 20;

/// What a confined program may use.
const USAGE: Usage = Usage { memory: 2_500_000_000, threads: 256, written: 64 << 20, files: 256 };

/// A program that nobody trusts, and what it can reach.
#[derive(Debug, Args)]
pub(crate) struct SandboxedOrder {
    /// A file or a folder that it may read
    #[arg(long, allow_hyphen_values = true)]
    read: Vec<PathBuf>,
    /// It is a tool of the system, and only what it reads is not trusted
    #[arg(long)]
    tool: bool,
    /// A folder that it may write
    #[arg(long, allow_hyphen_values = true)]
    write: Vec<PathBuf>,
    /// The program, and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    command: Vec<OsString>,
}

/// Becomes the program, or says why not.
pub(crate) fn answer(order: &SandboxedOrder) -> ExitCode {
    let (trust, file_size) =
        if order.tool { (Trust::Tool, FILE_SIZE_OF_TOOLS) } else { (Trust::Foreign, FILE_SIZE) };
    let (readable, writable) = (order.read.clone(), order.write.clone());
    let sandbox = Sandbox { trust, readable, writable, file_size };
    let why = match &order.command[..] {
        [program, arguments @ ..] => become_confined(Path::new(program), arguments, &sandbox),
        [] => "no program is named".to_owned(),
    };
    output::complain(&format!("{MARK}{}", escape::text(&why)));
    ExitCode::from(REFUSED as u8)
}

/// The command in a sandbox, in which it can read some paths and write in the folder that it runs in.
///
/// # Errors
/// Why there is no launcher.
pub(crate) fn confined(command: Command, home: &Path, readable: &[&Path]) -> Result<Command, String> {
    let launcher = launcher(Trust::Foreign, home, readable)?.seeing([]).using(USAGE);
    Ok(launched(launcher, command))
}

/// A tool in a sandbox, which can read some paths, write in the folder that it runs in and start other programs of the
/// system. It sees where those are, and nothing else of the environment.
///
/// # Errors
/// Why there is no launcher.
pub(crate) fn confined_tool(command: Command, home: &Path, readable: &[&Path]) -> Result<Command, String> {
    let seen = [
        ("PATH".into(), env::var_os("PATH").unwrap_or_default()),
        ("TMPDIR".into(), home.into()),
        // Its complaints are read, so they must be in one language.
        ("LC_ALL".into(), "C".into()),
        // What was compiled once is kept by some in a folder that cannot be written here.
        ("CCACHE_DISABLE".into(), "1".into()),
    ];
    Ok(launched(launcher(Trust::Tool, home, readable)?.seeing(seen), command))
}

/// The launcher up to the program.
fn launcher(trust: Trust, home: &Path, readable: &[&Path]) -> Result<Command, String> {
    let ourselves = env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    let launcher = Command::new(ourselves).argument("sandboxed").argument("--write").argument(home);
    let launcher = match trust {
        Trust::Foreign => launcher,
        Trust::Tool => launcher.argument("--tool"),
    };
    let read = |launcher: Command, path: &&Path| launcher.argument("--read").argument(*path);
    Ok(readable.iter().fold(launcher, read).argument("--").within(home).inheriting(Inheritance::Own))
}

fn launched(launcher: Command, command: Command) -> Command {
    let launcher = launcher.argument(command.program);
    command.arguments.into_iter().fold(launcher, Command::argument).reading(command.input)
}

/// Why nothing was run, if so.
pub(crate) fn refusal(outcome: &Outcome) -> Option<String> {
    let words = String::from_utf8_lossy(&outcome.errors);
    let why = words.lines().find_map(|line| line.split_once(MARK).map(|(_, why)| why.to_owned()));
    (outcome.ending == Ending::Exited(REFUSED)).then(|| format!("{MARK}{}", why.unwrap_or_default()))
}

/// Tries the sandbox when code is to be replayed.
///
/// # Errors
/// It cannot be made here, so nothing can be replayed.
pub(crate) fn needed(replay: bool) -> Result<(), Failure> {
    let why = if replay { missing() } else { None };
    why.map_or(Ok(()), |why| Err(Failure::wrong(format!("--replay runs foreign code, and {why}"))))
}

/// Why this system cannot run what nobody trusts, if so.
fn missing() -> Option<String> {
    let home = env::temp_dir();
    let ourselves = env::current_exe().map(|path| Command::new(path).argument("--version"));
    let tried = ourselves.map_err(|error| error.to_string()).and_then(|us| confined(us, &home, &[]));
    match tried.map(|command| run(&command, &Limits::default())) {
        Ok(Outcome { ending: Ending::Exited(0), .. }) => None,
        Ok(outcome) => Some(refusal(&outcome).unwrap_or_else(|| format!("{MARK}{:?}", outcome.ending))),
        Err(why) => Some(why),
    }
}
