/* SPDX-License-Identifier: MIT */
/* net.h - the learned evaluation of the race games, in whole numbers.

   A network has one input for every own piece on a square, every enemy piece on
   a square and every number of pieces in hand and at home; 32 hidden units; one
   output, the chance of the side about to throw.  All that follows is integer
   arithmetic, so every machine (and wasm) finds the same value.

       inputs that are 1      sum of their rows       bend            dot       curve
       own on 3, enemy on 8 -> 32 x int16, 2048 = 1 -> [-4096, 4096] -> int32 -> 2^20
   tanh(z/2)

   A first layer of sums can be cut anywhere.  net_expand writes out the sum of
   every set of eight neighbouring squares, once a search; a position is then
   six rows of 64 bytes (Ur) instead of eighteen, and nothing has to be carried
   along the line of play.

   One side's rows:   2^width rows for each chunk of `width` squares, then a row
                      for each (in hand, at home) */
#ifndef CORE_NET_H
#define CORE_NET_H

#include "lusoria.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    NET_WIN = 1 << 20, /* a won game; a running one stays strictly between */
    NET_HIDDEN = 32,
    NET_ONE = 2048,      /* 1.0 of the sums: they reach to 16 */
    NET_BENT_ONE = 4096, /* 1.0 of the bent units */
    NET_OUT_ONE = 1024,  /* 1.0 of the output weights, in logits */
    NET_Z_ONE = 1 << 22, /* 1.0 of the output: NET_BENT_ONE * NET_OUT_ONE */
    NET_KNOT_BITS = 17,  /* the curve has 32 knots a logit ... */
    NET_KNOTS = 12 * 32, /* ... and ends at 12 logits: 0.99999 */
    NET_MAX_TERMS = 10,
};

/* The shape is constant in the game's header and folds; the weights are data.
   Order of the weights: for own then enemy: squares 1.., [0.. in hand], 0.. at
   home; NET_HIDDEN numbers each; then the output's, then its bias. */
struct net {
    int squares, pieces;
    int hands; /* pieces wait in hand: w[2] counts them */
    const int16_t *weights;
};

static inline int net_side_inputs(const struct net *n)
{
    return n->squares + (n->pieces + 1) * (n->hands ? 2 : 1);
}

static inline int net_weights(const struct net *n)
{
    return (2 * net_side_inputs(n) + 1) * NET_HIDDEN + 1;
}

static inline int net_chunks(const struct net *n)
{
    return (n->squares + 7) / 8;
}

static inline int net_width(const struct net *n)
{
    return (n->squares + net_chunks(n) - 1) / net_chunks(n);
}

static inline int net_counts(const struct net *n)
{
    return n->hands ? 64 : 8;
}

static inline int net_side_rows(const struct net *n)
{
    return (net_chunks(n) << net_width(n)) + net_counts(n);
}

static inline int net_terms(const struct net *n)
{
    return 2 * (net_chunks(n) + 1);
}

/* Pieces on the board, own in the low half and enemy in the high one. */
static inline uint64_t net_boards(const lus_pos *p)
{
    uint64_t x = p->w[0] | p->w[1] << 32;
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    x += x >> 8;
    return (x + (x >> 16)) & 0x3f0000003f;
}

/* The numbers of the rows whose sum is the position. */
static inline __attribute__((always_inline)) void
net_index(const struct net *n, const lus_pos *p, uint32_t at[NET_MAX_TERMS])
{
    const int chunks = net_chunks(n), width = net_width(n);
    if (chunks < 1)
        __builtin_unreachable();
    const uint32_t set = (1u << width) - 1;
    uint64_t boards = net_boards(p);
    for (int side = 0; side < 2; side++) {
        uint32_t base = (uint32_t)(side * net_side_rows(n));
        uint32_t mask = (uint32_t)(p->w[side] >> 1);
        uint32_t hand = n->hands ? (uint32_t)(p->w[2] >> (8 * side) & 7) : 0;
        uint32_t home =
            (uint32_t)n->pieces - hand - (uint32_t)(boards >> (32 * side) & 0x3f);
        for (int c = 0; c < chunks; c++)
            *at++ = base + ((uint32_t)c << width) + (mask >> (c * width) & set);
        *at++ = base + (uint32_t)(chunks << width) + (hand << 3 | (home & 7));
    }
}

