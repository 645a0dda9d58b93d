/* SPDX-License-Identifier: MIT */
/* api_state.c - the verb state: how a game stands.

       {"schema":"lusoria.state/1","game":"ur:finkel","link":"#g=ur:finkel",    write_where
        "position":"7---...:L:4","ply":0,"side":0,"player":0,"players":[0,1],
        "next":"move","throw":4,"rolloff":[],
        "status":{"key":"status.move","side":"Light",...,"text":"..."},         write_status
        "legal":[{"move":"0-4",...}],                                           write_legal
        "plies":[],"last":null,                                                 write_plies
        "result":null,"score":[0,0],                                            write_result
        "board":{"width":504,...}}                                       api_board_write

   "next" says what the page must do: throw for the roll-off, throw, move, or nothing. */
#include <stdlib.h>
#include <string.h>
#include "api/api_internal.h"
#include "record/link.h"

/* ---- moves ---- */

/* The legal moves, once the throw is known; a single "pass" where there is none. */
static void write_legal(struct json *j, const struct api_where *w,
                        const struct api_board *b)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    const lus_pos *p = lus_game_pos(w->game);
    int n = lus_moves(w->rules, p, w->throw, list);
    json_open(j, "legal", '[');
    for (int i = 0; i == 0 || i < n; i++) {
        struct api_turn turn = {p, w->throw, n ? list[i] : LUS_PASS};
        api_move_write(j, NULL, b, &turn, true);
    }
    json_close(j, ']');
}

/* Ply i of the game, from 0. */
static void write_ply(struct json *j, const char *key, const lus_game *g,
                      const struct api_board *b, int i, bool motions)
{
    struct api_turn turn = {lus_game_pos_at(g, i), lus_game_throw_at(g, i),
                            lus_game_move_at(g, i)};
    api_move_write(j, key, b, &turn, motions);
}

/* All plies without motions, and the last one with them, for the animation. */
static void write_plies(struct json *j, const lus_game *g, const struct api_board *b)
{
    int n = lus_game_plies(g);
    json_open(j, "plies", '[');
    for (int i = 0; i < n; i++)
        write_ply(j, NULL, g, b, i, false);
    json_close(j, ']');
    if (n)
        write_ply(j, "last", g, b, n - 1, true);
    else
        json_null(j, "last");
}

/* ---- state ---- */

/* The throws of the roll-off (B1), the first player's first. */
static void write_rolloff(struct json *j, const lus_game *g)
{
    json_open(j, "rolloff", '[');
    for (int i = 0; i < lus_game_rolloffs(g); i++)
        json_int(j, NULL, lus_game_rolloff_at(g, i));
    json_close(j, ']');
}

/* Why the game is over; NULL: it is not, or the record does not say. */
static const char *reason_of(const struct api_where *w)
{
    lus_end end = lus_game_end(w->game);
    return end.over ? end_reason(w->rules, &end) : record_reason(w->record);
}

/* 0 or 1; -1 is a draw. */
static int winner_of(const struct api_where *w)
{
    static const int winners[] = {0, 0, 1, -1}; /* by enum record_result */
    return winners[record_result(w->record)];
}

/* "result": null while the game is open. */
static void write_result(struct json *j, const struct api_where *w)
{
    const char *reason = reason_of(w);
    if (record_result(w->record) == RECORD_OPEN) {
        json_null(j, "result");
        return;
    }
    json_open(j, "result", '{');
    json_int(j, "winner", winner_of(w));
    json_string(j, "reason", reason);
    if (reason)
        api_key_write(j, "reason", reason);
    json_close(j, '}');
}

/* What happens next: the roll-off, a throw, a move, or nothing. */
static const char *next_of(const struct api_where *w)
{
    if (record_result(w->record) != RECORD_OPEN)
        return "over";
    if (lus_game_needs_rolloff(w->game))
        return "rolloff";
    return w->throw == LUS_ANY_THROW ? "throw" : "move";
}

/* Player 0 or 1; in a roll-off the players take turns, and the sides are not known yet. */
static int player_to_act(const struct api_where *w, int side)
{
    if (lus_game_needs_rolloff(w->game))
        return lus_game_rolloffs(w->game) & 1;
    return lus_game_player(w->game, side);
}

/* ---- the status line ---- */

/* The number of legal moves, once the throw is known. */
static int legal_count(const struct api_where *w)
{
    lus_move list[LUS_MAX_MOVES];
    return lus_moves(w->rules, lus_game_pos(w->game), w->throw, list);
}

