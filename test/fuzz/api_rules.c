/* SPDX-License-Identifier: MIT */
/* api_rules.c - calls of the functions on rule sets, positions and moves: see api.h. */
#include <limits.h>
#include <string.h>
#include "api.h"

CALL(lus_version)
{
    (void)a;
    REQUIRE(!strcmp(lus_version(), LUS_VERSION));
}

CALL(lus_free)
{
    (void)a;
    lus_free(NULL);
}

CALL(lus_error_name)
{
    REQUIRE(lus_error_name(api_int(a))[0]);
}

CALL(lus_error_text)
{
    REQUIRE(lus_error_text(api_int(a))[0]);
}

/* Another rule set, from its start. */
static void use_rules(struct api *a, const lus_rules *r)
{
    if (!r)
        return;
    a->rules = r;
    REQUIRE(lus_start(r, &a->pos) == 0);
}

CALL(lus_rules_find)
{
    use_rules(a, lus_rules_find(api_text(a)));
}

CALL(lus_rules_at)
{
    use_rules(a, lus_rules_at(api_int(a)));
}

static void check_word(const lus_rules *r, const char *word)
{
    REQUIRE(r ? word && word[0] : !word);
}

CALL(lus_rules_name)
{
    const lus_rules *r = api_rule_set(a);
    check_word(r, lus_rules_name(r));
}

CALL(lus_rules_title)
{
    const lus_rules *r = api_rule_set(a);
    check_word(r, lus_rules_title(r));
}

CALL(lus_rules_about)
{
    const lus_rules *r = api_rule_set(a);
    check_word(r, lus_rules_about(r));
}

CALL(lus_rules_sides)
{
    const lus_rules *r = api_rule_set(a);
    check_word(r, lus_rules_sides(r));
}

CALL(lus_side_name)
{
    const lus_rules *r = api_rule_set(a);
    int side = api_int(a);
    check_word(side == 0 || side == 1 ? r : NULL, lus_side_name(r, side));
}

CALL(lus_throws)
{
    api_check(lus_throws(api_rule_set(a)), LUS_MAX_THROWS);
}

CALL(lus_throw_value)
{
    api_check(lus_throw_value(api_rule_set(a), api_int(a)), 127);
}

CALL(lus_throw_weight)
{
    api_check(lus_throw_weight(api_rule_set(a), api_int(a)), 127);
}

CALL(lus_throw_weight_sum)
{
    api_check(lus_throw_weight_sum(api_rule_set(a)), 128);
}

CALL(lus_has_dice)
{
    REQUIRE(lus_has_dice(api_rule_set(a)) >> 1 == 0);
}

CALL(lus_is_throw)
{
    REQUIRE(lus_is_throw(api_rule_set(a), api_int(a)) >> 1 == 0);
}

CALL(lus_start)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    REQUIRE(lus_start(r, p) == (r && p ? 0 : LUS_ERANGE));
    REQUIRE(!r || !p || lus_pos_check(r, p) == 0);
}

CALL(lus_pos_check)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    if (r && p && lus_pos_check(r, p) == 0)
        a->pos = *p; /* forged and valid: used from now on */
}

CALL(lus_side)
{
    api_check(lus_side(api_position(a)), 1);
}

CALL(lus_moves)
{
    lus_move list[LUS_MAX_MOVES];
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a);
    api_check(lus_moves(r, p, thrown, api_null(a) ? NULL : list), LUS_MAX_MOVES);
}

CALL(lus_play)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a), before = a->argument;
    int thrown = api_throw(a);
    int status = lus_play(r, p, thrown, api_move(a, r, p, thrown));
    api_check(status, 1);
    REQUIRE(status >= 0 ? lus_pos_check(r, p) == 0 : !memcmp(&before, &a->argument, 32));
    if (status >= 0)
        a->pos = *p;
}

CALL(lus_result)
{
    const lus_rules *r = api_rule_set(a);
    api_check(lus_result(r, api_position(a)), LUS_DRAW);
}

CALL(lus_score)
{
    int score[2] = {0, 0};
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    api_check(lus_score(r, p, api_null(a) ? NULL : score), 0);
    REQUIRE(score[0] >= 0 && score[1] >= 0 && score[0] + score[1] <= 48);
}

CALL(lus_perft)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a), depth = api_int(a);
    lus_perft(r, p, thrown, depth > 0 && depth <= LUS_MAX_DEPTH ? depth % 3 : depth);
}

CALL(lus_classic)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    lus_classic(r, p, api_int(a));
}

