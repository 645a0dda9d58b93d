/* SPDX-License-Identifier: MIT */
/* transcript.h - the last lines exchanged with another program.

       > go movetime 1000        sent to it
       < bestmove 4-6            received from its standard output
       ! search took 3 ms        received from its standard error

   The text is printable ASCII whatever was received: other bytes become '?'.  Long lines
   are truncated, the oldest lines are dropped. */
#ifndef PLAYER_TRANSCRIPT_H
#define PLAYER_TRANSCRIPT_H

#include <stddef.h>

enum { TRANSCRIPT_MAX = 32768, TRANSCRIPT_LINE = 512 };
enum transcript_mark {
    TRANSCRIPT_SENT = '>',
    TRANSCRIPT_RECEIVED = '<',
    TRANSCRIPT_STDERR = '!'
};

struct transcript {
    size_t n;
    char text[TRANSCRIPT_MAX]; /* lines with their line feeds; no NUL at the end */
};

/* Adds one line, or several separated by line feeds. */
void transcript_add(struct transcript *t, enum transcript_mark mark, const char *bytes,
                    size_t n);
/* The last `lines` lines with any mark: a part of t->text of *n bytes. */
const char *transcript_tail(const struct transcript *t, int lines, size_t *n);
/* Copies the last `lines` lines with this mark to `out`, without the mark and separated
   by line feeds; NUL-terminated, truncated to `cap` bytes. */
void transcript_last(const struct transcript *t, enum transcript_mark mark, int lines,
                     char *out, size_t cap);

/* Writes "DIR/NAME.log" to `path`, creates the directory if it is missing, and checks that
   the file can be written.  Returns 0 or LUS_EFILE; errno says why. */
int transcript_file(const char *dir, const char *name, char *path, size_t cap);
/* Appends `head` and the transcript to a file in one write, because other threads append
   to the same file.  Errors are ignored: a full disk loses the log, not the game. */
void transcript_append_to(const struct transcript *t, const char *head, const char *path);

#endif
