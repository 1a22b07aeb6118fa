//! Statements, declarations within them, and the functions and variables of a source.
//!
//! A name begins to be known where its declarator ends, before its initialiser.

use std::rc::Rc;

use lang_c::ast::{
    BlockItem, Declaration, Declarator, DerivedDeclarator, Ellipsis, ExternalDeclaration, ForInitializer,
    ForStatement, FunctionDefinition, InitDeclarator, Label, LabeledStatement, Statement,
    StorageClassSpecifier, TranslationUnit,
};
use lang_c::span::Node;

use super::convert::{convert, value};
use super::declared::{Specified, as_parameter};
use super::nodes::{For, Function, Lives, Stmt, StmtKind, VarId};
use super::reader::{Name, Reader, Switched, gap_stmt};
use super::types::{Extent, Type};

/// The parts of a statement's kind before its place is known.
fn at(kind: StmtKind, span: ir::Span) -> Stmt {
    Stmt { kind, span }
}

impl Reader {
    /// Reads everything of a source.
    pub(crate) fn source(&mut self, unit: &TranslationUnit) {
        for item in &unit.0 {
            match &item.node {
                ExternalDeclaration::Declaration(declaration) => {
                    self.declaration(&declaration.node);
                }
                ExternalDeclaration::StaticAssert(_) => {}
                ExternalDeclaration::FunctionDefinition(function) => self.definition(function),
            }
        }
    }

    /// Declares names; the statements that bring variables to life.
    fn declaration(&mut self, declaration: &Declaration) -> Vec<Stmt> {
        let specified = self.specifiers(&declaration.specifiers);
        let declarators = declaration.declarators.iter();
        declarators.filter_map(|declarator| self.declare_one(&specified, declarator)).collect()
    }

    fn declare_one(&mut self, specified: &Specified, declarator: &Node<InitDeclarator>) -> Option<Stmt> {
        let span = self.span(declarator.span);
        let named =
            specified.ty.clone().and_then(|base| self.declarator(&declarator.node.declarator.node, base));
        let (name, ty) = match named {
            Ok((Some(name), ty)) => (name, ty),
            Ok((None, _)) => return None,
            Err(why) => return Some(gap_stmt(&why, span)),
        };
        if specified.storage == Some(StorageClassSpecifier::Typedef) {
            let is_computed = is_computed(&ty);
            self.declare(&name, Name::Type(ty));
            return is_computed.then(|| gap_stmt("a type whose size is computed", span));
        }
        if matches!(ty, Type::Function(_)) {
            self.declare(&name, Name::Function(ty));
            return None;
        }
        let lives = match specified.storage {
            Some(StorageClassSpecifier::Extern) => Lives::Elsewhere,
            Some(StorageClassSpecifier::Static) => Lives::Always,
            _ if self.is_outside() => Lives::Always,
            _ => Lives::Block,
        };
        let id = self.variable(&name, ty, (lives, span));
        let is_internal = specified.storage == Some(StorageClassSpecifier::Static);
        let variable = &mut self.unit.variables[id.0];
        variable.is_constant |= specified.makes_constant(&declarator.node.declarator.node);
        variable.is_internal |= is_internal;
        if let Some(initializer) = &declarator.node.initializer {
            let ty = self.unit.variables[id.0].ty.clone();
            let (ty, initial) = self.initial(&initializer.node, ty);
            let variable = &mut self.unit.variables[id.0];
            variable.ty = ty;
            variable.initial = Some(initial);
            if lives == Lives::Elsewhere {
                variable.lives = Lives::Always;
            }
        }
        (lives == Lives::Block).then(|| at(StmtKind::Declare(id), span))
    }

    /// A variable under a name. At file scope a name is declared as often as one likes.
    fn variable(&mut self, name: &str, ty: Type, (lives, span): (Lives, ir::Span)) -> VarId {
        let again = self.is_outside() || lives == Lives::Elsewhere;
        if let (true, Some(known)) = (again, self.outer_variable(name)) {
            let variable = &mut self.unit.variables[known.0];
            if lives == Lives::Always && variable.lives == Lives::Elsewhere {
                (variable.lives, variable.ty) = (lives, ty);
            } else if self.size(&self.unit.variables[known.0].ty) == Some(0) {
                self.unit.variables[known.0].ty = ty;
            }
            self.declare(name, Name::Variable(known));
            return known;
        }
        let id = self.new_variable(name, ty, (lives, span));
        self.declare(name, Name::Variable(id));
        id
    }

