/* SPDX-License-Identifier: MIT */
/* naive_main.c - the reference rules on the command line: naive RULES moves POSITION
   [THROW], or naive RULES perft DEPTH [POSITION]. */
#include "naive.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what)
{
    fprintf(stderr, "naive: not understood: %s\n", what);
    return 1;
}

static int show_moves(const char *rules, const char *position, int throw)
{
    struct naive_move list[NAIVE_MOVES];
    char pass_after[NAIVE_TEXT], result[8];
    if (naive_result(rules, position, result) < 0)
        return fail(position);
    int count = naive_moves(rules, position, throw, list, pass_after);
    if (count < 0)
        return fail("throw");
    for (int i = 0; i < count; i++)
        printf("%s %s\n", list[i].move, list[i].after);
    if (count == 0)
        printf("%s %s\n", result[0] ? result : "pass", pass_after);
    return 0;
}

static int show_perft(const char *rules, int depth, const char *position)
{
    char start[NAIVE_TEXT];
    if (!position && naive_start(rules, start) < 0)
        return fail(rules);
    for (int d = 1; d <= depth; d++) {
        uint64_t count = naive_perft(rules, position ? position : start, d);
        if (count == UINT64_MAX)
            return fail(position ? position : rules);
        printf("%d %" PRIu64 "\n", d, count);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if ((argc == 4 || argc == 5) && strcmp(argv[2], "moves") == 0)
        return show_moves(argv[1], argv[3], argc == 5 ? atoi(argv[4]) : 0);
    if ((argc == 4 || argc == 5) && strcmp(argv[2], "perft") == 0)
        return show_perft(argv[1], atoi(argv[3]), argc == 5 ? argv[4] : NULL);
    fprintf(stderr, "usage: naive RULES moves POSITION [THROW]\n"
                    "       naive RULES perft DEPTH [POSITION]\n");
    return 2;
}
