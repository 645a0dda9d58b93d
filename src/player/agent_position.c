/* SPDX-License-Identifier: MIT */
/* agent_position.c - see agent_position.h.

   Agents get a position instead of the whole game, so that a simple bot need not keep one.
   In a game with repetition (A7) the moves since the last capture follow the position:
   position POSITION moves F f B e. */
#include "player/agent_position.h"
#include "core/rules.h"

/* The first ply whose move is sent.  Where repetition counts (A7) it is the one after the
   last capture; otherwise no moves are sent. */
static int base_ply(const lus_game *g)
{
    const lus_rules *r = lus_game_rules(g);
    int ply = lus_game_plies(g), now[2], then[2];
    if (!r->repetition_limit)
        return ply;
    lus_score(r, lus_game_pos(g), now);
    for (; ply > 0; ply--) {
        lus_score(r, lus_game_pos_at(g, ply - 1), then);
        if (then[0] != now[0] || then[1] != now[1])
            break;
    }
    return ply;
}

static void add_move(struct text *t, const lus_rules *r, const lus_pos *p, lus_move m)
{
    char text[LUS_MAX_TEXT];
    lus_move_format(r, p, m, text);
    text_char(t, ' ');
    text_str(t, text);
}

static void add_position(struct text *t, const lus_game *g, int throw)
{
    const lus_rules *r = lus_game_rules(g);
    char text[LUS_MAX_TEXT];
    int plies = lus_game_plies(g), base = base_ply(g);
    const lus_pos *from = base < plies ? lus_game_pos_at(g, base) : lus_game_pos(g);
    lus_pos_format(r, from, LUS_ANY_THROW, text);
    text_str(t, "position ");
    text_str(t, text);
    for (int ply = base; ply < plies; ply++) {
        text_str(t, ply == base ? " moves" : "");
        add_move(t, r, lus_game_pos_at(g, ply), lus_game_move_at(g, ply));
    }
    if (lus_has_dice(r)) {
        text_str(t, " throw ");
        text_int(t, throw);
    }
}

void agent_position_write(struct text *t, const lus_game *g, int throw, bool new_game)
{
    const lus_rules *r = lus_game_rules(g);
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, lus_game_pos(g), throw, list);
    if (new_game) {
        text_str(t, "newgame ");
        text_str(t, lus_rules_name(r));
        text_char(t, '\n');
    }
    add_position(t, g, throw);
    text_str(t, "\nlegal");
    for (int i = 0; i < n; i++)
        add_move(t, r, lus_game_pos(g), list[i]);
    text_char(t, '\n');
}
