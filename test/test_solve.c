/* SPDX-License-Identifier: MIT */
/* test_solve.c - tables: the index, the values against a solver that shares nothing with
   them but the rules, and files that are whole, resumed, cut short or damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "fuzz/fuzz.h"
#include "solve/fingerprint.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/table.h"
#include "support/brute.h"
#include "support/table_fixture.h"
#include "support/ranks.h"

static const char *const all_ur[] = {"ur:finkel", "ur:blitz", "ur:masters", "ur:aseb"};

/* ---- the index ---- */

static void sizes(void **state)
{
    static const struct {
        const char *name;
        int pieces;
        uint64_t positions;
    } want[] = {{"ur:finkel", 1, 217},        {"ur:finkel", 2, 12869},
                {"ur:finkel", 3, 263121},     {"ur:finkel", 4, 2602822},
                {"ur:finkel", 7, 137870097},  {"ur:blitz", 5, 41243781},
                {"ur:masters", 7, 500929993}, {"ur:aseb", 5, 41243781}};
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const lus_rules *r = lus_rules_find(want[i].name);
        const struct solver *s = solver_of(r);
        void *index = s->index.create(r, want[i].pieces);
        uint64_t sum = 0;
        for (int layer = 0; layer < s->index.layers(index); layer++)
            sum += s->index.layer_size(index, layer);
        assert_int_equal(sum, want[i].positions);
        s->index.destroy(index);
    }
}

static void ranks(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const lus_rules *r = lus_rules_find(all_ur[i]);
        check_ranks(r, solver_of(r)->max_size(r), 100000, 20011);
    }
}

/* ---- values ---- */

/* Every position of the reference against the job, layer by layer. */
static int compare(const struct brute *j, const struct solver *s, const void *index,
                   const void *job, int layer)
{
    int seen = 0;
    for (int i = 0; i < j->n; i++) {
        int there;
        uint64_t rank;
        assert_true(s->index.rank(index, &j->pos[i], &there, &rank));
        if (there != layer)
            continue;
        assert_true(fabs(s->job.unrounded(job, layer, rank) - j->value[i]) < 1e-10);
        seen++;
    }
    assert_int_equal(seen, s->index.layer_size(index, layer));
    return seen;
}

static void against_reference(const lus_rules *r, int pieces, int threads)
{
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, pieces), *job = s->job.create(index, threads);
    struct brute *j = brute_new(r, pieces);
    struct solve_progress progress = {0};
    double residual;
    int seen = 0;
    for (int layer = 0; layer < s->index.layers(index); layer++) {
        assert_int_equal(s->job.solve(job, layer, &progress, &residual), 0);
        assert_true(residual <= 1e-12);
        seen += compare(j, s, index, job, layer);
    }
    assert_int_equal(seen, j->n);
    brute_free(j);
    s->job.destroy(job);
    s->index.destroy(index);
}

static void brute_force(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        against_reference(lus_rules_find(all_ur[i]), 1, 1);
        against_reference(lus_rules_find(all_ur[i]), 2, 3);
    }
}

/* The published fractions, to 12 digits. */
static void fractions(void **state)
{
    static const struct {
        const char *text;
        double value;
    } want[] = {{"0-------------x6:0-------------x6:L", 4.0 / 7},
                {"0------------x-6:0-------------x6:L", 116.0 / 161},
                {"0-------------x6:0------------x-6:L", 74.0 / 161}};
    const lus_rules *r = lus_rules_find("ur:finkel");
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, 1), *job = s->job.create(index, 1);
    struct solve_progress progress = {0};
    double residual;
    (void)state;
    assert_int_equal(s->job.solve(job, 0, &progress, &residual), 0);
    for (int i = 0; i < 3; i++) {
        lus_pos p;
        int layer, throw;
        uint64_t rank;
        lus_fault fault;
        assert_true(lus_pos_parse(r, want[i].text, &p, &throw, &fault) >= 0);
        assert_true(s->index.rank(index, &p, &layer, &rank));
        assert_true(fabs(s->job.unrounded(job, layer, rank) - want[i].value) < 1e-12);
    }
    s->job.destroy(job);
    s->index.destroy(index);
}

