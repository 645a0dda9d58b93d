/* SPDX-License-Identifier: MIT */
/* test_properties.c - properties of every rule set, on random positions; a new game is
   tested without a change here. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/sample_size.h"
#include "support/walk.h"

/* Positions of each rule set. */
#define POSITIONS sample_size(2000)
#define FEW       (8 + sample_size(32))

/* ---- throws ---- */

static int marked(int sticks)
{
    return __builtin_popcount((unsigned)sticks);
}

/* The weights follow from the sticks; all values are different. */
static void throws(void **state)
{
    const lus_rules *r = *state;
    int ways[128] = {0}, sum = 0, values = 0;
    for (int s = 0; r->dice.sticks && s < 1 << r->dice.sticks; s++)
        ways[r->dice.value_of_marked[marked(s)]]++;
    if (!r->dice.sticks)
        ways[0] = 1;
    for (int i = 0; i < lus_throws(r); i++) {
        int value = lus_throw_value(r, i);
        assert_true(i == 0 || value > lus_throw_value(r, i - 1));
        assert_int_equal(lus_throw_weight(r, i), ways[value]);
        assert_true(lus_is_throw(r, value));
        sum += lus_throw_weight(r, i);
    }
    for (int value = -1; value < 128; value++)
        values += lus_is_throw(r, value);
    assert_int_equal(values, lus_throws(r));
    assert_int_equal(sum, lus_throw_weight_sum(r));
    assert_int_equal(sum, r->dice.sticks ? 1 << r->dice.sticks : 1);
}

static void throws_unknown(void **state)
{
    const lus_rules *r = *state;
    lus_pos p, same;
    lus_move list[LUS_MAX_MOVES], m;
    lus_fault fault;
    lus_start(r, &p);
    same = p;
    for (int t = -2; t < 12; t++) {
        if (lus_is_throw(r, t))
            continue;
        assert_int_equal(lus_moves(r, &p, t, list), LUS_ERANGE);
        assert_int_equal(lus_play(r, &p, t, LUS_PASS), LUS_ERANGE);
        assert_int_equal(lus_move_parse(r, &p, t, "pass", &m, &fault), LUS_ERANGE);
    }
    assert_memory_equal(&p, &same, sizeof p);
}

/* ---- position texts ---- */

static void expect_same_text(const lus_rules *r, const lus_pos *p, int throw)
{
    char text[LUS_MAX_TEXT];
    lus_pos again;
    int read;
    int length = lus_pos_format(r, p, throw, text);
    assert_int_equal(length, strlen(text));
    if (lus_pos_parse(r, text, &again, &read, NULL) < 0)
        fail_at(r, p, "its text is refused");
    if (memcmp(&again, p, sizeof again) != 0)
        fail_at(r, p, "its text is another position, or unused bytes are not zero");
    assert_int_equal(read, r->dice.sticks ? throw : 0);
}

static void position_text(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 2);
    for (int i = 0; i < POSITIONS; i++) {
        walk_next(&w);
        expect_same_text(r, &w.pos, LUS_ANY_THROW);
        expect_same_text(r, &w.pos, any_throw(&w.random, r));
    }
}

/* A text is either rejected, with a fault inside it and no output, or written back equally. */
static void exact_or_refused(const lus_rules *r, const char *text)
{
    static const lus_pos untouched = {{1, 2, 3, 4}};
    char again[LUS_MAX_TEXT];
    lus_pos p = untouched;
    lus_fault fault = {0};
    int throw = 99, code = lus_pos_parse(r, text, &p, &throw, &fault);
    if (code == 0) {
        lus_pos_format(r, &p, throw, again);
        if (strcmp(text, again) != 0)
            fail_msg("%s: '%s' is read as '%s'", lus_rules_name(r), text, again);
    } else if (code != fault.code || fault.at > strlen(text) || !fault.expected[0] ||
               throw != 99 || memcmp(&p, &untouched, sizeof p) != 0) {
        fail_msg("%s: '%s': a bad fault, or something half-read", lus_rules_name(r),
                 text);
    }
}

static void damaged_text(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 3);
    char text[LUS_MAX_TEXT], damaged[LUS_MAX_TEXT];
    for (int i = 0; i < FEW; i++) {
        walk_next(&w);
        int n = lus_pos_format(r, &w.pos, any_throw(&w.random, r), text);
        for (int at = 0; at < n; at++) {
            snprintf(damaged, sizeof damaged, "%.*s", at, text);
            exact_or_refused(r, damaged);
            strcpy(damaged, text);
            for (int byte = 1; byte < 256; byte++) {
                damaged[at] = (char)byte;
                exact_or_refused(r, damaged);
            }
            snprintf(damaged, sizeof damaged, "%.*s%c%s", at, text,
                     "0123456789-:/x"[random_below(&w.random, 14)], text + at);
            exact_or_refused(r, damaged);
        }
    }
}

