/* SPDX-License-Identifier: MIT */
/* bench_stones.c - how often a lead of stones wins in Awari: games between searches of
   depth 4 from random openings; the value of every position at depth 6 is compared with
   the result.  Prints the logistic curve that fits best; analyse/value_scale.c contains its
   constant. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "analyse/analyse.h"
#include "core/random.h"
#include "search/value.h"

enum { GAMES = 300, OPENING = 8, PLAY_DEPTH = 4, VALUE_DEPTH = 6, MAX_SAMPLES = 100000 };

struct sample {
    double stones, score; /* 0, 1/2, 1 */
};

static int searched(const lus_game *g, int depth, lus_move *m)
{
    struct search_limits limits = {.depth = depth, .table_mb = 1, .all_values = true};
    struct search_report report;
    if (search_run(g, 0, &limits, &report) < 0)
        abort();
    *m = report.moves[0].move;
    return report.moves[0].value;
}

/* Plays one game; samples its undecided positions, from the point of view of side 0. */
static int play(const lus_rules *r, int index, struct sample *sample)
{
    struct random rng = random_stream(1, (uint64_t)index);
    lus_move list[LUS_MAX_MOVES], m;
    lus_game *g = lus_game_new(r, NULL);
    int n = 0;
    for (int ply = 0; !lus_game_end(g).over && ply < 400; ply++) {
        int count = lus_moves(r, lus_game_pos(g), 0, list);
        if (ply < OPENING) {
            m = list[random_below(&rng, (uint32_t)count)];
        } else {
            int v = searched(g, VALUE_DEPTH, &m), side = lus_side(lus_game_pos(g));
            if (v > -VALUE_WIN && v < VALUE_WIN)
                sample[n++].stones = (side ? -v : v) / (double)VALUE_STONE;
            searched(g, PLAY_DEPTH, &m);
        }
        lus_game_play(g, 0, m);
    }
    lus_end end = lus_game_end(g);
    for (int i = 0; i < n; i++)
        sample[i].score = !end.over || end.winner < 0 ? 0.5 : end.winner == 0;
    lus_game_free(g);
    return n;
}

/* The mean negative log-likelihood of the results. */
static double log_loss(const struct sample *sample, int n, double stones_per_logit)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double p = 1 / (1 + exp(-sample[i].stones / stones_per_logit));
        sum -= sample[i].score * log(p) + (1 - sample[i].score) * log(1 - p);
    }
    return sum / n;
}

int main(void)
{
    const lus_rules *r = lus_rules_find("awari:abapa");
    struct sample *sample = malloc(MAX_SAMPLES * sizeof *sample);
    int n = 0;
    double best = 1;
    for (int i = 0; i < GAMES && n < MAX_SAMPLES - 400; i++)
        n += play(r, i, sample + n);
    for (double k = 1; k < 12; k += 0.1)
        best = log_loss(sample, n, k) < log_loss(sample, n, best) ? k : best;
    printf("awari: %d positions of %d games; one logit is %.1f stones (log loss %.4f)\n",
           n, GAMES, best, log_loss(sample, n, best));
    for (double low = -10; low < 10; low += 2) {
        double sum = 0, count = 0;
        for (int i = 0; i < n; i++)
            if (sample[i].stones >= low && sample[i].stones < low + 2) {
                sum += sample[i].score;
                count++;
            }
        printf("  %+3.0f to %+3.0f stones: %5.1f %% of %5.0f; curve %5.1f %%\n", low,
               low + 2, count > 0 ? 100 * sum / count : 0, count,
               100 / (1 + exp(-(low + 1) / best)));
    }
    free(sample);
    return 0;
}
