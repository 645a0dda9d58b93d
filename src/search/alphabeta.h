/* SPDX-License-Identifier: MIT */
/* alphabeta.h - games without dice: principal variation search.

   Fail-soft: a value at or below alpha is an upper bound, at or above beta a
   lower bound, exact in between. */
#ifndef SEARCH_ALPHABETA_H
#define SEARCH_ALPHABETA_H

#include <limits.h>
#include "search/busy.h"
#include "search/leaf.h"

/* Shallower nodes are searched faster than the table answers: Awari 18 -> 23 million
   nodes a second, Cave unchanged. */
enum { TABLE_DEPTH = 3 };

/* A child with what decides when its turn comes. */
struct child {
    lus_pos pos;
    uint64_t hash;
    int score, place; /* place in the move list */
    lus_move move;
};

/* Was this position seen before on the path?  Then the rule on repetition (A7)
   settles it, at the first return already: nothing is gained by going round. */
static inline bool on_path(const struct search *s, uint64_t hash)
{
    for (int i = s->path_len - 4; i >= 0; i -= 2)
        if (s->path[i] == hash)
            return true;
    return false;
}

HOT_INLINE int settled_value(const lus_rules *r, const struct search *s, const lus_pos *p,
                             int reason, int depth)
{
    lus_pos end = *p;
    if (r->settle)
        r->settle(r, &end, reason);
    return final_value(r, s, &end, r->result(r, &end), depth);
}

/* Plays every move, scores it; the table's move first, then what the evaluation
   likes where the subtree is worth it (Cave at depth 12: a third of the leaves), else
   the game's own hint, then what cut off elsewhere. */
HOT_INLINE void make_children(const lus_rules *r, struct search *s, const lus_pos *p,
                              const lus_move *list, int n, int first, int depth,
                              struct child *child)
{
    for (int i = 0; i < n; i++) {
        struct child *c = &child[i];
        c->pos = *p;
        r->play(r, &c->pos, 0, list[i]);
        c->move = list[i];
        c->place = i;
        c->hash = 0;
        if (depth > TABLE_DEPTH) {
            c->hash = pos_hash(&c->pos);
            if (s->tt)
                tt_prefetch(s->tt, c->hash);
        }
        c->score = s->history[pos_side(p)][move_from(list[i], 0)];
        if (i == first)
            c->score = INT_MAX;
        else if (r->search.evaluate && !s->classic && depth >= TABLE_DEPTH)
            c->score -= r->search.evaluate(r, &c->pos) * 512;
        else if (r->search.order_score)
            c->score += r->search.order_score(r, p, list[i], &c->pos) << 20;
    }
}

/* Brings the best of order[i..] to place i. */
static inline const struct child *pick(const struct child *child, uint8_t *order, int i,
                                       int n)
{
    int best = i;
    for (int j = i + 1; j < n; j++)
        if (child[order[j]].score > child[order[best]].score)
            best = j;
    uint8_t chosen = order[best];
    order[best] = order[i];
    order[i] = chosen;
    return &child[chosen];
}

static inline void reward(struct search *s, const lus_pos *p, lus_move m, int depth)
{
    int *h = &s->history[pos_side(p)][move_from(m, 0)];
    *h += depth * depth;
    if (*h >= 1 << 19)
        for (int side = 0; side < 2; side++)
            for (int i = 0; i <= LUS_MAX_MOVES; i++)
                s->history[side][i] /= 2;
}

/* Depth one: every child is a leaf. */
HOT_INLINE int last_ply(const lus_rules *r, struct search *s, const lus_pos *p,
                        const lus_move *list, int n, int beta)
{
    int best = -VALUE_MAX;
    for (int i = 0; i < n && best < beta; i++) {
        lus_pos next = *p;
        r->play(r, &next, 0, list[i]);
        int v = -end_value(r, s, &next);
        trace_move(s, list[i]);
        trace_leaf(s, &next, -v);
        best = v > best ? v : best;
    }
    return best;
}

/* Who plays by the clock, not to a depth, looks at the third and later moves that take
   nothing a ply shallower first.  Awari looks two plies deeper for it, 16 instead of 14
   with a million nodes, and scores 55.5 % (51 to 60) of 400 games at 30,000. */
enum { LATE_MOVE = 2, LATE_DEPTH = 4 };

