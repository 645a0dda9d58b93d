/* SPDX-License-Identifier: MIT */
/* test_memory.c - records, the public library, solvers and the engine when memory runs
   out: the k-th allocation fails, for every k.  Nothing crashes, the error is LUS_EMEMORY,
   and under the sanitizers nothing leaks.  The Makefile makes the linker wrap the
   allocations of this program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "engine/engine_internal.h"
#include "search/tt.h"
#include "record/link.h"
#include "record/ogn.h"
#include "report/review_report.h"
#include "record/rgn.h"
#include "solve/table.h"
#include "support/table_fixture.h"

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

/* Allocations until the one that fails; 0: none fails any more. */
static int failing;

static bool runs_out(void)
{
    return failing > 0 && --failing == 0;
}

void *__wrap_malloc(size_t n)
{
    return runs_out() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return runs_out() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return runs_out() ? NULL : __real_realloc(p, n);
}

static const char file[] =
    "[Game \"ur:finkel\"]\n[First \"A\"]\n[B1 \"\"]\n[B2 \"\"]\n[B3 \"\"]\n[B4 \"\"]\n"
    "[B5 \"\"]\n[B6 \"\"]\n[B7 \"\"]\n[B8 \"\"]\n[Reason \"time\"]\n\n"
    "1. 4/0-4 {hi there} 2/0-2 1... 0/pass 2. 1/2-3 {quiet} 2... 3/0-3 1-0\n\n"
    "[Rules finkel]\n[Light \"x\"]\n[Result \"0-1\"]\n[Reason crash]\n1. A@A1 * A@A3 / 0 "
    "--\n"
    "[StartTime now]\n1. A@A3 / C@C4 2. A3B1 / C4C1 * C1B4 * B4A7 *\n"
    "[Variant \"Oware Abapa\"]\n[South \"x\"]\n[Result \"20-28\"]\n1. F f {c} "
    "20-28\nFfBe\n"
    "[Variant \"awari:abapa\"]\n[FEN \"1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\"]\nA a";

typedef int write_fn(const struct record *r, char **text, size_t *n);

/* True unless memory ran out. */
static bool written(write_fn *write, const struct record *r)
{
    char *text = NULL;
    size_t n;
    int status = write(r, &text, &n);
    free(text);
    assert_true(status == 0 || status == LUS_EMEMORY || status == LUS_ERULES ||
                status == LUS_ESTATE);
    return status != LUS_EMEMORY;
}

static bool linked(const struct record *r)
{
    struct record *again = NULL;
    char *link = link_format(r);
    int status = link ? link_parse(link, &again, NULL) : LUS_EMEMORY;
    assert_true(status == 0 || status == LUS_EMEMORY);
    record_free(again);
    free(link);
    return status == 0;
}

static bool reviewed(const struct record *r)
{
    struct review *v = NULL;
    struct reviewed_game game = {.record = r};
    struct review_report made = {.n = 1, .game = &game};
    struct review_limits limits = {.search.depth = 1};
    limits.search.table = tt_new(1);
    review_limits_of(r, &limits);
    int status = limits.search.table ? review(record_game(r), &limits, &v) : LUS_EMEMORY;
    assert_true(status == 0 || status == LUS_EMEMORY || status == LUS_ESTATE);
    game.review = v;
    struct buffer out = {0};
    review_json(&out, &made);
    review_csv(&out, &made);
    size_t n;
    char *text = buffer_take(&out, &n);
    bool well = text && status != LUS_EMEMORY;
    free(text);
    free(v);
    tt_free(limits.search.table);
    return well;
}

static bool use_record(const struct record *r)
{
    size_t n;
    char *ours = record_write(r, &n);
    bool well = ours != NULL;
    free(ours);
    well &= written(rgn_write, r);
    well &= written(ogn_write, r);
    well &= written(ogn_write_moves, r);
    well &= linked(r);
    well &= reviewed(r);
    return well;
}

static bool use_file(void)
{
    struct record **list = NULL;
    lus_fault fault = {0};
    int count = 0, status = record_read(file, strlen(file), &list, &count, &fault);
    bool well = status == 0;
    assert_true(well || (status == LUS_EMEMORY && fault.code == LUS_EMEMORY && !list));
    for (int i = 0; i < count; i++)
        well &= use_record(list[i]);
    record_list_free(list, count);
    return well;
}

/* ---- the public library ---- */

static const char games[] =
    "[Game \"ur\"]\n\n1. 4/0-4 {a} 2/0-2 1... 0/pass *\n"
    "[Game \"cave:5x3\"]\n\n1. A1 B1 *\n[Game \"awari\"]\n\n1. F *\n";

static bool is_memory(int status)
{
    assert_true(status >= 0 || status == LUS_EMEMORY);
    return status < 0;
}

static bool written_as(const lus_record *r, const char *format)
{
    char *text = NULL;
    bool failed = is_memory(lus_record_write(r, format, &text, NULL));
    lus_free(text);
    return !failed;
}

