/* SPDX-License-Identifier: MIT */
/* team.c - see team.h.

   The chunks of a step are divided among the ranks, in order, by the bytes they write:

       step      | 0 1 2 3 4 5 6 7 8 9 |        10 chunks, 3 ranks
       rank      | 0 0 0 1 1 1 2 2 2 2 |

   Every page of the layer has a home; all ranks have as many pages.  The home keeps the page in memory; the other ranks load it for a phase (race_plan.h) and may
   keep it as long as there is room and no rank writes to it.  A step takes as many rounds as
   the rank with the most phases has:

       every rank -> homes     cells that its last phase wrote, and the pages it needs
       homes -> every rank     these pages
       every rank              runs the chunks of its phase

   Chunks of a step do not read what the others write, so it does not matter that the cells
   of a phase arrive in the middle of the step.  At its end each rank releases the pages of
   others that were written to.

   Rounds take longer than the work of a small layer: without --memory, rank 0 solves it
   alone. */
#include "race/team.h"
#include <stdlib.h>
#include <string.h>
#include "core/array.h"
#include "os/work_file.h"
#include "race/pairs.h"
#include "race/race_internal.h"
#include "race/race_solver.h"
#include "race/steps.h"

enum { SMALL = 64 }; /* pages of a layer */
enum { TEAM_PAGE = 1 << WINDOW_SMALL_PAGES };

/* ---- whose chunks ---- */

uint32_t team_step_end(const struct race_order *o, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < o->n_chunks && o->after[end] == o->after[first])
        end++;
    return end;
}

