/* SPDX-License-Identifier: MIT */
/* max_sum.h - the largest sum of a hidden unit: it must stay within an int16. */
#ifndef LEARN_MAX_SUM_H
#define LEARN_MAX_SUM_H

#include "core/net.h"

/* Returns an upper bound of the absolute value of the sum of hidden unit `unit`, over all
   positions.  Not for several threads at a time. */
int net_max_sum(const struct net *n, int unit);

#endif
