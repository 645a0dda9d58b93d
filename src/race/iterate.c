/* SPDX-License-Identifier: MIT */
/* iterate.c - see iterate.h. */
#include <stdlib.h>
#include <string.h>
#include "race/extrapolate.h"
#include "os/memory.h"
#include "race/iterate.h"

/* A residual is not a bound of the error: the slowest error shrinks by about 0.7 per
   sweep, so it can be 3 or 4 times the residual, and the errors of all layers add up.
   With 1e-12 the start of finkel was wrong by 8e-13. */
#define RESIDUAL 1e-13

enum {
    MAX_SWEEPS = 2000,       /* the second half without extrapolation */
    FIRST_EXTRAPOLATION = 2, /* times `history` sweeps: best moves still change before */
    SMALL = 100000,          /* positions one thread sweeps faster than two */
};

static void history_free(struct iteration *it)
{
    for (int k = 0; k < it->history; k++) {
        float *first = it->change[0][k], *second = it->change[1][k];
        it->change[0][k] = it->change[1][k] = NULL;
        if (second != first)
            free(second);
        free(first);
    }
}

/* Without memory for all arrays there is no history. */
static void history_make(struct iteration *it)
{
    bool made = true;
    for (int k = 0; k < it->history; k++)
        for (int a = 0; a < ITERATE_ARRAYS; a++) {
            size_t size = (size_t)it->cells[a] * sizeof(float);
            it->change[a][k] = size ? huge_alloc(size) : it->change[0][k];
            made = made && it->change[a][k];
            if (size && it->change[a][k]) /* not every cell is written */
                memset(it->change[a][k], 0, size);
        }
    if (!made)
        history_free(it);
}

static void report(const struct iteration *it, struct solve_progress *progress,
                   double change)
{
    progress->sweep++;
    progress->change = change;
    progress->updates += it->positions;
    if (progress->report)
        progress->report(progress);
}

/* Extrapolates after every `history` sweeps that changed something. */
static void after_sweep(struct iteration *it, int sweep)
{
    if (!it->change[0][0])
        return;
    it->newest = (it->newest + 1) % it->history;
    if (it->newest || sweep < FIRST_EXTRAPOLATION * it->history ||
        sweep > MAX_SWEEPS / 2 || !extrapolate_weights(it))
        return;
    it->mode = MODE_EXTRAPOLATE;
    it->run(it->sweep, it->threads);
}

int iterate(struct iteration *it, struct solve_progress *progress, double *residual)
{
    int status = LUS_ESTATE;
    if (it->positions < SMALL)
        it->threads = 1;
    progress->sweep = 0;
    history_make(it);
    while (status && progress->sweep < MAX_SWEEPS) {
        *residual = it->run(it->sweep, it->threads);
        report(it, progress, *residual);
        bool small = *residual <= RESIDUAL;
        if (small && it->mode == MODE_MEASURE)
            status = 0;
        else if (!small && it->mode == MODE_SWEEP)
            after_sweep(it, progress->sweep);
        it->mode = small ? MODE_MEASURE : MODE_SWEEP;
    }
    history_free(it);
    return status;
}
