/* SPDX-License-Identifier: MIT */
/* engine.c - the position, the options and the search of the engine.

       info depth 4 nodes 119 time 0 value 0.51 unit win pv 0-2 2/0-2      add_info
       bestmove 0-2                                                        send_bestmove

   In UCI and UGI value becomes "score cp N" and errors become "info string" (e->dialect). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "engine/engine_internal.h"
#include "os/clock.h"
#include "record/protocol.h"

enum { PV_NODES = 20000 }; /* budget of the search for the principal variation */

/* ---- answers ---- */

void engine_send(const struct engine *e, struct buffer *out)
{
    size_t n;
    buffer_str(out, "\n");
    char *text = buffer_take(out, &n);
    if (text)
        fwrite(text, 1, n, e->output);
    else /* there was no memory for the answer; this line needs none */
        fprintf(e->output, "%s EMEMORY %s\n", e->dialect ? "info string" : "error",
                lus_error_text(LUS_EMEMORY));
    fflush(e->output);
    free(text);
}

void engine_error(const struct engine *e, const char *code, const char *text)
{
    struct buffer out = {0};
    buffer_str(&out, e->dialect ? "info string " : "error ");
    buffer_str(&out, code);
    buffer_str(&out, " ");
    buffer_str(&out, text);
    engine_send(e, &out);
}

void engine_fault(const struct engine *e, const lus_fault *f)
{
    char text[sizeof f->expected + 64];
    snprintf(text, sizeof text, "byte %zu: %s%s", f->at,
             f->code == LUS_EILLEGAL ? "" : "expected ", f->expected);
    engine_error(e, lus_error_name(f->code), text);
}

/* ---- options and position ---- */

void engine_set_eval(struct engine *e, const char *value)
{
    if (strcmp(value, "classic") != 0 && strcmp(value, "default") != 0) {
        engine_error(e, "ETEXT", "expected eval default or eval classic");
        return;
    }
    e->classic = !strcmp(value, "classic");
}

void engine_set_number(const struct engine *e, const char *value, int max, int *number)
{
    lus_fault fault;
    struct scan s = scan_on(value, &fault);
    int n = scan_int(&s, max);
    if (n < 1 || s.at < s.len)
        engine_error(e, "ERANGE",
                     "expected a whole number from 1 to the maximum of the option");
    else
        *number = n;
}

void engine_clear_table(struct engine *e)
{
    player_close(&e->player);
    player_open(&e->player, &e->spec, 0, &e->queue.stop);
}

void engine_set_game(struct engine *e, lus_game *g, int throw)
{
    lus_game_free(e->game);
    e->game = g;
    e->throw = throw;
}

void engine_new_game(struct engine *e, const lus_rules *r)
{
    lus_pos start; /* given explicitly: such a game has no roll-off (B1) */
    lus_start(r, &start);
    engine_clear_table(e);
    e->rules = r;
    lus_game *g = lus_game_new(r, &start);
    engine_set_game(e, g, lus_has_dice(r) ? LUS_ANY_THROW : 0);
    if (!g)
        engine_error(e, "EMEMORY", lus_error_text(LUS_EMEMORY));
}

/* A table in memory is solved when it is first probed (solve/small_table.h). */
void engine_prepare(struct engine *e)
{
    struct search_limits limits = engine_limits(e);
    const struct search_tablebase *table = &limits.tablebase;
    int value;
    player_prepare(&e->player, e->rules, limits);
    if (e->game && table->probe)
        table->probe(table->context, e->rules, lus_game_pos(e->game), &value);
}

void engine_set_position(struct engine *e, const char *args)
{
    lus_fault fault;
    lus_game *g;
    int throw;
    if (!e->rules)
        engine_error(e, "ESTATE", "send newgame first");
    else if (protocol_position(e->rules, args, &g, &throw, &fault) < 0)
        engine_fault(e, &fault);
    else
        engine_set_game(e, g, throw);
}

bool engine_ready(const struct engine *e, bool must_decide)
{
    const char *missing = NULL;
    if (!e->game)
        missing = "send newgame first";
    else if (must_decide && lus_game_end(e->game).over)
        missing = "the game is over";
    else if (must_decide && e->throw == LUS_ANY_THROW)
        missing = "send a position with its throw first";
    if (missing)
        engine_error(e, "ESTATE", missing);
    return !missing;
}

/* ---- searching ---- */

struct search_limits engine_limits(struct engine *e)
{
    return (struct search_limits){.nodes = (uint64_t)e->nodes,
                                  .threads = e->threads,
                                  .table_mb = e->table_mb,
                                  .eval = e->classic ? "classic" : NULL,
                                  .tablebase = tablebase_for_search(e->tables, e->rules),
                                  .now_ms = clock_ms};
}

