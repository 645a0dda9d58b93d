/* SPDX-License-Identifier: MIT */
/* puzzle_generate.c - see puzzle.h: finds puzzles in games of weak players.

       play_game     one game: level 2 of the noise, one ply, both sides
       shuffle       its positions in random order, so that no phase is preferred
       is_promising  a quick search: a margin, and the simple player goes wrong
       puzzle_judge  the two searches and the levels

   Of 100 positions of ur:finkel about one is promising, and every second of those is a
   puzzle. */
#include <stdlib.h>
#include "analyse/puzzle_internal.h"
#include "core/random.h"

enum { MAX_PLIES = 400, NOISE_LEVEL = 2, QUICK_DICE = 2, QUICK_NO_DICE = 4 };

struct candidate {
    lus_pos pos;
    int throw, ply;
};

struct generator {
    const lus_rules *rules;
    const struct puzzle_limits *limits;
    struct random random;
    struct search_limits one_ply, quick;
    void *network;
    int judged;
    int distance; /* of the best puzzle so far from the level asked for; -1: none */
    struct puzzle best;
    int n;
    struct candidate candidate[MAX_PLIES];
};

enum { NO_PUZZLE = -1 };

/* ---- one game ---- */

static void roll_off(lus_game *g, struct random *random)
{
    while (lus_game_needs_rolloff(g) &&
           lus_game_rolloff(g, random_throw(lus_game_rules(g), random)) >= 0)
        ;
}

/* Plays one ply; a position with a choice becomes a candidate.  Returns 0 or an error. */
static int play_ply(struct generator *w, lus_game *g, uint64_t noise_seed)
{
    const lus_pos *p = lus_game_pos(g);
    int throw = random_throw(w->rules, &w->random), at = 0;
    struct search_report report;
    int status = search_run(g, throw, &w->one_ply, &report);
    if (status < 0)
        return status;
    if (report.n > 1) {
        w->candidate[w->n++] = (struct candidate){*p, throw, lus_game_plies(g)};
        at = level_choose(w->rules, &report, p, level_at(w->rules, NOISE_LEVEL).noise,
                          noise_seed);
    }
    status = lus_game_play(g, throw, report.moves[at].move);
    return status < 0 ? status : 0;
}

static int play_game(struct generator *w)
{
    lus_game *g = lus_game_new(w->rules, NULL);
    int status = g ? 0 : LUS_EMEMORY;
    uint64_t noise_seed = random_next(&w->random);
    w->n = 0;
    if (g)
        roll_off(g, &w->random);
    while (status == 0 && lus_game_plies(g) < MAX_PLIES && !lus_game_end(g).over)
        status = play_ply(w, g, noise_seed);
    lus_game_free(g);
    return status;
}

static void shuffle(struct generator *w)
{
    for (int i = w->n - 1; i > 0; i--) {
        int j = (int)random_below(&w->random, (uint32_t)i + 1);
        struct candidate c = w->candidate[i];
        w->candidate[i] = w->candidate[j];
        w->candidate[j] = c;
    }
}

/* ---- one position ---- */

/* Whether the level asked for finds the move and the one below does not.  Levels that
   search deeper than the quick search are not tried.  1, 0 or a negative error. */
static int may_have_level(const struct generator *w, const lus_game *g, int throw,
                          lus_move best)
{
    int wanted = w->limits->level;
    for (int level = wanted; level >= 1 && level >= wanted - 1; level--) {
        if (level_at(w->rules, level).depth > w->quick.depth)
            continue;
        int percent = puzzle_solved_by(g, throw, best, level);
        if (percent < 0)
            return percent;
        if ((percent >= PUZZLE_SOLVED) != (level == wanted))
            return 0;
    }
    return 1;
}

/* Whether a quick search finds at least half the margin of a puzzle.  Returns 1, 0 or a
   negative error. */
