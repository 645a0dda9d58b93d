/* SPDX-License-Identifier: MIT */
/* leaf.h - the values at the ends of the tree: finished games and evaluations. */
#ifndef SEARCH_LEAF_H
#define SEARCH_LEAF_H

#include "core/hot.h"
#include "search/node.h"
#include "search/trace.h"

/* The value of a finished game.  The classic evaluations know their own ends, to
   which the depth left is added. */
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

/* A game without an evaluation of its own borrows the classic one, at most halfway to a
   win. */
HOT_INLINE int borrowed_value(const lus_rules *r, const lus_pos *p)
{
    return (int)((int64_t)r->search.classic(r, p, 0) * (VALUE_WIN / 2) /
                 r->search.classic_bound);
}

/* The evaluation.  Senet's classic one is not the same for both sides: it is
   always the root player's, as in its source. */
HOT_INLINE int static_value(const lus_rules *r, const struct search *s, const lus_pos *p)
{
    if (!s->classic && r->search.net)
        return net_value(r->search.net, s->rows, p);
    if (!s->classic)
        return r->search.evaluate ? r->search.evaluate(r, p) : borrowed_value(r, p);
    return pos_side(p) == s->root_side ? r->search.classic(r, p, 0)
                                       : -r->search.classic(r, p, 1);
}

HOT_INLINE int leaf_value(const lus_rules *r, struct search *s, const lus_pos *p)
{
    s->stats.leaves++;
    return static_value(r, s, p);
}

/* The value of a position that a table holds; without tables one comparison.  A known
   win counts the depth left, as a finished game does: the sooner it is known the better.
   Asked before the result, so that a majority (A6) does not make stones worthless. */
HOT_INLINE bool known_value(const lus_rules *r, struct search *s, const lus_pos *p,
                            int depth, int *v)
{
    if (!s->known_below ||
        (r->search.material ? r->search.material(r, p) : 0) >= s->known_below ||
        !search_ask(s, r, p, v))
        return false;
    if (!r->dice.sticks)
        *v += *v >= VALUE_WIN ? depth : *v <= -VALUE_WIN ? -depth : 0;
    return true;
}

/* A position without depth left: known, over, or judged. */
HOT_INLINE int end_value(const lus_rules *r, struct search *s, const lus_pos *p)
{
    int v, result;
    if (known_value(r, s, p, 0, &v))
        return v;
    result = r->result(r, p);
    return result ? final_value(r, s, p, result, 0) : leaf_value(r, s, p);
}

/* A leaf, finished or not, before the network's curve.  The curve rises: of many
   leaves only the best has to be bent (score_value). */
HOT_INLINE int32_t leaf_score(const lus_rules *r, struct search *s, const lus_pos *p)
{
    int result = r->result(r, p);
    bool net = !s->classic && r->search.net;
    if (result)
        return net ? (result == LUS_WIN ? INT32_MAX : -INT32_MAX)
                   : final_value(r, s, p, result, 0);
    s->stats.leaves++;
    return net ? net_logit(r->search.net, s->rows, p) : static_value(r, s, p);
}

HOT_INLINE int score_value(const lus_rules *r, const struct search *s, int32_t score)
{
    if (s->classic || !r->search.net)
        return score;
    if (score == INT32_MAX || score == -INT32_MAX)
        return score > 0 ? VALUE_WIN : -VALUE_WIN;
    return net_bend_out(((const struct net_head *)s->rows)->curve, score);
}

#endif
