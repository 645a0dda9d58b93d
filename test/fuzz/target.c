/* SPDX-License-Identifier: MIT */
/* target.c - the entry point of libFuzzer; calls the function FUZZ_TARGET. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return FUZZ_TARGET(data, size);
}