/* "Light has won: the last piece is off." */
static void write_over(struct json *j, struct text *t, const struct api_where *w)
{
    int winner = winner_of(w);
    const char *reason = reason_of(w);
    json_string(j, "key", winner < 0 ? "status.drawn" : "status.won");
    if (winner >= 0) {
        json_string(j, "side", lus_side_name(w->rules, winner));
        text_str(t, lus_side_name(w->rules, winner));
    }
    text_str(t, winner < 0 ? "The game is drawn" : " has won");
    text_str(t, reason ? ": " : "");
    text_str(t, reason ? reason : "");
    text_str(t, ".");
}

/* "Light moves 4.", "Light cannot move with 4 and passes.", without dice "South moves." */
static void write_turn(struct json *j, struct text *t, const struct api_where *w)
{
    bool dice = lus_has_dice(w->rules);
    int n = legal_count(w);
    const char *side = lus_side_name(w->rules, lus_side(lus_game_pos(w->game)));
    json_string(j, "key", !n ? "status.pass" : dice ? "status.move" : "status.turn");
    json_string(j, "side", side);
    json_int(j, "moves", n);
    text_str(t, side);
    text_str(t, n ? " moves" : " cannot move");
    if (dice) {
        json_int(j, "throw", w->throw);
        text_str(t, n ? " " : " with ");
        text_int(t, w->throw);
    }
    text_str(t, n ? "." : " and passes.");
}

/* What is to be done now: a key, its arguments, and the sentence in English. */
static void write_status(struct json *j, const struct api_where *w, const char *next)
{
    char sentence[LUS_MAX_SENTENCE];
    struct text t = text_on(sentence, sizeof sentence);
    json_open(j, "status", '{');
    if (!strcmp(next, "over")) {
        write_over(j, &t, w);
    } else if (!strcmp(next, "rolloff")) {
        json_string(j, "key", "status.rolloff");
        text_str(&t, "The players throw for the sides.");
    } else if (!strcmp(next, "throw")) {
        const char *side = lus_side_name(w->rules, lus_side(lus_game_pos(w->game)));
        json_string(j, "key", "status.throw");
        json_string(j, "side", side);
        text_str(&t, side);
        text_str(&t, " throws.");
    } else {
        write_turn(j, &t, w);
    }
    json_string(j, "text", sentence);
    json_close(j, '}');
}

/* ---- the whole answer ---- */

/* The position, and which player has which side: "players" is indexed by side. */
static void write_where(struct json *j, const struct api_where *w, const char *link)
{
    const lus_pos *p = lus_game_pos(w->game);
    char position[LUS_MAX_TEXT];
    lus_pos_format(w->rules, p, lus_has_dice(w->rules) ? w->throw : LUS_ANY_THROW,
                   position);
    json_string(j, "game", lus_rules_name(w->rules));
    json_string(j, "link", link);
    json_string(j, "position", position);
    json_int(j, "ply", lus_game_plies(w->game));
    json_int(j, "side", lus_side(p));
    json_int(j, "player", player_to_act(w, lus_side(p)));
    json_open(j, "players", '[');
    for (int side = 0; side < 2; side++)
        json_int(j, NULL, lus_game_player(w->game, side));
    json_close(j, ']');
}

/* The members in the order of the example above. */
static void write_state(struct json *j, const struct api_where *w, const char *link)
{
    const lus_pos *p = lus_game_pos(w->game);
    const char *next = next_of(w);
    struct api_board board;
    int score[2];
    api_board_make(&board, w->rules, p);
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.state/1");
    write_where(j, w, link);
    json_string(j, "next", next);
    if (lus_has_dice(w->rules) && w->throw != LUS_ANY_THROW)
        json_int(j, "throw", w->throw);
    else
        json_null(j, "throw");
    write_rolloff(j, w->game);
    write_status(j, w, next);
    if (!strcmp(next, "move"))
        write_legal(j, w, &board);
    else
        json_null(j, "legal");
    write_plies(j, w->game, &board);
    write_result(j, w);
    lus_score(w->rules, p, score);
    json_open(j, "score", '[');
    json_int(j, NULL, score[0]);
    json_int(j, NULL, score[1]);
    json_close(j, ']');
    api_board_write(j, &board);
    json_close(j, '}');
}

int api_state(struct api_request *q)
{
    struct api_where w;
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    char *link = link_format(w.record);
    if (link)
        write_state(&q->out, &w, link);
    else
        status = api_fail(q, LUS_EMEMORY, NULL, -1, NULL);
    free(link);
    api_where_free(&w);
    return status;
}
