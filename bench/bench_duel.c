/* SPDX-License-Identifier: MIT */
/* bench_duel.c - two versions of the shared library play each other at equal CPU time.

       bench_duel RULES FIRST.so SECOND.so PAIRS MS [SEED]
       bench_duel awari:oware build/liblusoria.so.0.1.0 OLD/liblusoria.so.0.1.0 100 200

   A match with exec: players counts elapsed time, which is unfair on a loaded machine.  Here
   both versions are loaded into one process and search in turn, and a timer of the CPU time
   of the process stops each search after MS milliseconds.  The kernel checks such timers
   every few milliseconds, so the time that each side really used is printed.

   A pair is two games from the same opening with exchanged sides: 4 to 8 random plies after
   which six plies of both versions see no side ahead by more than 10 % (or, in Awari, by
   four stones).  Games without dice only.  Neither version uses tables. */
#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include "arena/elo.h"
#include "core/random.h"
#include "lusoria.h"

/* The functions of one version. */
struct version {
    const lus_rules *(*rules_find)(const char *name);
    int (*moves)(const lus_rules *, const lus_pos *, int, lus_move[LUS_MAX_MOVES]);
    lus_game *(*game_new)(const lus_rules *, const lus_pos *);
    void (*game_free)(lus_game *);
    const lus_pos *(*game_pos)(const lus_game *);
    int (*game_play)(lus_game *, int, lus_move);
    lus_end (*game_end)(const lus_game *);
    lus_search *(*search_new)(int);
    void (*search_free)(lus_search *);
    void (*search_stop)(lus_search *, int);
    int (*search_move)(lus_search *, const lus_game *, int, const lus_limits *,
                       lus_move *);
    int (*analyse)(lus_search *, const lus_game *, int, const lus_limits *,
                   lus_analysis **);
    int (*analysis_unit)(const lus_analysis *);
    int (*analysis_at)(const lus_analysis *, int, lus_rating *);
    void (*analysis_free)(lus_analysis *);
    const lus_rules *r;
    lus_search *search;
    lus_game *game;
    double cpu_ms;
    long moves_made;
};

static struct version version[2];
static volatile sig_atomic_t searching; /* which version the timer stops */

static void fail(const char *what)
{
    fprintf(stderr, "bench_duel: %s\n", what);
    exit(1);
}

static void on_timer(int signal_number)
{
    (void)signal_number;
    version[searching].search_stop(version[searching].search, 1);
}

/* Loads a function; POSIX allows the conversion of its address. */
static void find(void *library, const char *name, void *function)
{
    *(void **)function = dlsym(library, name);
    if (!*(void **)function)
        fail(dlerror());
}

/* Loads a version: its symbols are local, so both can have the same names. */
static void load(struct version *v, const char *file, const char *rules)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fail(dlerror());
    find(library, "lus_rules_find", &v->rules_find);
    find(library, "lus_moves", &v->moves);
    find(library, "lus_game_new", &v->game_new);
    find(library, "lus_game_free", &v->game_free);
    find(library, "lus_game_pos", &v->game_pos);
    find(library, "lus_game_play", &v->game_play);
    find(library, "lus_game_end", &v->game_end);
    find(library, "lus_search_new", &v->search_new);
    find(library, "lus_search_free", &v->search_free);
    find(library, "lus_search_stop", &v->search_stop);
    find(library, "lus_search_move", &v->search_move);
    find(library, "lus_analyse", &v->analyse);
    find(library, "lus_analysis_unit", &v->analysis_unit);
    find(library, "lus_analysis_at", &v->analysis_at);
    find(library, "lus_analysis_free", &v->analysis_free);
    v->r = v->rules_find(rules);
    if (!v->r || lus_has_dice(lus_rules_find(rules)))
        fail("expected a rule set without dice");
}

/* Every game begins with an empty transposition table. */
static void begin_game(struct version *v)
{
    v->game_free(v->game);
    v->search_free(v->search);
    v->game = v->game_new(v->r, NULL);
    v->search = v->search_new(16);
    if (!v->game || !v->search)
        fail("out of memory");
}

