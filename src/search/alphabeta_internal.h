/* SPDX-License-Identifier: MIT */
/* alphabeta_internal.h - games without dice: principal variation search.

   Fail-soft: a value at or below alpha is an upper bound, at or above beta a
   lower bound, exact in between.

       alphabeta_body        tablebase, end of game, leaf, table; then the moves
         play_children       all moves played and scored
         search_children     best score first; the first with the full window, the others
           child_value       with a null window (alpha, alpha + 1), again if they exceed it
         search_last_ply     depth 1: the children are evaluated without calls

   `s->plain` switches pruning off for tests: the value is the same. */
#ifndef SEARCH_ALPHABETA_INTERNAL_H
#define SEARCH_ALPHABETA_INTERNAL_H

#include <limits.h>
#include "search/abdada_internal.h"
#include "search/leaf_internal.h"

/* The table is not used at shallower nodes, where searching is faster than probing: Awari
   18 -> 23 million nodes a second, Cave unchanged. */
enum { TABLE_DEPTH = 3 };

/* A child and its move-ordering score. */
struct scored_child {
    lus_pos pos;
    uint64_t hash;
    int score, index; /* index in the move list */
    lus_move move;
};

/* Did this position occur before, in the game or on the current line?  The search applies
   the repetition rule (A7) at the first repetition: a cycle gains nothing. */
static inline bool is_repetition(const struct search *s, uint64_t hash)
{
    for (int i = s->path_len - 4; i >= 0; i -= 2)
        if (s->path[i] == hash)
            return true;
    return false;
}

/* The value of a game that ends here by repetition (A7) or without a move (A5). */
HOT_INLINE int settled_value(const lus_rules *r, const struct search *s, const lus_pos *p,
                             int reason, int depth)
{
    lus_pos end = *p;
    if (r->settle)
        r->settle(r, &end, reason);
    return final_value(r, s, &end, r->result(r, &end), depth);
}

/* Plays every move and scores it for move ordering: first the table's move, then by
   static evaluation if the subtree is deep enough (Cave at depth 12: a third of the
   leaves), otherwise by the game's order_score, then by the history heuristic. */
HOT_INLINE void play_children(const lus_rules *r, struct search *s, const lus_pos *p,
                              const lus_move *list, int n, int first, int depth,
                              struct scored_child *child)
{
    for (int i = 0; i < n; i++) {
        struct scored_child *c = &child[i];
        c->pos = *p;
        r->play(r, &c->pos, 0, list[i]);
        c->move = list[i];
        c->index = i;
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
            c->score -= static_value(r, s, &c->pos) * 512;
        else if (r->search.order_score)
            c->score += r->search.order_score(r, p, list[i], &c->pos) << 20;
    }
}

/* Moves the best of order[i..n-1] to order[i]. */
static inline const struct scored_child *pick_next(const struct scored_child *child,
                                                   uint8_t *order, int i, int n)
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

/* History heuristic: a move that caused a cutoff is tried earlier elsewhere.  Counters are
   halved before they exceed the weight of order_score (20 bits). */
static inline void reward_history(struct search *s, const lus_pos *p, lus_move m,
                                  int depth)
{
    int *h = &s->history[pos_side(p)][move_from(m, 0)];
    *h += depth * depth;
    if (*h >= 1 << 19)
        for (int side = 0; side < 2; side++)
            for (int i = 0; i <= LUS_MAX_MOVES; i++)
                s->history[side][i] /= 2;
}

/* Depth 1: every child is a leaf. */
HOT_INLINE int search_last_ply(const lus_rules *r, struct search *s, const lus_pos *p,
                               const lus_move *list, int n, int beta)
{
    int best = -VALUE_MAX;
    for (int i = 0; i < n && best < beta; i++) {
        lus_pos next = *p;
        r->play(r, &next, 0, list[i]);
        int v = -horizon_value(r, s, &next);
        tree_move(s, list[i]);
        tree_leaf(s, &next, -v);
        best = v > best ? v : best;
    }
    return best;
}

/* A selective search, for searches without a depth limit, finds more by searching most
   moves less deep (late-move reduction).  Measured in doc/performance.md; only in games
   with captures: Cave lost strength. */
HOT_INLINE bool is_selective(const lus_rules *r, const struct search *s)
{
    return s->selective && r->search.material;
}

enum { LATE_MOVE = 2, LATE_CAPTURE = 3, LATE_DEPTH = 4 };

/* 16 times the logarithm to base 2, linear between powers of two. */
static inline int log2_times_16(int n)
{
    int power = 31 - __builtin_clz((unsigned)n);
    return 16 * (power - 1) + (n * 16 >> power);
}

/* By how many plies move number i (from 0) is first searched less deep: a capture by one,
   another move by 0.6 x log2(depth) x log2(i + 1), at depth 10 three plies or more. */
HOT_INLINE int reduction(const lus_rules *r, const struct search *s, const lus_pos *p,
                         const struct scored_child *c, int depth, int i)
{
    if (!is_selective(r, s) || i < LATE_MOVE || depth < LATE_DEPTH)
        return 0;
    if (r->search.material(r, p) != r->search.material(r, &c->pos))
        return i >= LATE_CAPTURE;
    int plies = log2_times_16(depth) * log2_times_16(i + 1) / 416;
    return plies < depth - 2 ? plies : depth - 2;
}

