//! Constants of PHP that arguments are made of: the integers of its core and of the usual extensions.
//!
//! The table is compared with the real php. A constant that is not in it and that the page does not define is anything, or
//! throws.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A line a constant: its name, with the class before it in lower case if it has one, and its value.
const INTEGERS: &str = include_str!("constants.txt");

/// The value of a constant of PHP.
pub(crate) fn constant(name: &str) -> Option<i64> {
    static VALUES: OnceLock<HashMap<&str, i64>> = OnceLock::new();
    let values = VALUES.get_or_init(|| {
        let lines = INTEGERS.lines().filter_map(|line| line.split_once(' '));
        lines.filter_map(|(name, value)| Some((name, value.parse().ok()?))).collect()
    });
    values.get(name).copied()
}

/// The form of the text of a constant of PHP that depends on the installation.
pub(crate) fn constant_form(name: &str) -> Option<&'static str> {
    match name {
        "PHP_VERSION" => Some("8\\.[0-9]+\\.[0-9]+"),
        "PHP_OS" | "PHP_OS_FAMILY" | "PHP_SAPI" => Some("[A-Za-z0-9_-]+"),
        "M_E" | "M_LN2" | "M_PI" | "M_PI_2" | "M_SQRT2" => Some("[0-9]\\.[0-9]+"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::INTEGERS;

    /// Prints the lines of the table whose constants php has with other values.
    const COMPARE: &str = r#"foreach (explode("\n", stream_get_contents(STDIN)) as $l) {
        [$n, $v] = explode(" ", "$l ");
        if (defined($n) && (string) constant($n) !== $v) echo "$l\n";
    }"#;

    #[test]
    fn constants_are_those_of_php() {
        use std::io::Write as _;
        use std::process::Stdio;
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
        input.write_all(INTEGERS.as_bytes()).expect("php reads the table");
        drop(input);
        let output = php.wait_with_output().expect("php ends");
        assert!(
            output.status.success() && output.stdout.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
        assert_eq!(super::constant("ENT_QUOTES"), Some(3));
    }
}
