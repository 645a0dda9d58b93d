/* SPDX-License-Identifier: MIT */
/* table_export.c - lusoria table export: a table in another program's format. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/tabled.h"
#include "os/files.h"

static int export_to(struct table *t, const char *format, const char *path)
{
    struct file_writer out;
    bool opened = file_create(&out, path, 0666);
    int status =
        opened ? table_info(t)->solver->convert(t, format, out.stream) : LUS_EFILE;
    if (opened && status < 0)
        file_abandon(&out);
    else if (opened && !file_commit(&out))
        status = LUS_EFILE;
    if (status == LUS_EFILE && !table_damaged(t))
        return say_failed("'%s' cannot be written: %s", path, strerror(errno));
    return status;
}

static bool can_export(const lus_rules *r)
{
    return solver_of(r) && solver_of(r)->convert;
}

int table_export(struct call *c)
{
    if (!c->format)
        return say_usage("export needs --format rgu");
    if (!c->output && isatty(STDOUT_FILENO))
        return say_usage("a table is nothing to read: give --output FILE, or a pipe");
    const lus_rules *r = lus_rules_find(c->word[0]);
    struct table *opened = NULL, *t = NULL;
    int status = LUS_ERULES;
    if ((!r || can_export(r)) && !(t = table_wanted(c, false, &opened)))
        return EXIT_FAILED;
    if (t && can_export(table_info(t)->r))
        status = c->output ? export_to(t, c->format, c->output)
                           : table_info(t)->solver->convert(t, c->format, stdout);
    if (status == LUS_ERULES)
        status = say_usage("tables of Ur can be exported, with --format rgu");
    else if (status < 0)
        status =
            say_failed("%s: %s", table_info(t)->path,
                       table_damaged(t) ? "a block is damaged" : lus_error_text(status));
    table_close(opened);
    return status;
}
