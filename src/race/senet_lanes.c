/* SPDX-License-Identifier: MIT */
/* senet_lanes.c - how moves rearrange the lanes of a row (see senet_sweep.h).

   A lane is a colouring of the n pieces of a row; bit p of its mask says that the p-th piece
   from the start of the board is own.  Three pieces, two of them own:

       lane          0    1    2
       mask        011  101  110        (bit 0 at the right)
       move 0 -> 1   0    2    -        piece 0 passes piece 1: 011 stays, 101 becomes 110
       swap 0 2      2    -    -        piece 0 exchanges with piece 2, an enemy: 011 -> 110
       drop 0        0    1    -        piece 0 leaves: 011 -> 01, 101 -> 10

   '-': piece 0 is not own, or the piece it would swap with is.

   Every map keeps the order of the lanes that have a move, because removing or inserting a
   fixed bit keeps the order of masks.  So eight neighbouring lanes take their values from
   lanes that are near each other: mostly from a window of eight, which a vector kernel loads
   and permutes.  Otherwise they are divided into several steps. */
#include <stdlib.h>
#include "race/senet_sweep.h"

/* Removes bit p and moves the higher bits down; inserts a bit at q. */
static uint32_t bit_remove(uint32_t mask, int p)
{
    uint32_t low = mask & ((UINT32_C(1) << p) - 1);
    return low | (mask >> (p + 1) << p);
}

static uint32_t bit_insert(uint32_t mask, int q)
{
    uint32_t low = mask & ((UINT32_C(1) << q) - 1);
    return low | UINT32_C(1) << q | (mask >> q << (q + 1));
}

static void set_lane(struct senet_lane_set *set, int lane)
{
    set->w[lane / 64] |= UINT64_C(1) << lane % 64;
}

/* Lanes in which p is not own have no move: their entries stay 0 and are not used. */
static void lane_make(const struct senet_index *x, int n, int lane, uint32_t mask,
                      struct senet_lanes *l)
{
    set_lane(&l->all, lane);
    l->same.from[lane] = (uint8_t)lane;
    for (int p = 0; p < n; p++) {
        uint32_t rest = bit_remove(mask, p);
        if (!(mask >> p & 1))
            continue;
        set_lane(&l->own[p], lane);
        l->drop[p].from[lane] = (uint8_t)senet_mask_rank(x, rest);
        for (int q = 0; q < n; q++) {
            uint32_t swapped = mask ^ (UINT32_C(1) << p | UINT32_C(1) << q);
            l->move[p][q].from[lane] = (uint8_t)senet_mask_rank(x, bit_insert(rest, q));
            if (!(mask >> q & 1))
                l->swap[p][q].from[lane] = (uint8_t)senet_mask_rank(x, swapped);
        }
    }
}

/* ---- steps ---- */

/* The steps of all maps one after the other; `at` is NULL while they are counted. */
struct step_list {
    struct senet_step *at;
    size_t n;
};

static int step_width(enum senet_step_kind kind)
{
    return kind == STEPS_OF_4 ? 4 : 8;
}

/* Element i of a vector is that at `from` of the window.  A vector of four cells of 64 bits is
   permuted in halves of cells (vec_permute). */
static void index_set(uint8_t index[8], enum senet_step_kind kind, int i, int from)
{
    if (kind == STEPS_OF_4) {
        index[(2 * i) & 7] = (uint8_t)(2 * from);
        index[(2 * i + 1) & 7] = (uint8_t)(2 * from + 1);
    } else {
        index[i] = (uint8_t)from;
    }
}

/* Lane i of the step takes the value at `index` of the window. */
static void step_lane(struct senet_step *s, enum senet_step_kind kind, int i, int index)
{
    s->lanes |= (uint8_t)(1u << i);
    index_set(s->index, kind, i, index);
    index_set(s->turned_index, kind, i, step_width(kind) - 1 - index);
}

