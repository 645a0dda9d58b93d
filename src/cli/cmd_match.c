/* SPDX-License-Identifier: MIT */
/* cmd_match.c - lusoria match: two players, many games, who is better. */
#include <stdio.h>
#include <stdlib.h>
#include "cli/contest.h"
#include "cli/live.h"
#include "os/parallel.h"
#include "os/entropy.h"
#include "text/csv.h"

static bool read_sprt(const char *text, struct sprt *s)
{
    char *comma, *end;
    s->elo0 = strtod(text, &comma);
    if (comma == text || *comma != ',')
        return false;
    s->elo1 = strtod(comma + 1, &end);
    return end != comma + 1 && !*end && s->elo0 < s->elo1 && s->elo0 >= -2000 &&
           s->elo1 <= 2000;
}

static int report(const struct contest *c, bool json, const char *csv)
{
    struct buffer out = {0};
    struct json j = json_on(&out);
    if (csv) {
        struct buffer table = {0};
        contest_csv_head(&table);
        contest_csv(&table, c);
        int status = save_buffer(&table, csv);
        if (status)
            return status;
    }
    if (!json) {
        contest_print(c);
        return EXIT_DONE;
    }
    contest_json(&j, c);
    buffer_str(&out, "\n");
    return print_buffer(&out);
}

/* The seed of the match that is to go on, or one nobody can guess. */
static int find_seed(struct contest *c, struct store *store)
{
    int found = store ? contest_resume_seed(c, store) : 0;
    if (found < 0)
        return EXIT_FAILED;
    if (!found && random_from_system(&c->match.seed) < 0)
        return say_failed("the system gives no random numbers; use --seed");
    return EXIT_DONE;
}

static int run(struct contest *c, bool seeded, bool keep, const char *db, bool json,
               const char *csv)
{
    struct live live = live_open();
    struct contest_show shown = live_show(&live);
    struct store *store = keep ? stored_open(db, STORE_WRITE) : NULL;
    if (keep && !store)
        return EXIT_FAILED;
    int status = seeded ? EXIT_DONE : find_seed(c, store);
    if (status == EXIT_DONE)
        status = contest_run(c, store, &shown);
    live_clear(&live);
    store_close(store);
    if (status == EXIT_DONE)
        status = report(c, json, csv);
    return contest_end(status, keep);
}

int cmd_match(const struct command *self, int argc, char **argv)
{
    const char *first = "ai", *second = "random", *sprt = NULL, *db = NULL, *csv = NULL;
    const char *words[1];
    int games = 1000, time_ms = AGENT_MOVE_MS, jobs = parallel_cores(), opening = -1;
    struct agent_wish wish = AGENT_WISH;
    struct seed seed = {0};
    struct table_options tables = {0};
    bool json = false, keep = false;
    const struct option options[] = {
        {"first", 0, OPTION_TEXT, &first, 0, 0, "P",
         "random, greedy, ai, ai:LEVEL, ai:depth=N,eval=NAME,... or exec:COMMAND"},
        {"second", 0, OPTION_TEXT, &second, 0, 0, "P", "the same"},
        {"games", 'n', OPTION_INT, &games, 2, 2000000000, "N", "an even number (1000)"},
        {"seed", 's', OPTION_SEED, &seed, 0, 0, "S", "repeats all that is random"},
        {"jobs", 'j', OPTION_INT, &jobs, 1, 256, "J", "the same result for any J"},
        {"opening", 0, OPTION_INT, &opening, 0, 100, "N",
         "random plies first (4 without dice)"},
        {"sprt", 0, OPTION_TEXT, &sprt, 0, 0, "E0,E1",
         "stop when it is known: E0 or E1 Elo better"},
        {"time", 't', OPTION_INT, &time_ms, 1, 3600000, "MS",
         "time a move of an exec player (10000)"},
        AGENT_OPTIONS(&wish),
        TABLE_OPTIONS(&tables),
        {"store", 0, OPTION_FLAG, &keep, 0, 0, NULL,
         "keep the games, and go on with those kept"},
        {"db", 0, OPTION_TEXT, &db, 0, 0, "FILE", "in this store instead of the usual"},
        {"json", 0, OPTION_FLAG, &json, 0, 0, NULL, "lusoria.match/1"},
        {"csv", 0, OPTION_TEXT, &csv, 0, 0, "FILE", "the result as a table, too"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 1);
    if (n < 0)
        return -1 - n;
    if (json)
        say_in_json();
    struct contest c = {0};
    struct sprt test;
    c.match = (struct match){.rules = rules_named(words[0]),
                             .pairs = games / 2,
                             .jobs = jobs,
                             .seed = seed.value};
    if (!c.match.rules)
        return EXIT_FAILED;
    if (games % 2)
        return say_usage("--games takes an even number: games come in pairs");
    if (sprt && !read_sprt(sprt, &test))
        return say_usage("--sprt takes two Elo numbers, as in --sprt 0,50");
    c.match.sprt = sprt ? &test : NULL;
    if (!contest_player(&c, 0, first, time_ms, &wish, "first") ||
        !contest_player(&c, 1, second, time_ms, &wish, "second"))
        return EXIT_USAGE;
    c.match.opening = contest_opening(c.match.rules, opening);
    if (!tablebase_open(&tables, &c.tables))
        return EXIT_FAILED;
    contest_tables(&c);
    int status = run(&c, seed.given, keep || db, db, json, csv);
    tablebase_close(c.tables);
    return status;
}
