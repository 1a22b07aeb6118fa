//! Expressions: each gets a type, conversions become explicit, constants are folded.
//!
//! The depth of what the parser gives is bounded before it parses, so that recursion here is too.

use ir::Span;
use lang_c::ast::{
    BinaryOperatorExpression, CallExpression, CastExpression, ConditionalExpression, Constant, Expression,
    MemberExpression, MemberOperator, UnaryOperator, UnaryOperatorExpression, VaArgExpression,
};
use lang_c::span::Node;

use super::convert::{constant, convert, meet, value};
use super::literals;
use super::nodes::{Binary, Expr, ExprKind, Gives, Stmt, StmtKind};
use super::operators::{
    Operator, assign, binary, compare, complement, deref, minus, node, not, offset, operator, promoted,
    update,
};
use super::reader::{Name, Reader, gap};
use super::selections::built_in;
use super::types::{Extent, Integer, Signature, Type};

/// What gives the next of a list of arguments.
pub(crate) const NEXT_ARGUMENT: &str = "__builtin_va_arg";

impl Reader {
    /// The typed expression.
    pub(crate) fn expression(&mut self, expression: &Node<Expression>) -> Expr {
        let span = self.span(expression.span);
        match &expression.node {
            Expression::Identifier(name) => self.identifier(&name.node.name, span),
            Expression::Constant(literal) => Self::literal(&literal.node, span),
            Expression::StringLiteral(text) => match literals::string(&text.node) {
                Some(bytes) => Self::text(bytes, span),
                None => gap("a wide string", Type::Void.pointer(), span),
            },
            Expression::Member(member) => self.member_expression(&member.node, span),
            Expression::Call(call) => self.call(&call.node, span),
            Expression::UnaryOperator(unary) => self.unary(&unary.node, span),
            Expression::BinaryOperator(binary) => self.binary_expression(&binary.node, span),
            Expression::Cast(cast) => self.cast(&cast.node, span),
            Expression::Conditional(choice) => self.conditional(&choice.node, span),
            Expression::Comma(parts) => {
                let parts: Vec<Expr> = parts.iter().map(|part| value(self.expression(part))).collect();
                let ty = parts.last().map_or(Type::Void, |last| last.ty.clone());
                node(ExprKind::Sequence(parts), ty, span)
            }
            Expression::SizeOfTy(of) => match self.type_name(&of.node.0.node) {
                Ok(ty) => self.size_of(ty, span),
                Err(why) => gap(&why, Type::Integer(Integer::SIZE), span),
            },
            Expression::SizeOfVal(of) => {
                let of = self.expression(&of.node.0);
                if of.has_gap() {
                    return gap("the size of what", Type::Integer(Integer::SIZE), span);
                }
                self.size_of(of.ty, span)
            }
            Expression::AlignOf(of) => match self.type_name(&of.node.0.node) {
                Ok(ty) => match ty.layout(&self.unit.records) {
                    Some((_, align)) => constant(i128::from(align), Integer::SIZE, span),
                    None => gap("the alignment of an incomplete type", Type::Integer(Integer::SIZE), span),
                },
                Err(why) => gap(&why, Type::Integer(Integer::SIZE), span),
            },
            Expression::Statement(block) => {
                let block = self.statement(block);
                let ty = last_type(&block);
                node(ExprKind::Block(Box::new(block)), ty, span)
            }
            Expression::CompoundLiteral(literal) => self.compound(&literal.node, span),
            Expression::OffsetOf(of) => self.offset_of(&of.node, span),
            Expression::GenericSelection(selection) => self.selection(&selection.node, span),
            Expression::VaArg(next) => self.next_argument(&next.node, span),
        }
    }

    /// The next of a list of arguments, as a call of a function that gives its type.
    fn next_argument(&mut self, next: &VaArgExpression, span: Span) -> Expr {
        let ty = match self.type_name(&next.type_name.node) {
            Ok(ty) => ty,
            Err(why) => return gap(&why, Type::INT, span),
        };
        let list = value(self.expression(&next.va_list));
        let signature = Signature { result: ty.clone(), parameters: None };
        let kind = ExprKind::Function(NEXT_ARGUMENT.to_owned());
        let callee = node(kind, Type::Function(signature.into()), span);
        node(ExprKind::Call(Box::new(callee), vec![list]), ty, span)
    }

