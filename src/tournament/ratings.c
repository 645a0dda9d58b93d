/* SPDX-License-Identifier: MIT */
/* ratings.c - see ratings.h.

   Two passes over the games of the store: the first finds the players, because the model
   needs their number; the second adds the results.  Games of a match arrive pair by pair, so
   the two games of a pair follow each other and become one sample:

       store                               sample of the model
       match 3, pair 1: ann - bob  1-0
       match 3, pair 1: bob - ann  1-0     ann - bob: 1 point of 2 games
       match 3, pair 2: ann - bob  1-0
       match 3, pair 2: bob - ann  0-1     ann - bob: 2 points of 2 games
       a single game:   ann - eve  1/2     ann - eve: 0.5 points of 1 game */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "arena/buffer_printf.h"
#include "tournament/ratings.h"
#include "text/csv.h"
#include "text/sanitise.h"
#include "text/utf8.h"

/* A player of the list. */
struct rated_player {
    char *name; /* owned */
    struct rating rating;
};

/* The games of a pair, which follow each other in the store, or a single game. */
struct game_sample {
    int64_t match, pair;
    int first, second, games;
    double points; /* of the first */
};

struct ratings {
    const lus_rules *rules;
    bool people;
    int n;
    struct rated_player *player;
    int64_t games;
    /* The number of a player in the store -> 1 + its index in `player`; 0: none. */
    int64_t *index;
    int64_t n_index;
    struct bradley_terry *model; /* made after the first pass over the games */
    struct game_sample sample;   /* the one being collected in the second pass */
};

/* ---- reading the games ---- */

enum { MAX_PLAYER_ID = 100000000 };

/* Makes room for a player number of the store.  Numbers grow with every new player, so a
   very large one means a damaged store. */
static bool grow_index(struct ratings *a, int64_t id)
{
    if (id < 0 || id > MAX_PLAYER_ID)
        return false;
    if (id < a->n_index)
        return true;
    int64_t n = 2 * id + 64;
    int64_t *more = realloc(a->index, (size_t)n * sizeof *more);
    if (!more)
        return false;
    memset(more + a->n_index, 0, (size_t)(n - a->n_index) * sizeof *more);
    a->index = more;
    a->n_index = n;
    return true;
}

/* Adds a player unless it is known.  Returns 0, LUS_EMEMORY, or LUS_ERANGE: there are
   MAX_RATED players already. */
static int add_player(struct ratings *a, int64_t id, const char *name)
{
    if (!grow_index(a, id))
        return LUS_EMEMORY;
    if (a->index[id])
        return 0;
    if (a->n == MAX_RATED)
        return LUS_ERANGE;
    char *copy = strdup(name);
    if (!copy)
        return LUS_EMEMORY;
    a->player[a->n].name = copy;
    a->index[id] = ++a->n;
    return 0;
}

/* Finished games of two different players; with `people` also those of people. */
static bool is_rated(const struct ratings *a, const struct store_game *g)
{
    if (!a->people && (g->person[0] || g->person[1]))
        return false;
    return strcmp(g->result, "*") != 0 && g->player[0] != g->player[1];
}

/* First pass: collects the players. */
static int collect_players(void *arg, const struct store_game *g)
{
    struct ratings *a = arg;
    if (!is_rated(a, g))
        return 0;
    int status = add_player(a, g->player[0], g->first);
    a->games++;
    return status < 0 ? status : add_player(a, g->player[1], g->second);
}

/* Adds the sample to the model; the first call has an empty one, which is ignored. */
static void end_sample(struct ratings *a)
{
    const struct game_sample *s = &a->sample;
    bradley_terry_add(a->model, s->first, s->second, s->points, s->games, 1);
    a->sample = (struct game_sample){0};
}

/* Second pass: the two games of a pair are one sample. */
static int collect_samples(void *arg, const struct store_game *g)
{
    struct ratings *a = arg;
    struct game_sample *s = &a->sample;
    if (!is_rated(a, g))
        return 0;
    int first = (int)a->index[g->player[0]] - 1, second = (int)a->index[g->player[1]] - 1;
    double points = !strcmp(g->result, "1-0") ? 1 : !strcmp(g->result, "0-1") ? 0 : 0.5;
    if (!g->match || s->match != g->match || s->pair != g->pair)
        end_sample(a);
    if (!s->games) {
        *s = (struct game_sample){g->match, g->pair, first, second, 1, points};
    } else {
        s->points += s->first == first ? points : 1 - points;
        s->games++;
    }
    return 0;
}

/* Both passes.  Returns 0, LUS_EMEMORY, LUS_ERANGE or LUS_EFILE. */
static int load_games(struct ratings *a, struct store *s)
{
    struct store_filter filter = {.rules = lus_rules_name(a->rules), .no_record = true};
    a->player = calloc(MAX_RATED, sizeof *a->player);
    int status = a->player ? store_games(s, &filter, collect_players, a) : LUS_EMEMORY;
    if (status == 0)
        status = (a->model = bradley_terry_new(a->n)) ? 0 : LUS_EMEMORY;
    if (status == 0)
        status = store_games(s, &filter, collect_samples, a);
    if (status == 0)
        end_sample(a);
    return status;
}

