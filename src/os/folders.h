/* SPDX-License-Identifier: MIT */
/* folders.h - the user's folders, as the XDG Base Directory Specification names them. */
#ifndef OS_FOLDERS_H
#define OS_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>
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

#endif
