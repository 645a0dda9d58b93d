/* SPDX-License-Identifier: MIT */
/* asked.c - what a command that looks at one position is asked: a text, a link, or
   nothing for the start. */
#include <string.h>
#include "cli/cli.h"
#include "record/link.h"

static lus_game *game_of_link(const char *text, const lus_rules *r, int *throw)
{
    struct record *record;
    lus_fault fault;
    if (link_parse(text, &record, &fault) < 0) {
        print_fault("link", text, &fault);
        return NULL;
    }
    lus_game *g = lus_game_copy(record_game(record));
    *throw = lus_game_plies(g) ? LUS_ANY_THROW : record_first_throw(record);
    record_free(record);
    if (r && lus_game_rules(g) != r) {
        print_failure("the link is of %s, not of %s", lus_rules_name(lus_game_rules(g)),
                   lus_rules_name(r));
        lus_game_free(g);
        return NULL;
    }
    return g;
}

/* A game that has not begun is looked at after its roll-off (B1). */
static lus_game *game_of_text(const lus_rules *r, const char *text, int *throw)
{
    lus_pos p;
    *throw = LUS_ANY_THROW;
    lus_start(r, &p);
    if (text && strcmp(text, "start") != 0 && !read_position(r, text, &p, throw))
        return NULL;
    return lus_game_new(r, &p);
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

int game_asked(const struct command *self, const struct option *options, int argc,
               char **argv, lus_game **g, int *throw)
{
    const char *words[2];
    *g = NULL;
    json_wanted(argc, argv);
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

void json_wanted(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--json"))
            print_errors_as_json();
}
