/* SPDX-License-Identifier: MIT */
/* judge.c - see judge.h. */
#include <stdlib.h>
#include "search/value.h"
#include "support/judge.h"

void *judge_rows(const lus_rules *r)
{
    if (!r->search.net)
        return NULL;
    void *rows = aligned_alloc(64, (net_rows_size(r->search.net) + 63) & ~(size_t)63);
    if (rows)
        net_expand(r->search.net, rows);
    return rows;
}

int judge_evaluate(const lus_rules *r, const lus_pos *p)
{
    if (r->search.evaluate)
        return r->search.evaluate(r, p);
    int64_t halfway = VALUE_WIN / 2;
    return (int)(r->search.classic(r, p, 0) * halfway / r->search.classic_bound);
}

static int judge_leaf(const struct judge *j, const lus_pos *p)
{
    if (!j->classic && j->rows)
        return net_value(j->r->search.net, j->rows, p);
    if (!j->classic)
        return judge_evaluate(j->r, p);
    return pos_side(p) == j->root_side ? j->r->search.classic(j->r, p, 0)
                                       : -j->r->search.classic(j->r, p, 1);
}

static int judge_end(const struct judge *j, const lus_pos *p, int result, int depth)
{
    int sign = result == LUS_WIN ? 1 : result == LUS_LOSS ? -1 : 0, score[2];
    if (j->classic)
        return judge_leaf(j, p) + sign * depth;
    if (lus_has_dice(j->r))
        return sign * VALUE_WIN;
    j->r->score(j->r, p, score);
    return sign * (VALUE_WIN + depth) +
           (j->r->score_counts ? VALUE_STONE * (score[0] - score[1]) : 0);
}

/* The plain value of a position about to throw (or to move, without dice). */
static int judge_value(const struct judge *j, const lus_pos *p, int depth)
{
    const lus_rules *r = j->r;
    int result = r->result(r, p);
    if (result != LUS_ONGOING)
        return judge_end(j, p, result, depth);
    if (depth == 0)
        return judge_leaf(j, p);
    int64_t sum = 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = r->dice.throws[t].value, n = r->moves(r, p, throw, list),
            best = INT32_MIN;
        lus_pos end = *p;
        if (n == 0 && r->no_move_ends) {
            r->settle(r, &end, LUS_BY_NO_MOVE);
            return judge_end(j, &end, r->result(r, &end), depth);
        }
        for (int i = 0; i < (n ? n : 1); i++) {
            lus_pos next = *p;
            int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw);
            int v = judge_value(j, &next, depth - 1);
            v = again ? v : -v;
            best = v > best ? v : best;
        }
        sum += (int64_t)r->dice.throws[t].weight * best;
    }
    return (int)(sum / r->dice.weight_sum);
}

int judge_move(const struct judge *j, const lus_pos *p, int throw, lus_move m, int depth)
{
    lus_pos next = *p;
    int again = j->r->play(j->r, &next, throw, m), v = judge_value(j, &next, depth - 1);
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
