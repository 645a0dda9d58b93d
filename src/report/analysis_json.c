/* SPDX-License-Identifier: MIT */
/* analysis_json.c - see analysis_json.h.  All numbers are written from integers
   (millionths), so that every machine writes the same bytes.

   The order of the functions is that of the object, from the inside out: squares and moves,
   the entries of move_evaluations, the search statistics, the whole object.

       analysis_json           the best move, its value, the sentence
         write_position        "game" to "result"
         write_throws          "throws": each throw and its best move; null after a throw
         write_diagnostics     "diagnostics"
           write_search          depth, nodes, leaves, cut-offs
           write_summary         phase of the game, control, squares of the pieces
           write_evaluation      one entry of "move_evaluations", with write_steps,
                                 write_line (the best line) and write_replies

   lusoria(1) describes every member. */
#include "report/analysis_json.h"
#include "text/json.h"

/* "win": null with the classic evaluation, which is not a probability. */
static void write_win(struct json *j, const struct analysis *a, int value)
{
    int64_t win = win_millionths(a, value);
    if (win < 0)
        json_null(j, "win");
    else
        json_millionths(j, "win", win);
}

static void write_move(struct json *j, const char *key, const struct analysis *a,
                       lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move_format(a->rules, &a->pos, m, text);
    json_string(j, key, text);
}

/* A square; null off the board, and for the origin of a new brick. */
static void write_square(struct json *j, const char *key, int square)
{
    if (square < 0 || square == LUS_OFF)
        json_null(j, key);
    else
        json_int(j, key, square);
}

/* -1 if the step has no origin: a pass, or a brick that is placed (from == to). */
static int from_square(lus_move m, int step)
{
    int from = move_from(m, step);
    return m == LUS_PASS || from == move_to(m, step) ? -1 : from;
}

/* ---- the moves ---- */

