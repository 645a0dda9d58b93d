/* SPDX-License-Identifier: MIT */
/* senet_sweep.c - see senet_sweep.h. */
#include <string.h>
#include "games/senet/senet.h"
#include "solve/senet_rows.h"

#define INLINE static inline __attribute__((always_inline))

enum {
    MAX_TRIPLES = SENET_MAX_BOTH - 2,
    SETTLE = 8, /* passes over a row before the next one, at most */
};

/* Some pieces of both sides on their squares, and where rows are found when one of them
   moves: sums of C(cell, k) over the pieces below k, each in its place, one lower and one
   higher, so that the number of the new stand takes no loop. */
struct stand {
    const struct senet_sweep *s;
    const struct senet_lanes *l;
    int n, own, enemy;
    uint64_t pieces;
    uint8_t square[SENET_MAX_BOTH];
    uint32_t same[SENET_MAX_BOTH + 1], down[SENET_MAX_BOTH + 1], up[SENET_MAX_BOTH + 1];
    /* blockade: lanes without own pieces on 1..10, and lanes with a block there */
    struct senet_set_of home, block[MAX_TRIPLES];
    uint8_t block_at[MAX_TRIPLES];
    int blocks;
};

INLINE void stand_make(struct stand *b, const struct senet_sweep *s, int own, int enemy,
                       uint64_t pieces)
{
    b->s = s;
    b->l = s->lanes[own][enemy];
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

/* The row where piece p stands on a free square, as the q-th piece. */
INLINE uint32_t row_moved(const struct stand *b, int p, int q, int square)
{
    uint32_t here = b->s->x->choose[senet_cell(square)][q + 1];
    if (q >= p)
        return b->same[p] + b->down[q + 1] - b->down[p + 1] + here + b->same[b->n] -
               b->same[q + 1];
    return b->same[q] + here + b->up[p] - b->up[q] + b->same[b->n] - b->same[p + 1];
}

INLINE uint32_t row_without(const struct stand *b, int p)
{
    return b->same[p] + b->down[b->n] - b->down[p + 1];
}

/* ---- sets of lanes ---- */

INLINE bool any(const struct senet_set_of *a)
{
    return (a->w[0] | a->w[1]) | (a->w[2] | a->w[3]);
}

INLINE void keep(struct senet_set_of *a, const struct senet_set_of *b)
{
    for (int i = 0; i < SENET_ROOM / 64; i++)
        a->w[i] &= b->w[i];
}

INLINE void take_out(struct senet_set_of *a, const struct senet_set_of *b)
{
    for (int i = 0; i < SENET_ROOM / 64; i++)
        a->w[i] &= ~b->w[i];
}

INLINE void put_in(struct senet_set_of *a, const struct senet_set_of *b)
{
    for (int i = 0; i < SENET_ROOM / 64; i++)
        a->w[i] |= b->w[i];
}

/* ---- rows ---- */

/* What the owner has in a row, waiting or with the throw. */
INLINE const double *row_of(const struct stand *b, int own, uint32_t row, bool again)
{
    const struct senet_half *h = &b->s->half[own][b->enemy];
    return (again ? h->throwing : h->waiting) + (uint64_t)row * (unsigned)h->stride;
}

/* A move that stays in its row: lanes of a set may take what others have. */
struct inner {
    const uint8_t *from;
    struct senet_set_of set;
};

struct turn {
    int points;
    bool again;
    struct senet_set_of moved; /* lanes that have a move */
    double *best;
    struct inner *inner; /* where to note moves that stay in the row; NULL: make them */
    int inners;
};

/* Piece p goes to a free square. */
INLINE void walk(const struct stand *b, struct turn *t, int p, int to,
                 const struct senet_set_of *set)
{
    int q = bits_count(b->pieces & (SENET_BIT(to) - 1)) - (b->square[p] < to);
    const double *row = row_of(b, b->own, row_moved(b, p, q, to), t->again);
    b->s->rows->raise(t->best, row, p == q ? NULL : b->l->move[p][q], set, b->l->vecs);
    put_in(&t->moved, set);
}

INLINE void in_row(const struct stand *b, struct turn *t, const uint8_t *from,
                   const struct senet_set_of *set)
{
    if (t->inner) {
        t->inner[t->inners++] = (struct inner){from, *set};
        return;
    }
    const double *row = row_of(b, b->own, b->same[b->n], t->again);
    b->s->rows->raise(t->best, row, from, set, b->l->vecs);
}

/* Piece p changes places with piece q. */
INLINE void swap(const struct stand *b, struct turn *t, int p, int q,
                 const struct senet_set_of *set)
{
    in_row(b, t, b->l->swap[p][q], set);
    put_in(&t->moved, set);
}

static const double won[1] = {1}; /* no own piece: one colour */

/* Piece p leaves, and that is all. */
INLINE void leave(const struct stand *b, struct turn *t, int p,
                  const struct senet_set_of *set)
{
    const double *row = won;
    if (b->own > 1)
        row = row_of(b, b->own - 1, row_without(b, p), false);
    b->s->rows->raise(t->best, row, b->l->drop[p], set, b->l->vecs);
    put_in(&t->moved, set);
}

/* Lanes without a move pass. */
INLINE void stay(const struct stand *b, struct turn *t)
{
    struct senet_set_of rest = b->l->all;
    take_out(&rest, &t->moved);
    if (any(&rest))
        in_row(b, t, NULL, &rest);
}

/* ---- houses ---- */

INLINE void houses_best(const struct stand *b, struct turn *t)
{
    for (int p = 0; p < b->n; p++) {
        int from = b->square[p], to = from + t->points;
        struct senet_set_of set = b->l->own[p];
        if (from >= HAPPINESS)
            to = houses_end(from, t->points, b->pieces);
        else if (to > HAPPINESS)
            continue;
        if (to == LUS_OFF) {
            leave(b, t, p, &set);
        } else if (b->pieces >> to & 1) {
            int q = bits_count(b->pieces & (SENET_BIT(to) - 1));
            take_out(&set, &b->l->own[q]);
            swap(b, t, p, q, &set);
        } else {
            walk(b, t, p, to, &set);
        }
    }
    stay(b, t);
}

/* ---- blockade ---- */

/* What its moves look up: home and blocks. */
INLINE void blockade_look(struct stand *b)
{
    b->home = b->l->all;
    b->blocks = 0;
    for (int p = 0; p < b->n; p++) {
        if (b->square[p] <= 10)
            take_out(&b->home, &b->l->own[p]);
        if (p + 2 >= b->n || b->square[p + 2] != b->square[p] + 2)
            continue;
        struct senet_set_of *set = &b->block[b->blocks];
        b->block_at[b->blocks++] = b->square[p];
        *set = b->l->all;
        for (int i = 0; i < 3; i++)
            take_out(set, &b->l->own[p + i]);
    }
}

/* Takes out lanes with a block on any of the squares low..high (B5). */
INLINE void not_blocked(const struct stand *b, int low, int high,
                        struct senet_set_of *set)
{
    for (int i = 0; i < b->blocks; i++)
        if (b->block_at[i] <= high && b->block_at[i] + 2 >= low)
            take_out(set, &b->block[i]);
}

/* A piece arrives on a square of the board; the blocks are seen to. */
INLINE void blockade_land(const struct stand *b, struct turn *t, int p, int to,
                          struct senet_set_of *set)
{
    if (to == WATER) {
        walk(b, t, p, senet_rebirth(b->pieces), set);
    } else if (!(b->pieces >> to & 1)) {
        walk(b, t, p, to, set);
    } else if (!(BLOCKADE_SAFE >> to & 1)) { /* B4 */
        int q = bits_count(b->pieces & (SENET_BIT(to) - 1));
        take_out(set, &b->l->own[q]);
        if (q > 0 && b->square[q - 1] == to - 1)
            keep(set, &b->l->own[q - 1]);
        if (q + 1 < b->n && b->square[q + 1] == to + 1)
            keep(set, &b->l->own[q + 1]);
        if (any(set))
            swap(b, t, p, q, set);
    }
}

static void blockade_best(const struct stand *b, struct turn *t);

/* B9: what is left of the points is played with the pieces that are left. */
INLINE void blockade_leave(const struct stand *b, struct turn *t, int p,
                           const struct senet_set_of *set)
{
    if (b->own == 1) {
        leave(b, t, p, set);
        return;
    }
    double best[SENET_ROOM] __attribute__((aligned(64)));
    struct stand left;
    stand_make(&left, b->s, b->own - 1, b->enemy, b->pieces ^ SENET_BIT(b->square[p]));
    blockade_look(&left);
    struct turn rest = {b->square[p] + t->points - 30, t->again, {{0}}, best, NULL, 0};
    memset(best, 0, (unsigned)left.l->vecs * 64);
    blockade_best(&left, &rest);
    b->s->rows->raise(t->best, best, b->l->drop[p], set, b->l->vecs);
    put_in(&t->moved, set);
}

INLINE void blockade_back(const struct stand *b, struct turn *t)
{
    struct senet_set_of stuck = b->l->all;
    take_out(&stuck, &t->moved);
    if (!any(&stuck))
        return;
    for (int p = 0; p < b->n; p++) {
        int from = b->square[p], to = from - t->points;
        struct senet_set_of set = b->l->own[p];
        keep(&set, &stuck);
        not_blocked(b, to, from - 1, &set);
        if (to >= 1 && any(&set))
            blockade_land(b, t, p, to, &set);
    }
}

static void blockade_best(const struct stand *b, struct turn *t)
{
    for (int p = 0; p < b->n; p++) {
        int from = b->square[p], to = from + t->points;
        struct senet_set_of set = b->l->own[p];
        if (to > HORUS)
            keep(&set, &b->home); /* B8 */
        not_blocked(b, from + 1, to, &set);
        if (!any(&set))
            continue;
        if (to > HORUS)
            blockade_leave(b, t, p, &set);
        else
            blockade_land(b, t, p, to, &set);
    }
    blockade_back(b, t);
    stay(b, t);
}

/* ---- a row ---- */

/* A row as one side sees it: what its moves to other rows bring with each throw, and the
   moves that stay.  Only those have to be looked at again when the row changes. */
struct side {
    const struct senet_lanes *l;
    double *turned; /* what the other side waits for here */
    const double *waiting;
    double *throwing; /* NULL: nobody throws again */
    int inners[LUS_MAX_THROWS];
    double outer[LUS_MAX_THROWS][SENET_ROOM] __attribute__((aligned(64)));
    struct inner inner[LUS_MAX_THROWS][2 * SENET_MAX_BOTH + 1];
};

static void side_make(struct side *o, const struct senet_sweep *s, int own, int enemy,
                      uint32_t row, uint64_t pieces)
{
    struct stand b;
    bool houses = s->r->number == 0;
    const struct senet_half *h = &s->half[own][enemy], *turned = &s->half[enemy][own];
    stand_make(&b, s, own, enemy, pieces);
    if (!houses)
        blockade_look(&b);
    o->l = b.l;
    o->waiting = h->waiting + (uint64_t)row * (unsigned)h->stride;
    o->throwing = NULL;
    if (h->throwing)
        o->throwing = h->throwing + (uint64_t)row * (unsigned)h->stride;
    o->turned = turned->waiting + (uint64_t)row * (unsigned)turned->stride;
    for (int i = 0; i < s->r->n_throws; i++) {
        int points = s->r->throws[i].value;
        struct turn t = {points,      !houses && BLOCKADE_AGAIN >> points & 1,
                         {{0}},       o->outer[i],
                         o->inner[i], 0};
        memset(o->outer[i], 0, (unsigned)b.l->vecs * 64);
        if (houses)
            houses_best(&b, &t);
        else
            blockade_best(&b, &t);
        o->inners[i] = t.inners;
    }
}

/* One pass over a row; returns the largest change. */
static double side_update(const struct side *o, const struct senet_sweep *s)
{
    double best[SENET_ROOM] __attribute__((aligned(64)));
    double sum[SENET_ROOM] __attribute__((aligned(64)));
    bool houses = s->r->number == 0, look = s->it.pass == PASS_LOOK;
    int vecs = o->l->vecs;
    memset(sum, 0, (unsigned)vecs * 64);
    for (int i = 0; i < s->r->n_throws; i++) {
        double weight = (double)s->r->throws[i].weight / s->r->weight_sum;
        bool again = !houses && BLOCKADE_AGAIN >> s->r->throws[i].value & 1;
        memcpy(best, o->outer[i], (unsigned)vecs * 64);
        for (int k = 0; k < o->inners[i]; k++)
            s->rows->raise(best, again ? o->throwing : o->waiting, o->inner[i][k].from,
                           &o->inner[i][k].set, vecs);
        for (int k = 0; k < 8 * vecs; k++)
            sum[k] += weight * best[k];
    }
    if (o->throwing && !look)
        memcpy(o->throwing, sum, (unsigned)vecs * 64);
    return s->rows->update(o->turned, sum, o->l->count, look);
}

static double row_visit(const struct senet_sweep *s, uint32_t row, uint64_t pieces)
{
    struct side side[2];
    int sides = s->own == s->enemy ? 1 : 2;
    double first = 0;
    side_make(&side[0], s, s->own, s->enemy, row, pieces);
    if (sides == 2)
        side_make(&side[1], s, s->enemy, s->own, row, pieces);
    for (int k = 0; k < (s->it.pass == PASS_LOOK ? 1 : SETTLE); k++) {
        double d = side_update(&side[0], s);
        if (sides == 2) {
            double e = side_update(&side[1], s);
            d = e > d ? e : d;
        }
        if (k == 0)
            first = d;
        else if (d < first / 10)
            break;
    }
    return first;
}

/* The mask before this one among those with as many bits. */
INLINE uint32_t mask_before(uint32_t cells)
{
    uint32_t y = ~cells & ((UINT32_C(1) << SENET_CELLS) - 1), low = y & -y, r = y + low;
    return ~((((r ^ y) >> 2) >> __builtin_ctz(low)) | r) &
           ((UINT32_C(1) << SENET_CELLS) - 1);
}

double senet_sweep_rows(const struct senet_sweep *s, uint32_t first, uint32_t last)
{
    double most = 0;
    uint32_t cells = senet_mask_of(s->x, s->own + s->enemy, last - 1);
    for (uint32_t row = last; row-- > first; cells = mask_before(cells)) {
        uint64_t pieces = senet_squares(cells);
        double d = row_visit(s, row, pieces);
        most = d > most ? d : most;
    }
    return most;
}
