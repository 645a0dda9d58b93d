/* SPDX-License-Identifier: MIT */
/* lib_internal.h - the handles of lusoria.h and the checks its functions share.

   src/lib implements the second half of include/lusoria.h, which is where the contracts are
   (rules, positions and games are in src/core).  Each function follows the same pattern:

       check the arguments          a NULL handle or a number out of range: LUS_ERANGE
       call one lower module        analyse, search, record, report, solve
       set the outputs              only on success; on failure they stay untouched

   A function that creates a handle sets *out; the matching *_free accepts NULL.  There is
   no global state: two handles can be used by two threads; one handle by one thread at a
   time, except lus_search_stop. */
#ifndef LIB_LIB_INTERNAL_H
#define LIB_LIB_INTERNAL_H

#include "analyse/move_values.h"
#include "analyse/tablebase_values.h"
#include "record/record.h"
#include "text/buffer.h"

/* What a search keeps from move to move. */
struct lus_search {
    _Atomic bool stop;      /* set by lus_search_stop from any thread */
    int memory_mb;          /* size of the transposition table */
    const lus_rules *rules; /* the rule set `network` belongs to */
    struct tt *table;       /* transposition table; NULL before the first search */
    void *network;          /* expanded weights, see search_expand_network; or NULL */
    const struct tables *tables; /* of the user, who closes them; or NULL */
};

/* The games of a file; the record owns them. */
struct lus_record {
    struct record **game; /* room for the next power of two */
    int n;
};

/* Five handles are structs of lower modules under another name:

       lus_tables      struct tables       solve/table.h
       lus_analysis    struct analysis     analyse/analyse.h
       lus_dice        struct dice         core/dice.h
       lus_rollout     struct rollout      analyse/rollout.h
       lus_puzzle      struct puzzle       analyse/puzzle.h */
static inline const struct tables *tables_of(const lus_tables *t)
{
    return (const struct tables *)t;
}

static inline const struct analysis *analysis_of(const lus_analysis *a)
{
    return (const struct analysis *)a;
}

static inline const struct dice *dice_of(const lus_dice *d)
{
    return (const struct dice *)d;
}

/* A value of analyse/move_values.h as a probability or as stones. */
static inline double unit_of(int64_t value)
{
    return (double)value / (double)REVIEW_ONE;
}

/* Game i of a record, from 0; NULL if there is none or if `r` is NULL. */
static inline struct record *game_of(const lus_record *r, int i)
{
    return r && i >= 0 && i < r->n ? r->game[i] : NULL;
}

/* Prepares a search of these rules: checks `limits` and copies them to *out together with
   the transposition table and network of `s`, which are created if necessary.  `limits` may
   be NULL; no limit at all stays none.  Returns 0, LUS_ERANGE or LUS_EMEMORY. */
int search_prepare(lus_search *s, const lus_rules *r, const lus_limits *limits,
                   struct search_limits *out);

/* Writes the actions of all legal moves in ascending order, the pass if there is no move,
   and returns how many; 0 if the game is over, LUS_ERANGE for a bad argument. */
int action_list(const lus_rules *r, const lus_pos *p, int thrown,
                int32_t actions[LUS_MAX_MOVES]);

/* Hands a written text to the caller of a public function, who frees it with lus_free; n
   may be NULL.  Returns 0, or LUS_EMEMORY if the buffer ran out of memory; then *text and
   *n are untouched.  The buffer must not be used afterwards. */
int text_give(struct buffer *b, char **text, size_t *n);

#endif
