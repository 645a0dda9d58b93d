/* SPDX-License-Identifier: MIT */
/* live_game.c - see live_game.h: making a game, joining, throwing and moving.  Offers and
   other ends are in live_offers.c. */
#include "live/live_internal.h"
#include <stdio.h>
#include <string.h>
#include "play/play.h"

const char *const live_kind_name[] = {"person", "program", "level"};
const char *const live_next_name[] = {"join", "rolloff", "throw", "move", "over"};

static const char *const name_tag[] = {"First", "Second"};

int live_refuse(struct live_fault *fault, int code, const char *expected)
{
    snprintf(fault->expected, sizeof fault->expected, "%s", expected);
    return code;
}

/* ---- questions ---- */

const lus_game *live_moves_made(const struct live_game *g)
{
    return record_game(g->record);
}

static bool has_dice(const struct live_game *g)
{
    return lus_has_dice(lus_game_rules(live_moves_made(g)));
}

enum live_next live_next(const struct live_game *g)
{
    if (record_result(g->record) != RECORD_OPEN)
        return LIVE_OVER;
    if (!g->seat[0].joined || !g->seat[1].joined)
        return LIVE_JOIN;
    if (lus_game_needs_rolloff(live_moves_made(g)))
        return LIVE_ROLLOFF;
    return has_dice(g) && !g->thrown ? LIVE_THROW : LIVE_MOVE;
}

int live_to_act(const struct live_game *g)
{
    const lus_game *game = live_moves_made(g);
    switch (live_next(g)) {
    case LIVE_ROLLOFF:
        return lus_game_rolloffs(game) & 1;
    case LIVE_THROW:
    case LIVE_MOVE:
        return lus_game_player(game, lus_side(lus_game_pos(game)));
    default:
        return LIVE_NO_PLAYER;
    }
}

/* The throw of the turn at hand, counted over the roll-off and the plies. */
static int dice_value(const struct live_game *g)
{
    const lus_game *game = live_moves_made(g);
    int k = lus_game_rolloffs(game) + lus_game_plies(game);
    return dice_throw(&g->dice, lus_game_rules(game), (uint64_t)k, NULL);
}

int live_throw_made(const struct live_game *g)
{
    if (!has_dice(g))
        return 0;
    return g->thrown ? dice_value(g) : LUS_ANY_THROW;
}

int live_winner(const struct live_game *g)
{
    static const int winner[] = {LIVE_NO_PLAYER, 0, 1, LIVE_NO_PLAYER};
    return winner[record_result(g->record)];
}

const char *live_name(const struct live_game *g, int player)
{
    const char *name = record_tag(g->record, name_tag[player]);
    return name ? name : "?";
}

bool live_is_nonce(const char *text)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789-_";
    size_t n = strlen(text);
    return n > 0 && n <= LIVE_NONCE && strspn(text, allowed) == n;
}

/* ---- making a game ---- */

/* A level has the text of its description, which contains ':'; a person's name has not, so
   no person can pose as a level. */
static int set_name(struct live_game *g, int player, const char *name,
                    struct live_fault *fault)
{
    struct player_spec spec;
    if (g->seat[player].kind != LIVE_LEVEL && !play_set_person(&spec, name))
        return live_refuse(
            fault, LUS_ETEXT,
            "a name of 1 to 40 bytes without \" : \\ and control characters");
    return record_set_tag(g->record, name_tag[player], name);
}

/* Both texts follow the committed nonce, so neither the server nor one player alone chooses
   the dice. */
void live_set_nonce(struct live_game *g)
{
    snprintf(g->dice.nonce, sizeof g->dice.nonce, "%.16s.%.22s.%.22s", g->committed_nonce,
             g->seat[0].nonce, g->seat[1].nonce);
}

/* The record shows the nonce once it is complete. */
static void show_nonce(struct live_game *g)
{
    live_set_nonce(g);
    if (has_dice(g) && g->seat[0].joined && g->seat[1].joined)
        record_set_tag(g->record, "DiceNonce", g->dice.nonce);
}

