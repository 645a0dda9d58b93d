/* SPDX-License-Identifier: MIT */
/* tui_choice.c - see tui_choice.h.

   Three moves of Ur and what naming tiles leaves (tiles by their squares):

       paths      0-2: 0 2     4-6: 4 6     8-10: 8 10
       named 4    4-6 is the only one left: the target 6, or 4 again, plays it
       named 8    begins another path: 8-10

   A chain of Senet is a longer path; where one move is the beginning of another, naming its
   last tile again plays the shorter one. */
#include "tui/tui_choice.h"
#include "tui/tui_grid.h"

/* Appends the tile of a square; squares without a tile are left out. */
static void add_square(struct tui_path *path, const lus_rules *r, int side, int square,
                       const struct scene *s)
{
    int tile = grid_tile_at_point(s, r->text->square_centre(r, side, square));
    if (path->n < MAX_PATH && tile >= 0)
        path->tile[path->n++] = tile;
}

/* Motions of the other side (a swap) and captures are not part of the path. */
void choice_path(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                 const struct scene *s, struct tui_path *path)
{
    struct motions motions = {0};
    path->n = 0;
    if (!r->text->motions)
        return;
    r->text->motions(r, p, throw, m, &motions);
    for (int i = 0; i < motions.n; i++) {
        const struct motion *v = &motions.list[i];
        if (v->side != lus_side(p) || !v->n || v->kind == MOTION_TAKE)
            continue;
        add_square(path, r, v->side, v->square[0], s);
        if (v->kind == MOTION_WALK)
            add_square(path, r, v->side, v->square[v->n - 1], s);
    }
}

void choice_start(struct tui_choice *c, const lus_rules *r, const lus_pos *p, int throw,
                  const lus_move *moves, int n, const struct scene *s)
{
    c->n = n;
    c->n_named = 0;
    for (int i = 0; i < n; i++)
        choice_path(r, p, throw, moves[i], s, &c->path[i]);
}

void choice_reset(struct tui_choice *c)
{
    c->n_named = 0;
}

/* Whether the path of move i begins with the named tiles. */
static bool fits(const struct tui_choice *c, int i)
{
    const struct tui_path *path = &c->path[i];
    if (path->n < c->n_named)
        return false;
    for (int k = 0; k < c->n_named; k++)
        if (path->tile[k] != c->named[k])
            return false;
    return true;
}

/* A target of the chosen piece, or the start of a move if nothing is named. */
bool choice_is_next(const struct tui_choice *c, int tile)
{
    for (int i = 0; i < c->n; i++)
        if (fits(c, i) && c->path[i].n > c->n_named &&
            c->path[i].tile[c->n_named] == tile)
            return true;
    return false;
}

bool choice_is_start(const struct tui_choice *c, int tile)
{
    for (int i = 0; i < c->n; i++)
        if (c->path[i].n && c->path[i].tile[0] == tile)
            return true;
    return false;
}

int choice_only(const struct tui_choice *c)
{
    int only = -1;
    for (int i = 0; i < c->n; i++)
        if (fits(c, i)) {
            if (only >= 0)
                return -1;
            only = i;
        }
    return only;
}

/* The move whose whole path is named; -1: none, or several. */
static int whole_move(const struct tui_choice *c)
{
    int whole = -1;
    for (int i = 0; i < c->n; i++)
        if (fits(c, i) && c->path[i].n == c->n_named) {
            if (whole >= 0)
                return -1;
            whole = i;
        }
    return whole;
}

/* Whether a longer path begins with the named tiles. */
static bool can_continue(const struct tui_choice *c)
{
    for (int i = 0; i < c->n; i++)
        if (fits(c, i) && c->path[i].n > c->n_named)
            return true;
    return false;
}

/* The last named tile again: plays what is clear, otherwise takes the tile back. */
static enum tui_named name_again(struct tui_choice *c, int *move)
{
    *move = choice_only(c);
    if (*move < 0)
        *move = whole_move(c);
    if (*move >= 0)
        return NAMED_MOVE;
    c->n_named--;
    return NAMED_PART;
}

/* A path that is complete but could be continued (a chain) is not played yet. */
enum tui_named choice_name(struct tui_choice *c, int tile, int *move)
{
    if (c->n_named < MAX_PATH && choice_is_next(c, tile))
        c->named[c->n_named++] = tile;
    else if (c->n_named && c->named[c->n_named - 1] == tile)
        return name_again(c, move);
    else if (choice_is_start(c, tile)) {
        c->n_named = 1;
        c->named[0] = tile;
    } else {
        return NAMED_NOTHING;
    }
    *move = whole_move(c);
    return *move >= 0 && !can_continue(c) ? NAMED_MOVE : NAMED_PART;
}
