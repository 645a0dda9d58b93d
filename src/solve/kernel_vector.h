/* SPDX-License-Identifier: MIT */
/* kernel_vector.h - vectors of cells for the *_kernel.c files.

   The Makefile compiles those files once per kernel and defines KERNEL, its name, and
   KERNEL_BYTES, the size of its vectors; those of src/race twice per kernel, with
   KERNEL_CELL, the bits of a cell, 64 or 32 (struct cell_type in kernels.h).  Vectors wider
   than the registers of the target must not be used: gcc 12 lowers them element by element.
   A vector has at most 8 cells, because the rows of Ur and Senet are multiples of 8. */
#ifndef SOLVE_KERNEL_VECTOR_H
#define SOLVE_KERNEL_VECTOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "solve/kernels.h"

#ifndef KERNEL /* tools that compile a single file */
#define KERNEL       portable
#define KERNEL_BYTES 16
#endif
#ifndef KERNEL_CELL
#define KERNEL_CELL 64
#endif

/* KERNEL_NAME(rice_pack) is rice_pack_avx2 in the kernel avx2, CELL_KERNEL_NAME(ur_chunk) is
   ur_chunk_avx2_32 in its version for 32 bits. */
#define KERNEL_PASTE(name, isa)             name##_##isa
#define KERNEL_EXPAND(name, isa)            KERNEL_PASTE(name, isa)
#define KERNEL_NAME(name)                   KERNEL_EXPAND(name, KERNEL)
#define CELL_KERNEL_PASTE(name, isa, bits)  name##_##isa##_##bits
#define CELL_KERNEL_EXPAND(name, isa, bits) CELL_KERNEL_PASTE(name, isa, bits)
#define CELL_KERNEL_NAME(name)              CELL_KERNEL_EXPAND(name, KERNEL, KERNEL_CELL)

#define INLINE static inline __attribute__((always_inline))

/* CELL_ONE is the chance 1, CELL_WEIGHTS the sum of the weights of all throws; a cell_real
   holds a number that is not a chance. */
#if KERNEL_CELL == 32
typedef int32_t cell;
typedef int32_t cell_bits;
typedef float cell_real;
#define VEC_BYTES (KERNEL_BYTES == 64 ? 32 : KERNEL_BYTES)
enum { CELL_ONE = CELL_32_ONE, CELL_WEIGHTS = CELL_32_WEIGHTS };
#else
typedef double cell;
typedef int64_t cell_bits;
typedef double cell_real;
#define VEC_BYTES KERNEL_BYTES
enum { CELL_ONE = 1, CELL_WEIGHTS = 1 };
#endif

enum { VEC_LANES = VEC_BYTES / (int)sizeof(cell) };

typedef cell vec __attribute__((vector_size(VEC_BYTES)));
typedef cell_real vec_real __attribute__((vector_size(VEC_BYTES)));
typedef cell_bits vec_mask __attribute__((vector_size(VEC_BYTES)));
/* At an address that is only aligned to cells. */
typedef cell vec_unaligned
    __attribute__((vector_size(VEC_BYTES), aligned(KERNEL_CELL / 8)));

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* The larger numbers; neither is NaN. */
INLINE vec vec_max(vec a, vec b)
{
#if KERNEL_CELL == 32 && KERNEL_BYTES >= 32 && defined(__AVX2__)
    return (vec)_mm256_max_epi32((__m256i)a, (__m256i)b);
#elif KERNEL_CELL == 64 && KERNEL_BYTES == 64 && defined(__AVX512F__)
    return (vec)_mm512_max_pd((__m512d)a, (__m512d)b);
#elif KERNEL_CELL == 64 && KERNEL_BYTES == 32 && defined(__AVX__)
    return (vec)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif KERNEL_CELL == 64 && KERNEL_BYTES == 16 && defined(__SSE2__)
    return (vec)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    vec_mask m = a > b;
    return (vec)(((vec_mask)a & m) | ((vec_mask)b & ~m));
#endif
}

INLINE vec vec_abs(vec a)
{
    return vec_max(a, -a);
}

/* A weight of which CELL_WEIGHTS are the chance 1, and a mean from a sum of cells times such
   weights. */
