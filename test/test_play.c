/* SPDX-License-Identifier: MIT */
/* test_play.c - a game in progress (src/play), played by callbacks: no terminal, no file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/analyse.h"
#include "play/tutor.h"

/* What the callbacks did. */
struct script {
    int undo_at; /* the decision at which the person takes back one; 0: none */
    int redo_at; /* that at which two are taken back and played again; 0: none */
    int decisions, saves, asked; /* calls of ask_move, save and confirm */
    bool insists;                /* the answer to the tutor */
    int late_at; /* the decision at which the person has no time left; -1: the program */
    int quit_at; /* that at which the person quits; 0: none */
    struct play *late_program; /* the game whose program has no time left; NULL: none */
};

/* Takes two decisions back and plays both again: the game is the same afterwards. */
static enum play_step undo_and_redo(struct play *p)
{
    lus_pos before = *lus_game_pos(p->game);
    int plies = lus_game_plies(p->game);
    assert_false(play_redo(p));
    assert_true(play_undo(p) && play_undo(p));
    assert_true(lus_game_plies(p->game) < plies - 1);
    assert_true(play_redo(p));
    assert_true(lus_game_plies(p->game) < plies);
    assert_true(play_redo(p));
    assert_false(play_redo(p));
    assert_int_equal(lus_game_plies(p->game), plies);
    assert_memory_equal(lus_game_pos(p->game), &before, sizeof before);
    return PLAY_AGAIN;
}

/* The person always plays the first move of the list. */
static enum play_step ask_move(void *arg, struct play *p)
{
    struct script *s = arg;
    ++s->decisions;
    if (s->decisions == s->redo_at)
        return undo_and_redo(p);
    if (s->decisions == s->undo_at)
        return play_undo(p) ? PLAY_ON : PLAY_FAILED;
    if (s->decisions == s->quit_at)
        return PLAY_QUIT;
    if (s->decisions == s->late_at)
        p->clock.left_ms[p->clock.running] = 0;
    return play_try_move(p, p->moves[0]);
}

static enum play_step confirm(void *arg, struct play *p, const struct analysis *a, int i)
{
    struct script *s = arg;
    s->asked++;
    assert_true(i > 0 && a->move[i].move == p->moves[0]);
    return s->insists ? PLAY_ON : PLAY_QUIT;
}

/* The clock of a program runs while it thinks; here its time is over meanwhile. */
static void think(void *arg, void (*work)(void *data), void *data)
{
    struct play *p = ((struct script *)arg)->late_program;
    work(data);
    if (p)
        p->clock.left_ms[p->clock.running] = 0;
}

static void count_save(void *arg, const struct play *p)
{
    (void)p;
    ((struct script *)arg)->saves++;
}

static struct play_options options(const char *rules, const char *first,
                                   const char *second)
{
    struct play_options o = {.rules = lus_rules_find(rules),
                             .limits = {.depth = 2, .time_ms = PLAY_TIME_MS}};
    lus_fault fault;
    assert_int_equal(play_read_player(&o, first, &o.player[0], &fault), 0);
    assert_int_equal(play_read_player(&o, second, &o.player[1], &fault), 0);
    return o;
}

/* Plays until the game is over or a player quits; returns the record, to be freed. */
static char *played(const struct play_options *o, struct script *s)
{
    struct play_events events = {.arg = s,
                                 .ask_move = ask_move,
                                 .confirm = confirm,
                                 .think = think,
                                 .save = count_save};
    struct throw_source throws = {.kind =
                                      lus_has_dice(o->rules) ? THROWS_FAIR : THROWS_NONE};
    struct play p;
    size_t n;
    enum play_step step = PLAY_ON;
    assert_int_equal(dice_from_text(&throws.dice, "seed", NULL), 0);
    assert_int_equal(play_open(&p, o, &events, NULL, &throws), 0);
    assert_int_equal(play_open_players(&p), 0);
    if (s->late_at < 0)
        s->late_program = &p;
    while ((step == PLAY_ON || step == PLAY_AGAIN) && !play_over(&p))
        step = play_turn(&p);
    assert_int_not_equal(step, PLAY_FAILED);
    play_close_players(&p);
    char *text = record_write(p.record, &n);
    assert_non_null(text);
    play_close(&p);
    return text;
}

static void undo_changes_neither_throws_nor_answers(void **state)
{
    static const char *const games[] = {"ur", "senet:blockade", "awari", "cave:5x4"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct play_options o = options(games[i], "human", "ai:2");
        struct script straight = {0}, back = {.undo_at = 4}, again = {.redo_at = 4};
        char *a = played(&o, &straight), *b = played(&o, &back), *c = played(&o, &again);
        assert_string_equal(a, b);
        assert_string_equal(a, c);
        assert_int_equal(back.decisions, straight.decisions + 2);
        assert_int_equal(again.decisions, straight.decisions + 1);
        assert_true(straight.saves > straight.decisions);
        free(a);
        free(b);
        free(c);
    }
}

