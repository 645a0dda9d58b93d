/* SPDX-License-Identifier: MIT */
/* fit.c - the weights of a model, by least squares; see model.h.

   One step after another: each is fitted to what the steps before it have left. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/cholesky.h"
#include "solve/model.h"

static int16_t in_256ths(double weight)
{
    double w = rint(256 * weight);
    return (int16_t)(w > 32767 ? 32767 : w < -32767 ? -32767 : w);
}

/* ---- lifts: one weight each, around the means ---- */

static void fit_axis(struct model *m, const struct shape *s, int axis, const int16_t *x)
{
    double n[SHAPE_KINDS] = {0}, sx[SHAPE_KINDS] = {0}, sy[SHAPE_KINDS] = {0};
    double xx[SHAPE_KINDS] = {0}, xy[SHAPE_KINDS] = {0};
    for (int i = 0; i < s->axis[axis].n; i++) {
        struct shape_lift f = s->axis[axis].lift[i];
        int64_t a = 0, b = 0, aa = 0, ab = 0;
        for (uint32_t at = f.at; at < f.at + f.n; at++) {
            a += x[at - f.back];
            b += x[at];
            aa += x[at - f.back] * x[at - f.back];
            ab += x[at - f.back] * x[at];
        }
        n[f.kind] += f.n;
        sx[f.kind] += (double)a;
        sy[f.kind] += (double)b;
        xx[f.kind] += (double)aa;
        xy[f.kind] += (double)ab;
    }
    for (int k = 0; k < SHAPE_KINDS; k++) {
        double variance = xx[k] * n[k] - sx[k] * sx[k];
        m->weight[SHAPE_KINDS * axis + k] =
            in_256ths(variance > 0 ? (xy[k] * n[k] - sx[k] * sy[k]) / variance : 0);
    }
}

/* ---- rows and lanes ---- */

/* Sums of products of lines, the first of which is all ones. */
struct products {
    int lines; /* with that one */
    double count, *sum;
    double line[SHAPE_LANES + 1][SHAPE_ROWS];
};

static void add_products(struct products *p, int width)
{
    for (int i = 0; i < p->lines; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < width; k++)
                sum += p->line[i][k] * p->line[j][k];
            p->sum[i * p->lines + j] += sum;
        }
    p->count += width;
}

/* Of the first lines of all tiles of a class that have so many. */
static void add_tiles(struct products *p, const struct shape *s, const int16_t *x,
                      int class, bool lanes)
{
    for (int i = 0; i < s->tiles; i++) {
        struct shape_tile t = s->tile[i];
        int have = lanes ? t.lanes : t.rows, width = lanes ? t.rows : t.lanes;
        for (int l = 1; t.class == class && have >= p->lines - 1 && l < p->lines; l++)
            for (int k = 0; k < width; k++)
                p->line[l][k] = lanes ? x[k * t.lanes + l - 1] : x[(l - 1) * t.lanes + k];
        if (t.class == class && have >= p->lines - 1)
            add_products(p, width);
        x += t.rows * t.lanes;
    }
}

/* Weights of line i from the factor: L' w = its row, the constant first and not in
   256ths. */
static void solve_line(const double *a, int n, int i, int16_t *weight)
{
    double w[SHAPE_LANES + 1] = {0};
    memcpy(w, a + i * n, (size_t)i * sizeof *w);
    cholesky_back(a, n, i, w);
    weight[0] = in_256ths(w[0] / 256);
    for (int j = 1; j < i; j++)
        weight[j] = in_256ths(w[j]);
}

/* Lines `from` to `to` of a class, from the tiles that have them all. */
static void fit_lines(struct products *p, const struct shape *s, const int16_t *x,
                      int class, bool lanes, int from, int to, int16_t *weight)
{
    p->lines = to + 1;
    p->count = 0;
    memset(p->sum, 0, (size_t)(p->lines * p->lines) * sizeof *p->sum);
    add_tiles(p, s, x, class, lanes);
    for (int i = 1; i < p->lines; i++) /* numbers are rounded: their own noise */
        p->sum[i * p->lines + i] += p->count / 3;
    cholesky_factor(p->sum, p->lines, 1e-6);
    for (int i = from; p->count > 0 && i < to; i++)
        solve_line(p->sum, p->lines, i + 1, weight + guess_at(i));
}

/* Tiles come in a few sizes: lines beyond one size are fitted to the larger ones. */
static bool fit_all_lines(struct model *m, const struct shape *s, const int16_t *x,
                          bool lanes)
{
    bool size[SHAPE_LANES + 1] = {false};
    int most = lanes ? m->size.lanes : m->size.rows;
    struct products *p = malloc(sizeof *p);
    double *sum = malloc((size_t)((most + 1) * (most + 1)) * sizeof *sum);
    for (int i = 0; i < s->tiles; i++)
        size[lanes ? s->tile[i].lanes : s->tile[i].rows] = true;
    for (int k = 0; p && k < SHAPE_ROWS; k++)
        p->line[0][k] = 1;
    for (int c = 0; p && sum && c < SHAPE_CLASSES; c++)
        for (int from = 0, to = 1; to <= most; to++)
            if (size[to]) {
                p->sum = sum;
                fit_lines(p, s, x, c, lanes, from, to, lanes ? m->lane[c] : m->row[c]);
                from = to;
            }
    bool good = p && sum;
    free(p);
    free(sum);
    return good;
}

/* ---- k ---- */

static unsigned zigzag(int16_t x)
{
    return x < 0 ? -2u * (unsigned)x - 1 : 2u * (unsigned)x;
}

/* About log2(ln 2 x mean), which is best for differences of Laplace's distribution. */
static bool fit_k(struct model *m, const struct shape *s, const int16_t *x)
{
    size_t cells = (size_t)m->size.rows * (size_t)m->size.lanes;
    double *sum = calloc(2 * SHAPE_CLASSES * cells, sizeof *sum),
           *count = sum ? sum + SHAPE_CLASSES * cells : NULL;
    if (!sum)
        return false;
    for (int i = 0; i < s->tiles; i++) {
        struct shape_tile t = s->tile[i];
        for (int l = 0; l < t.lanes; l++)
            for (int r = 0; r < t.rows; r++, x++) {
                size_t at = (size_t)t.class * cells +
                            (size_t)(l * m->size.rows + (m->size.rows > 1 ? r : 0));
                sum[at] += zigzag(*x);
                count[at]++;
            }
    }
    for (size_t i = 0; i < SHAPE_CLASSES * cells; i++) {
        double k = count[i] > 0 ? rint(log2(0.693 * sum[i] / count[i] + 0.5)) : 8;
        m->k[0][i] = (uint8_t)(k < 0 ? 0 : k > MODEL_MAX_K ? MODEL_MAX_K : k);
    }
    free(sum);
    return true;
}

bool model_fit(struct model *m, const struct shape *s, int16_t *x)
{
    for (int a = 0; a < m->size.axes; a++) {
        fit_axis(m, s, a, x);
        model_take_axis(m, s, a, x);
    }
    if (m->size.rows > 1 && !fit_all_lines(m, s, x, false))
        return false;
    model_take_rows(m, s, x);
    int16_t *left = malloc((s->n + LINE) * sizeof *left);
    bool good = left && fit_all_lines(m, s, x, true);
    if (good) {
        model_take_lanes(m, s, x, left);
        good = fit_k(m, s, left);
    }
    free(left);
    return good;
}
