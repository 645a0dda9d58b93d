/* SPDX-License-Identifier: MIT */
/* endings_wasm.c - the endings of Awari in the browser engine: see small_table.h and
   see table.h.  The native small_table.c calls any solver; this one calls the retrograde analysis
   directly, which keeps the module small.  A table is solved when it is first probed and stays in memory. */
#ifdef __wasm__

#include <stdlib.h>
#include <string.h>
#include "core/registry.h"
#include "games/awari/awari.h"
#include "retro/awari_retro.h"
#include "solve/small_table.h"

/* What a struct small_table is here. */
struct awari_endings {
    struct awari_retro retro;
    bool solved;
};

enum { RULE_SETS = 4 }; /* of Awari, at least */

static struct awari_index ranks;

struct small_table *tables_small(const struct tables *ts, const lus_rules *r)
{
    static struct awari_endings table[RULE_SETS];
    int i = 0;
    (void)ts;
    if (strcmp(game_info_of(r)->id, "awari") != 0)
        return NULL;
    while (i < RULE_SETS - 1 && table[i].retro.r && table[i].retro.r != r)
        i++;
    table[i].retro.r = r;
    table[i].retro.x = &ranks;
    table[i].retro.threads = 1;
    return (struct small_table *)&table[i];
}

int small_table_size(const struct small_table *t)
{
    (void)t;
    return AWARI_IN_MEMORY;
}

bool small_table_has_bounds(const struct small_table *t)
{
    return awari_numbers(((const struct awari_endings *)t)->retro.r) == 2;
}

/* Layers that were solved before the memory was exhausted stay; the next probe continues. */
static bool solve(struct awari_endings *t)
{
    size_t numbers = (size_t)awari_numbers(t->retro.r);
    awari_index_make(&ranks);
    for (int n = 0; n <= AWARI_IN_MEMORY; n++) {
        int8_t **value = &t->retro.value[n];
        if (!*value && !(*value = malloc((size_t)awari_boards(n) * numbers)))
            return false;
        if (awari_retro_solve(&t->retro, n) < 0)
            return false;
    }
    return t->solved = true;
}

int small_table_bounds(struct small_table *small, const lus_pos *p,
                       struct value_bounds *bounds)
{
    struct awari_endings *t = (struct awari_endings *)small;
    int stones = awari_sum(p->w[0] + p->w[1]), numbers = awari_numbers(t->retro.r);
    if (stones > AWARI_IN_MEMORY)
        return 0;
    if (!t->solved && !solve(t))
        return LUS_EMEMORY;
    const int8_t *value =
        t->retro.value[stones] +
        (size_t)numbers * awari_rank(&ranks, (struct awari_board){p->w[0], p->w[1]});
    bounds->lower = value[0];
    bounds->upper = value[numbers - 1];
    return 1;
}

#else

typedef int endings_wasm_is_empty_here;

#endif
