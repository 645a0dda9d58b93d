/* SPDX-License-Identifier: MIT */
/* senet_row_moves.h - the best moves of a row of Senet, for all lanes at once; a part of
   senet_kernel.c. */
#ifndef RACE_SENET_ROW_MOVES_H
#define RACE_SENET_ROW_MOVES_H

#include <string.h>
#include "games/senet/senet.h"
#include "solve/kernel_vector.h"
#include "race/senet_sweep.h"

/* 1: rows are declared instead of read (senet_reads.c). */
#ifndef SENET_LISTING
#define SENET_LISTING 0
#endif

/* The waiting cells of a row. */
INLINE cell *senet_row(const struct race_half *h, uint32_t row)
{
    return (cell *)h->cell[RACE_WAITING] + (uint64_t)row * (unsigned)h->stride;
}

/* A move that stays in its row: a lane of the set may take the value of another lane. */
struct senet_inner_move {
    const struct senet_lane_map *map;
    struct senet_lane_set set;
};
enum { SENET_MAX_INNER = 2 * SENET_MAX_BOTH + 1 };

struct senet_turn {
    int points;
    bool again;
    struct senet_lane_set moved; /* lanes with a legal move */
    cell *best; /* best value of each lane, of the moves that leave the row */
    struct senet_inner_move
        *inner; /* where to list moves that stay; NULL: apply them too */
    int n_inner;
};

/* ---- sets of lanes ---- */

/* As many words of a set as a register has, up to all four: gcc 12 moves single words
   between both kinds of registers. */
enum { SET_BYTES = KERNEL_BYTES < 32 ? KERNEL_BYTES : 32 };
typedef uint64_t set_part __attribute__((vector_size(SET_BYTES), aligned(8), may_alias));
enum { SET_PARTS = SENET_ROOM / 8 / SET_BYTES };

/* A copy.  gcc 12 copies the struct in halves of 16 bytes, which cannot be read back as 32 bytes
   at once before they are in the cache: blockade 3 against 3 was 3 % slower. */
INLINE void set_copy(struct senet_lane_set *to, const struct senet_lane_set *from)
{
    for (int i = 0; i < SET_PARTS; i++)
        ((set_part *)to->w)[i] = ((const set_part *)from->w)[i];
}

INLINE bool set_any(const struct senet_lane_set *a)
{
#if KERNEL_BYTES >= 32 && defined(__AVX__)
    set_part all = *(const set_part *)a->w;
    return !_mm256_testz_si256((__m256i)all, (__m256i)all);
#else
    return (a->w[0] | a->w[1]) | (a->w[2] | a->w[3]);
#endif
}

INLINE void set_intersect(struct senet_lane_set *a, const struct senet_lane_set *b)
{
    for (int i = 0; i < SET_PARTS; i++)
        ((set_part *)a->w)[i] &= ((const set_part *)b->w)[i];
}

INLINE void set_remove(struct senet_lane_set *a, const struct senet_lane_set *b)
{
    for (int i = 0; i < SET_PARTS; i++)
        ((set_part *)a->w)[i] &= ~((const set_part *)b->w)[i];
}

INLINE void set_add(struct senet_lane_set *a, const struct senet_lane_set *b)
{
    for (int i = 0; i < SET_PARTS; i++)
        ((set_part *)a->w)[i] |= ((const set_part *)b->w)[i];
}

/* ---- the loop over the lanes of a row ---- */

enum { ROWS_AHEAD = 2 };

/* The steps of a kernel are as wide as its vectors if it can permute them. */
#if KERNEL_BYTES == 16
#define STEP_KIND STEPS_SCALAR
enum { STEP_WIDTH = 8 };
#elif KERNEL_BYTES == 32 && KERNEL_CELL == 64
#define STEP_KIND STEPS_OF_4
enum { STEP_WIDTH = 4 };
#else
#define STEP_KIND STEPS_OF_8
enum { STEP_WIDTH = 8 };
#endif
enum { STEP_VECS = STEP_WIDTH / VEC_LANES };

