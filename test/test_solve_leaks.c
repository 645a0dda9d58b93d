/* SPDX-License-Identifier: MIT */
/* test_solve_leaks.c - builds and readers of tables free what they allocate, also when an
   allocation fails. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "os/reserved.h"
#include "race/team.h"
#include "solve/frame.h"
#include "solve/small_table.h"
#include "support/counted_memory.h"
#include "support/row_builds.h"
#include "support/socket_team.h"
#include "support/table_fixture.h"

/* Reserved address space is counted and fails like memory. */
void *__real_reserved_new(uint64_t bytes, bool huge);
void __real_reserved_free(void *range, uint64_t bytes);
void *__wrap_reserved_new(uint64_t bytes, bool huge);
void __wrap_reserved_free(void *range, uint64_t bytes);

void *__wrap_reserved_new(uint64_t bytes, bool huge)
{
    return runs_out() ? NULL : add(__real_reserved_new(bytes, huge));
}

void __wrap_reserved_free(void *range, uint64_t bytes)
{
    subtract(range);
    __real_reserved_free(range, bytes);
}

/* The status of a build in a folder, whose allocation number `fail` fails (0: none).  Sets
   whether it was reached.  Nothing stays allocated. */
static int run(const char *game, int size, uint64_t memory, const char *folder, int fail,
               char path[4096], bool *reached)
{
    char why[256] = "";
    struct solve_options o = {.r = lus_rules_find(game),
                              .size = size,
                              .threads = 1,
                              .memory = memory,
                              .checkpoint_seconds = memory ? EVERY_SWEEP : 0,
                              .folder = folder,
                              .command = "test"};
    failing = fail;
    counted = true;
    int status = solve_run(&o, path, 4096, why);
    counted = false;
    if (n_live)
        fail_msg("%s: %d blocks stay allocated (failure %d)", game, n_live, fail);
    *reached = fail > 0 && failing == 0;
    failing = 0;
    assert_true(status == 0 || *reached);
    if (status == LUS_EMEMORY)
        assert_non_null(strstr(why, "out of memory"));
    return status;
}

/* The finished table has the bytes of one that was built without a failure. */
static void expect_reference(const char *game, int size, const char *path)
{
    size_t n;
    uint8_t *bytes = file_bytes(path, &n);
    assert_same_file(bytes, n, fixture_table(game, size, "reference", 1, NULL));
}

/* Builds a table, whose allocation number `fail` fails (0: none); returns whether it was
   reached.  Nothing stays allocated, and a build that reports success has written the same
   table as one without a failure. */
static bool build(const char *game, int size, uint64_t memory, int fail)
{
    static int builds; /* each in a new folder: a build would resume the one before */
    char path[4096], folder[160];
    bool reached;
    snprintf(folder, sizeof folder, "%s/built%d", fixture_folder, builds++);
    if (run(game, size, memory, folder, fail, path, &reached) == 0)
        expect_reference(game, size, path);
    unlink(path);
    return reached;
}

