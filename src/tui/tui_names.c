/* SPDX-License-Identifier: MIT */
/* tui_names.c - words for people: see tui_internal.h. */
#include <stdio.h>
#include <string.h>
#include "text/move_input.h"
#include "tui/tui_internal.h"

/* "you", a typed name, the name of a level, or the kind of program. */
static const char *player_name(const struct play_options *o, int player)
{
    const struct player_spec *spec = &o->player[player];
    static const char *const unnamed[] = {"player 1", "player 2"};
    if (spec->kind == PLAYER_HUMAN && strcmp(spec->name, "human") != 0)
        return spec->name;
    if (spec->kind == PLAYER_HUMAN)
        return o->player[!player].kind == PLAYER_HUMAN ? unnamed[player] : "you";
    if (spec->kind == PLAYER_EXEC)
        return "program";
    if (strncmp(spec->name, "ai:", 3) || !level_number(spec->name + 3))
        return spec->kind == PLAYER_AI ? "ai" : spec->name;
    return spec->name[4] ? spec->name + 3 : level_title(level_number(spec->name + 3));
}

void tui_side(const struct tui *t, int side, char name[MAX_TUI_NAME])
{
    const struct play *p = t->play;
    snprintf(name, MAX_TUI_NAME, "%s (%.40s)", lus_side_name(p->rules, side),
             player_name(p->options, lus_game_player(p->game, side)));
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

/* The end of a game; after a forfeit the record says who won. */
void tui_result_text(const struct tui *t, char text[MAX_NOTE])
{
    const struct play *p = t->play;
    char name[MAX_TUI_NAME], score[32] = "";
    lus_end end = lus_game_end(p->game);
    const char *reason = end_reason(p->rules, &end);
    if (!end.over) {
        int player = record_result(p->record) == RECORD_FIRST ? 0 : 1;
        end = (lus_end){.winner = lus_game_player(p->game, 0) == player ? 0 : 1};
        reason = record_reason(p->record);
    }
    int winner = end.winner < 0 ? 0 : end.winner;
    tui_side(t, winner, name);
    if (end.reason != LUS_BY_RESIGNATION && (end.score[0] || end.score[1]))
        snprintf(score, sizeof score, " %d-%d", end.score[winner], end.score[!winner]);
    snprintf(text, MAX_NOTE, "%s%s%s: %s.", end.winner < 0 ? "A draw" : name,
             end.winner < 0 ? "" : " wins", score, reason ? reason : "the game is over");
}
