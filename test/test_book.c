/* SPDX-License-Identifier: MIT */
/* test_book.c - opening books: file, values, choice, and the build. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "book/book_build.h"
#include "core/random.h"

static const char *const games[] = {"awari:oware", "awari:abapa", "cave:5x4"};
enum { N_GAMES = sizeof games / sizeof games[0] };

static struct book_options options_of(const char *game, int positions)
{
    return (struct book_options){.rules = lus_rules_find(game),
                                 .positions = positions,
                                 .nodes = 300,
                                 .deeper = 900,
                                 .threads = 1};
}

static char *text_of(const struct book *b)
{
    struct buffer out = {0};
    size_t n;
    book_write(&out, b);
    return buffer_take(&out, &n);
}

/* A finished book. */
static struct book *build(const struct book_options *o)
{
    struct book_progress p;
    struct book *b = book_new(o);
    int status;
    while ((status = book_round(b, o, &p)) > 0)
        ;
    assert_int_equal(status, 0);
    return b;
}

static struct book *read_text(const char *text)
{
    struct book *b;
    assert_int_equal(book_read(NULL, text, strlen(text), &b, NULL), 0);
    return b;
}

/* ---- the file ---- */

static void a_file_is_read_as_it_was_written(void **state)
{
    (void)state;
    for (int i = 0; i < N_GAMES; i++) {
        struct book_options o = options_of(games[i], 80);
        struct book *b = build(&o);
        char *text = text_of(b);
        struct book *read = read_text(text);
        char *again = text_of(read);
        assert_string_equal(again, text);
        assert_int_equal(read->n, 80);
        assert_memory_equal(read->entry, b->entry, 80 * sizeof *b->entry);
        book_free(b);
        book_free(read);
        free(text);
        free(again);
    }
}

/* Any byte may be wrong, and the file may end anywhere. */
static void damaged_files_are_refused(void **state)
{
    struct book_options o = options_of("awari:oware", 20);
    struct book *b = build(&o), *read = NULL;
    char *text = text_of(b);
    size_t n = strlen(text);
    lus_fault fault;
    (void)state;
    for (size_t at = 0; at < n; at++) {
        char was = text[at];
        text[at] = (char)(was == '7' ? '8' : '7');
        assert_true(book_read(o.rules, text, n, &read, &fault) < 0);
        text[at] = '\0';
        assert_true(book_read(o.rules, text, n, &read, &fault) < 0);
        assert_true(book_read(o.rules, text, at, &read, &fault) < 0);
        assert_true(fault.expected[0]);
        text[at] = was;
    }
    assert_null(read);
    assert_int_equal(book_read(lus_rules_find("awari"), text, n, &read, &fault),
                     LUS_ERULES);
    assert_string_equal(fault.expected, "awari:abapa");
    book_free(b);
    free(text);
}

/* Nothing behind the NUL of a text is read: there, a good book would follow. */
static void a_comment_without_end_is_refused(void **state)
{
    struct book_options o = options_of("awari:oware", 3);
    struct book *b = build(&o), *read = NULL;
    char *text = text_of(b), *whole = malloc(strlen(text) + 3);
    lus_fault fault = {0};
    (void)state;
    assert_non_null(whole);
    memcpy(whole, "#", 2);
    strcpy(whole + 2, text);
    assert_int_equal(book_read(o.rules, whole, 1, &read, &fault), LUS_ETEXT);
    assert_int_equal(fault.at, 1);
    assert_null(read);
    book_free(b);
    free(text);
    free(whole);
}