static int is_promising(const struct generator *w, lus_game *g, int throw)
{
    int64_t least = puzzle_threshold(w->rules) / 2;
    struct move_values c;
    lus_move simple;
    int status = puzzle_simple_move(g, throw, &simple);
    if (status == 0)
        status = move_values_find(g, throw, &w->limits->tablebase, &w->quick, &c);
    if (status < 0)
        return status;
    if (puzzle_margin(&c) < least || puzzle_loss(&c, simple) < least)
        return 0;
    if (!w->limits->level || w->distance == NO_PUZZLE)
        return 1;
    return may_have_level(w, g, throw, c.list[0].move);
}

/* Whether even the best move leaves a chance below 10 %, or 12 stones behind. */
static bool is_lost(const struct puzzle *z)
{
    int64_t least = z->unit == UNIT_STONES ? -12 * REVIEW_ONE : REVIEW_ONE / 10;
    return z->values.list[0].value < least;
}

/* Returns PUZZLE_OK and the puzzle, the reason why the candidate is not one, or a negative
   error. */
static int judge(struct generator *w, const struct candidate *c, struct puzzle *z)
{
    lus_game *g = lus_game_new(w->rules, &c->pos);
    int status = g ? is_promising(w, g, c->throw) : LUS_EMEMORY;
    lus_game_free(g);
    if (status <= 0)
        return status < 0 ? status : PUZZLE_UNCLEAR;
    w->judged++;
    status = puzzle_judge(w->rules, &c->pos, c->throw, w->limits, z);
    if (status != PUZZLE_OK)
        return status;
    if (puzzle_loss(&z->values, z->simple) < puzzle_threshold(w->rules))
        return PUZZLE_OBVIOUS;
    if (is_lost(z))
        return PUZZLE_DECIDED;
    return z->level ? PUZZLE_OK : PUZZLE_UNSOLVED;
}

/* ---- games until one has a puzzle ---- */

static bool is_done(const struct generator *w)
{
    return w->distance == 0 || (w->judged >= PUZZLE_JUDGED && w->distance != NO_PUZZLE);
}

/* Judges the positions of the game just played. */
static int search_game(struct generator *w, int game)
{
    for (int i = 0; i < w->n && !is_done(w); i++) {
        struct puzzle z;
        int status = judge(w, &w->candidate[i], &z);
        if (status < 0)
            return status;
        int distance;
        if (status != PUZZLE_OK)
            continue;
        distance = w->limits->level ? abs(z.level - w->limits->level) : 0;
        if (w->distance != NO_PUZZLE && distance >= w->distance)
            continue;
        z.origin = PUZZLE_GENERATED;
        z.game = game;
        z.ply = w->candidate[i].ply;
        w->best = z;
        w->distance = distance;
    }
    return 0;
}

static int search_games(struct generator *w, uint64_t seed)
{
    for (int game = 0; game < PUZZLE_GAMES && !is_done(w); game++) {
        w->random = random_stream(seed, (uint64_t)game);
        int status = play_game(w);
        if (status < 0)
            return status;
        shuffle(w);
        status = search_game(w, game);
        if (status < 0)
            return status;
    }
    w->best.seed = seed;
    return w->distance == NO_PUZZLE ? PUZZLE_UNCLEAR : PUZZLE_OK;
}

int puzzle_generate(const lus_rules *r, uint64_t seed, const struct puzzle_limits *limits,
                    struct puzzle *out)
{
    struct generator *w = malloc(sizeof *w);
    if (!w)
        return LUS_EMEMORY;
    *w = (struct generator){.rules = r, .limits = limits, .distance = NO_PUZZLE};
    w->one_ply = (struct search_limits){
        .depth = 1, .table_mb = -1, .all_values = true, .allow_pass = true};
    int status = search_expand_network(r, &w->one_ply, &w->network);
    w->quick = w->one_ply;
    w->quick.depth = r->dice.sticks ? QUICK_DICE : QUICK_NO_DICE;
    if (status == 0)
        status = search_games(w, seed);
    if (status == PUZZLE_OK)
        *out = w->best;
    free(w->network);
    free(w);
    return status;
}