/* ---- valid positions ---- */

/* The other definition of a valid position: its text is read as the same 32 bytes. */
static bool has_text(const lus_rules *r, const lus_pos *p)
{
    char text[LUS_MAX_TEXT];
    struct text t = text_on(text, sizeof text);
    lus_pos read;
    int throw;
    r->text->format(r, p, &t);
    return lus_pos_parse(r, text, &read, &throw, NULL) == 0 &&
           !memcmp(&read, p, sizeof read);
}

/* Some bits changed, both sides exchanged, a word or all words random. */
static lus_pos forged(struct random *random, const lus_pos *p)
{
    lus_pos q = *p;
    switch (random_below(random, 5)) {
    case 0:
        for (int i = 0; i < 4; i++)
            q.w[i] = random_next(random);
        break;
    case 1:
        q.w[0] = p->w[1];
        q.w[1] = p->w[0];
        break;
    case 2:
        q.w[random_below(random, 4)] = random_next(random);
        break;
    default:
        for (uint32_t n = 1 + random_below(random, 3); n > 0; n--)
            q.w[random_below(random, 4)] ^= UINT64_C(1) << random_below(random, 64);
    }
    return q;
}

static void all_refuse(const lus_rules *r, const lus_pos *p, int throw)
{
    lus_pos q = *p;
    lus_move list[LUS_MAX_MOVES], m;
    int score[2];
    char text[LUS_MAX_BOARD];
    lus_fault fault;
    assert_int_equal(lus_moves(r, p, throw, list), LUS_ERANGE);
    assert_int_equal(lus_play(r, &q, throw, LUS_PASS), LUS_ERANGE);
    assert_int_equal(lus_result(r, p), LUS_ERANGE);
    assert_int_equal(lus_score(r, p, score), LUS_ERANGE);
    assert_int_equal(lus_classic(r, p, 0), 0);
    assert_int_equal(lus_perft(r, p, throw, 2), 0);
    assert_int_equal(lus_pos_format(r, p, throw, text), LUS_ERANGE);
    assert_int_equal(lus_move_format(r, p, LUS_PASS, text), LUS_ERANGE);
    assert_int_equal(lus_move_parse(r, p, throw, "pass", &m, &fault), LUS_ERANGE);
    assert_int_equal(fault.code, LUS_ERANGE);
    assert_int_equal(lus_draw(r, p, NULL, text), LUS_ERANGE);
    assert_null(lus_move_kind(r, p, throw, LUS_PASS));
    assert_non_null(lus_move_refuse(r, p, throw, LUS_PASS));
    assert_null(lus_game_new(r, p));
}

/* Positions reached by play are valid; of forged ones those that have a text are. */
static void positions_are_checked(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 9);
    int refused = 0;
    for (int i = 0; i < POSITIONS; i++) {
        walk_next(&w);
        if (lus_pos_check(r, &w.pos) < 0)
            fail_at(r, &w.pos, "a position reached by play is refused");
        lus_pos q = forged(&w.random, &w.pos);
        bool valid = lus_pos_check(r, &q) == 0;
        if (valid != has_text(r, &q))
            fail_msg("%s: %llx %llx %llx %llx is %svalid", lus_rules_name(r),
                     (unsigned long long)q.w[0], (unsigned long long)q.w[1],
                     (unsigned long long)q.w[2], (unsigned long long)q.w[3],
                     valid ? "" : "not ");
        if (!valid)
            all_refuse(r, &q, any_throw(&w.random, r));
        refused += !valid;
    }
    assert_in_range(refused, POSITIONS / 4, POSITIONS - 1);
}

/* ---- moves ---- */

static void moves_are_distinct(const lus_rules *r, const lus_pos *p, const lus_move *list,
                               int n)
{
    char a[LUS_MAX_TEXT], b[LUS_MAX_TEXT];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            lus_move_format(r, p, list[i], a);
            lus_move_format(r, p, list[j], b);
            if (list[i] == list[j] || !strcmp(a, b))
                fail_at(r, p, "%s is listed twice", a);
        }
}

