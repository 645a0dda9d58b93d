/* SPDX-License-Identifier: MIT */
/* net.c - a network expanded into rows for fast use: see net.h. */
#include <stdlib.h>
#include <string.h>
#include "core/net.h"

size_t net_rows_size(const struct net *n)
{
    return sizeof(struct net_head) + (size_t)net_rows(n) * sizeof(struct net_row);
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

/* Adds the weights of an input.  Sums may overflow only for sets of pieces that no
   position contains. */
static void add(struct net_row *sum, const struct net *n, int input)
{
    const int16_t *more = n->weights + input * NET_HIDDEN;
    for (int i = 0; i < NET_HIDDEN; i++)
        sum->unit[i] = (int16_t)(uint16_t)(sum->unit[i] + more[i]);
}

/* Each set is the set without its highest piece, plus that piece and its pairs. */
static void expand_chunk(const struct net *n, int chunk, struct net_row *row)
{
    row[0] = (struct net_row){0};
    for (int set = 1; set < NET_SETS; set++) {
        int b = 31 - __builtin_clz((unsigned)set), square = 4 * chunk + (b & 3);
        row[set] = row[set ^ 1 << b];
        if (square >= n->squares)
            continue;
        add(&row[set], n, (b >> 2) * n->squares + square);
        for (int a = 0; a < b; a++)
            if (set >> a & 1)
                add(&row[set], n, net_pair(n, chunk, a, b));
    }
}

/* A row for every (own, enemy) number of pieces. */
static void expand_counts(const struct net *n, int inputs_at, struct net_row *row)
{
    for (int own = 0; own <= n->pieces; own++)
        for (int enemy = 0; enemy <= n->pieces; enemy++, row++) {
            *row = (struct net_row){0};
            add(row, n, inputs_at + own);
            add(row, n, inputs_at + n->pieces + 1 + enemy);
        }
}

/* For each piece, own ones first, a row for every set of pieces ahead of it: the set without
   its highest bit, plus the far pair of that bit. */
static void expand_far(const struct net *n, struct net_row *row)
{
    int bits = n->reach + n->near;
    for (int piece = 0; piece < NET_FAR; piece++, row += 1 << bits) {
        row[0] = (struct net_row){0};
        for (int set = 1; set < 1 << bits; set++) {
            int b = 31 - __builtin_clz((unsigned)set);
            row[set] = row[set ^ 1 << b];
            add(&row[set], n, net_far_at(n) + NET_FAR * b + piece);
        }
    }
}

void net_expand(const struct net *n, void *rows)
{
    struct net_head *head = rows;
    struct net_row *row = (void *)(head + 1);
    const int16_t *out = n->weights + net_inputs(n) * NET_HIDDEN;
    int counts = net_counts(n);
    for (int c = 0; c < net_chunks(n); c++, row += NET_SETS)
        expand_chunk(n, c, row);
    expand_counts(n, net_homes_at(n), row);
    if (n->hands)
        expand_counts(n, net_hands_at(n), row + counts);
    if (n->reach)
        expand_far(n, (struct net_row *)(head + 1) + net_far_row_at(n));
    memcpy(head->out, out, (size_t)counts * sizeof *row);
    for (int i = 0; i < counts; i++)
        head->bias[i] = out[counts * NET_HIDDEN + i] * NET_BENT_ONE;
    net_curve(head->curve);
}

void *net_expanded(const struct net *n)
{
    void *rows = aligned_alloc(64, (net_rows_size(n) + 63) & ~(size_t)63);
    if (rows)
        net_expand(n, rows);
    return rows;
}
