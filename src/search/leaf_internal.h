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
    if (!s->classic && r->search.score_net)
        return r->search.evaluate_with(r, s->network, p);
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

/* Returns true and sets *range if the tablebase contains p; without a tablebase it costs one
   comparison.  The remaining depth is added to a win, as for a finished game: shorter
   wins are better; of bounds it widens those that a decided game can have.  Called before
   r->result, because after a majority (A6) the remaining stones still count. */
HOT_INLINE bool tablebase_range(const lus_rules *r, struct search *s, const lus_pos *p,
                                int depth, struct value_range *range)
{
    if (!s->probe_below ||
        (r->search.material ? r->search.material(r, p) : 0) >= s->probe_below ||
        !probe_tablebase(s, r, p, range))
        return false;
    if (r->dice.sticks)
        return true;
    bool exact = range->lower == range->upper;
    if (range->upper >= VALUE_WIN)
        range->upper += depth;
    if (range->lower <= -VALUE_WIN)
        range->lower -= depth;
    if (exact && range->upper >= VALUE_WIN)
        range->lower = range->upper;
    if (exact && range->lower <= -VALUE_WIN)
        range->upper = range->lower;
    return true;
}

/* The same for dice games, whose tablebases have no bounds. */
HOT_INLINE bool tablebase_value(const lus_rules *r, struct search *s, const lus_pos *p,
                                int depth, int *v)
{
    struct value_range range;
    if (!tablebase_range(r, s, p, depth, &range))
        return false;
    *v = range.lower;
    return true;
}

HOT_INLINE int clamp_to_range(int v, const struct value_range *range)
{
    return v < range->lower ? range->lower : v > range->upper ? range->upper : v;
}

/* A value without the VALUE_WIN of a decided game. */
static inline int without_win(int v)
{
    return v >= VALUE_WIN ? v - VALUE_WIN : v <= -VALUE_WIN ? v + VALUE_WIN : v;
}

/* The evaluation of a position whose value has bounds: as many stones as it says, but within
   them, and as a decided game if both bounds are. */
HOT_INLINE int leaf_in_range(const lus_rules *r, struct search *s, const lus_pos *p,
                             const struct value_range *range)
{
    const struct value_range stones = {without_win(range->lower),
                                       without_win(range->upper)};
    int v = clamp_to_range(leaf_value(r, s, p), &stones);
    return v + (range->lower >= VALUE_WIN    ? VALUE_WIN
                : range->upper <= -VALUE_WIN ? -VALUE_WIN
                                             : 0);
}

/* The value at depth 0: from the tablebase, the result, or the evaluation. */
HOT_INLINE int horizon_value(const lus_rules *r, struct search *s, const lus_pos *p)
{
    struct value_range range;
    bool bounded = tablebase_range(r, s, p, 0, &range);
    if (bounded && range.lower == range.upper)
        return range.lower;
    int result = r->result(r, p);
    if (bounded && !result)
        return leaf_in_range(r, s, p, &range);
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
