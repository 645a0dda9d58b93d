/* SPDX-License-Identifier: MIT */
/* cmd_games.c - lusoria games: what can be played, and the games in the store.

       lusoria games                        all rule sets
       lusoria games list [-n N]            the newest games:
           20  2026-11-16 12:25  ur:finkel      random    ai:beginner     0-1   159
       lusoria games search --game ur --position POSITION     which games had it
       lusoria games matches                matches with their seeds
       lusoria games show 20                the record of game 20
       lusoria games export 19 20 --to rgn -o FILE
       lusoria games import FILE ...        adds games; those already stored are skipped

   The verbs are rows of verbs[]: number of words, default limit, and whether the store is
   opened for writing.  Searching and listing are arena/archive.h, the database is
   store/store.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/archive.h"
#include "cli/match_cli.h"
#include "cli/record_files.h"
#include "os/console.h"
#include "text/sanitise.h"

/* 256 numbers of games for one export; a list of 50 games fills two screens. */
enum { MAX_WORDS = 256, DEFAULT_LIMIT = 50 };

/* The options as typed; NULL, 0 and (limit) -1: not given. */
struct games_options {
    const char *game, *player, *opponent, *result, *position; /* which games */
    int match, limit;
    const char *db, *to, *output, *csv;
    bool json;
    const char *const *word; /* words after the verb */
    int words;
    struct game_query query; /* from the above */
};

/* Without a verb: NAME TITLE ABOUT for every rule set. */
static int print_rules(void)
{
    const lus_rules *r;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        printf("%-16s %-18s %s\n", lus_rules_name(r), lus_rules_title(r),
               lus_rules_about(r));
    return EXIT_DONE;
}

/* ---- the verbs ---- */

/* Prints why a search failed; an exit code. */
static int search_failed(const struct store *s, int status, int64_t damaged)
{
    if (status == LUS_ETEXT)
        return print_failure("game %lld of the store: its record is damaged",
                             (long long)damaged);
    return store_failed(s, status);
}

/* Frees a list that is not printed. */
static void free_list(struct archive_list *l)
{
    free(l->csv.bytes);
    free(l->text.bytes);
}

/* list and search: the same query; they differ in their default limit (verbs[]). */
static int list(struct store *s, struct games_options *o)
{
    struct archive_list l = {0};
    int64_t damaged, limit = o->query.filter.limit;
    int status = archive_list_games(s, &o->query, o->json, &l, &damaged);
    if (status < 0) {
        free_list(&l);
        return search_failed(s, status, damaged);
    }
    status = print_with_table(&l.text, &l.csv, o->csv);
    if (status == EXIT_DONE && !o->json && limit && l.n == limit)
        fprintf(stderr, "The newest %lld games; -n 0 lists all.\n", (long long)l.n);
    return status;
}

/* matches: of one rule set with --game, otherwise all. */
static int matches(struct store *s, struct games_options *o)
{
    struct archive_list l = {0};
    int status = archive_list_matches(s, o->query.filter.rules, o->json, &l);
    if (status == 0)
        return print_with_table(&l.text, &l.csv, o->csv);
    free_list(&l);
    return store_failed(s, status);
}

/* The context of show_one: the game as it will be printed. */
struct shown_game {
    bool json;
    int n; /* games found, 0 or 1 */
    struct buffer text;
};

/* Callback of archive_search: adds the record, or the row of the store as JSON.  Returns 0
   or LUS_EMEMORY. */
static int show_one(void *arg, const struct store_game *g, const struct record *record,
                    int ply)
{
    struct shown_game *out = arg;
    struct json j = json_on(&out->text);
    size_t n;
    (void)ply;
    out->n++;
    if (out->json) {
        archive_game_json(&j, g, -1);
        buffer_str(&out->text, "\n");
        return 0;
    }
    char *text = record_write(record, &n);
    if (!text)
        return LUS_EMEMORY;
    buffer_bytes(&out->text, text, n);
    free(text);
    return 0;
}

/* Prints a record for a terminal, line by line: names and comments of an imported game may
   contain escape sequences.  In a pipe a record is printed as it is stored. */
static void print_sanitised(const char *text)
{
    char line[SANITISED_BYTES], out[SANITISED_BYTES];
    while (*text) {
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        puts(sanitise(out, line, SANITISED_BYTES));
        text += n + (text[n] == '\n');
    }
}

