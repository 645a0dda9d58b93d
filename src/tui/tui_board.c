/* SPDX-License-Identifier: MIT */
/* tui_board.c - draws the board of a game from its shapes: see tui_internal.h.

   A tile of 5 x 2 characters, with its line on the left:

       |14 *       label and sign
       |>()<       the piece between two marks

   The marks say by shape what colours say too: > < can move, * * is chosen, + + is a
   target, - - was moved last; the cursor is [ ] on the lines.  Pieces are () and [], or wider
   and higher if the tile is larger. */
#include <stdio.h>
#include <string.h>
#include "tui/tui_internal.h"

/* Everything about one tile on its way to the screen. */
struct tui_tile {
    const struct scene_tile *shape;
    struct tui_content content;
    struct tui_rect place; /* on the screen */
    enum tui_role role;
    char left, right; /* marks beside the piece */
    bool cursor;
};

/* ---- marks ---- */

/* Whether the tile is part of the move that is being chosen. */
static bool is_named(const struct tui *t, int tile)
{
    for (int i = 0; i < t->choice.n_named; i++)
        if (t->choice.named[i] == tile)
            return true;
    return false;
}

/* Whether the last move began or ended on the tile. */
static bool is_last(const struct tui *t, int tile)
{
    struct tui_path path;
    if (t->last == LUS_PASS)
        return false;
    choice_path(t->rules, &t->last_pos, t->last_throw, t->last, &t->scene, &path);
    for (int i = 0; i < path.n; i++)
        if (path.tile[i] == tile)
            return true;
    return false;
}

/* A mark is a colour and two characters, so that it is seen without colours, too. */
static void set_mark(struct tui_tile *v, enum tui_role role, char left, char right)
{
    v->role = role;
    v->left = left;
    v->right = right;
}

/* The state of a tile, the most important one last. */
static void mark_tile(const struct tui *t, int i, struct tui_tile *v)
{
    bool odd = (v->shape->x / SCENE_SQUARE + v->shape->y / SCENE_SQUARE) & 1;
    set_mark(v, odd ? ROLE_TILE_ODD : ROLE_TILE, ' ', ' ');
    if (v->shape->sign)
        v->role = ROLE_TILE_SIGN;
    if (v->shape->shape == TILE_TRAY)
        v->role = ROLE_TRAY;
    if (is_last(t, i))
        set_mark(v, ROLE_LAST, '-', '-');
    if (v->content.won)
        set_mark(v, ROLE_TARGET, '*', '*');
    if (!t->choosing)
        return;
    v->cursor = i == t->cursor;
    bool marks = !t->lesson || t->show_marks;
    if (marks && !t->choice.n_named && choice_is_start(&t->choice, i))
        set_mark(v, ROLE_MOVABLE, '>', '<');
    if (t->choice.n_named && choice_is_next(&t->choice, i))
        set_mark(v, ROLE_TARGET, '+', '+');
    if (is_named(t, i))
        set_mark(v, ROLE_SELECTED, '*', '*');
}

/* ---- tiles ---- */

/* The frame of a tile without colours: | on both sides, _ below and above. */
static void draw_lines(const struct tui_tile *v)
{
    struct tui_rect r = v->place;
    canvas_fill(r.row, r.column, r.rows, 1, ROLE_TEXT, '|');
    canvas_fill(r.row, r.column + r.columns, r.rows, 1, ROLE_TEXT, '|');
    if (v->shape->shape != TILE_TRAY)
        canvas_fill(r.row + r.rows - 1, r.column + 1, 1, r.columns - 1, v->role, '_');
}

/* [ and ] on the lines beside the tile; the terminal's own cursor is there, too. */
static void draw_cursor(const struct tui_tile *v)
{
    struct tui_rect r = v->place;
    canvas_fill(r.row, r.column, r.rows, 1, ROLE_CURSOR, '[');
    canvas_fill(r.row, r.column + r.columns, r.rows, 1, ROLE_CURSOR, ']');
    canvas_set_cursor(r.row + r.rows - 1, r.column + 1);
}

/* The label at the left of the first row, the sign of the tile at its right. */
static void draw_label(const struct tui_tile *v)
{
    struct tui_rect r = v->place;
    const char *sign = canvas_unicode() ? v->shape->sign : v->shape->sign_ascii;
    canvas_put(r.row, r.column + 1, r.columns - 1, v->role, v->shape->label);
    if (sign)
        canvas_put(r.row, r.column + r.columns - 1, 1, v->role, sign);
}

/* One row of a piece: "()", "( )" or "(  )"; side 1 has corners instead. */
static void draw_piece_row(int row, int column, int columns, int side, const char *ends)
{
    char text[32];
    enum tui_role role = side ? ROLE_SECOND : ROLE_FIRST;
    if (columns < 1 || columns > 30)
        return;
    memset(text, ' ', (size_t)columns);
    text[0] = columns == 1 ? (side ? '#' : 'o') : ends[0];
    if (columns > 1)
        text[columns - 1] = ends[1];
    text[columns] = '\0';
    canvas_put(row, column, columns, role, text);
}

