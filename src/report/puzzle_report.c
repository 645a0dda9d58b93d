/* SPDX-License-Identifier: MIT */
/* puzzle_report.c - see puzzle_report.h.

   A puzzle as JSON, in the order in which it is written:

       "game":"ur:finkel","position":"0--x...:L:2","link":"#g=...",         write_position
       "side":0,"throw":2,
       "origin":"generated","seed":7,"game_number":1,"ply":152,             write_origin
       "unit":"win","exact":false,"depths":[7,8],"move":"3-5",              write_answer
       "margin":0.054181,"simple":"10-12","why":"3-5 exposes ...",
       "level":3,"solved":[0.6,0.67,0.76,0.95,1,1],                         write_levels
       "moves":[{"move":"3-5","evaluation":0.394043,"loss":0},...],         write_values
       "days":[1,3,7,16,35]                                                 write_days

   Games and plies are numbered from 1 there, from 0 in struct puzzle. */
#include <stdlib.h>
#include "report/puzzle_report.h"
#include "analyse/facts.h"
#include "core/text.h"
#include "record/link.h"
#include "report/review_report.h"
#include "text/json.h"

/* ---- puzzles of a record ---- */

/* The review only has to find candidates; puzzle_judge searches deeper. */
enum { REVIEW_DEPTH_DICE = 3, REVIEW_DEPTH_NO_DICE = 6 };

/* The mistakes of a review, the largest first, until one of them makes a puzzle. */
int puzzle_of_record(const struct record *r, int player, int *skip,
                     const struct puzzle_limits *limits, struct puzzle *out)
{
    const lus_rules *rules = lus_game_rules(record_game(r));
    struct review_limits wanted = {.tablebase = limits->tablebase};
    struct review *v;
    wanted.search.depth = lus_has_dice(rules) ? REVIEW_DEPTH_DICE : REVIEW_DEPTH_NO_DICE;
    review_limits_of(r, &wanted);
    int status = review(record_game(r), &wanted, &v);
    if (status < 0)
        return status == LUS_ESTATE ? PUZZLE_UNCLEAR : status;
    status = puzzle_of_review(v, player, skip, limits, out);
    free(v);
    return status;
}

/* ---- JSON ---- */

static void write_move(struct json *j, const char *key, const struct puzzle *z,
                       lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move_format(z->rules, &z->pos, m, text);
    json_string(j, key, text);
}

static void write_position(struct json *j, const struct puzzle *z)
{
    char text[LINK_MAX_POSITION];
    int throw = lus_has_dice(z->rules) ? z->throw : LUS_ANY_THROW;
    json_string(j, "game", lus_rules_name(z->rules));
    lus_pos_format(z->rules, &z->pos, throw, text);
    json_string(j, "position", text);
    link_format_position(z->rules, &z->pos, throw, text);
    json_string(j, "link", text);
    json_int(j, "side", lus_side(&z->pos));
    if (lus_has_dice(z->rules))
        json_int(j, "throw", z->throw);
    else
        json_null(j, "throw");
}

/* Where the puzzle comes from, so that it can be found again. */
static void write_origin(struct json *j, const struct puzzle *z)
{
    static const char *const names[] = {[PUZZLE_POSITION] = "position",
                                        [PUZZLE_GENERATED] = "generated",
                                        [PUZZLE_REVIEWED] = "record"};
    json_string(j, "origin", names[z->origin]);
    if (z->origin == PUZZLE_POSITION)
        return;
    if (z->origin == PUZZLE_GENERATED)
        json_int(j, "seed", (int64_t)z->seed);
    json_int(j, "game_number", z->game + 1);
    json_int(j, "ply", z->ply + 1);
    if (z->origin == PUZZLE_REVIEWED) {
        json_int(j, "player", z->player);
        write_move(j, "played", z, z->played);
    }
}

/* The shares of games in which each level finds the move, and the weakest that solves it. */
static void write_levels(struct json *j, const struct puzzle *z)
{
    if (z->level)
        json_int(j, "level", z->level);
    else
        json_null(j, "level");
    json_open(j, "solved", '[');
    for (int i = 0; i < N_LEVELS; i++)
        json_decimal(j, NULL, z->solved[i], 100);
    json_close(j, ']');
}

static void write_values(struct json *j, const struct puzzle *z)
{
    json_open(j, "moves", '[');
    for (int i = 0; i < z->values.n; i++) {
        const struct move_value *m = &z->values.list[i];
        json_open(j, NULL, '{');
        write_move(j, "move", z, m->move);
        json_decimal(j, "evaluation", m->value, REVIEW_ONE);
        json_decimal(j, "loss", z->values.list[0].value - m->value, REVIEW_ONE);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* `depths` is empty if the values come from a table. */
static void write_answer(struct json *j, const struct puzzle *z)
{
    char why[LUS_MAX_SENTENCE];
    lus_move best = z->values.list[0].move;
    json_string(j, "unit", z->unit == UNIT_STONES ? "stones" : "win");
    json_bool(j, "exact", z->values.exact);
    json_open(j, "depths", '[');
    for (int i = 0; i < 2 && !z->values.exact; i++)
        json_int(j, NULL, z->depth[i]);
    json_close(j, ']');
    write_move(j, "move", z, best);
    json_decimal(j, "margin", z->margin, REVIEW_ONE);
    write_move(j, "simple", z, z->simple);
    lus_explain(z->rules, &z->pos, z->throw, best, why);
    json_string(j, "why", why);
}

/* After how many days a puzzle is shown again, for each repetition. */
static void write_days(struct json *j)
{
    json_open(j, "days", '[');
    for (int i = 0; i < puzzle_repetitions(); i++)
        json_int(j, NULL, puzzle_days(i));
    json_close(j, ']');
}

void puzzle_json(struct buffer *out, const struct puzzle *z)
{
    struct json j = json_on(out);
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.puzzle/1");
    json_bool(&j, "puzzle", true);
    write_position(&j, z);
    write_origin(&j, z);
    write_answer(&j, z);
    write_levels(&j, z);
    write_values(&j, z);
    write_days(&j);
    json_close(&j, '}');
    buffer_str(out, "\n");
}

const char *puzzle_fault_name(enum puzzle_fault fault)
{
    static const char *const names[] = {
        [PUZZLE_OK] = "ok",           [PUZZLE_FORCED] = "forced",
        [PUZZLE_UNCLEAR] = "unclear", [PUZZLE_UNCONFIRMED] = "unconfirmed",
        [PUZZLE_OBVIOUS] = "obvious", [PUZZLE_UNSOLVED] = "unsolved",
        [PUZZLE_DECIDED] = "decided"};
    return names[fault];
}

/* {"schema":"lusoria.puzzle/1","puzzle":false,"reason":"obvious"} */
void puzzle_fault_json(struct buffer *out, enum puzzle_fault fault)
{
    struct json j = json_on(out);
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.puzzle/1");
    json_bool(&j, "puzzle", false);
    json_string(&j, "reason", puzzle_fault_name(fault));
    json_close(&j, '}');
    buffer_str(out, "\n");
}