/* show ID: the record of one game, or with --json its row of the store. */
static int show(struct store *s, struct games_options *o)
{
    struct shown_game out = {.json = o->json};
    int64_t damaged;
    size_t n;
    o->query.filter.id = atoll(o->word[0]);
    int status = archive_search(s, &o->query, true, show_one, &out, &damaged);
    if (status < 0 || !out.n) {
        free(out.text.bytes);
        return status < 0 ? search_failed(s, status, damaged)
                          : print_failure("there is no game %s in the store", o->word[0]);
    }
    if (o->json || !console_is_terminal(CONSOLE_OUT))
        return print_buffer(&out.text);
    char *text = buffer_take(&out.text, &n);
    if (!text)
        return print_error_code(LUS_EMEMORY);
    print_sanitised(text);
    free(text);
    return EXIT_DONE;
}

/* All exported games are collected before the first byte is written, so that a failure
   leaves no half-written file. */
struct game_export {
    const struct record_format *format;
    struct buffer all;
    int64_t n;
};

/* Callback of archive_search; a positive exit code ends the search as well. */
static int export_one(void *arg, const struct store_game *g, const struct record *record,
                      int ply)
{
    struct game_export *e = arg;
    (void)ply;
    e->n++;
    return format_add(e->format, &e->all, record, (long long)g->id);
}

/* Adds the games of a query; `id` NULL: all, else there must be this one. */
static int export_games(struct store *s, struct games_options *o, const char *id,
                        struct game_export *e)
{
    int64_t damaged, before = e->n;
    if (id)
        o->query.filter.id = atoll(id);
    int status = archive_search(s, &o->query, true, export_one, e, &damaged);
    if (status < 0)
        return search_failed(s, status, damaged);
    if (status == EXIT_DONE && id && e->n == before)
        return print_failure("there is no game %s in the store", id);
    return status;
}

/* export [ID ...]: without numbers, the games that the options select. */
static int export(struct store *s, struct games_options *o)
{
    struct game_export e = {.format = format_named("to", o->to)};
    int status = e.format ? EXIT_DONE : EXIT_USAGE;
    if (!o->words && status == EXIT_DONE)
        status = export_games(s, o, NULL, &e);
    for (int i = 0; i < o->words && status == EXIT_DONE; i++)
        status = export_games(s, o, o->word[i], &e);
    if (status != EXIT_DONE) {
        free(e.all.bytes);
        return status;
    }
    if (e.all.column)
        buffer_str(&e.all, "\n");
    return o->output ? write_buffer(&e.all, o->output) : print_buffer(&e.all);
}

/* Callback of archive_import: as record_file_next, but a game with a fault is freed. */
static int next_game(void *arg, struct record **game)
{
    int status = record_file_next(arg, game);
    if (status < 0) {
        record_free(*game); /* the plies before the fault */
        *game = NULL;
    }
    return status;
}

/* A file is stored completely or not at all. */
static int import_file(struct store *s, const char *path)
{
    char name[SANITISED_BYTES];
    struct record_file file;
    int64_t read, added;
    if (!record_file_open(&file, path))
        return EXIT_FAILED;
    int status = archive_import(s, next_game, &file, &read, &added);
    record_file_close(&file);
    if (status < 0 && file.fault.code)
        return record_file_report(&file);
    if (status < 0)
        return print_failure("'%s': no game of it was stored: %s", path,
                             status == LUS_EFILE ? store_error(s)
                                                 : lus_error_text(status));
    printf("%s: %lld games stored, %lld were there already\n",
           sanitise(name, path, SANITISED_BYTES - 1), (long long)added,
           (long long)(read - added));
    return EXIT_DONE;
}

/* import FILE ...: stops at the first file that fails; those before it stay stored. */
static int import(struct store *s, struct games_options *o)
{
    int status = EXIT_DONE;
    for (int i = 0; i < o->words && status == EXIT_DONE; i++)
        status = import_file(s, o->word[i]);
    return status;
}

/* ---- the command ---- */

/* Makes the query from the options; an exit code. */
static int make_query(struct games_options *o)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    struct game_query *q = &o->query;
    const lus_rules *r = NULL;
    q->throw = LUS_ANY_THROW;
    if (o->game && !(r = find_rules(o->game)))
        return EXIT_FAILED;
    if (o->position && !r)
        return print_usage_error("--position needs --game GAME");
    if (o->position && !read_position(r, o->position, &q->position, &q->throw))
        return EXIT_FAILED;
    for (int i = 0; o->result && i < 4; i++)
        if (!strcmp(o->result, results[i]))
            q->filter.result = o->result;
    if (o->result && !q->filter.result)
        return print_usage_error("--result takes 1-0, 0-1, 1/2-1/2 or '*'");
    q->by_position = o->position != NULL;
    q->filter.rules = r ? lus_rules_name(r) : NULL;
    q->filter.player = o->player;
    q->filter.opponent = o->opponent;
    q->filter.match = o->match;
    return EXIT_DONE;
}

