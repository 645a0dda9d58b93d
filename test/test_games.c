/* SPDX-License-Identifier: MIT */
/* test_games.c - whole games of every rule set: required members, random games that end,
   undo by one ply, independent copies, illegal moves, seats and resignation. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/walk.h"

enum { GAMES = 30, MAX_PLIES = 20000 };

/* ---- core/rules.h: what a rule set must have ---- */

static void need(const lus_rules *r, bool there, const char *member)
{
    if (!there)
        fail_msg("%s has no `%s`, which core/rules.h requires", r->name, member);
}

static void check_text(const lus_rules *r, const struct game_text *t)
{
    need(r, t->parse, "text->parse");
    need(r, t->format, "text->format");
    need(r, t->parse_move, "text->parse_move");
    need(r, t->format_move, "text->format_move");
    need(r, t->kind, "text->kind");
    need(r, t->refuse, "text->refuse");
    need(r, t->draw, "text->draw");
    need(r, !t->scene == !t->square_centre, "text->square_centre (with scene)");
    need(r, !t->square_info || t->summarise, "text->summarise (with square_info)");
}

static void check_dice(const lus_rules *r, const struct dice_rules *d)
{
    int sum = 0;
    for (int i = 0; i < d->n_throws; i++)
        sum += d->throws[i].weight;
    need(r, d->n_throws >= 1 && d->n_throws <= LUS_MAX_THROWS, "dice.n_throws");
    need(r, sum == d->weight_sum && !(sum & (sum - 1)), "dice.weight_sum (power of two)");
    need(r, !d->sticks || 1 << d->sticks == d->weight_sum, "dice.sticks");
    for (int i = 1; i < d->n_throws; i++) {
        need(r, d->throws[i - 1].value < d->throws[i].value, "dice.throws (ascending)");
        need(r,
             d->throws[d->by_weight[i - 1]].weight >= d->throws[d->by_weight[i]].weight,
             "dice.by_weight");
    }
}

static void is_complete(void **state)
{
    const lus_rules *r = *state;
    need(r, r->title && r->about, "title and about");
    need(r, r->sides && strlen(r->sides) == 2, "sides");
    need(r, r->side_name[0] && r->side_name[1], "side_name");
    need(r, r->win_reason, "win_reason");
    need(r, r->text, "text");
    need(r, r->start, "start");
    need(r, r->valid, "valid");
    need(r, r->count && r->moves, "count and moves");
    need(r, r->play && r->pass, "play and pass");
    need(r, r->result, "result");
    need(r, r->score, "score");
    need(r, r->settle || !(r->repetition_limit || r->no_move_ends), "settle");
    need(r, r->search.classic && r->search.classic_bound > 0, "search.classic");
    check_text(r, r->text);
    check_dice(r, &r->dice);
}

static lus_game *begin(const lus_rules *r, struct random *random)
{
    lus_game *g = lus_game_new(r, NULL);
    assert_non_null(g);
    while (lus_game_needs_rolloff(g))
        assert_in_range(lus_game_rolloff(g, random_throw(r, random)), 0, 1);
    return g;
}

/* A random ply; false if the game is over. */
static bool play_on(lus_game *g, struct random *random)
{
    const lus_rules *r = lus_game_rules(g);
    lus_move list[LUS_MAX_MOVES];
    int throw = random_throw(r, random);
    if (lus_game_end(g).over)
        return false;
    int n = lus_moves(r, lus_game_pos(g), throw, list);
    lus_move m = n ? list[random_below(random, (uint32_t)n)] : LUS_PASS;
    if (lus_game_play(g, throw, m) < 0)
        fail_at(r, lus_game_pos(g), "throw %d: a listed move was not played", throw);
    return true;
}

static lus_game *random_game(const lus_rules *r, struct random *random)
{
    lus_game *g = begin(r, random);
    while (play_on(g, random))
        if (lus_game_plies(g) == MAX_PLIES)
            fail_at(r, lus_game_pos(g), "%d plies and no end", MAX_PLIES);
    return g;
}

