/* SPDX-License-Identifier: MIT */
/* ur_like.c - which positions of Ur are alike: see ur_rows in ur_index.h.

   Looked back on is only what lies in the same packed block of the file.  Measured on 6
   against 6 (11.5 million values), bits a value: from the one before 11.8, from lane and
   row 10.0, with the block 9.1, with a second block 8.8 (not done: seven more terms). */
#include "solve/frame.h"
#include "solve/ur_index.h"

const int8_t ur_start_back[UR_STARTS] = {0, 1, 1, 1, 1, 3, 3, 1, 4, 1, 1, 4, 3, 3, 1, 1};

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

int ur_rows(const struct ur_index *x, int own, int enemy, uint64_t first, int n,
            struct frame_row *out)
{
    uint64_t end = first + (unsigned)n, at = first;
    int rows = 0;
    while (at < end) {
        struct shape s = shape_at(x, own, enemy, at);
        int place = (int)(at - s.first), row = place / s.lanes, lane = place % s.lanes;
        bool like = !s.alone && s.like >= first;
        int back = (int)(s.first - s.like) - row * (s.like_lanes - s.lanes);
        for (; row < s.rows && at < end; row++, lane = 0) {
            uint64_t run = (uint64_t)(s.lanes - lane);
            run = run < end - at ? run : end - at;
            int up = ur_start_back[row];
            out[rows++] = (struct frame_row){
                (uint16_t)run, (uint16_t)lane, (uint16_t)(up * s.lanes),
                like ? (uint16_t)back : 0, like ? (uint16_t)(up * s.like_lanes) : 0};
            back -= s.like_lanes - s.lanes;
            at += run;
        }
    }
    return rows;
}
