/* SPDX-License-Identifier: MIT */
/* senet_solver.c - the solver of Senet (solve.h, race.h).

   Layers are those of pairs.h, by pieces on the board.  A move bears off one piece, in
   blockade up to three (B9). */
#include <math.h>
#include <stdlib.h>
#include "games/senet/senet.h"
#include "race/pairs.h"
#include "race/race_internal.h"
#include "race/race_solver.h"
#include "race/senet_sweep.h"
#include "solve/frame.h"

/* Whether a throw may be followed by another one (B2). */
static bool throws_again(const lus_rules *r)
{
    return r->index != 0;
}

/* 5 against 5 is the whole game of blockade: 8.6 billion positions. */
static int max_size(const lus_rules *r)
{
    (void)r;
    return SENET_MAX_SIDE;
}

/* Rows have up to a third more cells than positions, the largest 2 %. */
static struct solve_estimate estimate(const lus_rules *r, int precision)
{
    double bytes = 1.06 * precision / 8;
    (void)r;
    return (struct solve_estimate){2 * bytes, bytes, 1.1, 0, bytes};
}

/* ---- the index ---- */

static void *index_new(const lus_rules *r, int pieces)
{
    return race_index_new(&senet_race, r, pieces);
}

static void index_make(void *x, const lus_rules *r)
{
    (void)r;
    senet_index_make(x);
}

static uint64_t half_size(const void *x, int own, int enemy)
{
    return senet_layer_size(x, own, enemy);
}

static void pieces(const lus_pos *p, int *own, int *enemy)
{
    *own = bits_count(p->w[0]);
    *enemy = bits_count(p->w[1]);
}

static uint64_t rank(const void *x, const lus_pos *p)
{
    return senet_rank(x, p);
}

static void unrank(const void *x, int own, int enemy, uint64_t rank, lus_pos *p)
{
    senet_unrank(x, own, enemy, rank, p);
}

/* Pieces on 1, 3, 5 .. and 2, 4, 6 .. alternately; after a roll-off those on the even
   squares throw, the foremost having gone one square (B1). */
static void start(const lus_rules *r, int pieces, lus_pos *p)
{
    uint64_t odd = 0;
    for (int i = 0; i < pieces; i++)
        odd |= SENET_BIT(2 * i + 1);
    uint64_t even = odd << 1, foremost = SENET_BIT(2 * pieces);
    if (r->dice.rolloff)
        *p = (lus_pos){{even ^ foremost ^ foremost << 1, odd, 0, 1}};
    else
        *p = (lus_pos){{odd, even, 0, 0}};
}

static int reach(const lus_rules *r)
{
    return throws_again(r) ? 3 : 1;
}

static int colours(const void *x, int own, int enemy)
{
    return (int)((const struct senet_index *)x)->choose[own + enemy][own];
}

static struct layout_size layout_size(const void *x, int own, int enemy)
{
    return (struct layout_size){1, colours(x, own, enemy), SENET_AXES};
}

/* Whole rows. */
static int frame_values(const void *x, int own, int enemy, uint64_t rank, uint64_t left)
{
    int lanes = colours(x, own, enemy), most = FRAME_VALUES / lanes * lanes;
    (void)rank;
    return left < (unsigned)most ? (int)left : most;
}

static bool layout(const void *x, int own, int enemy, uint64_t rank, int n,
                   struct value_layout *l)
{
    return senet_layout(x, own, enemy, rank, n, l);
}

/* ---- solving ---- */

static void *lanes_new(const void *x, int pieces)
{
    return senet_lanes_new(x, pieces);
}

static void lanes_free(void *data)
{
    senet_lanes_free(data);
}

static bool half_make(const void *x, const void *data, struct race_half *h)
{
    const struct senet_lanes_table *t = data;
    const struct senet_index *index = x;
    h->rows = index->choose[SENET_CELLS][h->own + h->enemy];
    h->stride = 8 * t->of[h->own][h->enemy].vecs;
    h->cells = h->rows * (unsigned)h->stride;
    return true;
}

static double chunk(const struct race_sweep *race, uint32_t chunk)
{
    const struct senet_sweep *s = (const struct senet_sweep *)race;
    if (race->it.mode == MODE_INITIAL) {
        senet_initial_rows(s, s->first[chunk], s->last[chunk]);
        return 0;
    }
    return race->kernel->senet_rows[race->cells](s, s->first[chunk], s->last[chunk]);
}

/* The value with the throw is one minus the waiting value of the other side. */
static void values(const struct race_values *v, uint64_t rank, uint64_t n, double *out)
{
    unsigned lanes = (unsigned)colours(v->x, v->half->own, v->half->enemy);
    double row[SENET_ROOM];
    while (n) {
        uint64_t at = rank / lanes * (unsigned)v->turned->stride;
        bool good = race_rows_cells(v->job, v->turned, RACE_WAITING, at, lanes, row);
        for (uint64_t lane = rank % lanes; n && lane < lanes; lane++, rank++, n--)
            *out++ = good ? 1 - row[lanes - 1 - lane] : NAN;
    }
}

const struct race_game senet_race = {
    .max_side = SENET_MAX_SIDE,
    .index_size = sizeof(struct senet_index),
    .sweep_size = sizeof(struct senet_sweep),
    .arrays = 1,
    .extrapolates = true,
    .index_make = index_make,
    .half_size = half_size,
    .pieces = pieces,
    .rank = rank,
    .unrank = unrank,
    .start = start,
    .reach = reach,
    .layout_size = layout_size,
    .frame_values = frame_values,
    .layout = layout,
    .data_new = lanes_new,
    .data_free = lanes_free,
    .half_make = half_make,
    .sweep_make = senet_order_make,
    .sweep_free = senet_order_free,
    .initial_pass = true,
    .chunk = chunk,
    .writes = senet_writes,
    .reads = senet_reads,
    .values = values,
};

const struct solver senet_solver = {
    RACE_SOLVER(index_new),
    .size_required = true,
    .max_size = max_size,
    .estimate = estimate,
};
