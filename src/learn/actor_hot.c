/* SPDX-License-Identifier: MIT */
/* actor_hot.c - a step of an actor: one ply of each of its games, compiled for each rule
   set (learn.h).

   For a position and a throw (game_ply):

       every legal move -> child position -> forward:       value of the network
                                             target_value:  value one throw deeper
       all children     -> learn_from_moves -> backward:    gradient of value - target
       the best child, or with probability explore / 256 a random one, is played

   The inputs of the network are sparse: forward and backward touch only the weights of
   those that are 1, not of all 172 inputs (ur:finkel). */
#include <string.h>
#include "core/hot.h"
#include "learn/learn_internal.h"

enum {
    MAX_MOVES = 8, /* moves of a position to learn from; of more, 8 are drawn at random */
    MAX_INPUTS = 160, /* 14 pieces, 4 counts, 28 + 15 pairs; at most 49 + 22 far pairs */
};

/* The position after a move.  Values are those of the side about to throw there: the
   mover if sign is 1, the opponent if it is -1. */
struct learn_child {
    lus_pos pos;
    float sign, value, target; /* value of the network; of a search one throw deep */
    int over;
    int homes, n_inputs, input[MAX_INPUTS];
    struct float_row x, activation; /* hidden units: clamped sum, and after the curve */
};

static inline int below(struct learn_actor *a, int n)
{
    return (int)random_below(&a->random, (uint32_t)n);
}

/* The numbers of the inputs that are 1. */
HOT_INLINE void find_inputs(const struct net *n, struct learn_child *c)
{
    struct net_place place = net_place(n, &c->pos);
    int *input = c->input, each = n->pieces + 1;
    for (int chunk = 0; chunk < net_chunks(n); chunk++)
        for (uint32_t m = place.row[chunk] % NET_SETS; m; m &= m - 1) {
            int bit = __builtin_ctz(m);
            *input++ = (bit >> 2) * n->squares + 4 * chunk + (bit & 3);
            for (uint32_t k = m & (m - 1); k; k &= k - 1)
                *input++ = net_pair(n, chunk, bit, __builtin_ctz(k));
        }
    c->homes = (int)place.homes;
    *input++ = net_homes_at(n) + c->homes / each;
    *input++ = net_homes_at(n) + each + c->homes % each;
    if (n->hands) {
        *input++ = net_hands_at(n) + (int)(c->pos.w[2] & 7);
        *input++ = net_hands_at(n) + each + (int)(c->pos.w[2] >> 8 & 7);
    }
    for (int k = 0; k < n->reach + n->near; k++)
        for (uint64_t m = net_far_pairs(n, &c->pos, k); m; m &= m - 1)
            *input++ = net_far_at(n) + NET_FAR * k + __builtin_ctzll(m);
    c->n_inputs = (int)(input - c->input);
}

/* Forward pass of the floating-point network: sets the hidden units and the value. */
HOT_INLINE void forward(const struct net *n, const struct learner *l,
                        struct learn_child *c)
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
        c->activation.unit[i] = x * (2 - (x < 0 ? -x : x));
        z += c->activation.unit[i] * out[i];
    }
    float size = (z < 0 ? -z : z) * 32;
    size = size < NET_KNOTS ? size : NET_KNOTS;
    int k = (int)size;
    float v = l->curve[k] + (l->curve[k + 1] - l->curve[k]) * (size - (float)k);
    c->value = z < 0 ? -v : v;
}

/* The value for the side about to throw in p; finished games and those in the table
   exactly. */
HOT_INLINE int leaf_value(const lus_rules *r, const struct learner *l, const lus_pos *p)
{
    int result = r->result(r, p), value;
    if (result != LUS_ONGOING)
        return result == LUS_WIN ? NET_WIN : -NET_WIN;
    if (l->exact && learn_exact(l, p, &value))
        return value;
    return net_value(r->search.net, l->network, p);
}

/* The target: the weighted mean over the throws of the best reply.  The leaves are
   evaluated by the integer network, as in play; it is ten times faster. */
HOT_INLINE float target_value(const lus_rules *r, const struct learner *l,
                              const lus_pos *p)
{
    lus_move list[LUS_MAX_MOVES];
    int64_t total = 0;
    int exact;
    if (l->exact && learn_exact(l, p, &exact))
        return (float)exact / NET_WIN;
    for (int t = 0; t < r->dice.n_throws; t++) {
        int throw = r->dice.throws[t].value, n = r->moves(r, p, throw, list);
        int best = -NET_WIN;
        for (int i = 0; i < n || (i == 0 && n == 0); i++) {
            lus_pos next = *p;
            int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw);
            int v = leaf_value(r, l, &next);
            v = again ? v : -v;
            best = v > best ? v : best;
        }
        total += (int64_t)best * r->dice.throws[t].weight;
    }
    return (float)total / ((float)r->dice.weight_sum * NET_WIN);
}

