/* SPDX-License-Identifier: MIT */
/* reference_search.c - see reference_search.h. */
#include <stdlib.h>
#include "search/value.h"
#include "support/reference_search.h"

void *reference_network(const lus_rules *r)
{
    if (!r->search.net)
        return NULL;
    void *network = aligned_alloc(64, (net_rows_size(r->search.net) + 63) & ~(size_t)63);
    if (network)
        net_expand(r->search.net, network);
    return network;
}

int reference_evaluate(const lus_rules *r, const lus_pos *p)
{
    if (r->search.evaluate)
        return r->search.evaluate(r, p);
    int64_t half_win = VALUE_WIN / 2;
    return (int)(r->search.classic(r, p, 0) * half_win / r->search.classic_bound);
}

static int leaf_value(const struct reference_search *s, const lus_pos *p)
{
    if (!s->classic && s->network)
        return net_value(s->r->search.net, s->network, p);
    if (!s->classic)
        return reference_evaluate(s->r, p);
    return pos_side(p) == s->root_side ? s->r->search.classic(s->r, p, 0)
                                       : -s->r->search.classic(s->r, p, 1);
}

static int finished_value_of(const struct reference_search *s, const lus_pos *p,
                             int result, int depth)
{
    int sign = result == LUS_WIN ? 1 : result == LUS_LOSS ? -1 : 0, score[2];
    if (s->classic)
        return leaf_value(s, p) + sign * depth;
    if (lus_has_dice(s->r))
        return sign * VALUE_WIN;
    s->r->score(s->r, p, score);
    return sign * (VALUE_WIN + depth) +
           (s->r->score_counts ? VALUE_STONE * (score[0] - score[1]) : 0);
}

int reference_position_value(const struct reference_search *s, const lus_pos *p,
                             int depth)
{
    const lus_rules *r = s->r;
    int result = r->result(r, p);
    if (result != LUS_ONGOING)
        return finished_value_of(s, p, result, depth);
    if (depth == 0)
        return leaf_value(s, p);
    int64_t sum = 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = r->dice.throws[t].value, n = r->moves(r, p, throw, list),
            best = INT32_MIN;
        lus_pos end = *p;
        if (n == 0 && r->no_move_ends) {
            r->settle(r, &end, LUS_BY_NO_MOVE);
            return finished_value_of(s, &end, r->result(r, &end), depth);
        }
        for (int i = 0; i < (n ? n : 1); i++) {
            lus_pos next = *p;
            int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw);
            int v = reference_position_value(s, &next, depth - 1);
            v = again ? v : -v;
            best = v > best ? v : best;
        }
        sum += (int64_t)r->dice.throws[t].weight * best;
    }
    return (int)(sum / r->dice.weight_sum);
}

int reference_move_value(const struct reference_search *s, const lus_pos *p, int throw,
                         lus_move m, int depth)
{
    lus_pos next = *p;
    int again = s->r->play(s->r, &next, throw, m),
        v = reference_position_value(s, &next, depth - 1);
    return again ? v : -v;
}

bool random_position(const lus_rules *r, struct random *g, lus_pos *p, int *throw)
{
    lus_move list[LUS_MAX_MOVES];
    lus_start(r, p);
    for (uint32_t plies = random_below(g, r->dice.sticks ? 120 : 60);; plies--) {
        if (lus_result(r, p) != LUS_ONGOING)
            return false;
        *throw = random_throw(r, g);
        int n = lus_moves(r, p, *throw, list);
        if (plies == 0)
            return n > 1;
        lus_play(r, p, *throw, n ? list[random_below(g, (uint32_t)n)] : LUS_PASS);
    }
}
