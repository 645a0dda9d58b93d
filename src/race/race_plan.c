/* SPDX-License-Identifier: MIT */
/* race_plan.c - see race_plan.h. */
#include "race/race_plan.h"
#include <stdlib.h>
#include <string.h>
#include "core/array.h"
#include "race/race_internal.h"

/* ---- lists of pages ---- */

void page_list_add(struct page_list *l, uint32_t page)
{
    if (page_listed(l, page))
        return;
    if (!array_reserve(&l->page, &l->room, (size_t)l->n + 1, sizeof *l->page)) {
        l->failed = true;
        return;
    }
    l->stamp[page] = l->now;
    l->page[l->n++] = page;
}

static void add_cells(struct race_reader *r, const struct race_half *h, enum race_array a,
                      uint64_t at, uint64_t n)
{
    struct page_list *l = (struct page_list *)r;
    uint64_t size = (unsigned)h->cell_bytes;
    uint32_t last = window_page(l->w, h->window[a], (at + n) * size - 1);
    for (uint32_t page = window_page(l->w, h->window[a], at * size); page <= last; page++)
        if (!window_pinned(l->w, page))
            page_list_add(l, page);
}

bool page_list_make(struct page_list *l, const struct race_sweep *s,
                    const struct window *w)
{
    *l = (struct page_list){.reader = {add_cells}, .w = w, .s = s, .now = 1};
    l->stamp = calloc((size_t)w->pages + 1, sizeof *l->stamp);
    return l->stamp;
}

void page_list_free(struct page_list *l)
{
    free(l->page);
    free(l->stamp);
    *l = (struct page_list){0};
}

void page_list_clear(struct page_list *l)
{
    l->n = 0;
    l->now++;
}

/* ---- phases ---- */

struct planner {
    struct race_plan *p;
    const struct race_sweep *s;
    struct page_list chunk, phase;
    uint64_t page_room;
    uint32_t phase_room;
    uint64_t pages; /* written to p->page */
    uint32_t first; /* the first chunk of the phase */
};

/* Finishes the phase that ends before chunk `end`. */
static bool close_phase(struct planner *t, uint32_t end)
{
    struct race_plan *p = t->p;
    if (p->phases == t->phase_room) {
        t->phase_room = t->phase_room ? 2 * t->phase_room : 256;
        struct race_phase *more = realloc(p->phase, t->phase_room * sizeof *more);
        if (!more)
            return false;
        p->phase = more;
    }
    if (t->pages + t->phase.n > t->page_room) {
        t->page_room = 2 * (t->pages + t->phase.n);
        uint32_t *more = realloc(p->page, (size_t)t->page_room * sizeof *more);
        if (!more)
            return false;
        p->page = more;
    }
    if (t->phase.n)
        memcpy(p->page + t->pages, t->phase.page, (size_t)t->phase.n * sizeof *p->page);
    p->phase[p->phases++] =
        (struct race_phase){t->first, end, t->pages, t->pages + t->phase.n};
    t->pages += t->phase.n;
    t->first = end;
    page_list_clear(&t->phase);
    return true;
}

static uint64_t new_pages(const struct planner *t)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < t->chunk.n; i++)
        n += !page_listed(&t->phase, t->chunk.page[i]);
    return n;
}

/* The chunks first .. end - 1 of one step. */
static bool plan_step(struct planner *t, uint32_t first, uint32_t end, uint64_t most)
{
    t->first = first;
    for (uint32_t chunk = first; chunk < end; chunk++) {
        page_list_clear(&t->chunk);
        t->s->game->writes(t->s, chunk, &t->chunk.reader);
        t->s->game->reads(t->s, chunk, &t->chunk.reader);
        bool full = t->phase.n + new_pages(t) > most && t->phase.n;
        if (full && !close_phase(t, chunk))
            return false;
        for (uint64_t i = 0; i < t->chunk.n; i++)
            page_list_add(&t->phase, t->chunk.page[i]);
    }
    return first == end || close_phase(t, end);
}

/* All chunks, or those of this rank. */
static bool plan_chunks(struct planner *t, uint64_t most)
{
    const struct race_order *o = &t->s->order;
    const struct solve_team *team = t->s->job->work.team;
    int rank = team ? team->rank : 0;
    for (uint32_t first = 0, end; first < o->n_chunks; first = end) {
        end = team_step_end(o, first);
        if (!plan_step(t, team_share(t->s, first, end, rank),
                       team_share(t->s, first, end, rank + 1), most))
            return false;
    }
    return !t->chunk.failed && !t->phase.failed;
}

/* Lists the phases of each page. */
static bool plan_uses(struct race_plan *p, const struct window *w)
{
    uint64_t all = p->phases ? p->phase[p->phases - 1].page_end : 0;
    p->use_at = calloc((size_t)w->pages + 2, sizeof *p->use_at);
    p->use = malloc((size_t)all * sizeof *p->use + 1);
    if (!p->use_at || !p->use)
        return false;
    for (uint64_t i = 0; i < all; i++)
        p->use_at[p->page[i] + 2]++;
    for (uint32_t page = 0; page < w->pages; page++)
        p->use_at[page + 2] += p->use_at[page + 1];
    for (uint32_t k = 0; k < p->phases; k++)
        for (uint64_t i = p->phase[k].page; i < p->phase[k].page_end; i++)
            p->use[p->use_at[p->page[i] + 1]++] = k;
    return true;
}

bool race_plan_make(struct race_plan *p, const struct race_sweep *s,
                    const struct window *w, uint64_t most)
{
    struct planner t = {.p = p, .s = s};
    *p = (struct race_plan){0};
    bool made = page_list_make(&t.chunk, s, w);
    made = page_list_make(&t.phase, s, w) && made && plan_chunks(&t, most) &&
           plan_uses(p, w);
    page_list_free(&t.chunk);
    page_list_free(&t.phase);
    return made;
}

void race_plan_free(struct race_plan *p)
{
    free(p->phase);
    free(p->page);
    free(p->use_at);
    free(p->use);
    *p = (struct race_plan){0};
}
