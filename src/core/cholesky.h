/* SPDX-License-Identifier: MIT */
/* cholesky.h - linear equations A x = b with A symmetric and positive definite, n by n.

   A is an array of n * n numbers, row after row.  Only its lower triangle is read; it is
   replaced by L with L L' = A. */
#ifndef CORE_CHOLESKY_H
#define CORE_CHOLESKY_H

#include <math.h>

/* Replaces the lower triangle of A by L.  Pivots are clamped to at least `least`; with 0
   the solution of a singular system is not finite. */
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

/* Solves L' x = b for the first `size` unknowns; x replaces b. */
static inline void cholesky_back(const double *a, int n, int size, double *b)
{
    for (int i = size - 1; i >= 0; i--) {
        for (int k = i + 1; k < size; k++)
            b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
}

/* Solves A x = b, with A factored by cholesky_factor; x replaces b. */
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
