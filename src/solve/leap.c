/* SPDX-License-Identifier: MIT */
/* leap.c - where the last sweeps lead, if they went on for ever.

   Near the end a sweep is a linear map, and the error shrinks by the same few factors
   each time (0.72 for the slowest of Ur: a piece waits on the safe rosette while the
   others take each other).  Of the changes u[0..K-1] of K sweeps the weights g, summing
   to 1, that make |g[0] u[0] + ... | least also make the same mean of the values the best
   guess: reduced rank extrapolation.  With x the values after the last sweep,

       guess = g[0] x[1] + g[1] x[2] + ... = x - (g[0]) u[1] - (g[0] + g[1]) u[2] - ...

   It costs less than a sweep, and a bad guess is put right by the sweeps that follow. */
#include <math.h>
#include <stdatomic.h>
#include "core/cholesky.h"
#include "os/parallel.h"
#include "solve/iterate.h"

enum { SHARES = 64 }; /* fixed, so that sums do not depend on the threads */

struct products {
    const struct iteration *it;
    atomic_int next; /* share to be added up */
    double sum[SHARES][ITERATE_KEPT][ITERATE_KEPT];
};

static void add_range(struct products *p, int share, int array, uint64_t from,
                      uint64_t to)
{
    float *const *u = p->it->change[array];
    for (uint64_t at = from; at < to; at += 1024) {
        uint64_t end = at + 1024 < to ? at + 1024 : to;
        for (int a = 0; a < p->it->kept; a++)
            for (int b = 0; b <= a; b++) {
                double lane[8] = {0};
                for (uint64_t i = at; i < end; i += 8) /* cells are whole eights */
                    for (int k = 0; k < 8; k++)
                        lane[k] += (double)u[a][i + (unsigned)k] * u[b][i + (unsigned)k];
                for (int k = 0; k < 8; k++)
                    p->sum[share][a][b] += lane[k];
            }
    }
}

static void multiply(void *arg, int thread)
{
    struct products *p = arg;
    (void)thread;
    for (int share; (share = atomic_fetch_add(&p->next, 1)) < SHARES;)
        for (int array = 0; array < ITERATE_ARRAYS; array++) {
            uint64_t rows = p->it->cells[array] / 8;
            add_range(p, share, array, rows * (uint64_t)share / SHARES * 8,
                      rows * (uint64_t)(share + 1) / SHARES * 8);
        }
}

/* Solves m g = 1; false: the changes are too much alike. */
static bool weights(int n, double *m, double g[ITERATE_KEPT])
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

bool leap_find(struct iteration *it)
{
    struct products p = {.it = it};
    double m[ITERATE_KEPT * ITERATE_KEPT] = {0}, g[ITERATE_KEPT], before = 0;
    int n = it->kept;
    parallel_run(it->threads, multiply, &p);
    for (int share = 0; share < SHARES; share++)
        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++)
                m[a * n + b] += p.sum[share][a][b];
    for (int i = 0; i < n; i++) /* a grain of stability */
        m[i * n + i] *= 1 + 1e-10;
    if (!weights(n, m, g))
        return false;
    for (int k = 0; k < n; k++) {
        it->leap[k] = -before;
        before += g[k];
    }
    return true;
}
