/* SPDX-License-Identifier: MIT */
/* line_prompt.c - what a person types in a game: moves, commands, throws, yes and no;
   see line_mode.h.

       Light> 4-6          a move, as text or as its number in the list (move_input.h)
       Light> hint         a command: commands[]
       Light (Enter: 0-1)> only one legal move: Enter plays it

   A command that plays nothing returns PLAY_AGAIN with the turn unchanged, and the prompt
   asks again; so does input that is not understood, after a message with the nearest
   command or the reason why a move is not legal. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "terminal/analysis_screen.h"
#include "cli/line_mode.h"
#include "cli/rules_pages.h"
#include "core/text.h"
#include "play/play_words.h"
#include "play/tutor.h"
#include "record/link.h"
#include "text/move_input.h"
#include "terminal/line_editor.h"
#include "text/nearest.h"

/* Case does not matter. */
static bool is_yes(const char *line)
{
    return name_equals(line, "yes") || name_equals(line, "y");
}

static bool is_no(const char *line)
{
    return name_equals(line, "no") || name_equals(line, "n");
}

/* Asks again until the answer is yes or no; the end of the input counts as no. */
bool prompt_yes(const struct terminal *t, const char *question)
{
    char line[MAX_LINE];
    for (;;) {
        enum line_state state = line_ask(t, question, line);
        if (state == LINE_END || state == LINE_INTERRUPTED)
            return false;
        if (state == LINE_READ && (is_yes(line) || is_no(line)))
            return is_yes(line);
    }
}

/* ---- hints and the tutor ---- */

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
    struct analysis *a = tutor_analyse(&g->play);
    if (!a)
        return;
    int shown = hints_that_fit(g, a->n);
    if (a->depth)
        printf("Best move last (%s, depth %d):\n", a->source, a->depth);
    else
        printf("Best move last (%s):\n", a->exact ? "perfect, from a table" : a->source);
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

/* "Tutor: 0-2 costs about 1.2 % of your winning chances; 4-6 is better." */
static void print_warning(const struct line_game *g, const struct analysis *a, int i)
{
    char warning[PLAY_WARNING], message[PLAY_WARNING + 16];
    tutor_warning(a, i, warning);
    snprintf(message, sizeof message, "Tutor: %s", warning);
    ink_print(g->terminal, INK_MARK);
    print_wrapped(message);
    ink_print(g->terminal, INK_PLAIN);
    print_reason(g->terminal, a, i, 2);
}

/* Everything but "yes" takes the move back. */
enum play_step prompt_confirm(void *arg, struct play *p, const struct analysis *a, int i)
{
    const struct line_game *g = arg;
    char line[MAX_LINE];
    (void)p;
    print_warning(g, a, i);
    switch (line_ask(g->terminal, "Play it anyway? (yes/no) ", line)) {
    case LINE_END:
        return PLAY_QUIT;
    case LINE_INTERRUPTED:
        return PLAY_INTERRUPTED;
    case LINE_READ:
        if (is_yes(line))
            return PLAY_ON;
        break;
    case LINE_LONG:
        break;
    }
    puts("Not played. Type 'hint' to rank all moves.");
    return PLAY_AGAIN;
}

/* ---- throws ---- */

/* After an undo the note "perfect (table) from here on" may be due again. */
static bool undo(struct line_game *g)
{
    if (!play_undo(&g->play))
        return false;
    if (g->tablebase == TABLEBASE_USED)
        g->tablebase = TABLEBASE_UNUSED; /* perhaps not yet used here */
    return true;
}

bool prompt_is_quit(const char *line)
{
    return !strcasecmp(line, "quit") || !strcasecmp(line, "q") ||
           !strcasecmp(line, "exit");
}

/* What prompt_throw accepts. */
static void print_throws(const lus_rules *r)
{
    fputs("Type the value that the sticks show (", stdout);
    for (int i = 0; i < lus_throws(r); i++)
        printf("%s%d", i ? " " : "", lus_throw_value(r, i));
    puts("), 'undo' or 'quit'.");
}

