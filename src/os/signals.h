/* SPDX-License-Identifier: MIT */
/* signals.h - Ctrl-C, and the limit of file sizes. */
#ifndef OS_SIGNALS_H
#define OS_SIGNALS_H

#include <stdbool.h>

/* From now on Ctrl-C sets the flag below for good, and a read that waits fails with EINTR.
   A second Ctrl-C, a second later or more, ends the process.  A process that ignores Ctrl-C,
   as a background job does, keeps ignoring it; this is also true for interrupt_exit. */
void interrupt_catch(void);
/* Whether Ctrl-C was pressed since the first interrupt_catch. */
bool interrupt_seen(void);
/* The flag itself, for searches, which poll it. */
_Atomic bool *interrupt_flag(void);
/* From now on Ctrl-C writes the message, a string constant, to standard error and ends the
   process at once with this exit code, or with `failed` if it cannot be written. */
void interrupt_exit(const char *message, int code, int failed);

/* Blocks SIGINT and SIGTERM in this thread and in those that it makes afterwards. */
void end_signals_block(void);
/* Waits until one of them arrives; they must be blocked. */
void end_signals_wait(void);

/* From now on writing beyond the limit of file sizes (ulimit -f) fails with EFBIG.  By
   default it ends the process without a message. */
void file_limit_catch(void);

#endif
