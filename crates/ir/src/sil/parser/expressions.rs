//! Expressions, from the loosest operator to the tightest.
//!
//! `||`, `&&`, `!`, comparisons and `in`, `++`, `+ -`, `* div mod`, unary `-`, `.length` and `[from, to]`. `!` takes
//! the whole comparison after it, as in `!s in /re/`. A chain of one operator is one node; `!` and `-` before an
//! operand are counted by a loop.

use std::sync::Arc;

use super::{Parsed, Parser};
use crate::operation::Width;
use crate::sil::error::SyntaxError;
use crate::sil::literal;
use crate::sil::token::{Keyword, Kind, Sign};
use crate::sil::tree::{Comparison, ExprId, ExprKind, Factor, Marking, Plus, Polarity};
use crate::span::Span;

impl Parser<'_> {
    /// Reads an expression of any type.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        self.nested(Parser::disjunction)
    }

    fn disjunction(&mut self) -> Parsed<ExprId> {
        self.chain(Sign::Or, Parser::conjunction, ExprKind::Or)
    }

    fn conjunction(&mut self) -> Parsed<ExprId> {
        self.chain(Sign::And, Parser::negation, ExprKind::And)
    }

    fn negation(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let mut is_negated = false;
        while self.eat(Kind::Sign(Sign::Not)) {
            is_negated = !is_negated;
        }
        let inner = self.comparison()?;
        Ok(if is_negated { self.add(ExprKind::Not(inner), start) } else { inner })
    }

    fn comparison(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let left = self.concatenation()?;
        let comparison = match self.peek().sign() {
            Some(Sign::Equal | Sign::DoubleEqual) => Comparison::Equal,
            Some(Sign::NotEqual) => Comparison::NotEqual,
            Some(Sign::Less) => Comparison::Less,
            Some(Sign::AtMost) => Comparison::AtMost,
            Some(Sign::Greater) => Comparison::Greater,
            Some(Sign::AtLeast) => Comparison::AtLeast,
            Some(_) => return Ok(left),
            None => return self.membership(left, start),
        };
        self.advance();
        let right = self.concatenation()?;
        Ok(self.add(ExprKind::Compare(left, comparison, right), start))
    }

    /// Reads `in` or `not in` with a regular expression, if it is there.
    fn membership(&mut self, left: ExprId, start: Span) -> Parsed<ExprId> {
        let is_in = |kind: Kind| kind == Kind::Word(Keyword::In);
        let polarity = if is_in(self.peek()) {
            Polarity::Is
        } else if self.peek() == Kind::Word(Keyword::Not) && is_in(self.peek_second()) {
            self.advance();
            Polarity::IsNot
        } else {
            return Ok(left);
        };
        self.advance();
        if self.peek() != Kind::Regex && !self.is_at_marked_regex() {
            let cause = format!("a regular expression must follow `in`, not {}", self.peek().describe());
            return self
                .fail(SyntaxError::new(self.span(), cause).with_help("write it as in `s in /[a-z]*/`"));
        }
        let language = self.primary()?;
        Ok(self.add(ExprKind::In(left, polarity, language), start))
    }

    fn concatenation(&mut self) -> Parsed<ExprId> {
        self.chain(Sign::Concat, Parser::sum, ExprKind::Concat)
    }

    fn sum(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let first = self.product()?;
        let mut parts = vec![(Plus::Plus, first)];
        loop {
            let plus = match self.peek().sign() {
                Some(Sign::Plus) => Plus::Plus,
                Some(Sign::Minus) => Plus::Minus,
                _ if parts.len() == 1 => return Ok(first),
                _ => return Ok(self.add(ExprKind::Sum(parts), start)),
            };
            self.advance();
            parts.push((plus, self.product()?));
        }
    }

    fn product(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let first = self.unary()?;
        let mut parts = vec![(Factor::Times, first)];
        loop {
            let factor = match (self.peek().sign(), self.peek().keyword()) {
                (Some(Sign::Times), _) => Factor::Times,
                (_, Some(Keyword::Div)) => Factor::Div,
                (_, Some(Keyword::Mod)) => Factor::Mod,
                _ if parts.len() == 1 => return Ok(first),
                _ => return Ok(self.add(ExprKind::Product(parts), start)),
            };
            self.advance();
            parts.push((factor, self.unary()?));
        }
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let mut plus = Plus::Plus;
        while self.eat(Kind::Sign(Sign::Minus)) {
            plus = if plus == Plus::Plus { Plus::Minus } else { Plus::Plus };
        }
        let inner = self.postfix()?;
        Ok(if plus == Plus::Minus { self.add(ExprKind::Sum(vec![(plus, inner)]), start) } else { inner })
    }

    fn postfix(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let mut inner = self.primary()?;
        let mut count = 0;
        while matches!(self.peek(), Kind::Sign(Sign::Dot | Sign::OpenBracket)) {
            count += 1;
            if count > super::MAX_NESTING {
                return self.fail(SyntaxError::new(self.span(), "too many parts follow each other here"));
            }
            inner = if self.eat(Kind::Sign(Sign::Dot)) {
                self.length(inner, start)?
            } else {
                self.substring(inner, start)?
            };
        }
        Ok(inner)
    }

    fn length(&mut self, of: ExprId, start: Span) -> Parsed<ExprId> {
        if self.peek() != Kind::Name || self.slice(self.span()) != "length" {
            return self.fail(SyntaxError::new(self.span(), "only `length` may follow the dot"));
        }
        self.advance();
        Ok(self.add(ExprKind::Length(of), start))
    }

    fn substring(&mut self, of: ExprId, start: Span) -> Parsed<ExprId> {
        self.advance();
        let from = self.expression()?;
        self.expect(Sign::Comma, "between the first and the last position")?;
        let to = self.expression()?;
        self.expect(Sign::CloseBracket, "after the last position")?;
        Ok(self.add(ExprKind::Substring(of, from, to), start))
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Name if self.is_at_marked_regex() => {
                self.advance();
                let place = self.span();
                self.advance();
                return Ok(self.tree.add_expr(ExprKind::Regex(Marking::Everywhere), place));
            }
            Kind::Name | Kind::Quoted => return self.name_or_call(),
            Kind::Sign(Sign::Open) => {
                self.advance();
                let inner = self.expression()?;
                self.expect(Sign::Close, "after the expression")?;
                return Ok(inner);
            }
            Kind::Word(Keyword::Wrap) => return self.wrap(),
            Kind::Int => self.int()?,
            Kind::Text => {
                let word = literal::word(self.slice(start), start, self.alphabet);
                ExprKind::Text(self.reported(word)?.into())
            }
            Kind::Char => self.character()?,
            Kind::Regex => ExprKind::Regex(Marking::Unseen),
            Kind::Word(Keyword::True) => ExprKind::Bool(true),
            Kind::Word(Keyword::False) => ExprKind::Bool(false),
            found @ (Kind::Word(_) | Kind::Sign(_) | Kind::End) => {
                let cause = format!("an expression must stand here, not {}", found.describe());
                return self.fail(SyntaxError::new(start, cause));
            }
        };
        self.advance();
        Ok(self.add(kind, start))
    }

    /// Whether `marked /re/` follows.
    fn is_at_marked_regex(&self) -> bool {
        self.peek() == Kind::Name && self.slice(self.span()) == "marked" && self.peek_second() == Kind::Regex
    }

    fn name_or_call(&mut self) -> Parsed<ExprId> {
        let name = self.name("a name")?;
        let start = name.span;
        if !self.eat(Kind::Sign(Sign::Open)) {
            return Ok(self.add(ExprKind::Name(name.text), start));
        }
        let mut arguments = Vec::new();
        while !self.eat(Kind::Sign(Sign::Close)) {
            if !arguments.is_empty() {
                self.expect(Sign::Comma, "between arguments")?;
            }
            arguments.push(self.expression()?);
        }
        Ok(self.add(ExprKind::Call(name, arguments), start))
    }

    fn int(&mut self) -> Parsed<ExprKind> {
        let span = self.span();
        let digits = self.slice(span).replace('_', "");
        let Ok(value) = digits.parse() else {
            return self.fail(SyntaxError::new(span, "this number does not fit in 128 bits"));
        };
        Ok(ExprKind::Int(value))
    }

    fn character(&mut self) -> Parsed<ExprKind> {
        let span = self.span();
        if self.slice(span) == r"'\0'" {
            return Ok(ExprKind::EndOfString);
        }
        let word = literal::word(self.slice(span), span, self.alphabet);
        let word = self.reported(word)?;
        if word.len() != 1 {
            let error = SyntaxError::new(span, "single quotes hold one character");
            return self.fail(error.with_help("strings are written in double quotes"));
        }
        Ok(ExprKind::Text(Arc::from(word)))
    }

    /// Reads `wrap 32 (e)` or `wrap u8 (e)`.
    fn wrap(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        self.advance();
        let text = self.slice(self.span());
        let width = match (self.peek(), text.strip_prefix('u')) {
            (Kind::Int, _) => text.parse().ok().map(Width::Signed),
            (Kind::Name, Some(bits)) => bits.parse().ok().map(Width::Unsigned),
            _ => None,
        };
        let Some(width) = width.filter(|width| width.is_supported()) else {
            let error = SyntaxError::new(self.span(), "a number of bits from 1 to 64 must follow `wrap`");
            return self.fail(error.with_help("`wrap 32 (e)` is signed, `wrap u32 (e)` is not"));
        };
        self.advance();
        self.expect(Sign::Open, "before what is wrapped")?;
        let inner = self.expression()?;
        self.expect(Sign::Close, "after what is wrapped")?;
        Ok(self.add(ExprKind::Wrap(width, inner), start))
    }

    /// Reads operands joined by one operator.
    fn chain(
        &mut self,
        sign: Sign,
        operand: fn(&mut Self) -> Parsed<ExprId>,
        join: fn(Vec<ExprId>) -> ExprKind,
    ) -> Parsed<ExprId> {
        let start = self.span();
        let first = operand(self)?;
        if self.peek() != Kind::Sign(sign) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(Kind::Sign(sign)) {
            parts.push(operand(self)?);
        }
        Ok(self.add(join(parts), start))
    }

    /// Adds an expression that began at `start` and has just been read, or is the token at hand.
    fn add(&mut self, kind: ExprKind, start: Span) -> ExprId {
        let end = if self.span() == start { start } else { self.previous_span() };
        self.tree.add_expr(kind, start.to(end))
    }
}
