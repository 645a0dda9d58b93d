/* SPDX-License-Identifier: MIT */
/* fuzz_move.c - parses a move: rule set, position with its throw, the text of a user.
   Accepted moves are legal; every legal move is accepted as its text and as its number. */
#include <stdio.h>
#include <string.h>
#include "fuzz.h"
#include "text/move_input.h"

struct place {
    const lus_rules *rules;
    lus_pos pos;
    int throw, n;
    lus_move list[LUS_MAX_MOVES];
};

static bool is_legal(const struct place *at, lus_move m)
{
    for (int i = 0; i < at->n; i++)
        if (at->list[i] == m)
            return true;
    return at->n == 0 && m == LUS_PASS && lus_result(at->rules, &at->pos) == LUS_ONGOING;
}

static void check_list(const struct place *at)
{
    char text[LUS_MAX_TEXT];
    lus_move m;
    for (int i = 0; i < at->n; i++) {
        lus_move_format(at->rules, &at->pos, at->list[i], text);
        REQUIRE(lus_move_parse(at->rules, &at->pos, at->throw, text, &m, NULL) == 0);
        REQUIRE(m == at->list[i]);
        REQUIRE(move_input_parse(at->rules, &at->pos, at->throw, text, &m, NULL) == 0);
        REQUIRE(m == at->list[i]);
        snprintf(text, sizeof text, " %d\n", move_input_label(at->rules, at->list, i));
        REQUIRE(move_input_parse(at->rules, &at->pos, at->throw, text, &m, NULL) == 0);
        REQUIRE(m == at->list[i]);
    }
}

static void check_answer(const struct place *at, const char *text, int status, lus_move m,
                         const lus_fault *fault)
{
    if (status < 0) {
        fuzz_check_fault(fault, status, strlen(text));
        REQUIRE(m == 99);
    } else {
        REQUIRE(is_legal(at, m));
    }
}

int fuzz_move(const uint8_t *data, size_t size)
{
    static struct fuzz_lines in;
    struct place at;
    lus_fault fault = {0};
    if (!fuzz_split(&in, 3, data, size) || !(at.rules = lus_rules_find(in.line[0])) ||
        lus_pos_parse(at.rules, in.line[1], &at.pos, &at.throw, NULL) < 0 ||
        at.throw == LUS_ANY_THROW)
        return 0;
    at.n = lus_moves(at.rules, &at.pos, at.throw, at.list);
    check_list(&at);
    const char *text = in.line[2];
    lus_move m = 99;
    int status = lus_move_parse(at.rules, &at.pos, at.throw, text, &m, &fault);
    check_answer(&at, text, status, m, &fault);
    bool parsed = status == 0;
    lus_move first = m;
    m = 99;
    status = move_input_parse(at.rules, &at.pos, at.throw, text, &m, &fault);
    check_answer(&at, text, status, m, &fault);
    REQUIRE(!parsed || (status == 0 && m == first)); /* users may type move text */
    return 0;
}
