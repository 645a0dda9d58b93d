/* SPDX-License-Identifier: MIT */
/* senet_rows.c - see senet_rows.h. */
#include "solve/senet_rows.h"

/* ---- any machine: lane by lane ---- */

static void raise_plain(double *best, const double *row, const uint8_t *from,
                        const struct senet_lane_set *set, int vecs)
{
    for (int w = 0; w * 8 < vecs; w++)
        for (uint64_t rest = set->w[w]; rest; rest &= rest - 1) {
            int lane = 64 * w + __builtin_ctzll(rest);
            double x = row[from ? from[lane] : lane];
            best[lane] = x > best[lane] ? x : best[lane];
        }
}

static double update_plain(double *row, const double *sum, int count, bool measure)
{
    double most = 0;
    for (int i = 0; i < count; i++) {
        double *cell = &row[count - 1 - i], d = 1 - sum[i] - *cell;
        d = d < 0 ? -d : d;
        most = d > most ? d : most;
        if (!measure)
            *cell = 1 - sum[i];
    }
    return most;
}

const struct senet_rows senet_rows_plain = {raise_plain, update_plain};

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

/* ---- eight lanes at once; a byte of the set is their mask ---- */

enum { AHEAD = 2 }; /* rows */
#define WIDE __attribute__((target("avx512f,avx512vl")))

WIDE static void raise_wide(double *best, const double *row, const uint8_t *from,
                            const struct senet_lane_set *set, int vecs)
{
    const uint8_t *which = (const uint8_t *)set->w;
    const char *next = (const char *)(row - AHEAD * 8 * vecs);
    for (int v = 0; v < vecs; v++) /* what the next rows of the sweep will read */
        _mm_prefetch(next + 64 * v, _MM_HINT_T0);
    if (!from) {
        for (int v = 0; v < vecs; v++) {
            __m512d b = _mm512_load_pd(best + 8 * v), x = _mm512_load_pd(row + 8 * v);
            _mm512_store_pd(best + 8 * v, _mm512_mask_max_pd(b, which[v], b, x));
        }
        return;
    }
    for (int v = 0; v < vecs; v++) {
        if (!which[v])
            continue;
        __m128i at = _mm_loadl_epi64((const __m128i *)(from + 8 * v));
        __m512d b = _mm512_load_pd(best + 8 * v);
        __m512d x =
            _mm512_mask_i32gather_pd(b, which[v], _mm256_cvtepu8_epi32(at), row, 8);
        _mm512_store_pd(best + 8 * v, _mm512_mask_max_pd(b, which[v], b, x));
    }
}

WIDE static __m512d backwards(__m512d x)
{
    return _mm512_permutexvar_pd(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), x);
}

WIDE static double update_wide(double *row, const double *sum, int count, bool measure)
{
    const __m512d one = _mm512_set1_pd(1);
    __m512d most = _mm512_setzero_pd();
    for (int i = 0; i < count; i += 8) {
        int rest = count - i;
        __mmask8 k = (__mmask8)(rest < 8 ? 0xffu << (8 - rest) & 0xff : 0xff);
        double *at = row + rest - 8;
        __m512d x = _mm512_sub_pd(one, backwards(_mm512_load_pd(sum + i)));
        __m512d d = _mm512_sub_pd(x, _mm512_loadu_pd(at));
        most = _mm512_mask_max_pd(most, k, most, _mm512_abs_pd(d));
        if (!measure)
            _mm512_mask_storeu_pd(at, k, x);
    }
    return _mm512_reduce_max_pd(most);
}

static const struct senet_rows wide = {raise_wide, update_wide};

const struct senet_rows *senet_rows(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
               ? &wide
               : &senet_rows_plain;
}

#else

const struct senet_rows *senet_rows(void)
{
    return &senet_rows_plain;
}

#endif
