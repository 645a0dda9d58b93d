/* SPDX-License-Identifier: MIT */
/* cmd_match.c - lusoria match and lusoria ratings: which player is stronger, from many games.

       $ lusoria match ur --first ai:2 --second random -n 20 --seed 1
       ur:finkel: ai:beginner against random, 20 games in pairs, seed 1
       ai:beginner scores 80.00 % (95 %: 56.74 to 93.26), Elo +241 (+47 to +456)
       ...

   With --clock 5+3 the referee keeps a clock for each player (core/game_clock.h); games lost
   on time are counted in the last lines.

   Games come in pairs with the same dice, or without dice the same random opening, and the
   players change seats (arena/match.h).  With --store an interrupted match is continued by
   the same command: it finds the seed of the unfinished match and plays only the games that
   are missing.

       $ lusoria ratings ur --anchor random=0
       ur:finkel: 20 games of 2 players

            player         Elo    +-      %   games
         1  ai:beginner   +226   152   80.0      20
         2  random          +0 given   20.0      20

   Ratings are computed from the games in the store (tournament/ratings.h).  They are differences:
   without an anchor their mean is 0; an anchor fixes the rating of one player, and the others
   follow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/match_report.h"
#include "tournament/ratings.h"
#include "arena/recorder.h"
#include "cli/match_cli.h"
#include "terminal/terminal.h"

/* ---- match ---- */

/* The options as given. */
struct match_options {
    const char *first, *second, *sprt, *db, *csv, *clock;
    int games, jobs;
    struct opening_options opening;
    struct agent_options agents;
    struct seed seed;
    struct table_options tables;
    bool json, store;
};

/* "0,50": the two hypotheses of the sequential test in Elo, the smaller one first, both
   within +-2000. */
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

/* Writes the CSV file, then prints the result as JSON or text; an exit code. */
static int report(const struct match *m, const struct match_result *r,
                  const struct match_options *o)
{
    struct buffer out = {0}, table = {0};
    struct json j = json_on(&out);
    match_report_csv_head(&table);
    match_report_csv_row(&table, m, &r->tally);
    if (o->json) {
        match_report_json(&j, m, r);
        buffer_str(&out, "\n");
    } else {
        match_report_text(&out, m, r);
    }
    return print_with_table(&out, &table, o->csv);
}

/* The seed of an unfinished match in the store, or a random one. */
static int find_seed(struct match *m, struct store *store)
{
    int found = store ? match_unfinished_seed(store, m, &m->seed) : 0;
    if (found < 0)
        return store_failed(store, found);
    return found ? EXIT_DONE : random_seed(&m->seed);
}

/* Opens the store if asked for, finds the seed, plays and reports; an exit code.  After
   Ctrl-C the games so far are the result. */
static int play(struct match *m, const struct match_options *o)
{
    struct match_display display = match_display_open();
    struct match_result result;
    interrupt_catch();
    struct store *store = o->store ? store_open_cli(o->db, STORE_WRITE) : NULL;
    if (o->store && !store)
        return EXIT_FAILED;
    int status = o->seed.given ? EXIT_DONE : find_seed(m, store);
    if (status == EXIT_DONE)
        status = match_run_cli(m, store, &display, &result);
    match_display_clear(&display);
    store_close(store);
    if (status == EXIT_DONE)
        status = report(m, &result, o);
    return match_exit_code(status, o->store);
}

/* Player 0 or 1 from its text; false: a message was printed. */
static bool set_player(struct match *m, int who, const struct match_options *o)
{
    const char *text = who ? o->second : o->first;
    lus_fault fault;
    if (match_set_player(m, who, text, &o->agents.limits, &fault) < 0) {
        print_fault("player", text, &fault);
        return false;
    }
    return agent_options_apply(&o->agents, who ? "second" : "first", &m->bot[who]);
}

/* Checks the options, makes the match and plays it; an exit code. */
static int run(const lus_rules *r, const struct match_options *o)
{
    struct sprt sprt;
    struct tables *tables;
    struct opening_rule opening = {.plies = -1};
    struct match m = {
        .rules = r, .pairs = o->games / 2, .jobs = o->jobs, .seed = o->seed.value};
    if (o->games % 2)
        return print_usage_error("--games takes an even number: games come in pairs");
    if (o->sprt && !read_sprt(o->sprt, &sprt))
        return print_usage_error("--sprt takes two Elo numbers, as in --sprt 0,50");
    m.sprt = o->sprt ? &sprt : NULL;
    if (!read_opening(&o->opening, r, &opening))
        return EXIT_USAGE;
    m.opening = match_opening(r, &opening);
    if (!read_clock(o->clock, &m.clock) || !set_player(&m, 0, o) || !set_player(&m, 1, o))
        return EXIT_USAGE;
    if (!tablebase_open(&o->tables, &tables))
        return EXIT_FAILED;
    match_use_tables(&m, tables);
    int status = play(&m, o);
    tablebase_close(tables);
    return status;
}

