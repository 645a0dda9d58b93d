/* SPDX-License-Identifier: MIT */
/* team.c - see team.h.

   The chunks of a step are divided evenly among the ranks, in order:

       step      | 0 1 2 3 4 5 6 7 8 9 |        10 chunks, 3 ranks
       rank      | 0 0 0 1 1 1 2 2 2 2 |

   After a step each rank sends every other rank those cells of its chunks that are on pages
   the other reads.  Both sides compute the list themselves, so messages contain cells
   only. */
#include "race/team.h"
#include <stdlib.h>
#include <string.h>
#include "os/work_file.h"
#include "race/pairs.h"
#include "race/race_internal.h"
#include "race/race_solver.h"
#include "race/steps.h"

/* ---- whose chunks ---- */

uint32_t team_step_end(const struct race_order *o, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < o->n_chunks && o->after[end] == o->after[first])
        end++;
    return end;
}

uint32_t team_share(uint32_t first, uint32_t end, int rank, int ranks)
{
    return first + (uint32_t)((uint64_t)(end - first) * (unsigned)rank / (unsigned)ranks);
}

bool team_owns(const struct race_sweep *s, uint32_t chunk)
{
    const struct solve_team *t = s->job->work.team;
    if (!t)
        return true;
    uint32_t first = s->order.after[chunk], end = team_step_end(&s->order, first);
    return chunk >= team_share(first, end, t->rank, t->ranks) &&
           chunk < team_share(first, end, t->rank + 1, t->ranks);
}

/* ---- what the ranks read ---- */

int team_layer_make(struct race_sweep *s)
{
    struct race_rows *rows = s->rows;
    struct solve_team *t = s->job->work.team;
    struct team_layer *l = &rows->team;
    team_layer_free(s);
    l->pages = rows->window.pages;
    uint8_t *mine = calloc(l->pages + 1, 1);
    l->reads = malloc((size_t)l->pages * (unsigned)t->ranks + 1);
    l->send = calloc((unsigned)t->ranks, sizeof *l->send);
    l->receive = calloc((unsigned)t->ranks, sizeof *l->receive);
    if (!mine || !l->reads || !l->send || !l->receive) {
        free(mine);
        return LUS_EMEMORY;
    }
    for (uint32_t k = 0; k < rows->plan.phases; k++)
        for (uint64_t i = rows->plan.phase[k].page; i < rows->plan.phase[k].page_end; i++)
            mine[rows->plan.page[i]] = 1;
    t->gather(t, mine, l->pages, l->reads);
    free(mine);
    return 0;
}

void team_layer_free(struct race_sweep *s)
{
    struct team_layer *l = &s->rows->team;
    const struct solve_team *t = s->job->work.team;
    for (int i = 0; t && i < t->ranks; i++) {
        if (l->send)
            free(l->send[i].bytes);
        if (l->receive)
            free(l->receive[i].bytes);
    }
    free(l->reads);
    free(l->send);
    free(l->receive);
    *l = (struct team_layer){0};
}

/* ---- messages ---- */

/* Counts or copies the cells of a chunk that are on pages a rank reads. */
struct cell_walk {
    struct race_reader reader;
    const struct window *window;
    const uint8_t *reads;    /* the pages of the rank */
    struct team_message *to; /* appends the cells */
    const char *from;        /* or copies them from here */
    uint64_t bytes;
};

/* Some cells of one page. */
static void walk_part(struct cell_walk *w, char *cells, uint64_t bytes)
{
    if (w->from)
        memcpy(cells, w->from + w->bytes, bytes);
    else if (w->to)
        memcpy(w->to->bytes + w->bytes, cells, bytes);
    w->bytes += bytes;
}

static void walk_cells(struct race_reader *r, const struct race_half *h,
                       enum race_array a, uint64_t at, uint64_t n)
{
    struct cell_walk *w = (struct cell_walk *)r;
    uint64_t size = (unsigned)h->cell_bytes, end = (at + n) * size, next;
    for (uint64_t from = at * size; from < end; from = next) {
        next = (from / WINDOW_PAGE + 1) * WINDOW_PAGE;
        next = next < end ? next : end;
        if (w->reads[window_page(w->window, h->window[a], from)])
            walk_part(w, (char *)h->cell[a] + from, next - from);
    }
}

/* A walk over what a rank reads. */
static struct cell_walk walk_for(const struct race_sweep *s, int rank)
{
    const struct team_layer *l = &s->rows->team;
    return (struct cell_walk){.reader = {walk_cells},
                              .window = &s->rows->window,
                              .reads = l->reads + l->pages * (unsigned)rank};
}

/* The bytes of a chunk that a rank reads. */
static uint64_t chunk_bytes(const struct race_sweep *s, uint32_t chunk, int rank)
{
    struct cell_walk w = walk_for(s, rank);
    s->game->writes(s, chunk, &w.reader);
    return w.bytes;
}

static bool message_room(struct team_message *m, uint64_t n)
{
    if (n <= m->room)
        return true;
    char *more = realloc(m->bytes, n);
    if (more) {
        m->bytes = more;
        m->room = n;
    }
    return more;
}

