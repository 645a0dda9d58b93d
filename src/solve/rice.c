/* SPDX-License-Identifier: MIT */
/* rice.c - see rice.h; the code is in rice_kernel.c. */
#include "solve/kernels.h"
#include "solve/rice.h"

size_t rice_pack(const int16_t *x, uint8_t *k, int n, uint8_t *bytes)
{
    return kernel_default()->rice_pack(x, k, n, bytes);
}

bool rice_unpack(int16_t *x, uint8_t *k, int n, const uint8_t *bytes, size_t size)
{
    return kernel_default()->rice_unpack(x, k, n, bytes, size);
}