static void builds(void **state)
{
    static const struct {
        const char *game;
        int size;
        uint64_t memory;
    } cases[] = {{"ur:finkel", 2, 0},    {"ur:finkel", 2, 1 << 20},
                 {"senet:houses", 1, 0}, {"senet:blockade", 1, 1 << 20},
                 {"awari:abapa", 4, 0},  {"awari:oware", 4, 0},
                 {"cave:5x3", 4, 0}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        build(cases[i].game, cases[i].size, cases[i].memory, 0);
}

static void failed_builds(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    for (int k = 1; build("ur:finkel", 1, 0, k); k++)
        ;
    /* Every fourth of 271: each build syncs its checkpoints to the disk. */
    for (int k = 1; build("ur:finkel", 1, 1 << 20, k); k += 4)
        ;
    for (int k = 1; build("awari:abapa", 5, 0, k); k++)
        ;
    for (int k = 1; build("cave:5x3", 4, 0, k); k++)
        ;
}

/* Starts a build that is killed in the last layer and loses a file. */
struct interruption {
    const char *game;
    int size, layer, sweep;
    const char *lost; /* NULL: none */
};

static void interrupt(const struct interruption *i, const char *name, const char *folder)
{
    char path[4096], lost[4200];
    fixture_killed_build(i->game, i->size, name, i->layer, i->sweep);
    table_path(folder, lus_rules_find(i->game), i->size, ".work", path, sizeof path);
    snprintf(lost, sizeof lost, "%s/%s", path, i->lost ? i->lost : "");
    if (i->lost)
        assert_int_equal(unlink(lost), 0);
}

/* Resumed builds, also those that lost a state and solve all layers again: the allocations
   fail in turn, all of the first 30.  After a failure the build is resumed again; one that finished nevertheless
   has the right bytes. */
static void resumed_builds(void **state)
{
    static const struct interruption cases[] = {{"ur:finkel", 2, 2, 5, NULL},
                                                {"ur:finkel", 2, 2, 5, "1.state"},
                                                {"awari:abapa", 5, 5, 3, NULL},
                                                {"awari:abapa", 5, 5, 3, "3.state"}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[32], folder[128], path[4096];
        bool reached = true;
        int status = 0, finished = 0;
        for (int k = 1; reached; k += 1 + k / 30) {
            snprintf(name, sizeof name, "resumed%zu-%d", i, finished);
            snprintf(folder, sizeof folder, "%s/%s", fixture_folder, name);
            if (status == 0)
                interrupt(&cases[i], name, folder);
            status = run(cases[i].game, cases[i].size, 0, folder, k, path, &reached);
            assert_true(status == 0 || status == LUS_EMEMORY);
            assert_int_equal(access(path, F_OK), status ? -1 : 0);
            if (status == 0)
                expect_reference(cases[i].game, cases[i].size, path);
            finished += status == 0;
        }
    }
}

/* Resuming without memory fails, and nothing is lost: a checkpoint or a state that could not be
   compared is not taken for a damaged one, which would discard all layers. */
static void no_memory_discards_nothing(void **state)
{
    enum { RESUMING = 60 }; /* allocations, before the first sweep and some after it */
    struct row_build b = {"ur:finkel", 2, "kept", 1, 1 << 20, EVERY_SWEEP, 0};
    char path[4096], why[256];
    int failures = 0;
    bool reached = true;
    (void)state;
    if (!frame_able())
        skip();
    row_seen.watched_layer = 2;
    for (int k = 1, status = 0; reached && k <= RESUMING; k++) {
        b.checkpoint_seconds = EVERY_SWEEP;
        if (status == 0) /* at first, and after a failure that did not matter */
            row_killed(&b, 2, 9);
        b.checkpoint_seconds = 3600; /* the checkpoint stays that of the killed build */
        failing = k;
        counted = true;
        status = row_run(&b, NULL, path, why);
        counted = false;
        reached = failing == 0;
        failing = 0;
        assert_int_equal(n_live, 0);
        if (row_seen.first_layer >= 0) {
            assert_int_equal(row_seen.first_layer, 2);
            assert_in_range(row_seen.first_sweep, 5, 10);
        }
        if (status == 0)
            row_remove(&b);
        else
            assert_int_equal(status, LUS_EMEMORY);
        failures += status < 0;
    }
    assert_true(failures > 10);
}

/* A job that forgets all its layers has as many blocks as before. */
static void forgotten_layers(void **state)
{
    static const char *const names[] = {"ur:finkel", "senet:houses", "awari:oware",
                                        "cave:5x3"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const lus_rules *r = lus_rules_find(names[i]);
        const struct solver *s = solver_of(r);
        void *index = s->index.create(r, 2);
        struct solve_progress progress = {0};
        double residual;
        counted = true;
        void *job = s->job.create(index, 1);
        int before = n_live;
        for (int layer = 0; layer < 2; layer++) {
            assert_int_equal(s->job.solve(job, layer, &progress, &residual), 0);
            if (s->job.release_scratch)
                s->job.release_scratch(job, layer);
        }
        assert_true(n_live > before);
        for (int layer = 0; layer < 2; layer++)
            s->job.forget(job, layer);
        assert_int_equal(n_live, before);
        s->job.destroy(job);
        counted = false;
        assert_int_equal(n_live, 0);
        s->index.destroy(index);
    }
}

/* ---- teams ---- */

static double max_alone(struct solve_team *t, double mine)
{
    (void)t;
    return mine;
}

/* Every rank says the same as this one: the same rounds, no requests of this rank's pages. */
static void gather_alone(struct solve_team *t, const uint8_t *mine, uint64_t n,
                         uint8_t *all)
{
    for (int i = 0; i < t->ranks; i++)
        memcpy(all + (size_t)i * n, mine, (size_t)n);
}

/* The other rank sends halves. */
static void exchange_alone(struct solve_team *t, const struct team_message *send,
                           uint64_t n_send, struct team_message *receive,
                           uint64_t n_receive)
{
    double half = 0.5;
    (void)send, (void)n_send;
    for (uint64_t i = 0; i < n_receive; i++)
        for (uint64_t at = 0; receive[i].rank != t->rank && at < receive[i].n;
             at += sizeof half)
            memcpy(receive[i].bytes + at, &half, sizeof half);
}

static int layers_to_solve;

static int broadcast_alone(struct solve_team *t, int number)
{
    (void)number;
    return t->rank == 0 ? number : layers_to_solve-- > 0 ? 0 : TEAM_QUIT;
}

/* Rank 1 of 2, without the other one: what it computes is wrong, but each failed allocation
   is reported. */
static void failed_ranks(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct solve_team t = {.rank = 1,
                           .ranks = 2,
                           .max = max_alone,
                           .gather = gather_alone,
                           .exchange = exchange_alone,
                           .broadcast = broadcast_alone};
    char folder[128];
    bool reached = true;
    (void)state;
    snprintf(folder, sizeof folder, "%s/rank", fixture_folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    struct solve_work work = {
        .folder = folder, .checkpoint_seconds = 1000, .team = &t, .precision = 64};
    for (int k = 1; reached; k++) {
        layers_to_solve = 2; /* one to solve, and the broadcast of checkpoints */
        failing = k;
        counted = true;
        int status = team_work(solver_of(r), r, 1, &work, 1);
        counted = false;
        reached = failing == 0;
        failing = 0;
        assert_int_equal(n_live, 0);
        if (reached)
            assert_int_equal(status, LUS_EMEMORY);
    }
}

/* How the ranks of a team ended, in memory that the processes share. */
static struct rank_end {
    bool known, reached; /* whether it ended by itself; the failing allocation */
    int status, blocks;
} * ends;

enum { STONES = 3 };

/* Which allocation of which rank fails. */
struct team_failure {
    int rank, fail;
    char folder[160];
    bool killed; /* rank 0, in the last layer */
};

static void kill_in_last_layer(const struct solve_progress *p)
{
    if (p->layer == STONES)
        raise(SIGKILL);
}

/* Rank 0 builds a table of Awari, the other one helps. */
static int work_as_rank(struct solve_team *t, void *arg)
{
    const struct team_failure *f = arg;
    const lus_rules *r = lus_rules_find("awari:abapa");
    char path[4096], why[256];
    struct solve_options o = {.r = r,
                              .size = STONES,
                              .threads = 1,
                              .team = t,
                              .folder = f->folder,
                              .command = "test",
                              .report = f->killed ? kill_in_last_layer : NULL};
    table_path(f->folder, r, STONES, ".work", path, sizeof path);
    struct solve_work work = {.folder = path, .team = t};
    failing = t->rank == f->rank ? f->fail : 0;
    counted = true;
    int status = t->rank ? solver_of(r)->team_work(solver_of(r), r, STONES, &work, 1)
                         : solve_run(&o, path, sizeof path, why);
    counted = false;
    ends[t->rank] = (struct rank_end){true, failing == 0, status, n_live};
    if (t->rank == 0 && status == 0)
        t->broadcast(t, TEAM_QUIT);
    return 0;
}

static void expect_team_table(const char *folder)
{
    char path[4096];
    table_path(folder, lus_rules_find("awari:abapa"), STONES, ".lut", path, sizeof path);
    expect_reference("awari:abapa", STONES, path);
}

/* Each allocation of each rank fails in turn.  While a layer is solved both ranks say so;
   nothing stays allocated, and no failure is overlooked. */
static void failed_teams(void **state)
{
    enum { BEFORE_LAYERS = 2 }; /* of the other rank: index and job */
    (void)state;
    if (!frame_able())
        skip();
    ends = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(ends != MAP_FAILED);
    for (int rank = 0; rank < 2; rank++) {
        struct team_failure f = {rank, 0, "", false};
        do {
            f.fail++;
            snprintf(f.folder, sizeof f.folder, "%s/team%d-%d", fixture_folder, rank,
                     f.fail);
            memset(ends, 0, 2 * sizeof *ends);
            socket_team_run(2, work_as_rank, &f);
            assert_true(ends[rank].known);
            assert_int_equal(ends[rank].blocks, 0);
            if (rank == 0 && ends[0].status == 0)
                expect_team_table(f.folder);                 /* it may do without some */
            else if (ends[rank].status != LUS_EFILE || rank) /* no room for a checksum */
                assert_int_equal(ends[rank].status, ends[rank].reached ? LUS_EMEMORY : 0);
            const struct rank_end *other = &ends[1 - rank];
            assert_true(!other->known || other->blocks == 0);
            if (rank == 1 && ends[1].reached && f.fail > BEFORE_LAYERS)
                assert_true(other->known && other->status == LUS_EMEMORY);
        } while (ends[rank].reached);
        assert_true(f.fail > 4 * 5); /* nodes, messages, counts, values in 4 layers */
    }
    munmap(ends, 4096);
}

/* Rank 1 of a team that continues in the last layer reads its values of the layers before:
   each of its allocations fails in turn. */
static void failed_resumed_teams(void **state)
{
    struct team_failure f = {.rank = 1};
    (void)state;
    if (!frame_able())
        skip();
    ends = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(ends != MAP_FAILED);
    do {
        int fail = f.fail + 1;
        snprintf(f.folder, sizeof f.folder, "%s/resumed-team-%d", fixture_folder, fail);
        f.fail = 0;
        f.killed = true;
        int status = socket_team_run(2, work_as_rank, &f);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        f.fail = fail;
        f.killed = false;
        memset(ends, 0, 2 * sizeof *ends);
        socket_team_run(2, work_as_rank, &f);
        assert_true(ends[1].known);
        assert_int_equal(ends[1].blocks, 0);
        assert_int_equal(ends[1].status, ends[1].reached ? LUS_EMEMORY : 0);
    } while (ends[1].reached);
    assert_true(f.fail > 2 + STONES + 1); /* index, job and the values of all layers */
    expect_team_table(f.folder);
    munmap(ends, 4096);
}

/* Opens, reads, loads and verifies a table with one failing allocation. */
static bool read_table(const char *path, int fail)
{
    char why[256];
    uint16_t **value;
    struct verify_result v;
    int number;
    why[0] = '\0';
    failing = fail;
    counted = true;
    struct table *t = table_open(path, why);
    int status[3] = {LUS_EMEMORY};
    if (t) {
        const char *text = table_info(t)->text;
        assert_int_equal(text[strlen(text) - 1], '\n');
        status[0] = table_number(t, 0, 0, &number);
        status[1] = table_load(t, 1, &value);
        if (status[1] == 0)
            table_unload(t, value);
        status[2] = table_verify(t, &(struct verify_options){.threads = 1}, &v);
    } else {
        assert_non_null(strstr(why, ": out of memory"));
    }
    table_close(t);
    counted = false;
    if (n_live)
        fail_msg("%d blocks stay allocated (failure %d)", n_live, fail);
    bool reached = fail > 0 && failing == 0;
    failing = 0;
    for (int i = 0; i < 3; i++)
        assert_true(status[i] == 0 || (reached && status[i] == LUS_EMEMORY));
    return reached;
}

static void readers(void **state)
{
    static const char *const names[] = {"ur:finkel", "awari:abapa"};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s", fixture_table(names[i], 2, "read", 1, NULL));
        read_table(path, 0);
        for (int k = 1; read_table(path, k); k++)
            ;
        *strrchr(path, '/') = '\0';
        counted = true;
        tables_close(tables_open(path));
        counted = false;
        assert_int_equal(n_live, 0);
    }
}

/* A conversion whose allocations fail in turn. */
static void converted(void **state)
{
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    struct table *t = table_open(fixture_table("ur:finkel", 1, "rgu", 1, NULL), why);
    FILE *out = fopen("/dev/null", "wb");
    int status = LUS_EMEMORY, failures = 0;
    assert_true(t && out);
    /* The table keeps its unpacked block. */
    assert_int_equal(table_info(t)->solver->convert(t, "rgu", out), 0);
    for (int k = 1; status; k++) {
        failing = k;
        counted = true;
        status = table_info(t)->solver->convert(t, "rgu", out);
        counted = false;
        bool reached = failing == 0;
        failing = 0;
        assert_int_equal(status, reached ? LUS_EMEMORY : 0);
        failures += reached;
    }
    assert_true(failures >= 4); /* the values, their arrays, two segments */
    fclose(out);
    table_close(t);
}

/* A job that cannot make the arrays of a layer says so. */
static void states_without_memory(void **state)
{
    static const char *const names[] = {"awari:oware", "cave:5x3"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const lus_rules *r = lus_rules_find(names[i]);
        const struct solver *s = solver_of(r);
        struct solve_state arrays[SOLVE_MAX_STATES];
        void *index = s->index.create(r, 2), *job = s->job.create(index, 1);
        failing = 1;
        counted = true;
        int status = s->job.states(job, 0, arrays);
        counted = false;
        assert_int_equal(failing, 0);
        assert_int_equal(status, LUS_EMEMORY);
        assert_int_equal(s->job.states(job, 0, arrays), 1);
        s->job.destroy(job);
        s->index.destroy(index);
    }
}

/* A block that cannot be unpacked for lack of memory is an error, and can be read later. */
static void blocks_without_memory(void **state)
{
    static uint16_t values[FRAME_VALUES];
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    struct table *t = table_open(fixture_table("ur:finkel", 1, "block", 1, NULL), why);
    assert_non_null(t);
    failing = 1;
    counted = true;
    int status = table_block(t, 0, 0, values);
    counted = false;
    assert_int_equal(failing, 0);
    assert_int_equal(status, LUS_EMEMORY);
    assert_false(table_damaged(t));
    assert_true(table_block(t, 0, 0, values) > 0);
    table_close(t);
}

/* A table in memory: allocations fail in turn, all of the first 10, and nothing stays
   allocated.  After one of the failures it is probed again, and then it is solved. */
static void small_tables(void **state)
{
    const lus_pos p = {{1, 1, 0, 0}};
    bool reached = true;
    (void)state;
    for (int k = 1; reached; k += 1 + k / 10) {
        struct value_bounds b = {-100, -100};
        counted = true;
        struct small_table *t = small_table_new(lus_rules_find("awari:oware"));
        assert_non_null(t);
        failing = k;
        int status = small_table_bounds(t, &p, &b);
        reached = failing == 0;
        failing = 0;
        assert_int_equal(status, reached ? LUS_EMEMORY : 1);
        if (k == 10)
            assert_int_equal(small_table_bounds(t, &p, &b), 1);
        if (k == 10 || !reached)
            assert_true(b.lower >= -2 && b.lower <= b.upper && b.upper <= 2);
        small_table_free(t);
        counted = false;
        assert_int_equal(n_live, 0);
        assert_true(reached || k > 3 * 11); /* more than three for each layer */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds),
        cmocka_unit_test(failed_builds),
        cmocka_unit_test(resumed_builds),
        cmocka_unit_test(forgotten_layers),
        cmocka_unit_test(no_memory_discards_nothing),
        cmocka_unit_test(failed_ranks),
        cmocka_unit_test(readers),
        cmocka_unit_test(states_without_memory),
        cmocka_unit_test(blocks_without_memory),
        cmocka_unit_test(small_tables),
        cmocka_unit_test(converted),
        cmocka_unit_test(failed_teams),
        cmocka_unit_test(failed_resumed_teams),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
