/* SPDX-License-Identifier: MIT */
/* cmd_table.c - lusoria table: info, verify and export; see table_report.c for the rest.

       lusoria table info [GAME | FILE]        the header of a table, or of all tables
       lusoria table stats GAME | FILE         every layer: size, residual, values
       lusoria table probe GAME POSITION       the exact value of a position and its moves
       lusoria table verify GAME | FILE        12869 positions, 0 wrong, largest ...
       lusoria table export GAME --format rgu -o FILE

   A word with '/' or ".lut" is a file, everything else a rule set, whose table is looked up
   in the folder of tables.  The verbs are rows of verbs[]; each returns an exit code. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cli/table_verbs.h"
#include "os/clock.h"
#include "os/console.h"
#include "os/files.h"
#include "os/parallel.h"

void say_no_table(const struct table_call *c, const lus_rules *r)
{
    const struct solver *s = solver_of(r);
    char size[32] = "", option[32] = "";
    if (!s) {
        print_failure("%s has no tables: this program cannot solve it",
                      lus_rules_name(r));
        return;
    }
    if (c->size)
        snprintf(size, sizeof size, " with %d %s", c->size, s->size_name);
    if (c->size)
        snprintf(option, sizeof option, " --%s %d", s->size_name, c->size);
    else if (s->size_required)
        snprintf(option, sizeof option, " --%s N", s->size_name);
    print_failure("no table of %s%s in %s; build it with '%s solve %s%s'",
                  lus_rules_name(r), size, c->folder, program_name(), lus_rules_name(r),
                  option);
}

/* The table of a rule set: without a size the largest, otherwise the one of that size, or
   with `or_larger` the smallest that contains it.  NULL: a message was printed. */
static struct table *table_named(const struct table_call *c, const lus_rules *r,
                                 bool or_larger)
{
    struct table *best = NULL;
    for (int i = 0; i < tables_count(c->tables); i++) {
        struct table *t = tables_at(c->tables, i);
        int size = table_info(t)->size, have = best ? table_info(best)->size : 0;
        if (table_info(t)->r != r)
            continue;
        if (!c->size ? size > have
                     : size == c->size ||
                           (or_larger && size > c->size && (!best || size < have)))
            best = t;
    }
    if (!best)
        say_no_table(c, r);
    return best;
}

/* Sizes are given as --pieces or --stones, depending on the game (size_asked). */
struct table *table_wanted(struct table_call *c, bool or_larger, struct table **opened)
{
    char why[256];
    *opened = NULL;
    if (strchr(c->word[0], '/') || strstr(c->word[0], ".lut")) {
        if (!(*opened = table_open(c->word[0], why)))
            print_failure("%s", why);
        return *opened;
    }
    const lus_rules *r = find_rules(c->word[0]);
    if (r && solver_of(r))
        c->size = size_asked(solver_of(r), c->pieces, c->stones);
    return r && c->size >= 0 ? table_named(c, r, or_larger) : NULL;
}

/* ---- info ---- */

/* The lines of the header, "KEY VALUE", indented, and what is known from the file itself. */
static void print_info(const struct table *t)
{
    const struct table_info *i = table_info(t);
    printf("%s\n", i->path);
    for (const char *line = i->text; *line; line = strchr(line, '\n') + 1)
        printf("  %.*s\n", (int)strcspn(line, "\n"), line);
    printf("  layers %d\n  positions %" PRIu64 "\n  bytes %" PRIu64 "\n", i->layers,
           i->positions, i->file_bytes);
}

/* One table if it was named, otherwise all tables of the folder. */
static int info(struct table_call *c)
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
        return print_failure("no tables in %s; build one with '%s solve GAME'", c->folder,
                             program_name());
    return EXIT_DONE;
}

/* ---- verify ---- */

/* A quantum is 1/65535, the step of stored winning chances.  Rounding alone makes a
   difference of up to 1 quantum, which is not wrong. */
static void print_verification(const struct table_info *i, const struct verify_result *v)
{
    printf("%" PRIu64, v->positions);
    if (v->positions + v->unchecked < i->positions)
        printf(" of %" PRIu64, i->positions - v->unchecked);
    printf(" positions, %" PRIu64 " wrong, largest difference %.3f quanta\n", v->wrong,
           v->largest);
    if (v->unchecked)
        printf("%" PRIu64
               " more in the last layer were proved by a search; their moves leave "
               "the table\n",
               v->unchecked);
}

/* Callback of table_verify: a line that is overwritten, at most five times a second. */
static void verify_progress(void *arg, uint64_t checked, uint64_t all)
{
    double *shown_ms = arg, now = clock_ms();
    if (now - *shown_ms < 200)
        return;
    *shown_ms = now;
    fprintf(stderr, "\r\033[Kchecked %.0f %%", 100.0 * (double)checked / (double)all);
}

/* Recomputes the values of the table, or of a sample, from their successors, with the rules
   alone.  A wrong value is a failure. */
