/* SPDX-License-Identifier: MIT */
/* senet_sweep.h - value iteration over two layers of Senet that lead to each other.

   A half is one layer (own, enemy): a row for every occupancy, in it a lane for every
   colouring (senet_index.h); a row is a multiple of 8 cells:

       waiting[row][lane]    chance that the owner wins, with the enemy to throw
       throwing[row][lane]   the same with the owner to throw; only if a throw may be
                             followed by another one (B2): no other move reads it

   waiting is one minus the value of the enemy with the throw, in the same row of the turned
   half (own and enemy exchanged), in reverse order of lanes.

   A piece that moves to a free square leads to another row, the same for all lanes, with
   the lanes rearranged (struct senet_lanes); a swap rearranges the lanes of its own row.
   The lanes that may make a move are a set of bits. */
#ifndef RACE_SENET_SWEEP_H
#define RACE_SENET_SWEEP_H

#include "race/iterate.h"
#include "solve/kernels.h"
#include "race/senet_index.h"

enum { SENET_ROOM = 256 }; /* lanes of a row, at most */

/* A set of lanes. */
struct senet_lane_set {
    uint64_t w[SENET_ROOM / 64];
};

/* The lanes of a row with n pieces, of which `own` are own. */
struct senet_lanes {
    int count, vecs;
    struct senet_lane_set all, own[SENET_MAX_BOTH]; /* lanes in which piece p is own */
    /* The lane after a move of the p-th piece: it becomes the q-th; it swaps with the q-th;
       it leaves the board (a lane of n - 1 pieces). */
    uint8_t move[SENET_MAX_BOTH][SENET_MAX_BOTH][SENET_ROOM];
    uint8_t swap[SENET_MAX_BOTH][SENET_MAX_BOTH][SENET_ROOM];
    uint8_t drop[SENET_MAX_BOTH][SENET_ROOM];
};

/* Fills in the lanes of a half; never fails. */
void senet_lanes_make(const struct senet_index *x, int own, int enemy,
                      struct senet_lanes *l);

struct senet_half {
    uint64_t rows;
    int stride; /* cells of a row */
    double *waiting, *throwing;
};

/* A chunk is the rows that share all but the lowest four pieces; a step is the chunks with
   the same sum of the cells of the other pieces.  Within a step no chunk reads what another
   one writes: a move that changes the higher pieces changes their sum. */
struct senet_order {
    uint32_t *first, *last; /* chunk i is rows last[i] - 1 down to first[i] */
    uint32_t *after;        /* chunks that must be finished before this one */
    uint32_t n_chunks;
};

struct senet_sweep {
    const lus_rules *r;
    const struct senet_index *x;
    const struct solve_kernel *kernel;
    int own, enemy; /* of the first half; the second is the turned one */
    struct senet_half (*half)[SENET_MAX_SIDE + 1];
    const struct senet_lanes *(*lanes)[SENET_MAX_SIDE + 1];
    struct iteration it; /* of waiting, one array per half */
    struct senet_order order;
};

/* Sets the order after the pieces are set; false: out of memory.  senet_order_free frees
   it, also after a failure. */
bool senet_order_make(struct senet_sweep *s);
void senet_order_free(struct senet_sweep *s);
/* Sweeps all rows on so many threads; returns the largest change. */
double senet_sweep_run(struct senet_sweep *s, int threads);

#endif
