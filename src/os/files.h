/* SPDX-License-Identifier: MIT */
/* files.h - whole files: read within a limit, replaced atomically, locked.

   A file is replaced in three steps: its new bytes go to a temporary file with a random
   name in the same folder, are synchronised to the disk, and the temporary file is renamed.
   After a crash or a power failure at any moment the file holds the old bytes or the new
   ones, complete; a temporary file that is left is removed by the next replacement of a
   file in that folder.  A symbolic link stays a link: the file it points to is replaced.  What
   is not a regular file (a pipe, a terminal, /dev/null) is written directly. */
#ifndef OS_FILES_H
#define OS_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* Returns the bytes of a file followed by a NUL, for the caller to free, and sets *n.
   NULL: errno says why; EFBIG if the file is longer than `max` bytes. */
char *file_read(const char *path, size_t max, size_t *n);
/* The same for files in folders of the program: what is not a regular file is refused with
   EINVAL, because reading a pipe of that name would not end. */
char *file_read_regular(const char *path, size_t max, size_t *n);

/* Replaces the file by these bytes.  A new file gets `mode` less the umask; an existing
   one keeps its mode.  False: errno says why, and the file is what it was. */
bool file_write(const char *path, const char *bytes, size_t n, mode_t mode);

/* The same, piece by piece: write to `stream`, then call file_commit or file_abandon. */
struct file_writer {
    FILE *stream;
    int fd;
    int lock;    /* keeps the lock of the temporary file; -1: there is none */
    bool direct; /* not a regular file: there is no temporary file */
    char path[PATH_MAX], temporary[PATH_MAX];
};

/* False: errno says why, and there is nothing to close.  The stream refers to *w, which
   must not be moved. */
bool file_create(struct file_writer *w, const char *path, mode_t mode);
/* The same through a temporary file of that name, in the same file system.  A file that an
   interrupted run left there is replaced; a symbolic link is refused with ELOOP.  A link at
   `path` is replaced, not followed. */
bool file_create_through(struct file_writer *w, const char *path, const char *temporary,
                         mode_t mode);
/* Continues to write at byte `at` of the file, which may be beyond its end.  False: errno
   says why. */
bool file_seek(struct file_writer *w, off_t at);
/* Closes the stream and replaces the file, unless a write failed.  False: errno says why,
   and the file is unchanged. */
bool file_commit(struct file_writer *w);
/* Closes the stream and removes what was written; the file is unchanged.  Keeps errno. */
void file_abandon(struct file_writer *w);

/* A file that is read at any offset, by several threads at the same time. */
struct file_reader {
    int fd;
    uint64_t size; /* 0 if it is not a regular file */
};

/* Opens a file; does not wait for the other end of a pipe.  False: errno says why, and
   there is nothing to close. */
bool file_open(struct file_reader *f, const char *path);
/* Reads exactly n bytes.  False: an error, or the file is shorter. */
bool file_read_at(const struct file_reader *f, void *bytes, size_t n, uint64_t offset);
/* Closes a file that file_open has opened. */
void file_close(struct file_reader *f);

/* Appends bytes to a file, which is created with `mode` less the umask if it does not exist.
   With n = 0 it is only created.  Not synchronised with the disk.  False: errno says why,
   and a part may have been written. */
bool file_append(const char *path, const char *bytes, size_t n, mode_t mode);
/* Creates an empty file.  False: errno says why, EEXIST if it exists. */
bool file_make(const char *path, mode_t mode);
/* Removes a file.  True: it does not exist now.  False: errno says why. */
bool file_remove(const char *path);

struct file_info {
    bool regular; /* a regular file or a link to one */
    uint64_t size;
};

/* False: errno says why, ENOENT if there is no such file. */
bool file_info(const char *path, struct file_info *info);
/* Whether there is a file, a folder or a device of that name; links are followed. */
bool file_exists(const char *path);
/* Whether an open stream is a folder, which fopen opens but nothing can be read from. */
bool file_is_folder(FILE *stream);
/* Writes the absolute path of a file that exists, without links.  False: errno says why. */
bool file_real_path(const char *path, char real[PATH_MAX]);

/* Follows symbolic links to the file that would be opened, which need not exist.  False:
   errno says why. */
bool file_resolve(const char *path, char target[PATH_MAX]);

/* An exclusive lock between processes, held through a file of that name, which is created
   if necessary, with `mode` less the umask, and removed by file_unlock.  The system
   releases it when the process ends. */
struct file_lock {
    int fd;
    char path[PATH_MAX];
};

/* Does not wait.  False: errno says why, EWOULDBLOCK if another process holds the lock. */
bool file_lock(struct file_lock *l, const char *path, mode_t mode);
/* Removes the file and releases the lock. */
void file_unlock(struct file_lock *l);

#endif
