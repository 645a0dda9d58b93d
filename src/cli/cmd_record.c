/* SPDX-License-Identifier: MIT */
/* cmd_record.c - lusoria record (check or convert games) and lusoria dice verify.

       $ lusoria record games.txt
       game 1: ur:finkel, 2 plies, unfinished
       $ lusoria record games.txt --to rgn      the games in another format
       $ lusoria dice verify games.txt
       game 1: commitment ok, 153 throws ok

   Both read a file game by game and keep one game in memory (--to keeps all its output).
   `dice verify` fails (exit code 1) if the dice of one game are wrong or cannot be
   checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/line_mode.h"
#include "terminal/output.h"
#include "cli/record_files.h"
#include "record/record_dice.h"
#include "text/sanitise.h"

/* Called with each game of a file, numbered from 1; an exit code other than EXIT_DONE
   ends the reading. */
typedef int game_fn(void *context, int number, const struct record *r);

/* Calls `each` for every game up to the first fault, which is reported; an exit code. */
static int each_game(const char *path, game_fn *each, void *context)
{
    struct record_file f;
    struct record *game;
    int read, status = EXIT_DONE;
    if (!record_file_open(&f, path))
        return EXIT_FAILED;
    for (int number = 1; (read = record_file_next(&f, &game)) > 0; number++) {
        status = each(context, number, game);
        record_free(game);
        if (status != EXIT_DONE)
            break;
    }
    if (read < 0) {
        record_free(game);
        status = record_file_report(&f);
    }
    record_file_close(&f);
    return status;
}

/* ---- record ---- */

/* "game 1: ur:finkel, 153 plies, the first player won (resignation)" */
static int print_game(void *context, int number, const struct record *r)
{
    static const char *const results[] = {"unfinished", "the first player won",
                                          "the second player won", "drawn"};
    const lus_game *g = record_game(r);
    const char *why = record_reason(r);
    char reason[SANITISED_BYTES];
    (void)context;
    printf("game %d: %s, %d plies, %s%s%s%s\n", number, lus_rules_name(lus_game_rules(g)),
           lus_game_plies(g), results[record_result(r)], why ? " (" : "",
           why ? sanitise(reason, why, 60) : "", why ? ")" : "");
    return EXIT_DONE;
}

/* The context of convert_game: the format, and all games so far. */
struct conversion {
    const struct record_format *format;
    struct buffer out;
};

/* Callback for each game of a file: appends it in the other format. */
static int convert_game(void *context, int number, const struct record *r)
{
    struct conversion *c = context;
    return format_add(c->format, &c->out, r, number);
}

/* All games are converted before the first is printed. */
static int convert(const char *path, const struct record_format *format)
{
    struct conversion c = {.format = format};
    int status = each_game(path, convert_game, &c);
    if (status != EXIT_DONE) {
        free(c.out.bytes);
        return status;
    }
    if (c.out.column)
        buffer_str(&c.out, "\n");
    return print_buffer(&c.out);
}

/* Without --to the games are only checked and listed. */
int cmd_record(const struct command *self, int argc, char **argv)
{
    const char *path, *to = NULL;
    const struct record_format *format = NULL;
    const struct option options[] = {
        {"to", 't', OPTION_TEXT, &to, 0, 0, "FORMAT", "lusoria, rgn, ogn, moves or link"},
        {0},
    };
    int n = options_read(self, options, argc, argv, &path, 1, 1);
    if (n < 0)
        return -1 - n;
    if (to && !(format = format_named("to", to)))
        return EXIT_USAGE;
    return format ? convert(path, format) : each_game(path, print_game, NULL);
}

/* ---- dice verify ---- */

/* Prints the result for one game.  `context` is a bool, set to false if the dice are wrong
   or cannot be checked; games without dice count as right. */
static int verify_game(void *context, int number, const struct record *r)
{
    static const char *const unverified[] = {
        [DICE_NOT_USED] = "no dice to check",
        [DICE_NOT_COMMITTED] = "cannot be checked: the record has no commitment",
        [DICE_NOT_REVEALED] = "cannot be checked: the seed is not revealed",
        [DICE_WRONG_SEED] = "WRONG: the seed is not the one committed to",
    };
    struct dice_check check = record_check_dice(r);
    bool *right = context;
    printf("game %d: ", number);
    if (check.result == DICE_ARE_RIGHT)
        printf("commitment ok, %d throws ok\n", check.throws);
    else if (check.result == DICE_WRONG_THROW)
        printf("commitment ok, WRONG: throw %d is %d, the dice say %d\n",
               check.throws + 1, check.recorded, check.computed);
    else
        puts(unverified[check.result]);
    *right &= check.result == DICE_ARE_RIGHT || check.result == DICE_NOT_USED;
    return EXIT_DONE;
}

/* Without a file: the game that was finished last; an exit code. */
static int verify_last(bool *right)
{
    struct record *last = last_finished_game();
    if (!last)
        return print_usage_error("which file? You have not finished a game yet");
    int status = verify_game(right, 1, last);
    record_free(last);
    return status;
}

/* `verify` is the only verb.  All games are checked, also after a wrong one. */
int cmd_dice(const struct command *self, int argc, char **argv)
{
    const struct option none[] = {{0}};
    const char *words[2];
    int n = options_read(self, none, argc, argv, words, 1, 2);
    bool right = true;
    if (n < 0)
        return -1 - n;
    if (strcmp(words[0], "verify") != 0)
        return print_usage_error("there is no 'dice %s': lusoria dice %s", words[0],
                                 self->args);
    int status = n == 2 ? each_game(words[1], verify_game, &right) : verify_last(&right);
    return status == EXIT_DONE && !right ? EXIT_FAILED : status;
}
