//! Learned regular invariants: the smallest languages `x1 | x2 | … | xn` that satisfy clauses [HRS19 §3.3].
//!
//! [`learn`] proposes a language for each predicate, a [`Teacher`] judges the clauses one by one, exactly where it can,
//! and each clause that fails becomes a sample, until none fails or the samples contradict each other: that is a
//! derivation of a violation, with values.

mod tuple;
mod branches;
mod reading;
mod machines;
mod constraints;
mod rows;
mod answers;
mod walk;
mod cases;
mod teacher;
mod define;
mod others;
mod refine;
mod cuts;
mod interpolate;
mod unfold;
mod systems;
mod program;

pub use cases::{Case, Detail, Set};
pub use cuts::{Between, between};
pub use define::definitions;
pub use interpolate::{Interpolant, interpolant};
pub use others::Others;
pub use program::{Claim, Invariant, LabelCases, Lemmas, Task, claim};
pub use refine::{Effort, Outcome, Second, Settings, Step, nobody, refine};
pub use systems::{Lesson, learned_solution, lesson};
pub use teacher::{Judgement, Teacher};
pub use tuple::{Kept, Layout, Sign};
