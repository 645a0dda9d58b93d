/* SPDX-License-Identifier: MIT */
/* ur_rgu.h - exports a table of Ur in the RGU format of the RoyalUr project. */
#ifndef RACE_UR_RGU_H
#define RACE_UR_RGU_H

#include "solve/solve.h"

/* struct solver: convert.  `format` must be "rgu"; returns 0, LUS_ERULES for another
   format, LUS_EMEMORY or LUS_EFILE. */
int ur_convert(struct table *t, const char *format, FILE *out);

#endif
