/* SPDX-License-Identifier: MIT */
/* live.h - how a contest stands, while it goes on: on a terminal lines that are drawn
   again in their place, elsewhere a line every ten seconds; on standard error. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include "cli/contest.h"

struct tournament;

struct live {
    bool terminal;
    int drawn;       /* lines on the screen */
    int number, all; /* which match of how many; 0: the only one */
    /* A table to be drawn above, of a tournament; NULL: none. */
    int (*table)(struct buffer *out, const struct tournament *t);
    const struct tournament *tournament;
};

struct live live_open(void);
struct contest_show live_show(struct live *l);
void live_clear(struct live *l); /* leaves the screen as it was before */

#endif
