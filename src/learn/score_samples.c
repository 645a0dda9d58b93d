/* SPDX-License-Identifier: MIT */
/* score_samples.c - positions of self-play and their values: see score_fit_internal.h. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "core/array.h"
#include "core/random.h"
#include "learn/score_fit_internal.h"
#include "os/parallel.h"
#include "search/search.h"
#include "search/tt.h"

enum {
    PLAY_DEPTH = 5,   /* of the moves of a game */
    MAX_PLIES = 300,  /* then the game is a draw */
    RANDOM_MOVE = 25, /* one move in so many is random */
    TABLE_MB = 2,
};

/* The samples of one game; the first `n` of them are used. */
struct sampled_game {
    size_t n, cap;
    struct score_sample *sample;
};

/* What the threads share: each takes the next number and plays that game. */
struct sample_work {
    const struct score_fit *fit;
    const int16_t *weights;
    int round, games;
    struct sampled_game *game;
    _Atomic int next, status;
};

/* One game: the searches keep their table from position to position. */
struct sampler {
    const lus_rules *rules;
    struct search_limits play, value;
    struct random random;
};

/* ---- one position ---- */

/* The value of p for the side to move, in hundredths of a point. */
static int searched_value(struct sampler *s, const lus_pos *p, int16_t *value)
{
    struct search_report report;
    lus_game *g = lus_game_new(s->rules, p);
    int status = g ? search_run(g, 0, &s->value, &report) : LUS_EMEMORY;
    lus_game_free(g);
    if (status < 0)
        return status;
    int v = report.moves[0].value;
    v = v > DECIDED_VALUE ? DECIDED_VALUE : v < -DECIDED_VALUE ? -DECIDED_VALUE : v;
    *value = (int16_t)(v * 100 / VALUE_STONE);
    return 0;
}

/* Adds p to the samples; false if it is a finished game. */
static int add_sample(struct sampler *s, const lus_pos *p, bool occurred,
                      struct sampled_game *game)
{
    struct score_sample sample = {.result = occurred ? 0 : NO_RESULT};
    uint32_t at[SCORE_MAX_TERMS];
    lus_move list[LUS_MAX_MOVES];
    int score[2];
    if (s->rules->result(s->rules, p) != LUS_ONGOING ||
        lus_moves(s->rules, p, 0, list) <= 0)
        return 0;
    int status = searched_value(s, p, &sample.value);
    if (status < 0)
        return status;
    s->rules->score(s->rules, p, score);
    sample.lead = (int16_t)(score[0] - score[1]);
    s->rules->search.score_net->place(p, at);
    for (int i = 0; i <= s->rules->search.score_net->terms; i++)
        sample.at[i] = (uint16_t)at[i];
    if (occurred)
        sample.result = (int8_t)pos_side(p); /* replaced at the end of the game */
    if (!array_reserve(&game->sample, &game->cap, game->n + 1, sizeof sample))
        return LUS_EMEMORY;
    game->sample[game->n++] = sample;
    return 0;
}

/* Half of the samples are the position itself, the others are one or two random moves
   later: a search evaluates such positions, too. */
static int sample_near(struct sampler *s, const lus_pos *p, struct sampled_game *game)
{
    lus_pos near = *p;
    int moves = (int)random_below(&s->random, 4) % 3;
    for (int i = 0; i < moves; i++) {
        lus_move list[LUS_MAX_MOVES];
        int n = lus_moves(s->rules, &near, 0, list);
        if (n <= 0)
            return 0;
        s->rules->play(s->rules, &near, 0, list[random_below(&s->random, (uint32_t)n)]);
    }
    return add_sample(s, &near, moves == 0, game);
}

/* ---- one game ---- */

