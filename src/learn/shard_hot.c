/* SPDX-License-Identifier: MIT */
/* shard_hot.c - one shard's part of a step, an instance a rule set. */
#include <string.h>
#include "core/hot.h"
#include "learn/learn.h"

enum {
    GROUP = 8,       /* at most so many moves of a position are learned from */
    MAX_INPUTS = 64, /* 14 pieces, 4 numbers, 28 + 15 pairs at most */
};

/* A move's position: seen by `sign` times the mover, its value by the network and
   one throw deeper. */
struct child {
    lus_pos pos;
    float sign, value, deep;
    int over;
    int homes, n_inputs, input[MAX_INPUTS];
    struct float_row x, bent; /* the hidden units */
};

static inline int below(struct shard *s, int n)
{
    return (int)random_below(&s->random, (uint32_t)n);
}

/* The numbers of the inputs that are 1. */
HOT_INLINE void find_inputs(const struct net *n, struct child *c)
{
    struct net_place place = net_place(n, &c->pos);
    int *input = c->input, each = n->pieces + 1;
    for (int chunk = 0; chunk < net_chunks(n); chunk++)
        for (uint32_t m = place.row[chunk] % NET_SETS; m; m &= m - 1) {
            int a = __builtin_ctz(m);
            *input++ = (a >> 2) * n->squares + 4 * chunk + (a & 3);
            for (uint32_t k = m & (m - 1); k; k &= k - 1)
                *input++ = net_pair(n, chunk, a, __builtin_ctz(k));
        }
    c->homes = (int)place.homes;
    *input++ = net_homes_at(n) + c->homes / each;
    *input++ = net_homes_at(n) + each + c->homes % each;
    if (n->hands) {
        *input++ = net_hands_at(n) + (int)(c->pos.w[2] & 7);
        *input++ = net_hands_at(n) + each + (int)(c->pos.w[2] >> 8 & 7);
    }
    c->n_inputs = (int)(input - c->input);
}

/* Fills in the child's units and value by the floating-point network. */
HOT_INLINE void look(const struct net *n, const struct learner *l, struct child *c)
{
    const struct float_row *row = (const void *)l->weights;
    struct float_row sum = {0};
    find_inputs(n, c);
    for (int k = 0; k < c->n_inputs; k++)
        for (int i = 0; i < NET_HIDDEN; i++)
            sum.unit[i] += row[c->input[k]].unit[i];
    const float *out = row[net_inputs(n) + c->homes].unit;
    float z = row[net_inputs(n) + net_counts(n)].unit[c->homes];
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
    return net_value(r->search.net, rows, p);
}

/* One throw deeper: the weighted mean over the throws of the best reply.  Its leaves
   are those of the play to come, the network in whole numbers: ten times faster. */
HOT_INLINE float backup(const lus_rules *r, const void *rows, const lus_pos *p)
{
    lus_move list[LUS_MAX_MOVES];
    int64_t total = 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        int throw = r->dice.throws[t].value, n = r->moves(r, p, throw, list);
        int best = -NET_WIN;
        for (int i = 0; i < n || (i == 0 && n == 0); i++) {
            lus_pos next = *p;
            int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw);
            int v = leaf(r, rows, &next);
            v = again ? v : -v;
            best = v > best ? v : best;
        }
        total += (int64_t)best * r->dice.throws[t].weight;
    }
    return (float)total / ((float)r->dice.weight_sum * NET_WIN);
}

/* Adds the gradient of one position's error to the shard's. */
HOT_INLINE void learn_from(const struct net *n, const struct learner *l, struct shard *s,
                           const struct child *c, float slope)
{
    struct float_row *grad = (void *)s->gradient, back;
    const float *out = l->weights + (net_inputs(n) + c->homes) * NET_HIDDEN;
    float *out_grad = grad[net_inputs(n) + c->homes].unit;
    for (int i = 0; i < NET_HIDDEN; i++) {
        float x = c->x.unit[i];
        out_grad[i] += slope * c->bent.unit[i];
        back.unit[i] = slope * out[i] * 2 * (1 - (x < 0 ? -x : x));
    }
    grad[net_inputs(n) + net_counts(n)].unit[c->homes] += slope;
    for (int k = 0; k < c->n_inputs; k++)
        for (int i = 0; i < NET_HIDDEN; i++)
            grad[c->input[k]].unit[i] += back.unit[i];
}

/* The order of the moves matters more than what they share: the part of the errors
   that is common to all moves of a position weighs a tenth.  Weighing it in full (or
   a fifth, and for long) senet:blockade waits behind its block for 2,000 plies and wins
   49 (63) games of 100 against classic, this way 76 in 180 plies; Ur loses little. */
static const float shared = 0.1f;

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
        float pull = c[i].sign * (error - mean + shared * mean);
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
    for (int side = 0; side < 2; side++)
        for (int off = below(s, 2) * below(s, r->search.net->pieces); off > 0; off--) {
            if (r->search.net->hands) {
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
    int count = n > GROUP ? GROUP : n > 0 ? n : 1;
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
            look(r->search.net, l, c);
            c->deep = backup(r, l->rows, &c->pos);
        }
        if (c->sign * c->deep > child[best].sign * child[best].deep)
            best = i;
    }
    learn_group(r->search.net, l, s, child, count);
    if (below(s, 256) < g->explore)
        best = below(s, count);
    g->pos = child[best].pos;
    if (child[best].over || ++g->plies >= LEARN_MAX_PLIES)
        begin(r, s, g);
}

HOT_INLINE void shard_body(const lus_rules *r, const struct learner *l, struct shard *s)
{
    if (!r->search.net)
        return;
    memset(s->gradient, 0, sizeof(float) * (size_t)net_weights(r->search.net));
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
HOT_TABLE(learn, learn_fn *const, ENTRY);