/* ---- files ---- */

static void file_put(const char *path, const uint8_t *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

/* Every position found through the folder has the reference value, to half a quantum. */
static void whole(void **state)
{
    char where[128], why[256];
    (void)state;
    if (!frame_able())
        skip();
    struct table *t = table_open(fixture_table("ur:blitz", 2, "whole", 2, NULL), why);
    assert_non_null(t);
    assert_int_equal(table_info(t)->size, 2);
    assert_true(table_info(t)->residual <= 1e-12);
    struct verify_result v;
    assert_int_equal(table_verify(t, 2, &v), 0);
    assert_int_equal(v.wrong, 0);
    assert_int_equal(v.positions, table_info(t)->positions);
    table_close(t);
    snprintf(where, sizeof where, "%s/whole", fixture_folder);
    struct tables *ts = tables_open(where);
    assert_int_equal(tables_count(ts), 1);
    struct brute *j = brute_new(lus_rules_find("ur:blitz"), 2);
    for (int i = 0; i < j->n; i++) {
        double value;
        assert_int_equal(tables_value(ts, j->r, &j->pos[i], &value), 1);
        assert_true(fabs(value - j->value[i]) < 0.5001 / 65535);
        j->pos[i].w[3] = 1; /* Dark's turn, the same view */
        assert_int_equal(tables_value(ts, j->r, &j->pos[i], &value), 1);
        assert_true(fabs(value - j->value[i]) < 0.5001 / 65535);
    }
    lus_pos start;
    double value;
    lus_start(j->r, &start);
    assert_int_equal(tables_value(ts, j->r, &start, &value), 0); /* 5 pieces: not here */
    assert_int_equal(tables_value(ts, lus_rules_find("ur:aseb"), &j->pos[0], &value), 0);
    brute_free(j);
    tables_close(ts);
}

/* Reads all of a file: 1 whole, 0 refused or found damaged; never other numbers. */
static int reads(const char *path, uint16_t *const *want)
{
    char why[256];
    static uint16_t values[FRAME_VALUES];
    struct table *t = table_open(path, why);
    int good = t != NULL;
    for (int layer = 0; good && layer < table_info(t)->layers; layer++)
        for (uint64_t b = 0; good && b < table_layer(t, layer).blocks; b++) {
            int n = table_block(t, layer, b, values);
            good = n >= 0;
            if (good)
                assert_memory_equal(values, want[layer] + table_block_first(t, layer, b),
                                    (size_t)n * sizeof(uint16_t));
        }
    table_close(t);
    return good;
}

/* A flipped bit anywhere, a file cut anywhere, rubbish: refused. */
static void damaged(void **state)
{
    char copy[128], why[256];
    uint16_t **want;
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    const char *path = fixture_table("ur:finkel", 2, "damaged", 1, NULL);
    uint8_t *bytes = file_bytes(path, &n);
    struct table *t = table_open(path, why);
    assert_int_equal(table_load(t, 1, &want), 0);
    snprintf(copy, sizeof copy, "%s/copy.lut", fixture_folder);
    file_put(copy, bytes, n);
    assert_int_equal(reads(copy, want), 1);
    for (size_t at = 0; at < n; at += at < 600 ? 1 : 97) {
        bytes[at] ^= (uint8_t)(1u << at % 8);
        file_put(copy, bytes, n);
        assert_int_equal(reads(copy, want), 0);
        bytes[at] ^= (uint8_t)(1u << at % 8);
    }
    for (size_t cut = 0; cut < n; cut += cut < 600 ? 7 : 331) {
        file_put(copy, bytes, cut);
        assert_int_equal(reads(copy, want), 0);
    }
    table_unload(t, want);
    table_close(t);
    free(bytes);
}

/* Numbers that would overflow, under a checksum that is right. */
static void hostile(void **state)
{
    static const uint64_t numbers[] = {
        0, 1, UINT32_MAX, UINT64_MAX, UINT64_MAX - 47, (uint64_t)1 << 63};
    char copy[128], why[256];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *bytes = file_bytes(fixture_table("ur:finkel", 1, "hostile", 1, NULL), &n);
    size_t text = bytes[12] | (size_t)bytes[13] << 8, head = TABLE_HEAD + text + 32;
    snprintf(copy, sizeof copy, "%s/hostile.lut", fixture_folder);
    for (size_t at = 8; at < head; at += at < 40               ? 4
                                         : at < TABLE_HEAD - 8 ? 8
                                         : at < TABLE_HEAD     ? text + 8
                                                               : 8)
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            uint8_t bad[4096];
            assert_true(n < sizeof bad);
            memcpy(bad, bytes, n);
            for (int k = 0; k < (at < 24 ? 4 : 8); k++)
                bad[at + (size_t)k] = (uint8_t)(numbers[i] >> (8 * k));
            memset(bad + 40, 0, 8);
            uint64_t sum = frame_checksum(bad, head);
            for (int k = 0; k < 8; k++)
                bad[40 + k] = (uint8_t)(sum >> (8 * k));
            if (!memcmp(bad, bytes, n) || at == head - 8)
                continue; /* nothing changed, or the bytes of the residual, which may have any value */
            file_put(copy, bad, n);
            struct table *t = table_open(copy, why);
            assert_null(t);
        }
    free(bytes);
}

