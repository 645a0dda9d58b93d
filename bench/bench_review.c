/* SPDX-License-Identifier: MIT */
/* bench_review.c - the time of a review of 200 throws of Ur, with a table and without, and
   the differences between the estimates of the search and the values of the table.

   The table of the complete game is used if it is in the default folder (lusoria solve
   ur); otherwise a table of three pieces per side is built, and the games have three. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "analyse/tablebase_values.h"
#include "analyse/review.h"
#include "core/random.h"

enum { THROWS = 200, GAMES = 5, DEPTH = 4, PIECES = 3 };

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* A game of random moves; if it ends too early, another one is started. */
static lus_game *long_game(const lus_rules *r, const lus_pos *start, struct random *rng,
                           int plies)
{
    lus_game *g = lus_game_new(r, start);
    lus_move list[LUS_MAX_MOVES];
    while (lus_game_plies(g) < plies) {
        int throw = random_throw(r, rng), n = lus_moves(r, lus_game_pos(g), throw, list);
        lus_move m = n ? list[random_below(rng, (uint32_t)n)] : LUS_PASS;
        if (lus_game_play(g, throw, m) < 0)
            abort();
        if (lus_game_end(g).over && lus_game_plies(g) < plies) {
            lus_game_free(g);
            g = lus_game_new(r, start);
        }
    }
    return g;
}

static struct review *reviewed(const lus_game *g, struct tablebase_source tablebase)
{
    struct review *v;
    struct review_limits limits = {.search = {.depth = DEPTH, .now_ms = cpu_ms},
                                   .tablebase = tablebase,
                                   .first_throw = LUS_ANY_THROW};
    if (review(g, &limits, &v) < 0)
        abort();
    return v;
}

/* Mean differences of the two reviews of one game. */
static void compare(const struct review *a, const struct review *b, double *loss,
                    double *luck)
{
    for (int i = 0; i < a->n; i++) {
        *loss += fabs((double)(a->ply[i].loss - b->ply[i].loss)) / (double)REVIEW_ONE;
        *luck += fabs((double)(a->ply[i].luck - b->ply[i].luck)) / (double)REVIEW_ONE;
    }
}

static void measure(const lus_rules *r, const struct tables *ts, const lus_pos *start,
                    int plies)
{
    struct random rng = random_stream(5, 0);
    double exact_ms = 0, search_ms = 0, loss = 0, luck = 0;
    for (int i = 0; i < GAMES; i++) {
        lus_game *g = long_game(r, start, &rng, plies);
        struct review *exact = reviewed(g, tablebase_source_of(ts));
        struct review *search = reviewed(g, (struct tablebase_source){0});
        if (!exact->exact || search->exact)
            abort();
        exact_ms += exact->time_ms;
        search_ms += search->time_ms;
        compare(exact, search, &loss, &luck);
        free(exact);
        free(search);
        lus_game_free(g);
    }
    double n = (double)GAMES * plies;
    printf("%s, %d throws: %.1f ms with a table (goal 100), %.0f ms at depth %d (goal "
           "10000)\n",
           r->name, THROWS, exact_ms / n * THROWS, search_ms / n * THROWS, DEPTH);
    printf("mean error of the estimates: loss %.2f %%, luck %.2f %%\n", 100 * loss / n,
           100 * luck / n);
}

/* The table of the whole game, or NULL. */
static struct tables *whole_game(const lus_rules *r)
{
    char folder[4096];
    double value;
    lus_pos start;
    lus_start(r, &start);
    struct tables *ts = tables_folder(folder, sizeof folder) ? tables_open(folder) : NULL;
    if (ts && tables_value(ts, r, &start, &value) == 1)
        return ts;
    tables_close(ts);
    return NULL;
}

static struct tables *small_table(const lus_rules *r, char *folder)
{
    char path[4096], why[256];
    struct solve_options o = {
        .r = r, .size = PIECES, .threads = 1, .folder = folder, .command = "bench"};
    if (!mkdtemp(folder) || solve_run(&o, path, sizeof path, why) < 0)
        return NULL;
    return tables_open(folder);
}

int main(void)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    char folder[] = "/tmp/lusoria-bench-XXXXXX", command[64];
    lus_pos start;
    struct tables *ts = whole_game(r);
    if (ts) {
        lus_start(r, &start);
        measure(r, ts, &start, THROWS);
        tables_close(ts);
        return 0;
    }
    if (!(ts = small_table(r, folder))) {
        puts("built without tables");
        return 0;
    }
    const struct table_info *info = table_info(tables_at(ts, 0));
    info->solver->index.start(info->index, &start);
    printf("%d pieces per side: ", PIECES);
    measure(r, ts, &start, 60);
    tables_close(ts);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) != 0;
}