    fn identifier(&self, name: &str, span: Span) -> Expr {
        match self.name(name) {
            Some(Name::Variable(id)) => {
                let ty = self.unit.variables[id.0].ty.clone();
                node(ExprKind::Variable(*id), ty, span)
            }
            Some(Name::Function(ty)) => {
                let ty = ty.clone();
                node(ExprKind::Function(name.to_owned()), ty, span)
            }
            Some(Name::Constant(known)) => constant(*known, enumerator_type(*known), span),
            Some(Name::Type(_)) => gap("a type as a value", Type::INT, span),
            None if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => {
                match &self.function {
                    Some(function) => Self::text(function.clone().into_bytes(), span),
                    None => gap("the name of a function outside of all", Type::INT, span),
                }
            }
            Some(Name::Unknown) | None => gap(&format!("`{name}`, whose type or value"), Type::INT, span),
        }
    }

    /// What is called. A function that nothing declares takes anything and gives an int.
    fn callee(&mut self, callee: &Node<Expression>) -> Expr {
        if let Expression::Identifier(name) = &callee.node
            && self.name(&name.node.name).is_none()
        {
            let unknown = Signature { result: Type::INT, parameters: None };
            let signature = built_in(&name.node.name).unwrap_or(unknown);
            let kind = ExprKind::Function(name.node.name.clone());
            return node(kind, Type::Function(signature.into()), self.span(callee.span));
        }
        self.expression(callee)
    }

    fn literal(literal: &Constant, span: Span) -> Expr {
        match literal {
            Constant::Integer(number) => match literals::integer(number) {
                Some((known, ty)) => constant(known, ty, span),
                None => gap("an integer that no type holds", Type::Integer(Integer::DIFFERENCE), span),
            },
            Constant::Float(_) => node(ExprKind::Real, Type::Real(8), span),
            Constant::Character(text) => match literals::character(text) {
                Some(known) => constant(known, Integer::INT, span),
                None => gap("a wide character", Type::INT, span),
            },
        }
    }

    /// A string literal.
    fn text(bytes: Vec<u8>, span: Span) -> Expr {
        let extent = Extent::Known(bytes.len() as u64 + 1);
        let ty = Type::Array(Type::Integer(Integer::CHAR).into(), extent);
        node(ExprKind::Text(bytes.into()), ty, span)
    }

    fn member_expression(&mut self, member: &MemberExpression, span: Span) -> Expr {
        let whole = self.expression(&member.expression);
        let whole = match member.operator.node {
            MemberOperator::Direct => whole,
            MemberOperator::Indirect => deref(whole, span),
        };
        let name = &member.identifier.node.name;
        let Type::Record(id) = whole.ty else {
            return gap(&format!("the member {name} of what is no record"), Type::INT, span);
        };
        match self.member(id, name) {
            Some(path) => path.into_iter().fold(whole, |whole, index| self.part(whole, index)),
            None => gap(&format!("the member {name}"), Type::INT, span),
        }
    }

    fn part(&self, whole: Expr, index: usize) -> Expr {
        let span = whole.span;
        let Type::Record(id) = whole.ty else { return gap("a member of what is no record", Type::INT, span) };
        let members = self.unit.records[id.0].members.as_ref();
        match members.and_then(|members| members.get(index)) {
            Some(member) => {
                let ty = member.ty.clone();
                node(ExprKind::Member(Box::new(whole), index), ty, span)
            }
            None => gap("a member of an incomplete record", Type::INT, span),
        }
    }

    fn call(&mut self, call: &CallExpression, span: Span) -> Expr {
        let callee = self.callee(&call.callee);
        let function = if let Type::Pointer(of) = &callee.ty { of } else { &callee.ty };
        let Type::Function(signature) = function else {
            return gap("a call of what is no function", Type::INT, span);
        };
        let signature = (**signature).clone();
        let parameters = signature.parameters.unwrap_or_default();
        let mut arguments = Vec::new();
        for (index, argument) in call.arguments.iter().enumerate() {
            let argument = self.expression(argument);
            arguments.push(match parameters.get(index) {
                Some(ty) => convert(argument, ty),
                None => promoted(argument),
            });
        }
        node(ExprKind::Call(Box::new(callee), arguments), signature.result, span)
    }

