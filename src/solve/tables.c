/* SPDX-License-Identifier: MIT */
/* tables.c - the tables of a folder (see table.h).  All files NAME.lut are opened; one that
   cannot be used is remembered with the reason and skipped. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "os/folders.h"
#include "solve/format.h"
#include "solve/small_table.h"
#include "solve/table.h"

enum { MAX_SMALL = 64 }; /* rule sets that can have a small table */

struct tables {
    int n, n_refused;
    struct folder_entry { /* the i-th table and the i-th refusal: independent lists */
        struct table *table;
        char refused[256];
    } * entry;
    struct small_table *small[MAX_SMALL]; /* by lus_rules_at; NULL: none */
};

bool tables_folder(char *path, size_t size)
{
    return folder_path(FOLDER_DATA, "tables", path, size);
}

bool table_path(const char *folder, const lus_rules *r, int size, const char *suffix,
                char *path, size_t path_size)
{
    const char *colon = strchr(r->name, ':');
    int game = colon ? (int)(colon - r->name) : (int)strlen(r->name);
    int n = snprintf(path, path_size, "%s/%.*s-%s-%d%s", folder, game, r->name,
                     colon ? colon + 1 : "", size, suffix);
    return n > 0 && (size_t)n < path_size;
}

/* Opens a file of the folder; if it cannot be used, the reason is kept. */
static void add_table(struct tables *ts, const char *folder, const char *name)
{
    char path[4096], *why = ts->entry[ts->n_refused].refused;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        snprintf(why, 256, "%.200s: the path is too long", name);
    else if ((ts->entry[ts->n].table = table_open(path, why))) {
        ts->n++;
        return;
    }
    ts->n_refused++;
}

/* A folder that does not exist is empty; one that cannot be read is reported. */
static void check_folder(struct tables *ts, const char *folder)
{
    if (!folder_exists(folder) && errno != ENOENT)
        snprintf(ts->entry[ts->n_refused++].refused, sizeof ts->entry->refused,
                 "%.180s: cannot open the folder of tables: %s", folder, strerror(errno));
}

struct tables *tables_open(const char *folder)
{
    size_t n;
    struct folder_file *file = folder_list(folder, TABLE_SUFFIX, &n);
    struct tables *ts = calloc(1, sizeof *ts);
    bool good = ts && (ts->entry = calloc(n ? n : 1, sizeof *ts->entry));
    if (good && n == 0)
        check_folder(ts, folder);
    for (size_t i = 0; good && i < n; i++)
        add_table(ts, folder, file[i].name);
    for (int i = 0; good && i < MAX_SMALL && lus_rules_at(i); i++)
        ts->small[i] = small_table_new(lus_rules_at(i));
    free(file);
    if (good)
        return ts;
    tables_close(ts);
    return NULL;
}

struct small_table *tables_small(const struct tables *ts, const lus_rules *r)
{
    for (int i = 0; i < MAX_SMALL && lus_rules_at(i); i++)
        if (lus_rules_at(i) == r)
            return ts->small[i];
    return NULL;
}

void tables_close(struct tables *ts)
{
    if (!ts)
        return;
    for (int i = 0; i < ts->n; i++)
        table_close(ts->entry[i].table);
    for (int i = 0; i < MAX_SMALL; i++)
        small_table_free(ts->small[i]);
    free(ts->entry);
    free(ts);
}

int tables_count(const struct tables *ts)
{
    return ts->n;
}

const char *tables_refused(const struct tables *ts, int i)
{
    return i < ts->n_refused ? ts->entry[i].refused : NULL;
}

struct table *tables_at(const struct tables *ts, int i)
{
    return ts->entry[i].table;
}

struct table *tables_largest(const struct tables *ts, const lus_rules *r)
{
    struct table *best = NULL;
    for (int i = 0; i < ts->n; i++) {
        const struct table_info *t = table_info(ts->entry[i].table);
        if (t->r == r && (!best || t->size > table_info(best)->size))
            best = ts->entry[i].table;
    }
    return best;
}

/* The value of a finished game. */
static double value_over(enum value_kind kind, int result)
{
    if (value_kind_stones(kind))
        return 0; /* no stones remain to be won */
    return result == LUS_WIN ? 1 : result == LUS_LOSS ? 0 : 0.5;
}

/* The stored bounds of p, even if the game is over; if a table is damaged, another one may
   have them. */
static int stored_bounds(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                         struct value_bounds *bounds)
{
    int status = 0;
    for (int i = 0; ts && i < ts->n && status != 1; i++) {
        struct table *t = ts->entry[i].table;
        int found = table_info(t)->r == r ? table_bounds(t, p, bounds) : 0;
        status = found ? found : status;
    }
    return status;
}

int tables_bounds(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                  struct value_bounds *bounds)
{
    const struct solver *solver = solver_of(r);
    int result = r->result(r, p);
    if (!ts || !solver)
        return 0;
    if (result == LUS_ONGOING)
        return stored_bounds(ts, r, p, bounds);
    bounds->lower = bounds->upper = value_over(solver->kind, result);
    return 1;
}

int tables_value(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                 double *value)
{
    struct value_bounds b;
    int status = tables_bounds(ts, r, p, &b);
    return bounds_value(status, &b, value);
}

/* The bounds of the other side: `sum` minus the value. */
static struct value_bounds opposite(struct value_bounds b, double sum)
{
    return (struct value_bounds){sum - b.upper, sum - b.lower};
}

int tables_move_bounds(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                       int thrown, lus_move m, struct value_bounds *bounds)
{
    const struct solver *solver = solver_of(r);
    lus_pos next = *p;
    int status;
    struct value_bounds b;
    if (m == LUS_PASS)
        r->pass(r, &next, thrown);
    else
        r->play(r, &next, thrown, m);
    /* A majority (A6) decides the game, but does not change the stones still to come. */
    bool stones = solver && value_kind_stones(solver->kind);
    status = stones ? stored_bounds(ts, r, &next, &b) : tables_bounds(ts, r, &next, &b);
    if (status != 1)
        return status;
    bool turned = pos_side(&next) != pos_side(p);
    if (!stones) {
        *bounds = turned ? opposite(b, 1) : b;
        return 1;
    }
    int lead = stones_lead(r, &next);
    b = (struct value_bounds){b.lower + lead, b.upper + lead};
    b = turned ? opposite(b, 0) : b;
    lead = stones_lead(r, p);
    *bounds = (struct value_bounds){b.lower - lead, b.upper - lead};
    return 1;
}

int tables_move_value(const struct tables *ts, const lus_rules *r, const lus_pos *p,
                      int thrown, lus_move m, double *value)
{
    struct value_bounds b;
    int status = tables_move_bounds(ts, r, p, thrown, m, &b);
    return bounds_value(status, &b, value);
}
