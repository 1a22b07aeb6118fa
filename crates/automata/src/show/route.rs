//! The curves of a picture, and where their labels stand.
//!
//! An arrow with a counterpart bends to the left of its direction, so that the two part. A label takes, of
//! some places along its arrow, the one that covers least of the states, the other labels and the curves.

use super::layout::{LOOP_HEIGHT, Layout, Point, RADIUS, real, width_of};
use super::picture::Picture;

/// The length of an arrow head.
const HEAD: f64 = 8.0;

/// The height of a label.
const LINE: f64 = 14.0;

/// How many points stand for a piece of a curve when labels look for a place.
const SAMPLES: usize = 12;

/// A curve of cubic pieces, with a head.
pub(super) struct Route {
    pub(super) start: Point,
    /// Two controls and an end for each piece.
    pub(super) pieces: Vec<[Point; 3]>,
    /// The head: its tip and the two corners behind.
    pub(super) head: [Point; 3],
}

/// A label by its middle.
#[derive(Clone, Copy)]
struct Rectangle {
    middle: Point,
    half: Point,
}

/// The curves of all arrows, in their order.
pub(super) fn routes(picture: &Picture, layout: &Layout) -> Vec<Route> {
    let arrows = picture.arrows.iter().zip(&layout.bends);
    arrows
        .map(|(arrow, bends)| {
            let (from, to) = (layout.states[arrow.from], layout.states[arrow.to]);
            if arrow.from == arrow.to {
                return around(from);
            }
            if !bends.is_empty() {
                return through(from, bends, to);
            }
            let is_answered =
                picture.arrows.iter().any(|other| (other.from, other.to) == (arrow.to, arrow.from));
            between(from, to, is_answered)
        })
        .collect()
}

/// Where the labels of all arrows stand, in their order.
pub(super) fn label_places(picture: &Picture, layout: &Layout, routes: &[Route]) -> Vec<Point> {
    let curves: Vec<Vec<Point>> = routes.iter().map(samples).collect();
    let mut taken: Vec<Rectangle> = layout
        .states
        .iter()
        .map(|&middle| Rectangle { middle, half: (RADIUS + 2.0, RADIUS + 2.0) })
        .collect();
    let mut places = Vec::with_capacity(routes.len());
    for (at, arrow) in picture.arrows.iter().enumerate() {
        let half = (width_of(&arrow.label) / 2.0 + 3.0, LINE / 2.0);
        let candidates = candidates(&curves[at], arrow.from == arrow.to, half);
        let mut best: Option<(f64, Rectangle)> = None;
        for (rank, middle) in candidates.into_iter().enumerate() {
            let label = Rectangle { middle, half };
            let cost = real(rank) + covered(label, &taken, &curves);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, label));
            }
        }
        let (_, label) = best.expect("a curve has places for a label");
        taken.push(label);
        places.push(label.middle);
    }
    places
}

/// Places beside a curve, better ones first: at its middle, then towards its ends, then on it.
fn candidates(curve: &[Point], is_loop: bool, half: Point) -> Vec<Point> {
    let last = curve.len() - 1;
    if is_loop {
        let (x, y) = curve[last / 2];
        return vec![(x, y - half.1 - 2.0), (x + 16.0, y - 8.0), (x - 16.0, y - 8.0)];
    }
    let mut places = Vec::new();
    for (side, extra) in [(-1.0, 3.5), (1.0, 3.5), (-1.0, 8.0), (1.0, 8.0), (0.0, 0.0)] {
        for percent in [50, 42, 58, 34, 66, 26, 74] {
            let at = (last * percent / 100).clamp(1, last - 1);
            let ((ax, ay), (bx, by)) = (curve[at - 1], curve[at + 1]);
            let length = (bx - ax).hypot(by - ay).max(0.001);
            let (mut nx, mut ny) = ((by - ay) / length, (ax - bx) / length);
            // The first side is above, whichever way the arrow goes.
            if ny < 0.0 {
                (nx, ny) = (-nx, -ny);
            }
            let distance = side * (nx.abs() * half.0 + ny.abs() * half.1 + extra);
            places.push((curve[at].0 + nx * distance, curve[at].1 + ny * distance));
        }
    }
    places
}

