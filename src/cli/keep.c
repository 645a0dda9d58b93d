/* SPDX-License-Identifier: MIT */
/* keep.c - the games of a match in the store: see stored.h.

       threads -> queue -> one transaction every quarter of a second, or 2,000 games

   Records are written by the threads that played; the one that finds the queue due takes
   it and writes, while the others go on.  No lock of the store is held in between. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/stored.h"
#include "os/clock.h"
#include "record/record.h"
#include "record/record_parts.h"

enum { DUE_MS = 250, DUE_GAMES = 2000 };

/* A pair of an earlier run. */
struct known {
    int64_t pair;
    int games; /* that were found */
    struct {
        int points, plies, moves[2], fault, at_fault;
        double time_ms[2];
        char *said;
    } game[2];
};

struct queue {
    struct store_game *game; /* record and said are its own */
    int n, cap;
};

struct keep {
    struct store *store;
    const struct match *match;
    const char *name[2];
    int64_t id;
    int beginner; /* the player of a record who began */
    struct known *known;
    int64_t n_known, cap_known;
    pthread_mutex_t lock, writing; /* of the queue; of the store */
    struct queue queue;
    double written_ms; /* at first long ago: a store that is full fails with the first
                          pair */
    _Atomic int64_t stored;
    bool failed; /* the store, once */
};

/* ---- what is known ---- */

/* Which bot is the first player of the record: bot 0 begins game 0 of a pair. */
static int bot_of_first(const struct keep *k, int seat)
{
    return seat ^ k->beginner;
}

static int fault_of(const char *reason)
{
    for (int i = 1; reason && i < AGENT_FAULTS; i++)
        if (!strcmp(reason, i == AGENT_RESIGNED ? "resignation" : agent_fault_name[i]))
            return i;
    return AGENT_FINE;
}

static struct known *known_pair(struct keep *k, int64_t pair)
{
    if (k->n_known && k->known[k->n_known - 1].pair == pair)
        return &k->known[k->n_known - 1];
    if (k->n_known == k->cap_known) {
        int64_t cap = k->cap_known ? 2 * k->cap_known : 64;
        struct known *more = realloc(k->known, (size_t)cap * sizeof *more);
        if (!more)
            return NULL;
        k->known = more;
        k->cap_known = cap;
    }
    k->known[k->n_known] = (struct known){.pair = pair};
    return &k->known[k->n_known++];
}

/* Games come in the order of their pairs. */
static int remember(void *arg, const struct store_game *g)
{
    struct keep *k = arg;
    struct known *known = known_pair(k, g->pair);
    if (!known)
        return LUS_EMEMORY;
    int seat = g->seat & 1, first = bot_of_first(k, seat);
    int winner = !strcmp(g->result, "1-0")   ? first
                 : !strcmp(g->result, "0-1") ? !first
                                             : -1;
    int points = winner < 0 ? 1 : winner == 0 ? 2 : 0;
    known->games++;
    known->game[seat].points = points;
    known->game[seat].plies = g->plies;
    known->game[seat].fault = fault_of(g->reason);
    known->game[seat].at_fault = winner == 0;
    known->game[seat].said = g->said ? strdup(g->said) : NULL;
    for (int i = 0; i < 2; i++) {
        known->game[seat].moves[first ^ i] = g->moves[i];
        known->game[seat].time_ms[first ^ i] = g->time_ms[i];
    }
    return g->said && !known->game[seat].said ? LUS_EMEMORY : 0;
}

static int by_pair(const void *a, const void *b)
{
    int64_t x = ((const struct known *)a)->pair, y = ((const struct known *)b)->pair;
    return (x > y) - (x < y);
}

