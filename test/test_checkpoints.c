/* SPDX-License-Identifier: MIT */
/* test_checkpoints.c - race tables whose build was killed continue from the last checkpoint to
   the same bytes; files that are damaged are not used, and those that are not needed are
   removed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "solve/frame.h"
#include "support/row_builds.h"
#include "support/table_fixture.h"

/* ---- checkpoints ---- */

/* Killed in a sweep: the next build repeats no other sweep of that layer. */
static void continues(const struct row_build *b, int layer, int sweep,
                      const uint8_t *want, size_t n)
{
    row_killed(b, layer, sweep);
    row_seen.watched_layer = layer;
    row_expect_bytes(b, want, n);
    assert_int_equal(row_seen.first_layer, layer); /* no finished layer is solved again */
    assert_int_equal(row_seen.first_sweep, sweep);
}

static void checkpoints(void **state)
{
    static const struct {
        const char *game;
        uint64_t window;
    } cases[] = {{"ur:finkel", 1 << 20}, {"senet:blockade", 9 << 20}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct row_build whole = {cases[i].game, 2, "whole", 1, 0, 0, 0};
        size_t n;
        uint8_t *want = row_built(&whole, &n);
        for (int k = 0; k < (i ? 2 : 4); k++) {
            struct row_build b = {
                cases[i].game, 2, "killed", 1, k % 2 ? cases[i].window : 0,
                EVERY_SWEEP,   0};
            continues(&b, 1 + k / 2, k % 2 ? 6 : 17, want, n);
            row_remove(&b);
        }
        free(want);
    }
}

static void flip_byte(const char *path, long at)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    int byte = fgetc(f);
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    fputc(byte ^ 1, f);
    assert_int_equal(fclose(f), 0);
}

static void damage(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* The third word of a checkpoint is the mode of the iteration; there is none with this number.
   Its checksum is that of the data, which stay as they are. */
static void damage_mode(const char *path)
{
    char which, rest[400], text[440];
    int sweeps, mode;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%c %d %d %399[^\n]", &which, &sweeps, &mode, rest), 4);
    fclose(f);
    snprintf(text, sizeof text, "%c %d 7 %s\n", which, sweeps, rest);
    damage(path, text);
}

/* Reads or replaces what a checkpoint knows of earlier sweeps: all words after the checksum. */
static void checkpoint_history(const char *path, char history[400],
                               const char *replacement)
{
    char head[600];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(head, sizeof head, f));
    fclose(f);
    char *at = head;
    for (int word = 0; word < 6; word++)
        at = strchr(at, ' ') + 1;
    snprintf(history, 400, "%s", at);
    snprintf(at, (size_t)(head + sizeof head - at), "%s", replacement ? replacement : "");
    if (replacement)
        damage(path, head);
}

/* What decides about extrapolations and the end survives: the next sweep judges the last
   extrapolation and adds its own change. */
static void history_is_kept(void **state)
{
    static const char given[] = "0x1p-2 1 5 1 0x1p-2 0x1p-3 0x1p-4 0x1p-5 0x1p-6 0x1p-7 "
                                "0x1p-8 0x1p-9 0x1p-10\n";
    static const char begin[] = "0x0p+0 0 6 1 0x1.";
    static const char end[] =
        " 0x1p-2 0x1p-3 0x1p-4 0x1p-5 0x1p-6 0x1p-7 0x1p-8 0x1p-9\n";
    struct row_build b = {"senet:blockade", 2, "history", 1, 0, EVERY_SWEEP, 0};
    char path[4200], history[400];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    snprintf(path, sizeof path, "%s/2.checkpoint", row_work_folder(&b));
    row_killed(&b, 2, 6);
    checkpoint_history(path, history, given);
    row_killed(&b, 2, 7);
    checkpoint_history(path, history, NULL);
    assert_memory_equal(history, begin, strlen(begin));
    assert_string_equal(strchr(history + strlen(begin), ' '), end);
    free(row_built(&b, &n));
    row_remove(&b);
}

/* A checkpoint of another layer, or a damaged one, is not used: the layer starts from the
   beginning. */
static void checkpoints_damaged(void **state)
{
    static const char *const text[] = {
        "",  "c 5 0 0x1p-3 1000 0\n", "a 5 0 0x1p-3 1000 0\n", "a 5\n", "mode", NULL,
        NULL};
    struct row_build whole = {"ur:finkel", 2, "undamaged", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    for (int i = 0; i < 7; i++) {
        struct row_build b = {"ur:finkel", 2, "damaged", 1, 0, EVERY_SWEEP, 0};
        char path[4200];
        const char *work = row_work_folder(&b);
        row_killed(&b, 2, 9);
        if (text[i]) {
            snprintf(path, sizeof path, "%s/2.checkpoint", work);
            if (strcmp(text[i], "mode") == 0)
                damage_mode(path);
            else
                damage(path, text[i]);
        } else {
            for (const char *c = "ab"; *c; c++) { /* both data files, shorter or wrong */
                snprintf(path, sizeof path, "%s/2.%c", work, *c);
                if (i == 5)
                    assert_int_equal(truncate(path, 1000), 0);
                else
                    flip_byte(path, 1000);
            }
        }
        row_seen.watched_layer = 2;
        row_expect_bytes(&b, want, n);
        assert_int_equal(row_seen.first_sweep, 1);
        row_remove(&b);
    }
    free(want);
}

/* ---- files of layers ---- */

static void files_are_removed(void **state)
{
    struct row_build whole = {"ur:finkel", 2, "tidy", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    for (int i = 0; i < 2; i++) {
        struct row_build b = {"ur:finkel", 2, i ? "tidy1" : "tidy2", 1, i ? 1 << 20 : 0,
                              EVERY_SWEEP, 0};
        row_seen.work_folder = row_work_folder(&b);
        row_expect_bytes(&b, want, n);
        row_seen.work_folder = NULL;
    }
    free(want);
}

/* Sets all values of a state to 0; the checksum before them stays. */
static void clear_values(const char *path)
{
    size_t n;
    uint8_t *bytes = file_bytes(path, &n);
    memset(bytes + 8, 0, n - 8);
    file_put(path, bytes, n);
    free(bytes);
}

/* The state of a finished layer that is damaged or missing is not used. */
static void states_damaged(void **state)
{
    struct row_build whole = {"ur:finkel", 2, "states", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    for (int i = 0; i < 3; i++) {
        struct row_build b = {"ur:finkel", 2, "state", 1, 1 << 20, EVERY_SWEEP, 0};
        char path[4200];
        row_killed(&b, 2, 9);
        snprintf(path, sizeof path, "%s/1.state", row_work_folder(&b));
        if (i == 0)
            assert_int_equal(unlink(path), 0);
        else if (i == 1)
            assert_int_equal(truncate(path, 1000), 0);
        else
            clear_values(path);
        row_seen.watched_layer = 1;
        row_expect_bytes(&b, want, n);
        assert_int_equal(row_seen.first_sweep, 1);
        row_remove(&b);
    }
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkpoints),         cmocka_unit_test(history_is_kept),
        cmocka_unit_test(checkpoints_damaged), cmocka_unit_test(files_are_removed),
        cmocka_unit_test(states_damaged),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
