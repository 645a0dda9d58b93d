/* SPDX-License-Identifier: MIT */
/* ur_guide.c - which positions of Ur are alike: see ur_guides in ur_index.h.

   Looked back on is only what lies in the same packed block of the file.  Measured on 6
   against 6 (11.5 million values), bits a value: from the one before 11.8, from lane and
   row 10.0, with the block 9.1, with a second block 8.8 (not done: seven more terms). */
#include "solve/frame.h"
#include "solve/ur_index.h"

/* How far back the start with its hindmost piece one square back, or gone, is. */
static const int8_t start_back[UR_STARTS] = {0, 1, 1, 1, 1, 3, 3, 1,
                                             4, 1, 1, 4, 3, 3, 1, 1};

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

/* Row `row` from lane `lane` on, n cells; `room` is how far the first may look back. */
static void guide_row(const struct shape *s, int row, int lane, int n, uint64_t room,
                      bool like, struct frame_guide *g)
{
    int up = start_back[row], like_at = (int)(s->first - s->like);
    like_at -= row * (s->like_lanes - s->lanes);
    for (int i = 0; i < n; i++, lane++, room++, g++) {
        *g = (struct frame_guide){(uint16_t)start_back[lane], (uint16_t)(up * s->lanes),
                                  like ? (uint16_t)like_at : 0,
                                  like ? (uint16_t)(up * s->like_lanes) : 0};
        if (room >= (unsigned)(g->lane + g->row))
            continue;
        g->row = 0; /* the lane alone, or if that is too far, the row */
        if (g->lane > room) {
            g->lane = 0;
            g->row = (unsigned)(up * s->lanes) <= room ? (uint16_t)(up * s->lanes) : 0;
        }
    }
}

void ur_guides(const struct ur_index *x, int own, int enemy, uint64_t first, int n,
               struct frame_guide *g)
{
    uint64_t end = first + (unsigned)n, at = first;
    while (at < end) {
        struct shape s = shape_at(x, own, enemy, at);
        unsigned place = (unsigned)(at - s.first), lanes = (unsigned)s.lanes;
        unsigned row = place / lanes, lane = place % lanes;
        bool like = !s.alone && s.like >= first;
        for (; row < (unsigned)s.rows && at < end; row++, lane = 0) {
            uint64_t run = lanes - lane < end - at ? lanes - lane : end - at;
            guide_row(&s, (int)row, (int)lane, (int)run, at - first, like, g);
            at += run;
            g += run;
        }
    }
}