/* The cells of the own chunks for a rank. */
static int pack_for(struct race_sweep *s, uint32_t first, uint32_t end, int rank)
{
    struct team_message *m = &s->rows->team.send[rank];
    m->n = 0;
    for (uint32_t chunk = first; chunk < end; chunk++) {
        uint64_t bytes = chunk_bytes(s, chunk, rank);
        if (!bytes)
            continue;
        if (!message_room(m, m->n + bytes))
            return LUS_EMEMORY;
        struct cell_walk w = walk_for(s, rank);
        w.to = m;
        w.bytes = m->n;
        s->game->writes(s, chunk, &w.reader);
        m->n = w.bytes;
    }
    return 0;
}

static int room_from(struct race_sweep *s, uint32_t first, uint32_t end, int rank)
{
    struct team_message *m = &s->rows->team.receive[rank];
    m->n = 0;
    for (uint32_t chunk = first; chunk < end; chunk++)
        m->n += chunk_bytes(s, chunk, s->job->work.team->rank);
    return message_room(m, m->n) ? 0 : LUS_EMEMORY;
}

static void unpack_from(struct race_sweep *s, uint32_t first, uint32_t end, int rank)
{
    struct cell_walk w = walk_for(s, s->job->work.team->rank);
    w.from = s->rows->team.receive[rank].bytes;
    for (uint32_t chunk = first; w.from && chunk < end; chunk++)
        s->game->writes(s, chunk, &w.reader);
}

/* After a step: what the others read goes to them, and theirs comes here. */
static int step_exchange(struct race_sweep *s, uint32_t first, uint32_t end)
{
    struct solve_team *t = s->job->work.team;
    int status = 0;
    for (int i = 0; i < t->ranks && status == 0; i++) {
        if (i == t->rank)
            continue;
        status = pack_for(s, team_share(first, end, t->rank, t->ranks),
                          team_share(first, end, t->rank + 1, t->ranks), i);
        if (status == 0)
            status = room_from(s, team_share(first, end, i, t->ranks),
                               team_share(first, end, i + 1, t->ranks), i);
    }
    if (status)
        return status;
    t->exchange(t, s->rows->team.send, s->rows->team.receive);
    for (int i = 0; i < t->ranks; i++)
        if (i != t->rank)
            unpack_from(s, team_share(first, end, i, t->ranks),
                        team_share(first, end, i + 1, t->ranks), i);
    return 0;
}

/* ---- passes ---- */

double team_pass(struct race_sweep *s, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk))
{
    struct solve_team *t = s->job->work.team;
    enum sweep_mode mode = s->it.mode;
    bool writes = mode != MODE_MEASURE;
    t->passes++;
    double most = 0;
    int status = 0;
    for (uint32_t first = 0, end; status == 0 && first < s->order.n_chunks; first = end) {
        end = team_step_end(&s->order, first);
        uint32_t mine = team_share(first, end, t->rank, t->ranks);
        uint32_t n = team_share(first, end, t->rank + 1, t->ranks) - mine;
        double change = n ? steps_run(mine, n, NULL, threads, chunk, s) : 0;
        most = change > most ? change : most;
        if (writes)
            status = step_exchange(s, first, end);
    }
    most = t->max(t, status ? HUGE_VAL : most);
    return most < HUGE_VAL ? most : LUS_EMEMORY;
}

/* ---- files ---- */

struct cell_writer {
    struct race_reader reader;
    const struct race_sweep *s;
    int file, status;
};

static void write_cells(struct race_reader *r, const struct race_half *h,
                        enum race_array a, uint64_t at, uint64_t n)
{
    struct cell_writer *w = (struct cell_writer *)r;
    const struct race_rows *rows = w->s->rows;
    for (int i = 0; i < rows->n; i++) {
        const struct row_part *p = &rows->part[i];
        uint64_t size = (unsigned)h->cell_bytes;
        if (p->half != h || p->array != a)
            continue;
        if (!work_file_write(w->file, (char *)h->cell[a] + at * size, n * size,
                             p->offset + at * size))
            w->status = LUS_EFILE;
    }
}

int team_write(struct race_sweep *s, int file)
{
    struct cell_writer w = {{write_cells}, s, file, 0};
    for (uint32_t chunk = 0; chunk < s->order.n_chunks; chunk++)
        if (team_owns(s, chunk))
            s->game->writes(s, chunk, &w.reader);
    if (w.status == 0 && !work_file_sync(file))
        w.status = LUS_EFILE;
    double all = s->job->work.team->max(s->job->work.team, w.status ? 1 : 0);
    return all > 0 ? LUS_EFILE : 0;
}

/* ---- the other ranks ---- */

/* Opens the state files of the layers that a layer reads. */
static int load_earlier(struct race_job *j, int layer)
{
    char path[4096];
    int status = 0;
    for (int i = 0; i < layer && status == 0; i++) {
        struct piece_pair p = pair_of(i);
        bool needed = race_last_use(j->index, i) >= layer;
        if (needed == j->half[p.hi][p.lo].stored)
            continue;
        race_forget(j, i);
        snprintf(path, sizeof path, "%s/%d.state", j->work.folder, i);
        if (needed)
            status = race_rows_state(j, i, path);
    }
    return status;
}

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
        status = load_earlier(j, layer);
        if (status == 0)
            status = race_solve(j, layer, &progress, &residual);
        race_rows_close(j, false);
    }
    if (j)
        solver->job.destroy(j);
    free(index);
    return status;
}
