//! The engines in turn: each is asked for what is still open, and each claim is checked before it is told.
//!
//! First a short search for a failing run, where one is asked for; then the composite analysis, which may prove. When it does not
//! end within its first share, cheaper engines come before the rest of it: strings alone, sizes, a short search. Then, for what is
//! open, the whole search; then profiles, which may do both where what matters of strings is regular; then invariants that are learned; then the
//! clauses of the program and a solver.
//! An engine that panics has made no claim, and a checker that panics has accepted nothing.

use std::cell::OnceCell;
use std::sync::Arc;

use automata::Budget;
use horn::build::Place;
use horn::strategy::{Claim, Holds};
use ir::inline::{Inlined, inline};
use ir::{AssertId, Program};
use verdict::facts::Certificate;
use verdict::{Checked, Verdict, attest, confirm, judge};

use crate::analysed::{Analysed, Told};
use crate::attempts::{self, Attempt};
use crate::clauses::{Claims, claims};
use crate::engines::{Analysis, Engine, Engines, Options, Step};
use crate::fence::fenced;
use crate::judged::{is_without_facts, judged, reason};
use crate::learned::{Learned, learned};
use crate::path::passages;
use crate::profiled::{Profiled, profiled};
use crate::property::{Event, Property};
use crate::shown::Shown;
use crate::translate::certificate;
use crate::{related, relation_text};

/// Profiles take this part of the steps of an engine: either they are few or there is no end of them.
const PROFILES: u64 = 8;
/// Learning takes this part: where small invariants do, it is soon over.
const LEARNING: u64 = 8;
/// A check may take so many times the steps of the analysis, and at least these.
const CHECK: u64 = 16;
const LEAST_CHECK: u64 = 20_000_000;

/// Verifies every assertion of a program that [`ir::validate`] has accepted, in the order of their numbers.
pub fn verify(program: &Program, options: &Options) -> Vec<Property> {
    verify_watched(program, options, &mut |_| {})
}

/// The same, telling what happens as it happens.
pub fn verify_watched(
    program: &Program,
    options: &Options,
    watch: &mut dyn FnMut(Event<'_>),
) -> Vec<Property> {
    let nobody = judge(program, Err("no proof was asked for".to_owned()), &mut Budget::steps(0)).checked;
    let engines = vec![None; nobody.len()];
    let settled = vec![None; nobody.len()];
    let unsolved = vec![None; nobody.len()];
    let sums = vec![Vec::new(); nobody.len()];
    let (analysed, accepted, checked) = (None, false, nobody);
    let (inlined, spent) = (OnceCell::new(), None);
    let mut portfolio = Portfolio {
        program,
        options,
        inlined,
        analysed,
        spent,
        accepted,
        checked,
        sums,
        engines,
        unsolved,
        settled,
        shown: Vec::new(),
    };
    if options.probe > 0 && options.engines == Engines::All {
        let open = portfolio.open();
        let done = portfolio.refute(&open, options.probe.min(options.steps));
        portfolio.tell((Engine::Refute, done), &open, watch);
    }
    for attempt in Attempt::in_turn(options) {
        let open = portfolio.open();
        if open.is_empty() && !portfolio.checked.is_empty() {
            break;
        }
        if let Some(done) = portfolio.attempt(attempt, &open) {
            portfolio.tell((attempt.engine(), done), &open, watch);
        }
    }
    portfolio.finish(watch)
}

/// A certificate, or why there is none.
type Claimed = Result<Certificate, String>;

/// What an engine did.
#[derive(Default)]
struct Done {
    steps: u64,
    problem: Option<String>,
    tried: Vec<String>,
}

struct Portfolio<'a> {
    program: &'a Program,
    options: &'a Options,
    /// The program with its calls inlined, once it is needed, or why it cannot be.
    inlined: OnceCell<Result<Arc<Inlined>, String>>,
    analysed: Option<Analysed>,
    /// Why the composite analysis has made no claim, when it was asked.
    spent: Option<String>,
    /// Whether the facts of the analysis were accepted.
    accepted: bool,
    checked: Vec<Checked>,
    /// What linear relations say at each that they prove, in words.
    sums: Vec<Vec<String>>,
    /// Whose claim each verdict is.
    engines: Vec<Option<Engine>>,
    /// Why the clauses of each were not solved.
    unsolved: Vec<Option<String>>,
    /// What has been told already.
    settled: Vec<Option<Property>>,
    /// What was accepted and is not told yet.
    shown: Vec<Shown>,
}

