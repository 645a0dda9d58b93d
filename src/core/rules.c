/* SPDX-License-Identifier: MIT */
/* rules.c - the public functions on rule sets, positions and moves.

   Each checks its arguments and then calls the functions of the game, which check
   nothing.  Code that has a valid position calls those directly. */
#include <string.h>
#include "core/rules.h"

/* ---- rule sets ---- */

const char *lus_rules_name(const lus_rules *r)
{
    return r ? r->name : NULL;
}

const char *lus_rules_title(const lus_rules *r)
{
    return r ? r->title : NULL;
}

const char *lus_rules_about(const lus_rules *r)
{
    return r ? r->about : NULL;
}

const char *lus_rules_sides(const lus_rules *r)
{
    return r ? r->sides : NULL;
}

static bool is_side(int side)
{
    return side == 0 || side == 1;
}

const char *lus_side_name(const lus_rules *r, int side)
{
    return r && is_side(side) ? r->side_name[side] : NULL;
}

int lus_throws(const lus_rules *r)
{
    return r ? r->dice.n_throws : LUS_ERANGE;
}

static bool has_throw_at(const lus_rules *r, int i)
{
    return r && i >= 0 && i < r->dice.n_throws;
}

int lus_throw_value(const lus_rules *r, int i)
{
    return has_throw_at(r, i) ? r->dice.throws[i].value : LUS_ERANGE;
}

int lus_throw_weight(const lus_rules *r, int i)
{
    return has_throw_at(r, i) ? r->dice.throws[i].weight : LUS_ERANGE;
}

int lus_throw_weight_sum(const lus_rules *r)
{
    return r ? r->dice.weight_sum : LUS_ERANGE;
}

int lus_has_dice(const lus_rules *r)
{
    return r && r->dice.sticks != 0;
}

int lus_is_throw(const lus_rules *r, int value)
{
    for (int i = 0; r && i < r->dice.n_throws; i++)
        if (r->dice.throws[i].value == value)
            return 1;
    return 0;
}

/* ---- positions ---- */

int lus_pos_check(const lus_rules *r, const lus_pos *p)
{
    return r && p && r->valid(r, p) ? 0 : LUS_ERANGE;
}

static bool is_valid(const lus_rules *r, const lus_pos *p)
{
    return lus_pos_check(r, p) == 0;
}

int lus_start(const lus_rules *r, lus_pos *p)
{
    if (!r || !p)
        return LUS_ERANGE;
    r->start(r, p);
    return 0;
}

int lus_side(const lus_pos *p)
{
    return p ? pos_side(p) : LUS_ERANGE;
}

int lus_moves(const lus_rules *r, const lus_pos *p, int throw,
              lus_move out[LUS_MAX_MOVES])
{
    if (!out || !lus_is_throw(r, throw) || !is_valid(r, p))
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

/* The position that counts: the final one if having no move ends the game (A5). */
static lus_pos settled(const lus_rules *r, const lus_pos *p)
{
    lus_pos end = *p;
    if (r->no_move_ends && r->result(r, p) == LUS_ONGOING && !r->count(r, p, 0))
        r->settle(r, &end, LUS_BY_NO_MOVE);
    return end;
}

int lus_result(const lus_rules *r, const lus_pos *p)
{
    if (!is_valid(r, p))
        return LUS_ERANGE;
    lus_pos end = settled(r, p);
    return r->result(r, &end);
}

void score_of_sides(const lus_rules *r, const lus_pos *p, int score[2])
{
    int seen[2], side = pos_side(p);
    r->score(r, p, seen);
    score[side] = seen[0];
    score[!side] = seen[1];
}

int lus_score(const lus_rules *r, const lus_pos *p, int score[2])
{
    if (!score || !is_valid(r, p))
        return LUS_ERANGE;
    lus_pos end = settled(r, p);
    score_of_sides(r, &end, score);
    return 0;
}

int lus_classic(const lus_rules *r, const lus_pos *p, int me)
{
    return is_side(me) && is_valid(r, p) ? r->search.classic(r, p, me) : 0;
}

/* ---- texts ---- */

int lus_pos_parse(const lus_rules *r, const char *text, lus_pos *p, int *throw,
                  lus_fault *fault)
{
    if (!r || !text || !p || !throw)
        return argument_fault(fault, "rules, a text, a position and a throw to fill");
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
    if (!text || !is_valid(r, p) || !(throw == LUS_ANY_THROW || lus_is_throw(r, throw)))
        return LUS_ERANGE;
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
    lus_pos read;
    if (!r || !text || !p)
        return argument_fault(fault, "rules, a text and a position to fill");
    struct scan s = scan_on(text, fault);
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
    if (!text || !is_valid(r, p))
        return LUS_ERANGE;
    struct text t = text_on(file, sizeof file);
    int status = r->text->format_board ? r->text->format_board(r, p, &t) : LUS_ESTATE;
    if (status < 0)
        return status;
    memcpy(text, file, t.len + 1);
    return (int)t.len;
}

/* ---- moves ---- */

static const char pass_word[] = "pass";

/* Whether m is legal; the position must be valid and the throw one of the game. */
static bool is_legal(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list);
    if (n == 0)
        return m == LUS_PASS && lus_result(r, p) == LUS_ONGOING;
    return n > 0 && is_listed(list, n, m);
}

int lus_move_parse(const lus_rules *r, const lus_pos *p, int throw, const char *text,
                   lus_move *m, lus_fault *fault)
{
    lus_move read = LUS_PASS;
    if (!text || !m || !is_valid(r, p))
        return argument_fault(fault, "a position that can occur, a text, a move to fill");
    if (!lus_is_throw(r, throw))
        return argument_fault(fault, "a throw the game has");
    struct scan s = scan_on(text, fault);
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

/* A move has a text if the text is read as that move. */
static bool reads_back(const lus_rules *r, const lus_pos *p, const char *text, lus_move m)
{
    struct scan s = scan_on(text, NULL);
    lus_move read;
    return r->text->parse_move(r, p, &s, &read) == 0 && scan_end(&s) == 0 && read == m;
}

int lus_move_format(const lus_rules *r, const lus_pos *p, lus_move m,
                    char text[LUS_MAX_TEXT])
{
    char made[LUS_MAX_TEXT];
    if (!text || !is_valid(r, p))
        return LUS_ERANGE;
    struct text t = text_on(made, sizeof made);
    if (m == LUS_PASS)
        text_str(&t, pass_word);
    else
        r->text->format_move(r, p, m, &t);
    if (m != LUS_PASS && !reads_back(r, p, made, m))
        return LUS_ERANGE;
    memcpy(text, made, t.len + 1);
    return (int)t.len;
}

const char *lus_move_kind(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    if (!is_legal(r, p, throw, m))
        return NULL;
    return m == LUS_PASS ? pass_word : r->text->kind(r, p, throw, m);
}

const char *lus_move_refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    if (!is_valid(r, p))
        return "the position cannot occur";
    if (!lus_is_throw(r, throw))
        return "the game has no such throw";
    if (lus_result(r, p) != LUS_ONGOING)
        return "the game is over";
    return is_legal(r, p, throw, m) ? NULL : r->text->refuse(r, p, throw, m);
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
    lus_look own = look ? *look : (lus_look){0};
    if (!board || !is_valid(r, p) || !is_side(own.last_side))
        return LUS_ERANGE;
    struct text t = text_on(board, LUS_MAX_BOARD);
    r->text->draw(r, p, &own, &t);
    return t.full ? LUS_ESPACE : (int)t.len;
}
