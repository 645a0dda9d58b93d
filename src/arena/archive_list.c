/* SPDX-License-Identifier: MIT */
/* archive_list.c - lists of stored games and matches: see archive.h.

       20  2026-11-16 12:25  ur:finkel      random             ai:beginner        0-1   159
        1  2026-11-16 12:25  ur:finkel      ai:beginner        random     20 games, seed 1

   Each row is written three times: to the text or the JSON, and always to the CSV buffer,
   which the caller saves or drops.  Names come from imported files, so they are sanitised in
   the text; JSON and CSV escape them. */
#include <stdio.h>
#include <string.h>
#include "arena/archive.h"
#include "arena/buffer_printf.h"
#include "text/csv.h"
#include "text/sanitise.h"

/* The context of add_game and add_match. */
struct list_writer {
    struct archive_list *out;
    bool by_position;
    bool as_json;
    struct json json; /* into out->text */
};

static struct list_writer begin_list(struct archive_list *out, bool as_json,
                                     const char *schema, const char *key)
{
    struct list_writer w = {.out = out, .as_json = as_json, .json = json_on(&out->text)};
    if (as_json) {
        json_open(&w.json, NULL, '{');
        json_string(&w.json, "schema", schema);
        json_open(&w.json, key, '[');
    }
    return w;
}

static void end_list(struct list_writer *w)
{
    if (!w->as_json)
        return;
    json_close(&w->json, ']');
    json_close(&w->json, '}');
    buffer_str(&w->out->text, "\n");
}

static void csv_heads(struct buffer *b, const char *const *heads)
{
    for (; *heads; heads++)
        csv_text(b, *heads);
    csv_end(b);
}

/* The members that games and matches have in common. */
static void pairing_json(struct json *j, int64_t id, const char *added, const char *rules,
                         const char *first, const char *second)
{
    json_int(j, "id", id);
    json_string(j, "added", added);
    json_string(j, "game", rules);
    json_string(j, "first", first);
    json_string(j, "second", second);
}

/* ---- games ---- */

void archive_game_json(struct json *j, const struct store_game *g, int ply)
{
    json_open(j, NULL, '{');
    pairing_json(j, g->id, g->added, g->rules, g->first, g->second);
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
    json_string(j, "said", g->last_lines);
    if (ply >= 0)
        json_int(j, "ply", ply);
    if (g->record)
        json_string(j, "record", g->record);
    json_close(j, '}');
}

static void game_csv(struct buffer *b, const struct store_game *g)
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
    csv_text(b, g->last_lines);
    csv_end(b);
}

/* Blanks at the end of the line are removed. */
static void game_text(struct buffer *b, const struct store_game *g, int ply)
{
    char first[SANITISED_BYTES], second[SANITISED_BYTES], rules[SANITISED_BYTES];
    char reason[SANITISED_BYTES], added[SANITISED_BYTES], result[SANITISED_BYTES];
    char line[2048];
    snprintf(line, sizeof line, "%7lld  %.16s  %s %s %s %s %5d  %s", (long long)g->id,
             sanitise(added, g->added, 20), sanitise_padded(rules, g->rules, 14),
             sanitise_padded(first, g->first, 18), sanitise_padded(second, g->second, 18),
             sanitise_padded(result, g->result, 7), g->plies,
             sanitise(reason, g->reason ? g->reason : "", 30));
    size_t n = strlen(line);
    while (n && line[n - 1] == ' ')
        n--;
    buffer_bytes(b, line, n);
    if (ply >= 0)
        buffer_printf(b, "  at ply %d", ply);
    buffer_str(b, "\n");
}

/* Callback of archive_search. */
static int add_game(void *arg, const struct store_game *g, const struct record *record,
                    int ply)
{
    struct list_writer *w = arg;
    struct store_game row = *g;
    (void)record;
    row.record = NULL;
    if (!w->by_position)
        ply = -1;
    if (w->as_json)
        archive_game_json(&w->json, &row, ply);
    else
        game_text(&w->out->text, &row, ply);
    game_csv(&w->out->csv, &row);
    w->out->n++;
    return 0;
}

int archive_list_games(struct store *s, const struct game_query *q, bool json,
                       struct archive_list *out, int64_t *damaged)
{
    static const char *const heads[] = {"id",     "added",  "game",   "first",
                                        "second", "result", "reason", "plies",
                                        "match",  "pair",   "said",   NULL};
    struct list_writer w = begin_list(out, json, "lusoria.games/1", "games");
    w.by_position = q->by_position;
    csv_heads(&out->csv, heads);
    int status = archive_search(s, q, false, add_game, &w, damaged);
    end_list(&w);
    return status;
}

/* ---- matches ---- */

static void match_csv(struct buffer *b, const struct store_match *m)
{
    csv_int(b, m->id);
    csv_text(b, m->added);
    csv_text(b, m->rules);
    csv_text(b, m->first);
    csv_text(b, m->second);
    csv_int(b, m->games);
    csv_int(b, m->seed);
    csv_text(b, m->settings);
    csv_end(b);
}

static void match_text(struct buffer *b, const struct store_match *m)
{
    char first[SANITISED_BYTES], second[SANITISED_BYTES], rules[SANITISED_BYTES];
    char added[SANITISED_BYTES];
    buffer_printf(b, "%5lld  %.16s  %s %s %s %8lld games, seed %lld\n", (long long)m->id,
                  sanitise(added, m->added, 20), sanitise_padded(rules, m->rules, 14),
                  sanitise_padded(first, m->first, 18),
                  sanitise_padded(second, m->second, 18), (long long)m->games,
                  (long long)m->seed);
}

static void match_json(struct json *j, const struct store_match *m)
{
    json_open(j, NULL, '{');
    pairing_json(j, m->id, m->added, m->rules, m->first, m->second);
    json_int(j, "games", m->games);
    json_int(j, "seed", m->seed);
    json_string(j, "settings", m->settings);
    json_close(j, '}');
}

/* Callback of store_matches. */
static int add_match(void *arg, const struct store_match *m)
{
    struct list_writer *w = arg;
    if (w->as_json)
        match_json(&w->json, m);
    else
        match_text(&w->out->text, m);
    match_csv(&w->out->csv, m);
    w->out->n++;
    return 0;
}

int archive_list_matches(struct store *s, const char *rules, bool json,
                         struct archive_list *out)
{
    static const char *const heads[] = {"id",    "added", "game",     "first", "second",
                                        "games", "seed",  "settings", NULL};
    struct list_writer w = begin_list(out, json, "lusoria.matches/1", "matches");
    csv_heads(&out->csv, heads);
    int status = store_matches(s, rules, add_match, &w);
    end_list(&w);
    return status;
}
