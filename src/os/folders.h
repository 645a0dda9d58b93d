/* SPDX-License-Identifier: MIT */
/* folders.h - the user's folders, as the XDG Base Directory Specification names them. */
#ifndef OS_FOLDERS_H
#define OS_FOLDERS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum folder_kind {
    FOLDER_DATA,   /* ${XDG_DATA_HOME:-~/.local/share}/lusoria: tables, the store */
    FOLDER_STATE,  /* ${XDG_STATE_HOME:-~/.local/state}/lusoria: saved games */
    FOLDER_CONFIG, /* ${XDG_CONFIG_HOME:-~/.config}/lusoria */
};

/* Writes the path of `name` in that folder.  Relative values of the variables, and of HOME,
   are ignored.  False: there is no such folder (HOME is not an absolute path), or the path
   has `size` bytes or more. */
bool folder_path(enum folder_kind kind, const char *name, char *path, size_t size);
/* Creates the folder and its parents where they do not exist, with `mode` less the umask.
   False: errno says why. */
bool folder_make(const char *path, mode_t mode);
/* True if the folder exists and can be listed.  False: errno says why. */
bool folder_exists(const char *path);
/* True if the path is a folder itself, not a symbolic link to one.  False: errno says why,
   ELOOP for a link, ENOTDIR for another file. */
bool folder_is_not_link(const char *path);
/* Bytes that a user can still write to the file system of a folder; UINT64_MAX: unknown. */
uint64_t folder_free_bytes(const char *path);
/* Removes a folder if it is empty; keeps errno. */
void folder_remove(const char *path);

struct folder_file {
    char name[NAME_MAX + 1];
    bool regular;        /* a regular file or a link to one */
    int64_t changed_ns;  /* when its contents last changed: nanoseconds since 1970 */
    uint64_t disk_bytes; /* that it takes on the disk */
};

/* Lists the files of a folder whose names end in `suffix`, sorted by the bytes of their
   names.  Returns an array that the caller frees, and sets *n.  NULL: the folder cannot be
   read, contains no such file, or memory ran out; then *n is 0. */
struct folder_file *folder_list(const char *path, const char *suffix, size_t *n);

#endif
