/* SPDX-License-Identifier: MIT */
/* iterate.c - see iterate.h. */
#include "race/iterate.h"
#include <math.h>
#include <string.h>

enum {
    MAX_SWEEPS = 2000, /* the second half without extrapolation */
    PERIOD = 4,        /* sweeps from one extrapolation to the next */
    SMALL = 100000,    /* positions one thread sweeps faster than two */
    /* Changes below so many times the limit are not extrapolated: the next four sweeps show how
       they shrink.  Slow ones are, down to the limit divided by it. */
    NEAR = 4,
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

/* The mean factor of four sweeps up to a change of the history.  Roots, because sqrt has the
   same result on every machine. */
static double mean_factor(const double *change)
{
    return change[0] > 0 ? sqrt(sqrt(change[0] / change[PERIOD])) : 0;
}

/* The factor of a slow error; 0: there is none, or its factor is not certain. */
static double slow_factor(const struct iteration *it)
{
    double f = mean_factor(it->history), before = mean_factor(it->history + PERIOD);
    bool certain = it->since >= 3 * PERIOD && f >= slowest_quick && f <= slowest_slow &&
                   fabs(f - before) <= (1 - f) / 4;
    return certain ? f : 0;
}

/* Continues the last sweep of a period, whose largest change was `factor` times that of the
   sweep before. */
static int continue_sweep(struct iteration *it, double factor)
{
    bool quick = factor < (it->slow ? slowest_quick_later : slowest_quick);
    double f = quick ? factor : slow_factor(it);
    double smallest = quick ? NEAR * it->limit : it->limit / NEAR;
    if (it->change <= smallest || !(f > 0))
        return 0;
    it->factor = f;
    it->since = 0;
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

/* Whether the last change is so small that the layer is solved. */
static bool solved(const struct iteration *it)
{
    const double usual = 0.7; /* factor of the slowest error */
    const double *h = it->history;
    if (it->change > it->limit || it->since <= PERIOD)
        return false;
    bool rounding = it->since > 2 * PERIOD && h[0] >= h[2 * PERIOD];
    return rounding || it->change * (1 - usual) <= it->limit * (1 - mean_factor(h));
}

static void history_add(struct iteration *it, double change)
{
    memmove(it->history + 1, it->history, sizeof it->history - sizeof it->history[0]);
    it->history[0] = change;
    it->since++;
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
    if (it->mode == MODE_SWEEP)
        history_add(it, change);
    report(it, progress);
    if (solved(it) && it->mode == MODE_MEASURE)
        return 1;
    it->mode = solved(it) ? MODE_MEASURE : MODE_SWEEP;
    continues = continues && it->mode == MODE_SWEEP;
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
