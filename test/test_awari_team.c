/* SPDX-License-Identifier: MIT */
/* test_awari_team.c - tables of Awari that several processes solve together, connected by
   sockets: the same bytes as those of one process, also after a kill. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "retro/awari_team.h"
#include "solve/frame.h"
#include "solve/layer_files.h"
#include "solve/table.h"
#include "support/socket_team.h"
#include "support/table_fixture.h"

enum { NEVER = -1 };

struct build {
    const char *game;
    int stones, kill_layer;
    char folder[200];
};

/* ---- building ---- */

static int kill_layer = NEVER;

static void on_progress(const struct solve_progress *p)
{
    if (p->layer == kill_layer)
        raise(SIGKILL);
}

/* Rank 0 builds, the others help. */
static int work_as_rank(struct solve_team *t, void *arg)
{
    const struct build *b = arg;
    const lus_rules *r = lus_rules_find(b->game);
    char path[4096], why[256], work_folder[4096];
    kill_layer = b->kill_layer;
    if (t->rank == 0) {
        struct solve_options o = {.r = r,
                                  .size = b->stones,
                                  .threads = 1,
                                  .team = t,
                                  .folder = b->folder,
                                  .command = "test",
                                  .report = on_progress};
        int status = solve_run(&o, path, sizeof path, why);
        t->broadcast(t, TEAM_QUIT);
        return status == 0 && (t->ranks == 1 || t->bytes_sent > 0) ? 0 : 1;
    }
    table_path(b->folder, r, b->stones, ".work", work_folder, sizeof work_folder);
    struct solve_work work = {.folder = work_folder, .team = t};
    return solver_of(r)->team_work(solver_of(r), r, b->stones, &work, 1) == 0 ? 0 : 1;
}

static struct build build_of(const char *game, int stones, int ranks, const char *name)
{
    struct build b = {game, stones, NEVER, ""};
    snprintf(b.folder, sizeof b.folder, "%s/%s-%d-%d", fixture_folder, name, stones,
             ranks);
    return b;
}

static void expect_bytes(const struct build *b, const uint8_t *want, size_t n)
{
    char path[4096];
    size_t m;
    table_path(b->folder, lus_rules_find(b->game), b->stones, ".lut", path, sizeof path);
    uint8_t *bytes = file_bytes(path, &m);
    assert_int_equal(m, n);
    assert_memory_equal(bytes, want, n);
    free(bytes);
    table_path(b->folder, lus_rules_find(b->game), b->stones, ".work", path, sizeof path);
    assert_int_equal(access(path, F_OK), -1);
}

static uint8_t *built_alone(const char *game, int stones, const char *name, size_t *n)
{
    return file_bytes(fixture_table(game, stones, name, 1, NULL), n);
}

/* ---- tests ---- */

/* Every board has one owner, and the shares are equal but for one board. */
static void boards_are_shared_equally(void **state)
{
    (void)state;
    for (int n = 0; n <= 12; n++)
        for (int ranks = 1; ranks <= 5; ranks++) {
            uint64_t boards = awari_boards(n);
            assert_int_equal(awari_team_first(n, 0, ranks), 0);
            assert_int_equal(awari_team_first(n, ranks, ranks), boards);
            for (int rank = 0; rank < ranks; rank++) {
                uint64_t share = awari_team_first(n, rank + 1, ranks) -
                                 awari_team_first(n, rank, ranks);
                assert_in_range(share, boards / (unsigned)ranks,
                                boards / (unsigned)ranks + 1);
            }
        }
}

/* Exact values, and two bounds for each board of oware. */
static void teams_build_the_same_files(void **state)
{
    static const struct {
        const char *game, *name;
        int stones;
    } cases[] = {{"awari:abapa", "abapa", 8},
                 {"awari:olympiad", "olympiad", 6},
                 {"awari:oware", "oware", 6}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        size_t n;
        uint8_t *want = built_alone(cases[k].game, cases[k].stones, cases[k].name, &n);
        for (int ranks = 1; ranks <= 4; ranks++) {
            struct build b =
                build_of(cases[k].game, cases[k].stones, ranks, cases[k].name);
            assert_int_equal(socket_team_run(ranks, work_as_rank, &b), 0);
            expect_bytes(&b, want, n);
        }
        free(want);
    }
}

/* Killed in layer 6 of 7 and continued by another number of ranks: the layers before it are
   read, each rank its own boards. */
static void killed_teams_continue(void **state)
{
    static const char *const games[] = {"awari:abapa", "awari:oware"};
    (void)state;
    if (!frame_able())
        skip();
    for (int k = 0; k < 4; k++) {
        const char *game = games[k % 2];
        size_t n;
        uint8_t *want = built_alone(game, 7, k % 2 ? "alone-oware" : "alone-abapa", &n);
        struct build b = build_of(game, 7, k, "killed");
        b.kill_layer = 6;
        int status = socket_team_run(2 + k / 2, work_as_rank, &b);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        b.kill_layer = NEVER;
        assert_int_equal(socket_team_run(3 - k / 2, work_as_rank, &b), 0);
        expect_bytes(&b, want, n);
        free(want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_shared_equally),
        cmocka_unit_test(teams_build_the_same_files),
        cmocka_unit_test(killed_teams_continue),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
