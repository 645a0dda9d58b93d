/* SPDX-License-Identifier: MIT */
/* bench_pack.c - bits per value of table files if zstd packed them after a simple prediction.

   `bench_pack FILE.lut...` unpacks a sample of the frames of each table of two-byte values
   and packs them again: a prediction, zigzag numbers, all low bytes and then all high bytes,
   zstd.  Every frame is packed on its own, so that a probe unpacks as much as today, and
   in groups of 16.  The first line of each table is what its frames have in the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "solve/table_internal.h"

#ifdef WITH_TABLES
#include <zstd.h>

enum { SAMPLE = 160, GROUP = 16, LEVELS = 3, ROOM = GROUP * FRAME_VALUES };

static const int level_of[LEVELS] = {3, 9, 19};

/* Residuals of n numbers; they may be in another order. */
typedef void predict_fn(const struct predictor *p, const struct value_layout *l,
                        const int16_t *x, int16_t *out);

/* ---- predictions ---- */

static void from_value_before(const struct predictor *p, const struct value_layout *l,
                              const int16_t *x, int16_t *out)
{
    (void)p;
    for (uint32_t i = 0; i < l->n; i++)
        out[i] = (int16_t)(x[i] - (i ? x[i - 1] : 0));
}

/* In each tile from the row before; `plane`: plus the lane before, minus their corner. */
static void from_rows(const struct value_layout *l, const int16_t *x, int16_t *out,
                      bool plane)
{
    for (int t = 0; t < l->tiles; t++) {
        int rows = l->tile[t].rows, w = l->tile[t].lanes;
        for (int i = 0; i < rows * w; i++) {
            int up = i >= w ? x[i - w] : 0, left = i % w ? x[i - 1] : 0;
            int corner = i >= w && i % w ? x[i - w - 1] : 0;
            out[i] = (int16_t)(x[i] - (plane ? up + left - corner : i >= w ? up : left));
        }
        x += rows * w;
        out += rows * w;
    }
}

static void from_row_before(const struct predictor *p, const struct value_layout *l,
                            const int16_t *x, int16_t *out)
{
    (void)p;
    from_rows(l, x, out, false);
}

static void from_plane(const struct predictor *p, const struct value_layout *l,
                       const int16_t *x, int16_t *out)
{
    (void)p;
    from_rows(l, x, out, true);
}

/* Minus the mean of all contexts, then the plane. */
static void from_mean(const struct predictor *p, const struct value_layout *l,
                      const int16_t *x, int16_t *out)
{
    int16_t left[FRAME_VALUES];
    int32_t sum[FRAME_VALUES] = {0}, n[FRAME_VALUES] = {0};
    for (int a = 0; a < p->size.axes; a++)
        for (int i = 0; i < l->axis[a].n; i++) {
            struct layout_context c = l->axis[a].context[i];
            for (uint32_t at = c.at; at < c.at + c.n;
                 at++, sum[at - 1] += x[at - 1 - c.back])
                n[at]++;
        }
    for (uint32_t i = 0; i < l->n; i++)
        left[i] = (int16_t)(x[i] - (n[i] ? sum[i] / n[i] : 0));
    from_rows(l, left, out, true);
}

/* Minus the context along each of the first `axes` axes, one after another, then the
   plane: weights 1 and -1. */
static void from_contexts(const struct predictor *p, const struct value_layout *l,
                          const int16_t *x, int16_t *out, int axes)
{
    int16_t left[FRAME_VALUES];
    memcpy(left, x, l->n * sizeof *x);
    for (int a = 0; a < axes && a < p->size.axes; a++)
        for (int i = l->axis[a].n - 1; i >= 0; i--) {
            struct layout_context c = l->axis[a].context[i];
            for (uint32_t at = c.at; at < c.at + c.n; at++)
                left[at] = (int16_t)(left[at] - left[at - c.back]);
        }
    from_rows(l, left, out, true);
}

static void from_one_context(const struct predictor *p, const struct value_layout *l,
                             const int16_t *x, int16_t *out)
{
    from_contexts(p, l, x, out, 1);
}

