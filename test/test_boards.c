/* SPDX-License-Identifier: MIT */
/* test_boards.c - the drawn boards of every rule set, whatever they look like: they
   fit 60 columns and 14 lines, are plain ASCII or valid UTF-8, are the same text with and
   without colours, and show every difference on the board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "support/walk.h"

enum { POSITIONS = 500, COLUMNS = 60, LINES = 14 };

static void draw(const lus_rules *r, const lus_pos *p, lus_look look,
                 char board[LUS_MAX_BOARD])
{
    int n = lus_draw(r, p, &look, board);
    if (n < 1 || n != (int)strlen(board) || board[n - 1] != '\n')
        fail_at(r, p, "the board is not drawn whole (%d)", n);
}

/* Bytes of the UTF-8 character at `s`; 0 if there is none. */
static int utf8_length(const char *s)
{
    unsigned char c = (unsigned char)*s;
    int n = c < 0x80 ? 1 : (c & 0xe0) == 0xc0 ? 2 : (c & 0xf0) == 0xe0 ? 3 : 0;
    for (int i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

static void expect_fit(const lus_rules *r, const lus_pos *p, const char *board,
                       bool unicode)
{
    int column = 0, lines = 0;
    for (const char *s = board; *s;) {
        int n = utf8_length(s);
        if (n == 0 || (n > 1 && !unicode) || (n == 1 && *s != '\n' && *s < ' '))
            fail_at(r, p, "line %d column %d: byte %#x", lines, column, (unsigned)*s);
        column = *s == '\n' ? 0 : column + 1;
        lines += *s == '\n';
        if (column > COLUMNS || lines > LINES)
            fail_at(r, p, "the board is too large\n%s", board);
        s += n;
    }
}

static void strip_colours(char *board)
{
    char *to = board;
    for (const char *s = board; *s; s++) {
        if (*s == '\033')
            s += strcspn(s, "m");
        else
            *to++ = *s;
    }
    *to = '\0';
}

static void boards_fit(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 14);
    lus_move list[LUS_MAX_MOVES];
    char plain[LUS_MAX_BOARD], coloured[LUS_MAX_BOARD];
    for (int i = 0; i < POSITIONS; i++) {
        walk_next(&w);
        int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, list);
        lus_look look = {.unicode = i & 1};
        if (n > 0) {
            look.last = list[random_below(&w.random, (uint32_t)n)];
            look.last_side = lus_side(&w.pos);
            lus_play(r, &w.pos, throw, look.last);
        }
        draw(r, &w.pos, look, plain);
        expect_fit(r, &w.pos, plain, look.unicode);
        look.color = 1;
        draw(r, &w.pos, look, coloured);
        if (!strstr(coloured, "\033["))
            fail_at(r, &w.pos, "the board has no colour (text_ink)");
        strip_colours(coloured);
        if (strcmp(coloured, plain) != 0)
            fail_at(r, &w.pos, "colours change the text:\n%s%s", plain, coloured);
    }
}

/* Equal except for the side to move, which is not part of the board. */
static bool same_board(const lus_pos *p, const lus_pos *q)
{
    lus_pos turned = *q;
    pos_turn(&turned);
    return !memcmp(p, q, sizeof *p) || !memcmp(p, &turned, sizeof *p);
}

static void boards_differ(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 15);
    char now[LUS_MAX_BOARD], before[LUS_MAX_BOARD];
    lus_pos last;
    lus_look look = {0};
    lus_start(r, &last);
    draw(r, &last, look, before);
    for (int i = 0; i < POSITIONS; i++) {
        walk_next(&w);
        look.unicode = i & 1;
        draw(r, &last, look, before);
        draw(r, &w.pos, look, now);
        if (!strcmp(now, before) && !same_board(&w.pos, &last))
            fail_at(r, &w.pos, "drawn like another position:\n%s", now);
        last = w.pos;
    }
}

/* The last move can be seen on the board it led to. */
static void last_move_is_marked(void **state)
{
    const lus_rules *r = *state;
    struct walk w = walk_on(r, 16);
    lus_move list[LUS_MAX_MOVES];
    char plain[LUS_MAX_BOARD], marked[LUS_MAX_BOARD];
    for (int i = 0; i < POSITIONS; i++) {
        walk_next(&w);
        int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, list);
        if (n <= 0)
            continue;
        lus_look look = {0};
        lus_pos next = w.pos;
        lus_move m = list[random_below(&w.random, (uint32_t)n)];
        lus_play(r, &next, throw, m);
        draw(r, &next, look, plain);
        look.last = m;
        look.last_side = lus_side(&w.pos);
        draw(r, &next, look, marked);
        if (!strcmp(plain, marked))
            fail_at(r, &next, "the last move %#llx does not show", (unsigned long long)m);
    }
}

int main(void)
{
    static const struct rules_test tests[] = {
        {"boards fit", boards_fit},
        {"boards differ", boards_differ},
        {"the last move is marked", last_move_is_marked},
    };
    return run_for_rule_sets(tests, sizeof tests / sizeof tests[0]);
}
