/* SPDX-License-Identifier: MIT */
/* lib_internal.h - the handles of lusoria.h and the checks its functions share. */
#ifndef LIB_LIB_INTERNAL_H
#define LIB_LIB_INTERNAL_H

#include "analyse/tablebase_values.h"
#include "record/record.h"
#include "text/buffer.h"

struct lus_search {
    _Atomic bool stop;
    int memory_mb;
    const lus_rules *rules; /* those of `rows` */
    struct tt *table;       /* transposition table; NULL before the first search */
    void *rows;             /* the expanded network, see search_expand_network */
    const struct tables *tables;
};

struct lus_record {
    struct record **game; /* room for the next power of two */
    int n;
};

/* Three handles are structs of lower modules under another name. */
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

/* Game i of a record; NULL: there is none. */
static inline struct record *game_of(const lus_record *r, int i)
{
    return r && i >= 0 && i < r->n ? r->game[i] : NULL;
}

/* Prepares a search of these rules: its limits with the memory of `s`.  `limits` may be
   NULL; no limit at all stays none.  Returns 0, LUS_ERANGE or LUS_EMEMORY. */
int search_prepare(lus_search *s, const lus_rules *r, const lus_limits *limits,
                   struct search_limits *out);

/* Hands a written text to the caller of a public function; n may be NULL.  LUS_EMEMORY if
   the buffer ran out of memory. */
int text_give(struct buffer *b, char **text, size_t *n);

#endif
