/* SPDX-License-Identifier: MIT */
/* rules.c - the public functions on rule sets, positions and moves: each checks
   what it is given and asks the game. */
#include <string.h>
#include "core/rules.h"

const char *lus_rules_name(const lus_rules *r)
{
    return r->name;
}

const char *lus_rules_title(const lus_rules *r)
{
    return r->title;
}

const char *lus_rules_about(const lus_rules *r)
{
    return r->about;
}

const char *lus_rules_sides(const lus_rules *r)
{
    return r->sides;
}

const char *lus_side_name(const lus_rules *r, int side)
{
    return r->side_name[side & 1];
}

int lus_throws(const lus_rules *r)
{
    return r->dice.n_throws;
}

int lus_throw_value(const lus_rules *r, int i)
{
    return r->dice.throws[i].value;
}

int lus_throw_weight(const lus_rules *r, int i)
{
    return r->dice.throws[i].weight;
}

int lus_throw_weight_sum(const lus_rules *r)
{
    return r->dice.weight_sum;
}

int lus_has_dice(const lus_rules *r)
{
    return r->dice.sticks != 0;
}

int lus_is_throw(const lus_rules *r, int value)
{
    for (int i = 0; i < r->dice.n_throws; i++)
        if (r->dice.throws[i].value == value)
            return 1;
    return 0;
}

void lus_start(const lus_rules *r, lus_pos *p)
{
    r->start(r, p);
}

int lus_side(const lus_pos *p)
{
    return pos_side(p);
}

int lus_moves(const lus_rules *r, const lus_pos *p, int throw,
              lus_move out[LUS_MAX_MOVES])
{
    if (!lus_is_throw(r, throw))
        return LUS_ERANGE;
    return r->result(r, p) == LUS_ONGOING ? r->moves(r, p, throw, out) : 0;
}

static bool is_listed(const lus_move *list, int n, lus_move m)
{
    while (n--)
        if (list[n] == m)
            return true;
    return false;
}

int lus_play(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list);
    if (n < 0)
        return n;
    if (lus_result(r, p) != LUS_ONGOING)
        return LUS_ESTATE;
    if (n == 0 && m == LUS_PASS)
        return r->pass(r, p, throw);
    return is_listed(list, n, m) ? r->play(r, p, throw, m) : LUS_EILLEGAL;
}

/* The position as it counts: settled if the side to move has no move (A5). */
static lus_pos settled(const lus_rules *r, const lus_pos *p)
{
    lus_pos end = *p;
    if (r->no_move_ends && r->result(r, p) == LUS_ONGOING && !r->count(r, p, 0))
        r->settle(r, &end, LUS_BY_NO_MOVE);
    return end;
}

int lus_result(const lus_rules *r, const lus_pos *p)
{
    lus_pos end = settled(r, p);
    return r->result(r, &end);
}

void lus_score(const lus_rules *r, const lus_pos *p, int score[2])
{
    lus_pos end = settled(r, p);
    int seen[2], side = pos_side(p);
    r->score(r, &end, seen);
    score[side] = seen[0];
    score[!side] = seen[1];
}

int lus_classic(const lus_rules *r, const lus_pos *p, int me)
{
    return r->search.classic(r, p, me);
}

int lus_pos_parse(const lus_rules *r, const char *text, lus_pos *p, int *throw,
                  lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    lus_pos read = {{0}};
    int value = LUS_ANY_THROW;
    int status = r->text->parse(r, &s, &read);
    if (status < 0)
        return status;
    if (r->dice.sticks && scan_take(&s, ':')) {
        size_t at = s.at;
        value = scan_int(&s, 9);
        if (value < 0 || !lus_is_throw(r, value))
            return scan_fault(&s, LUS_ETEXT, at, "a value that can be thrown");
    }
    status = scan_end(&s);
    if (status < 0)
        return status;
    *p = read;
    *throw = r->dice.sticks ? value : 0;
    return 0;
}

int lus_pos_format(const lus_rules *r, const lus_pos *p, int throw,
                   char text[LUS_MAX_TEXT])
{
    struct text t = text_on(text, LUS_MAX_TEXT);
    r->text->format(r, p, &t);
    if (r->dice.sticks && throw != LUS_ANY_THROW) {
        text_char(&t, ':');
        text_int(&t, throw);
    }
    return (int)t.len;
}

int lus_board_parse(const lus_rules *r, const char *text, lus_pos *p, lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    lus_pos read;
    if (!r->text->parse_board)
        return scan_fault(&s, LUS_ESTATE, 0, "a game that has a set-up file");
    int status = r->text->parse_board(r, &s, &read);
    if (status < 0)
        return status;
    *p = read;
    return 0;
}

int lus_board_format(const lus_rules *r, const lus_pos *p, char text[LUS_MAX_TEXT])
{
    char file[LUS_MAX_TEXT];
    struct text t = text_on(file, sizeof file);
    int status = r->text->format_board ? r->text->format_board(r, p, &t) : LUS_ESTATE;
    if (status < 0)
        return status;
    memcpy(text, file, t.len + 1);
    return (int)t.len;
}

static const char pass_word[] = "pass";

int lus_move_parse(const lus_rules *r, const lus_pos *p, int throw, const char *text,
                   lus_move *m, lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    lus_move read = LUS_PASS;
    if (!lus_is_throw(r, throw))
        return scan_fault(&s, LUS_ERANGE, 0, "a throw the game has");
    if (strcmp(text, pass_word) != 0) {
        int status = r->text->parse_move(r, p, &s, &read);
        if (status < 0 || (status = scan_end(&s)) < 0)
            return status;
    }
    const char *why = lus_move_refuse(r, p, throw, read);
    if (why)
        return scan_fault(&s, LUS_EILLEGAL, 0, why);
    *m = read;
    return 0;
}

int lus_move_format(const lus_rules *r, const lus_pos *p, lus_move m,
                    char text[LUS_MAX_TEXT])
{
    struct text t = text_on(text, LUS_MAX_TEXT);
    if (m == LUS_PASS)
        text_str(&t, pass_word);
    else
        r->text->format_move(r, p, m, &t);
    return (int)t.len;
}

const char *lus_move_kind(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    return m == LUS_PASS ? pass_word : r->text->kind(r, p, throw, m);
}

const char *lus_move_refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list);
    if (lus_result(r, p) != LUS_ONGOING)
        return "the game is over";
    if (n > 0 ? is_listed(list, n, m) : m == LUS_PASS)
        return NULL;
    return r->text->refuse(r, p, throw, m);
}

const char *end_reason(const lus_rules *r, const lus_end *end)
{
    switch (end->reason) {
    case LUS_BY_NO_MOVE:
        return "no move is left";
    case LUS_BY_REPETITION:
        return "the position was repeated";
    case LUS_BY_RESIGNATION:
        return "the other side resigned";
    }
    const char *why = end->winner < 0 ? r->draw_reason : r->win_reason;
    return why ? why : "the game is over";
}

int lus_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
             char board[LUS_MAX_BOARD])
{
    struct text t = text_on(board, LUS_MAX_BOARD);
    r->text->draw(r, p, look, &t);
    return t.full ? LUS_ESPACE : (int)t.len;
}
