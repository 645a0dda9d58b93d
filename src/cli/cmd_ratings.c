/* SPDX-License-Identifier: MIT */
/* cmd_ratings.c - lusoria ratings: Elo ratings from the games in the store.

       $ lusoria ratings ur --anchor random=0
       ur:finkel: 20 games of 2 players

            player         Elo    +-      %   games
         1  ai:beginner   +226   152   80.0      20
         2  random          +0 given   20.0      20

   Ratings are differences: without an anchor their mean is 0; an anchor fixes the rating of
   one player, and the others follow.  The computation is arena/ratings.h. */
#include <stdlib.h>
#include <string.h>
#include "arena/ratings.h"
#include "cli/match_cli.h"

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
static int report(const struct ratings *a, bool json, const char *csv)
{
    struct buffer out = {0};
    struct json j = json_on(&out);
    if (csv) {
        struct buffer table = {0};
        ratings_report_csv(&table, a);
        int status = write_buffer(&table, csv);
        if (status)
            return status;
    }
    if (json) {
        ratings_report_json(&j, a);
        buffer_str(&out, "\n");
    } else {
        ratings_report_text(&out, a);
    }
    return print_buffer(&out);
}

static int run(struct store *s, const lus_rules *r, const char *anchor, bool json,
               const char *csv)
{
    struct ratings *a;
    int status = ratings_load(&a, s, r);
    if (status == LUS_ERANGE)
        return print_failure("more than %d players have games in the store", MAX_RATED);
    if (status < 0)
        return store_failed(s, status);
    int code = set_anchors(a, anchor);
    if (code == EXIT_DONE && (status = ratings_fit(a)) < 0)
        code = print_error_code(status);
    if (code == EXIT_DONE)
        code = report(a, json, csv);
    ratings_free(a);
    return code;
}

int cmd_ratings(const struct command *self, int argc, char **argv)
{
    const char *game, *db = NULL, *anchor = "", *csv = NULL;
    bool json = false;
    const struct option options[] = {
        {"anchor", 0, OPTION_TEXT, &anchor, 0, 0, "NAME=ELO;...", "fixed ratings"},
        {"db", 0, OPTION_TEXT, &db, 0, 0, "FILE", "use this store, not the default"},
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
    int status = run(s, r, anchor, json, csv);
    store_close(s);
    return status;
}
