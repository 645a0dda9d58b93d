/* SPDX-License-Identifier: MIT */
/* tui_screen.c - the layout of the full screen: see tui_internal.h.

       Royal Game of Ur (ur:finkel)   Light (you) - Dark (medium)       title
       board                                    panel                   or the panel below
       Light (you) threw 2: choose a piece.                             status
       arrows move  Enter plays  i hint  u undo  ? help  q quit         keys

   The board gets the largest tiles with which the panel still has room. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "text/utf8.h"
#include "tui/tui_internal.h"

/* ---- what is shown ---- */

/* On the Masters path of Ur both sides walk over each other's last squares: a tile is 12 for
   one side and 16 for the other.  Numbers are those of the side to move, as moves name them. */
static void number_tiles(struct tui *t)
{
    const lus_rules *r = t->rules;
    for (int square = 1; square < r->layout.squares; square++) {
        struct scene_point at = r->text->square_centre(r, lus_side(&t->pos), square);
        int tile = grid_tile_at_point(&t->scene, at);
        if (tile >= 0 && isdigit((unsigned char)t->scene.tile[tile].label[0]))
            snprintf(t->scene.tile[tile].label, sizeof t->scene.tile[tile].label, "%d",
                     square);
    }
}

void tui_show_position(struct tui *t, const lus_rules *r, const lus_pos *pos,
                       const lus_pos *before, int throw, lus_move last)
{
    t->rules = r;
    t->pos = *pos;
    t->last = before ? last : LUS_PASS;
    t->last_throw = throw;
    if (before)
        t->last_pos = *before;
    t->scene.n_tiles = 0;
    if (!r->text->scene)
        return;
    r->text->scene(r, pos, &t->scene);
    number_tiles(t);
}

void tui_show_game(struct tui *t)
{
    const lus_game *g = t->play->game;
    int last = lus_game_plies(g) - 1;
    tui_show_position(t, t->play->rules, lus_game_pos(g),
                      last < 0 ? NULL : lus_game_pos_at(g, last),
                      lus_game_throw_at(g, last), lus_game_move_at(g, last));
}

void tui_set_status(struct tui *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(t->status, sizeof t->status, format, args);
    va_end(args);
}

void tui_set_note(struct tui *t, bool bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(t->note, sizeof t->note, format, args);
    va_end(args);
    t->note_bad = bad;
}

/* ---- layout ---- */

enum {
    SIDE_GOOD = 26, /* columns of a comfortable panel beside the board */
    SIDE_LEAST = 17,
    BELOW_LEAST = 5 /* rows of a panel below the board */
};

/* Whether the grid fits with a panel of at least so many columns beside it, or so many rows
   below it; sets the layout then. */
static bool try_beside(struct tui *t, int rows, int columns, int least)
{
    struct tui_layout *l = &t->layout;
    int room = columns - t->grid.columns - 2;
    if (t->grid.rows > rows || room < least)
        return false;
    int panel = room > 44 ? 44 : room;
    l->below = false;
    l->board = (struct tui_rect){1 + (rows - t->grid.rows) / 2, (room - panel) / 2,
                                 t->grid.rows, t->grid.columns};
    l->panel = (struct tui_rect){1, l->board.column + t->grid.columns + 2, rows, panel};
    return true;
}

/* The board in the middle above the panel, if at least BELOW_LEAST rows remain for it. */
static bool try_below(struct tui *t, int rows, int columns)
{
    struct tui_layout *l = &t->layout;
    int room = rows - t->grid.rows;
    if (t->grid.columns > columns || room < BELOW_LEAST)
        return false;
    l->below = true;
    l->board = (struct tui_rect){1, (columns - t->grid.columns) / 2, t->grid.rows,
                                 t->grid.columns};
    l->panel = (struct tui_rect){1 + t->grid.rows, 1, room, columns - 2};
    return true;
}

/* A game without shapes has a text of at most 14 x 60 characters. */
static void lay_out_text(struct tui *t, int rows, int columns)
{
    t->grid = (struct tui_grid){.rows = rows > 21 ? 15 : 12, .columns = 60};
    if (!try_beside(t, rows, columns, SIDE_LEAST))
        try_below(t, rows, columns);
}

/* The largest tiles with which the board and its panel fit; the sizes are in characters,
   which are about twice as high as wide.  If nothing fits, the board is cut off: that
   happens only below TUI_MIN_COLUMNS x TUI_MIN_ROWS. */
static void lay_out(struct tui *t)
{
    static const struct {
        int width, height, gap;
    } tiles[] = {{11, 5, 1}, {9, 4, 1}, {7, 3, 1}, {6, 3, 1}, {6, 2, 1},
                 {6, 2, 0},  {5, 2, 1}, {5, 2, 0}, {4, 2, 0}};
    int rows = canvas_rows() - 3, columns = canvas_columns();
    t->layout.status_row = canvas_rows() - 2;
    t->layout.keys_row = canvas_rows() - 1;
    if (!t->scene.n_tiles) {
        lay_out_text(t, rows, columns);
        return;
    }
    for (unsigned i = 0; i < sizeof tiles / sizeof tiles[0]; i++) {
        grid_lay_out(&t->grid, &t->scene, tiles[i].width, tiles[i].height, tiles[i].gap);
        if (try_beside(t, rows, columns, SIDE_GOOD) || try_below(t, rows, columns) ||
            try_beside(t, rows, columns, SIDE_LEAST))
            return;
    }
    t->layout.panel = (struct tui_rect){1, 0, 0, 0};
    t->layout.board = (struct tui_rect){1, 0, rows, columns};
}

