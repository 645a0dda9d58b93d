/* SPDX-License-Identifier: MIT */
/* lib_analysis.c - what a public analysis contains, and explanations of moves.

   lus_analysis is a struct analysis (analyse/analyse.h) under another name.  Its integer
   values become doubles here: millionths of the unit, divided by 1e6, so the numbers are
   those of the JSON output.

       lus_analysis_at(a, i, &r)    i == -1               the position: rating_of_position
                                    0 .. n - 1            the moves, after a throw
                                    0 .. n_throws - 1     the throws, before one

   n and n_throws are never both above 0.  lus_version and lus_free are here, too, because
   they belong to no other part of the header. */
#include <stdlib.h>
#include <string.h>
#include "analyse/facts.h"
#include "lib/lib_internal.h"
#include "report/analysis_json.h"

_Static_assert((int)LUS_UNIT_WIN == (int)UNIT_WIN &&
                   (int)LUS_UNIT_STONES == (int)UNIT_STONES,
               "the public units are those of struct analysis");
_Static_assert((int)LUS_MAX_SENTENCE == (int)MAX_EXPLANATION, "one length of sentences");

void lus_analysis_free(lus_analysis *a)
{
    free((struct analysis *)a);
}

int lus_analysis_unit(const lus_analysis *a)
{
    return a ? (int)analysis_of(a)->unit : LUS_ERANGE;
}

int lus_analysis_depth(const lus_analysis *a)
{
    return a ? analysis_of(a)->depth : LUS_ERANGE;
}

/* Moves or throws: one of the two numbers is 0. */
int lus_analysis_count(const lus_analysis *a)
{
    return a ? analysis_of(a)->n + analysis_of(a)->n_throws : LUS_ERANGE;
}

/* The weight of a throw; of LUS_ANY_THROW the sum of all weights. */
static int weight_of(const lus_rules *r, int thrown)
{
    for (int i = 0; i < lus_throws(r); i++)
        if (lus_throw_value(r, i) == thrown)
            return lus_throw_weight(r, i);
    return lus_throw_weight_sum(r);
}

/* The members that moves, throws and positions have in common. */
static lus_rating rating(const struct analysis *a, int thrown, lus_move m, int value)
{
    return (lus_rating){
        .move = m,
        .thrown = thrown,
        .weight = weight_of(a->rules, thrown),
        .value = (double)value_millionths(a, value) / 1e6,
        .win = (double)win_millionths(a, value) / 1e6,
    };
}

/* The loss is against the best move, which is the first of the list. */
static lus_rating rating_of_move(const struct analysis *a, const struct analysis_move *m)
{
    lus_rating made = rating(a, a->throw, m->move, m->value);
    made.loss = (double)value_millionths(a, a->move[0].value) / 1e6 - made.value;
    made.why = m->why;
    made.exact = m->exact;
    return made;
}

/* The rating of a throw is that of its best move. */
static lus_rating rating_of_throw(const struct analysis *a,
                                  const struct analysis_throw *t)
{
    lus_rating made = rating(a, t->throw, t->move, t->value);
    made.exact = a->exact;
    return made;
}

/* Its move is the best one; before a throw there is none, LUS_PASS. */
static lus_rating rating_of_position(const struct analysis *a)
{
    lus_rating made = rating(a, a->throw, a->n ? a->move[0].move : LUS_PASS, a->value);
    made.why = a->summary;
    made.exact = a->exact;
    return made;
}

/* Ratings are made when they are asked for; only `why` points into the analysis. */
int lus_analysis_at(const lus_analysis *of, int i, lus_rating *out)
{
    const struct analysis *a = analysis_of(of);
    if (!a || !out || i < -1 || i >= lus_analysis_count(of))
        return LUS_ERANGE;
    *out = i < 0      ? rating_of_position(a)
           : i < a->n ? rating_of_move(a, &a->move[i])
                      : rating_of_throw(a, &a->throws[i - a->n]);
    return 0;
}

/* Returns 1 while there is a ply k, so that a caller can count k up until it returns 0. */
int lus_analysis_line(const lus_analysis *of, int i, int k, int *thrown, lus_move *m)
{
    const struct analysis *a = analysis_of(of);
    if (!a || i < 0 || i >= a->n || k < 0 || !thrown || !m)
        return LUS_ERANGE;
    if (k >= a->move[i].n_line)
        return 0;
    *thrown = a->move[i].line[k].throw;
    *m = a->move[i].line[k].move;
    return 1;
}

char *lus_analysis_json(const lus_analysis *a, size_t *n)
{
    struct buffer b = {0};
    char *text = NULL;
    if (!a)
        return NULL;
    analysis_json(&b, analysis_of(a));
    return text_give(&b, &text, n) < 0 ? NULL : text;
}

/* A pass is legal only if there is no move; lus_move_refuse checks it. */
int lus_explain(const lus_rules *r, const lus_pos *p, int thrown, lus_move m,
                char text[LUS_MAX_SENTENCE])
{
    if (!text || !lus_is_throw(r, thrown) || lus_pos_check(r, p) < 0)
        return LUS_ERANGE;
    if (lus_move_refuse(r, p, thrown, m))
        return LUS_EILLEGAL;
    struct text t = text_on(text, LUS_MAX_SENTENCE);
    explain_move(&t, r, p, thrown, m);
    text_char(&t, '.');
    return (int)t.len;
}

int text_give(struct buffer *b, char **text, size_t *n)
{
    size_t length;
    char *made = buffer_take(b, &length);
    if (!made)
        return LUS_EMEMORY;
    *text = made;
    if (n)
        *n = length;
    return 0;
}

void lus_free(char *text)
{
    free(text);
}

const char *lus_version(void)
{
    return LUS_VERSION;
}
