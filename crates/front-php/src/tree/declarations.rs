//! Functions and classes of the parser as ours.
//!
//! Visibility, abstractness and attributes are left out: a program that breaks them does not run.

#![allow(clippy::wildcard_enum_match_arm, reason = "the enums of the parser are open and need a wildcard")]

use php_ast::{self as ast, BuiltinType, ClassMemberKind, TypeHintKind};

use super::convert::{Converter, bare, last_part, lower};
use super::{Captures, Cast, Class, Function, Mode, Parameter, Property};

impl Converter {
    pub(super) fn function(&self, function: &ast::FunctionDecl<'_, '_>) -> Function {
        Function {
            name: function.name.or_error().into(),
            parameters: self.parameters(&function.params),
            body: Some(self.statements(&function.body.stmts)),
            is_static: false,
            captures: Captures::Listed(Vec::new()),
        }
    }

    pub(super) fn parameters(&self, parameters: &[ast::Param<'_, '_>]) -> Vec<Parameter> {
        let parameter = |parameter: &ast::Param<'_, '_>| Parameter {
            name: bare(parameter.name.or_error()),
            default: parameter.default.as_ref().map(|value| self.expr(value)),
            mode: match (parameter.variadic, parameter.by_ref) {
                (true, _) => Mode::Spread,
                (false, true) => Mode::Reference,
                (false, false) => Mode::Value,
            },
            hint: parameter.type_hint.as_ref().and_then(|hint| scalar(&hint.kind)),
        };
        parameters.iter().map(parameter).collect()
    }

    pub(super) fn class(&self, class: &ast::ClassDecl<'_, '_>) -> Class {
        let name = class.name.as_ref().map_or("", |name| name.or_error());
        self.members(name, class.extends.as_ref(), &class.body.members)
    }

    pub(super) fn members(
        &self,
        name: &str,
        parent: Option<&ast::Name<'_, '_>>,
        members: &[ast::ClassMember<'_, '_>],
    ) -> Class {
        let mut class = Class {
            name: name.into(),
            parent: parent.map(|parent| lower(&last_part(parent))),
            traits: Vec::new(),
            properties: Vec::new(),
            constants: Vec::new(),
            methods: Vec::new(),
        };
        for member in members {
            match &member.kind {
                ClassMemberKind::Property(property) => class.properties.push(Property {
                    name: bare(property.name.or_error()),
                    default: property.default.as_ref().map(|value| self.expr(value)),
                    is_static: property.modifiers.is_static,
                }),
                ClassMemberKind::Method(method) => self.method(&mut class, method),
                ClassMemberKind::ClassConst(constant) => {
                    class.constants.push((constant.name.or_error().into(), self.expr(&constant.value)));
                }
                ClassMemberKind::TraitUse(used) => {
                    class.traits.extend(used.traits.iter().map(|name| lower(&last_part(name))));
                }
                _ => {}
            }
        }
        class
    }

    fn method(&self, class: &mut Class, method: &ast::MethodDecl<'_, '_>) {
        // A parameter with a visibility is a property too.
        for parameter in method.params.iter().filter(|parameter| parameter.modifiers.visibility.is_some()) {
            class.properties.push(Property {
                name: bare(parameter.name.or_error()),
                default: None,
                is_static: false,
            });
        }
        class.methods.push(
            Function {
                name: lower(method.name.or_error()),
                parameters: self.parameters(&method.params),
                body: method.body.map(|body| self.statements(&body.stmts)),
                is_static: method.modifiers.is_static,
                captures: Captures::Listed(Vec::new()),
            }
            .into(),
        );
    }
}

/// The scalar type of a hint that names exactly one.
fn scalar(hint: &TypeHintKind<'_, '_>) -> Option<Cast> {
    match hint {
        TypeHintKind::Keyword(BuiltinType::Int, _) => Some(Cast::Int),
        TypeHintKind::Keyword(BuiltinType::Float, _) => Some(Cast::Float),
        TypeHintKind::Keyword(BuiltinType::String, _) => Some(Cast::String),
        TypeHintKind::Keyword(BuiltinType::Bool, _) => Some(Cast::Bool),
        TypeHintKind::Keyword(BuiltinType::Array, _) => Some(Cast::Array),
        _ => None,
    }
}
