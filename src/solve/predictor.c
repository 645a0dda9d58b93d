/* SPDX-License-Identifier: MIT */
/* predictor.c - see predictor.h.

       predictor_residuals   contexts axis by axis, then rows, then lanes: x - prediction
       predictor_restore     the reverse, in the opposite order

   A context is subtracted from the last to the first and restored from the first to the
   last, so that both use the original numbers. */
#include <stdlib.h>
#include <string.h>
#include "solve/format.h"
#include "solve/predictor.h"

/* ---- in memory and in a file ---- */

/* size.rows is 1 if the rows of a tile are not predicted from each other (layout.h). */
static bool predicts_rows(struct layout_size size)
{
    return size.rows > 1;
}

/* Weights of one class. */
static size_t class_weights(struct layout_size size)
{
    return (predicts_rows(size) ? predict_weights_at(size.rows) : 0) +
           predict_weights_at(size.lanes);
}

/* One block: the struct, the weights of all classes, then their k. */
struct predictor *predictor_new(struct layout_size size)
{
    size_t weights = class_weights(size);
    size_t cells = (size_t)size.rows * (size_t)size.lanes;
    struct predictor *p =
        calloc(1, sizeof *p + LAYOUT_ROWS + /* predictor_spread_k reads them */
                      LAYOUT_CLASSES * (weights * sizeof(int16_t) + cells));
    if (!p)
        return NULL;
    int16_t *weight = (int16_t *)(p + 1);
    uint8_t *k = (uint8_t *)(weight + LAYOUT_CLASSES * weights);
    p->size = size;
    for (int c = 0; c < LAYOUT_CLASSES; c++) {
        p->row[c] = weight + (size_t)c * weights;
        p->lane[c] =
            p->row[c] + (predicts_rows(size) ? predict_weights_at(size.rows) : 0);
        p->k[c] = k + (size_t)c * cells;
    }
    return p;
}

void predictor_free(struct predictor *p)
{
    free(p);
}

size_t predictor_bytes(struct layout_size size)
{
    return 2 * LAYOUT_KINDS * (size_t)size.axes +
           LAYOUT_CLASSES *
               (2 * class_weights(size) + (size_t)size.rows * (size_t)size.lanes);
}

void predictor_write(const struct predictor *p, uint8_t *bytes)
{
    size_t weights = class_weights(p->size),
           cells = (size_t)p->size.rows * (size_t)p->size.lanes;
    for (int i = 0; i < LAYOUT_KINDS * p->size.axes; i++, bytes += 2)
        put_number(bytes, 2, (uint16_t)p->weight[i]);
    for (int c = 0; c < LAYOUT_CLASSES; c++) {
        for (size_t i = 0; i < weights; i++, bytes += 2)
            put_number(bytes, 2, (uint16_t)p->row[c][i]);
        memcpy(bytes, p->k[c], cells);
        bytes += cells;
    }
}

bool predictor_read(struct predictor *p, const uint8_t *bytes)
{
    size_t weights = class_weights(p->size),
           cells = (size_t)p->size.rows * (size_t)p->size.lanes;
    bool good = true;
    for (int i = 0; i < LAYOUT_KINDS * p->size.axes; i++, bytes += 2)
        p->weight[i] = (int16_t)get_number(bytes, 2);
    for (int c = 0; c < LAYOUT_CLASSES; c++) {
        for (size_t i = 0; i < weights; i++, bytes += 2)
            p->row[c][i] = (int16_t)get_number(bytes, 2);
        memcpy(p->k[c], bytes, cells);
        for (size_t i = 0; i < cells; i++)
            good &= bytes[i] <= PREDICTOR_MAX_K;
        bytes += cells;
    }
    return good;
}

/* ---- contexts ---- */

/* `from` does not reach x: a context is never longer than its distance. */
static void context_subtract(int16_t *restrict x, const int16_t *restrict from, int n,
                             int weight)
{
    for (int i = 0; i < n; i++)
        x[i] = (int16_t)(x[i] - predict_round((uint32_t)(weight * from[i])));
}

static void context_restore(int16_t *restrict x, const int16_t *restrict from, int n,
                            int weight)
{
    for (int i = 0; i < n; i++)
        x[i] = (int16_t)(x[i] + predict_round((uint32_t)(weight * from[i])));
}

void predictor_subtract_axis(const struct predictor *p, const struct value_layout *s,
                             int axis, int16_t *x)
{
    const struct layout_contexts *l = &s->axis[axis];
    for (int i = l->n - 1; i >= 0; i--) {
        struct layout_context f = l->context[i];
        context_subtract(x + f.at, x + f.at - f.back, f.n,
                         p->weight[LAYOUT_KINDS * axis + f.kind]);
    }
}

