//! Where values come from: requests, constants, other files; and the sinks that are no output.
//!
//! A parameter of a request is a string, an array or absent, and the same whenever it is read. As an array it has the text
//! of one, and its elements are of the outside. Constants are those that the page
//! defines, then those of PHP; one that is in neither throws, as it does since PHP 8.

use ir::{Action, Condition, Label, StrExpr, StrTerm, StrVar, Test};

use super::env::{Key, Pending};
use super::{Lower, Parameter, Source};
use crate::policy::RuleId;
use crate::text::outside;
use crate::value::{Array, ArrayKey, Rest, Value, simplify};

/// Arrays that requests fill.
const REQUEST: [&str; 10] = [
    "_GET",
    "_POST",
    "_REQUEST",
    "_COOKIE",
    "_SERVER",
    "_FILES",
    "_SESSION",
    "_ENV",
    "HTTP_GET_VARS",
    "HTTP_POST_VARS",
];

/// How many names of a file are told apart.
const MOST_NAMES: usize = 8;

impl Lower<'_> {
    /// The value of a variable that requests fill.
    pub(super) fn superglobal(&mut self, name: &str) -> Option<Value> {
        if !REQUEST.contains(&name) {
            return None;
        }
        let key: Key = format!("super:{name}").into();
        let whole = Array { known: Vec::new(), rest: Some(Rest::Outside), next: None };
        Some(self.env.get(&key).cloned().unwrap_or(Value::Array(whole.into())))
    }

    /// Gives each variable that requests fill its first value.
    pub(super) fn fill_requests(&mut self) {
        for name in REQUEST {
            if let Some(whole) = self.superglobal(name) {
                self.env.values.insert(format!("super:{name}").into(), whole);
            }
        }
    }

    /// Lets all paths have the same elements of such variables under known keys: where a path has not assigned one, it is that
    /// of the request.
    pub(super) fn complete_requests(&mut self, paths: &mut [Pending]) {
        for name in REQUEST {
            let place: Key = format!("super:{name}").into();
            let mut keys: Vec<ArrayKey> = Vec::new();
            for path in paths.iter() {
                if let Some(Value::Array(array)) = path.env.values.get(&place) {
                    keys.extend(array.known.iter().map(|(key, _)| key.clone()));
                }
            }
            keys.sort();
            keys.dedup();
            if keys.is_empty() {
                continue;
            }
            for path in paths.iter_mut() {
                let Some(Value::Array(array)) = path.env.values.get(&place).cloned() else { continue };
                if array.rest != Some(Rest::Outside) {
                    continue;
                }
                std::mem::swap(&mut self.env, &mut path.env);
                let known = keys.iter().map(|key| {
                    let value = self.request_value(name, &key.value()).unwrap_or(Value::Null);
                    (key.clone(), value)
                });
                let known: Vec<(ArrayKey, Value)> = known.collect();
                std::mem::swap(&mut self.env, &mut path.env);
                let array = Array { known, rest: Some(Rest::Outside), next: None };
                path.env.values.insert(place.clone(), Value::Array(array.into()));
            }
        }
    }

    /// Whether a name is that of such a variable.
    pub(super) fn is_superglobal(name: &str) -> bool {
        REQUEST.contains(&name)
    }

    /// An element of such a variable under a constant key, unless the page has put one there.
    pub(crate) fn request_value(&mut self, name: &str, key: &Value) -> Option<Value> {
        if !REQUEST.contains(&name) {
            return None;
        }
        let key = key.key()?;
        let bytes = key.value().constant()?;
        if let Some(Value::Array(array)) = self.env.get(&Key::from(format!("super:{name}"))) {
            let known = array.get(&key).cloned();
            if known.is_some() || array.rest != Some(Rest::Outside) {
                return known;
            }
        }
        if name == "_FILES" {
            return Some(self.uploaded(&String::from_utf8_lossy(&bytes)));
        }
        let key = String::from_utf8_lossy(&bytes).into_owned();
        Some(self.parameter(name, key))
    }

    /// A parameter of a request under a key.
    fn parameter(&mut self, name: &str, key: String) -> Value {
        let known = self.parameters.iter().find(|known| known.from == name && known.key == key);
        let (variable, present) = match known {
            Some(known) => (known.variable, known.present),
            None => self.new_parameter(name, key),
        };
        if let Some(refined) = self.env.values.get(&refined_key(variable)) {
            return refined.clone();
        }
        Value::Maybe(Condition::test(Test::Bool(present)), StrTerm::Var(variable))
    }

    /// What is known of an uploaded file: its name and type are of the outside, its size and error are numbers. Under a
    /// name with brackets each is an array.
    fn uploaded(&mut self, key: &str) -> Value {
        let several = self.emit.fate("several files");
        let texts = ["name", "full_path", "type"].map(|field| {
            let Value::Maybe(_, text) = self.parameter("_FILES", format!("{key}[{field}]")) else {
                return (field, self.unknown_value(field));
            };
            (field, Value::Str(text))
        });
        let path = Value::Str(self.page_text("tmp_name", "[A-Za-z0-9/._\\-]*"));
        let numbers = ["error", "size"].map(|field| (field, Value::Int(self.emit.any_int(field))));
        let mut known = Vec::new();
        for (field, value) in texts.into_iter().chain([("tmp_name", path)]).chain(numbers) {
            let many = Array { known: Vec::new(), rest: Some(Rest::Outside), next: None };
            let value = Value::choice(several.clone(), Value::Array(many.into()), value);
            known.push((ArrayKey::Str(field.as_bytes().to_vec()), value));
        }
        let file = Value::Array(Array { known, rest: None, next: None }.into());
        let given = self.emit.fate("a file is sent");
        Value::choice(given, file, Value::Null)
    }

    /// Whether a text may stand for an array: it is a value of a request or of a function that is not modelled, and
    /// nothing has made a string of it.
    pub(crate) fn text_may_be_array(&self, term: &StrTerm) -> bool {
        let mut open = vec![term.clone()];
        let mut seen = std::collections::BTreeSet::new();
        while let Some(term) = open.pop() {
            let StrTerm::Var(variable) = term else { continue };
            if !seen.insert(variable) {
                continue;
            }
            for expr in self.emit.values_of(variable) {
                match expr {
                    StrExpr::Input(_) => return true,
                    StrExpr::Term(from) | StrExpr::Apply { to: from, .. } => open.push(from.clone()),
                    _ => {}
                }
            }
        }
        false
    }

    /// Whether the sources have a class.
    pub(crate) fn has_classes(&self) -> bool {
        !self.classes.is_empty()
    }

    /// A parameter is known to be a text of the page from here on, wherever it is read.
    pub(super) fn refine_parameter(&mut self, variable: StrVar, text: StrTerm) {
        if let Some(known) = self.parameters.iter().find(|known| known.variable == variable) {
            let present = Condition::test(Test::Bool(known.present));
            self.env.values.insert(refined_key(variable), Value::Maybe(present, text));
        }
    }

    /// Whether a variable holds a parameter of a request.
    pub(crate) fn is_parameter(&self, variable: StrVar) -> bool {
        self.parameters.iter().any(|known| known.variable == variable)
    }

    /// What was found out about parameters on the way here is not known on all ways.
    pub(super) fn forget_refined(&mut self) {
        self.env.values.retain(|key, _| !key.starts_with(REFINED));
    }

    /// Reads a parameter before everything else.
    fn new_parameter(&mut self, from: &str, key: String) -> (StrVar, ir::BoolVar) {
        let name = format!("{from}['{key}']");
        let variable = self.emit.new_str(&name);
        let present = self.emit.new_bool(&format!("isset({name})"));
        let given = Condition::test(Test::Bool(present));
        self.emit.fates.insert(ir::Variable::Bool(present));
        self.emit.first(Action::Havoc(ir::Variable::Bool(present)));
        let any = outside(&mut self.emit, shape(from, &key));
        self.emit.first(Action::SetStr(variable, StrExpr::Input(any)));
        let after = self.emit.firsts() as u32 + 2;
        self.emit.first(Action::Branch(given, Label(after)));
        self.emit.first(Action::SetStr(variable, StrExpr::Term(StrTerm::Word([].into()))));
        self.empty_unless.insert(variable, Condition::test(Test::Bool(present)));
        self.parameters.push(Parameter { from: from.to_owned(), key, variable, present });
        (variable, present)
    }

    /// A constant by its name.
    pub(super) fn constant(&mut self, name: &str) -> Value {
        if let Some(value) = self.env.get(&constant_key(name)) {
            return value.clone();
        }
        let file = self.emit.span.file as usize;
        let path = self.files.get(file).map_or("", |file| file.name.as_str());
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let frame = self.frames.last().expect("the main frame is never left");
        match name {
            "__FILE__" => Value::text(path.as_bytes()),
            "__DIR__" => Value::text(if folder.is_empty() { "." } else { folder }.as_bytes()),
            "__LINE__" => Value::Int(self.emit.any_int("line")),
            "__FUNCTION__" | "__METHOD__"
                if frame.class.is_none() && !frame.function.starts_with('{') && !self.has_namespace() =>
            {
                Value::text(frame.function.as_bytes())
            }
            "__CLASS__" => match frame.class.clone() {
                Some(class) => self.written_name(&class),
                None => Value::empty(),
            },
            "__NAMESPACE__" if !self.has_namespace() => Value::empty(),
            "__FUNCTION__" | "__METHOD__" | "__NAMESPACE__" | "__TRAIT__" => self.unknown_value(name),
            "PHP_EOL" => Value::text(b"\n"),
            "DIRECTORY_SEPARATOR" => Value::text(b"/"),
            "PATH_SEPARATOR" => Value::text(b":"),
            _ => {
                if let Some(value) = crate::lower::library::constant(name) {
                    return Value::int(value);
                }
                // Constants of PHP and of its extensions are in capitals; there are thousands.
                if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
                    self.throw_when(Condition::TRUE);
                    return Value::Null;
                }
                if let Some(form) = crate::lower::library::constant_form(name) {
                    let text = self.page_text(name, form);
                    return if name.starts_with("M_") { Value::Float(text) } else { Value::Str(text) };
                }
                self.may_throw(|lower| lower.emit.any_bool("the constant is not defined"));
                self.approximate(format!("the constant {name} is not known: its value is anything"));
                self.unknown_value(name)
            }
        }
    }

    /// The name of a class as it is written.
    pub(super) fn written_name(&mut self, class: &str) -> Value {
        match self.classes.get(class) {
            Some(known) if !self.has_namespace() && !known.name.contains('@') => {
                Value::text(known.name.as_bytes())
            }
            Some(_) | None => self.unknown_value("name of a class"),
        }
    }

    /// Whether some file has a namespace, which names of classes and functions begin with.
    fn has_namespace(&self) -> bool {
        self.files
            .iter()
            .any(|file| file.bytes.windows(9).any(|part| part.eq_ignore_ascii_case(b"namespace")))
    }

    /// `define(name, value)`; the first definition stays.
    pub(crate) fn define(&mut self, name: &str, value: Value) {
        let key = constant_key(name);
        let value = match self.env.get(&key).cloned() {
            None => value,
            // On some ways here it is defined already.
            Some(first) => match first.is_null() {
                Some(is_missing) => Value::choice(simplify(is_missing), value, first),
                None => self.unknown_value(name),
            },
        };
        self.env.set(&key, value);
    }

    /// Whether a constant is defined.
    pub(crate) fn is_defined(&mut self, name: &str) -> Condition {
        match self.env.get(&constant_key(name)).map(Value::is_null) {
            Some(Some(is_missing)) if is_missing != Condition::TRUE => simplify(is_missing.negated()),
            None if crate::lower::library::constant(name).is_some() => Condition::TRUE,
            Some(_) | None => self.emit.any_bool("defined"),
        }
    }

    /// Whether the statements of another file are being lowered.
    pub(super) fn is_including(&self) -> bool {
        self.env.values.contains_key(&Key::from("include:depth"))
    }

    /// `include`: a file of the sources is lowered here.
    pub(super) fn include(&mut self, path: &Value, once: bool) -> Value {
        let Some(bytes) = path.constant() else {
            let leaves = path.leaves();
            if leaves.len() <= MOST_NAMES && leaves.iter().all(|(_, leaf)| leaf.constant().is_some()) {
                return self.include_one_of(&leaves, once);
            }
            if let Value::Str(term) = path
                && let Some(words) = self.words_of(term)
            {
                let leaf = |word: &Vec<u8>| (self.equals(term, word), Value::text(word));
                let leaves: Vec<(Condition, Value)> = words.iter().map(leaf).collect();
                return self.include_one_of(&leaves, once);
            }
            self.give(RuleId::Include, path);
            self.unknown_code("a file of an unknown name is included");
            return self.unknown_value("result of include");
        };
        self.meet_constant(RuleId::Include);
        let name = String::from_utf8_lossy(&bytes).into_owned();
        let Some(number) = self.find(&name) else {
            self.unknown_code(&format!("the file {name}, which is not among the sources, is included"));
            self.missing.insert(name);
            return self.unknown_value("result of include");
        };
        let mark: Key = format!("included {number}:once").into();
        match self.env.values.get(&mark) {
            _ if !once => {}
            Some(Value::Bool(known)) if *known == Condition::TRUE => return Value::bool(true),
            None if number == 0 => return Value::bool(true),
            None => {}
            Some(_) => self.gap("a file may have been included before"),
        }
        self.env.values.insert(mark, Value::bool(true));
        let depth: Key = "include:depth".into();
        let level = self.env.values.get(&depth).cloned();
        if level == Some(Value::int(8)) {
            self.gap("files include each other too deep");
            return self.unknown_value("result of include");
        }
        let next = match &level {
            Some(Value::Int(level)) => level.as_constant().unwrap_or(0) + 1,
            _ => 1,
        };
        self.env.values.insert(depth.clone(), Value::int(next as i64));
        let statements = self.file(number);
        let (before, hint) = (std::mem::take(&mut self.frame().returns), self.frame().hint.take());
        self.block(&statements);
        self.give_back(Value::int(1));
        self.frame().hint = hint;
        let returns: Vec<Pending> = std::mem::replace(&mut self.frame().returns, before);
        self.dead = true;
        self.join(returns);
        let result = super::calls::result_key(self.frame().number);
        let result = self.env.values.remove(&result).unwrap_or(Value::Null);
        match level {
            Some(level) => self.env.values.insert(depth, level),
            None => self.env.values.remove(&depth),
        };
        result
    }

    /// One of several files, whose names are constant.
    fn include_one_of(&mut self, leaves: &[(Condition, Value)], once: bool) -> Value {
        let mut ends = Vec::new();
        let key: Key = format!("result {}:include", self.emit.size()).into();
        for (index, (when, leaf)) in leaves.iter().enumerate() {
            let other = if index + 1 < leaves.len() { self.leave_when(when.clone().negated()) } else { None };
            let result = self.include(leaf, once);
            self.env.values.insert(key.clone(), result);
            ends.extend(self.leave());
            self.dead = true;
            self.join(other.into_iter().collect());
        }
        self.dead = true;
        self.join(ends);
        self.env.values.remove(&key).unwrap_or(Value::Null)
    }

    /// The file that a path means, seen from the present file or from the first one.
    fn find(&mut self, path: &str) -> Option<u32> {
        let folder = |file: usize| {
            let name = self.files.get(file).map_or("", |file| file.name.as_str());
            name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"))
        };
        let candidates = [
            path.to_owned(),
            format!("{}{path}", folder(self.emit.span.file as usize)),
            format!("{}{path}", folder(0)),
        ];
        let candidates = candidates.map(|path| normal(&path));
        let known = |path: &String| self.files.iter().position(|file| normal(&file.name) == *path);
        if let Some(number) = candidates.iter().find_map(known) {
            return Some(number as u32);
        }
        let found = candidates.into_iter().find_map(|name| {
            let bytes = (self.project.find)(&name)?;
            Some(Source { name, bytes })
        });
        self.files.push(found?);
        Some(self.files.len() as u32 - 1)
    }

    /// A command is run.
    pub(crate) fn command(&mut self, command: &Value) {
        self.give(RuleId::Shell, command);
    }

    /// A text is given to something that a rule judges.
    pub(crate) fn give(&mut self, rule: RuleId, value: &Value) {
        let mut text = self.text(value);
        if rule == RuleId::Sql {
            text = self.as_read(text);
        }
        self.sink(rule, &text);
    }
}

