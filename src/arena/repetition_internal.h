/* SPDX-License-Identifier: MIT */
/* repetition_internal.h - the positions a playout has passed through since the last
   capture, for rule sets in which repetition (A7) ends a game. */
#ifndef ARENA_REPETITION_INTERNAL_H
#define ARENA_REPETITION_INTERNAL_H

#include <string.h>
#include "arena/playout.h"

/* Every ply of a playout fits; only the pages that a game reaches are touched. */
struct repetition {
    int n;
    lus_pos pos[MAX_PLIES];
};

/* Adds a position.  Returns true if it has now occurred r->repetition_limit times.  At
   most MAX_PLIES positions may be added. */
static inline bool repetition_add(const lus_rules *r, struct repetition *seen,
                                  const lus_pos *p)
{
    int times = 1;
    if (seen->n && (seen->pos[0].w[2] & 0xff) + (seen->pos[0].w[2] >> 8) !=
                       (p->w[2] & 0xff) + (p->w[2] >> 8))
        seen->n = 0;
    for (int i = 0; i < seen->n; i++)
        times += !memcmp(&seen->pos[i], p, sizeof *p);
    seen->pos[seen->n++] = *p;
    return times >= r->repetition_limit;
}

#endif
