/* SPDX-License-Identifier: MIT */
/* lib_tables.c - the public tables of exact values.

   lus_tables is a struct tables (solve/table.h) under another name: all tables of a folder,
   opened once.  Values are winning chances, 0 to 1, or stones:

       Awari     in the table   the lead in stones that are still to come
                 here           the final lead, with the stones captured so far (with_lead)

   Several threads may probe the same tables at the same time. */
#include "lib/lib_internal.h"
#include "os/folders.h"

/* A folder that does not exist is an error here; the program itself treats a missing
   default folder as one without tables. */
int lus_tables_open(const char *folder, lus_tables **out)
{
    char standard[4096];
    if (!out)
        return LUS_ERANGE;
    if (!folder && tables_folder(standard, sizeof standard))
        folder = standard;
    if (!folder || !folder_exists(folder))
        return LUS_EFILE;
    struct tables *open = tables_open(folder);
    if (!open)
        return LUS_EMEMORY;
    *out = (lus_tables *)open;
    return 0;
}

void lus_tables_close(lus_tables *t)
{
    tables_close((struct tables *)t);
}

int lus_tables_count(const lus_tables *t)
{
    return t ? tables_count(tables_of(t)) : LUS_ERANGE;
}

/* out->path belongs to the tables. */
int lus_tables_at(const lus_tables *t, int i, lus_table *out)
{
    if (!t || !out || i < 0 || i >= lus_tables_count(t))
        return LUS_ERANGE;
    const struct table_info *info = table_info(tables_at(tables_of(t), i));
    *out = (lus_table){.rules = info->r,
                       .path = info->path,
                       .positions = info->positions,
                       .size = info->size};
    return 0;
}

const char *lus_tables_skipped(const lus_tables *t, int i)
{
    return t && i >= 0 ? tables_refused(tables_of(t), i) : NULL;
}

/* In Awari a table counts the stones still to come: those captured are added. */
static double with_lead(const lus_rules *r, const lus_pos *p, double value)
{
    return r->score_counts ? value + stones_lead(r, p) : value;
}

/* 1: found, 0: not in a table; a damaged block is LUS_EFILE. */
int lus_tables_probe(const lus_tables *t, const lus_rules *r, const lus_pos *p,
                     double *value)
{
    double found;
    if (!t || !value || lus_pos_check(r, p) < 0)
        return LUS_ERANGE;
    int status = tables_value(tables_of(t), r, p, &found);
    if (status == 1)
        *value = with_lead(r, p, found);
    return status < 0 ? LUS_EFILE : status;
}

/* The value is that of the side that moves, also if the other side throws next. */
int lus_tables_probe_move(const lus_tables *t, const lus_rules *r, const lus_pos *p,
                          int thrown, lus_move m, double *value)
{
    double found;
    if (!t || !value || !lus_is_throw(r, thrown) || lus_pos_check(r, p) < 0)
        return LUS_ERANGE;
    if (lus_move_refuse(r, p, thrown, m))
        return LUS_EILLEGAL;
    int status = tables_move_value(tables_of(t), r, p, thrown, m, &found);
    if (status == 1)
        *value = with_lead(r, p, found);
    return status < 0 ? LUS_EFILE : status;
}
