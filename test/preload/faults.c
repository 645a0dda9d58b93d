/* SPDX-License-Identifier: MIT */
/* faults.c - a library for LD_PRELOAD that lets system calls of a program fail.

   FAULT="MODE N" chooses the mode and a number.  For the calls that change files:
       fail N     call N, counted from 0, fails; a write first writes half of its bytes
       full N     call N and all later writes and creations fail: the disk is full
       stop N     the process ends before call N, and files that it created and did not
                  synchronise are empty afterwards, as after a power failure
   For the processes of agents:
       range N    close_range(N, ...) fails; 0: every close_range
       proc N     /proc cannot be listed from the Nth time on, counted from 0
       children   /proc/thread-self/children cannot be opened
   For the space on the disk:
       disk N     N MiB are free
   For memory:
       memory N   allocation N, counted from 0, fails
   FAULT_LOG is a file; the chosen call, and how many files were renamed before it, are
   appended to it.

   Standard input, output and error, pipes and terminals are left alone.  System calls are
   made with syscall(2), so that nothing depends on the order of libraries. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

enum mode { NONE, FAIL, FULL, STOP, RANGE, PROC, CHILDREN, DISK, MEMORY };
enum { MAX_CREATED = 64, STOPPED = 99 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum mode mode;
static long at, calls, renames;
static struct {
    dev_t dev;
    ino_t ino;
    int fd; /* our own descriptor of it; -1: synchronised */
} created[MAX_CREATED];
static int n_created;

__attribute__((constructor)) static void start(void)
{
    static const char *const names[] = {"",     "fail",     "full", "stop",  "range",
                                        "proc", "children", "disk", "memory"};
    const char *wish = getenv("FAULT");
    for (int i = FAIL; wish && i <= MEMORY; i++)
        if (!strncmp(wish, names[i], strlen(names[i]))) {
            mode = (enum mode)i;
            at = atol(wish + strlen(names[i]));
        }
}

/* Appends a line to FAULT_LOG, with system calls that are not counted. */
static void log_call(const char *call, const char *name)
{
    const char *path = getenv("FAULT_LOG");
    char line[4200];
    int n = snprintf(line, sizeof line, "%ld %s %s after %ld renames\n", calls, call,
                     name ? name : "", renames);
    long fd =
        path ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0666)
             : -1;
    if (fd < 0)
        return;
    syscall(SYS_write, (int)fd, line, (size_t)n);
    syscall(SYS_close, (int)fd);
}

int statvfs(const char *path, struct statvfs *s)
{
    struct statfs here;
    long status = syscall(SYS_statfs, path, &here);
    *s = (struct statvfs){.f_frsize = 1};
    if (mode == DISK)
        s->f_bavail = (fsblkcnt_t)at << 20;
    else if (status == 0)
        s->f_bavail = here.f_bavail * (fsblkcnt_t)here.f_bsize;
    return (int)status;
}

static void lose_power(void)
{
    for (int i = 0; i < n_created; i++)
        if (created[i].fd >= 0)
            syscall(SYS_ftruncate, created[i].fd, 0L);
    _exit(STOPPED);
}

static bool is_file(int fd)
{
    struct stat s;
    return fd > 2 && fstat(fd, &s) == 0 && (S_ISREG(s.st_mode) || S_ISDIR(s.st_mode));
}

/* Counts a call; true: it must fail, and errno is set. */
static bool fails(const char *call, const char *name, int error)
{
    bool fail = false;
    if (mode == NONE || mode > STOP)
        return false;
    pthread_mutex_lock(&lock);
    if (calls == at || (mode == FULL && calls > at && error == ENOSPC)) {
        if (calls == at)
            log_call(call, name);
        if (mode == STOP)
            lose_power();
        fail = true;
    }
    calls++;
    pthread_mutex_unlock(&lock);
    if (fail)
        errno = error;
    return fail;
}

static void remember_created(int fd)
{
    struct stat s;
    if (mode != STOP || fd < 0 || fstat(fd, &s) < 0)
        return;
    pthread_mutex_lock(&lock);
    if (n_created < MAX_CREATED) {
        created[n_created].dev = s.st_dev;
        created[n_created].ino = s.st_ino;
        created[n_created++].fd = fcntl(fd, F_DUPFD_CLOEXEC, 100);
    }
    pthread_mutex_unlock(&lock);
}

