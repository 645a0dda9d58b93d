/* SPDX-License-Identifier: MIT */
/* cmd_table.c - lusoria table: what the tables hold, and whether it is right. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/cli.h"
#include "cli/files.h"
#include "core/parallel.h"
#include "solve/frame.h"
#include "solve/table.h"

struct call {
    const char *verb, *folder, *format, *output;
    const char *word[2]; /* behind the verb; NULL: not given */
    int pieces, stones, size, threads;
    struct tables *tables;
};

/* Says that there is no such table, and which command builds one. */
static void say_none(const struct call *c, const lus_rules *r, const char *what)
{
    const struct solver *s = solver_of(r);
    char size[32] = "", option[32] = "";
    if (!s) {
        say_failed("%s: %s has no tables, it cannot be solved here", what,
                   lus_rules_name(r));
        return;
    }
    if (c->size)
        snprintf(size, sizeof size, " with %d %s", c->size, s->size_name);
    if (c->size)
        snprintf(option, sizeof option, " --%s %d", s->size_name, c->size);
    else if (s->partial)
        snprintf(option, sizeof option, " --%s N", s->size_name);
    say_failed("%s of %s%s in %s; 'lusoria solve %s%s' builds one", what,
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
        say_none(c, r, "no table");
    return best;
}

/* The table a verb is about: a file, or a game's. */
static struct table *table_wanted(struct call *c, bool holds, struct table **opened)
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

/* ---- info, stats ---- */

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

/* Won, drawn and lost: by the result, or by the stones still to come. */
static void print_results(enum value_kind kind, const uint64_t count[256])
{
    uint64_t won = 0, drawn = count[0], lost = 0;
    for (int v = 1; v < 128; v++) {
        won += count[v];
        lost += count[256 - v];
    }
    if (kind == VALUE_KIND_RESULT8) {
        won = count[2];
        drawn = count[1];
        lost = count[0];
    }
    printf("  %" PRIu64 " won %" PRIu64 " drawn %" PRIu64 " lost ", won, drawn, lost);
}

/* A chance, or a whole number of stones. */
static void print_value(const lus_rules *r, double value)
{
    if (solver_of(r)->kind == VALUE_KIND_STONES8)
        printf("%+.0f\n", value + 0.0); /* there is no -0 */
    else
        printf("%.6f\n", value);
}

/* How often every value occurs, for kinds of one byte. */
static int print_counts(struct table *t, int layer)
{
    uint64_t count[256] = {0}, blocks = table_layer(t, layer).blocks;
    static uint8_t values[FRAME_MAX_BYTES];
    for (uint64_t b = 0; b < blocks; b++) {
        int n = table_block(t, layer, b, values);
        if (n < 0)
            return n;
        for (int i = 0; i < n; i++)
            count[values[i]]++;
    }
    print_results(table_info(t)->solver->kind, count);
    for (int v = -128; v < 128; v++)
        if (count[v & 255])
            printf(" %d:%" PRIu64, v, count[v & 255]);
    return 0;
}

/* The mean chance of the side to throw, the least and the most. */
static int print_chances(struct table *t, int layer)
{
    struct table_layer l = table_layer(t, layer);
    static uint16_t values[FRAME_VALUES];
    uint64_t sum = 0;
    int least = 65535, most = 0;
    for (uint64_t b = 0; b < l.blocks; b++) {
        int n = table_block(t, layer, b, values);
        if (n < 0)
            return n;
        for (int i = 0; i < n; i++) {
            sum += values[i];
            least = values[i] < least ? values[i] : least;
            most = values[i] > most ? values[i] : most;
        }
    }
    printf("  residual %.2e  mean %.6f, %.6f to %.6f", l.residual,
           (double)sum / 65535 / (double)l.positions, least / 65535.0, most / 65535.0);
    return 0;
}

/* The value of the start of a game of this size, as its builder wrote it. */
static void print_start(const struct table_info *i)
{
    lus_pos p;
    int layer;
    uint64_t rank;
    const char *line = strstr(i->text, "\nstart ");
    i->solver->start(i->index, &p);
    if (line && i->solver->rank(i->index, &p, &layer, &rank))
        printf("%.*s\n", (int)strcspn(line + 1, "\n"), line + 1);
}

/* What the largest residual says, and what it does not. */
static void print_residual(const struct table_info *i, double residual)
{
    if (i->solver->kind == VALUE_KIND_WIN16)
        printf(
            "residual %.2e: no value changes by more in one more exact pass.  It is no "
            "bound\nof the error, which may be some times larger and adds up over the "
            "layers; stored\nvalues are rounded to 1/65535, %.1e.\nmean: a layer has "
            "each position with either side to throw, so what the mean is above\n0.5 is "
            "what the throw is worth.\n",
            residual, 1 / 65535.0);
    else
        puts("every value is exact");
}

/* Layers of a table of this size: the first ones of a larger table are the same. */
static int layers_of(const struct table_info *i, int size)
{
    void *index = size && size < i->size ? i->solver->index_new(i->r, size) : NULL;
    int layers = index ? i->solver->layers(index) : i->layers;
    if (index)
        i->solver->index_free(index);
    return layers;
}

static int stats(struct call *c)
{
    struct table *opened, *t = table_wanted(c, true, &opened);
    if (!t)
        return EXIT_FAILED;
    const struct table_info *i = table_info(t);
    int status = 0, layers = layers_of(i, c->size);
    double residual = 0;
    if (layers == i->layers)
        print_start(i);
    for (int layer = 0; layer < layers && status == 0; layer++) {
        struct table_layer l = table_layer(t, layer);
        char name[32];
        residual = l.residual > residual ? l.residual : residual;
        i->solver->layer_name(i->index, layer, name);
        printf("%-14s %12" PRIu64 " positions %11" PRIu64 " bytes", name, l.positions,
               l.bytes);
        if (value_kind_bytes(i->solver->kind) == 1)
            status = print_counts(t, layer);
        else
            status = print_chances(t, layer);
        putchar('\n');
    }
    if (status < 0)
        say_failed("%s: the table is damaged", i->path);
    else
        print_residual(i, residual);
    table_close(opened);
    return status < 0 ? EXIT_FAILED : EXIT_DONE;
}

/* ---- probe ---- */

enum { BEYOND = -99 }; /* the value of a move that no table knows */

struct rated {
    lus_move move;
    double value;
};

static int by_value(const void *a, const void *b)
{
    const struct rated *x = a, *y = b;
    return x->value < y->value ? 1 : x->value > y->value ? -1 : 0;
}

/* All moves of one throw, the best first, those that leave the table last; an error if
   it is damaged. */
static int print_moves(const struct call *c, const lus_rules *r, const lus_pos *p,
                       int throw, bool *beyond)
{
    lus_move list[LUS_MAX_MOVES];
    struct rated rated[LUS_MAX_MOVES] = {{0, 0}};
    char text[LUS_MAX_TEXT];
    int n = lus_moves(r, p, throw, list);
    if (n == 0 && !r->no_move_ends)
        list[n++] = LUS_PASS;
    for (int i = 0; i < n; i++) {
        double value = BEYOND;
        int status = tables_move_value(c->tables, r, p, throw, list[i], &value);
        if (status < 0)
            return status;
        rated[i] = (struct rated){list[i], value};
    }
    qsort(rated, (size_t)n, sizeof rated[0], by_value);
    for (int i = 0; i < n; i++) {
        lus_move_format(r, p, rated[i].move, text);
        if (lus_has_dice(r))
            printf("throw %d  ", throw);
        printf("%-10s ", text);
        *beyond = *beyond || rated[i].value == BEYOND;
        if (rated[i].value == BEYOND)
            puts("?");
        else
            print_value(r, rated[i].value);
    }
    return 0;
}

/* No table, or none that is large enough. */
static int say_not_held(const struct call *c, const lus_rules *r)
{
    const struct solver *s = solver_of(r);
    const struct table *t = tables_largest(c->tables, r);
    int size = t ? table_info(t)->size : 0;
    if (!t)
        say_none(c, r, "no table");
    else if (size == s->largest(r))
        say_failed("the table of %s holds positions of up to %d %s, not this one",
                   lus_rules_name(r), size, s->size_name);
    else
        say_failed("the table of %s holds positions of up to %d %s, not this one; "
                   "'lusoria solve %s --%s N' builds a larger one",
                   lus_rules_name(r), size, s->size_name, lus_rules_name(r),
                   s->size_name);
    return EXIT_FAILED;
}

static int probe(struct call *c)
{
    const lus_rules *r = rules_named(c->word[0]);
    lus_pos p;
    int throw, status;
    double value;
    bool beyond = false;
    if (!r || !position_read(r, c->word[1], &p, &throw))
        return EXIT_FAILED;
    if (lus_result(r, &p) != LUS_ONGOING)
        return say_failed("the game is over");
    status = tables_value(c->tables, r, &p, &value);
    if (status == 0)
        return say_not_held(c, r);
    if (status == 1) {
        printf("value ");
        print_value(r, value);
    }
    for (int t = 0; t < lus_throws(r) && status >= 0; t++)
        if (throw == LUS_ANY_THROW || throw == lus_throw_value(r, t))
            status = print_moves(c, r, &p, lus_throw_value(r, t), &beyond);
    if (status < 0)
        return say_failed("a table of %s is damaged", lus_rules_name(r));
    if (beyond)
        puts("?: the move leaves the table, whose last positions were proved");
    return EXIT_DONE;
}

/* ---- verify, export ---- */

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

/* Writes beside the file and renames: afterwards it is the old or the new one. */
static int export_to(struct table *t, const char *format, const char *path)
{
    char temporary[PATH_MAX];
    FILE *out = file_begin(path, temporary);
    int status = out ? table_info(t)->solver->convert(t, format, out) : LUS_EFILE;
    if (out && !file_end(out, temporary, path, status == 0) && status == 0)
        status = LUS_EFILE;
    if (status == LUS_EFILE && !table_damaged(t))
        return say_failed("'%s' cannot be written: %s", path, strerror(errno));
    return status;
}

static bool can_export(const lus_rules *r)
{
    return solver_of(r) && solver_of(r)->convert;
}

static int export(struct call *c)
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

static const struct verb {
    const char *name;
    int least, most;
    int (*run)(struct call *c);
    const char *args;
} verbs[] = {
    {"info", 0, 1, info, "[GAME | FILE]"},
    {"stats", 1, 1, stats, "GAME | FILE"},
    {"probe", 2, 2, probe, "GAME POSITION"},
    {"verify", 1, 1, verify, "GAME | FILE"},
    {"export", 1, 1, export, "GAME | FILE --format rgu [--output FILE]"},
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
        known_warn(c.tables);
        status = v->run(&c);
        tables_close(c.tables);
    }
    return status >= 0 ? status
                       : say_usage("the verbs are info, stats, probe, verify and export");
}
