/* SPDX-License-Identifier: MIT */
/* cmd_rollout.c - lusoria rollout: estimates a position by playing many games from it:

       Royal Game of Ur (ur:finkel)   Light to move, thrown 2
            ... board ...
         move      win  95 % interval          loss  plain playouts
         4-6   53.12 %  53.04 .. 53.20            -  52.7 +- 0.8
         0-2   51.03 %  50.94 .. 51.12  2.09 +- 0.05  50.4 +- 0.8

       4,096 games for each move, 97 plies each, both sides at depth 1, seed 1: 1.9 s
       ...

   "win" is reduced in variance by the luck of the throws; "plain playouts" is the same
   games without the reduction, so the two columns show what it gains (analyse/rollout.h).
   Games without dice are refused: both players are deterministic, so every playout would be
   the same game. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "terminal/analysis_screen.h"
#include "cli/cli.h"
#include "terminal/output.h"
#include "os/clock.h"
#include "os/console.h"
#include "os/parallel.h"
#include "report/rollout_json.h"

/* The options; `error` is the text of --error, read by read_error. */
struct rollout_options {
    struct rollout_limits limits;
    int seed;
    const char *error;
    struct answer_options as;
};

/* ---- the answer ---- */

/* "Royal Game of Ur (ur:finkel)   Light to move, thrown 2" and the board. */
static void print_head(const struct terminal *t, const struct rollout *r)
{
    char board[LUS_MAX_BOARD];
    printf("%s (%s)   %s ", lus_rules_title(r->rules), lus_rules_name(r->rules),
           lus_side_name(r->rules, pos_side(&r->pos)));
    if (r->throw == LUS_ANY_THROW)
        puts("to throw\n");
    else
        printf("to move, thrown %d\n\n", r->throw);
    lus_draw(r->rules, &r->pos, &t->look, board);
    board_print(t, board);
    putchar('\n');
}

/* A move, or "position" before the throw.  loss: how much less than the best move, with
   its own standard error, which is smaller because both moves are played with the same
   dice. */
static void print_row(const struct rollout *r, const struct rollout_move *m, int width)
{
    char name[LUS_MAX_TEXT] = "position", loss[32] = "-";
    if (r->throw != LUS_ANY_THROW)
        lus_move_format(r->rules, &r->pos, m->move, name);
    if (m != r->move)
        snprintf(loss, sizeof loss, "%.2f +- %.2f", 100 * m->loss.mean,
                 100 * m->loss.error);
    printf("  %-*s  %6.2f %%  %6.2f .. %-6.2f  %13s  %6.2f +- %.2f\n", width, name,
           100 * m->win.mean, 100 * (m->win.mean - ROLLOUT_95 * m->win.error),
           100 * (m->win.mean + ROLLOUT_95 * m->win.error), loss,
           100 * m->unadjusted.mean, 100 * m->unadjusted.error);
}

/* The first column is as wide as the longest move. */
static void print_table(const struct rollout *r)
{
    int width = r->throw == LUS_ANY_THROW ? 8 : 4;
    for (int i = 0; i < r->n; i++) {
        char name[LUS_MAX_TEXT];
        int n = lus_move_format(r->rules, &r->pos, r->move[i].move, name);
        width = n > width ? n : width;
    }
    printf("  %-*s       win  95 %% interval             loss  plain playouts\n", width,
           r->throw == LUS_ANY_THROW ? "" : "move");
    for (int i = 0; i < r->n; i++)
        print_row(r, &r->move[i], width);
}

/* The games, the time, and the standard error with and without variance reduction. */
static void print_work(const struct rollout *r)
{
    const struct rollout_move *best = r->move;
    double gain = rollout_variance_ratio(best);
    printf("\n%d games%s, %.0f plies each, both sides at depth %d, seed %d: %.1f s%s\n",
           r->games, r->throw == LUS_ANY_THROW ? "" : " for each move", best->plies,
           r->limits.depth, (int)r->limits.seed, r->time_ms / 1000,
           r->by_error ? ", stopped at the standard error" : "");
    printf("standard error %.3f %%, without variance reduction %.3f %%",
           100 * best->win.error, 100 * best->unadjusted.error);
    if (gain > 0)
        printf(":\n%.0f times the variance", gain);
    puts(".");
    if (best->truncated > 0)
        printf("%.0f %% of the games were truncated and evaluated by the players; the "
               "errors "
               "of these\nevaluations are not part of the standard error.\n",
               100 * best->truncated);
}