INLINE cell cell_weight(double chance)
{
    return (cell)(chance * CELL_WEIGHTS);
}

INLINE vec vec_mean(vec sum)
{
#if KERNEL_CELL == 32
    _Static_assert(CELL_WEIGHTS == 1 << 4, "the shift divides by it");
    return (sum + CELL_WEIGHTS / 2) >> 4;
#else
    return sum;
#endif
}

INLINE vec vec_times(vec a, vec_real by)
{
    return __builtin_convertvector(__builtin_convertvector(a, vec_real) * by, vec);
}

/* The largest element. */
INLINE cell vec_largest(vec a)
{
    cell largest = a[0];
    for (int i = 1; i < VEC_LANES; i++)
        largest = a[i] > largest ? a[i] : largest;
    return largest;
}

/* The elements of the set bits, 0 for the others; bit i of the low VEC_LANES bits is
   element i. */
INLINE vec vec_select(vec a, unsigned bits)
{
#if KERNEL_CELL == 32 && KERNEL_BYTES == 64 && defined(__AVX512VL__)
    return (vec)_mm256_maskz_mov_ps((__mmask8)bits, (__m256)a);
#elif KERNEL_BYTES == 64 && defined(__AVX512F__)
    return (vec)_mm512_maskz_mov_pd((__mmask8)bits, (__m512d)a);
#elif KERNEL_CELL == 32 && KERNEL_BYTES == 32
    const vec_mask bit = {1, 2, 4, 8, 16, 32, 64, 128};
    vec_mask all = {0};
    all += (cell_bits)(bits & 255);
    return (vec)((vec_mask)a & ((all & bit) == bit));
#elif KERNEL_CELL == 32 || KERNEL_BYTES == 32
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

INLINE vec vec_reverse(vec x)
{
#if KERNEL_BYTES == 64 || (KERNEL_BYTES == 32 && KERNEL_CELL == 32)
    return __builtin_shufflevector(x, x, 7, 6, 5, 4, 3, 2, 1, 0);
#elif KERNEL_BYTES == 32 || KERNEL_CELL == 32
    return __builtin_shufflevector(x, x, 3, 2, 1, 0);
#else
    return __builtin_shufflevector(x, x, 1, 0);
#endif
}

/* x[index[0]], x[index[1]], ...  In a vector of four cells of 64 bits, index has two entries
   per cell: 2 i and 2 i + 1. */
INLINE vec vec_permute(vec x, const uint8_t index[8])
{
#if (VEC_BYTES == 32 && defined(__AVX2__)) || (VEC_BYTES == 64 && defined(__AVX512F__))
    int64_t at;
    memcpy(&at, index, sizeof at);
    __m128i bytes = _mm_cvtsi64_si128(at);
#if VEC_BYTES == 32
    return (vec)_mm256_permutevar8x32_ps((__m256)x, _mm256_cvtepu8_epi32(bytes));
#else
    return (vec)_mm512_permutexvar_pd(_mm512_cvtepu8_epi64(bytes), (__m512d)x);
#endif
#else
    vec out = {0};
    for (int i = 0; i < VEC_LANES; i++)
        out[i] = x[index[i]];
    return out;
#endif
}

/* row[step * from[0]], row[step * from[1]], ...; step is 1 or -1, a constant.  On AMD's
   Zen 4 this is 25 % faster than the gather instructions of AVX2 and AVX-512. */
INLINE vec vec_gather(const cell *row, const uint8_t *from, int step)
{
#define CELL_FROM(i) row[step * (int)from[i]]
#if KERNEL_BYTES == 64 || (KERNEL_BYTES == 32 && KERNEL_CELL == 32)
    return (vec){CELL_FROM(0), CELL_FROM(1), CELL_FROM(2), CELL_FROM(3),
                 CELL_FROM(4), CELL_FROM(5), CELL_FROM(6), CELL_FROM(7)};
#elif KERNEL_BYTES == 32 || KERNEL_CELL == 32
    return (vec){CELL_FROM(0), CELL_FROM(1), CELL_FROM(2), CELL_FROM(3)};
#else
    return (vec){CELL_FROM(0), CELL_FROM(1)};
#endif
#undef CELL_FROM
}

#endif
