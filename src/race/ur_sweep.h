/* SPDX-License-Identifier: MIT */
/* ur_sweep.h - value iteration over two layers of Ur that lead to each other.

   A half is one layer (own, enemy), stored twice, both times with the owner's placements
   as rows and the enemy's starts as lanes:

       throwing[row][lane]   chance that the owner wins, with the owner to throw
       waiting[row][lane]    chance that the owner wins, with the enemy to throw
                             = 1 - throwing[lane][row] of the turned half

   The turned half has own and enemy exchanged.  With both arrays every move of the owner,
   with either side to throw next, is a maximum over neighbouring numbers that is the same for all
   lanes.  Updating a block writes its throwing cells and, transposed, the waiting cells of the turned
   half.

   Rows are in the order of ur_index.h, blocks in the order of a sweep (ur_order.c), so that
   a sweep reads its memory in sequence.  A row takes 8 or 16 cells for 1, 5, 11, 15 or 16
   lanes, so that rows are whole cache lines: finkel has 197 million cells; its largest
   layer 21.1 million for 18.7 million positions.  The cells behind the lanes hold finite
   numbers, which are read only for each other. */
#ifndef RACE_UR_SWEEP_H
#define RACE_UR_SWEEP_H

#include <stdbool.h>
#include "race/race.h"
#include "race/ur_index.h"

#define UR_NO_BLOCK UINT32_MAX

/* The tracks of every block, own and enemy. */
struct ur_tracks {
    uint32_t blocks;
    uint16_t *of[2];
};

/* The rows of one block: what a kernel declares that it reads. */
struct ur_rows {
    const struct race_half *half;
    uint32_t block;
    enum race_array array;
};

/* The cells of a row of so many lanes. */
static inline int ur_row_cells(int lanes)
{
    return lanes <= 8 ? 8 : 16;
}

/* The blocks in the order of a sweep. */
struct ur_order {
    uint32_t *block; /* of the first half; the turned block is updated with it */
    float *change;   /* of each of them in its last update */
    uint32_t n_blocks;
    uint32_t *chunk; /* the first of each chunk in block[], and the end */
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
    struct race_sweep race;
    const struct ur_index *x;
    const uint16_t *track[2];  /* own and enemy track of each block */
    struct race_half *half[2]; /* the half and the turned one; identical if own = enemy */
    const struct race_half *off[2];  /* after bearing off an own piece; NULL: that wins */
    const struct race_half *less[2]; /* with an enemy piece less; NULL: lost */
    struct ur_order order;
    struct ur_start_moves start_moves[UR_STARTS][5]; /* by start and throw */
    double chance[5];                                /* of a throw */
    double no_move_chance[1 << LUS_MAX_THROWS];      /* of a set of throws */
};

/* The functions of struct race_game; the data is a struct ur_tracks. */
void *ur_tracks_new(const void *x, int pieces);
void ur_tracks_free(void *tracks);
bool ur_half_make(const void *x, const void *tracks, struct race_half *h);
bool ur_sweep_make(struct race_sweep *s);
void ur_sweep_free(struct race_sweep *s);
void ur_values(const struct race_values *v, uint64_t rank, uint64_t n, double *out);
void ur_writes(const struct race_sweep *s, uint32_t chunk, struct race_reader *to);
void ur_reads(const struct race_sweep *s, uint32_t chunk, struct race_reader *to);

/* Calls `work` for every block of a half, on all threads of the iteration. */
void ur_each_block(const struct ur_sweep *s, struct race_half *h,
                   void (*work)(const struct ur_sweep *s, struct race_half *h,
                                uint32_t block));
#endif
