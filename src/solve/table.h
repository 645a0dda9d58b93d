/* SPDX-License-Identifier: MIT */
/* table.h - finished tables: found, opened, asked.

   A probe reads one packed block with pread (a file cut short while it is open is an
   error, not a signal), checks it, unpacks it into one of a few hundred slots and takes
   the value from there.  Each slot has its own lock, held for a look-up of some
   nanoseconds, so any number of threads may ask. */
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
    const char *text; /* "key value" lines */
    int size;         /* pieces, stones */
    int layers;
    uint64_t positions, file_bytes;
    double residual; /* the largest of all layers */
};

/* NULL: not a whole table; `why` says it. */
struct table *table_open(const char *path, char why[256]);
void table_close(struct table *t);
const struct table_info *table_info(const struct table *t);
struct table_layer table_layer(const struct table *t, int layer);
/* The stored number of one position; negative: the file is damaged. */
int table_number(struct table *t, int layer, uint64_t rank, int *number);
/* All numbers of one block, at most FRAME_VALUES, as stored; returns how many. */
int table_block(struct table *t, int layer, uint64_t block, void *values);
/* The rank of the first of them. */
uint64_t table_block_first(const struct table *t, int layer, uint64_t block);
/* What the table says of p, whether or not the game is over by a majority; 1: here it is;
   0: the table does not hold it; negative: the file is damaged.  Thread-safe. */
int table_value(struct table *t, const lus_pos *p, double *value);
/* A block of it was asked for and could not be read. */
bool table_damaged(const struct table *t);
/* What a stored number means: a chance, stones, or 0, 1/2, 1. */
double value_of_number(enum value_kind kind, int number);

/* All tables of a folder, by name; those that cannot be read are left out, tables_refused
   says why (NULL: no more of them). */
struct tables;
struct tables *tables_open(const char *folder);
void tables_close(struct tables *ts);
int tables_count(const struct tables *ts);
struct table *tables_at(const struct tables *ts, int i);
const char *tables_refused(const struct tables *ts, int i);
/* The largest table of these rules, which holds what the others do; NULL: none. */
struct table *tables_largest(const struct tables *ts, const lus_rules *r);
/* The value for the side about to throw (or move), also where the game is over.  1: here
   it is; 0: no table has it; negative: a table is damaged.  Thread-safe. */
int tables_value(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                 double *value);

/* The same for the side that makes this move (LUS_PASS where there is none). */
int tables_move_value(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                      int thrown, lus_move m, double *value);

/* All numbers of a table by layer and rank, those of stones to be read as int16_t; an
   error: nothing. */
int table_load(struct table *t, int threads, uint16_t ***value);
void table_unload(const struct table *t, uint16_t **value);

/* One full pass: is every stored value what its moves' stored values make it, to one
   quantum (exactly, but for chances)?  `wrong` counts those that are not; all values
   are held in memory. */
struct verify_result {
    uint64_t positions, wrong;
    double largest; /* difference, in quanta */
};
int table_verify(struct table *t, int threads, struct verify_result *result);

/* ${XDG_DATA_HOME:-~/.local/share}/lusoria/tables; false: no home. */
bool tables_folder(char *path, size_t size);
/* FOLDER/GAME-RULES-SIZE.lut */
bool table_path(const char *folder, const lus_rules *r, int size, const char *suffix,
                char *path, size_t path_size);

#endif
