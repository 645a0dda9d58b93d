/* SPDX-License-Identifier: MIT */
/* cmd_replay.c - lusoria replay: steps through a recorded game.

       lusoria replay               your last finished game
       lusoria replay GAME.txt      the last game of a file
       lusoria replay 20            game 20 of the store ('lusoria games list')

   On a terminal Enter, space and the right arrow step forward, b and the left arrow back, g
   asks for a ply, q quits.  In a pipe all boards are printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/archive.h"
#include "cli/line_mode.h"
#include "cli/match_cli.h"
#include "cli/record_files.h"
#include "report/review_report.h"

/* ---- the game ---- */

/* A copy of a stored game: the record belongs to the search. */
static int take_stored(void *arg, const struct store_game *g, const struct record *record,
                       int ply)
{
    struct record **list = NULL, **out = arg;
    lus_fault fault;
    int n = 0;
    (void)record, (void)ply;
    int status = record_read(g->record, strlen(g->record), &list, &n, &fault);
    if (status < 0)
        return status;
    *out = list[0];
    list[0] = NULL;
    record_list_free(list, n);
    return 0;
}

/* Game `number` of the store, for the caller to free; NULL: a message was printed. */
static struct record *stored_game(long number, const char *db)
{
    struct record *r = NULL;
    struct store *s = store_open_cli(db, STORE_READ);
    struct game_query q = {.filter = {.id = number}};
    int64_t damaged;
    if (!s)
        return NULL;
    int status = archive_search(s, &q, true, take_stored, &r, &damaged);
    if (status < 0)
        store_failed(s, status);
    else if (!r)
        print_failure("there is no game %ld in the store; '%s games list' shows them",
                      number, program_name());
    store_close(s);
    return r;
}

/* The last game of a file. */
static struct record *game_of_file(const char *path)
{
    struct record **list, *r = NULL;
    int n;
    if (!record_file_load(path, &list, &n))
        return NULL;
    if (n)
        r = list[n - 1];
    else
        print_failure("%s: there is no game in it", path);
    if (n)
        list[n - 1] = NULL;
    record_list_free(list, n);
    return r;
}

/* A number is a game of the store, everything else a file; NULL is the last finished game. */
static struct record *find_game(const char *what, const char *db)
{
    char *end;
    if (!what) {
        struct record *last = last_finished_game();
        if (!last)
            print_usage_error("which game? You have not finished one yet");
        return last;
    }
    long number = strtol(what, &end, 10);
    return *what && !*end && number > 0 ? stored_game(number, db) : game_of_file(what);
}

/* ---- the screen ---- */

/* "Royal Game of Ur (ur:finkel): Ada - medium, 1-0, the last piece is off" */
static void print_title(const struct terminal *t, const struct record *r)
{
    char first[SANITISED_BYTES], second[SANITISED_BYTES];
    const lus_rules *rules = lus_game_rules(record_game(r));
    const char *reason = record_reason(r);
    ink_print(t, INK_BOLD);
    fputs(lus_rules_title(rules), stdout);
    ink_print(t, INK_PLAIN);
    printf(" (%s): %s - %s, %s%s%s\n", lus_rules_name(rules),
           review_player_name(r, 0, first), review_player_name(r, 1, second),
           record_token[record_result(r)], reason ? ", " : "", reason ? reason : "");
}

/* "Ply 12 of 143: Light threw 2 and played 4-6." */
static void print_ply(const struct record *r, int ply)
{
    const lus_game *g = record_game(r);
    const lus_rules *rules = lus_game_rules(g);
    char move[LUS_MAX_TEXT];
    if (!ply) {
        printf("\nThe start. %d plies follow.\n", lus_game_plies(g));
        return;
    }
    const lus_pos *p = lus_game_pos_at(g, ply - 1);
    lus_move m = lus_game_move_at(g, ply - 1);
    printf("\nPly %d of %d: %s ", ply, lus_game_plies(g),
           lus_side_name(rules, lus_side(p)));
    if (lus_has_dice(rules))
        printf("threw %d and ", lus_game_throw_at(g, ply - 1));
    lus_move_format(rules, p, m, move);
    if (m == LUS_PASS)
        puts("had no move.");
    else
        printf("played %s.\n", move);
}