/* The value of one child: after the first, a null window first; `reduced` plies less
   deep, if any, before that. */
HOT_INLINE int child_value(struct search *s, node_fn *self, const struct scored_child *c,
                           int depth, int alpha, int beta, bool first, int reduced)
{
    tree_move(s, c->move);
    if (reduced) {
        int v = -self(s, &c->pos, c->hash, depth - 1 - reduced, -alpha - 1, -alpha);
        if (v <= alpha || s->stopped)
            return v;
        tree_move(s, c->move);
    }
    if (!first && !s->plain && beta - alpha > 1) {
        int v = -self(s, &c->pos, c->hash, depth - 1, -alpha - 1, -alpha);
        if (v <= alpha || v >= beta || s->stopped)
            return v;
        tree_move(s, c->move);
    }
    return -self(s, &c->pos, c->hash, depth - 1, -beta, -alpha);
}

/* Searches the children in order; *best_index is the move that is stored in the table.
   Children that another thread is searching are deferred to the end (ABDADA). */
HOT_INLINE int search_children(const lus_rules *r, node_fn *self, struct search *s,
                               const lus_pos *p, const struct scored_child *child, int n,
                               int depth, int alpha, int beta, int *best_index)
{
    int best = -VALUE_MAX, n_deferred = 0;
    uint8_t order[LUS_MAX_MOVES], deferred[LUS_MAX_MOVES];
    for (int i = 0; i < n; i++)
        order[i] = (uint8_t)i;
    for (int i = 0; i < n + n_deferred; i++) {
        /* cppcheck-suppress uninitvar ; deferred[0 .. n_deferred - 1] is set */
        const struct scored_child *c = i >= n     ? &child[deferred[i - n]]
                                       : s->order ? pick_next(child, order, i, n)
                                                  : &child[i];
        if (i > 0 && i < n && abdada_defer(s->shared->abdada, c->hash, depth)) {
            deferred[n_deferred++] = (uint8_t)c->index; /* another thread searches it */
            continue;
        }
        int from = best > alpha && !s->plain ? best : alpha;
        abdada_start(s->shared->abdada, c->hash, depth);
        int v = child_value(s, self, c, depth, from, beta, i == 0,
                            reduction(r, s, p, c, depth, i));
        abdada_finish(s->shared->abdada, c->hash, depth);
        if (s->stopped)
            return 0;
        if (v > best) {
            best = v;
            *best_index = c->index;
        }
        if (best >= beta && !s->plain) {
            reward_history(s, p, c->move, depth);
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
    struct scored_child child[LUS_MAX_MOVES];
    struct tt_entry e = tt_no_entry();
    struct value_range range;
    int result = r->result(r, p), best_index = 0, v;
    bool table = s->tt && depth >= TABLE_DEPTH;
    bool bounded = tablebase_range(r, s, p, depth, &range);
    if (bounded && range.lower == range.upper)
        return range.lower;
    if (result != LUS_ONGOING)
        return final_value(r, s, p, result, depth);
    if (depth == 0)
        return bounded ? leaf_in_range(r, s, p, &range) : leaf_value(r, s, p);
    if (must_stop(s))
        return 0;
    s->stats.nodes[pos_side(p) != s->root_side]++;
    if (r->repetition_limit && depth >= TABLE_DEPTH && is_repetition(s, hash))
        return settled_value(r, s, p, LUS_BY_REPETITION, depth);
    if (bounded && !s->plain && (range.lower >= beta || range.upper <= alpha))
        return range.lower >= beta ? range.lower : range.upper;
    if (table &&
        tt_probe_range(s->tt, hash, depth, is_selective(r, s) ? MAX_DEPTH : depth, &e) &&
        tt_cutoff(s, &e, alpha, beta, &v))
        return v;
    int n = r->moves(r, p, 0, list);
    if (n == 0)
        return settled_value(r, s, p, LUS_BY_NO_MOVE, depth);
    if (r->search.forced_moves && !s->plain)
        n = r->search.forced_moves(r, p, list, n, depth);
    if (depth == 1) {
        v = search_last_ply(r, s, p, list, n, s->plain ? VALUE_MAX : beta);
        return bounded ? clamp_to_range(v, &range) : v;
    }
    play_children(r, s, p, list, n, (int)e.moves, depth, child);
    s->path[s->path_len++] = hash;
    /* A search between the bounds is enough: what is outside becomes the bound. */
    bool narrow = bounded && !s->plain;
    int low = narrow && range.lower > alpha ? range.lower : alpha;
    int high = narrow && range.upper < beta ? range.upper : beta;
    int best = search_children(r, self, s, p, child, n, depth, low, high, &best_index);
    best = bounded ? clamp_to_range(best, &range) : best;
    s->path_len--;
    if (table && !s->stopped)
        tt_store(s->tt, hash, depth,
                 (struct tt_entry){best > alpha ? best : -VALUE_MAX,
                                   best < beta ? best : VALUE_MAX, (unsigned)best_index});
    return best;
}

#endif