/* The lanes of a set from `lane` on, a multiple of VEC_LANES; higher bits are not defined. */
INLINE unsigned set_bits(const struct senet_lane_set *set, int lane)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    /* 4 to 6 % faster than a shifted word (houses 4 against 4) */
    return (unsigned)((const uint8_t *)set->w)[lane / 8] >> lane % 8;
#else
    return (unsigned)(set->w[lane / 64] >> lane % 64);
#endif
}

/* The lanes of a step that are in a set. */
INLINE unsigned step_lanes(const struct senet_step *st, const struct senet_lane_set *set)
{
    return set_bits(set, st->group * STEP_WIDTH) & st->lanes;
}

/* The v-th vector of values of a step.  A row of the turned half, of `count` lanes, has the
   lanes in reverse order and the chances of the other side. */
INLINE vec step_values(const struct senet_step *st, int v, const cell *row, int count,
                       bool turned)
{
    if (STEP_KIND == STEPS_SCALAR) {
        const uint8_t *index = st->index + v * VEC_LANES;
        return turned ? CELL_ONE - vec_gather(row + count - 1, index, -1)
                      : vec_gather(row, index, 1);
    }
    const cell *window = row + (turned ? st->turned_window : st->window);
    vec x = vec_permute(*(const vec_unaligned *)window,
                        turned ? st->turned_index : st->index);
    return turned ? CELL_ONE - x : x;
}

/* best[i] = max(best[i], the values of a step) for its lanes that are in the set.  All numbers
   are at least 0, so other lanes can be compared with 0. */
INLINE void raise_step(cell *best, const cell *row, const struct senet_step *st,
                       const struct senet_lane_set *set, int count, bool turned)
{
    unsigned lanes = step_lanes(st, set);
    vec *to = (vec *)(best + st->first);
    for (int v = 0; v < STEP_VECS; v++, lanes >>= VEC_LANES)
        /* kernels that permute vectors do not test for empty steps: the test takes longer */
        if (STEP_KIND != STEPS_SCALAR || lanes & ((1u << VEC_LANES) - 1))
            to[v] =
                vec_max(vec_select(step_values(st, v, row, count, turned), lanes), to[v]);
}

/* best[i] = max(best[i], row[map[i]]) for the lanes of the set. */
INLINE void raise_mapped(cell *best, const cell *row, const struct senet_lane_map *map,
                         const struct senet_lane_set *set, int count, bool turned)
{
    const struct senet_step *st = map->step[STEP_KIND], *end = st + map->n[STEP_KIND];
    for (; st < end; st++)
        raise_step(best, row, st, set, count, turned);
}

/* best[i] = max(best[i], row[i]) for the lanes of the set. */
INLINE void raise_same(cell *best, const cell *row, const struct senet_lane_set *set,
                       const struct senet_lanes *l, bool turned)
{
    int lane = 0, end = turned ? l->count - VEC_LANES + 1 : l->count;
    for (; lane < end; lane += VEC_LANES) {
        const cell *from = turned ? row + l->count - VEC_LANES - lane : row + lane;
        vec x = *(const vec_unaligned *)from, *to = (vec *)(best + lane);
        x = turned ? CELL_ONE - vec_reverse(x) : x;
        *to = vec_max(vec_select(x, set_bits(set, lane)), *to);
    }
    if (lane < l->count)
        raise_step(best, row, l->same.step[STEP_KIND] + l->same.n[STEP_KIND] - 1, set,
                   l->count, turned);
}

/* The one of both that fits the map. */
INLINE void raise_row(cell *best, const cell *row, const struct senet_lane_map *map,
                      const struct senet_lane_set *set, const struct senet_lanes *l,
                      bool turned)
{
    if (map->same)
        raise_same(best, row, set, l, turned);
    else
        raise_mapped(best, row, map, set, l->count, turned);
}

/* Rows of the turned half that are shorter than a window: a copy in which the last cell of the
   row is the last one of a window. */
