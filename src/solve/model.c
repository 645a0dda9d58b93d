/* SPDX-License-Identifier: MIT */
/* model.c - see model.h. */
#include <stdlib.h>
#include <string.h>
#include "solve/format.h"
#include "solve/model.h"

/* ---- as memory and as bytes ---- */

static bool rows_alike(struct shape_size size)
{
    return size.rows > 1;
}

/* Weights of one class. */
static size_t class_weights(struct shape_size size)
{
    return (rows_alike(size) ? guess_at(size.rows) : 0) + guess_at(size.lanes);
}

struct model *model_new(struct shape_size size)
{
    size_t weights = class_weights(size);
    size_t cells = (size_t)size.rows * (size_t)size.lanes;
    struct model *m = calloc(1, sizeof *m + SHAPE_ROWS + /* read whatever the row's end */
                                    SHAPE_CLASSES * (weights * sizeof(int16_t) + cells));
    if (!m)
        return NULL;
    int16_t *weight = (int16_t *)(m + 1);
    uint8_t *k = (uint8_t *)(weight + SHAPE_CLASSES * weights);
    m->size = size;
    for (int c = 0; c < SHAPE_CLASSES; c++) {
        m->row[c] = weight + (size_t)c * weights;
        m->lane[c] = m->row[c] + (rows_alike(size) ? guess_at(size.rows) : 0);
        m->k[c] = k + (size_t)c * cells;
    }
    return m;
}

void model_free(struct model *m)
{
    free(m);
}

size_t model_bytes(struct shape_size size)
{
    return 2 * SHAPE_KINDS * (size_t)size.axes +
           SHAPE_CLASSES *
               (2 * class_weights(size) + (size_t)size.rows * (size_t)size.lanes);
}

void model_put(const struct model *m, uint8_t *bytes)
{
    size_t weights = class_weights(m->size),
           cells = (size_t)m->size.rows * (size_t)m->size.lanes;
    for (int i = 0; i < SHAPE_KINDS * m->size.axes; i++, bytes += 2)
        put_number(bytes, 2, (uint16_t)m->weight[i]);
    for (int c = 0; c < SHAPE_CLASSES; c++) {
        for (size_t i = 0; i < weights; i++, bytes += 2)
            put_number(bytes, 2, (uint16_t)m->row[c][i]);
        memcpy(bytes, m->k[c], cells);
        bytes += cells;
    }
}

bool model_get(struct model *m, const uint8_t *bytes)
{
    size_t weights = class_weights(m->size),
           cells = (size_t)m->size.rows * (size_t)m->size.lanes;
    bool good = true;
    for (int i = 0; i < SHAPE_KINDS * m->size.axes; i++, bytes += 2)
        m->weight[i] = (int16_t)get_number(bytes, 2);
    for (int c = 0; c < SHAPE_CLASSES; c++) {
        for (size_t i = 0; i < weights; i++, bytes += 2)
            m->row[c][i] = (int16_t)get_number(bytes, 2);
        memcpy(m->k[c], bytes, cells);
        for (size_t i = 0; i < cells; i++)
            good &= bytes[i] <= MODEL_MAX_K;
        bytes += cells;
    }
    return good;
}

/* ---- lifts ---- */

static void lift_take(int16_t *restrict x, const int16_t *restrict from, int n,
                      int weight)
{
    for (int i = 0; i < n; i++)
        x[i] = (int16_t)(x[i] - guess_whole((uint32_t)(weight * from[i])));
}

static void lift_give(int16_t *restrict x, const int16_t *restrict from, int n,
                      int weight)
{
    for (int i = 0; i < n; i++)
        x[i] = (int16_t)(x[i] + guess_whole((uint32_t)(weight * from[i])));
}

void model_take_axis(const struct model *m, const struct shape *s, int axis, int16_t *x)
{
    const struct shape_lifts *l = &s->axis[axis];
    for (int i = l->n - 1; i >= 0; i--) {
        struct shape_lift f = l->lift[i];
        lift_take(x + f.at, x + f.at - f.back, f.n,
                  m->weight[SHAPE_KINDS * axis + f.kind]);
    }
}

