/* SPDX-License-Identifier: MIT */
/* test_facts_said.c - every fact said of a move, found again by the naive rules of
   test/naive: 10,000 random moves a rule set, compared fact by fact.

   This side sees nothing but texts: pieces are letters of a position's text, moves and
   what they lead to come from naive_moves.  LUSORIA_POSITIONS sets another number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/facts.h"
#include "naive/naive.h"
#include "support/walk.h"

enum { MOVES = 10000, FACTS = 40, FACT_TEXT = 64, RARE = 50 };

struct said {
    int n;
    char fact[FACTS][FACT_TEXT];
};

static void tell(struct said *s, const char *format, ...)
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

struct place {
    const char *rules;
    bool ur, senet, awari, dice;
    char side, other; /* letters: who moves, and the enemy */
    const char *before;
    const struct naive_move *move;
    int throws[8], weights[8], n_throws;
};

/* Ur: "hand path home" of a side. */
static const char *ur_half(const char *text, char side)
{
    return side == 'L' ? text : strchr(text, ':') + 1;
}

static uint64_t pieces(const struct place *at, const char *text, char side)
{
    uint64_t set = 0;
    const char *half = at->ur ? ur_half(text, side) : text;
    for (int i = 0; half[i] != ':'; i++)
        if (half[i] == (at->ur ? 'x' : side))
            set |= UINT64_C(1) << (at->ur ? i : i + 1);
    return set;
}

static int count(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static bool is_over(const struct place *at, const char *text)
{
    char result[8];
    assert_int_equal(naive_result(at->rules, text, result), 0);
    return result[0] != '\0';
}

static bool is_won(const struct place *at, const char *text, char side)
{
    char result[8];
    assert_int_equal(naive_result(at->rules, text, result), 0);
    return result[0] == side && !result[1];
}

/* Stones in the stores, those of a board without moves shared out (A5). */
static int stones(const struct place *at, const char *text, char side)
{
    static struct naive_move list[NAIVE_MOVES];
    char settled[NAIVE_TEXT];
    int store[2], n = naive_moves(at->rules, text, 0, list, settled);
    const char *tail = n ? text : settled;
    for (int dashes = 0; dashes < 12; tail++)
        dashes += *tail == '-';
    assert_int_equal(sscanf(tail, "%d-%d", &store[0], &store[1]), 2);
    return store[side == 'N'];
}

static int home(const struct place *at, const char *text, char side)
{
    if (at->ur)
        return strchr(ur_half(text, side), ':')[-1] - '0';
    return (strstr(at->rules, "houses") ? 7 : 5) - count(pieces(at, text, side));
}

/* ---- the places of doc/rules, written down again ---- */

static const char *place_name(const struct place *at, int square)
{
    bool fourteen = !strcmp(at->rules, "ur:finkel");
    if (at->ur)
        return square == 4 || square == 8 || square == (fourteen ? 14 : 12) ||
                       square == (fourteen ? 14 : 16)
                   ? "rosette"
                   : NULL;
    return !at->senet     ? NULL
           : square == 15 ? "House of Rebirth"
           : square == 26 ? "House of Happiness"
           : square == 28 ? "House of Three Truths"
           : square == 29 ? "House of Re-Atoum"
           : square == 30 ? "House of Horus"
                          : NULL;
}

static bool place_shared(const struct place *at, int square)
{
    if (!at->ur)
        return true;
    return square >= 5 && (strcmp(at->rules, "ur:finkel") != 0 || square <= 12);
}

static bool place_safe(const struct place *at, int square)
{
    bool safe_rosettes = !strcmp(at->rules, "ur:finkel") || !strcmp(at->rules, "ur:aseb");
    if (at->ur)
        return !place_shared(at, square) || (safe_rosettes && place_name(at, square));
    return !strcmp(at->rules, "senet:blockade") &&
           (square == 26 || square == 28 || square == 29);
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

static void judge_doing(const struct place *at, struct said *s)
{
    const char *was = at->before, *is = at->move->after;
    int from[4], to[4], n = at->dice ? read_steps(at->move->move, from, to) : 0;
    if (is_won(at, is, at->side))
        tell(s, "wins");
    if (at->awari && stones(at, is, at->side) > stones(at, was, at->side))
        tell(s, "takes %d", stones(at, is, at->side) - stones(at, was, at->side));
    if (!at->dice)
        return;
    uint64_t there = pieces(at, was, at->other), left = pieces(at, is, at->other);
    if (there & ~left)
        tell(s, "%s %d", count(left) < count(there) ? "captures" : "swaps", to[n - 1]);
    if (home(at, is, at->side) > home(at, was, at->side))
        tell(s, "home %d", home(at, is, at->side) - home(at, was, at->side));
    if (!is_over(at, is) && is[strlen(is) - 1] == at->side)
        tell(s, "again");
    for (int i = 0; i < n; i++) {
        if (to[i] < from[i])
            tell(s, "back %d", to[i]);
        if (from[i] == 0)
            tell(s, "enters");
        if (to[i] != OFF && place_name(at, to[i]))
            tell(s, "lands %d %s", to[i], place_name(at, to[i]));
        else if (to[i] != OFF && place_name(at, from[i]) && place_shared(at, from[i]))
            tell(s, "leaves %d %s", from[i], place_name(at, from[i]));
        if (to[i] != OFF && place_safe(at, to[i]) != place_safe(at, from[i]))
            tell(s, place_safe(at, to[i]) ? "safe" : "unsafe");
    }
}

static void read_pits(const char *text, int pit[12])
{
    assert_int_equal(sscanf(text, "%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d", &pit[0], &pit[1],
                            &pit[2], &pit[3], &pit[4], &pit[5], &pit[6], &pit[7], &pit[8],
                            &pit[9], &pit[10], &pit[11]),
                     12);
}

static int row_sum(const int pit[12], char side)
{
    int first = side == 'N' ? 6 : 0, sum = 0;
    for (int i = first; i < first + 6; i++)
        sum += pit[i];
    return sum;
}

/* A3: sown stone by stone, everything the enemy then has would be captured (A2). */
static bool is_slam(const struct place *at, int pit[12])
{
    char letter = at->move->move[0];
    int from = letter >= 'a' ? 6 + letter - 'a' : letter - 'A', last = from, taken = 0;
    int hand = pit[from];
    for (pit[from] = 0; hand > 0; hand--) {
        last = (last + 1) % 12;
        last = last == from ? (last + 1) % 12 : last;
        pit[last]++;
    }
    for (; (last >= 6) == (at->other == 'N') && (pit[last] == 2 || pit[last] == 3);
         last = (last + 11) % 12)
        taken += pit[last];
    return taken > 0 && taken == row_sum(pit, at->other);
}

struct answers {
    unsigned reach[64], wins, none;
    int n, n_wins, most;
    char taking[48];
};

/* What the enemy could do in a position where it is his turn. */
static void judge_answers(const struct place *at, const char *text, struct answers *a)
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
            int taken = at->awari
                            ? stones(at, after, at->other) - stones(at, text, at->other)
                            : 0;
            if (taken > a->most) {
                a->most = taken;
                strcpy(a->taking, move);
            }
        }
    }
}