CALL(lus_pos_parse)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    const char *text = api_text(a);
    lus_fault fault = {0};
    int thrown, status = lus_pos_parse(r, text, p, api_null(a) ? NULL : &thrown, &fault);
    api_check(status, 0);
    if (status < 0)
        fuzz_check_fault(&fault, status, text ? strlen(text) : 0);
    else
        a->pos = *p;
}

CALL(lus_pos_format)
{
    char text[LUS_MAX_TEXT];
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a);
    api_check(lus_pos_format(r, p, thrown, api_null(a) ? NULL : text), LUS_MAX_TEXT - 1);
}

CALL(lus_move_parse)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a);
    const char *text = api_text(a);
    lus_fault fault = {0};
    lus_move m = 0;
    int status = lus_move_parse(r, p, thrown, text, api_null(a) ? NULL : &m, &fault);
    api_check(status, 0);
    if (status < 0)
        fuzz_check_fault(&fault, status, text ? strlen(text) : 0);
    else
        REQUIRE(!lus_move_refuse(r, p, thrown, m));
}

CALL(lus_move_format)
{
    char text[LUS_MAX_TEXT];
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    lus_move m = api_move(a, r, p, api_throw(a));
    int n = lus_move_format(r, p, m, api_null(a) ? NULL : text);
    api_check(n, LUS_MAX_TEXT - 1);
    REQUIRE(n < 0 || n == (int)strlen(text));
}

CALL(lus_board_parse)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    lus_fault fault = {0};
    int status = lus_board_parse(r, api_text(a), p, &fault);
    api_check(status, 0);
    REQUIRE(status == fault.code);
}

CALL(lus_board_format)
{
    char text[LUS_MAX_TEXT];
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    api_check(lus_board_format(r, p, api_null(a) ? NULL : text), LUS_MAX_TEXT - 1);
}

CALL(lus_move_kind)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a);
    lus_move m = api_move(a, r, p, thrown);
    REQUIRE(!lus_move_kind(r, p, thrown, m) ==
            (lus_move_refuse(r, p, thrown, m) != NULL));
}

CALL(lus_move_refuse)
{
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a);
    lus_move m = api_move(a, r, p, thrown);
    const char *why = lus_move_refuse(r, p, thrown, m);
    REQUIRE(!p || (lus_play(r, p, thrown, m) < 0) == (why != NULL));
}

CALL(lus_explain)
{
    char text[LUS_MAX_SENTENCE];
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    int thrown = api_throw(a);
    lus_move m = api_move(a, r, p, thrown);
    int n = lus_explain(r, p, thrown, m, api_null(a) ? NULL : text);
    api_check(n, LUS_MAX_SENTENCE - 1);
    REQUIRE(n < 0 || (n == (int)strlen(text) && text[n - 1] == '.'));
}

CALL(lus_draw)
{
    char board[LUS_MAX_BOARD];
    const lus_rules *r = api_rule_set(a);
    lus_pos *p = api_position(a);
    lus_look look = {.unicode = api_int(a),
                     .color = api_int(a),
                     .last = api_move(a, r, p, api_throw(a)),
                     .last_side = (int)api_below(a, 3) - 1};
    const lus_look *given = api_null(a) ? NULL : &look;
    api_check(lus_draw(r, p, given, api_null(a) ? NULL : board), LUS_MAX_BOARD - 1);
}

const struct api_function api_rules[] = {
    CALLED(lus_version),
    CALLED(lus_free),
    CALLED(lus_error_name),
    CALLED(lus_error_text),
    CALLED(lus_rules_find),
    CALLED(lus_rules_at),
    CALLED(lus_rules_name),
    CALLED(lus_rules_title),
    CALLED(lus_rules_about),
    CALLED(lus_rules_sides),
    CALLED(lus_side_name),
    CALLED(lus_throws),
    CALLED(lus_throw_value),
    CALLED(lus_throw_weight),
    CALLED(lus_throw_weight_sum),
    CALLED(lus_has_dice),
    CALLED(lus_is_throw),
    CALLED(lus_start),
    CALLED(lus_pos_check),
    CALLED(lus_side),
    CALLED(lus_moves),
    CALLED(lus_play),
    CALLED(lus_result),
    CALLED(lus_score),
    CALLED(lus_perft),
    CALLED(lus_classic),
    CALLED(lus_pos_parse),
    CALLED(lus_pos_format),
    CALLED(lus_move_parse),
    CALLED(lus_move_format),
    CALLED(lus_board_parse),
    CALLED(lus_board_format),
    CALLED(lus_move_kind),
    CALLED(lus_move_refuse),
    CALLED(lus_explain),
    CALLED(lus_draw),
    {NULL, NULL},
};