    fn definition(&mut self, definition: &Node<FunctionDefinition>) {
        let span = self.span(definition.span);
        let specified = self.specifiers(&definition.node.specifiers);
        let declarator = &definition.node.declarator.node;
        let Ok((Some(name), ty)) = specified.ty.and_then(|base| self.declarator(declarator, base)) else {
            return;
        };
        let Type::Function(signature) = &ty else { return };
        let result = signature.result.clone();
        self.declare(&name, Name::Function(ty.clone()));
        self.function = Some(name.clone());
        self.enter();
        let (parameters, variadic) = self.parameters(declarator, &definition.node.declarations);
        let body = Rc::new(self.statement(&definition.node.statement));
        self.leave();
        self.function = None;
        self.unit.functions.push(Function { name, result, parameters, variadic, body, span });
    }

    /// Declares the parameters of a function that is defined.
    fn parameters(&mut self, declarator: &Declarator, old: &[Node<Declaration>]) -> (Vec<VarId>, bool) {
        let mut ids = Vec::new();
        for derived in &declarator.derived {
            let span = self.span(derived.span);
            match &derived.node {
                DerivedDeclarator::Function(function) => {
                    for parameter in &function.node.parameters {
                        let Ok((name, ty)) = self.parameter(&parameter.node) else { continue };
                        if ty == Type::Void {
                            continue;
                        }
                        let name = name.unwrap_or_default();
                        ids.push(self.local(&name, ty, span));
                    }
                    return (ids, function.node.ellipsis == Ellipsis::Some);
                }
                DerivedDeclarator::KRFunction(names) => {
                    for name in names {
                        ids.push(self.local(&name.node.name, Type::INT, span));
                    }
                    self.old_parameters(old, &ids);
                    return (ids, false);
                }
                DerivedDeclarator::Pointer(_) | DerivedDeclarator::Array(_) | DerivedDeclarator::Block(_) => {
                }
            }
        }
        match &declarator.kind.node {
            lang_c::ast::DeclaratorKind::Declarator(inner) => self.parameters(&inner.node, old),
            lang_c::ast::DeclaratorKind::Abstract | lang_c::ast::DeclaratorKind::Identifier(_) => {
                (ids, false)
            }
        }
    }

    fn local(&mut self, name: &str, ty: Type, span: ir::Span) -> VarId {
        let id = self.new_variable(name, ty, (Lives::Block, span));
        self.declare(name, Name::Variable(id));
        id
    }

    /// The types of parameters that are declared between the head and the body of a function.
    fn old_parameters(&mut self, declarations: &[Node<Declaration>], ids: &[VarId]) {
        for declaration in declarations {
            let base = self.specifiers(&declaration.node.specifiers).ty;
            for declarator in &declaration.node.declarators {
                let named =
                    base.clone().and_then(|base| self.declarator(&declarator.node.declarator.node, base));
                let Ok((Some(name), ty)) = named else { continue };
                let found = ids.iter().find(|id| self.unit.variables[id.0].name == name);
                if let Some(id) = found {
                    self.unit.variables[id.0].ty = as_parameter(ty);
                }
            }
        }
    }