static void judge_throws(const struct place *at, struct said *s)
{
    const char *is = at->move->after;
    struct answers was, now;
    char turned[NAIVE_TEXT];
    int from[4], to[4], n = read_steps(at->move->move, from, to);
    strcpy(turned, at->before);
    turned[strlen(turned) - 1] = at->other;
    judge_answers(at, turned, &was);
    judge_answers(at, is, &now);
    for (int i = 0; i < n; i++)
        if (was.reach[from[i]] && (to[i] == OFF || !now.reach[to[i]]))
            tell(s, "saves %d %x", from[i], was.reach[from[i]]);
    if (now.none & ~was.none)
        tell(s, "blocks %x", now.none & ~was.none);
    if (now.wins)
        tell(s, "lets win %x %d", now.wins, now.n_wins);
    for (int square = 0; square < 64; square++) {
        bool stood = pieces(at, at->before, at->side) >> square & 1;
        unsigned old = stood ? was.reach[square] : 0, reach = now.reach[square];
        if (reach && (pieces(at, is, at->side) >> square & 1))
            tell(s, "%s %d %x", reach & ~old ? "exposes" : "open", square, reach);
    }
}

static bool naive_can_win(const struct place *at, const char *text, char side)
{
    struct naive_move list[NAIVE_MOVES];
    char pass[NAIVE_TEXT];
    int n = naive_moves(at->rules, text, 0, list, pass);
    for (int i = 0; i < n; i++)
        if (is_won(at, list[i].after, side))
            return true;
    return false;
}

