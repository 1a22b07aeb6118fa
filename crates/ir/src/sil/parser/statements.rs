//! Statements: structured, labelled, and both mixed.
//!
//! A label is a statement of its own. `if` with `else if` is one statement with many arms, so that a long
//! chain is not deep. A body is a block, or one statement without braces.

use super::{Parsed, Parser};
use crate::sil::error::SyntaxError;
use crate::sil::literal;
use crate::sil::token::{Keyword, Kind, Sign};
use crate::sil::tree::{ExprId, ExprKind, Name, StmtId, StmtKind};
use crate::span::Span;

impl Parser<'_> {
    /// Reads a block with its braces; gives the statements and the place of the closing brace.
    pub(super) fn block(&mut self) -> Parsed<(Vec<StmtId>, Span)> {
        self.expect(Sign::OpenBrace, "before the statements")?;
        self.nested(|parser| {
            let mut statements = Vec::new();
            while !matches!(
                parser.peek(),
                Kind::Sign(Sign::CloseBrace) | Kind::End | Kind::Word(Keyword::Proc)
            ) {
                if parser.statements(&mut statements).is_err() {
                    parser.skip_statement();
                }
            }
            let end = parser.span();
            parser.expect(Sign::CloseBrace, "after the statements")?;
            Ok((statements, end))
        })
    }

    /// Skips to behind the semicolon or the block that ends the statement, but not out of the block around it.
    fn skip_statement(&mut self) {
        let mut open = 0_u32;
        loop {
            let kind = self.peek();
            if matches!(kind, Kind::End | Kind::Word(Keyword::Proc)) {
                return;
            }
            match kind.sign() {
                Some(Sign::CloseBrace) if open == 0 => return,
                Some(Sign::CloseBrace) => open -= 1,
                Some(Sign::OpenBrace) => open += 1,
                _ => {}
            }
            self.advance();
            let is_end = matches!(kind, Kind::Sign(Sign::Semicolon | Sign::CloseBrace));
            if open == 0 && is_end {
                return;
            }
        }
    }

    /// Reads a statement with the labels before it.
    fn statements(&mut self, into: &mut Vec<StmtId>) -> Parsed<()> {
        while let Some(label) = self.label()? {
            let span = label.span;
            into.push(self.tree.add_stmt(StmtKind::Label(label), span));
        }
        if self.eat(Kind::Sign(Sign::Semicolon)) || self.peek() == Kind::Sign(Sign::CloseBrace) {
            return Ok(());
        }
        if self.peek() == Kind::Sign(Sign::OpenBrace) {
            let (inner, _) = self.block()?;
            into.extend(inner);
            return Ok(());
        }
        let statement = self.statement()?;
        into.push(statement);
        Ok(())
    }

    /// Reads `L:` or `3:`, unless it is the beginning of a declaration.
    fn label(&mut self) -> Parsed<Option<Name>> {
        let is_type = |kind| matches!(kind, Kind::Word(Keyword::Str | Keyword::Int | Keyword::Bool));
        let third = self.tokens.get(self.at + 2).map_or(Kind::End, |token| token.kind);
        if self.peek_second() != Kind::Sign(Sign::Colon) || is_type(third) && self.peek() != Kind::Int {
            return Ok(None);
        }
        let name = self.label_name()?;
        self.advance();
        Ok(Some(name))
    }

    fn label_name(&mut self) -> Parsed<Name> {
        if self.peek() == Kind::Int {
            let span = self.span();
            self.advance();
            return Ok(Name { text: self.slice(span).to_owned(), span });
        }
        self.name("a label")
    }

    fn statement(&mut self) -> Parsed<StmtId> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Word(Keyword::If) => return self.if_statement(),
            Kind::Word(Keyword::While) => {
                self.advance();
                let (condition, head) = self.head(start)?;
                let body = self.body()?;
                return Ok(self.tree.add_stmt(StmtKind::While(condition, body), head));
            }
            Kind::Word(_) => self.simple_statement()?,
            Kind::Name | Kind::Quoted if self.peek_second() == Kind::Sign(Sign::Open) => {
                let call = self.expression()?;
                StmtKind::Call(self.require_call(call)?)
            }
            Kind::Name | Kind::Quoted => self.assignment()?,
            found @ (Kind::Int | Kind::Text | Kind::Char | Kind::Regex | Kind::Sign(_) | Kind::End) => {
                let cause = format!("a statement must begin here, not {}", found.describe());
                return self.fail(SyntaxError::new(start, cause));
            }
        };
        let span = start.to(self.previous_span());
        self.expect(Sign::Semicolon, "after the statement")?;
        Ok(self.tree.add_stmt(kind, span))
    }

    fn simple_statement(&mut self) -> Parsed<StmtKind> {
        let (start, keyword) = (self.span(), self.peek().keyword());
        self.advance();
        Ok(match keyword {
            Some(Keyword::Havoc) => StmtKind::Havoc(self.name("a variable")?),
            Some(Keyword::Assert) => self.assert()?,
            Some(Keyword::Assume) => {
                self.expect(Sign::Open, "before the condition")?;
                let condition = self.expression()?;
                self.expect(Sign::Close, "after the condition")?;
                StmtKind::Assume(condition)
            }
            Some(Keyword::Halt) => StmtKind::Halt,
            Some(Keyword::Abort) => StmtKind::Abort,
            Some(Keyword::Goto) => StmtKind::Goto(self.label_name()?),
            Some(Keyword::Return) if self.peek() == Kind::Sign(Sign::Semicolon) => StmtKind::Return(None),
            Some(Keyword::Return) => StmtKind::Return(Some(self.expression()?)),
            _ => {
                let cause = format!("a statement cannot begin with `{}`", self.slice(start));
                return self.fail(SyntaxError::new(start, cause));
            }
        })
    }

    fn assert(&mut self) -> Parsed<StmtKind> {
        self.expect(Sign::Open, "before the condition")?;
        let condition = self.expression()?;
        let mut message = None;
        if self.eat(Kind::Sign(Sign::Comma)) {
            let span = self.span();
            if self.peek() != Kind::Text {
                return self.fail(SyntaxError::new(span, "the message must be a string in double quotes"));
            }
            let text = literal::text(self.slice(span), span);
            message = Some(self.reported(text)?);
            self.advance();
        }
        self.expect(Sign::Close, "after the condition")?;
        Ok(StmtKind::Assert(condition, message))
    }

    /// Reads `x := e`, `x: t` or `x: t := e`.
    fn assignment(&mut self) -> Parsed<StmtKind> {
        let name = self.name("a variable")?;
        if !self.eat(Kind::Sign(Sign::Colon)) {
            self.expect(Sign::Becomes, "after the variable")?;
            return Ok(StmtKind::Assign(name, self.expression()?));
        }
        let ty = self.type_name()?;
        let value = if self.eat(Kind::Sign(Sign::Becomes)) { Some(self.expression()?) } else { None };
        Ok(StmtKind::Declare(name, ty, value))
    }

    fn if_statement(&mut self) -> Parsed<StmtId> {
        let start = self.span();
        self.advance();
        let (condition, head) = self.head(start)?;
        let mut arms = vec![(condition, self.body()?)];
        let mut otherwise = Vec::new();
        while self.eat(Kind::Word(Keyword::Else)) {
            let start = self.span();
            if self.eat(Kind::Word(Keyword::If)) {
                let (condition, _) = self.head(start)?;
                arms.push((condition, self.body()?));
            } else {
                otherwise = self.body()?;
                break;
            }
        }
        Ok(self.tree.add_stmt(StmtKind::If(arms, otherwise), head))
    }

    /// Reads a condition in parentheses; gives it and the place of the head that began at `start`.
    fn head(&mut self, start: Span) -> Parsed<(ExprId, Span)> {
        if self.peek() != Kind::Sign(Sign::Open) {
            let cause = format!("`(` must stand before the condition, not {}", self.peek().describe());
            return self.fail(SyntaxError::new(self.span(), cause));
        }
        self.advance();
        let condition = self.expression()?;
        self.expect(Sign::Close, "after the condition")?;
        Ok((condition, start.to(self.previous_span())))
    }

    /// Reads a block, or one statement without braces.
    fn body(&mut self) -> Parsed<Vec<StmtId>> {
        if self.peek() == Kind::Sign(Sign::OpenBrace) {
            return Ok(self.block()?.0);
        }
        self.nested(|parser| Ok(vec![parser.statement()?]))
    }

    /// Reports that a call was expected, if the expression is something else.
    fn require_call(&mut self, id: ExprId) -> Parsed<ExprId> {
        let expression = self.tree.expr(id);
        if let ExprKind::Call(..) = expression.kind {
            return Ok(id);
        }
        let error = SyntaxError::new(expression.span, "only a call is a statement by itself");
        self.fail(error.with_help("a value is assigned by `:=`"))
    }
}