/* A byte of a layer is changed and all checksums are corrected: a reader cannot detect it,
   but verify does. */
static int changes_found(const char *game, int size, int layer)
{
    char copy[128], why[256];
    struct verify_result v;
    size_t n;
    int found = 0;
    uint8_t *bytes = file_bytes(fixture_table(game, size, "changed", 1, NULL), &n);
    uint8_t *bad = malloc(n);
    const uint8_t *entry =
        bytes + TABLE_HEAD + get_number(bytes + 12, 4) + (size_t)layer * TABLE_ENTRY;
    size_t at = get_number(entry, 8), end = at + get_number(entry + 8, 8);
    snprintf(copy, sizeof copy, "%s/changed.lut", fixture_folder);
    for (; at < end; at++) {
        memcpy(bad, bytes, n);
        bad[at] ^= 4;
        fuzz_table_fix(bad, n, FUZZ_FIX_ALL);
        file_put(copy, bad, n);
        struct table *t = table_open(copy, why);
        if (t && table_verify(t, 1, &v) == 0 && v.wrong) {
            assert_true(v.largest >= 1);
            found++;
        }
        table_close(t);
    }
    free(bad);
    free(bytes);
    return found;
}

static void verify_finds(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    int ur = changes_found("ur:finkel", 1, 0), awari = changes_found("awari:abapa", 4, 4);
    int cave = changes_found("cave:5x3", 4, 1);
    print_message("changes found: %d in Ur, %d in Awari, %d in a cave\n", ur, awari,
                  cave);
    assert_true(ur >= 20 && awari >= 20 && cave >= 5);
}

/* A position that the index does not know any more. */
static lus_pos removed;

static bool rank_without(const void *index, const lus_pos *p, int *layer, uint64_t *rank)
{
    return memcmp(p->w, removed.w, 3 * sizeof p->w[0]) != 0 &&
           solver_of(lus_rules_find("ur:finkel"))->index.rank(index, p, layer, rank);
}

static bool leads_there(const struct table_info *i, int layer, uint64_t rank)
{
    lus_pos p;
    i->solver->index.unrank(i->index, layer, rank, &p);
    for (int t = 0; t < lus_throws(i->r); t++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = lus_throw_value(i->r, t), n = lus_moves(i->r, &p, throw, list);
        if (n == 0)
            list[n++] = LUS_PASS;
        for (int k = 0; k < n; k++) {
            lus_pos next = p;
            lus_play(i->r, &next, throw, list[k]);
            if (!memcmp(next.w, removed.w, 3 * sizeof next.w[0]))
                return true;
        }
    }
    return false;
}