struct net_row {
    int16_t unit[NET_HIDDEN];
};

/* What net_expand writes, before the rows. */
struct net_head {
    int16_t out[NET_HIDDEN];
    int32_t curve[NET_KNOTS + 2]; /* 2^20 tanh(i / 64) */
    int32_t bias;
    char pad[64 - (4 * (NET_KNOTS + 3)) % 64];
};

/* Memory for the expanded rows, aligned to 64 bytes, is the caller's. */
size_t net_rows_size(const struct net *n);
void net_expand(const struct net *n, void *rows);
void net_curve(int32_t curve[NET_KNOTS + 2]);

/* 2^20 tanh(z / 2), in straight lines between the knots. */
static inline int net_bend_out(const int32_t *curve, int32_t z)
{
    const int32_t last = (NET_KNOTS << NET_KNOT_BITS) - 1;
    int32_t size = z < 0 ? -z : z;
    size = size < last ? size : last;
    const int32_t *k = curve + (size >> NET_KNOT_BITS);
    int32_t part = (size & ((1 << NET_KNOT_BITS) - 1)) >> 2;
    int32_t v = k[0] + ((k[1] - k[0]) * part >> (NET_KNOT_BITS - 2));
    return z < 0 ? -v : v;
}

/* The bent units times the output weights: x (2 - |x|) between -1 and 1 is much
   like tanh and only a multiplication.  The two ways give the same number. */
static inline int32_t net_dot(const struct net_row *sum, const int16_t *out)
{
    int32_t z = 0;
    for (int i = 0; i < NET_HIDDEN; i++) {
        int x = sum->unit[i] < NET_ONE - 1 ? sum->unit[i] : NET_ONE - 1;
        x = x > 1 - NET_ONE ? x : 1 - NET_ONE;
        z += (16 * x * (8 * NET_ONE - 4 * (x < 0 ? -x : x)) >> 16) * out[i];
    }
    return z;
}

#ifdef __SSE2__
static inline __attribute__((always_inline)) int32_t
net_sum_dot(const struct net_row *row, const uint32_t *at, int terms, const int16_t *out)
{
    const __m128i top = _mm_set1_epi16(NET_ONE - 1), twice = _mm_set1_epi16(2 * NET_ONE);
    __m128i total = _mm_setzero_si128();
    for (int i = 0; i < NET_HIDDEN; i += 8) {
        __m128i x = _mm_load_si128((const void *)(row[at[0]].unit + i));
        for (int t = 1; t < terms; t++)
            x = _mm_add_epi16(x, _mm_load_si128((const void *)(row[at[t]].unit + i)));
        x = _mm_max_epi16(_mm_min_epi16(x, top), _mm_sub_epi16(_mm_setzero_si128(), top));
        __m128i size = _mm_max_epi16(x, _mm_sub_epi16(_mm_setzero_si128(), x));
        __m128i bent = _mm_mulhi_epi16(_mm_slli_epi16(x, 4),
                                       _mm_slli_epi16(_mm_sub_epi16(twice, size), 2));
        total = _mm_add_epi32(
            total, _mm_madd_epi16(bent, _mm_load_si128((const void *)(out + i))));
    }
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(total, _mm_shuffle_epi32(total, 0xb1)));
}
#else
static inline __attribute__((always_inline)) int32_t
net_sum_dot(const struct net_row *row, const uint32_t *at, int terms, const int16_t *out)
{
    struct net_row sum = row[at[0]];
    for (int t = 1; t < terms; t++)
        for (int i = 0; i < NET_HIDDEN; i++)
            sum.unit[i] = (int16_t)(sum.unit[i] + row[at[t]].unit[i]);
    return net_dot(&sum, out);
}
#endif

/* The value of a running game for the side about to throw. */
static inline __attribute__((always_inline)) int
net_value(const struct net *n, const void *rows, const lus_pos *p)
{
    const struct net_head *head = rows;
    uint32_t at[NET_MAX_TERMS];
    net_index(n, p, at);
    int32_t z = net_sum_dot((const void *)(head + 1), at, net_terms(n), head->out);
    return net_bend_out(head->curve, head->bias + z);
}

#endif
