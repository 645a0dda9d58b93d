/* SPDX-License-Identifier: MIT */
/* cmd_solve.c - lusoria solve: builds a table, showing how far it is. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/cli.h"
#include "core/clock.h"
#include "core/registry.h"
#include "solve/table.h"

struct show {
    const struct solver *solver;
    const lus_rules *r;
    void *index; /* NULL: no memory, no time left shown */
    bool live;   /* standard error is a terminal */
    double begin_ms, shown_ms;
    uint64_t done; /* positions of the layers done in this run */
};

/* Seconds left, if the layers to come take as many sweeps as those so far. */
static double seconds_left(const struct show *s, const struct solve_progress *p,
                           double seconds)
{
    uint64_t now = s->solver->layer_size(s->index, p->layer), left = 0;
    for (int i = p->layer; i < s->solver->layers(s->index); i++)
        left += s->solver->layer_size(s->index, i);
    if (!p->sweep) /* each position is looked at once */
        return ((double)left - (double)(p->updates - s->done)) * seconds /
               (double)p->updates;
    double before = (double)(p->updates - (uint64_t)p->sweep * now);
    double sweeps = s->done ? before / (double)s->done : 50;
    double work = (double)left * sweeps - (double)p->sweep * (double)now;
    return work > 0 ? work * seconds / (double)p->updates : 0;
}

static void tell(const struct solve_progress *p)
{
    struct show *s = p->arg;
    double now = clock_ms(), seconds = (now - s->begin_ms) / 1000;
    char name[32];
    if (!s->live || !s->index || now - s->shown_ms < 200)
        return;
    s->shown_ms = now;
    s->solver->layer_name(s->index, p->layer, name);
    fprintf(stderr, "\r\033[Klayer %d of %d, %s: ", p->layer + 1,
            s->solver->layers(s->index), name);
    if (p->sweep)
        fprintf(stderr, "sweep %d, change %.1e, %.1f million a second, ", p->sweep,
                p->change, (double)p->updates / seconds / 1e6);
    else
        fprintf(stderr, "%.0f a second, ", (double)p->updates / seconds);
    fprintf(stderr, "%.0f s left", seconds_left(s, p, seconds));
}

static void say(void *arg, const char *line)
{
    struct show *s = arg;
    int layer;
    if (s->live)
        fputs("\r\033[K", stderr);
    fprintf(stderr, "%s\n", line);
    if (s->index && sscanf(line, "layer %d", &layer) == 1)
        s->done += s->solver->layer_size(s->index, layer - 1);
}

/* --pieces or --stones, whichever the game counts in; negative: wrong usage. */
static int size_of(const struct solver *s, int pieces, int stones)
{
    bool by_pieces = !strcmp(s->size_name, "pieces");
    bool by_stones = !strcmp(s->size_name, "stones");
    int size = by_pieces ? pieces : by_stones ? stones : 0;
    if (!by_pieces && !by_stones && (pieces || stones))
        return -say_usage("this game is solved as far as it goes and takes no size");
    if (by_stones ? pieces : by_pieces && stones)
        return -say_usage("the size of this game is given with --%s", s->size_name);
    if (s->partial && !size)
        return -say_usage("give --%s N, the most %s %s", s->size_name, s->size_name,
                          by_stones ? "of a board" : "a side");
    return size;
}

/* Says which rule sets of the game can be solved instead. */
static int cannot(const lus_rules *r)
{
    const struct game_kind *kind = game_kind_at(game_number(r));
    char names[200] = "";
    for (int i = 0; i < kind->n_sets; i++) {
        size_t n = strlen(names);
        if (solver_of(&kind->sets[i]))
            snprintf(names + n, sizeof names - n, "%s%s", n ? ", " : "",
                     kind->sets[i].name);
    }
    return say_failed("%s cannot be solved here; these can: %s", lus_rules_name(r),
                      names);
}

static int run(const lus_rules *r, int size, int threads, const char *folder)
{
    char command[200], path[4096], why[256], home[4096];
    struct show s = {.solver = solver_of(r), .r = r};
    if (!folder && !tables_folder(home, sizeof home))
        return say_failed("there is no home folder; use --table-dir");
    s.index = s.solver->index_new(r, size ? size : s.solver->largest(r));
    s.live = isatty(STDERR_FILENO);
    s.begin_ms = clock_ms();
    int n = snprintf(command, sizeof command, "lusoria solve %s", lus_rules_name(r));
    if (size)
        snprintf(command + n, sizeof command - (size_t)n, " --%s %d", s.solver->size_name,
                 size);
    struct solve_options o = {r,       size, threads, folder ? folder : home,
                              command, say,  tell,    &s};
    int status = solve_run(&o, path, sizeof path, why);
    if (s.live)
        fputs("\r\033[K", stderr);
    if (s.index)
        s.solver->index_free(s.index);
    if (status < 0)
        return say_failed("%s", why);
    printf("%s\n", path);
    return EXIT_DONE;
}

int cmd_solve(const struct command *self, int argc, char **argv)
{
    const char *words[1], *folder = NULL;
    int pieces = 0, stones = 0, threads = 0;
    const struct option options[] = {
        {"pieces", 0, OPTION_INT, &pieces, 1, 64, "N", "only so many pieces a side"},
        {"stones", 0, OPTION_INT, &stones, 1, 48, "N", "only boards of so many stones"},
        {"threads", 0, OPTION_INT, &threads, 1, 256, "N",
         "the default is all processors"},
        {"table-dir", 0, OPTION_TEXT, &folder, 0, 0, "DIR", "where tables live"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 1, 1);
    if (n < 0)
        return -1 - n;
    const lus_rules *r = rules_named(words[0]);
    if (!r)
        return EXIT_FAILED;
    if (!solver_of(r))
        return cannot(r);
    int size = size_of(solver_of(r), pieces, stones);
    if (size < 0)
        return EXIT_USAGE;
    if (size > solver_of(r)->largest(r))
        return say_usage("a table of %s has at most %d %s", lus_rules_name(r),
                         solver_of(r)->largest(r), solver_of(r)->size_name);
    return run(r, size, threads, folder);
}
