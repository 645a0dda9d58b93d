/* SPDX-License-Identifier: MIT */
/* library.c - analyses a position of the Royal Game of Ur with liblusoria.

       cc library.c $(pkg-config --cflags --libs lusoria) -o library && ./library */
#include <lusoria.h>
#include <stdio.h>

/* Light has thrown 2: a piece on square 4 and six in hand, against Dark's on square 5. */
static const char position[] = "6---x----------0:6----x---------0:L:2";

static void print_moves(const lus_game *game, const lus_analysis *analysis)
{
    for (int i = 0; i < lus_analysis_count(analysis); i++) {
        lus_rating rating;
        char move[LUS_MAX_TEXT];
        lus_analysis_at(analysis, i, &rating);
        lus_move_format(lus_game_rules(game), lus_game_pos(game), rating.move, move);
        printf("%-6s %4.1f %%  %s\n", move, 100 * rating.win, rating.why);
    }
}

int main(void)
{
    const lus_rules *rules = lus_rules_find("ur:finkel");
    lus_limits limits = {.depth = 4};
    lus_analysis *analysis = NULL;
    lus_fault fault;
    lus_pos start;
    int thrown;
    if (lus_pos_parse(rules, position, &start, &thrown, &fault) < 0) {
        fprintf(stderr, "byte %zu: expected %s\n", fault.at, fault.expected);
        return 1;
    }
    lus_game *game = lus_game_new(rules, &start);
    lus_search *search = lus_search_new(0);
    int status = lus_analyse(search, game, thrown, &limits, &analysis);
    if (status < 0)
        fprintf(stderr, "%s\n", lus_error_text(status));
    else
        print_moves(game, analysis);
    lus_analysis_free(analysis);
    lus_search_free(search);
    lus_game_free(game);
    return status < 0;
}