/* The board after `ply` plies. */
static void print_board(const struct terminal *t, const struct record *r, int ply)
{
    const lus_game *g = record_game(r);
    char board[LUS_MAX_BOARD];
    lus_look look = t->look;
    print_ply(r, ply);
    if (ply) {
        look.last = lus_game_move_at(g, ply - 1);
        look.last_side = lus_side(lus_game_pos_at(g, ply - 1));
    }
    lus_draw(lus_game_rules(g),
             ply < lus_game_plies(g) ? lus_game_pos_at(g, ply) : lus_game_pos(g), &look,
             board);
    board_print(t, board);
}

/* ---- keys ---- */

enum replay_key { KEY_NEXT, KEY_BACK, KEY_GO, KEY_QUIT, KEY_OTHER };

/* Waits for a key; Ctrl-C and the end of the input quit. */
static enum replay_key read_key(void)
{
    char bytes[8] = "";
    long n = console_read(CONSOLE_IN, bytes, sizeof bytes - 1);
    if (n <= 0 || interrupt_seen() || bytes[0] == 'q' || bytes[0] == 4)
        return KEY_QUIT;
    if (bytes[0] == '\n' || bytes[0] == '\r' || bytes[0] == ' ' || bytes[0] == 'n' ||
        !strcmp(bytes, "\033[C") || !strcmp(bytes, "\033[B"))
        return KEY_NEXT;
    if (bytes[0] == 'b' || !strcmp(bytes, "\033[D") || !strcmp(bytes, "\033[A"))
        return KEY_BACK;
    return bytes[0] == 'g' ? KEY_GO : KEY_OTHER;
}

/* Asks for a ply; the ply shown if the answer is not one. */
static int ask_ply(const struct terminal *t, int shown, int plies)
{
    char line[MAX_LINE], *end;
    if (line_ask(t, "\rGo to ply: ", line) != LINE_READ)
        return shown;
    long ply = strtol(line, &end, 10);
    return end > line && !*end && ply >= 0 && ply <= plies ? (int)ply : shown;
}

/* Keys are read one by one (console_keys), questions as lines. */
static void step_through(const struct terminal *t, const struct record *r)
{
    int plies = lus_game_plies(record_game(r)), ply = 0;
    enum replay_key key = KEY_OTHER;
    interrupt_catch();
    while (key != KEY_QUIT) {
        print_board(t, r, ply);
        fputs("Enter: next, b: back, g: go to a ply, q: quit> ", stdout);
        fflush(stdout);
        if (!console_keys(true))
            return;
        do
            key = read_key();
        while (key == KEY_OTHER);
        console_keys(false);
        puts("");
        if (key == KEY_NEXT)
            ply += ply < plies;
        else if (key == KEY_BACK)
            ply -= ply > 0;
        else if (key == KEY_GO)
            ply = ask_ply(t, ply, plies);
    }
}

/* Without a word it replays the last game of the person. */
int cmd_replay(const struct command *self, int argc, char **argv)
{
    const char *what = NULL, *db = NULL;
    struct look_options look = {0};
    struct terminal t;
    const struct option options[] = {
        DB_OPTION(&db),
        LOOK_OPTIONS(&look),
        {0},
    };
    int n = options_read(self, options, argc, argv, &what, 0, 1);
    if (n < 0)
        return -1 - n;
    int status = terminal_open(&t, look.color, look.ascii);
    if (status)
        return status;
    struct record *r = find_game(n ? what : NULL, db);
    if (!r)
        return n ? EXIT_FAILED : EXIT_USAGE;
    print_title(&t, r);
    if (t.interactive)
        step_through(&t, r);
    else
        for (int ply = 0; ply <= lus_game_plies(record_game(r)); ply++)
            print_board(&t, r, ply);
    record_free(r);
    return interrupt_seen() ? EXIT_INTERRUPTED : EXIT_DONE;
}