HOT_INLINE bool is_late(const lus_rules *r, const struct search *s, const lus_pos *p,
                        const struct child *c, int depth, int i)
{
    return s->reduce && r->search.material && i >= LATE_MOVE && depth >= LATE_DEPTH &&
           r->search.material(r, p) == r->search.material(r, &c->pos);
}

/* One child: a null window first unless it is the first. */
HOT_INLINE int child_value(struct search *s, node_fn *self, const struct child *c,
                           int depth, int alpha, int beta, bool first, bool late)
{
    trace_move(s, c->move);
    if (late) {
        int v = -self(s, &c->pos, c->hash, depth - 2, -alpha - 1, -alpha);
        if (v <= alpha || s->stopped)
            return v;
        trace_move(s, c->move);
    }
    if (!first && !s->plain && beta - alpha > 1) {
        int v = -self(s, &c->pos, c->hash, depth - 1, -alpha - 1, -alpha);
        if (v <= alpha || v >= beta || s->stopped)
            return v;
        trace_move(s, c->move);
    }
    return -self(s, &c->pos, c->hash, depth - 1, -beta, -alpha);
}

HOT_INLINE int search_children(const lus_rules *r, node_fn *self, struct search *s,
                               const lus_pos *p, const struct child *child, int n,
                               int depth, int alpha, int beta, int *place)
{
    int best = -VALUE_MAX, n_late = 0;
    uint8_t order[LUS_MAX_MOVES], late[LUS_MAX_MOVES];
    for (int i = 0; i < n; i++)
        order[i] = (uint8_t)i;
    for (int i = 0; i < n + n_late; i++) {
        /* cppcheck-suppress uninitvar ; late[0 .. n_late - 1] is set */
        const struct child *c = i >= n     ? &child[late[i - n]]
                                : s->order ? pick(child, order, i, n)
                                           : &child[i];
        if (i > 0 && i < n && busy_is(s->shared->busy, c->hash, depth)) {
            late[n_late++] = (uint8_t)c->place; /* another thread is at it: come back */
            continue;
        }
        int from = best > alpha && !s->plain ? best : alpha;
        busy_enter(s->shared->busy, c->hash, depth);
        int v = child_value(s, self, c, depth, from, beta, i == 0,
                            is_late(r, s, p, c, depth, i));
        busy_leave(s->shared->busy, c->hash, depth);
        if (s->stopped)
            return 0;
        if (v > best) {
            best = v;
            *place = c->place;
        }
        if (best >= beta && !s->plain) {
            reward(s, p, c->move, depth);
            s->stats.cutoffs++;
            break;
        }
    }
    return best;
}

HOT_INLINE int alphabeta_body(const lus_rules *r, node_fn *self, struct search *s,
                              const lus_pos *p, uint64_t hash, int depth, int alpha,
                              int beta)
{
    lus_move list[LUS_MAX_MOVES];
    struct child child[LUS_MAX_MOVES];
    struct tt_entry e = tt_nothing();
    int result = r->result(r, p), place = 0, known;
    bool table = s->tt && depth >= TABLE_DEPTH;
    if (known_value(r, s, p, depth, &known))
        return known;
    if (result != LUS_ONGOING)
        return final_value(r, s, p, result, depth);
    if (depth == 0)
        return leaf_value(r, s, p);
    if (out_of_fuel(s))
        return 0;
    s->stats.nodes[pos_side(p) != s->root_side]++;
    if (r->repetition_limit && depth >= TABLE_DEPTH && on_path(s, hash))
        return settled_value(r, s, p, LUS_BY_REPETITION, depth);
    if (table && tt_probe(s->tt, hash, depth, &e) &&
        entry_settles(s, &e, alpha, beta, &known))
        return known;
    int n = r->moves(r, p, 0, list);
    if (n == 0)
        return settled_value(r, s, p, LUS_BY_NO_MOVE, depth);
    if (r->search.forced_moves && !s->plain)
        n = r->search.forced_moves(r, p, list, n, depth);
    if (depth == 1)
        return last_ply(r, s, p, list, n, s->plain ? VALUE_MAX : beta);
    make_children(r, s, p, list, n, (int)e.moves, depth, child);
    s->path[s->path_len++] = hash;
    int best = search_children(r, self, s, p, child, n, depth, alpha, beta, &place);
    s->path_len--;
    if (table && !s->stopped)
        tt_store(s->tt, hash, depth,
                 (struct tt_entry){best > alpha ? best : -VALUE_MAX,
                                   best < beta ? best : VALUE_MAX, (unsigned)place});
    return best;
}

#endif
