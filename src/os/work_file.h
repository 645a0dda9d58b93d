/* SPDX-License-Identifier: MIT */
/* work_file.h - files that are read and written at any offset, by several threads.

   A work file is a number that is at least 0.  Its bytes are on the disk after
   work_file_sync. */
#ifndef OS_WORK_FILE_H
#define OS_WORK_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* Opens a file, and creates it if it is `writable`; not a symbolic link.  Negative: errno
   says why.  Close it with work_file_close. */
int work_file_open(const char *path, bool writable);
/* A second number of the same file, to be closed as well; negative: errno says why. */
int work_file_share(int file);
/* Closes one number; the file stays open as long as another number of it is open. */
void work_file_close(int file);
/* Reads or writes exactly n bytes.  False: errno says why; EIO if the file is shorter. */
bool work_file_read(int file, void *bytes, uint64_t n, uint64_t offset);
bool work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset);
/* Makes the file so long: the rest is lost, or the new bytes are zero.  False: errno says
   why. */
bool work_file_resize(int file, uint64_t bytes);
/* The length of the file; 0 if it is unknown. */
uint64_t work_file_size(int file);
/* Waits until everything that was written is on the disk.  False: errno says why. */
bool work_file_sync(int file);

#endif
