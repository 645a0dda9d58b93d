/* SPDX-License-Identifier: MIT */
/* live_actions.c - the fields of requests, translated into actions of live_game.h.

       join     name nonce token     take the seat
       throw    ply generation       move   ply generation move
       resign   -                    claim  -
       draw     ply generation accept
       undo     ply generation accept
       rematch  accept

   An action that is added here and in doc/api.md needs nothing else: HTTP and the tokens of
   players know no particular action. */
#include <stdio.h>
#include <string.h>
#include "live/live_internal.h"
#include "live/live_level.h"
#include "live/live_service_internal.h"
#include "os/clock.h"
#include "os/entropy.h"

/* ---- fields ---- */

/* Reads a number of at most six digits.  Negative: an error. */
static int read_count(struct live_work *w, const char *text, const char *expected)
{
    int number = 0;
    size_t n = text ? strspn(text, "0123456789") : 0;
    if (!n || n > 6 || text[n])
        return live_refuse(&w->fault, LUS_ETEXT, expected);
    for (size_t i = 0; i < n; i++)
        number = 10 * number + (text[i] - '0');
    return number;
}

/* Without the field it is 0, that of a game in which nothing was taken back. */
static int read_generation(struct live_work *w)
{
    const char *text = live_field(w, "generation");
    return text ? read_count(w, text, "generation=N, as in the state of the game") : 0;
}

/* Reads ply and generation.  Returns 0 or an error. */
static int read_turn(struct live_work *w, struct live_turn *turn)
{
    turn->ply = read_count(w, live_field(w, "ply"), "ply=N, the number of plies before");
    turn->generation = turn->ply < 0 ? turn->ply : read_generation(w);
    return turn->generation < 0 ? turn->generation : 0;
}

/* accept=yes or no; yes if it is missing.  Negative: an error. */
static int read_accept(struct live_work *w)
{
    const char *text = live_field(w, "accept");
    if (!text || !strcmp(text, "yes"))
        return 1;
    return !strcmp(text, "no") ? 0
                               : live_refuse(&w->fault, LUS_ETEXT, "accept=yes or no");
}

/* ---- actions ---- */

/* The invited player gets a token: the one that the request proposes, so that it is known
   to the player even if the answer is lost, or a new one. */
static int take_invitation(struct live_work *w)
{
    const char *token = live_field(w, "token");
    if (w->role != LIVE_INVITED)
        return 0;
    if (token && !token_is_valid(token))
        return live_refuse(&w->fault, LUS_ETEXT, "a token of 32 hexadecimal digits");
    if (!token)
        return token_make(w->player_token);
    snprintf(w->player_token, sizeof w->player_token, "%s", token);
    return 0;
}

/* The seat of an invited player is the free one (live_call.c). */
static int run_join(struct live_work *w)
{
    int status = take_invitation(w);
    return status < 0 ? status
                      : live_join(&w->game, w->seat, live_field(w, "name"),
                                  live_field(w, "nonce"), &w->fault);
}

static int run_throw(struct live_work *w)
{
    struct live_turn turn;
    int status = read_turn(w, &turn);
    return status < 0 ? status : live_throw(&w->game, w->seat, &turn, &w->fault);
}

static int run_move(struct live_work *w)
{
    const char *move = live_field(w, "move");
    struct live_turn turn;
    int status = read_turn(w, &turn);
    if (status < 0)
        return status;
    if (!move)
        return live_refuse(&w->fault, LUS_ETEXT, "a move");
    status = live_move(&w->game, w->seat, &turn, move, &w->fault);
    w->moved = status == LIVE_CHANGED;
    return status;
}

static int run_resign(struct live_work *w)
{
    return live_resign(&w->game, w->seat, &w->fault);
}

/* Draws and undo. */
static int run_offer(struct live_work *w,
                     int (*offer)(struct live_game *g, int player,
                                  const struct live_turn *turn, bool accept,
                                  struct live_fault *fault))
{
    struct live_turn turn;
    int status = read_turn(w, &turn);
    int accept = status < 0 ? status : read_accept(w);
    return accept < 0 ? accept : offer(&w->game, w->seat, &turn, accept, &w->fault);
}

static int run_draw(struct live_work *w)
{
    return run_offer(w, live_draw);
}

static int run_undo(struct live_work *w)
{
    return run_offer(w, live_undo);
}

/* The second player who agrees makes the next game. */
static int run_rematch(struct live_work *w)
{
    int accept = read_accept(w);
    int status = accept < 0 ? accept : live_rematch(&w->game, w->seat, accept, &w->fault);
    if (status == LIVE_CHANGED && live_rematch_agreed(&w->game)) {
        int made = live_make_rematch(w);
        return made < 0 ? made : LIVE_CHANGED;
    }
    return status;
}

/* Whether the opponent is connected is known to the event streams. */
static int run_claim(struct live_work *w)
{
    const struct live_config *c = &w->service->config;
    return live_claim(&w->game, w->seat, live_now(w->service), c->absence,
                      live_is_online(w, live_other(w->seat)), &w->fault);
}

static const struct live_action actions[] = {
    {"join", "name nonce token", run_join, true},
    {"throw", "ply generation", run_throw, false},
    {"move", "ply generation move", run_move, false},
    {"resign", "", run_resign, false},
    {"draw", "ply generation accept", run_draw, false},
    {"undo", "ply generation accept", run_undo, false},
    {"rematch", "accept", run_rematch, false},
    {"claim", "", run_claim, false},
};

