/* SPDX-License-Identifier: MIT */
/* tui_names.c - words for people: see tui.h and see tui_internal.h. */
#include <stdio.h>
#include <string.h>
#include "text/move_input.h"
#include "tui/tui_internal.h"

void tui_side(const struct tui *t, int side, char name[MAX_TUI_NAME])
{
    play_side_name(t->play, side, name);
}

void tui_ply_text(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                  char text[LUS_MAX_TEXT + 32])
{
    char move[LUS_MAX_TEXT];
    lus_move_format(r, p, m, move);
    if (m == LUS_PASS)
        snprintf(text, LUS_MAX_TEXT + 32, "pass");
    else
        snprintf(text, LUS_MAX_TEXT + 32, "%s %s", move, lus_move_kind(r, p, throw, m));
}

/* Whether the word for a move says something: without dice only if it is not the same for
   all moves of the list. */
static bool shows_kinds(const struct play *p)
{
    const lus_pos *pos = lus_game_pos(p->game);
    const char *first = lus_move_kind(p->rules, pos, p->throw, p->moves[0]);
    for (int i = 1; i < p->n_moves; i++)
        if (strcmp(first, lus_move_kind(p->rules, pos, p->throw, p->moves[i])) != 0)
            return true;
    return lus_has_dice(p->rules) || p->n_moves == 1;
}

void tui_move_text(const struct tui *t, int i, char text[LUS_MAX_TEXT + 32])
{
    const struct play *p = t->play;
    char ply[LUS_MAX_TEXT + 32];
    if (shows_kinds(p))
        tui_ply_text(p->rules, lus_game_pos(p->game), p->throw, p->moves[i], ply);
    else
        lus_move_format(p->rules, lus_game_pos(p->game), p->moves[i], ply);
    snprintf(text, LUS_MAX_TEXT + 32, "%2d %.180s",
             move_input_label(p->rules, p->moves, i), ply);
}

void tui_result_text(const struct tui *t, char text[MAX_NOTE])
{
    char result[PLAY_RESULT];
    const char *reason = play_result(t->play, result);
    snprintf(text, MAX_NOTE, "%s: %s.", result, reason);
}

/* The table is asked for each time: the rules of the form change. */
const char *tui_level_name(const struct tui *t, const lus_rules *r, int level)
{
    bool table = t->options.has_table && t->options.has_table(t->options.arg, r);
    const char *name = level < N_LEVELS || table ? level_everyday_title(level) : NULL;
    return name ? name : level_title(level);
}
