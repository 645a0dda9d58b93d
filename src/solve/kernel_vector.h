/* SPDX-License-Identifier: MIT */
/* kernel_vector.h - vectors of doubles for the *_kernel.c files.

   The Makefile compiles those files once per kernel and defines KERNEL, its name, and
   KERNEL_BYTES, the size of its vectors.  Vectors wider than the registers of the target
   must not be used: gcc 12 lowers them element by element. */
#ifndef SOLVE_KERNEL_VECTOR_H
#define SOLVE_KERNEL_VECTOR_H

#include <stdint.h>

#ifndef KERNEL /* tools that compile a single file */
#define KERNEL       portable
#define KERNEL_BYTES 16
#endif

/* KERNEL_NAME(ur_chunk) is ur_chunk_avx2 in the kernel avx2. */
#define KERNEL_PASTE(name, isa)  name##_##isa
#define KERNEL_EXPAND(name, isa) KERNEL_PASTE(name, isa)
#define KERNEL_NAME(name)        KERNEL_EXPAND(name, KERNEL)

#define INLINE static inline __attribute__((always_inline))

enum { VEC_LANES = KERNEL_BYTES / 8 };

typedef double vec __attribute__((vector_size(KERNEL_BYTES)));
typedef long long vec_mask __attribute__((vector_size(KERNEL_BYTES)));
/* At an address that is only aligned to doubles. */
typedef double vec_unaligned __attribute__((vector_size(KERNEL_BYTES), aligned(8)));

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* The larger numbers; neither is NaN. */
INLINE vec vec_max(vec a, vec b)
{
#if KERNEL_BYTES == 64 && defined(__AVX512F__)
    return (vec)_mm512_max_pd((__m512d)a, (__m512d)b);
#elif KERNEL_BYTES == 32 && defined(__AVX__)
    return (vec)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif KERNEL_BYTES == 16 && defined(__SSE2__)
    return (vec)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    vec_mask m = a > b;
    return (vec)(((vec_mask)a & m) | ((vec_mask)b & ~m));
#endif
}

INLINE vec vec_abs(vec a)
{
    vec_mask sign = {0};
    sign -= 1;
    return (vec)((vec_mask)a & (sign & INT64_MAX));
}

/* The largest element. */
INLINE double vec_largest(vec a)
{
    double largest = a[0];
    for (int i = 1; i < VEC_LANES; i++)
        largest = a[i] > largest ? a[i] : largest;
    return largest;
}

/* The elements of the set bits, 0 for the others; bit i of the low VEC_LANES bits is
   element i. */
INLINE vec vec_select(vec a, unsigned bits)
{
#if KERNEL_BYTES == 64 && defined(__AVX512F__)
    return (vec)_mm512_maskz_mov_pd((__mmask8)bits, (__m512d)a);
#elif KERNEL_BYTES == 32
    static const vec_mask mask[16] = {
        {0, 0, 0, 0},   {-1, 0, 0, 0},   {0, -1, 0, 0},   {-1, -1, 0, 0},
        {0, 0, -1, 0},  {-1, 0, -1, 0},  {0, -1, -1, 0},  {-1, -1, -1, 0},
        {0, 0, 0, -1},  {-1, 0, 0, -1},  {0, -1, 0, -1},  {-1, -1, 0, -1},
        {0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1}};
    return (vec)((vec_mask)a & mask[bits & 15]);
#else
    static const vec_mask mask[4] = {{0, 0}, {-1, 0}, {0, -1}, {-1, -1}};
    return (vec)((vec_mask)a & mask[bits & 3]);
#endif
}

/* row[from[0]], row[from[1]], ...  On AMD's Zen 4 this is 25 % faster than the gather
   instructions of AVX2 and AVX-512. */
INLINE vec vec_gather(const double *row, const uint8_t *from)
{
#if KERNEL_BYTES == 64
    return (vec){row[from[0]], row[from[1]], row[from[2]], row[from[3]],
                 row[from[4]], row[from[5]], row[from[6]], row[from[7]]};
#elif KERNEL_BYTES == 32
    return (vec){row[from[0]], row[from[1]], row[from[2]], row[from[3]]};
#else
    return (vec){row[from[0]], row[from[1]]};
#endif
}

#endif
