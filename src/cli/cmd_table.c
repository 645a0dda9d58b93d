/* SPDX-License-Identifier: MIT */
/* cmd_table.c - lusoria table: what the tables hold, and whether it is right. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cli/tabled.h"
#include "os/parallel.h"

void say_none(const struct call *c, const lus_rules *r)
{
    const struct solver *s = solver_of(r);
    char size[32] = "", option[32] = "";
    if (!s) {
        say_failed("%s has no tables: it cannot be solved here", lus_rules_name(r));
        return;
    }
    if (c->size)
        snprintf(size, sizeof size, " with %d %s", c->size, s->size_name);
    if (c->size)
        snprintf(option, sizeof option, " --%s %d", s->size_name, c->size);
    else if (s->partial)
        snprintf(option, sizeof option, " --%s N", s->size_name);
    say_failed("no table of %s%s in %s; 'lusoria solve %s%s' builds one",
               lus_rules_name(r), size, c->folder, lus_rules_name(r), option);
}

/* The table of GAME: of the size wanted, without one the largest.  If any that holds so
   many will do, the smallest of them. */
static struct table *table_named(const struct call *c, const lus_rules *r, bool holds)
{
    struct table *best = NULL;
    for (int i = 0; i < tables_count(c->tables); i++) {
        struct table *t = tables_at(c->tables, i);
        int size = table_info(t)->size, have = best ? table_info(best)->size : 0;
        if (table_info(t)->r != r)
            continue;
        if (!c->size
                ? size > have
                : size == c->size || (holds && size > c->size && (!best || size < have)))
            best = t;
    }
    if (!best)
        say_none(c, r);
    return best;
}

struct table *table_wanted(struct call *c, bool holds, struct table **opened)
{
    char why[256];
    *opened = NULL;
    if (strchr(c->word[0], '/') || strstr(c->word[0], ".lut")) {
        if (!(*opened = table_open(c->word[0], why)))
            say_failed("%s", why);
        return *opened;
    }
    const lus_rules *r = rules_named(c->word[0]);
    if (r && solver_of(r))
        c->size = size_asked(solver_of(r), c->pieces, c->stones);
    return r && c->size >= 0 ? table_named(c, r, holds) : NULL;
}

/* ---- info ---- */

static void print_info(const struct table *t)
{
    const struct table_info *i = table_info(t);
    printf("%s\n", i->path);
    for (const char *line = i->text; *line; line = strchr(line, '\n') + 1)
        printf("  %.*s\n", (int)strcspn(line, "\n"), line);
    printf("  layers %d\n  positions %" PRIu64 "\n  bytes %" PRIu64 "\n", i->layers,
           i->positions, i->file_bytes);
}

static int info(struct call *c)
{
    struct table *opened;
    if (c->word[0]) {
        const struct table *t = table_wanted(c, false, &opened);
        if (t)
            print_info(t);
        table_close(opened);
        return t ? EXIT_DONE : EXIT_FAILED;
    }
    for (int i = 0; i < tables_count(c->tables); i++)
        print_info(tables_at(c->tables, i));
    if (!tables_count(c->tables))
        return say_failed("no tables in %s; 'lusoria solve GAME' builds one", c->folder);
    return EXIT_DONE;
}

/* ---- verify ---- */

static void print_verdict(const struct table_info *i, const struct verify_result *v)
{
    printf("%" PRIu64 " positions, %" PRIu64 " wrong, largest difference %.3f quanta\n",
           v->positions, v->wrong, v->largest);
    if (v->positions < i->positions)
        printf("%" PRIu64 " more, the last of the table, were proved by a search; their "
               "moves leave it\n",
               i->positions - v->positions);
}

static int verify(struct call *c)
{
    struct table *opened, *t = table_wanted(c, false, &opened);
    struct verify_result v;
    if (!t)
        return EXIT_FAILED;
    int threads = c->threads ? c->threads : parallel_cores();
    int status = table_verify(t, threads, &v);
    if (status == LUS_EFILE)
        say_failed("%s: a block is damaged; remove the file and solve again",
                   table_info(t)->path);
    else if (status < 0)
        say_failed("%s: %s", table_info(t)->path, lus_error_text(status));
    else
        print_verdict(table_info(t), &v);
    table_close(opened);
    return status < 0 || v.wrong ? EXIT_FAILED : EXIT_DONE;
}

/* ---- the verbs ---- */

static const struct verb {
    const char *name;
    int least, most;
    int (*run)(struct call *c);
    const char *args;
} verbs[] = {
    {"info", 0, 1, info, "[GAME | FILE]"},
    {"stats", 1, 1, table_stats, "GAME | FILE"},
    {"probe", 2, 2, table_probe, "GAME POSITION"},
    {"verify", 1, 1, verify, "GAME | FILE"},
    {"export", 1, 1, table_export, "GAME | FILE --format rgu [--output FILE]"},
};

int cmd_table(const struct command *self, int argc, char **argv)
{
    const char *words[3], *folder = NULL;
    char home[4096];
    struct call c = {0};
    const struct option options[] = {
        {"table-dir", 0, OPTION_TEXT, &folder, 0, 0, "DIR", "where tables live"},
        {"pieces", 0, OPTION_INT, &c.pieces, 1, 64, "N", "the table of so many pieces"},
        {"stones", 0, OPTION_INT, &c.stones, 1, 48, "N", "the table of so many stones"},
        {"threads", 0, OPTION_INT, &c.threads, 1, 256, "N", "threads of verify"},
        {"format", 0, OPTION_TEXT, &c.format, 0, 0, "NAME", "of export: rgu (RoyalUr)"},
        {"output", 'o', OPTION_TEXT, &c.output, 0, 0, "FILE", "of export"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 3), status = -1;
    if (n < 0)
        return -1 - n;
    if (!folder && !tables_folder(home, sizeof home))
        return say_failed("there is no home folder; use --table-dir");
    c.folder = folder ? folder : home;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        const struct verb *v = &verbs[i];
        if (strcmp(words[0], v->name) != 0)
            continue;
        if (n - 1 < v->least || n - 1 > v->most)
            return say_usage("usage: lusoria table %s %s", v->name, v->args);
        for (int k = 1; k < n; k++)
            c.word[k - 1] = words[k];
        if (!(c.tables = tables_open(c.folder)))
            return say_failed("out of memory");
        tablebase_warn(c.tables);
        status = v->run(&c);
        tables_close(c.tables);
    }
    return status >= 0 ? status
                       : say_usage("the verbs are info, stats, probe, verify and export");
}