INLINE const cell *widened(const cell *row, int count, cell copy[8])
{
    cell *first = copy + (8 - count);
    return memcpy(first, row, (unsigned)count * sizeof *row);
}

INLINE void raise_turned(cell *best, const cell *row, const struct senet_lane_map *map,
                         const struct senet_lane_set *set, const struct senet_lanes *l)
{
    cell copy[8] = {0};
    if (l->count < STEP_WIDTH)
        raise_mapped(best, widened(row, l->count, copy), map, set, l->count, true);
    else
        raise_row(best, row, map, set, l, true);
}

INLINE void raise_lanes(cell *best, const cell *row, const struct senet_lane_map *map,
                        const struct senet_lane_set *set, const struct senet_lanes *l,
                        bool turned)
{
    int cells = 8 * l->vecs;
    if (SENET_LISTING)
        return;
    /* what the next rows of the sweep will read */
    for (int i = 0; i < cells; i += 64 / (int)sizeof(cell))
        __builtin_prefetch(row - ROWS_AHEAD * cells + i);
    if (turned)
        raise_turned(best, row, map, set, l);
    else
        raise_row(best, row, map, set, l, false);
}

enum { MAX_TRIPLES = SENET_MAX_BOTH - 2 };

/* The pieces of a row, and sums of C(cell, k) over the pieces below k, with each piece in
   its own order, one lower and one higher: they give the rank of the row after a move
   without a loop. */
struct row_pieces {
    const struct senet_sweep *s;
    const struct senet_lanes *l;
    int n, own, enemy;
    uint64_t pieces;
    uint8_t square[SENET_MAX_BOTH];
    uint32_t same[SENET_MAX_BOTH + 1], down[SENET_MAX_BOTH + 1], up[SENET_MAX_BOTH + 1];
    /* blockade: lanes without own pieces on 1..10, and the lanes of each enemy block */
    struct senet_lane_set home, block[MAX_TRIPLES];
    uint8_t block_at[MAX_TRIPLES];
    int blocks;
};

INLINE void row_pieces_make(struct row_pieces *b, const struct senet_sweep *s, int own,
                            int enemy, uint64_t pieces)
{
    b->s = s;
    b->l = &s->lanes->of[own][enemy];
    b->own = own;
    b->enemy = enemy;
    b->pieces = pieces;
    b->blocks = 0;
    b->same[0] = b->down[0] = b->up[0] = 0;
    int k = 0;
    for (uint64_t rest = pieces; rest; rest &= rest - 1, k++) {
        int square = __builtin_ctzll(rest);
        const uint32_t *choose = s->x->choose[senet_cell(square)];
        b->square[k] = (uint8_t)square;
        b->same[k + 1] = b->same[k] + choose[k + 1];
        b->down[k + 1] = b->down[k] + choose[k];
        b->up[k + 1] = b->up[k] + choose[k + 2];
    }
    b->n = k;
}

/* The row in which piece p is on a free square, as the q-th piece. */
INLINE uint32_t row_moved(const struct row_pieces *b, int p, int q, int square)
{
    uint32_t here = b->s->x->choose[senet_cell(square)][q + 1];
    if (q >= p)
        return b->same[p] + b->down[q + 1] - b->down[p + 1] + here + b->same[b->n] -
               b->same[q + 1];
    return b->same[q] + here + b->up[p] - b->up[q] + b->same[b->n] - b->same[p + 1];
}

INLINE uint32_t row_without(const struct row_pieces *b, int p)
{
    return b->same[p] + b->down[b->n] - b->down[p + 1];
}

/* ---- rows ---- */

/* The row in which the owner has the values: with the throw (`again`) it is that of the
   turned half (lanes_load). */
INLINE const cell *row_of(const struct row_pieces *b, int own, uint32_t row, bool again)
{
    const struct race_half *h =
        again ? &b->s->race.half[b->enemy][own] : &b->s->race.half[own][b->enemy];
    if (SENET_LISTING)
        senet_declare(b->s, h, row);
    return senet_row(h, row);
}

