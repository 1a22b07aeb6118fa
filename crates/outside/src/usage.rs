//! What a running program uses of the machine, as the system says.
//!
//! Over-approximates nothing and misses what is used between two looks. Where the system says nothing, nothing is used:
//! this is a second fence beside the limits that the system keeps by itself.

use std::fs;
use std::path::Path;

use crate::command::Usage;

/// Whether a process that runs in a folder passes a limit.
pub(crate) fn exceeds(process: u32, folder: Option<&Path>, most: &Usage) -> bool {
    let of = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}")).unwrap_or_default();
    let status = of("status");
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
    memory(&status) > most.memory
        || number(&status, "Threads:") > most.threads
        || written(&of("io")) > most.written
        || entries.is_some_and(|entries| entries.take(most.files + 1).count() > most.files)
}

/// The bytes of memory that a process fills, and those that the system needs to know where they are: pages that are only
/// read are all the same page, but each has its row in a table.
fn memory(status: &str) -> u64 {
    let parts = ["VmRSS:", "VmPTE:", "HugetlbPages:"].map(|name| number(status, name));
    parts.into_iter().fold(0, u64::saturating_add).saturating_mul(1024)
}

/// The bytes that a process wrote: by calls, or to pages of files, which are not the same ones.
fn written(io: &str) -> u64 {
    number(io, "wchar:").max(number(io, "write_bytes:"))
}

/// The number in the line that begins with a name.
fn number(text: &str, name: &str) -> u64 {
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next());
    found.and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_pages_count_as_memory() {
        let status = "Name:\tx\nVmRSS:\t  5 kB\nVmPTE:\t 7 kB\nThreads:\t3\n";
        assert_eq!(memory(status), 12 * 1024);
        assert_eq!(number(status, "Threads:"), 3);
        assert_eq!(written("rchar: 9\nwchar: 4\nread_bytes: 0\nwrite_bytes: 8\n"), 8);
    }
}