/* At most 18 digits: the value fits an int64_t, the type of game numbers. */
static bool is_number(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return n > 0 && n < 19 && !text[n];
}

/* One row per verb; the order is that of the usage message. */
static const struct games_verb {
    const char *name;
    int (*run)(struct store *s, struct games_options *o);
    int min, max; /* number of words after the verb */
    bool ids;     /* these words are numbers of games */
    int limit;    /* number of games unless --limit is given; 0: all */
    enum store_mode mode;
} verbs[] = {
    {"list", list, 0, 0, false, DEFAULT_LIMIT, STORE_READ},
    {"search", list, 0, 0, false, 0, STORE_READ},
    {"matches", matches, 0, 0, false, 0, STORE_READ},
    {"show", show, 1, 1, true, 0, STORE_READ},
    {"export", export, 0, MAX_WORDS, true, 0, STORE_READ},
    {"import", import, 1, MAX_WORDS, false, 0, STORE_WRITE},
};
enum { N_VERBS = sizeof verbs / sizeof verbs[0] };

/* Checks the words after the verb; an exit code.  search needs a condition, because without
   one it would be a list of the whole store. */
static int check_words(const struct games_verb *v, const struct games_options *o)
{
    if (o->words < v->min || o->words > v->max)
        return print_usage_error(
            "usage: lusoria games list | search | matches | show ID |"
            " export [ID ...] | import FILE ...");
    for (int i = 0; v->ids && i < o->words; i++)
        if (!is_number(o->word[i]))
            return print_usage_error(
                "'%s' is not the number of a game; '%s games list' shows them",
                o->word[i], program_name());
    if (!strcmp(v->name, "search") && !o->game && !o->player && !o->result && !o->match)
        return print_usage_error(
            "search needs --game, --player, --result, --match or --position");
    return EXIT_DONE;
}

/* Everything is checked before the store is opened, so that a wrong option creates no file. */
static int run(struct games_options *o, const char *name)
{
    int i = 0;
    while (i < N_VERBS && strcmp(name, verbs[i].name) != 0)
        i++;
    if (i == N_VERBS)
        return print_usage_error(
            "lusoria games takes list, search, matches, show, export or "
            "import, not '%s'",
            name);
    int status = check_words(&verbs[i], o);
    if (status == EXIT_DONE)
        status = make_query(o);
    if (status != EXIT_DONE)
        return status;
    o->query.filter.limit = o->limit >= 0 ? o->limit : verbs[i].limit;
    struct store *s = store_open_cli(o->db, verbs[i].mode);
    if (!s)
        return EXIT_FAILED;
    status = verbs[i].run(s, o);
    store_close(s);
    return status;
}

/* Without a verb no store is needed: the rule sets are built in. */
int cmd_games(const struct command *self, int argc, char **argv)
{
    const char *words[MAX_WORDS];
    struct games_options o = {.limit = -1, .to = "lusoria"};
    const struct option options[] = {
        {"game", 'g', OPTION_TEXT, &o.game, 0, 0, "GAME[:RULES]", "games of these rules"},
        {"player", 'p', OPTION_TEXT, &o.player, 0, 0, "NAME", "games of this player"},
        {"opponent", 0, OPTION_TEXT, &o.opponent, 0, 0, "NAME", "and against this one"},
        {"result", 'r', OPTION_TEXT, &o.result, 0, 0, "R", "1-0, 0-1, 1/2-1/2 or '*'"},
        {"match", 'm', OPTION_INT, &o.match, 1, 2000000000, "N", "games of this match"},
        {"position", 0, OPTION_TEXT, &o.position, 0, 0, "TEXT",
         "games with this position"},
        {"limit", 'n', OPTION_INT, &o.limit, 0, 2000000000, "N",
         "only the newest N, 0: all (50 for list)"},
        {"to", 't', OPTION_TEXT, &o.to, 0, 0, "FORMAT",
         "export as lusoria, rgn, ogn, moves or link"},
        {"output", 'o', OPTION_TEXT, &o.output, 0, 0, "FILE", "export into a file"},
        DB_OPTION(&o.db),
        {"json", 0, OPTION_FLAG, &o.json, 0, 0, NULL,
         "lusoria.games/1, lusoria.matches/1"},
        {"csv", 0, OPTION_TEXT, &o.csv, 0, 0, "FILE", "also write the list as a table"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 0, MAX_WORDS);
    if (n < 0)
        return -1 - n;
    if (o.json)
        print_errors_as_json();
    o.word = words + 1;
    o.words = n - 1;
    return n ? run(&o, words[0]) : print_rules();
}
