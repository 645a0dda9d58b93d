/* SPDX-License-Identifier: MIT */
/* clock.c - see clock.h. */
#include <time.h>
#include "os/clock.h"

double clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}
