/* SPDX-License-Identifier: MIT */
/* net_portable.h - the learned evaluation without SSE2, as wasm and other machines use it. */
#ifndef TEST_SUPPORT_NET_PORTABLE_H
#define TEST_SUPPORT_NET_PORTABLE_H

#include "core/net.h"

int portable_net_value(const struct net *n, const void *rows, const lus_pos *p);

#endif
