/* SPDX-License-Identifier: MIT */
/* files.h - whole files. */
#ifndef OS_FILES_H
#define OS_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* The bytes of a file, NUL-terminated, to be freed; NULL if it cannot be read or has
   more than `most`. */
char *file_read(const char *path, size_t most, size_t *n);
/* Writes beside it and renames: afterwards the file is the old or the new one, whole. */
bool file_write(const char *path, const char *bytes, size_t n, mode_t mode);
/* The same for who writes it piece by piece: a stream, and its end, which keeps the old
   file if not all is good. */
FILE *file_begin(const char *path, char temporary[PATH_MAX]);
bool file_end(FILE *f, const char *temporary, const char *path, bool good);
/* The folder and those above it, for the user alone, where they are not there. */
bool folders_make(const char *path);

#endif
