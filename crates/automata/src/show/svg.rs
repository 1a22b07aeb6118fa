//! Automata as SVG pictures that need nothing else: no script, no font, no style sheet from outside.
//!
//! Colours follow the reader's choice of light or dark. States and arrows have tooltips; a title says what
//! there is to see for whoever cannot see it.

use std::fmt::{Result, Write};

use super::layout::{Layout, Point, RADIUS, layout, width_of};
use super::picture::Picture;
use super::route::{Route, label_places, routes, samples};
use crate::words::Automaton;

/// How far below the middle of a line of text its base line is. Not every program knows the SVG property
/// that would say so.
const BASE_LINE: f64 = 4.5;

/// The room around the picture.
const MARGIN: f64 = 16.0;

const STYLE: &str = "\
.paper{fill:#fff}.state{fill:#f3f6fa;stroke:#44546a;stroke-width:1.4}.ring{fill:none}\
.accepting{fill:#e5f4e8;stroke:#1f7a3a}.line{fill:none;stroke:#5b6b80;stroke-width:1.3}\
.head{fill:#5b6b80}.dashed{stroke-dasharray:4 3}\
text{fill:#1b2430;font:13px system-ui,sans-serif;text-anchor:middle}\
.label{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;stroke:#fff;stroke-width:4px;\
paint-order:stroke;stroke-linejoin:round}.note{fill:#5b6b80;text-anchor:start}\
@media(prefers-color-scheme:dark){.paper{fill:#14181f}.state{fill:#222b38;stroke:#a9b8cc}\
.accepting{fill:#17331f;stroke:#6fcf8a}.line{stroke:#94a3b8}.head{fill:#94a3b8}text{fill:#e6edf5}\
.label{stroke:#14181f}.note{fill:#94a3b8}}";

/// The automaton as an SVG picture. Automata of more than sixty states are shown in part, with a note.
pub fn svg(automaton: &Automaton) -> String {
    let picture = Picture::of(automaton);
    let layout = layout(&picture);
    let routes = routes(&picture, &layout);
    let labels = label_places(&picture, &layout, &routes);
    let mut text = String::new();
    write_picture(&picture, &layout, (&routes, &labels), &mut text)
        .expect("writing to a string does not fail");
    text
}

fn write_picture(
    picture: &Picture,
    layout: &Layout,
    (routes, labels): (&[Route], &[Point]),
    text: &mut String,
) -> Result {
    let (left, top, right, bottom) = extent(picture, layout, routes, labels);
    let (width, height) = (right - left, bottom - top);
    let title = escaped(&picture.title());
    writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\">"
    )?;
    writeln!(text, "<title>{title}</title>\n<desc>{}</desc>", escaped(&description(picture)))?;
    writeln!(text, "<style>{STYLE}</style>")?;
    writeln!(
        text,
        "<rect class=\"paper\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
    )?;
    write_start(layout.states[0], text)?;
    for ((arrow, route), label) in picture.arrows.iter().zip(routes).zip(labels) {
        let about = format!("{} to {}: {}", arrow.from, arrow.to, arrow.about);
        writeln!(text, "<g><title>{}</title>", escaped(&about))?;
        write_route(route, text)?;
        if !arrow.label.is_empty() {
            let (x, y) = (label.0, label.1 + BASE_LINE);
            writeln!(
                text,
                "<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
                escaped(&arrow.label)
            )?;
        }
        writeln!(text, "</g>")?;
    }
    for (number, (state, &place)) in picture.states.iter().zip(&layout.states).enumerate() {
        writeln!(text, "<g><title>{}</title>", escaped(&state.about))?;
        if state.goes_on {
            write_going_on(place, text)?;
        }
        write_state(number, state.accepting, place, text)?;
        writeln!(text, "</g>")?;
    }
    if let Some(note) = picture.note() {
        let (x, y) = (left + MARGIN, bottom - MARGIN);
        writeln!(text, "<text class=\"note\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(&note))?;
    }
    writeln!(text, "</svg>")
}

