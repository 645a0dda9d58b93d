/* SPDX-License-Identifier: MIT */
/* typed.c - see typed.h.  The text is brought into the shape of move text, byte by byte
   with the place each byte came from, so that a fault points into what was typed. */
#include <string.h>
#include "core/rules.h"
#include "text/typed.h"

struct typed {
    const lus_rules *rules;
    const lus_pos *pos;
    int throw;
    lus_move list[LUS_MAX_MOVES];
    int n;
    char text[LUS_MAX_TEXT];
    size_t from[LUS_MAX_TEXT]; /* place of each byte in what was typed */
    lus_fault *fault;
};

int typed_label(const lus_rules *r, const lus_pos *p, const lus_move *list, int i)
{
    (void)p;
    return r->text->first_label ? r->text->first_label + i : move_from(list[i], 0) - 1;
}

static int refuse(struct typed *t, int code, size_t at, const char *expected)
{
    struct scan s = {.fault = t->fault};
    return scan_fault(&s, code, t->from[at], expected);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Blanks at the ends and around '-' and ',' go; the rest become one, which joins the
   steps of a chain, or the two squares of one, or stays between row and column. */
static int tidy(struct typed *t, const char *text)
{
    size_t n = 0;
    char joint = strchr(text, '-') ? ',' : t->rules->sticks ? '-' : ' ';
    for (size_t i = 0; text[i]; i++) {
        bool after_blank = n && i && is_blank(text[i - 1]);
        if (is_blank(text[i]))
            continue;
        if (n + 3 > sizeof t->text)
            return refuse(t, LUS_ETEXT, 0, "a move");
        if (after_blank && !strchr("-,", text[i]) && !strchr("-,", t->text[n - 1])) {
            t->from[n] = i;
            t->text[n++] = joint;
        }
        t->from[n] = i;
        t->text[n++] = text[i];
    }
    t->from[n] = n ? t->from[n - 1] + 1 : 0;
    t->text[n] = '\0';
    return n ? 0 : refuse(t, LUS_ETEXT, 0, "a move");
}

static void change_case(char *to, const char *from, char first, char last)
{
    for (; *from; from++)
        *to++ = *from >= first && *from <= last ? (char)(*from ^ 0x20) : *from;
    *to = '\0';
}

/* Move text as typed, then in both cases, that of the side's own letters (Awari's pits)
   last.  The refusal by a rule is told rather than that of a spelling, and the last one
   rather than the first. */
static int any_case(struct typed *t, lus_move *m)
{
    char form[3][LUS_MAX_TEXT];
    lus_fault told = {0}, fault;
    int side = pos_side(t->pos);
    memcpy(form[0], t->text, sizeof t->text);
    change_case(form[side ? 2 : 1], t->text, 'A', 'Z');
    change_case(form[side ? 1 : 2], t->text, 'a', 'z');
    for (int i = 0; i < 3; i++) {
        int status = lus_move_parse(t->rules, t->pos, t->throw, form[i], m, &fault);
        if (status >= 0)
            return status;
        if (i == 0 || fault.code == LUS_EILLEGAL)
            told = fault;
    }
    return refuse(t, told.code, told.at, told.expected);
}

/* Nothing begins at the square: the rule that forbids going on from there. */
static int refuse_square(struct typed *t, int square)
{
    char text[LUS_MAX_TEXT];
    struct text out = text_on(text, sizeof text);
    lus_move m;
    lus_fault fault;
    text_steps(&out, move_step(square, square + t->throw));
    int status = lus_move_parse(t->rules, t->pos, t->throw, text, &m, &fault);
    if (status == LUS_ETEXT) {
        out = text_on(text, sizeof text);
        text_steps(&out, move_step(square, LUS_OFF));
        status = lus_move_parse(t->rules, t->pos, t->throw, text, &m, &fault);
    }
    if (status == LUS_EILLEGAL)
        return refuse(t, LUS_EILLEGAL, 0, fault.expected);
    return refuse(t, LUS_ETEXT, 0, "a move, its number in the list, or a square");
}

static int from_square(struct typed *t, int square, lus_move *m)
{
    int found = 0;
    lus_move move = LUS_PASS;
    for (int i = 0; i < t->n; i++)
        if (move_steps(t->list[i]) && move_from(t->list[i], 0) == square) {
            move = t->list[i];
            found++;
        }
    if (found == 0)
        return refuse_square(t, square);
    if (found > 1)
        return refuse(t, LUS_ETEXT, strlen(t->text),
                      "the whole move: several begin there");
    *m = move;
    return 0;
}

static int by_number(struct typed *t, int number, lus_move *m)
{
    for (int i = 0; i < t->n; i++)
        if (typed_label(t->rules, t->pos, t->list, i) == number) {
            *m = t->list[i];
            return 0;
        }
    if (t->rules->sticks)
        return from_square(t, number, m);
    if (!t->rules->text->first_label && number < 26) {
        t->text[0] = (char)('A' + number); /* a pit that has no move: why not? */
        t->text[1] = '\0';
    }
    return any_case(t, m);
}

int typed_move(const lus_rules *r, const lus_pos *p, int throw, const char *text,
               lus_move *m, lus_fault *fault)
{
    struct typed t = {.rules = r, .pos = p, .throw = throw, .fault = fault};
    t.n = lus_moves(r, p, throw, t.list);
    if (t.n < 0)
        return refuse(&t, t.n, 0, "a throw the game has");
    int status = tidy(&t, text);
    if (status < 0)
        return status;
    struct scan s = scan_on(t.text, NULL);
    int number = scan_int(&s, 99);
    if (number >= 0 && s.at == s.len)
        return by_number(&t, number, m);
    if (number >= 0 && r->sticks && scan_take(&s, '-') && s.at == s.len)
        return from_square(&t, number, m);
    return any_case(&t, m);
}
