/* SPDX-License-Identifier: MIT */
/* facts.c - see facts.h: plays the move and the replies and compares the positions.

   With dice, the replies after the move are compared with those the other side would have
   if it could throw now, in the position before the move: a throw that captures only after
   the move exposes a piece, one that captured only before it is a piece saved.  Without
   dice, two more plies find immediate wins, threats and the replies that stop them. */
#include <string.h>
#include "core/bits.h"
#include "analyse/facts.h"

enum { SQUARES = 64 };

/* The move whose facts are found, and the list they are added to. */
struct fact_finder {
    const lus_rules *r;
    const lus_pos *before;
    lus_pos after;
    int throw;
    lus_move move;
    int side; /* the side that moves */
    int n;
    struct fact *out;
};

static void add(struct fact_finder *v, struct fact fact)
{
    if (v->n < MAX_FACTS)
        v->out[v->n++] = fact;
}

static bool won_by(const lus_rules *r, const lus_pos *p, int side)
{
    int result = lus_result(r, p);
    return result == (lus_side(p) == side ? LUS_WIN : LUS_LOSS);
}

/* The squares of the pieces of a side as bits; 0 in a game that counts stones. */
static uint64_t squares(const lus_rules *r, const lus_pos *p, int side)
{
    struct pos_summary s = {0};
    uint64_t set = 0;
    if (r->score_counts || !r->dice.sticks || !r->text->summarise)
        return 0;
    r->text->summarise(r, p, &s);
    int who = pos_side(p) != side;
    for (int i = 0; i < s.n[who]; i++)
        set |= UINT64_C(1) << s.piece[who][i];
    return set;
}

/* Points that a side won between two positions. */
static int gained(const lus_rules *r, const lus_pos *before, const lus_pos *after,
                  int side)
{
    int was[2], is[2];
    lus_score(r, before, was);
    lus_score(r, after, is);
    return is[side] - was[side];
}

/* ---- replies of the other side ---- */

struct replies {
    unsigned reach[SQUARES]; /* throws that remove the piece on a square */
    unsigned wins, none;     /* throws that win at once; throws without a move */
    int n, n_wins;           /* number of replies, and of those that win at once */
    int most;                /* the most stones that a reply captures, */
    lus_move taking;         /* and that reply */
};

static void add_reply(const lus_rules *r, const lus_pos *p, int side, int t, lus_move m,
                      struct replies *out)
{
    lus_pos next = *p;
    lus_play(r, &next, r->dice.throws[t].value, m);
    out->n++;
    if (won_by(r, &next, !side)) {
        out->wins |= 1u << t;
        out->n_wins++;
    }
    uint64_t gone = squares(r, p, side) & ~squares(r, &next, side);
    for (; gone; gone &= gone - 1)
        out->reach[__builtin_ctzll(gone)] |= 1u << t;
    int stones = r->score_counts ? gained(r, p, &next, !side) : 0;
    if (stones > out->most) {
        out->most = stones;
        out->taking = m;
    }
}

/* All replies in p, where the other side than `side` is to throw or to move. */
static void find_replies(const lus_rules *r, const lus_pos *p, int side,
                         struct replies *out)
{
    lus_move list[LUS_MAX_MOVES];
    *out = (struct replies){0};
    for (int t = 0; t < r->dice.n_throws; t++) {
        int n = lus_moves(r, p, r->dice.throws[t].value, list);
        if (n == 0)
            out->none |= 1u << t;
        for (int i = 0; i < n; i++)
            add_reply(r, p, side, t, list[i], out);
    }
}

/* ---- effects of the move itself ---- */

static int last_square(lus_move m)
{
    return move_to(m, move_steps(m) - 1);
}

/* What the move does by itself: wins, captures, bears off, throws again, enters, goes
   back. */
static void find_effects(struct fact_finder *v)
{
    const lus_rules *r = v->r;
    uint64_t was = squares(r, v->before, !v->side), is = squares(r, &v->after, !v->side);
    int gain = gained(r, v->before, &v->after, v->side);
    if (won_by(r, &v->after, v->side))
        add(v, (struct fact){.kind = FACT_WINS});
    if (r->score_counts && gain > 0)
        add(v, (struct fact){.kind = FACT_CAPTURES, .n = gain});
    if (was & ~is)
        add(v, (struct fact){.kind = bits_count(is) < bits_count(was) ? FACT_CAPTURES
                                                                      : FACT_SWAPS,
                             .square = last_square(v->move)});
    if (r->dice.sticks && !r->score_counts && gain > 0)
        add(v, (struct fact){.kind = FACT_HOME, .n = gain});
    if (r->dice.sticks && lus_side(&v->after) == v->side &&
        lus_result(r, &v->after) == LUS_ONGOING)
        add(v, (struct fact){.kind = FACT_AGAIN});
    for (int i = 0; r->dice.sticks && i < move_steps(v->move); i++) {
        int from = move_from(v->move, i), to = move_to(v->move, i);
        if (from == 0)
            add(v, (struct fact){.kind = FACT_ENTERS});
        if (to < from)
            add(v, (struct fact){.kind = FACT_BACK, .square = to});
    }
}