fn description(picture: &Picture) -> String {
    let accepting =
        |(number, state): (usize, &super::picture::State)| state.accepting.then(|| number.to_string());
    let accepting: Vec<String> = picture.states.iter().enumerate().filter_map(accepting).collect();
    let accepting = if accepting.is_empty() { "none".to_owned() } else { accepting.join(", ") };
    let arrows: Vec<String> = picture
        .arrows
        .iter()
        .map(|arrow| format!("{} to {} on {}", arrow.from, arrow.to, arrow.about))
        .collect();
    format!("Start 0. Accepting: {accepting}. Arrows: {}.", arrows.join("; "))
}

fn write_start((x, y): Point, text: &mut String) -> Result {
    let (from, tip) = (x - RADIUS - 30.0, x - RADIUS - 1.5);
    writeln!(text, "<path class=\"line\" d=\"M{from:.1} {y:.1}H{:.1}\"/>", tip - 6.0)?;
    let (back, up, down) = (tip - 8.0, y - 3.8, y + 3.8);
    writeln!(text, "<path class=\"head\" d=\"M{tip:.1} {y:.1}L{back:.1} {up:.1}V{down:.1}Z\"/>")
}

fn write_route(route: &Route, text: &mut String) -> Result {
    write!(text, "<path class=\"line\" d=\"M{:.1} {:.1}", route.start.0, route.start.1)?;
    for [c, d, to] in &route.pieces {
        write!(text, "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", c.0, c.1, d.0, d.1, to.0, to.1)?;
    }
    let [tip, a, b] = route.head;
    writeln!(text, "\"/>")?;
    writeln!(
        text,
        "<path class=\"head\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
        tip.0, tip.1, a.0, a.1, b.0, b.1
    )
}

fn write_state(number: usize, accepting: bool, (x, y): Point, text: &mut String) -> Result {
    let class = if accepting { "state accepting" } else { "state" };
    writeln!(text, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>")?;
    if accepting {
        let inner = RADIUS - 4.0;
        writeln!(text, "<circle class=\"{class} ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{inner}\"/>")?;
    }
    writeln!(text, "<text x=\"{x:.1}\" y=\"{:.1}\">{number}</text>", y + BASE_LINE)
}

/// A dashed stump, for edges to states that are not shown.
fn write_going_on((x, y): Point, text: &mut String) -> Result {
    let (sx, sy) = (x + 0.7 * RADIUS, y + 0.7 * RADIUS);
    writeln!(text, "<path class=\"line dashed\" d=\"M{sx:.1} {sy:.1}l12 12\"/>")?;
    writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\">…</text>", sx + 20.0, sy + 14.0)
}

/// Left, top, right and bottom of everything, with a margin.
fn extent(picture: &Picture, layout: &Layout, routes: &[Route], labels: &[Point]) -> (f64, f64, f64, f64) {
    let mut points: Vec<Point> = routes.iter().flat_map(samples).collect();
    for &(x, y) in &layout.states {
        points.extend([(x - RADIUS, y - RADIUS), (x + RADIUS + 20.0, y + RADIUS)]);
    }
    for (arrow, &(x, y)) in picture.arrows.iter().zip(labels) {
        let half = width_of(&arrow.label) / 2.0;
        points.extend([(x - half, y - 7.0), (x + half, y + 7.0)]);
    }
    let (x, y) = layout.states[0];
    points.push((x - RADIUS - 30.0, y));
    let fold = |start: f64, pick: fn(f64, f64) -> f64, of: fn(&Point) -> f64| {
        points.iter().map(of).fold(start, pick)
    };
    let (left, top) = (fold(f64::MAX, f64::min, |p| p.0), fold(f64::MAX, f64::min, |p| p.1));
    let (right, bottom) = (fold(f64::MIN, f64::max, |p| p.0), fold(f64::MIN, f64::max, |p| p.1));
    let (note_width, note_height) = match picture.note() {
        Some(note) => (width_of(&note), 34.0),
        None => (0.0, 0.0),
    };
    let right = right.max(left + note_width);
    (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN + note_height)
}

/// Text between tags. Labels have no control or direction characters any more.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}
