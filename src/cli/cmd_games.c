/* SPDX-License-Identifier: MIT */
/* cmd_games.c - lusoria games: what can be played, and the games in the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/archive.h"
#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/formats.h"
#include "cli/plain.h"
#include "text/csv.h"

enum { MAX_WORDS = 256, USUAL_LIMIT = 50 };

/* All a user can ask for. */
struct asked {
    const char *db, *game, *player, *opponent, *result, *position, *to, *output, *csv;
    int match, limit;
    bool json;
    struct wanted wanted;
};

static int print_rules(void)
{
    const lus_rules *r;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        printf("%-16s %-18s %s\n", lus_rules_name(r), lus_rules_title(r),
               lus_rules_about(r));
    return EXIT_DONE;
}

/* ---- lists ---- */

struct listing {
    const struct asked *asked;
    int64_t n;
    struct buffer csv, text;
    struct json json;
};

static void list_json(struct json *j, const struct store_game *g, int ply,
                      bool by_position)
{
    json_open(j, NULL, '{');
    json_int(j, "id", g->id);
    json_string(j, "added", g->added);
    json_string(j, "game", g->rules);
    json_string(j, "first", g->first);
    json_string(j, "second", g->second);
    json_string(j, "result", g->result);
    json_string(j, "reason", g->reason);
    json_int(j, "plies", g->plies);
    if (g->match) {
        json_int(j, "match", g->match);
        json_int(j, "pair", g->pair);
        json_int(j, "seat", g->seat);
    }
    json_string(j, "limits", g->limits);
    json_string(j, "dice_seed", g->dice_seed);
    json_string(j, "dice_commitment", g->dice_commitment);
    json_string(j, "said", g->said);
    if (by_position)
        json_int(j, "ply", ply);
    if (g->record)
        json_string(j, "record", g->record);
    json_close(j, '}');
}

static void list_csv(struct buffer *b, const struct store_game *g)
{
    csv_int(b, g->id);
    csv_text(b, g->added);
    csv_text(b, g->rules);
    csv_text(b, g->first);
    csv_text(b, g->second);
    csv_text(b, g->result);
    csv_text(b, g->reason);
    csv_int(b, g->plies);
    csv_int(b, g->match);
    csv_int(b, g->pair);
    csv_text(b, g->said);
    csv_end(b);
}

static void list_text(struct buffer *b, const struct store_game *g, int ply,
                      bool by_position)
{
    char name[2][PLAIN_TEXT], reason[PLAIN_TEXT], line[1024], rules[PLAIN_TEXT];
    snprintf(line, sizeof line, "%7lld  %.16s  %s %s %s %-7s %5d  %s", (long long)g->id,
             g->added, plain_wide(rules, g->rules, 14), plain_wide(name[0], g->first, 18),
             plain_wide(name[1], g->second, 18), g->result, g->plies,
             plain(reason, g->reason ? g->reason : "", 30));
    size_t n = strlen(line);
    while (n && line[n - 1] == ' ')
        n--;
    buffer_bytes(b, line, n);
    if (by_position) {
        buffer_str(b, "  at ply ");
        buffer_int(b, ply);
    }
    buffer_str(b, "\n");
}

static int list_one(void *arg, const struct store_game *g, const struct record *record,
                    int ply)
{
    struct listing *l = arg;
    bool by_position = l->asked->wanted.by_position;
    struct store_game row = *g;
    (void)record;
    l->n++;
    row.record = NULL;
    if (l->asked->json)
        list_json(&l->json, &row, ply, by_position);
    else
        list_text(&l->text, &row, ply, by_position);
    if (l->asked->csv)
        list_csv(&l->csv, &row);
    return 0;
}

