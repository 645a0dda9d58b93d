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
    const uint8_t *from; /* that lane; NULL: the same lane (a pass) */
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

/* ---- the loop over the lanes of a row ---- */

enum { ROWS_AHEAD = 2 };

/* The lanes of a row are computed in groups of 8, whatever the width of a vector is: with
   smaller groups the tests for empty sets take longer than the lanes. */
enum { VECS = 8 / VEC_LANES };

/* Lanes at .. at + VEC_LANES - 1 of a row, rearranged by `from` unless it is NULL.  A row of
   the turned half has the lanes in reverse order and the chances of the other side. */
INLINE vec lanes_load(const cell *row, const uint8_t *from, int at, int count,
                      bool turned)
{
    const cell *last = row + count - 1;
    if (!turned)
        return from ? vec_gather(row, from + at, 1) : *(const vec *)(row + at);
    if (from)
        return 1 - vec_gather(last, from + at, -1);
    if (at + VEC_LANES <= count)
        return 1 - vec_reverse(*(const vec_unaligned *)(last + 1 - at - VEC_LANES));
    uint8_t lane[8];
    for (int i = 0; i < VEC_LANES; i++)
        lane[i] = (uint8_t)(at + i < count ? at + i : count - 1);
    return 1 - vec_gather(last, lane, -1);
}

/* The bits of 8 lanes of a set; `lane`, the first one, is a multiple of 8.  Loading a byte
   instead of shifting a word makes houses 4 against 4 4 to 6 % faster. */
INLINE unsigned set_bits_8(const struct senet_lane_set *set, int lane)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return ((const uint8_t *)set->w)[lane / 8];
#else
    return (unsigned)(set->w[lane / 64] >> lane % 64) & 0xff;
#endif
}

/* best[i] = max(best[i], row[from[i]]) for the 8 lanes of the set from `lane` on; from NULL:
   row[i].  All numbers are at least 0, so lanes outside the set can be compared with 0. */
INLINE void raise_8(vec *best, const cell *row, const uint8_t *from,
                    const struct senet_lane_set *set, int lane, int count, bool turned)
{
    unsigned bits = set_bits_8(set, lane);
    if (!bits)
        return;
    for (int v = 0; v < VECS; v++) {
        int at = lane + v * VEC_LANES;
        if (from && VECS > 1 && !(bits >> v * VEC_LANES & ((1u << VEC_LANES) - 1)))
            continue;
        vec x = lanes_load(row, from, at, count, turned);
        best[v] = vec_max(vec_select(x, bits >> v * VEC_LANES), best[v]);
    }
}

/* The same for all lanes of a row. */
INLINE void raise_lanes(cell *best, const cell *row, const uint8_t *from,
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
        for (int lane = 0; lane < cells; lane += 8)
            raise_8((vec *)(best + lane), row, from, set, lane, l->count, true);
    else
        for (int lane = 0; lane < cells; lane += 8)
            raise_8((vec *)(best + lane), row, from, set, lane, l->count, false);
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

/* ---- sets of lanes ---- */

/* As many words of a set as a register has, up to all four: gcc 12 moves single words
   between both kinds of registers. */
enum { SET_BYTES = KERNEL_BYTES < 32 ? KERNEL_BYTES : 32 };
typedef uint64_t set_part __attribute__((vector_size(SET_BYTES), aligned(8), may_alias));
enum { SET_PARTS = SENET_ROOM / 8 / SET_BYTES };

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
    raise_lanes(t->best, row, p == q ? NULL : b->l->move[p][q], set, b->l, t->again);
    set_add(&t->moved, set);
}

INLINE void move_in_row(const struct row_pieces *b, struct senet_turn *t,
                        const uint8_t *from, const struct senet_lane_set *set)
{
    if (t->inner) {
        t->inner[t->n_inner++] = (struct senet_inner_move){from, *set};
        return;
    }
    const cell *row = row_of(b, b->own, b->same[b->n], t->again);
    raise_lanes(t->best, row, from, set, b->l, t->again);
}

/* Pieces p and q swap. */
INLINE void swap(const struct row_pieces *b, struct senet_turn *t, int p, int q,
                 const struct senet_lane_set *set)
{
    move_in_row(b, t, b->l->swap[p][q], set);
    set_add(&t->moved, set);
}

static const cell won[8]
    __attribute__((aligned(64))) = {1}; /* without own pieces there is one colouring */

/* Piece p leaves the board, and the move ends. */
INLINE void bear_off(const struct row_pieces *b, struct senet_turn *t, int p,
                     const struct senet_lane_set *set)
{
    const cell *row = won;
    if (b->own > 1)
        row = row_of(b, b->own - 1, row_without(b, p), false);
    raise_lanes(t->best, row, b->l->drop[p], set, b->l, false);
    set_add(&t->moved, set);
}

/* Lanes without a move pass. */
INLINE void add_passes(const struct row_pieces *b, struct senet_turn *t)
{
    struct senet_lane_set rest = b->l->all;
    set_remove(&rest, &t->moved);
    if (set_any(&rest))
        move_in_row(b, t, NULL, &rest);
}

/* ---- houses ---- */

INLINE void houses_best(const struct row_pieces *b, struct senet_turn *t)
{
    for (int p = 0; p < b->n; p++) {
        int from = b->square[p], to = from + t->points;
        struct senet_lane_set set = b->l->own[p];
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

/* Computes home and blocks. */
INLINE void blockade_prepare(struct row_pieces *b)
{
    b->home = b->l->all;
    b->blocks = 0;
    for (int p = 0; p < b->n; p++) {
        if (b->square[p] <= 10)
            set_remove(&b->home, &b->l->own[p]);
        if (p + 2 >= b->n || b->square[p + 2] != b->square[p] + 2)
            continue;
        struct senet_lane_set *set = &b->block[b->blocks];
        b->block_at[b->blocks++] = b->square[p];
        *set = b->l->all;
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
    raise_lanes(t->best, best, b->l->drop[p], set, b->l, false);
    set_add(&t->moved, set);
}

INLINE void blockade_back(const struct row_pieces *b, struct senet_turn *t)
{
    struct senet_lane_set stuck = b->l->all;
    set_remove(&stuck, &t->moved);
    if (!set_any(&stuck))
        return;
    for (int p = 0; p < b->n; p++) {
        int from = b->square[p], to = from - t->points;
        struct senet_lane_set set = b->l->own[p];
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
        struct senet_lane_set set = b->l->own[p];
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
