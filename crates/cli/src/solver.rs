//! Which solver the user means: an option, the environment, or whatever is found.
//!
//! The environment is read here and nowhere else for this. Whether there is a solver at all is found out by whoever
//! needs one, and only then.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use verifier::SolverWish;

use crate::arguments::ClauseChoices;

/// The variable that names a solver where the option does not.
const VARIABLE: &str = "STRINGENT_Z3";

/// The variable that has the command line of a solver that checks.
const CHECKER: &str = "STRINGENT_CHECKER";

/// What is to be searched for, and where: what an option names, else the environment, else a search. What lies below the
/// paths that are analysed is not found by a search.
pub(crate) fn wish(option: Option<&str>, choices: &ClauseChoices, analysed: &[PathBuf]) -> SolverWish {
    let from_environment = || env::var_os(VARIABLE).filter(|name| !name.is_empty());
    let named = option.map(OsString::from).or_else(from_environment);
    let search = trusted(&env::var_os("PATH").unwrap_or_default(), analysed);
    let finder = choices.clause_solver.clone();
    let from_environment = || env::var(CHECKER).ok().filter(|line| !line.is_empty());
    let checker = choices.checker.clone().or_else(from_environment);
    SolverWish { named, finder, checker, search, ..SolverWish::default() }
}

/// The folders of a search path that do not lie below what is analysed.
fn trusted(search: &OsStr, analysed: &[PathBuf]) -> OsString {
    let analysed: Vec<PathBuf> = analysed.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let is_trusted = |folder: &PathBuf| {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        !analysed.iter().any(|path| real.starts_with(path))
    };
    env::join_paths(env::split_paths(search).filter(is_trusted)).unwrap_or_default()
}
