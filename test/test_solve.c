/* SPDX-License-Identifier: MIT */
/* test_solve.c - tables: the index, the values against a solver that shares only the rules
   with them, `table verify` and the RoyalUr format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "fuzz/fuzz.h"
#include "games/ur/ur.h"
#include "solve/format.h"
#include "solve/fingerprint.h"
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
    assert_int_equal(table_verify(t, &(struct verify_options){.threads = 2}, &v), 0);
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
        if (t && table_verify(t, &(struct verify_options){.threads = 1}, &v) == 0 &&
            v.wrong) {
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
        assert_int_equal(table_verify(t, &(struct verify_options){.threads = 1}, &v), 0);
        info->solver = real;
        assert_int_equal(v.wrong, want);
    }
    table_close(t);
}

/* The positions that a verification asks for, in their order. */
static struct {
    int n, layer[20000];
    uint64_t rank[20000];
} asked;

static void unrank_noted(const void *index, int layer, uint64_t rank, lus_pos *p)
{
    assert_true(asked.n < 20000);
    asked.layer[asked.n] = layer;
    asked.rank[asked.n++] = rank;
    solver_of(lus_rules_find("ur:finkel"))->index.unrank(index, layer, rank, p);
}

/* Verifies a sample; `asked` lists its positions.  Their number. */
static uint64_t noted_sample(struct table *t, uint64_t sample, uint64_t seed)
{
    struct table_info *info = (struct table_info *)table_info(t);
    const struct solver *real = info->solver;
    struct solver noting = *real;
    struct verify_result v;
    noting.index.unrank = unrank_noted;
    asked.n = 0;
    info->solver = &noting;
    assert_int_equal(
        table_verify(
            t, &(struct verify_options){.threads = 1, .sample = sample, .seed = seed},
            &v),
        0);
    info->solver = real;
    assert_int_equal(v.wrong, 0);
    assert_int_equal(v.unchecked, 0);
    assert_int_equal(v.positions, asked.n);
    return v.positions;
}

/* A sample of a layer has one position of each of n equal parts, in order.  Returns how many
   positions of the layer there are. */
static int layer_parts(struct table *t, int layer, int from)
{
    uint64_t size = table_layer(t, layer).positions;
    int n = 0;
    while (from + n < asked.n && asked.layer[from + n] == layer)
        n++;
    for (int i = 0; i < n; i++) {
        uint64_t first = (uint64_t)i * size / (uint64_t)n;
        assert_in_range(asked.rank[from + i], first,
                        ((uint64_t)i + 1) * size / (uint64_t)n - 1);
    }
    return n;
}

/* Where in its part a position is, differs from part to part: of 30 parts or more some are
   in the first and some in the last third. */
static void places_differ(struct table *t, int layer, int from, int n)
{
    double size = (double)table_layer(t, layer).positions;
    int early = 0, late = 0;
    for (int i = 0; i < n; i++) {
        double place = (double)asked.rank[from + i] * n / size - i;
        early += place < 1.0 / 3;
        late += place > 2.0 / 3;
    }
    assert_true(early > 0 && late > 0);
}

/* 1 against 1 has 217 positions, 2 against 1 more, 2 against 2 most. */
static void verify_sample(void **state)
{
    static const uint64_t sizes[] = {1, 3, 100, 600, 1000, 5000};
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    struct table *t = table_open(fixture_table("ur:finkel", 2, "sample", 1, NULL), why);
    assert_non_null(t);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        uint64_t n = noted_sample(t, sizes[k], 7);
        assert_true(n >= sizes[k] && n < sizes[k] + 3);
        int parts[3], at = 0;
        for (int layer = 0; layer < 3; layer++)
            at += parts[layer] = layer_parts(t, layer, at);
        assert_int_equal(at, asked.n);
        assert_int_equal(parts[1], parts[2]);
        assert_int_equal(parts[0], parts[1] < 217 ? parts[1] : 217);
        if (sizes[k] == 100)
            places_differ(t, 2, at - parts[2], parts[2]);
    }
    uint64_t last = asked.rank[asked.n - 1], first = asked.rank[300];
    noted_sample(t, 5000, 7);
    assert_true(asked.rank[asked.n - 1] == last && asked.rank[300] == first);
    noted_sample(t, 5000, 8);
    assert_true(asked.rank[asked.n - 1] != last || asked.rank[300] != first);
    assert_int_equal(noted_sample(t, 20000, 1), table_info(t)->positions);
    table_close(t);
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

/* A table of one piece as RGU: every position of the table once, with its value, and those in
   which Light's piece is off and Dark's piece is in hand or on one of its squares. */
static void check_entries(struct table *t, const uint8_t *bytes, size_t n)
{
    const struct table_info *info = table_info(t);
    uint64_t won = (uint64_t)ur_set(info->r)->length + 1, entries = 0;
    uint64_t expected = 65535 * won, sum = 0;
    const uint8_t *maps = bytes + 8 + big_endian(bytes + 4, 4);
    int n_maps = (int)big_endian(maps, 4);
    uint16_t **value;
    for (int i = 0; i < n_maps; i++)
        entries += big_endian(maps + 4 + 4 * i, 4);
    assert_int_equal(entries, info->positions + won);
    assert_int_equal(n, (size_t)(maps - bytes) + 4 + 4 * (size_t)n_maps + 6 * entries);
    for (uint64_t i = 0; i < entries; i++)
        sum += big_endian(bytes + n - 2 * entries + 2 * i, 2);
    assert_int_equal(table_load(t, 1, &value), 0);
    for (int layer = 0; layer < info->layers; layer++)
        for (uint64_t i = 0; i < table_layer(t, layer).positions; i++)
            expected += value[layer][i];
    table_unload(t, value);
    assert_int_equal(sum, expected);
}

