/* SPDX-License-Identifier: MIT */
/* live_call.c - see live_service.h: one request, from the token to the answer.

       find_game     the game, and the role of the token in it
       check_fields  only fields of the action, each once
       action->run   changes the game in memory                    live_actions.c
       live_save     writes it, unless another process was faster
       live_announce wakes the event streams and the levels
       write_game    the answer

   The store is taken from find_game to live_save; then commit_leave waits until the change is on
   the disk (live_commit.h).  In SQLite a request sees the result of the one before it.  In
   PostgreSQL two requests may read the same version of a game: one of them is stored, the
   other one is run again on the result. */
#include <stdlib.h>
#include <string.h>
#include "live/live_internal.h"
#include "live/live_level.h"
#include "live/live_service_internal.h"
#include "os/clock.h"
#include "report/analysis_json.h"

/* ---- errors ---- */

static const char *const messages[] = {
    [ANSWER_BAD] = "the request is not understood",
    [ANSWER_FORBIDDEN] = "this token does not allow it",
    [ANSWER_UNKNOWN] = "there is no such game, or this is not a token of it",
    [ANSWER_CONFLICT] = "this cannot be done now",
    [ANSWER_BUSY] = "the server is busy; try again later",
    [ANSWER_FAILED] = "the game cannot be stored or read",
};

/* lusoria.error/1; `expected` may be NULL. */
static enum live_answer fail(struct live_work *w, struct buffer *out,
                             enum live_answer answer, int code, const char *expected)
{
    const char *message = code == LUS_EILLEGAL ? lus_error_text(code) : messages[answer];
    error_json(out, lus_error_name(code), -1, expected, message);
    if (!out->failed)
        out->len--; /* the line feed */
    w->service->refused++;
    return answer;
}

/* The answer to the error of an action. */
static enum live_answer fail_by(struct live_work *w, struct buffer *out, int status)
{
    bool internal = status == LUS_EFILE || status == LUS_EMEMORY;
    enum live_answer answer = internal               ? ANSWER_FAILED
                              : status == LUS_ESTATE ? ANSWER_CONFLICT
                                                     : ANSWER_BAD;
    return fail(w, out, answer, status,
                internal || !w->fault.expected[0] ? NULL : w->fault.expected);
}

/* ---- who asks ---- */

/* All tokens are compared, whichever matches.  -1: none does. */
static int role_of(const struct live_tokens *tokens, const char *token)
{
    char hash[LIVE_HASH];
    int found = -1;
    token_hash(token, hash);
    for (int role = LIVE_FIRST; role <= LIVE_INVITED; role++)
        if (token_hash_equal(tokens->hash[role], hash))
            found = role;
    return found;
}

/* The invited player gets the seat that has no token. */
static int seat_of(const struct live_tokens *tokens, int role)
{
    if (role == LIVE_FIRST || role == LIVE_SECOND)
        return role;
    if (role == LIVE_INVITED)
        return tokens->hash[LIVE_FIRST][0] ? 1 : 0;
    return LIVE_NO_PLAYER;
}

/* Whether an invitation was used by another process after the tokens were read and before the game
   was: no other token ends. */
static bool is_used_up(struct live_work *w, const char *id, const char *token)
{
    struct live_tokens now;
    return w->role == LIVE_INVITED &&
           (live_load_tokens(w->store, id, &now) < 0 || role_of(&now, token) != w->role);
}

/* Reads the game and its tokens; w->game is set with ANSWER_OK. */
static enum live_answer find_game(struct live_work *w, const char *id, const char *token)
{
    if (!token || !token_is_valid(token) || strlen(id) != LIVE_ID - 1)
        return ANSWER_UNKNOWN;
    int status = live_load_tokens(w->store, id, &w->tokens);
    if (status < 0)
        return ANSWER_FAILED;
    w->role = role_of(&w->tokens, token);
    w->seat = seat_of(&w->tokens, w->role);
    if (w->role < 0)
        return ANSWER_UNKNOWN;
    status = live_load(w->store, id, &w->game);
    for (int i = 0; i < 2 && status == 1; i++) /* not known while no server ran */
        if (w->game.seat[i].seen < w->service->started)
            w->game.seat[i].seen = w->service->started;
    if (status == 1 && is_used_up(w, id, token)) {
        live_free(&w->game);
        status = 0;
    }
    return status == 1 ? ANSWER_OK : status == 0 ? ANSWER_UNKNOWN : ANSWER_FAILED;
}

bool live_is_online(const struct live_work *w, int player)
{
    const struct live_watch *watch = &w->service->config.watch;
    return w->game.seat[player].elsewhere ||
           (watch->online && watch->online(watch->arg, w->game.id, player));
}