/* A file whose hash is right, but whose contents are not. */
static void wrong_entries_are_refused(void **state)
{
    static const struct {
        const char *entry, *expected;
    } wrong[] = {
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 300 5 A=1 B=2 C=3 D=4 E=5 F=6", ""},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 300 5 A=1 B=2 C=3 D=4 E=5", "the next legal"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 300 5 A=1 B=2 C=3 D=4 E=5 F=6 F=7", "the end"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 300 5 B=1 A=2 C=3 D=4 E=5 F=6",
         "the next legal"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 300 5 A=1 B=2 C=3 D=4 E=5 F=x", "a value"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 300 5 A=1 B=2 C=3 D=4 E=5 F=-0", "a value"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 201 300 5 A=1 B=2 C=3 D=4 E=5 F=6", "plies"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 0 5 A=1 B=2 C=3 D=4 E=5 F=6", "a number of"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-1-S 0 300 5 A=1 B=2 C=3 D=4 E=5 F=6", "at most 48"},
        {"0-0-0-0-0-0-0-0-0-0-0-0-25-23-S 0 300 5", "a position with a legal move"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct buffer out = {0};
        lus_fault fault;
        struct book *b = NULL;
        size_t n;
        char end[40];
        buffer_str(&out, "lusoria-book 1 awari:oware nodes 300 deeper 900 positions 1\n");
        buffer_str(&out, wrong[i].entry);
        buffer_str(&out, "\n");
        uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a, as the format says */
        for (size_t k = 0; k < out.len; k++)
            h = (h ^ (unsigned char)out.bytes[k]) * UINT64_C(0x100000001b3);
        snprintf(end, sizeof end, "end %016llx\n", (unsigned long long)h);
        buffer_str(&out, end);
        char *text = buffer_take(&out, &n);
        int status = book_read(NULL, text, n, &b, &fault);
        assert_int_equal(status, wrong[i].expected[0] ? LUS_ETEXT : 0);
        if (status < 0 && !strstr(fault.expected, wrong[i].expected))
            fail_msg("entry %zu: expected %s", i, fault.expected);
        book_free(b);
        free(text);
    }
}

/* ---- values: by recursion, with the public functions only ---- */

static int reference_value(const struct book *b, int at, int move)
{
    const struct book_entry *e = &b->entry[at];
    lus_game *g = lus_game_new(b->rules, &e->pos);
    int next = -1, best = 0;
    assert_int_equal(lus_game_play(g, 0, e->move[move]), 0);
    for (int i = 0; i < b->n; i++)
        if (!memcmp(&b->entry[i].pos, lus_game_pos(g), sizeof(lus_pos)))
            next = i;
    lus_game_free(g);
    if (next < 0 || b->entry[next].ply <= e->ply)
        return e->searched[move];
    for (int i = 0; i < b->entry[next].n; i++) {
        int v = reference_value(b, next, i);
        best = i == 0 || v > best ? v : best;
    }
    return -best;
}

static void values_come_from_below(void **state)
{
    (void)state;
    for (int i = 0; i < N_GAMES; i++) {
        struct book_options o = options_of(games[i], 70);
        struct book *b = build(&o);
        int changed = 0;
        for (int at = 0; at < b->n; at++)
            for (int m = 0; m < b->entry[at].n; m++) {
                assert_int_equal(b->entry[at].value[m], reference_value(b, at, m));
                changed += b->entry[at].value[m] != b->entry[at].searched[m];
            }
        assert_true(changed > 10);
        book_free(b);
    }
}

/* ---- choice ---- */

/* Every legal move is an entry's move, and the chosen one is within the margin of the best. */
static void choices_are_good_and_vary(void **state)
{
    (void)state;
    for (int i = 0; i < N_GAMES; i++) {
        struct book_options o = options_of(games[i], 70);
        struct book *b = build(&o);
        int varied = 0;
        for (int at = 0; at < b->n; at++) {
            const struct book_entry *e = &b->entry[at];
            lus_move list[LUS_MAX_MOVES], m, again, first = 0;
            lus_game *g = lus_game_new(o.rules, &e->pos);
            assert_int_equal(lus_moves(o.rules, &e->pos, 0, list), e->n);
            assert_memory_equal(list, e->move, (size_t)e->n * sizeof *list);
            bool two = false;
            for (uint64_t seed = 0; seed < 20; seed++) {
                assert_true(book_choose(b, g, seed, &m) &&
                            book_choose(b, g, seed, &again));
                assert_true(m == again);
                int k = 0;
                while (k < e->n && e->move[k] != m)
                    k++;
                assert_true(k < e->n);
                assert_true(e->value[k] >= book_best(e) - book_margin(o.rules));
                two = two || (seed && m != first);
                first = m;
            }
            varied += two;
            lus_game_free(g);
        }
        assert_true(varied > 0);
        book_free(b);
    }
}

static void other_positions_are_not_known(void **state)
{
    struct book_options o = options_of("awari:oware", 20);
    struct book *b = build(&o);
    lus_pos start;
    lus_move m;
    (void)state;
    lus_start(lus_rules_find("awari"), &start); /* the same position, other rules */
    lus_game *g = lus_game_new(lus_rules_find("awari"), &start);
    assert_true(book_find(b, &start) >= 0);
    assert_false(book_choose(b, g, 1, &m));
    lus_game_free(g);
    g = lus_game_new(o.rules, &start);
    assert_true(book_choose(b, g, 1, &m));
    for (int i = 0; i < 24; i++) {
        lus_move list[LUS_MAX_MOVES];
        lus_moves(o.rules, lus_game_pos(g), 0, list);
        lus_game_play(g, 0, list[0]);
    }
    assert_false(book_choose(b, g, 1, &m));
    lus_game_free(g);
    book_free(b);
}

/* ---- the build ---- */

static void threads_do_not_matter(void **state)
{
    (void)state;
    for (int i = 0; i < N_GAMES; i++) {
        struct book_options o = options_of(games[i], 70);
        struct book *one = build(&o);
        o.threads = 5;
        struct book *five = build(&o);
        char *a = text_of(one), *b = text_of(five);
        assert_string_equal(a, b);
        book_free(one);
        book_free(five);
        free(a);
        free(b);
    }
}

/* Written and read again after every round. */
static void interruptions_do_not_matter(void **state)
{
    struct book_options o = options_of("awari:oware", 150);
    struct book *whole = build(&o), *b = book_new(&o);
    struct book_progress p;
    int rounds = 0, status;
    (void)state;
    while ((status = book_round(b, &o, &p)) > 0) {
        char *text = text_of(b);
        book_free(b);
        b = read_text(text);
        free(text);
        rounds++;
    }
    assert_int_equal(status, 0);
    assert_true(rounds > 5);
    char *a = text_of(whole), *c = text_of(b);
    assert_string_equal(a, c);
    book_free(whole);
    book_free(b);
    free(a);
    free(c);
}

/* A player of the book, on either side against random moves, meets only positions that the
   longer search has seen, whatever the seed is. */
static void played_positions_are_verified(void **state)
{
    struct book_options o = options_of("awari:oware", 150);
    struct book *b = build(&o);
    int met = 0;
    (void)state;
    for (int seed = 0; seed < 400; seed++) {
        struct random chance = random_stream(7, (uint64_t)seed);
        lus_pos start;
        lus_start(o.rules, &start);
        lus_game *g = lus_game_new(o.rules, &start);
        int at;
        while ((at = book_find(b, lus_game_pos(g))) >= 0) {
            lus_move m =
                b->entry[at].move[random_below(&chance, (uint32_t)b->entry[at].n)];
            if (lus_game_plies(g) % 2 == seed % 2) {
                assert_true(book_choose(b, g, (uint64_t)seed, &m));
                assert_int_equal(b->entry[at].nodes, o.deeper);
                met++;
            }
            lus_game_play(g, 0, m);
        }
        lus_game_free(g);
    }
    assert_true(met > 400);
    book_free(b);
}

/* The positions nearest to best play come first: each position of a small book is also in a
   larger one that was begun with it. */
static void a_book_grows(void **state)
{
    struct book_options o = options_of("awari:abapa", 40);
    struct book *b = build(&o);
    char *small = text_of(b);
    (void)state;
    o.positions = 100;
    struct book_progress p;
    while (book_round(b, &o, &p) > 0)
        ;
    assert_int_equal(b->n, 100);
    struct book *before = read_text(small);
    for (int i = 0; i < before->n; i++)
        assert_true(book_find(b, &before->entry[i].pos) >= 0);
    book_free(before);
    book_free(b);
    free(small);
}

static void a_book_has_a_limit(void **state)
{
    struct book_options o = options_of("cave:5x4", 100000);
    (void)state;
    o.nodes = o.deeper = 100;
    struct book *b = build(&o);
    struct buffer out = {0};
    book_write(&out, b);
    assert_true(out.len > BOOK_BYTES / 2);
    assert_true(out.len <= BOOK_BYTES);
    free(out.bytes);
    book_free(b);
}

/* AddressSanitizer reports what is not freed. */
static void nothing_is_written_after_a_failure(void **state)
{
    struct book_options o = options_of("cave:5x4", 10);
    struct buffer out = {.failed = true};
    (void)state;
    struct book *b = build(&o);
    book_write(&out, b);
    assert_true(out.failed);
    assert_int_equal(out.len, 0);
    book_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_as_it_was_written),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(a_comment_without_end_is_refused),
        cmocka_unit_test(wrong_entries_are_refused),
        cmocka_unit_test(values_come_from_below),
        cmocka_unit_test(choices_are_good_and_vary),
        cmocka_unit_test(other_positions_are_not_known),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(interruptions_do_not_matter),
        cmocka_unit_test(played_positions_are_verified),
        cmocka_unit_test(a_book_grows),
        cmocka_unit_test(a_book_has_a_limit),
        cmocka_unit_test(nothing_is_written_after_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
