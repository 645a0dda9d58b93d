/* SPDX-License-Identifier: MIT */
/* extrapolate.h - the limit of a sequence of sweeps, estimated from the last ones. */
#ifndef RACE_EXTRAPOLATE_H
#define RACE_EXTRAPOLATE_H

#include "race/iterate.h"

/* Sets the weights of n changes from their products; false: they are too similar to each
   other, and the weights are undefined. */
bool extrapolate_weights(int n, change_products sum, double weight[ITERATE_HISTORY]);

#endif