/* Reads a record, a link and dice; the code of the fault must equal the status. */
static bool read_again(void)
{
    lus_record *r = NULL, *link = NULL;
    lus_dice *d = NULL;
    lus_fault fault = {0};
    int status = lus_record_read(games, sizeof games - 1, &r, &fault);
    if (status == 0)
        status = lus_record_read_link("#g=ur&m=4/0-4", &link, &fault);
    if (status == 0)
        status = lus_dice_new("seed", NULL, &d, &fault);
    assert_int_equal(status, fault.code);
    lus_dice_free(d);
    lus_record_free(link);
    lus_record_free(r);
    return !is_memory(status);
}

/* A game is played, copied and recorded. */
static bool use_games(void)
{
    lus_game *g = lus_game_new(lus_rules_find("ur"), NULL), *copy = NULL;
    lus_record *r = lus_record_new();
    bool well = g && r;
    for (int i = 0; well && i < 20; i++)
        well = !is_memory(lus_game_play(g, 0, LUS_PASS));
    well = well && (copy = lus_game_copy(g));
    for (int i = 0; well && i < 5; i++)
        well = !is_memory(lus_record_add(r, copy));
    well = well && !is_memory(lus_record_set_tag(r, 0, "First", "A")) &&
           !is_memory(lus_record_set_comment(r, 0, 3, "good")) &&
           !is_memory(lus_record_decide(r, 0, 1, "time")) && written_as(r, "lusoria") &&
           written_as(r, "link") && read_again();
    lus_record_free(r);
    lus_game_free(copy);
    lus_game_free(g);
    return well;
}

static bool reviewed_as(const lus_review *v, const char *format)
{
    char *text = NULL;
    bool failed = is_memory(lus_review_write(v, format, &text, NULL));
    lus_free(text);
    return !failed;
}

static bool use_review(void)
{
    lus_search *s = lus_search_new(1);
    lus_record *r = NULL;
    lus_review *v = NULL;
    bool well = s && !is_memory(lus_record_read(games, sizeof games - 1, &r, NULL)) &&
                !is_memory(lus_review_new(s, r, &(lus_limits){.depth = 1}, &v)) &&
                reviewed_as(v, "json") && reviewed_as(v, "csv") && reviewed_as(v, "html");
    lus_review_free(v);
    lus_record_free(r);
    lus_search_free(s);
    return well;
}

static bool analysed(lus_search *s, const lus_game *g, int thrown)
{
    lus_analysis *a = NULL;
    lus_move best;
    bool well = !is_memory(lus_search_move(s, g, 2, &(lus_limits){.depth = 2}, &best)) &&
                !is_memory(lus_analyse(s, g, thrown, &(lus_limits){.depth = 2}, &a));
    char *json = lus_analysis_json(a, NULL);
    well = well && json;
    lus_free(json);
    lus_analysis_free(a);
    return well;
}

static bool use_analysis(void)
{
    lus_game *g = lus_game_new(lus_rules_find("ur"), NULL);
    lus_search *s = lus_search_new(1);
    bool well = g && s && analysed(s, g, 2) && analysed(s, g, LUS_ANY_THROW);
    lus_search_free(s);
    lus_game_free(g);
    return well;
}

/* ---- every allocation ---- */

/* Lets one allocation after the other fail; returns how many there were.  `all`: each
   failure is reported. */
static int fail_each(bool (*use)(void), bool all)
{
    int k = 0;
    bool reached = true;
    while (reached) {
        failing = ++k;
        bool well = use();
        reached = failing == 0;
        failing = 0;
        assert_true(reached ? !well || !all : well);
    }
    return k - 1;
}

static void records_run_out(void **state)
{
    (void)state;
    assert_true(fail_each(use_file, true) > 100);
}

static void library_runs_out(void **state)
{
    (void)state;
    assert_true(fail_each(use_games, true) > 40);
    assert_true(fail_each(use_review, true) > 40);
    /* The lines of an analysis become shorter instead. */
    assert_true(fail_each(use_analysis, false) > 10);
}

/* ---- a solver ---- */

#ifdef WITH_TABLES

/* Solves a small game.  Returns false if memory ran out; otherwise the table is that of a
   run with enough memory. */
static bool solve_small(const char *game, int size, const uint8_t *wanted,
                        size_t n_wanted)
{
    char path[4096], why[256] = "", folder[4200];
    struct solve_options o = {.r = lus_rules_find(game),
                              .size = size,
                              .threads = 1,
                              .folder = folder,
                              .command = "test"};
    snprintf(folder, sizeof folder, "%s/out", fixture_folder);
    int status = solve_run(&o, path, sizeof path, why);
    int left = failing;
    failing = 0;
    if (status < 0 && status != LUS_EMEMORY)
        fail_msg("%s: status %d, %s", game, status, why);
    if (status == 0) {
        size_t n;
        uint8_t *bytes = file_bytes(path, &n);
        assert_int_equal(n, n_wanted);
        assert_memory_equal(bytes, wanted, n);
        free(bytes);
        unlink(path);
    }
    failing = left;
    return status == 0;
}

