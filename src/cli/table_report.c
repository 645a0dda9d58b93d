/* SPDX-License-Identifier: MIT */
/* table_report.c - lusoria table stats and lusoria table probe (see table_verbs.h).

       $ lusoria table stats ur --pieces 2
       ur:finkel, positions with up to 2 pieces; the largest table has up to 7
       start 0.5185729074957
       1 against 1     217 positions     728 bytes  residual 9.66e-15  mean 0.551770, ...
       2 against 1    2956 positions    6008 bytes  residual 9.44e-15  mean 0.538121, ...
       ...
       $ lusoria table probe ur POSITION
       value 0.512345                     before the throw
       throw 1  0-1        0.501234       every move of every throw, the best first
       throw 1  4-5        ?              leads to a position outside the table

   stats reads every block of the file and stops at the first damaged layer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/table_verbs.h"
#include "solve/frame.h"

/* ---- stats: every layer of a table, and how accurate it is ---- */

/* Won, drawn and lost positions: by result, or by the stones still to come. */
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

/* The number of positions of each one-byte value. */
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

/* Positions whose bounds prove a win, a draw or a loss by the stones still to come, the
   others, and those whose bounds are equal. */
static int print_bounds(struct table *t, int layer)
{
    struct table_layer l = table_layer(t, layer);
    static uint8_t values[FRAME_MAX_BYTES];
    uint64_t won = 0, drawn = 0, lost = 0, exact = 0;
    for (uint64_t b = 0; b < l.blocks; b++) {
        int n = table_block(t, layer, b, values);
        if (n < 0)
            return n;
        for (int i = 0; i < n; i++) {
            int lower = (int8_t)values[2 * i], upper = (int8_t)values[2 * i + 1];
            won += lower > 0;
            lost += upper < 0;
            drawn += !lower && !upper;
            exact += lower == upper;
        }
    }
    printf("  %" PRIu64 " won %" PRIu64 " drawn %" PRIu64 " lost %" PRIu64
           " open  %" PRIu64 " exact, %.1f %%",
           won, drawn, lost, l.positions - won - drawn - lost, exact,
           100.0 * (double)exact / (double)l.positions);
    return 0;
}

/* The mean, smallest and largest winning chance of the side to throw. */
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

/* The value of the start of a game of this size, from the header. */
static void print_start(const struct table_info *i)
{
    lus_pos p;
    int layer;
    uint64_t rank;
    const char *line = strstr(i->text, "\nstart ");
    i->solver->index.start(i->index, &p);
    if (line && i->solver->index.rank(i->index, &p, &layer, &rank))
        printf("%.*s\n", (int)strcspn(line + 1, "\n"), line + 1);
}

/* "ur:finkel, positions with up to 3 pieces; the largest table has up to 7". */
static void print_size(const struct table_info *i, int size)
{
    int max = i->solver->max_size(i->r);
    if (size == max && !i->solver->size_required) {
        printf("%s, every position\n", lus_rules_name(i->r));
        return;
    }
    printf("%s, positions with up to %d %s", lus_rules_name(i->r), size,
           i->solver->size_name);
    if (size < max)
        printf("; the largest table has up to %d", max);
    putchar('\n');
}

/* What the largest residual means. */
static void print_residual(const struct table_info *i, double residual)
{
    if (i->solver->kind == VALUE_KIND_WIN16)
        printf(
            "residual %.2e: one more exact sweep would change no value by more.  This is "
            "not a\nbound of the error, which can be a few times larger and adds up over "
            "the layers;\nstored values are rounded to 1/65535, %.1e.\nmean: a layer has "
            "every position with either side to throw, so the difference of the\nmean "
            "from 0.5 is the value of having the throw.\n",
            residual, 1 / 65535.0);
    else if (i->solver->kind == VALUE_KIND_BOUNDS8)
        puts("a value is exact if both bounds are equal; open: repetition decides");
    else
        puts("every value is exact");
}

/* What the values of a layer are like. */
static int print_layer(struct table *t, int layer)
{
    switch (table_info(t)->solver->kind) {
    case VALUE_KIND_WIN16:
        return print_chances(t, layer);
    case VALUE_KIND_BOUNDS8:
        return print_bounds(t, layer);
    default:
        return print_counts(t, layer);
    }
}

/* The layers of a table of this size, which are the first layers of a larger table. */
static int layers_of(const struct table_info *i, int size)
{
    void *index = size && size < i->size ? i->solver->index.create(i->r, size) : NULL;
    int layers = index ? i->solver->index.layers(index) : i->layers;
    if (index)
        i->solver->index.destroy(index);
    return layers;
}

/* With --pieces or --stones, only the layers of that size: they are the first layers of a
   larger table.  The start of a smaller size is not in the header, so it is left out. */
