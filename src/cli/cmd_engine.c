/* SPDX-License-Identifier: MIT */
/* cmd_engine.c - lusoria engine: the engine protocol on standard input and output. */
#include <stdio.h>
#include <unistd.h>
#include "cli/cli.h"
#include "engine/engine.h"

int cmd_engine(const struct command *self, int argc, char **argv)
{
    struct table_options table_options = {0};
    struct tables *tables;
    const struct option options[] = {TABLE_OPTIONS(&table_options), {0}};
    int n = options_read(self, options, argc, argv, NULL, 0, 0);
    if (n < 0)
        return -1 - n;
    if (!tablebase_open(&table_options, &tables))
        return EXIT_FAILED;
    engine_run(tables, STDIN_FILENO, stdout);
    tablebase_close(tables);
    return EXIT_DONE;
}