/* For --dice ask: a throw is one digit. */
enum play_step prompt_throw(void *arg, struct play *p, const char *who, int *value)
{
    struct line_game *g = arg;
    char prompt[96], line[MAX_LINE];
    snprintf(prompt, sizeof prompt, "What did %s throw? ", who);
    for (;;) {
        enum line_state state = line_ask(g->terminal, prompt, line);
        bool read = state == LINE_READ;
        if (state == LINE_END || (read && prompt_is_quit(line)))
            return PLAY_QUIT;
        if (state == LINE_INTERRUPTED)
            return PLAY_INTERRUPTED;
        if (read && (!strcasecmp(line, "undo") || !strcasecmp(line, "u")) && undo(g))
            return PLAY_AGAIN;
        if (read && line[0] >= '0' && line[0] <= '9' && !line[1] &&
            lus_is_throw(p->rules, line[0] - '0')) {
            *value = line[0] - '0';
            return PLAY_ON;
        }
        print_throws(p->rules);
    }
}

/* ---- commands ---- */

/* A command of the prompt; `rest` is the text behind its name.  `letter` is its short form,
   0 if it has none. */
struct prompt_command {
    char letter;
    const char *name, *args, *help;
    enum play_step (*run)(struct line_game *g, const char *rest);
};

static enum play_step run_hint(struct line_game *g, const char *rest)
{
    (void)rest;
    print_hints(g);
    return PLAY_AGAIN;
}

static enum play_step run_undo(struct line_game *g, const char *rest)
{
    (void)rest;
    if (undo(g))
        return PLAY_ON;
    puts("There is no move of yours to take back.");
    return PLAY_AGAIN;
}

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

static enum play_step run_swap(struct line_game *g, const char *rest)
{
    struct player_spec *spec = g->options->play.player, first = spec[0];
    (void)rest;
    if (first.kind == PLAYER_EXEC || spec[1].kind == PLAYER_EXEC) {
        puts("The sides cannot be exchanged with a program of your own.");
        return PLAY_AGAIN;
    }
    spec[0] = spec[1];
    spec[1] = first;
    puts("The sides are exchanged.");
    return change_players(g);
}

/* level N|NAME: the strength of the opponent from now on. */
static enum play_step run_level(struct line_game *g, const char *rest)
{
    struct play_options *o = &g->options->play;
    char text[64];
    int i = o->player[0].kind == PLAYER_HUMAN ? 1 : 0;
    if (!level_number(rest)) {
        puts("Type a level: easy, medium, hard, expert, novice to master, or 1 to 6.");
        return PLAY_AGAIN;
    }
    if (o->player[i].kind != PLAYER_AI) {
        puts("The opponent is not a level of the program.");
        return PLAY_AGAIN;
    }
    snprintf(text, sizeof text, "ai:%.40s", rest);
    if (!line_read_player(g->options, text, &o->player[i]))
        return PLAY_AGAIN;
    if (player_uses_tables(&o->player[i]))
        o->player[i].limits.tablebase = o->limits.tablebase;
    printf("The opponent is now %s.\n", rest);
    change_players(g);
    return PLAY_AGAIN;
}

/* setup POSITION: leaves this game, which is saved, and begins a new one. */
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

static enum play_step run_moves(struct line_game *g, const char *rest)
{
    (void)rest;
    screen_moves(g);
    return PLAY_AGAIN;
}

static enum play_step run_board(struct line_game *g, const char *rest)
{
    (void)rest;
    screen_turn(g);
    return PLAY_AGAIN;
}

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

static enum play_step run_link(struct line_game *g, const char *rest)
{
    char *link = link_format(g->play.record);
    (void)rest;
    if (link)
        puts(link);
    free(link);
    return PLAY_AGAIN;
}

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

static bool is_letter_of(const struct prompt_command *c, const char *word, size_t n)
{
    return n == 1 && c->letter && tolower((unsigned char)word[0]) == c->letter;
}

/* The command a line begins with, or NULL; *rest is the text behind its name.  `letters`
   says whether short forms count. */
