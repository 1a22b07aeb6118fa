//! Code that takes what it can of the machine, and what it makes the compiler read.

use std::fs;
use std::process::Command;

use outside::{Ending, Limits, Usage};

use super::{empty, has, replayed, written};

/// What a program takes too much of, and keeps.
const EATERS: [(&str, &str); 5] = [
    (
        "memory",
        "for (int i = 0; i < 400; i++) { char *p = mmap(0, 1 << 24, 3, 0x22, -1, 0); memset(p, 1, 1 << 24); }",
    ),
    // Pages that are only read are all the same page, but the tables that lead to it fill the memory.
    (
        "tables",
        "for (int i = 0; i < 16; i++) { volatile char *p = mmap(0, 1L << 40, 1, 0x4022, -1, 0);\n\
         madvise((void *)p, 1L << 40, 15); for (long at = 0; at < 1L << 40; at += 1L << 21) sum += p[at]; }",
    ),
    (
        "threads",
        "pthread_t one; pthread_attr_t small; pthread_attr_init(&small); pthread_attr_setstacksize(&small, 16384);\n\
         for (int i = 0; i < 3000; i++) pthread_create(&one, &small, rest, 0);",
    ),
    // What was written stays on the disk as long as it is open, also when nobody sees it any more.
    (
        "bytes",
        "for (int i = 0; i < 200; i++) { int f = open(\"x\", 0101, 0600); unlink(\"x\"); write(f, block, sizeof block); }",
    ),
    (
        "files",
        "for (int i = 0; i < 20000; i++) { char name[9]; sprintf(name, \"%d\", i); close(open(name, 0101, 0600)); }",
    ),
];

const MOST: Usage = Usage { memory: 300_000_000, threads: 256, written: 64 << 20, files: 256 };

#[test]
fn what_code_takes_of_the_machine_is_bounded() {
    if !has("cc") || !cfg!(target_os = "linux") {
        return;
    }
    let folder = empty("usage");
    for (what, how) in EATERS {
        let text = format!(
            "#define _GNU_SOURCE\n#include <sys/mman.h>\n#include <string.h>\n#include <stdio.h>\n#include <unistd.h>\n\
             #include <fcntl.h>\n#include <pthread.h>\nlong sum; char block[1 << 20];\n\
             void *rest(void *none) {{ pause(); return none; }}\nint main(void) {{ {how}\nsleep(5); puts(\"had it\"); return 0; }}\n"
        );
        let source = written(&folder, "eat.c", &text);
        let program = folder.join(what);
        let built = Command::new("cc").args(["-w", "-pthread", "-o"]).arg(&program).arg(&source).status();
        assert!(built.expect("there is cc").success(), "{what}");
        let eater = outside::Command::new(&program).within(empty("usage_home")).using(MOST);
        let limits = Limits { memory: 1 << 50, ..Limits::default() };
        let outcome = outside::run(&eater, &limits);
        assert_eq!(outcome.ending, Ending::Signalled(9), "{what}: {:?}", outcome.output);
    }
}

#[test]
fn a_confined_program_makes_no_folders() {
    // Folders that lie deep in each other could not be removed afterwards.
    if !has("cc") {
        return;
    }
    let (folder, home) = (empty("folders"), empty("folders_home"));
    let text = "#include <sys/stat.h>\n#include <unistd.h>\n\
                int main(void) { int n = 0; while (n < 20000 && !mkdir(\"d\", 0700) && !chdir(\"d\")) n++; return n > 0; }\n";
    let (source, program) = (written(&folder, "deep.c", text), folder.join("deep"));
    let built = Command::new("cc").args(["-w", "-o"]).arg(&program).arg(&source).status();
    assert!(built.expect("there is cc").success());
    let mut launcher = crate::command::command();
    launcher.args(["sandboxed", "--write"]).arg(&home).arg("--").arg(&program).current_dir(&home);
    let ended = launcher.status().expect("it was built for this test");
    assert!(ended.success() && fs::read_dir(&home).expect("it is there").count() == 0, "{ended}");
}

/// What only the compiler of a replay sees, and what the program then shows of it.
const READERS: [&str; 2] = [
    "__asm__(\".globl secret\\nsecret:\\n.incbin \\\"@\\\"\\n.byte 0\\n\");\nextern char secret[];\n\
     __attribute__((constructor)) static void show(void) { fprintf(stderr, \"stringent-replay: %s\\n\", secret); _exit(0); }\n",
    "#include \"@\"\n",
];

#[test]
fn what_the_compiler_reads_is_confined_too() {
    if !has("cc") {
        return;
    }
    let (folder, other) = (empty("compiler"), empty("compiler_other"));
    let secret = written(&other, "secret", "TELLTALE 1\n");
    let source = |early: &str| {
        format!(
            "#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\n#ifdef __SANITIZE_ADDRESS__\n{early}#endif\n\
             int main(int c, char **v) {{ char b[4]; strcpy(b, v[0]); return 0; }}\n"
        )
    };
    for reader in READERS {
        let path = written(&folder, "a.c", &source(&reader.replace('@', &secret)));
        let report = replayed(&path, &[]);
        assert!(report.contains("not replayed: ") && !report.contains("TELLTALE"), "{report}");
    }
    // What lies beside the source is read.
    written(&folder, "own.h", "static const char *const own = \"own\";\n");
    let report = replayed(&written(&folder, "a.c", &source("#include \"own.h\"\n")), &[]);
    assert!(report.contains("confirmed by a run with sanitizers"), "{report}");
    assert!(!report.contains("not confirmed"), "{report}");
}