impl Portfolio<'_> {
    /// The assertions of which nothing is known.
    fn open(&self) -> Vec<AssertId> {
        let unknown = |checked: &&Checked| matches!(checked.verdict(), Verdict::Unknown(_));
        self.checked.iter().filter(unknown).map(Checked::assertion).collect()
    }

    /// Tells what an engine did, and what no later one will change.
    fn tell(&mut self, (engine, done): (Engine, Done), open: &[AssertId], watch: &mut dyn FnMut(Event<'_>)) {
        let Done { steps, problem, tried } = done;
        let settled = open.len() - self.open().len();
        self.credit(engine, open);
        self.shown.drain(..).for_each(|shown| watch(Event::Accepted(shown)));
        watch(Event::Step(&Step { engine, open: open.len(), settled, steps, problem, tried }));
        self.settle(open, watch);
    }

    /// Makes an attempt; `None` when there is no need for it.
    fn attempt(&mut self, attempt: Attempt, open: &[AssertId]) -> Option<Done> {
        let (steps, analysis) = (self.options.steps, self.options.analysis);
        let is_spent = self.spent.is_some();
        Some(match attempt {
            Attempt::First => self.prove(steps / attempts::FIRST),
            Attempt::Strings if is_spent && analysis == Analysis::Combined => self.prove_strings(),
            Attempt::Short if is_spent && self.options.probe == 0 => {
                self.refute(open, steps / attempts::SHORT)
            }
            Attempt::Again if is_spent => self.prove(steps),
            Attempt::Strings | Attempt::Short | Attempt::Again => return None,
            Attempt::Whole(engine) => match engine {
                Engine::Composite => self.prove(steps),
                Engine::Sizes => self.relate(|inlined, _| Box::new(related::claims(inlined))),
                Engine::Contents => {
                    self.relate(|inlined, options| Box::new(related::contents(inlined, options)))
                }
                Engine::Refute => self.refute(open, steps),
                Engine::Profiles => self.profile(),
                Engine::Learn => self.learn(open),
                Engine::Horn => self.solve(open),
            },
        })
    }

    /// Asks the composite analysis, with so many steps, and judges its claim.
    fn prove(&mut self, steps: u64) -> Done {
        let analysis = self.options.analysis;
        let claim = fenced(|| Analysed::within(self.inlined()?, self.options, (analysis, steps)));
        let told = match &claim {
            Ok(analysed) => Ok((&*analysed.inlined, &analysed.certificate)),
            Err(why) => Err(why.clone()),
        };
        let mut budget = self.budget_of_check(claim.as_ref().map_or(0, |analysed| analysed.steps));
        let judged = fenced(|| Ok(judge(self.program, told, &mut budget)));
        let mut judged = judged.unwrap_or_else(|why| judge(self.program, Err(why), &mut Budget::steps(0)));
        self.accepted = judged.accepted.is_some();
        if let Ok(analysed) = &claim {
            self.shown.extend(Shown::of(&analysed.inlined, &mut judged));
        }
        let before = std::mem::replace(&mut self.checked, judged.checked);
        self.take_informed(before);
        self.spent = claim.as_ref().err().cloned();
        match claim {
            Ok(mut analysed) => {
                analysed.doubted = judged.dropped.into_keys().collect();
                let steps = analysed.steps + self.prove_apart(&analysed);
                self.analysed = Some(analysed);
                Done { steps, ..Done::default() }
            }
            Err(why) => Done { steps, problem: Some(why), ..Done::default() },
        }
    }

    /// The steps for the check of a claim that took so many steps.
    fn budget_of_check(&self, steps: u64) -> Budget {
        Budget::steps(steps.saturating_mul(CHECK).max(LEAST_CHECK).min(self.options.steps))
    }

    /// Asks for the languages of strings alone, which takes fewer steps than strings and sizes together.
    fn prove_strings(&mut self) -> Done {
        let steps = self.options.steps / attempts::FIRST;
        let asked = fenced(|| Analysed::within(self.inlined()?, self.options, (Analysis::String, steps)));
        let mut analysed = match asked {
            Ok(analysed) => analysed,
            Err(why) => return Done { steps, problem: Some(why), ..Done::default() },
        };
        let mut budget = self.budget_of_check(analysed.steps);
        let told = Ok((&*analysed.inlined, &analysed.certificate));
        let mut judged = judged(self.program, told, &mut budget);
        self.shown.extend(Shown::of(&analysed.inlined, &mut judged));
        analysed.doubted = judged.dropped.into_keys().collect();
        let open = self.open();
        self.take(judged.checked);
        let now = self.open();
        for id in open.iter().filter(|id| !now.contains(id)) {
            let told = fenced(|| Ok(analysed.tell(self.program, *id))).unwrap_or_default();
            self.sums[id.index()] = told.facts;
        }
        Done { steps: analysed.steps + budget.spent(), ..Done::default() }
    }

    /// Tries again for what is open, with states kept apart by the values of booleans; the steps that it took.
    fn prove_apart(&mut self, analysed: &Analysed) -> u64 {
        if self.open().is_empty() {
            return 0;
        }
        let claim = fenced(|| Ok(analysed.apart(self.options))).ok().flatten();
        let Some((certificate, steps)) = claim else { return 0 };
        let mut budget = self.budget_of_check(steps);
        let told = Ok((&*analysed.inlined, &certificate));
        let mut judged = judged(self.program, told, &mut budget);
        self.shown.extend(Shown::of(&analysed.inlined, &mut judged));
        self.take(judged.checked);
        steps
    }

    /// Asks for linear relations, or what rests on them, and judges what is claimed.
    fn relate(
        &mut self,
        ask: impl for<'i> FnOnce(&'i Inlined, &'i Options) -> Box<dyn Iterator<Item = Claimed> + 'i>,
    ) -> Done {
        let inlined = match self.inlined() {
            Ok(inlined) => inlined,
            Err(why) => return Done { problem: Some(why), ..Done::default() },
        };
        let (mut budget, mut tried) = (Budget::steps(self.options.steps), Vec::new());
        let mut claims = ask(&inlined, self.options);
        while let Some(claim) = fenced(|| claims.next().transpose()).transpose() {
            let told = claim.as_ref().map(|certificate| (&*inlined, certificate)).map_err(Clone::clone);
            let mut judged = judged(self.program, told, &mut budget);
            let shown = Shown::of(&inlined, &mut judged);
            let judged = judged.checked;
            let open = self.open();
            // All assertions have the same reason when the claim was not accepted.
            tried.extend(judged.first().filter(|checked| is_without_facts(checked)).map(reason));
            for checked in judged.iter().filter(|checked| !is_without_facts(checked)) {
                let known = &mut self.checked[checked.assertion().index()];
                // That facts do not decide it says more than that nobody was asked.
                if self.analysed.is_none() && is_without_facts(known) {
                    *known = checked.clone();
                }
            }
            self.take(judged);
            let now = self.open();
            if let Some(shown) = &shown {
                for id in open.iter().filter(|id| !now.contains(id)) {
                    self.sums[id.index()] = relation_text::told(&inlined, &shown.certificate, *id);
                }
            }
            self.shown.extend(shown);
            if now.is_empty() {
                break;
            }
        }
        Done { steps: budget.spent(), problem: None, tried }
    }

    /// Takes over what was known before, where that is more than that there is no claim.
    fn take_informed(&mut self, before: Vec<Checked>) {
        for (known, before) in self.checked.iter_mut().zip(&before) {
            if is_without_facts(known) && !is_without_facts(before) {
                *known = before.clone();
            }
        }
        self.take(before);
    }

    /// Takes verdicts over for what is open.
    fn take(&mut self, judged: impl IntoIterator<Item = Checked>) {
        for checked in judged {
            let known = &mut self.checked[checked.assertion().index()];
            let is_open = |checked: &Checked| matches!(checked.verdict(), Verdict::Unknown(_));
            if is_open(known) && !is_open(&checked) {
                *known = checked;
            }
        }
    }

    /// Searches failing runs for what is open, in so many steps.
    fn refute(&mut self, open: &[AssertId], steps: u64) -> Done {
        let settings = refute::Settings::default();
        let mut budget = Budget::steps(steps);
        let found = fenced(|| Ok(refute::refute(self.program, open, &settings, &mut budget)));
        let (claims, problem) = match found {
            Ok(claims) => (claims, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        for claim in claims {
            let at = claim.assertion.index();
            if let Ok(violated) = confirm(self.program, claim, settings.limits) {
                self.checked[at] = violated;
            }
        }
        Done { steps: budget.spent(), problem, tried: Vec::new() }
    }

    /// Gives the clauses of what is open to a solver.
    fn solve(&mut self, open: &[AssertId]) -> Done {
        if open.is_empty() {
            return Done::default();
        }
        let claimed = fenced(|| {
            let inlined = self.inlined()?;
            let analysed = self.analysed.as_ref().filter(|_| self.accepted);
            claims(self.program, (&*inlined, analysed), open, self.options).map(|claims| (inlined, claims))
        });
        match claimed {
            Ok((inlined, Claims { made, places, tried, steps })) => {
                for (id, claim) in made {
                    let taken = fenced(|| self.taken((&inlined, &places), id, claim));
                    match taken {
                        Ok((checked, shown)) => {
                            self.checked[id.index()] = checked;
                            self.shown.extend(shown);
                        }
                        Err(why) => self.unsolved[id.index()] = Some(why),
                    }
                }
                Done { steps, problem: None, tried }
            }
            Err(why) => {
                // That clauses have no marks is no news to who has not asked for clauses.
                if !self.program.alphabet.is_marked() || self.options.engines == Engines::Horn {
                    open.iter().for_each(|id| self.unsolved[id.index()] = Some(why.clone()));
                }
                Done { problem: Some(why), ..Done::default() }
            }
        }
    }

    /// The program with its calls inlined. This is computed once.
    fn inlined(&self) -> Result<Arc<Inlined>, String> {
        let inlined = || inline(self.program, self.options.instructions).map(Arc::new);
        self.inlined.get_or_init(|| inlined().map_err(|why| why.to_string())).clone()
    }

    /// A claim about the clauses of an assertion as a verdict, with the facts that were accepted for it, if any.
    fn taken(
        &self,
        (inlined, places): (&Arc<Inlined>, &[Place]),
        id: AssertId,
        claim: Claim,
    ) -> Result<(Checked, Option<Shown>), String> {
        match claim {
            Claim::Violated(run) => {
                let limits = refute::Settings::default().limits;
                let confirmed = confirm(self.program, run, limits);
                let told = |why| format!("a run was not accepted: {why}");
                confirmed.map(|checked| (checked, None)).map_err(told)
            }
            Claim::Holds(holds) => {
                let proved = fenced(|| Ok(self.proved((inlined, places), id, &holds)));
                let attested = || attest(inlined, id, &holds.transcript).map_err(|why| why.to_string());
                proved.ok().flatten().map_or_else(|| Ok((attested()?, None)), Ok)
            }
            Claim::Unknown(why) => Err(why),
        }
    }

    /// The verdict of the checker on what a solution says in facts, if that is enough.
    fn proved(
        &self,
        (inlined, places): (&Arc<Inlined>, &[Place]),
        id: AssertId,
        holds: &Holds,
    ) -> Option<(Checked, Option<Shown>)> {
        let mut budget = Budget::steps(self.options.steps);
        let claimed = certificate(&inlined.program, (places, holds), &mut budget).ok()?;
        let mut judged = judge(self.program, Ok((&**inlined, &claimed)), &mut budget);
        let shown = Shown::of(inlined, &mut judged);
        let of_this = judged.checked.into_iter().find(|checked| checked.assertion() == id)?;
        matches!(of_this.verdict(), Verdict::Proved | Verdict::Unreachable).then_some((of_this, shown))
    }

    /// Asks profiles for what is open.
    fn profile(&mut self) -> Done {
        let mut budget = Budget::steps(self.options.steps / PROFILES);
        let asked = fenced(|| profiled(self.program, &self.inlined()?, self.options, &mut budget));
        let Profiled { proofs, shown, runs, problem } = match asked {
            Ok(profiled) => profiled,
            Err(why) => return Done { steps: budget.spent(), problem: Some(why), tried: Vec::new() },
        };
        self.shown.extend(shown);
        self.take(proofs.into_iter().chain(runs));
        Done { steps: budget.spent(), problem, tried: Vec::new() }
    }

    /// The composite analysis of the program, unless it was asked before and did not end.
    fn fresh(&self) -> Result<Analysed, String> {
        if let Some(why) = &self.spent {
            return Err(why.clone());
        }
        Analysed::within(self.inlined()?, self.options, (self.options.analysis, self.options.steps))
    }

    /// Learns invariants for what is open.
    fn learn(&mut self, open: &[AssertId]) -> Done {
        let mut budget = Budget::steps(self.options.steps / LEARNING);
        let asked = fenced(|| {
            let fresh = match &self.analysed {
                Some(_) => None,
                None => Some(self.fresh()?),
            };
            let analysed = self.analysed.as_ref().or(fresh.as_ref()).expect("one of them is there");
            learned(self.program, analysed, open, self.options, &mut budget)
        });
        let Learned { checked, tried, shown } = match asked {
            Ok(learned) => learned,
            Err(why) => return Done { steps: budget.spent(), problem: Some(why), tried: Vec::new() },
        };
        self.shown.extend(shown);
        self.take(checked);
        Done { steps: budget.spent(), problem: None, tried }
    }

    /// Notes whose claims settled what was open.
    fn credit(&mut self, engine: Engine, before: &[AssertId]) {
        let after = self.open();
        for id in before.iter().filter(|id| !after.contains(id)) {
            self.engines[id.index()] = Some(engine);
        }
    }

    /// Tells what no later engine will change.
    fn settle(&mut self, before: &[AssertId], watch: &mut dyn FnMut(Event<'_>)) {
        let after = self.open();
        for &id in before.iter().filter(|id| !after.contains(id)) {
            let property = self.property(id);
            watch(Event::Settled(&property));
            self.settled[id.index()] = Some(property);
        }
    }

    /// Tells what stays open, and returns everything.
    fn finish(mut self, watch: &mut dyn FnMut(Event<'_>)) -> Vec<Property> {
        for id in self.open() {
            let property = self.property(id);
            watch(Event::Settled(&property));
            self.settled[id.index()] = Some(property);
        }
        self.settled.into_iter().map(|property| property.expect("each is settled or open")).collect()
    }

    fn property(&self, id: AssertId) -> Property {
        let checked = self.checked[id.index()].clone();
        let told = fenced(|| Ok(self.told(&checked))).unwrap_or_default();
        let path = match checked.verdict() {
            Verdict::Violated(run) => fenced(|| Ok(passages(self.program, run))).unwrap_or_default(),
            Verdict::Proved | Verdict::Rechecked(_) | Verdict::Unreachable | Verdict::Unknown(_) => {
                Vec::new()
            }
        };
        let Told { facts, allowed, follows_loop, lost } = told;
        let (engine, unsolved) = (self.engines[id.index()], self.unsolved[id.index()].clone());
        Property { checked, engine, facts, path, allowed, follows_loop, lost, unsolved }
    }

    /// What the facts tell, where they have been accepted.
    fn told(&self, checked: &Checked) -> Told {
        let Some(analysed) = self.analysed.as_ref().filter(|_| self.accepted) else {
            return Told { facts: self.sums[checked.assertion().index()].clone(), ..Told::default() };
        };
        match checked.verdict() {
            Verdict::Unknown(_) => analysed.tell_open(self.program, checked.assertion()),
            Verdict::Proved | Verdict::Rechecked(_) | Verdict::Unreachable | Verdict::Violated(_) => {
                analysed.tell(self.program, checked.assertion())
            }
        }
    }
}
