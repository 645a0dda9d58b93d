/* SPDX-License-Identifier: MIT */
/* cmd_moves.c - lusoria moves, apply, perft and bench: for scripts and developers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "analyse/bench.h"
#include "cli/cli.h"

/* ---- moves and apply ---- */

static const struct option no_options[] = {{0}};

static void print_moves(const lus_rules *r, const lus_pos *p, int throw, bool with_throw)
{
    lus_move list[LUS_MAX_MOVES];
    char text[LUS_MAX_TEXT];
    int n = lus_moves(r, p, throw, list);
    if (n == 0 && lus_result(r, p) == LUS_ONGOING)
        list[n++] = LUS_PASS;
    for (int i = 0; i < n; i++) {
        lus_move_format(r, p, list[i], text);
        if (with_throw)
            printf("%d/", throw);
        puts(text);
    }
}

/* One move per line; if the position has no throw, THROW/MOVE for every throw. */
int cmd_moves(const struct command *self, int argc, char **argv)
{
    const char *words[2];
    lus_pos p;
    int throw, n = options_read(self, no_options, argc, argv, words, 2, 2);
    if (n < 0)
        return -1 - n;
    const lus_rules *r = find_rules(words[0]);
    if (!r || !read_position(r, words[1], &p, &throw))
        return EXIT_FAILED;
    if (throw != LUS_ANY_THROW)
        print_moves(r, &p, throw, false);
    else
        for (int i = 0; i < lus_throws(r); i++)
            print_moves(r, &p, lus_throw_value(r, i), true);
    return EXIT_DONE;
}

int cmd_apply(const struct command *self, int argc, char **argv)
{
    const char *words[3];
    char text[LUS_MAX_TEXT];
    lus_pos p;
    lus_move m;
    lus_fault fault;
    int throw, n = options_read(self, no_options, argc, argv, words, 3, 3);
    if (n < 0)
        return -1 - n;
    const lus_rules *r = find_rules(words[0]);
    if (!r || !read_position(r, words[1], &p, &throw))
        return EXIT_FAILED;
    if (throw == LUS_ANY_THROW)
        return print_failure("the position has no throw: append ':N' to it");
    if (lus_move_parse(r, &p, throw, words[2], &m, &fault) < 0)
        return print_fault("move", words[2], &fault);
    lus_play(r, &p, throw, m);
    lus_pos_format(r, &p, LUS_ANY_THROW, text);
    puts(text);
    return EXIT_DONE;
}

/* ---- perft ---- */

int cmd_perft(const struct command *self, int argc, char **argv)
{
    const char *words[2], *position = NULL;
    const struct option options[] = {
        {"position", 'p', OPTION_TEXT, &position, 0, 0, "TEXT", "begin at this position"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 2, 2);
    if (n < 0)
        return -1 - n;
    char *end;
    long depth = strtol(words[1], &end, 10);
    if (*end || end == words[1] || depth < 0 || depth > 99)
        return print_usage_error("DEPTH is a whole number from 0 to 99, not '%s'",
                                 words[1]);
    const lus_rules *r = find_rules(words[0]);
    lus_pos p;
    int throw = LUS_ANY_THROW;
    if (!r)
        return EXIT_FAILED;
    lus_start(r, &p);
    if (position && !read_position(r, position, &p, &throw))
        return EXIT_FAILED;
    for (int d = depth > 0; d <= depth; d++) {
        printf("%d %" PRIu64 "\n", d, lus_perft(r, &p, throw, d));
        fflush(stdout);
    }
    return EXIT_DONE;
}

/* ---- bench ---- */

/* Processor time: the search has one thread, and other programs may be running. */
static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void print_rules(const lus_rules *r, const struct bench *b)
{
    double nodes = (double)bench_nodes(&b->stats);
    printf("%-16s %9d %6d %10.0f %8.1f %8.2f\n", lus_rules_name(r), b->positions,
           b->depth, nodes, b->time_ms, b->time_ms > 0 ? nodes / b->time_ms / 1e3 : 0);
}

int cmd_bench(const struct command *self, int argc, char **argv)
{
    bool only = false;
    const struct option options[] = {
        {"signature", 0, OPTION_FLAG, &only, 0, 0, NULL, "print only the signature"},
        {0},
    };
    const lus_rules *r;
    struct bench b;
    uint64_t signature = BENCH_SEED;
    int n = options_read(self, options, argc, argv, NULL, 0, 0);
    if (n < 0)
        return -1 - n;
    if (!only)
        puts("rule set         positions  depth      nodes       ms  million/s");
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        int status = bench_run(r, cpu_ms, &b, &signature);
        if (status < 0)
            return print_error_code(status);
        if (!only)
            print_rules(r, &b);
    }
    printf("%s%016" PRIx64 "\n", only ? "" : "signature ", signature);
    return EXIT_DONE;
}
