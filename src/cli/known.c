/* SPDX-License-Identifier: MIT */
/* known.c - the tables a command finds by itself, or where it is told. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#include "os/folders.h"
#include "text/sanitise.h"

/* A folder somebody named has to be there; the usual one need not. */
static bool is_there(const char *folder)
{
    bool there = folder_exists(folder);
    if (!there)
        say_failed("'%s' is no folder of tables: %s", folder, strerror(errno));
    return there;
}

void tablebase_warn(const struct tables *tables)
{
    char line[SANITISED_BYTES]; /* whoever named those files */
    const char *why;
    for (int i = 0; tables && (why = tables_refused(tables, i)); i++)
        fprintf(stderr, "lusoria: %s; left aside\n", /* no error: it goes on */
                sanitise(line, why, SANITISED_BYTES));
}

bool tablebase_open(const struct table_options *w, struct tables **tables)
{
    char usual[4096];
    const char *folder = w->folder;
    *tables = NULL;
    if (w->none)
        return true;
    if (folder && !is_there(folder))
        return false;
    if (!folder && tables_folder(usual, sizeof usual))
        folder = usual;
    if (folder)
        *tables = tables_open(folder);
    tablebase_warn(*tables);
    return true;
}

int size_asked(const struct solver *s, int pieces, int stones)
{
    bool by_pieces = !strcmp(s->size_name, "pieces");
    bool by_stones = !strcmp(s->size_name, "stones");
    if (!by_pieces && !by_stones && (pieces || stones))
        return -say_usage("this game is solved as far as it goes and takes no size");
    if (by_stones ? pieces : by_pieces && stones)
        return -say_usage("the size of this game is given with --%s", s->size_name);
    return by_pieces ? pieces : by_stones ? stones : 0;
}

void tablebase_close(struct tables *tables)
{
    for (int i = 0; tables && i < tables_count(tables); i++)
        if (table_damaged(tables_at(tables, i)))
            fprintf(stderr,
                    "lusoria: %s: a block is damaged; what it holds was searched "
                    "instead.  Remove the file and solve again.\n",
                    table_info(tables_at(tables, i))->path);
    tables_close(tables);
}