/* A wrong token and a wrong id have the same answer: no one learns which games exist. */
static enum live_answer fail_to_find(struct live_work *w, struct buffer *out,
                                     enum live_answer answer)
{
    int code = answer == ANSWER_UNKNOWN ? LUS_ERANGE : LUS_EFILE;
    return fail(w, out, answer, code,
                answer == ANSWER_UNKNOWN ? "the token of a game" : NULL);
}

/* ---- answers ---- */

/* lusoria.game/1, with the tokens that this request made. */
static void write_game(const struct live_work *w, struct buffer *out)
{
    const struct live_config *c = &w->service->config;
    struct json j = json_on(out);
    struct live_view v = {
        .you = w->role == LIVE_INVITED && !w->player_token[0] ? LIVE_NO_PLAYER : w->seat,
        .now = live_now(w->service),
        .now_ms = clock_unix_ms(),
        .absence = c->absence};
    for (int i = 0; i < 2; i++)
        v.online[i] = live_is_online(w, i);
    json_open(&j, NULL, '{');
    json_string(&j, "schema", "lusoria.game/1");
    live_write(&j, &w->game, &v);
    if (w->player_token[0])
        json_string(&j, "token", w->player_token);
    if (w->invite[0])
        json_string(&j, "invite", w->invite);
    if (w->spectator[0])
        json_string(&j, "spectator", w->spectator);
    json_close(&j, '}');
}

/* Has the seed only when the game is over (live_settle). */
static void write_record(const struct live_work *w, struct buffer *out)
{
    size_t n;
    char *text = record_write(w->game.record, &n);
    if (text)
        buffer_bytes(out, text, n);
    else
        out->failed = true;
    free(text);
}

/* ---- requests ---- */

/* Every field belongs to the action and occurs once. */
static bool check_fields(struct live_work *w, const char *fields)
{
    const struct query *q = w->request->fields;
    for (int i = 0; i < q->n; i++)
        if (!query_takes(fields, q->field[i].name) ||
            query_value(q, q->field[i].name) != q->field[i].value) {
            live_refuse(&w->fault, LUS_ETEXT,
                        fields[0] ? fields : "no fields with this action");
            return false;
        }
    return true;
}

/* The only request without a token. */
static enum live_answer create(struct live_work *w, struct buffer *out)
{
    if (!check_fields(w, "game name first kind opponent clock"))
        return fail_by(w, out, LUS_ETEXT);
    w->store = commit_enter(&w->service->commit);
    int status = live_create(w), stored = commit_leave(&w->service->commit, w->store);
    if (status == 0 && stored < 0)
        live_free(&w->game);
    status = stored < 0 ? stored : status;
    if (status < 0)
        return fail_by(w, out, status);
    write_game(w, out);
    live_free(&w->game);
    return ANSWER_CREATED;
}

/* Saves a game that an action has changed; between commit_enter and commit_leave. */
static int save(struct live_work *w, bool was_over)
{
    char hash[LIVE_HASH];
    int64_t now = live_now(w->service);
    bool joined = w->role == LIVE_INVITED && w->player_token[0];
    w->game.changed = now;
    w->game.seat[w->seat].seen = now;
    if (joined)
        token_hash(w->player_token, hash);
    int status = live_save(w->store, &w->game, was_over, joined ? hash : NULL, w->seat);
    w->raced = status == LUS_ESTATE;
    if (status == 0 && !was_over && live_next(&w->game) == LIVE_OVER)
        w->service->finished++;
    return status;
}

/* Runs the action on the game and saves it, as above.  If the time of a player is over, the
   game is saved without the action, which is refused. */
static int run(struct live_work *w, const struct live_action *action)
{
    bool was_over = live_next(&w->game) == LIVE_OVER;
    int plies = lus_game_plies(live_moves_made(&w->game));
    w->flag = live_clock_check(&w->game, w->now_ms);
    int status = w->flag ? LIVE_CHANGED : action->run(w);
    if (status != LIVE_CHANGED)
        return status;
    live_clock_turn(&w->game, plies, w->now_ms);
    int saved = save(w, was_over);
    if (saved < 0)
        return saved;
    return w->flag ? live_need_play(&w->game, &w->fault) : LIVE_CHANGED;
}

/* Whether the role may act at all. */
static bool may_act(const struct live_work *w, const struct live_action *action)
{
    return w->role == LIVE_FIRST || w->role == LIVE_SECOND ||
           (w->role == LIVE_INVITED && action->by_invited);
}

/* A game that is against a level needs a place in the queue. */
static bool is_busy(const struct live_work *w)
{
    const struct live_seat *seat = w->game.seat;
    return (seat[0].kind == LIVE_LEVEL || seat[1].kind == LIVE_LEVEL) &&
           !id_queue_has_room(&w->service->queue);
}

/* What became of an action. */
struct action_result {
    enum live_answer found;
    bool allowed, busy;
    int status;
};

