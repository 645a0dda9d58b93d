/* SPDX-License-Identifier: MIT */
/* race_pass.c - one pass over the chunks of a layer, in memory or through a window (see
   race_internal.h). */
#include <stdlib.h>
#include "race/race_internal.h"
#include "race/steps.h"

static double chunk_run(const void *sweep, uint32_t chunk)
{
    const struct race_sweep *s = sweep;
    return s->game->chunk(s, chunk);
}

/* ---- a pass through the window ---- */

/* What the window asks when it is full. */
struct next_use {
    const struct race_plan *plan;
    const struct page_list *now;
    uint32_t phase;
};

/* Pages are needed in the same order in every pass. */
static uint32_t next_use(const void *arg, uint32_t page)
{
    const struct next_use *n = arg;
    if (n->now->stamp[page] == n->now->now)
        return UINT32_MAX;
    uint64_t low = n->plan->use_at[page], end = n->plan->use_at[page + 1];
    if (low == end)
        return UINT32_MAX - 1;
    uint32_t first = n->plan->use[low];
    for (uint64_t high = end; low < high;) {
        uint64_t middle = low + (high - low) / 2;
        if (n->plan->use[middle] < n->phase)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end ? n->plan->use[low] - n->phase : n->plan->phases - n->phase + first;
}

/* Adds the pages that the chunks of a phase write. */
static void add_written(const struct race_sweep *s, const struct race_phase *f,
                        struct page_list *l)
{
    for (uint32_t chunk = f->chunk; chunk < f->chunk_end; chunk++)
        s->game->writes(s, chunk, &l->reader);
}

int race_phase_load(struct race_sweep *s, uint32_t phase, struct page_list *l)
{
    struct race_rows *rows = s->rows;
    const struct race_phase *f = &rows->plan.phase[phase];
    struct next_use use = {&rows->plan, l, phase};
    page_list_clear(l);
    for (uint64_t i = f->page; i < f->page_end; i++)
        page_list_add(l, rows->plan.page[i]);
    if (l->failed)
        return LUS_EMEMORY;
    return window_load(&rows->window, l->page, (uint32_t)l->n, next_use, &use);
}

/* Marks what a phase wrote. */
static int phase_finish(struct race_sweep *s, uint32_t phase, struct page_list *l)
{
    if (s->it.mode == MODE_MEASURE)
        return 0;
    page_list_clear(l);
    add_written(s, &s->rows->plan.phase[phase], l);
    window_changed(&s->rows->window, l->page, (uint32_t)l->n);
    return l->failed ? LUS_EMEMORY : 0;
}

static double window_pass(struct race_sweep *s, int threads)
{
    struct race_rows *rows = s->rows;
    struct page_list l;
    double most = 0;
    int status = page_list_make(&l, s, &rows->window) ? 0 : LUS_EMEMORY;
    for (uint32_t k = 0; status == 0 && k < rows->plan.phases; k++) {
        const struct race_phase *f = &rows->plan.phase[k];
        status = race_phase_load(s, k, &l);
        if (status)
            break;
        double change =
            steps_run(f->chunk, f->chunk_end - f->chunk, NULL, threads, chunk_run, s);
        most = change > most ? change : most;
        status = phase_finish(s, k, &l);
    }
    page_list_free(&l);
    return status ? status : most;
}

/* ---- passes ---- */

static double pass(struct race_sweep *s, int threads)
{
    const struct race_order *o = &s->order;
    if (s->job->work.team)
        return team_pass(s, threads, chunk_run);
    if (s->rows->windowed)
        return window_pass(s, threads);
    return steps_run(0, o->n_chunks, o->after, threads, chunk_run, s);
}

/* After a sweep of Ur most of the error is in few rows: where pieces meet on squares 5..8,
   capture each other and enter again, it shrinks by 0.7 per sweep, elsewhere faster.  So
   the rows that changed by more than a tenth of the maximum are updated again until none
   does: 6 to 30 % of the rows, three or four times. */
double race_pass(void *sweep, int threads)
{
    struct race_sweep *s = sweep;
    double change = pass(s, threads), rest = change;
    s->skip_below = (float)change / 10;
    for (int i = 0; i < s->game->max_revisits && s->it.mode == MODE_SWEEP && change > 0 &&
                    rest >= s->skip_below;
         i++)
        rest = pass(s, threads);
    s->skip_below = 0;
    return rest < 0 ? rest : change;
}