/* A move out of the table is an error, whichever move comes after it in the list. */
static void verify_leaves(void **state)
{
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    struct table *t = table_open(fixture_table("ur:finkel", 2, "leaves", 1, NULL), why);
    assert_non_null(t);
    struct table_info *info = (struct table_info *)table_info(t);
    const struct solver *real = info->solver;
    struct solver broken = *real;
    broken.index.rank = rank_without;
    for (uint64_t at = 0; at < table_layer(t, 2).positions; at += 1009) {
        struct verify_result v;
        uint64_t want = 0;
        real->index.unrank(info->index, 2, at, &removed);
        for (int layer = 0; layer < info->layers; layer++)
            for (uint64_t rank = 0; rank < table_layer(t, layer).positions; rank++)
                want += leads_there(info, layer, rank);
        info->solver = &broken;
        assert_int_equal(table_verify(t, 1, &v), 0);
        info->solver = real;
        assert_int_equal(v.wrong, want);
    }
    table_close(t);
}

/* The file is cut while it is open: an error, no signal, no value. */
static void cut_while_open(void **state)
{
    char why[256];
    int number = -7;
    (void)state;
    if (!frame_able())
        skip();
    const char *path = fixture_table("ur:finkel", 2, "cut", 1, NULL);
    struct table *t = table_open(path, why);
    assert_non_null(t);
    assert_int_equal(truncate(path, 1000), 0);
    assert_true(table_number(t, 2, 9000, &number) < 0);
    assert_int_equal(number, -7);
    table_close(t);
}

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

