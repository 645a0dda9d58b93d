/* SPDX-License-Identifier: MIT */
/* tablebase_values.c - see tablebase_values.h.

   Tables contain chances to win (with dice), the stones that the side to move will still
   gain on balance (Awari), or won, drawn and lost as 1, 0.5 and 0 (Cave); the search uses
   the scale of search/value.h. */
#include "analyse/tablebase_values.h"
#include "search/value.h"
#include "solve/small_table.h"

/* A game that is not over is never certain, even if 16 bits round its chance to 0 or 1. */
static int scale_chance(double p)
{
    int v = (int)((2 * p - 1) * VALUE_WIN + (p < 0.5 ? -0.5 : 0.5));
    return v >= VALUE_WIN ? VALUE_WIN - 1 : v <= -VALUE_WIN ? 1 - VALUE_WIN : v;
}

/* The lead in stones at the end. */
static int final_lead(const lus_rules *r, const lus_pos *p, double future)
{
    return stones_lead(r, p) + (int)future;
}

/* A lead is also a decided game: VALUE_WIN is added, as the search does. */
static int scale_stones(int lead)
{
    int sign = lead > 0 ? 1 : lead < 0 ? -1 : 0;
    return sign * VALUE_WIN + VALUE_STONE * lead;
}

/* A value of a table on the scale of the search. */
static int scale(const lus_rules *r, const lus_pos *p, double v)
{
    if (r->score_counts)
        return scale_stones(final_lead(r, p, v));
    if (r->dice.sticks)
        return scale_chance(v);
    return v > 0.75 ? VALUE_WIN : v < 0.25 ? -VALUE_WIN : 0;
}

/* Callbacks: `context` is all tables of a folder, or one table (probe_one). */
static bool probe_all(const void *context, const lus_rules *r, const lus_pos *p,
                      int *value)
{
    double v;
    if (tables_value(context, r, p, &v) != 1)
        return false;
    *value = scale(r, p, v);
    return true;
}

static bool probe_one(void *context, const lus_rules *r, const lus_pos *p, int *value)
{
    double v;
    if (table_value(context, p, &v) != 1)
        return false;
    *value = scale(r, p, v);
    return true;
}

static bool probe_bounds(void *context, const lus_rules *r, const lus_pos *p, int *lower,
                         int *upper)
{
    struct value_bounds b;
    if (table_bounds(context, p, &b) != 1)
        return false;
    *lower = scale(r, p, b.lower);
    *upper = scale(r, p, b.upper);
    return true;
}

struct search_tablebase tablebase_for_table(struct table *t)
{
    bool bounds = table_info(t)->solver->kind == VALUE_KIND_BOUNDS8;
    return (struct search_tablebase){probe_one, t, table_info(t)->size,
                                     bounds ? probe_bounds : NULL};
}

static bool probe_small_bounds(void *context, const lus_rules *r, const lus_pos *p,
                               int *lower, int *upper)
{
    struct value_bounds b;
    if (small_table_bounds(context, p, &b) != 1)
        return false;
    *lower = scale(r, p, b.lower);
    *upper = scale(r, p, b.upper);
    return true;
}

static bool probe_small(void *context, const lus_rules *r, const lus_pos *p, int *value)
{
    int upper;
    return probe_small_bounds(context, r, p, value, &upper) && *value == upper;
}

/* The engine that the page loads first has no tablebases (Makefile): the code is left out. */
#ifdef FIRST_LOAD
enum { HAS_TABLEBASES = 0 };
#else
enum { HAS_TABLEBASES = 1 };
#endif

struct search_tablebase tablebase_for_search(const struct tables *tables,
                                             const lus_rules *r)
{
    if (!HAS_TABLEBASES)
        return (struct search_tablebase){0};
    struct table *t = tables ? tables_largest(tables, r) : NULL;
    struct small_table *small = tables ? tables_small(tables, r) : NULL;
    int size = small ? small_table_size(small) : 0;
    if (size > (t ? table_info(t)->size : 0))
        return (struct search_tablebase){
            probe_small, small, size,
            small_table_has_bounds(small) ? probe_small_bounds : NULL};
    return t ? tablebase_for_table(t) : (struct search_tablebase){0};
}

static bool probe_unrounded(const void *context, const lus_rules *r, const lus_pos *p,
                            double *value)
{
    double v;
    if (tables_value(context, r, p, &v) != 1)
        return false;
    *value = r->score_counts ? final_lead(r, p, v) : v;
    return true;
}

struct tablebase_source tablebase_source_of(const struct tables *tables)
{
    return (struct tablebase_source){tables ? probe_all : NULL, tables,
                                     tables ? probe_unrounded : NULL};
}