/// The texts that a value of the server may be, when the server writes it itself.
fn shape(from: &str, key: &str) -> Option<&'static str> {
    match (from, key) {
        ("_SERVER", "REMOTE_ADDR" | "SERVER_ADDR") => Some("[0-9A-Fa-f:.]+"),
        // Paths below the root of the site.
        ("_SERVER", "PHP_SELF" | "SCRIPT_NAME") => Some("/([^/\\\\](.|\\n)*)?"),
        ("_SERVER", "PATH_INFO") => Some("/(.|\\n)*"),
        ("_SERVER", "REMOTE_PORT" | "SERVER_PORT" | "REQUEST_TIME" | "argc") => Some("[0-9]+"),
        ("_SERVER", "REQUEST_TIME_FLOAT") => Some("[0-9]+(\\.[0-9]+)?"),
        _ => None,
    }
}

/// How the places of parameters begin of which a path knows more.
pub(super) const REFINED: &str = "refined:";

fn refined_key(variable: StrVar) -> Key {
    format!("{REFINED}{}", variable.index()).into()
}

fn constant_key(name: &str) -> Key {
    format!("constant:{name}").into()
}

/// A path without `.`, and without `..` where that leads back.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for (index, part) in path.split('/').enumerate() {
        match part {
            "" if index == 0 => parts.push(""),
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}