static const struct prompt_command *find_command(const char *line, bool letters,
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

/* ---- a turn ---- */

/* The typed text in quotes, without characters that could move the cursor. */
static void quote(const char *line, char quoted[MAX_LINE + 2])
{
    struct text t = text_on(quoted, MAX_LINE + 2);
    text_char(&t, '\'');
    for (; *line; line++)
        text_char(&t, (unsigned char)*line < 0x20 || *line == 0x7f ? '?' : *line);
    text_char(&t, '\'');
}

/* Why a line was not played: an illegal move with its rule, a probable typing error with
   the nearest command, or how to get help. */
static void print_refusal(const lus_rules *r, const char *line, int status,
                          const lus_fault *fault)
{
    char quoted[MAX_LINE + 2], message[MAX_LINE + 200];
    struct nearest near = nearest_to(line);
    quote(line, quoted);
    for (int i = 0; i < N_COMMANDS; i++)
        nearest_try(&near, commands[i].name, commands[i].name);
    if (status == LUS_EILLEGAL)
        snprintf(message, sizeof message, "%s is not legal. %s.", quoted,
                 fault->expected);
    else if (*line && strspn(line, "0123456789") == strlen(line))
        snprintf(message, sizeof message, "%s is not a number of the list.%s", quoted,
                 lus_has_dice(r) ? " Type a square with a dash, as in 4-" : "");
    else if (!*line)
        snprintf(message, sizeof message, "Type a move or its number, or 'help'.");
    else if (near.best)
        snprintf(message, sizeof message, "%s is not understood. Did you mean '%s'?",
                 quoted, near.best);
    else
        snprintf(message, sizeof message,
                 "%s is not understood. Type a move or its number, or 'help'.", quoted);
    print_wrapped(message);
}

/* Plays the move that the line names; play_try_move asks the tutor.  An empty line plays
   the only legal move.  A letter is a move where the game has such a move (a pit of Awari),
   otherwise the short form of a command. */
static enum play_step try_move(struct line_game *g, const char *line)
{
    struct play *p = &g->play;
    const struct prompt_command *c;
    const char *rest;
    lus_move m;
    lus_fault fault;
    if (!*line && p->n_moves == 1)
        return play_move(p, p->moves[0]);
    int status = LUS_ETEXT;
    if (*line)
        status =
            move_input_parse(p->rules, lus_game_pos(p->game), p->throw, line, &m, &fault);
    if (status >= 0)
        return play_try_move(p, m);
    if (status == LUS_ETEXT && (c = find_command(line, true, &rest)))
        return c->run(g, rest);
    print_refusal(p->rules, line, status, &fault);
    return PLAY_AGAIN;
}

/* Commands come first; no move of a game has the name of a command. */
static enum play_step answer(struct line_game *g, const char *line)
{
    const char *rest;
    const struct prompt_command *c = find_command(line, false, &rest);
    return c ? c->run(g, rest) : try_move(g, line);
}

/* The board and the list of moves are printed once; after a command that changes nothing
   only the prompt is repeated. */
/* What Tab completes: the commands and the legal moves. */
struct prompt_words {
    char move[LUS_MAX_MOVES][LUS_MAX_TEXT];
    const char *word[N_COMMANDS + LUS_MAX_MOVES];
};

static void offer_words(const struct play *p, struct prompt_words *w)
{
    int n = 0;
    for (int i = 0; i < N_COMMANDS; i++)
        w->word[n++] = commands[i].name;
    for (int i = 0; i < p->n_moves; i++) {
        lus_move_format(p->rules, lus_game_pos(p->game), p->moves[i], w->move[i]);
        w->word[n++] = w->move[i];
    }
    line_editor_words(w->word, n);
}

/* Asks until something was played.  Questions of a command (Resign?) are read plainly. */
static enum play_step ask_move(struct line_game *g, const char *prompt)
{
    struct prompt_words words;
    char line[MAX_LINE];
    enum play_step step = PLAY_AGAIN;
    while (step == PLAY_AGAIN) {
        offer_words(&g->play, &words);
        enum line_state state = line_ask(g->terminal, prompt, line);
        line_editor_words(NULL, 0);
        switch (state) {
        case LINE_READ:
            step = answer(g, line);
            break;
        case LINE_LONG:
            puts("That line is too long for a move. Type 'help' for all commands.");
            break;
        case LINE_END:
            return PLAY_QUIT;
        case LINE_INTERRUPTED:
            return PLAY_INTERRUPTED;
        }
    }
    return step;
}

enum play_step prompt_move(void *arg, struct play *p)
{
    struct line_game *g = arg;
    char prompt[MAX_PROMPT], only[LUS_MAX_TEXT];
    screen_turn(g);
    lus_move_format(p->rules, lus_game_pos(p->game), p->moves[0], only);
    screen_prompt(g, p->n_moves == 1 ? only : NULL, prompt);
    return ask_move(g, prompt);
}
