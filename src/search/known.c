/* SPDX-License-Identifier: MIT */
/* known.c - see known.h. */
#include <stdlib.h>
#include "search/known.h"
#include "search/node.h"

/* ---- the values of the root moves ---- */

int ended_value(const lus_rules *r, const lus_end *end, int side)
{
    int sign = end->winner < 0 ? 0 : end->winner == side ? 1 : -1;
    return sign * VALUE_WIN +
           r->score_counts * VALUE_STONE * (end->score[side] - end->score[!side]);
}

/* The value of playing m for the side that plays it, by the game: repetition counts.  A
   majority (A6) ends it, but the stones left are part of what tables know. */
static bool move_value(const lus_game *g, int throw, lus_move m,
                       const struct search_known *known, int *value)
{
    const lus_rules *r = lus_game_rules(g);
    int side = pos_side(lus_game_pos(g));
    lus_game *after = lus_game_copy(g);
    bool found = after && lus_game_play(after, throw, m) >= 0;
    if (found) {
        const lus_pos *p = lus_game_pos(after);
        lus_end end = lus_game_end(after);
        bool ask = !end.over || (r->score_counts && end.reason == LUS_BY_RULE);
        if (ask && known->value(known->of, r, p, value))
            *value = pos_side(p) == side ? *value : -*value;
        else if (end.over)
            *value = ended_value(r, &end, side);
        else
            found = false;
    }
    lus_game_free(after);
    return found;
}

/* ---- progress ---- */

enum {
    MEMORY = 1 << 14,
    MOST_PLIES = 255,
    MOST_NODES = 400000, /* less than a second */
    PATIENCE = 64,       /* nodes between two looks at the clock */
};

/* What was found out of a position the winner moves in. */
struct memory {
    uint64_t hash;
    uint8_t fails; /* not within so many plies */
    uint8_t leads; /* within so many; 0: not known */
};

struct way {
    const lus_rules *r;
    const struct search_known *known;
    const struct search_limits *limits;
    double deadline;
    struct memory *memory;
    int in_play, worth; /* of the root, for the winner */
    int nodes;
};

/* What playing m is worth to the side that does; false: it cannot be said. */
static bool step(struct way *w, const lus_pos *p, lus_move m, lus_pos *next, int *value)
{
    *next = *p;
    w->r->play(w->r, next, 0, m);
    if (!(++w->nodes % PATIENCE) && limits_reached(w->limits, w->deadline))
        w->nodes = MOST_NODES + 1;
    if (!w->known->value(w->known->of, w->r, next, value))
        return false;
    *value = -*value;
    return true;
}

static bool is_less(const struct way *w, const lus_pos *p)
{
    return w->r->search.material(w->r, p) < w->in_play;
}

static bool winner_leads(struct way *w, const lus_pos *p, int plies);

/* Does every reply lead to less in play in so many plies, or cost the loser more? */
static bool loser_led(struct way *w, const lus_pos *p, int plies)
{
    lus_move list[LUS_MAX_MOVES];
    int n = w->r->moves(w->r, p, 0, list), v;
    for (int i = 0; i < n; i++) {
        lus_pos next;
        if (!step(w, p, list[i], &next, &v))
            return false;
        if (v < -w->worth || is_less(w, &next))
            continue;
        if (plies < 2 || !winner_leads(w, &next, plies - 1))
            return false;
    }
    return true;
}

/* Does a move that keeps the worth lead there? */
static bool move_leads(struct way *w, const lus_pos *p, lus_move m, int plies)
{
    lus_pos next;
    int v;
    if (!step(w, p, m, &next, &v) || v < w->worth)
        return false;
    return is_less(w, &next) || (plies > 1 && loser_led(w, &next, plies - 1));
}

