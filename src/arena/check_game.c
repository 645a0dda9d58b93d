/* SPDX-License-Identifier: MIT */
/* check_game.c - does a program play a rule set?  One game from the start and one from a
   position reached by lot, the program at either seat, lots at the other. */
#include <stdio.h>
#include <string.h>
#include "arena/check_parts.h"
#include "os/clock.h"
#include "core/lines.h"
#include "core/random.h"

enum { FAR_PLIES = 24, ASKED = 20 }; /* plies by lot first; moves asked of a game */

struct trial {
    const lus_rules *rules;
    struct random chance;
    int asked;
    double slowest_ms;
    char expected[CHECK_TEXT], came[CHECK_TEXT];
};

static int failed(struct trial *t, const char *expected, const char *came)
{
    check_print(t->expected, "%s", expected);
    check_print(t->came, "%s", came);
    return LUS_ESTATE;
}

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

/* Its answer to go, "bestmove M" or "resign"; NULL: a fault.  The ping finds answers too
   many, which would be taken for this one. */
static const char *answer_of(struct check *c, struct trial *t, const lus_game *g,
                             int throw)
{
    char line[48];
    if ((c->pongs && !check_ping(c)) || agent_tell_position(c->agent, g, throw) < 0)
        return NULL;
    double begin = clock_ms();
    snprintf(line, sizeof line, "go movetime %d\n", c->limits->move_ms);
    if (agent_tell(c->agent, line, GRACE_MS) < 0)
        return NULL;
    const char *answer =
        check_hear(c, "bestmove", "resign", c->limits->move_ms + GRACE_MS);
    double took = clock_ms() - begin;
    t->slowest_ms = took > t->slowest_ms ? took : t->slowest_ms;
    t->asked++;
    return answer;
}

/* One move of the program; *m is LUS_PASS if it resigns. */
static int ask(struct check *c, struct trial *t, const lus_game *g, int throw,
               lus_move *m)
{
    char expected[CHECK_TEXT], came[CHECK_TEXT];
    lus_fault fault;
    const char *answer = answer_of(c, t, g, throw);
    if (!answer) {
        check_print(expected, "bestmove within %d ms", c->limits->move_ms);
        check_fault(c, came);
        return failed(t, expected, came);
    }
    const char *move = line_after(answer, "bestmove");
    *m = LUS_PASS;
    if (!move || lus_move_parse(t->rules, lus_game_pos(g), throw, move, m, &fault) >= 0)
        return 0;
    list_moves(g, throw, expected);
    check_print(came, "%.100s (%s%.100s)", c->said,
                fault.code == LUS_EILLEGAL ? "" : "expected ", fault.expected);
    return failed(t, expected, came);
}

/* A game with the program at one seat and lots at the other; `lots` plies first. */
static int play_game(struct check *c, struct trial *t, lus_game *g, int side, int lots)
{
    const lus_rules *r = t->rules;
    int asked = 0, status = 0;
    while (status == 0 && asked < ASKED && !lus_game_end(g).over) {
        lus_move list[LUS_MAX_MOVES], m = LUS_PASS;
        int throw = random_throw(r, &t->chance);
        int n = lus_moves(r, lus_game_pos(g), throw, list);
        if (n && lus_game_plies(g) >= lots && lus_side(lus_game_pos(g)) == side) {
            status = ask(c, t, g, throw, &m);
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

static int play_games(struct check *c, struct trial *t)
{
    int status = 0;
    for (int second = 0; second < 2 && status == 0; second++) {
        lus_pos start;
        lus_start(t->rules, &start);
        lus_game *g = lus_game_new(t->rules, &start);
        status = g ? play_game(c, t, g, lus_side(&start) ^ second, second * FAR_PLIES)
                   : LUS_EMEMORY;
        lus_game_free(g);
    }
    return status;
}

/* It says so itself, by an error to newgame. */
static bool refuses(struct check *c, const lus_rules *r)
{
    char line[CHECK_TEXT];
    c->refusal[0] = '\0';
    check_print(line, "newgame %s\n", lus_rules_name(r));
    return c->pongs && agent_tell(c->agent, line, ANSWER_MS) == 0 && check_ping(c) &&
           c->refusal[0];
}

void check_rules(struct check *c, const lus_rules *r, bool wanted)
{
    struct trial t = {.rules = r, .chance = random_stream(1, 1)};
    char what[CHECK_TEXT];
    check_print(what, "%s", lus_rules_name(r));
    if (!check_is_up(c)) {
        check_bad(c, what, "that it starts again", "it does not");
        return;
    }
    if (refuses(c, r)) {
        check_print(what, "%s: it does not play that (%.100s)", lus_rules_name(r),
                    c->refusal);
        if (wanted)
            check_bad(c, what, "no error to newgame", c->refusal);
        else
            check_left_out(c, what);
        return;
    }
    if (play_games(c, &t) < 0) {
        check_bad(c, what, t.expected, t.came);
        check_start(c);
        return;
    }
    c->plays = r;
    check_print(what, "%s: %d moves, the slowest after %.0f ms", lus_rules_name(r),
                t.asked, t.slowest_ms);
    check_good(c, what);
}
