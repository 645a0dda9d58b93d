/* SPDX-License-Identifier: MIT */
/* ur_solver.c - the solver of the Royal Game of Ur (solve.h, race.h).

   Layers are those of pairs.h, by pieces not home.  Bearing off leads to {hi - 1, lo} and
   {hi, lo - 1}, both earlier layers. */
#include <stdlib.h>
#include "race/pairs.h"
#include "race/race_solver.h"
#include "race/ur_rgu.h"
#include "race/ur_sweep.h"
#include "solve/frame.h"

static int max_size(const lus_rules *r)
{
    return ur_set(r)->pieces;
}

/* With five pieces a larger part of each row is padding than with seven. */
static struct solve_estimate estimate(const lus_rules *r, int precision)
{
    double cells = ur_set(r)->pieces < UR_MAX_PIECES ? 2 : 1.4;
    double bytes = cells * precision / 8; /* of each of the two arrays */
    return (struct solve_estimate){2 * bytes + 2 * cells, bytes, 1, 0, 2 * bytes};
}

/* ---- the index ---- */

static void *index_new(const lus_rules *r, int pieces)
{
    return race_index_new(&ur_race, r, pieces);
}

static void index_make(void *x, const lus_rules *r)
{
    ur_index_make(x, ur_set(r));
}

static uint64_t half_size(const void *x, int own, int enemy)
{
    return ur_layer_size(x, own, enemy);
}

static uint64_t rank(const void *x, const lus_pos *p)
{
    return ur_rank(x, p);
}

static void unrank(const void *x, int own, int enemy, uint64_t rank, lus_pos *p)
{
    ur_unrank(x, own, enemy, rank, p);
}

static void start(const lus_rules *r, int pieces, lus_pos *p)
{
    uint64_t n = (uint64_t)pieces;
    (void)r;
    *p = (lus_pos){{0, 0, n | n << 8, 0}};
}

static int reach(const lus_rules *r)
{
    (void)r;
    return 1;
}

static struct layout_size layout_size(const void *x, int own, int enemy)
{
    return (struct layout_size){ur_start_count(own), ur_start_count(enemy),
                                ((const struct ur_index *)x)->digits};
}

/* Small blocks take longer to unpack: half as many values per frame keep a probe below 60
   microseconds. */
static int frame_values(const void *x, int own, int enemy, uint64_t rank, uint64_t left)
{
    int most = own + enemy < 8 ? FRAME_VALUES / 2 : FRAME_VALUES;
    (void)left;
    return ur_frame_values(x, own, enemy, rank, most);
}

static bool layout(const void *x, int own, int enemy, uint64_t rank, int n,
                   struct value_layout *l)
{
    return ur_layout(x, own, enemy, rank, n, l);
}

/* ---- solving ---- */

static double chunk(const struct race_sweep *s, uint32_t chunk)
{
    return s->kernel->ur_chunk[s->cells]((const struct ur_sweep *)s, chunk);
}

const struct race_game ur_race = {
    .max_side = UR_MAX_PIECES,
    .index_size = sizeof(struct ur_index),
    .sweep_size = sizeof(struct ur_sweep),
    .arrays = 2,
    .max_revisits = 8,
    .index_make = index_make,
    .half_size = half_size,
    .pieces = ur_left,
    .rank = rank,
    .unrank = unrank,
    .start = start,
    .reach = reach,
    .layout_size = layout_size,
    .frame_values = frame_values,
    .layout = layout,
    .data_new = ur_tracks_new,
    .data_free = ur_tracks_free,
    .half_make = ur_half_make,
    .sweep_make = ur_sweep_make,
    .sweep_free = ur_sweep_free,
    .initial_pass = true,
    .chunk = chunk,
    .writes = ur_writes,
    .reads = ur_reads,
    .values = ur_values,
};

const struct solver ur_solver = {
    RACE_SOLVER(index_new),
    .max_size = max_size,
    .estimate = estimate,
    .convert = ur_convert,
};