static bool winner_leads(struct way *w, const lus_pos *p, int plies)
{
    lus_move list[LUS_MAX_MOVES];
    uint64_t hash = pos_hash(p);
    struct memory *m = &w->memory[hash % MEMORY];
    if (m->hash == hash && (m->fails >= plies || (m->leads && m->leads <= plies)))
        return m->fails < plies;
    if (w->nodes > MOST_NODES)
        return false;
    int n = w->r->moves(w->r, p, 0, list);
    bool leads = n == 0; /* that ends it */
    for (int i = 0; i < n && !leads; i++)
        leads = move_leads(w, p, list[i], plies);
    if (m->hash != hash)
        *m = (struct memory){.hash = hash};
    if (leads)
        m->leads = (uint8_t)plies;
    else if (w->nodes <= MOST_NODES)
        m->fails = (uint8_t)plies;
    return leads;
}

/* Was this move's position there before? */
static bool goes_back(const lus_game *g, lus_move m)
{
    const lus_rules *r = lus_game_rules(g);
    lus_pos next = *lus_game_pos(g);
    r->play(r, &next, 0, m);
    for (int i = 0; i < lus_game_plies(g); i++)
        if (pos_hash(lus_game_pos_at(g, i)) == pos_hash(&next))
            return true;
    return false;
}

/* The place of the first of the `n` best lines that leads to less soonest; if it takes
   too long to find, of the first that is new. */
static int soonest(const lus_game *g, struct way *w, const struct search_line *line,
                   int n)
{
    for (int plies = 1; plies <= MOST_PLIES && w->nodes <= MOST_NODES; plies += 2)
        for (int i = 0; i < n; i++)
            if (move_leads(w, lus_game_pos(g), line[i].move, plies))
                return i;
    for (int i = 0; i < n; i++)
        if (!goes_back(g, line[i].move))
            return i;
    return 0;
}

/* What going round for ever brings (A7). */
static int round_value(const lus_rules *r, lus_pos p)
{
    int score[2];
    r->settle(r, &p, LUS_BY_REPETITION);
    r->score(r, &p, score);
    int ahead = score[0] - score[1], sign = (ahead > 0) - (ahead < 0);
    return sign * VALUE_WIN + r->score_counts * VALUE_STONE * ahead;
}

/* Where more can be had than by going round, the move that gets on comes first. */
static void get_on(const lus_game *g, const struct search_limits *limits,
                   struct search_report *report)
{
    struct search_line *line = report->line;
    double now = limits->now_ms ? limits->now_ms() : 0;
    struct way w = {.r = lus_game_rules(g),
                    .known = &limits->known,
                    .limits = limits,
                    .deadline = limits_deadline(limits, now)};
    int n = 1;
    while (n < report->n && line[n].value == line[0].value)
        n++;
    if (n == 1 || !w.r->repetition_limit || !w.r->search.material ||
        line[0].value <= round_value(w.r, *lus_game_pos(g)) ||
        !(w.memory = calloc(MEMORY, sizeof *w.memory)))
        return;
    w.in_play = w.r->search.material(w.r, lus_game_pos(g));
    w.worth = line[0].value;
    int place = soonest(g, &w, line, n);
    struct search_line first = line[place];
    for (; place > 0; place--)
        line[place] = line[place - 1];
    line[0] = first;
    free(w.memory);
}

/* ---- the door ---- */

bool known_answer(const lus_game *g, int throw, const struct search_limits *limits,
                  struct search_report *report)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    const lus_rules *r = lus_game_rules(g);
    if (!limits->known.value || lus_game_end(g).over)
        return false;
    int n = lus_moves(r, lus_game_pos(g), throw, list);
    if (n < 0 || (n == 0 && !(limits->passes && r->dice.sticks)))
        return false;
    struct search_report found = {
        .n = n ? n : 1, .how = "perfect (table)", .exact = true};
    for (int i = 0; i < found.n; i++) {
        int v = 0, j = i;
        if (!move_value(g, throw, list[i], &limits->known, &v))
            return false;
        for (; j > 0 && found.line[j - 1].value < v; j--)
            found.line[j] = found.line[j - 1];
        found.line[j] = (struct search_line){list[i], v, false};
    }
    if (!r->dice.sticks)
        get_on(g, limits, &found);
    *report = found;
    return true;
}
