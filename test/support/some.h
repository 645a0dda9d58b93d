/* SPDX-License-Identifier: MIT */
/* some.h - fewer of the same, for builds that take ten times as long. */
#ifndef TEST_SUPPORT_SOME_H
#define TEST_SUPPORT_SOME_H

#include <stdlib.h>

/* So many, or as many times fewer as LUSORIA_POSITIONS is less than 100,000. */
static inline int some(int all)
{
    const char *number = getenv("LUSORIA_POSITIONS");
    int part = number ? atoi(number) : 100000;
    return part >= 100000 ? all : part < 5000 ? all / 20 : all / (100000 / part);
}

#endif