    fn unary(&mut self, unary: &UnaryOperatorExpression, span: Span) -> Expr {
        let operand = self.expression(&unary.operand);
        let one = constant(1, Integer::INT, span);
        let counts = matches!(
            unary.operator.node,
            UnaryOperator::PostIncrement
                | UnaryOperator::PostDecrement
                | UnaryOperator::PreIncrement
                | UnaryOperator::PreDecrement
        );
        if counts && self.is_flag(&operand) {
            return gap("an update of one bit", Type::INT, span);
        }
        match unary.operator.node {
            UnaryOperator::PostIncrement => update((operand, one), Binary::Plus, Gives::Old, span),
            UnaryOperator::PostDecrement => update((operand, one), Binary::Minus, Gives::Old, span),
            UnaryOperator::PreIncrement => update((operand, one), Binary::Plus, Gives::New, span),
            UnaryOperator::PreDecrement => update((operand, one), Binary::Minus, Gives::New, span),
            UnaryOperator::Address => {
                if let ExprKind::Deref(pointer) = operand.kind {
                    return *pointer;
                }
                let ty = operand.ty.clone().pointer();
                node(ExprKind::Address(Box::new(operand)), ty, span)
            }
            UnaryOperator::Indirection => deref(operand, span),
            UnaryOperator::Plus => promoted(operand),
            UnaryOperator::Minus => minus(operand),
            UnaryOperator::Complement => complement(operand),
            UnaryOperator::Negate => not(operand),
        }
    }

    fn binary_expression(&mut self, expression: &BinaryOperatorExpression, span: Span) -> Expr {
        let left = self.expression(&expression.lhs);
        let right = self.expression(&expression.rhs);
        match operator(&expression.operator.node) {
            Operator::Binary(operation) => binary(operation, left, right, span),
            Operator::Compare(how) => compare(how, left, right, span),
            Operator::Update(_) if self.is_flag(&left) => gap("an update of one bit", Type::INT, span),
            Operator::Update(operation) => update((left, right), operation, Gives::New, span),
            Operator::Assign => {
                let right = self.for_place(&left, right);
                assign(left, right, span)
            }
            Operator::And => {
                let kind = ExprKind::And(Box::new(value(left)), Box::new(value(right)));
                node(kind, Type::INT, span)
            }
            Operator::Or => {
                let kind = ExprKind::Or(Box::new(value(left)), Box::new(value(right)));
                node(kind, Type::INT, span)
            }
            Operator::Index => {
                let (left, right) = (value(left), value(right));
                let (pointer, by) = if left.ty.is_pointer() { (left, right) } else { (right, left) };
                deref(offset(pointer, by, span), span)
            }
        }
    }

    fn cast(&mut self, cast: &CastExpression, span: Span) -> Expr {
        let operand = self.expression(&cast.expression);
        match self.type_name(&cast.type_name.node) {
            Ok(ty) => Expr { span, ..convert(operand, &ty) },
            Err(why) => gap(&why, Type::INT, span),
        }
    }

    fn conditional(&mut self, choice: &ConditionalExpression, span: Span) -> Expr {
        let test = value(self.expression(&choice.condition));
        let left = value(self.expression(&choice.then_expression));
        let right = value(self.expression(&choice.else_expression));
        let (left, right, ty) = match (left.ty.is_pointer(), right.ty.is_pointer()) {
            (false, false) if left.ty == right.ty && left.ty.integer().is_none() => {
                let ty = left.ty.clone();
                (left, right, ty)
            }
            (false, false) => match meet(left, right) {
                Some(met) => met,
                None => return gap("a choice between values of two kinds", Type::Void, span),
            },
            // Null and pointers to anything take the type of the other.
            (true, other) => {
                let yields = left.ty.element() == Some(&Type::Void) && other;
                let ty = if yields { right.ty.clone() } else { left.ty.clone() };
                (convert(left, &ty), convert(right, &ty), ty)
            }
            (false, true) => {
                let ty = right.ty.clone();
                (convert(left, &ty), right, ty)
            }
        };
        match test.constant() {
            Some(0) => right,
            Some(_) => left,
            None => {
                let kind = ExprKind::Conditional(Box::new(test), Box::new(left), Box::new(right));
                node(kind, ty, span)
            }
        }
    }

    fn size_of(&self, ty: Type, span: Span) -> Expr {
        match self.size(&ty) {
            Some(size) => constant(i128::from(size), Integer::SIZE, span),
            None => node(ExprKind::SizeOf(ty), Type::Integer(Integer::SIZE), span),
        }
    }
}

/// The type of a constant of an enumeration.
fn enumerator_type(value: i128) -> Integer {
    let unsigned = Integer { bits: 32, signed: false };
    let all = [Integer::INT, unsigned, Integer::DIFFERENCE];
    let holds = |ty: &Integer| (ty.range().0..=ty.range().1).contains(&value);
    all.into_iter().find(holds).unwrap_or(Integer::SIZE)
}

/// The type of the value that a block gives as an expression.
fn last_type(block: &Stmt) -> Type {
    let StmtKind::Block(items) = &block.kind else { return Type::Void };
    if let Some(StmtKind::Expr(expr)) = items.last().map(|last| &last.kind) {
        expr.ty.clone()
    } else {
        Type::Void
    }
}