/* The settings in the header, the entries, and the status of a converter that cannot write. */
static void royal_ur_headers(void **state)
{
    static const struct {
        const char *game, *settings;
    } cases[] = {
        {"ur:finkel", "\"board_shape\":\"standard\",\"paths\":\"bell\",\"dice\":"
                      "\"four_binary\",\"start_pieces\":1,\"safe_rosettes\":true,"
                      "\"rosettes_grant_rolls\":true,\"captures_grant_rolls\":false}}"},
        {"ur:blitz", "\"board_shape\":\"standard\",\"paths\":\"masters\",\"dice\":"
                     "\"four_binary\",\"start_pieces\":1,\"safe_rosettes\":false,"
                     "\"rosettes_grant_rolls\":true,\"captures_grant_rolls\":true}}"},
        {"ur:masters", "\"board_shape\":\"standard\",\"paths\":\"masters\",\"dice\":"
                       "\"three_binary_0eq4\",\"start_pieces\":1,\"safe_rosettes\":false,"
                       "\"rosettes_grant_rolls\":true,\"captures_grant_rolls\":false}}"},
        {"ur:aseb", "\"board_shape\":\"aseb\",\"paths\":\"aseb\",\"dice\":"
                    "\"four_binary\",\"start_pieces\":1,\"safe_rosettes\":true,"
                    "\"rosettes_grant_rolls\":true,\"captures_grant_rolls\":false}}"}};
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table *t =
            table_open(fixture_table(cases[i].game, 1, "head", 1, NULL), why);
        const struct solver *s = table_info(t)->solver;
        char *bytes;
        size_t n;
        FILE *out = open_memstream(&bytes, &n);
        assert_int_equal(s->convert(t, "rgb", out), LUS_ERULES);
        assert_int_equal(s->convert(t, "rgu", out), 0);
        fclose(out);
        uint64_t length = big_endian((uint8_t *)bytes + 4, 4);
        char *json = strndup(bytes + 8, (size_t)length);
        assert_true(!strncmp(json, "{\"value_type\":\"percent16\",", 26));
        const char *settings = strstr(json, "\"board_shape\"");
        assert_non_null(settings);
        assert_string_equal(settings, cases[i].settings);
        check_entries(t, (uint8_t *)bytes, n);
        free(json);
        free(bytes);
        out = fopen("/dev/full", "wb");
        assert_non_null(out);
        assert_int_equal(s->convert(t, "rgu", out), LUS_EFILE);
        fclose(out);
        table_close(t);
    }
}

/* Frames of layers with less than 8 pieces have half as many values, so that a probe does not
   take longer. */
static void frames_of_small_blocks(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, 7);
    (void)state;
    for (int own = 1, layer = 0; own <= 7; own++)
        for (int enemy = 1; enemy <= own; enemy++, layer++) {
            int most = 0;
            uint64_t first = 0, size = s->index.layer_size(index, layer);
            for (int i = 0; i < 2000 && first < size; i++) {
                int n = s->packing->frame_values(index, layer, first);
                most = n > most ? n : most;
                first += (unsigned)n;
            }
            assert_true(first <= size);
            assert_in_range(most, own + enemy < 8 ? 1 : FRAME_VALUES / 2 + 1,
                            own + enemy < 8 ? FRAME_VALUES / 2 : FRAME_VALUES);
        }
    s->index.destroy(index);
}

/* The files of single layers are removed. */
static void only_the_table_is_left(void **state)
{
    char folder[4096];
    int files = 0;
    (void)state;
    snprintf(folder, sizeof folder, "%s",
             fixture_table("ur:finkel", 2, "alone", 1, NULL));
    *strrchr(folder, '/') = '\0';
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        files += e->d_name[0] != '.';
    closedir(d);
    assert_int_equal(files, 1);
}

/* Tables of earlier versions have these fingerprints. */
static void fingerprints_stay(void **state)
{
    static const struct {
        const char *game;
        int size;
        uint64_t fingerprint;
    } cases[] = {{"ur:finkel", 2, 0x6dc24d00eb6702ae},
                 {"senet:houses", 1, 0x6a5f6622a7d15357},
                 {"awari:abapa", 4, 0xe6f9e5951524de50}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r = lus_rules_find(cases[i].game);
        const struct solver *s = solver_of(r);
        void *index = s->index.create(r, cases[i].size);
        assert_int_equal(rules_fingerprint(s, r, index), cases[i].fingerprint);
        s->index.destroy(index);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(ranks),
        cmocka_unit_test(brute_force),
        cmocka_unit_test(fractions),
        cmocka_unit_test(whole),
        cmocka_unit_test(verify_finds),
        cmocka_unit_test(verify_leaves),
        cmocka_unit_test(verify_sample),
        cmocka_unit_test(royal_ur),
        cmocka_unit_test(royal_ur_headers),
        cmocka_unit_test(frames_of_small_blocks),
        cmocka_unit_test(only_the_table_is_left),
        cmocka_unit_test(fingerprints_stay),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
