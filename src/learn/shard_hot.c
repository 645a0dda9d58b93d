/* SPDX-License-Identifier: MIT */
/* shard_hot.c - one shard's part of a step, an instance a rule set. */
#include <string.h>
#include "core/hot.h"
#include "learn/learn.h"

enum { GROUP = 8 }; /* at most so many moves of a position are learned from */

/* A move's position: seen by `sign` times the mover, its value by the network and
   one throw deeper. */
struct child {
    lus_pos pos;
    float sign, value, deep;
    int over;
    int n_inputs, input[32];
    struct float_row x, bent; /* the hidden units */
};

static inline int below(struct shard *s, int n)
{
    return (int)random_below(&s->random, (uint32_t)n);
}

/* Numbers of the inputs that are 1; returns how many. */
HOT_INLINE int inputs_of(const struct net *n, const lus_pos *p, int *at)
{
    uint64_t boards = net_boards(p);
    int count = 0, base = 0;
    for (int side = 0; side < 2; side++, base += net_side_inputs(n)) {
        int hand = n->hands ? (int)(p->w[2] >> (8 * side) & 7) : 0;
        int home = n->pieces - hand - (int)(boards >> (32 * side) & 0x3f);
        int counts = base + n->squares;
        for (uint64_t m = p->w[side]; m; m &= m - 1)
            at[count++] = base + __builtin_ctzll(m) - 1;
        if (n->hands)
            at[count++] = counts + hand;
        at[count++] = counts + (n->hands ? n->pieces + 1 : 0) + home;
    }
    return count;
}

/* Fills in the child's units and value by the floating-point network. */
HOT_INLINE void look(const struct net *n, const struct learner *l, struct child *c)
{
    const struct float_row *row = (const void *)l->weights;
    const float *out = row[2 * net_side_inputs(n)].unit;
    struct float_row sum = {0};
    c->n_inputs = inputs_of(n, &c->pos, c->input);
    for (int k = 0; k < c->n_inputs; k++)
        for (int i = 0; i < NET_HIDDEN; i++)
            sum.unit[i] += row[c->input[k]].unit[i];
    float z = out[NET_HIDDEN];
    for (int i = 0; i < NET_HIDDEN; i++) {
        float x = sum.unit[i] > 1 ? 1 : sum.unit[i];
        x = x < -1 ? -1 : x;
        c->x.unit[i] = x;
        c->bent.unit[i] = x * (2 - (x < 0 ? -x : x));
        z += c->bent.unit[i] * out[i];
    }
    float size = (z < 0 ? -z : z) * 32;
    size = size < NET_KNOTS ? size : NET_KNOTS;
    int k = (int)size;
    float v = l->curve[k] + (l->curve[k + 1] - l->curve[k]) * (size - (float)k);
    c->value = z < 0 ? -v : v;
}

/* The value for the side about to throw in p; ended games exactly. */
HOT_INLINE int leaf(const lus_rules *r, const void *rows, const lus_pos *p)
{
    int result = r->result(r, p);
    if (result != LUS_ONGOING)
        return result == LUS_WIN ? NET_WIN : -NET_WIN;
    return net_value(r->net, rows, p);
}

/* One throw deeper: the weighted mean over the throws of the best reply.  Its leaves
   are those of the play to come, the network in whole numbers: ten times faster. */
HOT_INLINE float backup(const lus_rules *r, const void *rows, const lus_pos *p)
{
    lus_move list[LUS_MAX_MOVES];
    int64_t total = 0;
    for (int t = 0; t < r->n_throws; t++) {
        int throw = r->throws[t].value, n = r->moves(r, p, throw, list);
        int best = -NET_WIN;
        for (int i = 0; i < n || (i == 0 && n == 0); i++) {
            lus_pos next = *p;
            int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw);
            int v = leaf(r, rows, &next);
            v = again ? v : -v;
            best = v > best ? v : best;
        }
        total += (int64_t)best * r->throws[t].weight;
    }
    return (float)total / ((float)r->weight_sum * NET_WIN);
}

/* Adds the gradient of one position's error to the shard's. */
HOT_INLINE void learn_from(const struct net *n, const struct learner *l, struct shard *s,
                           const struct child *c, float slope)
{
    struct float_row *grad = (void *)s->gradient, back;
    const float *out = l->weights + 2 * net_side_inputs(n) * NET_HIDDEN;
    float *out_grad = grad[2 * net_side_inputs(n)].unit;
    for (int i = 0; i < NET_HIDDEN; i++) {
        float x = c->x.unit[i];
        out_grad[i] += slope * c->bent.unit[i];
        back.unit[i] = slope * out[i] * 2 * (1 - (x < 0 ? -x : x));
    }
    out_grad[NET_HIDDEN] += slope;
    for (int k = 0; k < c->n_inputs; k++)
        for (int i = 0; i < NET_HIDDEN; i++)
            grad[c->input[k]].unit[i] += back.unit[i];
}

