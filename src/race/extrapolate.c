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
#include <stdatomic.h>
#include "core/cholesky.h"
#include "os/parallel.h"
#include "race/extrapolate.h"

enum { SHARES = 64 }; /* a constant, so that sums do not depend on the threads */

struct change_products {
    const struct iteration *it;
    atomic_int next; /* the next share to add up */
    double sum[SHARES][ITERATE_HISTORY][ITERATE_HISTORY];
};

static void add_range(struct change_products *p, int share, int array, uint64_t from,
                      uint64_t to)
{
    float *const *u = p->it->change[array];
    for (uint64_t at = from; at < to; at += 1024) {
        uint64_t end = at + 1024 < to ? at + 1024 : to;
        for (int a = 0; a < p->it->history; a++)
            for (int b = 0; b <= a; b++) {
                double lane[8] = {0};
                for (uint64_t i = at; i < end; i += 8) /* cells are multiples of 8 */
                    for (int k = 0; k < 8; k++)
                        lane[k] += (double)u[a][i + (unsigned)k] * u[b][i + (unsigned)k];
                for (int k = 0; k < 8; k++)
                    p->sum[share][a][b] += lane[k];
            }
    }
}

static void multiply(void *arg, int thread)
{
    struct change_products *p = arg;
    (void)thread;
    for (int share; (share = atomic_fetch_add(&p->next, 1)) < SHARES;)
        for (int array = 0; array < ITERATE_ARRAYS; array++) {
            uint64_t rows = p->it->cells[array] / 8;
            add_range(p, share, array, rows * (uint64_t)share / SHARES * 8,
                      rows * (uint64_t)(share + 1) / SHARES * 8);
        }
}

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

bool extrapolate_weights(struct iteration *it)
{
    struct change_products p = {.it = it};
    double m[ITERATE_HISTORY * ITERATE_HISTORY] = {0}, g[ITERATE_HISTORY], before = 0;
    int n = it->history;
    parallel_run(it->threads, multiply, &p);
    for (int share = 0; share < SHARES; share++)
        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++)
                m[a * n + b] += p.sum[share][a][b];
    for (int i = 0; i < n; i++) /* for numerical stability */
        m[i * n + i] *= 1 + 1e-10;
    if (!weights(n, m, g))
        return false;
    for (int k = 0; k < n; k++) {
        it->weight[k] = -before;
        before += g[k];
    }
    return true;
}
