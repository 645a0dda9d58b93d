/* SPDX-License-Identifier: MIT */
/* table_stats.c - lusoria table stats: every layer of a table, and how sure it is. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cli/tabled.h"
#include "solve/frame.h"

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

int table_stats(struct call *c)
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
