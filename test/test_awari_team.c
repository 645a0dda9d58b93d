/* SPDX-License-Identifier: MIT */
/* test_awari_team.c - tables of Awari that several processes solve together, connected by
   sockets: the same bytes as those of one process, also after a kill, with damaged files and
   after calls that fail. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "retro/awari_team.h"
#include "solve/frame.h"
#include "solve/layer_files.h"
#include "solve/table.h"
#include "support/socket_team.h"
#include "support/table_fixture.h"

enum { NEVER = -1, ANY = -1 };

struct build {
    const char *game;
    int stones, kill_layer;
    int first_layer; /* the first one that must be solved, the others are read; or ANY */
    int failing_rank, failing_call; /* which call of which rank fails; 0: none */
    char folder[200];
};

/* How a rank ends; of each rank, in memory that the processes share. */
enum { DONE, WRONG, FILE_FAILED, NOT_REACHED, UNKNOWN };
static int *ended;

/* ---- calls that fail ---- */

bool __real_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset);
bool __real_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset);
bool __real_work_file_sync(int file);
bool __wrap_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset);
bool __wrap_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset);
bool __wrap_work_file_sync(int file);

/* Calls until the one that fails; 0: none fails any more. */
static int failing;

static bool fails(void)
{
    if (failing == 0 || --failing > 0)
        return false;
    errno = ENOSPC;
    return true;
}

bool __wrap_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset)
{
    return !fails() && __real_work_file_write(file, bytes, n, offset);
}

bool __wrap_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset)
{
    return !fails() && __real_work_file_read(file, bytes, n, offset);
}

bool __wrap_work_file_sync(int file)
{
    return !fails() && __real_work_file_sync(file);
}

/* ---- building ---- */

static struct build building;
static int sweeps; /* reported for the layer so far */
static uint64_t updates;
static bool progress_wrong;

/* One report for each threshold and one for the values, as without a team. */
static void on_progress(const struct solve_progress *p)
{
    if (p->layer == building.kill_layer)
        raise(SIGKILL);
    sweeps = p->sweep == 1 ? 1 : sweeps + 1;
    updates += awari_boards(p->layer);
    if (p->layer < building.first_layer || p->sweep != sweeps ||
        p->sweep > p->layer + 1 || p->updates != updates)
        progress_wrong = true;
}