/* ---- lines ---- */

/* The game on the left, the players on the right; a narrow screen drops the rule set. */
static void draw_title(const struct tui *t)
{
    char text[256], players[256], names[2][MAX_TUI_NAME];
    int columns = canvas_columns();
    canvas_fill(0, 0, 1, columns, ROLE_TITLE, ' ');
    if (!t->rules) {
        canvas_put(0, 1, columns, ROLE_TITLE, "Lusoria");
        return;
    }
    snprintf(text, sizeof text, "%s (%s)", lus_rules_title(t->rules),
             lus_rules_name(t->rules));
    int used = utf8_width(text) + 3, at = columns;
    if (t->lesson) {
        snprintf(players, sizeof players, "Lesson: step %d of %d", t->lesson->at + 1,
                 t->lesson->n);
        at = columns - utf8_width(players) - 1;
        canvas_put(0, at, columns - at, ROLE_TITLE, players);
    }
    if (t->play && !lus_game_needs_rolloff(t->play->game)) {
        tui_side(t, 0, names[0]);
        tui_side(t, 1, names[1]);
        snprintf(players, sizeof players, "%s - %s", names[0], names[1]);
        at = columns - utf8_width(players) - 1;
        at = at < 1 ? 1 : at;
        canvas_put(0, at, columns - at, ROLE_TITLE, players);
    }
    canvas_put(0, 1, at - 3, ROLE_TITLE, used < at ? text : lus_rules_title(t->rules));
}

/* The keys that can be used now; the line is cut at the edge, so the rarest come last. */
static const char *key_line(const struct tui *t)
{
    if (t->lesson)
        return t->lesson_done
                   ? "Enter next step  b back  t theme  ? help  q end"
                   : "arrows Enter choose  i hint  s skip  b back  ? help  q end";
    if (t->review)
        return "left right step  n p mistakes  Home End  t theme  q back";
    if (t->over)
        return "a play again  n new game  r review  t theme  q quit";
    if (t->may_throw)
        return "Space throw  u undo  m menu  t theme  ? help  q quit";
    if (!t->choosing)
        return "q save and quit";
    return canvas_columns() < 80
               ? "Enter play  i hint  u undo  r redo  m menu  ? help  q quit"
               : "arrows Enter play  Tab next  i hint  u undo  r redo  m menu  ? help  "
                 "q quit";
}

static void draw_lines(const struct tui *t)
{
    int columns = canvas_columns();
    canvas_fill(t->layout.status_row, 0, 1, columns, ROLE_STATUS, ' ');
    canvas_put(t->layout.status_row, 1, columns - 2, ROLE_STATUS, t->status);
    canvas_fill(t->layout.keys_row, 0, 1, columns, ROLE_KEYS, ' ');
    canvas_put(t->layout.keys_row, 1, columns - 2, ROLE_KEYS, key_line(t));
}

/* The bytes of the first line of a text that is broken at blanks, but not before "%". */
static int first_line(const char *text, int columns)
{
    int n = (int)strlen(text);
    if (n <= columns)
        return n;
    for (n = columns; n > 0 && (text[n] != ' ' || text[n + 1] == '%');)
        n--;
    return n ? n : columns;
}

/* The same lines as tui_wrap writes. */
int tui_count_lines(const char *text, int columns)
{
    int lines = 0;
    for (; *text && columns > 0; lines++) {
        text += first_line(text, columns);
        text += *text == ' ';
    }
    return lines;
}

/* A word that is longer than a line is broken. */
int tui_wrap(int row, int column, int rows, int columns, enum tui_role role,
             const char *text)
{
    int used = 0;
    while (*text && used < rows) {
        int n = first_line(text, columns);
        char line[256];
        snprintf(line, sizeof line, "%.*s", n, text);
        canvas_put(row + used++, column, columns, role, line);
        text += n + (text[n] == ' ');
    }
    return used;
}

void tui_draw(struct tui *t)
{
    canvas_clear();
    canvas_set_cursor(canvas_rows() - 1, 0);
    if (canvas_rows() < TUI_MIN_ROWS || canvas_columns() < TUI_MIN_COLUMNS) {
        tui_wrap(0, 0, canvas_rows(), canvas_columns(), ROLE_TEXT,
                 "The window is too small: 60 x 20 at least. The game waits.");
        return;
    }
    if (t->rules) {
        lay_out(t);
        tui_draw_board(t);
        tui_draw_panel(t);
        t->shown_second = t->play ? tui_clock_second(t) : 0;
    } else {
        t->layout.status_row = canvas_rows() - 2;
        t->layout.keys_row = canvas_rows() - 1;
    }
    draw_title(t);
    draw_lines(t);
}
