/* SPDX-License-Identifier: MIT */
/* test_row_teams.c - race tables that several processes solve together, connected by sockets,
   have the same bytes as those of one process.

   What the ranks send is compared with test/team_traffic.txt: other homes of pages, rounds or
   requests change a line.  After an intended change: UPDATE=1 build/test/test_row_teams */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <cmocka.h>
#include "solve/frame.h"
#include "support/golden.h"
#include "support/row_builds.h"
#include "support/socket_team.h"
#include "support/table_fixture.h"

/* A line about the last team. */
static int write_traffic(char *to, const struct row_build *b)
{
    int n = sprintf(to, "%s %d, %llu pages:", b->game, b->size,
                    (unsigned long long)b->memory >> 16);
    for (int i = 0; i < b->ranks; i++)
        n += sprintf(to + n, " rank %d sent %llu in %llu passes%c", i,
                     (unsigned long long)row_traffic(i).bytes_sent,
                     (unsigned long long)row_traffic(i).passes,
                     i + 1 < b->ranks ? ',' : '\n');
    return n;
}

/* Rank 0 alone, and all ranks with little more memory than one chunk needs: pages are
   requested several times in a pass. */
static void teams(void **state)
{
    static const struct {
        const char *game;
        uint64_t memory;
    } cases[] = {{"ur:masters", 26 << 16}, {"senet:blockade", 56 << 16}};
    static const char *const names[][2] = {{"ranks2", "little2"}, {"ranks3", "little3"}};
    char text[4000];
    int length = 0;
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct row_build b = {cases[i].game, 2, "one", 1, 0, 0, 0};
        size_t n;
        uint8_t *want = row_built(&b, &n);
        row_seen.sweep_limit = row_seen.most_sweeps; /* a team needs no more */
        for (b.ranks = 2; b.ranks <= 3; b.ranks++)
            for (int little = 0; little < 2; little++) {
                b.name = names[b.ranks - 2][little];
                b.memory = little ? cases[i].memory : 0;
                b.threads = 1 + little;
                row_expect_bytes(&b, want, n);
                length += write_traffic(text + length, &b);
            }
        row_seen.sweep_limit = 0;
        free(want);
    }
    assert_golden("test/team_traffic.txt", text, (size_t)length);
}

/* All ranks end if the memory of one is too small. */
static void teams_too_small(void **state)
{
    struct row_build b = {"ur:finkel", 2, "tiny-team", 1, 2 << 16, 0, 2};
    (void)state;
    if (!frame_able())
        skip();
    assert_int_equal(WEXITSTATUS(socket_team_run(2, row_work_as_rank, &b)), 1);
}

void *__real_reserved_new(uint64_t bytes, bool huge);
void *__wrap_reserved_new(uint64_t bytes, bool huge);

/* Reservations of memory until the one that fails; 0: none fails any more. */
static int failing;
static struct {
    int rank, call;
} without_memory;

void *__wrap_reserved_new(uint64_t bytes, bool huge)
{
    return failing > 0 && --failing == 0 ? NULL : __real_reserved_new(bytes, huge);
}

static int work_without_memory(struct solve_team *t, void *build)
{
    failing = t->rank == without_memory.rank ? without_memory.call : 0;
    return row_work_as_rank(t, build);
}

/* A rank cannot reserve memory: for the window of a layer, or for the values before a sweep,
   while the others are about to exchange cells with it.  All ranks end with an error. */
static void teams_without_memory(void **state)
{
    char name[32];
    struct row_build b = {"senet:blockade", 2, name, 1, 56 << 16, 0, 3};
    (void)state;
    if (!frame_able())
        skip();
    for (int rank = 0; rank < 2; rank++) {
        int status = 1;
        without_memory.rank = rank;
        for (int call = 1; status; call++) {
            snprintf(name, sizeof name, "no-memory-%d-%d", rank, call);
            without_memory.call = call;
            status = socket_team_run(b.ranks, work_without_memory, &b);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) != SOCKET_TEAM_SILENT);
            assert_true(status ? call < 40 : call > 3);
        }
    }
}

/* A rank is killed; another number of ranks continues from the checkpoint. */
static void teams_continue(void **state)
{
    struct row_build b = {"ur:finkel", 2, "alone", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&b, &n);
    b = (struct row_build){"ur:finkel", 2, "team", 1, 26 << 16, EVERY_SWEEP, 3};
    row_killed(&b, 2, 9);
    b.ranks = 2;
    row_expect_bytes(&b, want, n);
    b.name = "team2";
    row_killed(&b, 2, 9);
    b.ranks = 0;
    row_seen.watched_layer = 2;
    row_expect_bytes(&b, want, n);
    assert_int_equal(row_seen.first_sweep, 9);
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teams),
        cmocka_unit_test(teams_too_small),
        cmocka_unit_test(teams_continue),
        cmocka_unit_test(teams_without_memory),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