uint32_t team_share(const struct race_sweep *s, uint32_t first, uint32_t end, int rank)
{
    const struct solve_team *t = s->job->work.team;
    const uint64_t *before = s->rows->team.before;
    if (!t || s->rows->team.alone)
        return rank ? end : first;
    uint64_t share = before[first] +
                     (before[end] - before[first]) * (unsigned)rank / (unsigned)t->ranks;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (before[middle] < share)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* Adds the bytes of the cells it receives. */
struct size_reader {
    struct race_reader reader;
    uint64_t bytes;
};

static void add_size(struct race_reader *r, const struct race_half *h, enum race_array a,
                     uint64_t at, uint64_t n)
{
    (void)a, (void)at;
    ((struct size_reader *)r)->bytes += n * (unsigned)h->cell_bytes;
}

/* Sums up the bytes of the chunks. */
static void sum_chunks(const struct race_sweep *s, uint64_t *before)
{
    struct size_reader size = {{add_size}, 0};
    for (uint32_t chunk = 0; chunk < s->order.n_chunks; chunk++) {
        before[chunk] = size.bytes;
        s->game->writes(s, chunk, &size.reader);
    }
    before[s->order.n_chunks] = size.bytes;
}

/* ---- homes ---- */

/* Calls `page` for every page that a chunk writes to. */
struct page_visit {
    struct race_reader reader;
    struct race_sweep *s;
    void (*page)(struct page_visit *w, uint32_t page);
    int rank; /* of the chunk */
};

static void walk_pages(struct race_reader *r, const struct race_half *h,
                       enum race_array a, uint64_t at, uint64_t n)
{
    struct page_visit *w = (struct page_visit *)r;
    const struct window *window = &w->s->rows->window;
    uint64_t size = (unsigned)h->cell_bytes;
    uint32_t last = window_page(window, h->window[a], (at + n) * size - 1);
    for (uint32_t i = window_page(window, h->window[a], at * size); i <= last; i++)
        w->page(w, i);
}

static uint64_t layer_pages(const struct race_rows *rows)
{
    uint64_t pages = 0;
    for (int i = 0; i < rows->n; i++)
        pages += (rows->part[i].bytes + TEAM_PAGE - 1) / TEAM_PAGE;
    return pages;
}

/* The rank of the first chunk that writes to a page keeps it, until it has its share; then
   the rank that has the fewest. */
static void set_home(struct page_visit *w, uint32_t page)
{
    const struct race_rows *rows = w->s->rows;
    const struct team_layer *l = &rows->team;
    int ranks = w->s->job->work.team->ranks, home = w->rank;
    if (l->home[page] != TEAM_FILES)
        return;
    if (!l->alone && l->kept[home] > layer_pages(rows) / (unsigned)ranks)
        for (int i = 0; i < ranks; i++)
            home = l->kept[i] < l->kept[home] ? i : home;
    l->home[page] = (uint16_t)home;
    l->kept[home]++;
}

/* Calls `page` for the pages of all chunks of a step but those of one rank (-1: of none). */
static void walk_step(struct race_sweep *s, uint32_t first, uint32_t end, int without,
                      void (*page)(struct page_visit *w, uint32_t page))
{
    const struct solve_team *t = s->job->work.team;
    struct page_visit w = {{walk_pages}, s, page, 0};
    for (; w.rank < t->ranks; w.rank++) {
        uint32_t last = team_share(s, first, end, w.rank + 1);
        for (uint32_t chunk = team_share(s, first, end, w.rank);
             chunk < last && w.rank != without; chunk++)
            s->game->writes(s, chunk, &w.reader);
    }
}

/* Loads the own pages.  0 or LUS_EFILE. */
static int pin_pages(struct race_sweep *s)
{
    struct window *w = &s->rows->window;
    struct team_layer *l = &s->rows->team;
    int status = 0, me = s->job->work.team->rank;
    for (uint32_t page = 0; status == 0 && page < w->pages; page++)
        if (l->home[page] == me)
            status = window_pin(w, page);
        else if (l->home[page] != TEAM_FILES)
            window_remote(w, page);
    return status;
}

static void message_free(struct team_message *m, int ranks)
{
    for (int i = 0; m && i < ranks; i++)
        free(m[i].bytes);
    free(m);
}

void team_layer_free(struct race_sweep *s)
{
    struct team_layer *l = &s->rows->team;
    const struct solve_team *t = s->job->work.team;
    message_free(l->out, t ? t->ranks : 0);
    message_free(l->in, t ? t->ranks : 0);
    free(l->home);
    free(l->before);
    free(l->kept);
    free(l->sizes);
    free(l->rounds);
    free(l->answer);
    free(l->arrival);
    *l = (struct team_layer){0};
}

int team_layer_make(struct race_sweep *s)
{
    struct race_rows *rows = s->rows;
    const struct solve_team *t = s->job->work.team;
    struct team_layer *l = &rows->team;
    size_t ranks = (size_t)t->ranks;
    l->home = malloc(rows->window.pages * sizeof *l->home + 1);
    l->before = malloc((s->order.n_chunks + 1) * sizeof *l->before);
    l->kept = calloc(ranks, sizeof *l->kept);
    l->out = calloc(ranks, sizeof *l->out);
    l->in = calloc(ranks, sizeof *l->in);
    l->sizes = calloc((ranks + 1) * ranks, sizeof *l->sizes);
    if (!l->home || !l->before || !l->kept || !l->out || !l->in || !l->sizes)
        return LUS_EMEMORY;
    l->alone = !s->job->work.memory && layer_pages(rows) < SMALL;
    sum_chunks(s, l->before);
    memset(l->home, 0xff, rows->window.pages * sizeof *l->home);
    for (int i = 0; i < t->ranks; i++)
        l->out[i].rank = l->in[i].rank = i;
    for (uint32_t first = 0, end; first < s->order.n_chunks; first = end) {
        end = team_step_end(&s->order, first);
        walk_step(s, first, end, -1, set_home);
    }
    return pin_pages(s);
}

/* ---- the plan ---- */

/* Pages besides the own ones: what --memory leaves, or by default a share of all earlier
   layers and of half of the other pages of the layer. */
static uint64_t room_of(const struct race_sweep *s)
{
    const struct solve_team *t = s->job->work.team;
    uint64_t own = s->rows->team.kept[t->rank], others = layer_pages(s->rows) - own;
    uint64_t kept = own * (s->game->extrapolates ? 2 : 1);
    uint64_t all = s->job->work.memory / TEAM_PAGE;
    if (s->job->work.memory)
        return all > kept ? all - kept : 0;
    return (s->rows->window.pages - own - others / 2) / (unsigned)t->ranks;
}

/* Counts the phases of each step, and the rounds: the most phases of a rank.  0 or
   LUS_EMEMORY. */
static int count_rounds(struct race_sweep *s)
{
    struct solve_team *t = s->job->work.team;
    const struct race_plan *p = &s->rows->plan;
    struct team_layer *l = &s->rows->team;
    uint32_t steps = 0, phase = 0;
    uint32_t *mine = calloc(s->order.n_chunks + 1, sizeof *mine);
    for (uint32_t first = 0, end; mine && first < s->order.n_chunks; first = end) {
        end = team_step_end(&s->order, first);
        for (; phase < p->phases && p->phase[phase].chunk < end; phase++)
            mine[steps]++;
        steps++;
    }
    free(l->rounds);
    l->rounds = malloc(((unsigned)t->ranks + 1) * (size_t)steps * sizeof *mine + 1);
    if (mine && l->rounds) {
        uint32_t *all = l->rounds + steps;
        t->gather(t, (const uint8_t *)mine, steps * sizeof *mine, (uint8_t *)all);
        memcpy(l->rounds, mine, steps * sizeof *mine);
        for (uint64_t i = 0; i < (uint64_t)steps * (unsigned)t->ranks; i++)
            if (all[i] > l->rounds[i % steps])
                l->rounds[i % steps] = all[i];
    }
    free(mine);
    return mine && l->rounds ? 0 : LUS_EMEMORY;
}

int team_plan(struct race_sweep *s)
{
    struct race_rows *rows = s->rows;
    struct solve_team *t = s->job->work.team;
    uint64_t room = room_of(s), most = 0;
    if (!race_plan_make(&rows->plan, s, &rows->window, room / 2))
        return LUS_EMEMORY;
    for (uint32_t k = 0; k < rows->plan.phases; k++) {
        const struct race_phase *f = &rows->plan.phase[k];
        most = f->page_end - f->page > most ? f->page_end - f->page : most;
    }
    bool fits = most <= room || !s->job->work.memory;
    if (t->max(t, !fits) > 0)
        return LUS_ERANGE;
    rows->window.limit = room > most ? room : most;
    return count_rounds(s);
}

/* ---- messages ---- */

/* Makes room for n bytes more at the end of a message.  False: out of memory. */
static bool message_room(struct team_message *m, uint64_t n)
{
    if (m->n + n <= m->room)
        return true;
    uint64_t room = 2 * m->room > m->n + n ? 2 * m->room : m->n + n;
    char *more = realloc(m->bytes, (size_t)room);
    if (more) {
        m->bytes = more;
        m->room = room;
    }
    return more;
}

static bool append(struct team_message *m, const void *bytes, uint64_t n)
{
    if (!message_room(m, n))
        return false;
    memcpy(m->bytes + m->n, bytes, (size_t)n);
    m->n += n;
    return true;
}

/* Cells of a page in a message; they follow it. */
struct written {
    uint32_t page, at, bytes;
};

/* Appends the cells of a chunk that are on pages of other ranks. */
struct cell_visit {
    struct race_reader reader;
    struct race_sweep *s;
    bool failed;
};

static void walk_cells(struct race_reader *r, const struct race_half *h,
                       enum race_array a, uint64_t at, uint64_t n)
{
    struct cell_visit *w = (struct cell_visit *)r;
    struct team_layer *l = &w->s->rows->team;
    uint64_t size = (unsigned)h->cell_bytes, end = (at + n) * size, next;
    for (uint64_t from = at * size; from < end; from = next) {
        uint32_t page = window_page(&w->s->rows->window, h->window[a], from);
        next = (from / TEAM_PAGE + 1) * TEAM_PAGE;
        next = next < end ? next : end;
        struct written cells = {page, (uint32_t)(from % TEAM_PAGE),
                                (uint32_t)(next - from)};
        if (l->home[page] == w->s->job->work.team->rank)
            continue;
        struct team_message *m = &l->out[l->home[page]];
        w->failed = w->failed || !append(m, &cells, sizeof cells) ||
                    !append(m, (const char *)h->cell[a] + from, next - from);
    }
}

/* Keeps what a phase wrote for the next round, because its pages may be released then. */
static int keep_written(struct race_sweep *s, const struct race_phase *f)
{
    struct cell_visit w = {{walk_cells}, s, false};
    for (uint32_t chunk = f->chunk; chunk < f->chunk_end; chunk++)
        s->game->writes(s, chunk, &w.reader);
    return w.failed ? LUS_EMEMORY : 0;
}

/* Copies the cells of others to the own pages. */
static void apply_written(struct race_sweep *s, const char *from, uint64_t n)
{
    struct written cells;
    uint64_t bytes;
    for (const char *end = from + n; from < end; from += sizeof cells + cells.bytes) {
        memcpy(&cells, from, sizeof cells);
        memcpy(window_memory(&s->rows->window, cells.page, &bytes) + cells.at,
               from + sizeof cells, cells.bytes);
    }
}

/* Exchanges the lengths of the messages, in which the pages requested follow the cells.  0
   or LUS_EMEMORY. */
static int exchange_sizes(struct race_sweep *s, const uint32_t *wanted, uint64_t n)
{
    struct solve_team *t = s->job->work.team;
    struct team_layer *l = &s->rows->team;
    size_t ranks = (size_t)t->ranks;
    struct team_sizes *mine = l->sizes + ranks * ranks;
    for (size_t i = 0; i < ranks; i++)
        mine[i] = (struct team_sizes){(uint32_t)l->out[i].n, 0};
    for (uint64_t i = 0; i < n; i++) {
        mine[l->home[wanted[i]]].pages++;
        if (!append(&l->out[l->home[wanted[i]]], &wanted[i], sizeof *wanted))
            return LUS_EMEMORY;
    }
    t->gather(t, (const uint8_t *)mine, ranks * sizeof *mine, (uint8_t *)l->sizes);
    for (size_t i = 0; i < ranks; i++) {
        const struct team_sizes *z = &l->sizes[i * ranks + (size_t)t->rank];
        uint64_t bytes = z->bytes + z->pages * (uint64_t)sizeof *wanted;
        l->in[i].n = 0;
        if (!message_room(&l->in[i], bytes))
            return LUS_EMEMORY;
        l->in[i].n = bytes;
    }
    return 0;
}

/* Adds a page to a list of messages, straight from or to its place in memory. */
static int add_page(struct race_sweep *s, struct team_message **list, size_t *room,
                    uint64_t at, uint32_t page, int rank)
{
    uint64_t bytes;
    char *memory = window_memory(&s->rows->window, page, &bytes);
    if (!array_reserve(list, room, (size_t)at + 1, sizeof **list))
        return LUS_EMEMORY;
    (*list)[at] = (struct team_message){memory, bytes, bytes, rank};
    return 0;
}

/* Sends the pages that others request and receives those that this rank wants. */
static int exchange_pages(struct race_sweep *s, const uint32_t *wanted, uint64_t n)
{
    struct solve_team *t = s->job->work.team;
    struct team_layer *l = &s->rows->team;
    uint64_t sent = 0;
    uint32_t page;
    int status = 0;
    for (int i = 0; i < t->ranks; i++) {
        const struct team_sizes *z = &l->sizes[i * t->ranks + t->rank];
        for (uint32_t k = 0; status == 0 && k < z->pages; k++) {
            memcpy(&page, l->in[i].bytes + z->bytes + k * sizeof page, sizeof page);
            status = add_page(s, &l->answer, &l->answer_room, sent++, page, i);
        }
    }
    for (uint64_t i = 0; status == 0 && i < n; i++)
        status =
            add_page(s, &l->arrival, &l->arrival_room, i, wanted[i], l->home[wanted[i]]);
    if (status == 0)
        t->exchange(t, l->answer, sent, l->arrival, n);
    return status;
}

/* Delivers what the last phases wrote, and gets the wanted pages. */
static int exchange_round(struct race_sweep *s, const uint32_t *wanted, uint64_t n)
{
    struct solve_team *t = s->job->work.team;
    struct team_layer *l = &s->rows->team;
    int status = l->alone ? 0 : exchange_sizes(s, wanted, n);
    if (status || l->alone)
        return status;
    t->exchange(t, l->out, (unsigned)t->ranks, l->in, (unsigned)t->ranks);
    for (int i = 0; i < t->ranks; i++) {
        apply_written(s, l->in[i].bytes, l->sizes[i * t->ranks + t->rank].bytes);
        l->out[i].n = 0;
    }
    return exchange_pages(s, wanted, n);
}

/* ---- passes ---- */

/* A pass of this rank. */
struct rank_pass {
    struct race_sweep *s;
    struct page_list list, wanted;
    uint32_t phase; /* the next one */
    int threads;
    double (*chunk)(const void *sweep, uint32_t chunk);
    double change;
};

/* Whether another rank keeps a page that is not here. */
static bool must_request(const struct race_sweep *s, uint32_t page)
{
    return s->rows->team.home[page] != TEAM_FILES &&
           !window_loaded(&s->rows->window, page);
}

/* Loads the pages of the next phase and runs its chunks. */
static int run_phase(struct rank_pass *run)
{
    struct race_sweep *s = run->s;
    const struct race_phase *f = &s->rows->plan.phase[run->phase];
    for (uint64_t i = f->page; i < f->page_end; i++)
        if (must_request(s, s->rows->plan.page[i]))
            page_list_add(&run->wanted, s->rows->plan.page[i]);
    int status = race_phase_load(s, run->phase++, &run->list, NULL);
    if (run->wanted.failed)
        status = LUS_EMEMORY;
    if (status == 0)
        status = exchange_round(s, run->wanted.page, run->wanted.n);
    page_list_clear(&run->wanted);
    if (status)
        return status;
    double change =
        steps_run(f->chunk, f->chunk_end - f->chunk, NULL, run->threads, run->chunk, s);
    run->change = change > run->change ? change : run->change;
    return s->it.mode == MODE_MEASURE ? 0 : keep_written(s, f);
}

/* Releases a page of another rank. */
static void release(struct page_visit *w, uint32_t page)
{
    window_release(&w->s->rows->window, &page, 1); /* cannot fail: nothing is written */
}

/* All steps of a pass. */
static int run_steps(struct rank_pass *run)
{
    struct race_sweep *s = run->s;
    const struct race_plan *p = &s->rows->plan;
    bool writes = s->it.mode != MODE_MEASURE;
    int status = 0;
    const uint32_t *rounds = s->rows->team.rounds;
    for (uint32_t first = 0, end; first < s->order.n_chunks; first = end) {
        end = team_step_end(&s->order, first);
        for (uint32_t i = *rounds++; status == 0 && i > 0; i--) {
            bool mine = run->phase < p->phases && p->phase[run->phase].chunk < end;
            status = mine ? run_phase(run) : exchange_round(s, NULL, 0);
        }
        if (writes)
            walk_step(s, first, end, s->job->work.team->rank, release);
    }
    return status || !writes ? status : exchange_round(s, NULL, 0);
}

double team_pass(struct race_sweep *s, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk))
{
    struct solve_team *t = s->job->work.team;
    struct rank_pass run = {.s = s, .threads = threads, .chunk = chunk};
    int status = LUS_EMEMORY;
    t->passes++;
    if (page_list_make(&run.list, s, &s->rows->window) &&
        page_list_make(&run.wanted, s, &s->rows->window))
        status = run_steps(&run);
    page_list_free(&run.list);
    page_list_free(&run.wanted);
    return status ? status : t->max(t, run.change);
}