/* A layer whose state is lost is of no use: all begins anew. */
static void state_lost(void **state)
{
    char path[160];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *once = file_bytes(fixture_table("ur:finkel", 3, "once", 1, NULL), &n);
    fixture_killed_build("ur:finkel", 3, "lost", 4, 5);
    snprintf(path, sizeof path, "%s/lost/ur-finkel-3.work/2.state", fixture_folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(resume("lost", 1), 0);
    assert_same_file(once, n, fixture_table("ur:finkel", 3, "lost", 1, never));
}

/* A finished layer with a wrong byte in its frames is not copied into the table. */
static void layer_damaged(void **state)
{
    char path[160];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *once = file_bytes(fixture_table("ur:finkel", 3, "once", 1, NULL), &n);
    fixture_killed_build("ur:finkel", 3, "flipped", 4, 5);
    snprintf(path, sizeof path, "%s/flipped/ur-finkel-3.work/1.layer", fixture_folder);
    flip_byte(path, -5);
    assert_in_range(resume("flipped", 1), 0, 1);
    assert_same_file(once, n, fixture_table("ur:finkel", 3, "flipped", 1, never));
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
    flip_byte(path, -3);
    assert_int_equal(resume("rules", 1), 0);
}

/* ---- the fingerprint of the rules ---- */

static const lus_rules *real_rules;

/* Rules that forbid moves of three steps: rare ones (B9). */
static int few_steps(const lus_rules *r, const lus_pos *p, int throw, lus_move *out)
{
    int n = real_rules->moves(real_rules, p, throw, out), kept = 0;
    (void)r;
    for (int i = 0; i < n; i++)
        if (!(out[i] >> 32))
            out[kept++] = out[i];
    return kept;
}

/* Rules without extra throws. */
static int once_only(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    (void)r;
    real_rules->play(real_rules, p, throw, m);
    return 0;
}

static uint64_t fingerprint(const lus_rules *r, int size)
{
    const struct solver *s = solver_of(real_rules);
    void *index = s->index.create(real_rules, size);
    uint64_t print = rules_fingerprint(s, r, index);
    s->index.destroy(index);
    return print;
}

static void fingerprints(void **state)
{
    lus_rules other;
    (void)state;
    if (!frame_able())
        skip();
    real_rules = lus_rules_find("senet:blockade");
    uint64_t print = fingerprint(real_rules, 3);
    assert_true(print == fingerprint(real_rules, 3));
    assert_true(print != fingerprint(real_rules, 2));
    other = *real_rules;
    assert_true(print == fingerprint(&other, 3));
    other.moves = few_steps;
    assert_true(print != fingerprint(&other, 3));
    other = *real_rules;
    other.play = once_only;
    assert_true(print != fingerprint(&other, 3));
    other = *real_rules;
    other.dice.throws[0].weight++;
    assert_true(print != fingerprint(&other, 3));
}

/* A table of other rules is refused, even with all checksums right. */
static void other_rules(void **state)
{
    char copy[128], why[256];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *bytes = file_bytes(fixture_table("ur:finkel", 1, "print", 1, NULL), &n);
    snprintf(copy, sizeof copy, "%s/print.lut", fixture_folder);
    for (int at = TABLE_FINGERPRINT; at < TABLE_FINGERPRINT + 8; at++) {
        bytes[at] ^= 64;
        fuzz_table_fix(bytes, n, FUZZ_FIX_ALL);
        file_put(copy, bytes, n);
        assert_null(table_open(copy, why));
        assert_non_null(
            strstr(why, "built with other rules of ur:finkel; build it again"));
        bytes[at] ^= 64;
    }
    fuzz_table_fix(bytes, n, FUZZ_FIX_ALL);
    file_put(copy, bytes, n);
    struct table *t = table_open(copy, why);
    assert_non_null(t);
    table_close(t);
    free(bytes);
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

/* Killed again and again in the middle of writing: a state, a layer, the table itself.
   Nothing is ever under the final name, and in the end the bytes are the same. */
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

static uint64_t big_endian(const uint8_t *at, int bytes)
{
    uint64_t v = 0;
    for (int i = 0; i < bytes; i++)
        v = v << 8 | at[i];
    return v;
}

/* RoyalUr's format: the published number of entries, start key and value. */
static void royal_ur(void **state)
{
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    struct table *t = table_open(fixture_table("ur:finkel", 2, "rgu", 1, NULL), why);
    char path[128];
    size_t n;
    snprintf(path, sizeof path, "%s/out.rgu", fixture_folder);
    FILE *out = fopen(path, "wb");
    assert_int_equal(table_info(t)->solver->convert(t, "rgu", out), 0);
    fclose(out);
    table_close(t);
    uint8_t *bytes = file_bytes(path, &n);
    assert_memory_equal(bytes, "RGU", 4);
    const uint8_t *maps = bytes + 8 + big_endian(bytes + 4, 4), *keys = maps + 8;
    assert_int_equal(big_endian(maps, 4), 1);
    assert_int_equal(big_endian(maps + 4, 4), 12990);
    assert_int_equal(n, (size_t)(keys - bytes) + 12990 * 6);
    int found = 0;
    for (int i = 0; i < 12990; i++) {
        assert_true(i == 0 ||
                    big_endian(keys + 4 * i, 4) > big_endian(keys + 4 * i - 4, 4));
        if (big_endian(keys + 4 * i, 4) == 75497472) {
            assert_int_equal(big_endian(keys + 4 * 12990 + 2 * i, 2), 33985);
            found++;
        }
    }
    assert_int_equal(found, 1);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(ranks),
        cmocka_unit_test(brute_force),
        cmocka_unit_test(fractions),
        cmocka_unit_test(whole),
        cmocka_unit_test(damaged),
        cmocka_unit_test(hostile),
        cmocka_unit_test(cut_while_open),
        cmocka_unit_test(verify_finds),
        cmocka_unit_test(resumed),
        cmocka_unit_test(killed_while_writing),
        cmocka_unit_test(state_lost),
        cmocka_unit_test(layer_damaged),
        cmocka_unit_test(rules_changed),
        cmocka_unit_test(fingerprints),
        cmocka_unit_test(other_rules),
        cmocka_unit_test(verify_leaves),
        cmocka_unit_test(royal_ur),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