const struct live_action *live_action_find(const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (!strcmp(actions[i].name, name))
            return &actions[i];
    return NULL;
}

/* ---- new games ---- */

/* first=me, opponent or random: the seat of the player who makes the game.  Negative: an
   error. */
static int read_seat(struct live_work *w)
{
    const char *first = live_field(w, "first");
    uint8_t bit = 0;
    if (!first || !strcmp(first, "me"))
        return 0;
    if (!strcmp(first, "opponent"))
        return 1;
    if (strcmp(first, "random") != 0)
        return live_refuse(&w->fault, LUS_ETEXT, "first=me, opponent or random");
    int status = entropy_fill(&bit, 1);
    return status < 0 ? status : bit & 1;
}

/* kind=person or program: who makes the game.  Negative: an error. */
static int read_kind(struct live_work *w)
{
    const char *kind = live_field(w, "kind");
    if (!kind || !strcmp(kind, live_kind_name[LIVE_PERSON]))
        return LIVE_PERSON;
    if (!strcmp(kind, live_kind_name[LIVE_PROGRAM]))
        return LIVE_PROGRAM;
    return live_refuse(&w->fault, LUS_ETEXT, "kind=person or program");
}

/* opponent=person, program, or a level, whose description is written to `level`. */
static int read_opponent(struct live_work *w, const lus_rules *r, char level[LIVE_NAME])
{
    const char *text = live_field(w, "opponent");
    level[0] = '\0';
    if (!text || !strcmp(text, live_kind_name[LIVE_PERSON]))
        return LIVE_PERSON;
    if (!strcmp(text, live_kind_name[LIVE_PROGRAM]))
        return LIVE_PROGRAM;
    return level_describe(r, text, level)
               ? (int)LIVE_LEVEL
               : live_refuse(
                     &w->fault, LUS_ETEXT,
                     "opponent=person, program, or a level from 1 to 6 or its name");
}

/* clock=5+3; none without the field.  Returns 0 or LUS_ETEXT. */
static int read_clock(struct live_work *w, struct time_control *c)
{
    const char *text = live_field(w, "clock");
    lus_fault fault;
    *c = (struct time_control){0};
    if (!text || time_control_parse(text, c, &fault) == 0)
        return 0;
    return live_refuse(&w->fault, LUS_ETEXT,
                       "clock=5+3: minutes and seconds for each move");
}

/* Makes a token and its hash. */
static int add_token(char token[LIVE_TOKEN], char hash[LIVE_HASH])
{
    int status = token_make(token);
    if (status == 0)
        token_hash(token, hash);
    return status;
}

/* A game against a level has no invitation. */
static int make_tokens(struct live_work *w, bool level)
{
    int status = add_token(w->player_token, w->tokens.hash[w->seat]);
    if (status == 0)
        status = add_token(w->spectator, w->tokens.hash[LIVE_SPECTATOR]);
    if (status == 0 && !level)
        status = add_token(w->invite, w->tokens.hash[LIVE_INVITED]);
    return status;
}

/* Stores a game of these options and today's date under a new id. */
static int make_game(struct live_work *w, const struct live_options *o,
                     struct live_game *g, const struct live_tokens *tokens)
{
    struct live_options dated = *o;
    struct dice dice;
    char date[CLOCK_DATE];
    dated.date = clock_date(date) ? date : NULL;
    int status = dice_from_system(&dice);
    if (status == 0)
        status = live_new(g, &dated, &dice, &w->fault);
    if (status < 0)
        return status;
    status = token_make_id(g->id);
    if (status == 0)
        status = live_add(w->store, g, tokens);
    if (status < 0)
        live_free(g);
    return status;
}

int live_create(struct live_work *w)
{
    const char *name = live_field(w, "game");
    const lus_rules *rules = name ? lus_rules_find(name) : NULL;
    char level[LIVE_NAME];
    if (!rules)
        return live_refuse(&w->fault, LUS_ERULES, "the name of a game or rule set");
    int seat = read_seat(w), kind = seat < 0 ? seat : read_kind(w);
    int opponent = kind < 0 ? kind : read_opponent(w, rules, level);
    if (opponent < 0)
        return opponent;
    struct live_options o = {.rules = rules, .now = live_now(w->service)};
    w->seat = w->role = seat;
    o.kind[seat] = (enum live_kind)kind;
    o.kind[!seat] = (enum live_kind)opponent;
    o.name[seat] = live_field(w, "name");
    o.name[!seat] = level[0] ? level : NULL;
    int status = read_clock(w, &o.clock);
    if (status == 0)
        status = make_tokens(w, opponent == LIVE_LEVEL);
    if (status == 0)
        status = make_game(w, &o, &w->game, &w->tokens);
    if (status == 0)
        w->service->created++;
    return status;
}

/* The players keep their tokens; only the seats change. */
int live_make_rematch(struct live_work *w)
{
    struct live_tokens tokens = w->tokens;
    struct live_options o = live_rematch_options(&w->game, live_now(w->service));
    struct live_game next;
    memcpy(tokens.hash[LIVE_FIRST], w->tokens.hash[LIVE_SECOND], LIVE_HASH);
    memcpy(tokens.hash[LIVE_SECOND], w->tokens.hash[LIVE_FIRST], LIVE_HASH);
    int status = make_game(w, &o, &next, &tokens);
    if (status < 0)
        return status;
    memcpy(w->game.rematch, next.id, LIVE_ID);
    w->game.rematch_by = LIVE_NO_PLAYER;
    w->service->created++;
    live_free(&next);
    return 0;
}
