/* SPDX-License-Identifier: MIT */
/* examples.c - see cli.h: examples of commands, the most common use first.

   Lines start with "$ " in column 0: tools/completion takes indented lines with "--" for
   options. */
#include <string.h>
#include "cli/cli.h"

static const struct {
    const char *command, *lines;
} examples[] = {
    {"puzzle", "$ lusoria puzzle ur                 a new puzzle\n"
               "$ lusoria puzzle senet --level 2    one that a beginner solves\n"
               "$ lusoria puzzle ur --seed 7        the puzzle of a seed again\n"
               "$ lusoria puzzle --from GAME.txt    the largest mistake of a game\n"
               "$ lusoria puzzle --from GAME.txt --player Ada --number 2\n"},
};

const char *examples_of(const char *command)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        if (!strcmp(examples[i].command, command))
            return examples[i].lines;
    return NULL;
}
