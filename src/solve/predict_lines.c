/* SPDX-License-Identifier: MIT */
/* predict_lines.c - see predict_lines.h.  Written with SSE2 intrinsics on x86-64, where two
   products and their sum are one instruction: a frame takes half the time.  The portable
   version below computes the same numbers.

   `q` is the number of vectors of four sums, 4 or 2: a constant in each call, so that the
   loops are unrolled. */
#include <string.h>
#include "solve/predict_lines.h"

#ifdef __SSE2__
#include <emmintrin.h>

#define INLINE static inline __attribute__((always_inline))

/* Adds a pair of lines, each times its weight. */
INLINE void add_pair(__m128i *sum, const int16_t (*pair)[2], int32_t weights, int q)
{
    __m128i w = _mm_set1_epi32(weights);
    for (int k = 0; k < q; k++) {
        __m128i two = _mm_loadu_si128((const __m128i *)pair + k);
        sum[k] = _mm_add_epi32(sum[k], _mm_madd_epi16(w, two));
    }
}

/* The prediction of line i, 4 numbers in each of `q` vectors. */
INLINE void sum_predictions(const struct predict_lines *l, const int16_t *weight, int i,
                            __m128i *sum, int q)
{
    int32_t two;
    for (int k = 0; k < q; k++)
        sum[k] = _mm_set1_epi32(weight[0] * 256 + 128);
    for (int j = 0; j < i / 2; j++) {
        memcpy(&two, weight + 1 + 2 * j, sizeof two);
        add_pair(sum, l->pair[j], two, q);
    }
    if (i & 1) /* only the first line of the last pair */
        add_pair(sum, l->pair[i / 2], weight[i] & 0xffff, q);
    for (int k = 0; k < q; k++) /* bits 8 to 23 */
        sum[k] = _mm_srai_epi32(_mm_slli_epi32(sum[k], 8), 16);
}

/* Interleaves line i with the line before it, or with itself if i is even. */
INLINE void join(struct predict_lines *l, int i, const __m128i *line, int q)
{
    const __m128i *even = (const __m128i *)l->line[i & ~1];
    __m128i *pair = (__m128i *)l->pair[i / 2];
    for (int k = 0; k < q / 2; k++) {
        __m128i e = i & 1 ? _mm_loadu_si128(even + k) : line[k];
        _mm_storeu_si128(pair + 2 * k, _mm_unpacklo_epi16(e, line[k]));
        _mm_storeu_si128(pair + 2 * k + 1, _mm_unpackhi_epi16(e, line[k]));
    }
}

/* predict_subtract for q vectors: all predictions from the original lines. */
INLINE void take(struct predict_lines *l, const int16_t *from, int stride, int n,
                 const int16_t *weight, int q)
{
    __m128i sum[4], line[2];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < q / 2; k++) {
            line[k] = _mm_loadu_si128((const __m128i *)(from + i * stride) + k);
            _mm_storeu_si128((__m128i *)l->line[i] + k, line[k]);
            if (k == q / 2 - 1)
                join(l, i, line, q);
        }
    for (int i = 0; i < n; i++) {
        sum_predictions(l, weight + predict_weights_at(i), i, sum, q);
        for (int k = 0; k < q / 2; k++) {
            __m128i *at = (__m128i *)l->line[i] + k;
            __m128i g = _mm_packs_epi32(sum[2 * k], sum[2 * k + 1]);
            _mm_storeu_si128(at, _mm_sub_epi16(_mm_loadu_si128(at), g));
        }
    }
}

/* predict_restore for q vectors: line i is predicted from the lines restored before it. */
INLINE void give(struct predict_lines *l, const int16_t *from, int stride, int n,
                 const int16_t *weight, int q)
{
    __m128i sum[4], line[2];
    for (int i = 0; i < n; i++) {
        sum_predictions(l, weight + predict_weights_at(i), i, sum, q);
        for (int k = 0; k < q / 2; k++) {
            __m128i g = _mm_packs_epi32(sum[2 * k], sum[2 * k + 1]);
            line[k] = _mm_add_epi16(
                g, _mm_loadu_si128((const __m128i *)(from + i * stride) + k));
            _mm_storeu_si128((__m128i *)l->line[i] + k, line[k]);
        }
        join(l, i, line, q);
    }
}

