/* SPDX-License-Identifier: MIT */
/* line_commands.c - the commands that a person can type in a game; see line_mode.h.

       Light> hint        run_hint: all moves with values and reasons
       Light> u           undo, by its letter
       Light> save FILE   the rest of the line is the argument

   A command that plays nothing returns PLAY_AGAIN with the turn unchanged, and the prompt
   asks again. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/line_mode.h"
#include "cli/rules_pages.h"
#include "play/tutor.h"
#include "record/link.h"
#include "terminal/analysis_screen.h"

/* ---- hints ---- */

/* The index of a move in the list of legal moves, which contains it. */
static int index_of(const struct play *p, lus_move m)
{
    int i = 0;
    while (i < p->n_moves - 1 && p->moves[i] != m)
        i++;
    return i;
}

/* " 3) A7  55.1 %, 2.0 % behind" */
static void write_hint(const struct line_game *g, const struct analysis *a, int i,
                       char out[MAX_ENTRY])
{
    int value = a->move[i].value,
        n = screen_entry(g, index_of(&g->play, a->move[i].move), out);
    struct text t = text_on(out + n, (size_t)(MAX_ENTRY - n));
    text_str(&t, "  ");
    text_value(&t, a, value);
    text_win(&t, a, value);
    if (value < a->value) {
        text_str(&t, ", ");
        text_loss(&t, a, value);
        text_str(&t, " behind");
    }
}

/* The number of moves whose hints fit the screen, with three lines for a move and its
   reason; in a pipe all of them. */
static int hints_that_fit(const struct line_game *g, int n)
{
    int room = terminal_rows() / 3 - 1;
    return g->terminal->interactive && room < n ? room : n;
}

/* The moves with values and reasons, the best one last, nearest to the prompt; nothing if
   memory ran out. */
static void print_hints(const struct line_game *g)
{
    if (g->terminal->interactive) {
        fputs("thinking...", stdout);
        fflush(stdout);
    }
    struct analysis *a = tutor_analyse(&g->play);
    if (g->terminal->interactive)
        printf("\r%11s\r", "");
    if (!a)
        return;
    int shown = hints_that_fit(g, a->n);
    if (a->depth)
        printf("Best move last (%s, depth %d):\n", a->source, a->depth);
    else
        printf("Best move last (%s):\n", a->proved
                                             ? "proved by a search to the end of the game"
                                         : a->exact ? "perfect, from a table"
                                                    : a->source);
    if (shown < a->n)
        printf("     (%d weaker moves)\n", a->n - shown);
    for (int i = shown - 1; i >= 0; i--) {
        char entry[MAX_ENTRY];
        write_hint(g, a, i, entry);
        printf("     %s\n", entry);
        print_reason(g->terminal, a, i, 9);
    }
    free(a);
}

/* After an undo the note "perfect (table) from here on" may be due again. */
bool command_undo(struct line_game *g)
{
    if (!play_undo(&g->play))
        return false;
    if (g->tablebase == TABLEBASE_USED)
        g->tablebase = TABLEBASE_UNUSED; /* perhaps not yet used here */
    return true;
}

/* ---- the commands ----

   `rest` is the line behind the name of the command, without leading blanks.  The result
   says how the turn continues:

       PLAY_AGAIN    nothing has changed: ask again
       PLAY_ON       the game has changed: begin the turn that is due now
       PLAY_QUIT     leave the game; it is saved
       PLAY_FAILED   g->play.status says why the game cannot continue */

/* Ranks the legal moves. */
static enum play_step run_hint(struct line_game *g, const char *rest)
{
    (void)rest;
    print_hints(g);
    return PLAY_AGAIN;
}

/* Back to the person's turn before this one; the same throws come again. */
static enum play_step run_undo(struct line_game *g, const char *rest)
{
    (void)rest;
    if (command_undo(g))
        return PLAY_ON;
    puts("There is no move of yours to take back.");
    return PLAY_AGAIN;
}

/* Plays an undone move again, with the answers of the program that followed it. */
static enum play_step run_redo(struct line_game *g, const char *rest)
{
    (void)rest;
    if (play_redo(&g->play))
        return PLAY_ON;
    puts("There is nothing to play again.");
    return PLAY_AGAIN;
}

/* The new players take over; the turn begins again with the same throw. */
static enum play_step change_players(struct line_game *g)
{
    int status = play_change_players(&g->play);
    g->play.status = status;
    return status < 0 ? PLAY_FAILED : PLAY_ON;
}

/* The person takes the other side in this position.  An external program is started for
   one side and cannot change it. */
static enum play_step run_swap(struct line_game *g, const char *rest)
{
    (void)rest;
    if (!line_swap_players(g->options)) {
        puts("The sides cannot be exchanged with a program of your own.");
        return PLAY_AGAIN;
    }
    puts("The sides are exchanged.");
    return change_players(g);
}

/* level N|NAME: the strength of the opponent from now on. */
static enum play_step run_level(struct line_game *g, const char *rest)
{
    if (!level_number(rest)) {
        puts("Type a level: easy, medium, hard, expert, novice to master, or 1 to 6.");
        return PLAY_AGAIN;
    }
    if (!line_set_level(g->options, rest)) {
        puts("The opponent is not a level of the program.");
        return PLAY_AGAIN;
    }
    if (change_players(g) == PLAY_FAILED)
        return PLAY_FAILED;
    printf("The opponent is now %s.\n", rest);
    return PLAY_AGAIN;
}

