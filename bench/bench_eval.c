/* SPDX-License-Identifier: MIT */
/* bench_eval.c - what the learned evaluation is worth, one ply deep, against the
   classic one: pairs of games with the same throws and changed seats.

       bench_eval [PAIRS]      the win rate of `default` with its 95 % bounds */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "core/rules.h"

enum { MAX_PLIES = 5000 };

static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int draw_throw(const lus_rules *r, uint64_t *dice)
{
    int x = (int)(random_next(dice) >> 32) & (r->weight_sum - 1), t = 0;
    while ((x -= r->throws[t].weight) >= 0)
        t++;
    return r->throws[t].value;
}

/* The value of a position for the mover, who throws again or does not; rows NULL:
   classic, which in Senet is not the same for both sides. */
static int value_of(const lus_rules *r, const void *rows, const lus_pos *p, int again)
{
    int result = r->result(r, p), value;
    if (!rows)
        return r->classic(r, p, !again);
    if (result == LUS_ONGOING)
        value = net_value(r->net, rows, p);
    else
        value = result == LUS_WIN ? NET_WIN : -NET_WIN;
    return again ? value : -value;
}

static lus_pos best_move(const lus_rules *r, const void *rows, const lus_pos *p,
                         int throw)
{
    lus_move list[LUS_MAX_MOVES];
    lus_pos best = *p, next;
    int n = r->moves(r, p, throw, list), best_value = 0;
    if (!n)
        r->pass(r, &best, throw);
    for (int i = 0; i < n; i++) {
        next = *p;
        int again = r->play(r, &next, throw, list[i]);
        int v = value_of(r, rows, &next, again);
        if (!i || v > best_value) {
            best = next;
            best_value = v;
        }
    }
    return best;
}

/* Whether side 0 wins; `rows` for each side. */
static double play(const lus_rules *r, const void *const rows[2], uint64_t dice)
{
    lus_pos p;
    r->start(r, &p);
    for (int ply = 0; ply < MAX_PLIES; ply++) {
        p = best_move(r, rows[pos_side(&p)], &p, draw_throw(r, &dice));
        int result = r->result(r, &p);
        if (result != LUS_ONGOING)
            return (result == LUS_WIN) == (pos_side(&p) == 0);
    }
    return 0.5;
}

static void match(const lus_rules *r, int pairs)
{
    void *rows = aligned_alloc(64, net_rows_size(r->net));
    double sum = 0, squares = 0;
    if (!rows)
        return;
    net_expand(r->net, rows);
    for (int i = 0; i < pairs; i++) {
        uint64_t dice = (uint64_t)i * UINT64_C(0xd1342543de82ef95) + 1;
        const void *const first[2] = {rows, NULL}, *const second[2] = {NULL, rows};
        double score = (play(r, first, dice) + 1 - play(r, second, dice)) / 2;
        sum += score;
        squares += score * score;
    }
    free(rows);
    double mean = sum / pairs, variance = squares / pairs - mean * mean;
    double error = 1.96 * sqrt(variance / pairs);
    printf(
        "%-16s default %.2f %% against classic, 95 %% between %.2f and %.2f (%d games)\n",
        r->name, 100 * mean, 100 * (mean - error), 100 * (mean + error), 2 * pairs);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int pairs = argc > 1 ? atoi(argv[1]) : 5000;
    const lus_rules *r;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        if (r->net)
            match(r, pairs);
    return 0;
}
