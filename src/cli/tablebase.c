/* SPDX-License-Identifier: MIT */
/* tablebase.c - opens the tables that a command uses (see cli.h). */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#include "os/folders.h"
#include "text/sanitise.h"

/* A folder given by the user must exist; the default one need not. */
static bool check_folder(const char *folder)
{
    bool exists = folder_exists(folder);
    if (!exists)
        print_failure("%s: cannot open the folder of tables: %s", folder,
                      strerror(errno));
    return exists;
}

void tablebase_warn(const struct tables *tables)
{
    char line[SANITISED_BYTES]; /* file names may contain control characters */
    const char *why;
    for (int i = 0; tables && (why = tables_refused(tables, i)); i++)
        fprintf(stderr, "lusoria: %s; file ignored\n", /* a warning */
                sanitise(line, why, SANITISED_BYTES));
}

bool tablebase_open(const struct table_options *w, struct tables **tables)
{
    char standard[4096];
    const char *folder = w->folder;
    *tables = NULL;
    if (w->none)
        return true;
    if (folder && !check_folder(folder))
        return false;
    if (!folder && tables_folder(standard, sizeof standard))
        folder = standard;
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
        return -print_usage_error("the size of a table of this game cannot be chosen");
    if (by_stones ? pieces : by_pieces && stones)
        return -print_usage_error("the size of a table of this game is given with --%s",
                                  s->size_name);
    return by_pieces ? pieces : by_stones ? stones : 0;
}

void tablebase_close(struct tables *tables)
{
    for (int i = 0; tables && i < tables_count(tables); i++)
        if (table_damaged(tables_at(tables, i)))
            fprintf(stderr,
                    "lusoria: %s: a block is damaged; its positions were searched "
                    "instead; delete the file and solve again\n",
                    table_info(tables_at(tables, i))->path);
    tables_close(tables);
}
