/* SPDX-License-Identifier: MIT */
/* star_internal.h - dice games: negamax with chance nodes, Ballard's Star1 and Star2.

   The value of a chance node (a side about to throw) of depth d is

       sum over throws of weight x value of the best move, / W, rounded towards zero

   While its throws are searched, each has bounds lo <= value <= hi, so the sum has bounds
   too.  The value of a throw matters only inside the window in which it can decide
   whether the sum reaches `high` or stays at or below `low` (Star1).  While the other
   throws are open, that window is almost the full range.  Star2 therefore first probes
   each throw with a window of one point:

       static estimates of the throws, one ply deep          e0   e1   e2   e3   e4
       their weighted sum exceeds `high`, so every throw
       may be lower by the same slack s and the sum
       still reaches it; probed are                          e0-s e1-s e2-s e3-s e4-s

   One good move of each throw proves it.  If the estimates are below `low`, the opposite
   is proved by refuting all moves of each throw.  Wrong estimates cost time, never
   values: only bounds are kept, and Star1 decides what remains open.  Cutoffs compare
   with the unclamped window. */
#ifndef SEARCH_STAR_INTERNAL_H
#define SEARCH_STAR_INTERNAL_H

#include "search/throws_internal.h"

HOT_INLINE int throw_move_value(node_fn *self, struct search *s,
                                const struct throw_moves *c, int k, int depth, int alpha,
                                int beta)
{
    const lus_pos *next = &c->next[k];
    return c->again[k] ? self(s, next, c->hash[k], depth - 1, alpha, beta)
                       : -self(s, next, c->hash[k], depth - 1, -beta, -alpha);
}

/* The value of the best move of a throw.  After the first move, a null window shows
   whether a move is better; only then is its value searched. */
HOT_INLINE int search_throw(node_fn *self, struct search *s, const lus_pos *p,
                            const struct throw_moves *c, int depth, int alpha, int beta,
                            int *best_index)
{
    int best = -VALUE_MAX;
    s->stats.nodes[pos_side(p) != s->root_side]++;
    s->nodes_to_check--;
    for (int i = 0; i < c->n; i++) {
        int k = c->order[i], from = best > alpha && !s->plain ? best : alpha;
        int to = i && from + 1 < beta && !s->plain ? from + 1 : beta;
        tree_move_at(s, k);
        int v = throw_move_value(self, s, c, k, depth, from, to);
        if (v >= to && to < beta && !s->stopped) {
            tree_move_at(s, k);
            v = throw_move_value(self, s, c, k, depth, from, beta);
        }
        if (s->stopped)
            return 0;
        if (v > best) {
            best = v;
            *best_index = k;
        }
        if (best >= beta && !s->plain) {
            s->stats.cutoffs++;
            break;
        }
    }
    return best;
}

/* A throw at the last ply: every child is a leaf.  The foremost pieces, listed last, are
   moved first. */
HOT_INLINE int search_throw_leaves(const lus_rules *r, struct search *s, const lus_pos *p,
                                   int throw, int beta)
{
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, p, throw, list), exact = -VALUE_MAX;
    int32_t best = -INT32_MAX;
    s->stats.nodes[pos_side(p) != s->root_side]++;
    s->nodes_to_check--;
    for (int i = n ? n - 1 : 0; i >= 0; i--) {
        lus_pos next = *p;
        int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw), v;
        tree_move_at(s, i);
        if (tablebase_value(r, s, &next, 0, &v)) {
            tree_leaf(s, &next, v);
            exact = max_int(exact, again ? v : -v);
        } else {
            int32_t score = leaf_score(r, s, &next);
            tree_leaf(s, &next, score_value(r, s, score));
            best = max_int(best, again ? score : -score);
        }
        if (beta < VALUE_MAX && max_int(exact, score_value(r, s, best)) >= beta)
            break;
    }
    return max_int(exact, score_value(r, s, best));
}

/* A chance node of depth 1, searched exactly.  With a table this is cheaper than searching
   it again for every other window: Ur at depth 7 searches 46,000 such nodes with narrow
   windows and 27,000 exactly. */
