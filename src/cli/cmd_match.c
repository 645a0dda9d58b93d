/* SPDX-License-Identifier: MIT */
/* cmd_match.c - lusoria match: two players, many games, who is better. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "arena/rate.h"
#include "cli/contest.h"
#include "cli/plain.h"
#include "core/random.h"
#include "text/csv.h"

/* ---- while it goes on ---- */

/* On a terminal two lines that are drawn again and again, else a line now and then. */
struct live {
    bool terminal, drawn;
};

static void show(void *arg, const struct contest *c, const struct tally *t,
                 int64_t stored)
{
    struct live *live = arg;
    struct rate rate = rate_pairs(t->pairs);
    char name[2][PLAIN_TEXT], low[ELO_TEXT], high[ELO_TEXT], kept[48] = "", llr[48] = "";
    if (stored)
        snprintf(kept, sizeof kept, ", %lld stored", (long long)stored);
    if (c->match.sprt)
        snprintf(llr, sizeof llr, ", LLR %+.2f of %.2f",
                 sprt_ratio(c->match.sprt, t->pairs), sprt_bound());
    if (live->terminal)
        fprintf(stderr, "%s%s  %s - %s  game %lld of %lld%s\033[K\n",
                live->drawn ? "\033[2A" : "", lus_rules_name(c->match.rules),
                plain(name[0], c->name[0], 20), plain(name[1], c->name[1], 20),
                2 * (long long)tally_pairs(t), 2 * (long long)c->match.pairs, kept);
    else
        fprintf(stderr, "%lld of %lld games%s: ", 2 * (long long)tally_pairs(t),
                2 * (long long)c->match.pairs, kept);
    fprintf(stderr, "%.1f %% (%.1f to %.1f), Elo %s to %s%s%s\n", 100 * rate.score,
            100 * rate.low, 100 * rate.high, elo_text(low, rate_elo(rate.low)),
            elo_text(high, rate_elo(rate.high)), llr, live->terminal ? "\033[K" : "");
    live->drawn = true;
}

static void show_end(const struct live *live)
{
    if (live->terminal && live->drawn)
        fputs("\033[2A\033[J", stderr);
}

/* ---- the command ---- */

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
    const char *const name[2] = {c->name[0], c->name[1]};
    int found = store ? keep_seed(store, &c->match, name, &c->match.seed) : 0;
    if (found < 0)
        return say_failed("%s", store_why(store));
    if (!found && random_from_system(&c->match.seed) < 0)
        return say_failed("the system gives no random numbers; use --seed");
    return EXIT_DONE;
}

static int run(struct contest *c, bool seeded, bool keep, const char *db, bool json,
               const char *csv)
{
    struct live live = {.terminal = isatty(STDERR_FILENO)};
    struct contest_show shown = {&live, show, live.terminal ? 200 : 10000};
    struct store *store = keep ? stored_open(db, STORE_WRITE) : NULL;
    if (keep && !store)
        return EXIT_FAILED;
    int status = seeded ? EXIT_DONE : find_seed(c, store);
    if (status == EXIT_DONE)
        status = contest_run(c, store, &shown);
    show_end(&live);
    store_close(store);
    return status ? status : report(c, json, csv);
}

int cmd_match(const struct command *self, int argc, char **argv)
{
    const char *first = "ai", *second = "random", *sprt = NULL, *db = NULL, *csv = NULL;
    const char *words[1];
    int games = 1000, time_ms = AGENT_MOVE_MS, jobs = (int)sysconf(_SC_NPROCESSORS_ONLN),
        opening = -1;
    struct agent_wish wish = AGENT_WISH;
    struct seed seed = {0};
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
    if (!contest_player(&c, 0, first, time_ms, &wish) ||
        !contest_player(&c, 1, second, time_ms, &wish))
        return EXIT_USAGE;
    c.match.opening = opening >= 0                  ? opening
                      : lus_has_dice(c.match.rules) ? 0
                                                    : DEFAULT_OPENING;
    return run(&c, seed.given, keep || db, db, json, csv);
}
