/* SPDX-License-Identifier: MIT */
/* cmd_moves.c - lusoria moves and lusoria apply: the rules for scripts. */
#include <stdio.h>
#include "cli/cli.h"

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

/* One move a line; without a throw in the position, every throw's as THROW/MOVE. */
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
        return print_failure("the position needs a throw: add ':N' to it");
    if (lus_move_parse(r, &p, throw, words[2], &m, &fault) < 0)
        return print_fault("move", words[2], &fault);
    lus_play(r, &p, throw, m);
    lus_pos_format(r, &p, LUS_ANY_THROW, text);
    puts(text);
    return EXIT_DONE;
}
