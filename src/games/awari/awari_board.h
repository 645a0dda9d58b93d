/* SPDX-License-Identifier: MIT */
/* awari_board.h - the Awari board in the order users see it, whichever side is to move;
   the set-up file, the board as text and as shapes. */
#ifndef GAMES_AWARI_BOARD_H
#define GAMES_AWARI_BOARD_H

#include "core/rules.h"

/* 0..5 A..F, 6..11 a..f, 12 South's store, 13 North's. */
enum { AWARI_COUNTS = 14 };

/* awari_counts writes the stones of all pits and stores of a position; awari_set_up makes
   the position of such counts with South to move.  They are at most 48 in all, which is not
   checked. */
void awari_counts(const lus_pos *p, uint8_t count[AWARI_COUNTS]);
void awari_set_up(const uint8_t count[AWARI_COUNTS], lus_pos *p);

/* The set-up file of the course framework: the stores, A..F, a..f; South moves first.
   These and the functions below are the members parse_board, format_board, draw, scene,
   square_centre and motions of struct game_text; their contracts are in core/rules.h. */
int awari_setup_read(const lus_rules *r, struct scan *s, lus_pos *p);
int awari_setup_write(const lus_rules *r, const lus_pos *p, struct text *out);

void awari_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
                struct text *out);
void awari_scene(const lus_rules *r, const lus_pos *p, struct scene *out);
struct scene_point awari_square_centre(const lus_rules *r, int side, int square);
void awari_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                   struct motions *out);

#endif