/* Without options: the usual program against random moves, 1,000 games. */
int cmd_match(const struct command *self, int argc, char **argv)
{
    const char *words[1];
    struct match_options o = {.first = "ai",
                              .second = "random",
                              .games = 1000,
                              .jobs = match_default_jobs(),
                              .agents = AGENT_DEFAULTS};
    const struct option options[] = {
        {"first", 0, OPTION_TEXT, &o.first, 0, 0, "P",
         "random, greedy, ai, ai:LEVEL, ai:depth=N,eval=NAME,..., exec:COMMAND or "
         "uci:COMMAND"},
        {"second", 0, OPTION_TEXT, &o.second, 0, 0, "P", "the second player"},
        {"games", 'n', OPTION_INT, &o.games, 2, 2000000000, "N", "an even number (1000)"},
        GAMES_OPTIONS(&o.seed, &o.jobs, &o.opening),
        {"sprt", 0, OPTION_TEXT, &o.sprt, 0, 0, "E0,E1",
         "stop when decided: E0 or E1 Elo stronger"},
        CLOCK_OPTION(&o.clock),
        {"time", 't', OPTION_INT, &o.agents.limits.move_ms, 1, 3600000, "MS",
         "time per move of an exec or uci player without a clock (10000)"},
        AGENT_OPTIONS(&o.agents),
        TABLE_OPTIONS(&o.tables),
        {"store", 0, OPTION_FLAG, &o.store, 0, 0, NULL,
         "store the games, and continue with stored ones"},
        DB_OPTION(&o.db),
        {"json", 0, OPTION_FLAG, &o.json, 0, 0, NULL, "lusoria.match/1"},
        {"csv", 0, OPTION_TEXT, &o.csv, 0, 0, "FILE", "also write the result as a table"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 1);
    if (n < 0)
        return -1 - n;
    if (o.json)
        print_errors_as_json();
    o.store = o.store || o.db;
    const lus_rules *r = find_rules(words[0]);
    return r ? run(r, &o) : EXIT_FAILED;
}

/* ---- ratings ---- */

/* Reads "NAME=ELO;NAME=ELO".  A name may contain '=': the last one separates. */
static int set_anchors(struct ratings *a, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, ";"), equals = n;
        char *end;
        while (equals > 0 && text[equals] != '=')
            equals--;
        double elo = strtod(text + equals + 1, &end);
        if (!equals || end != text + n || !(elo >= -10000 && elo <= 10000))
            return print_usage_error("--anchor takes NAME=ELO, several separated by ';'");
        if (!ratings_anchor(a, text, equals, elo))
            return print_failure("no player '%.*s' has a game in the store", (int)equals,
                                 text);
        text += n + (text[n] == ';');
    }
    return EXIT_DONE;
}

/* Writes the CSV file, then prints the list as JSON or text; an exit code. */
static int report_ratings(const struct ratings *a, bool json, const char *csv)
{
    struct buffer out = {0}, table = {0};
    struct json j = json_on(&out);
    ratings_report_csv(&table, a);
    if (json) {
        ratings_report_json(&j, a);
        buffer_str(&out, "\n");
    } else {
        ratings_report_text(&out, a);
    }
    return print_with_table(&out, &table, csv);
}

/* Computes the ratings of the players of a rule set and prints them; an exit code. */
static int rate(struct store *s, const lus_rules *r, const char *anchor, bool people,
                bool json, const char *csv)
{
    struct ratings *a;
    int status = ratings_load(&a, s, r, people);
    if (status == LUS_ERANGE)
        return print_failure("more than %d players have games in the store", MAX_RATED);
    if (status < 0)
        return store_failed(s, status);
    int code = set_anchors(a, anchor);
    if (code == EXIT_DONE && (status = ratings_fit(a)) < 0)
        code = print_error_code(status);
    if (code == EXIT_DONE)
        code = report_ratings(a, json, csv);
    ratings_free(a);
    return code;
}

/* The store is only read: ratings are computed again each time. */
int cmd_ratings(const struct command *self, int argc, char **argv)
{
    const char *game, *db = NULL, *anchor = "", *csv = NULL;
    bool json = false, people = false;
    const struct option options[] = {
        {"people", 0, OPTION_FLAG, &people, 0, 0, NULL, "count the games of people, too"},
        {"anchor", 0, OPTION_TEXT, &anchor, 0, 0, "NAME=ELO;...", "fixed ratings"},
        DB_OPTION(&db),
        {"json", 0, OPTION_FLAG, &json, 0, 0, NULL, "lusoria.ratings/1"},
        {"csv", 0, OPTION_TEXT, &csv, 0, 0, "FILE", "also write one row per player"},
        {0},
    };
    int n = options_read(self, options, argc, argv, &game, 1, 1);
    if (n < 0)
        return -1 - n;
    if (json)
        print_errors_as_json();
    const lus_rules *r = find_rules(game);
    struct store *s = r ? store_open_cli(db, STORE_READ) : NULL;
    if (!s)
        return EXIT_FAILED;
    int status = rate(s, r, anchor, people, json, csv);
    store_close(s);
    return status;
}
