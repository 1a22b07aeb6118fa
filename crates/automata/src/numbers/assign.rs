//! Assignments `x_k := a·x + c`, forwards and backwards, and the values of linear terms.
//!
//! The new value and the old one are two tracks side by side while an equation connects them; then one of
//! them is projected away. That is exact for every coefficient of the assigned track: zero, one, or
//! any other (`x := 2x` leaves the even values).

use super::bdd::MAX_TRACKS;
use super::{Relation, Tuples, linear};
use crate::budget::{Budget, Exhausted};

impl Tuples {
    /// Exact: the tuples after `track` has taken any value.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there is no such track.
    pub fn havoc(&self, track: usize, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        Ok(self.project(track, budget)?.insert_track(track))
    }

    /// Exact: the tuples after the assignment `track := coefficients · x + constant`, the image of this set.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there is no such track, or not one coefficient a track, or there are [`MAX_TRACKS`] tracks.
    pub fn assign(
        &self,
        track: usize,
        coefficients: &[i64],
        constant: i64,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        self.check_assignment(track, coefficients);
        if coefficients[track] == 0 {
            let mut equation = coefficients.to_vec();
            equation[track] = -1;
            let assigned = self.equation(&equation, constant, budget)?;
            return self.havoc(track, budget)?.intersection(&assigned, budget);
        }
        // The new value comes before the old one.
        let mut equation = coefficients.to_vec();
        equation.insert(track, -1);
        let assigned = self.equation(&equation, constant, budget)?;
        self.insert_track(track).intersection(&assigned, budget)?.project(track + 1, budget)
    }

    /// Exact: the tuples from which the assignment `track := coefficients · x + constant` leads into this set.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there is no such track, or not one coefficient a track, or there are [`MAX_TRACKS`] tracks.
    pub fn preimage(
        &self,
        track: usize,
        coefficients: &[i64],
        constant: i64,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        self.check_assignment(track, coefficients);
        let mut equation = coefficients.to_vec();
        equation.insert(track, -1);
        let assigned = self.equation(&equation, constant, budget)?;
        self.insert_track(track + 1).intersection(&assigned, budget)?.project(track, budget)
    }

    /// Exact: the values of `coefficients · x` on this set, as a set with one track.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there is not one coefficient a track, or there are [`MAX_TRACKS`] tracks.
    pub fn values_of(&self, coefficients: &[i64], budget: &mut Budget) -> Result<Tuples, Exhausted> {
        assert_eq!(coefficients.len(), self.tracks(), "one coefficient a track");
        let mut equation = coefficients.to_vec();
        equation.push(-1);
        let term = self.equation(&equation, 0, budget)?;
        self.insert_track(self.tracks()).intersection(&term, budget)?.extract(self.tracks(), budget)
    }

    /// The tuples with `coefficients · x = -constant`, whatever `constant` is.
    fn equation(
        &self,
        coefficients: &[i64],
        constant: i64,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        let constant = -i128::from(constant);
        let graph = linear::constraint(self.domain(), coefficients, Relation::Equal, constant, budget)?;
        Ok(Tuples::new(self.domain(), coefficients.len(), graph))
    }

    fn check_assignment(&self, track: usize, coefficients: &[i64]) {
        assert!(track < self.tracks(), "track {track} of {}", self.tracks());
        assert_eq!(coefficients.len(), self.tracks(), "one coefficient a track");
        assert!(self.tracks() < MAX_TRACKS, "the new value needs a track of its own");
    }
}
