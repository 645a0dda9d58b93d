/* SPDX-License-Identifier: MIT */
/* line_prompt.c - what a person types in a game: moves, commands, throws, yes and no;
   see line_mode.h.

       Light> 4-6          a move, as text or as its number in the list (move_input.h)
       Light> hint         a command (line_commands.c)
       Light (Enter: 0-1)> only one legal move: Enter plays it
       Light 4:31> 4-6     with a clock: the time left

   A question waits until the person has no time left, at most: LINE_TIMEOUT then ends the
   turn as if nothing had been typed.

   A command that plays nothing returns PLAY_AGAIN with the turn unchanged, and the prompt
   asks again; so does input that is not understood, after a message with the nearest
   command or the reason why a move is not legal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "terminal/analysis_screen.h"
#include "cli/line_mode.h"
#include "os/clock.h"
#include "play/play_words.h"
#include "play/tutor.h"
#include "text/move_input.h"
#include "terminal/line_editor.h"
#include "text/nearest.h"

/* Case does not matter. */
static bool is_yes(const char *line)
{
    return name_equals(line, "yes") || name_equals(line, "y");
}

/* "n" or "no", in any case. */
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
        if (state != LINE_READ && state != LINE_LONG)
            return false;
        if (state == LINE_READ && (is_yes(line) || is_no(line)))
            return is_yes(line);
    }
}

/* A review is asked for by its name or by its letter. */
enum prompt_next prompt_next(const struct terminal *t)
{
    char line[MAX_LINE];
    for (;;) {
        enum line_state state = line_ask(t, "\nPlay again? (yes/no/review) ", line);
        if (state != LINE_READ && state != LINE_LONG)
            return NEXT_NONE;
        if (state == LINE_READ && (is_no(line) || prompt_is_quit(line)))
            return NEXT_NONE;
        if (state == LINE_READ && is_yes(line))
            return NEXT_AGAIN;
        if (state == LINE_READ && (name_equals(line, "review") || name_equals(line, "r")))
            return NEXT_REVIEW;
    }
}

/* ---- the tutor ---- */

/* "Tutor: 0-2 costs about 1.2 % of your winning chances; 4-6 is better.", then the reasons for
   both moves. */
static void print_warning(const struct line_game *g, const struct analysis *a, int i)
{
    char warning[PLAY_WARNING], message[PLAY_WARNING + 16];
    tutor_warning(a, i, warning);
    snprintf(message, sizeof message, "Tutor: %s", warning);
    ink_print(g->terminal, INK_MARK);
    print_wrapped(message);
    ink_print(g->terminal, INK_PLAIN);
    print_reason(g->terminal, a, i, 2);
    print_reason(g->terminal, a, 0, 2);
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
    case LINE_TIMEOUT:
        return PLAY_AGAIN;
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
        if (read && (!strcasecmp(line, "undo") || !strcasecmp(line, "u")) &&
            command_undo(g))
            return PLAY_AGAIN;
        if (read && line[0] >= '0' && line[0] <= '9' && !line[1] &&
            lus_is_throw(p->rules, line[0] - '0')) {
            *value = line[0] - '0';
            return PLAY_ON;
        }
        print_throws(p->rules);
    }
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
    const struct prompt_command *c;
    for (int i = 0; (c = command_at(i)); i++)
        nearest_try(&near, c->name, c->name);
    if (status == LUS_EILLEGAL)
        snprintf(message, sizeof message, "%s is not legal. %s.", quoted,
                 fault->expected);
    else if (*line && strspn(line, "0123456789") == strlen(line))
        snprintf(message, sizeof message,
                 lus_has_dice(r) ? "%s is not a number of the list. A square has a dash "
                                   "behind it: %.4s-"
                                 : "%s is not a number of the list.",
                 quoted, line);
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
    if (status == LUS_ETEXT && (c = command_find(line, true, &rest)))
        return c->run(g, rest);
    print_refusal(p->rules, line, status, &fault);
    return PLAY_AGAIN;
}

/* Commands come first; no move of a game has the name of a command. */
static enum play_step answer(struct line_game *g, const char *line)
{
    const char *rest;
    const struct prompt_command *c = command_find(line, false, &rest);
    return c ? c->run(g, rest) : try_move(g, line);
}

/* What Tab completes: the commands and the legal moves. */
struct prompt_words {
    char move[LUS_MAX_MOVES][LUS_MAX_TEXT];
    const char *word[MAX_COMMANDS + LUS_MAX_MOVES];
};

/* `w` must stay valid until the line was read: the editor keeps the pointers. */
static void offer_words(const struct play *p, struct prompt_words *w)
{
    int n = 0;
    for (; n < MAX_COMMANDS && command_at(n); n++)
        w->word[n] = command_at(n)->name;
    for (int i = 0; i < p->n_moves; i++) {
        lus_move_format(p->rules, lus_game_pos(p->game), p->moves[i], w->move[i]);
        w->word[n++] = w->move[i];
    }
    line_editor_words(w->word, n);
}

/* The prompt shows the time left, and no question waits longer. */
static void make_prompt(const struct line_game *g, char prompt[MAX_PROMPT])
{
    const struct play *p = &g->play;
    char only[LUS_MAX_TEXT];
    lus_move_format(p->rules, lus_game_pos(p->game), p->moves[0], only);
    screen_prompt(g, p->n_moves == 1 ? only : NULL, prompt);
    if (game_clock_used(&p->clock))
        line_set_deadline(clock_ms() +
                          play_time_left(p, lus_side(lus_game_pos(p->game))));
}

/* Asks until something was played or the time is over.  Questions of a command (Resign?)
   are read plainly. */
static enum play_step ask_move(struct line_game *g)
{
    struct prompt_words words;
    char line[MAX_LINE], prompt[MAX_PROMPT];
    enum play_step step = PLAY_AGAIN;
    while (step == PLAY_AGAIN && !play_clock_fallen(&g->play)) {
        make_prompt(g, prompt);
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
        case LINE_TIMEOUT:
            return PLAY_AGAIN;
        case LINE_END:
            return PLAY_QUIT;
        case LINE_INTERRUPTED:
            return PLAY_INTERRUPTED;
        }
    }
    return step;
}

/* The board and the list of moves are printed once; after a command that changes nothing
   only the prompt is repeated. */
enum play_step prompt_move(void *arg, struct play *p)
{
    struct line_game *g = arg;
    (void)p;
    screen_turn(g);
    enum play_step step = ask_move(g);
    line_set_deadline(0);
    return step;
}
