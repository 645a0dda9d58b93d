/* SPDX-License-Identifier: MIT */
/* wide_vectors.h - included before a *_kernel.c of src/race, which is then compiled as the kernel
   "wide": the lines of the kernel avx512 on a machine without AVX-512.

   Its instructions (src/solve/kernel_vector.h) are replaced by plain loops over the lanes. */
#ifndef SUPPORT_WIDE_VECTORS_H
#define SUPPORT_WIDE_VECTORS_H

#include <immintrin.h>

#define WIDE static inline __attribute__((always_inline, unused))

WIDE __m512d wide_max_pd(__m512d a, __m512d b)
{
    for (int i = 0; i < 8; i++)
        a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
}

WIDE __m512d wide_maskz_mov_pd(unsigned mask, __m512d a)
{
    for (int i = 0; i < 8; i++)
        a[i] = mask >> i & 1 ? a[i] : 0;
    return a;
}

WIDE __m256 wide_max_ps(__m256 a, __m256 b)
{
    for (int i = 0; i < 8; i++)
        a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
}

WIDE __m256 wide_maskz_mov_ps(unsigned mask, __m256 a)
{
    for (int i = 0; i < 8; i++)
        a[i] = mask >> i & 1 ? a[i] : 0;
    return a;
}

WIDE int wide_testz_si256(__m256i a, __m256i b)
{
    for (int i = 0; i < 4; i++)
        if (a[i] & b[i])
            return 0;
    return 1;
}

WIDE __m512i wide_cvtepu8_epi64(__m128i bytes)
{
    __m512i a = {0};
    for (int i = 0; i < 8; i++)
        a[i] = bytes[0] >> 8 * i & 255;
    return a;
}

WIDE __m512d wide_permutexvar_pd(__m512i index, __m512d a)
{
    __m512d b = a;
    for (int i = 0; i < 8; i++)
        b[i] = a[index[i] & 7];
    return b;
}

#undef _mm512_max_pd
#undef _mm512_cvtepu8_epi64
#undef _mm512_permutexvar_pd
#undef _mm512_maskz_mov_pd
#undef _mm256_max_ps
#undef _mm256_maskz_mov_ps
#undef _mm256_testz_si256
#define _mm512_max_pd         wide_max_pd
#define _mm512_cvtepu8_epi64  wide_cvtepu8_epi64
#define _mm512_permutexvar_pd wide_permutexvar_pd
#define _mm512_maskz_mov_pd   wide_maskz_mov_pd
#define _mm256_max_ps         wide_max_ps
#define _mm256_maskz_mov_ps   wide_maskz_mov_ps
#define _mm256_testz_si256    wide_testz_si256
#ifndef __AVX512F__
#define __AVX__      1
#define __AVX512F__  1
#define __AVX512VL__ 1
#endif

#endif
