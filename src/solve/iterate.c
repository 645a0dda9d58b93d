/* SPDX-License-Identifier: MIT */
/* iterate.c - see iterate.h. */
#include <stdlib.h>
#include <string.h>
#include "solve/iterate.h"
#include "solve/pages.h"

/* A residual is no bound of the error: the slowest error shrinks by 0.7 or so a sweep, so
   it may be 3 or 4 times the residual, and those of all later layers add up.  At 1e-12
   the start of finkel was off by 8e-13; a few more sweeps cost less than a doubt. */
#define RESIDUAL 1e-13

enum {
    MAX_SWEEPS = 2000, /* of which the second half goes without leaps */
    FIRST_LEAP = 2,    /* after so many times `kept`: the best moves still change */
    SMALL = 100000,    /* a sweep of so few is over before a second thread has begun */
};

static void changes_free(struct iteration *it)
{
    for (int k = 0; k < it->kept; k++) {
        float *first = it->change[0][k], *second = it->change[1][k];
        it->change[0][k] = it->change[1][k] = NULL;
        if (second != first)
            free(second);
        free(first);
    }
}

/* Room for the changes a leap looks back on; without it there are no leaps. */
static void changes_make(struct iteration *it)
{
    bool made = true;
    for (int k = 0; k < it->kept; k++)
        for (int a = 0; a < ITERATE_ARRAYS; a++) {
            size_t size = (size_t)it->cells[a] * sizeof(float);
            it->change[a][k] = size ? pages_new(size) : it->change[0][k];
            made = made && it->change[a][k];
            if (size && it->change[a][k]) /* not every cell is written */
                memset(it->change[a][k], 0, size);
        }
    if (!made)
        changes_free(it);
}

static void tell(const struct iteration *it, struct solve_progress *progress,
                 double change)
{
    progress->sweep++;
    progress->change = change;
    progress->updates += it->positions;
    if (progress->tell)
        progress->tell(progress);
}

/* After a sweep that changed something. */
static void sweep_kept(struct iteration *it, int sweep)
{
    if (!it->change[0][0])
        return;
    it->now = (it->now + 1) % it->kept;
    if (it->now || sweep < FIRST_LEAP * it->kept || sweep > MAX_SWEEPS / 2 ||
        !leap_find(it))
        return;
    it->pass = PASS_LEAP;
    it->run(it->sweep, it->threads);
}

int iterate(struct iteration *it, struct solve_progress *progress, double *residual)
{
    int status = LUS_ESTATE;
    if (it->positions < SMALL)
        it->threads = 1;
    progress->sweep = 0;
    changes_make(it);
    while (status && progress->sweep < MAX_SWEEPS) {
        *residual = it->run(it->sweep, it->threads);
        tell(it, progress, *residual);
        bool small = *residual <= RESIDUAL;
        if (small && it->pass == PASS_LOOK)
            status = 0;
        else if (!small && it->pass == PASS_SWEEP)
            sweep_kept(it, progress->sweep);
        it->pass = small ? PASS_LOOK : PASS_SWEEP;
    }
    changes_free(it);
    return status;
}
