/* SPDX-License-Identifier: MIT */
/* move_input.c - see move_input.h.  The input is normalised to move text; `from` keeps
   where each byte came from, so that a fault points into the original input.

       "  4 -  6 "  ->  "4-6"              "28-off 26-28"  ->  "28-off,26-28"
       "4 6"        ->  "4-6" with dice    "3 0"           ->  "3 0" in the Cave

   A number alone is a label of the list, "4-" a square, everything else a move. */
#include <string.h>
#include "core/rules.h"
#include "text/move_input.h"

struct move_input {
    const lus_rules *rules;
    const lus_pos *pos;
    int throw;
    lus_move list[LUS_MAX_MOVES];
    int n;
    char text[LUS_MAX_TEXT];   /* normalised */
    size_t from[LUS_MAX_TEXT]; /* the index of each byte in the original input */
    lus_fault *fault;
};

int move_input_label(const lus_rules *r, const lus_move *list, int i)
{
    return r->text->first_label ? r->text->first_label + i : move_from(list[i], 0) - 1;
}

/* Fills the fault with a byte of the original input. */
static int refuse(struct move_input *in, int code, size_t at, const char *expected)
{
    struct scan s = {.fault = in->fault};
    return scan_fault(&s, code, in->from[at], expected);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Removes blanks at the ends and beside '-' and ','.  Other blanks become one separator:
   ',' between the steps of a chain, '-' between two squares, ' ' between row and column. */
static int normalise(struct move_input *in, const char *text)
{
    size_t n = 0;
    char separator = strchr(text, '-') ? ',' : in->rules->dice.sticks ? '-' : ' ';
    for (size_t i = 0; text[i]; i++) {
        bool after_blank = n && i && is_blank(text[i - 1]);
        if (is_blank(text[i]))
            continue;
        if (n + 3 > sizeof in->text)
            return refuse(in, LUS_ETEXT, 0, "a move");
        if (after_blank && !strchr("-,", text[i]) && !strchr("-,", in->text[n - 1])) {
            in->from[n] = i;
            in->text[n++] = separator;
        }
        in->from[n] = i;
        in->text[n++] = text[i];
    }
    in->from[n] = n ? in->from[n - 1] + 1 : 0;
    in->text[n] = '\0';
    return n ? 0 : refuse(in, LUS_ETEXT, 0, "a move");
}

/* Copies a text; letters from `first` to `last` change their case. */
static void change_case(char *to, const char *from, char first, char last)
{
    for (; *from; from++)
        *to++ = *from >= first && *from <= last ? (char)(*from ^ 0x20) : *from;
    *to = '\0';
}

/* Tries the text as it is, then in both cases; the case that the side to move uses for
   its own pits (Awari) comes last.  If all fail, the last refusal by a rule is reported,
   otherwise the fault of the text as it is. */
static int parse_any_case(struct move_input *in, lus_move *m)
{
    char form[3][LUS_MAX_TEXT];
    lus_fault reported = {0}, fault;
    int side = pos_side(in->pos);
    memcpy(form[0], in->text, sizeof in->text);
    change_case(form[side ? 2 : 1], in->text, 'A', 'Z');
    change_case(form[side ? 1 : 2], in->text, 'a', 'z');
    for (int i = 0; i < 3; i++) {
        int status = lus_move_parse(in->rules, in->pos, in->throw, form[i], m, &fault);
        if (status >= 0)
            return status;
        if (i == 0 || fault.code == LUS_EILLEGAL)
            reported = fault;
    }
    return refuse(in, reported.code, reported.at, reported.expected);
}

/* No move begins at the square: reports the rule that forbids it. */
static int refuse_square(struct move_input *in, int square)
{
    char text[LUS_MAX_TEXT];
    struct text out = text_on(text, sizeof text);
    lus_move m;
    lus_fault fault;
    text_steps(&out, move_step(square, square + in->throw));
    int status = lus_move_parse(in->rules, in->pos, in->throw, text, &m, &fault);
    if (status == LUS_ETEXT) {
        out = text_on(text, sizeof text);
        text_steps(&out, move_step(square, LUS_OFF));
        status = lus_move_parse(in->rules, in->pos, in->throw, text, &m, &fault);
    }
    if (status == LUS_EILLEGAL)
        return refuse(in, LUS_EILLEGAL, 0, fault.expected);
    return refuse(in, LUS_ETEXT, 0, "a move, its number in the list, or a square");
}

static int parse_square(struct move_input *in, int square, lus_move *m)
{
    int found = 0;
    lus_move move = LUS_PASS;
    for (int i = 0; i < in->n; i++)
        if (move_steps(in->list[i]) && move_from(in->list[i], 0) == square) {
            move = in->list[i];
            found++;
        }
    if (found == 0)
        return refuse_square(in, square);
    if (found > 1)
        return refuse(in, LUS_ETEXT, strlen(in->text),
                      "the whole move: several moves begin on this square");
    *m = move;
    return 0;
}

/* The move with this label.  A number that is not a label: in Awari an empty pit, whose
   rule is reported; with dice perhaps a square without its dash. */
static int parse_number(struct move_input *in, int number, lus_move *m)
{
    for (int i = 0; i < in->n; i++)
        if (move_input_label(in->rules, in->list, i) == number) {
            *m = in->list[i];
            return 0;
        }
    if (in->rules->dice.sticks)
        return refuse(in, LUS_ETEXT, 0, "a number of the list; a square needs its dash");
    if (!in->rules->text->first_label && number < 26) {
        in->text[0] = (char)('A' + number); /* a pit without a move: report why */
        in->text[1] = '\0';
    }
    return parse_any_case(in, m);
}

int move_input_parse(const lus_rules *r, const lus_pos *p, int throw, const char *text,
                     lus_move *m, lus_fault *fault)
{
    struct move_input in = {.rules = r, .pos = p, .throw = throw, .fault = fault};
    in.n = lus_moves(r, p, throw, in.list);
    if (in.n < 0)
        return refuse(&in, in.n, 0, "a throw of this game");
    int status = normalise(&in, text);
    if (status < 0)
        return status;
    struct scan s = scan_on(in.text, NULL);
    int number = scan_int(&s, 99);
    if (number >= 0 && s.at == s.len)
        return parse_number(&in, number, m);
    if (number >= 0 && r->dice.sticks && scan_take(&s, '-') && s.at == s.len)
        return parse_square(&in, number, m);
    return parse_any_case(&in, m);
}