/* Squares with names, and the remark of the game. */
static void find_named_squares(struct fact_finder *v)
{
    const struct game_text *text = v->r->text;
    const char *remark = text->special_effect
                             ? text->special_effect(v->r, v->before, v->throw, v->move)
                             : NULL;
    if (remark)
        add(v, (struct fact){.kind = FACT_REMARK, .text = remark});
    for (int i = 0; text->square_info && i < move_steps(v->move); i++) {
        int from = move_from(v->move, i), to = move_to(v->move, i);
        struct square_info left = text->square_info(v->r, from);
        struct square_info met = {.safe = true};
        if (to != LUS_OFF)
            met = text->square_info(v->r, to);
        if (left.name && left.shared && !met.name && to != LUS_OFF)
            add(v, (struct fact){.kind = FACT_LEAVES, .square = from, .text = left.name});
        if (met.name)
            add(v, (struct fact){.kind = FACT_LANDS, .square = to, .text = met.name});
        if (left.safe != met.safe && to != LUS_OFF)
            add(v, (struct fact){.kind = met.safe ? FACT_SAFE : FACT_UNSAFE});
    }
}

/* ---- consequences, with dice ---- */

/* Compares the reach of the own piece on `square` before and after the move. */
static void find_exposure(struct fact_finder *v, int square, const struct replies *was,
                          const struct replies *is)
{
    bool stood = squares(v->r, v->before, v->side) >> square & 1;
    unsigned before = stood ? was->reach[square] : 0, now = is->reach[square];
    if (now & ~before)
        add(v, (struct fact){.kind = FACT_EXPOSES, .square = square, .throws = now});
    else if (now)
        add(v, (struct fact){.kind = FACT_OPEN, .square = square, .throws = now});
}

/* Compares the replies before and after the move: pieces saved, throws blocked, wins
   allowed, pieces exposed. */
static void find_throw_replies(struct fact_finder *v)
{
    struct replies was, is;
    lus_pos passed = *v->before;
    pos_turn(&passed);
    find_replies(v->r, &passed, v->side, &was);
    find_replies(v->r, &v->after, v->side, &is);
    uint64_t own = squares(v->r, &v->after, v->side);
    for (int i = 0; i < move_steps(v->move); i++) {
        int from = move_from(v->move, i), to = move_to(v->move, i);
        unsigned saved = from < SQUARES ? was.reach[from] : 0;
        if (saved && (to == LUS_OFF || !is.reach[to]))
            add(v, (struct fact){.kind = FACT_SAVES, .square = from, .throws = saved});
    }
    if (is.none & ~was.none)
        add(v, (struct fact){.kind = FACT_BLOCKS, .throws = is.none & ~was.none});
    if (is.wins)
        add(v, (struct fact){.kind = FACT_LETS_WIN, .throws = is.wins, .n = is.n_wins});
    for (int s = 0; s < SQUARES; s++)
        if (own >> s & 1)
            find_exposure(v, s, &was, &is);
}

/* ---- consequences, without dice ---- */

static bool can_win(const lus_rules *r, const lus_pos *p)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, 0, list);
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        lus_play(r, &next, 0, list[i]);
        if (won_by(r, &next, lus_side(p)))
            return true;
    }
    return false;
}

/* Another legal move lets the other side win at once. */
static bool other_loses(const struct fact_finder *v)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(v->r, v->before, 0, list);
    for (int i = 0; i < n; i++) {
        lus_pos next = *v->before;
        lus_play(v->r, &next, 0, list[i]);
        if (list[i] != v->move && can_win(v->r, &next))
            return true;
    }
    return false;
}

/* The number of replies after which the side that moved cannot win at once. */
static int defences(const struct fact_finder *v)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(v->r, &v->after, 0, list), defended = 0;
    for (int i = 0; i < n; i++) {
        lus_pos next = v->after;
        lus_play(v->r, &next, 0, list[i]);
        defended += won_by(v->r, &next, !v->side) || !can_win(v->r, &next);
    }
    return defended;
}

/* Without dice: immediate wins of both sides, threats, the best capture in reply. */
static void find_move_replies(struct fact_finder *v)
{
    struct replies is;
    find_replies(v->r, &v->after, v->side, &is);
    int defended = defences(v);
    if (is.n_wins)
        add(v, (struct fact){.kind = FACT_LETS_WIN, .n = is.n_wins});
    else if (other_loses(v))
        add(v, (struct fact){.kind = FACT_STOPS});
    if (defended < is.n)
        add(v, (struct fact){.kind = defended ? FACT_THREATENS : FACT_FORCES,
                             .n = defended});
    if (is.n == 1)
        add(v, (struct fact){.kind = FACT_NARROWS});
    if (is.most)
        add(v, (struct fact){.kind = FACT_GIVES, .n = is.most, .reply = is.taking});
}

/* ---- all facts ---- */

static void sort(struct fact *fact, int n)
{
    for (int i = 1; i < n; i++) {
        struct fact f = fact[i];
        int j = i;
        for (; j > 0 && fact[j - 1].kind > f.kind; j--)
            fact[j] = fact[j - 1];
        fact[j] = f;
    }
}

int move_facts(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
               struct fact out[MAX_FACTS])
{
    struct fact_finder v = {.r = r,
                            .before = p,
                            .after = *p,
                            .throw = throw,
                            .move = m,
                            .side = lus_side(p),
                            .out = out};
    if (m == LUS_PASS || lus_play(r, &v.after, throw, m) < 0)
        return 0;
    find_effects(&v);
    find_named_squares(&v);
    if (lus_result(r, &v.after) == LUS_ONGOING) {
        if (!r->dice.sticks)
            find_move_replies(&v);
        else if (lus_side(&v.after) != v.side)
            find_throw_replies(&v);
    }
    sort(out, v.n);
    return v.n;
}