static void solvers_run_out(void **state)
{
    static const struct {
        const char *game;
        int size;
    } cases[] = {{"ur:finkel", 1}, {"senet:houses", 1}, {"awari:abapa", 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t n;
        const char *path = fixture_table(cases[i].game, cases[i].size, "whole", 1, NULL);
        uint8_t *wanted = file_bytes(path, &n);
        bool reached = true;
        int k = 0;
        while (reached) {
            failing = ++k;
            solve_small(cases[i].game, cases[i].size, wanted, n);
            reached = failing == 0;
            failing = 0;
        }
        assert_true(k > 10);
        free(wanted);
    }
}

#endif

/* ---- the engine ---- */

/* ---- reading tables ---- */

/* True unless memory ran out. */
static bool use_table(const char *path, const int *wanted)
{
    char why[256] = "";
    struct verify_result v;
    uint16_t **value;
    int number = 0;
    struct table *t = table_open(path, why);
    if (!t) {
        assert_non_null(strstr(why, "out of memory"));
        return false;
    }
    int layer = table_info(t)->layers - 1, got = table_number(t, layer, 5, &number);
    assert_true(got == LUS_EMEMORY || (got >= 0 && number == *wanted));
    int loaded = table_load(t, 1, &value);
    assert_true(loaded == 0 || loaded == LUS_EMEMORY);
    if (loaded == 0)
        table_unload(t, value);
    int verified = table_verify(t, &(struct verify_options){.threads = 1}, &v);
    assert_true(verified == LUS_EMEMORY || (verified == 0 && v.wrong == 0));
    table_close(t);
    return got >= 0 && loaded == 0 && verified == 0;
}

static void tables_run_out(void **state)
{
    static const char *const names[] = {"ur:finkel", "awari:abapa"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[4096], why[256];
        int wanted, k = 0;
        bool reached = true;
        snprintf(path, sizeof path, "%s", fixture_table(names[i], 2, "read", 1, NULL));
        struct table *t = table_open(path, why);
        assert_non_null(t);
        assert_true(table_number(t, table_info(t)->layers - 1, 5, &wanted) >= 0);
        table_close(t);
        while (reached) {
            failing = ++k;
            bool complete = use_table(path, &wanted);
            reached = failing == 0;
            failing = 0;
            assert_true(complete != reached);
        }
        assert_true(k > 10);
    }
}

/* Executes a line as if it had been read; the line itself is always allocated. */
static void send_line(struct engine *e, const char *text, int search)
{
    size_t n = strlen(text);
    struct queued_line *line = __real_malloc(sizeof *line + n + 1);
    *line = (struct queued_line){.search = search, .n = n};
    memcpy(line->line, text, n + 1);
    uci_execute(e, line);
    free(line);
}

static bool no_immediate_answer(void *arg, const char *line)
{
    (void)arg;
    (void)line;
    return false;
}

/* A game for which there is no memory is an error, not a NULL pointer. */
static void engine_runs_out(void **state)
{
    FILE *out = tmpfile();
    bool complete = false;
    (void)state;
    for (int k = 1; !complete; k++) {
        struct engine e = {.output = out,
                           .threads = 1,
                           .table_mb = 1,
                           .nodes = 1000,
                           .spec = {.kind = PLAYER_AI}};
        char answers[4096];
        line_queue_init(&e.queue, no_immediate_answer, NULL);
        player_open(&e.player, &e.spec, 0, &e.queue.stop);
        rewind(out);
        failing = k;
        uci_identify(&e, DIALECT_UCI);
        send_line(&e, "go depth 1", 1);
        send_line(&e, "ucinewgame", 0);
        send_line(&e, "position startpos moves Ff", 0);
        send_line(&e, "go depth 2", 2);
        complete = failing > 0;
        failing = 0;
        engine_set_game(&e, NULL, 0);
        player_close(&e.player);
        long n = ftell(out);
        rewind(out);
        n = (long)fread(answers, 1,
                        (size_t)n < sizeof answers - 1 ? (size_t)n : sizeof answers - 1,
                        out);
        answers[n] = '\0';
        const char *first = strstr(answers, "bestmove");
        bool both = first && strstr(first + 1, "bestmove");
        if (!both && !strstr(answers, "EMEMORY"))
            fail_msg("allocation %d: %s", k, answers);
        assert_true(k < 1000);
    }
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_run_out),
        cmocka_unit_test(library_runs_out),
#ifdef WITH_TABLES
        cmocka_unit_test_setup_teardown(solvers_run_out, fixture_setup, fixture_teardown),
        cmocka_unit_test_setup_teardown(tables_run_out, fixture_setup, fixture_teardown),
#endif
        cmocka_unit_test(engine_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