void team_changed(struct race_sweep *s)
{
    struct window *w = &s->rows->window;
    for (uint32_t page = 0; page < w->pages; page++)
        if (s->rows->team.home[page] != TEAM_FILES)
            window_release(w, &page, 1);
}

/* ---- files ---- */

/* Writes the own pages of a part of the layer. */
static bool write_part(const struct race_rows *rows, const struct row_part *p, int file)
{
    bool good = true;
    for (uint64_t at = 0; good && at < p->bytes; at += TEAM_PAGE) {
        uint32_t page = window_page(&rows->window, p->half->window[p->array], at);
        uint64_t bytes;
        const char *memory = window_memory(&rows->window, page, &bytes);
        if (window_pinned(&rows->window, page))
            good = work_file_write(file, memory, bytes, p->offset + at);
    }
    return good;
}

int team_write(struct race_sweep *s, int file)
{
    const struct race_rows *rows = s->rows;
    struct solve_team *t = s->job->work.team;
    bool good = true;
    for (int i = 0; good && i < rows->n; i++)
        good = write_part(rows, &rows->part[i], file);
    good = good && work_file_sync(file);
    return t->max(t, !good) > 0 ? LUS_EFILE : 0;
}

/* ---- the other ranks ---- */

int team_work(const struct solver *solver, const lus_rules *r, int size,
              const struct solve_work *work, int threads)
{
    struct solve_progress progress = {0};
    double residual;
    int status = 0, layer;
    void *index = solver->index.create(r, size);
    struct race_job *j = index ? solver->job.create(index, threads) : NULL;
    if (!j)
        status = LUS_EMEMORY;
    else
        solver->job.configure(j, work);
    while (status == 0 && (layer = work->team->broadcast(work->team, 0)) != TEAM_QUIT) {
        status = race_solve(j, layer, &progress, &residual);
        race_rows_close(j, false);
    }
    if (j)
        solver->job.destroy(j);
    free(index);
    return status;
}
