/* SPDX-License-Identifier: MIT */
/* tui_grid.c - see tui_grid.h.

   The first columns of the board of Ur (squares of 60 units) with tiles 5 characters wide:

       left and right edges of tiles in the scene    12   72  132  192
       columns of the grid                            0    5   10   15

   Both directions are laid out separately, so tiles stay in rows and columns whatever their
   sizes are. */
#include <stdlib.h>
#include "tui/tui_grid.h"

enum {
    MAX_EDGES = 2 * SCENE_TILES,
    NARROW = 24, /* a gap below this is not a tile */
    LOW = 50     /* a tile below this height is a tray */
};

/* The lines of a table: positions in the scene, ascending, and on the grid. */
struct tui_edges {
    int n;
    int at[MAX_EDGES], place[MAX_EDGES];
};

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Sorts the positions and drops equal ones. */
static void sort_edges(struct tui_edges *e)
{
    int kept = 0;
    qsort(e->at, (size_t)e->n, sizeof e->at[0], by_value);
    for (int i = 0; i < e->n; i++)
        if (!kept || e->at[kept - 1] != e->at[i])
            e->at[kept++] = e->at[i];
    e->n = kept;
}

/* How many squares a length is, rounded, at least 1: the stores of Awari are two high. */
static int squares(int length)
{
    int n = (length + SCENE_SQUARE / 2) / SCENE_SQUARE;
    return n ? n : 1;
}

/* A square takes `square` columns or rows, a narrow space between tiles `gap`, a tile shorter
   than `tray` one.  A gap needs no column: the line of the next tile separates them. */
static void place_edges(struct tui_edges *e, int square, int gap, int tray)
{
    for (int i = 1; i < e->n; i++) {
        int length = e->at[i] - e->at[i - 1];
        e->place[i] = e->place[i - 1] + (length < NARROW ? gap
                                         : length < tray ? 1
                                                         : square * squares(length));
    }
}

/* Where a position that is an edge lies on the grid. */
static int place_of(const struct tui_edges *e, int at)
{
    int i = 0;
    while (i < e->n - 1 && e->at[i] != at)
        i++;
    return e->place[i];
}

void grid_lay_out(struct tui_grid *g, const struct scene *s, int width, int height,
                  int gap)
{
    struct tui_edges x = {0}, y = {0};
    for (int i = 0; i < s->n_tiles; i++) {
        const struct scene_tile *t = &s->tile[i];
        x.at[x.n++] = t->x;
        x.at[x.n++] = t->x + t->width;
        y.at[y.n++] = t->y;
        y.at[y.n++] = t->y + t->height;
    }
    sort_edges(&x);
    sort_edges(&y);
    place_edges(&x, width, 0, 0);
    place_edges(&y, height, gap, LOW);
    g->n = s->n_tiles;
    g->columns = (x.n ? x.place[x.n - 1] : 0) + 1;
    g->rows = (y.n ? y.place[y.n - 1] : 0) + 1;
    for (int i = 0; i < s->n_tiles; i++) {
        const struct scene_tile *t = &s->tile[i];
        struct tui_rect *r = &g->tile[i];
        r->row = place_of(&y, t->y) + 1;
        r->column = place_of(&x, t->x);
        r->rows = place_of(&y, t->y + t->height) + 1 - r->row;
        r->columns = place_of(&x, t->x + t->width) - r->column;
    }
}

int grid_tile_at_point(const struct scene *s, struct scene_point at)
{
    for (int i = 0; i < s->n_tiles; i++) {
        const struct scene_tile *t = &s->tile[i];
        if (at.x >= t->x && at.x < t->x + t->width && at.y >= t->y &&
            at.y < t->y + t->height)
            return i;
    }
    return -1;
}

int grid_tile_at(const struct tui_grid *g, int row, int column)
{
    for (int i = 0; i < g->n; i++) {
        const struct tui_rect *r = &g->tile[i];
        if (row >= r->row && row < r->row + r->rows && column >= r->column &&
            column < r->column + r->columns)
            return i;
    }
    return -1;
}

/* How far b is from a in a direction, in half columns (a row counts as two columns); -1: it
   lies elsewhere.  Being beside the straight line costs three times as much. */
static int distance(const struct tui_rect *a, const struct tui_rect *b, int rows,
                    int columns)
{
    int down = 2 * (2 * b->row + b->rows - 2 * a->row - a->rows);
    int right = 2 * b->column + b->columns - 2 * a->column - a->columns;
    int ahead = rows ? rows * down : columns * right;
    int aside = abs(rows ? right : down);
    return ahead <= 0 ? -1 : ahead + 3 * aside;
}

/* Works for every board without knowing it: rows, the S of Senet, the pits of Awari. */
int grid_next(const struct tui_grid *g, int from, int rows, int columns)
{
    int best = from, least = 0;
    for (int i = 0; i < g->n && from >= 0; i++) {
        int d = distance(&g->tile[from], &g->tile[i], rows, columns);
        if (d > 0 && (best == from || d < least)) {
            best = i;
            least = d;
        }
    }
    return best;
}

/* A tray may hold several small pieces of one side; other tiles hold one. */
void grid_contents(const struct scene *s, struct tui_content content[SCENE_TILES])
{
    for (int i = 0; i < s->n_tiles; i++)
        content[i] = (struct tui_content){.side = -1, .stones = -1};
    for (int i = 0; i < s->n_pieces; i++) {
        const struct scene_piece *p = &s->piece[i];
        int tile = grid_tile_at_point(s, (struct scene_point){p->x, p->y});
        if (tile < 0)
            continue;
        if (s->style == SCENE_STONES) {
            content[tile].stones = p->stones;
            continue;
        }
        content[tile].side = p->side;
        content[tile].pieces += p->small;
        content[tile].won |= p->won;
    }
}
