/* SPDX-License-Identifier: MIT */
/* leaf_internal.h - values of leaves: finished games, tablebase hits and evaluations. */
#ifndef SEARCH_LEAF_INTERNAL_H
#define SEARCH_LEAF_INTERNAL_H

#include "core/hot.h"
#include "search/search_internal.h"
#include "search/search_tree_internal.h"

/* The value of a finished game.  The classic evaluations have values for finished games
   of their own, to which the remaining depth is added. */
HOT_INLINE int final_value(const lus_rules *r, const struct search *s, const lus_pos *p,
                           int result, int depth)
{
    int sign = result == LUS_WIN ? 1 : result == LUS_LOSS ? -1 : 0, score[2];
    if (s->classic) {
        bool mine = pos_side(p) == s->root_side;
        return (mine ? r->search.classic(r, p, 0) : -r->search.classic(r, p, 1)) +
               sign * depth;
    }
    if (r->dice.sticks)
        return sign * VALUE_WIN;
    r->score(r, p, score);
    return sign * (VALUE_WIN + depth) +
           r->score_counts * VALUE_STONE * (score[0] - score[1]);
}

/* The default evaluation of a game without its own: the classic one, scaled so that it
   stays within half a win. */
HOT_INLINE int scaled_classic_value(const lus_rules *r, const lus_pos *p)
{
    return (int)((int64_t)r->search.classic(r, p, 0) * (VALUE_WIN / 2) /
                 r->search.classic_bound);
}

/* The static evaluation.  Senet's classic one is not symmetric: it is always computed for
   the root player, as in its source. */
HOT_INLINE int static_value(const lus_rules *r, const struct search *s, const lus_pos *p)
{
    if (!s->classic && r->search.net)
        return net_value(r->search.net, s->network, p);
    if (!s->classic)
        return r->search.evaluate ? r->search.evaluate(r, p) : scaled_classic_value(r, p);
    return pos_side(p) == s->root_side ? r->search.classic(r, p, 0)
                                       : -r->search.classic(r, p, 1);
}

/* The static evaluation, counted as a leaf. */
HOT_INLINE int leaf_value(const lus_rules *r, struct search *s, const lus_pos *p)
{
    s->stats.leaves++;
    return static_value(r, s, p);
}

/* Returns true and sets *v if the tablebase contains p; without a tablebase it costs one
   comparison.  The remaining depth is added to a win, as for a finished game: shorter
   wins are better.  Called before r->result, because after a majority (A6) the remaining
   stones still count. */
HOT_INLINE bool tablebase_value(const lus_rules *r, struct search *s, const lus_pos *p,
                                int depth, int *v)
{
    if (!s->probe_below ||
        (r->search.material ? r->search.material(r, p) : 0) >= s->probe_below ||
        !probe_tablebase(s, r, p, v))
        return false;
    if (!r->dice.sticks)
        *v += *v >= VALUE_WIN ? depth : *v <= -VALUE_WIN ? -depth : 0;
    return true;
}

/* The value at depth 0: from the tablebase, the result, or the evaluation. */
HOT_INLINE int horizon_value(const lus_rules *r, struct search *s, const lus_pos *p)
{
    int v, result;
    if (tablebase_value(r, s, p, 0, &v))
        return v;
    result = r->result(r, p);
    return result ? final_value(r, s, p, result, 0) : leaf_value(r, s, p);
}

/* A leaf before the network's output curve.  The curve is monotonic, so of many leaves
   only the best one needs it (score_value). */
HOT_INLINE int32_t leaf_score(const lus_rules *r, struct search *s, const lus_pos *p)
{
    int result = r->result(r, p);
    bool net = !s->classic && r->search.net;
    if (result)
        return net ? (result == LUS_WIN ? INT32_MAX : -INT32_MAX)
                   : final_value(r, s, p, result, 0);
    s->stats.leaves++;
    return net ? net_logit(r->search.net, s->network, p) : static_value(r, s, p);
}

HOT_INLINE int score_value(const lus_rules *r, const struct search *s, int32_t score)
{
    if (s->classic || !r->search.net)
        return score;
    if (score == INT32_MAX || score == -INT32_MAX)
        return score > 0 ? VALUE_WIN : -VALUE_WIN;
    return net_bend_out(((const struct net_head *)s->network)->curve, score);
}

#endif
