/* SPDX-License-Identifier: MIT */
/* api_game_list.c - the verb games: what can be played.

       {"schema":"lusoria.games/1","version":"0.1.0","games":[
        {"name":"senet","title":"Senet","rules":[
         {"name":"senet:houses","about":"7 pieces, ...",
          "sides":[{"letter":"W","name":"White"},...],"sticks":4,
          "throws":[{"value":1,"weight":4,"marked":1},...],"rolloff":false,
          "levels":[{"level":1,"name":"novice","depth":1,"noise":220,"loss":0.0068,"score":0.62},...],
          "loss_exact":false,"unit":"win","inaccuracy":0.015,"tables":[]},...]},...]}

   A page needs nothing else to offer all games: a new game appears in it by itself. */
#include "analyse/review.h"
#include "api/api_internal.h"
#include "core/registry.h"
#include "search/levels.h"

/* How many sticks of a throw lie with the marked side up. */
static int marked_of(const lus_rules *r, int value)
{
    int marked = 0;
    while (marked < r->dice.sticks && r->dice.value_of_marked[marked] != value)
        marked++;
    return marked;
}

/* Throws with their weights; a page draws the sticks from "marked". */
static void write_throws(struct json *j, const lus_rules *r)
{
    json_open(j, "throws", '[');
    for (int i = 0; lus_has_dice(r) && i < lus_throws(r); i++) {
        json_open(j, NULL, '{');
        json_int(j, "value", lus_throw_value(r, i));
        json_int(j, "weight", lus_throw_weight(r, i));
        json_int(j, "marked", marked_of(r, lus_throw_value(r, i)));
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* The measured strength of the levels; NULL if this rule set was not measured. */
static const struct level_strength *strength_of(const lus_rules *r)
{
    const struct level_strength *s = r->search.strength;
    return s && s->score[0] ? s : NULL;
}

static void write_strength(struct json *j, const struct level_strength *s, int number)
{
    if (!s)
        return;
    if (number <= s->measured)
        json_millionths(j, "loss", s->loss[number - 1]);
    json_decimal(j, "score", s->score[number - 1], 1000);
}

/* All levels, from the weakest; noise in thousandths of the winning chances. */
static void write_levels(struct json *j, const lus_rules *r)
{
    const struct level_strength *s = strength_of(r);
    json_open(j, "levels", '[');
    for (int i = 1; level_title(i); i++) {
        struct level level = level_at(r, i);
        json_open(j, NULL, '{');
        json_int(j, "level", i);
        json_string(j, "name", level_title(i));
        json_int(j, "depth", level.depth);
        json_int(j, "noise", level.noise);
        write_strength(j, s, i);
        json_close(j, '}');
    }
    json_close(j, ']');
    if (s)
        json_bool(j, "loss_exact", s->exact);
}

/* From which loss on reviews and the coach call a move an inaccuracy. */
static void write_inaccuracy(struct json *j, const lus_rules *r)
{
    int64_t loss = verdict_threshold(r, VERDICT_INACCURACY);
    json_decimal(j, "inaccuracy", loss / (REVIEW_ONE / 1000000), 1000000);
}

/* The tables of a rule set that the host has opened. */
static void write_tables(struct json *j, const lus_tables *tables, const lus_rules *r)
{
    lus_table t;
    json_open(j, "tables", '[');
    for (int i = 0; tables && lus_tables_at(tables, i, &t) == 0; i++) {
        if (t.rules != r)
            continue;
        json_open(j, NULL, '{');
        json_int(j, "size", t.size);
        json_int(j, "positions", (int64_t)t.positions);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* The letters of position texts, and the names. */
static void write_sides(struct json *j, const lus_rules *r)
{
    json_open(j, "sides", '[');
    for (int side = 0; side < 2; side++) {
        char letter[2] = {lus_rules_sides(r)[side], '\0'};
        json_open(j, NULL, '{');
        json_string(j, "letter", letter);
        json_string(j, "name", lus_side_name(r, side));
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* One rule set; the members are explained in doc/api.md. */
static void write_rules(struct json *j, const struct api_host *host, const lus_rules *r)
{
    json_open(j, NULL, '{');
    json_string(j, "name", lus_rules_name(r));
    json_string(j, "about", lus_rules_about(r));
    write_sides(j, r);
    json_int(j, "sticks", r->dice.sticks);
    write_throws(j, r);
    json_bool(j, "rolloff", r->dice.rolloff != 0);
    if (r->dice.rolloff) {
        json_int(j, "rolloff_value", r->dice.rolloff);
        json_int(j, "rolloff_side", r->dice.rolloff_winner);
    }
    write_levels(j, r);
    json_string(j, "unit", move_values_unit(r) == UNIT_STONES ? "stones" : "win");
    write_inaccuracy(j, r);
    write_tables(j, host->tables, r);
    json_close(j, '}');
}

int api_game_list(struct api_request *q)
{
    struct json *j = &q->out;
    const struct game_info *g;
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.games/1");
    json_string(j, "version", LUS_VERSION);
    json_open(j, "games", '[');
    for (int i = 0; (g = game_info_at(i)); i++) {
        json_open(j, NULL, '{');
        json_string(j, "name", g->id);
        json_string(j, "title", g->title);
        json_open(j, "rules", '[');
        for (int k = 0; k < g->n_sets; k++)
            write_rules(j, q->host, &g->sets[k]);
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
    return 0;
}
