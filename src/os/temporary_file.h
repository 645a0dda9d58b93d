/* SPDX-License-Identifier: MIT */
/* temporary_file.h - the files that become other files by a rename.

   Their names are .lusoria- and 14 random hexadecimal digits.  The process that writes one
   holds a lock (flock) on it; the system releases the lock when the process ends.  A file
   without a lock was left by a process that was killed, and the next temporary file in the
   same folder removes it. */
#ifndef OS_TEMPORARY_FILE_H
#define OS_TEMPORARY_FILE_H

#include <limits.h>
#include <sys/types.h>

/* Creates and locks a new file in the folder of `path`, for writing, and sets its name.
   Returns the descriptor, or -1 and errno.  The lock lasts until the descriptor and its
   copies are closed.  In a file system without locks files are neither locked nor removed. */
int temporary_file_create(const char *path, mode_t mode, char name[PATH_MAX]);

#endif