/* lusoria.rollout/1 on standard output; an exit code. */
static int print_json(const struct rollout *r)
{
    struct buffer out = {0};
    rollout_json(&out, r);
    return print_buffer(&out);
}

/* One line on a terminal, overwritten with each batch and removed after the last one. */
static void show_progress(const struct rollout *r, void *arg)
{
    (void)arg;
    fprintf(stderr, "\r\033[K%d of %d games, standard error %.3f %%", r->games,
            r->limits.games, 100 * r->move[0].win.error);
    if (r->games == r->limits.games || r->by_error)
        fputs("\r\033[K", stderr);
}

/* Checks that the position can be rolled out, does it and prints; an exit code. */
static int answer(const struct rollout_options *q, const lus_game *g, int throw)
{
    struct terminal terminal;
    struct rollout *r;
    const lus_rules *rules = lus_game_rules(g);
    int status = terminal_open(&terminal, q->as.color, q->as.ascii);
    if (status)
        return status;
    if (!lus_has_dice(rules))
        return print_failure("%s has no dice: every game of a rollout would be the same; "
                             "'%s analyse' looks ahead instead",
                             lus_rules_title(rules), program_name());
    if (lus_game_end(g).over)
        return print_failure("the game is over: there is nothing to play out");
    status = rollout_run(rules, lus_game_pos(g), throw, &q->limits, &r);
    if (status < 0)
        return print_error_code(status);
    status = EXIT_DONE;
    if (q->as.json) {
        status = print_json(r);
    } else {
        print_head(&terminal, r);
        print_table(r);
        print_work(r);
    }
    free(r);
    return status;
}

/* ---- the question ---- */

/* A number of percent above 0 and below 50, "0.05". */
static int read_error(struct rollout_options *q)
{
    char *end;
    if (!q->error)
        return 0;
    errno = 0;
    double percent = strtod(q->error, &end);
    if (errno || end == q->error || *end || !(percent > 0 && percent < 50))
        return print_usage_error(
            "--error takes a percentage above 0 and below 50, for example 0.05, not '%s'",
            q->error);
    q->limits.error = percent / 100;
    return 0;
}

/* The default seed is fixed, so that the same command prints the same numbers. */
int cmd_rollout(const struct command *self, int argc, char **argv)
{
    struct rollout_options q = {.seed = 1};
    struct rollout_limits *l = &q.limits;
    l->games = ROLLOUT_GAMES;
    l->threads = parallel_cores();
    const struct option options[] = {
        {"games", 'n', OPTION_INT, &l->games, 1, ROLLOUT_MAX_GAMES, "N",
         "games for each move at most, in whole batches (4096)"},
        {"error", 'e', OPTION_TEXT, &q.error, 0, 0, "E",
         "stop at a standard error of E percent"},
        {"depth", 'd', OPTION_INT, &l->depth, 1, ROLLOUT_MAX_DEPTH, "N",
         "search depth of both players (1)"},
        {"truncate", 0, OPTION_INT, &l->truncate, 1, ROLLOUT_MAX_PLIES, "N",
         "end games after N plies with the players' evaluation"},
        {"seed", 's', OPTION_INT, &q.seed, 0, 2000000000, "S", "seed of the dice (1)"},
        {"threads", 'j', OPTION_INT, &l->threads, 1, 256, "N",
         "threads (all cores); does not change the result"},
        ANSWER_OPTIONS(&q.as, "lusoria.rollout/1"),
        {0},
    };
    lus_game *g;
    int throw, status = position_args(self, options, argc, argv, &g, &throw);
    if (!g)
        return status;
    l->seed = (uint64_t)q.seed;
    l->now_ms = clock_ms;
    l->progress = console_is_terminal(CONSOLE_ERR) ? show_progress : NULL;
    status = read_error(&q);
    if (status == EXIT_DONE)
        status = answer(&q, g, throw);
    lus_game_free(g);
    return status;
}