/* The piece, in the middle of the rows below the label, and the marks on its sides. */
static void draw_piece(const struct tui_tile *v)
{
    struct tui_rect r = v->place;
    int high = r.rows >= 4 ? 2 : 1, room = r.columns - 3;
    int row = r.row + (r.rows - high + 1) / 2, side = v->content.side, columns = room;
    while (columns > 3 * high + 1) /* about as wide as high, and still in the middle */
        columns -= 2;
    int left = r.column + 2 + (room - columns) / 2;
    if (v->left != ' ') {
        canvas_fill(row, r.column + 1, high, 1, v->role, v->left);
        canvas_fill(row, r.column + r.columns - 1, high, 1, v->role, v->right);
    }
    if (side < 0)
        return;
    if (high == 1) {
        draw_piece_row(row, left, columns, side, side ? "[]" : "()");
        return;
    }
    draw_piece_row(row, left, columns, side, side ? "[]" : "/\\");
    draw_piece_row(row + 1, left, columns, side, side ? "[]" : "\\/");
}

/* A heap: its number between the marks and, if there is room, its stones. */
static void draw_heap(const struct tui_tile *v)
{
    struct tui_rect r = v->place;
    char text[16], dots[64];
    int row = r.row + r.rows / 2, room = r.columns - 1, n = v->content.stones, used = 0;
    snprintf(text, sizeof text, "%c%*d%c", v->left, r.columns - 3 > 2 ? 2 : 1, n,
             v->right);
    canvas_put(row, r.column + 1 + (room - (int)strlen(text)) / 2, room, v->role, text);
    for (; n > 0 && used < room && used < 60; n -= 2)
        dots[used++] = n > 1 ? ':' : '.';
    dots[used] = '\0';
    if (r.rows >= 3)
        canvas_put(r.row + r.rows - 1, r.column + 1 + (room - used) / 2, room, v->role,
                   dots);
}

/* "Light hand  ooooo": the label and a letter for each piece, or their number. */
static void draw_tray(const struct tui_tile *v)
{
    struct tui_rect r = v->place;
    char pieces[SCENE_PIECES + 8];
    int n = v->content.pieces, label = (int)strlen(v->shape->label);
    int room = r.columns - 3 - label;
    enum tui_role role = v->content.side > 0 ? ROLE_SECOND : ROLE_FIRST;
    bool second = v->content.side > 0;
    canvas_put(r.row, r.column + 1, r.columns - 1, v->role, v->shape->label);
    if (n > room)
        snprintf(pieces, sizeof pieces, "%d%c", n, second ? '#' : 'o');
    else {
        memset(pieces, second ? '#' : 'o', (size_t)n);
        pieces[n] = '\0';
    }
    if (n)
        canvas_put(r.row, r.column + 2 + label, room, role, pieces);
    if (v->left != ' ') {
        canvas_fill(r.row, r.column, 1, 1, v->role, v->left);
        canvas_fill(r.row, r.column + r.columns - 1, 1, 1, v->role, v->right);
    }
}

/* From the background to what stands on the tile; the cursor is drawn after all tiles. */
static void draw_tile(const struct tui_tile *v)
{
    struct tui_rect r = v->place;
    canvas_fill(r.row, r.column + 1, r.rows, r.columns - 1, v->role, ' ');
    if (canvas_needs_lines())
        draw_lines(v);
    if (v->shape->shape == TILE_TRAY)
        draw_tray(v);
    else {
        draw_label(v);
        if (v->content.stones >= 0)
            draw_heap(v);
        else
            draw_piece(v);
    }
}

/* ---- the board ---- */

/* The line above a tile, where no tile is above it. */
static void draw_top(const struct tui *t, const struct tui_rect *place)
{
    struct tui_rect b = t->layout.board;
    int above = place->row - 1;
    if (grid_tile_at(&t->grid, above - b.row, place->column + 1 - b.column) < 0)
        canvas_fill(above, place->column + 1, 1, place->columns - 1, ROLE_TEXT, '_');
}

/* A game without shapes: the text that line mode prints. */
static void draw_text_board(const struct tui *t)
{
    char board[LUS_MAX_BOARD];
    lus_look look = {.unicode = canvas_unicode(),
                     .last = t->last,
                     .last_side = lus_side(&t->last_pos)};
    struct tui_rect b = t->layout.board;
    lus_draw(t->rules, &t->pos, &look, board);
    char *line = board;
    for (int row = b.row; *line; row++) {
        size_t n = strcspn(line, "\n");
        bool more = line[n];
        line[n] = '\0';
        canvas_put(row, b.column, b.columns, ROLE_TEXT, line);
        line += n + more;
    }
}

/* The cursor is drawn last, because its right bracket is on the line of the next tile. */
void tui_draw_board(const struct tui *t)
{
    struct tui_content content[SCENE_TILES];
    struct tui_tile cursor = {0};
    if (!t->scene.n_tiles) {
        draw_text_board(t);
        return;
    }
    grid_contents(&t->scene, content);
    for (int i = 0; i < t->grid.n; i++) {
        struct tui_tile v = {.shape = &t->scene.tile[i], .content = content[i]};
        v.place = t->grid.tile[i];
        v.place.row += t->layout.board.row;
        v.place.column += t->layout.board.column;
        mark_tile(t, i, &v);
        if (canvas_needs_lines())
            draw_top(t, &v.place);
        draw_tile(&v);
        if (v.cursor)
            cursor = v;
    }
    if (cursor.shape)
        draw_cursor(&cursor);
}