static void move_reads_back(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move read = LUS_PASS;
    lus_fault fault;
    int n = lus_move_format(r, p, m, text);
    if (n < 1 || n != (int)strlen(text) || m == LUS_PASS)
        fail_at(r, p, "a move without text, or of no steps");
    if (lus_move_parse(r, p, throw, text, &read, &fault) < 0 || read != m)
        fail_at(r, p, "throw %d: move %s is not read back", throw, text);
    if (lus_move_refuse(r, p, throw, m) || !lus_move_kind(r, p, throw, m)[0])
        fail_at(r, p, "throw %d: listed move %s is refused or has no kind", throw, text);
    while (--n >= 0) {
        text[n] = '\0';
        if (lus_move_parse(r, p, throw, text, &read, &fault) == 0 &&
            lus_move_refuse(r, p, throw, read))
            fail_at(r, p, "throw %d: '%s' reads as an illegal move", throw, text);
    }
}

static void move_text(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 4);
    lus_move list[LUS_MAX_MOVES];
    for (int i = 0; i < POSITIONS; i++) {
        walk_next(&w);
        int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, list);
        if (n > LUS_MAX_MOVES)
            fail_at(r, &w.pos, "%d moves", n);
        if (lus_result(r, &w.pos) == LUS_ONGOING)
            assert_int_equal(n, r->count(r, &w.pos, throw));
        moves_are_distinct(r, &w.pos, list, n);
        for (int m = 0; m < n; m++)
            move_reads_back(r, &w.pos, throw, list[m]);
    }
}

/* "U3: ..." */
static bool names_a_rule(const char *why)
{
    size_t digits =
        why && isupper((unsigned char)*why) ? strspn(why + 1, "0123456789") : 0;
    return digits && !strncmp(why + 1 + digits, ": ", 2);
}

/* Only listed moves are played; others leave the position unchanged and have a reason. */
static void try_move(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                     const lus_move *list, int n)
{
    lus_pos next = *p;
    bool listed = n == 0 && m == LUS_PASS;
    for (int i = 0; i < n; i++)
        listed |= list[i] == m;
    int code = lus_play(r, &next, throw, m);
    if (listed ? code < 0 : code != LUS_EILLEGAL)
        fail_at(r, p, "throw %d: move %#llx gives %d", throw, (unsigned long long)m,
                code);
    if (!listed && memcmp(&next, p, sizeof next) != 0)
        fail_at(r, p, "a refused move changed the position");
    const char *why = lus_move_refuse(r, p, throw, m);
    if (listed ? why != NULL : !names_a_rule(why))
        fail_at(r, p, "throw %d: move %#llx: %s", throw, (unsigned long long)m,
                why ? why : "no reason given");
}

static void only_listed_moves(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 5);
    lus_move list[LUS_MAX_MOVES];
    for (int i = 0; i < FEW; i++) {
        do
            walk_next(&w);
        while (lus_result(r, &w.pos) != LUS_ONGOING);
        int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, list);
        for (int from = 0; from < 132; from++)
            for (int to = 0; to < 132; to++)
                try_move(r, &w.pos, throw, move_step(from, to), list, n);
        for (int k = 0; k < 2000; k++) {
            lus_move m = random_next(&w.random) >> random_below(&w.random, 64);
            try_move(r, &w.pos, throw, m, list, n);
            m = n ? list[random_below(&w.random, (uint32_t)n)] : 1;
            m ^= UINT64_C(1) << random_below(&w.random, 64);
            try_move(r, &w.pos, throw, m, list, n);
        }
    }
}

/* ---- invariants of a move ---- */

/* Pieces, stones or bricks in a position text: the sum of its numbers and its letters. */
static int material(const lus_rules *r, const lus_pos *p)
{
    char text[LUS_MAX_TEXT], *at = text;
    int sum = 0;
    lus_pos_format(r, p, LUS_ANY_THROW, text);
    while (*at) {
        if (isdigit((unsigned char)*at)) {
            sum += (int)strtol(at, &at, 10);
        } else {
            sum += isalpha((unsigned char)*at) != 0;
            at++;
        }
    }
    return sum;
}

static int steps_off(lus_move m)
{
    int n = 0;
    for (int i = 0; i < move_steps(m); i++)
        n += move_to(m, i) == LUS_OFF;
    return n;
}

/* How a rule set changes the material; each is true until a move contradicts it. */
struct keeping {
    bool shown;    /* the text always shows everything */
    bool hidden;   /* it shows everything but the pieces borne off */
    bool placed;   /* every move adds one */
    bool off_only; /* the score of the mover is the pieces it bears off */
    int borne_off;
};

