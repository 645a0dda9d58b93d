/* SPDX-License-Identifier: MIT */
/* iterate.c - see iterate.h. */
#include "race/iterate.h"
#include <math.h>

enum {
    MAX_SWEEPS = 2000, /* the second half without extrapolation */
    PERIOD = 4,        /* sweeps from one extrapolation to the next */
    SMALL = 100000,    /* positions one thread sweeps faster than two */
    NEAR = 4,          /* times the limit: smaller changes are mostly rounding errors */
};

static void report(const struct iteration *it, struct solve_progress *progress)
{
    progress->sweep = it->sweep_count;
    progress->change = it->change;
    progress->updates += it->positions;
    if (progress->report)
        progress->report(progress);
}

/* The part of the quotient of a wrong sign that counts as one; of blockade 4 against 1,
   whose sign is right, the quotients are 0.2 to 0.6 of it. */
static const double wrong_sign = 0.8;

/* The largest factors with which an error is continued: a quick one, a quick one after a slow
   one, a slow one. */
static const double slowest_quick = 0.8, slowest_quick_later = 0.65, slowest_slow = 0.999;

/* Whether the next sweep is to be continued. */
static bool extrapolates(const struct iteration *it)
{
    return it->remember && it->mode == MODE_SWEEP &&
           (it->sweep_count + 1) % PERIOD == 0 && it->sweep_count < MAX_SWEEPS / 2;
}

/* f with the sign that extrapolations use now. */
static double signed_factor(const struct iteration *it, double factor)
{
    return it->misses / 2 % 2 ? -factor : factor;
}

/* The factor of a slow error; 0: there is none, or its factor is not certain.  Roots, because
   sqrt has the same result on every machine. */
static double slow_factor(const struct iteration *it)
{
    double f = sqrt(sqrt(it->change / it->period_end[0])),
           before = sqrt(sqrt(it->period_end[0] / it->period_end[1]));
    bool certain = it->periods >= 3 && f >= slowest_quick && f <= slowest_slow &&
                   fabs(f - before) <= (1 - f) / 4;
    return certain ? f : 0;
}

/* Continues the last sweep of a period, whose largest change was `factor` times that of the
   sweep before. */
static int continue_sweep(struct iteration *it, double factor)
{
    bool quick = factor < (it->slow ? slowest_quick_later : slowest_quick);
    it->periods++;
    double f = quick ? factor : slow_factor(it);
    it->period_end[1] = it->period_end[0];
    it->period_end[0] = it->change;
    if (it->change <= NEAR * it->limit || !(f > 0))
        return 0;
    it->factor = f;
    it->periods = 0;
    it->slow = it->slow || !quick;
    f = quick ? signed_factor(it, f) : f;
    return it->extrapolate(it->sweep, f / (1 - f));
}

/* Judges the last extrapolation by the quotient of the changes after and before it. */
static void judge_extrapolation(struct iteration *it, double quotient)
{
    double wrong = 2 * it->factor / (1 - signed_factor(it, it->factor));
    if (it->factor > 0)
        it->misses = quotient >= wrong_sign * wrong ? it->misses + 1 : it->misses / 2 * 2;
    it->factor = 0;
}

/* The largest residual with which a layer can end. */
static double end_limit(const struct iteration *it)
{
    return it->noise > it->limit ? it->noise : it->limit;
}

/* One sweep or measurement; 1: the layer is solved. */
static int sweep(struct iteration *it, struct solve_progress *progress)
{
    bool continues = extrapolates(it);
    int status = continues ? it->remember(it->sweep) : 0;
    double before = it->change,
           change = status ? status : it->run(it->sweep, it->threads);
    if (change < 0)
        return (int)change;
    judge_extrapolation(it, change / before);
    it->change = change;
    it->sweep_count++;
    report(it, progress);
    if (change <= end_limit(it) && it->mode == MODE_MEASURE)
        return 1;
    bool stalled = change <= end_limit(it) && change >= before;
    it->mode = change <= it->limit || stalled ? MODE_MEASURE : MODE_SWEEP;
    return continues ? continue_sweep(it, change / before) : 0;
}

int iterate(struct iteration *it, struct solve_progress *progress, double *residual)
{
    if (it->positions < SMALL)
        it->threads = 1;
    while (it->sweep_count < MAX_SWEEPS) {
        int status = sweep(it, progress);
        *residual = it->change;
        if (status == 0 && it->save)
            status = it->save(it->sweep);
        if (status)
            return status < 0 ? status : 0;
    }
    return LUS_ESTATE;
}
