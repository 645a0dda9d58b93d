/* SPDX-License-Identifier: MIT */
/* console.h - the standard streams: whether they are terminals, and what those can show. */
#ifndef OS_CONSOLE_H
#define OS_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

/* The numbers are the file descriptors. */
enum console_stream { CONSOLE_IN, CONSOLE_OUT, CONSOLE_ERR };

struct console_size {
    int columns, rows;
};

/* Opens /dev/null for each standard stream that the caller has closed.  Otherwise the next file
   that is opened, a lock or a record, would get its number, and messages would be written
   into that file.  Reading from such a stream finds the end of the input; writing fails. */
void console_open_closed(void);
/* Whether a person may see or type it; false for a pipe, a file or a closed stream. */
bool console_is_terminal(enum console_stream s);
/* The size of the terminal; 80 x 24 for a pipe or a terminal that does not know its size. */
struct console_size console_size(enum console_stream s);
/* Sets the character type of the locale from the environment.  True: it is UTF-8. */
bool console_use_locale(void);
/* Waits for bytes on a descriptor and reads those that are there, at most n.  Signals do not
   end the wait.  Returns their number, 0 at the end of the input, -1 if reading failed. */
long console_read(int fd, char *bytes, size_t n);

/* Waits until a descriptor has bytes to read or is at its end, at most so many milliseconds.
   False: the time is over, or a signal arrived. */
bool console_wait(int fd, int ms);

/* From now on, a signal that ends the process because of a fault or by SIGTERM first writes
   `escape` to the terminal and restores the modes that the terminal had at the first call.
   The text must stay valid.  NULL: the default actions again. */
void console_restore_on_crash(const char *escape);
/* Gives each typed key to the program at once and does not show it, until it is switched
   off.  False: standard input is not a terminal. */
bool console_keys(bool on);
/* From now on, what is written to standard error is kept, so that it does not disturb a full
   screen; without a temporary file it is not.  console_release_errors writes it all to the
   real standard error. */
void console_hold_errors(void);
void console_release_errors(void);
/* Stops the process as Ctrl-Z does, and returns when it continues. */
void console_suspend(void);

#endif
