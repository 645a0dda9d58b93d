/* SPDX-License-Identifier: MIT */
/* race.h - the solver of race games: one driver (race_solver.c), a few functions per game.

   A half holds the positions in which the side to throw has `own` pieces left and the other
   side `enemy`.  A layer is a half and the turned one, with own and enemy exchanged
   (pairs.h).  The values of a half are cells in two arrays:

       waiting    chance that the owner wins, with the enemy to throw
       throwing   the same with the owner to throw

   Later layers read only waiting cells.  Cells are grouped in rows, as the game defines them.
   A kernel asks for rows by their number and never computes an address.

   The work of a sweep is divided into chunks.  A chunk writes its own rows, reads those of
   other chunks and of earlier layers, and starts after all chunks of earlier steps are
   finished.  Chunks of one step do not read what the others write, so the result does not
   depend on how they are distributed. */
#ifndef RACE_RACE_H
#define RACE_RACE_H

#include "race/iterate.h"
#include "solve/kernels.h"
#include "solve/layout.h"
#include "solve/solve.h"

enum race_array { RACE_WAITING, RACE_THROWING, RACE_ARRAYS };
enum { RACE_MAX_SIDE = 7 };

struct race_half {
    int own, enemy;
    uint64_t cells; /* of each array; 0: not known yet */
    int cell_bytes; /* of a cell (enum cell_type) */
    void *cell[RACE_ARRAYS];
    /* Where rows are; set by the game: a fixed distance, or the first cell of each. */
    uint64_t rows;
    int stride;
    uint32_t *base;
    /* Data of the game for each row; freed with the half. */
    uint8_t (*no_move_throws)[16];
    uint32_t *first_rank;
    /* A state file that later layers read through a window: where its arrays are. */
    bool stored;
    int fd;
    uint64_t offset[RACE_ARRAYS];
    /* Arrays of the window of the layer being solved. */
    int window[RACE_ARRAYS];
};

/* A table of the halves of all layers, by own and enemy. */
typedef struct race_half race_halves[RACE_MAX_SIDE + 1][RACE_MAX_SIDE + 1];

/* Receives the cells that a chunk declares. */
struct race_reader {
    /* REQUIRED.  n cells of an array from `at` on. */
    void (*cells)(struct race_reader *to, const struct race_half *h, enum race_array a,
                  uint64_t at, uint64_t n);
};

/* The chunks of a sweep; the game knows which rows are theirs. */
struct race_order {
    uint32_t n_chunks;
    uint32_t *after; /* chunks that must be finished before this one */
};

/* One layer while it is being solved.  Each game has a struct that begins with it. */
struct race_sweep {
    const lus_rules *r;
    const struct race_game *game;
    const struct solve_kernel *kernel;
    enum cell_type cells;
    const void *x;    /* the index of the game */
    const void *data; /* of the job */
    int own, enemy;   /* of the first half; the second is the turned one */
    struct race_half (*half)[RACE_MAX_SIDE + 1];
    struct iteration it;
    struct race_order order;
    float skip_below; /* chunks may skip rows whose last change was smaller */
    struct race_job *job;
    struct race_rows *rows;
};

/* A half whose values are read. */
struct race_values {
    const void *x, *data;
    const struct race_half *half, *turned;
    const struct race_job *job;
};

/* All members are REQUIRED unless marked.  x is an index that index_make made. */
struct race_game {
    int max_side;
    size_t index_size, sweep_size; /* bytes of the index and of the game's sweep */
    int arrays;                    /* 1: there are no throwing cells */
    bool extrapolates;             /* (iterate.h) only games with one array */
    int max_revisits;              /* of chunks with large changes, per sweep */

    /* ---- the index ---- */
    void (*index_make)(void *x, const lus_rules *r);
    /* Positions of a half. */
    uint64_t (*half_size)(const void *x, int own, int enemy);
    /* Pieces of both sides that are not off the board. */
    void (*pieces)(const lus_pos *p, int *own, int *enemy);
    /* The rank of a position in its half, and the position of a rank. */
    uint64_t (*rank)(const void *x, const lus_pos *p);
    void (*unrank)(const void *x, int own, int enemy, uint64_t rank, lus_pos *p);
    void (*start)(const lus_rules *r, int pieces, lus_pos *p);
    /* Pieces that one move can bear off, at most. */
    int (*reach)(const lus_rules *r);
    struct layout_size (*layout_size)(const void *x, int own, int enemy);
    /* The number of values from `rank` on, of `left`, that form one frame. */
    int (*frame_values)(const void *x, int own, int enemy, uint64_t rank, uint64_t left);
    bool (*layout)(const void *x, int own, int enemy, uint64_t rank, int n,
                   struct value_layout *l);

    /* ---- solving ---- */
    /* Data for all layers, freed with data_free; NULL: out of memory. */
    void *(*data_new)(const void *x, int pieces);
    void (*data_free)(void *data);
    /* Sets where the rows of a half are; false: out of memory. */
    bool (*half_make)(const void *x, const void *data, struct race_half *h);
    /* Sets the rest of a sweep whose halves are allocated; false: out of memory.
       sweep_free frees it, also after a failure. */
    bool (*sweep_make)(struct race_sweep *s);
    void (*sweep_free)(struct race_sweep *s);
    bool initial_pass; /* chunks have a mode `initial`; cells that it does not set, or
                         all without it, begin as 1/2 */
    /* Updates the rows of a chunk in the mode of the iteration; returns the largest
       change. */
    double (*chunk)(const struct race_sweep *s, uint32_t chunk);
    /* Lists the cells that a chunk writes, and those it reads of other chunks and of
       earlier layers.  A kernel touches no other cells: test_sweep.c removes them.
       Listed ranges may overlap. */
    void (*writes)(const struct race_sweep *s, uint32_t chunk, struct race_reader *to);
    void (*reads)(const struct race_sweep *s, uint32_t chunk, struct race_reader *to);
    /* n unrounded values of a half from `rank` on, for the side to throw. */
    void (*values)(const struct race_values *v, uint64_t rank, uint64_t n, double *out);
};

extern const struct race_game ur_race, senet_race;

#endif
