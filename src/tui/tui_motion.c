/* SPDX-License-Identifier: MIT */
/* tui_motion.c - shows a move step by step: see tui_internal.h.

   The game says what moves (core/motion.h); here pieces and stones of the scene are moved from
   tile to tile, with a frame after each step:

       walk    ( ) . . .      . ( ) . .      . . ( ) .
       sow     0 5 4 4        0 5 5 4        0 5 5 5
       take    the stones of a pit are in the store

   A frame takes a tenth of the pause after a move, so --pace 0 shows none.  A key ends the
   motion and is kept for what follows. */
#include <string.h>
#include "core/motion.h"
#include "tui/tui_internal.h"

enum { FRAMES_PER_PAUSE = 10, MAX_FRAME_MS = 90 };

/* The tile of a square; -1: it has none. */
static int tile_of(const struct tui *t, int side, int square)
{
    return grid_tile_at_point(&t->scene,
                              t->rules->text->square_centre(t->rules, side, square));
}

/* The last piece or heap on a tile; in games with sides one of `side`.  NULL: none. */
static struct scene_piece *piece_on(struct tui *t, int side, int tile)
{
    struct scene *s = &t->scene;
    bool stones = s->style == SCENE_STONES;
    for (int i = s->n_pieces - 1; i >= 0; i--) {
        struct scene_piece *p = &s->piece[i];
        struct scene_point at = {p->x, p->y};
        if ((stones || p->side == side) && grid_tile_at_point(s, at) == tile)
            return p;
    }
    return NULL;
}

/* Draws and waits, so that keys react meanwhile; false: a key was pressed, which is read again later. */
static bool show_frame(struct tui *t, int ms)
{
    tui_draw(t);
    canvas_show();
    struct tui_input in = tui_read(t, ms);
    if (in.key == TUI_NONE || in.key == TUI_RESIZE)
        return true;
    if (t->n_queued < MAX_QUEUE) {
        memmove(t->queue + 1, t->queue, (size_t)t->n_queued * sizeof in);
        t->queue[0] = in;
        t->n_queued++;
    }
    return false;
}

/* The piece is drawn last, so that it is seen on tiles that it passes. */
static bool show_walk(struct tui *t, const struct motion *m, int ms)
{
    struct scene *s = &t->scene;
    struct scene_piece *from = piece_on(t, m->side, tile_of(t, m->side, m->square[0]));
    if (!from)
        return true;
    struct scene_piece *last = &s->piece[s->n_pieces - 1], moved = *from;
    *from = *last;
    for (int i = 1; i < m->n; i++) {
        struct scene_point at =
            t->rules->text->square_centre(t->rules, m->side, m->square[i]);
        int tile = grid_tile_at_point(s, at);
        *last = moved;
        if (tile >= 0) {
            last->x = at.x;
            last->y = at.y;
            last->small = s->tile[tile].shape == TILE_TRAY;
        }
        if (!show_frame(t, ms))
            return false;
    }
    return true;
}

/* One stone after the other; `take` moves whole heaps to the last square. */
static bool show_stones(struct tui *t, const struct motion *m, int ms)
{
    bool take = m->kind == MOTION_TAKE;
    struct scene_piece *store = piece_on(t, 0, tile_of(t, m->side, m->square[m->n - 1]));
    struct scene_piece *from = piece_on(t, 0, tile_of(t, m->side, m->square[0]));
    if (!from || !store)
        return true;
    if (!take)
        from->stones = 0;
    for (int i = take ? 0 : 1; i < m->n - take; i++) {
        struct scene_piece *heap = piece_on(t, 0, tile_of(t, m->side, m->square[i]));
        if (!heap)
            continue;
        if (take) {
            store->stones += heap->stones;
            heap->stones = 0;
        } else {
            heap->stones++;
        }
        if (!show_frame(t, ms))
            return false;
    }
    return true;
}

/* The scene is that of the position before the move; afterwards the caller shows the position
   after it.  A brick that is placed needs no motion. */
void tui_animate(struct tui *t, const lus_pos *before, int throw, lus_move m,
                 int pause_ms)
{
    struct motions motions = {0};
    int ms = pause_ms / FRAMES_PER_PAUSE;
    bool goes_on = true;
    ms = ms > MAX_FRAME_MS ? MAX_FRAME_MS : ms;
    if (ms <= 0 || m == LUS_PASS || !t->rules->text->motions || !t->scene.n_tiles)
        return;
    tui_show_position(t, t->rules, before, NULL, throw, LUS_PASS);
    t->rules->text->motions(t->rules, before, throw, m, &motions);
    for (int i = 0; i < motions.n && goes_on; i++) {
        const struct motion *v = &motions.list[i];
        if (v->kind == MOTION_WALK)
            goes_on = show_walk(t, v, ms);
        else if (v->kind != MOTION_PLACE)
            goes_on = show_stones(t, v, ms);
    }
}
