//! Which solver the user means: an option, the environment, or whatever is found.
//!
//! The environment is read here and nowhere else for this. Whether there is a solver at all is found out by whoever
//! needs one, and only then.

use std::env;
use std::ffi::OsString;

use verifier::SolverOptions;

use crate::question::arguments::ClauseChoices;

/// The variable that names a solver where the option does not.
const VARIABLE: &str = "STRINGENT_Z3";

/// The variable that has the command line of a solver that checks.
const CHECKER: &str = "STRINGENT_CHECKER";

/// What is to be searched for, and where: what an option names, else the environment, else a search of `PATH`, which has no
/// folder of what is analysed any more: see `surroundings`.
pub(crate) fn options(option: Option<&str>, choices: &ClauseChoices) -> SolverOptions {
    let from_environment = || env::var_os(VARIABLE).filter(|name| !name.is_empty());
    let named = option.map(OsString::from).or_else(from_environment);
    let search = env::var_os("PATH").unwrap_or_default();
    let finder = choices.clause_solver.clone();
    let from_environment = || env::var(CHECKER).ok().filter(|line| !line.is_empty());
    let checker = choices.checker.clone().or_else(from_environment);
    SolverOptions { named, finder, checker, search, ..SolverOptions::default() }
}
