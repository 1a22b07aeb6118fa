//! Automata in the language of Graphviz.
//!
//! The text is one `digraph`, left to right, with an arrow into the start and double circles for accepting
//! states. Long labels are cut; the whole is in the tooltip.

use std::fmt::Write;

use super::picture::Picture;
use crate::words::Automaton;

/// The automaton as a Graphviz graph. Automata of more than sixty states are shown in part, with a note.
///
/// ```
/// use automata::{Alphabet, Automaton, show};
/// let dot = show::dot(&Automaton::literal(Alphabet::BYTE, &[0x61]));
/// assert!(dot.contains(r#"0 -> 1 [label="a""#));
/// ```
pub fn dot(automaton: &Automaton) -> String {
    let picture = Picture::of(automaton);
    let mut text = String::new();
    write_graph(&picture, &mut text).expect("writing to a string does not fail");
    text
}

fn write_graph(picture: &Picture, text: &mut String) -> std::fmt::Result {
    writeln!(text, "digraph automaton {{")?;
    writeln!(text, "  rankdir=LR;")?;
    writeln!(text, "  tooltip={};", quoted(&picture.title()))?;
    if let Some(note) = picture.note() {
        writeln!(text, "  label={};", quoted(&note))?;
    }
    writeln!(text, "  node [shape=circle, fontname=\"sans-serif\"];")?;
    writeln!(text, "  edge [fontname=\"monospace\"];")?;
    writeln!(text, "  start [shape=point, style=invis];")?;
    writeln!(text, "  start -> 0;")?;
    for (number, state) in picture.states.iter().enumerate() {
        let shape = if state.accepting { "doublecircle" } else { "circle" };
        writeln!(text, "  {number} [shape={shape}, tooltip={}];", quoted(&state.about))?;
    }
    for arrow in &picture.arrows {
        let (label, about) = (quoted(&arrow.label), quoted(&arrow.about));
        writeln!(text, "  {} -> {} [label={label}, tooltip={about}];", arrow.from, arrow.to)?;
    }
    for (number, _) in picture.states.iter().enumerate().filter(|(_, state)| state.goes_on) {
        writeln!(text, "  more{number} [shape=plaintext, label=\"…\"];")?;
        writeln!(text, "  {number} -> more{number} [style=dashed];")?;
    }
    writeln!(text, "}}")
}

/// A quoted string. Backslashes are doubled, because Graphviz knows escapes of its own.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
