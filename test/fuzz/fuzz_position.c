/* SPDX-License-Identifier: MIT */
/* fuzz_position.c - parses a position: rule set, position text.  A valid one is written
   and parsed again, drawn, and every legal move leads to another valid one. */
#include <string.h>
#include "fuzz.h"

static void check_text(const lus_rules *r, const lus_pos *p, int throw)
{
    char text[LUS_MAX_TEXT], again[LUS_MAX_TEXT];
    lus_pos read;
    int told, n = lus_pos_format(r, p, throw, text);
    REQUIRE(n > 0 && n == (int)strlen(text) && n < LUS_MAX_TEXT - 1);
    REQUIRE(lus_pos_parse(r, text, &read, &told, NULL) == 0);
    REQUIRE(!memcmp(&read, p, sizeof read));
    REQUIRE(told == throw);
    lus_pos_format(r, &read, told, again);
    REQUIRE(!strcmp(text, again));
}

static void check_board(const lus_rules *r, const lus_pos *p)
{
    char board[LUS_MAX_BOARD];
    for (int look = 0; look < 4; look++) {
        lus_look l = {.unicode = look & 1, .color = look >> 1};
        REQUIRE(lus_draw(r, p, &l, board) > 0);
    }
}

static void check_moves(const lus_rules *r, const lus_pos *p, int throw)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list);
    REQUIRE(n >= 0 && n <= LUS_MAX_MOVES);
    REQUIRE(n == 0 || lus_result(r, p) == LUS_ONGOING);
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        REQUIRE(lus_move_refuse(r, p, throw, list[i]) == NULL);
        REQUIRE(lus_play(r, &next, throw, list[i]) >= 0);
        check_text(r, &next, lus_has_dice(r) ? LUS_ANY_THROW : 0);
    }
}

int fuzz_position(const uint8_t *data, size_t size)
{
    static struct fuzz_lines in;
    lus_pos p, before;
    lus_fault fault = {0};
    int throw = 77;
    memset(&before, 0x5a, sizeof before);
    p = before;
    if (!fuzz_split(&in, 2, data, size))
        return 0;
    const lus_rules *r = lus_rules_find(in.line[0]);
    if (!r)
        return 0;
    int status = lus_pos_parse(r, in.line[1], &p, &throw, &fault);
    if (status < 0) {
        fuzz_check_fault(&fault, status, strlen(in.line[1]));
        REQUIRE(!memcmp(&p, &before, sizeof p) && throw == 77);
        return 0;
    }
    check_text(r, &p, throw);
    check_board(r, &p);
    for (int i = 0; i < lus_throws(r); i++)
        check_moves(r, &p, lus_throw_value(r, i));
    return 0;
}
