/* SPDX-License-Identifier: MIT */
/* bench.c - see bench.h.

   Every number that a change of the search could alter is hashed: best move, value and
   the counts of all kinds of nodes.  Times are not hashed. */
#include "analyse/bench.h"
#include "core/hash.h"
#include "core/random.h"

enum { POSITIONS = 5, TABLE_MB = 1 };

/* A depth that takes about 10 ms for a position. */
static int fixed_depth(const lus_rules *r)
{
    enum { WITH_DICE = 5, NARROW = 13, WIDE = 7, MANY_MOVES = 8 };
    lus_pos p;
    lus_start(r, &p);
    return r->dice.sticks ? WITH_DICE : r->count(r, &p, 0) > MANY_MOVES ? WIDE : NARROW;
}

uint64_t bench_nodes(const struct search_stats *s)
{
    return s->nodes[0] + s->nodes[1] + s->chance + s->leaves;
}

/* A position of a random game with at least two moves, and its throw; false: the game
   ended before. */
static bool random_position(const lus_rules *r, struct random *g, lus_pos *p, int *throw)
{
    lus_move list[LUS_MAX_MOVES];
    lus_start(r, p);
    for (uint32_t plies = random_below(g, r->dice.sticks ? 100 : 30);; plies--) {
        if (lus_result(r, p) != LUS_ONGOING)
            return false;
        *throw = random_throw(r, g);
        int n = lus_moves(r, p, *throw, list);
        if (plies == 0)
            return n > 1;
        if (n == 0 && r->no_move_ends)
            return false;
        lus_play(r, p, *throw, n ? list[random_below(g, (uint32_t)n)] : LUS_PASS);
    }
}

/* Adds a search to the sums and to the signature. */
static void add(struct bench *b, const struct search_report *report, uint64_t *signature)
{
    const struct search_stats *s = &report->stats;
    const uint64_t found[] = {report->moves[0].move,
                              (uint64_t)(int64_t)report->moves[0].value,
                              s->nodes[0],
                              s->nodes[1],
                              s->chance,
                              s->leaves};
    for (int i = 0; i < (int)(sizeof found / sizeof found[0]); i++)
        *signature = hash_number(*signature, found[i]);
    search_stats_add(&b->stats, s);
    b->time_ms += report->time_ms;
    b->positions++;
}

int bench_run(const lus_rules *r, double (*now_ms)(void), struct bench *b,
              uint64_t *signature)
{
    struct random rng = random_stream(1, 0);
    *b = (struct bench){.depth = fixed_depth(r)};
    while (b->positions < POSITIONS) {
        struct search_limits limits = {
            .depth = b->depth, .table_mb = TABLE_MB, .now_ms = now_ms};
        struct search_report report;
        lus_pos p;
        int throw;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        lus_game *g = lus_game_new(r, &p);
        int status = g ? search_run(g, throw, &limits, &report) : LUS_EMEMORY;
        lus_game_free(g);
        if (status == LUS_ESTATE)
            continue; /* decided without a search */
        if (status < 0)
            return status;
        add(b, &report, signature);
    }
    return 0;
}