static bool recall(void *arg, int64_t pair, struct outcome game[2])
{
    const struct keep *k = arg;
    struct known key = {.pair = pair};
    const struct known *found =
        k->n_known ? bsearch(&key, k->known, (size_t)k->n_known, sizeof key, by_pair)
                   : NULL;
    if (!found || found->games != 2)
        return false;
    for (int i = 0; i < 2; i++) {
        game[i] = (struct outcome){.points = found->game[i].points,
                                   .plies = found->game[i].plies,
                                   .fault = (enum agent_fault)found->game[i].fault,
                                   .at_fault = found->game[i].at_fault};
        memcpy(game[i].moves, found->game[i].moves, sizeof game[i].moves);
        memcpy(game[i].time_ms, found->game[i].time_ms, sizeof game[i].time_ms);
        if (found->game[i].said)
            snprintf(game[i].said, sizeof game[i].said, "%s", found->game[i].said);
    }
    return true;
}

/* ---- writing ---- */

static void game_free(struct store_game *g)
{
    free((char *)(uintptr_t)g->record);
    free((char *)(uintptr_t)g->said);
}

static void queue_free(struct queue *q)
{
    for (int i = 0; i < q->n; i++)
        game_free(&q->game[i]);
    free(q->game);
    *q = (struct queue){0};
}

static int write_queue(struct keep *k, struct queue *q)
{
    pthread_mutex_lock(&k->writing);
    int status = q->n ? store_add(k->store, q->game, q->n) : 0;
    if (status == 0)
        atomic_fetch_add(&k->stored, q->n);
    else
        k->failed = true;
    pthread_mutex_unlock(&k->writing);
    queue_free(q);
    return status;
}

static bool queue_pair(struct queue *q, struct store_game game[2])
{
    if (q->n + 2 > q->cap) {
        int cap = q->cap ? 2 * q->cap : 64;
        struct store_game *more = realloc(q->game, (size_t)cap * sizeof *more);
        if (!more)
            return false;
        q->game = more;
        q->cap = cap;
    }
    q->game[q->n++] = game[0];
    q->game[q->n++] = game[1];
    return true;
}

/* Takes the games over; writes the queue if it is due. */
static int push_pair(struct keep *k, struct store_game game[2])
{
    struct queue due = {0};
    double now = clock_ms();
    pthread_mutex_lock(&k->lock);
    bool queued = queue_pair(&k->queue, game);
    if (queued && (k->queue.n >= DUE_GAMES || now - k->written_ms >= DUE_MS)) {
        due = k->queue;
        k->queue = (struct queue){0};
        k->written_ms = now;
    }
    pthread_mutex_unlock(&k->lock);
    if (queued)
        return due.n ? write_queue(k, &due) : 0;
    game_free(&game[0]);
    game_free(&game[1]);
    return LUS_EMEMORY;
}

/* ---- a game as a record ---- */

static int decide(struct record *r, const struct keep *k, int seat,
                  const struct outcome *o)
{
    int first = bot_of_first(k, seat);
    if (lus_game_end(record_game(r)).over)
        return 0;
    if (!o->fault)
        return record_decide(r, RECORD_DRAW, "length");
    return record_decide(r, o->at_fault == first ? RECORD_SECOND : RECORD_FIRST,
                         o->fault == AGENT_RESIGNED ? "resignation"
                                                    : agent_fault_name[o->fault]);
}

static int set_tags(struct record *r, const struct keep *k, int64_t pair, int seat)
{
    char round[48], seed[24];
    int first = bot_of_first(k, seat);
    snprintf(round, sizeof round, "%lld.%d", (long long)pair + 1, seat + 1);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)k->match->seed);
    int status = record_set_tag(r, "First", k->name[first]);
    if (status == 0)
        status = record_set_tag(r, "Second", k->name[!first]);
    if (status == 0)
        status = record_set_tag(r, "MatchSeed", seed);
    return status < 0 ? status : record_set_tag(r, "Round", round);
}

static const char *reason_of(const struct record *r)
{
    static const char *const known[] = {"no move", "repetition", "resignation", "crash",
                                        "timeout", "protocol",   "illegal",     "length"};
    const char *reason = record_reason(r);
    for (size_t i = 0; reason && i < sizeof known / sizeof known[0]; i++)
        if (!strcmp(known[i], reason))
            return known[i];
    return NULL;
}

