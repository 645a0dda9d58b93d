/* SPDX-License-Identifier: MIT */
/* test_remote.c - a match whose pairs are played by a helper: descriptions and results as
   bytes, without MPI.  The helper is in this process; test/mpi.sh has real ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "arena/remote_pairs.h"
#include "solve/table.h"
#include "support/player_fixture.h"

/* ---- a helper ---- */

/* What the helper does to a result before it is added. */
struct fake_helper {
    int64_t pairs; /* that it has played */
    bool cut;      /* every shorter result must be refused */
    int status;    /* sent instead of a result */
    int change;    /* of the length of a result */
};

static int add_result(struct fake_helper *h, struct match_run *run, struct buffer *out)
{
    struct remote_head head;
    if (h->change > 0)
        buffer_bytes(out, "x", 1);
    else if (h->change < 0)
        out->len--;
    for (size_t n = 0; h->cut && n < sizeof head; n++)
        assert_int_equal(remote_pairs_add(run, out->bytes, n, &head), LUS_ETEXT);
    int status = remote_pairs_add(run, out->bytes, out->len, &head);
    h->pairs += head.block.n;
    return status;
}

/* Plays blocks of three pairs as a helper does. */
static int serve(void *arg, struct match_run *run)
{
    struct fake_helper *h = arg;
    static struct remote_match d;
    char why[REMOTE_WHY];
    struct match m;
    struct tables *tables;
    struct pair_block b;
    assert_int_equal(remote_match_describe(&d, match_run_match(run)), 0);
    assert_int_equal(remote_match_open(&d, &m, &tables, why), 0);
    int status = 0;
    while (status == 0 && match_run_take(run, 3, &b)) {
        struct buffer out = {0};
        struct remote_head bad = {.block = b, .status = h->status};
        if (h->status)
            buffer_bytes(&out, (const char *)&bad, sizeof bad);
        else
            remote_pairs_play(&m, &d, &b, &out);
        status = add_result(h, run, &out);
        free(out.bytes);
    }
    tables_close(tables);
    return status;
}

/* ---- a recorder ---- */

enum { PAIRS = 11 };

/* Keeps the positions at the end of all games. */
struct fake_recorder {
    lus_pos last[PAIRS][2];
    int recorded;
    bool recalls; /* pair 4 was played before */
};

static bool recall(void *arg, int64_t pair, struct game_outcome game[2])
{
    const struct fake_recorder *r = arg;
    if (!r->recalls || pair != 4)
        return false;
    game[0] = game[1] = (struct game_outcome){.points = 1, .plies = 7};
    return true;
}

static int record(void *arg, int64_t pair, lus_game *const game[2],
                  const struct game_outcome outcome[2])
{
    struct fake_recorder *r = arg;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lus_game_plies(game[i]), outcome[i].plies);
        r->last[pair][i] = *lus_game_pos(game[i]);
    }
    r->recorded++;
    return 0;
}

/* ---- matches ---- */

/* Plays PAIRS pairs on one thread, or by the helper alone. */
static struct match_tally play(const char *game, const char *first, struct fake_helper *h,
                               struct fake_recorder *store, const struct sprt *sprt)
{
    const lus_rules *r = lus_rules_find(game);
    struct match_helpers helpers = {h, serve};
    struct match_recorder recorder = {store, recall, record};
    struct match m = {.rules = r,
                      .bot = {bot(r, first), bot(r, "random")},
                      .pairs = PAIRS,
                      .opening = {3, strcmp(first, "random") ? 5 : 3, 0},
                      .sprt = sprt,
                      .jobs = h ? 0 : 1,
                      .helpers = h ? &helpers : NULL,
                      .recorder = store ? &recorder : NULL,
                      .seed = 9};
    struct match_tally t;
    assert_int_equal(match_play(&m, &t), 0);
    memset(t.time_ms, 0, sizeof t.time_ms);
    return t;
}