/* Appends " name 123". */
static void add_number(struct buffer *out, const char *name, int64_t v)
{
    buffer_str(out, name);
    buffer_int(out, v);
}

/* The principal variation is searched again from the root with a small budget; UCI writes
   its moves without spaces. */
static void add_pv(struct engine *e, struct buffer *out, const struct analysis *a,
                   const struct search_limits *limits, lus_move first)
{
    struct pv_ply pv[MAX_LINE_PLIES];
    char text[MAX_PLY];
    lus_pos p = a->pos;
    int64_t budget = PV_NODES;
    int n = principal_variation(e->game, e->throw, first, a->depth, limits, &budget, pv,
                                MAX_LINE_PLIES);
    buffer_str(out, " pv");
    for (int i = 0; i < n; i++) {
        ply_format(a, &p, &pv[i], i == 0, text);
        buffer_str(out, i == 0 || e->dialect != DIALECT_UCI ? " " : "");
        buffer_str(out, text);
    }
}

static void add_info(struct engine *e, struct buffer *out,
                     const struct search_limits *limits,
                     const struct search_report *report)
{
    const struct search_stats *s = &report->stats;
    struct analysis a = {.rules = e->rules, .pos = *lus_game_pos(e->game)};
    a.depth = report->depth;
    a.throw = e->throw;
    a.unit = report->classic          ? UNIT_POINTS
             : e->rules->score_counts ? UNIT_STONES
                                      : UNIT_WIN;
    add_number(out, "info depth ", report->depth);
    add_number(out, " nodes ", (int64_t)(s->nodes[0] + s->nodes[1] + s->chance));
    add_number(out, " time ", (int64_t)report->time_ms);
    if (e->dialect)
        dialect_score(out, &a, report->moves[0].value);
    else
        protocol_value(out, a.unit, report->moves[0].value);
    add_pv(e, out, &a, limits, report->moves[0].move);
    buffer_str(out, "\n");
}

/* A forced move is not searched: there is no info line. */
static void send_bestmove(struct engine *e, const struct search_limits *limits,
                          const struct search_report *report)
{
    struct buffer out = {0};
    char move[LUS_MAX_TEXT];
    if (report->depth || report->exact)
        add_info(e, &out, limits, report);
    lus_move_format(e->rules, lus_game_pos(e->game), report->moves[0].move, move);
    buffer_str(&out, "bestmove ");
    buffer_str(&out, move);
    engine_send(e, &out);
}

/* Answers a turn without a legal move, or after the end of the game (UCI and UGI);
   returns false if there is a move to choose. */
static bool send_no_move(const struct engine *e)
{
    lus_move list[LUS_MAX_MOVES];
    struct buffer out = {0};
    bool over = lus_game_end(e->game).over;
    if (!over && lus_moves(e->rules, lus_game_pos(e->game), e->throw, list))
        return false;
    buffer_str(&out, over ? "bestmove 0000" : "bestmove pass");
    engine_send(e, &out);
    return true;
}

/* In UCI and UGI a finished game is not an error: the answer is "bestmove 0000". */
void engine_go(struct engine *e, struct search_limits limits, int search, bool until_stop)
{
    struct search_report report;
    if (!engine_ready(e, !(e->dialect && e->game && lus_game_end(e->game).over)))
        return;
    if (send_no_move(e))
        return;
    limits.selective = limits.prove = !limits.depth; /* as the players: see player.c */
    line_queue_begin_search(&e->queue, search, until_stop);
    int status = player_search(&e->player, e->game, e->throw, &limits, &report);
    line_queue_end_search(&e->queue);
    if (status < 0)
        engine_error(e, lus_error_name(status), lus_error_text(status));
    else
        send_bestmove(e, &limits, &report);
}

/* ---- queries ---- */

/* p1 is the side that moves first at the start position. */
static const char *answer_to(const struct engine *e, const char *question)
{
    lus_end end = lus_game_end(e->game);
    lus_pos start;
    lus_start(e->rules, &start);
    int p1 = lus_side(&start);
    if (!strcmp(question, "gameover"))
        return end.over ? "response true" : "response false";
    if (!strcmp(question, "p1turn"))
        return lus_side(lus_game_pos(e->game)) == p1 ? "response true" : "response false";
    if (strcmp(question, "result") != 0)
        return NULL;
    if (!end.over)
        return "response none";
    return end.winner < 0     ? "response draw"
           : end.winner == p1 ? "response p1win"
                              : "response p2win";
}

void engine_query(const struct engine *e, const char *question)
{
    struct buffer out = {0};
    if (!engine_ready(e, false))
        return;
    const char *answer = answer_to(e, question);
    if (!answer) {
        engine_error(e, "ETEXT", "expected query gameover, p1turn or result");
        return;
    }
    buffer_str(&out, answer);
    engine_send(e, &out);
}
