/* SPDX-License-Identifier: MIT */
/* test_facts_naive.c - every fact about a move, found again by the naive rules of
   test/naive: 10,000 random moves per rule set, compared fact by fact.

   The expected facts come from texts alone: pieces, scores and squares as the reference
   rules read them from a position's text, moves and the positions after them from
   naive_moves.  LUSORIA_POSITIONS makes the sample smaller (sample_size.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/facts.h"
#include "core/registry.h"
#include "naive/naive_game.h"
#include "support/sample_size.h"
#include "support/walk.h"

enum { MOVES = 10000, FACTS = 40, FACT_TEXT = 64, RARE = 50 };

struct fact_list {
    int n;
    char fact[FACTS][FACT_TEXT];
};

static void add_fact(struct fact_list *s, const char *format, ...)
{
    va_list args;
    assert_true(s->n < FACTS);
    va_start(args, format);
    vsnprintf(s->fact[s->n++], FACT_TEXT, format, args);
    va_end(args);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* ---- positions as texts ---- */

/* The move that is checked, and what the reference rules know of its rule set. */
struct checked_move {
    const char *rules;
    bool dice, counts_stones;
    char side, other; /* letters: the mover and the enemy */
    const char *before;
    const struct naive_move *move;
    int throws[8], weights[8], n_throws;
};

static uint64_t pieces(const struct checked_move *at, const char *text, char side)
{
    return at->counts_stones ? 0 : naive_pieces(at->rules, text, side);
}

