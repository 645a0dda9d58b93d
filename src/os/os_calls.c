/* SPDX-License-Identifier: MIT */
/* os_calls.c - see os_calls.h. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "os/os_calls.h"

bool (*os_fault_hook)(enum os_call call, int fd, const char *name);

static bool fails(enum os_call call, int fd, const char *name)
{
    return os_fault_hook && os_fault_hook(call, fd, name);
}

int os_create(const char *path, mode_t mode)
{
    if (fails(OS_CREATE, -1, path))
        return -1;
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

int os_append(const char *path, mode_t mode)
{
    if (fails(OS_CREATE, -1, path))
        return -1;
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode);
}

bool os_write_all(int fd, const void *bytes, size_t n)
{
    const char *next = bytes;
    while (n) {
        ssize_t done = fails(OS_WRITE, fd, NULL) ? -1 : write(fd, next, n);
        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            next += done;
            n -= (size_t)done;
        }
    }
    return true;
}

bool os_fsync(int fd)
{
    if (fails(OS_FSYNC, fd, NULL))
        return false;
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS;
}

bool os_close(int fd)
{
    bool failed = fails(OS_CLOSE, fd, NULL);
    int why = errno;
    if (close(fd) == 0 && !failed)
        return true;
    if (failed)
        errno = why;
    return false;
}

/* Synchronises the folder that holds `path`, so that a new name survives a crash. */
static bool sync_folder(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    int n = slash ? (int)(slash - path) : 0;
    snprintf(folder, sizeof folder, "%.*s", n, path);
    const char *name = n ? folder : slash ? "/" : ".";
    int fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno == EACCES; /* a folder that may be written but not read */
    bool synced = os_fsync(fd);
    int why = errno;
    close(fd);
    errno = why;
    return synced;
}

bool os_rename(const char *from, const char *to)
{
    if (fails(OS_RENAME, -1, to))
        return false;
    return rename(from, to) == 0 && sync_folder(to);
}

bool os_unlink(const char *path)
{
    if (fails(OS_UNLINK, -1, path))
        return false;
    return unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR;
}

bool os_thread(pthread_t *thread, void *(*start)(void *arg), void *arg)
{
    return !fails(OS_THREAD, -1, NULL) && pthread_create(thread, NULL, start, arg) == 0;
}
