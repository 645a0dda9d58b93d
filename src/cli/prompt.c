/* SPDX-License-Identifier: MIT */
/* prompt.c - a person's turn: a move in any of its forms, or a command.

   A command that plays nothing returns STEP_AGAIN with the turn as it was, and the
   prompt asks again; so does everything that is not understood. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/play.h"
#include "cli/rules_pages.h"
#include "core/text.h"
#include "record/link.h"
#include "text/move_input.h"

/* A command of the prompt: `rest` is what follows its name. */
struct word {
    const char *name, *args, *what;
    enum step (*run)(struct play *p, const char *rest);
};

static enum step run_hint(struct play *p, const char *rest)
{
    (void)rest;
    tutor_hint(p);
    return STEP_AGAIN;
}

static enum step run_undo(struct play *p, const char *rest)
{
    (void)rest;
    if (play_undo(p))
        return STEP_ON;
    puts("There is nothing to take back.");
    return STEP_AGAIN;
}

static enum step run_moves(struct play *p, const char *rest)
{
    (void)rest;
    show_moves(p);
    return STEP_AGAIN;
}

static enum step run_board(struct play *p, const char *rest)
{
    (void)rest;
    show_turn(p);
    return STEP_AGAIN;
}

static enum step run_save(struct play *p, const char *rest)
{
    if (!*rest)
        puts("save needs the name of a file: save FILE");
    else if (save_copy(p, rest))
        printf("Saved; 'lusoria play --resume %s' goes on from here.\n", rest);
    return STEP_AGAIN;
}

static enum step run_rules(struct play *p, const char *rest)
{
    (void)rest;
    rules_print(&p->terminal, p->rules, false);
    return STEP_AGAIN;
}

static enum step run_link(struct play *p, const char *rest)
{
    char *link = link_format(p->record);
    (void)rest;
    if (link)
        puts(link);
    free(link);
    return STEP_AGAIN;
}

static enum step run_resign(struct play *p, const char *rest)
{
    (void)rest;
    return play_resign(p);
}

static enum step run_quit(struct play *p, const char *rest)
{
    (void)p, (void)rest;
    return STEP_QUIT;
}

static enum step run_help(struct play *p, const char *rest);

static const struct word words[] = {
    {"hint", "", "rank the moves", run_hint},
    {"undo", "", "take back your last move; the throws stay", run_undo},
    {"moves", "", "list the moves", run_moves},
    {"board", "", "draw the board", run_board},
    {"save", "FILE", "keep a copy to go on with", run_save},
    {"link", "", "the game as a link", run_link},
    {"rules", "", "the rules of this game", run_rules},
    {"resign", "", "give the game up", run_resign},
    {"help", "", "this list", run_help},
    {"quit", "", "stop; the game is kept", run_quit},
};
enum { N_WORDS = sizeof words / sizeof words[0] };

static enum step run_help(struct play *p, const char *rest)
{
    (void)rest;
    puts("Type a move or its number in the list, or one of these:");
    for (int i = 0; i < N_WORDS; i++)
        printf("  %-6s %-4s  %s\n", words[i].name, words[i].args, words[i].what);
    show_moves(p);
    return STEP_AGAIN;
}

/* The command a line begins with; *rest is what follows it. */
static const struct word *find_word(const char *line, const char **rest)
{
    size_t n = strcspn(line, " \t");
    *rest = line + n + strspn(line + n, " \t");
    for (int i = 0; i < N_WORDS; i++)
        if (strlen(words[i].name) == n && !strncmp(line, words[i].name, n))
            return **rest && !*words[i].args ? NULL : &words[i];
    return NULL;
}

/* What was typed, without what could move the cursor. */
static void quote(const char *line, char quoted[MAX_LINE + 2])
{
    struct text t = text_on(quoted, MAX_LINE + 2);
    text_char(&t, '\'');
    for (; *line; line++)
        text_char(&t, (unsigned char)*line < 0x20 || *line == 0x7f ? '?' : *line);
    text_char(&t, '\'');
}

static enum step take_move(struct play *p, const char *line)
{
    char quoted[MAX_LINE + 2], said[MAX_LINE + 200];
    lus_move m;
    lus_fault fault;
    if (!*line && p->n_moves == 1)
        return play_move(p, p->moves[0]);
    int status = LUS_ETEXT;
    if (*line)
        status = move_input_parse(p->rules, lus_game_pos(p->game), p->throw, line, &m, &fault);
    if (status >= 0)
        return tutor_move(p, m);
    quote(line, quoted);
    if (status == LUS_EILLEGAL)
        snprintf(said, sizeof said, "%s is not legal. %s.", quoted, fault.expected);
    else
        snprintf(said, sizeof said, "%s%sType a move or its number; 'help' tells more.",
                 *line ? quoted : "", *line ? " is not understood. " : "");
    print_wrapped(said);
    return STEP_AGAIN;
}

static enum step answer(struct play *p, const char *line)
{
    const char *rest;
    const struct word *word = find_word(strcmp(line, "?") ? line : "help", &rest);
    return word ? word->run(p, rest) : take_move(p, line);
}

enum step prompt_turn(struct play *p)
{
    char line[MAX_LINE], prompt[MAX_PROMPT], only[LUS_MAX_TEXT];
    const lus_pos *pos = lus_game_pos(p->game);
    enum step step = STEP_AGAIN;
    lus_move_format(p->rules, pos, p->moves[0], only);
    show_prompt(p, p->n_moves == 1 ? only : NULL, prompt);
    while (step == STEP_AGAIN) {
        switch (line_ask(&p->terminal, prompt, line)) {
        case LINE_READ:
            step = answer(p, line);
            break;
        case LINE_LONG:
            puts("That line is too long for a move; 'help' tells what can be typed.");
            break;
        case LINE_END:
            return STEP_QUIT;
        case LINE_INTERRUPTED:
            return STEP_INTERRUPTED;
        }
    }
    return step;
}
