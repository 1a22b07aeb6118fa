//! Routines of C on buffers of 8 to 1,000,000 bytes: a proof for all contents costs the same at every size.
//!
//! Instructions are counted by callgrind, where `valgrind` is on the path; seconds of a processor and memory by GNU `time`. Beside
//! it `cbmc`, where it is on the path, with as many rounds of loops as the size needs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const SIZES: [u32; 6] = [8, 64, 256, 1024, 32_768, 1_000_000];

/// How long cbmc may take, in seconds, and how many kilobytes.
const PATIENCE: (&str, u64) = ("60", 8_000_000);

const PROTOTYPES: &str = "typedef unsigned long size_t;\nvoid reach_error(void);\n\
    int snprintf(char *, size_t, const char *, ...);\nchar *strncpy(char *, const char *, size_t);\n";

/// The subjects of [YBI09 §4] whose size is a number: name and body of `main`.
const SUBJECTS: [(&str, &str); 4] = [
    (
        "strlen",
        "char s[SIZE]; s[SIZE - 1] = 0; size_t n = 0; while (s[n] != 0) n++; if (n >= SIZE) reach_error();",
    ),
    ("strchr", "char s[SIZE]; s[SIZE - 1] = 0; char *p = s; while (*p != 0 && *p != ':') p++; *p = 0;"),
    (
        "gxine",
        "char home[SIZE]; char path[SIZE]; char to[SIZE / 2]; home[SIZE - 1] = 0; \
         snprintf(path, sizeof path, \"%s/.gxine\", home); strncpy(to, path, sizeof to - 1); to[sizeof to - 1] = 0;",
    ),
    (
        "samba",
        "char name[2 * SIZE]; char to[SIZE]; name[2 * SIZE - 1] = 0; \
         strncpy(to, name, sizeof to - 1); to[sizeof to - 1] = 0;",
    ),
];

fn main() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("buffers");
    fs::create_dir_all(&folder).expect("the folder for benchmarks can be written");
    let has = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    for (tool, what) in [("valgrind", "no instructions are counted"), ("cbmc", "nothing is compared with it")]
    {
        if !has(tool) {
            println!("{tool} is not on the path, so {what}");
        }
    }
    println!("subject\tbytes\tanswer\tinstructions (millions)\tseconds\tMB\tcbmc: answer\tseconds\tMB");
    for (name, body) in SUBJECTS {
        for size in SIZES {
            let path = folder.join(format!("{name}{size}.i"));
            let body = body.replace("SIZE", &size.to_string());
            fs::write(&path, format!("{PROTOTYPES}int main(void) {{ {body} return 0; }}\n"))
                .expect("a source can be written");
            let ours = [env!("CARGO_BIN_EXE_stringent"), "check", text(&path)];
            let (answer, seconds, megabytes) = timed(&ours, PATIENCE.0);
            let instructions =
                instructions(&ours).map_or("-".to_owned(), |count| format!("{:.0}", count / 1e6));
            let theirs = if has("cbmc") { cbmc(&path, size) } else { "-\t-\t-".to_owned() };
            let answer = if answer == Some(0) { "proved" } else { "open" };
            println!("{name}\t{size}\t{answer}\t{instructions}\t{seconds}\t{megabytes}\t{theirs}");
        }
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// What cbmc says with as many rounds as there are bytes.
fn cbmc(path: &Path, size: u32) -> String {
    let rounds = (2 * size + 1).to_string();
    let command = [
        "cbmc",
        "--unwind",
        &rounds,
        "--unwinding-assertions",
        "--bounds-check",
        "--pointer-check",
        text(path),
    ];
    let (answer, seconds, megabytes) = timed(&command, PATIENCE.0);
    let answer = match answer {
        Some(0) => "proved for this size",
        Some(10) => "violated",
        Some(_) | None => "none",
    };
    format!("{answer}\t{seconds}\t{megabytes}")
}

/// Runs a command for a while: its exit code, seconds of a processor, and megabytes.
fn timed(command: &[&str], seconds: &str) -> (Option<i32>, String, String) {
    let limit = format!("ulimit -v {}; exec timeout {seconds} \"$@\"", PATIENCE.1);
    let mut timed = Command::new("/usr/bin/time");
    timed.args(["-f", "%U %S %M", "sh", "-c", &limit, "sh"]).args(command);
    let Ok(Output { status, stderr, .. }) = timed.output() else {
        return (None, "-".to_owned(), "-".to_owned());
    };
    let told = String::from_utf8_lossy(&stderr);
    let numbers: Vec<f64> =
        told.lines().last().unwrap_or_default().split(' ').filter_map(|it| it.parse().ok()).collect();
    let [user, system, kilobytes] = numbers[..] else {
        return (status.code(), "-".to_owned(), "-".to_owned());
    };
    (status.code(), format!("{:.2}", user + system), format!("{:.0}", kilobytes / 1024.0))
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
