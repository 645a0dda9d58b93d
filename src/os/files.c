/* SPDX-License-Identifier: MIT */
/* files.c - see files.h.

   How a file is replaced, and what is left if the process ends at that moment:

       open_writer    FOLDER/.lusoria-0123456789abcd is created    the old file, a leftover
       os_write_all   the new bytes                                the same
       finish         fsync and close of the new file              the same
                      rename over the old file                     the new file
                      fsync of the folder                          the new file

   A temporary file is removed on every failure, a leftover by the next replacement in that
   folder (temporary_file.h).  The calls that change files go through
   os_calls.h, so that a test can let each of them fail (test/test_os_faults.c). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "os/files.h"
#include "os/os_calls.h"
#include "os/temporary_file.h"

/* ---- names ---- */

/* Writes the first n bytes of `folder` and then `name`.  False: too long, in errno. */
static bool join(char path[PATH_MAX], int n, const char *folder, const char *name)
{
    int length = snprintf(path, PATH_MAX, "%.*s%s", n, folder, name);
    if (length >= 0 && length < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Bytes of `path` up to and including its last slash. */
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash + 1 - path) : 0;
}

bool file_resolve(const char *path, char target[PATH_MAX])
{
    enum { MAX_LINKS = 40 }; /* as many as the kernel follows */
    char link[PATH_MAX], next[PATH_MAX];
    if (!join(target, 0, "", path))
        return false;
    for (int i = 0; i < MAX_LINKS; i++) {
        ssize_t n = readlink(target, link, sizeof link - 1);
        if (n < 0)
            return errno == EINVAL || errno == ENOENT;
        link[n] = '\0';
        if (!join(next, link[0] == '/' ? 0 : folder_length(target), target, link))
            return false;
        memcpy(target, next, sizeof next);
    }
    errno = ELOOP;
    return false;
}

/* ---- writing ---- */

/* Callback of fopencookie(3), which takes 0 as a failed write. */
static ssize_t stream_write(void *cookie, const char *bytes, size_t n)
{
    struct file_writer *w = cookie;
    return os_write_all(w->fd, bytes, n) ? (ssize_t)n : 0;
}

/* The lock of a temporary file lasts until it is renamed or removed. */
static void release_lock(const struct file_writer *w)
{
    if (w->lock >= 0)
        close(w->lock);
}

/* Opens the temporary file with the mode of the file it will replace. */
static bool open_temporary(struct file_writer *w, const struct stat *old, mode_t mode)
{
    w->fd = temporary_file_create(w->path, mode, w->temporary);
    if (w->fd < 0)
        return false;
    w->lock = fcntl(w->fd, F_DUPFD_CLOEXEC, 0);
    if (w->lock >= 0 && (!old || fchmod(w->fd, old->st_mode & 07777) == 0))
        return true;
    int why = errno;
    close(w->fd);
    os_unlink(w->temporary);
    release_lock(w);
    errno = why;
    return false;
}

/* Opens the temporary file, or the file itself if it is a pipe or a device.  False: errno
   says why, and there is nothing to close. */
static bool open_writer(struct file_writer *w, const char *path, mode_t mode)
{
    struct stat old;
    bool there = stat(path, &old) == 0;
    *w = (struct file_writer){.lock = -1, .direct = there && !S_ISREG(old.st_mode)};
    if (!file_resolve(path, w->path))
        return false;
    if (!w->direct)
        return open_temporary(w, there ? &old : NULL, mode);
    w->fd = open(path, O_WRONLY | O_CLOEXEC);
    return w->fd >= 0;
}

/* Closes the descriptor; if all went well so far and does now, the new file gets its name. */
static bool finish(struct file_writer *w, bool good)
{
    good = good && (w->direct || os_fsync(w->fd));
    int why = errno;
    bool closed = os_close(w->fd);
    bool done = good && closed && (w->direct || os_rename(w->temporary, w->path));
    if (good)
        why = errno;
    if (!done && !w->direct)
        os_unlink(w->temporary);
    release_lock(w);
    errno = why;
    return done;
}

/* A stream on top of the descriptor, whose writes go through os_write_all.  False: errno
   says why, and the temporary file is removed. */
static bool open_stream(struct file_writer *w)
{
    w->stream = fopencookie(w, "w", (cookie_io_functions_t){.write = stream_write});
    if (w->stream)
        return true;
    finish(w, false);
    return false;
}

bool file_seek(struct file_writer *w, off_t at)
{
    return fflush(w->stream) == 0 && lseek(w->fd, at, SEEK_SET) == at;
}

bool file_create(struct file_writer *w, const char *path, mode_t mode)
{
    return open_writer(w, path, mode) && open_stream(w);
}

/* Removes what an interrupted run left there.  False: errno says why, ELOOP for a link. */
static bool remove_leftover(const char *path)
{
    struct stat there;
    if (lstat(path, &there) < 0)
        return true;
    if (S_ISLNK(there.st_mode)) {
        errno = ELOOP;
        return false;
    }
    return os_unlink(path);
}

