/* SPDX-License-Identifier: MIT */
/* race_pass.c - one pass over the chunks of a layer, in memory or through a window (see
   race_internal.h). */
#include <errno.h>
#include <stdlib.h>
#include "os/thread.h"
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
    const struct page_list *now, *busy; /* busy: of the phase that runs; or NULL */
    uint32_t phase;
};

/* Pages are needed in the same order in every pass. */
static uint32_t next_use(const void *arg, uint32_t page)
{
    const struct next_use *n = arg;
    if (page_listed(n->now, page) || (n->busy && page_listed(n->busy, page)))
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

int race_phase_load(struct race_sweep *s, uint32_t phase, struct page_list *l,
                    const struct page_list *busy)
{
    struct race_rows *rows = s->rows;
    const struct race_phase *f = &rows->plan.phase[phase];
    struct next_use use = {&rows->plan, l, busy, phase};
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

/* The pages of the phase that runs and of the one after it, which a thread loads meanwhile
   if the window has threads. */
struct phase_loader {
    struct race_sweep *s;
    struct page_list list[2], written;
    uint32_t phase; /* to be loaded */
    struct thread thread;
    int status, why; /* of the thread, and its errno */
};

static void load_next(void *arg)
{
    struct phase_loader *t = arg;
    t->status = race_phase_load(t->s, t->phase, &t->list[t->phase % 2],
                                &t->list[(t->phase + 1) % 2]);
    t->why = errno;
}

static void load_ahead(struct phase_loader *t, uint32_t phase)
{
    t->phase = phase;
    t->status = LUS_ERANGE; /* not loaded */
    if (t->s->rows->window.threads > 1 && phase < t->s->rows->plan.phases)
        thread_start(&t->thread, load_next, t);
}

/* Loads the pages of a phase, unless load_ahead has.  0 or an error. */
static int load_phase(struct phase_loader *t, uint32_t phase)
{
    if (t->status == LUS_ERANGE || t->phase != phase)
        return race_phase_load(t->s, phase, &t->list[phase % 2], NULL);
    errno = t->why;
    return t->status;
}

static double phases_run(struct phase_loader *t, int threads)
{
    const struct race_plan *plan = &t->s->rows->plan;
    double most = 0;
    int status = 0;
    t->phase = plan->phases; /* none is loaded ahead */
    for (uint32_t k = 0; status == 0 && k < plan->phases; k++) {
        const struct race_phase *f = &plan->phase[k];
        status = load_phase(t, k);
        if (status)
            break;
        load_ahead(t, k + 1);
        double change =
            steps_run(f->chunk, f->chunk_end - f->chunk, NULL, threads, chunk_run, t->s);
        most = change > most ? change : most;
        thread_join(&t->thread);
        status = phase_finish(t->s, k, &t->written);
    }
    return status ? status : most;
}

static double window_pass(struct race_sweep *s, int threads)
{
    struct phase_loader t = {.s = s};
    const struct window *w = &s->rows->window;
    bool made = page_list_make(&t.list[0], s, w);
    made = page_list_make(&t.list[1], s, w) && made;
    made = page_list_make(&t.written, s, w) && made;
    double change = made ? phases_run(&t, threads) : LUS_EMEMORY;
    page_list_free(&t.list[0]);
    page_list_free(&t.list[1]);
    page_list_free(&t.written);
    return change;
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