int ratings_load(struct ratings **made, struct store *s, const lus_rules *r, bool people)
{
    struct ratings *a = calloc(1, sizeof *a);
    if (!a)
        return LUS_EMEMORY;
    a->rules = r;
    a->people = people;
    int status = load_games(a, s);
    if (status < 0)
        ratings_free(a);
    else
        *made = a;
    return status;
}

void ratings_free(struct ratings *a)
{
    if (!a)
        return;
    for (int i = 0; i < a->n; i++)
        free(a->player[i].name);
    free(a->player);
    free(a->index);
    bradley_terry_free(a->model);
    free(a);
}

/* ---- the ratings ---- */

bool ratings_anchor(struct ratings *a, const char *name, size_t n, double elo)
{
    for (int i = 0; i < a->n; i++)
        if (strlen(a->player[i].name) == n && !memcmp(a->player[i].name, name, n)) {
            bradley_terry_anchor(a->model, i, elo);
            return true;
        }
    return false;
}

/* Order for qsort: groups one after the other, the best rating of a group first. */
static int by_rating(const void *a, const void *b)
{
    const struct rating *x = &((const struct rated_player *)a)->rating;
    const struct rating *y = &((const struct rated_player *)b)->rating;
    if (x->group != y->group)
        return x->group - y->group;
    return (x->elo < y->elo) - (x->elo > y->elo);
}

int ratings_fit(struct ratings *a)
{
    struct rating *r = calloc((size_t)a->n + 1, sizeof *r);
    int status = r ? bradley_terry_fit(a->model, r) : LUS_EMEMORY;
    for (int i = 0; status == 0 && i < a->n; i++)
        a->player[i].rating = r[i];
    free(r);
    qsort(a->player, (size_t)a->n, sizeof *a->player, by_rating);
    return status;
}

/* ---- reports ---- */

/* "  1  ai:beginner   +113    76   80.0      20" */
static void write_row(struct buffer *b, int rank, const struct rated_player *p, int width)
{
    const struct rating *r = &p->rating;
    char name[SANITISED_BYTES];
    buffer_printf(b, "%3d  %s %+6ld ", rank, sanitise_padded(name, p->name, width),
                  lround(r->elo));
    if (r->anchored)
        buffer_printf(b, "%5s", "given");
    else
        buffer_printf(b, "%5.0f", r->error);
    buffer_printf(b, " %6.1f %7lld\n",
                  r->games ? 100 * r->points / (double)r->games : 0.0,
                  (long long)r->games);
}

void ratings_report_text(struct buffer *b, const struct ratings *a)
{
    char head[SANITISED_BYTES];
    int width = 6, groups = 0;
    for (int i = 0; i < a->n; i++) {
        int w = utf8_width(a->player[i].name), group = a->player[i].rating.group;
        width = w > 40 ? 40 : w > width ? w : width;
        groups = group >= groups ? group + 1 : groups;
    }
    buffer_printf(b, "%s: %lld game%s of %d players\n", lus_rules_name(a->rules),
                  (long long)a->games, a->games == 1 ? "" : "s", a->n);
    if (!a->n)
        return;
    if (groups > 1)
        buffer_printf(b,
                      "%d groups without games between them: their ratings cannot be "
                      "compared\n",
                      groups);
    buffer_printf(b, "\n     %s    Elo    +-      %%   games\n",
                  sanitise_padded(head, "player", width));
    for (int i = 0; i < a->n; i++) {
        if (i && a->player[i].rating.group != a->player[i - 1].rating.group)
            buffer_str(b, "\n");
        write_row(b, i + 1, &a->player[i], width);
    }
}

void ratings_report_json(struct json *j, const struct ratings *a)
{
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.ratings/1");
    json_string(j, "game", lus_rules_name(a->rules));
    json_int(j, "games", a->games);
    json_open(j, "players", '[');
    for (int i = 0; i < a->n; i++) {
        const struct rating *r = &a->player[i].rating;
        json_open(j, NULL, '{');
        json_string(j, "name", a->player[i].name);
        json_real(j, "elo", r->elo);
        json_real(j, "error", r->error);
        json_bool(j, "anchor", r->anchored);
        json_real(j, "points", r->points);
        json_int(j, "games", r->games);
        json_int(j, "group", r->group + 1);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void ratings_report_csv(struct buffer *b, const struct ratings *a)
{
    static const char *const heads[] = {"player", "elo",   "error", "anchor",
                                        "points", "games", "group"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        csv_text(b, heads[i]);
    csv_end(b);
    for (int i = 0; i < a->n; i++) {
        const struct rating *r = &a->player[i].rating;
        csv_text(b, a->player[i].name);
        csv_real(b, r->elo);
        csv_real(b, r->error);
        csv_int(b, r->anchored);
        csv_real(b, r->points);
        csv_int(b, r->games);
        csv_int(b, r->group + 1);
        csv_end(b);
    }
}
