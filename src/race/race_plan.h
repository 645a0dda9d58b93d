/* SPDX-License-Identifier: MIT */
/* race_plan.h - the parts of a pass and the pages of the window that each of them needs.

   A phase is some chunks of one step whose pages fit into the window together.  Within a
   step chunks do not read what the others write, so phases change nothing in the result. */
#ifndef RACE_RACE_PLAN_H
#define RACE_RACE_PLAN_H

#include "race/race.h"
#include "race/window.h"

struct race_phase {
    uint32_t chunk, chunk_end;
    uint64_t page, page_end; /* of race_plan.page */
};

struct race_plan {
    struct race_phase *phase;
    uint32_t phases;
    uint32_t *page;   /* the pages of every phase */
    uint64_t *use_at; /* per page of the window: its first use in use[], and the end */
    uint32_t *use;    /* the phases that need it, ascending */
};

/* Plans a pass over the chunks of this rank, in the mode of the iteration; no phase needs more than so many pages unless
   a single chunk does.  False: out of memory.  Free it with race_plan_free, also after a
   failure. */
bool race_plan_make(struct race_plan *p, const struct race_sweep *s,
                    const struct window *w, uint64_t most);
void race_plan_free(struct race_plan *p);

/* A list of pages without repetitions. */
struct page_list {
    struct race_reader
        reader; /* adds the pages of the cells it receives, if not pinned */
    const struct window *w;
    const struct race_sweep *s;
    uint32_t *page, *stamp;
    uint64_t n;
    size_t room;
    uint32_t now; /* pages with this stamp are in the list */
    bool failed;
};

/* A list with room for the pages of a window; false: out of memory.  Free it with
   page_list_free. */
bool page_list_make(struct page_list *l, const struct race_sweep *s,
                    const struct window *w);
void page_list_free(struct page_list *l);
void page_list_clear(struct page_list *l);
/* Adds a page unless the list has it. */
void page_list_add(struct page_list *l, uint32_t page);
static inline bool page_listed(const struct page_list *l, uint32_t page)
{
    return l->stamp[page] == l->now;
}

#endif
