/* SPDX-License-Identifier: MIT */
/* predictor_fit.c - fits the weights of a predictor by least squares (see predictor.h).

   Each step is fitted to the residuals of the steps before it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/cholesky.h"
#include "solve/predictor.h"

/* Weights are stored as 256ths in 16 bits. */
static int16_t in_256ths(double weight)
{
    double w = rint(256 * weight);
    return (int16_t)(w > 32767 ? 32767 : w < -32767 ? -32767 : w);
}

/* ---- contexts: one weight each, around the means ---- */

static void fit_axis(struct predictor *p, const struct value_layout *s, int axis,
                     const int16_t *x)
{
    double n[LAYOUT_KINDS] = {0}, sx[LAYOUT_KINDS] = {0}, sy[LAYOUT_KINDS] = {0};
    double xx[LAYOUT_KINDS] = {0}, xy[LAYOUT_KINDS] = {0};
    for (int i = 0; i < s->axis[axis].n; i++) {
        struct layout_context f = s->axis[axis].context[i];
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
    for (int k = 0; k < LAYOUT_KINDS; k++) {
        double variance = xx[k] * n[k] - sx[k] * sx[k];
        p->weight[LAYOUT_KINDS * axis + k] =
            in_256ths(variance > 0 ? (xy[k] * n[k] - sx[k] * sy[k]) / variance : 0);
    }
}

/* ---- rows and lanes ---- */

/* Sums of products of lines; line 0 is all ones. */
struct line_products {
    int lines; /* including line 0 */
    double count, *sum;
    double line[LAYOUT_LANES + 1][LAYOUT_ROWS];
};

static void add_products(struct line_products *p, int width)
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

/* Adds the first lines of all tiles of a class that have enough lines. */
static void add_tiles(struct line_products *p, const struct value_layout *s,
                      const int16_t *x, int class, bool lanes)
{
    for (int i = 0; i < s->tiles; i++) {
        struct layout_tile t = s->tile[i];
        int have = lanes ? t.lanes : t.rows, width = lanes ? t.rows : t.lanes;
        for (int l = 1; t.class == class && have >= p->lines - 1 && l < p->lines; l++)
            for (int k = 0; k < width; k++)
                p->line[l][k] = lanes ? x[k * t.lanes + l - 1] : x[(l - 1) * t.lanes + k];
        if (t.class == class && have >= p->lines - 1)
            add_products(p, width);
        x += t.rows * t.lanes;
    }
}

/* Weights of line i from the Cholesky factor; the constant is not in 256ths. */
static void solve_line(const double *a, int n, int i, int16_t *weight)
{
    double w[LAYOUT_LANES + 1] = {0};
    memcpy(w, a + i * n, (size_t)i * sizeof *w);
    cholesky_back(a, n, i, w);
    weight[0] = in_256ths(w[0] / 256);
    for (int j = 1; j < i; j++)
        weight[j] = in_256ths(w[j]);
}

/* Fits lines `from` to `to` of a class to the tiles that have all of them. */
static void fit_lines(struct line_products *p, const struct value_layout *s,
                      const int16_t *x, int class, bool lanes, int from, int to,
                      int16_t *weight)
{
    p->lines = to + 1;
    p->count = 0;
    memset(p->sum, 0, (size_t)(p->lines * p->lines) * sizeof *p->sum);
    add_tiles(p, s, x, class, lanes);
    for (int i = 1; i < p->lines; i++) /* regularise by the rounding noise */
        p->sum[i * p->lines + i] += p->count / 3;
    cholesky_factor(p->sum, p->lines, 1e-6);
    for (int i = from; p->count > 0 && i < to; i++)
        solve_line(p->sum, p->lines, i + 1, weight + predict_weights_at(i));
}

/* Tiles have a few sizes: lines beyond one size are fitted to the larger tiles. */
static bool fit_all_lines(struct predictor *p, const struct value_layout *s,
                          const int16_t *x, bool lanes)
{
    bool size[LAYOUT_LANES + 1] = {false};
    int most = lanes ? p->size.lanes : p->size.rows;
    struct line_products *products = malloc(sizeof *products);
    double *sum = malloc((size_t)((most + 1) * (most + 1)) * sizeof *sum);
    for (int i = 0; i < s->tiles; i++)
        size[lanes ? s->tile[i].lanes : s->tile[i].rows] = true;
    for (int k = 0; products && k < LAYOUT_ROWS; k++)
        products->line[0][k] = 1;
    for (int c = 0; products && sum && c < LAYOUT_CLASSES; c++)
        for (int from = 0, to = 1; to <= most; to++)
            if (size[to]) {
                products->sum = sum;
                fit_lines(products, s, x, c, lanes, from, to,
                          lanes ? p->lane[c] : p->row[c]);
                from = to;
            }
    bool good = products && sum;
    free(products);
    free(sum);
    return good;
}

/* ---- k ---- */

/* 0, -1, 1, -2, ... as 0, 1, 2, 3, ...: what rice.h codes. */
static unsigned zigzag(int16_t x)
{
    return x < 0 ? -2u * (unsigned)x - 1 : 2u * (unsigned)x;
}

/* About log2(ln 2 x mean), the optimum for a Laplace distribution. */
static bool fit_k(struct predictor *p, const struct value_layout *s, const int16_t *x)
{
    size_t cells = (size_t)p->size.rows * (size_t)p->size.lanes;
    double *sum = calloc(2 * LAYOUT_CLASSES * cells, sizeof *sum),
           *count = sum ? sum + LAYOUT_CLASSES * cells : NULL;
    if (!sum)
        return false;
    for (int i = 0; i < s->tiles; i++) {
        struct layout_tile t = s->tile[i];
        for (int l = 0; l < t.lanes; l++)
            for (int r = 0; r < t.rows; r++, x++) {
                size_t at = (size_t)t.class * cells +
                            (size_t)(l * p->size.rows + (p->size.rows > 1 ? r : 0));
                sum[at] += zigzag(*x);
                count[at]++;
            }
    }
    for (size_t i = 0; i < LAYOUT_CLASSES * cells; i++) {
        double k = count[i] > 0 ? rint(log2(0.693 * sum[i] / count[i] + 0.5)) : 8;
        p->k[0][i] = (uint8_t)(k < 0 ? 0 : k > PREDICTOR_MAX_K ? PREDICTOR_MAX_K : k);
    }
    free(sum);
    return true;
}

bool predictor_fit(struct predictor *p, const struct value_layout *s, int16_t *x)
{
    for (int a = 0; a < p->size.axes; a++) {
        fit_axis(p, s, a, x);
        predictor_subtract_axis(p, s, a, x);
    }
    if (p->size.rows > 1 && !fit_all_lines(p, s, x, false))
        return false;
    predictor_subtract_rows(p, s, x);
    int16_t *left = malloc((s->n + PREDICT_WIDTH) * sizeof *left);
    bool good = left && fit_all_lines(p, s, x, true);
    if (good) {
        predictor_subtract_lanes(p, s, x, left);
        good = fit_k(p, s, left);
    }
    free(left);
    return good;
}
