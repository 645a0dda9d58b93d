/* SPDX-License-Identifier: MIT */
/* predict_portable.c - see predict_portable.h. */
#undef __SSE2__
#include "support/predict_portable.h"
#define predict_subtract  portable_subtract
#define predict_restore   portable_restore
#define predict_transpose portable_transpose
#include "solve/predict_lines.c"
