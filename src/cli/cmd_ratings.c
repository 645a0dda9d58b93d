/* SPDX-License-Identifier: MIT */
/* cmd_ratings.c - lusoria ratings: how strong the players of a game are, from all games
   in the store. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/ladder.h"
#include "cli/cli.h"
#include "cli/contest.h"
#include "text/sanitise.h"
#include "text/utf8.h"
#include "text/csv.h"

enum { MAX_RATED = 2000 };

/* ---- reading the games ---- */

struct rated {
    char *name;
    struct standing standing;
};

struct ratings {
    int n;
    struct rated *player;
    int64_t *place; /* 1 + the place of a player of the store; 0: not met */
    int64_t places;
    int64_t games;
    struct ladder *ladder; /* in the second pass */
    struct pair {          /* games that come one after the other and belong together */
        int64_t match, pair;
        int first, second, games;
        double points;
    } last;
};

static bool known_place(struct ratings *a, int64_t id)
{
    if (id < 0 || id > 100000000)
        return false;
    if (id < a->places)
        return true;
    int64_t places = 2 * id + 64;
    int64_t *more = realloc(a->place, (size_t)places * sizeof *more);
    if (!more)
        return false;
    memset(more + a->places, 0, (size_t)(places - a->places) * sizeof *more);
    a->place = more;
    a->places = places;
    return true;
}

/* First pass: who has played. */
static int meet_player(struct ratings *a, int64_t id, const char *name)
{
    if (!known_place(a, id))
        return LUS_EMEMORY;
    if (a->place[id])
        return 0;
    if (a->n == MAX_RATED)
        return LUS_ERANGE;
    char *copy = strdup(name);
    if (!copy)
        return LUS_EMEMORY;
    a->player[a->n].name = copy;
    a->place[id] = ++a->n;
    return 0;
}

static bool is_counted(const struct store_game *g)
{
    return strcmp(g->result, "*") != 0 && g->player[0] != g->player[1];
}

static int meet(void *arg, const struct store_game *g)
{
    struct ratings *a = arg;
    if (!is_counted(g))
        return 0;
    int status = meet_player(a, g->player[0], g->first);
    a->games++;
    return status < 0 ? status : meet_player(a, g->player[1], g->second);
}

static void end_pair(struct ratings *a)
{
    const struct pair *p = &a->last;
    ladder_add(a->ladder, p->first, p->second, p->points, p->games, 1);
    a->last = (struct pair){0};
}

/* Second pass: the two games of a pair are one sample. */
static int count(void *arg, const struct store_game *g)
{
    struct ratings *a = arg;
    struct pair *p = &a->last;
    if (!is_counted(g))
        return 0;
    int first = (int)a->place[g->player[0]] - 1, second = (int)a->place[g->player[1]] - 1;
    double points = !strcmp(g->result, "1-0") ? 1 : !strcmp(g->result, "0-1") ? 0 : 0.5;
    if (!g->match || p->match != g->match || p->pair != g->pair)
        end_pair(a);
    if (!p->games) {
        *p = (struct pair){g->match, g->pair, first, second, 1, points};
    } else {
        p->points += p->first == first ? points : 1 - points;
        p->games++;
    }
    return 0;
}

/* ---- anchors ---- */

/* "NAME=ELO;NAME=ELO": the last '=' counts, names have their own. */
static int set_anchors(struct ratings *a, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, ";"), equals = n;
        char *end;
        while (equals > 0 && text[equals] != '=')
            equals--;
        double elo = strtod(text + equals + 1, &end);
        if (!equals || end != text + n || !(elo >= -10000 && elo <= 10000))
            return say_usage("--anchor takes NAME=ELO, several with ';' between them");
        int found = -1;
        for (int i = 0; i < a->n; i++)
            if (strlen(a->player[i].name) == equals &&
                !memcmp(a->player[i].name, text, equals))
                found = i;
        if (found < 0)
            return say_failed("no player '%.*s' has a game in the store", (int)equals,
                              text);
        ladder_anchor(a->ladder, found, elo);
        text += n + (text[n] == ';');
    }
    return EXIT_DONE;
}

/* ---- reports ---- */

static int by_strength(const void *a, const void *b)
{
    const struct standing *x = &((const struct rated *)a)->standing;
    const struct standing *y = &((const struct rated *)b)->standing;
    if (x->group != y->group)
        return x->group - y->group;
    return (x->elo < y->elo) - (x->elo > y->elo);
}

static double share(const struct standing *s)
{
    return s->games ? s->points / (double)s->games : 0;
}