/* A group of lanes, some of which take a value; `count`: lanes of the row that is read. */
static void add_steps(struct step_list *to, enum senet_step_kind kind, int group,
                      unsigned lanes, const uint8_t *from, int count)
{
    int width = step_width(kind), room = kind == STEPS_SCALAR ? SENET_ROOM : width;
    while (lanes) {
        struct senet_step s = {.group = (uint8_t)group,
                               .first = (uint8_t)(group * width)};
        int window = from[group * width + __builtin_ctz(lanes)];
        window = window < count - room ? window : count - room;
        s.window = (uint8_t)(window > 0 ? window : 0);
        s.turned_window = (int16_t)(count - width - s.window);
        for (int i = 0; i < width; i++) {
            int index = from[group * width + i] - s.window;
            if (lanes >> i & 1 && index >= 0 && index < room)
                step_lane(&s, kind, i, index);
        }
        lanes &= ~(unsigned)s.lanes;
        if (to->at)
            to->at[to->n] = s;
        to->n++;
    }
}

/* `set`: the lanes that the map is used for. */
static void map_steps(struct step_list *to, struct senet_lane_map *map,
                      const struct senet_lane_set *set, int count)
{
    for (enum senet_step_kind kind = 0; kind < STEP_KINDS; kind++) {
        int width = step_width(kind);
        size_t before = to->n;
        for (int lane = 0; lane < SENET_ROOM; lane += width) {
            unsigned lanes =
                (unsigned)(set->w[lane / 64] >> lane % 64) & ((1u << width) - 1);
            add_steps(to, kind, lane / width, lanes, map->from, count);
        }
        map->n[kind] = (int)(to->n - before);
        map->step[kind] = to->at ? to->at + before : NULL;
    }
}

static void lanes_steps(struct step_list *to, const struct senet_index *x, int own,
                        int enemy, struct senet_lanes *l)
{
    int n = own + enemy;
    map_steps(to, &l->same, &l->all, l->count);
    l->same.same = true;
    for (int p = 0; p < n; p++) {
        map_steps(to, &l->drop[p], &l->own[p], (int)x->choose[n - 1][own - 1]);
        for (int q = 0; q < n; q++) {
            struct senet_lane_set free = l->own[p];
            for (int i = 0; i < SENET_ROOM / 64; i++)
                free.w[i] &= ~l->own[q].w[i];
            l->move[p][q].same = p == q;
            map_steps(to, &l->move[p][q], &l->own[p], l->count);
            map_steps(to, &l->swap[p][q], &free, l->count);
        }
    }
}

/* ---- all halves ---- */

static void lanes_make(const struct senet_index *x, int own, int enemy,
                       struct senet_lanes *l)
{
    int n = own + enemy;
    l->count = (int)x->choose[n][own];
    l->vecs = (l->count + 7) / 8;
    for (int lane = 0; lane < l->count; lane++)
        lane_make(x, n, lane, senet_mask_of(x, own, (uint32_t)lane), l);
}

static void table_steps(struct step_list *to, const struct senet_index *x, int pieces,
                        struct senet_lanes_table *t)
{
    for (int own = 1; own <= pieces; own++)
        for (int enemy = 1; enemy <= pieces; enemy++)
            lanes_steps(to, x, own, enemy, &t->of[own][enemy]);
}

struct senet_lanes_table *senet_lanes_new(const struct senet_index *x, int pieces)
{
    struct senet_lanes_table *t = calloc(1, sizeof *t);
    struct step_list list = {0};
    if (!t)
        return NULL;
    for (int own = 1; own <= pieces; own++)
        for (int enemy = 1; enemy <= pieces; enemy++)
            lanes_make(x, own, enemy, &t->of[own][enemy]);
    table_steps(&list, x, pieces, t);
    list.at = t->steps = malloc((list.n + 1) * sizeof *t->steps);
    list.n = 0;
    if (!list.at) {
        free(t);
        return NULL;
    }
    table_steps(&list, x, pieces, t);
    return t;
}

void senet_lanes_free(struct senet_lanes_table *t)
{
    if (t)
        free(t->steps);
    free(t);
}
