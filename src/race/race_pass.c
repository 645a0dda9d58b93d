/* SPDX-License-Identifier: MIT */
/* race_pass.c - one pass over the chunks of a layer, in memory or through a window (see
   race_internal.h). */
#include <stdlib.h>
#include "race/race_internal.h"
#include "race/steps.h"

/* ---- products of stored changes ---- */

/* The sums of one chunk. */
struct product_reader {
    struct race_reader reader;
    const struct race_sweep *s;
    double *sum;
};

static void add_products(struct race_reader *r, const struct race_half *h,
                         enum race_array a, uint64_t at, uint64_t n)
{
    struct product_reader *p = (struct product_reader *)r;
    const struct iteration *it = &p->s->it;
    float *const *u = it->change[h->own != p->s->own];
    double *sum = p->sum;
    if (a != RACE_WAITING)
        return;
    for (int i = 0; i < it->history; i++)
        for (int k = 0; k <= i; k++, sum++) {
            double lane[8] = {0};
            for (uint64_t c = at; c < at + n; c += 8) /* rows are multiples of 8 */
                for (unsigned v = 0; v < 8; v++)
                    lane[v] += (double)u[i][c + v] * (double)u[k][c + v];
            for (int v = 0; v < 8; v++)
                *sum += lane[v];
        }
}

enum { PRODUCTS = ITERATE_HISTORY * (ITERATE_HISTORY + 1) / 2 };

static double chunk_run(const void *sweep, uint32_t chunk)
{
    const struct race_sweep *s = sweep;
    if (s->it.mode != MODE_PRODUCTS)
        return s->game->chunk(s, chunk);
    struct product_reader p = {{add_products}, s, s->products + (size_t)chunk * PRODUCTS};
    s->game->writes(s, chunk, &p.reader);
    return 0;
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

/* The history that a pass uses. */
static void history_range(const struct iteration *it, struct page_list *l)
{
    l->it = it;
    l->first_k = 0;
    l->end_k = 0;
    if (it->mode == MODE_SWEEP && it->history) {
        l->first_k = it->newest;
        l->end_k = it->newest + 1;
    } else if (it->mode == MODE_EXTRAPOLATE || it->mode == MODE_PRODUCTS) {
        l->end_k = it->history;
    }
}

/* Loads the pages of a phase: those it reads, those it writes, those of the history. */
static int phase_load(struct race_sweep *s, uint32_t phase, struct page_list *l,
                      uint64_t *values)
{
    struct race_rows *rows = s->rows;
    const struct race_phase *f = &rows->plan.phase[phase];
    struct next_use use = {&rows->plan, l, phase};
    page_list_clear(l);
    l->it = NULL;
    if (s->it.mode != MODE_PRODUCTS)
        add_written(s, f, l);
    if (s->it.mode != MODE_PRODUCTS && s->it.mode != MODE_EXTRAPOLATE)
        for (uint64_t i = f->page; i < f->page_end; i++)
            page_list_add(l, rows->plan.page[i]);
    *values = l->n;
    history_range(&s->it, l);
    add_written(s, f, l);
    if (l->failed)
        return LUS_EMEMORY;
    return window_load(&rows->window, l->page, (uint32_t)l->n, next_use, &use);
}

/* Marks what a phase wrote, and writes the pages of the history, which only it needs. */
static int phase_finish(struct race_sweep *s, uint32_t phase, struct page_list *l,
                        uint64_t values)
{
    struct window *w = &s->rows->window;
    enum sweep_mode mode = s->it.mode;
    uint32_t *history = l->page + values, n = (uint32_t)(l->n - values);
    if (mode == MODE_SWEEP)
        window_changed(w, history, n);
    int status = window_release(w, history, n);
    if (mode == MODE_MEASURE || mode == MODE_PRODUCTS || status)
        return status;
    page_list_clear(l);
    l->it = NULL;
    add_written(s, &s->rows->plan.phase[phase], l);
    window_changed(w, l->page, (uint32_t)l->n);
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
        uint64_t values;
        status = phase_load(s, k, &l, &values);
        if (status)
            break;
        double change =
            steps_run(f->chunk, f->chunk_end - f->chunk, NULL, threads, chunk_run, s);
        most = change > most ? change : most;
        status = phase_finish(s, k, &l, values);
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

int race_products(void *sweep, int threads, change_products sum)
{
    struct race_sweep *s = sweep;
    s->products = calloc((size_t)s->order.n_chunks * PRODUCTS, sizeof *s->products);
    if (!s->products)
        return LUS_EMEMORY;
    double status = pass(s, threads);
    struct race_team *team = s->job->work.team;
    if (team)
        team->sum(team, s->products, (uint64_t)s->order.n_chunks * PRODUCTS);
    for (uint32_t chunk = 0; chunk < s->order.n_chunks; chunk++) {
        const double *of = s->products + (size_t)chunk * PRODUCTS;
        for (int a = 0; a < s->it.history; a++)
            for (int b = 0; b <= a; b++)
                sum[a][b] += *of++;
    }
    free(s->products);
    s->products = NULL;
    return status < 0 ? (int)status : 0;
}
