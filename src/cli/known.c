/* SPDX-License-Identifier: MIT */
/* known.c - the tables a command finds by itself, or where it is told. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"

/* A folder somebody named has to be there; the usual one need not. */
static bool is_there(const char *folder)
{
    DIR *dir = opendir(folder);
    if (dir)
        closedir(dir);
    else
        say_failed("'%s' is no folder of tables: %s", folder, strerror(errno));
    return dir;
}

void known_warn(const struct tables *tables)
{
    const char *why;
    for (int i = 0; tables && (why = tables_refused(tables, i)); i++)
        fprintf(stderr, "lusoria: %s; left aside\n", why); /* no error: it goes on */
}

bool known_open(const struct table_wish *w, struct tables **tables)
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
    known_warn(*tables);
    return true;
}
