/* SPDX-License-Identifier: MIT */
/* agent_check_game.c - checks that a bot plays a rule set: one game from the start and one
   from a random position, with the bot on each side and random moves on the other.

   At most 20 moves of the bot are asked for in each game.  All random numbers come from a
   fixed stream, so a bot that always plays the same meets the same positions again. */
#include <string.h>
#include "player/agent_check_internal.h"
#include "os/clock.h"
#include "core/lines.h"
#include "core/random.h"

enum { RANDOM_PLIES = 24, MAX_ASKED = 20 }; /* before the second game; per game */

/* The trial of one rule set; expected and received describe its failure. */
struct check_trial {
    const lus_rules *rules;
    struct random chance;
    int asked;         /* moves the bot was asked for */
    double slowest_ms; /* the longest time it took for one */
    char expected[CHECK_TEXT], received[CHECK_TEXT];
};

/* Stores the reason and returns an error. */
static int failed(struct check_trial *t, const char *expected, const char *received)
{
    check_print(t->expected, "%s", expected);
    check_print(t->received, "%s", received);
    return LUS_ESTATE;
}

/* "bestmove and one of: 0-3 1-4", as far as it fits. */
static void list_moves(const lus_game *g, int throw, char text[CHECK_TEXT])
{
    lus_move list[LUS_MAX_MOVES];
    char move[LUS_MAX_TEXT];
    int n = lus_moves(lus_game_rules(g), lus_game_pos(g), throw, list);
    struct text out = text_on(text, CHECK_TEXT);
    text_str(&out, "bestmove and one of:");
    for (int i = 0; i < n && out.len < CHECK_TEXT - 40; i++) {
        lus_move_format(lus_game_rules(g), lus_game_pos(g), list[i], move);
        text_char(&out, ' ');
        text_str(&out, move);
    }
}

/* Its answer to go, "bestmove M" or "resign"; NULL: a fault.  The ping before it detects
   extra answers, which would be taken for this one. */
static const char *answer_of(struct agent_check *c, struct check_trial *t,
                             const lus_game *g, int throw)
{
    if ((c->answers_ping && !check_ping(c)) ||
        agent_send_position(c->agent, g, throw) < 0)
        return NULL;
    double started = clock_ms();
    if (agent_send_go(c->agent, g) < 0)
        return NULL;
    const char *answer =
        check_receive(c, "bestmove", "resign", c->limits->move_ms + CHECK_GRACE_MS);
    double took = clock_ms() - started;
    t->slowest_ms = took > t->slowest_ms ? took : t->slowest_ms;
    t->asked++;
    return answer;
}

/* Asks for one move; *m is LUS_PASS if the bot resigns. */
static int ask_move(struct agent_check *c, struct check_trial *t, const lus_game *g,
                    int throw, lus_move *m)
{
    char expected[CHECK_TEXT], received[CHECK_TEXT];
    lus_fault fault;
    const char *answer = answer_of(c, t, g, throw);
    if (!answer) {
        check_print(expected, "bestmove within %d ms", c->limits->move_ms);
        check_describe_fault(c, received);
        return failed(t, expected, received);
    }
    const char *move = line_after(answer, "bestmove");
    *m = LUS_PASS;
    if (!move || agent_read_move(c->agent, g, throw, move, m, &fault) >= 0)
        return 0;
    list_moves(g, throw, expected);
    check_print(received, "%.100s (%s%.100s)", c->last_line,
                fault.code == LUS_EILLEGAL ? "" : "expected ", fault.expected);
    return failed(t, expected, received);
}

/* Plays a game with the bot on `side` and random moves on the other, after `random_plies`
   random plies. */
static int play_game(struct agent_check *c, struct check_trial *t, lus_game *g, int side,
                     int random_plies)
{
    const lus_rules *r = t->rules;
    int asked = 0, status = 0;
    while (status == 0 && asked < MAX_ASKED && !lus_game_end(g).over) {
        lus_move list[LUS_MAX_MOVES], m = LUS_PASS;
        int throw = random_throw(r, &t->chance);
        int n = lus_moves(r, lus_game_pos(g), throw, list);
        if (n && lus_game_plies(g) >= random_plies && lus_side(lus_game_pos(g)) == side) {
            status = ask_move(c, t, g, throw, &m);
            asked++;
            if (status == 0 && m == LUS_PASS)
                return 0;
        } else if (n) {
            m = list[random_below(&t->chance, (uint32_t)n)];
        }
        if (status == 0)
            status = lus_game_play(g, throw, m);
    }
    return status;
}

static int play_games(struct agent_check *c, struct check_trial *t)
{
    char received[CHECK_TEXT];
    int status = agent_prepare(c->agent, t->rules);
    if (status < 0) {
        check_describe_fault(c, received);
        return failed(t, "readyok after the isready of a new game", received);
    }
    for (int second = 0; second < 2 && status == 0; second++) {
        lus_pos start;
        lus_start(t->rules, &start);
        lus_game *g = lus_game_new(t->rules, &start);
        status = g ? play_game(c, t, g, lus_side(&start) ^ second, second * RANDOM_PLIES)
                   : LUS_EMEMORY;
        lus_game_free(g);
    }
    return status;
}

/* Whether it answers newgame with an error; a UCI engine lists what it plays. */
static bool refuses(struct agent_check *c, const lus_rules *r)
{
    char line[CHECK_TEXT];
    c->last_error[0] = '\0';
    if (c->protocol) {
        check_print(c->last_error, "its option Game does not list it");
        return !agent_plays(c->agent, r);
    }
    check_print(line, "newgame %s\n", lus_rules_name(r));
    return c->answers_ping && agent_send(c->agent, line, CHECK_ANSWER_MS) == 0 &&
           check_ping(c) && c->last_error[0];
}

void check_rules(struct agent_check *c, const lus_rules *r, bool required)
{
    struct check_trial t = {.rules = r, .chance = random_stream(1, 1)};
    char what[CHECK_TEXT];
    check_print(what, "%s", lus_rules_name(r));
    if (!check_running(c)) {
        check_fail(c, what, "it starts again", "it does not start");
        return;
    }
    if (refuses(c, r)) {
        check_print(what, "%s: it does not play this game (%.100s)", lus_rules_name(r),
                    c->last_error);
        if (required)
            check_fail(c, what,
                       c->protocol ? "an option Game that lists it"
                                   : "no error to newgame",
                       c->last_error);
        else
            check_skip(c, what);
        return;
    }
    if (play_games(c, &t) < 0) {
        check_fail(c, what, t.expected, t.received);
        check_restart(c);
        return;
    }
    c->plays = r;
    check_print(what, "%s: %d moves, the slowest after %.0f ms", lus_rules_name(r),
                t.asked, t.slowest_ms);
    check_pass(c, what);
}
