/* SPDX-License-Identifier: MIT */
/* board_svg.h - boards as SVG inside a page: the empty board once per rule set, then the
   pieces of each position.  board.css has the colours. */
#ifndef REPORT_BOARD_SVG_H
#define REPORT_BOARD_SVG_H

#include "core/scene.h"
#include "text/markup.h"

/* Whether the game supplies shapes (scene and square_centre of struct game_text); otherwise
   board_svg writes its text board. */
bool board_has_scene(const lus_rules *r);

/* The CSS class of a side's piece within a line of text ("light-man"); a constant. */
const char *board_piece_class(const lus_rules *r, int side);

/* The shapes all boards refer to: once per page, before the boards. */
void board_svg_shapes(struct markup *m);
/* The empty board of a rule set: once per page, before its positions. */
void board_svg_empty(struct markup *m, const lus_rules *r);

/* A position with arrows for the move played and the best move: one arrow if they are the
   same, otherwise the best one dashed. */
struct board_view {
    const lus_rules *rules;
    lus_pos pos;
    lus_move played, best; /* LUS_PASS: no arrow */
    const char *label;     /* a description for people who do not see the picture */
};
/* Failures are those of the buffer: see text/markup.h. */
void board_svg(struct markup *m, const struct board_view *v);

#endif