static int count(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static bool is_over(const struct checked_move *at, const char *text)
{
    char result[8];
    assert_int_equal(naive_result(at->rules, text, result), 0);
    return result[0] != '\0';
}

static bool is_won(const struct checked_move *at, const char *text, char side)
{
    char result[8];
    assert_int_equal(naive_result(at->rules, text, result), 0);
    return result[0] == side && !result[1];
}

/* How much the score of a side grows from one position to the other. */
static int gain(const struct checked_move *at, const char *was, const char *is, char side)
{
    return naive_score(at->rules, is, side) - naive_score(at->rules, was, side);
}

/* ---- the steps of a move's text ---- */

enum { OFF = 99 };

static int read_steps(const char *move, int from[4], int to[4])
{
    int n = 0;
    for (const char *at = move; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        from[n] = atoi(at);
        const char *target = strchr(at, '-') + 1;
        to[n++] = *target == 'o' ? OFF : atoi(target);
    }
    return n;
}

/* ---- what the naive rules say ---- */

/* Names and safety of the squares of one step. */
static void expect_square(const struct checked_move *at, int from, int to,
                          struct fact_list *s)
{
    struct naive_square left = naive_square(at->rules, from), met;
    if (to == OFF)
        return;
    met = naive_square(at->rules, to);
    if (met.name)
        add_fact(s, "lands %d %s", to, met.name);
    else if (left.name && left.shared)
        add_fact(s, "leaves %d %s", from, left.name);
    if (met.safe != left.safe)
        add_fact(s, met.safe ? "safe" : "unsafe");
}

static void expect_doing(const struct checked_move *at, struct fact_list *s)
{
    const char *was = at->before, *is = at->move->after;
    int from[4], to[4], n = at->dice ? read_steps(at->move->move, from, to) : 0;
    if (is_won(at, is, at->side))
        add_fact(s, "wins");
    if (at->counts_stones && gain(at, was, is, at->side) > 0)
        add_fact(s, "takes %d", gain(at, was, is, at->side));
    if (!at->dice)
        return;
    uint64_t there = pieces(at, was, at->other), left = pieces(at, is, at->other);
    if (there & ~left)
        add_fact(s, "%s %d", count(left) < count(there) ? "captures" : "swaps",
                 to[n - 1]);
    if (!at->counts_stones && gain(at, was, is, at->side) > 0)
        add_fact(s, "home %d", gain(at, was, is, at->side));
    if (!is_over(at, is) && is[strlen(is) - 1] == at->side)
        add_fact(s, "again");
    for (int i = 0; i < n; i++) {
        if (to[i] < from[i])
            add_fact(s, "back %d", to[i]);
        if (from[i] == 0)
            add_fact(s, "enters");
        expect_square(at, from[i], to[i], s);
    }
}

struct answers {
    unsigned reach[64], wins, none;
    int n, n_wins, most;
    char taking[48];
};

/* What the enemy could do in a position where it is his turn. */
static void expect_answers(const struct checked_move *at, const char *text,
                           struct answers *a)
{
    static struct naive_move list[NAIVE_MOVES];
    char pass[NAIVE_TEXT];
    memset(a, 0, sizeof *a);
    for (int t = 0; t < at->n_throws; t++) {
        int n = naive_moves(at->rules, text, at->throws[t], list, pass);
        assert_true(n >= 0);
        if (n == 0)
            a->none |= 1u << t;
        for (int i = 0; i < n; i++) {
            char after[NAIVE_TEXT], move[48];
            strcpy(after, list[i].after);
            strcpy(move, list[i].move);
            a->n++;
            if (is_won(at, after, at->other)) {
                a->wins |= 1u << t;
                a->n_wins++;
            }
            if (at->dice) {
                uint64_t gone = pieces(at, text, at->side) & ~pieces(at, after, at->side);
                for (int s = 0; s < 64; s++)
                    a->reach[s] |= (unsigned)(gone >> s & 1) << t;
            }
            int taken = at->counts_stones ? gain(at, text, after, at->other) : 0;
            if (taken > a->most) {
                a->most = taken;
                strcpy(a->taking, move);
            }
        }
    }
}

static void expect_throws(const struct checked_move *at, struct fact_list *s)
{
    const char *is = at->move->after;
    struct answers was, now;
    char turned[NAIVE_TEXT];
    int from[4], to[4], n = read_steps(at->move->move, from, to);
    strcpy(turned, at->before);
    turned[strlen(turned) - 1] = at->other;
    expect_answers(at, turned, &was);
    expect_answers(at, is, &now);
    for (int i = 0; i < n; i++)
        if (was.reach[from[i]] && (to[i] == OFF || !now.reach[to[i]]))
            add_fact(s, "saves %d %x", from[i], was.reach[from[i]]);
    if (now.none & ~was.none)
        add_fact(s, "blocks %x", now.none & ~was.none);
    if (now.wins)
        add_fact(s, "lets win %x %d", now.wins, now.n_wins);
    for (int square = 0; square < 64; square++) {
        bool stood = pieces(at, at->before, at->side) >> square & 1;
        unsigned old = stood ? was.reach[square] : 0, reach = now.reach[square];
        if (reach && (pieces(at, is, at->side) >> square & 1))
            add_fact(s, "%s %d %x", reach & ~old ? "exposes" : "open", square, reach);
    }
}

static bool naive_can_win(const struct checked_move *at, const char *text, char side)
{
    struct naive_move list[NAIVE_MOVES];
    char pass[NAIVE_TEXT];
    int n = naive_moves(at->rules, text, 0, list, pass);
    for (int i = 0; i < n; i++)
        if (is_won(at, list[i].after, side))
            return true;
    return false;
}

static bool expect_stops(const struct checked_move *at)
{
    static struct naive_move list[NAIVE_MOVES];
    char pass[NAIVE_TEXT];
    int n = naive_moves(at->rules, at->before, 0, list, pass);
    for (int i = 0; i < n; i++)
        if (strcmp(list[i].move, at->move->move) != 0 && !is_over(at, list[i].after) &&
            naive_can_win(at, list[i].after, at->other))
            return true;
    return false;
}

static int expect_defences(const struct checked_move *at)
{
    static struct naive_move list[NAIVE_MOVES];
    char pass[NAIVE_TEXT];
    int n = naive_moves(at->rules, at->move->after, 0, list, pass), held = 0;
    for (int i = 0; i < n; i++)
        held += is_over(at, list[i].after) || !naive_can_win(at, list[i].after, at->side);
    return held;
}

/* `deep`: also the facts for which two plies must be tried. */
static void expect_moves(const struct checked_move *at, struct fact_list *s, bool deep)
{
    struct answers now;
    expect_answers(at, at->move->after, &now);
    if (now.n_wins)
        add_fact(s, "lets win 0 %d", now.n_wins);
    if (now.n == 1)
        add_fact(s, "narrows");
    if (now.most)
        add_fact(s, "gives %d %s", now.most, now.taking);
    if (!deep)
        return;
    int held = expect_defences(at);
    if (!now.n_wins && expect_stops(at))
        add_fact(s, "stops");
    if (held == 0)
        add_fact(s, "forces");
    else if (held < now.n)
        add_fact(s, "threatens %d", held);
}

static void expect_special(const struct checked_move *at, struct fact_list *s)
{
    char special[NAIVE_SPECIAL];
    naive_special(at->rules, at->before, at->move, special);
    if (special[0])
        add_fact(s, "special %s", special);
}

/* ---- the facts that the program finds ---- */

static bool is_deep(enum fact_kind kind)
{
    return kind == FACT_STOPS || kind == FACT_FORCES || kind == FACT_THREATENS;
}

static void write_fact(const lus_rules *r, const lus_pos *after, const struct fact *f,
                       struct fact_list *s)
{
    char move[LUS_MAX_TEXT] = "";
    switch (f->kind) {
    case FACT_WINS:
        add_fact(s, "wins");
        return;
    case FACT_CAPTURES:
        add_fact(s, r->score_counts ? "takes %d" : "captures %d",
                 r->score_counts ? f->n : f->square);
        return;
    case FACT_SWAPS:
        add_fact(s, "swaps %d", f->square);
        return;
    case FACT_HOME:
        add_fact(s, "home %d", f->n);
        return;
    case FACT_STOPS:
        add_fact(s, "stops");
        return;
    case FACT_FORCES:
        add_fact(s, "forces");
        return;
    case FACT_THREATENS:
        add_fact(s, "threatens %d", f->n);
        return;
    case FACT_AGAIN:
        add_fact(s, "again");
        return;
    case FACT_LANDS:
        add_fact(s, "lands %d %s", f->square, f->text);
        return;
    case FACT_REMARK:
        add_fact(s, "special %s", f->text);
        return;
    case FACT_SAFE:
        add_fact(s, "safe");
        return;
    case FACT_SAVES:
        add_fact(s, "saves %d %x", f->square, f->throws);
        return;
    case FACT_BLOCKS:
        add_fact(s, "blocks %x", f->throws);
        return;
    case FACT_NARROWS:
        add_fact(s, "narrows");
        return;
    case FACT_ENTERS:
        add_fact(s, "enters");
        return;
    case FACT_LETS_WIN:
        add_fact(s, "lets win %x %d", f->throws, f->n);
        return;
    case FACT_EXPOSES:
        add_fact(s, "exposes %d %x", f->square, f->throws);
        return;
    case FACT_GIVES:
        lus_move_format(r, after, f->reply, move);
        add_fact(s, "gives %d %s", f->n, move);
        return;
    case FACT_LEAVES:
        add_fact(s, "leaves %d %s", f->square, f->text);
        return;
    case FACT_BACK:
        add_fact(s, "back %d", f->square);
        return;
    case FACT_UNSAFE:
        add_fact(s, "unsafe");
        return;
    case FACT_OPEN:
        add_fact(s, "open %d %x", f->square, f->throws);
        return;
    }
}

static void fail_facts(const lus_rules *r, const lus_pos *p, int throw, const char *move,
                       const struct fact_list *found, const struct fact_list *expected)
{
    for (int i = 0; i < found->n; i++)
        fprintf(stderr, "#   found: %s\n", found->fact[i]);
    for (int i = 0; i < expected->n; i++)
        fprintf(stderr, "#   expected: %s\n", expected->fact[i]);
    fail_at(r, p, "throw %d, %s", throw, move);
}

/* One move: the facts that the program finds, and those of the naive rules. */
static void check_move(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                       const struct checked_move *at, bool look_deep)
{
    struct fact fact[MAX_FACTS];
    struct fact_list found = {0}, expected = {0};
    lus_pos after = *p;
    int n = move_facts(r, p, throw, m, fact);
    bool deep = look_deep;
    assert_true(n < MAX_FACTS);
    lus_play(r, &after, throw, m);
    for (int i = 0; i < n; i++) {
        write_fact(r, &after, &fact[i], &found);
        deep = deep || is_deep(fact[i].kind);
        assert_true(i == 0 || fact[i - 1].kind <= fact[i].kind);
    }
    expect_doing(at, &expected);
    expect_special(at, &expected);
    if (!is_over(at, at->move->after)) {
        const char *is = at->move->after;
        if (!at->dice)
            expect_moves(at, &expected, deep);
        else if (is[strlen(is) - 1] != at->side)
            expect_throws(at, &expected);
    }
    qsort(found.fact, (size_t)found.n, FACT_TEXT, by_text);
    qsort(expected.fact, (size_t)expected.n, FACT_TEXT, by_text);
    bool same = found.n == expected.n;
    for (int i = 0; same && i < found.n; i++)
        same = !strcmp(found.fact[i], expected.fact[i]);
    if (!same)
        fail_facts(r, p, throw, at->move->move, &found, &expected);
}

/* A game with many rule sets (the sizes of Cave) is checked on its default; a tenth of
   the moves will do for the others. */
static int moves_wanted(const lus_rules *r)
{
    bool many = game_info_of(r)->n_sets > 4;
    return sample_size(many && r->index ? MOVES / 10 : MOVES);
}

/* The reference rules must know what the engine says of a move. */
static void check_reference(const lus_rules *r)
{
    const struct game_text *text = r->text;
    const char *id = game_info_of(r)->id, *missing = NULL;
    const struct naive_game *game = naive_find(r->name);
    if (!game)
        missing = "reference rules";
    else if (text->summarise && r->dice.sticks && !r->score_counts && !game->pieces)
        missing = "`pieces`, which `summarise` needs";
    else if ((r->score_counts || r->dice.sticks) && !game->score)
        missing = "`score`";
    else if (text->square_info && !game->square)
        missing = "`square`, which `square_info` needs";
    else if (text->special_effect && !game->special)
        missing = "`special`, which `special_effect` needs";
    if (missing)
        fail_msg("%s: test/naive/naive_%s.c has no %s", r->name, id, missing);
}

static void facts_are_true(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 66);
    static struct naive_move list[NAIVE_MOVES];
    lus_move moves[LUS_MAX_MOVES];
    char text[LUS_MAX_TEXT], pass[NAIVE_TEXT];
    struct checked_move at = {.rules = lus_rules_name(r), .before = text};
    check_reference(r);
    at.dice = lus_has_dice(r);
    at.counts_stones = r->score_counts;
    at.n_throws = naive_throws(at.rules, at.throws, at.weights);
    for (int left = moves_wanted(r); left > 0;) {
        walk_next(&w);
        int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, moves);
        if (n <= 0 || lus_result(r, &w.pos) != LUS_ONGOING)
            continue;
        int i = (int)random_below(&w.random, (uint32_t)n);
        lus_pos_format(r, &w.pos, LUS_ANY_THROW, text);
        assert_int_equal(naive_moves(at.rules, text, throw, list, pass), n);
        at.move = &list[i];
        at.side = lus_rules_sides(r)[lus_side(&w.pos)];
        at.other = lus_rules_sides(r)[!lus_side(&w.pos)];
        check_move(r, &w.pos, throw, moves[i], &at, left % RARE == 0);
        left--;
    }
}

int main(void)
{
    static const struct rules_test tests[] = {{"facts are true", facts_are_true}};
    return run_for_rule_sets(tests, 1);
}
