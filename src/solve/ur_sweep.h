/* SPDX-License-Identifier: MIT */
/* ur_sweep.h - value iteration over two layers of Ur that lead to each other.

   A half is one layer (own, enemy), kept twice, both with the owner's placements as rows
   and the enemy's starts as lanes, in the order of ur_index.h:

       to_move[r]   the owner wins, with the owner to throw
       waiting[r]   the owner wins, with the enemy to throw:  1 - to_move of the turned
   half

   so that every move of the owner, whoever throws next, is a sum over neighbouring
   numbers, the same for all lanes.  Updating a block writes its to_move and, transposed,
   the waiting of the turned half. */
#ifndef SOLVE_UR_SWEEP_H
#define SOLVE_UR_SWEEP_H

#include <stdbool.h>
#include "solve/ur_index.h"

#define UR_NO_BLOCK UINT32_MAX

struct ur_half {
    int own, enemy; /* pieces not home */
    uint32_t *base; /* a block's first position; UR_NO_BLOCK: too many pieces */
    double *to_move, *waiting;
    uint8_t (*pass)[UR_STARTS]; /* weight of the throws a row passes with, by block */
};

/* The blocks in the order of a sweep: steps one after another, in a step no block reads
   what another one writes, so any number of threads gives the same numbers. */
struct ur_order {
    uint32_t *block; /* of the first half; the turned block comes along */
    uint32_t n_blocks;
    uint32_t *chunk; /* n_chunks + 1 first places in block[] */
    uint32_t *after; /* chunks that must be done before this one */
    uint32_t n_chunks;
};

/* What a move out of hand or start does: start `row` becomes `next`. */
struct ur_hop {
    int n;
    uint8_t row[UR_STARTS], next[UR_STARTS];
};

struct ur_sweep {
    const lus_rules *r;
    const struct ur_index *x;
    const uint16_t *lane[2]; /* own and enemy squares from 5 on, by block */
    struct ur_half *half[2]; /* the layer and the turned one; the same if own = enemy */
    /* With a piece less: what is reached by bearing off; NULL: that wins. */
    const struct ur_half *off[2];
    bool still; /* look only: change nothing */
    struct ur_order order;
    struct ur_hop hop[UR_LANE][5]; /* by square left (0: the hand) and throw */
};

/* The squares of each block; false: no memory. */
bool ur_lanes_make(const struct ur_index *x, uint16_t *lane[2]);
/* Block bases of a layer. */
bool ur_base_make(const struct ur_index *x, uint16_t *const lane[2], struct ur_half *h);
/* Order and hops, once halves and lanes are set. */
bool ur_sweep_make(struct ur_sweep *s);
void ur_sweep_free(struct ur_sweep *s);
/* The weights of passing, which depend on the rules and the layer only. */
bool ur_pass_make(const struct ur_sweep *s, struct ur_half *h);
/* One sweep in place on so many threads; returns the largest change of the plain pass. */
double ur_sweep_run(struct ur_sweep *s, int threads);

#endif
