/* SPDX-License-Identifier: MIT */
/* talk.h - the end of a conversation with another program, whole lines of it.

       > go movetime 1000        what it was sent
       < bestmove 4-6            what it answered
       ! thinking took 3 ms      what it wrote to its standard error

   Printable ASCII whatever was said; long lines are cut, old ones forgotten. */
#ifndef ARENA_TALK_H
#define ARENA_TALK_H

#include <stddef.h>

enum { TALK_MAX = 32768, TALK_LINE = 512 };
enum talk_mark { TALK_SENT = '>', TALK_CAME = '<', TALK_ERROR = '!' };

struct talk {
    size_t n;
    char text[TALK_MAX]; /* lines with their line feeds, no NUL at the end */
};

/* One line, or several with line feeds between them. */
void talk_add(struct talk *t, enum talk_mark mark, const char *bytes, size_t n);
/* The last `lines` lines of all marks; *n gets the length. */
const char *talk_tail(const struct talk *t, int lines, size_t *n);
/* The last lines with this mark, without it, line feeds between them. */
void talk_last(const struct talk *t, enum talk_mark mark, int lines, char *out,
               size_t cap);

/* Adds it to a file under a headline, in one write: others add theirs.  A disk that is
   full costs the log, not the game. */
void talk_keep(const struct talk *t, const char *head, const char *path);

#endif
