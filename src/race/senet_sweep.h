/* SPDX-License-Identifier: MIT */
/* senet_sweep.h - value iteration over two layers of Senet that lead to each other.

   A half is one layer (own, enemy): a row for every occupancy, in it a lane for every
   colouring (senet_index.h); a row is a multiple of 8 cells:

       waiting[row][lane]    chance that the owner wins, with the enemy to throw

   The chance with the owner to throw is one minus the waiting value of the enemy, in the
   same row of the turned half (own and enemy exchanged), in reverse order of lanes.  So it is
   not stored: blockade, whose throws can be followed by another one (B2), would need twice
   the memory.

   A piece that moves to a free square leads to another row, the same for all lanes, with
   the lanes rearranged (struct senet_lanes); a swap rearranges the lanes of its own row.
   The lanes that may make a move are a set of bits. */
#ifndef RACE_SENET_SWEEP_H
#define RACE_SENET_SWEEP_H

#include "race/race.h"
#include "race/senet_index.h"

enum { SENET_ROOM = 256 }; /* lanes of a row, at most */

/* A set of lanes. */
struct senet_lane_set {
    uint64_t w[SENET_ROOM / 64];
};

/* A part of a rearrangement: lanes of one group take values from a window of the row that
   is read.  A vector kernel loads the window and permutes it (kernel_vector.h).  A row of the
   turned half has its lanes in reverse order: there the window begins at another lane. */
struct senet_step {
    uint8_t group, first;              /* the number of the group, its first lane */
    uint8_t lanes;                     /* those of the group that take a value */
    uint8_t window;                    /* the first lane of the window */
    int16_t turned_window;             /* the same in a row of the turned half */
    uint8_t index[8], turned_index[8]; /* the places of their values in both windows */
};

/* Groups and windows for vectors of 8 and of 4 cells; scalar: groups of 8 lanes, and the
   window is the whole row. */
enum senet_step_kind { STEPS_OF_8, STEPS_OF_4, STEPS_SCALAR, STEP_KINDS };

/* Which lane of another row each lane of a set takes its value from. */
struct senet_lane_map {
    uint8_t from[SENET_ROOM];
    bool same; /* each lane from itself */
    /* The same as steps. */
    int n[STEP_KINDS];
    const struct senet_step *step[STEP_KINDS];
};

/* The lanes of a row with n pieces, of which `own` are own. */
struct senet_lanes {
    int count, vecs;
    struct senet_lane_set all, own[SENET_MAX_BOTH]; /* lanes in which piece p is own */
    /* The lane after a move of the p-th piece: it becomes the q-th; it swaps with the q-th;
       it leaves the board (a lane of n - 1 pieces).  `same` changes nothing. */
    struct senet_lane_map move[SENET_MAX_BOTH][SENET_MAX_BOTH];
    struct senet_lane_map swap[SENET_MAX_BOTH][SENET_MAX_BOTH];
    struct senet_lane_map drop[SENET_MAX_BOTH], same;
};

/* The lanes of all halves, by own and enemy pieces. */
struct senet_lanes_table {
    struct senet_lanes of[SENET_MAX_SIDE + 1][SENET_MAX_SIDE + 1];
    struct senet_step *steps; /* of all maps */
};

/* The lanes of all halves with up to so many pieces of a side; NULL: out of memory. */
struct senet_lanes_table *senet_lanes_new(const struct senet_index *x, int pieces);
void senet_lanes_free(struct senet_lanes_table *t);

/* A chunk is the rows that share all but the lowest four pieces; a step is the chunks with
   the same sum of the cells of the other pieces.  Within a step no chunk reads what another
   one writes: a move that changes the higher pieces changes their sum. */
struct senet_sweep {
    struct race_sweep race;
    const struct senet_index *x;
    const struct senet_lanes_table *lanes;
    uint32_t *first, *last;     /* chunk i is rows last[i] - 1 down to first[i] */
    struct race_reader *reader; /* of senet_reads */
    void *network;              /* (core/net.h) NULL: the rules have none */
};

/* Sets the initial values of rows first .. last - 1 of both halves; without a network they stay
   as they are. */
void senet_initial_rows(const struct senet_sweep *s, uint32_t first, uint32_t last);

/* Declares a row to the reader. */
static inline void senet_declare(const struct senet_sweep *s, const struct race_half *h,
                                 uint32_t row)
{
    s->reader->cells(s->reader, h, RACE_WAITING, (uint64_t)row * (unsigned)h->stride,
                     (unsigned)h->stride);
}

/* The functions of struct race_game (senet_order.c, senet_reads.c). */
bool senet_order_make(struct race_sweep *s);
void senet_order_free(struct race_sweep *s);
void senet_writes(const struct race_sweep *s, uint32_t chunk, struct race_reader *to);
void senet_reads(const struct race_sweep *s, uint32_t chunk, struct race_reader *to);

#endif
