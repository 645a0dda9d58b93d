/* SPDX-License-Identifier: MIT */
/* output.h - messages to the user, and finished texts to standard output or a file.

   Results go to standard output, messages to standard error as "lusoria: ...".  After
   print_errors_as_json a message is one lusoria.error/1 object (report/analysis_json.h) on
   standard output.  Characters of a message that could control the terminal become '?'. */
#ifndef TERMINAL_OUTPUT_H
#define TERMINAL_OUTPUT_H

#include "lusoria.h"
#include "text/buffer.h"

#if defined(__GNUC__)
#define PRINTF_LIKE(a, b) __attribute__((format(printf, a, b)))
#else
#define PRINTF_LIKE(a, b)
#endif

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

/* The command that starts this program, for tips that name one: "lusoria" if the user
   typed that, "build/lusoria" if it was started by this path. */
const char *program_name(void);
void program_name_set(const char *argv0);

/* Something failed; returns EXIT_FAILED. */
int print_failure(const char *format, ...) PRINTF_LIKE(1, 2);
/* The arguments are wrong; returns EXIT_USAGE. */
int print_usage_error(const char *format, ...) PRINTF_LIKE(1, 2);
/* An error of the library, LUS_E...; returns EXIT_FAILED. */
int print_error_code(int code);
/* A fault in a text, with a caret under the byte at fault; `what` is "position", "move",
   "link", ...  Returns EXIT_FAILED. */
int print_fault(const char *what, const char *text, const lus_fault *fault);
/* From now on messages are JSON on standard output. */
void print_errors_as_json(void);

/* Prints the buffer and frees it.  Returns EXIT_DONE, or EXIT_FAILED after a message if
   memory ran out while it was filled.  A failed write is reported by main.c. */
int print_buffer(struct buffer *b);
/* Writes the buffer to a file, which is replaced as a whole (os/files.h), and frees it;
   returns EXIT_DONE, or EXIT_FAILED after a message. */
int write_buffer(struct buffer *b, const char *path);

/* Finds a rule set by its name, "ur" or "ur:finkel"; if there is none, reports the nearest
   name or all names and returns NULL. */
const lus_rules *find_rules(const char *name);
/* Reads a position, or "start"; false: what is wrong was reported. */
bool read_position(const lus_rules *r, const char *text, lus_pos *p, int *throw);

#endif