static int choose_move(struct sampler *s, const lus_game *g, int opening, lus_move *m)
{
    struct search_report report;
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(s->rules, lus_game_pos(g), 0, list);
    *m = list[random_below(&s->random, (uint32_t)n)];
    if (lus_game_plies(g) < opening || random_below(&s->random, RANDOM_MOVE) == 0)
        return 0;
    int status = search_run(g, 0, &s->play, &report);
    *m = status < 0 ? LUS_PASS : report.moves[0].move;
    return status;
}

static void set_results(const lus_game *g, struct sampled_game *game)
{
    int winner = lus_game_end(g).over ? lus_game_end(g).winner : -1;
    for (size_t i = 0; i < game->n; i++) {
        int8_t *result = &game->sample[i].result;
        if (*result != NO_RESULT)
            *result = (int8_t)(winner < 0 ? 0 : winner == *result ? 1 : -1);
    }
}

/* The opening of 2 to 11 plies is random; one position in four of it is a sample. */
static int play_game(struct sampler *s, struct sampled_game *game)
{
    lus_game *g = lus_game_new(s->rules, NULL);
    int opening = 2 + (int)random_below(&s->random, 10), status = g ? 0 : LUS_EMEMORY;
    while (status >= 0 && !lus_game_end(g).over && lus_game_plies(g) < MAX_PLIES) {
        lus_move m;
        if (lus_game_plies(g) >= opening)
            status = sample_near(s, lus_game_pos(g), game);
        else if (random_below(&s->random, 4) == 0)
            status = add_sample(s, lus_game_pos(g), true, game);
        if (status >= 0)
            status = choose_move(s, g, opening, &m);
        if (status >= 0)
            status = lus_game_play(g, 0, m);
    }
    if (status >= 0)
        set_results(g, game);
    lus_game_free(g);
    return status;
}

/* ---- all games ---- */

/* Each game has a table of its own: repetition (A7) makes values depend on the line that led
   to a position, so a table of other games could change them. */
static int play_numbered(const struct sample_work *w, int number)
{
    const struct score_fit *f = w->fit;
    struct search_limits limits = {.table = tt_new(TABLE_MB), .network = w->weights};
    struct sampler s = {.rules = f->rules, .play = limits, .value = limits};
    if (!limits.table)
        return LUS_EMEMORY;
    s.random = random_stream(f->seed + ((uint64_t)w->round << 32), (uint64_t)number);
    s.play.depth = PLAY_DEPTH;
    s.value.depth = f->depth;
    int status = play_game(&s, &w->game[number]);
    tt_free(limits.table);
    return status;
}

static void play_games(void *arg, int thread)
{
    struct sample_work *w = arg;
    int number;
    (void)thread;
    while ((number = atomic_fetch_add(&w->next, 1)) < w->games) {
        int status = play_numbered(w, number);
        if (status < 0)
            atomic_store(&w->status, status);
    }
}

/* The samples of all games in one array, in their order. */
static int join(const struct sample_work *w, struct score_samples *out)
{
    size_t n = 0;
    for (int i = 0; i < w->games; i++)
        n += w->game[i].n;
    *out = (struct score_samples){0, malloc((n + 1) * sizeof *out->sample)};
    if (!out->sample)
        return LUS_EMEMORY;
    for (int i = 0; i < w->games; i++) {
        if (w->game[i].n)
            memcpy(out->sample + out->n, w->game[i].sample,
                   w->game[i].n * sizeof *out->sample);
        out->n += w->game[i].n;
    }
    return 0;
}

int score_samples_make(const struct score_fit *f, int round, int games,
                       const int16_t *weights, struct score_samples *out)
{
    struct sample_work w = {.fit = f, .weights = weights, .round = round, .games = games};
    w.game = calloc((size_t)games, sizeof *w.game);
    if (!w.game)
        return LUS_EMEMORY;
    parallel_run(f->threads, play_games, &w);
    int status = w.status ? w.status : join(&w, out);
    for (int i = 0; i < games; i++)
        free(w.game[i].sample);
    free(w.game);
    return status;
}
