/* SPDX-License-Identifier: MIT */
/* kernels.c - see kernels.h.

   The kernel sources are compiled once per instruction set, with the name of the set behind
   the names of their functions (KERNEL_NAME in kernel_vector.h).  This table is the only
   place that knows all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "solve/kernels.h"

#define KERNEL_FUNCTIONS(isa)                                                            \
    double ur_chunk_##isa##_64(const struct ur_sweep *s, uint32_t chunk);                \
    double ur_chunk_##isa##_32(const struct ur_sweep *s, uint32_t chunk);                \
    double senet_rows_##isa##_64(const struct senet_sweep *s, uint32_t first,            \
                                 uint32_t last);                                         \
    double senet_rows_##isa##_32(const struct senet_sweep *s, uint32_t first,            \
                                 uint32_t last);                                         \
    size_t rice_pack_##isa(const int16_t *x, uint8_t *k, int n, uint8_t *bytes);         \
    bool rice_unpack_##isa(int16_t *x, uint8_t *k, int n, const uint8_t *bytes,          \
                           size_t size);
#define KERNEL_ENTRY(isa)                                                                \
    {                                                                                    \
#isa, isa##_supported,                                                           \
            {ur_chunk_##isa##_64, ur_chunk_##isa##_32 },                                 \
             {senet_rows_##isa##_64, senet_rows_##isa##_32 }, rice_pack_##isa,           \
              rice_unpack_##isa                                                          \
    }

KERNEL_FUNCTIONS(portable)

static bool portable_supported(void)
{
    return true;
}

#ifdef __x86_64__
KERNEL_FUNCTIONS(avx2)
KERNEL_FUNCTIONS(avx512)

static bool avx2_supported(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

static bool avx512_supported(void)
{
    return avx2_supported() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw");
}
#endif

/* The fastest first. */
static const struct solve_kernel kernels[] = {
#ifdef __x86_64__
    KERNEL_ENTRY(avx512),
    KERNEL_ENTRY(avx2),
#endif
    KERNEL_ENTRY(portable),
};

enum { KERNELS = sizeof kernels / sizeof kernels[0] };

const struct solve_kernel *kernel_at(int i)
{
    for (int k = 0; k < KERNELS; k++)
        if (kernels[k].supported() && i-- == 0)
            return &kernels[k];
    return NULL;
}

const struct solve_kernel *kernel_selected(char why[256])
{
    const char *name = getenv("LUSORIA_ISA");
    if (!name || !*name)
        return kernel_at(0);
    for (int k = 0; k < KERNELS; k++)
        if (!strcmp(name, kernels[k].name)) {
            if (kernels[k].supported())
                return &kernels[k];
            snprintf(why, 256, "LUSORIA_ISA=%s: this machine does not support it", name);
            return NULL;
        }
    snprintf(why, 256, "LUSORIA_ISA=%.100s: expected avx512, avx2 or portable", name);
    return NULL;
}

const struct solve_kernel *kernel_default(void)
{
    char why[256];
    const struct solve_kernel *k = kernel_selected(why);
    return k ? k : kernel_at(0);
}
