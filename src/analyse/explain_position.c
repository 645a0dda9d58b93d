/* SPDX-License-Identifier: MIT */
/* explain_position.c - see analyse.h: values in words, one sentence about a position.

       Light wins 51.7 % of the games; the best throw is 4, the worst 0.    explain_throws
       4-6 wins 53.1 % of the games, 2.1 % more than 0-2.                   explain_best
       D5 wins in 3 plies.                                                  explain_decided
       South has won: more than half of the stones.                         explain_over */
#include "analyse/analyse.h"

enum { MILLION = 1000000 };

/* Millionths with some decimals, rounded to the nearest. */
static void text_fixed(struct text *t, int64_t millionths, int decimals, bool sign)
{
    int64_t unit = MILLION, size = millionths < 0 ? -millionths : millionths;
    for (int i = 0; i < decimals; i++)
        unit /= 10;
    int64_t rounded = (size + unit / 2) / unit, whole = MILLION / unit;
    if (rounded && millionths < 0)
        text_char(t, '-');
    else if (sign)
        text_char(t, '+');
    text_int(t, rounded / whole);
    if (decimals)
        text_char(t, '.');
    for (int64_t at = whole / 10; at > 0; at /= 10)
        text_char(t, (char)('0' + rounded / at % 10));
}

void text_amount(struct text *t, enum analysis_unit unit, int64_t millionths, bool sign)
{
    if (unit == UNIT_WIN) {
        text_fixed(t, 100 * millionths, 1, sign);
        text_str(t, " %");
    } else {
        text_fixed(t, millionths, unit == UNIT_STONES ? 2 : 0, sign);
    }
}

void text_mean(struct text *t, enum analysis_unit unit, int64_t millionths)
{
    text_fixed(t, unit == UNIT_WIN ? 100 * millionths : millionths, 2, false);
    text_str(t, unit == UNIT_WIN ? " %" : "");
}

void text_value(struct text *t, const struct analysis *a, int value)
{
    text_amount(t, a->unit, value_millionths(a, value), a->unit != UNIT_WIN);
}

void text_loss(struct text *t, const struct analysis *a, int value)
{
    text_amount(t, a->unit, value_millionths(a, a->value) - value_millionths(a, value),
                false);
}

void text_win(struct text *t, const struct analysis *a, int value)
{
    if (a->unit != UNIT_STONES)
        return;
    text_str(t, " (");
    text_int(t, (win_millionths(a, value) + 5000) / 10000);
    text_str(t, " %)");
}

void text_bounds(struct text *t, const struct analysis *a, const struct analysis_move *m)
{
    text_str(t, m->bounded ? "; the result is between " : "; the result is exactly ");
    text_value(t, a, m->lower);
    if (m->bounded) {
        text_str(t, " and ");
        text_value(t, a, m->upper);
    }
    text_str(t, " stones");
}

void ply_format(const struct analysis *a, lus_pos *p, const struct pv_ply *ply,
                bool first, char text[MAX_PLY])
{
    struct text t = text_on(text, MAX_PLY);
    char move[LUS_MAX_TEXT];
    lus_move_format(a->rules, p, ply->move, move);
    if (!first && a->rules->dice.sticks) {
        text_int(&t, ply->throw);
        text_char(&t, '/');
    }
    text_str(&t, move);
    lus_play(a->rules, p, ply->throw, ply->move);
}

/* ---- the sentence ---- */

static void text_move(struct text *t, const struct analysis *a, lus_move m)
{
    char move[LUS_MAX_TEXT];
    lus_move_format(a->rules, &a->pos, m, move);
    text_str(t, move);
}

/* "wins 53.1 % of the games", "is worth +3.25 stones" */
static void text_worth(struct text *t, const struct analysis *a, int value)
{
    static const char *const unit[] = {[UNIT_WIN] = " of the games",
                                       [UNIT_STONES] = " stones",
                                       [UNIT_POINTS] = " points"};
    text_str(t, a->unit == UNIT_WIN ? "wins " : "is worth ");
    text_value(t, a, value);
    text_str(t, unit[a->unit]);
}

static void explain_over(struct text *t, const struct analysis *a)
{
    text_str(t, a->end.winner < 0 ? "A draw" : a->rules->side_name[a->end.winner]);
    text_str(t, a->end.winner < 0 ? ": " : " has won: ");
    text_str(t, end_reason(a->rules, &a->end));
}

static void explain_throws(struct text *t, const struct analysis *a)
{
    const struct analysis_throw *best = a->throws, *worst = a->throws;
    for (int i = 1; i < a->n_throws; i++) {
        best = a->throws[i].value > best->value ? &a->throws[i] : best;
        worst = a->throws[i].value < worst->value ? &a->throws[i] : worst;
    }
    text_str(t, a->rules->side_name[pos_side(&a->pos)]);
    text_char(t, ' ');
    text_worth(t, a, a->value);
    text_str(t, "; the best throw is ");
    text_int(t, best->throw);
    text_str(t, ", the worst ");
    text_int(t, worst->throw);
}

static void text_plies(struct text *t, int plies)
{
    if (plies <= 1) {
        text_str(t, " at once");
        return;
    }
    text_str(t, " in ");
    text_int(t, plies);
    text_str(t, " plies");
}

/* The winner is proven.  The first move is the one that wins fastest or loses last. */
static void explain_decided(struct text *t, const struct analysis *a)
{
    text_move(t, a, a->move[0].move);
    text_str(t, a->value > 0 ? " wins"
                : a->n > 1   ? " holds out longest but loses"
                             : " loses");
    if (a->depth && !a->rules->dice.sticks && !a->stats.tablebase_hits)
        text_plies(t, value_plies(a, a->value));
    else
        text_str(t, ", whatever the other side plays");
}

/* The best move against the second best.  A difference below 0.05 % would be printed as
   0.0 %, so it is called "hardly more". */
static void explain_best(struct text *t, const struct analysis *a)
{
    const struct analysis_move *m = a->move;
    if (m->move == LUS_PASS)
        text_str(t, "There is no legal move; passing");
    else
        text_move(t, a, m->move);
    text_char(t, ' ');
    text_worth(t, a, m->value);
    if (a->n == 1) {
        text_str(t, m->move == LUS_PASS ? "" : " and is the only legal move");
    } else if (m[0].value == m[1].value) {
        text_str(t, ", as much as ");
        text_move(t, a, m[1].move);
    } else {
        bool shown = a->unit != UNIT_WIN ||
                     value_millionths(a, m->value) - value_millionths(a, m[1].value) >=
                         MILLION / 2000;
        text_str(t, shown ? ", " : ", hardly");
        if (shown)
            text_loss(t, a, m[1].value);
        text_str(t, " more than ");
        text_move(t, a, m[1].move);
    }
}

void explain_position(struct analysis *a)
{
    struct text t = text_on(a->summary, sizeof a->summary);
    if (a->end.over)
        explain_over(&t, a);
    else if (a->n_throws)
        explain_throws(&t, a);
    else if (value_is_decided(a, a->value))
        explain_decided(&t, a);
    else
        explain_best(&t, a);
    text_char(&t, '.');
}
