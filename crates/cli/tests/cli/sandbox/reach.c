/* Tries everything that reaches out of a sandbox, and prints the name of each try that went through.
 *
 * Arguments: a file outside that exists, and one that does not. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* Only these answers mean that a try is refused: any other failure would be one of its arguments. */
static int refused(void)
{
    return errno == EPERM || errno == EACCES || errno == ENOSYS || errno == EXDEV || errno == EBADF;
}

#define TRY(name, call)                                                \
    do {                                                               \
        errno = 0;                                                     \
        if ((long)(call) != -1 || !refused())                          \
            printf("reached %s: %s\n", name, strerror(errno));         \
    } while (0)

static void *thread(void *none) { return none; }

static void files(const char *there, const char *absent)
{
    struct stat about;
    TRY("read a file", open(there, O_RDONLY));
    TRY("write a file", open(there, O_WRONLY));
    TRY("make a file", open(absent, O_CREAT | O_WRONLY, 0600));
    TRY("openat2", syscall(SYS_openat2, AT_FDCWD, there, NULL, 0));
    TRY("make a folder", mkdir(absent, 0700));
    TRY("remove", unlink(there));
    TRY("rename", rename(there, "here"));
    TRY("link", link(there, "link"));
    TRY("symlink", symlink(there, "symlink"));
    TRY("truncate", truncate(there, 0));
    TRY("chmod", chmod(there, 0777));
    TRY("chown", chown(there, 0, 0));
    TRY("utime", syscall(SYS_utimensat, AT_FDCWD, there, NULL, 0));
    TRY("setxattr", syscall(SYS_setxattr, there, "user.a", "b", 1, 0));
    TRY("read accounts", open("/etc/passwd", O_RDONLY));
    TRY("read settings", open("/etc/hosts", O_RDONLY));
    TRY("list the root", open("/", O_RDONLY | O_DIRECTORY));
    TRY("list processes", open("/proc", O_RDONLY | O_DIRECTORY));
    TRY("name_to_handle_at", syscall(SYS_name_to_handle_at, AT_FDCWD, "/etc/passwd", NULL, NULL, 0));
    TRY("open_by_handle_at", syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, O_RDONLY));
    TRY("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, NULL));
    TRY("chroot", chroot("/"));
    TRY("an open file of the parent", fstat(7, &about));
}

static void processes(void)
{
    int parent = getppid();
    char *arguments[] = {"sh", NULL};
    TRY("kill", kill(parent, 0));
    TRY("kill all", kill(-1, 0));
    TRY("tkill", syscall(SYS_tkill, parent, 0));
    TRY("tgkill", syscall(SYS_tgkill, parent, parent, 0));
    TRY("sigqueue", syscall(SYS_rt_sigqueueinfo, parent, 0, NULL));
    TRY("pidfd_open", syscall(SYS_pidfd_open, parent, 0));
    TRY("pidfd_getfd", syscall(SYS_pidfd_getfd, 0, 0, 0));
    TRY("pidfd_send_signal", syscall(SYS_pidfd_send_signal, 0, 0, NULL, 0));
    TRY("ptrace", syscall(SYS_ptrace, 16, parent, 0, 0));
    TRY("process_vm_writev", syscall(SYS_process_vm_writev, parent, NULL, 0, NULL, 0, 0));
    TRY("process_vm_readv", syscall(SYS_process_vm_readv, parent, NULL, 0, NULL, 0, 0));
    TRY("prlimit of another", syscall(SYS_prlimit64, parent, 0, NULL, NULL));
    TRY("setpriority", syscall(SYS_setpriority, 0, parent, 0));
    TRY("F_SETOWN", fcntl(0, F_SETOWN, parent));
    TRY("setsid", setsid());
    TRY("setpgid", setpgid(0, 0));
    TRY("unshare", unshare(CLONE_NEWNS));
    TRY("clone3", syscall(SYS_clone3, NULL, 0));
    TRY("execve", execve("/bin/sh", arguments, NULL));
    TRY("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/sh", arguments, NULL, 0));
    TRY("memfd_create", syscall(SYS_memfd_create, "a", 0));
    TRY("fork", fork());
    TRY("vfork", vfork());
}

static void machine(void)
{
    TRY("socket", socket(AF_INET, SOCK_STREAM, 0));
    TRY("unix socket", socket(AF_UNIX, SOCK_STREAM, 0));
    TRY("packet socket", socket(AF_NETLINK, SOCK_RAW, 0));
    TRY("socketpair", syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, NULL));
    TRY("io_uring_setup", syscall(SYS_io_uring_setup, 1, NULL));
    TRY("bpf", syscall(SYS_bpf, 0, NULL, 0));
    TRY("perf_event_open", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
    TRY("userfaultfd", syscall(SYS_userfaultfd, 0));
    TRY("keyctl", syscall(SYS_keyctl, 0, 0));
    TRY("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
    TRY("shmget", syscall(SYS_shmget, 0, 4096, 01600));
    TRY("msgget", syscall(SYS_msgget, 0, 01600));
    TRY("semget", syscall(SYS_semget, 0, 1, 01600));
    TRY("mq_open", syscall(SYS_mq_open, "a", O_CREAT | O_RDWR, 0600, NULL));
    TRY("inotify", syscall(SYS_inotify_init1, 0));
    TRY("fanotify", syscall(SYS_fanotify_init, 0, 0));
    TRY("sethostname", sethostname("a", 1));
    TRY("syslog", syscall(SYS_syslog, 3, NULL, 0));
    TRY("settimeofday", syscall(SYS_clock_settime, 0, NULL));
    TRY("terminal input", syscall(SYS_ioctl, 0, 0x5412, "a"));
    TRY("seccomp", syscall(SYS_seccomp, 0, 0, NULL));
}

int main(int count, char **arguments)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    if (count != 3)
        return 2;
    files(arguments[1], arguments[2]);
    processes();
    machine();
    /* What a program needs is there. */
    pthread_t other;
    int file = open("kept", O_CREAT | O_RDWR, 0600);
    if (file < 0 || write(file, "a", 1) != 1 || pthread_create(&other, NULL, thread, NULL) != 0)
        printf("reached nothing: %s\n", strerror(errno));
    else
        printf("done with %s\n", getenv("HOME") == NULL ? "no environment" : "an environment");
    return 0;
}
