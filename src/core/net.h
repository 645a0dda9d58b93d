/* SPDX-License-Identifier: MIT */
/* net.h - the learned evaluation of the race games: a small neural network in integers.

   The inputs are 0 or 1: a piece of either side on a square, two pieces within the same
   four squares, the numbers of pieces in hand and at home; where a game needs it, also
   pieces of both sides a few squares apart.  The weights of the inputs that are 1 are
   added to 16 hidden units; an activation function, one of several output
   layers (chosen by the pieces at home, because end games differ) and a sigmoid follow.
   Everything is integer arithmetic, so every machine (and wasm) computes the same value.

       rows of the inputs that are 1      activation         output           sigmoid
       16 x int16, 2048 = 1          -> [-4096, 4096] -> int32, 2^22 = 1 -> 2^20 tanh(z/2)

   The first layer is a sum, so parts of it can be computed in advance.  net_expand
   writes, once per search, the sum for every set of pieces on every four squares (a
   chunk).  A position is then the sum of six rows of 32 bytes (Ur) or nine (Senet): 12 ns
   for a position of Ur, without state to update along the line of play.

   The set of pieces on a chunk is a byte:
       bit    0 1 2 3   4 5 6 7
              own       enemy         on squares 4c + 1 .. 4c + 4 */
#ifndef CORE_NET_H
#define CORE_NET_H

#include "lusoria.h"
#ifdef __SSE2__
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

enum {
    NET_WIN = 1 << 20, /* a won game; the value of an unfinished one is smaller */
    NET_HIDDEN = 16,
    NET_ONE = 2048,      /* 1.0 of the sums, which go up to 16 */
    NET_BENT_ONE = 4096, /* 1.0 of the activations */
    NET_OUT_ONE = 1024,  /* 1.0 of the output weights, in logits */
    NET_Z_ONE = 1 << 22, /* 1.0 of the output: NET_BENT_ONE * NET_OUT_ONE */
    NET_KNOT_BITS = 17,  /* the sigmoid has 32 knots per logit ... */
    NET_KNOTS = 12 * 32, /* ... and ends at 12 logits: 0.99999 */
    NET_SETS = 256,      /* sets of pieces on a chunk */
    NET_PAIRS = 28,      /* pairs of a chunk's eight bits */
    NET_MAX_TERMS = 24,
    NET_FAR = 64, /* inputs of a distance: bit s, and 32 + s (net_far_pairs) */
    NET_MAX_COUNTS = 64,
};

/* The shape is a constant in the game's header, so that loops over it unroll; the weights
   are data: NET_HIDDEN numbers for each input in this order: own piece on square 1, 2,
   .., enemy piece on square 1, 2, ..; the pairs of chunk 0, 1, ..; 0, 1, .. own pieces at
   home, enemy pieces at home, and the same for the hands; NET_FAR for each distance of far
   pairs.  Then NET_HIDDEN output weights for each (own, enemy) number at home, and a bias
   for each. */
struct net {
    int squares, pieces;
    int hands; /* 1 if pieces start in hand: w[2] counts them */
    const int16_t *weights;
    /* Far pairs, across the chunks: an own and an enemy piece at most `reach` squares
       apart, two pieces of one side at most `near` squares apart.  Only for a track that
       both sides share. */
    int reach, near;
};

static inline int net_chunks(const struct net *n)
{
    return (n->squares + 3) / 4;
}

/* The number of pairs (own, enemy) of piece counts. */
static inline int net_counts(const struct net *n)
{
    return (n->pieces + 1) * (n->pieces + 1);
}

/* The first input of each kind. */
static inline int net_pairs_at(const struct net *n)
{
    return 2 * n->squares;
}

static inline int net_homes_at(const struct net *n)
{
    return net_pairs_at(n) + NET_PAIRS * net_chunks(n);
}

static inline int net_hands_at(const struct net *n)
{
    return net_homes_at(n) + 2 * (n->pieces + 1);
}

static inline int net_far_at(const struct net *n)
{
    return net_hands_at(n) + (n->hands ? 2 * (n->pieces + 1) : 0);
}

static inline int net_far_inputs(const struct net *n)
{
    return NET_FAR * (n->reach + n->near);
}

static inline int net_inputs(const struct net *n)
{
    return net_far_at(n) + net_far_inputs(n);
}

static inline int net_weights(const struct net *n)
{
    return net_inputs(n) * NET_HIDDEN + net_counts(n) * (NET_HIDDEN + 1);
}

/* The input of the pair of bits a < b of a chunk. */
static inline int net_pair(const struct net *n, int chunk, int a, int b)
{
    return net_pairs_at(n) + NET_PAIRS * chunk + b * (b - 1) / 2 + a;
}