static void from_two_contexts(const struct predictor *p, const struct value_layout *l,
                              const int16_t *x, int16_t *out)
{
    from_contexts(p, l, x, out, 2);
}

static void from_fitted(const struct predictor *p, const struct value_layout *l,
                        const int16_t *x, int16_t *out)
{
    int16_t copy[FRAME_VALUES + PREDICT_WIDTH];
    memcpy(copy, x, l->n * sizeof *x);
    predictor_residuals(p, l, copy, out);
}

static const struct prediction {
    const char *name;
    predict_fn *residuals;
} prediction[] = {
    {"value before", from_value_before},      {"row before", from_row_before},
    {"row + lane - corner", from_plane},      {"mean of contexts, plane", from_mean},
    {"one context, plane", from_one_context}, {"two contexts, plane", from_two_contexts},
    {"fitted, as in the file", from_fitted},
};
enum { PREDICTIONS = sizeof prediction / sizeof *prediction };

/* ---- zstd ---- */

/* Bytes of n residuals: low bytes, then high bytes, through zstd. */
static size_t packed_bytes(ZSTD_CCtx *z, const int16_t *x, int n, int level)
{
    static uint8_t plain[2 * ROOM], packed[4 * ROOM];
    for (int i = 0; i < n; i++) {
        unsigned zigzag =
            (x[i] < 0 ? -2u * (unsigned)x[i] - 1 : 2u * (unsigned)x[i]) & 0xffff;
        plain[i] = (uint8_t)zigzag;
        plain[n + i] = (uint8_t)(zigzag >> 8);
    }
    ZSTD_CCtx_reset(z, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(z, ZSTD_c_contentSizeFlag, 0);
    return ZSTD_compress2(z, packed, sizeof packed, plain, 2 * (size_t)n);
}

/* Bits per value, weighted by the positions of the layers. */
struct bits {
    double file, single[PREDICTIONS][LEVELS], grouped[PREDICTIONS][LEVELS];
};

/* The residuals of one group of frames; values of the frames follow each other. */
struct group {
    int n, frames;
    int16_t residual[PREDICTIONS][ROOM + PREDICT_WIDTH];
};

static void add_group(struct group *g, ZSTD_CCtx *z, struct bits *b)
{
    for (int p = 0; p < PREDICTIONS; p++)
        for (int l = 0; l < LEVELS; l++)
            b->grouped[p][l] +=
                (double)packed_bytes(z, g->residual[p], g->n, level_of[l]);
    g->n = g->frames = 0;
}

static bool read_frame(struct table *t, int layer, uint64_t block, int16_t *x,
                       struct value_layout *l)
{
    uint16_t value[FRAME_VALUES];
    int n = table_block(t, layer, block, value);
    for (int i = 0; i < n; i++)
        x[i] = (int16_t)(value[i] - 32768);
    layout_clear(l);
    return n > 0 && t->info.solver->packing->layout(
                        t->info.index, layer, table_block_first(t, layer, block), n, l);
}

/* Adds a sample of the frames of a layer: runs of GROUP frames. */
static bool add_layer(struct table *t, int layer, ZSTD_CCtx *z, struct bits *b)
{
    static struct group g;
    struct value_layout l = {0};
    struct bits sum = {0};
    const struct table_section *s = &t->section[layer];
    uint64_t blocks = s->layer.blocks, step = blocks / SAMPLE + 1, values = 0;
    bool good = true;
    g.n = g.frames = 0;
    for (uint64_t i = 0; good && i < blocks;
         i += i % GROUP == GROUP - 1 ? (step - 1) * GROUP + 1 : 1) {
        int16_t x[FRAME_VALUES + PREDICT_WIDTH];
        good = read_frame(t, layer, i, x, &l);
        for (int p = 0; good && p < PREDICTIONS; p++) {
            int16_t *out = g.residual[p] + g.n;
            prediction[p].residuals(s->predictor[l.part], &l, x, out);
            for (int k = 0; k < LEVELS; k++)
                sum.single[p][k] += (double)packed_bytes(z, out, (int)l.n, level_of[k]);
        }
        sum.file += s->block[i].bytes;
        values += l.n;
        g.n += (int)l.n;
        if (++g.frames == GROUP)
            add_group(&g, z, &sum);
    }
    if (g.n)
        add_group(&g, z, &sum);
    layout_free(&l);
    double weight =
        8 * (double)s->layer.positions / (double)t->info.positions / (double)values;
    b->file += weight * sum.file;
    for (int p = 0; p < PREDICTIONS; p++)
        for (int k = 0; k < LEVELS; k++) {
            b->single[p][k] += weight * sum.single[p][k];
            b->grouped[p][k] += weight * sum.grouped[p][k];
        }
    return good;
}

static void print_bits(const char *path, const struct bits *b)
{
    printf("%s: %.2f bits per value\n%-26s", path, b->file, "zstd level");
    for (int k = 0; k < 2 * LEVELS; k++)
        printf(" %7d%s", level_of[k % LEVELS], k < LEVELS ? "      " : " (16) ");
    for (int p = 0; p < PREDICTIONS; p++) {
        printf("\n%-26s", prediction[p].name);
        for (int k = 0; k < 2 * LEVELS; k++) {
            double bits = k < LEVELS ? b->single[p][k] : b->grouped[p][k - LEVELS];
            printf(" %6.2f %+5.0f %%", bits, 100 * (bits / b->file - 1));
        }
    }
    printf("\n");
}

/* Tables of other values: zstd of the bytes, and of their differences.  Prints bits per
   byte of the largest layer. */
static void measure_bytes(struct table *t, ZSTD_CCtx *z)
{
    static uint8_t value[2][FRAME_MAX_BYTES], packed[2 * FRAME_MAX_BYTES];
    int layer = t->info.layers - 1;
    uint64_t blocks = t->section[layer].layer.blocks, values = 0, file = 0;
    uint64_t sum[2][LEVELS] = {{0}};
    for (uint64_t i = 0; i < blocks; i += blocks / (10 * SAMPLE) + 1) {
        int n =
            table_block(t, layer, i, value[0]) * value_kind_bytes(t->info.solver->kind);
        for (int k = 0; k < n; k++)
            value[1][k] = (uint8_t)(value[0][k] - (k ? value[0][k - 1] : 0));
        for (int k = 0; n > 0 && k < 2 * LEVELS; k++)
            sum[k / LEVELS][k % LEVELS] +=
                ZSTD_compressCCtx(z, packed, sizeof packed, value[k / LEVELS], (size_t)n,
                                  level_of[k % LEVELS]);
        values += n > 0 ? (uint64_t)n : 0;
        file += t->section[layer].block[i].bytes;
    }
    printf("%s: %.2f bits per byte of layer %d\n", t->path,
           8.0 * (double)file / (double)values, layer);
    for (int differences = 0; differences < 2; differences++)
        for (int k = 0; k < LEVELS; k++)
            printf("%s level %d: %.2f\n", differences ? "differences" : "bytes",
                   level_of[k], 8.0 * (double)sum[differences][k] / (double)values);
}

static bool measure(const char *path, ZSTD_CCtx *z)
{
    char why[256];
    struct bits b = {0};
    struct table *t = table_open(path, why);
    bool good = t, wide = t && t->info.solver->packing;
    for (int i = 0; wide && good && i < t->info.layers; i++)
        good = add_layer(t, i, z, &b);
    if (!good)
        fprintf(stderr, "%s\n", t ? "a frame is damaged" : why);
    else if (wide)
        print_bits(path, &b);
    else
        measure_bytes(t, z);
    table_close(t);
    return good;
}

int main(int n, char **arg)
{
    ZSTD_CCtx *z = ZSTD_createCCtx();
    bool good = z;
    if (n < 2)
        printf("bench_pack: needs table files (make tables)\n");
    for (int i = 1; good && i < n; i++)
        good = measure(arg[i], z);
    ZSTD_freeCCtx(z);
    return !good;
}

#else

int main(void)
{
    printf("bench_pack: built without tables\n");
    return 0;
}

#endif
