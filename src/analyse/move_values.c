/* SPDX-License-Identifier: MIT */
/* move_values.c - see move_values.h. */
#include "analyse/move_values.h"
#include "search/value.h"

#define MILLIONTH (REVIEW_ONE / 1000000)

enum analysis_unit move_values_unit(const lus_rules *r)
{
    return r->score_counts ? UNIT_STONES : UNIT_WIN;
}

int64_t value_for_other(enum analysis_unit unit, int64_t value)
{
    return unit == UNIT_STONES ? -value : REVIEW_ONE - value;
}

int64_t value_of_end(enum analysis_unit unit, const lus_end *end, int side)
{
    if (unit == UNIT_STONES)
        return (end->score[side] - end->score[!side]) * REVIEW_ONE;
    return end->winner < 0 ? REVIEW_ONE / 2 : end->winner == side ? REVIEW_ONE : 0;
}

/* ---- values of a tablebase ---- */

static int64_t from_double(double x)
{
    x *= (double)REVIEW_ONE;
    return (int64_t)(x < 0 ? x - 0.5 : x + 0.5);
}

bool tablebase_lookup(const struct tablebase_source *t, const lus_rules *r,
                      const lus_pos *p, int64_t *value)
{
    double unrounded;
    int rounded;
    if (t->unrounded && t->unrounded(t->context, r, p, &unrounded))
        *value = from_double(unrounded);
    else if (t->value && t->value(t->context, r, p, &rounded))
        *value = unit_millionths(move_values_unit(r), rounded) * MILLIONTH;
    else
        return false;
    return true;
}

/* The value of a move for its side: 1 found, 0 not found, negative an error. */
static int probe_move(lus_game *g, int throw, const struct tablebase_source *t,
                      struct move_value *m)
{
    const lus_rules *r = lus_game_rules(g);
    int side = lus_side(lus_game_pos(g));
    int status = lus_game_play(g, throw, m->move);
    if (status < 0)
        return status;
    lus_end end = lus_game_end(g);
    const lus_pos *p = lus_game_pos(g);
    bool found = true;
    m->wins = end.over && end.winner == side;
    if (end.over)
        m->value = value_of_end(move_values_unit(r), &end, side);
    else if ((found = tablebase_lookup(t, r, p, &m->value)) && lus_side(p) != side)
        m->value = value_for_other(move_values_unit(r), m->value);
    lus_game_undo(g);
    return found;
}

void move_values_sort(struct move_values *c)
{
    for (int i = 1; i < c->n; i++) {
        struct move_value m = c->list[i];
        int j = i;
        for (; j > 0 && c->list[j - 1].value < m.value; j--)
            c->list[j] = c->list[j - 1];
        c->list[j] = m;
    }
}

/* The values of all moves.  Returns 1, 0 if the tablebase lacks one of them, or an error. */
static int probe_moves(lus_game *g, int throw, const struct tablebase_source *t,
                       const lus_move *list, int n, struct move_values *c)
{
    *c = (struct move_values){.n = n, .exact = true};
    for (int i = 0; i < n; i++) {
        c->list[i] = (struct move_value){.move = list[i]};
        int found = probe_move(g, throw, t, &c->list[i]);
        if (found <= 0)
            return found;
    }
    move_values_sort(c);
    return 1;
}

/* ---- values of a search ---- */

static int search_moves(const lus_game *g, int throw, const struct search_limits *search,
                        struct move_values *c)
{
    enum analysis_unit unit = move_values_unit(lus_game_rules(g));
    struct search_report report;
    int status = search_at_least_one_ply(g, throw, search, &report);
    if (status < 0)
        return status;
    *c =
        (struct move_values){.n = report.n, .depth = report.depth, .exact = report.exact};
    for (int i = 0; i < report.n; i++) {
        int value = report.moves[i].value;
        c->list[i].move = report.moves[i].move;
        c->list[i].value = unit_millionths(unit, value) * MILLIONTH;
        c->list[i].proven =
            unit == UNIT_WIN && (value >= VALUE_WIN || value <= -VALUE_WIN);
    }
    return 0;
}

/* Moves that end the game get their exact value. */
static int value_ends(lus_game *g, int throw, struct move_values *c)
{
    int side = lus_side(lus_game_pos(g));
    for (int i = 0; i < c->n; i++) {
        int status = lus_game_play(g, throw, c->list[i].move);
        if (status < 0)
            return status;
        lus_end end = lus_game_end(g);
        if (end.over) {
            c->list[i].value =
                value_of_end(move_values_unit(lus_game_rules(g)), &end, side);
            c->list[i].wins = end.winner == side;
        }
        lus_game_undo(g);
    }
    return 0;
}

int move_values_find(lus_game *g, int throw, const struct tablebase_source *tablebase,
                     const struct search_limits *search, struct move_values *out)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    int n = lus_moves(lus_game_rules(g), lus_game_pos(g), throw, list);
    if (n < 0)
        return n;
    /* If a second occurrence ends the game (A7, awari:oware), a value depends on its history,
       which the search knows (search/tablebase_root.h). */
    int found = lus_game_rules(g)->repetition_limit == 2
                    ? 0
                    : probe_moves(g, throw, tablebase, list, n ? n : 1, out);
    if (found)
        return found < 0 ? found : 0;
    int status = search_moves(g, throw, search, out);
    return status < 0 ? status : value_ends(g, throw, out);
}
