/* SPDX-License-Identifier: MIT */
/* invented_values.c - see invented_values.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/invented_values.h"

bool invented_value(const void *context, const lus_rules *r, const lus_pos *p,
                    double *value)
{
    const struct invented *t = context;
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, &t->pos, t->throw, list);
    *value = t->other / 1000.0;
    for (int i = 0; i < n; i++) {
        lus_pos next = t->pos;
        r->play(r, &next, t->throw, list[i]);
        if (memcmp(&next, p, sizeof next))
            continue;
        *value = t->value[i] / 1000.0;
        if (pos_side(&next) != pos_side(&t->pos))
            *value = r->score_counts ? -*value : 1 - *value;
    }
    return true;
}

struct invented invent(const lus_rules *r, const char *text, int throw)
{
    struct invented t = {.throw = throw, .other = r->score_counts ? 0 : 500};
    int ignored;
    assert_true(lus_pos_parse(r, text, &t.pos, &ignored, NULL) >= 0);
    return t;
}

struct review *review_of(const struct review_ply *ply, int n)
{
    struct review *v = calloc(1, sizeof *v + sizeof *ply * (size_t)n);
    v->n = n;
    v->rules = lus_rules_find("ur:finkel");
    for (int i = 0; i < n; i++) {
        v->ply[i] = ply[i];
        v->ply[i].player = i % 2;
    }
    for (int k = 0; k < 2; k++)
        v->player[k].luckiest = v->player[k].unluckiest = -1;
    return v;
}
