/* SPDX-License-Identifier: MIT */
/* cmd_games.c - lusoria games: what can be played. */
#include <stdio.h>
#include "cli/cli.h"

int cmd_games(const struct command *self, int argc, char **argv)
{
    const struct option none[] = {{0}};
    const lus_rules *r;
    int n = options_read(self, none, argc, argv, NULL, 0, 0);
    if (n < 0)
        return -1 - n;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        printf("%-16s %-18s %s\n", lus_rules_name(r), lus_rules_title(r),
               lus_rules_about(r));
    return EXIT_DONE;
}
