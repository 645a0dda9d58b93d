/* SPDX-License-Identifier: MIT */
/* folders.c - see folders.h. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "os/folders.h"

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

/* A parent on a read-only file system that exists is reported as EROFS. */
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
