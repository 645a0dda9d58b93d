/* SPDX-License-Identifier: MIT */
/* test_table_resume.c - interrupted builds of tables: resumed after the last finished layer,
   or begun again if a file of the work folder cannot be used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "solve/frame.h"
#include "support/table_fixture.h"

static void never(const struct solve_progress *p)
{
    fail_msg("layer %d is solved again", p->layer);
}

/* The first layer a build solves. */
static int first_layer;

static void note_first(const struct solve_progress *p)
{
    first_layer = first_layer < 0 ? p->layer : first_layer;
}

/* Resumes a build of ur:finkel with 3 pieces; returns the first layer it solves. */
static int resume(const char *name, int threads)
{
    first_layer = -1;
    fixture_table("ur:finkel", 3, name, threads, note_first);
    return first_layer;
}

static void flip_byte(const char *path, long at)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    int byte = fgetc(f);
    assert_int_equal(fseek(f, -1, SEEK_CUR), 0);
    fputc(byte ^ 1, f);
    assert_int_equal(fclose(f), 0);
}

/* Killed in the fifth layer, then the same again: the same bytes as in one go, from any
   number of threads, and nothing else left. */
static void resumed(void **state)
{
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *once = file_bytes(fixture_table("ur:finkel", 3, "once", 1, NULL), &n);
    fixture_killed_build("ur:finkel", 3, "killed", 4, 5);
    char path[160];
    snprintf(path, sizeof path, "%s/killed/ur-finkel-3.lut", fixture_folder);
    assert_int_equal(access(path, F_OK), -1);
    snprintf(path, sizeof path, "%s/killed/ur-finkel-3.work/3.layer", fixture_folder);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(resume("killed", 3), 4);
    assert_same_file(once, n, fixture_table("ur:finkel", 3, "killed", 3, never));
    assert_int_equal(access(path, F_OK), -1);
    fixture_table("ur:finkel", 3, "killed", 1, never); /* it is there already */
}

/* Interrupts a build in the folder `name` and writes the path of a file of it.  Returns the
   bytes of the finished table. */
static uint8_t *interrupted(const char *name, const char *file, char path[160], size_t *n)
{
    uint8_t *once = file_bytes(fixture_table("ur:finkel", 3, "once", 1, NULL), n);
    fixture_killed_build("ur:finkel", 3, name, 4, 5);
    snprintf(path, 160, "%s/%s/ur-finkel-3.work/%s", fixture_folder, name, file);
    return once;
}

/* A layer without its state file cannot be used: the build starts from the beginning. */
static void state_lost(void **state)
{
    char path[160];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *once = interrupted("lost", "2.state", path, &n);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(resume("lost", 1), 0);
    assert_same_file(once, n, fixture_table("ur:finkel", 3, "lost", 1, never));
}

/* Nor can it be used if the state has a wrong byte or is shorter.  A longer one can be used: a
   build with a window that was killed did not shorten it. */
static void states_damaged(void **state)
{
    char path[160], name[16];
    size_t n, length;
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "state%d", i);
        fixture_killed_build("ur:finkel", 2, name, 2, 5);
        uint8_t *once = file_bytes(fixture_table("ur:finkel", 2, "once2", 1, NULL), &n);
        snprintf(path, sizeof path, "%s/%s/ur-finkel-2.work/1.state", fixture_folder,
                 name);
        uint8_t *bytes = file_bytes(path, &length);
        bytes[length] = 0; /* file_bytes has room for one byte more */
        if (i < 3)
            flip_byte(path, i == 0 ? 3 : i == 1 ? (long)length / 2 : (long)length - 1);
        else
            file_put(path, bytes, i == 3 ? length - 1 : length + 1);
        free(bytes);
        first_layer = -1;
        assert_same_file(once, n, fixture_table("ur:finkel", 2, name, 1, note_first));
        assert_int_equal(first_layer, i < 4 ? 0 : 2);
    }
}

/* Awari, whose states are one byte per position. */
static void awari_resumed(void **state)
{
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *once = file_bytes(fixture_table("awari:abapa", 6, "seeds", 1, NULL), &n);
    fixture_killed_build("awari:abapa", 6, "killed6", 5, 3);
    first_layer = -1;
    assert_same_file(once, n, fixture_table("awari:abapa", 6, "killed6", 2, note_first));
    assert_int_equal(first_layer, 5);
}

/* A finished layer with a wrong byte in its frames is not copied into the table. */
static void layer_damaged(void **state)
{
    char path[160];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *once = interrupted("flipped", "1.layer", path, &n);
    flip_byte(path, -5);
    assert_in_range(resume("flipped", 1), 0, 1);
    assert_same_file(once, n, fixture_table("ur:finkel", 3, "flipped", 1, never));
}