static void play_move(lus_move m)
{
    for (int i = 0; i < 2; i++)
        if (version[i].game_play(version[i].game, 0, m) < 0)
            fail("the versions disagree about the legal moves");
}

/* Plays random plies; false: the game is over already. */
static bool play_opening(uint64_t seed)
{
    struct random chance = random_stream(seed, 0);
    int plies = 4 + (int)random_below(&chance, 5);
    begin_game(&version[0]);
    begin_game(&version[1]);
    for (int i = 0; i < plies; i++) {
        lus_move list[LUS_MAX_MOVES];
        const struct version *v = &version[0];
        int n = v->moves(v->r, v->game_pos(v->game), 0, list);
        if (!n)
            return false;
        play_move(list[random_below(&chance, (uint32_t)n)]);
    }
    return !version[0].game_end(version[0].game).over;
}

static bool is_balanced(const struct version *v)
{
    const lus_limits limits = {.depth = 6};
    lus_analysis *a;
    lus_rating best;
    if (v->analyse(v->search, v->game, 0, &limits, &a) < 0 ||
        v->analysis_at(a, -1, &best) < 0)
        fail("no analysis");
    bool stones = v->analysis_unit(a) != LUS_UNIT_WIN;
    v->analysis_free(a);
    return stones ? fabs(best.value) <= 4 : fabs(best.win - 0.5) <= 0.1;
}

/* The first seed from *seed on with a balanced opening. */
static void find_opening(uint64_t *seed)
{
    while (!play_opening(*seed) || !is_balanced(&version[0]) || !is_balanced(&version[1]))
        ++*seed;
}

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static lus_move choose(int which, int ms)
{
    struct version *v = &version[which];
    const lus_limits limits = {.nodes = UINT64_MAX / 2};
    const struct itimerval on = {.it_value = {ms / 1000, ms % 1000 * 1000}}, off = {0};
    lus_move best;
    searching = which;
    v->search_stop(v->search, 0);
    double before = cpu_now();
    setitimer(ITIMER_PROF, &on, NULL);
    if (v->search_move(v->search, v->game, 0, &limits, &best) < 0)
        fail("no move");
    setitimer(ITIMER_PROF, &off, NULL);
    v->cpu_ms += cpu_now() - before;
    v->moves_made++;
    return best;
}

/* The half points of version 0 in a game in which it has this side. */
static int play_game(uint64_t seed, int side, int ms)
{
    struct version *v = version;
    play_opening(seed);
    while (!v->game_end(v->game).over)
        play_move(choose(lus_side(v->game_pos(v->game)) != side, ms));
    lus_end end = v->game_end(v->game);
    return end.winner < 0 ? 1 : end.winner == side ? 2 : 0;
}

static void print_result(const uint64_t pairs[5])
{
    struct score_estimate e = score_estimate(pairs);
    printf(
        "%.1f %% (%.1f to %.1f), Elo %+.0f (%+.0f to %+.0f); CPU ms a move %.1f and %.1f;"
        " pairs by half points",
        100 * e.score, 100 * e.low, 100 * e.high, elo_from_score(e.score),
        elo_from_score(e.low), elo_from_score(e.high),
        version[0].cpu_ms / (double)version[0].moves_made,
        version[1].cpu_ms / (double)version[1].moves_made);
    for (int i = 0; i < 5; i++)
        printf(" %llu", (unsigned long long)pairs[i]);
    puts("");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    uint64_t pairs[5] = {0}, seed = argc > 6 ? strtoull(argv[6], NULL, 10) * 1000000 : 0;
    if (argc < 6) {
        puts("usage: bench_duel RULES FIRST.so SECOND.so PAIRS MS [SEED]");
        return argc > 1;
    }
    load(&version[0], argv[2], argv[1]);
    load(&version[1], argv[3], argv[1]);
    signal(SIGPROF, on_timer);
    for (int i = 1; i <= atoi(argv[4]); i++, seed++) {
        find_opening(&seed);
        int half_points = play_game(seed, 0, atoi(argv[5]));
        half_points += play_game(seed, 1, atoi(argv[5]));
        pairs[half_points]++;
        printf("pair %d: ", i);
        print_result(pairs);
    }
    return 0;
}
