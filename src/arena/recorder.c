/* SPDX-License-Identifier: MIT */
/* recorder.c - see recorder.h.

       match thread --record_pair--> queue --write_queue--> store, one transaction
       match thread <--recall------- recalled[], read once by recorder_open

   Two mutexes: `lock` for the queue, held for moments; `writing` for the store, held during
   a transaction.  A thread that writes has taken the whole queue, so the others fill a new
   one meanwhile.

   "seat" is the number of a game within its pair, 0 or 1; player `seat` begins it. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/recorder.h"
#include "core/array.h"
#include "os/clock.h"
#include "os/mutex.h"
#include "record/record.h"

enum { FLUSH_MS = 250, FLUSH_GAMES = 2000 };

/* A pair of an earlier run. */
struct recalled_pair {
    int64_t pair;
    int games; /* of this pair in the store: 1 or 2 */
    struct {
        int points, plies, moves[2], fault, at_fault;
        double time_ms[2];
        char *last_lines;
    } game[2];
};

struct game_queue {
    struct store_game *game; /* owns the record and the last lines of each game */
    int n;
    size_t cap;
};

struct recorder {
    struct store *store;
    const struct match *match;
    int64_t id;                     /* of the match in the store */
    int beginner;                   /* match_beginner */
    char clock[TIME_CONTROL_TEXT];  /* of the match; "": none */
    struct recalled_pair *recalled; /* sorted by pair */
    int64_t n_recalled;
    size_t cap_recalled;
    struct mutex lock, writing; /* of the queue; of the store */
    struct game_queue queue;
    double written_ms; /* time of the last write; 0 at first, so that the first pair is
                          written at once and a full disk is noticed early */
    _Atomic int64_t stored;
    int error; /* of the first write that failed; 0: none */
};

/* The player who is First in the record: player 0 begins the first game of a pair. */
static int first_of_record(const struct recorder *r, int seat)
{
    return seat ^ r->beginner;
}

/* ---- games of earlier runs ---- */

/* The entry of a pair, which is the last one or a new one; NULL: out of memory. */
static struct recalled_pair *entry_of(struct recorder *r, int64_t pair)
{
    if (r->n_recalled && r->recalled[r->n_recalled - 1].pair == pair)
        return &r->recalled[r->n_recalled - 1];
    if (!array_reserve(&r->recalled, &r->cap_recalled, (size_t)r->n_recalled + 1,
                       sizeof *r->recalled))
        return NULL;
    r->recalled[r->n_recalled] = (struct recalled_pair){.pair = pair};
    return &r->recalled[r->n_recalled++];
}

/* Called with the games in the order of their pairs. */
static int add_recalled(void *arg, const struct store_game *g)
{
    struct recorder *r = arg;
    struct recalled_pair *entry = entry_of(r, g->pair);
    if (!entry)
        return LUS_EMEMORY;
    int seat = g->seat & 1, first = first_of_record(r, seat);
    int winner = stored_winner(g->result);
    winner = winner < 0 ? -1 : winner ^ first;
    entry->games++;
    entry->game[seat].points = winner < 0 ? 1 : winner == 0 ? 2 : 0;
    entry->game[seat].plies = g->plies;
    entry->game[seat].fault = (int)stored_fault(g->reason);
    entry->game[seat].at_fault = winner == 0;
    for (int i = 0; i < 2; i++) {
        entry->game[seat].moves[first ^ i] = g->moves[i];
        entry->game[seat].time_ms[first ^ i] = g->time_ms[i];
    }
    if (g->last_lines && !(entry->game[seat].last_lines = strdup(g->last_lines)))
        return LUS_EMEMORY;
    return 0;
}

static int by_pair(const void *a, const void *b)
{
    int64_t x = ((const struct recalled_pair *)a)->pair,
            y = ((const struct recalled_pair *)b)->pair;
    return (x > y) - (x < y);
}