/// What a label there would cover: states and labels count by area, curves by their points.
fn covered(label: Rectangle, taken: &[Rectangle], curves: &[Vec<Point>]) -> f64 {
    let area: f64 = taken.iter().map(|other| overlap(label, *other)).sum();
    let inside = |&&(x, y): &&Point| {
        (x - label.middle.0).abs() < label.half.0 && (y - label.middle.1).abs() < label.half.1
    };
    let points = curves.iter().flatten().filter(inside).count();
    area * 2.0 + real(points) * 6.0
}

fn overlap(a: Rectangle, b: Rectangle) -> f64 {
    let along = |a: f64, b: f64, halves: f64| (halves - (a - b).abs()).max(0.0);
    along(a.middle.0, b.middle.0, a.half.0 + b.half.0) * along(a.middle.1, b.middle.1, a.half.1 + b.half.1)
}

/// Points along a curve.
pub(super) fn samples(route: &Route) -> Vec<Point> {
    let mut points = vec![route.start];
    let mut from = route.start;
    for &[c, d, to] in &route.pieces {
        for step in 1..=SAMPLES {
            let t = real(step) / real(SAMPLES);
            let u = 1.0 - t;
            let mix = |from: f64, c: f64, d: f64, to: f64| {
                u * u * u * from + 3.0 * u * u * t * c + 3.0 * u * t * t * d + t * t * t * to
            };
            points.push((mix(from.0, c.0, d.0, to.0), mix(from.1, c.1, d.1, to.1)));
        }
        from = to;
    }
    points
}

/// A loop on top of a state.
fn around((x, y): Point) -> Route {
    let top = y - RADIUS - LOOP_HEIGHT * 0.75;
    let (left, right) = ((x - 24.0, top), (x + 24.0, top));
    let start = towards((x, y), left, RADIUS);
    finish(start, vec![[left, right, towards((x, y), right, RADIUS + 1.5)]])
}

/// An arrow without bends; it curves when another goes the other way, or past states of its own column.
fn between(from: Point, to: Point, is_answered: bool) -> Route {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let passes_states = dx.abs() < RADIUS && length > 5.0 * RADIUS;
    let aside = match (passes_states, is_answered) {
        (true, _) => 2.0 * (RADIUS + 6.0 + 0.1 * length),
        (false, true) => 32.0,
        (false, false) => 0.0,
    };
    let middle = (from.0.midpoint(to.0) + aside * dy / length, from.1.midpoint(to.1) - aside * dx / length);
    let start = towards(from, middle, RADIUS);
    let end = towards(to, middle, RADIUS + 1.5);
    let control = |end: Point| (end.0 + (middle.0 - end.0) / 1.5, end.1 + (middle.1 - end.1) / 1.5);
    finish(start, vec![[control(start), control(end), end]])
}

/// A smooth curve through bends.
fn through(from: Point, bends: &[Point], to: Point) -> Route {
    let first = towards(from, bends[0], RADIUS);
    let last = towards(to, bends[bends.len() - 1], RADIUS + 1.5);
    let points: Vec<Point> = [first].into_iter().chain(bends.iter().copied()).chain([last]).collect();
    let tangent = |at: usize| {
        let (before, after) = (points[at.saturating_sub(1)], points[(at + 1).min(points.len() - 1)]);
        ((after.0 - before.0) / 6.0, (after.1 - before.1) / 6.0)
    };
    let pieces = (1..points.len())
        .map(|at| {
            let (leave, enter) = (tangent(at - 1), tangent(at));
            let (a, b) = (points[at - 1], points[at]);
            [(a.0 + leave.0, a.1 + leave.1), (b.0 - enter.0, b.1 - enter.1), b]
        })
        .collect();
    finish(first, pieces)
}

/// Adds the head; the line ends inside it.
fn finish(start: Point, mut pieces: Vec<[Point; 3]>) -> Route {
    let last = pieces.last_mut().expect("a route has a piece");
    let (tip, before) = (last[2], last[1]);
    let base = towards(tip, before, HEAD);
    let (dx, dy) = ((tip.0 - base.0) / HEAD, (tip.1 - base.1) / HEAD);
    let corner = |side: f64| (base.0 - dy * side, base.1 + dx * side);
    last[2] = towards(tip, before, HEAD - 2.0);
    Route { start, pieces, head: [tip, corner(3.8), corner(-3.8)] }
}

/// The point at a distance from `from` in the direction of `to`.
fn towards(from: Point, to: Point, distance: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    (from.0 + dx / length * distance, from.1 + dy / length * distance)
}