/* Backward pass: adds the gradient of one position to that of the actor. */
HOT_INLINE void backward(const struct net *n, const struct learner *l,
                         struct learn_actor *a, const struct learn_child *c, float slope)
{
    struct float_row *grad = (void *)a->gradient, back;
    const float *out = l->weights + (net_inputs(n) + c->homes) * NET_HIDDEN;
    float *out_grad = grad[net_inputs(n) + c->homes].unit;
    for (int i = 0; i < NET_HIDDEN; i++) {
        float x = c->x.unit[i];
        out_grad[i] += slope * c->activation.unit[i];
        back.unit[i] = slope * out[i] * 2 * (1 - (x < 0 ? -x : x));
    }
    grad[net_inputs(n) + net_counts(n)].unit[c->homes] += slope;
    for (int k = 0; k < c->n_inputs; k++)
        for (int i = 0; i < NET_HIDDEN; i++)
            grad[c->input[k]].unit[i] += back.unit[i];
}

/* The order of the moves matters more than their level: the mean error of all moves of a
   position has a weight of one tenth.  With full weight (or one fifth, in a long run)
   senet:blockade waits behind its block for 2,000 plies and wins 49 (63) of 100 games
   against the classic evaluation; with one tenth it wins 76, in 180 plies.  Ur loses
   little. */
static const float mean_error_weight = 0.1f;

/* The slope of the squared error is that of the sigmoid, (1 - v^2) / 2, times the error. */
HOT_INLINE void learn_from_moves(const struct net *n, const struct learner *l,
                                 struct learn_actor *a, const struct learn_child *c,
                                 int count)
{
    float mean = 0;
    int running = 0;
    for (int i = 0; i < count; i++)
        if (!c[i].over) {
            mean += c[i].sign * (c[i].value - c[i].target);
            running++;
        }
    mean = running ? mean / (float)running : 0;
    for (int i = 0; i < count; i++) {
        if (c[i].over)
            continue;
        float error = c[i].sign * (c[i].value - c[i].target);
        float step = c[i].sign * (error - mean + mean_error_weight * mean);
        backward(n, l, a, &c[i], step * (1 - c[i].value * c[i].value) * 0.5f);
        a->error += (double)(error * error);
        a->samples++;
    }
}

/* Starts a game: from the usual position, or with some pieces at home already, so that end
   games are learned as well as openings. */
HOT_INLINE void start_game(const lus_rules *r, struct learn_actor *a,
                           struct learn_game *g)
{
    static const int16_t explore[4] = {0, 8, 24, 64};
    r->start(r, &g->pos);
    g->plies = 0;
    g->explore = explore[below(a, 4)];
    for (int side = 0; side < 2; side++)
        for (int off = below(a, 2) * below(a, r->search.net->pieces); off > 0; off--) {
            if (r->search.net->hands) {
                g->pos.w[2] -= UINT64_C(1) << (8 * side);
                continue;
            }
            uint64_t m = g->pos.w[side];
            for (int skip = below(a, __builtin_popcountll(m)); skip; skip--)
                m &= m - 1;
            g->pos.w[side] ^= m & -m;
        }
}

/* One ply of one game: evaluates the moves, learns from them, plays one. */
HOT_INLINE void game_ply(const lus_rules *r, const struct learner *l,
                         struct learn_actor *a, struct learn_game *g)
{
    lus_move list[LUS_MAX_MOVES];
    struct learn_child child[MAX_MOVES];
    int throw = random_throw(r, &a->random), n = r->moves(r, &g->pos, throw, list),
        best = 0;
    int count = n > MAX_MOVES ? MAX_MOVES : n > 0 ? n : 1;
    for (int i = 0; i < count; i++) {
        struct learn_child *c = &child[i];
        int pick = i + (n > MAX_MOVES ? below(a, n - i) : 0);
        lus_move m = n ? list[pick] : LUS_PASS;
        if (n)
            list[pick] = list[i];
        c->pos = g->pos;
        c->sign =
            (n ? r->play(r, &c->pos, throw, m) : r->pass(r, &c->pos, throw)) ? 1 : -1;
        int result = r->result(r, &c->pos);
        c->over = result != LUS_ONGOING;
        if (c->over) {
            c->target = c->value = result == LUS_WIN ? 1 : -1;
        } else {
            forward(r->search.net, l, c);
            c->target = target_value(r, l, &c->pos);
        }
        if (c->sign * c->target > child[best].sign * child[best].target)
            best = i;
    }
    learn_from_moves(r->search.net, l, a, child, count);
    if (below(a, 256) < g->explore)
        best = below(a, count);
    g->pos = child[best].pos;
    if (child[best].over || ++g->plies >= LEARN_MAX_PLIES)
        start_game(r, a, g);
}

HOT_INLINE void actor_body(const lus_rules *r, const struct learner *l,
                           struct learn_actor *a)
{
    if (!r->search.net)
        return;
    memset(a->gradient, 0, sizeof(float) * (size_t)net_weights(r->search.net));
    a->error = 0;
    a->samples = 0;
    for (int i = 0; i < LEARN_GAMES; i++) {
        if (l->step == 0)
            start_game(r, a, &a->game[i]);
        game_ply(r, l, a, &a->game[i]);
    }
}

#define INSTANCE(i)                                                                      \
    static void actor_##i(const struct learner *l, struct learn_actor *a)                \
    {                                                                                    \
        actor_body(&GAME_RULES[i], l, a);                                                \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) actor_##i,
HOT_TABLE(actor_step, actor_step_fn *const, ENTRY);
