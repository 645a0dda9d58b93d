/* SPDX-License-Identifier: MIT */
/* os_wasm.c - the operating system of the browser engine, which has none: a clock that stands
   still and no source of entropy: see clock.h, see entropy.h.

   The module has no imports, so searches are limited by depth or nodes, and the host passes
   seeds. */
#ifdef __wasm__

#include "lusoria.h"
#include "os/clock.h"
#include "os/entropy.h"

double clock_ms(void)
{
    return 0;
}

int entropy_fill(uint8_t *bytes, size_t n)
{
    (void)bytes, (void)n;
    return LUS_EFILE;
}

int dice_from_system(struct dice *d)
{
    (void)d;
    return LUS_EFILE;
}

int random_from_system(uint64_t *seed)
{
    (void)seed;
    return LUS_EFILE;
}

#else

typedef int os_wasm_is_empty_here;

#endif