static void remember_synced(int fd)
{
    struct stat s;
    if (mode != STOP || fstat(fd, &s) < 0)
        return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < n_created; i++)
        if (created[i].fd >= 0 && created[i].ino == s.st_ino &&
            created[i].dev == s.st_dev) {
            syscall(SYS_close, created[i].fd);
            created[i].fd = -1;
        }
    pthread_mutex_unlock(&lock);
}

static int open_file(const char *path, int flags, mode_t permissions)
{
    if (mode == CHILDREN && !strcmp(path, "/proc/thread-self/children")) {
        errno = EACCES;
        return -1;
    }
    bool creates = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
    if (creates && fails("create", path, ENOSPC))
        return -1;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, permissions);
    if (creates)
        remember_created(fd);
    return fd;
}

#define OPEN(name)                                                                       \
    int name(const char *path, int flags, ...)                                           \
    {                                                                                    \
        va_list args;                                                                    \
        va_start(args, flags);                                                           \
        mode_t permissions = flags & O_CREAT ? va_arg(args, mode_t) : 0;                 \
        va_end(args);                                                                    \
        return open_file(path, flags, permissions);                                      \
    }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *bytes, size_t n)
{
    if (is_file(fd) && fails("write", NULL, ENOSPC)) {
        syscall(SYS_write, fd, bytes, n / 2);
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_write, fd, bytes, n);
}

static ssize_t write_at(int fd, const void *bytes, size_t n, off_t offset)
{
    if (is_file(fd) && fails("pwrite", NULL, ENOSPC)) {
        syscall(SYS_pwrite64, fd, bytes, n / 2, offset);
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, fd, bytes, n, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t offset)
{
    return write_at(fd, bytes, n, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t offset)
{
    return write_at(fd, bytes, n, offset);
}

static int synchronise(int fd, long call)
{
    if (is_file(fd) && fails("fsync", NULL, EIO))
        return -1;
    int result = (int)syscall(call, fd);
    remember_synced(fd);
    return result;
}

int fsync(int fd)
{
    return synchronise(fd, SYS_fsync);
}

int fdatasync(int fd)
{
    return synchronise(fd, SYS_fdatasync);
}

static int truncate_file(int fd, off_t n)
{
    return is_file(fd) && fails("ftruncate", NULL, EIO)
               ? -1
               : (int)syscall(SYS_ftruncate, fd, n);
}

int ftruncate(int fd, off_t n)
{
    return truncate_file(fd, n);
}

int ftruncate64(int fd, off64_t n)
{
    return truncate_file(fd, n);
}

int rename(const char *from, const char *to)
{
    if (fails("rename", to, EIO))
        return -1;
    renames++;
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path)
{
    return fails("unlink", path, EIO) ? -1
                                      : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int rmdir(const char *path)
{
    if (fails("rmdir", path, EIO))
        return -1;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

int mkdir(const char *path, mode_t permissions)
{
    if (fails("mkdir", path, ENOSPC))
        return -1;
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, permissions);
}

/* ---- agents ---- */

int close_range(unsigned first, unsigned last, int flags)
{
    if (mode == RANGE && (at == 0 || at == (long)first)) {
        errno = ENOSYS;
        return -1;
    }
    return (int)syscall(SYS_close_range, first, last, flags);
}

DIR *opendir(const char *path)
{
    if (mode == PROC && !strcmp(path, "/proc") && calls++ >= at) {
        errno = EACCES;
        return NULL;
    }
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 ? NULL : fdopendir(fd);
}

/* ---- memory: the functions of glibc that malloc and its relatives are names of ---- */

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static bool allocation_fails(void)
{
    if (mode != MEMORY)
        return false;
    pthread_mutex_lock(&lock);
    bool fail = calls == at;
    if (fail)
        log_call("allocation", NULL);
    calls++;
    pthread_mutex_unlock(&lock);
    if (fail)
        errno = ENOMEM;
    return fail;
}

void *malloc(size_t n)
{
    return allocation_fails() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return allocation_fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    return allocation_fails() ? NULL : __libc_realloc(p, n);
}
