/* SPDX-License-Identifier: MIT */
/* tournament_games.c - see tournament_games.h.

   The games are copied from the store before the first is reviewed, so that the store is
   not locked meanwhile.  Threads take one game at a time, each with its own transposition
   table; a search of fixed depth has the same values with any table, so the pages do not
   depend on the number of threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "arena/recorder.h"
#include "core/array.h"
#include "tournament/tournament_games.h"
#include "os/clock.h"
#include "os/files.h"
#include "os/folders.h"
#include "os/mutex.h"
#include "os/parallel.h"
#include "report/review_html.h"
#include "search/tt.h"

enum { TABLE_MB = 16 }; /* the transposition table of each thread */

/* ---- reading ---- */

/* The context of add_game. */
struct game_reader {
    struct tournament_games *games;
    size_t cap; /* of games->game */
    int match, beginner;
};

/* Callback of store_games. */
static int add_game(void *arg, const struct store_game *g)
{
    struct game_reader *r = arg;
    struct tournament_games *games = r->games;
    if (!array_reserve(&games->game, &r->cap, (size_t)games->n + 1, sizeof *games->game))
        return LUS_EMEMORY;
    int seat = g->seat & 1, first = seat ^ r->beginner;
    int winner = stored_winner(g->result);
    struct played_game *game = &games->game[games->n++];
    *game = (struct played_game){.match = r->match,
                                 .pair = g->pair,
                                 .seat = seat,
                                 .first = first,
                                 .winner = winner < 0 ? -1 : winner ^ first,
                                 .fault = stored_fault(g->reason),
                                 .plies = g->plies,
                                 .record = strdup(g->record)};
    game->at_fault = game->winner == 0;
    if (g->last_lines)
        game->last_lines = strdup(g->last_lines);
    return game->record && (game->last_lines || !g->last_lines) ? 0 : LUS_EMEMORY;
}

/* Marks the first faults of each entrant. */
static void choose_faults(struct tournament_games *games, const struct tournament *t)
{
    int shown[MAX_ENTRANTS] = {0};
    for (int i = 0; i < games->n; i++) {
        struct played_game *g = &games->game[i];
        if (g->fault)
            g->fault_shown =
                shown[t->pairing[g->match].player[g->at_fault]]++ < SHOWN_FAULTS;
    }
}

/* Only the pairs of the tally: an interrupted match may have stored later ones. */
int tournament_games_read(struct tournament_games *games, const struct tournament *t,
                          struct store *store)
{
    struct game_reader reader = {.games = games};
    int status = 0;
    for (int i = 0; i < t->n && status == 0; i++) {
        const struct match *m = &t->pairing[i].match;
        char settings[MATCH_SETTINGS];
        struct store_match key = match_store_key(m, settings);
        int64_t pairs = match_tally_pairs(&t->pairing[i].result.tally);
        reader.match = i;
        reader.beginner = match_beginner(m->rules);
        status = pairs ? store_match(store, &key) : 0;
        struct store_filter filter = {.match = key.id, .pairs = pairs};
        if (status == 0 && pairs)
            status = store_games(store, &filter, add_game, &reader);
    }
    choose_faults(games, t);
    return status;
}

void tournament_games_free(struct tournament_games *games)
{
    for (int i = 0; i < games->n; i++) {
        free(games->game[i].record);
        free(games->game[i].last_lines);
    }
    free(games->game);
}

/* ---- reviewing ---- */

/* What the threads share; `next` is the next game. */
struct review_work {
    struct tournament_games *games;
    const struct tournament *t;
    const struct tournament_review *how;
    int of; /* games to be reviewed */
    struct mutex lock;
    int next, done, status; /* under the lock */
};

/* Games of each match that are reviewed, at least one. */
static int64_t quota(const struct tournament *t, const struct tournament_review *how)
{
    return how->most < t->n ? how->most > 0 : how->most / t->n;
}

/* Whether game i gets a review. */
static bool is_chosen(const struct review_work *w, int i)
{
    const struct played_game *g = &w->games->game[i];
    return g->fault_shown || 2 * g->pair + g->seat < quota(w->t, w->how);
}

const char *tournament_review_file(char out[REVIEW_FILE], int i)
{
    snprintf(out, REVIEW_FILE, "game-%d.html", i + 1);
    return out;
}