static void assert_same(struct match_tally a, struct match_tally b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void helpers_play_the_same_pairs(void **state)
{
    static const char *const games[] = {"ur:blitz", "senet:blockade", "awari:oware",
                                        "cave:6x4"};
    (void)state;
    for (int i = 0; i < 8; i++) {
        const char *first = i < 4 ? "ai:1" : "random"; /* random: in batches */
        struct fake_helper h = {.cut = true};
        struct match_tally alone = play(games[i % 4], first, NULL, NULL, NULL);
        assert_same(alone, play(games[i % 4], first, &h, NULL, NULL));
        assert_int_equal(h.pairs, PAIRS);
    }
}

static void recorded_games_are_the_same(void **state)
{
    static const char *const games[] = {"ur", "senet:houses", "awari", "cave:6x4"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct fake_recorder one = {.recalls = true}, two = {.recalls = true};
        struct fake_helper h = {0};
        struct match_tally alone = play(games[i], "greedy", NULL, &one, NULL);
        assert_same(alone, play(games[i], "greedy", &h, &two, NULL));
        assert_int_equal(two.recorded, PAIRS - 1);
        assert_int_equal(h.pairs, PAIRS - 1);
        assert_memory_equal(&one, &two, sizeof one);
    }
}

/* After the decision nothing is counted or recorded, although pairs were played. */
static void surplus_pairs_are_discarded(void **state)
{
    struct sprt sprt = {.elo0 = 0, .elo1 = 400};
    struct fake_recorder one = {0}, two = {0};
    struct fake_helper h = {0};
    (void)state;
    struct match_tally alone = play("ur", "ai:depth=2", NULL, &one, &sprt);
    assert_int_equal(alone.decision, SPRT_ACCEPT_H1);
    assert_same(alone, play("ur", "ai:depth=2", &h, &two, &sprt));
    assert_int_equal(two.recorded, match_tally_pairs(&alone));
    assert_true(h.pairs > match_tally_pairs(&alone));
    assert_memory_equal(&one, &two, sizeof one);
}

/* ---- what can go wrong ---- */

/* The status of a match with this helper alone. */
static int status_with(struct fake_helper h, const char *first, struct match_tally *t)
{
    const lus_rules *r = lus_rules_find("ur");
    struct match_helpers helpers = {&h, serve};
    struct match m = {.rules = r,
                      .bot = {bot(r, first), bot(r, "random")},
                      .pairs = PAIRS,
                      .helpers = &helpers};
    return match_play(&m, t);
}

static void an_error_of_a_helper_ends_the_match(void **state)
{
    struct match_tally t;
    (void)state;
    assert_int_equal(status_with((struct fake_helper){.status = LUS_EFILE}, "greedy", &t),
                     LUS_EFILE);
    assert_int_equal(match_tally_pairs(&t), 0);
}

static void results_of_another_length_are_refused(void **state)
{
    struct match_tally t;
    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(status_with((struct fake_helper){.change = i & 1 ? 1 : -1},
                                     i & 2 ? "greedy" : "random", &t),
                         LUS_ETEXT);
}

static void another_match_is_refused(void **state)
{
    const lus_rules *r = lus_rules_find("ur");
    struct match m = {.rules = r,
                      .bot = {bot(r, "ai:3"), bot(r, "random")},
                      .pairs = PAIRS},
                 opened;
    static struct remote_match d;
    struct tables *tables;
    char why[REMOTE_WHY] = "";
    (void)state;
    assert_int_equal(remote_match_describe(&d, &m), 0);
    assert_int_equal(remote_match_open(&d, &opened, &tables, why), 0);
    d.settings[8]++; /* of the version */
    assert_int_equal(remote_match_open(&d, &opened, &tables, why), LUS_ESTATE);
    assert_non_null(strstr(why, "another match"));
    strcpy(d.player[1], "no-player");
    assert_int_equal(remote_match_open(&d, &opened, &tables, why), LUS_ETEXT);
    assert_non_null(strstr(why, "no-player"));
    strcpy(d.rules, "chess");
    assert_int_equal(remote_match_open(&d, &opened, &tables, why), LUS_ETEXT);
    assert_non_null(strstr(why, "chess"));
}

static void long_commands_are_refused(void **state)
{
    const lus_rules *r = lus_rules_find("ur");
    static struct remote_match d;
    static char wrap[REMOTE_PATH + 1];
    struct match m = {.rules = r, .bot = {bot(r, "greedy"), bot(r, "random")}};
    (void)state;
    memset(wrap, 'x', REMOTE_PATH - 1);
    m.bot[1].agent.wrap = wrap;
    assert_int_equal(remote_match_describe(&d, &m), 0);
    assert_string_equal(d.wrap[1], wrap);
    wrap[REMOTE_PATH - 1] = 'x';
    assert_int_equal(remote_match_describe(&d, &m), LUS_ESPACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(helpers_play_the_same_pairs),
        cmocka_unit_test(recorded_games_are_the_same),
        cmocka_unit_test(surplus_pairs_are_discarded),
        cmocka_unit_test(an_error_of_a_helper_ends_the_match),
        cmocka_unit_test(results_of_another_length_are_refused),
        cmocka_unit_test(another_match_is_refused),
        cmocka_unit_test(long_commands_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
