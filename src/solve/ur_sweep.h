/* SPDX-License-Identifier: MIT */
/* ur_sweep.h - value iteration over two layers of Ur that lead to each other.

   A half is one layer (own, enemy), kept twice, both with the owner's placements as rows
   and the enemy's starts as lanes:

       to_move[r]   the owner wins, with the owner to throw
       waiting[r]   the owner wins, with the enemy to throw:  1 - to_move of the turned
   half

   so that every move of the owner, whoever throws next, is a maximum over neighbouring
   numbers, the same for all lanes.  Updating a block writes its to_move and, transposed,
   the waiting of the turned half.

   Rows are in the order of ur_index.h, and blocks in that of a sweep (ur_order.c), so
   that a sweep walks through its memory.  A row takes 8 or 16 cells (1, 5, 11, 15 or 16
   are lanes), so that rows are whole cache lines and the loops have no rests: finkel 197
   million cells, of the largest layer 21.1 for 18.7 million positions.
   What the cells behind the lanes hold is finite and read by nobody but each other. */
#ifndef SOLVE_UR_SWEEP_H
#define SOLVE_UR_SWEEP_H

#include <stdbool.h>
#include "solve/iterate.h"
#include "solve/ur_index.h"

#define UR_NO_BLOCK UINT32_MAX

struct ur_half {
    int own, enemy; /* pieces not home */
    uint64_t cells;
    uint32_t *base; /* a block's first cell; UR_NO_BLOCK: too many pieces */
    double *to_move, *waiting;
    uint8_t (*pass)[UR_STARTS]; /* throws a row passes with: bit i is throws[i] */
};

/* What a kernel reads of a half: the rows of one block, to move or waiting.  Where they
   live is for ur_cells alone to know, the one place a kernel looks through; today that is
   one array a half, and `base` may as well lead to rows fetched from elsewhere. */
struct ur_rows {
    const struct ur_half *half;
    uint32_t block;
    bool waiting;
};

static inline double *ur_cells(struct ur_rows r)
{
    return (r.waiting ? r.half->waiting : r.half->to_move) + r.half->base[r.block];
}

/* Cells a row of so many lanes takes. */
static inline int ur_row_cells(int lanes)
{
    return lanes <= 8 ? 8 : 16;
}

/* The blocks in the order of a sweep (steps.h). */
struct ur_order {
    uint32_t *block; /* of the first half; the turned block comes along */
    float *change;   /* of each of them, when it was visited last */
    uint32_t n_blocks;
    uint32_t *chunk; /* n_chunks + 1 first places in block[] */
    uint32_t *after; /* chunks that must be done before this one */
    uint32_t n_chunks;
};

/* Moves of one start with one throw, those that do not need a piece in hand first. */
struct ur_hop {
    uint8_t kind[UR_LANE]; /* where the row is found: enum ur_source */
    uint8_t next[UR_LANE]; /* the row there */
    uint8_t moves, entering;
};

/* In the block itself, waiting or to throw again, or in that of a piece on 5..8. */
enum ur_source { UR_STAY, UR_STAY_AGAIN, UR_ENTER, UR_SOURCES = UR_ENTER + 4 };

struct ur_sweep {
    const lus_rules *r;
    const struct ur_index *x;
    const uint16_t *lane[2]; /* own and enemy squares from 5 on, by block */
    struct ur_half *half[2]; /* the layer and the turned one; the same if own = enemy */
    /* With a piece less: what is reached by bearing off; NULL: that wins. */
    const struct ur_half *off[2];
    const struct ur_half *less[2]; /* with a piece less of the enemy; NULL: lost */
    struct iteration it;
    float skip; /* blocks that changed less when visited last are left out */
    struct ur_order order;
    struct ur_hop hop[UR_STARTS][5]; /* by start and throw */
    double chance[5];                /* of a throw */
    double pass_chance[1 << LUS_MAX_THROWS];
};

/* The squares of each block; false: no memory. */
bool ur_lanes_make(const struct ur_index *x, uint16_t *lane[2]);
/* Block bases of a layer. */
bool ur_base_make(const struct ur_index *x, uint16_t *const lane[2], struct ur_half *h);
/* Order and hops, once halves and lanes are set. */
bool ur_sweep_make(struct ur_sweep *s);
void ur_sweep_free(struct ur_sweep *s);
/* Calls `work` for every block of a half, on all threads of the iteration. */
void ur_each_block(const struct ur_sweep *s, struct ur_half *h,
                   void (*work)(const struct ur_sweep *s, struct ur_half *h,
                                uint32_t block));
/* Fills both halves with what the layers before suggest (ur_guess.c). */
void ur_guess(const struct ur_sweep *s);
/* The weights of passing, which depend on the rules and the layer only. */
bool ur_pass_make(const struct ur_sweep *s, struct ur_half *h);
/* What updating a block of a half reads, its own rows first; returns how many.  Nothing
   else is looked at: test_sweep.c takes all other rows away. */
enum { UR_MAX_READS = 2 + 4 + 4 * UR_MAX_PIECES };
int ur_reads(const struct ur_sweep *s, int side, uint32_t block,
             struct ur_rows list[UR_MAX_READS]);
/* Updates the blocks of one chunk of the order: the kernel of a sweep.  Returns the
   largest change of the plain pass. */
double ur_sweep_chunk(const struct ur_sweep *s, uint32_t chunk);
/* From cells to positions: to_move[rank].  The half cannot be swept again; false: no
   memory. */
bool ur_half_pack(const struct ur_sweep *s, struct ur_half *h);
/* One pass on so many threads, a sweep visiting some blocks again; returns the largest
   change of the plain pass. */
double ur_sweep_run(struct ur_sweep *s, int threads);

#endif
