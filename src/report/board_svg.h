/* SPDX-License-Identifier: MIT */
/* board_svg.h - boards as SVG inside a page: the empty board once a rule set, then for
   each position what stands on it.  Colours are those of board.css. */
#ifndef REPORT_BOARD_SVG_H
#define REPORT_BOARD_SVG_H

#include "core/scene.h"
#include "text/buffer.h"

/* The rule set can be painted; otherwise board_svg writes its text board. */
bool board_has_scene(const lus_rules *r);

/* The class of a side's piece in a line of text. */
const char *board_man(const lus_rules *r, int side);

/* What all boards refer to, once a page; then the board of a rule set, once each. */
void board_svg_shapes(struct buffer *out);
void board_svg_empty(struct buffer *out, const lus_rules *r);

/* A position of a game with arrows for the move that was played and the best one;
   LUS_PASS: no arrow.  `label` says in words what is seen. */
struct board_view {
    const lus_rules *rules;
    lus_pos pos;
    lus_move played, best;
    const char *label;
};
void board_svg(struct buffer *out, const struct board_view *v);

#endif
