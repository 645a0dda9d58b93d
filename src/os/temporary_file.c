/* SPDX-License-Identifier: MIT */
/* temporary_file.c - see temporary_file.h. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "os/entropy.h"
#include "os/os_calls.h"
#include "os/temporary_file.h"

#define PREFIX ".lusoria-"
enum { DIGITS = 14 };

/* The path of a file in the folder of `path`. */
static bool beside(const char *path, const char *file, char name[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash + 1 - path) : 0;
    int length = snprintf(name, PATH_MAX, "%.*s%s", folder, path, file);
    if (length >= 0 && length < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

static bool is_temporary(const char *file)
{
    size_t prefix = strlen(PREFIX);
    return !strncmp(file, PREFIX, prefix) && strlen(file) == prefix + DIGITS &&
           strspn(file + prefix, "0123456789abcdef") == DIGITS;
}

/* Removes a file unless a process holds its lock. */
static void remove_if_stale(const char *name)
{
    struct stat s;
    int fd = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0)
        os_unlink(name);
    close(fd);
}

static void remove_stale_files(const char *path)
{
    char name[PATH_MAX];
    DIR *folder = beside(path, ".", name) ? opendir(name) : NULL;
    for (struct dirent *d; folder && (d = readdir(folder));)
        if (is_temporary(d->d_name) && beside(path, d->d_name, name))
            remove_if_stale(name);
    if (folder)
        closedir(folder);
}

/* Locks a file that was just created.  False: another process took it for a stale file
   before it was locked. */
static bool lock_new_file(int fd)
{
    struct stat s;
    if (flock(fd, LOCK_EX | LOCK_NB) < 0)
        return errno != EWOULDBLOCK;
    return fstat(fd, &s) < 0 || s.st_nlink > 0;
}

int temporary_file_create(const char *path, mode_t mode, char name[PATH_MAX])
{
    remove_stale_files(path);
    for (;;) {
        uint64_t number;
        char file[32];
        if (random_from_system(&number) < 0)
            return -1;
        snprintf(file, sizeof file, PREFIX "%0*llx", DIGITS, (unsigned long long)number);
        int fd = beside(path, file, name) ? os_create(name, mode) : -1;
        if (fd < 0 || lock_new_file(fd))
            return fd;
        close(fd);
    }
}
