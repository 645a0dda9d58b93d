/* SPDX-License-Identifier: MIT */
/* senet_sweep.h - value iteration over two layers of Senet that lead to each other.

   A half is one layer (own, enemy): a row for every stand, in it a lane for every colour
   (senet_index.h), rows being whole vectors of eight:

       waiting[stand][colour]    the owner wins, with the enemy to throw
       throwing[stand][colour]   with the owner to throw; only where a throw may give
                                 another one (B2), since nobody else reads it

   What the owner waits for is one minus what the enemy has with the throw, in the same
   row of the turned half, lanes backwards: turning a row is all an update has to do for
   the other side.

   A piece that goes to a free square leads to another row, the same one for all lanes, in
   which the lanes are rearranged (struct senet_lanes); a swap rearranges the lanes of its
   own row.  Which lanes may make a move is a set of bits. */
#ifndef SOLVE_SENET_SWEEP_H
#define SOLVE_SENET_SWEEP_H

#include "solve/iterate.h"
#include "solve/senet_index.h"

enum { SENET_ROOM = 256 }; /* lanes, at most */

/* A set of lanes. */
struct senet_set_of {
    uint64_t w[SENET_ROOM / 64];
};

/* The lanes of a row with n pieces, so many of them own. */
struct senet_lanes {
    int count, vecs;
    struct senet_set_of all, own[SENET_MAX_BOTH]; /* lanes in which piece p is own */
    /* The lane one comes to, of n pieces in order: p becomes the q-th; p and q change
       places; p leaves (a lane of n - 1 pieces). */
    uint8_t move[SENET_MAX_BOTH][SENET_MAX_BOTH][SENET_ROOM];
    uint8_t swap[SENET_MAX_BOTH][SENET_MAX_BOTH][SENET_ROOM];
    uint8_t drop[SENET_MAX_BOTH][SENET_ROOM];
};

void senet_lanes_make(const struct senet_index *x, int own, int enemy,
                      struct senet_lanes *l);

struct senet_half {
    uint64_t rows;
    int stride; /* cells of a row */
    double *waiting, *throwing;
};

/* Chunks of rows that share all but the lowest four pieces; steps of chunks whose higher
   pieces stand equally far.  In a step no chunk reads what another one writes: a piece
   that changes the higher ones changes their sum. */
struct senet_order {
    uint32_t *first; /* rows, descending: chunk i is first[i] .. last[i] - 1 */
    uint32_t *last;
    uint32_t *after; /* chunks that must be done before this one */
    uint32_t n_chunks;
};

struct senet_sweep {
    const lus_rules *r;
    const struct senet_index *x;
    const struct senet_rows *rows;
    int own, enemy; /* of the first half; the second is turned */
    struct senet_half (*half)[SENET_MAX_SIDE + 1];
    const struct senet_lanes *(*lanes)[SENET_MAX_SIDE + 1];
    struct iteration it; /* of waiting, half by half */
    struct senet_order order;
};

bool senet_order_make(struct senet_sweep *s);
void senet_order_free(struct senet_sweep *s);
/* Rows last - 1 .. first, in place; returns the largest change. */
double senet_sweep_rows(const struct senet_sweep *s, uint32_t first, uint32_t last);
/* One pass over all of them on so many threads. */
double senet_sweep_run(struct senet_sweep *s, int threads);

#endif