static int describe(const struct keep *k, int64_t pair, int seat, lus_game *g,
                    const struct outcome *o, struct store_game *out)
{
    struct record *r = record_new(lus_game_copy(g));
    size_t n;
    int first = bot_of_first(k, seat);
    int status = r ? set_tags(r, k, pair, seat) : LUS_EMEMORY;
    if (status == 0)
        status = decide(r, k, seat, o);
    if (status == 0)
        *out = (struct store_game){
            .match = k->id,
            .pair = pair,
            .seat = seat,
            .rules = lus_rules_name(k->match->rules),
            .first = k->name[first],
            .second = k->name[!first],
            .result = record_token[record_result(r)],
            .reason = reason_of(r),
            .plies = o->plies,
            .record = record_write(r, &n),
            .moves = {o->moves[first], o->moves[!first]},
            .time_ms = {o->time_ms[first], o->time_ms[!first]},
            .said = o->fault ? strdup(o->said) : NULL,
        };
    record_free(r);
    return status < 0 ? status : out->record ? 0 : LUS_EMEMORY;
}

static int keep_pair(void *arg, int64_t pair, lus_game *const game[2],
                     const struct outcome outcome[2])
{
    struct keep *k = arg;
    struct store_game row[2] = {{0}};
    int status = 0;
    for (int seat = 0; seat < 2 && status == 0; seat++)
        status = describe(k, pair, seat, game[seat], &outcome[seat], &row[seat]);
    if (status == 0)
        return push_pair(k, row);
    game_free(&row[0]);
    game_free(&row[1]);
    return status;
}

struct keeper keep_keeper(struct keep *k)
{
    return (struct keeper){k, recall, keep_pair};
}

/* ---- opening and closing ---- */

static int find_match(struct keep *k)
{
    char settings[SETTINGS];
    struct store_match match = match_identity(k->match, k->name, settings);
    int status = store_match(k->store, &match);
    k->id = match.id;
    struct store_filter filter = {
        .match = match.id, .pairs = k->match->pairs, .no_record = true};
    return status < 0 ? status : store_games(k->store, &filter, remember, k);
}

static void keep_free(struct keep *k)
{
    for (int64_t i = 0; i < k->n_known; i++)
        for (int seat = 0; seat < 2; seat++)
            free(k->known[i].game[seat].said);
    free(k->known);
    queue_free(&k->queue);
    pthread_mutex_destroy(&k->lock);
    pthread_mutex_destroy(&k->writing);
    free(k);
}

struct keep *keep_open(struct store *s, const struct match *m, const char *const name[2])
{
    struct keep *k = calloc(1, sizeof *k);
    if (!k) {
        say_error(LUS_EMEMORY);
        return NULL;
    }
    *k = (struct keep){.store = s,
                       .match = m,
                       .name = {name[0], name[1]},
                       .beginner = match_beginner(m->rules)};
    pthread_mutex_init(&k->lock, NULL);
    pthread_mutex_init(&k->writing, NULL);
    if (find_match(k) < 0) {
        say_failed("%s", store_why(s));
        keep_free(k);
        return NULL;
    }
    return k;
}

int64_t keep_recalled(const struct keep *k)
{
    return 2 * k->n_known;
}

int64_t keep_stored(const struct keep *k)
{
    return atomic_load(&k->stored);
}

int keep_close(struct keep *k, int status)
{
    int code = EXIT_DONE, rest = k->failed ? 0 : write_queue(k, &k->queue);
    long long stored = keep_recalled(k) + keep_stored(k);
    if (status < 0 || rest < 0)
        code =
            say_failed("the match stopped: %s; %lld games of it are stored",
                       k->failed ? store_why(k->store) : lus_error_text(status), stored);
    keep_free(k);
    return code;
}
