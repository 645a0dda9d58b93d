/* SPDX-License-Identifier: MIT */
/* cholesky.h - linear equations A x = b with A symmetric and positive, n by n.

   Of A only the lower triangle is looked at; it becomes L, with L L' = A. */
#ifndef CORE_CHOLESKY_H
#define CORE_CHOLESKY_H

#include <math.h>

/* What rounding makes less than `least` on the diagonal becomes that; with 0 the results
   of such equations are not finite. */
static inline void cholesky_factor(double *a, int n, double least)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? sqrt(fmax(sum, least)) : sum / a[j * n + j];
        }
}

/* L' x = b in place, of the first `size` unknowns. */
static inline void cholesky_back(const double *a, int n, int size, double *b)
{
    for (int i = size - 1; i >= 0; i--) {
        for (int k = i + 1; k < size; k++)
            b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
}

/* A x = b in place. */
static inline void cholesky_solve(const double *a, int n, double *b)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    cholesky_back(a, n, n, b);
}

#endif
