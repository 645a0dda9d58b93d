/* SPDX-License-Identifier: MIT */
/* cmd_tournament.c - lusoria tournament: many players, each two of them a match.

   Every match has the same seed: its pair k the same dice, or the same opening, as pair
   k of all others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/crosstable.h"
#include "cli/live.h"
#include "cli/terminal.h"
#include "os/parallel.h"
#include "os/entropy.h"

/* ---- the seed ---- */

/* A tournament without a seed goes on with that of its first match that is not whole. */
static int find_seed(const struct tournament *t, struct store *store, uint64_t *seed)
{
    for (int i = 0; store && i < t->n; i++) {
        struct contest *c = &t->pairing[i].contest;
        int found = contest_resume_seed(c, store);
        if (found < 0)
            return EXIT_FAILED;
        if (found) {
            *seed = c->match.seed;
            return EXIT_DONE;
        }
    }
    return random_from_system(seed) < 0
               ? say_failed("the system gives no random numbers; use --seed")
               : EXIT_DONE;
}

/* ---- playing ---- */

static int play(struct tournament *t, struct store *store)
{
    struct live live = live_open();
    struct contest_show shown = live_show(&live);
    int status = EXIT_DONE;
    live.all = t->n;
    live.table = crosstable_write;
    live.tournament = t;
    for (int i = 0; i < t->n && status == EXIT_DONE && !(i && interrupt_seen()); i++) {
        live.number = i + 1;
        status = contest_run(&t->pairing[i].contest, store, &shown);
    }
    if (status == EXIT_DONE)
        live_clear(&live);
    return status;
}

static int print_text(const struct tournament *t)
{
    const struct entries *e = t->entries;
    struct buffer out = {0};
    int64_t recalled = 0;
    for (int i = 0; i < t->n; i++)
        recalled += t->pairing[i].contest.recalled;
    printf("%s: %s of %d players, %d games each two, seed %llu\n",
           lus_rules_name(e->rules), e->gauntlet ? "gauntlet" : "round robin", e->n,
           e->games, (unsigned long long)e->seed.value);
    if (recalled)
        printf("%lld games were in the store\n", (long long)recalled);
    putchar('\n');
    int status = crosstable_write(&out, t);
    if (status < 0)
        return say_error(status);
    status = print_buffer(&out);
    for (int i = 0; i < t->n; i++)
        contest_print_faults(&t->pairing[i].contest);
    return status;
}

static int report(const struct tournament *t, bool json, const char *csv)
{
    struct buffer out = {0};
    struct json j = json_on(&out);
    if (csv) {
        struct buffer table = {0};
        crosstable_csv(&table, t);
        int status = save_buffer(&table, csv);
        if (status)
            return status;
    }
    if (!json)
        return print_text(t);
    int status = crosstable_json(&j, t);
    buffer_str(&out, "\n");
    return status < 0 ? say_error(status) : print_buffer(&out);
}

struct wishes {
    int jobs;
    const char *db, *csv;
    bool json, no_store;
};

static int run(struct entries *e, const struct wishes *w)
{
    struct store *store = w->no_store ? NULL : stored_open(w->db, STORE_WRITE);
    if (!w->no_store && !store)
        return EXIT_FAILED;
    struct tournament *t = tournament_new(e, w->jobs);
    int status = t ? EXIT_DONE : EXIT_USAGE;
    if (t && !e->seed.given)
        status = find_seed(t, store, &e->seed.value);
    for (int i = 0; t && i < t->n; i++)
        t->pairing[i].contest.match.seed = e->seed.value;
    if (status == EXIT_DONE)
        status = play(t, store);
    if (status == EXIT_DONE)
        status = report(t, w->json, w->csv);
    status = contest_end(status, store != NULL);
    store_close(store);
    tournament_free(t);
    return status;
}

/* ---- the command ---- */

/* What was said on the command line goes before what the file says. */
struct said {
    const char *players, *game, *kind;
    int games, opening, time_ms;
    struct seed seed;
    struct agent_wish wish;
};

