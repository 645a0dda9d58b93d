/* SPDX-License-Identifier: MIT */
/* tables_wasm.c - tables of the browser engine, which has no files: see table.h.  No table can
   be opened, so the functions about one are never called.  The endings that are solved in
   memory are in retro/endings_wasm.c. */
#ifdef __wasm__

#include "solve/table.h"

struct tables *tables_open(const char *folder)
{
    static char none; /* never looked into */
    (void)folder;
    return (struct tables *)&none;
}

const struct table_info *table_info(const struct table *t)
{
    (void)t;
    return NULL;
}

int table_value(struct table *t, const lus_pos *p, double *value)
{
    (void)t, (void)p, (void)value;
    return 0;
}

int table_bounds(struct table *t, const lus_pos *p, struct value_bounds *bounds)
{
    (void)t, (void)p, (void)bounds;
    return 0;
}

struct table *tables_largest(const struct tables *ts, const lus_rules *r)
{
    (void)ts, (void)r;
    return NULL;
}

int tables_value(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                 double *value)
{
    (void)ts, (void)r, (void)p, (void)value;
    return 0;
}

int tables_move_value(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                      int thrown, lus_move m, double *value)
{
    (void)ts, (void)r, (void)p, (void)thrown, (void)m, (void)value;
    return 0;
}

int tables_count(const struct tables *ts)
{
    (void)ts;
    return 0;
}

struct table *tables_at(const struct tables *ts, int i)
{
    (void)ts, (void)i;
    return NULL;
}

#else

typedef int tables_wasm_is_empty_here;

#endif
