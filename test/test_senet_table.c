/* SPDX-License-Identifier: MIT */
/* test_senet_table.c - tables of Senet: the index, the values against a solver that
   shares nothing with them but the rules, threads and resuming. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "core/random.h"
#include "solve/frame.h"
#include "solve/senet_rows.h"
#include "solve/table.h"

static const char *const games[] = {"senet:houses", "senet:blockade"};

/* ---- the judge: a map from position texts to numbers, no index, no layers ---- */

enum { MAP = 1 << 16, MOST = 23000, CHOICES = 12 };

struct judge {
    const lus_rules *r;
    int n;
    char text[MAP][40];
    int number[MAP];
    lus_pos pos[MOST];
    double value[MOST];
    /* After each throw: what one can choose from; ~i: the other side throws. */
    int next[MOST][LUS_MAX_THROWS][CHOICES], choices[MOST][LUS_MAX_THROWS];
};

/* The side to throw is told as the first one. */
static int number_of(struct judge *j, lus_pos p, bool add)
{
    char text[LUS_MAX_TEXT];
    unsigned at = 2166136261u;
    p.w[3] = 0;
    lus_pos_format(j->r, &p, LUS_ANY_THROW, text);
    for (const char *c = text; *c; c++)
        at = (at ^ (unsigned char)*c) * 16777619u;
    at %= MAP;
    while (j->text[at][0] && strcmp(j->text[at], text) != 0)
        at = (at + 1) % MAP;
    if (!j->text[at][0]) {
        assert_true(add && j->n < MOST);
        snprintf(j->text[at], sizeof j->text[at], "%.39s", text);
        j->number[at] = j->n;
        j->pos[j->n++] = p;
    }
    return j->number[at];
}

/* All boards with pieces on squares a, b of one side and c, d of the other, b = a or
   d = c being one piece, but not both two. */
static void fill(struct judge *j)
{
    for (int a = 0; a < 30; a++)
        for (int b = a; b < 30; b++)
            for (int c = 0; c < 30; c++)
                for (int d = c; d < (b > a ? c + 1 : 30); d++) {
                    char text[40];
                    lus_pos p;
                    int throw;
                    lus_fault fault;
                    if (c == a || c == b || d == a || d == b)
                        continue;
                    memset(text, '-', 30);
                    text[a] = text[b] = j->r->sides[0];
                    text[c] = text[d] = j->r->sides[1];
                    snprintf(text + 30, 10, ":%c", j->r->sides[0]);
                    if (lus_pos_parse(j->r, text, &p, &throw, &fault) >= 0)
                        number_of(j, p, true);
                }
}

static void link_up(struct judge *j, int i)
{
    for (int t = 0; t < lus_throws(j->r); t++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = lus_throw_value(j->r, t);
        int n = lus_moves(j->r, &j->pos[i], throw, list);
        if (n == 0)
            list[n++] = LUS_PASS;
        assert_true(n <= CHOICES);
        for (int k = 0; k < n; k++) {
            lus_pos next = j->pos[i];
            int to = MOST; /* the mover has won */
            assert_true(lus_play(j->r, &next, throw, list[k]) >= 0);
            if (lus_result(j->r, &next) == LUS_ONGOING)
                to = number_of(j, next, false);
            j->next[i][t][k] = lus_side(&next) ? ~to : to;
        }
        j->choices[i][t] = n;
    }
}

static double update(const struct judge *j, int i)
{
    double sum = 0;
    for (int t = 0; t < lus_throws(j->r); t++) {
        double best = 0;
        for (int k = 0; k < j->choices[i][t]; k++) {
            int to = j->next[i][t][k], number = to < 0 ? ~to : to;
            double v = number == MOST ? 1 : j->value[number];
            best = fmax(best, to < 0 && number != MOST ? 1 - v : v);
        }
        sum += best * lus_throw_weight(j->r, t);
    }
    return sum / lus_throw_weight_sum(j->r);
}

static struct judge *judge_new(const lus_rules *r)
{
    struct judge *j = calloc(1, sizeof *j);
    double change = 1;
    assert_non_null(j);
    j->r = r;
    fill(j);
    for (int i = 0; i < j->n; i++) {
        link_up(j, i);
        j->value[i] = 0.5;
    }
    while (change > 1e-14) {
        change = 0;
        for (int i = 0; i < j->n; i++) {
            double v = update(j, i);
            change = fmax(change, fabs(v - j->value[i]));
            j->value[i] = v;
        }
    }
    return j;
}