/* A pair counts only if both of its games are stored. */
static bool recall(void *arg, int64_t pair, struct game_outcome game[2])
{
    const struct recorder *r = arg;
    struct recalled_pair key = {.pair = pair};
    const struct recalled_pair *found =
        r->n_recalled
            ? bsearch(&key, r->recalled, (size_t)r->n_recalled, sizeof key, by_pair)
            : NULL;
    if (!found || found->games != 2)
        return false;
    for (int i = 0; i < 2; i++) {
        game[i] = (struct game_outcome){.points = found->game[i].points,
                                        .plies = found->game[i].plies,
                                        .fault = (enum agent_fault)found->game[i].fault,
                                        .at_fault = found->game[i].at_fault};
        memcpy(game[i].moves, found->game[i].moves, sizeof game[i].moves);
        memcpy(game[i].time_ms, found->game[i].time_ms, sizeof game[i].time_ms);
        if (found->game[i].last_lines)
            snprintf(game[i].last_lines, sizeof game[i].last_lines, "%s",
                     found->game[i].last_lines);
    }
    return true;
}

/* ---- the queue ---- */

static void game_free(struct store_game *g)
{
    free((char *)(uintptr_t)g->record);
    free((char *)(uintptr_t)g->last_lines);
}

static void queue_free(struct game_queue *q)
{
    for (int i = 0; i < q->n; i++)
        game_free(&q->game[i]);
    free(q->game);
    *q = (struct game_queue){0};
}

/* Writes and frees the games of a queue.  The first error is kept for recorder_close. */
static int write_queue(struct recorder *r, struct game_queue *q)
{
    mutex_lock(&r->writing);
    int status = q->n ? store_add(r->store, q->game, q->n) : 0;
    if (status == 0)
        atomic_fetch_add(&r->stored, q->n);
    else if (!r->error)
        r->error = status;
    mutex_unlock(&r->writing);
    queue_free(q);
    return status;
}

static bool queue_pair(struct game_queue *q, const struct store_game game[2])
{
    if (!array_reserve(&q->game, &q->cap, (size_t)q->n + 2, sizeof *q->game))
        return false;
    q->game[q->n++] = game[0];
    q->game[q->n++] = game[1];
    return true;
}

/* Takes ownership of the games; writes the queue if it is due. */
static int push_pair(struct recorder *r, struct store_game game[2])
{
    struct game_queue due = {0};
    double now = clock_ms();
    mutex_lock(&r->lock);
    bool queued = queue_pair(&r->queue, game);
    if (queued && (r->queue.n >= FLUSH_GAMES || now - r->written_ms >= FLUSH_MS)) {
        due = r->queue;
        r->queue = (struct game_queue){0};
        r->written_ms = now;
    }
    mutex_unlock(&r->lock);
    if (queued)
        return due.n ? write_queue(r, &due) : 0;
    game_free(&game[0]);
    game_free(&game[1]);
    return LUS_EMEMORY;
}

/* ---- a game as a record ---- */

/* Sets the result of a game that the rules did not end. */
static int set_result(struct record *record, int first, const struct game_outcome *o)
{
    if (lus_game_end(record_game(record)).over)
        return 0;
    if (!o->fault)
        return record_decide(record, RECORD_DRAW, "length");
    return record_decide(record, o->at_fault == first ? RECORD_SECOND : RECORD_FIRST,
                         o->fault == AGENT_RESIGNED ? "resignation"
                                                    : agent_fault_name[o->fault]);
}

/* First, Second, TimeControl, MatchSeed and Round ("12.2": game 2 of pair 12). */
static int set_tags(const struct recorder *r, struct record *record, int first,
                    int64_t pair, int seat)
{
    const struct match *m = r->match;
    char round[48], seed[24];
    snprintf(round, sizeof round, "%lld.%d", (long long)pair + 1, seat + 1);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)m->seed);
    int status = record_set_tag(record, "First", m->name[first]);
    if (status == 0)
        status = record_set_tag(record, "Second", m->name[!first]);
    if (status == 0)
        status = record_set_tag(record, "MatchSeed", seed);
    if (status == 0 && *r->clock)
        status = record_set_tag(record, "TimeControl", r->clock);
    return status < 0 ? status : record_set_tag(record, "Round", round);
}

