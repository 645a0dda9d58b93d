/* SPDX-License-Identifier: MIT */
/* hot_select.h - finds what a *_hot.c file compiled for a rule set (hot.h).

   Included once by the file that needs it, after defining

       HOT_SELECT        the name given to HOT_TABLE: perft
       HOT_SELECT_TYPE   the type given to HOT_TABLE: perft_fn *const

   it defines  static HOT_SELECT_TYPE *select_perft(const lus_rules *r): the entry of r. */
#include "core/hot.h"
#include "core/registry.h"

#define GAME(id) extern HOT_SELECT_TYPE HOT_JOIN(id, HOT_SELECT)[];
#include "core/games.def"
#undef GAME

static HOT_SELECT_TYPE *HOT_JOIN(select, HOT_SELECT)(const lus_rules *r)
{
    static HOT_SELECT_TYPE *const tables[] = {
#define GAME(id) HOT_JOIN(id, HOT_SELECT),
#include "core/games.def"
#undef GAME
    };
    return &tables[game_index(r)][r->index];
}