/* The far pairs of number k as bits: below `reach` an own piece on s and an enemy one
   k + 1 squares ahead (bit s), or the other way round (bit 32 + s); from `reach` on two own
   pieces (bit s) or two enemy ones (bit 32 + s) that are k + 1 - reach apart. */
static inline uint64_t net_far_pairs(const struct net *n, const lus_pos *p, int k)
{
    uint64_t own = p->w[0], enemy = p->w[1];
    if (k < n->reach)
        return (own & enemy >> (k + 1)) | (enemy & own >> (k + 1)) << 32;
    k -= n->reach;
    return (own & own >> (k + 1)) | (enemy & enemy >> (k + 1)) << 32;
}

/* The number of rows added for every position, and of all rows: chunks, homes, hands, and
   for far pairs each set of pieces ahead of a piece. */
static inline int net_terms(const struct net *n)
{
    return net_chunks(n) + (n->hands ? 2 : 1);
}

static inline int net_far_row_at(const struct net *n)
{
    return NET_SETS * net_chunks(n) + net_counts(n) * (n->hands ? 2 : 1);
}

static inline int net_rows(const struct net *n)
{
    return net_far_row_at(n) + (n->reach ? NET_FAR << (n->reach + n->near) : 0);
}

/* The row of the far pairs of a piece of `side` on square s: one for each set of the pieces
   ahead of it, `reach` bits of the other side and `near` bits of its own. */
static inline uint32_t net_far_row(const struct net *n, const lus_pos *p, int side, int s)
{
    uint32_t other = (uint32_t)(p->w[!side] >> (s + 1)) & ((1u << n->reach) - 1);
    uint32_t same = (uint32_t)(p->w[side] >> (s + 1)) & ((1u << n->near) - 1);
    uint32_t at = (uint32_t)(32 * side + s) << (n->reach + n->near);
    return (uint32_t)net_far_row_at(n) + at + (same << n->reach) + other;
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

/* The rows of a position: net_terms(n), and with far pairs one for each piece. */
struct net_place {
    int terms;
    uint32_t homes; /* own at home x (pieces + 1) + enemy at home */
    uint32_t row[NET_MAX_TERMS];
};

static inline __attribute__((always_inline)) struct net_place
net_place(const struct net *n, const lus_pos *p)
{
    struct net_place place;
    uint64_t boards = net_boards(p);
    uint32_t own = (uint32_t)(p->w[0] >> 1), enemy = (uint32_t)(p->w[1] >> 1);
    uint32_t pieces = (uint32_t)n->pieces, hands = n->hands ? (uint32_t)p->w[2] : 0;
    uint32_t hand[2] = {hands & 7, hands >> 8 & 7}, *row = place.row;
    uint32_t home[2] = {pieces - hand[0] - (uint32_t)(boards & 0x3f),
                        pieces - hand[1] - (uint32_t)(boards >> 32)};
    uint32_t counts_at = (uint32_t)(NET_SETS * net_chunks(n));
    if (net_chunks(n) < 1)
        __builtin_unreachable();
    for (int c = 0; c < net_chunks(n); c++)
        *row++ =
            NET_SETS * (uint32_t)c + (own >> 4 * c & 15) + ((enemy >> 4 * c & 15) << 4);
    place.homes = home[0] * (pieces + 1) + home[1];
    *row++ = counts_at + place.homes;
    if (n->hands)
        *row++ = counts_at + (uint32_t)net_counts(n) + hand[0] * (pieces + 1) + hand[1];
    for (int side = 0; n->reach && side < 2; side++)
        for (uint64_t m = p->w[side]; m; m &= m - 1)
            *row++ = net_far_row(n, p, side, __builtin_ctzll(m));
    place.terms = n->reach ? (int)(row - place.row) : net_terms(n);
    return place;
}

struct net_row {
    int16_t unit[NET_HIDDEN];
};

/* What net_expand writes, before the rows. */
struct net_head {
    struct net_row out[NET_MAX_COUNTS];
    int32_t bias[NET_MAX_COUNTS];
    int32_t curve[NET_KNOTS + 16]; /* 2^20 tanh(i / 64) */
};

/* The bytes of an expanded network. */
size_t net_rows_size(const struct net *n);
/* Writes the expanded network into so many bytes of the caller, aligned to 64 bytes. */
void net_expand(const struct net *n, void *rows);
/* The same in new memory, to be freed with free(); NULL: there is no memory. */
void *net_expanded(const struct net *n);
/* Writes only the knots of the sigmoid. */
void net_curve(int32_t curve[NET_KNOTS + 2]);

/* The sigmoid: 2^20 tanh(z / 2), linear between the knots. */
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

/* The activations times the output weights.  The activation x (2 - |x|), clamped to
   -1..1, is close to tanh and costs one multiplication. */
static inline int32_t net_dot(const struct net_row *sum, const struct net_row *out)
{
    int32_t z = 0;
    for (int i = 0; i < NET_HIDDEN; i++) {
        int x = sum->unit[i] < NET_ONE - 1 ? sum->unit[i] : NET_ONE - 1;
        x = x > 1 - NET_ONE ? x : 1 - NET_ONE;
        z += (16 * x * (8 * NET_ONE - 4 * (x < 0 ? -x : x)) >> 16) * out->unit[i];
    }
    return z;
}

/* The sum of a position's rows through activation and output layer.  The plain loops take
   78 ns when compilers vectorise them; all versions give the same number. */
#ifdef __SSE2__
static inline __attribute__((always_inline)) int32_t
net_sum_dot(const struct net_row *rows, const uint32_t *at, int terms,
            const struct net_row *out)
{
    const __m128i zero = _mm_setzero_si128(), top = _mm_set1_epi16(NET_ONE - 1),
                  two = _mm_set1_epi16(2 * NET_ONE);
    __m128i total = zero;
    for (int i = 0; i < NET_HIDDEN; i += 8) {
        __m128i x = _mm_load_si128((const void *)(rows[at[0]].unit + i));
        for (int t = 1; t < terms; t++)
            x = _mm_add_epi16(x, _mm_load_si128((const void *)(rows[at[t]].unit + i)));
        x = _mm_max_epi16(_mm_min_epi16(x, top), _mm_sub_epi16(zero, top));
        __m128i size = _mm_max_epi16(x, _mm_sub_epi16(zero, x));
        __m128i bent = _mm_mulhi_epi16(_mm_slli_epi16(x, 4),
                                       _mm_slli_epi16(_mm_sub_epi16(two, size), 2));
        __m128i weights = _mm_load_si128((const void *)(out->unit + i));
        total = _mm_add_epi32(total, _mm_madd_epi16(bent, weights));
    }
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(total, _mm_shuffle_epi32(total, 0xb1)));
}
#elif defined(__wasm_simd128__)
/* WebAssembly has no _mm_mulhi_epi16: the upper halves of the products are shuffled
   together.  Ur at depth 7 takes 0.5 of the time of the plain loops. */