static void print_text(const struct ratings *a, const lus_rules *r)
{
    char name[SANITISED_BYTES];
    int width = 6, groups = 0;
    for (int i = 0; i < a->n; i++) {
        int w = utf8_width(a->player[i].name);
        width = w > 40 ? 40 : w > width ? w : width;
        groups = a->player[i].standing.group >= groups ? a->player[i].standing.group + 1
                                                       : groups;
    }
    printf("%s: %lld games of %d players\n", lus_rules_name(r), (long long)a->games,
           a->n);
    if (groups > 1)
        printf("%d groups whose players never met: their numbers cannot be compared\n",
               groups);
    printf("\n     %s    Elo    +-      %%   games\n", sanitise_padded(name, "player", width));
    for (int i = 0; i < a->n; i++) {
        const struct standing *s = &a->player[i].standing;
        if (i && s->group != a->player[i - 1].standing.group)
            putchar('\n');
        printf("%3d  %s %+6ld ", i + 1, sanitise_padded(name, a->player[i].name, width),
               lround(s->elo));
        if (s->anchored)
            printf("%5s", "given");
        else
            printf("%5.0f", s->error);
        printf(" %6.1f %7lld\n", 100 * share(s), (long long)s->games);
    }
}

static int print_json(const struct ratings *a, const lus_rules *r)
{
    struct buffer out = {0};
    struct json j = json_on(&out);
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.ratings/1");
    json_string(&j, "game", lus_rules_name(r));
    json_int(&j, "games", a->games);
    json_open(&j, "players", '[');
    for (int i = 0; i < a->n; i++) {
        const struct standing *s = &a->player[i].standing;
        json_open(&j, NULL, '{');
        json_string(&j, "name", a->player[i].name);
        json_real(&j, "elo", s->elo);
        json_real(&j, "error", s->error);
        json_bool(&j, "anchor", s->anchored);
        json_real(&j, "points", s->points);
        json_int(&j, "games", s->games);
        json_int(&j, "group", s->group + 1);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buffer_str(&out, "\n");
    return print_buffer(&out);
}

static int save_csv(const struct ratings *a, const char *path)
{
    static const char *const heads[] = {"player", "elo",   "error", "anchor",
                                        "points", "games", "group"};
    struct buffer b = {0};
    for (int i = 0; i < 7; i++)
        csv_text(&b, heads[i]);
    csv_end(&b);
    for (int i = 0; i < a->n; i++) {
        const struct standing *s = &a->player[i].standing;
        csv_text(&b, a->player[i].name);
        csv_real(&b, s->elo);
        csv_real(&b, s->error);
        csv_int(&b, s->anchored);
        csv_real(&b, s->points);
        csv_int(&b, s->games);
        csv_int(&b, s->group + 1);
        csv_end(&b);
    }
    return save_buffer(&b, path);
}

/* ---- the command ---- */

static int load(struct ratings *a, struct store *s, const lus_rules *r)
{
    struct store_filter filter = {.rules = lus_rules_name(r), .no_record = true};
    a->player = calloc(MAX_RATED, sizeof *a->player);
    int status = a->player ? store_games(s, &filter, meet, a) : LUS_EMEMORY;
    if (status == 0)
        status = (a->ladder = ladder_new(a->n)) ? 0 : LUS_EMEMORY;
    if (status == 0)
        status = store_games(s, &filter, count, a);
    if (status == LUS_ERANGE)
        return say_failed("more than %d players have games in the store", MAX_RATED);
    if (status < 0)
        return say_failed("%s",
                          status == LUS_EFILE ? store_why(s) : lus_error_text(status));
    end_pair(a);
    return EXIT_DONE;
}

static int rate(struct ratings *a)
{
    struct standing *s = calloc((size_t)a->n + 1, sizeof *s);
    int status = s ? ladder_fit(a->ladder, s) : LUS_EMEMORY;
    for (int i = 0; status == 0 && i < a->n; i++)
        a->player[i].standing = s[i];
    free(s);
    qsort(a->player, (size_t)a->n, sizeof *a->player, by_strength);
    return status < 0 ? say_error(status) : EXIT_DONE;
}

int cmd_ratings(const struct command *self, int argc, char **argv)
{
    const char *game, *db = NULL, *anchor = "", *csv = NULL;
    bool json = false;
    const struct option options[] = {
        {"anchor", 0, OPTION_TEXT, &anchor, 0, 0, "NAME=ELO;...",
         "numbers that are given"},
        {"db", 0, OPTION_TEXT, &db, 0, 0, "FILE", "of this store instead of the usual"},
        {"json", 0, OPTION_FLAG, &json, 0, 0, NULL, "lusoria.ratings/1"},
        {"csv", 0, OPTION_TEXT, &csv, 0, 0, "FILE", "a row a player, too"},
        {0},
    };
    int n = options_read(self, options, argc, argv, &game, 1, 1);
    if (n < 0)
        return -1 - n;
    if (json)
        say_in_json();
    const lus_rules *r = rules_named(game);
    struct store *s = r ? stored_open(db, STORE_READ) : NULL;
    struct ratings a = {0};
    if (!s)
        return EXIT_FAILED;
    int status = load(&a, s, r);
    if (status == EXIT_DONE)
        status = set_anchors(&a, anchor);
    if (status == EXIT_DONE)
        status = rate(&a);
    if (status == EXIT_DONE && csv)
        status = save_csv(&a, csv);
    if (status == EXIT_DONE && json)
        status = print_json(&a, r);
    else if (status == EXIT_DONE)
        print_text(&a, r);
    for (int i = 0; i < a.n; i++)
        free(a.player[i].name);
    free(a.player);
    free(a.place);
    ladder_free(a.ladder);
    store_close(s);
    return status;
}