HOT_INLINE int last_chance_node(const lus_rules *r, struct search *s, const lus_pos *p)
{
    int64_t sum = 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        tree_throw(s, p, t, 1, -VALUE_MAX, VALUE_MAX, false);
        int v = search_throw_leaves(r, s, p, r->dice.throws[t].value, VALUE_MAX);
        tree_leave(s, v);
        sum += (int64_t)r->dice.throws[t].weight * v;
    }
    return (int)(sum / r->dice.weight_sum);
}

/* Enhanced transposition cutoff (ETC): the table entries of the children bound the
   throw. */
HOT_INLINE void probe_children(const lus_rules *r, const struct search *s,
                               struct throw_moves *c, int depth, int t,
                               struct throw_bounds *b)
{
    int lower = -VALUE_MAX, upper = -VALUE_MAX;
    for (int i = 0; i < c->n; i++) {
        struct tt_entry e;
        tt_probe(s->tt, c->hash[i], depth - 1, &e);
        c->lower[i] = c->again[i] ? e.lower : -e.upper;
        c->upper[i] = c->again[i] ? e.upper : -e.lower;
        lower = max_int(lower, c->lower[i]);
        upper = max_int(upper, c->upper[i]);
    }
    if (lower > b->lo[t])
        raise_lower(b, t, r->dice.throws[t].weight, lower);
    if (upper < b->hi[t])
        reduce_upper(b, t, r->dice.throws[t].weight, upper);
}

/* The plan to prove that the sum reaches `high` (sign 1) or stays at `low` (sign -1). */
struct star2_plan {
    unsigned probed; /* bit set of throws */
    int next;        /* throw to probe; -1: none left, or the estimates are against it */
    int64_t slack;   /* by which every open throw may miss its estimate */
};

HOT_INLINE void star2_make_plan(const lus_rules *r, const struct throw_moves *c,
                                const struct throw_bounds *b, int sign,
                                struct star2_plan *plan)
{
    int64_t over = sign > 0 ? -b->high : b->low;
    int open = 0;
    plan->next = -1;
    for (int k = r->dice.n_throws - 1; k >= 0; k--) {
        int t = r->dice.by_weight[k], weight = r->dice.throws[t].weight;
        if (plan->probed >> t & 1) {
            over += (int64_t)weight * (sign > 0 ? b->lo[t] : -b->hi[t]);
        } else {
            over += (int64_t)weight * sign * clamp_int(c[t].estimate, b->lo[t], b->hi[t]);
            open += weight;
            plan->next = t;
        }
    }
    if (over < 0 || !open)
        plan->next = -1;
    else
        plan->slack = over / open;
}

/* Star2: probes throws while a plan exists.  Returns true if the sum is decided. */
HOT_INLINE bool star2_probe(const lus_rules *r, node_fn *self, struct search *s,
                            const lus_pos *p, int depth, const struct throw_moves *c,
                            struct throw_bounds *b, unsigned *moves)
{
    struct star2_plan high = {0}, low = {0};
    for (;;) {
        star2_make_plan(r, c, b, 1, &high);
        star2_make_plan(r, c, b, -1, &low);
        bool prove_high = high.next >= 0;
        int t = prove_high ? high.next : low.next, best_index = 0;
        if (t < 0)
            return false;
        int64_t target = clamp_int(c[t].estimate, b->lo[t], b->hi[t]) +
                         (prove_high ? -high.slack - 1 : low.slack);
        int weight = r->dice.throws[t].weight, from = clamp_value(target);
        *(prove_high ? &high.probed : &low.probed) |= 1u << t;
        if (prove_high ? b->lo[t] > from : b->hi[t] <= from)
            continue;
        tree_throw(s, p, t, depth, from, from + 1, true);
        int v = search_throw(self, s, p, &c[t], depth, from, from + 1, &best_index);
        tree_leave(s, v);
        if (s->stopped)
            return true;
        *moves = set_move_hint(*moves, t, best_index);
        if (v > from && v > b->lo[t])
            raise_lower(b, t, weight, v);
        if (v <= from && v < b->hi[t])
            reduce_upper(b, t, weight, v);
        if (b->sum_lo >= b->high || b->sum_hi <= b->low)
            return true;
    }
}

