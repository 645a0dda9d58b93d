/* SPDX-License-Identifier: MIT */
/* solve.h - the interface between the table builder and the games it can solve.

   A table holds the value of every position up to some size (pieces per side, stones,
   bricks).  Positions are grouped in layers, which are solved in order: the values of a
   layer depend only on that layer and on earlier ones.

       solver_index     layer and rank of a position, and back; constant, used by probes
       solver_packing   how the winning chances of a layer are packed (layout.h)
       solver_job       solves one layer after another on all threads

   The builder (solve.c) does the rest: it stores finished layers on disk, resumes after
   an interruption, packs, checks and writes the file (table.h).

   To add a game, write a `const struct solver GAME_solver` and add one line to
   solvers.def. */
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

#include <stdbool.h>
#include <stdio.h>
#include "core/rules.h"

/* How a value is stored; every value is from the point of view of the side to move. */
enum value_kind {
    VALUE_KIND_WIN16 = 1, /* winning chance before the throw: round(p * 65535), 2 bytes */
    VALUE_KIND_STONES8,   /* stones won minus stones lost from here on, 1 byte, signed */
    VALUE_KIND_RESULT8,   /* 0 lost, 1 drawn, 2 won, 1 byte */
    VALUE_KIND_BOUNDS8,   /* a lower and an upper bound of STONES8, 1 signed byte each */
};

/* Bytes of one stored value. */
static inline int value_kind_bytes(enum value_kind kind)
{
    return kind == VALUE_KIND_WIN16 || kind == VALUE_KIND_BOUNDS8 ? 2 : 1;
}

/* Whether a value counts stones, exactly or between bounds. */
static inline bool value_kind_stones(enum value_kind kind)
{
    return kind == VALUE_KIND_STONES8 || kind == VALUE_KIND_BOUNDS8;
}

/* The two bytes of a BOUNDS8 value as one little-endian number, and back. */
static inline int bounds_lower(unsigned pair)
{
    return (int8_t)(pair & 0xff);
}

static inline int bounds_upper(unsigned pair)
{
    return (int8_t)(pair >> 8 & 0xff);
}

/* Progress of a job, reported after every sweep. */
struct solve_progress {
    void (*report)(const struct solve_progress *p); /* OPTIONAL */
    void *arg;
    int layer, sweep;
    double change;    /* largest change of the last sweep; 0 if the method has none */
    uint64_t updates; /* positions updated so far, in all layers */
};

/* One array that later layers need of a finished layer; it is saved for resuming. */
struct solve_state {
    void *bytes;
    size_t size;
};
enum { SOLVE_MAX_STATES = 4 };

/* Measured resource use, in bytes per position. */
struct solve_estimate {
    double solving; /* memory while its layer is being solved */
    double kept;    /* memory, and a state file, while later layers need it */
    double packed;  /* in the table */
    double fixed;   /* memory that does not depend on the number of positions, in bytes */
    double checkpoint; /* a checkpoint of its layer, of which there are two; 0: none */
};

struct table;
struct value_layout;
struct layout_size;

/* A perfect index: every position of a layer has one rank, and every rank one position.
   All functions except `create` are thread-safe. */
struct solver_index {
    /* REQUIRED.  The index of a table of this size, to be freed with `destroy`; NULL: out
       of memory. */
    void *(*create)(const lus_rules *r, int size);
    /* REQUIRED. */
    void (*destroy)(void *index);
    /* REQUIRED.  The number of layers, and the number of positions of one of them. */
    int (*layers)(const void *index);
    uint64_t (*layer_size)(const void *index, int layer);
    /* REQUIRED.  The name of a layer in messages: "3 against 2". */
    void (*layer_name)(const void *index, int layer, char name[32]);
    /* REQUIRED.  Layer and rank of a position of a game that is not over; false: the
       table does not contain it, and *layer and *rank are undefined. */
    bool (*rank)(const void *index, const lus_pos *p, int *layer, uint64_t *rank);
    /* REQUIRED.  The position of a valid rank; the side to move is side 0 unless the
       game derives it from the board. */
    void (*unrank)(const void *index, int layer, uint64_t rank, lus_pos *p);
    /* REQUIRED.  The start of a game of the table's size; `rank` may refuse it. */
    void (*start)(const void *index, lus_pos *p);
    /* REQUIRED.  The last layer that depends on this one (at least the layer itself). */
    int (*last_use)(const void *index, int layer);
    /* OPTIONAL.  The largest number a layer can contain; the smallest is minus that if
       the kind has a sign.  NULL: the range of the kind. */
    int (*max_value)(const void *index, int layer);
};

/* How winning chances are packed; all functions are thread-safe. */
struct solver_packing {
    /* REQUIRED.  The sizes of the predictors of a layer (predictor.h); returns how many
       there are, at most LAYOUT_PARTS. */
    int (*sizes)(const void *index, int layer, struct layout_size *size);
    /* REQUIRED.  The number of values, from rank `first` on, that form one frame. */
    int (*frame_values)(const void *index, int layer, uint64_t first);
    /* REQUIRED.  Appends the layout of n values from rank `first` on to `l`; false: no
       frame has these values. */
    bool (*layout)(const void *index, int layer, uint64_t first, int n,
                   struct value_layout *l);
};

struct solve_team;

