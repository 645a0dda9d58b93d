/* SPDX-License-Identifier: MIT */
/* os_calls.h - the system calls that change files and create threads, with a hook for fault
   injection.

   Files of src/os use these functions only.  A test sets os_fault_hook; it is
   called before every call and can let it fail, or end the process to imitate a crash
   (test/test_os_faults.c).  In the program the hook is NULL. */
#ifndef OS_OS_CALLS_H
#define OS_OS_CALLS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The kinds of calls; os_append counts as OS_CREATE. */
enum os_call { OS_CREATE, OS_WRITE, OS_FSYNC, OS_CLOSE, OS_RENAME, OS_UNLINK, OS_THREAD };

/* `name` is the path for OS_CREATE, OS_RENAME (the new name) and OS_UNLINK, otherwise
   NULL; `fd` is -1 where there is none.  Returns true to let the call fail; the hook then
   sets errno.  Set it before any other thread starts. */
extern bool (*os_fault_hook)(enum os_call call, int fd, const char *name);

/* Opens a new file for writing, close-on-exec; it must not exist, not even as a symbolic
   link.  Returns the descriptor, or -1 and errno. */
int os_create(const char *path, mode_t mode);
/* Opens a file for appending, close-on-exec; creates it with `mode` if it does not exist.
   Returns the descriptor, or -1 and errno. */
int os_append(const char *path, mode_t mode);
/* Writes all bytes, however many calls that takes.  False: errno says why. */
bool os_write_all(int fd, const void *bytes, size_t n);
/* Waits until the bytes are on the disk.  A descriptor that cannot be synchronised, such
   as a pipe, counts as success.  False: errno says why. */
bool os_fsync(int fd);
/* Closes the descriptor, also on failure.  False: errno says why. */
bool os_close(int fd);
/* Renames a file; the new name is on the disk when this returns true: the folder is
   synchronised too.  False: errno says why. */
bool os_rename(const char *from, const char *to);
/* Removes a file.  True: it does not exist now.  False: errno says why. */
bool os_unlink(const char *path);
/* Starts a thread, which is joined with pthread_join.  False: the system allows no more. */
bool os_thread(pthread_t *thread, void *(*start)(void *arg), void *arg);

#endif
