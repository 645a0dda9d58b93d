/* SPDX-License-Identifier: MIT */
/* test_core.c - text builder, scanner, error names, registry of rule sets, hashes and
   random numbers. */
#define _GNU_SOURCE
#include <ctype.h>
#include <limits.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/array.h"
#include "core/hash.h"
#include "core/random.h"
#include "core/registry.h"
#include "os/parallel.h"

/* ---- text ---- */

static void text_builds(void **state)
{
    char buf[64];
    struct text t = text_on(buf, sizeof buf);
    (void)state;
    assert_string_equal(buf, "");
    text_str(&t, "ab");
    text_char(&t, 'c');
    text_bytes(&t, "defg", 2);
    text_fill(&t, '.', 3);
    text_fill(&t, '!', -1);
    assert_string_equal(buf, "abcde...");
    assert_int_equal(t.len, 8);
    assert_false(t.full);
}

static void text_numbers(void **state)
{
    static const struct {
        int64_t value;
        int width;
        const char *text;
    } numbers[] = {
        {0, 0, "0"},
        {7, 3, "  7"},
        {-7, 3, " -7"},
        {123, 2, "123"},
        {INT64_MAX, 0, "9223372036854775807"},
        {10, -5, "10"},
        {INT64_MIN, 21, " -9223372036854775808"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char buf[32];
        struct text t = text_on(buf, sizeof buf);
        text_right(&t, numbers[i].value, numbers[i].width);
        assert_string_equal(buf, numbers[i].text);
    }
}

/* Text that does not fit is dropped and `full` is set; nothing is written past the end. */
static void text_overflows(void **state)
{
    char buf[8] = "#######";
    struct text t = text_on(buf, 5);
    (void)state;
    text_str(&t, "abcd");
    assert_false(t.full);
    text_char(&t, 'e');
    assert_true(t.full);
    assert_string_equal(buf, "abcd");
    assert_memory_equal(buf + 5, "##", 2);
    t = text_on(buf, 1);
    text_str(&t, "");
    assert_false(t.full);
    text_int(&t, 12345);
    assert_true(t.full);
    assert_string_equal(buf, "");
}

/* ---- scan ---- */

static void scan_numbers(void **state)
{
    static const struct {
        const char *text;
        int max, value;
        size_t at;
    } numbers[] = {
        {"0", 9, 0, 1},
        {"7x", 9, 7, 1},
        {"10", 10, 10, 2},
        {"11", 10, -1, 0},
        {"", 9, -1, 0},
        {"-1", 9, -1, 0},
        {" 1", 9, -1, 0},
        {"007", 9, -1, 0},
        {"00", 9, -1, 0},
        {"0x", 0, 0, 1},
        {"1", 0, -1, 0},
        {"+1", 9, -1, 0},
        {"2147483647", INT_MAX, INT_MAX, 10},
        {"2147483648", INT_MAX, -1, 0},
        {"99999999999999999999", INT_MAX, -1, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct scan s = scan_on(numbers[i].text, NULL);
        assert_int_equal(scan_int(&s, numbers[i].max), numbers[i].value);
        assert_int_equal(s.at, numbers[i].at);
    }
}

static void scan_bytes(void **state)
{
    lus_fault fault = {0};
    struct scan s = scan_on("a\xff", &fault);
    (void)state;
    assert_int_equal(scan_peek(&s), 'a');
    assert_false(scan_take(&s, 'b'));
    assert_int_equal(scan_end(&s), LUS_ETEXT);
    assert_int_equal(fault.at, 0);
    assert_true(scan_take(&s, 'a'));
    assert_int_equal(scan_peek(&s), 0xff);
    assert_true(scan_take(&s, '\xff'));
    assert_int_equal(scan_peek(&s), -1);
    assert_false(scan_take(&s, '\0'));
    assert_int_equal(scan_end(&s), 0);
}

static void scan_faults(void **state)
{
    lus_fault fault = {0};
    struct scan s = scan_on("abc", &fault);
    char lengthy[300];
    (void)state;
    scan_take(&s, 'a');
    assert_int_equal(scan_expect(&s, "an x"), LUS_ETEXT);
    assert_int_equal(fault.code, LUS_ETEXT);
    assert_int_equal(fault.at, 1);
    assert_string_equal(fault.expected, "an x");
    memset(lengthy, 'y', sizeof lengthy);
    lengthy[sizeof lengthy - 1] = '\0';
    assert_int_equal(scan_fault(&s, LUS_ERANGE, 3, lengthy), LUS_ERANGE);
    assert_int_equal(strlen(fault.expected), sizeof fault.expected - 1);
    assert_int_equal(fault.at, 3);
    s.fault = NULL;
    assert_int_equal(scan_expect(&s, "nothing to fill"), LUS_ETEXT);
}

static void steps_read_back(void **state)
{
    static const char *const good[] = {"4-6", "0-4", "30-off", "26-off,25-27",
                                       "29-off,30-off,28-off,26-29"};
    static const struct {
        const char *text;
        size_t at;
    } bad[] = {{"", 0},
               {"4", 1},
               {"4-", 2},
               {"4-0", 2},
               {"31-1", 0},
               {"off-4", 0},
               {"4-6,", 4},
               {"4-of", 2},
               {"4-6,5", 5},
               {"4-31", 2},
               {"1-2,3-4,5-6,7-8,9-10", 16}};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct scan s = scan_on(good[i], NULL);
        char buf[64];
        struct text t = text_on(buf, sizeof buf);
        lus_move m;
        assert_int_equal(scan_steps(&s, 30, 4, &m), 0);
        assert_int_equal(scan_end(&s), 0);
        text_steps(&t, m);
        assert_string_equal(buf, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lus_fault fault = {0};
        struct scan s = scan_on(bad[i].text, &fault);
        lus_move m = 42;
        if (scan_steps(&s, 30, 4, &m) != LUS_ETEXT || fault.at != bad[i].at || m != 42)
            fail_msg("'%s' fails at %zu", bad[i].text, fault.at);
    }
}

static void colours_only_when_wanted(void **state)
{
    char buf[64];
    struct text t = text_on(buf, sizeof buf);
    lus_look look = {0};
    (void)state;
    text_ink(&t, &look, INK_BOLD);
    text_symbol(&t, &look, "○", "o");
    assert_string_equal(buf, "o");
    look.color = look.unicode = 1;
    text_ink(&t, &look, INK_BOLD);
    text_symbol(&t, &look, "○", "o");
    text_ink(&t, &look, INK_PLAIN);
    assert_string_equal(buf, "o\033[1m○\033[0m");
}

/* ---- errors ---- */

static void errors_have_names(void **state)
{
    (void)state;
    assert_string_equal(lus_error_name(LUS_EILLEGAL), "EILLEGAL");
    assert_string_equal(lus_error_text(LUS_EILLEGAL), "the move is not legal");
#define NUMBERED(name, number, text)                                                     \
    assert_true(LUS_##name == (number) && LUS_##name < 0);                               \
    assert_string_equal(lus_error_name(number), #name);                                  \
    assert_string_equal(lus_error_text(number), text);
    LUS_ERRORS(NUMBERED)
#undef NUMBERED
    assert_string_equal(lus_error_name(0), "OK");
    assert_string_equal(lus_error_text(12345), "no error");
}

/* ---- the registry ---- */

static void rule_sets_are_found(void **state)
{
    const struct game_info *game;
    int total = 0;
    (void)state;
    for (int g = 0; (game = game_info_at(g)); g++) {
        assert_ptr_equal(lus_rules_find(game->id), &game->sets[0]);
        for (int i = 0; i < game->n_sets; i++, total++) {
            const lus_rules *r = &game->sets[i];
            assert_ptr_equal(lus_rules_at(total), r);
            assert_ptr_equal(lus_rules_find(lus_rules_name(r)), r);
            assert_int_equal(game_index(r), g);
            assert_int_equal(r->index, i);
            assert_memory_equal(r->name, game->id, strlen(game->id));
            assert_int_equal(r->name[strlen(game->id)], ':');
            assert_string_equal(lus_rules_title(r), game->title);
        }
    }
    assert_null(lus_rules_at(total));
    assert_null(lus_rules_at(-1));
    assert_null(game_info_at(-1));
    assert_true(total >= 21);
}

static void aliases_are_found(void **state)
{
    const struct game_info *game;
    int total = 0;
    (void)state;
    for (int g = 0; (game = game_info_at(g)); g++)
        for (const struct rules_alias *a = game->aliases; a && a->name; a++, total++) {
            assert_in_range(a->index, 0, game->n_sets - 1);
            assert_ptr_equal(lus_rules_find(a->name), &game->sets[a->index]);
        }
    assert_true(total >= 1);
    assert_ptr_equal(lus_rules_find("cave:8x5"), lus_rules_find("cave:standard"));
}

static void rule_sets_not_there(void **state)
{
    static const char *const names[] = {"",          "ur:", "ur:finke", "ur:finkel ", ":",
                                        "UR:FINKEL", "u",   "finkel",   "cave:9x5"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_null(lus_rules_find(names[i]));
}

/* Every rule set has two different letters, names, and one line that describes it. */
static void rule_sets_introduce_themselves(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        const char *sides = lus_rules_sides(r);
        assert_int_equal(strlen(sides), 2);
        assert_true(isalpha((unsigned char)sides[0]) && isalpha((unsigned char)sides[1]));
        assert_int_not_equal(sides[0], sides[1]);
        assert_string_not_equal(lus_side_name(r, 0), lus_side_name(r, 1));
        assert_in_range(strlen(lus_rules_about(r)), 10, 72);
        assert_null(strchr(lus_rules_about(r), '\n'));
        assert_in_range(lus_throws(r), 1, LUS_MAX_THROWS);
        assert_int_equal(lus_has_dice(r), lus_throws(r) > 1);
    }
}

static void ends_have_reasons(void **state)
{
    const lus_rules *cave = lus_rules_find("cave"), *ur = lus_rules_find("ur");
    (void)state;
    for (int winner = -1; winner < 2; winner++) {
        lus_end end = {.over = 1, .winner = winner, .reason = LUS_BY_RULE};
        assert_string_equal(end_reason(cave, &end),
                            winner < 0 ? cave->draw_reason : cave->win_reason);
        end.reason = LUS_BY_RESIGNATION;
        assert_string_equal(end_reason(cave, &end), "the other side resigned");
    }
    assert_string_equal(end_reason(ur, &(lus_end){.over = 1, .winner = -1}),
                        "the game is over");
    assert_string_equal(end_reason(ur, &(lus_end){.reason = LUS_BY_NO_MOVE}),
                        "no move is left");
    assert_string_equal(end_reason(ur, &(lus_end){.reason = LUS_BY_REPETITION}),
                        "the position was repeated");
}

/* Nothing is written behind the NUL of a move text, and a board is drawn without colours
   and in ASCII if no look is given. */
static void buffers_and_looks_have_defaults(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    char text[LUS_MAX_TEXT], board[LUS_MAX_BOARD], plain[LUS_MAX_BOARD];
    const lus_look none = {0};
    lus_pos p;
    (void)state;
    lus_start(r, &p);
    memset(text, '#', sizeof text);
    assert_int_equal(lus_move_format(r, &p, move_step(0, 2), text), 3);
    assert_string_equal(text, "0-2");
    assert_int_equal(text[4], '#');
    assert_true(lus_draw(r, &p, NULL, board) > 0);
    assert_true(lus_draw(r, &p, &none, plain) > 0);
    assert_string_equal(board, plain);
}

/* Functions on games refuse a null pointer, and positions and plies that are not there. */
static void games_that_are_not_there(void **state)
{
    lus_game *g = lus_game_new(lus_rules_find("ur"), NULL);
    (void)state;
    assert_null(lus_game_new(NULL, NULL));
    assert_null(lus_game_copy(NULL));
    assert_null(lus_game_rules(NULL));
    assert_null(lus_game_pos(NULL));
    assert_null(lus_game_pos_at(NULL, 0));
    assert_null(lus_game_pos_at(g, -1));
    assert_null(lus_game_pos_at(g, 1));
    assert_int_equal(lus_game_plies(NULL), LUS_ERANGE);
    assert_int_equal(lus_game_throw_at(g, 0), LUS_ERANGE);
    assert_int_equal(lus_game_play(NULL, 1, LUS_PASS), LUS_ERANGE);
    assert_int_equal(lus_game_undo(NULL), LUS_ERANGE);
    assert_int_equal(lus_game_undo(g), LUS_ESTATE);
    assert_int_equal(lus_game_resign(NULL, 0), LUS_ERANGE);
    assert_int_equal(lus_game_resign(g, 2), LUS_ERANGE);
    assert_int_equal(lus_game_resign(g, -1), LUS_ERANGE);
    assert_int_equal(lus_game_end(NULL).over, 0);
    assert_int_equal(lus_game_end(NULL).winner, 0);
    assert_int_equal(lus_game_needs_rolloff(NULL), 0);
    assert_int_equal(lus_game_rolloff(NULL, 1), LUS_ERANGE);
    assert_int_equal(lus_game_rolloff(g, 1), LUS_ESTATE);
    assert_int_equal(lus_game_rolloffs(NULL), LUS_ERANGE);
    assert_int_equal(lus_game_rolloff_at(g, 0), LUS_ERANGE);
    assert_int_equal(lus_game_player(NULL, 0), LUS_ERANGE);
    assert_int_equal(lus_game_player(g, 2), LUS_ERANGE);
    lus_game_free(g);
    lus_game_free(NULL);
}

/* ---- hashes and random numbers ---- */

/* Vectors of the authors of FNV; hash_number is FNV-1a of the lowest byte first. */
static void hashes_are_fnv_1a(void **state)
{
    (void)state;
    assert_true(hash_bytes(HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes(HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_bytes(HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(hash_number(HASH_START, UINT64_C(0x0123456789abcdef)) ==
                UINT64_C(0x37eb3f3347761c55));
}

/* Vectors of the authors of splitmix64 and xoshiro256**. */
static void random_numbers_are_those_published(void **state)
{
    static const uint64_t published[] = {11520,
                                         0,
                                         1509978240,
                                         UINT64_C(1215971899390074240),
                                         UINT64_C(1216172134540287360),
                                         UINT64_C(607988272756665600),
                                         UINT64_C(16172922978634559625)};
    struct random g = {{1, 2, 3, 4}};
    uint64_t seed = 0;
    (void)state;
    assert_true(random_split(&seed) == UINT64_C(0xe220a8397b1dcdaf));
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++)
        assert_true(random_next(&g) == published[i]);
}

/* Recorded seeds must lead to the same games in every version. */
static void random_streams_stay(void **state)
{
    struct random one = random_stream(1, 2), other = random_stream(2, 1);
    (void)state;
    assert_true(one.s[0] == UINT64_C(0xe68e6fc01df08360));
    assert_true(one.s[3] == UINT64_C(0x2a38bbe987fdf051));
    assert_true(other.s[0] == UINT64_C(0x90b96b4dd23bd6eb));
}

static void random_throws_have_their_probabilities(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct random g = random_stream(3, (uint64_t)i);
        int count[16] = {0};
        for (int k = 0; k < 16000; k++)
            count[random_throw(r, &g)]++;
        for (int k = 0; k < lus_throws(r); k++) {
            int expected = 16000 * lus_throw_weight(r, k) / lus_throw_weight_sum(r);
            assert_in_range(count[lus_throw_value(r, k)], expected - 300, expected + 300);
        }
    }
}

/* A seed gives the same throws in every version. */
static void random_throws_stay(void **state)
{
    const lus_rules *ur = lus_rules_find("ur:finkel");
    struct random g = random_stream(1, 2);
    char throws[31];
    (void)state;
    for (int i = 0; i < 30; i++)
        throws[i] = (char)('0' + random_throw(ur, &g));
    throws[30] = '\0';
    assert_string_equal(throws, "232033110122222133121212132312");
    assert_int_equal(random_throw(lus_rules_find("awari"), &g), 0);
}

/* Half of the 64 bits change with each bit of the position. */
static void position_hashes_are_mixed(void **state)
{
    struct random g = random_stream(3, 4);
    (void)state;
    for (int word = 0; word < 3; word++)
        for (int bit = 0; bit < 63; bit++) {
            int changed = 0, low = 0;
            for (int i = 0; i < 64; i++) {
                lus_pos p = {
                    {random_next(&g), random_next(&g), random_next(&g) >> 1, i & 1}};
                uint64_t before = pos_hash(&p);
                p.w[word] ^= UINT64_C(1) << bit;
                changed += __builtin_popcountll(before ^ pos_hash(&p));
                low += __builtin_popcountll((before ^ pos_hash(&p)) & 0xffff);
            }
            if (changed < 64 * 24 || changed > 64 * 40 || low < 64 * 5)
                fail_msg("word %d, bit %d: %d bits of 64 hashes, %d of the low 16", word,
                         bit, changed, low);
        }
}

static void position_hashes_stay(void **state)
{
    lus_pos p = {{1, 2, 3, 1}};
    (void)state;
    assert_int_equal(pos_hash(&p), UINT64_C(0xc712a2a5a5e390ae));
}

/* The number of jobs is the number of processors in the affinity mask. */
static void cores_are_those_we_may_use(void **state)
{
    cpu_set_t all, one;
    size_t cpu = 0;
    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    assert_int_equal(parallel_cores(), CPU_COUNT(&all));
    while (!CPU_ISSET(cpu, &all))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(parallel_cores(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
}

/* ---- arrays ---- */

static void arrays_grow_and_keep_their_elements(void **state)
{
    int *list = NULL;
    size_t cap = 0;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        assert_true(array_reserve(&list, &cap, (size_t)i + 1, sizeof *list));
        assert_true(cap > (size_t)i && cap < 2 * (size_t)i + 2 * ARRAY_FIRST);
        list[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    assert_true(array_reserve(&list, &cap, 5000, sizeof *list)); /* several at once */
    assert_int_equal(cap, 8192);
    assert_int_equal(list[999], 999);
    free(list);
}

/* The number of bytes must not overflow; the array stays. */
static void arrays_too_large_are_refused(void **state)
{
    int *list = NULL;
    size_t cap = 0;
    (void)state;
    assert_true(array_reserve(&list, &cap, 1, sizeof *list));
    int *before = list;
    assert_false(array_reserve(&list, &cap, SIZE_MAX, sizeof *list));
    assert_false(array_reserve(&list, &cap, SIZE_MAX / 4 + 1, sizeof *list));
    assert_ptr_equal(list, before);
    assert_int_equal(cap, ARRAY_FIRST);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_builds),
        cmocka_unit_test(text_numbers),
        cmocka_unit_test(text_overflows),
        cmocka_unit_test(scan_numbers),
        cmocka_unit_test(scan_bytes),
        cmocka_unit_test(scan_faults),
        cmocka_unit_test(steps_read_back),
        cmocka_unit_test(colours_only_when_wanted),
        cmocka_unit_test(errors_have_names),
        cmocka_unit_test(rule_sets_are_found),
        cmocka_unit_test(aliases_are_found),
        cmocka_unit_test(rule_sets_not_there),
        cmocka_unit_test(rule_sets_introduce_themselves),
        cmocka_unit_test(ends_have_reasons),
        cmocka_unit_test(buffers_and_looks_have_defaults),
        cmocka_unit_test(games_that_are_not_there),
        cmocka_unit_test(hashes_are_fnv_1a),
        cmocka_unit_test(random_numbers_are_those_published),
        cmocka_unit_test(random_streams_stay),
        cmocka_unit_test(random_throws_have_their_probabilities),
        cmocka_unit_test(random_throws_stay),
        cmocka_unit_test(position_hashes_are_mixed),
        cmocka_unit_test(position_hashes_stay),
        cmocka_unit_test(cores_are_those_we_may_use),
        cmocka_unit_test(arrays_grow_and_keep_their_elements),
        cmocka_unit_test(arrays_too_large_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