static void expect_end(const lus_rules *r, lus_game *g)
{
    lus_end end = lus_game_end(g);
    const lus_pos *p = lus_game_pos(g);
    lus_pos same = *p;
    assert_true(end.over);
    assert_in_range(end.winner + 1, 0, 2);
    assert_true(end.reason >= LUS_BY_RULE && end.reason <= LUS_BY_REPETITION);
    if (end.reason != LUS_BY_REPETITION) {
        int result = lus_result(r, p), side = lus_side(p);
        int winner = result == LUS_WIN ? side : result == LUS_LOSS ? !side : -1;
        assert_int_not_equal(result, LUS_ONGOING);
        assert_int_equal(end.winner, winner);
    }
    assert_int_equal(lus_game_play(g, lus_throw_value(r, 0), LUS_PASS), LUS_ESTATE);
    assert_int_equal(lus_game_resign(g, 0), LUS_ESTATE);
    assert_memory_equal(lus_game_pos(g), &same, sizeof same);
}

/* Every game ends, both sides can win, and where the text of the rules knows draws
   they occur sooner or later; test_agree checks the results. */
static void random_games_end(void **state)
{
    const lus_rules *r = *state;
    struct random random = random_stream(9, 0);
    int wins[2] = {0}, draws = 0;
    for (int i = 0; i < GAMES; i++) {
        lus_game *g = random_game(r, &random);
        expect_end(r, g);
        int winner = lus_game_end(g).winner;
        if (winner < 0)
            draws++;
        else
            wins[winner]++;
        lus_game_free(g);
    }
    assert_true(wins[0] + draws > 0 && wins[1] + draws > 0);
}

/* Plays the plies of `g` again from its start. */
static void replays(const lus_rules *r, const lus_game *g)
{
    lus_pos p = *lus_game_start(g);
    for (int i = 0; i < lus_game_plies(g); i++) {
        assert_memory_equal(lus_game_pos_at(g, i), &p, sizeof p);
        assert_true(lus_play(r, &p, lus_game_throw_at(g, i), lus_game_move_at(g, i)) >=
                    0);
    }
    assert_memory_equal(lus_game_pos(g), &p, sizeof p);
    assert_memory_equal(lus_game_pos_at(g, lus_game_plies(g)), &p, sizeof p);
}

static void undo_restores(void **state)
{
    const lus_rules *r = *state;
    struct random random = random_stream(10, 0);
    for (int i = 0; i < GAMES / 3; i++) {
        lus_game *g = random_game(r, &random);
        lus_end end = lus_game_end(g), again;
        replays(r, g);
        int last = lus_game_plies(g) - 1, throw = lus_game_throw_at(g, last);
        lus_move m = lus_game_move_at(g, last);
        assert_int_equal(lus_game_undo(g), 0);
        assert_int_equal(lus_game_play(g, throw, m), 0);
        again = lus_game_end(g);
        assert_memory_equal(&end, &again, sizeof end);
        for (int n = last; n >= 0; n--) {
            lus_pos before = *lus_game_pos_at(g, n);
            assert_int_equal(lus_game_undo(g), 0);
            assert_int_equal(lus_game_plies(g), n);
            assert_memory_equal(lus_game_pos(g), &before, sizeof before);
            assert_false(lus_game_end(g).over);
        }
        assert_int_equal(lus_game_undo(g), LUS_ESTATE);
        lus_game_free(g);
    }
}

static void copies_are_independent(void **state)
{
    const lus_rules *r = *state;
    struct random random = random_stream(11, 0);
    lus_game *g = begin(r, &random);
    for (int i = 0; i < 7; i++)
        play_on(g, &random);
    lus_pos here = *lus_game_pos(g);
    int plies = lus_game_plies(g);
    lus_game *copy = lus_game_copy(g);
    assert_int_equal(lus_game_plies(copy), plies);
    assert_memory_equal(lus_game_pos(copy), &here, sizeof here);
    replays(r, copy);
    assert_true(play_on(copy, &random));
    while (play_on(copy, &random))
        ;
    replays(r, copy);
    assert_false(lus_game_end(g).over);
    assert_int_equal(lus_game_plies(g), plies);
    assert_memory_equal(lus_game_pos(g), &here, sizeof here);
    lus_game_free(copy);
    replays(r, g);
    lus_game_free(g);
}

static void illegal_plies_change_nothing(void **state)
{
    const lus_rules *r = *state;
    struct random random = random_stream(12, 0);
    lus_game *g = begin(r, &random);
    for (int i = 0; i < 7; i++)
        play_on(g, &random);
    lus_pos here = *lus_game_pos(g);
    int plies = lus_game_plies(g), throw = lus_throw_value(r, 1 % lus_throws(r));
    assert_int_equal(lus_game_play(g, throw, UINT64_MAX), LUS_EILLEGAL);
    assert_int_equal(lus_game_play(g, -3, LUS_PASS), LUS_ERANGE);
    assert_int_equal(lus_game_plies(g), plies);
    assert_memory_equal(lus_game_pos(g), &here, sizeof here);
    lus_game_free(g);
}

