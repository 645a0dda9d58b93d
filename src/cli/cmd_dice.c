/* SPDX-License-Identifier: MIT */
/* cmd_dice.c - lusoria dice verify: every throw of every game of a file. */
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/records.h"
#include "record/record_dice.h"

static const char *const unverified[] = {
    [DICE_NOT_USED] = "no dice to check",
    [DICE_NOT_COMMITTED] = "cannot be checked: the record has no commitment",
    [DICE_NOT_REVEALED] = "cannot be checked: the seed is not revealed",
    [DICE_NOT_THOSE] = "WRONG: the seed is not the one committed to",
};

/* One line; returns whether all is well. */
static bool report(int number, const struct record *r)
{
    struct verification v = record_verify(r);
    printf("game %d: ", number);
    switch (v.verdict) {
    case DICE_ARE_RIGHT:
        printf("commitment ok, %d throws ok\n", v.throws);
        return true;
    case DICE_THROW_WRONG:
        printf("commitment ok, WRONG: throw %d is %d, the dice say %d\n", v.throws + 1,
               v.told, v.computed);
        return false;
    default:
        puts(unverified[v.verdict]);
        return v.verdict == DICE_NOT_USED;
    }
}

int cmd_dice(const struct command *self, int argc, char **argv)
{
    const struct option none[] = {{0}};
    const char *words[2];
    struct record **list;
    int count, n = options_read(self, none, argc, argv, words, 2, 2);
    bool right = true;
    if (n < 0)
        return -1 - n;
    if (strcmp(words[0], "verify") != 0)
        return print_usage_error("there is no 'dice %s': lusoria dice %s", words[0], self->args);
    if (!records_load(words[1], &list, &count))
        return EXIT_FAILED;
    for (int i = 0; i < count; i++)
        right &= report(i + 1, list[i]);
    record_list_free(list, count);
    return right ? EXIT_DONE : EXIT_FAILED;
}
