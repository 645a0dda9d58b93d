/* SPDX-License-Identifier: MIT */
/* exact.c - see exact.h. */
#include "analyse/exact.h"
#include "search/value.h"

/* A chance of a running game: rounded, and never certain, whatever a table of 16 bits
   makes of it. */
static int of_chance(double p)
{
    int v = (int)((2 * p - 1) * VALUE_WIN + (p < 0.5 ? -0.5 : 0.5));
    return v >= VALUE_WIN ? VALUE_WIN - 1 : v <= -VALUE_WIN ? 1 - VALUE_WIN : v;
}

/* Stones ahead at the end: who wins is certain then. */
static int stones_ahead(const lus_rules *r, const lus_pos *p, double to_come)
{
    return stones_lead(r, p) + (int)to_come;
}

static int of_stones(int ahead)
{
    int sign = ahead > 0 ? 1 : ahead < 0 ? -1 : 0;
    return sign * VALUE_WIN + VALUE_STONE * ahead;
}

/* What a table says, on the scale of the search. */
static int scaled(const lus_rules *r, const lus_pos *p, double v)
{
    if (r->score_counts)
        return of_stones(stones_ahead(r, p, v));
    if (r->dice.sticks)
        return of_chance(v);
    return v > 0.75 ? VALUE_WIN : v < 0.25 ? -VALUE_WIN : 0;
}

static bool any_table(const void *of, const lus_rules *r, const lus_pos *p, int *value)
{
    double v;
    if (tables_value(of, r, p, &v) != 1)
        return false;
    *value = scaled(r, p, v);
    return true;
}

static bool one_table(void *of, const lus_rules *r, const lus_pos *p, int *value)
{
    double v;
    if (table_value(of, p, &v) != 1)
        return false;
    *value = scaled(r, p, v);
    return true;
}

struct search_tablebase exact_known(const struct tables *tables, const lus_rules *r)
{
    struct table *t = tables ? tables_largest(tables, r) : NULL;
    if (!t)
        return (struct search_tablebase){0};
    return (struct search_tablebase){one_table, t, table_info(t)->size};
}

static bool table_fine(const void *of, const lus_rules *r, const lus_pos *p,
                       double *value)
{
    double v;
    if (tables_value(of, r, p, &v) != 1)
        return false;
    *value = r->score_counts ? stones_ahead(r, p, v) : v;
    return true;
}

struct exact_source exact_tables(const struct tables *tables)
{
    return (struct exact_source){tables ? any_table : NULL, tables,
                                 tables ? table_fine : NULL};
}