static void the_tutor_asks_before_a_loss(void **state)
{
    struct play_options o = options("ur", "human", "random");
    struct script silent = {0}, insists = {.insists = true, .quit_at = 8}, obeys = {0};
    (void)state;
    free(played(&o, &silent));
    assert_int_equal(silent.asked, 0);
    o.tutor = tutor_threshold(o.rules, "1");
    free(played(&o, &insists));
    assert_true(insists.asked > 1);
    free(played(&o, &obeys));
    assert_int_equal(obeys.asked, 1);
}

/* The value of a tag of a record as text, up to its quote. */
static const char *tag(const char *record, const char *name, char value[64])
{
    char head[64];
    snprintf(head, sizeof head, "[%s \"", name);
    const char *at = strstr(record, head);
    if (!at)
        return NULL;
    at += strlen(head);
    snprintf(value, 64, "%.*s", (int)strcspn(at, "\""), at);
    return value;
}

/* Nothing waits here: a clock of a day is enough on every machine, and the script takes the
   time away. */
static void a_late_player_loses(void **state)
{
    char value[64];
    (void)state;
    for (int person = 0; person < 2; person++) {
        struct play_options o =
            options("awari", person ? "ai:1" : "human", person ? "human" : "ai:1");
        struct script late = {.late_at = 3}, program = {.late_at = -1},
                      quits = {.quit_at = 3};
        o.clock = (struct time_control){86400000, 1000};
        char *record = played(&o, &late);
        assert_string_equal(tag(record, "Result", value), person ? "1-0" : "0-1");
        assert_string_equal(tag(record, "Reason", value), "time");
        assert_string_equal(tag(record, "TimeControl", value), "1440+1");
        tag(record, "TimeLeft", value);
        assert_string_equal(person ? strchr(value, ' ') + 1 : strtok(value, " "), "0");
        assert_int_equal(late.decisions, 3);
        free(record);
        record = played(&o, &program);
        assert_string_equal(tag(record, "Result", value), person ? "0-1" : "1-0");
        assert_string_equal(tag(record, "Reason", value), "time");
        free(record);
        record = played(&o, &quits);
        assert_string_equal(tag(record, "Result", value), "*");
        assert_null(tag(record, "Reason", value));
        free(record);
    }
}

static void without_a_clock_there_are_no_times(void **state)
{
    struct play_options o = options("awari", "human", "ai:1");
    struct script s = {.quit_at = 3};
    char value[64], *record = played(&o, &s);
    (void)state;
    assert_null(tag(record, "TimeControl", value));
    assert_null(tag(record, "TimeLeft", value));
    free(record);
}

static void a_resumed_game_has_its_times(void **state)
{
    struct play_options o = options("awari", "human", "human");
    struct play_events events = {0};
    struct throw_source throws = {.kind = THROWS_NONE};
    struct record *r = record_new(lus_game_new(o.rules, NULL));
    struct play p;
    (void)state;
    assert_int_equal(record_set_tag(r, "TimeLeft", "271.3 288"), 0);
    o.clock = (struct time_control){300000, 3000};
    o.resumed = true;
    assert_int_equal(play_open(&p, &o, &events, r, &throws), 0);
    assert_true(play_time_left(&p, 0) == 271300 && play_time_left(&p, 1) == 288000);
    play_close(&p);
}

static void thresholds_are_read(void **state)
{
    const lus_rules *ur = lus_rules_find("ur"), *awari = lus_rules_find("awari");
    assert_int_equal(tutor_threshold(ur, "mistake"), 1000);
    assert_int_equal(tutor_threshold(awari, "blunder"), 400);
    assert_int_equal(tutor_threshold(lus_rules_find("senet"), "inaccuracy"), 150);
    (void)state;
    assert_int_equal(tutor_threshold(ur, "0"), 1);
    assert_int_equal(tutor_threshold(ur, "2.5"), 251);
    assert_int_equal(tutor_threshold(ur, "100%"), 10001);
    assert_int_equal(tutor_threshold(ur, "101"), 0);
    assert_int_equal(tutor_threshold(ur, "-1"), 0);
    assert_int_equal(tutor_threshold(ur, "much"), 0);
}

static void throws_are_parsed(void **state)
{
    const lus_rules *ur = lus_rules_find("ur");
    struct throw_source t = {.kind = THROWS_LISTED};
    lus_fault fault = {0};
    int value, faces;
    (void)state;
    assert_int_equal(throws_parse(&t, ur, "2, 1\n# 4\n03", 11, &fault), 0);
    assert_int_equal(t.n, 4);
    assert_true(throws_get(&t, ur, 3, &value, &faces));
    assert_int_equal(value, 3);
    assert_int_equal(faces, 7);
    assert_false(throws_get(&t, ur, 4, &value, &faces));
    assert_int_equal(throws_parse(&t, ur, "1 7", 3, &fault), LUS_ETEXT);
    assert_int_equal(fault.at, 2);
    throws_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_changes_neither_throws_nor_answers),
        cmocka_unit_test(the_tutor_asks_before_a_loss),
        cmocka_unit_test(a_late_player_loses),
        cmocka_unit_test(without_a_clock_there_are_no_times),
        cmocka_unit_test(a_resumed_game_has_its_times),
        cmocka_unit_test(thresholds_are_read),
        cmocka_unit_test(throws_are_parsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
