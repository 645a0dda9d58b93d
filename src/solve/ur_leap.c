/* SPDX-License-Identifier: MIT */
/* ur_leap.c - where the last sweeps lead, if they went on for ever.

   Near the end a sweep is a linear map, and the error shrinks by the same few factors
   each time (0.72 for the slowest: a piece waits on the safe rosette while the others
   take each other).  Of the changes u[0..K-1] of K sweeps the weights g, summing to 1,
   that make |g[0] u[0] + ... | least also make the same mean of the values the best
   guess: reduced rank extrapolation.  With x the values after the last sweep,

       guess = g[0] x[1] + g[1] x[2] + ... = x - (g[0]) u[1] - (g[0] + g[1]) u[2] - ...

   It costs less than a sweep, and a bad guess is put right by the sweeps that follow. */
#include <math.h>
#include "core/parallel.h"
#include "solve/ur_sweep.h"

enum { SHARES = 64 }; /* fixed, so that sums do not depend on the threads */

struct products {
    const struct ur_sweep *s;
    int threads;
    double sum[SHARES][UR_KEPT][UR_KEPT];
};

static void add_range(struct products *p, int share, int side, uint64_t from, uint64_t to)
{
    float *const *u = p->s->change[side];
    for (uint64_t at = from; at < to; at += 1024) {
        uint64_t end = at + 1024 < to ? at + 1024 : to;
        for (int a = 0; a < UR_KEPT; a++)
            for (int b = 0; b <= a; b++) {
                double lane[8] = {0};
                for (uint64_t i = at; i < end; i += 8) /* rows are whole eights */
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
    int halves = p->s->half[0] == p->s->half[1] ? 1 : 2;
    for (int share = thread; share < SHARES; share += p->threads)
        for (int side = 0; side < halves; side++) {
            uint64_t rows = p->s->half[side]->cells / 8;
            add_range(p, share, side, rows * (uint64_t)share / SHARES * 8,
                      rows * (uint64_t)(share + 1) / SHARES * 8);
        }
}

/* Solves m g = 1 by elimination; false: the changes are too much alike. */
static bool weights(double m[UR_KEPT][UR_KEPT], double g[UR_KEPT])
{
    double sum = 0;
    for (int i = 0; i < UR_KEPT; i++)
        g[i] = 1;
    for (int i = 0; i < UR_KEPT; i++) {
        if (!(m[i][i] > 0))
            return false;
        for (int k = i + 1; k < UR_KEPT; k++) {
            double f = m[k][i] / m[i][i];
            for (int l = i; l < UR_KEPT; l++)
                m[k][l] -= f * m[i][l];
            g[k] -= f * g[i];
        }
    }
    for (int i = UR_KEPT - 1; i >= 0; i--) {
        for (int k = i + 1; k < UR_KEPT; k++)
            g[i] -= m[i][k] * g[k];
        g[i] /= m[i][i];
        sum += g[i];
    }
    for (int i = 0; i < UR_KEPT; i++)
        g[i] /= sum;
    return isfinite(sum) && sum > 0;
}

void ur_leap_run(struct ur_sweep *s, int threads)
{
    struct products p = {.s = s, .threads = threads < 1 ? 1 : threads};
    double m[UR_KEPT][UR_KEPT] = {{0}}, g[UR_KEPT], before = 0;
    parallel_run(p.threads, multiply, &p);
    for (int share = 0; share < SHARES; share++)
        for (int a = 0; a < UR_KEPT; a++)
            for (int b = 0; b <= a; b++) {
                m[a][b] += p.sum[share][a][b];
                m[b][a] = m[a][b];
            }
    for (int i = 0; i < UR_KEPT; i++) /* a grain of stability */
        m[i][i] *= 1 + 1e-10;
    if (!weights(m, g))
        return;
    for (int k = 0; k < UR_KEPT; k++) {
        s->leap[k] = -before;
        before += g[k];
    }
    s->mode = UR_LEAP;
    ur_sweep_run(s, threads);
    s->mode = UR_SWEEP;
}