/* Runs the action once.  w->raced: another process has changed the game meanwhile. */
static struct action_result attempt(struct live_work *w, const struct live_action *action)
{
    struct live_commit *c = &w->service->commit;
    struct action_result r = {.status = 0};
    w->raced = w->moved = w->flag = false;
    w->store = commit_enter(c);
    r.found = find_game(w, w->request->id, w->request->token);
    r.allowed = r.found == ANSWER_OK && may_act(w, action);
    r.busy = r.allowed && is_busy(w);
    if (r.allowed && !r.busy)
        r.status = run(w, action);
    int stored = commit_leave(c, w->store);
    w->raced = w->raced || stored == LUS_ESTATE;
    w->flag = w->flag && stored == 0;
    r.status = stored < 0 ? stored : r.status;
    return r;
}

/* Another process may be faster a few times; then the action is run on the new state. */
static struct action_result attempt_until_stored(struct live_work *w,
                                                 const struct live_action *action)
{
    enum { MAX_RACES = 20 };
    struct action_result r = attempt(w, action);
    for (int i = 0; w->raced && i < MAX_RACES; i++) {
        live_free(&w->game);
        r = attempt(w, action);
    }
    return r;
}

/* The store is given back before the answer is written. */
static enum live_answer act(struct live_work *w, const struct live_action *action,
                            struct buffer *out)
{
    struct action_result r = attempt_until_stored(w, action);
    if (r.found != ANSWER_OK)
        return fail_to_find(w, out, r.found);
    enum live_answer answer = ANSWER_OK;
    if (!r.allowed)
        answer = fail(w, out, ANSWER_FORBIDDEN, LUS_ESTATE, "the token of a player");
    else if (r.busy || w->raced)
        answer = fail(w, out, ANSWER_BUSY, LUS_ESTATE, "a request after some seconds");
    else if (r.status < 0)
        answer = fail_by(w, out, r.status);
    else
        write_game(w, out);
    w->service->moves += answer == ANSWER_OK && w->moved;
    if (r.status == LIVE_CHANGED || w->flag)
        live_announce(w->service, &w->game);
    live_free(&w->game);
    return answer;
}

/* Whether a level that has to play may have been forgotten: in a shared store the process of the
   last move has some time for it. */
static bool is_forgotten(const struct live_work *w)
{
    int64_t since = w->service->commit.shared ? LIVE_LEVEL_PATIENCE : 0;
    return level_is_due(&w->game) && live_now(w->service) - w->game.changed >= since;
}

/* The actions that change nothing. */
static enum live_answer look(struct live_work *w, const char *id, const char *token,
                             void (*write)(const struct live_work *, struct buffer *),
                             struct buffer *out)
{
    w->store = commit_enter(&w->service->commit);
    enum live_answer found = find_game(w, id, token);
    if (commit_leave(&w->service->commit, w->store) < 0 && found == ANSWER_OK) {
        live_free(&w->game);
        found = ANSWER_FAILED;
    }
    if (found != ANSWER_OK)
        return fail_to_find(w, out, found);
    if (is_forgotten(w))
        id_queue_put(&w->service->queue, w->game.id);
    write(w, out);
    return ANSWER_OK;
}

static enum live_answer
answer_look(struct live_work *w, void (*write)(const struct live_work *, struct buffer *),
            struct buffer *out)
{
    if (!check_fields(w, ""))
        return fail_by(w, out, LUS_ETEXT);
    enum live_answer answer = look(w, w->request->id, w->request->token, write, out);
    if (answer == ANSWER_OK)
        live_free(&w->game);
    return answer;
}

enum live_answer live_call(struct live_service *s, const struct live_request *q,
                           struct buffer *out)
{
    struct live_work w = {
        .service = s, .request = q, .seat = LIVE_NO_PLAYER, .now_ms = clock_unix_ms()};
    s->requests++;
    if (!q->id)
        return create(&w, out);
    if (!strcmp(q->action, "state"))
        return answer_look(&w, write_game, out);
    if (!strcmp(q->action, "record"))
        return answer_look(&w, write_record, out);
    const struct live_action *action = live_action_find(q->action);
    if (!action) {
        live_refuse(&w.fault, LUS_ETEXT,
                    "join, throw, move, resign, draw, undo, rematch or claim");
        return fail_by(&w, out, LUS_ETEXT);
    }
    return check_fields(&w, action->fields) ? act(&w, action, out)
                                            : fail_by(&w, out, LUS_ETEXT);
}

enum live_answer live_look(struct live_service *s, const char *id, const char *token,
                           struct buffer *out, int64_t *version, int *role)
{
    struct live_work w = {.service = s, .seat = LIVE_NO_PLAYER};
    enum live_answer answer = look(&w, id, token, write_game, out);
    if (answer != ANSWER_OK)
        return answer;
    *version = w.game.version;
    *role = w.role;
    live_free(&w.game);
    return ANSWER_OK;
}
