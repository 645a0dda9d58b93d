/* SPDX-License-Identifier: MIT */
/* cave_scene.c - the cave as shapes: n x n cells, A1 at the lower left (see cave.h).

   The column of a cell is bit % 8 and its row bit / 8 for every size, because all sizes keep
   the stride of 8; cells outside the board are skipped. */
#include "core/motion.h"
#include "core/scene.h"
#include "games/cave/cave.h"

/* Cells are numbered from 1 in a move; both sides see the same board. */
struct scene_point cave_square_centre(const lus_rules *r, int side, int square)
{
    int bit = square - 1;
    (void)r, (void)side;
    return (struct scene_point){SCENE_EDGE + SCENE_SQUARE * (bit % 8) + SCENE_SQUARE / 2,
                                SCENE_EDGE + SCENE_SQUARE * (bit / 8) + SCENE_SQUARE / 2};
}

void cave_scene(const lus_rules *r, const lus_pos *p, struct scene *s)
{
    /* Only the enemy can have a line. */
    uint64_t won = cave_lines_within(cave_set(r), p->w[1]);
    int size = cave_set(r)->size, edge = size * SCENE_SQUARE + 2 * SCENE_EDGE;
    *s = (struct scene){.width = edge, .height = edge, .style = SCENE_BRICKS};
    for (int bit = 0; bit < 64; bit++) {
        if (!(cave_set(r)->board >> bit & 1))
            continue;
        struct scene_point at = cave_square_centre(r, 0, bit + 1);
        struct scene_tile *t = scene_add_tile(s, at.x - SCENE_SQUARE / 2,
                                              at.y - SCENE_SQUARE / 2, TILE_SQUARE);
        struct text label = text_on(t->label, sizeof t->label);
        text_char(&label, (char)('A' + bit % 8));
        text_int(&label, size - bit / 8);
        for (int own = 0; own < 2; own++)
            if (p->w[own] >> bit & 1) {
                scene_add_piece(s, at, own ^ pos_side(p));
                s->piece[s->n_pieces - 1].won = won >> bit & 1;
            }
    }
}

/* A brick appears on its cell; nothing else moves. */
void cave_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                  struct motions *out)
{
    (void)r, (void) throw;
    motion_visit(motion_add(out, MOTION_PLACE, pos_side(p)), move_to(m, 0));
}
