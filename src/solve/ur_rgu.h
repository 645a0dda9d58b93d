/* SPDX-License-Identifier: MIT */
/* ur_rgu.h - a table of Ur for other people's programs. */
#ifndef SOLVE_UR_RGU_H
#define SOLVE_UR_RGU_H

#include "solve/solve.h"

/* `format` is "rgu"; LUS_ERULES: another one. */
int ur_convert(struct table *t, const char *format, FILE *out);

#endif