static bool judge_stops(const struct place *at)
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

static int judge_defences(const struct place *at)
{
    static struct naive_move list[NAIVE_MOVES];
    char pass[NAIVE_TEXT];
    int n = naive_moves(at->rules, at->move->after, 0, list, pass), held = 0;
    for (int i = 0; i < n; i++)
        held += is_over(at, list[i].after) || !naive_can_win(at, list[i].after, at->side);
    return held;
}

/* `deep`: also what takes a look at two plies. */
static void judge_moves(const struct place *at, struct said *s, bool deep)
{
    struct answers now;
    judge_answers(at, at->move->after, &now);
    if (now.n_wins)
        tell(s, "lets win 0 %d", now.n_wins);
    if (now.n == 1)
        tell(s, "narrows");
    if (now.most)
        tell(s, "gives %d %s", now.most, now.taking);
    if (!deep)
        return;
    int held = judge_defences(at);
    if (!now.n_wins && judge_stops(at))
        tell(s, "stops");
    if (held == 0)
        tell(s, "forces");
    else if (held < now.n)
        tell(s, "threatens %d", held);
}

/* The cells of Cave's text, rows from the top, '-' for an empty one. */
static int read_cells(const char *text, char cell[9][9])
{
    int row = 0, column = 0, size = 0;
    memset(cell, 0, 81);
    for (; *text; text++) {
        if (*text == '/')
            row++, column = 0;
        else if (*text >= '1' && *text <= '9')
            for (int n = *text - '0'; n > 0; n--)
                cell[row][column++] = '-';
        else
            cell[row][column++] = *text;
        size = column > size ? column : size;
    }
    return size;
}

static int longest_row(char cell[9][9], int size, int row, int column, char side)
{
    int longest = 0;
    for (int down = 0; down < 2; down++)
        for (int right = -1; right < 2; right++) {
            int n = 0, r = row, c = column;
            if (!down && right != 1)
                continue;
            while (r >= down && c >= right && c - right < size &&
                   cell[r - down][c - right] == side)
                r -= down, c -= right;
            for (; r < size && c >= 0 && c < size && cell[r][c] == side;
                 r += down, c += right)
                n++;
            longest = n > longest ? n : longest;
        }
    return longest;
}

static void judge_row(const struct place *at, struct said *s)
{
    static const char *const word[] = {"", "", "two", "three", "four"};
    char cell[9][9];
    int size = read_cells(at->move->after, cell), length;
    int column = at->move->move[0] - 'A', row = size - (at->move->move[1] - '0');
    length = strcmp(at->rules, "cave:standard") ? at->rules[7] - '0' : 5;
    int n = longest_row(cell, size, row, column, at->side);
    if (n >= 2 && n < length)
        tell(s, "remark makes %s in a row", word[n]);
}

static void judge_remark(const struct place *at, struct said *s)
{
    int was[12], is[12];
    if (!at->awari && !at->dice)
        judge_row(at, s);
    if (!at->awari)
        return;
    read_pits(at->before, was);
    read_pits(at->move->after, is);
    if (!row_sum(was, at->other) && row_sum(is, at->other))
        tell(s, "remark feeds the empty row");
    else if (strcmp(at->rules, "awari:olympiad") != 0 && is_slam(at, was))
        tell(s, "remark is a grand slam, which takes nothing");
}

/* ---- what is said ---- */

static bool is_deep(enum fact_kind kind)
{
    return kind == FACT_STOPS || kind == FACT_FORCES || kind == FACT_THREATENS;
}

