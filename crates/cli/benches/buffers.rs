//! Routines of C on buffers of 8 to 1,000,000 bytes: a proof for all contents costs the same at every size.
//!
//! Instructions are counted by callgrind, where `valgrind` is on the path; seconds of a processor and memory by GNU `time`. Beside
//! it the peers that are on the path, each with as much as the size needs: `cbmc` with so many rounds of loops, the Eva analysis of
//! `frama-c` with so many states apart. The ratio is that of seconds.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const SIZES: [u32; 6] = [8, 64, 256, 1024, 32_768, 1_000_000];

/// How long each may take, in seconds, and how many kilobytes.
const PATIENCE: (&str, u64) = ("60", 8_000_000);

const PROTOTYPES: &str = "typedef unsigned long size_t;\nvoid reach_error(void);\n\
    int snprintf(char *, size_t, const char *, ...);\nchar *strncpy(char *, const char *, size_t);\n";

/// A subject of [YBI09 §4] whose size is a number.
struct Subject {
    name: &'static str,
    /// Its arrays, of any content.
    arrays: &'static str,
    code: &'static str,
}

const SUBJECTS: [Subject; 4] = [
    Subject {
        name: "strlen",
        arrays: "char s[SIZE];",
        code: "s[SIZE - 1] = 0; size_t n = 0; while (s[n] != 0) n++; if (n >= SIZE) reach_error();",
    },
    Subject {
        name: "strchr",
        arrays: "char s[SIZE];",
        code: "s[SIZE - 1] = 0; char *p = s; while (*p != 0 && *p != ':') p++; *p = 0;",
    },
    Subject {
        name: "gxine",
        arrays: "char home[SIZE]; char path[SIZE]; char to[SIZE / 2];",
        code: "home[SIZE - 1] = 0; snprintf(path, sizeof path, \"%s/.gxine\", home); \
               strncpy(to, path, sizeof to - 1); to[sizeof to - 1] = 0;",
    },
    Subject {
        name: "samba",
        arrays: "char name[2 * SIZE]; char to[SIZE];",
        code: "name[2 * SIZE - 1] = 0; strncpy(to, name, sizeof to - 1); to[sizeof to - 1] = 0;",
    },
];

/// What a command came to, the seconds of a processor and the megabytes.
struct Measured {
    answer: &'static str,
    seconds: Option<f64>,
    megabytes: Option<f64>,
}

fn main() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("buffers");
    fs::create_dir_all(&folder).expect("the folder for benchmarks can be written");
    let has = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    let peers = ["cbmc", "frama-c"];
    for tool in ["valgrind"].iter().chain(&peers).filter(|tool| !has(tool)) {
        println!("{tool} is not on the path, so nothing is told of it");
    }
    println!("subject\tbytes\twho\tanswer\tinstructions (millions)\tseconds\tMB\ttimes ours");
    for subject in &SUBJECTS {
        for size in SIZES {
            let at = |text: &str| text.replace("SIZE", &size.to_string());
            let (arrays, code) = (at(subject.arrays), at(subject.code));
            let path = folder.join(format!("{}{size}.i", subject.name));
            let write = |text: String| fs::write(&path, text).expect("a source can be written");
            write(format!("{PROTOTYPES}int main(void) {{ {arrays} {code} return 0; }}\n"));
            let command = [env!("CARGO_BIN_EXE_stringent"), "check", text(&path)];
            let (exit, seconds, megabytes, _) = timed(&command, PATIENCE.0);
            let answer = if exit == Some(0) { "proved" } else { "open" };
            let ours = Measured { answer, seconds, megabytes };
            tell((subject.name, size, "stringent"), &ours, (instructions(&command), None));
            for peer in peers.into_iter().filter(|peer| has(peer)) {
                let measured = if peer == "cbmc" {
                    cbmc(&path, size)
                } else {
                    // Variables before `main` have any content there, those in it must be set.
                    write(format!("{PROTOTYPES}{arrays}\nint main(void) {{ {code} return 0; }}\n"));
                    eva(&path, size)
                };
                tell((subject.name, size, peer), &measured, (None, ours.seconds));
            }
        }
    }
}

/// Prints a row.
fn tell(
    (name, size, who): (&str, u32, &str),
    Measured { answer, seconds, megabytes }: &Measured,
    (instructions, ours): (Option<f64>, Option<f64>),
) {
    let shown =
        |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |it| format!("{it:.digits$}"));
    let ratio = seconds.zip(ours).map(|(theirs, ours)| theirs / ours.max(0.01));
    let columns = [
        shown(instructions.map(|count| count / 1e6), 0),
        shown(*seconds, 2),
        shown(*megabytes, 0),
        shown(ratio, 1),
    ];
    println!("{name}\t{size}\t{who}\t{answer}\t{}", columns.join("\t"));
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// What cbmc says with as many rounds as there are bytes.
fn cbmc(path: &Path, size: u32) -> Measured {
    let rounds = (2 * size + 1).to_string();
    let checks = ["--unwinding-assertions", "--bounds-check", "--pointer-check"];
    let command = [&["cbmc", "--unwind", &rounds], &checks[..], &[text(path)]].concat();
    let (exit, seconds, megabytes, _) = timed(&command, PATIENCE.0);
    let answer = match exit {
        Some(0) => "proved for this size",
        Some(10) => "violated",
        Some(_) | None => "none",
    };
    Measured { answer, seconds, megabytes }
}

/// What the Eva analysis of Frama-C says with a state for each byte, and some more.
fn eva(path: &Path, size: u32) -> Measured {
    let states = (4 * size).to_string();
    let command = ["frama-c", "-eva", "-lib-entry", "-main", "main", "-eva-slevel", &states, text(path)];
    let (exit, seconds, megabytes, told) = timed(&command, PATIENCE.0);
    let answer = match exit {
        Some(0) if told.contains("  0 alarms generated") => "proved for this size",
        Some(0) => "open",
        Some(_) | None => "none",
    };
    Measured { answer, seconds, megabytes }
}

/// Runs a command for a while: its exit code, seconds of a processor, megabytes, and what it printed.
fn timed(command: &[&str], seconds: &str) -> (Option<i32>, Option<f64>, Option<f64>, String) {
    let limit = format!("ulimit -v {}; exec timeout {seconds} \"$@\"", PATIENCE.1);
    let mut timed = Command::new("/usr/bin/time");
    timed.args(["-f", "%U %S %M", "sh", "-c", &limit, "sh"]).args(command);
    let Ok(Output { status, stdout, stderr }) = timed.output() else {
        return (None, None, None, String::new());
    };
    let (printed, told) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    let numbers: Vec<f64> =
        told.lines().last().unwrap_or_default().split(' ').filter_map(|it| it.parse().ok()).collect();
    let (seconds, megabytes) = match numbers[..] {
        [user, system, kilobytes] => (Some(user + system), Some(kilobytes / 1024.0)),
        _ => (None, None),
    };
    (status.code(), seconds, megabytes, printed.into_owned())
}

/// The instructions of a command and its children.
fn instructions(command: &[&str]) -> Option<f64> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("buffers/counts");
    // What is there was counted for another size.
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).ok()?;
    let out = format!("--callgrind-out-file={}/%p", text(&folder));
    let mut counted = Command::new("valgrind");
    counted.args(["--tool=callgrind", &out, "--trace-children=yes"]).args(command).output().ok()?;
    let files = fs::read_dir(&folder).ok()?.filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok());
    let total = |text: String| {
        text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse::<f64>().ok())
    };
    Some(files.filter_map(total).sum()).filter(|sum| *sum > 0.0)
}
