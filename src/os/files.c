/* SPDX-License-Identifier: MIT */
/* files.c - whole files: read within a limit, written all or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "os/files.h"

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
        }
    }
    return true;
}

/* What is no plain file, /dev/null or a pipe, is written to where it is. */
static bool is_plain(const char *path)
{
    struct stat s;
    return stat(path, &s) < 0 || S_ISREG(s.st_mode);
}

static bool name_temporary(const char *path, char temporary[PATH_MAX])
{
    int n = snprintf(temporary, PATH_MAX, is_plain(path) ? "%s.new" : "%s", path);
    if (n >= 0 && n < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Ends the writing; what was good gets its name. */
static bool settle(const char *temporary, const char *path, bool good)
{
    int why = errno;
    if (!strcmp(temporary, path))
        return good;
    if (good && rename(temporary, path) == 0)
        return true;
    why = good ? errno : why;
    unlink(temporary);
    errno = why;
    return false;
}

FILE *file_begin(const char *path, char temporary[PATH_MAX])
{
    return name_temporary(path, temporary) ? fopen(temporary, "wb") : NULL;
}

bool file_end(FILE *f, const char *temporary, const char *path, bool good)
{
    int why = errno;
    if (fclose(f) == 0 || !good)
        errno = why;
    else
        good = false;
    return settle(temporary, path, good);
}

bool file_write(const char *path, const char *bytes, size_t n, mode_t mode)
{
    char temporary[PATH_MAX];
    if (!name_temporary(path, temporary))
        return false;
    bool plain = strcmp(temporary, path) != 0;
    int fd =
        open(temporary, O_WRONLY | (plain ? O_CREAT | O_TRUNC | O_NOFOLLOW : 0), mode);
    if (fd < 0)
        return false;
    bool written = (!plain || fchmod(fd, mode) == 0) && write_all(fd, bytes, n);
    written = close(fd) == 0 && written;
    return settle(temporary, path, written);
}

/* Room for more bytes and a NUL. */
static bool make_room(char **bytes, size_t n, size_t *cap)
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

char *file_read(const char *path, size_t most, size_t *n)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t cap = 0, length = 0, got = 1;
    if (!file)
        return NULL;
    while (got && length <= most && make_room(&bytes, length, &cap)) {
        got = fread(bytes + length, 1, cap - length - 1, file);
        length += got;
    }
    bool whole = !got && length <= most && !ferror(file);
    fclose(file);
    if (!whole) {
        free(bytes);
        return NULL;
    }
    bytes[length] = '\0';
    *n = length;
    return bytes;
}

bool folders_make(const char *path)
{
    char part[PATH_MAX];
    for (size_t i = 1;; i++) {
        if (path[i] && path[i] != '/')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) < 0 && errno != EEXIST && (!path[i] || errno != EROFS))
            return false;
        if (!path[i])
            return true;
    }
}