/* [{"from":26,"to":null},{"from":25,"to":27}]: a chain of Senet. */
static void write_steps(struct json *j, lus_move m)
{
    json_open(j, "steps", '[');
    for (int i = 0; i < move_steps(m); i++) {
        json_open(j, NULL, '{');
        write_square(j, "from", from_square(m, i));
        write_square(j, "to", move_to(m, i));
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* "pv": the plies of the best line; ply_format also plays them on the copy `p`. */
static void write_line(struct json *j, const struct analysis *a,
                       const struct analysis_move *m)
{
    char ply[MAX_PLY];
    lus_pos p = a->pos;
    json_open(j, "pv", '[');
    for (int i = 0; i < m->n_line; i++) {
        ply_format(a, &p, &m->line[i], i == 0, ply);
        json_string(j, NULL, ply);
    }
    json_close(j, ']');
}

/* One entry per next throw, ascending; empty without dice. */
static void write_replies(struct json *j, const struct analysis *a,
                          const struct analysis_move *m)
{
    json_open(j, "replies", '[');
    for (int i = 0; i < m->n_replies; i++) {
        json_open(j, NULL, '{');
        json_int(j, "throw", a->rules->dice.throws[i].value);
        json_int(j, "weight", a->rules->dice.throws[i].weight);
        json_millionths(j, "evaluation", value_millionths(a, m->reply[i]));
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* One entry of move_evaluations. */
static void write_evaluation(struct json *j, const struct analysis *a,
                             const struct analysis_move *m)
{
    int steps = move_steps(m->move);
    int64_t score = value_millionths(a, m->value);
    json_open(j, NULL, '{');
    write_move(j, "move", a, m->move);
    write_square(j, "piece", from_square(m->move, 0));
    json_millionths(j, "score", score);
    json_millionths(j, "loss", value_millionths(a, a->value) - score);
    write_win(j, a, m->value);
    json_bool(j, "exact", m->exact);
    if (m->bounded) {
        json_millionths(j, "lower", value_millionths(a, m->lower));
        json_millionths(j, "upper", value_millionths(a, m->upper));
    }
    json_string(j, "move_type", m->kind);
    write_square(j, "from_square", from_square(m->move, 0));
    write_square(j, "to_square", steps ? move_to(m->move, steps - 1) : -1);
    write_steps(j, m->move);
    write_line(j, a, m);
    write_replies(j, a, m);
    json_string(j, "why", m->why);
    json_close(j, '}');
}

/* null after a throw and without dice. */
static void write_throws(struct json *j, const struct analysis *a)
{
    if (!a->n_throws) {
        json_null(j, "throws");
        return;
    }
    json_open(j, "throws", '[');
    for (int i = 0; i < a->n_throws; i++) {
        const struct analysis_throw *t = &a->throws[i];
        json_open(j, NULL, '{');
        json_int(j, "throw", t->throw);
        json_int(j, "weight", t->weight);
        write_move(j, "move", a, t->move);
        json_millionths(j, "evaluation", value_millionths(a, t->value));
        write_win(j, a, t->value);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* ---- the position and the search ---- */

/* game_phase, board_control and piece_positions; struct pos_summary is seen by the mover
   ("own" is index 0), the JSON object has a key for each side letter. */
static void write_summary(struct json *j, const struct analysis *a)
{
    struct pos_summary summary = {0};
    int mover = pos_side(&a->pos);
    if (a->rules->text->summarise)
        a->rules->text->summarise(a->rules, &a->pos, &summary);
    json_string(j, "game_phase", summary.phase);
    json_int(j, "board_control", summary.control);
    json_open(j, "piece_positions", '{');
    for (int side = 0; side < 2; side++) {
        const char letter[] = {a->rules->sides[side], '\0'};
        int whose = side != mover;
        json_open(j, letter, '[');
        for (int i = 0; i < summary.n[whose]; i++)
            json_int(j, NULL, summary.piece[whose][i]);
        json_close(j, ']');
    }
    json_close(j, '}');
}

/* "nodes_evaluated" is the sum of the three kinds of inner nodes; leaves are separate. */
static void write_search(struct json *j, const struct analysis *a)
{
    const struct search_stats *s = &a->stats;
    json_int(j, "search_depth", a->depth);
    json_string(j, "eval", a->eval);
    json_int(j, "nodes_evaluated", (int64_t)(s->nodes[0] + s->nodes[1] + s->chance));
    json_open(j, "nodes", '{');
    json_int(j, "max", (int64_t)s->nodes[0]);
    json_int(j, "min", (int64_t)s->nodes[1]);
    json_int(j, "chance", (int64_t)s->chance);
    json_close(j, '}');
    json_int(j, "leaves", (int64_t)s->leaves);
    json_int(j, "cutoffs", (int64_t)s->cutoffs);
    json_int(j, "transposition_hits", (int64_t)s->hits);
}

/* Everything for a user who wants to know why; a game that is over has no valid moves. */
static void write_diagnostics(struct json *j, const struct analysis *a)
{
    lus_move list[LUS_MAX_MOVES];
    bool thrown = a->throw != LUS_ANY_THROW && !a->end.over;
    int n = thrown ? lus_moves(a->rules, &a->pos, a->throw, list) : 0;
    if (thrown && n == 0)
        list[n++] = LUS_PASS;
    json_open(j, "diagnostics", '{');
    write_search(j, a);
    write_summary(j, a);
    json_open(j, "valid_moves", '[');
    for (int i = 0; i < n; i++)
        write_move(j, NULL, a, list[i]);
    json_close(j, ']');
    json_open(j, "move_evaluations", '[');
    for (int i = 0; i < a->n; i++)
        write_evaluation(j, a, &a->move[i]);
    json_close(j, ']');
    json_close(j, '}');
}

/* ---- the whole object ---- */

/* The position text contains the throw if one was made. */
static void write_position(struct json *j, const struct analysis *a)
{
    char text[LUS_MAX_TEXT];
    int mover = pos_side(&a->pos), winner = a->end.winner;
    const char side[] = {a->rules->sides[mover], '\0'};
    bool thrown = a->rules->dice.sticks && a->throw != LUS_ANY_THROW;
    json_string(j, "game", a->rules->name);
    lus_pos_format(a->rules, &a->pos, thrown ? a->throw : LUS_ANY_THROW, text);
    json_string(j, "position", text);
    json_string(j, "side", side);
    write_square(j, "throw", thrown ? a->throw : -1);
    json_string(j, "result",
                !a->end.over      ? NULL
                : winner < 0      ? "draw"
                : winner == mover ? "win"
                                  : "loss");
}

/* The timings are the only member that differs between two runs. */
void analysis_json(struct buffer *out, const struct analysis *a)
{
    static const char *const unit[] = {
        [UNIT_WIN] = "win", [UNIT_STONES] = "stones", [UNIT_POINTS] = "points"};
    struct json j = json_on(out);
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.analysis/1");
    write_position(&j, a);
    json_string(&j, "unit", unit[a->unit]);
    json_bool(&j, "exact", a->exact);
    json_string(&j, "source", a->source);
    if (a->n)
        write_move(&j, "move", a, a->move[0].move);
    else
        json_null(&j, "move");
    json_millionths(&j, "evaluation", value_millionths(a, a->value));
    write_win(&j, a, a->value);
    json_string(&j, "thinking", a->summary);
    write_throws(&j, a);
    json_open(&j, "timings", '{');
    json_millionths(&j, "total_ms", (int64_t)(a->time_ms * 1e3) * 1000);
    json_close(&j, '}');
    write_diagnostics(&j, a);
    json_close(&j, '}');
    buffer_str(out, "\n");
}

/* {"schema":"lusoria.error/1","code":"ETEXT","at":7,"expected":"...","message":"..."} */
void error_json(struct buffer *out, const char *code, int64_t at, const char *expected,
                const char *message)
{
    struct json j = json_on(out);
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.error/1");
    json_string(&j, "code", code);
    if (at < 0)
        json_null(&j, "at");
    else
        json_int(&j, "at", at);
    json_string(&j, "expected", expected);
    json_string(&j, "message", message);
    json_close(&j, '}');
    buffer_str(out, "\n");
}
