//! Functions and classes of the parser as ours.
//!
//! Attributes are left out: they do nothing until they are asked for.

#![allow(clippy::wildcard_enum_match_arm, reason = "the enums of the parser are open and need a wildcard")]

use php_ast::{self as ast, BuiltinType, ClassMemberKind, EnumMemberKind, TraitAdaptationKind, TypeHintKind};

use super::convert::{Converter, bare, last_part, lower, unsupported};
use super::{
    Access, Captures, Cast, Class, Expr, ExprKind, Function, Hint, Mode, Node, Parameter, Property, Renamed,
    Stmt, StmtKind,
};

impl Converter {
    pub(super) fn function(&self, function: &ast::FunctionDecl<'_, '_>) -> Function {
        let (body, is_generator) = self.body_of(|| self.statements(&function.body.stmts));
        Function {
            name: function.name.or_error().into(),
            parameters: self.parameters(&function.params),
            body: Some(returning(function.by_ref, body)),
            is_static: false,
            captures: Captures::Listed(Vec::new()),
            returns: returned(function.return_type.as_ref()),
            is_generator,
            access: Access::Public,
        }
    }

    pub(super) fn parameters(&self, parameters: &[ast::Param<'_, '_>]) -> Vec<Parameter> {
        let parameter = |parameter: &ast::Param<'_, '_>| Parameter {
            name: bare(parameter.name.or_error()),
            // No parameter that collects arguments has a default; this one says that it does so by reference.
            default: match (&parameter.default, parameter.variadic && parameter.by_ref) {
                (_, true) => Some(self.collected(parameter)),
                (default, false) => default.as_ref().map(|value| self.expr(value)),
            },
            mode: match (parameter.variadic, parameter.by_ref) {
                (true, _) => Mode::Spread,
                (false, true) => Mode::Reference,
                (false, false) => Mode::Value,
            },
            hint: match (returned(parameter.type_hint.as_ref()), &parameter.default) {
                (Some(Hint::Only(cast)), Some(default)) if self.expr(default).kind == ExprKind::Null => {
                    Some(Hint::OrNull(cast))
                }
                (hint, _) => hint,
            },
            is_promoted: is_promoted(parameter),
        };
        parameters.iter().map(parameter).collect()
    }

    fn collected(&self, parameter: &ast::Param<'_, '_>) -> Expr {
        let kind = unsupported("arguments are collected by reference");
        Expr { kind, span: self.span(parameter.span) }
    }

    pub(super) fn class(&self, class: &ast::ClassDecl<'_, '_>) -> Class {
        let name = class.name.as_ref().map_or("", |name| name.or_error());
        let members = self.members(name, class.extends.as_ref(), &class.body.members);
        let interfaces = names(&class.implements);
        Class { is_abstract: class.modifiers.is_abstract, interfaces, ..members }
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
            interfaces: Vec::new(),
            traits: Vec::new(),
            replaced: Vec::new(),
            renamed: Vec::new(),
            cases: Vec::new(),
            is_abstract: false,
            unsupported: None,
            properties: Vec::new(),
            constants: Vec::new(),
            methods: Vec::new(),
        };
        for member in members {
            match &member.kind {
                ClassMemberKind::Property(property) => self.property(&mut class, property),
                ClassMemberKind::Method(method) => self.method(&mut class, method),
                ClassMemberKind::ClassConst(constant) => {
                    class.constants.push((constant.name.or_error().into(), self.expr(&constant.value)));
                }
                ClassMemberKind::TraitUse(used) => traits(&mut class, used),
                _ => class.unsupported = Some("a class has a member of an unknown kind"),
            }
        }
        class
    }

    fn property(&self, class: &mut Class, property: &ast::PropertyDecl<'_, '_>) {
        if !property.hooks.is_empty() {
            class.unsupported = Some("a property with hooks is used");
        }
        class.properties.push(Property {
            name: bare(property.name.or_error()),
            default: property.default.as_ref().map(|value| self.expr(value)),
            is_static: property.modifiers.is_static,
            access: access(property.modifiers.visibility),
            hint: returned(property.type_hint.as_ref()),
            is_readonly: property.modifiers.is_readonly,
        });
    }

    /// An enumeration: a class whose cases are objects.
    pub(super) fn enumeration(&self, declared: &ast::EnumDecl<'_, '_>) -> Class {
        let members = self.members(declared.name.or_error(), None, &[]);
        let mut class = Class { is_abstract: true, interfaces: names(&declared.implements), ..members };
        for member in declared.body.members.iter() {
            match &member.kind {
                EnumMemberKind::Case(case) => {
                    let value = case.value.as_ref().map(|value| self.expr(value));
                    class.cases.push((case.name.or_error().into(), value));
                }
                EnumMemberKind::Method(method) => self.method(&mut class, method),
                EnumMemberKind::ClassConst(constant) => {
                    class.constants.push((constant.name.or_error().into(), self.expr(&constant.value)));
                }
                EnumMemberKind::TraitUse(used) => traits(&mut class, used),
                _ => class.unsupported = Some("an enumeration has a member of an unknown kind"),
            }
        }
        class
    }

    /// Converts the body of a function, and whether it yields.
    pub(super) fn body_of<T>(&self, convert: impl FnOnce() -> T) -> (T, bool) {
        let before = self.yields.replace(false);
        let body = convert();
        (body, self.yields.replace(before))
    }

    fn method(&self, class: &mut Class, method: &ast::MethodDecl<'_, '_>) {
        for parameter in method.params.iter().filter(|parameter| is_promoted(parameter)) {
            class.properties.push(Property {
                name: bare(parameter.name.or_error()),
                default: None,
                is_static: false,
                access: access(parameter.modifiers.visibility),
                hint: returned(parameter.type_hint.as_ref()),
                is_readonly: parameter.modifiers.is_readonly,
            });
        }
        let (body, is_generator) = self.body_of(|| method.body.map(|body| self.statements(&body.stmts)));
        class.methods.push(
            Function {
                name: lower(method.name.or_error()),
                parameters: self.parameters(&method.params),
                body: body.map(|body| returning(method.by_ref, body)),
                is_static: method.modifiers.is_static,
                captures: Captures::Listed(Vec::new()),
                returns: returned(method.return_type.as_ref()),
                is_generator,
                access: access(method.modifiers.visibility),
            }
            .into(),
        );
    }
}