static void csv_head(struct buffer *b)
{
    static const char *const heads[] = {"id",     "added",  "game",   "first",
                                        "second", "result", "reason", "plies",
                                        "match",  "pair",   "said"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        csv_text(b, heads[i]);
    csv_end(b);
}

/* All is read before anything is printed: who reads slowly must not lock the store. */
static int list(struct store *s, struct asked *a)
{
    struct listing l = {.asked = a};
    l.json = json_on(&l.text);
    if (a->json) {
        json_open(&l.json, NULL, '{');
        json_string(&l.json, "schema", "lusoria.games/1");
        json_open(&l.json, "games", '[');
    }
    csv_head(&l.csv);
    int status = archive_each(s, &a->wanted, false, list_one, &l);
    if (a->json) {
        json_close(&l.json, ']');
        json_close(&l.json, '}');
        buffer_str(&l.text, "\n");
    }
    if (status == EXIT_DONE && a->csv)
        status = save_buffer(&l.csv, a->csv);
    else
        free(l.csv.bytes);
    if (status != EXIT_DONE) {
        free(l.text.bytes);
        return status;
    }
    status = print_buffer(&l.text);
    if (!a->json && a->wanted.filter.limit && l.n == a->wanted.filter.limit)
        fprintf(stderr, "The newest %lld; -n 0 lists all.\n", (long long)l.n);
    return status;
}

/* ---- one game, and files of games ---- */

static int show_one(void *arg, const struct store_game *g, const struct record *record,
                    int ply)
{
    struct listing *l = arg;
    size_t n;
    (void)ply;
    l->n++;
    if (l->asked->json) {
        list_json(&l->json, g, 0, false);
        buffer_str(&l->text, "\n");
        return 0;
    }
    char *text = record_write(record, &n);
    if (!text)
        return say_error(LUS_EMEMORY);
    buffer_bytes(&l->text, text, n);
    free(text);
    return 0;
}

/* What a terminal shows of a record has nothing in it that could turn its lines. */
static void print_plain(const char *text)
{
    char line[PLAIN_TEXT], out[PLAIN_TEXT];
    while (*text) {
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        puts(plain(out, line, PLAIN_TEXT));
        text += n + (text[n] == '\n');
    }
}

static int show(struct store *s, struct asked *a)
{
    struct listing l = {.asked = a};
    size_t n;
    l.json = json_on(&l.text);
    int status = archive_each(s, &a->wanted, true, show_one, &l);
    if (status == EXIT_DONE && !l.n)
        status = say_failed("there is no game %lld in the store",
                            (long long)a->wanted.filter.id);
    if (status != EXIT_DONE || a->json || !isatty(STDOUT_FILENO)) {
        if (status == EXIT_DONE)
            return print_buffer(&l.text);
        free(l.text.bytes);
        return status;
    }
    char *text = buffer_take(&l.text, &n);
    if (!text)
        return say_error(LUS_EMEMORY);
    print_plain(text);
    free(text);
    return EXIT_DONE;
}

struct exporting {
    const struct format *format;
    struct buffer all;
    int64_t n;
};

static int export_one(void *arg, const struct store_game *g, const struct record *record,
                      int ply)
{
    struct exporting *e = arg;
    (void)ply;
    e->n++;
    return format_add(e->format, &e->all, record, (long long)g->id);
}

static int export(struct store *s, struct asked *a, const char *const *id, int ids)
{
    struct exporting e = {.format = format_named("to", a->to)};
    int status = e.format ? EXIT_DONE : EXIT_USAGE;
    for (int i = 0; i < (ids ? ids : 1) && status == EXIT_DONE; i++) {
        int64_t before = e.n;
        if (ids)
            a->wanted.filter.id = atoll(id[i]);
        status = archive_each(s, &a->wanted, true, export_one, &e);
        if (status == EXIT_DONE && ids && e.n == before)
            status = say_failed("there is no game %s in the store", id[i]);
    }
    if (status != EXIT_DONE) {
        free(e.all.bytes);
        return status;
    }
    if (e.all.column)
        buffer_str(&e.all, "\n");
    return a->output ? save_buffer(&e.all, a->output) : print_buffer(&e.all);
}

/* ---- the command ---- */

/* What is asked for, checked; an exit code. */
static int understand(struct asked *a)
{
    struct wanted *w = &a->wanted;
    w->throw = LUS_ANY_THROW;
    if (a->game && !(w->rules = rules_named(a->game)))
        return EXIT_FAILED;
    if (a->position && !w->rules)
        return say_usage("--position needs --game GAME");
    if (a->position && !position_read(w->rules, a->position, &w->position, &w->throw))
        return EXIT_FAILED;
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (int i = 0; a->result && i < 4; i++)
        if (!strcmp(a->result, results[i]))
            w->filter.result = a->result;
    if (a->result && !w->filter.result)
        return say_usage("--result takes 1-0, 0-1, 1/2-1/2 or '*'");
    w->by_position = a->position != NULL;
    w->filter.rules = w->rules ? lus_rules_name(w->rules) : NULL;
    w->filter.player = a->player;
    w->filter.opponent = a->opponent;
    w->filter.match = a->match;
    return EXIT_DONE;
}

static bool is_number(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return n > 0 && n < 19 && !text[n];
}

static int run(struct asked *a, const char *const *words, int n)
{
    static const char *const verbs[] = {"list", "search", "show", "export", "import"};
    int verb = 0;
    while (verb < 5 && strcmp(words[0], verbs[verb]) != 0)
        verb++;
    bool ids = verb == 2 || verb == 3;
    if (verb == 5)
        return say_usage(
            "lusoria games knows list, search, show, export and import, not '%s'",
            words[0]);
    if (verb < 2 ? n != 1 : verb == 2 ? n != 2 : verb == 4 && n < 2)
        return say_usage(
            "usage: lusoria games list | search | show ID | export [ID ...] |"
            " import FILE ...");
    for (int i = 1; ids && i < n; i++)
        if (!is_number(words[i]))
            return say_usage(
                "'%s' is no number of a game; 'lusoria games list' shows them", words[i]);
    int status = understand(a);
    if (status)
        return status;
    if (verb == 1 && !a->game && !a->player && !a->result && !a->match)
        return say_usage(
            "search for what? --game, --player, --result, --match, --position");
    a->wanted.filter.limit = a->limit >= 0 ? a->limit : verb == 0 ? USUAL_LIMIT : 0;
    if (verb == 2)
        a->wanted.filter.id = atoll(words[1]);
    struct store *s = stored_open(a->db, verb == 4 ? STORE_WRITE : STORE_READ);
    if (!s)
        return EXIT_FAILED;
    if (verb < 2)
        status = list(s, a);
    else if (verb == 2)
        status = show(s, a);
    else if (verb == 3)
        status = export(s, a, words + 1, n - 1);
    for (int i = 1; verb == 4 && i < n && !status; i++)
        status = archive_import(s, words[i]);
    store_close(s);
    return status;
}

int cmd_games(const struct command *self, int argc, char **argv)
{
    const char *words[MAX_WORDS];
    struct asked a = {.limit = -1, .to = "lusoria"};
    const struct option options[] = {
        {"game", 'g', OPTION_TEXT, &a.game, 0, 0, "GAME[:RULES]", "games of these rules"},
        {"player", 'p', OPTION_TEXT, &a.player, 0, 0, "NAME", "of this player"},
        {"opponent", 0, OPTION_TEXT, &a.opponent, 0, 0, "NAME", "and this one"},
        {"result", 'r', OPTION_TEXT, &a.result, 0, 0, "R", "1-0, 0-1, 1/2-1/2 or '*'"},
        {"match", 'm', OPTION_INT, &a.match, 1, 2000000000, "N", "of this match"},
        {"position", 0, OPTION_TEXT, &a.position, 0, 0, "TEXT",
         "in which this position came"},
        {"limit", 'n', OPTION_INT, &a.limit, 0, 2000000000, "N",
         "the newest so many, 0: all (50 in a list)"},
        {"to", 't', OPTION_TEXT, &a.to, 0, 0, "FORMAT",
         "export as lusoria, rgn, ogn, moves or link"},
        {"output", 'o', OPTION_TEXT, &a.output, 0, 0, "FILE", "export into a file"},
        {"db", 0, OPTION_TEXT, &a.db, 0, 0, "FILE", "of this store instead of the usual"},
        {"json", 0, OPTION_FLAG, &a.json, 0, 0, NULL, "lusoria.games/1"},
        {"csv", 0, OPTION_TEXT, &a.csv, 0, 0, "FILE", "a list as a table, too"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 0, MAX_WORDS);
    if (n < 0)
        return -1 - n;
    if (a.json)
        say_in_json();
    return n ? run(&a, words, n) : print_rules();
}
