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
#include "cli/listing.h"
#include "text/sanitise.h"

enum { MAX_WORDS = 256, USUAL_LIMIT = 50 };

/* All a user can ask for. */
struct asked {
    const char *db, *game, *player, *opponent, *result, *position, *to, *output, *csv;
    int match, limit;
    bool json;
    const char *const *word; /* behind the verb */
    int words;
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

/* ---- the verbs ---- */

static int list(struct store *s, struct asked *a)
{
    return listing_games(s, &a->wanted, a->json, a->csv);
}

static int matches(struct store *s, struct asked *a)
{
    return listing_matches(s, &a->wanted, a->json, a->csv);
}

struct showing {
    bool json;
    int n;
    struct buffer text;
};

static int show_one(void *arg, const struct store_game *g, const struct record *record,
                    int ply)
{
    struct showing *l = arg;
    struct json j = json_on(&l->text);
    size_t n;
    (void)ply;
    l->n++;
    if (l->json) {
        listing_game(&j, g, 0, false);
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
    char line[SANITISED_BYTES], out[SANITISED_BYTES];
    while (*text) {
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        puts(sanitise(out, line, SANITISED_BYTES));
        text += n + (text[n] == '\n');
    }
}

static int show(struct store *s, struct asked *a)
{
    struct showing l = {.json = a->json};
    size_t n;
    a->wanted.filter.id = atoll(a->word[0]);
    int status = archive_each(s, &a->wanted, true, show_one, &l);
    if (status == EXIT_DONE && !l.n)
        status = say_failed("there is no game %s in the store", a->word[0]);
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
    const struct record_format *format;
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

static int export(struct store *s, struct asked *a)
{
    int ids = a->words;
    struct exporting e = {.format = format_named("to", a->to)};
    int status = e.format ? EXIT_DONE : EXIT_USAGE;
    for (int i = 0; i < (ids ? ids : 1) && status == EXIT_DONE; i++) {
        int64_t before = e.n;
        if (ids)
            a->wanted.filter.id = atoll(a->word[i]);
        status = archive_each(s, &a->wanted, true, export_one, &e);
        if (status == EXIT_DONE && ids && e.n == before)
            status = say_failed("there is no game %s in the store", a->word[i]);
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

static int import(struct store *s, struct asked *a)
{
    int status = EXIT_DONE;
    for (int i = 0; i < a->words && status == EXIT_DONE; i++)
        status = archive_import(s, a->word[i]);
    return status;
}

static const struct verb {
    const char *name;
    int (*run)(struct store *s, struct asked *a);
    int least, most; /* words behind it, */
    bool numbers;    /* of games */
    int limit;       /* of games, unless the user says another */
    enum store_mode mode;
} verbs[] = {
    {"list", list, 0, 0, false, USUAL_LIMIT, STORE_READ},
    {"search", list, 0, 0, false, 0, STORE_READ},
    {"matches", matches, 0, 0, false, 0, STORE_READ},
    {"show", show, 1, 1, true, 0, STORE_READ},
    {"export", export, 0, MAX_WORDS, true, 0, STORE_READ},
    {"import", import, 1, MAX_WORDS, false, 0, STORE_WRITE},
};
enum { N_VERBS = sizeof verbs / sizeof verbs[0] };

static int check_words(const struct verb *v, const struct asked *a)
{
    if (a->words < v->least || a->words > v->most)
        return say_usage("usage: lusoria games list | search | matches | show ID |"
                         " export [ID ...] | import FILE ...");
    for (int i = 0; v->numbers && i < a->words; i++)
        if (!is_number(a->word[i]))
            return say_usage(
                "'%s' is no number of a game; 'lusoria games list' shows them",
                a->word[i]);
    if (!strcmp(v->name, "search") && !a->game && !a->player && !a->result && !a->match)
        return say_usage(
            "search for what? --game, --player, --result, --match, --position");
    return EXIT_DONE;
}

static int run(struct asked *a, const char *name)
{
    int i = 0;
    while (i < N_VERBS && strcmp(name, verbs[i].name) != 0)
        i++;
    if (i == N_VERBS)
        return say_usage("lusoria games knows list, search, matches, show, export and "
                         "import, not '%s'",
                         name);
    int status = check_words(&verbs[i], a);
    if (status == EXIT_DONE)
        status = understand(a);
    if (status != EXIT_DONE)
        return status;
    a->wanted.filter.limit = a->limit >= 0 ? a->limit : verbs[i].limit;
    struct store *s = stored_open(a->db, verbs[i].mode);
    if (!s)
        return EXIT_FAILED;
    status = verbs[i].run(s, a);
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
        {"json", 0, OPTION_FLAG, &a.json, 0, 0, NULL,
         "lusoria.games/1, lusoria.matches/1"},
        {"csv", 0, OPTION_TEXT, &a.csv, 0, 0, "FILE", "a list as a table, too"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 0, MAX_WORDS);
    if (n < 0)
        return -1 - n;
    if (a.json)
        say_in_json();
    a.word = words + 1;
    a.words = n - 1;
    return n ? run(&a, words[0]) : print_rules();
}
