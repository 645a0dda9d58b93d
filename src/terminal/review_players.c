/* SPDX-License-Identifier: MIT */
/* review_players.c - the two players of a review side by side; see review_screen_internal.h:

                                                   Light                   Dark
       decisions with a choice                        49                     51
         best                                         22                     17
         inaccuracy, from 1.5 %                       10                     21
       played like                 casual (below 1.38 %)  novice (from 1.98 %)

       value at the start                         51.6 %                 48.4 %
       + luck                                    +40.4 %                 -2.2 %
       = result                                  100.0 %                  0.0 %

   The rows of the second part are a sum, exact to the last digit (analyse/review.h). */
#include <stdio.h>
#include "terminal/review_screen_internal.h"

/* Columns of the words, and of the cell of each player. */
enum { LABEL = 26, CELL = 22 };

static void print_counts(const char *label, int a, int b)
{
    printf("%-*s %*d %*d\n", LABEL, label, CELL, a, CELL, b);
}

static void print_amounts(const struct review *v, const char *label, int64_t a, int64_t b,
                          bool sign)
{
    char first[AMOUNT], second[AMOUNT];
    printf("%-*s %*s %*s\n", LABEL, label, CELL, review_amount(v->unit, a, sign, first),
           CELL, review_amount(v->unit, b, sign, second));
}

/* A mean loss with two decimals.  Returns `text`. */
static const char *mean(const struct review *v, int64_t value, char text[AMOUNT])
{
    struct text t = text_on(text, AMOUNT);
    text_mean(&t, v->unit, value / MILLIONTH);
    return text;
}

/* "club (below 0.65 %)"; a grade that the player has only because almost all moves were
   good has no limit. */
static void grade_text(const struct review *v, const struct review_player *p,
                       char text[64])
{
    int grade = p->grade;
    bool last = grade == N_GRADES - 1;
    char limit[AMOUNT];
    if (grade < 0)
        snprintf(text, 64, "-");
    else if (!last && p->mean_loss >= grade_limit(v->rules, grade))
        snprintf(text, 64, "%s (%d %% good)", grade_name(grade), 100 - 100 / GOOD_PLAY);
    else
        snprintf(text, 64, "%s (%s %s)", grade_name(grade), last ? "from" : "below",
                 mean(v, grade_limit(v->rules, last ? grade - 1 : grade), limit));
}

/* "4 at ply 12, +8.3 %"; `ply` -1: none. */
static void throw_text(const struct review *v, int ply, char text[64])
{
    char luck[AMOUNT];
    if (ply < 0)
        snprintf(text, 64, "-");
    else if (lus_has_dice(v->rules))
        snprintf(text, 64, "%d at ply %d, %s", v->ply[ply].throw, ply + 1,
                 review_amount(v->unit, v->ply[ply].luck, true, luck));
    else
        snprintf(text, 64, "ply %d, %s", ply + 1,
                 review_amount(v->unit, v->ply[ply].luck, true, luck));
}

static void print_words(const char *label, const char *a, const char *b)
{
    printf("%-*s %*s %*s\n", LABEL, label, CELL, a, CELL, b);
}

/* How many decisions of each player got each verdict, with the loss where it begins. */
static void print_verdicts(const struct review *v)
{
    const struct review_player *a = &v->player[0], *b = &v->player[1];
    char label[64], from[AMOUNT];
    print_counts("decisions with a choice", a->unforced, b->unforced);
    for (int i = VERDICT_BEST; i < N_VERDICTS; i++) {
        int64_t edge = verdict_threshold(v->rules, (enum move_verdict)i);
        snprintf(label, sizeof label, edge ? "  %s, from %s" : "  %s",
                 verdict_name((enum move_verdict)i),
                 review_amount(v->unit, edge, false, from));
        print_counts(label, a->verdicts[i], b->verdicts[i]);
    }
}

static void print_throws(const struct review *v)
{
    const struct review_player *a = &v->player[0], *b = &v->player[1];
    char text[2][64];
    if (!lus_has_dice(v->rules))
        return;
    throw_text(v, a->luckiest, text[0]);
    throw_text(v, b->luckiest, text[1]);
    print_words("luckiest throw", text[0], text[1]);
    throw_text(v, a->unluckiest, text[0]);
    throw_text(v, b->unluckiest, text[1]);
    print_words("unluckiest throw", text[0], text[1]);
}

/* The sum that explains the result, exact to the last digit:

       start + luck - other's luck - loss + other's loss = result */
static void print_sum(const struct review *v)
{
    const struct review_player *a = &v->player[0], *b = &v->player[1];
    bool sign = review_has_sign(v);
    print_amounts(v, "value at the start", a->start, b->start, sign);
    print_amounts(v, lus_has_dice(v->rules) ? "+ luck" : "+ unforeseen", a->luck, b->luck,
                  true);
    print_amounts(
        v, lus_has_dice(v->rules) ? "- luck of the other" : "- unforeseen by the other",
        b->luck, a->luck, true);
    print_amounts(v, "- lost", a->loss, b->loss, false);
    print_amounts(v, "+ lost by the other", b->loss, a->loss, false);
    print_amounts(v, v->over ? "= result" : "= value so far", a->result, b->result, sign);
    if (lus_has_dice(v->rules))
        print_amounts(v, "result without the luck", a->adjusted, b->adjusted, sign);
    if (a->forfeit || b->forfeit)
        print_amounts(v, "  given up at the end", a->forfeit, b->forfeit, false);
}

void review_print_players(const struct terminal *t, const struct review *v)
{
    const struct review_player *a = &v->player[0], *b = &v->player[1];
    char grade[2][64], loss[2][AMOUNT];
    ink_print(t, INK_BOLD);
    print_words("", lus_side_name(v->rules, a->side), lus_side_name(v->rules, b->side));
    ink_print(t, INK_PLAIN);
    print_verdicts(v);
    print_words("mean loss of a decision", mean(v, a->mean_loss, loss[0]),
                mean(v, b->mean_loss, loss[1]));
    grade_text(v, a, grade[0]);
    grade_text(v, b, grade[1]);
    print_words("played like", grade[0], grade[1]);
    print_throws(v);
    putchar('\n');
    print_sum(v);
}