/* Star1: searches every throw in its window until the sum is decided or exact. */
HOT_INLINE void star1_search(const lus_rules *r, node_fn *self, struct search *s,
                             const lus_pos *p, int depth, const struct throw_moves *c,
                             struct throw_bounds *b, unsigned *moves)
{
    for (int k = 0; k < r->dice.n_throws; k++) {
        int t = r->dice.by_weight[k], weight = r->dice.throws[t].weight, best_index = 0;
        if (b->lo[t] == b->hi[t])
            continue;
        int64_t low = fails_low(b, t, weight), high = fails_high(b, t, weight);
        int from = s->plain ? -VALUE_MAX : clamp_value(low);
        int to = s->plain ? VALUE_MAX : clamp_value(high);
        tree_throw(s, p, t, depth, from, to, false);
        int v = depth == 1
                    ? search_throw_leaves(r, s, p, r->dice.throws[t].value, to)
                    : search_throw(self, s, p, &c[t], depth, from, to, &best_index);
        tree_leave(s, v);
        if (s->stopped)
            return;
        if (depth > 1)
            *moves = set_move_hint(*moves, t, best_index);
        if (v > low && v > b->lo[t])
            raise_lower(b, t, weight, v);
        if (v < high && v < b->hi[t])
            reduce_upper(b, t, weight, v);
        if ((v <= low || v >= high) && !s->plain) {
            s->stats.cutoffs++;
            return;
        }
    }
}

/* Tries what may be cheaper than Star1: table entries of the children, then Star2.
   Returns true if the sum is decided. */
HOT_INLINE bool decide_cheaply(const lus_rules *r, node_fn *self, struct search *s,
                               const lus_pos *p, int depth, struct throw_moves *c,
                               struct throw_bounds *b, unsigned *moves)
{
    for (int t = 0; t < r->dice.n_throws; t++)
        play_throw(r, s, p, r->dice.throws[t].value, &c[t]);
    for (int t = 0; t < r->dice.n_throws && s->tt; t++)
        probe_children(r, s, &c[t], depth, t, b);
    if (b->sum_lo >= b->high || b->sum_hi <= b->low)
        return true;
    for (int t = 0; t < r->dice.n_throws && (s->order || s->star2); t++)
        order_throw(r, s, &c[t], move_hint(*moves, t));
    return s->star2 && star2_probe(r, self, s, p, depth, c, b, moves);
}

/* Returns bounds of an unfinished chance node that decide its window. */
HOT_INLINE struct tt_entry search_chance_node(const lus_rules *r, node_fn *self,
                                              struct search *s, const lus_pos *p,
                                              int depth, int alpha, int beta,
                                              unsigned moves)
{
    if (depth == 1 && s->tt && s->root_depth > 2) {
        int v = last_chance_node(r, s, p);
        return (struct tt_entry){v, v, moves};
    }
    struct throw_moves c[LUS_MAX_THROWS];
    struct throw_bounds b = open_throw_bounds(r, s->bound, alpha, beta);
    if (depth == 1 || !decide_cheaply(r, self, s, p, depth, c, &b, &moves))
        star1_search(r, self, s, p, depth, c, &b, &moves);
    return (struct tt_entry){(int)(b.sum_lo / r->dice.weight_sum),
                             (int)(b.sum_hi / r->dice.weight_sum), moves};
}

HOT_INLINE int star_body(const lus_rules *r, node_fn *self, struct search *s,
                         const lus_pos *p, uint64_t hash, int depth, int alpha, int beta)
{
    int result = r->result(r, p), v;
    struct tt_entry e = tt_no_entry();
    if (tablebase_value(r, s, p, depth, &v))
        return v;
    if (result != LUS_ONGOING)
        return final_value(r, s, p, result, depth);
    if (depth == 0)
        return leaf_value(r, s, p);
    if (must_stop(s))
        return 0;
    s->stats.chance++;
    if (s->tt && tt_probe(s->tt, hash, depth, &e) && tt_cutoff(s, &e, alpha, beta, &v))
        return v;
    e = search_chance_node(r, self, s, p, depth, alpha, beta, e.moves);
    if (s->stopped)
        return 0;
    if (s->tt)
        tt_store(s->tt, hash, depth, e);
    return e.lower >= beta ? e.lower : e.upper;
}

#endif