bool file_create_through(struct file_writer *w, const char *path, const char *temporary,
                         mode_t mode)
{
    *w = (struct file_writer){.lock = -1};
    if (!join(w->path, 0, "", path) || !join(w->temporary, 0, "", temporary) ||
        !remove_leftover(temporary))
        return false;
    w->fd = os_create(temporary, mode);
    return w->fd >= 0 && open_stream(w);
}

/* False: some byte was not written. */
static bool close_stream(struct file_writer *w)
{
    bool good = !ferror(w->stream) && fflush(w->stream) == 0;
    int why = errno;
    fclose(w->stream);
    errno = why;
    return good;
}

bool file_commit(struct file_writer *w)
{
    return finish(w, close_stream(w));
}

void file_abandon(struct file_writer *w)
{
    int why = errno;
    close_stream(w);
    finish(w, false);
    errno = why;
}

bool file_write(const char *path, const char *bytes, size_t n, mode_t mode)
{
    struct file_writer w;
    return open_writer(&w, path, mode) && finish(&w, os_write_all(w.fd, bytes, n));
}

/* ---- reading ---- */

/* Makes room for at least one more byte and a NUL. */
static bool grow(char **bytes, size_t n, size_t *cap)
{
    if (n + 1 < *cap)
        return true;
    size_t larger = *cap ? 2 * *cap : 4096;
    char *more = realloc(*bytes, larger);
    if (!more)
        return false;
    *bytes = more;
    *cap = larger;
    return true;
}

/* Returns 0 or the errno of what went wrong. */
static int read_stream(FILE *file, size_t max, char **bytes, size_t *length)
{
    size_t cap = 0, got;
    do {
        if (!grow(bytes, *length, &cap))
            return ENOMEM;
        errno = 0;
        got = fread(*bytes + *length, 1, cap - *length - 1, file);
        *length += got;
        if (*length > max)
            return EFBIG;
    } while (got);
    return ferror(file) ? (errno ? errno : EIO) : 0;
}

char *file_read(const char *path, size_t max, size_t *n)
{
    FILE *file = fopen(path, "rbe");
    char *bytes = NULL;
    size_t length = 0;
    if (!file)
        return NULL;
    int why = read_stream(file, max, &bytes, &length);
    fclose(file);
    if (why) {
        free(bytes);
        errno = why;
        return NULL;
    }
    bytes[length] = '\0';
    *n = length;
    return bytes;
}

char *file_read_regular(const char *path, size_t max, size_t *n)
{
    struct file_info info;
    if (!file_info(path, &info))
        return NULL;
    if (!info.regular) {
        errno = EINVAL;
        return NULL;
    }
    return file_read(path, max, n);
}

bool file_open(struct file_reader *f, const char *path)
{
    struct stat there;
    *f = (struct file_reader){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (f->fd < 0)
        return false;
    if (fstat(f->fd, &there) == 0 && S_ISREG(there.st_mode))
        f->size = (uint64_t)there.st_size;
    return true;
}

bool file_read_at(const struct file_reader *f, void *bytes, size_t n, uint64_t offset)
{
    char *next = bytes;
    while (n) {
        ssize_t got = pread(f->fd, next, n, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        next += got;
        n -= (size_t)got;
        offset += (uint64_t)got;
    }
    return true;
}

void file_close(struct file_reader *f)
{
    close(f->fd);
}

/* ---- other questions and changes ---- */

bool file_append(const char *path, const char *bytes, size_t n, mode_t mode)
{
    int fd = os_append(path, mode);
    if (fd < 0)
        return false;
    bool written = os_write_all(fd, bytes, n);
    int why = errno;
    bool closed = os_close(fd);
    if (!written)
        errno = why;
    return written && closed;
}

bool file_make(const char *path, mode_t mode)
{
    int fd = os_create(path, mode);
    return fd >= 0 && os_close(fd);
}

bool file_remove(const char *path)
{
    return os_unlink(path);
}

bool file_info(const char *path, struct file_info *info)
{
    struct stat there;
    if (stat(path, &there) < 0)
        return false;
    *info = (struct file_info){S_ISREG(there.st_mode), (uint64_t)there.st_size};
    return true;
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool file_is_folder(FILE *stream)
{
    struct stat there;
    return fstat(fileno(stream), &there) == 0 && S_ISDIR(there.st_mode);
}

bool file_real_path(const char *path, char real[PATH_MAX])
{
    return realpath(path, real);
}

/* ---- locks ---- */

/* Another process may remove the file between open and flock: then the lock is on a file
   that has no name any more. */
static bool is_current(const struct file_lock *l)
{
    struct stat held, named;
    return fstat(l->fd, &held) == 0 && stat(l->path, &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

bool file_lock(struct file_lock *l, const char *path, mode_t mode)
{
    if (!join(l->path, 0, "", path))
        return false;
    for (;;) {
        l->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
        if (l->fd < 0)
            return false;
        if (flock(l->fd, LOCK_EX | LOCK_NB) < 0) {
            int why = errno;
            close(l->fd);
            errno = why;
            return false;
        }
        if (is_current(l))
            return true;
        close(l->fd);
    }
}

void file_unlock(struct file_lock *l)
{
    unlink(l->path);
    close(l->fd);
}