/* ---- a table solved in memory ---- */

struct solved {
    const lus_rules *r;
    const struct solver *s;
    void *index, *job;
};

static struct solved solved_new(const char *game, int pieces, int layers, int threads)
{
    struct solved t = {.r = lus_rules_find(game)};
    struct solve_progress progress = {0};
    double residual;
    t.s = solver_of(t.r);
    t.index = t.s->index_new(t.r, pieces);
    t.job = t.s->job_new(t.index, threads);
    for (int layer = 0; layer < layers; layer++) {
        assert_int_equal(t.s->solve(t.job, layer, &progress, &residual), 0);
        assert_true(residual <= 1e-12);
    }
    return t;
}

static void solved_free(struct solved *t)
{
    t->s->job_free(t->job);
    t->s->index_free(t->index);
}

static double value_of(const struct solved *t, const lus_pos *p)
{
    int layer;
    uint64_t rank;
    assert_true(t->s->rank(t->index, p, &layer, &rank));
    return t->s->exact(t->job, layer, rank);
}

/* 1 against 1 and 2 against 1, every position. */
static void brute_force(void **state)
{
    (void)state;
    for (int g = 0; g < 2; g++) {
        struct solved t = solved_new(games[g], 2, 2, 1);
        struct judge *j = judge_new(t.r);
        assert_int_equal(j->n, t.s->layer_size(t.index, 0) + t.s->layer_size(t.index, 1));
        for (int i = 0; i < j->n; i++)
            assert_true(fabs(value_of(&t, &j->pos[i]) - j->value[i]) < 1e-11);
        free(j);
        solved_free(&t);
    }
}

/* The numbers of doc/rules/senet.md, to ten digits. */
static void published(void **state)
{
    static const struct {
        const char *game, *text;
        double value;
    } want[] = {
        {"senet:houses", "------------------------BW----:W", 0.5976348303},
        {"senet:houses", "---------------------------WB-:W", 0.4901935152},
        {"senet:houses", "-------------BW---------------:W", 0.5124128325},
        {"senet:blockade", "------------------------DL----:L", 0.7222985520},
        {"senet:blockade", "---------------------------LD-:L", 0.3757516805},
        {"senet:blockade", "-------------DL---------------:L", 0.5581581390},
    };
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        struct solved t = solved_new(want[i].game, 1, 1, 1);
        lus_pos p;
        int throw;
        lus_fault fault;
        assert_true(lus_pos_parse(t.r, want[i].text, &p, &throw, &fault) >= 0);
        assert_true(fabs(value_of(&t, &p) - want[i].value) < 1e-10);
        solved_free(&t);
    }
}

/* ---- the index ---- */

static void sizes(void **state)
{
    static const uint64_t want[] = {812, 165242, 12230750, 437373650, 8560690670};
    const lus_rules *r = lus_rules_find("senet:houses");
    const struct solver *s = solver_of(r);
    (void)state;
    for (int pieces = 1; pieces <= 5; pieces++) {
        void *index = s->index_new(r, pieces);
        uint64_t sum = 0;
        for (int layer = 0; layer < s->layers(index); layer++)
            sum += s->layer_size(index, layer);
        assert_int_equal(sum, want[pieces - 1]);
        s->index_free(index);
    }
}

static void check_rank(const struct solver *s, const void *index, const lus_rules *r,
                       int layer, uint64_t rank)
{
    lus_pos p, read;
    int there, throw;
    uint64_t back;
    char text[LUS_MAX_TEXT];
    lus_fault fault;
    s->unrank(index, layer, rank, &p);
    assert_true(s->rank(index, &p, &there, &back));
    assert_int_equal(there, layer);
    assert_int_equal(back, rank);
    if (rank % 64)
        return; /* texts take longer */
    lus_pos_format(r, &p, LUS_ANY_THROW, text);
    assert_true(lus_pos_parse(r, text, &read, &throw, &fault) >= 0);
    assert_memory_equal(&p, &read, sizeof p);
}

/* Layers up to 3 against 2 whole, larger ones here and there and at their ends. */
static void ranks(void **state)
{
    const lus_rules *r = lus_rules_find("senet:blockade");
    const struct solver *s = solver_of(r);
    void *index = s->index_new(r, 5);
    (void)state;
    for (int layer = 0; layer < s->layers(index); layer++) {
        uint64_t size = s->layer_size(index, layer);
        uint64_t step = size < 3000000 ? 1 : size / 50021;
        for (uint64_t rank = 0; rank < size; rank += step)
            check_rank(s, index, r, layer, rank);
        check_rank(s, index, r, layer, size - 1);
    }
    s->index_free(index);
}

