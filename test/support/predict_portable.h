/* SPDX-License-Identifier: MIT */
/* predict_portable.h - solve/predict_lines.c without SSE2, as other machines compile it. */
#ifndef TEST_SUPPORT_PREDICT_PORTABLE_H
#define TEST_SUPPORT_PREDICT_PORTABLE_H

#include "solve/predict_lines.h"

void portable_subtract(struct predict_lines *l, const int16_t *from, int stride, int n,
                       int width, const int16_t *weight);
void portable_restore(struct predict_lines *l, const int16_t *from, int stride, int n,
                      int width, const int16_t *weight);
void portable_transpose(const int16_t *from, int stride, int rows, int columns,
                        int16_t *to, int to_stride);

#endif