static void override_file(struct entries *e, const struct said *s)
{
    const struct agent_wish usual = AGENT_WISH;
    if (s->games)
        e->games = s->games;
    if (s->opening >= 0)
        e->opening = s->opening;
    if (s->time_ms)
        e->time_ms = s->time_ms;
    if (s->seed.given)
        e->seed = s->seed;
    if (s->wish.handshake_ms != usual.handshake_ms)
        e->wish.handshake_ms = s->wish.handshake_ms;
    if (s->wish.memory_mb != usual.memory_mb)
        e->wish.memory_mb = s->wish.memory_mb;
    e->wish.wrap = s->wish.wrap ? s->wish.wrap : e->wish.wrap;
    e->wish.log = s->wish.log;
}

static int fill(struct entries *e, const char *path, const struct said *s)
{
    if (!path == !s->players)
        return say_usage("a tournament is a FILE, or --players and --game");
    if (path && (s->game || s->kind))
        return say_usage("the game and the kind of a tournament stand in its file");
    if (s->players && !s->game)
        return say_usage("--players needs --game GAME");
    if (s->games % 2)
        return say_usage("--games takes an even number: games come in pairs");
    int status = path ? entries_read(e, path) : entries_split(e, s->players);
    if (status)
        return status;
    if (s->game && !(e->rules = rules_named(s->game)))
        return EXIT_FAILED;
    if (s->kind) {
        e->gauntlet = !strcmp(s->kind, "gauntlet");
        if (!e->gauntlet && strcmp(s->kind, "round-robin") != 0)
            return say_usage("--kind takes round-robin or gauntlet, not '%s'", s->kind);
    }
    override_file(e, s);
    return EXIT_DONE;
}

int cmd_tournament(const struct command *self, int argc, char **argv)
{
    const char *path = NULL;
    struct said said = {.opening = -1, .wish = AGENT_WISH};
    struct wishes w = {.jobs = parallel_cores()};
    const struct option options[] = {
        {"players", 0, OPTION_TEXT, &said.players, 0, 0, "P,P,...",
         "as for match, instead of a file"},
        {"game", 0, OPTION_TEXT, &said.game, 0, 0, "GAME[:RULES]", "what they play"},
        {"kind", 0, OPTION_TEXT, &said.kind, 0, 0, "KIND",
         "round-robin, or gauntlet: the first against all others"},
        {"games", 'n', OPTION_INT, &said.games, 2, 1000000, "N",
         "of each two players, an even number (100)"},
        {"seed", 's', OPTION_SEED, &said.seed, 0, 0, "S", "repeats all that is random"},
        {"jobs", 'j', OPTION_INT, &w.jobs, 1, 256, "J", "the same result for any J"},
        {"opening", 0, OPTION_INT, &said.opening, 0, 100, "N",
         "random plies first (4 without dice)"},
        {"time", 't', OPTION_INT, &said.time_ms, 1, 3600000, "MS",
         "time a move of an exec player (10000)"},
        AGENT_OPTIONS(&said.wish),
        {"db", 0, OPTION_TEXT, &w.db, 0, 0, "FILE", "in this store instead of the usual"},
        {"no-store", 0, OPTION_FLAG, &w.no_store, 0, 0, NULL, "keep nothing"},
        {"json", 0, OPTION_FLAG, &w.json, 0, 0, NULL, "lusoria.tournament/1"},
        {"csv", 0, OPTION_TEXT, &w.csv, 0, 0, "FILE", "a row a match, too"},
        {0},
    };
    int n = options_read(self, options, argc, argv, &path, 0, 1);
    if (n < 0)
        return -1 - n;
    if (w.json)
        say_in_json();
    struct entries *e = entries_new();
    if (!e)
        return say_error(LUS_EMEMORY);
    int status = fill(e, n ? path : NULL, &said);
    if (status == EXIT_DONE)
        status = run(e, &w);
    entries_free(e);
    return status;
}
