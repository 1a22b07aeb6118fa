//! Certificates as files: written by the engines that make them, checked for a program.
//!
//! A file is written only when the checker accepts it, so what is refused later was changed since, or is about another
//! program. It holds the claim of one engine, the first that settles the most assertions; what was learned of several
//! assertions is put together.

use automata::Budget;
use horn::profiles;
use horn::strategy::Claim;
use ir::interp::Limits;
use ir::{AssertId, Program};
use verdict::check::{Proof, accept};
use verdict::facts::Certificate;
use verdict::file;
use verdict::{Certified, Refusal};

use crate::analysed::Analysed;
use crate::clauses::claims;
use crate::engines::{Engine, Options};
use crate::learned::{self, learned};
use crate::portfolio::fenced;
use crate::related;
use crate::translate;

/// The certificate of a program as the text of a file. Engines that make none are not asked.
///
/// # Errors
/// Why there is none.
pub fn write_certificate(program: &Program, options: &Options) -> Result<String, String> {
    fenced(|| {
        let analysed = Analysed::of(program, options)?;
        let mut best = Best { analysed: &analysed, options, found: None, refused: None };
        best.offer(&analysed.certificate);
        for engine in options.engines.in_turn() {
            let open = best.open();
            if open.is_empty() {
                break;
            }
            for claim in best.claims(program, *engine, &open) {
                best.offer(&claim);
            }
        }
        best.text()
    })
}

/// The certificate that settles the most so far.
struct Best<'a> {
    analysed: &'a Analysed,
    options: &'a Options,
    /// It, and what it leaves open.
    found: Option<(Certificate, Vec<AssertId>)>,
    /// Why the first one was refused.
    refused: Option<String>,
}

impl Best<'_> {
    /// Takes the part of a certificate that is accepted, when it settles more. Cases cost the checker more, so they are written only then.
    fn offer(&mut self, certificate: &Certificate) {
        let program = &self.analysed.inlined.program;
        let part = match accept(program, certificate, &mut Budget::steps(self.options.steps)) {
            Ok(part) => part,
            Err(why) => {
                self.refused.get_or_insert(format!("the facts found were not accepted: {why}"));
                return;
            }
        };
        let open: Vec<AssertId> =
            part.proofs.iter().filter(|(_, proof)| *proof == Proof::Open).map(|(id, _)| *id).collect();
        if self.found.as_ref().is_none_or(|(_, known)| open.len() < known.len()) {
            self.found = Some((part.certificate, open));
        }
    }

    /// What is not settled: all assertions when nothing was accepted.
    fn open(&self) -> Vec<AssertId> {
        match &self.found {
            Some((_, open)) => open.clone(),
            None => (0..self.analysed.inlined.program.assertions.len() as u32).map(AssertId).collect(),
        }
    }

    /// What an engine claims of the whole program; nothing where it makes no certificates or fails.
    fn claims(&self, program: &Program, engine: Engine, open: &[AssertId]) -> Vec<Certificate> {
        let (analysed, options) = (self.analysed, self.options);
        let mut budget = Budget::steps(options.steps);
        match engine {
            Engine::Composite => analysed.apart(options).into_iter().map(|(apart, _)| apart).collect(),
            Engine::Sizes => related::claims(&analysed.inlined).filter_map(Result::ok).collect(),
            Engine::Contents => {
                // A file has no place for pieces that are the same.
                let plain =
                    |claim: &Certificate| claim.labels.iter().flatten().all(|facts| facts.same.is_empty());
                related::contents(&analysed.inlined, options).filter_map(Result::ok).filter(plain).collect()
            }
            Engine::Refute => Vec::new(),
            Engine::Profiles => {
                let claim = profiles::verify((program, &*analysed.inlined), Limits::default(), &mut budget);
                claim.ok().and_then(|claim| claim.certificate).into_iter().collect()
            }
            Engine::Learn => self.learned(program, open, &mut budget),
            Engine::Horn => self.solved(program, open, &mut budget),
        }
    }

    /// All that was learned together, and each by itself.
    fn learned(&self, program: &Program, open: &[AssertId], budget: &mut Budget) -> Vec<Certificate> {
        let (analysed, options) = (self.analysed, self.options);
        let Ok(learned) = learned(program, analysed, open, options, budget) else { return Vec::new() };
        let parts: Vec<_> =
            learned.accepted.iter().map(|(invariant, detail)| (&**invariant, *detail)).collect();
        let together = std::iter::once(parts.clone()).filter(|parts| parts.len() > 1);
        let each = together.chain(parts.iter().map(|part| vec![*part]));
        let made = each.map(|parts| learned::certificate(analysed, parts, options, budget));
        made.filter_map(|made| made.ok().flatten()).collect()
    }

    /// What a solver's solutions say in facts.
    fn solved(&self, program: &Program, open: &[AssertId], budget: &mut Budget) -> Vec<Certificate> {
        let inlined = &*self.analysed.inlined;
        let known = (inlined, Some(self.analysed));
        let Ok(claims) = claims(program, known, open, self.options) else { return Vec::new() };
        let holds = claims.made.iter().filter_map(|(_, claim)| match claim {
            Claim::Holds(holds) => Some(holds),
            Claim::Violated(_) | Claim::Unknown(_) => None,
        });
        let places = claims.places.as_slice();
        let made = holds.map(|holds| translate::certificate(&inlined.program, (places, holds), budget));
        made.filter_map(Result::ok).collect()
    }

    fn text(self) -> Result<String, String> {
        match (self.found, self.refused) {
            (Some((certificate, _)), _) => Ok(file::write(&self.analysed.inlined.program, &certificate)),
            (None, Some(why)) => Err(why),
            (None, None) => unreachable!("what is not taken was refused"),
        }
    }
}

/// What a certificate file decides of each assertion of a program.
///
/// # Errors
/// Why it is not accepted; the outer one when the checker failed.
pub fn certify(
    program: &Program,
    bytes: &[u8],
    options: &Options,
) -> Result<Result<Certified, Refusal>, String> {
    let mut budget = Budget::steps(options.steps);
    fenced(|| Ok(verdict::certify(program, bytes, options.instructions, &mut budget)))
}