/* The commitment is that of the dice before the players have added anything. */
static int commit_dice(struct live_game *g, const struct dice *dice)
{
    char commitment[DICE_HEX];
    g->dice = *dice;
    memcpy(g->committed_nonce, dice->nonce, sizeof g->committed_nonce);
    dice_commitment(dice, commitment);
    if (!has_dice(g))
        return 0;
    int status = record_set_tag(g->record, "DiceCommitment", commitment);
    return status < 0
               ? status
               : record_set_tag(g->record, "DiceCommittedNonce", g->committed_nonce);
}

int live_new(struct live_game *g, const struct live_options *o, const struct dice *dice,
             struct live_fault *fault)
{
    *g = (struct live_game){.created = o->now,
                            .changed = o->now,
                            .record = record_new(lus_game_new(o->rules, NULL)),
                            .draw_by = LIVE_NO_PLAYER,
                            .undo_by = LIVE_NO_PLAYER,
                            .rematch_by = LIVE_NO_PLAYER};
    if (!g->record)
        return live_refuse(fault, LUS_EMEMORY, "more memory");
    int status = o->date ? record_set_tag(g->record, "Date", o->date) : 0;
    if (status == 0)
        status = commit_dice(g, dice);
    if (status == 0)
        status = live_set_clock(g, &o->clock);
    for (int i = 0; i < 2 && status == 0; i++) {
        g->seat[i] = (struct live_seat){.kind = o->kind[i],
                                        .joined = o->kind[i] == LIVE_LEVEL,
                                        .nonce = "0",
                                        .seen = o->now};
        if (o->name[i])
            status = set_name(g, i, o->name[i], fault);
    }
    if (status < 0) {
        live_free(g);
        return status;
    }
    show_nonce(g);
    live_settle(g);
    return 0;
}

void live_free(struct live_game *g)
{
    record_free(g->record);
    g->record = NULL;
}

/* ---- joining ---- */

/* A player whose answer was lost joins again with the same texts. */
static bool same_texts(const struct live_game *g, int player, const char *name,
                       const char *nonce)
{
    return (!name || !strcmp(name, live_name(g, player))) &&
           (!nonce || !strcmp(nonce, g->seat[player].nonce));
}

int live_join(struct live_game *g, int player, const char *name, const char *nonce,
              struct live_fault *fault)
{
    struct live_seat *seat = &g->seat[player];
    if (seat->joined)
        return same_texts(g, player, name, nonce)
                   ? LIVE_SAME
                   : live_refuse(fault, LUS_ESTATE, "a seat that is not taken");
    if (nonce && !live_is_nonce(nonce))
        return live_refuse(fault, LUS_ETEXT,
                           "a nonce of 1 to 22 letters, digits, '-' or '_'");
    if (!name && !record_tag(g->record, name_tag[player]))
        return live_refuse(fault, LUS_ETEXT, "your name");
    int status = name ? set_name(g, player, name, fault) : 0;
    if (status < 0)
        return status;
    if (nonce)
        memcpy(seat->nonce, nonce, strlen(nonce) + 1);
    seat->joined = true;
    show_nonce(g);
    live_settle(g);
    return LIVE_CHANGED;
}

/* ---- throwing and moving ---- */

int live_need_play(const struct live_game *g, struct live_fault *fault)
{
    switch (live_next(g)) {
    case LIVE_JOIN:
        return live_refuse(fault, LUS_ESTATE, "a game that both players have joined");
    case LIVE_OVER:
        return live_refuse(fault, LUS_ESTATE, "a game that is not over");
    default:
        return 0;
    }
}

/* A turn without a legal move is passed at once. */
static void pass_if_forced(struct live_game *g)
{
    lus_move list[LUS_MAX_MOVES];
    lus_game *game = record_game(g->record);
    while (live_next(g) == LIVE_MOVE) {
        int throw = live_throw_made(g);
        if (lus_moves(lus_game_rules(game), lus_game_pos(game), throw, list) > 0)
            return;
        lus_game_play(game, throw, LUS_PASS);
        g->thrown = false;
    }
}

void live_settle(struct live_game *g)
{
    pass_if_forced(g);
    if (live_next(g) != LIVE_OVER)
        return;
    g->draw_by = g->undo_by = LIVE_NO_PLAYER;
    if (has_dice(g))
        record_set_tag(g->record, "DiceSeed", g->dice.seed);
}

