//! The pieces of a text: what kinds there are and how they are called in messages.
//!
//! A token knows its kind and its bytes. What a literal stands for is read from its bytes later, when the
//! alphabet is known.

use crate::span::Span;

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name that is no keyword.
    Name,
    /// A name in backquotes.
    Quoted,
    Word(Keyword),
    /// Digits.
    Int,
    /// A string in double quotes.
    Text,
    /// A character in single quotes.
    Char,
    /// An expression between slashes.
    Regex,
    Sign(Sign),
    /// The end of the text.
    End,
}

/// Declares an enum whose variants are written in one way each.
macro_rules! spelled {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name { $($variant),* }

        impl $name {
            /// Each with its spelling, in the order in which they are tried.
            pub(super) const ALL: &[($name, &str)] = &[$(($name::$variant, $text)),*];

            /// How it is written.
            pub(super) fn text(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
        }
    };
}

spelled! {
    /// Names that mean something of their own.
    Keyword {
        Proc = "proc", Alphabet = "alphabet", Havoc = "havoc", Assert = "assert", Assume = "assume",
        Halt = "halt", Abort = "abort", Goto = "goto", If = "if", Else = "else", While = "while",
        Return = "return", True = "true", False = "false", In = "in", Not = "not", Div = "div", Mod = "mod",
        Wrap = "wrap", Str = "str", Int = "int", Bool = "bool",
    }
}

spelled! {
    /// Signs; a longer one stands before those it begins with.
    Sign {
        Becomes = ":=", Arrow = "->", Concat = "++", DoubleEqual = "==", NotEqual = "!=", AtMost = "<=",
        AtLeast = ">=", And = "&&", Or = "||", Colon = ":", Semicolon = ";", Comma = ",", Dot = ".", Open = "(",
        Close = ")", OpenBrace = "{", CloseBrace = "}", OpenBracket = "[", CloseBracket = "]", Plus = "+",
        Minus = "-", Times = "*", Equal = "=", Not = "!", Less = "<", Greater = ">",
    }
}

impl Keyword {
    /// The keyword that is written so.
    pub(super) fn named(text: &str) -> Option<Keyword> {
        Keyword::ALL.iter().find(|(_, spelling)| *spelling == text).map(|&(keyword, _)| keyword)
    }
}

impl Kind {
    /// The sign, if it is one.
    pub(super) fn sign(self) -> Option<Sign> {
        if let Kind::Sign(sign) = self { Some(sign) } else { None }
    }

    /// The keyword, if it is one.
    pub(super) fn keyword(self) -> Option<Keyword> {
        if let Kind::Word(keyword) = self { Some(keyword) } else { None }
    }

    /// What it is called in messages.
    pub(super) fn describe(self) -> String {
        match self {
            Kind::Name | Kind::Quoted => "a name".to_owned(),
            Kind::Word(keyword) => format!("`{}`", keyword.text()),
            Kind::Int => "a number".to_owned(),
            Kind::Text => "a string".to_owned(),
            Kind::Char => "a character".to_owned(),
            Kind::Regex => "a regular expression".to_owned(),
            Kind::Sign(sign) => format!("`{}`", sign.text()),
            Kind::End => "the end of the text".to_owned(),
        }
    }
}