/* Writes a file of the folder; frees the buffer. */
static int write_file(const char *folder, const char *name, struct buffer *b)
{
    char path[PATH_MAX];
    size_t n;
    char *text = buffer_take(b, &n);
    if (!text)
        return LUS_EMEMORY;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    bool written = length < (int)sizeof path && file_write(path, text, n, 0644);
    free(text);
    return written ? 0 : LUS_EFILE;
}

/* Keeps the sums and writes the page. */
static int write_review(const struct review_work *w, int i, const struct record *record,
                        struct review *v)
{
    struct played_game *g = &w->games->game[i];
    struct reviewed_game reviewed = {.review = v, .record = record};
    struct review_report file = {.n = 1, .game = &reviewed, .back = w->how->back};
    struct buffer page = {0};
    char name[REVIEW_FILE];
    g->reviewed = true;
    g->unit = v->unit;
    for (int k = 0; k < 2; k++) {
        const struct review_player *p = &v->player[k];
        g->loss[g->first ^ k] = p->mean_loss * p->unforced;
        g->unforced[g->first ^ k] = p->unforced;
    }
    review_html(&page, &file);
    return write_file(w->how->folder, tournament_review_file(name, i), &page);
}

/* Reads the record of game i, reviews it and writes its page. */
static int review_one(const struct review_work *w, struct tt *tt, int i)
{
    const struct played_game *g = &w->games->game[i];
    struct record **list;
    struct review *v = NULL;
    lus_fault fault;
    int count, status = record_read(g->record, strlen(g->record), &list, &count, &fault);
    if (status < 0)
        return status;
    struct review_limits limits = {
        .search = {.table = tt,
                   .now_ms = clock_ms,
                   .tablebase = tablebase_for_search(w->how->tables, w->t->spec->rules)},
        .tablebase = tablebase_source_of(w->how->tables)};
    review_limits_of(list[0], &limits);
    status = review(record_game(list[0]), &limits, &v);
    if (status == 0)
        status = write_review(w, i, list[0], v);
    free(v);
    record_list_free(list, count);
    return status == LUS_ESTATE ? 0 : status; /* before the roll-off is over */
}

/* The next game for a thread; -1: there is none, or another thread failed. */
static int next_game(struct review_work *w, int status, bool reviewed)
{
    int i = -1;
    mutex_lock(&w->lock);
    if (w->status == 0)
        w->status = status;
    w->done += reviewed;
    if (w->how->progress)
        w->how->progress(w->how->progress_arg, w->done, w->of);
    while (w->next < w->games->n && !is_chosen(w, w->next))
        w->next++;
    if (w->status == 0 && w->next < w->games->n &&
        !(w->how->stop && atomic_load(w->how->stop)))
        i = w->next++;
    mutex_unlock(&w->lock);
    return i;
}

/* The work of a thread: games until there are none. */
static void review_some(void *arg, int thread)
{
    struct review_work *w = arg;
    struct tt *tt = tt_new(TABLE_MB);
    int status = tt ? 0 : LUS_EMEMORY;
    (void)thread;
    for (int i = next_game(w, status, false); i >= 0;
         i = next_game(w, status, status == 0))
        status = review_one(w, tt, i);
    tt_free(tt);
}

/* All games, reviewed or not, so that any of them can be replayed and reviewed. */
static int write_records(const struct tournament_games *games, const char *folder)
{
    struct buffer all = {0};
    for (int i = 0; i < games->n; i++) {
        buffer_str(&all, i ? "\n" : "");
        buffer_str(&all, games->game[i].record);
    }
    return write_file(folder, "records.txt", &all);
}

int tournament_games_review(struct tournament_games *games, const struct tournament *t,
                            const struct tournament_review *how)
{
    struct review_work w = {.games = games, .t = t, .how = how};
    int status =
        folder_make(how->folder, 0755) ? write_records(games, how->folder) : LUS_EFILE;
    if (status < 0)
        return status;
    for (int i = 0; i < games->n; i++)
        w.of += is_chosen(&w, i);
    mutex_init(&w.lock);
    parallel_run(how->jobs, review_some, &w);
    mutex_destroy(&w.lock);
    return w.status;
}