struct live_turn live_turn_now(const struct live_game *g)
{
    return (struct live_turn){lus_game_plies(live_moves_made(g)), g->generation};
}

int live_refuse_turn(const struct live_game *g, const struct live_turn *turn,
                     struct live_fault *fault)
{
    struct live_turn now = live_turn_now(g);
    if (turn->generation != now.generation)
        snprintf(fault->expected, sizeof fault->expected, "generation=%d ply=%d",
                 now.generation, now.ply);
    else
        snprintf(fault->expected, sizeof fault->expected, "ply=%d", now.ply);
    return LUS_ESTATE;
}

/* Refuses unless it is this player's turn, and the one that the request is about. */
static int need_turn(const struct live_game *g, int player, const struct live_turn *turn,
                     struct live_fault *fault)
{
    struct live_turn now = live_turn_now(g);
    int status = live_need_play(g, fault);
    if (status < 0)
        return status;
    if (turn->generation != now.generation || turn->ply != now.ply)
        return live_refuse_turn(g, turn, fault);
    return live_to_act(g) == player ? 0 : live_refuse(fault, LUS_ESTATE, "your own turn");
}

/* Whether `player` made this ply, and it was not taken back. */
static bool is_ply_of(const struct live_game *g, int player, const struct live_turn *turn)
{
    const lus_game *game = live_moves_made(g);
    return turn->generation == g->generation && turn->ply >= 0 &&
           turn->ply < lus_game_plies(game) &&
           lus_game_player(game, lus_side(lus_game_pos_at(game, turn->ply))) == player;
}

int live_throw(struct live_game *g, int player, const struct live_turn *turn,
               struct live_fault *fault)
{
    lus_game *game = record_game(g->record);
    if (is_ply_of(g, player, turn))
        return LIVE_SAME;
    int status = need_turn(g, player, turn, fault);
    if (status < 0)
        return status;
    switch (live_next(g)) {
    case LIVE_ROLLOFF:
        lus_game_rolloff(game, dice_value(g));
        break;
    case LIVE_THROW:
        g->thrown = true;
        break;
    default:
        return g->thrown
                   ? LIVE_SAME
                   : live_refuse(fault, LUS_ESTATE, "a move: this game has no dice");
    }
    live_settle(g);
    return LIVE_CHANGED;
}

/* Whether this player made this move at this ply. */
static bool was_played(const struct live_game *g, int player,
                       const struct live_turn *turn, const char *move)
{
    const lus_game *game = live_moves_made(g);
    char text[LUS_MAX_TEXT];
    if (!is_ply_of(g, player, turn))
        return false;
    lus_move_format(lus_game_rules(game), lus_game_pos_at(game, turn->ply),
                    lus_game_move_at(game, turn->ply), text);
    return !strcmp(text, move);
}

/* A game of so many plies could not be read from its record. */
static int check_length(const struct live_game *g, struct live_fault *fault)
{
    return lus_game_plies(live_moves_made(g)) < RECORD_MAX_PLIES - LUS_MAX_MOVES
               ? 0
               : live_refuse(fault, LUS_ESTATE,
                             "a draw or a resignation: too many moves");
}

int live_move(struct live_game *g, int player, const struct live_turn *turn,
              const char *move, struct live_fault *fault)
{
    lus_game *game = record_game(g->record);
    lus_fault parsed;
    lus_move m;
    if (was_played(g, player, turn, move))
        return LIVE_SAME;
    int status = need_turn(g, player, turn, fault);
    if (status == 0)
        status = check_length(g, fault);
    if (status < 0)
        return status;
    if (live_next(g) != LIVE_MOVE)
        return live_refuse(fault, LUS_ESTATE, "a throw before the move");
    int throw = live_throw_made(g);
    status = lus_move_parse(lus_game_rules(game), lus_game_pos(game), throw, move, &m,
                            &parsed);
    if (status < 0)
        return live_refuse(fault, status, parsed.expected);
    status = lus_game_play(game, throw, m);
    if (status < 0)
        return live_refuse(fault, status, lus_error_text(status));
    g->thrown = false;
    g->undo_by = LIVE_NO_PLAYER;
    if (g->draw_by != player) /* a move declines the other's offer */
        g->draw_by = LIVE_NO_PLAYER;
    live_settle(g);
    return LIVE_CHANGED;
}