static void write_fact(const lus_rules *r, const lus_pos *after, const struct fact *f,
                       struct said *s)
{
    char move[LUS_MAX_TEXT] = "";
    switch (f->kind) {
    case FACT_WINS:
        tell(s, "wins");
        return;
    case FACT_CAPTURES:
        tell(s, r->score_counts ? "takes %d" : "captures %d",
             r->score_counts ? f->n : f->square);
        return;
    case FACT_SWAPS:
        tell(s, "swaps %d", f->square);
        return;
    case FACT_HOME:
        tell(s, "home %d", f->n);
        return;
    case FACT_STOPS:
        tell(s, "stops");
        return;
    case FACT_FORCES:
        tell(s, "forces");
        return;
    case FACT_THREATENS:
        tell(s, "threatens %d", f->n);
        return;
    case FACT_AGAIN:
        tell(s, "again");
        return;
    case FACT_LANDS:
        tell(s, "lands %d %s", f->square, f->text);
        return;
    case FACT_REMARK:
        tell(s, "remark %s", f->text);
        return;
    case FACT_SAFE:
        tell(s, "safe");
        return;
    case FACT_SAVES:
        tell(s, "saves %d %x", f->square, f->throws);
        return;
    case FACT_BLOCKS:
        tell(s, "blocks %x", f->throws);
        return;
    case FACT_NARROWS:
        tell(s, "narrows");
        return;
    case FACT_ENTERS:
        tell(s, "enters");
        return;
    case FACT_LETS_WIN:
        tell(s, "lets win %x %d", f->throws, f->n);
        return;
    case FACT_EXPOSES:
        tell(s, "exposes %d %x", f->square, f->throws);
        return;
    case FACT_GIVES:
        lus_move_format(r, after, f->reply, move);
        tell(s, "gives %d %s", f->n, move);
        return;
    case FACT_LEAVES:
        tell(s, "leaves %d %s", f->square, f->text);
        return;
    case FACT_BACK:
        tell(s, "back %d", f->square);
        return;
    case FACT_UNSAFE:
        tell(s, "unsafe");
        return;
    case FACT_OPEN:
        tell(s, "open %d %x", f->square, f->throws);
        return;
    }
}

static void fail_facts(const lus_rules *r, const lus_pos *p, int throw, const char *move,
                       const struct said *said, const struct said *true_)
{
    for (int i = 0; i < said->n; i++)
        fprintf(stderr, "#   said: %s\n", said->fact[i]);
    for (int i = 0; i < true_->n; i++)
        fprintf(stderr, "#   true: %s\n", true_->fact[i]);
    fail_at(r, p, "throw %d, %s", throw, move);
}

/* One move: what is said of it, and what is true. */
static void check_move(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                       const struct place *at, bool look_deep)
{
    struct fact fact[MAX_FACTS];
    struct said said = {0}, true_ = {0};
    lus_pos after = *p;
    int n = facts_of(r, p, throw, m, fact);
    bool deep = look_deep;
    assert_true(n < MAX_FACTS);
    lus_play(r, &after, throw, m);
    for (int i = 0; i < n; i++) {
        write_fact(r, &after, &fact[i], &said);
        deep = deep || is_deep(fact[i].kind);
        assert_true(i == 0 || fact[i - 1].kind <= fact[i].kind);
    }
    judge_doing(at, &true_);
    judge_remark(at, &true_);
    if (!is_over(at, at->move->after)) {
        const char *is = at->move->after;
        if (!at->dice)
            judge_moves(at, &true_, deep);
        else if (is[strlen(is) - 1] != at->side)
            judge_throws(at, &true_);
    }
    qsort(said.fact, (size_t)said.n, FACT_TEXT, by_text);
    qsort(true_.fact, (size_t)true_.n, FACT_TEXT, by_text);
    bool same = said.n == true_.n;
    for (int i = 0; same && i < said.n; i++)
        same = !strcmp(said.fact[i], true_.fact[i]);
    if (!same)
        fail_facts(r, p, throw, at->move->move, &said, &true_);
}

/* The sizes Cave is studied in differ in two numbers: a tenth of the moves will do. */
static int moves_wanted(const char *rules)
{
    const char *set = getenv("LUSORIA_POSITIONS");
    bool size = !strncmp(rules, "cave:", 5) && strcmp(rules, "cave:standard") != 0;
    return set ? atoi(set) : size ? MOVES / 10 : MOVES;
}

static void facts_are_true(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 66);
    static struct naive_move list[NAIVE_MOVES];
    lus_move moves[LUS_MAX_MOVES];
    char text[LUS_MAX_TEXT], pass[NAIVE_TEXT];
    struct place at = {.rules = lus_rules_name(r), .before = text};
    at.ur = !strncmp(at.rules, "ur:", 3);
    at.senet = !strncmp(at.rules, "senet:", 6);
    at.awari = !strncmp(at.rules, "awari:", 6);
    at.dice = at.ur || at.senet;
    at.n_throws = naive_throws(at.rules, at.throws, at.weights);
    for (int left = moves_wanted(at.rules); left > 0;) {
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