static int descriptors(void)
{
    int n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

/* All layers from the first one on were reported completely. */
static bool progress_complete(const struct build *b)
{
    uint64_t want = 0;
    for (int n = b->first_layer; n <= b->stones; n++)
        want += (uint64_t)(n + 1) * awari_boards(n);
    return b->first_layer == ANY || (!progress_wrong && updates == want);
}

static int work_as_first(struct solve_team *t, const struct build *b)
{
    char path[4096], why[256] = "";
    struct solve_options o = {.r = lus_rules_find(b->game),
                              .size = b->stones,
                              .threads = 1,
                              .team = t,
                              .folder = b->folder,
                              .command = "test",
                              .report = on_progress};
    int open = descriptors(), status = solve_run(&o, path, sizeof path, why);
    if (descriptors() != open)
        return WRONG;
    if (status)
        return status == LUS_EFILE && why[0] ? FILE_FAILED : WRONG;
    t->broadcast(t, TEAM_QUIT);
    if (b->failing_call && b->failing_rank == 0)
        return failing ? NOT_REACHED : WRONG; /* no failure may be overlooked */
    return progress_complete(b) && (t->ranks == 1 || t->bytes_sent > 0) ? DONE : WRONG;
}

static int work_as_other(struct solve_team *t, const struct build *b)
{
    const lus_rules *r = lus_rules_find(b->game);
    char work_folder[4096];
    table_path(b->folder, r, b->stones, ".work", work_folder, sizeof work_folder);
    struct solve_work work = {.folder = work_folder, .team = t};
    int open = descriptors();
    int status = solver_of(r)->team_work(solver_of(r), r, b->stones, &work, 1);
    if (b->failing_call && b->failing_rank == t->rank)
        return failing ? NOT_REACHED : status == LUS_EFILE ? FILE_FAILED : WRONG;
    return status == 0 && descriptors() == open ? DONE : WRONG;
}

/* Rank 0 builds, the others help. */
static int work_as_rank(struct solve_team *t, void *arg)
{
    const struct build *b = arg;
    building = *b;
    failing = t->rank == b->failing_rank ? b->failing_call : 0;
    ended[t->rank] = UNKNOWN;
    return ended[t->rank] = t->rank ? work_as_other(t, b) : work_as_first(t, b);
}

static struct build build_of(const char *game, int stones, int ranks, const char *name)
{
    struct build b = {.game = game, .stones = stones, .kill_layer = NEVER};
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

/* Every board has one owner, and the shares are equal but for one board; the whole game
   among many ranks, too. */
static void boards_are_shared_equally(void **state)
{
    (void)state;
    for (int n = 0; n <= 48; n++)
        for (int ranks = 1; ranks <= 1000; ranks += 1 + ranks / 4) {
            uint64_t boards = awari_boards(n);
            assert_int_equal(awari_team_first(n, 0, ranks), 0);
            assert_int_equal(awari_team_first(n, ranks, ranks), boards);
            for (int rank = 0; rank < ranks; rank++) {
                uint64_t share = awari_team_first(n, rank + 1, ranks) -
                                 awari_team_first(n, rank, ranks);
                assert_in_range(share, boards / (unsigned)ranks,
                                boards / (unsigned)ranks + 1);
                uint64_t first = awari_team_first(n, rank, ranks);
                if (share == 0)
                    continue;
                assert_int_equal(awari_team_owner(n, first, ranks), rank);
                assert_int_equal(awari_team_owner(n, first + share / 2, ranks), rank);
                assert_int_equal(awari_team_owner(n, first + share - 1, ranks), rank);
            }
        }
}

/* Exact values, and two bounds for each board of oware.  Of 9 stones two ranks have more
   boards each than are scanned or processed in one round. */
static void teams_build_the_same_files(void **state)
{
    static const struct {
        const char *game, *name;
        int stones, ranks; /* with 1 to so many */
    } cases[] = {{"awari:abapa", "abapa", 6, 5},
                 {"awari:olympiad", "olympiad", 6, 4},
                 {"awari:oware", "oware", 6, 4},
                 {"awari:abapa", "abapa", 9, 2},
                 {"awari:oware", "oware", 9, 2}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        size_t n;
        uint8_t *want = built_alone(cases[k].game, cases[k].stones, cases[k].name, &n);
        for (int ranks = 1; ranks <= cases[k].ranks; ranks++) {
            struct build b =
                build_of(cases[k].game, cases[k].stones, ranks, cases[k].name);
            assert_int_equal(socket_team_run(ranks, work_as_rank, &b), 0);
            expect_bytes(&b, want, n);
        }
        free(want);
    }
}

/* Killed in layer 6 of 7 and continued by another number of ranks: the layers before it are
   read, each rank its own boards.  Under the Olympiad rules some captures lead to the board
   without stones, layer 0. */
static void killed_teams_continue(void **state)
{
    static const char *const games[] = {"awari:abapa", "awari:oware", "awari:olympiad"};
    static const char *const names[] = {"alone-abapa", "alone-oware", "alone-olympiad"};
    (void)state;
    if (!frame_able())
        skip();
    for (int k = 0; k < 6; k++) {
        const char *game = games[k % 3];
        size_t n;
        uint8_t *want = built_alone(game, 7, names[k % 3], &n);
        struct build b = build_of(game, 7, k, "killed");
        b.kill_layer = 6;
        int status = socket_team_run(2 + k / 3, work_as_rank, &b);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        b.kill_layer = NEVER;
        b.first_layer = 6;
        assert_int_equal(socket_team_run(3 - k / 3, work_as_rank, &b), 0);
        expect_bytes(&b, want, n);
        free(want);
    }
}

/* ---- files ---- */

/* What happens to the state of a finished layer while no program runs. */
enum damage { MISSING, SHORTER, LONGER, WRONG_SUM, WRONG_VALUE, DAMAGES };

static void damage_state(const char *path, enum damage damage)
{
    size_t n;
    uint8_t *bytes = file_bytes(path, &n);
    bytes[n] = 0; /* file_bytes has room for one byte more */
    bytes[damage == WRONG_SUM ? 3 : n - 1] ^=
        damage == WRONG_SUM || damage == WRONG_VALUE;
    if (damage == MISSING)
        assert_int_equal(unlink(path), 0);
    else
        file_put(path, bytes, damage == SHORTER ? n - 1 : damage == LONGER ? n + 1 : n);
    free(bytes);
}

/* A damaged state is not used: all layers are solved again. */
static void damaged_states(void **state)
{
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built_alone("awari:abapa", 5, "undamaged", &n);
    for (int i = 0; i < DAMAGES; i++) {
        struct build b = build_of("awari:abapa", 5, i, "damaged");
        char work[4096], path[4200];
        b.kill_layer = 5;
        socket_team_run(2, work_as_rank, &b);
        table_path(b.folder, lus_rules_find(b.game), 5, ".work", work, sizeof work);
        snprintf(path, sizeof path, "%s/3.state", work);
        damage_state(path, (enum damage)i);
        b.kill_layer = NEVER;
        assert_int_equal(socket_team_run(2, work_as_rank, &b), 0);
        expect_bytes(&b, want, n);
    }
    free(want);
}

/* Every call of each rank fails in turn: the build ends with an error, and the same command
   continues to the same bytes. */
static void failing_calls(void **state)
{
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built_alone("awari:oware", 3, "calls", &n);
    for (int rank = 0; rank < 2; rank++) {
        int errors = 0;
        for (int call = 1;; call++) {
            struct build b = build_of("awari:oware", 3, 100 * rank + call, "failing");
            b.failing_rank = rank;
            b.failing_call = call;
            socket_team_run(2, work_as_rank, &b);
            if (ended[rank] == NOT_REACHED)
                break;
            assert_int_equal(ended[rank], FILE_FAILED);
            if (rank == 1) /* both ranks write: rank 0 waits for the result */
                assert_int_equal(ended[0], FILE_FAILED);
            errors++;
            b.failing_call = 0;
            b.first_layer = ANY;
            assert_int_equal(socket_team_run(2, work_as_rank, &b), 0);
            expect_bytes(&b, want, n);
        }
        /* A write and a sync per layer; of all but the last a checksum, written and synced;
           and the values are read. */
        assert_int_equal(errors, rank == 0 ? 2 * 4 + 3 * 3 + 4 : 2 * 4);
    }
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_shared_equally),
        cmocka_unit_test(teams_build_the_same_files),
        cmocka_unit_test(killed_teams_continue),
        cmocka_unit_test(damaged_states),
        cmocka_unit_test(failing_calls),
    };
    ended = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return ended == MAP_FAILED
               ? 1
               : cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