/// Names of classes, in lower case.
pub(super) fn names(of: &[ast::Name<'_, '_>]) -> Vec<crate::tree::Name> {
    of.iter().map(|name| lower(&last_part(name))).collect()
}

/// The body of a function. One that returns a reference gives what a `finally` that runs later makes of the place.
pub(super) fn returning(by_ref: bool, mut body: Vec<Stmt>) -> Vec<Stmt> {
    let mut open: Vec<Node<'_>> = body.iter().map(Node::Stmt).collect();
    let mut has_finally = false;
    while let Some(node) = open.pop() {
        let is_finally =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Try(_, _, finally) if !finally.is_empty());
        has_finally |= matches!(node, Node::Stmt(stmt) if is_finally(stmt));
        open.extend(node.parts());
    }
    if let Some(span) = body.first().map(|first| first.span).filter(|_| by_ref && has_finally) {
        body.insert(
            0,
            Stmt { kind: StmtKind::Unsupported("a reference is returned before a finally"), span },
        );
    }
    body
}

/// What a class takes from traits.
fn traits(class: &mut Class, used: &ast::TraitUseDecl<'_, '_>) {
    class.traits.extend(used.traits.iter().map(|name| lower(&last_part(name))));
    for adaptation in used.adaptations.iter() {
        match &adaptation.kind {
            TraitAdaptationKind::Precedence { method, insteadof, .. } => {
                let method = lower(&last_part(method));
                let replaced = insteadof.iter().map(|name| (lower(&last_part(name)), method.clone()));
                class.replaced.extend(replaced);
            }
            TraitAdaptationKind::Alias { trait_name, method, new_name, new_modifier, .. } => {
                let method = lower(&last_part(method));
                class.renamed.push(Renamed {
                    of: trait_name.as_ref().map(|name| lower(&last_part(name))),
                    name: new_name.as_ref().map_or_else(|| method.clone(), |name| lower(&last_part(name))),
                    method,
                    access: new_modifier.map(|visibility| access(Some(visibility))),
                });
            }
            _ => class.unsupported = Some("a trait is adapted in an unknown way"),
        }
    }
}

/// Whether a parameter is a property too: it has a visibility or is read-only.
fn is_promoted(parameter: &ast::Param<'_, '_>) -> bool {
    parameter.modifiers.visibility.is_some()
        || parameter.modifiers.set_visibility.is_some()
        || parameter.modifiers.is_readonly
}

/// Who sees a member.
fn access(visibility: Option<ast::Visibility>) -> Access {
    match visibility {
        Some(ast::Visibility::Public) | None => Access::Public,
        Some(ast::Visibility::Protected) => Access::Protected,
        Some(_) => Access::Private,
    }
}

/// What a type asks for; none when it takes anything.
pub(super) fn returned(hint: Option<&ast::TypeHint<'_, '_>>) -> Option<Hint> {
    hint.and_then(|hint| asked(&hint.kind))
}

fn asked(hint: &TypeHintKind<'_, '_>) -> Option<Hint> {
    match hint {
        TypeHintKind::Keyword(BuiltinType::Int, _) => Some(Hint::Only(Cast::Int)),
        TypeHintKind::Keyword(BuiltinType::Float, _) => Some(Hint::Only(Cast::Float)),
        TypeHintKind::Keyword(BuiltinType::String, _) => Some(Hint::Only(Cast::String)),
        TypeHintKind::Keyword(BuiltinType::Bool, _) => Some(Hint::Only(Cast::Bool)),
        TypeHintKind::Keyword(BuiltinType::Array, _) => Some(Hint::Only(Cast::Array)),
        TypeHintKind::Keyword(BuiltinType::Callable, _) => Some(Hint::WithText),
        TypeHintKind::Keyword(
            BuiltinType::Mixed
            | BuiltinType::Void
            | BuiltinType::Never
            | BuiltinType::Static
            | BuiltinType::Self_,
            _,
        ) => None,
        TypeHintKind::Nullable(inner) => asked(&inner.kind).map(|inner| match inner {
            Hint::Only(cast) | Hint::OrNull(cast) => Hint::OrNull(cast),
            Hint::WithText | Hint::Other => inner,
        }),
        TypeHintKind::Union(types) => {
            let is_text = |hint: &ast::TypeHint<'_, '_>| {
                matches!(asked(&hint.kind), Some(Hint::Only(Cast::String) | Hint::WithText))
            };
            Some(if types.iter().any(is_text) { Hint::WithText } else { Hint::Other })
        }
        _ => Some(Hint::Other),
    }
}

/// The name of a constant that depends on where it stands.
pub(super) fn magic(kind: ast::MagicConstKind) -> &'static str {
    match kind {
        ast::MagicConstKind::Class => "__CLASS__",
        ast::MagicConstKind::Dir => "__DIR__",
        ast::MagicConstKind::File => "__FILE__",
        ast::MagicConstKind::Function => "__FUNCTION__",
        ast::MagicConstKind::Line => "__LINE__",
        ast::MagicConstKind::Method => "__METHOD__",
        ast::MagicConstKind::Namespace => "__NAMESPACE__",
        _ => "__TRAIT__",
    }
}
