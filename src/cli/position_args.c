/* SPDX-License-Identifier: MIT */
/* position_args.c - see cli.h: the arguments of commands about one position, GAME[:RULES]
   and a position or a link; without either, the start position. */
#include <string.h>
#include "cli/cli.h"

static lus_game *game_of_link(const char *text, const lus_rules *r, int *throw)
{
    lus_record *record;
    lus_fault fault;
    if (lus_record_read_link(text, &record, &fault) < 0) {
        print_fault("link", text, &fault);
        return NULL;
    }
    lus_game *g = lus_game_copy(lus_record_game(record, 0));
    if (g)
        *throw = lus_game_plies(g) ? LUS_ANY_THROW : lus_record_first_throw(record, 0);
    else
        print_error_code(LUS_EMEMORY);
    lus_record_free(record);
    if (g && r && lus_game_rules(g) != r) {
        print_failure("the link is for %s, not for %s", lus_rules_name(lus_game_rules(g)),
                      lus_rules_name(r));
        lus_game_free(g);
        return NULL;
    }
    return g;
}

/* The roll-off (B1) counts as over: a position is analysed, not a whole game. */
static lus_game *game_of_text(const lus_rules *r, const char *text, int *throw)
{
    lus_pos p;
    *throw = LUS_ANY_THROW;
    lus_start(r, &p);
    if (text && strcmp(text, "start") != 0 && !read_position(r, text, &p, throw))
        return NULL;
    lus_game *g = lus_game_new(r, &p);
    if (!g)
        print_error_code(LUS_EMEMORY);
    return g;
}

static lus_game *game_named(const char **words, int n, int *throw)
{
    if (n == 1 && strchr(words[0], '#'))
        return game_of_link(words[0], NULL, throw);
    const lus_rules *r = find_rules(words[0]);
    if (!r)
        return NULL;
    if (n == 2 && strchr(words[1], '#'))
        return game_of_link(words[1], r, throw);
    return game_of_text(r, n == 2 ? words[1] : NULL, throw);
}

int position_args(const struct command *self, const struct option *options, int argc,
                  char **argv, lus_game **g, int *throw)
{
    const char *words[2];
    *g = NULL;
    json_if_asked(argc, argv);
    int n = options_read(self, options, argc, argv, words, 1, 2);
    if (n < 0)
        return -1 - n;
    if (!(*g = game_named(words, n, throw)))
        return EXIT_FAILED;
    if (!lus_game_needs_rolloff(*g))
        return EXIT_DONE;
    lus_game_free(*g);
    *g = NULL;
    return print_failure("the roll-off (B1) of this game is not over");
}

void json_if_asked(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--json"))
            print_errors_as_json();
}
