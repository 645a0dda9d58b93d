/* SPDX-License-Identifier: MIT */
/* extrapolate.c - reduced rank extrapolation of the sweeps of Senet.

   Near the solution a sweep is a linear map, and the error shrinks by the same few factors
   each time.  Given the changes u[0..K-1] of K sweeps, the weights g with sum 1 that
   minimise |g[0] u[0] + ... + g[K-1] u[K-1]| also give the best mean of the values.  With
   x the values after the last sweep,

       limit = g[0] x[1] + g[1] x[2] + ... = x - g[0] u[1] - (g[0] + g[1]) u[2] - ...

   It costs less than a sweep; the sweeps that follow correct a bad estimate.  Ur does not
   use it: there a second visit of the blocks that changed most gains more. */
#include <math.h>
#include "core/cholesky.h"
#include "race/extrapolate.h"

/* Solves m g = 1; false: the changes are too similar. */
static bool weights(int n, double *m, double g[ITERATE_HISTORY])
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        g[i] = 1;
    cholesky_factor(m, n, 0);
    cholesky_solve(m, n, g);
    for (int i = 0; i < n; i++)
        sum += g[i];
    for (int i = 0; i < n; i++)
        g[i] /= sum;
    return isfinite(sum) && sum > 0;
}

bool extrapolate_weights(int n, change_products sum, double weight[ITERATE_HISTORY])
{
    double m[ITERATE_HISTORY * ITERATE_HISTORY] = {0}, g[ITERATE_HISTORY], before = 0;
    for (int a = 0; a < n; a++)
        for (int b = 0; b <= a; b++)
            m[a * n + b] = sum[a][b];
    for (int i = 0; i < n; i++) /* for numerical stability */
        m[i * n + i] *= 1 + 1e-10;
    if (!weights(n, m, g))
        return false;
    for (int k = 0; k < n; k++) {
        weight[k] = -before;
        before += g[k];
    }
    return true;
}
