//! The manifest of a jar: which class to begin with.
//!
//! Only the main section is read, up to the first empty line. A line that begins with a space goes on with the one before.

/// The class that `Main-Class` names, by its internal name.
pub(super) fn main_class(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().take_while(|line| !line.is_empty()) {
        match (line.strip_prefix(' '), lines.last_mut()) {
            (Some(more), Some(last)) => last.push_str(more),
            (Some(_), None) | (None, _) => lines.push(line.to_owned()),
        }
    }
    let named = |line: &String| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case("Main-Class").then(|| value.trim().replace('.', "/"))
    };
    lines.iter().find_map(named).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_class_of_a_manifest() {
        let main = |text: &str| main_class(text.as_bytes());
        assert_eq!(main("Manifest-Version: 1.0\r\nMain-Class: a.b.C\r\n\r\n"), Some("a/b/C".to_owned()));
        assert_eq!(main("Main-Class: a.lo\n ng.Name \n"), Some("a/long/Name".to_owned()));
        assert_eq!(main("Manifest-Version: 1.0\n\nName: x\nMain-Class: a.B\n"), None);
        assert_eq!(main(" Main-Class: a.B"), None);
        assert_eq!(main("Main-Class:\n"), None);
    }
}