int table_stats(struct table_call *c)
{
    struct table *opened, *t = table_wanted(c, true, &opened);
    if (!t)
        return EXIT_FAILED;
    const struct table_info *i = table_info(t);
    int status = 0, layers = layers_of(i, c->size);
    double residual = 0;
    print_size(i, layers == i->layers ? i->size : c->size);
    if (layers == i->layers)
        print_start(i);
    for (int layer = 0; layer < layers && status == 0; layer++) {
        struct table_layer l = table_layer(t, layer);
        char name[32];
        residual = l.residual > residual ? l.residual : residual;
        i->solver->index.layer_name(i->index, layer, name);
        printf("%-14s %12" PRIu64 " positions %11" PRIu64 " bytes", name, l.positions,
               l.bytes);
        status = print_layer(t, layer);
        putchar('\n');
    }
    if (status < 0)
        print_failure("%s: the table is damaged", i->path);
    else
        print_residual(i, residual);
    table_close(opened);
    return status < 0 ? EXIT_FAILED : EXIT_DONE;
}

/* ---- probe: the value of a position and of all its moves ---- */

/* A winning chance, a number of stones, or two bounds: "-1 to +3". */
static void print_value(const lus_rules *r, const struct value_bounds *v)
{
    if (!value_kind_stones(solver_of(r)->kind))
        printf("%.6f\n", v->lower);
    else if (v->lower < v->upper)
        printf("%+.0f to %+.0f\n", v->lower + 0.0, v->upper + 0.0); /* avoids -0 */
    else
        printf("%+.0f\n", v->lower + 0.0);
}

enum { BEYOND = -99 }; /* the value of a move that leaves the tables */

/* A move and its bounds for the side to move; BEYOND: not in a table. */
struct probed_move {
    lus_move move;
    struct value_bounds value;
};

/* Comparison for qsort: the largest lower bound first, then the largest upper one. */
static int by_value(const void *a, const void *b)
{
    const struct value_bounds *x = &((const struct probed_move *)a)->value,
                              *y = &((const struct probed_move *)b)->value;
    if (x->lower < y->lower || x->lower > y->lower)
        return x->lower < y->lower ? 1 : -1;
    return x->upper < y->upper ? 1 : x->upper > y->upper ? -1 : 0;
}

/* All moves of one throw, the best first, those that leave the table last.  Returns 0, or
   an error if the table is damaged. */
static int print_moves(const struct table_call *c, const lus_rules *r, const lus_pos *p,
                       int throw, bool *beyond)
{
    lus_move list[LUS_MAX_MOVES];
    struct probed_move probed[LUS_MAX_MOVES] = {{0, {0, 0}}};
    char text[LUS_MAX_TEXT];
    int n = lus_moves(r, p, throw, list);
    if (n == 0 && !r->no_move_ends)
        list[n++] = LUS_PASS;
    for (int i = 0; i < n; i++) {
        struct value_bounds value = {BEYOND, BEYOND};
        int status = tables_move_bounds(c->tables, r, p, throw, list[i], &value);
        if (status < 0)
            return status;
        probed[i] = (struct probed_move){list[i], value};
    }
    qsort(probed, (size_t)n, sizeof probed[0], by_value);
    for (int i = 0; i < n; i++) {
        lus_move_format(r, p, probed[i].move, text);
        if (lus_has_dice(r))
            printf("throw %d  ", throw);
        printf("%-10s ", text);
        *beyond = *beyond || probed[i].value.lower == BEYOND;
        if (probed[i].value.lower == BEYOND)
            puts("?");
        else
            print_value(r, &probed[i].value);
    }
    return 0;
}

/* There is no table, or it is too small. */
static int say_not_contained(const struct table_call *c, const lus_rules *r)
{
    const struct solver *s = solver_of(r);
    const struct table *t = tables_largest(c->tables, r);
    int size = t ? table_info(t)->size : 0;
    if (!t)
        say_no_table(c, r);
    else if (size == s->max_size(r))
        print_failure(
            "the table of %s has positions with up to %d %s; it does not contain "
            "this one",
            lus_rules_name(r), size, s->size_name);
    else
        print_failure(
            "the table of %s has positions with up to %d %s; it does not contain this "
            "one; build a larger one with '%s solve %s --%s N'",
            lus_rules_name(r), size, s->size_name, program_name(), lus_rules_name(r),
            s->size_name);
    return EXIT_FAILED;
}

/* Prints the value before the throw and the moves of the given throw, or of every throw. */
int table_probe(struct table_call *c)
{
    const lus_rules *r = find_rules(c->word[0]);
    lus_pos p;
    int throw, status;
    struct value_bounds value;
    bool beyond = false;
    if (!r || !read_position(r, c->word[1], &p, &throw))
        return EXIT_FAILED;
    if (lus_result(r, &p) != LUS_ONGOING)
        return print_failure("the game is over");
    status = tables_bounds(c->tables, r, &p, &value);
    if (status == 0)
        return say_not_contained(c, r);
    if (status == 1) {
        printf("value ");
        print_value(r, &value);
    }
    for (int t = 0; t < lus_throws(r) && status >= 0; t++)
        if (throw == LUS_ANY_THROW || throw == lus_throw_value(r, t))
            status = print_moves(c, r, &p, lus_throw_value(r, t), &beyond);
    if (status < 0)
        return print_failure("a table of %s is damaged", lus_rules_name(r));
    if (beyond)
        puts("?: the move leaves the table; 'lusoria analyse' searches it");
    return EXIT_DONE;
}
