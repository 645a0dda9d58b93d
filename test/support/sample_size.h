/* SPDX-License-Identifier: MIT */
/* sample_size.h - smaller samples for slow builds (sanitizers, coverage). */
#ifndef TEST_SUPPORT_SAMPLE_SIZE_H
#define TEST_SUPPORT_SAMPLE_SIZE_H

#include <stdlib.h>

/* `all`, scaled by LUSORIA_POSITIONS / 100,000 if that variable is set and smaller. */
static inline int sample_size(int all)
{
    const char *number = getenv("LUSORIA_POSITIONS");
    int part = number ? atoi(number) : 100000;
    return part >= 100000 ? all : part < 5000 ? all / 20 : all / (100000 / part);
}

#endif
