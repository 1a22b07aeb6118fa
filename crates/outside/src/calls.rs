//! The system calls that a confined program may make, and no others.
//!
//! What is not listed here fails with *operation not permitted*: no sockets, no new processes, no signals to others, no
//! changes of owners, modes or times, no rings, no other process's memory, no new folders, which could lie
//! deeper in each other than can be removed. Where a call is dangerous only with some
//! arguments, the rule names those that are not. Files are no concern of this list: which of them can be opened is said by
//! Landlock in `sandbox`.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

/// Calls that are harmless with any arguments: on the memory, the threads and the open files of the program itself.
const ALWAYS: &[i64] = &[
    libc::SYS_brk,
    libc::SYS_chdir,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    // Which file can be executed is said by Landlock: the program itself and its loader.
    libc::SYS_execve,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_fchdir,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_futex,
    libc::SYS_getcpu,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getitimer,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getrlimit,
    libc::SYS_getrusage,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_pselect6,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_setitimer,
    libc::SYS_sigaltstack,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_sysinfo,
    libc::SYS_times,
    libc::SYS_umask,
    libc::SYS_uname,
    libc::SYS_unlinkat,
    libc::SYS_write,
    libc::SYS_writev,
];

/// Older names of calls of the list above, where the machine has them.
#[cfg(target_arch = "x86_64")]
const OLDER: &[i64] = &[
    libc::SYS_access,
    libc::SYS_alarm,
    libc::SYS_arch_prctl,
    libc::SYS_creat,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_getpgrp,
    libc::SYS_lstat,
    libc::SYS_open,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_select,
    libc::SYS_stat,
    libc::SYS_time,
    libc::SYS_unlink,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[i64] = &[];

/// What libraries ask of each stream: whether it is a terminal, its size, and how many bytes can be read.
const OF_A_STREAM: [u64; 3] = [0x5401, 0x5413, 0x541b];

/// Names of threads and areas, and whether the process can be examined.
const ABOUT_ITSELF: [libc::c_int; 5] =
    [libc::PR_SET_NAME, libc::PR_GET_NAME, libc::PR_GET_DUMPABLE, libc::PR_SET_VMA, libc::PR_CAPBSET_READ];

/// What may be asked of an open file. A signal to an owner is not among it.
const OF_A_FILE: [libc::c_int; 8] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
];

/// The filters, in the order in which they are installed: all of them hold.
///
/// # Errors
/// Why they cannot be made for this machine.
pub(crate) fn filters(own: u32) -> Result<[BpfProgram; 2], String> {
    // A library that gets this answer falls back to `clone`, whose flags a filter can read.
    let absent = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    let absent = compiled(absent, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS.unsigned_abs()))?;
    let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let allowed = allowed(own).map_err(|error| error.to_string())?;
    Ok([absent, compiled(allowed, refuse, SeccompAction::Allow)?])
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn compiled(rules: Rules, otherwise: SeccompAction, then: SeccompAction) -> Result<BpfProgram, String> {
    let machine = std::env::consts::ARCH.try_into().map_err(|error| format!("{error}"))?;
    let filter = SeccompFilter::new(rules, otherwise, then, machine).map_err(|error| error.to_string())?;
    filter.try_into().map_err(|error| format!("{error}"))
}

/// What may be called, and with which arguments; `own` is the number of this process, which it keeps.
fn allowed(own: u32) -> Result<Rules, seccompiler::BackendError> {
    let mut rules: Rules = ALWAYS.iter().chain(OLDER).map(|&call| (call, Vec::new())).collect();
    let thread = number(libc::CLONE_THREAD);
    rules.insert(libc::SYS_clone, vec![rule(0, SeccompCmpOp::MaskedEq(thread), thread)?]);
    // Filters allow this as a name for a call that is not there; the other filter says so.
    rules.insert(libc::SYS_clone3, Vec::new());
    let mut only = |call: i64, argument: u8, values: &[u64]| {
        let each = values.iter().map(|&value| rule(argument, SeccompCmpOp::Eq, value));
        each.collect::<Result<Vec<_>, _>>().map(|each| rules.insert(call, each))
    };
    let own = u64::from(own);
    only(libc::SYS_tgkill, 0, &[own])?;
    only(libc::SYS_kill, 0, &[own])?;
    only(libc::SYS_prlimit64, 0, &[0, own])?;
    only(libc::SYS_ioctl, 1, &OF_A_STREAM)?;
    only(libc::SYS_prctl, 0, &ABOUT_ITSELF.map(number))?;
    only(libc::SYS_fcntl, 1, &OF_A_FILE.map(number))?;
    Ok(rules)
}

fn rule(argument: u8, compare: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    let is = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, value)?;
    SeccompRule::new(vec![is])
}

/// A constant of the system, none of which is negative.
fn number(constant: libc::c_int) -> u64 {
    constant.unsigned_abs().into()
}