static void watch_move(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                       struct keeping *keep)
{
    lus_pos next = *p;
    int side = lus_side(p), off = steps_off(m), before[2], after[2];
    lus_play(r, &next, throw, m);
    lus_score(r, p, before);
    lus_score(r, &next, after);
    int lost = material(r, p) - material(r, &next);
    keep->shown &= lost == 0;
    keep->hidden &= lost == off;
    keep->placed &= lost == -1;
    keep->off_only &= after[side] - before[side] == off && after[!side] == before[!side];
    keep->borne_off += off;
    if (!keep->shown && !keep->hidden && !keep->placed)
        fail_at(r, p, "throw %d: %d pieces or stones disappear", throw, lost);
    if (!keep->off_only && keep->borne_off)
        fail_at(r, p, "throw %d: the score goes from %d-%d to %d-%d", throw, before[0],
                before[1], after[0], after[1]);
}

/* A move keeps all material; if the text does not show pieces borne off, exactly those
   are missing afterwards.  The score of a race game is the pieces borne off. */
static void material_is_kept(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 6);
    struct keeping keep = {true, true, true, true, 0};
    lus_move list[LUS_MAX_MOVES];
    for (int i = 0; i < POSITIONS; i++) {
        walk_next(&w);
        int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, list);
        for (int m = 0; m < n; m++)
            watch_move(r, &w.pos, throw, list[m], &keep);
    }
}

/* The same position with the colours exchanged: own pieces stay own. */
static lus_pos other_colour(const lus_pos *p)
{
    lus_pos q = *p;
    q.w[3] ^= 1;
    return q;
}

/* The same board with exchanged colours has the same moves, results and values. */
static void colours_are_alike(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 7);
    lus_move list[LUS_MAX_MOVES], mirror[LUS_MAX_MOVES];
    for (int i = 0; i < POSITIONS; i++) {
        walk_next(&w);
        lus_pos q = other_colour(&w.pos);
        if (lus_pos_check(r, &q) < 0)
            continue; /* Cave: the number of bricks decides the side to move */
        int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, list);
        assert_int_equal(lus_moves(r, &q, throw, mirror), n);
        assert_memory_equal(list, mirror, sizeof list[0] * (size_t)n);
        assert_int_equal(lus_result(r, &w.pos), lus_result(r, &q));
        assert_int_equal(lus_classic(r, &w.pos, 0), lus_classic(r, &q, 0));
        assert_int_equal(lus_classic(r, &w.pos, 1), lus_classic(r, &q, 1));
        expect_same_text(r, &q, LUS_ANY_THROW);
        for (int m = 0; m < n; m++) {
            lus_pos a = w.pos, b = q;
            assert_int_equal(lus_play(r, &a, throw, list[m]),
                             lus_play(r, &b, throw, list[m]));
            b = other_colour(&b);
            if (memcmp(&a, &b, sizeof a) != 0)
                fail_at(r, &w.pos, "the other colour moves otherwise");
        }
    }
}

/* ---- hot code ---- */

/* Compares the specialised perft with the public functions. */
static uint64_t plain_perft(const lus_rules *r, const lus_pos *p, int throw, int depth)
{
    lus_move list[LUS_MAX_MOVES];
    uint64_t lines = 0;
    if (depth == 0)
        return 1;
    if (lus_result(r, p) != LUS_ONGOING)
        return 0;
    for (int t = 0; t < lus_throws(r); t++) {
        int value = lus_throw_value(r, t);
        if (throw != LUS_ANY_THROW && throw != value)
            continue;
        int n = lus_moves(r, p, value, list);
        if (n == 0)
            list[n++] = LUS_PASS;
        for (int m = 0; m < n; m++) {
            lus_pos next = *p;
            lus_play(r, &next, value, list[m]);
            lines += plain_perft(r, &next, LUS_ANY_THROW, depth - 1);
        }
    }
    return lines;
}

static void perft_is_plain(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 8);
    for (int i = 0; i < FEW; i++) {
        walk_next(&w);
        int throw = any_throw(&w.random, r);
        for (int depth = 0; depth <= 3; depth++) {
            if (lus_perft(r, &w.pos, LUS_ANY_THROW, depth) !=
                plain_perft(r, &w.pos, LUS_ANY_THROW, depth))
                fail_at(r, &w.pos, "perft %d differs", depth);
            if (depth && lus_perft(r, &w.pos, throw, depth) !=
                             plain_perft(r, &w.pos, throw, depth))
                fail_at(r, &w.pos, "perft %d with a throw differs", depth);
        }
    }
}

int main(void)
{
    static const struct rules_test tests[] = {
        {"throws", throws},
        {"unknown throws", throws_unknown},
        {"position text", position_text},
        {"damaged position text", damaged_text},
        {"positions are checked", positions_are_checked},
        {"move text", move_text},
        {"only listed moves", only_listed_moves},
        {"material is kept", material_is_kept},
        {"colours are alike", colours_are_alike},
        {"perft is plain", perft_is_plain},
    };
    return run_for_rule_sets(tests, sizeof tests / sizeof tests[0]);
}
