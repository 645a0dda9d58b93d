/* SPDX-License-Identifier: MIT */
/* ur_sweep.c - see ur_sweep.h; the updates themselves are in ur_kernel.c. */
#include "race/steps.h"
#include "race/ur_update.h"

enum { MAX_REVISITS = 8 };

int ur_reads(const struct ur_sweep *s, int side, uint32_t block,
             struct ur_rows list[UR_MAX_READS])
{
    struct ur_update b = ur_update_make(s, side, (uint32_t)s->track[0][block] << UR_TRACK,
                                        (uint32_t)s->track[1][block] << UR_TRACK);
    b.reads = list;
    ur_find_moves(&b);
    return b.n_reads;
}

static double chunk_run(const void *sweep, uint32_t chunk)
{
    const struct ur_sweep *s = sweep;
    return s->kernel->ur_chunk(s, chunk);
}

/* After a sweep most of the error is in few blocks: where pieces meet on squares 5..8,
   capture each other and enter again, it shrinks by 0.7 per sweep, elsewhere faster.  So
   the blocks that changed by more than a tenth of the maximum are updated again until none
   does: 6 to 30 % of the blocks, three or four times. */
double ur_sweep_run(struct ur_sweep *s, int threads)
{
    const struct ur_order *o = &s->order;
    double change = steps_run(o->n_chunks, o->after, threads, chunk_run, s);
    double rest = change;
    s->skip_below = (float)change / 10;
    for (int i = 0; i < MAX_REVISITS && s->it.mode == MODE_SWEEP && rest >= s->skip_below;
         i++)
        rest = steps_run(o->n_chunks, o->after, threads, chunk_run, s);
    s->skip_below = 0;
    return change;
}
