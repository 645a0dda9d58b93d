/* SPDX-License-Identifier: MIT */
/* bench_proof.c - what it takes to prove boards of Magnetic Cave.

       bench_proof [RULES [BRICKS [SECONDS [SEED]]]]
       bench_proof cave:7x4 16 3600

   Boards with BRICKS bricks after random openings of four plies and play at 2,000 nodes per
   move are proved, one after another, until SECONDS of CPU time have passed; the last proof
   is completed.  They share a transposition table, as in `lusoria solve`, so the mean is that
   of a run and not of a single board.  The numbers of nodes of a run reproduce as far as it
   went.  Fewer bricks show how the work grows towards the start of a size that is not
   solved (doc/results.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/random.h"
#include "lusoria.h"
#include "retro/cave_proof.h"

enum { OPENING = 4, MOST_BOARDS = 10000, TABLE_BITS = 26 };

struct proofs {
    int boards, result[3]; /* lost, drawn and won by the side to move */
    uint64_t nodes[MOST_BOARDS], sum;
};

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static lus_move chosen(lus_search *search, const lus_game *g, struct random *chance,
                       int ply)
{
    const lus_limits limits = {.nodes = 2000};
    lus_move list[LUS_MAX_MOVES], best;
    int n = lus_moves(lus_game_rules(g), lus_game_pos(g), 0, list);
    if (ply < OPENING)
        return list[random_below(chance, (uint32_t)n)];
    if (lus_search_move(search, g, 0, &limits, &best) < 0)
        abort();
    return best;
}

/* Plays until there are so many bricks; false: the game was over before. */
static bool find_board(const lus_rules *r, uint64_t seed, int bricks, lus_pos *p)
{
    struct random chance = random_stream(seed, 0);
    lus_search *search = lus_search_new(1);
    lus_game *g = lus_game_new(r, NULL);
    if (!search || !g)
        abort();
    for (int ply = 0; ply < bricks && !lus_game_end(g).over; ply++)
        lus_game_play(g, 0, chosen(search, g, &chance, ply));
    bool found = !lus_game_end(g).over;
    *p = *lus_game_pos(g);
    lus_game_free(g);
    lus_search_free(search);
    return found;
}

static int smaller_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void print_proofs(struct proofs *s, double seconds)
{
    int n = s->boards;
    qsort(s->nodes, (size_t)n, sizeof s->nodes[0], smaller_first);
    printf("%d boards, %d won, %d drawn, %d lost by the side to move; nodes: mean %.0f, "
           "median %llu, most %llu; %.1f s, %.2f million nodes/s\n",
           n, s->result[2], s->result[1], s->result[0], (double)s->sum / n,
           (unsigned long long)s->nodes[n / 2], (unsigned long long)s->nodes[n - 1],
           seconds, (double)s->sum / seconds / 1e6);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "cave:6x4";
    int bricks = argc > 2 ? atoi(argv[2]) : 16;
    double seconds = argc > 3 ? atof(argv[3]) : 5, spent = 0;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    const lus_rules *r = lus_rules_find(name);
    static struct proofs s;
    struct cave_proof c;
    if (!r || strncmp(name, "cave", 4) != 0 ||
        cave_set(r)->size * cave_set(r)->size <= bricks || bricks < 0) {
        fprintf(stderr, "bench_proof: expected a size such as cave:7x4 and fewer bricks "
                        "than it has cells\n");
        return 2;
    }
    if (!cave_proof_make(&c, r, TABLE_BITS))
        return 1;
    printf("%s, %d bricks: ", name, bricks);
    fflush(stdout);
    for (seed *= 1000000; spent < seconds && s.boards < MOST_BOARDS; seed++) {
        lus_pos p;
        if (!find_board(r, seed, bricks, &p))
            continue;
        double before = cpu_seconds();
        uint64_t nodes = 0;
        s.result[1 + cave_prove(&c, p.w[0], p.w[1], &nodes)]++;
        spent += cpu_seconds() - before;
        s.nodes[s.boards++] = nodes;
        s.sum += nodes;
    }
    print_proofs(&s, spent);
    cave_proof_free(&c);
    return 0;
}
