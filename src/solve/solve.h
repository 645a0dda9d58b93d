/* SPDX-License-Identifier: MIT */
/* solve.h - what a game that can be solved is to the table builder.

   A table holds the value of every position up to some size (pieces a side, stones), in
   layers: a layer needs itself and layers before it only.  A game gives a perfect index
   (layer and rank of a position, and back) and a job that solves one layer after another
   on all threads.  The driver (solve.c) does the rest: it keeps finished layers on disk,
   goes on after a kill, packs, checks and writes the file (table.h).

       index   layers, sizes, rank, unrank           shared, constant, used by probes too
       job     solve a layer, give its values        one at a time; keeps what later
               and the state later layers need       layers need in memory

   Adding a game: one line in solvers.def and a `const struct solver GAME_solver`. */
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

#include <stdbool.h>
#include <stdio.h>
#include "core/rules.h"

/* How a value is stored; all are for the side to move. */
enum value_kind {
    VALUE_KIND_WIN16 = 1, /* chance to win before the throw: round(p * 65535), 2 bytes */
    VALUE_KIND_STONES8,   /* stones won minus lost from here on, 1 byte, signed */
    VALUE_KIND_RESULT8,   /* 0 lost, 1 drawn, 2 won, 1 byte */
};

/* Bytes of one value. */
static inline int value_kind_bytes(enum value_kind kind)
{
    return kind == VALUE_KIND_WIN16 ? 2 : 1;
}

/* Where a job stands, told after every sweep. */
struct solve_progress {
    void (*tell)(const struct solve_progress *p);
    void *arg;
    int layer, sweep;
    double change;    /* largest of the last sweep; 0 where there is no such thing */
    uint64_t updates; /* positions looked at so far, all layers */
};

/* A piece of memory a finished layer is known by; what is saved for resuming. */
struct solve_part {
    void *bytes;
    size_t size;
};
enum { SOLVE_MAX_PARTS = 4 };

/* What it takes, about, as it was seen: bytes of memory a position while its layer is
   solved, and afterwards while later layers need it; bytes in the file; memory besides.
 */
struct solve_need {
    double solving, kept, packed, besides;
};

struct table;
struct shape;
struct shape_size;

struct solver {
    enum value_kind kind;
    const char *size_name; /* "pieces": the option that gives the size */
    bool partial;          /* nobody has room for the whole game: a size must be given */
    bool proved;           /* layer 0 was found by a search: its moves leave the table */
    /* The largest number a layer can hold, the smallest being minus that where the kind
       has a sign; NULL: whatever the kind can. */
    int (*most)(const void *index, int layer);

    int (*largest)(const lus_rules *r); /* most that can be; 0: no tables */
    const char *unsolved;               /* because */
    struct solve_need (*need)(const lus_rules *r);
    void *(*index_new)(const lus_rules *r, int size); /* NULL: no memory */
    void (*index_free)(void *index);
    int (*layers)(const void *index);
    uint64_t (*layer_size)(const void *index, int layer);
    void (*layer_name)(const void *index, int layer, char name[32]);
    /* False: the table does not hold it.  The game is not over in p. */
    bool (*rank)(const void *index, const lus_pos *p, int *layer, uint64_t *rank);
    void (*unrank)(const void *index, int layer, uint64_t rank, lus_pos *p);
    /* The start of a game of the table's size. */
    void (*start)(const void *index, lus_pos *p);
    /* For values of two bytes, which are packed by models (model.h).  The sizes of those
       of a layer, at most 2; returns how many.  How many values are best packed together
       from `first` on, and how n of them lie (false: in no way they could have been
       packed). */
    int (*sizes)(const void *index, int layer, struct shape_size *size);
    int (*cut)(const void *index, int layer, uint64_t first);
    bool (*shape)(const void *index, int layer, uint64_t first, int n, struct shape *s);
    /* The last layer that needs this one. */
    int (*last_use)(const void *index, int layer);

    void *(*job_new)(const void *index, int threads);
    void (*job_free)(void *job);
    /* Solves a layer, all before it being done; *residual is the largest change of one
       exact pass over it.  Negative: an error. */
    int (*solve)(void *job, int layer, struct solve_progress *progress, double *residual);
    /* Stored values first .. first + n - 1 of the layer just solved; thread-safe. */
    void (*values)(void *job, int layer, uint64_t first, uint64_t n, void *values);
    /* The same for one position, before it is rounded. */
    double (*exact)(const void *job, int layer, uint64_t rank);
    /* What later layers need of this one, allocated if it was not solved but is about to
       be read back.  Returns the number of parts, or an error. */
    int (*parts)(void *job, int layer, struct solve_part part[SOLVE_MAX_PARTS]);
    /* The values are packed; only the parts are needed now. */
    void (*settled)(void *job, int layer);
    /* Not needed any more. */
    void (*forget)(void *job, int layer);

    /* Other people's formats; NULL: none.  LUS_ERULES: not this format. */
    int (*convert)(struct table *t, const char *format, FILE *out);
};

/* Stones taken, own less enemy, as the stores are: what is left on a board is part of its
   value. */
static inline int stones_lead(const lus_rules *r, const lus_pos *p)
{
    int score[2];
    r->score(r, p, score);
    return score[0] - score[1];
}

/* The solver of a game; NULL: it has none. */
const struct solver *solver_of(const lus_rules *r);
/* Why there is none. */
const char *solver_refusal(const lus_rules *r);

struct solve_options {
    const lus_rules *r;
    int size;           /* 0: the whole game */
    int threads;        /* 0: all processors */
    const char *folder; /* where tables live */
    const char *command;
    void (*say)(void *arg, const char *line); /* a line for every finished layer */
    void (*tell)(const struct solve_progress *p);
    void *arg;
};

/* Builds or finishes a table; path is where it is.  On failure `why` says it. */
int solve_run(const struct solve_options *o, char *path, size_t path_size, char why[256]);

#endif
