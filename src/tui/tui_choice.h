/* SPDX-License-Identifier: MIT */
/* tui_choice.h - choosing a move on the board: which tiles name it, one after the other.

   A move is a path of tiles, made from what the game says about its motions (core/motion.h):

       a piece walks         the tile where it stands, the tile where it ends
       several walks         the same for each of them, in order
       a piece is placed, or a pit is sown      its tile alone

   The person names tiles; the choice keeps the moves whose paths begin with them. */
#ifndef TUI_TUI_CHOICE_H
#define TUI_TUI_CHOICE_H

#include "core/motion.h"
#include "core/scene.h"

enum { MAX_PATH = 2 * LUS_MAX_STEPS };

/* The tiles that name one move. */
struct tui_path {
    int n;
    int tile[MAX_PATH];
};

/* The legal moves of a turn and what was named so far. */
struct tui_choice {
    int n; /* moves */
    struct tui_path path[LUS_MAX_MOVES];
    int n_named; /* tiles named so far */
    int named[MAX_PATH];
};

/* What naming a tile leads to. */
enum tui_named {
    NAMED_NOTHING, /* no move begins like this; nothing has changed */
    NAMED_PART,    /* more tiles are needed */
    NAMED_MOVE     /* *move is the index of the move */
};

/* The tiles of a move's path; n is 0 if the game does not say. */
void choice_path(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                 const struct scene *s, struct tui_path *path);
/* Starts with these legal moves and no tile named. */
void choice_start(struct tui_choice *c, const lus_rules *r, const lus_pos *p, int throw,
                  const lus_move *moves, int n, const struct scene *s);
/* Names a tile.  A tile that cannot follow the named ones begins a new path.  Naming the
   last tile again plays the move if only one is left, and otherwise takes the tile back. */
enum tui_named choice_name(struct tui_choice *c, int tile, int *move);
/* Takes all named tiles back. */
void choice_reset(struct tui_choice *c);
/* Whether the tile can be named next; whether it is the start of a move. */
bool choice_is_next(const struct tui_choice *c, int tile);
bool choice_is_start(const struct tui_choice *c, int tile);
/* The only move that is left, or -1. */
int choice_only(const struct tui_choice *c);

#endif