/* Nor is one with a wrong byte elsewhere, or of another length. */
static void layers_damaged(void **state)
{
    static const long offsets[] = {0, 8, 12, 16, 24, 32, 45};
    enum {
        FLIPS = sizeof offsets / sizeof offsets[0],
        SHORTER = FLIPS,
        LONGER,
        EMPTY,
        ALL
    };
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *once = file_bytes(fixture_table("ur:finkel", 2, "once2", 1, NULL), &n);
    for (int i = 0; i < ALL; i++) {
        char path[160], name[16];
        size_t length;
        snprintf(name, sizeof name, "damage%d", i);
        fixture_killed_build("ur:finkel", 2, name, 2, 5);
        snprintf(path, sizeof path, "%s/%s/ur-finkel-2.work/1.layer", fixture_folder,
                 name);
        uint8_t *layer = file_bytes(path, &length);
        layer[length] = 0; /* file_bytes has room for one byte more */
        if (i < FLIPS)
            flip_byte(path, offsets[i]);
        else
            file_put(path, layer,
                     i == SHORTER  ? length - 1
                     : i == LONGER ? length + 1
                                   : 0);
        free(layer);
        first_layer = -1;
        const char *table = fixture_table("ur:finkel", 2, name, 1, note_first);
        assert_in_range(first_layer, 0, 1);
        uint8_t *bytes = file_bytes(table, &length);
        assert_int_equal(length, n);
        assert_memory_equal(bytes, once, n);
        free(bytes);
    }
    free(once);
}

/* Nor are the layers of a build with other rules. */
static void rules_changed(void **state)
{
    char path[160];
    (void)state;
    if (!frame_able())
        skip();
    fixture_killed_build("ur:finkel", 3, "rules", 4, 5);
    snprintf(path, sizeof path, "%s/rules/ur-finkel-3.work/rules", fixture_folder);
    flip_byte(path, -6); /* of the fingerprint, which comes before the precision */
    assert_int_equal(resume("rules", 1), 0);
}

/* A file that exists and cannot be opened (here: a link to itself) ends the build: no layer is
   discarded. */
static void unreadable_files_discard_nothing(void **state)
{
    static const char *const names[] = {"rules", "1.layer"};
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < 2; i++) {
        char folder[160], path[200], kept[200], table[4096], why[256] = "";
        snprintf(folder, sizeof folder, "%s/unreadable%d", fixture_folder, i);
        struct solve_options o = {.r = lus_rules_find("ur:finkel"),
                                  .size = 2,
                                  .threads = 1,
                                  .folder = folder,
                                  .command = "test"};
        fixture_killed_build("ur:finkel", 2, i ? "unreadable1" : "unreadable0", 2, 5);
        snprintf(path, sizeof path, "%s/ur-finkel-2.work/%s", folder, names[i]);
        snprintf(kept, sizeof kept, "%s/ur-finkel-2.work/0.layer", folder);
        assert_int_equal(unlink(path), 0);
        assert_int_equal(symlink(names[i], path), 0);
        assert_int_equal(access(kept, F_OK), 0);
        assert_int_equal(solve_run(&o, table, sizeof table, why), LUS_EFILE);
        assert_non_null(strstr(why, names[i]));
        assert_int_equal(access(kept, F_OK), 0);
    }
}

/* Builds in another process that the system kills when it writes a file beyond `bytes`;
   whether it did. */
static bool killed_at(const char *game, int pieces, const char *name, rlim_t bytes)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {bytes, bytes}, no_core = {0, 0};
        signal(SIGXFSZ, SIG_DFL);
        setrlimit(RLIMIT_CORE, &no_core);
        setrlimit(RLIMIT_FSIZE, &limit);
        fixture_table(game, pieces, name, 1, NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ;
}

/* Killed again and again in the middle of writing: a state, a layer, the table itself.  The
   final name never refers to an incomplete table, and in the end the bytes are the same. */
static void killed_while_writing(void **state)
{
    static const rlim_t limits[] = {0, 100, 600, 3000, 9000, 14000, 18000};
    enum { N = sizeof limits / sizeof limits[0] };
    char path[160];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *once = file_bytes(fixture_table("ur:finkel", 2, "whole2", 1, NULL), &n);
    snprintf(path, sizeof path, "%s/cut2/ur-finkel-2.lut", fixture_folder);
    for (int i = 0; i < N; i++) {
        assert_true(killed_at("ur:finkel", 2, "cut2", limits[i]));
        assert_int_equal(access(path, F_OK), -1);
    }
    assert_true(killed_at("ur:finkel", 2, "cut2", n - 1)); /* in the table itself */
    assert_int_equal(access(path, F_OK), -1);
    assert_same_file(once, n, fixture_table("ur:finkel", 2, "cut2", 2, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resumed),
        cmocka_unit_test(killed_while_writing),
        cmocka_unit_test(state_lost),
        cmocka_unit_test(layer_damaged),
        cmocka_unit_test(unreadable_files_discard_nothing),
        cmocka_unit_test(rules_changed),
        cmocka_unit_test(layers_damaged),
        cmocka_unit_test(states_damaged),
        cmocka_unit_test(awari_resumed),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