static void restore_axis(const struct predictor *p, const struct value_layout *s,
                         int axis, int16_t *x)
{
    const struct layout_contexts *l = &s->axis[axis];
    for (int i = 0; i < l->n; i++) {
        struct layout_context f = l->context[i];
        context_restore(x + f.at, x + f.at - f.back, f.n,
                        p->weight[LAYOUT_KINDS * axis + f.kind]);
    }
}

/* ---- rows and lanes ---- */

/* Stores the rows of a tile in order: each write may overrun into the next row. */
static void rows_store(const struct predict_lines *rows, const struct layout_tile *t,
                       int16_t *x)
{
    for (int r = 0; r < t->rows; r++)
        memcpy(x + r * t->lanes, rows->line[r], sizeof rows->line[r]);
}

void predictor_subtract_rows(const struct predictor *p, const struct value_layout *s,
                             int16_t *x)
{
    struct predict_lines rows;
    int16_t tile[LAYOUT_ROWS * PREDICT_WIDTH + PREDICT_WIDTH];
    const struct layout_tile *t = s->tile;
    for (int i = 0; predicts_rows(p->size) && i < s->tiles; i++, t++) {
        int n = t->rows * t->lanes;
        predict_subtract(&rows, x, t->lanes, t->rows, t->lanes, p->row[t->class]);
        rows_store(&rows, t, tile);
        memcpy(x, tile, (size_t)n * sizeof *x);
        x += n;
    }
}

void predictor_subtract_lanes(const struct predictor *p, const struct value_layout *s,
                              const int16_t *x, int16_t *out)
{
    struct predict_lines lanes;
    int16_t turned[LAYOUT_LANES * PREDICT_WIDTH] = {0};
    const struct layout_tile *t = s->tile;
    for (int i = 0; i < s->tiles; i++, x += t->rows * t->lanes, t++) {
        predict_transpose(x, t->lanes, t->rows, t->lanes, turned, PREDICT_WIDTH);
        predict_subtract(&lanes, turned, PREDICT_WIDTH, t->lanes, t->rows,
                         p->lane[t->class]);
        for (int l = 0; l < t->lanes; l++, out += t->rows)
            memcpy(out, lanes.line[l], sizeof lanes.line[l]);
    }
}

void predictor_residuals(const struct predictor *p, const struct value_layout *s,
                         int16_t *x, int16_t *out)
{
    for (int a = 0; a < p->size.axes; a++)
        predictor_subtract_axis(p, s, a, x);
    predictor_subtract_rows(p, s, x);
    predictor_subtract_lanes(p, s, x, out);
}

/* Tile by tile lanes and rows, then the axes over the whole frame: a context may be in
   another tile, which must be complete. */
void predictor_restore(const struct predictor *p, const struct value_layout *s,
                       const int16_t *in, int16_t *x)
{
    struct predict_lines lanes, rows;
    int16_t turned[LAYOUT_ROWS * PREDICT_WIDTH] = {0}, *at = x;
    for (int i = 0; i < s->tiles; i++) {
        const struct layout_tile *t = &s->tile[i];
        predict_restore(&lanes, in, t->rows, t->lanes, t->rows, p->lane[t->class]);
        if (predicts_rows(p->size)) {
            predict_transpose(lanes.line[0], PREDICT_WIDTH, t->lanes, t->rows, turned,
                              PREDICT_WIDTH);
            predict_restore(&rows, turned, PREDICT_WIDTH, t->rows, t->lanes,
                            p->row[t->class]);
            rows_store(&rows, t, at);
        } else {
            predict_transpose(lanes.line[0], PREDICT_WIDTH, t->lanes, t->rows, at,
                              t->lanes);
        }
        at += t->rows * t->lanes;
        in += t->rows * t->lanes;
    }
    for (int a = p->size.axes - 1; a >= 0; a--)
        restore_axis(p, s, a, x);
}

/* LAYOUT_ROWS bytes are copied, a constant size; the next lane overwrites those too many. */
void predictor_spread_k(const struct predictor *p, const struct value_layout *s,
                        uint8_t *k)
{
    for (int i = 0; i < s->tiles; i++) {
        const struct layout_tile *t = &s->tile[i];
        const uint8_t *of = p->k[t->class];
        for (int l = 0; l < t->lanes; l++, of += p->size.rows, k += t->rows)
            if (predicts_rows(p->size))
                memcpy(k, of, LAYOUT_ROWS);
            else
                memset(k, *of, LAYOUT_ROWS);
    }
}