static void give_axis(const struct model *m, const struct shape *s, int axis, int16_t *x)
{
    const struct shape_lifts *l = &s->axis[axis];
    for (int i = 0; i < l->n; i++) {
        struct shape_lift f = l->lift[i];
        lift_give(x + f.at, x + f.at - f.back, f.n,
                  m->weight[SHAPE_KINDS * axis + f.kind]);
    }
}

/* ---- rows and lanes ---- */

/* Rows of a tile side by side; LINE numbers are written for each, so in their order. */
static void put_rows(const struct guesses *rows, const struct shape_tile *t, int16_t *x)
{
    for (int r = 0; r < t->rows; r++)
        memcpy(x + r * t->lanes, rows->line[r], sizeof rows->line[r]);
}

void model_take_rows(const struct model *m, const struct shape *s, int16_t *x)
{
    struct guesses rows;
    int16_t tile[SHAPE_ROWS * LINE + LINE];
    const struct shape_tile *t = s->tile;
    for (int i = 0; rows_alike(m->size) && i < s->tiles; i++, t++) {
        int n = t->rows * t->lanes;
        guess_take(&rows, x, t->lanes, t->rows, t->lanes, m->row[t->class]);
        put_rows(&rows, t, tile);
        memcpy(x, tile, (size_t)n * sizeof *x);
        x += n;
    }
}

void model_take_lanes(const struct model *m, const struct shape *s, const int16_t *x,
                      int16_t *out)
{
    struct guesses lanes;
    int16_t turned[SHAPE_LANES * LINE] = {0};
    const struct shape_tile *t = s->tile;
    for (int i = 0; i < s->tiles; i++, x += t->rows * t->lanes, t++) {
        guess_turn(x, t->lanes, t->rows, t->lanes, turned, LINE);
        guess_take(&lanes, turned, LINE, t->lanes, t->rows, m->lane[t->class]);
        for (int l = 0; l < t->lanes; l++, out += t->rows)
            memcpy(out, lanes.line[l], sizeof lanes.line[l]);
    }
}

void model_take(const struct model *m, const struct shape *s, int16_t *x, int16_t *out)
{
    for (int a = 0; a < m->size.axes; a++)
        model_take_axis(m, s, a, x);
    model_take_rows(m, s, x);
    model_take_lanes(m, s, x, out);
}

void model_give(const struct model *m, const struct shape *s, const int16_t *in,
                int16_t *x)
{
    struct guesses lanes, rows;
    int16_t turned[SHAPE_ROWS * LINE] = {0}, *at = x;
    for (int i = 0; i < s->tiles; i++) {
        const struct shape_tile *t = &s->tile[i];
        guess_give(&lanes, in, t->rows, t->lanes, t->rows, m->lane[t->class]);
        if (rows_alike(m->size)) {
            guess_turn(lanes.line[0], LINE, t->lanes, t->rows, turned, LINE);
            guess_give(&rows, turned, LINE, t->rows, t->lanes, m->row[t->class]);
            put_rows(&rows, t, at);
        } else {
            guess_turn(lanes.line[0], LINE, t->lanes, t->rows, at, t->lanes);
        }
        at += t->rows * t->lanes;
        in += t->rows * t->lanes;
    }
    for (int a = m->size.axes - 1; a >= 0; a--)
        give_axis(m, s, a, x);
}

void model_spread(const struct model *m, const struct shape *s, uint8_t *k)
{
    for (int i = 0; i < s->tiles; i++) {
        const struct shape_tile *t = &s->tile[i];
        const uint8_t *of = m->k[t->class];
        for (int l = 0; l < t->lanes; l++, of += m->size.rows, k += t->rows)
            if (rows_alike(m->size))
                memcpy(k, of, SHAPE_ROWS);
            else
                memset(k, *of, SHAPE_ROWS);
    }
}
