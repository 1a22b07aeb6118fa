//! The door to the Horn engine: the clauses of a program given to a solver, assertion by assertion.
//!
//! What comes of it are claims. A run is replayed by whoever takes it, and what holds comes with the solution and with
//! what a solver said of each clause. The wall clock is an outer limit; without a solver there is one sentence instead.

use automata::Budget;
use horn::build::{Place, build};
use horn::ladder::{Means, Solvers};
use horn::solve::{Kind, LocateOptions, Solver, Work, locate};
use horn::strategy::{Claim, claim};
use ir::inline::Inlined;
use ir::{AssertId, Program};

use crate::analysed::Analysed;
use crate::engines::{Options, SolverOptions};
use crate::known::lemmas;

/// The most instructions of a program that is given to a solver.
const LARGEST: usize = 2_000;

/// What was claimed of some assertions.
#[derive(Default)]
pub(crate) struct Claims {
    pub(crate) made: Vec<(AssertId, Claim)>,
    /// What the predicates stand for, a label each.
    pub(crate) places: Vec<Place>,
    /// What was tried, in words.
    pub(crate) tried: Vec<String>,
    /// The steps that it took, the solver's not counted.
    pub(crate) steps: u64,
}

/// Claims what a solver says of the clauses of a program, for some of its assertions, with what an analysis knows whose
/// facts were accepted.
///
/// # Errors
/// Why nothing can be asked, in one sentence.
pub(crate) fn claims(
    program: &Program,
    (inlined, analysed): (&Inlined, Option<&Analysed>),
    open: &[AssertId],
    options: &Options,
) -> Result<Claims, String> {
    let size = inlined.program.procedures[0].code.len();
    if size > LARGEST {
        return Err(format!("the program has {size} instructions, too many for a solver"));
    }
    let mut budget = Budget::steps(options.steps);
    let mut built = build(inlined, &mut budget).map_err(|why| why.to_string())?;
    let means = means(options);
    means.solvers.as_ref().map_err(Clone::clone)?;
    let mut all = Claims::default();
    // What is too long to be said is not: the analysis has told what it could.
    let known =
        analysed.and_then(|analysed| lemmas(analysed, &mut built, &mut budget).ok()).unwrap_or_default();
    for &assertion in open {
        if means.solvers.as_ref().is_ok_and(|solvers| solvers.time() > options.solver.whole) {
            all.tried.push(format!("assertion {}: the time for solvers was spent", assertion.0 + 1));
            continue;
        }
        let mut log = Vec::new();
        let claim = claim(program, (&built, &known), assertion, &means, (&mut budget, &mut log));
        all.tried.extend(log.iter().map(|tried| format!("assertion {}: {tried}", assertion.0 + 1)));
        all.made.push((assertion, claim));
    }
    all.steps = budget.spent();
    all.places = built.places;
    Ok(all)
}

/// With what clauses are decided, as the options say.
pub(crate) fn means(options: &Options) -> Means {
    Means { solvers: solvers(&options.solver), only: options.strategy, whole: options.solver.whole }
}

/// Who gives second opinions on single clauses, each or why it is not there: z3, and what checks, or else cvc5.
pub(crate) fn opinions(options: &SolverOptions) -> Vec<Result<Solver, String>> {
    let limits = limits(options);
    let place = LocateOptions { named: options.named.clone(), search: options.search.clone() };
    let one = locate(&place).map(|path| Solver::z3(path, limits)).map_err(|why| why.to_string());
    let line = options.checker.as_deref().unwrap_or(SECOND);
    let other = Solver::by_command(line, &options.search, (Kind::Formulas, limits));
    vec![one, other.ok_or_else(|| format!("there is no second solver of strings: `{line}` cannot be run"))]
}

/// The second solver of strings, where the user names none.
const SECOND: &str = "cvc5 --lang smt2 --strings-exp --incremental --rlimit-per=400000";

/// How far a solver may go for one question.
fn limits(options: &SolverOptions) -> outside::Limits {
    outside::Limits {
        wall: options.question,
        processor: options.question.as_secs().max(1) + 1,
        ..outside::Limits::default()
    }
}

/// What finds, and what checks in other processes: z3 for both, where nothing else is named, and then cvc5 as well where
/// it is installed.
fn solvers(options: &SolverOptions) -> Result<Solvers, String> {
    let limits = limits(options);
    let other = |line: &str, kind: Kind| {
        let missing = || format!("the solver `{line}` cannot be run");
        Solver::by_command(line, &options.search, (kind, limits)).ok_or_else(missing)
    };
    let finder = if let Some(line) = &options.finder {
        other(line, Kind::Clauses)?
    } else {
        let place = LocateOptions { named: options.named.clone(), search: options.search.clone() };
        Solver::z3(locate(&place).map_err(|why| why.to_string())?, limits)
    };
    let checker = match &options.checker {
        Some(line) => other(line, Kind::Formulas)?,
        None if finder.kind == Kind::Z3 => finder.clone(),
        None => return Err("a solver of clauses needs one that checks: name one, or z3".to_owned()),
    };
    // An answer that is there already is worth waiting for.
    let patient = outside::Limits { wall: 2 * options.question, ..limits };
    let second = || Solver::by_command(SECOND, &options.search, (Kind::Formulas, limits));
    let second = if options.checker.is_none() { second() } else { None };
    let checkers =
        [Solver { limits: patient, work: Work::default(), ..checker }].into_iter().chain(second).collect();
    Ok(Solvers { finder, checkers })
}
