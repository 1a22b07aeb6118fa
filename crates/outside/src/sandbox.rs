//! Becoming another program that can reach nothing: the sandbox of code that nobody trusts.
//!
//! The process confines itself and then executes the program, so everything holds before the first instruction of foreign
//! code, loader and constructors included, and nothing of it is linked with that code. In order: namespaces of its own
//! where the system allows them, limits, no open files but the three standard ones, Landlock for files, and a list of
//! allowed system calls. Where Landlock or filters of system calls are missing, nothing is executed.

use std::ffi::OsString;
use std::fs;
use std::os::fd::RawFd;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{self, Command as Process};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _,
    RulesetStatus, Scope, path_beneath_rules,
};
use nix::sched::{CloneFlags, unshare};
use nix::sys::resource::{Resource, setrlimit};

use crate::calls::filters;

/// What a confined program can reach beside the libraries of the system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sandbox {
    /// Whose the program is.
    pub trust: Trust,
    /// Files and folders that it may read.
    pub readable: Vec<PathBuf>,
    /// Folders that it may read, write and clear.
    pub writable: Vec<PathBuf>,
    /// How many bytes a file that it writes may have.
    pub file_size: u64,
}

/// Whose a program is that is confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Nobody trusts it: it starts no process, and makes only the system calls of a list. It sees no environment.
    #[default]
    Foreign,
    /// A tool of the system that reads what nobody trusts, as a compiler does. It starts the other programs of the system
    /// that are parts of it, and sees the environment of whoever starts it; files are confined as they are for others.
    Tool,
}

/// Where programs and libraries are installed, and what they read when they start. No settings of users, no accounts.
const SYSTEM: [&str; 21] = [
    "/usr",
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/java-11-openjdk",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/vm",
    "/sys/devices/system/cpu",
];

/// Where the parts of a tool are.
const INSTALLED: [&str; 6] = ["/usr", "/bin", "/lib", "/lib32", "/lib64", "/opt"];

/// Programs that load another: the system executes them with it.
const LOADERS: [&str; 5] = [
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-linux-riscv64-lp64d.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

/// How many files may be open at a time.
const OPEN_FILES: u64 = 256;

/// Confines this process and becomes the program. Returns only to say why not.
pub fn become_confined(program: &Path, arguments: &[OsString], sandbox: &Sandbox) -> String {
    if let Err(why) = confine(program, sandbox) {
        return why;
    }
    let mut process = Process::new(program);
    process.args(arguments);
    match sandbox.trust {
        Trust::Foreign => process.env_clear().exec().to_string(),
        Trust::Tool => process.exec().to_string(),
    }
}

fn confine(program: &Path, sandbox: &Sandbox) -> Result<(), String> {
    separate();
    limit(sandbox)?;
    close_others()?;
    let filters = match sandbox.trust {
        Trust::Foreign => filters(process::id())?.to_vec(),
        Trust::Tool => Vec::new(),
    };
    protect_files(program, sandbox)?;
    for filter in &filters {
        seccompiler::apply_filter(filter)
            .map_err(|error| format!("this system has no filters of system calls: {error}"))?;
    }
    Ok(())
}

/// How many threads there may be, where they are counted in a namespace of our own.
const THREADS: u64 = 256;

/// Namespaces of our own, and the first place when memory runs out. Both are more than is needed: what follows is a
/// boundary without them, so a system that refuses them is no error.
fn separate() {
    let all = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS
        | CloneFlags::CLONE_NEWNS;
    drop(fs::write("/proc/self/oom_score_adj", "1000"));
    if unshare(all).is_ok() {
        let _ = setrlimit(Resource::RLIMIT_NPROC, THREADS, THREADS);
    }
}

fn limit(sandbox: &Sandbox) -> Result<(), String> {
    let limits = [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_FSIZE, sandbox.file_size),
        (Resource::RLIMIT_MEMLOCK, 0),
    ];
    let set = |(what, most)| setrlimit(what, most, most);
    limits.into_iter().try_for_each(set).map_err(|error| format!("limits cannot be set: {error}"))
}

/// Closes what whoever started us left open.
fn close_others() -> Result<(), String> {
    let entries =
        fs::read_dir("/proc/self/fd").map_err(|error| format!("open files are not known: {error}"))?;
    let names: Vec<OsString> = entries.flatten().map(|entry| entry.file_name()).collect();
    let numbers = names.iter().filter_map(|name| name.to_str()?.parse::<RawFd>().ok());
    // The folder that was read is closed already, which is no error.
    for number in numbers.filter(|&number| number > 2) {
        let _ = nix::unistd::close(number);
    }
    Ok(())
}

/// Lets files be read, written and executed as the sandbox says, and no others.
fn protect_files(program: &Path, sandbox: &Sandbox) -> Result<(), String> {
    let newest = ABI::V7;
    let read: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::ReadDir;
    let ourselves = PathBuf::from(format!("/proc/{}", process::id()));
    let program = fs::canonicalize(program).map_err(|error| format!("{}: {error}", program.display()))?;
    let readable =
        SYSTEM.iter().map(PathBuf::from).chain([ourselves]).chain(sandbox.readable.iter().cloned());
    let parts = match sandbox.trust {
        Trust::Foreign => &[][..],
        Trust::Tool => &INSTALLED[..],
    };
    let executable = LOADERS.iter().chain(parts).map(PathBuf::from).chain([program]);
    let rules = || -> Result<RulesetStatus, landlock::RulesetError> {
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(newest))?
            .handle_access(AccessNet::from_all(newest))?
            .scope(Scope::from_all(newest))?
            .create()?
            .add_rules(path_beneath_rules(readable, read))?
            .add_rules(path_beneath_rules(executable, AccessFs::Execute | AccessFs::ReadFile))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))?
            .add_rules(path_beneath_rules(&sandbox.writable, writing(newest)))?;
        Ok(rules.restrict_self()?.ruleset)
    };
    match rules() {
        Ok(RulesetStatus::NotEnforced) => Err("this system has no Landlock".to_owned()),
        Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced) => Ok(()),
        Err(error) => Err(format!("this system has no Landlock: {error}")),
    }
}

/// Everything but executing, and making folders, devices, pipes, sockets and links.
fn writing(newest: ABI) -> BitFlags<AccessFs> {
    let never = AccessFs::Execute
        | AccessFs::MakeChar
        | AccessFs::MakeBlock
        | AccessFs::MakeFifo
        | AccessFs::MakeSock
        | AccessFs::MakeSym
        | AccessFs::MakeDir
        | AccessFs::IoctlDev;
    AccessFs::from_all(newest) & !never
}
