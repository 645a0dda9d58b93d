/* SPDX-License-Identifier: MIT */
/* explain_move.c - see facts.h: the facts of a move as one sentence, at most three
   advantages and two disadvantages.

       4-6 captures the piece on 6 and throws again, but leaves the piece on 2 open to 3
       (4 in 16)
       C takes 3 stones, but lets North take 2 stones with e
       D5 is a quiet move

   Facts are sorted by kind (facts.h), so the most important come first and are kept. */
#include "analyse/facts.h"

enum { MAX_ADVANTAGES = 3, MAX_DISADVANTAGES = 2 };

/* "2 or 4 (7 in 16)" */
static void text_throws(struct text *t, const lus_rules *r, unsigned throws)
{
    int weight = 0;
    for (int i = 0; i < r->dice.n_throws; i++) {
        if (!(throws >> i & 1))
            continue;
        if (weight)
            text_str(t, throws >> (i + 1) ? ", " : " or ");
        text_int(t, r->dice.throws[i].value);
        weight += r->dice.throws[i].weight;
    }
    text_str(t, " (");
    text_int(t, weight);
    text_str(t, " in ");
    text_int(t, r->dice.weight_sum);
    text_char(t, ')');
}

/* "1 stone", "3 stones" */
static void text_count(struct text *t, int n, const char *one)
{
    text_int(t, n);
    text_char(t, ' ');
    text_str(t, one);
    if (n != 1)
        text_char(t, 's');
}

static void text_on_square(struct text *t, const char *what, int square)
{
    text_str(t, what);
    text_int(t, square);
}

static void put_captures(struct text *t, const struct fact *f)
{
    if (f->square) {
        text_on_square(t, "captures the piece on ", f->square);
        return;
    }
    text_str(t, "takes ");
    text_count(t, f->n, "stone");
}

static void put_home(struct text *t, const struct fact *f)
{
    text_str(t, "bears off ");
    text_str(t, f->n == 1 ? "a piece" : "");
    if (f->n > 1)
        text_count(t, f->n, "piece");
}

static void put_threatens(struct text *t, const struct fact *f)
{
    text_str(t, "threatens to win (");
    text_int(t, f->n);
    text_str(t, f->n == 1 ? " reply stops it)" : " replies stop it)");
}

/* "exposes the piece on 6 to 2 or 4 (7 in 16)" */
static void put_reach(struct text *t, const lus_rules *r, const struct fact *f,
                      const char *before, const char *behind)
{
    text_on_square(t, before, f->square);
    text_str(t, behind);
    text_throws(t, r, f->throws);
}

static void put_lets_win(struct text *t, const lus_rules *r, const struct fact *f)
{
    text_str(t, "lets the other side win ");
    if (f->throws) {
        text_str(t, "with ");
        text_throws(t, r, f->throws);
    } else {
        text_str(t, "at once");
    }
}

static void put_gives(struct text *t, const lus_rules *r, const lus_pos *after,
                      const struct fact *f)
{
    char move[LUS_MAX_TEXT];
    lus_move_format(r, after, f->reply, move);
    text_str(t, "lets ");
    text_str(t, r->side_name[lus_side(after)]);
    text_str(t, " take ");
    text_count(t, f->n, "stone");
    text_str(t, " with ");
    text_str(t, move);
}

/* "lands on the rosette on 4" */
static void put_place(struct text *t, const char *verb, const struct fact *f)
{
    text_str(t, verb);
    text_str(t, f->text);
    text_on_square(t, " on ", f->square);
}

/* The default is FACT_ENTERS, of the disadvantages FACT_OPEN: the last kind of each. */
static void put_advantage(struct text *t, const lus_rules *r, const struct fact *f)
{
    switch (f->kind) {
    case FACT_WINS:
        text_str(t, "wins the game");
        break;
    case FACT_CAPTURES:
        put_captures(t, f);
        break;
    case FACT_SWAPS:
        text_on_square(t, "changes places with the piece on ", f->square);
        break;
    case FACT_HOME:
        put_home(t, f);
        break;
    case FACT_STOPS:
        text_str(t, "stops a win of the other side");
        break;
    case FACT_FORCES:
        text_str(t, "wins whatever the reply");
        break;
    case FACT_THREATENS:
        put_threatens(t, f);
        break;
    case FACT_AGAIN:
        text_str(t, "throws again");
        break;
    case FACT_LANDS:
        put_place(t, "lands on the ", f);
        break;
    case FACT_REMARK:
        text_str(t, f->text);
        break;
    case FACT_SAFE:
        text_str(t, "brings the piece to safety");
        break;
    case FACT_SAVES:
        put_reach(t, r, f, "takes the piece on ", " out of reach of ");
        break;
    case FACT_BLOCKS:
        text_str(t, "leaves the other side no move with ");
        text_throws(t, r, f->throws);
        break;
    case FACT_NARROWS:
        text_str(t, "leaves the other side one reply");
        break;
    default:
        text_str(t, "brings a piece on");
    }
}

static void put_disadvantage(struct text *t, const lus_rules *r, const lus_pos *after,
                             const struct fact *f)
{
    switch (f->kind) {
    case FACT_LETS_WIN:
        put_lets_win(t, r, f);
        break;
    case FACT_EXPOSES:
        put_reach(t, r, f, "exposes the piece on ", " to ");
        break;
    case FACT_GIVES:
        put_gives(t, r, after, f);
        break;
    case FACT_LEAVES:
        put_place(t, "gives up the ", f);
        break;
    case FACT_BACK:
        text_on_square(t, "goes back to ", f->square);
        break;
    case FACT_UNSAFE:
        text_str(t, "leaves safety");
        break;
    default:
        put_reach(t, r, f, "leaves the piece on ", " open to ");
    }
}

void explain_fact(struct text *t, const lus_rules *r, const lus_pos *after,
                  const struct fact *f)
{
    if (f->kind < FACTS_AGAINST)
        put_advantage(t, r, f);
    else
        put_disadvantage(t, r, after, f);
}

/* The first facts, at most `most`, joined: "a, b and c". */
static void put_facts(struct text *t, const lus_rules *r, const lus_pos *after,
                      const struct fact *fact, int n, int most)
{
    n = n < most ? n : most;
    for (int i = 0; i < n; i++) {
        text_str(t, i == 0 ? "" : i == n - 1 ? " and " : ", ");
        explain_fact(t, r, after, &fact[i]);
    }
}

int explain_move(struct text *t, const lus_rules *r, const lus_pos *p, int throw,
                 lus_move m)
{
    struct fact fact[MAX_FACTS];
    lus_pos after = *p;
    char move[LUS_MAX_TEXT];
    int n = move_facts(r, p, throw, m, fact), good = 0;
    lus_play(r, &after, throw, m);
    lus_move_format(r, p, m, move);
    text_str(t, move);
    text_char(t, ' ');
    while (good < n && fact[good].kind < FACTS_AGAINST)
        good++;
    if (n == 0)
        text_str(t, m == LUS_PASS ? "is the only possibility" : "is a quiet move");
    put_facts(t, r, &after, fact, good, MAX_ADVANTAGES);
    if (good && good < n)
        text_str(t, ", but ");
    put_facts(t, r, &after, fact + good, n - good, MAX_DISADVANTAGES);
    return n;
}