    /// The typed statement.
    pub(crate) fn statement(&mut self, statement: &Node<Statement>) -> Stmt {
        let span = self.span(statement.span);
        let kind = match &statement.node {
            Statement::Labeled(labeled) => return self.labeled(&labeled.node, span),
            Statement::Compound(items) => {
                self.enter();
                let items = self.items(items);
                self.leave();
                StmtKind::Block(items)
            }
            Statement::Expression(None) => StmtKind::Block(Vec::new()),
            Statement::Expression(Some(expression)) => StmtKind::Expr(self.expression(expression)),
            Statement::If(choice) => {
                let test = value(self.expression(&choice.node.condition));
                let then = Box::new(self.statement(&choice.node.then_statement));
                let other = choice.node.else_statement.as_ref().map(|other| Box::new(self.statement(other)));
                StmtKind::If(test, then, other)
            }
            Statement::Switch(switch) => {
                let on = super::operators::promoted(value(self.expression(&switch.node.expression)));
                self.switches.push(Switched { ty: on.ty.clone(), is_open: false });
                let body = Box::new(self.statement(&switch.node.statement));
                if self.switches.pop().is_some_and(|switched| switched.is_open) {
                    return gap_stmt("a switch with a case that is no constant", span);
                }
                StmtKind::Switch(on, body)
            }
            Statement::While(repeat) => {
                let test = value(self.expression(&repeat.node.expression));
                StmtKind::While(test, Box::new(self.statement(&repeat.node.statement)))
            }
            Statement::DoWhile(repeat) => {
                let body = Box::new(self.statement(&repeat.node.statement));
                StmtKind::DoWhile(body, value(self.expression(&repeat.node.expression)))
            }
            Statement::For(repeat) => self.for_statement(&repeat.node),
            Statement::Goto(name) => StmtKind::Goto(name.node.name.clone()),
            Statement::Continue => StmtKind::Continue,
            Statement::Break => StmtKind::Break,
            Statement::Return(None) => StmtKind::Return(None),
            Statement::Return(Some(expression)) => StmtKind::Return(Some(self.expression(expression))),
            Statement::Asm(_) => StmtKind::Gap("inline assembly".to_owned()),
        };
        at(kind, span)
    }

    fn items(&mut self, items: &[Node<BlockItem>]) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => statements.extend(self.declaration(&declaration.node)),
                BlockItem::StaticAssert(_) => {}
                BlockItem::Statement(statement) => statements.push(self.statement(statement)),
            }
        }
        statements
    }

    fn for_statement(&mut self, repeat: &ForStatement) -> StmtKind {
        self.enter();
        let before = match &repeat.initializer.node {
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => Vec::new(),
            ForInitializer::Expression(expression) => {
                let span = self.span(expression.span);
                vec![at(StmtKind::Expr(self.expression(expression)), span)]
            }
            ForInitializer::Declaration(declaration) => self.declaration(&declaration.node),
        };
        let test = repeat.condition.as_ref().map(|test| value(self.expression(test)));
        let step = repeat.step.as_ref().map(|step| self.expression(step));
        let body = self.statement(&repeat.statement);
        self.leave();
        StmtKind::For(Box::new(For { before, test, step, body }))
    }

    fn labeled(&mut self, labeled: &LabeledStatement, span: ir::Span) -> Stmt {
        let bounds = match &labeled.label.node {
            Label::Identifier(name) => {
                let inner = Box::new(self.statement(&labeled.statement));
                return at(StmtKind::Label(name.node.name.clone(), inner), span);
            }
            Label::Default => {
                let inner = Box::new(self.statement(&labeled.statement));
                return at(StmtKind::Default(inner), span);
            }
            Label::Case(only) => {
                let only = self.case(only);
                only.zip(only)
            }
            Label::CaseRange(range) => {
                let low = self.case(&range.node.low);
                low.zip(self.case(&range.node.high))
            }
        };
        if let Some((low, high)) = bounds {
            return at(StmtKind::Case(low, high, Box::new(self.statement(&labeled.statement))), span);
        }
        if let Some(switched) = self.switches.last_mut() {
            switched.is_open = true;
        }
        gap_stmt("a case that is no constant", span)
    }

    /// The value of a case, in the type of what decides.
    fn case(&mut self, of: &Node<lang_c::ast::Expression>) -> Option<i128> {
        let value = self.expression(of);
        match self.switches.last() {
            Some(switched) => convert(value, &switched.ty).constant(),
            None => value.constant(),
        }
    }
}

/// Whether the size of an array in a type is computed where it is declared.
fn is_computed(ty: &Type) -> bool {
    match ty {
        Type::Array(of, extent) => matches!(extent, Extent::Computed(_)) || is_computed(of),
        Type::Pointer(of) => is_computed(of),
        Type::Void | Type::Integer(_) | Type::Real(_) | Type::Function(_) | Type::Record(_) => false,
    }
}

/// The value that a function gives back, in the type of its result.
pub fn returned(expr: &super::nodes::Expr, result: &Type) -> super::nodes::Expr {
    convert(expr.clone(), result)
}
