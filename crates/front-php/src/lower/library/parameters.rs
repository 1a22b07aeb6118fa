//! The names of the parameters of functions of PHP, and their defaults.
//!
//! The table is compared with the real php. A default that is not a number, a truth value, null or a short text is unknown.

use crate::value::Value;

/// A line a function: its name, then its parameters in order, each with `=` and its default if it has one.
const PARAMETERS: &str = include_str!("parameters.txt");

/// A parameter of a function of PHP.
pub(crate) struct Parameter {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its value when no argument is given, if that is known.
    pub(crate) default: Option<Value>,
}

/// The parameters of a function, by its name in lower case.
pub(crate) fn parameters(function: &str) -> Option<Vec<Parameter>> {
    let of = |line: &'static str| line.split_once(' ').filter(|(name, _)| *name == function);
    let (_, list) = PARAMETERS.lines().find_map(of)?;
    let parameter = |part: &'static str| {
        let (name, default) = part.split_once('=').map_or((part, None), |(name, text)| (name, value(text)));
        Parameter { name, default }
    };
    Some(list.split(' ').map(parameter).collect())
}

/// The value that a default writes.
fn value(text: &str) -> Option<Value> {
    Some(match text {
        "null" => Value::Null,
        "true" => Value::bool(true),
        "false" => Value::bool(false),
        _ => match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(text) => Value::text(text.as_bytes()),
            None => Value::int(text.parse().ok()?),
        },
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    use super::PARAMETERS;

    /// Prints the lines of the table that are not what php says of the function.
    const COMPARE: &str = r#"foreach (explode("\n", trim(stream_get_contents(STDIN))) as $l) {
        $w = explode(" ", $l);
        if (!function_exists($w[0])) continue;
        foreach ((new ReflectionFunction($w[0]))->getParameters() as $i => $p) {
            [$n, $d] = explode("=", ($w[$i + 1] ?? "") . "=?", 3);
            $r = $p->isDefaultValueAvailable() ? $p->getDefaultValue() : null;
            $s = is_string($r) ? "\"$r\"" : (is_array($r) || is_float($r) ? "?" : strtolower(var_export($r, true)));
            if ($n !== $p->getName() || ($d !== "?" && $d !== $s)) echo "$l\n";
        }
    }"#;

    #[test]
    fn parameters_are_those_of_php() {
        let php = Command::new("php")
            .args(["-n", "-d", "error_reporting=0", "-r", COMPARE])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut php) = php else {
            assert!(std::env::var_os("CI").is_none(), "php is missing");
            return eprintln!("skipped: php is missing");
        };
        let mut input = php.stdin.take().expect("it is piped");
        input.write_all(PARAMETERS.as_bytes()).expect("php reads the table");
        drop(input);
        let output = php.wait_with_output().expect("php ends");
        assert!(
            output.status.success() && output.stdout.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
        let of = super::parameters("htmlspecialchars").expect("it has parameters");
        assert_eq!(
            of.iter().map(|parameter| parameter.name).collect::<Vec<_>>(),
            ["string", "flags", "encoding", "double_encode"]
        );
    }
}
