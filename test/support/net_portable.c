/* SPDX-License-Identifier: MIT */
/* net_portable.c - see net_portable.h. */
#undef __SSE2__
#include "support/net_portable.h"

int portable_net_value(const struct net *n, const void *rows, const lus_pos *p)
{
    return net_value(n, rows, p);
}
