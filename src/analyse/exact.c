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
    int score[2];
    r->score(r, p, score);
    return score[0] - score[1] + (int)to_come;
}

static int of_stones(int ahead)
{
    int sign = ahead > 0 ? 1 : ahead < 0 ? -1 : 0;
    return sign * VALUE_WIN + VALUE_STONE * ahead;
}

static bool table_value(const void *of, const lus_rules *r, const lus_pos *p, int *value)
{
    double v;
    if (tables_value(of, r, p, &v) != 1)
        return false;
    if (r->stones)
        *value = of_stones(stones_ahead(r, p, v));
    else if (r->sticks)
        *value = of_chance(v);
    else
        *value = v > 0.75 ? VALUE_WIN : v < 0.25 ? -VALUE_WIN : 0;
    return true;
}

static bool table_fine(const void *of, const lus_rules *r, const lus_pos *p,
                       double *value)
{
    double v;
    if (tables_value(of, r, p, &v) != 1)
        return false;
    *value = r->stones ? stones_ahead(r, p, v) : v;
    return true;
}

struct exact_source exact_tables(const struct tables *tables)
{
    return (struct exact_source){tables ? table_value : NULL, tables,
                                 tables ? table_fine : NULL};
}
