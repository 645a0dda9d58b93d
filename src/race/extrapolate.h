/* SPDX-License-Identifier: MIT */
/* extrapolate.h - the limit of a sequence of sweeps, estimated from the last ones. */
#ifndef RACE_EXTRAPOLATE_H
#define RACE_EXTRAPOLATE_H

#include "race/iterate.h"

/* Sets it->weight from the stored changes; false: they are too similar to each other, and
   the weights are undefined.  The result does not depend on the number of threads. */
bool extrapolate_weights(struct iteration *it);

#endif