static inline __attribute__((always_inline)) int32_t
net_sum_dot(const struct net_row *rows, const uint32_t *at, int terms,
            const struct net_row *out)
{
    const v128_t top = wasm_i16x8_splat(NET_ONE - 1), low = wasm_i16x8_splat(1 - NET_ONE),
                 two = wasm_i16x8_splat(2 * NET_ONE);
    v128_t total = wasm_i32x4_splat(0);
    for (int i = 0; i < NET_HIDDEN; i += 8) {
        v128_t x = wasm_v128_load(rows[at[0]].unit + i);
        for (int t = 1; t < terms; t++)
            x = wasm_i16x8_add(x, wasm_v128_load(rows[at[t]].unit + i));
        x = wasm_i16x8_max(wasm_i16x8_min(x, top), low);
        v128_t a = wasm_i16x8_shl(x, 4);
        v128_t b = wasm_i16x8_shl(wasm_i16x8_sub(two, wasm_i16x8_abs(x)), 2);
        v128_t bent = wasm_i16x8_shuffle(wasm_i32x4_extmul_low_i16x8(a, b),
                                         wasm_i32x4_extmul_high_i16x8(a, b), 1, 3, 5, 7,
                                         9, 11, 13, 15);
        v128_t weights = wasm_v128_load(out->unit + i);
        total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(bent, weights));
    }
    total = wasm_i32x4_add(total, wasm_i32x4_shuffle(total, total, 2, 3, 0, 1));
    return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1);
}
#else
static inline __attribute__((always_inline)) int32_t
net_sum_dot(const struct net_row *rows, const uint32_t *at, int terms,
            const struct net_row *out)
{
    struct net_row sum = rows[at[0]];
    for (int t = 1; t < terms; t++)
        for (int i = 0; i < NET_HIDDEN; i++)
            sum.unit[i] = (int16_t)(sum.unit[i] + rows[at[t]].unit[i]);
    return net_dot(&sum, out);
}
#endif

/* The output before the sigmoid, which is monotonic: enough to compare positions. */
static inline __attribute__((always_inline)) int32_t
net_logit(const struct net *n, const void *rows, const lus_pos *p)
{
    const struct net_head *head = rows;
    struct net_place place = net_place(n, p);
    int32_t z = net_sum_dot((const void *)(head + 1), place.row, place.terms,
                            &head->out[place.homes]);
    return head->bias[place.homes] + z;
}

/* The value of an unfinished game for the side about to throw. */
static inline __attribute__((always_inline)) int
net_value(const struct net *n, const void *rows, const lus_pos *p)
{
    const struct net_head *head = rows;
    return net_bend_out(head->curve, net_logit(n, rows, p));
}

#endif