/* The start of a table of all pieces is the game's. */
static void starts(void **state)
{
    const lus_rules *r = lus_rules_find("senet:blockade");
    const struct solver *s = solver_of(r);
    void *index = s->index_new(r, 5);
    lus_pos p, want;
    (void)state;
    s->start(index, &p);
    lus_start(r, &want);
    assert_memory_equal(&p, &want, sizeof p);
    s->index_free(index);
}

/* ---- the loops over lanes: this machine's against the plain ones ---- */

enum { CELLS = 96 };

static void fill_random(struct random *r, double *cell)
{
    for (int i = 0; i < CELLS; i++)
        cell[i] = (double)(random_next(r) >> 11) / (double)(UINT64_C(1) << 53);
}

static void lanes(void **state)
{
    const struct senet_rows *best[2] = {senet_rows(), &senet_rows_plain};
    struct random r = random_stream(5, 0);
    (void)state;
    for (int round = 0; round < 2000; round++) {
        _Alignas(64) double row[CELLS], cell[2][CELLS], sum[CELLS];
        int count = 1 + (int)(random_next(&r) % 70), vecs = (count + 7) / 8;
        struct senet_set_of set = {{0}};
        uint8_t from[CELLS];
        fill_random(&r, row);
        fill_random(&r, sum);
        fill_random(&r, cell[0]);
        memcpy(cell[1], cell[0], sizeof cell[0]);
        for (int i = 0; i < count; i++) {
            set.w[i / 64] |= (random_next(&r) >> 40 & 1) << i % 64;
            from[i] = (uint8_t)(random_next(&r) % (unsigned)count);
        }
        for (int i = 0; i < 2; i++)
            best[i]->raise(cell[i], row, round & 1 ? from : NULL, &set, vecs);
        assert_memory_equal(cell[0], cell[1], sizeof cell[0]);
        double change[2];
        for (int i = 0; i < 2; i++) /* not at the beginning: some before it are read */
            change[i] = best[i]->update(cell[i] + 8, sum, count, round % 5 == 0);
        assert_memory_equal(cell[0], cell[1], sizeof cell[0]);
        assert_true(change[0] == change[1]);
    }
}

/* ---- files ---- */

static char folder[] = "/tmp/lusoria-senet-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static const char *build(const char *game, const char *name, int threads,
                         void (*tell)(const struct solve_progress *))
{
    static char path[4096];
    char where[128], why[256];
    snprintf(where, sizeof where, "%s/%s", folder, name);
    struct solve_options o = {.r = lus_rules_find(game),
                              .size = 2,
                              .threads = threads,
                              .folder = where,
                              .command = "test",
                              .tell = tell};
    if (solve_run(&o, path, sizeof path, why) < 0)
        fail_msg("%s", why);
    return path;
}

static uint8_t *file_bytes(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(*n + 1);
    assert_int_equal(fread(bytes, 1, *n, f), *n);
    fclose(f);
    return bytes;
}

static void kill_in_layer_2(const struct solve_progress *p)
{
    if (p->layer == 2 && p->sweep == 3)
        raise(SIGKILL);
}

/* Killed in the third layer, then the same again with other threads: the same bytes, and
   every value is what its moves make it, through the rules alone. */
static void resumed(void **state)
{
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    for (int g = 0; g < 2; g++) {
        size_t n, m;
        int status;
        uint8_t *once = file_bytes(build(games[g], "once", 1, NULL), &n);
        pid_t child = fork();
        if (child == 0) {
            build(games[g], "killed", 2, kill_in_layer_2);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        const char *path = build(games[g], "killed", 3, NULL);
        uint8_t *twice = file_bytes(path, &m);
        assert_int_equal(n, m);
        assert_memory_equal(once, twice, n);
        free(once);
        free(twice);
        struct table *t = table_open(path, why);
        struct verify_result v;
        assert_non_null(t);
        assert_int_equal(table_verify(t, 2, &v), 0);
        assert_int_equal(v.wrong, 0);
        assert_int_equal(v.positions, 165242);
        table_close(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),       cmocka_unit_test(ranks),
        cmocka_unit_test(starts),      cmocka_unit_test(lanes),
        cmocka_unit_test(brute_force), cmocka_unit_test(published),
        cmocka_unit_test(resumed),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