/* Every step that is not in the list is refused with the number of a rule.  A cell that the
   board does not have breaks M1 of Magnetic Cave, as a pass does. */
static void illegal_steps_have_a_reason(void **state)
{
    const lus_rules *r = *state;
    struct random random = random_stream(14, 0);
    lus_game *g = begin(r, &random);
    for (int i = 0; i < 3; i++)
        play_on(g, &random);
    const lus_pos *p = lus_game_pos(g);
    bool cave = !strncmp(r->name, "cave:", 5);
    for (int from = 0; from < 70; from++)
        for (int to = 0; to < 70; to++)
            for (int t = 0; t < lus_throws(r); t++) {
                lus_move list[LUS_MAX_MOVES] = {LUS_PASS}, m = move_step(from, to);
                int throw = lus_throw_value(r, t), n = lus_moves(r, p, throw, list);
                bool listed = false;
                for (int i = 0; i < n || i == 0; i++)
                    listed |= list[i] == m;
                const char *why = lus_move_refuse(r, p, throw, m);
                assert_int_equal(!why, listed);
                assert_true(!why || (isupper(why[0]) && isdigit(why[1])));
                if (cave && (from != to || from < 1 || from > 64))
                    assert_int_equal(why[1], '1');
            }
    lus_game_free(g);
}

static void resignation(void **state)
{
    const lus_rules *r = *state;
    struct random random = random_stream(13, 0);
    for (int side = 0; side < 2; side++) {
        lus_game *g = begin(r, &random);
        assert_int_equal(lus_game_resign(g, side), 0);
        lus_end end = lus_game_end(g);
        assert_true(end.over);
        assert_int_equal(end.winner, !side);
        assert_int_equal(end.reason, LUS_BY_RESIGNATION);
        assert_false(play_on(g, &random));
        assert_int_equal(lus_game_resign(g, !side), LUS_ESTATE);
        assert_int_equal(lus_game_undo(g), 0);
        assert_false(lus_game_end(g).over);
        assert_true(play_on(g, &random));
        lus_game_free(g);
    }
}

/* The roll-off as rule B1 describes it: player 0 throws first, the thrower of the
   value owns the winning side; without one, player 0 owns side 0. */
static void seats(void **state)
{
    const lus_rules *r = *state;
    for (int misses = 0; misses < 4; misses++) {
        lus_game *g = lus_game_new(r, NULL);
        if (!r->dice.rolloff) {
            assert_false(lus_game_needs_rolloff(g));
            assert_int_equal(lus_game_rolloff(g, lus_throw_value(r, 0)), LUS_ESTATE);
            assert_int_equal(lus_game_player(g, 0), 0);
            assert_int_equal(lus_game_player(g, 1), 1);
            lus_game_free(g);
            continue;
        }
        assert_int_equal(lus_game_rolloff(g, 99), LUS_ERANGE);
        for (int i = 0; i < misses; i++) {
            assert_true(lus_game_needs_rolloff(g));
            assert_int_equal(lus_game_play(g, r->dice.rolloff, LUS_PASS), LUS_ESTATE);
            assert_int_equal(lus_game_rolloff(g, r->dice.throws[1].value), 0);
        }
        assert_int_equal(lus_game_rolloff(g, r->dice.rolloff), 1);
        assert_false(lus_game_needs_rolloff(g));
        assert_int_equal(lus_game_rolloffs(g), misses + 1);
        assert_int_equal(lus_game_rolloff_at(g, misses), r->dice.rolloff);
        assert_int_equal(lus_game_player(g, r->dice.rolloff_winner), misses & 1);
        assert_int_equal(lus_game_player(g, !r->dice.rolloff_winner), !(misses & 1));
        lus_game_free(g);
    }
}

int main(void)
{
    static const struct rules_test tests[] = {
        {"is complete", is_complete},
        {"random games end", random_games_end},
        {"undo restores", undo_restores},
        {"copies are independent", copies_are_independent},
        {"illegal plies change nothing", illegal_plies_change_nothing},
        {"illegal steps have a reason", illegal_steps_have_a_reason},
        {"resignation", resignation},
        {"seats", seats},
    };
    return run_for_rule_sets(tests, sizeof tests / sizeof tests[0]);
}
