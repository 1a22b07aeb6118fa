//! The order in which engines are asked, and the share of steps that each attempt has.
//!
//! Most programs need only the first share of the composite analysis. Where that is not enough, attempts that cost little come
//! before the rest of it, so that a hard assertion does not take the time of those that strings alone, sizes alone or a short
//! search decide.

use crate::engines::{Engine, Engines, Options};

/// The composite analysis takes this part before cheaper engines are asked, and strings alone then take the same.
pub(crate) const FIRST: u64 = 16;
/// A short search takes this part.
pub(crate) const SHORT: u64 = 64;

/// What is asked in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// An engine with all of its steps.
    Whole(Engine),
    /// The composite analysis with its first share of steps.
    First,
    /// Strings alone, where the first share was not enough.
    Strings,
    /// A short search, where the first share was not enough.
    Short,
    /// The composite analysis with all steps, where the first share was not enough.
    Again,
}

impl Attempt {
    /// The attempts in the order in which they are made: the cheaper ones first.
    pub(crate) fn in_turn(options: &Options) -> Vec<Attempt> {
        let engines = options.engines.in_turn().iter().copied();
        if options.engines != Engines::All {
            return engines.map(Attempt::Whole).collect();
        }
        let stages = engines.flat_map(|engine| match engine {
            Engine::Composite => vec![Attempt::First, Attempt::Strings],
            Engine::Refute => vec![Attempt::Short, Attempt::Again, Attempt::Whole(engine)],
            Engine::Sizes | Engine::Contents | Engine::Profiles | Engine::Learn | Engine::Horn => {
                vec![Attempt::Whole(engine)]
            }
        });
        stages.collect()
    }

    /// Whose claims are made.
    pub(crate) fn engine(self) -> Engine {
        match self {
            Attempt::Whole(engine) => engine,
            Attempt::First | Attempt::Strings | Attempt::Again => Engine::Composite,
            Attempt::Short => Engine::Refute,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_attempt_is_made_twice_and_every_engine_is_asked() {
        let attempts = Attempt::in_turn(&Options::default());
        for (at, attempt) in attempts.iter().enumerate() {
            assert!(!attempts[..at].contains(attempt), "{attempt:?}");
        }
        for engine in Engines::All.in_turn() {
            assert!(attempts.iter().any(|attempt| attempt.engine() == *engine), "{engine:?}");
        }
    }

    #[test]
    fn cheap_attempts_come_before_the_rest_of_the_composite_analysis() {
        let attempts = Attempt::in_turn(&Options::default());
        let place = |wanted| attempts.iter().position(|attempt| *attempt == wanted);
        for cheap in [Attempt::First, Attempt::Strings, Attempt::Whole(Engine::Sizes), Attempt::Short] {
            assert!(place(cheap) < place(Attempt::Again), "{cheap:?}");
        }
        assert!(place(Attempt::Again) < place(Attempt::Whole(Engine::Refute)));
    }
}
