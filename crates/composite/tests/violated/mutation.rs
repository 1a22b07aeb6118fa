//! Changes of the lines of a certificate file.
//!
//! Most changes are made where the facts are, because a change of the program is refused at once; they keep the lines
//! well-formed more often than not, because noise is refused at once as well.

use ir::dice::Dice;

/// Changes one thing: mostly in a fact or a table, where it may put one of the same kind there.
pub(crate) fn mutate(lines: &mut Vec<String>, facts: usize, dice: &mut Dice) {
    let at = dice.below(lines.len() as u32) as usize;
    if dice.below(8) == 0 || at < facts {
        return noise(lines, at, dice);
    }
    let kind = |line: &str| line.split(' ').next().unwrap_or("").to_owned();
    let wanted = kind(&lines[at]);
    let alike: Vec<usize> = (facts..lines.len()).filter(|&other| kind(&lines[other]) == wanted).collect();
    let other = alike[dice.below(alike.len() as u32) as usize];
    let is_fact =
        !["words", "numbers", "state", "final", "node", "row", "at", "end"].contains(&wanted.as_str());
    match dice.below(6) {
        0 if is_fact => drop(lines.remove(at)),
        1 if is_fact => lines.insert(at, lines[other].clone()),
        2 if is_fact => lines.swap(at, other),
        3 => {
            let line = lines[other].clone();
            lines[at] = line;
        }
        4 => swap_numbers(lines, dice),
        _ => change_word(&mut lines[at], dice),
    }
}

/// Changes anything anyhow.
fn noise(lines: &mut Vec<String>, at: usize, dice: &mut Dice) {
    let other = dice.below(lines.len() as u32) as usize;
    match dice.below(5) {
        0 => lines.swap(at, other),
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.truncate(at + 1),
        3 if lines.len() > 1 => drop(lines.remove(at)),
        _ => damage(&mut lines[at], dice),
    }
}

/// Changes one byte.
fn damage(line: &mut String, dice: &mut Dice) {
    let mut bytes = line.clone().into_bytes();
    if bytes.is_empty() {
        return;
    }
    let at = dice.below(bytes.len() as u32) as usize;
    bytes[at] = b" -0123456789:abils|+,*nrt~"[dice.below(26) as usize];
    *line = String::from_utf8_lossy(&bytes).into_owned();
}

/// Changes a number in one word, or the word for one of the same kind.
fn change_word(line: &mut String, dice: &mut Dice) {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = dice.below(words.len() as u32) as usize;
    let word = &mut words[at];
    let opposite = match word.as_str() {
        "state" => Some("final"),
        "final" => Some("state"),
        "is" => Some("not"),
        "not" => Some("is"),
        "true" => Some("false"),
        "false" => Some("true"),
        "bound" => Some("length"),
        "length" => Some("bound"),
        _ => None,
    };
    let digit = word.find(|character: char| character.is_ascii_digit());
    match (opposite, digit) {
        (Some(opposite), _) => opposite.clone_into(word),
        (None, Some(digit)) => {
            let numbers = ["0", "1", "2", "3", "7", "30", "97", "255", "4294967295", "18446744073709551615"];
            let choices = if dice.below(4) == 0 { 10 } else { 5 };
            let new = numbers[dice.below(choices) as usize];
            word.replace_range(digit..=digit, new);
        }
        (None, None) => drop(words.remove(at)),
    }
    *line = words.join(" ");
}

/// Makes the facts that name one table name another.
fn swap_numbers(lines: &mut [String], dice: &mut Dice) {
    let kind = if dice.one_in(2) { "language" } else { "tuple" };
    let (from, to) = (dice.below(6).to_string(), dice.below(6).to_string());
    for line in lines.iter_mut().filter(|line| line.starts_with(kind)) {
        let mut words: Vec<&str> = line.split(' ').collect();
        let at = if kind == "language" { words.len() - 1 } else { 1 };
        if words[at] == from {
            words[at] = &to;
        }
        *line = words.join(" ");
    }
}