/* The order of the moves matters more than what they share: the part of the
   errors common to all moves of a position weighs SHARED of the rest. */
#ifndef SHARED
#define SHARED 0.25f
#endif

HOT_INLINE void learn_group(const struct net *n, const struct learner *l, struct shard *s,
                            const struct child *c, int count)
{
    float mean = 0;
    int running = 0;
    for (int i = 0; i < count; i++)
        if (!c[i].over) {
            mean += c[i].sign * (c[i].value - c[i].deep);
            running++;
        }
    mean = running ? mean / (float)running : 0;
    for (int i = 0; i < count; i++) {
        if (c[i].over)
            continue;
        float error = c[i].sign * (c[i].value - c[i].deep);
        float pull = c[i].sign * (error - mean + SHARED * mean);
        learn_from(n, l, s, &c[i], pull * (1 - c[i].value * c[i].value) * 0.5f);
        s->error += (double)(error * error);
        s->samples++;
    }
}

/* A start with some pieces already at home, or the usual one. */
HOT_INLINE void begin(const lus_rules *r, struct shard *s, struct learn_game *g)
{
    static const int16_t explore[4] = {0, 8, 24, 64};
    r->start(r, &g->pos);
    g->plies = 0;
    g->explore = explore[below(s, 4)];
    for (int side = 0; side < 2 && below(s, 2); side++)
        for (int off = below(s, r->net->pieces); off; off--) {
            if (r->net->hands) {
                g->pos.w[2] -= UINT64_C(1) << (8 * side);
                continue;
            }
            uint64_t m = g->pos.w[side];
            for (int skip = below(s, __builtin_popcountll(m)); skip; skip--)
                m &= m - 1;
            g->pos.w[side] ^= m & -m;
        }
}

/* One ply of one game: look at the moves, learn from them, play one. */
HOT_INLINE void game_ply(const lus_rules *r, const struct learner *l, struct shard *s,
                         struct learn_game *g)
{
    lus_move list[LUS_MAX_MOVES];
    struct child child[GROUP];
    int throw = random_throw(r, &s->random), n = r->moves(r, &g->pos, throw, list),
        best = 0;
    int count = n > GROUP ? GROUP : n ? n : 1;
    for (int i = 0; i < count; i++) {
        struct child *c = &child[i];
        int pick = i + (n > GROUP ? below(s, n - i) : 0);
        lus_move m = n ? list[pick] : LUS_PASS;
        if (n)
            list[pick] = list[i];
        c->pos = g->pos;
        c->sign =
            (n ? r->play(r, &c->pos, throw, m) : r->pass(r, &c->pos, throw)) ? 1 : -1;
        int result = r->result(r, &c->pos);
        c->over = result != LUS_ONGOING;
        if (c->over) {
            c->deep = c->value = result == LUS_WIN ? 1 : -1;
        } else {
            look(r->net, l, c);
            c->deep = backup(r, l->rows, &c->pos);
        }
        if (c->sign * c->deep > child[best].sign * child[best].deep)
            best = i;
    }
    learn_group(r->net, l, s, child, count);
    if (below(s, 256) < g->explore)
        best = below(s, count);
    g->pos = child[best].pos;
    if (child[best].over || ++g->plies >= LEARN_MAX_PLIES)
        begin(r, s, g);
}

HOT_INLINE void shard_body(const lus_rules *r, const struct learner *l, struct shard *s)
{
    if (!r->net)
        return;
    memset(s->gradient, 0, sizeof(float) * (size_t)net_weights(r->net));
    s->error = 0;
    s->samples = 0;
    for (int i = 0; i < LEARN_GAMES; i++) {
        if (l->step == 0)
            begin(r, s, &s->game[i]);
        game_ply(r, l, s, &s->game[i]);
    }
}

#define INSTANCE(i)                                                                      \
    static void shard_##i(const struct learner *l, struct shard *s)                      \
    {                                                                                    \
        shard_body(&GAME_RULES[i], l, s);                                                \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) shard_##i,
extern learn_fn *const HOT_NAME(learn)[];
learn_fn *const HOT_NAME(learn)[] = {GAME_SETS(ENTRY)};
