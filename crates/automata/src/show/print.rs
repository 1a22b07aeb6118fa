//! Expressions as text, in our own dialect.
//!
//! Parentheses stand only where they must. What is written here and what
//! [`width`](super::expression::Expressions::width) counts is the same, character by character.

use super::class::class;
use super::expression::{Bond, Expr, Expressions, Node, count};

/// What is still to be written, on an explicit stack.
enum Todo {
    /// An expression that must hold at least so tightly.
    Within(Expr, Bond),
    Text(String),
}

impl Expressions {
    /// The text of `expr`; it has `width(expr)` characters.
    pub(super) fn text(&self, expr: Expr) -> String {
        let mut text = String::new();
        let mut todo = vec![Todo::Within(expr, Bond::Union)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Text(piece) => text.push_str(&piece),
                Todo::Within(expr, around) => {
                    if self.bond(expr) < around {
                        text.push('(');
                        todo.push(Todo::Text(")".to_owned()));
                    }
                    self.write_node(expr, &mut text, &mut todo);
                }
            }
        }
        text
    }

    fn write_node(&self, expr: Expr, text: &mut String, todo: &mut Vec<Todo>) {
        match self.node(expr) {
            Node::Empty => text.push_str("[]"),
            Node::Class(symbols) => text.push_str(&class(symbols, self.alphabet())),
            Node::Concat(parts) if parts.is_empty() => text.push_str("()"),
            Node::Concat(parts) => {
                todo.extend(parts.iter().rev().map(|&part| Todo::Within(part, Bond::Concat)));
            }
            Node::Union(parts) => {
                for (at, &part) in parts.iter().enumerate().rev() {
                    todo.push(Todo::Within(part, Bond::Union));
                    if at > 0 {
                        todo.push(Todo::Text("|".to_owned()));
                    }
                }
            }
            &Node::Repeat(body, least, most) => {
                if self.written_out(body, least, most).is_some() {
                    todo.extend((0..least).map(|_| Todo::Within(body, Bond::Concat)));
                } else {
                    todo.push(Todo::Text(count(least, most)));
                    todo.push(Todo::Within(body, Bond::Atom));
                }
            }
        }
    }
}
