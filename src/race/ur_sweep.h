/* SPDX-License-Identifier: MIT */
/* ur_sweep.h - value iteration over two layers of Ur that lead to each other.

   A half is one layer (own, enemy), stored twice, both times with the owner's placements
   as rows and the enemy's starts as lanes:

       to_move[row][lane]   chance that the owner wins, with the owner to throw
       waiting[row][lane]   chance that the owner wins, with the enemy to throw
                            = 1 - to_move[lane][row] of the turned half

   The turned half has own and enemy exchanged.  With both arrays every move of the owner,
   with either side to throw next, is a maximum over neighbouring numbers that is the same for all
   lanes.  Updating a block writes its to_move and, transposed, the waiting of the turned
   half.

   Rows are in the order of ur_index.h, blocks in the order of a sweep (ur_order.c), so that
   a sweep reads its memory in sequence.  A row takes 8 or 16 cells for 1, 5, 11, 15 or 16
   lanes, so that rows are whole cache lines: finkel has 197 million cells; its largest
   layer 21.1 million for 18.7 million positions.  The cells behind the lanes hold finite
   numbers, which are read only for each other. */
#ifndef RACE_UR_SWEEP_H
#define RACE_UR_SWEEP_H

#include <stdbool.h>
#include "race/iterate.h"
#include "solve/kernels.h"
#include "race/ur_index.h"

#define UR_NO_BLOCK UINT32_MAX

struct ur_half {
    int own, enemy; /* pieces not home */
    uint64_t cells;
    uint32_t *base; /* the first cell of each block; UR_NO_BLOCK: too many pieces */
    double *to_move, *waiting;
    uint8_t (*no_move_throws)[UR_STARTS]; /* per row: bit i is throws[i] */
};

/* The rows of one block, to move or waiting: what a kernel declares that it reads.  Only
   ur_cells knows where they are stored: today in one array per half; later a row store can
   fetch them from disk or from another process. */
struct ur_rows {
    const struct ur_half *half;
    uint32_t block;
    bool waiting;
};

static inline double *ur_cells(struct ur_rows r)
{
    return (r.waiting ? r.half->waiting : r.half->to_move) + r.half->base[r.block];
}

/* The cells of a row of so many lanes. */
static inline int ur_row_cells(int lanes)
{
    return lanes <= 8 ? 8 : 16;
}

/* The blocks in the order of a sweep (steps.h). */
struct ur_order {
    uint32_t *block; /* of the first half; the turned block is updated with it */
    float *change;   /* of each of them in its last update */
    uint32_t n_blocks;
    uint32_t *chunk; /* n_chunks + 1 indices in block[] */
    uint32_t *after; /* chunks that must be finished before this one */
    uint32_t n_chunks;
};

/* The moves of one start with one throw; those of a piece in hand come last. */
struct ur_start_moves {
    uint8_t kind[UR_TRACK]; /* enum ur_source: where the resulting row is */
    uint8_t next[UR_TRACK]; /* the resulting row */
    uint8_t moves, entering;
};

/* In the same block, waiting or to throw again, or in the block of a piece on 5..8. */
enum ur_source { UR_STAY, UR_STAY_AGAIN, UR_ENTER, UR_SOURCES = UR_ENTER + 4 };

struct ur_sweep {
    const lus_rules *r;
    const struct solve_kernel *kernel; /* set by ur_sweep_make unless it is set */
    const struct ur_index *x;
    const uint16_t *track[2]; /* own and enemy track of each block */
    struct ur_half *half[2];  /* the half and the turned one; identical if own = enemy */
    const struct ur_half *off[2];  /* after bearing off an own piece; NULL: that wins */
    const struct ur_half *less[2]; /* with an enemy piece less; NULL: lost */
    struct iteration it;
    float skip_below; /* blocks whose last change was smaller are skipped */
    struct ur_order order;
    struct ur_start_moves start_moves[UR_STARTS][5]; /* by start and throw */
    double chance[5];                                /* of a throw */
    double no_move_chance[1 << LUS_MAX_THROWS];      /* of a set of throws */
};

/* Allocates and fills the tracks of every block; false: out of memory.  The caller frees
   both arrays, also after a failure. */
bool ur_tracks_make(const struct ur_index *x, uint16_t *track[2]);
/* Sets h->base and h->cells from h->own and h->enemy; false: out of memory. */
bool ur_base_make(const struct ur_index *x, uint16_t *const track[2], struct ur_half *h);
/* Sets h->no_move_throws; false: out of memory. */
bool ur_no_moves_make(const struct ur_sweep *s, struct ur_half *h);
/* Sets order, start moves and chances after halves and tracks are set; false: out of
   memory.  ur_sweep_free frees them, also after a failure. */
bool ur_sweep_make(struct ur_sweep *s);
void ur_sweep_free(struct ur_sweep *s);
/* Calls `work` for every block of a half, on all threads of the iteration. */
void ur_each_block(const struct ur_sweep *s, struct ur_half *h,
                   void (*work)(const struct ur_sweep *s, struct ur_half *h,
                                uint32_t block));
/* Sets the values of both halves from the layers before (ur_initial.c). */
void ur_initial_values(const struct ur_sweep *s);

/* Lists the rows that the update of a block reads, its own first; returns how many.  The
   kernel reads no other rows: test_sweep.c removes them. */
enum { UR_MAX_READS = 2 + 4 + 4 * UR_MAX_PIECES };
int ur_reads(const struct ur_sweep *s, int side, uint32_t block,
             struct ur_rows list[UR_MAX_READS]);
/* One sweep on so many threads, which updates the blocks with large changes repeatedly;
   returns the largest change of the first update. */
double ur_sweep_run(struct ur_sweep *s, int threads);
/* Replaces the cells of h->to_move by values in the order of ranks; the half cannot be
   swept any more.  False: out of memory, and nothing has changed. */
bool ur_half_pack(const struct ur_sweep *s, struct ur_half *h);

#endif
