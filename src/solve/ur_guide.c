/* SPDX-License-Identifier: MIT */
/* ur_guide.c - which positions of Ur are alike: see ur_guides in ur_index.h.

   Looked back on is only what lies in the same packed block of the file.  Measured on 6
   against 6 (11.5 million values), bits a value: from the one before 11.8, from lane and
   row 10.0, with the block 9.1, with a second block 8.8 (not done: seven more terms). */
#include "solve/frame.h"
#include "solve/ur_index.h"

/* The start with its hindmost piece one square back, or gone. */
static int start_before(int start)
{
    unsigned mask = ur_start_mask[start], last = mask & -mask;
    return ur_start_rank[(mask ^ last) | last >> 1];
}

/* A block of the index: where it begins, how large it is, and the one it is like. */
struct shape {
    uint64_t first, like;
    bool alone; /* no piece to take away: like nothing */
    int rows, lanes, like_lanes;
};

/* The block that holds `rank`. */
static struct shape shape_at(const struct ur_index *x, int own, int enemy, uint64_t rank)
{
    struct shape s = {.alone = true};
    uint64_t rest = rank, skipped = 0;
    int owners = 0; /* of the lowest piece: 1 enemy */
    for (int i = x->digits - 1; i >= 0; i--) {
        uint64_t none = x->weight[i][own][enemy], ones = 0;
        if (rest < none)
            continue;
        if (x->digit[i].own && own)
            ones = x->weight[i][own - 1][enemy];
        s.alone = false;
        owners = rest - none >= ones;
        skipped = none + (owners ? ones : 0);
        rest -= skipped;
        if (owners)
            enemy--;
        else
            own--;
    }
    s.rows = ur_start_count(own);
    s.lanes = ur_start_count(enemy);
    s.like_lanes = ur_start_count(enemy + owners);
    s.first = rank - rest;
    s.like = s.first - skipped;
    return s;
}

/* One cell; `at` is its rank, `begin` the first rank one may look back on. */
static struct frame_guide guide_at(const struct shape *s, uint64_t at, uint64_t begin)
{
    int row = (int)((at - s->first) / (unsigned)s->lanes);
    int lane = (int)((at - s->first) % (unsigned)s->lanes);
    int up = row - start_before(row), left = lane - start_before(lane);
    uint64_t room = at - begin;
    struct frame_guide g = {(uint16_t)left, (uint16_t)(up * s->lanes), 0, 0};
    if ((uint64_t)g.lane + g.row > room)
        g.row = 0;
    if (g.lane > room) {
        g.lane = 0;
        g.row = (uint64_t)(up * s->lanes) <= room ? (uint16_t)(up * s->lanes) : 0;
    }
    if (!s->alone && s->like >= begin) {
        g.block = (uint16_t)(at - (s->like + (unsigned)(row * s->like_lanes + lane)));
        g.block_row = (uint16_t)(up * s->like_lanes);
    }
    return g;
}

void ur_guides(const struct ur_index *x, int own, int enemy, uint64_t first, int n,
               struct frame_guide *g)
{
    uint64_t end = first + (unsigned)n, at = first;
    while (at < end) {
        struct shape s = shape_at(x, own, enemy, at);
        uint64_t next = s.first + (unsigned)(s.rows * s.lanes);
        for (; at < next && at < end; at++)
            *g++ = guide_at(&s, at, first);
    }
}
