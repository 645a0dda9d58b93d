/* SPDX-License-Identifier: MIT */
/* listing.c - see listing.h.  All is read before anything is printed: who reads slowly
   must not lock the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/contest.h"
#include "cli/listing.h"
#include "text/sanitise.h"
#include "text/csv.h"

struct listing {
    const struct wanted *wanted;
    bool json_asked;
    int64_t n;
    struct buffer csv, text;
    struct json json;
};

static struct listing listing_open(const struct wanted *w, bool json)
{
    return (struct listing){.wanted = w, .json_asked = json};
}

static void begin_json(struct listing *l, const char *schema, const char *key)
{
    l->json = json_on(&l->text);
    if (!l->json_asked)
        return;
    json_open(&l->json, NULL, '{');
    json_string(&l->json, "schema", schema);
    json_open(&l->json, key, '[');
}

/* Saves and prints what was collected, or throws it away; an exit code. */
static int listing_close(struct listing *l, int status, const char *csv)
{
    if (l->json_asked) {
        json_close(&l->json, ']');
        json_close(&l->json, '}');
        buffer_str(&l->text, "\n");
    }
    if (status == EXIT_DONE && csv)
        status = save_buffer(&l->csv, csv);
    else
        free(l->csv.bytes);
    if (status == EXIT_DONE)
        return print_buffer(&l->text);
    free(l->text.bytes);
    return status;
}

static void csv_heads(struct buffer *b, const char *const *heads)
{
    for (; *heads; heads++)
        csv_text(b, *heads);
    csv_end(b);
}

/* ---- games ---- */

void listing_game(struct json *j, const struct store_game *g, int ply, bool by_position)
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
    char name[2][SANITISED_BYTES], reason[SANITISED_BYTES], line[1024], rules[SANITISED_BYTES];
    snprintf(line, sizeof line, "%7lld  %.16s  %s %s %s %-7s %5d  %s", (long long)g->id,
             g->added, sanitise_padded(rules, g->rules, 14), sanitise_padded(name[0], g->first, 18),
             sanitise_padded(name[1], g->second, 18), g->result, g->plies,
             sanitise(reason, g->reason ? g->reason : "", 30));
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
    bool by_position = l->wanted->by_position;
    struct store_game row = *g;
    (void)record;
    l->n++;
    row.record = NULL;
    if (l->json_asked)
        listing_game(&l->json, &row, ply, by_position);
    else
        list_text(&l->text, &row, ply, by_position);
    list_csv(&l->csv, &row);
    return 0;
}

int listing_games(struct store *s, const struct wanted *w, bool json, const char *csv)
{
    static const char *const heads[] = {"id",     "added",  "game",   "first",
                                        "second", "result", "reason", "plies",
                                        "match",  "pair",   "said",   NULL};
    struct listing l = listing_open(w, json);
    int64_t limit = w->filter.limit;
    begin_json(&l, "lusoria.games/1", "games");
    csv_heads(&l.csv, heads);
    int status = listing_close(&l, archive_each(s, w, false, list_one, &l), csv);
    if (status == EXIT_DONE && !json && limit && l.n == limit)
        fprintf(stderr, "The newest %lld; -n 0 lists all.\n", (long long)l.n);
    return status;
}

/* ---- matches ---- */

static int match_one(void *arg, const struct store_match *m)
{
    struct listing *l = arg;
    char name[2][SANITISED_BYTES], rules[SANITISED_BYTES];
    csv_int(&l->csv, m->id);
    csv_text(&l->csv, m->added);
    csv_text(&l->csv, m->rules);
    csv_text(&l->csv, m->first);
    csv_text(&l->csv, m->second);
    csv_int(&l->csv, m->games);
    csv_int(&l->csv, m->seed);
    csv_text(&l->csv, m->settings);
    csv_end(&l->csv);
    if (!l->json_asked) {
        print_into(&l->text, "%5lld  %.16s  %s %s %s %8lld games, seed %lld\n",
                   (long long)m->id, m->added, sanitise_padded(rules, m->rules, 14),
                   sanitise_padded(name[0], m->first, 18), sanitise_padded(name[1], m->second, 18),
                   (long long)m->games, (long long)m->seed);
        return 0;
    }
    json_open(&l->json, NULL, '{');
    json_int(&l->json, "id", m->id);
    json_string(&l->json, "added", m->added);
    json_string(&l->json, "game", m->rules);
    json_string(&l->json, "first", m->first);
    json_string(&l->json, "second", m->second);
    json_int(&l->json, "games", m->games);
    json_int(&l->json, "seed", m->seed);
    json_string(&l->json, "settings", m->settings);
    json_close(&l->json, '}');
    return 0;
}

int listing_matches(struct store *s, const struct wanted *w, bool json, const char *csv)
{
    static const char *const heads[] = {"id",    "added", "game",     "first", "second",
                                        "games", "seed",  "settings", NULL};
    struct listing l = listing_open(w, json);
    begin_json(&l, "lusoria.matches/1", "matches");
    csv_heads(&l.csv, heads);
    int status = store_matches(s, w->filter.rules, match_one, &l);
    if (status < 0)
        say_failed("%s", status == LUS_EFILE ? store_why(s) : lus_error_text(status));
    return listing_close(&l, status < 0 ? EXIT_FAILED : EXIT_DONE, csv);
}