/* setup POSITION: leaves this game, which is saved, and begins a new one.  The caller of
   the game sees options->setup and starts it; the players stay the same. */
static enum play_step run_setup(struct line_game *g, const char *rest)
{
    struct play_options *o = &g->options->play;
    lus_fault fault;
    int throw;
    lus_pos p;
    if (lus_pos_parse(o->rules, rest, &p, &throw, &fault) < 0) {
        printf("That is not a position, byte %d: expected %s.\n", (int)fault.at + 1,
               fault.expected);
        return PLAY_AGAIN;
    }
    o->has_start = true;
    o->start = p;
    o->first_throw = throw;
    g->options->setup = true;
    return PLAY_QUIT;
}

/* Lists the legal moves with their numbers. */
static enum play_step run_moves(struct line_game *g, const char *rest)
{
    (void)rest;
    screen_moves(g);
    return PLAY_AGAIN;
}

/* The board, the throw and the moves, as at the beginning of the turn. */
static enum play_step run_board(struct line_game *g, const char *rest)
{
    (void)rest;
    screen_turn(g);
    return PLAY_AGAIN;
}

/* save FILE: a copy of the unfinished game.  The game itself is saved after every move. */
static enum play_step run_save(struct line_game *g, const char *rest)
{
    if (!*rest)
        puts("Type the name of a file: save FILE");
    else if (save_copy(g, rest))
        printf("Saved. Resume it with: %s play --resume %s\n", program_name(), rest);
    return PLAY_AGAIN;
}

static enum play_step run_rules(struct line_game *g, const char *rest)
{
    (void)rest;
    rules_print(g->terminal, g->play.rules, false);
    return PLAY_AGAIN;
}

/* The address part of a page that opens this game: #g=GAME&m=MOVES. */
static enum play_step run_link(struct line_game *g, const char *rest)
{
    char *link = link_format(g->play.record);
    (void)rest;
    if (link)
        puts(link);
    free(link);
    return PLAY_AGAIN;
}

/* Asks first, because the game is over afterwards; an end of input counts as no. */
static enum play_step run_resign(struct line_game *g, const char *rest)
{
    (void)rest;
    return prompt_yes(g->terminal, "Resign this game? (yes/no) ") ? play_resign(&g->play)
                                                                  : PLAY_AGAIN;
}

static enum play_step run_quit(struct line_game *g, const char *rest)
{
    (void)g, (void)rest;
    return PLAY_QUIT;
}

static enum play_step run_help(struct line_game *g, const char *rest);

/* In the order of the help.  Letter 0: only the whole word, because the letter is taken or
   the command is rare and should not be typed by accident. */
static const struct prompt_command commands[] = {
    {'h', "hint", "", "rank the moves and explain them", run_hint},
    {'u', "undo", "", "take back your last move; the throws stay", run_undo},
    {0, "redo", "", "play again what was taken back", run_redo},
    {'m', "moves", "", "list the legal moves", run_moves},
    {'b', "board", "", "draw the board again", run_board},
    {'s', "save", "FILE", "save a copy that can be resumed", run_save},
    {'l', "link", "", "print the game as a link", run_link},
    {'r', "rules", "", "show the rules of this game", run_rules},
    {0, "level", "NAME", "change the strength of the opponent", run_level},
    {0, "swap", "", "exchange the sides", run_swap},
    {0, "setup", "POS", "begin a new game at a position", run_setup},
    {0, "resign", "", "give up the game", run_resign},
    {'?', "help", "", "show this list", run_help},
    {'q', "quit", "", "stop; the game is saved and can be resumed", run_quit},
    {'x', "exit", "", "the same", run_quit},
};
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

/* The commands, and the moves again, because this list may have scrolled them away. */
static enum play_step run_help(struct line_game *g, const char *rest)
{
    (void)rest;
    puts("Type a move, its number in the list, or a command:");
    for (int i = 0; i < N_COMMANDS; i++)
        printf("  %c  %-6s %-4s  %s\n", commands[i].letter ? commands[i].letter : ' ',
               commands[i].name, commands[i].args, commands[i].help);
    screen_moves(g);
    return PLAY_AGAIN;
}

/* Whether a word of n bytes is the letter of a command, in either case. */
static bool is_letter_of(const struct prompt_command *c, const char *word, size_t n)
{
    return n == 1 && c->letter && tolower((unsigned char)word[0]) == c->letter;
}

const struct prompt_command *command_find(const char *line, bool letters,
                                          const char **rest)
{
    size_t n = strcspn(line, " \t");
    *rest = line + n + strspn(line + n, " \t");
    for (int i = 0; i < N_COMMANDS; i++) {
        const struct prompt_command *c = &commands[i];
        if ((strlen(c->name) == n && !strncasecmp(line, c->name, n)) ||
            (letters && is_letter_of(c, line, n)))
            return **rest && !*c->args ? NULL : c;
    }
    return NULL;
}

const struct prompt_command *command_at(int i)
{
    return i < N_COMMANDS ? &commands[i] : NULL;
}
