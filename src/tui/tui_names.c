/* SPDX-License-Identifier: MIT */
/* tui_names.c - words for people: see tui_internal.h. */
#include <stdio.h>
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

void tui_move_text(const struct tui *t, int i, char text[LUS_MAX_TEXT + 32])
{
    const struct play *p = t->play;
    char ply[LUS_MAX_TEXT + 32];
    tui_ply_text(p->rules, lus_game_pos(p->game), p->throw, p->moves[i], ply);
    snprintf(text, LUS_MAX_TEXT + 32, "%2d %.180s",
             move_input_label(p->rules, p->moves, i), ply);
}

void tui_result_text(const struct tui *t, char text[MAX_NOTE])
{
    char result[PLAY_RESULT];
    const char *reason = play_result(t->play, result);
    snprintf(text, MAX_NOTE, "%s: %s.", result, reason);
}