void predict_subtract(struct predict_lines *l, const int16_t *from, int stride, int n,
                      int width, const int16_t *weight)
{
    if (width > PREDICT_WIDTH / 2)
        take(l, from, stride, n, weight, 4);
    else
        take(l, from, stride, n, weight, 2);
}

void predict_restore(struct predict_lines *l, const int16_t *from, int stride, int n,
                     int width, const int16_t *weight)
{
    if (width > PREDICT_WIDTH / 2)
        give(l, from, stride, n, weight, 4);
    else
        give(l, from, stride, n, weight, 2);
}

/* Transposes 8 by 8 numbers. */
INLINE void transpose8(const int16_t *from, int stride, int16_t *to, int to_stride)
{
    __m128i a[8], b[8];
    for (int i = 0; i < 8; i++)
        a[i] = _mm_loadu_si128((const __m128i *)(from + i * stride));
    for (int i = 0; i < 4; i++) {
        b[2 * i] = _mm_unpacklo_epi16(a[i], a[i + 4]);
        b[2 * i + 1] = _mm_unpackhi_epi16(a[i], a[i + 4]);
    }
    for (int i = 0; i < 4; i++) {
        a[2 * i] = _mm_unpacklo_epi16(b[i], b[i + 4]);
        a[2 * i + 1] = _mm_unpackhi_epi16(b[i], b[i + 4]);
    }
    for (int i = 0; i < 4; i++) {
        b[2 * i] = _mm_unpacklo_epi16(a[i], a[i + 4]);
        b[2 * i + 1] = _mm_unpackhi_epi16(a[i], a[i + 4]);
    }
    for (int i = 0; i < 8; i++)
        _mm_storeu_si128((__m128i *)(to + i * to_stride), b[i]);
}

#else

/* The prediction of line i. */
static void sum_predictions(const struct predict_lines *l, const int16_t *weight, int i,
                            int16_t out[PREDICT_WIDTH])
{
    uint32_t sum[PREDICT_WIDTH];
    for (int k = 0; k < PREDICT_WIDTH; k++)
        sum[k] = (uint32_t)(weight[0] * 256);
    for (int j = 0; j < i; j++)
        for (int k = 0; k < PREDICT_WIDTH; k++)
            sum[k] += (uint32_t)(weight[1 + j] * l->line[j][k]);
    for (int k = 0; k < PREDICT_WIDTH; k++)
        out[k] = predict_round(sum[k]);
}

void predict_subtract(struct predict_lines *l, const int16_t *from, int stride, int n,
                      int width, const int16_t *weight)
{
    int16_t g[PREDICT_WIDTH];
    (void)width;
    for (int i = 0; i < n; i++)
        memcpy(l->line[i], from + i * stride, sizeof g);
    for (int i = n - 1; i >= 0; i--) {
        sum_predictions(l, weight + predict_weights_at(i), i, g);
        for (int k = 0; k < PREDICT_WIDTH; k++)
            l->line[i][k] = (int16_t)(l->line[i][k] - g[k]);
    }
}

void predict_restore(struct predict_lines *l, const int16_t *from, int stride, int n,
                     int width, const int16_t *weight)
{
    int16_t g[PREDICT_WIDTH];
    (void)width;
    for (int i = 0; i < n; i++) {
        sum_predictions(l, weight + predict_weights_at(i), i, g);
        for (int k = 0; k < PREDICT_WIDTH; k++)
            l->line[i][k] = (int16_t)(from[i * stride + k] + g[k]);
    }
}

/* A block of 8 x 8 numbers; rows become columns. */
static void transpose8(const int16_t *from, int stride, int16_t *to, int to_stride)
{
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            to[c * to_stride + r] = from[r * stride + c];
}

#endif

/* In blocks of 8 by 8; the last ones overlap those before. */
void predict_transpose(const int16_t *from, int stride, int rows, int columns,
                       int16_t *to, int to_stride)
{
    if (rows >= 8 && columns >= 8) {
        for (int r = 0; r < rows; r = r + 8 < rows && r + 16 > rows ? rows - 8 : r + 8)
            for (int c = 0; c < columns;
                 c = c + 8 < columns && c + 16 > columns ? columns - 8 : c + 8)
                transpose8(from + r * stride + c, stride, to + c * to_stride + r,
                           to_stride);
        return;
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            to[c * to_stride + r] = from[r * stride + c];
}
