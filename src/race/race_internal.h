/* SPDX-License-Identifier: MIT */
/* race_internal.h - the index and the job of a table of a race game, and where the cells of
   a layer are while it is being solved. */
#ifndef RACE_RACE_INTERNAL_H
#define RACE_RACE_INTERNAL_H

#include <stddef.h>
#include "race/race.h"
#include "race/race_plan.h"
#include "race/team.h"
#include "race/window.h"

struct race_index {
    const lus_rules *r;
    const struct race_game *game;
    int pieces;
    max_align_t x[]; /* the index of the game */
};

/* One array of a layer in the files of the layer. */
struct row_part {
    struct race_half *half;
    enum race_array array;
    uint64_t offset, bytes; /* in the file */
    void *remembered;       /* the values before a sweep that is continued (iterate.h), if
                               they are not in a file */
};
enum {
    ROW_PARTS = 2 * RACE_ARRAYS,
    ROWS_HEADER = 8 /* bytes of a file before its arrays */
};

/* The cells of the layer being solved.  In memory, or, if `windowed`, in files with a
   window.  The two files, N.a and N.b, are the versions of the layer that checkpoints
   write in turn:

       8   the checksum of a state file (layer_files.h)
       ..  the waiting cells of both halves, which later layers read
       ..  the throwing cells

   N.checkpoint names the complete one and has its checksum.  At the end the beginning of a file becomes the
   state of the layer. */
struct race_rows {
    bool windowed;
    struct window window;
    struct race_plan plan;
    struct team_layer team;
    int n;
    struct row_part part[ROW_PARTS];
    uint64_t state_bytes, bytes; /* of a file */
    int fd[2];                   /* N.a and N.b; -1: not open */
    int current;                 /* the one with the last checkpoint */
    int layer;
    double saved_ms; /* when the last checkpoint was written */
    int saved_sweep; /* its number of sweeps; -1: there is none */
};

struct race_job {
    const struct race_index *index;
    int threads;
    struct solve_work work; /* its folder is NULL: no files */
    enum cell_type cells;
    void *data; /* of the game */
    struct race_half half[RACE_MAX_SIDE + 1][RACE_MAX_SIDE + 1];
    struct race_rows rows;
};

/* One pass over all chunks in the mode of the iteration (iterate.h: run). */
double race_pass(void *sweep, int threads);

/* Loads the pages that a phase of the plan reads and writes; l is a list for its use.  The
   pages of `busy` are not released; it may be NULL.  Returns what window_load returns, or
   LUS_EMEMORY. */
int race_phase_load(struct race_sweep *s, uint32_t phase, struct page_list *l,
                    const struct page_list *busy);

/* Opens the cells of the layer of a sweep, which is set apart from sweep_make.  Continues
   from a checkpoint if there is one: then s->it has its state, and *fresh is false.
   Returns 0, LUS_EMEMORY or LUS_EFILE. */
int race_rows_open(struct race_job *j, struct race_sweep *s, int layer, bool *fresh);
/* Closes its files and its window; cells in memory stay.  `solved` removes the
   checkpoints. */
void race_rows_close(struct race_job *j, bool solved);
/* Renames the file of a windowed layer to `path`: it becomes its state file.  0 or
   LUS_EFILE. */
int race_rows_keep(struct race_job *j, int layer, const char *path);
/* Uses a state file through the windows of later layers instead of reading it (solve.h:
   load_state). */
int race_rows_state(struct race_job *j, int layer, const char *path);
/* Plans the passes of a window; call it after sweep_make and when the mode becomes or stops
   being MODE_INITIAL.  0 or LUS_EMEMORY. */
int race_rows_plan(struct race_sweep *s);
/* The path of a file of the layer: N.SUFFIX in the folder of the job. */
void race_layer_file(const struct race_job *j, const char *suffix, char path[4096]);
/* Reads or writes a file of a layer that is in memory; false: that failed. */
bool race_memory_file(const struct race_rows *rows, int fd, bool reading);
/* The functions of iterate.h.  Through a window the values before a sweep are those of the
   last checkpoint. */
int race_rows_remember(void *sweep);
int race_rows_extrapolate(void *sweep, double weight);
/* Makes the values of a solved layer complete in one file, if it is windowed. */
int race_rows_finish(struct race_sweep *s);
/* Frees what only sweeps need. */
void race_rows_free(struct race_sweep *s);
/* After a windowed layer is packed: later layers read its state file. */
void race_rows_settle(struct race_job *j);
/* Copies n cells of an array; false: they cannot be read. */
bool race_rows_cells(const struct race_job *j, const struct race_half *h,
                     enum race_array a, uint64_t at, uint64_t n, double *to);

/* ---- checkpoints ---- */

/* Opens N.a (0) or N.b (1) as rows.fd.  0 or LUS_EFILE. */
int race_layer_open(struct race_job *j, int which);
/* Reads N.checkpoint.  Returns 1; 0 if there is none for these arrays, or they are damaged; or
   LUS_EMEMORY or LUS_EFILE: then they may be intact. */
int race_checkpoint_read(struct race_job *j, struct race_sweep *s);
/* Writes a checkpoint to the file that does not have the last one.  Returns 0, LUS_EMEMORY
   or LUS_EFILE. */
int race_checkpoint(struct race_sweep *s);
/* The same if the last one is old enough (iterate.h: save). */
int race_rows_save(void *sweep);

/* ---- halves ---- */

/* Frees the cells of a half. */
void race_half_free(struct race_half *h);
/* Sets where the rows of a half are; false: out of memory. */
bool race_half_make(struct race_job *j, int own, int enemy);

#endif