static int verify(struct table_call *c)
{
    struct table *opened, *t = table_wanted(c, false, &opened);
    bool live = console_is_terminal(CONSOLE_ERR);
    double shown_ms = 0;
    struct verify_options o = {.threads = c->threads ? c->threads : parallel_cores(),
                               .sample = (uint64_t)c->sample,
                               .seed = c->seed.value,
                               .report = live ? verify_progress : NULL,
                               .arg = &shown_ms};
    struct verify_result v;
    if (!t)
        return EXIT_FAILED;
    int status = table_verify(t, &o, &v);
    if (shown_ms > 0)
        fputs("\r\033[K", stderr);
    if (status == LUS_EFILE)
        print_failure("%s: a block is damaged; delete the file and solve again",
                      table_info(t)->path);
    else if (status < 0)
        print_failure("%s: %s", table_info(t)->path, lus_error_text(status));
    else
        print_verification(table_info(t), &v);
    table_close(opened);
    return status < 0 || v.wrong ? EXIT_FAILED : EXIT_DONE;
}

/* ---- export ---- */

/* Writes to a temporary file that replaces `path` when it is complete.  Returns 0, a
   negative error of `convert`, or EXIT_FAILED after a message. */
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
        return print_failure("%s: cannot write: %s", path, strerror(errno));
    return status;
}

/* Only solvers with `convert` know another format. */
static bool can_export(const lus_rules *r)
{
    return solver_of(r) && solver_of(r)->convert;
}

/* The table in the format of another program, to a file or to standard output. */
static int export(struct table_call *c)
{
    if (!c->format)
        return print_usage_error("export needs --format rgu");
    if (!c->output && console_is_terminal(CONSOLE_OUT))
        return print_usage_error(
            "an exported table is binary: give --output FILE or redirect the output");
    const lus_rules *r = lus_rules_find(c->word[0]);
    struct table *opened = NULL, *t = NULL;
    int status = LUS_ERULES;
    if ((!r || can_export(r)) && !(t = table_wanted(c, false, &opened)))
        return EXIT_FAILED;
    if (t && can_export(table_info(t)->r))
        status = c->output ? export_to(t, c->format, c->output)
                           : table_info(t)->solver->convert(t, c->format, stdout);
    if (status == LUS_ERULES)
        status =
            print_usage_error("only tables of Ur can be exported, with --format rgu");
    else if (status < 0)
        status = print_failure("%s: %s", table_info(t)->path,
                               table_damaged(t) ? "a block is damaged"
                                                : lus_error_text(status));
    table_close(opened);
    return status;
}

/* ---- the command ---- */

/* least, most: the number of words after the verb. */
static const struct table_verb {
    const char *name;
    int least, most;
    int (*run)(struct table_call *c);
    const char *args;
} verbs[] = {
    {"info", 0, 1, info, "[GAME | FILE]"},
    {"stats", 1, 1, table_stats, "GAME | FILE"},
    {"probe", 2, 2, table_probe, "GAME POSITION"},
    {"verify", 1, 1, verify, "GAME | FILE"},
    {"export", 1, 1, export, "GAME | FILE --format rgu [--output FILE]"},
};

/* Finds the verb, checks the number of its words, opens the folder and runs it. */
int cmd_table(const struct command *self, int argc, char **argv)
{
    const char *words[3], *folder = NULL;
    char home[4096];
    struct table_call c = {0};
    const struct option options[] = {
        {"table-dir", 0, OPTION_TEXT, &folder, 0, 0, "DIR", "folder of the tables"},
        {"pieces", 0, OPTION_INT, &c.pieces, 1, 64, "N",
         "the table with N pieces per side"},
        {"stones", 0, OPTION_INT, &c.stones, 1, 48, "N", "the table with up to N stones"},
        {"threads", 0, OPTION_INT, &c.threads, 1, 256, "N",
         "threads of verify (default: all processors)"},
        {"sample", 0, OPTION_INT, &c.sample, 1, 2000000000, "N",
         "verify only about N positions, drawn from all layers"},
        {"seed", 's', OPTION_SEED, &c.seed, 0, 0, "S", "draws another sample"},
        {"format", 0, OPTION_TEXT, &c.format, 0, 0, "NAME", "of export: rgu (RoyalUr)"},
        {"output", 'o', OPTION_TEXT, &c.output, 0, 0, "FILE", "file of export"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 3), status = -1;
    if (n < 0)
        return -1 - n;
    if (!folder && !tables_folder(home, sizeof home))
        return print_failure("there is no home folder; give --table-dir DIR");
    c.folder = folder ? folder : home;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        const struct table_verb *v = &verbs[i];
        if (strcmp(words[0], v->name) != 0)
            continue;
        if (n - 1 < v->least || n - 1 > v->most)
            return print_usage_error("usage: lusoria table %s %s", v->name, v->args);
        for (int k = 1; k < n; k++)
            c.word[k - 1] = words[k];
        if (!(c.tables = tables_open(c.folder)))
            return print_failure("out of memory");
        tablebase_warn(c.tables);
        status = v->run(&c);
        tables_close(c.tables);
    }
    return status >= 0
               ? status
               : print_usage_error("'%s' is not a verb of lusoria table; expected info, "
                                   "stats, probe, verify or export",
                                   words[0]);
}