/* Where a job works. */
struct solve_work {
    const char *folder;        /* for its files */
    uint64_t memory;           /* bytes of the window; 0: everything is in memory */
    double checkpoint_seconds; /* between two checkpoints of a layer, at least */
    struct solve_team *team;   /* OPTIONAL: other processes that solve with it */
    int precision;             /* bits of an unrounded value: 32 or 64 */
    void (*log)(void *arg, const char *line); /* OPTIONAL */
    void *log_arg;
};
/* What save_state and load_state may return besides 0 and errors: the caller has to do it; and
   a state file is missing, damaged, or of another version of the program. */
enum { SOLVE_NOT_HANDLED = 1, SOLVE_UNUSABLE = 2 };

/* The solution of one table.  Only `values` is thread-safe. */
struct solver_job {
    /* REQUIRED.  A job for an index that outlives it, to be freed with `destroy`; NULL:
       out of memory. */
    void *(*create)(const void *index, int threads);
    /* REQUIRED. */
    void (*destroy)(void *job);
    /* REQUIRED.  Solves a layer after all earlier ones.  *residual becomes the largest
       change that one more exact sweep would make.  Returns 0, LUS_EMEMORY, or LUS_ESTATE
       if the iteration does not converge. */
    int (*solve)(void *job, int layer, struct solve_progress *progress, double *residual);
    /* REQUIRED.  Stored values first .. first + n - 1 of the layer just solved.  Returns 0,
       or LUS_EFILE if a file with them cannot be read. */
    int (*values)(void *job, int layer, uint64_t first, uint64_t n, void *values);
    /* REQUIRED.  One value of the layer just solved before it is rounded. */
    double (*unrounded)(const void *job, int layer, uint64_t rank);
    /* REQUIRED.  The arrays later layers need of this one.  Allocates them if the layer
       was not solved but is about to be read from disk; the job owns them.  Returns how
       many there are, or LUS_EMEMORY. */
    int (*states)(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES]);
    /* OPTIONAL.  Called after `create`; the folder outlives the job.  Without it the job has
       no files of its own.  Returns 0 or an error. */
    int (*configure)(void *job, const struct solve_work *work);
    /* OPTIONAL.  Write and read the state file of a layer, in the format of layer_files.h;
       SOLVE_NOT_HANDLED: use `states`.  Return 0, LUS_EMEMORY, or LUS_EFILE with errno set;
       load_state also SOLVE_UNUSABLE. */
    int (*save_state)(void *job, int layer, const char *path);
    int (*load_state)(void *job, int layer, const char *path);
    /* OPTIONAL.  Frees what only `values` and `unrounded` need; the states stay. */
    void (*release_scratch)(void *job, int layer);
    /* REQUIRED.  Frees a layer that no later layer depends on. */
    void (*forget)(void *job, int layer);
};

struct solver {
    enum value_kind kind;  /* REQUIRED */
    const char *size_name; /* REQUIRED: "pieces", the option that gives the size */
    bool size_required;    /* the whole game is too large: the user must give a size */
    bool
        first_layer_proved; /* layer 0 was found by a search: its moves leave the table */
    int small_size; /* the size that is solved in memory within a second; 0: none */
    /* REQUIRED.  The largest size of a table of these rules; 0: they cannot be solved. */
    int (*max_size)(const lus_rules *r);
    /* OPTIONAL unless max_size may return 0: why the rules cannot be solved. */
    const char *refusal;
    /* REQUIRED. */
    struct solve_estimate (*estimate)(const lus_rules *r, int precision);
    struct solver_index index;            /* REQUIRED */
    const struct solver_packing *packing; /* REQUIRED for WIN16, else NULL */
    struct solver_job job;                /* REQUIRED */
    bool windowed;                        /* the job can keep values on disk (--memory) */
    /* OPTIONAL.  The work of all ranks of a team but rank 0, which calls solve_run: solves
       layers with it until it broadcasts TEAM_QUIT (solve_team.h).  Returns 0 or an error. */
    int (*team_work)(const struct solver *solver, const lus_rules *r, int size,
                     const struct solve_work *work, int threads);
    /* OPTIONAL.  Writes a table in another program's format; returns 0, LUS_ERULES for an
       unknown format, or another error. */
    int (*convert)(struct table *t, const char *format, FILE *out);
};

/* Captured stones, own minus enemy, as counted in the stores. */
static inline int stones_lead(const lus_rules *r, const lus_pos *p)
{
    int score[2];
    r->score(r, p, score);
    return score[0] - score[1];
}

/* The solver of a rule set; NULL: it has none. */
const struct solver *solver_of(const lus_rules *r);
/* Why a rule set without a solver has none: a clause for a message. */
const char *solver_refusal(const lus_rules *r);

struct solve_options {
    const lus_rules *r;
    int size;        /* 0: the whole game */
    int threads;     /* 0: all processors */
    int precision;   /* bits of an unrounded chance, 32 or 64; 0: 64 */
    uint64_t memory; /* bytes for values, the others are on disk; 0: no limit */
    /* Seconds between two checkpoints of a layer, at least; 0: 600; negative: a checkpoint
       after every sweep. */
    double checkpoint_seconds;
    struct solve_team *team; /* OPTIONAL: other processes that solve with it */
    const char *folder;      /* where tables are stored; created if it does not exist */
    const char *command;     /* OPTIONAL: stored in the file */
    void (*log)(void *arg, const char *line);       /* OPTIONAL: one line per layer */
    void (*report)(const struct solve_progress *p); /* OPTIONAL */
    void *arg;
};

/* Builds a table, or finishes one that was interrupted.  Returns 0 and the path of the
   file, or an error with a message in `why`; finished layers then stay on disk. */
int solve_run(const struct solve_options *o, char *path, size_t path_size, char why[256]);

#endif
