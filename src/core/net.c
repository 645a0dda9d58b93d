/* SPDX-License-Identifier: MIT */
/* net.c - a network written out for fast use. */
#include <string.h>
#include "core/net.h"

size_t net_rows_size(const struct net *n)
{
    return sizeof(struct net_head) +
           (size_t)(2 * net_side_rows(n)) * sizeof(struct net_row);
}

/* tanh(i / 64) = (1 - x^i) / (1 + x^i) with x = exp(-1 / 32), in 31 bits. */
void net_curve(int32_t curve[NET_KNOTS + 2])
{
    const uint64_t one = UINT64_C(1) << 31, x = 2081412522; /* exp(-1 / 32) 2^31 */
    uint64_t power = one;
    for (int i = 0; i < NET_KNOTS + 2; i++) {
        curve[i] = (int32_t)(((one - power) * NET_WIN + one / 2) / (one + power));
        power = (power * x + one / 2) >> 31;
    }
}

/* Sums wrap without harm for sets of squares that no position holds. */
static struct net_row sum_of(const struct net_row *a, const int16_t *b)
{
    struct net_row sum;
    for (int i = 0; i < NET_HIDDEN; i++)
        sum.unit[i] = (int16_t)(uint16_t)(a->unit[i] + b[i]);
    return sum;
}

/* One side's rows from its weights. */
static void expand_side(const struct net *n, struct net_row *row, const int16_t *weights)
{
    static const struct net_row none = {0};
    int width = net_width(n);
    for (int c = 0; c < net_chunks(n); c++)
        for (int set = 0; set < 1 << width; set++, row++) {
            int square = set ? c * width + __builtin_ctz((unsigned)set) : n->squares;
            *row = square < n->squares
                       ? sum_of(row - (set & -set), weights + square * NET_HIDDEN)
                       : none;
        }
    const int16_t *hands = weights + n->squares * NET_HIDDEN;
    const int16_t *homes = hands + (n->hands ? (n->pieces + 1) * NET_HIDDEN : 0);
    for (int i = 0; i < net_counts(n); i++, row++) {
        int hand = i >> 3, home = i & 7;
        *row = none;
        if (hand > n->pieces || home > n->pieces)
            continue;
        *row = sum_of(row, homes + home * NET_HIDDEN);
        if (n->hands)
            *row = sum_of(row, hands + hand * NET_HIDDEN);
    }
}

void net_expand(const struct net *n, void *rows)
{
    struct net_head *head = rows;
    struct net_row *row = (void *)(head + 1);
    int side_weights = net_side_inputs(n) * NET_HIDDEN;
    const int16_t *out = n->weights + 2 * side_weights;
    expand_side(n, row, n->weights);
    expand_side(n, row + net_side_rows(n), n->weights + side_weights);
    memcpy(head->out, out, sizeof head->out);
    head->bias = out[NET_HIDDEN] * NET_BENT_ONE;
    net_curve(head->curve);
}