/* Piece p moves to a free square. */
INLINE void move_to_free(const struct row_pieces *b, struct senet_turn *t, int p, int to,
                         const struct senet_lane_set *set)
{
    int q = bits_count(b->pieces & (SENET_BIT(to) - 1)) - (b->square[p] < to);
    const cell *row = row_of(b, b->own, row_moved(b, p, q, to), t->again);
    raise_lanes(t->best, row, &b->l->move[p][q], set, b->l, t->again);
    set_add(&t->moved, set);
}

INLINE void move_in_row(const struct row_pieces *b, struct senet_turn *t,
                        const struct senet_lane_map *map,
                        const struct senet_lane_set *set)
{
    if (t->inner) {
        struct senet_inner_move *m = &t->inner[t->n_inner++];
        m->map = map;
        set_copy(&m->set, set);
        return;
    }
    const cell *row = row_of(b, b->own, b->same[b->n], t->again);
    raise_lanes(t->best, row, map, set, b->l, t->again);
}

/* Pieces p and q swap. */
INLINE void swap(const struct row_pieces *b, struct senet_turn *t, int p, int q,
                 const struct senet_lane_set *set)
{
    move_in_row(b, t, &b->l->swap[p][q], set);
    set_add(&t->moved, set);
}

static const cell won[8] __attribute__((aligned(64))) = {
    CELL_ONE}; /* without own pieces there is one colouring */

/* Piece p leaves the board, and the move ends. */
INLINE void bear_off(const struct row_pieces *b, struct senet_turn *t, int p,
                     const struct senet_lane_set *set)
{
    const cell *row = won;
    if (b->own > 1)
        row = row_of(b, b->own - 1, row_without(b, p), false);
    raise_lanes(t->best, row, &b->l->drop[p], set, b->l, false);
    set_add(&t->moved, set);
}

/* Lanes without a move pass. */
INLINE void add_passes(const struct row_pieces *b, struct senet_turn *t)
{
    struct senet_lane_set rest;
    set_copy(&rest, &b->l->all);
    set_remove(&rest, &t->moved);
    if (set_any(&rest))
        move_in_row(b, t, &b->l->same, &rest);
}

/* ---- houses ---- */

INLINE void houses_best(const struct row_pieces *b, struct senet_turn *t)
{
    for (int p = 0; p < b->n; p++) {
        int from = b->square[p], to = from + t->points;
        struct senet_lane_set set;
        set_copy(&set, &b->l->own[p]);
        if (from >= HAPPINESS)
            to = houses_end(from, t->points, b->pieces);
        else if (to > HAPPINESS)
            continue;
        if (to == LUS_OFF) {
            bear_off(b, t, p, &set);
        } else if (b->pieces >> to & 1) {
            int q = bits_count(b->pieces & (SENET_BIT(to) - 1));
            set_remove(&set, &b->l->own[q]);
            swap(b, t, p, q, &set);
        } else {
            move_to_free(b, t, p, to, &set);
        }
    }
    add_passes(b, t);
}

/* ---- blockade ---- */

/* Finds home and blocks, once for each row_pieces_make. */
INLINE void blockade_prepare(struct row_pieces *b)
{
    set_copy(&b->home, &b->l->all);
    for (int p = 0; p < b->n; p++) {
        if (b->square[p] <= 10)
            set_remove(&b->home, &b->l->own[p]);
        if (p + 2 >= b->n || b->square[p + 2] != b->square[p] + 2)
            continue;
        struct senet_lane_set *set = &b->block[b->blocks];
        b->block_at[b->blocks++] = b->square[p];
        set_copy(set, &b->l->all);
        for (int i = 0; i < 3; i++)
            set_remove(set, &b->l->own[p + i]);
    }
}

/* Removes lanes with an enemy block on any of the squares low..high (B5). */
INLINE void remove_blocked(const struct row_pieces *b, int low, int high,
                           struct senet_lane_set *set)
{
    for (int i = 0; i < b->blocks; i++)
        if (b->block_at[i] <= high && b->block_at[i] + 2 >= low)
            set_remove(set, &b->block[i]);
}

