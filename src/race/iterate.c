/* SPDX-License-Identifier: MIT */
/* iterate.c - see iterate.h. */
#include "race/iterate.h"
#include "race/extrapolate.h"

enum {
    MAX_SWEEPS = 2000,       /* the second half without extrapolation */
    FIRST_EXTRAPOLATION = 2, /* times `history` sweeps: best moves still change before */
    SMALL = 100000,          /* positions one thread sweeps faster than two */
};

static void report(const struct iteration *it, struct solve_progress *progress,
                   double change)
{
    progress->sweep = it->sweep_count;
    progress->change = change;
    progress->updates += it->positions;
    if (progress->report)
        progress->report(progress);
}

/* Whether to extrapolate: after every `history` sweeps that changed something. */
static bool history_full(struct iteration *it)
{
    if (!it->history)
        return false;
    it->newest = (it->newest + 1) % it->history;
    return it->newest == 0 && it->sweep_count >= FIRST_EXTRAPOLATION * it->history &&
           it->sweep_count <= MAX_SWEEPS / 2;
}

static int extrapolate(struct iteration *it)
{
    change_products sum = {{0}};
    it->mode = MODE_PRODUCTS;
    int status = it->products(it->sweep, it->threads, sum);
    it->mode = MODE_EXTRAPOLATE;
    if (status == 0 && extrapolate_weights(it->history, sum, it->weight)) {
        double change = it->run(it->sweep, it->threads);
        status = change < 0 ? (int)change : 0;
    }
    it->mode = MODE_SWEEP;
    return status;
}

/* One sweep or measurement; 1: the layer is solved. */
static int sweep(struct iteration *it, struct solve_progress *progress, double *residual)
{
    *residual = it->run(it->sweep, it->threads);
    if (*residual < 0)
        return (int)*residual;
    it->sweep_count++;
    report(it, progress, *residual);
    if (*residual <= it->limit && it->mode == MODE_MEASURE)
        return 1;
    if (*residual <= it->limit)
        it->mode = MODE_MEASURE;
    else
        it->mode =
            it->mode == MODE_SWEEP && history_full(it) ? MODE_EXTRAPOLATE : MODE_SWEEP;
    return 0;
}

int iterate(struct iteration *it, struct solve_progress *progress, double *residual)
{
    if (it->positions < SMALL)
        it->threads = 1;
    while (it->sweep_count < MAX_SWEEPS) {
        int status = it->mode == MODE_EXTRAPOLATE ? extrapolate(it)
                                                  : sweep(it, progress, residual);
        if (status == 0 && it->save)
            status = it->save(it->sweep);
        if (status)
            return status < 0 ? status : 0;
    }
    return LUS_ESTATE;
}
