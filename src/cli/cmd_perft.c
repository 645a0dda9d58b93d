/* SPDX-License-Identifier: MIT */
/* cmd_perft.c - lusoria perft: lines of play, a depth a line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "cli/cli.h"

int cmd_perft(const struct command *self, int argc, char **argv)
{
    const char *words[2], *position = NULL;
    const struct option options[] = {
        {"position", 'p', OPTION_TEXT, &position, 0, 0, "TEXT", "begin here"},
        {0},
    };
    int n = options_read(self, options, argc, argv, words, 2, 2);
    if (n < 0)
        return -1 - n;
    char *end;
    long depth = strtol(words[1], &end, 10);
    if (*end || end == words[1] || depth < 0 || depth > 99)
        return print_usage_error("DEPTH is a whole number from 0 to 99, not '%s'", words[1]);
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
