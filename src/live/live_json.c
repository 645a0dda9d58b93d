/* SPDX-License-Identifier: MIT */
/* live_json.c - see live_json.h.

       "id":"9f3a...","version":7,"game":"ur:finkel","you":0,           live_write
       "players":[{"name":"Ada","kind":"person",...},{...}],            write_players
       "next":"move","player":0,"ply":3,"throw":2,"position":"...",     write_turn
       "legal":["4-6"],"rolloff":[],"moves":["4/0-4",...],              write_moves
       "offers":{"draw":null,...},"clock":null,                         write_offers, write_clock
       "dice":{...},                                                    write_dice
       "result":null,"rematch":null

   The seed is written from the record, which has it only when the game is over. */
#include "live/live_json.h"
#include "core/text.h"

static void write_player_or_null(struct json *j, const char *key, int player)
{
    if (player == 0 || player == 1)
        json_int(j, key, player);
    else
        json_null(j, key);
}

/* `away` is the time since the player was last connected, in seconds. */
static void write_players(struct json *j, const struct live_game *g,
                          const struct live_view *v)
{
    json_open(j, "players", '[');
    for (int i = 0; i < 2; i++) {
        const struct live_seat *seat = &g->seat[i];
        bool online = seat->kind == LIVE_LEVEL || v->online[i];
        json_open(j, NULL, '{');
        json_string(j, "name", live_name(g, i));
        json_string(j, "kind", live_kind_name[seat->kind]);
        json_bool(j, "joined", seat->joined);
        json_bool(j, "online", online);
        json_int(j, "away", online || v->now < seat->seen ? 0 : v->now - seat->seen);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_int(j, "absence", v->absence);
}

/* What can be played with the throw that was made. */
static void write_legal(struct json *j, const lus_game *game, int throw)
{
    lus_move list[LUS_MAX_MOVES];
    char text[LUS_MAX_TEXT];
    const lus_rules *r = lus_game_rules(game);
    int n = lus_moves(r, lus_game_pos(game), throw, list);
    json_open(j, "legal", '[');
    for (int i = 0; i < n; i++) {
        lus_move_format(r, lus_game_pos(game), list[i], text);
        json_string(j, NULL, text);
    }
    json_close(j, ']');
}

/* What has to happen next, and with which throw. */
static void write_turn(struct json *j, const struct live_game *g)
{
    const lus_game *game = live_moves_made(g);
    const lus_rules *r = lus_game_rules(game);
    char position[LUS_MAX_TEXT];
    enum live_next next = live_next(g);
    int throw = live_throw_made(g);
    bool shown = lus_has_dice(r) && next == LIVE_MOVE;
    lus_pos_format(r, lus_game_pos(game), shown ? throw : LUS_ANY_THROW, position);
    json_string(j, "next", live_next_name[next]);
    write_player_or_null(j, "player", live_to_act(g));
    json_int(j, "ply", lus_game_plies(game));
    json_int(j, "generation", g->generation);
    json_string(j, "position", position);
    if (shown)
        json_int(j, "throw", throw);
    else
        json_null(j, "throw");
    if (next == LIVE_MOVE)
        write_legal(j, game, throw);
    else
        json_null(j, "legal");
}

/* The roll-off and the moves as the parts of a link: "4/0-4" with dice, "F" without. */
static void write_moves(struct json *j, const lus_game *game)
{
    const lus_rules *r = lus_game_rules(game);
    json_open(j, "rolloff", '[');
    for (int i = 0; i < lus_game_rolloffs(game); i++)
        json_int(j, NULL, lus_game_rolloff_at(game, i));
    json_close(j, ']');
    json_open(j, "moves", '[');
    for (int i = 0; i < lus_game_plies(game); i++) {
        char text[LUS_MAX_TEXT + 8], move[LUS_MAX_TEXT];
        struct text t = text_on(text, sizeof text);
        lus_move_format(r, lus_game_pos_at(game, i), lus_game_move_at(game, i), move);
        if (lus_has_dice(r)) {
            text_int(&t, lus_game_throw_at(game, i));
            text_char(&t, '/');
        }
        text_str(&t, move);
        json_string(j, NULL, text);
    }
    json_close(j, ']');
}

/* Each is the player who offers, or null; `ended` are those to be made after a move only. */
static void write_offers(struct json *j, const struct live_game *g)
{
    json_open(j, "offers", '{');
    write_player_or_null(j, "draw", g->draw_by);
    write_player_or_null(j, "undo", g->undo_by);
    write_player_or_null(j, "rematch", g->rematch_by);
    json_open(j, "ended", '[');
    if (g->draw_by == LIVE_OFFER_ENDED)
        json_string(j, NULL, "draw");
    if (g->undo_by == LIVE_OFFER_ENDED)
        json_string(j, NULL, "undo");
    json_close(j, ']');
    json_close(j, '}');
}

/* Milliseconds left at the time of the answer; null in a game without clocks. */
static void write_clock(struct json *j, const struct live_game *g, double now_ms)
{
    const struct game_clock *k = &g->clock;
    char text[TIME_CONTROL_TEXT];
    if (!game_clock_used(k)) {
        json_null(j, "clock");
        return;
    }
    time_control_format(&k->control, text);
    json_open(j, "clock", '{');
    json_string(j, "control", text);
    json_open(j, "left", '[');
    for (int i = 0; i < 2; i++)
        json_int(j, NULL, (int64_t)game_clock_left(k, i, now_ms));
    json_close(j, ']');
    write_player_or_null(j, "running", k->running);
    json_close(j, '}');
}

/* null in a game without dice. */
static void write_dice(struct json *j, const struct live_game *g)
{
    if (!lus_has_dice(lus_game_rules(live_moves_made(g)))) {
        json_null(j, "dice");
        return;
    }
    json_open(j, "dice", '{');
    json_string(j, "commitment", record_tag(g->record, "DiceCommitment"));
    json_string(j, "committed_nonce", g->committed_nonce);
    json_string(j, "nonce", record_tag(g->record, "DiceNonce"));
    json_string(j, "seed", record_tag(g->record, "DiceSeed"));
    json_close(j, '}');
}

/* `winner` is a player; null in a draw. */
static void write_result(struct json *j, const struct live_game *g)
{
    int result = record_result(g->record);
    if (result == RECORD_OPEN) {
        json_null(j, "result");
        return;
    }
    json_open(j, "result", '{');
    json_string(j, "score", record_token[result]);
    write_player_or_null(j, "winner", live_winner(g));
    json_string(j, "reason", record_reason(g->record));
    json_close(j, '}');
}

void live_write(struct json *j, const struct live_game *g, const struct live_view *v)
{
    const lus_game *game = live_moves_made(g);
    json_string(j, "id", g->id);
    json_int(j, "version", g->version);
    json_string(j, "game", lus_rules_name(lus_game_rules(game)));
    write_player_or_null(j, "you", v->you);
    write_players(j, g, v);
    write_turn(j, g);
    write_moves(j, game);
    write_offers(j, g);
    write_clock(j, g, v->now_ms);
    write_dice(j, g);
    write_result(j, g);
    json_string(j, "rematch", g->rematch[0] ? g->rematch : NULL);
}
