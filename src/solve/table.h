/* SPDX-License-Identifier: MIT */
/* table.h - finished tables: find, open, probe, verify.

   A probe reads one packed block with pread (a file that is cut short while it is open is
   an error, not a signal), checks and unpacks it into one of a few hundred cache slots and
   takes the value from there.  Each slot has its own lock, held for some nanoseconds, so
   all probes are thread-safe. */
#ifndef SOLVE_TABLE_H
#define SOLVE_TABLE_H

#include "solve/solve.h"

struct table;

struct table_layer {
    uint64_t positions, bytes, blocks;
    double residual;
};

struct table_info {
    const lus_rules *r;
    const struct solver *solver;
    const void *index;
    const char *path;
    const char *text; /* "key value" lines of the header */
    int size;         /* pieces, stones or bricks */
    int layers;
    uint64_t positions, file_bytes;
    double residual; /* the largest of all layers */
};

/* Opens a table, to be closed with table_close; NULL: the file is not a complete table of
   this program's format, and `why` says what is wrong, beginning with the path. */
struct table *table_open(const char *path, char why[256]);
/* NULL is allowed. */
void table_close(struct table *t);
/* Valid until the table is closed. */
const struct table_info *table_info(const struct table *t);
/* Positions, blocks, bytes and residual of a layer, 0 .. layers - 1. */
struct table_layer table_layer(const struct table *t, int layer);

/* A value is exact if the bounds are equal; otherwise it depends on the repetitions of the
   game (A7 under oware). */
struct value_bounds {
    double lower, upper;
};

/* The stored number of one position, of bounds the lower one; `rank` is below the positions
   of the layer, which is not checked.  Returns 0, or LUS_EFILE or LUS_EMEMORY with *number
   unchanged. */
int table_number(struct table *t, int layer, uint64_t rank, int *number);
/* The same with both bounds, which are equal if the kind has no bounds. */
int table_numbers(struct table *t, int layer, uint64_t rank, int *lower, int *upper);
/* All stored values of one block, in one or two bytes each, at most FRAME_MAX_BYTES;
   returns how many there are, or LUS_EFILE or LUS_EMEMORY. */
int table_block(struct table *t, int layer, uint64_t block, void *values);
/* The rank of the first number of a block. */
uint64_t table_block_first(const struct table *t, int layer, uint64_t block);
/* The bounds of a position, even if the game is over by a majority.  Returns 1, 0 if the
   table does not contain the position, or LUS_EFILE or LUS_EMEMORY. */
int table_bounds(struct table *t, const lus_pos *p, struct value_bounds *bounds);
/* The same if the bounds are equal; if they are not, 0. */
int table_value(struct table *t, const lus_pos *p, double *value);
/* Whether a block that was needed could not be read. */
bool table_damaged(const struct table *t);
/* The value a stored number stands for: a winning chance, stones, or 0, 1/2, 1. */
double value_of_number(enum value_kind kind, int number);

/* All tables of a folder, sorted by name.  NULL: out of memory.  Close with tables_close;
   a folder that cannot be read has no tables and one refusal, which says why. */
struct tables;
struct tables *tables_open(const char *folder);
/* NULL is allowed. */
void tables_close(struct tables *ts);
/* The tables that can be used, 0 .. tables_count - 1; they belong to `ts`. */
int tables_count(const struct tables *ts);
struct table *tables_at(const struct tables *ts, int i);
/* Why the i-th unreadable file of the folder, or the folder itself, was skipped; NULL: there
   are no more. */
const char *tables_refused(const struct tables *ts, int i);
/* The table of these rules with the largest size, which contains the smaller ones; NULL:
   there is none. */
struct table *tables_largest(const struct tables *ts, const lus_rules *r);
/* The table of these rules that is solved in memory when it is first probed (small_table.h);
   NULL: there is none, or out of memory.  It belongs to `ts`; the functions below do not use
   it. */
struct small_table;
struct small_table *tables_small(const struct tables *ts, const lus_rules *r);
/* The bounds for the side about to throw or move, also if the game is over.  Returns 1, 0
   if no table contains the position, or an error if a table is damaged.  `ts` may be
   NULL. */
int tables_bounds(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                  struct value_bounds *bounds);
/* The same after a move (LUS_PASS: no move), for the side that makes it. */
int tables_move_bounds(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                       int thrown, lus_move m, struct value_bounds *bounds);
/* The same if the bounds are equal; if they are not, 0. */
int tables_value(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                 double *value);
int tables_move_value(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                      int thrown, lus_move m, double *value);

/* Turns the answer of a function above that found bounds into that of one that finds a value:
   returns status, or 0 if the bounds differ. */
static inline int bounds_value(int status, const struct value_bounds *b, double *value)
{
    if (status != 1 || b->lower < b->upper)
        return status == 1 ? 0 : status;
    *value = b->lower;
    return 1;
}

/* Reads all numbers of a table into memory: (*value)[layer][rank], to be cast to int16_t
   for stones, to be taken apart by bounds_lower and bounds_upper for bounds, and freed with
   table_unload.  Returns 0, or an error with *value unchanged. */
int table_load(struct table *t, int threads, uint16_t ***value);
/* `value` may be NULL. */
void table_unload(const struct table *t, uint16_t **value);

/* Whether every stored value follows from the stored values of its moves, computed with
   the rules alone: within one quantum for winning chances, exactly otherwise. */
struct verify_result {
    uint64_t positions; /* that were checked */
    uint64_t wrong;
    uint64_t unchecked; /* proved by a search, and their moves leave the table */
    double largest;     /* difference, in quanta; NAN: a move leads out of the table */
};
struct verify_options {
    int threads;
    uint64_t sample; /* 0: every position; otherwise at least this many, up to 2^32: the
                        same number in each layer, or all if it has fewer */
    uint64_t seed;   /* of the sample */
    /* OPTIONAL: called now and then on the calling thread. */
    void (*report)(void *arg, uint64_t checked, uint64_t all);
    void *arg;
};
/* Loads the whole table.  Returns 0 with the result, or LUS_EFILE or LUS_EMEMORY. */
int table_verify(struct table *t, const struct verify_options *o,
                 struct verify_result *result);

/* ${XDG_DATA_HOME:-~/.local/share}/lusoria/tables; false: there is no home folder. */
bool tables_folder(char *path, size_t size);
/* FOLDER/GAME-RULES-SIZE and a suffix; false: the path is too long. */
bool table_path(const char *folder, const lus_rules *r, int size, const char *suffix,
                char *path, size_t path_size);

#endif