/* A piece arrives on a square of the board; blocks are already checked. */
INLINE void blockade_land(const struct row_pieces *b, struct senet_turn *t, int p, int to,
                          struct senet_lane_set *set)
{
    if (to == WATER) {
        move_to_free(b, t, p, senet_rebirth(b->pieces), set);
    } else if (!(b->pieces >> to & 1)) {
        move_to_free(b, t, p, to, set);
    } else if (!(BLOCKADE_SAFE >> to & 1)) { /* B4 */
        int q = bits_count(b->pieces & (SENET_BIT(to) - 1));
        set_remove(set, &b->l->own[q]);
        if (q > 0 && b->square[q - 1] == to - 1)
            set_intersect(set, &b->l->own[q - 1]);
        if (q + 1 < b->n && b->square[q + 1] == to + 1)
            set_intersect(set, &b->l->own[q + 1]);
        if (set_any(set))
            swap(b, t, p, q, set);
    }
}

static void blockade_best(const struct row_pieces *b, struct senet_turn *t);

/* B9: the rest of the points is played with the remaining pieces. */
INLINE void blockade_leave(const struct row_pieces *b, struct senet_turn *t, int p,
                           const struct senet_lane_set *set)
{
    if (b->own == 1) {
        bear_off(b, t, p, set);
        return;
    }
    cell best[SENET_ROOM] __attribute__((aligned(64)));
    struct row_pieces left;
    row_pieces_make(&left, b->s, b->own - 1, b->enemy,
                    b->pieces ^ SENET_BIT(b->square[p]));
    blockade_prepare(&left);
    struct senet_turn rest = {
        b->square[p] + t->points - 30, t->again, {{0}}, best, NULL, 0};
    memset(best, 0, 8 * (unsigned)left.l->vecs * sizeof *best);
    blockade_best(&left, &rest);
    raise_lanes(t->best, best, &b->l->drop[p], set, b->l, false);
    set_add(&t->moved, set);
}

INLINE void blockade_back(const struct row_pieces *b, struct senet_turn *t)
{
    struct senet_lane_set stuck;
    set_copy(&stuck, &b->l->all);
    set_remove(&stuck, &t->moved);
    if (!set_any(&stuck))
        return;
    for (int p = 0; p < b->n; p++) {
        int from = b->square[p], to = from - t->points;
        struct senet_lane_set set;
        set_copy(&set, &b->l->own[p]);
        set_intersect(&set, &stuck);
        remove_blocked(b, to, from - 1, &set);
        if (to >= 1 && set_any(&set))
            blockade_land(b, t, p, to, &set);
    }
}

static void blockade_best(const struct row_pieces *b, struct senet_turn *t)
{
    for (int p = 0; p < b->n; p++) {
        int from = b->square[p], to = from + t->points;
        struct senet_lane_set set;
        set_copy(&set, &b->l->own[p]);
        if (to > HORUS)
            set_intersect(&set, &b->home); /* B8 */
        remove_blocked(b, from + 1, to, &set);
        if (!set_any(&set))
            continue;
        if (to > HORUS)
            blockade_leave(b, t, p, &set);
        else
            blockade_land(b, t, p, to, &set);
    }
    blockade_back(b, t);
    add_passes(b, t);
}

/* Computes the turns of a side with each throw, in the order of the rules.  The caller sets
   points, again, best and inner. */
static void senet_moves(const struct senet_sweep *s, int own, int enemy, uint64_t pieces,
                        struct senet_turn *turn)
{
    struct row_pieces b;
    row_pieces_make(&b, s, own, enemy, pieces);
    if (s->race.r->index != 0)
        blockade_prepare(&b);
    for (int i = 0; i < s->race.r->dice.n_throws; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): set for all n_throws turns */
        memset(turn[i].best, 0, 8 * (unsigned)b.l->vecs * sizeof(cell));
        if (s->race.r->index == 0)
            houses_best(&b, &turn[i]);
        else
            blockade_best(&b, &turn[i]);
    }
}

#endif