/* The reason of the record as a text that outlives it. */
static const char *static_reason(const struct record *record)
{
    static const char *const reasons[] = {"no move", "repetition", "resignation",
                                          "crash",   "timeout",    "protocol",
                                          "illegal", "length",     "time"};
    const char *reason = record_reason(record);
    for (size_t i = 0; reason && i < sizeof reasons / sizeof reasons[0]; i++)
        if (!strcmp(reasons[i], reason))
            return reasons[i];
    return NULL;
}

/* The row of a game, with its record as text.  Called by the thread that played it, so that
   records are written in parallel.  Returns 0 or a negative error. */
static int make_row(const struct recorder *r, int64_t pair, int seat, const lus_game *g,
                    const struct game_outcome *o, struct store_game *row)
{
    const struct match *m = r->match;
    struct record *record = record_new(lus_game_copy(g));
    size_t n;
    int first = first_of_record(r, seat);
    int status = record ? set_tags(r, record, first, pair, seat) : LUS_EMEMORY;
    if (status == 0)
        status = set_result(record, first, o);
    if (status == 0)
        *row = (struct store_game){
            .match = r->id,
            .pair = pair,
            .seat = seat,
            .rules = lus_rules_name(m->rules),
            .first = m->name[first],
            .second = m->name[!first],
            .limits = *r->clock ? r->clock : NULL,
            .result = record_token[record_result(record)],
            .reason = static_reason(record),
            .plies = o->plies,
            .record = record_write(record, &n),
            .moves = {o->moves[first], o->moves[!first]},
            .time_ms = {o->time_ms[first], o->time_ms[!first]},
            .last_lines = o->fault ? strdup(o->last_lines) : NULL,
        };
    record_free(record);
    return status < 0 ? status : row->record ? 0 : LUS_EMEMORY;
}

static int record_pair(void *arg, int64_t pair, lus_game *const game[2],
                       const struct game_outcome outcome[2])
{
    struct recorder *r = arg;
    struct store_game row[2] = {{0}};
    int status = 0;
    for (int seat = 0; seat < 2 && status == 0; seat++)
        status = make_row(r, pair, seat, game[seat], &outcome[seat], &row[seat]);
    if (status == 0)
        return push_pair(r, row);
    game_free(&row[0]);
    game_free(&row[1]);
    return status;
}

struct match_recorder recorder_callbacks(struct recorder *r)
{
    return (struct match_recorder){r, recall, record_pair};
}

/* ---- opening and closing ---- */

/* Finds or adds the match and loads its games of earlier runs. */
static int find_match(struct recorder *r)
{
    char settings[MATCH_SETTINGS];
    struct store_match key = match_store_key(r->match, settings);
    int status = store_match(r->store, &key);
    r->id = key.id;
    struct store_filter filter = {
        .match = key.id, .pairs = r->match->pairs, .no_record = true};
    return status < 0 ? status : store_games(r->store, &filter, add_recalled, r);
}

static void recorder_free(struct recorder *r)
{
    for (int64_t i = 0; i < r->n_recalled; i++)
        for (int seat = 0; seat < 2; seat++)
            free(r->recalled[i].game[seat].last_lines);
    free(r->recalled);
    queue_free(&r->queue);
    mutex_destroy(&r->lock);
    mutex_destroy(&r->writing);
    free(r);
}

int recorder_open(struct recorder **made, struct store *s, const struct match *m)
{
    struct recorder *r = calloc(1, sizeof *r);
    if (!r)
        return LUS_EMEMORY;
    r->store = s;
    r->match = m;
    r->beginner = match_beginner(m->rules);
    if (m->clock.base_ms)
        time_control_format(&m->clock, r->clock);
    mutex_init(&r->lock);
    mutex_init(&r->writing);
    int status = find_match(r);
    if (status < 0)
        recorder_free(r);
    else
        *made = r;
    return status < 0 ? status : 0;
}

int64_t recorder_recalled(const struct recorder *r)
{
    return 2 * r->n_recalled;
}

int64_t recorder_stored(const struct recorder *r)
{
    return atomic_load(&r->stored);
}

int recorder_close(struct recorder *r, int64_t *stored)
{
    if (!r->error)
        write_queue(r, &r->queue);
    int error = r->error;
    *stored = recorder_stored(r);
    recorder_free(r);
    return error;
}
