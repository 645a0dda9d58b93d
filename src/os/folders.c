/* SPDX-License-Identifier: MIT */
/* folders.c - see folders.h. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "os/folders.h"

/* The specification requires absolute paths: "All paths set in these environment variables
   must be absolute.  If an implementation encounters a relative path ... it should consider
   the path invalid and ignore it." */
bool folder_path(enum folder_kind kind, const char *name, char *path, size_t size)
{
    static const struct {
        const char *variable, *below_home;
    } rule[] = {
        [FOLDER_DATA] = {"XDG_DATA_HOME", "/.local/share"},
        [FOLDER_STATE] = {"XDG_STATE_HOME", "/.local/state"},
        [FOLDER_CONFIG] = {"XDG_CONFIG_HOME", "/.config"},
    };
    const char *base = getenv(rule[kind].variable), *below = "";
    if (!base || base[0] != '/') {
        base = getenv("HOME");
        below = rule[kind].below_home;
    }
    if (!base || base[0] != '/')
        return false;
    int n = snprintf(path, size, "%s%s/lusoria/%s", base, below, name);
    return n > 0 && (size_t)n < size;
}

/* mkdir may fail with another error than EEXIST although the folder exists: with EROFS on a
   read-only file system, with EACCES in a folder that may not be written. */
static bool exists_or_made(const char *path, mode_t mode)
{
    struct stat s;
    if (mkdir(path, mode) == 0 || errno == EEXIST)
        return true;
    int why = errno;
    bool there = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
    errno = why;
    return there;
}

bool folder_make(const char *path, mode_t mode)
{
    char part[PATH_MAX];
    size_t n = strlen(path);
    if (n >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(part, path, n + 1);
    for (char *slash = strchr(part + (n > 0), '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!exists_or_made(part, mode))
            return false;
        *slash = '/';
    }
    return exists_or_made(part, mode);
}

bool folder_exists(const char *path)
{
    DIR *folder = opendir(path);
    if (folder)
        closedir(folder);
    return folder != NULL;
}

bool folder_is_not_link(const char *path)
{
    struct stat there;
    if (lstat(path, &there))
        return false;
    errno = S_ISLNK(there.st_mode) ? ELOOP : ENOTDIR;
    return S_ISDIR(there.st_mode);
}

uint64_t folder_free_bytes(const char *path)
{
    struct statvfs s;
    return statvfs(path, &s) ? UINT64_MAX : (uint64_t)s.f_bavail * s.f_frsize;
}

void folder_remove(const char *path)
{
    int why = errno;
    rmdir(path);
    errno = why;
}

/* ---- lists ---- */

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), tail = strlen(suffix);
    return n >= tail && !strcmp(name + n - tail, suffix);
}

/* A file that cannot be examined is listed as not regular. */
static void describe(DIR *folder, const char *name, struct folder_file *f)
{
    struct stat s;
    *f = (struct folder_file){0};
    memcpy(f->name, name, strlen(name) + 1);
    if (fstatat(dirfd(folder), name, &s, 0) < 0)
        return;
    f->regular = S_ISREG(s.st_mode);
    f->disk_bytes = (uint64_t)s.st_blocks * 512;
    f->changed_ns = (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct folder_file *)a)->name,
                  ((const struct folder_file *)b)->name);
}

struct folder_file *folder_list(const char *path, const char *suffix, size_t *n)
{
    struct folder_file *list = NULL;
    DIR *folder = opendir(path);
    struct dirent *d;
    size_t room = 0;
    for (*n = 0; folder && (d = readdir(folder));) {
        if (!ends_in(d->d_name, suffix) || strlen(d->d_name) > NAME_MAX)
            continue;
        if (*n == room) {
            struct folder_file *more =
                realloc(list, sizeof *more * (room = 2 * room + 16));
            if (!more)
                break;
            list = more;
        }
        describe(folder, d->d_name, &list[(*n)++]);
    }
    if (folder)
        closedir(folder);
    if (list)
        qsort(list, *n, sizeof *list, by_name);
    return list;
}
