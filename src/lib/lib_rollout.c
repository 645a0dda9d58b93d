/* SPDX-License-Identifier: MIT */
/* lib_rollout.c - public rollouts.

   lus_rollout is a struct rollout (analyse/rollout.h) under another name.  The numbers are
   those of `lusoria rollout` with the same limits:

       lus_rollout_new    rollout_run, which plays all games before it returns
       lus_rollout_at     one move; before the throw the position itself, i = 0
       lus_rollout_json   report/rollout_json.h */
#include <stdlib.h>
#include "lib/lib_internal.h"
#include "os/clock.h"
#include "report/rollout_json.h"

static const struct rollout *rollout_of(const lus_rollout *x)
{
    return (const struct rollout *)x;
}

/* The reserved members must be 0, so that a later version can give them a meaning. */
static bool reserved_are_zero(const int reserved[4])
{
    return !(reserved[0] | reserved[1] | reserved[2] | reserved[3]);
}

/* rollout_run checks the other limits. */
int lus_rollout_new(const lus_rules *r, const lus_pos *p, int thrown,
                    const lus_rollout_limits *limits, lus_rollout **out)
{
    static const lus_rollout_limits none = {0};
    struct rollout *made;
    limits = limits ? limits : &none;
    if (!out || lus_pos_check(r, p) < 0 || !reserved_are_zero(limits->reserved))
        return LUS_ERANGE;
    struct rollout_limits own = {
        .games = limits->games ? limits->games : ROLLOUT_GAMES,
        .error = limits->error,
        .seed = limits->seed,
        .threads = limits->threads,
        .depth = limits->depth,
        .truncate = limits->truncate,
        .now_ms = clock_ms,
    };
    int status = rollout_run(r, p, thrown, &own, &made);
    if (status == 0)
        *out = (lus_rollout *)made;
    return status;
}

void lus_rollout_free(lus_rollout *x)
{
    free((struct rollout *)x);
}

int lus_rollout_games(const lus_rollout *x)
{
    return x ? rollout_of(x)->games : LUS_ERANGE;
}

int lus_rollout_count(const lus_rollout *x)
{
    return x ? rollout_of(x)->n : LUS_ERANGE;
}

/* `unadjusted` is called plain in public, as in the JSON output. */
int lus_rollout_at(const lus_rollout *x, int i, lus_rollout_move *out)
{
    if (!x || !out || i < 0 || i >= rollout_of(x)->n)
        return LUS_ERANGE;
    const struct rollout_move *m = &rollout_of(x)->move[i];
    *out = (lus_rollout_move){
        .move = m->move,
        .win = m->win.mean,
        .error = m->win.error,
        .plain_win = m->unadjusted.mean,
        .plain_error = m->unadjusted.error,
        .loss = m->loss.mean,
        .loss_error = m->loss.error,
        .plies = m->plies,
        .truncated = m->truncated,
    };
    return 0;
}

char *lus_rollout_json(const lus_rollout *x, size_t *n)
{
    struct buffer b = {0};
    char *text = NULL;
    if (!x)
        return NULL;
    rollout_json(&b, rollout_of(x));
    return text_give(&b, &text, n) < 0 ? NULL : text;
}
