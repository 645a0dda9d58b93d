/* SPDX-License-Identifier: MIT */
/* tui_dialog.c - boxes over the board: texts, questions, lists; see tui.h and
   see tui_internal.h.

       +- Title ---------------------+
       |                             |
       |  > an entry, or a text      |      box.row, box.column: the first character
       |    another entry            |
       |   Enter chooses, Esc closes |      draw_hint_line
       +-----------------------------+

   Texts and lists are in the middle of the screen.  A question, for example of the coach, is
   about the board, so it covers the panel and as little of the board as possible.

   A dialog draws the screen and itself after every key, so a change of size needs no code
   of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "text/utf8.h"
#include "tui/tui_internal.h"

/* Draws the frame of a box; `box` is the text in it. */
static void draw_frame(const struct tui_rect *box, const char *title)
{
    int row = box->row - 2, column = box->column - 2;
    int rows = box->rows, columns = box->columns;
    canvas_fill(row, column, rows + 4, columns + 4, ROLE_BOX, ' ');
    if (canvas_needs_lines()) {
        canvas_fill(row, column, 1, columns + 4, ROLE_BOX, '-');
        canvas_fill(row + rows + 3, column, 1, columns + 4, ROLE_BOX, '-');
        canvas_fill(row + 1, column, rows + 2, 1, ROLE_BOX, '|');
        canvas_fill(row + 1, column + columns + 3, rows + 2, 1, ROLE_BOX, '|');
    }
    canvas_fill(row, column + 1, 1, columns + 2, ROLE_TITLE, ' ');
    canvas_put(row, column + 2, columns, ROLE_TITLE, title);
}

/* A box in the middle of the screen with room for so many rows and columns of text. */
static struct tui_rect open_box(const char *title, int rows, int columns)
{
    enum { LEAST = 28 }; /* the keys below the text */
    int most = canvas_columns() - 6, title_columns = (int)strlen(title) + 2;
    columns = columns < title_columns ? title_columns : columns;
    columns = columns < LEAST ? LEAST : columns;
    columns = columns > most ? most : columns;
    rows = rows > canvas_rows() - 6 ? canvas_rows() - 6 : rows;
    struct tui_rect box = {(canvas_rows() - rows) / 2, (canvas_columns() - columns) / 2,
                           rows, columns};
    draw_frame(&box, title);
    return box;
}

/* A box for a question about the board: over the panel, so that the board is seen. */
static struct tui_rect open_question(const struct tui *t, const char *title,
                                     const char *question)
{
    enum { LEAST = 28, MOST = 64 };
    struct tui_rect panel = t->layout.panel;
    int columns = panel.columns - 4;
    columns = columns < LEAST ? LEAST : columns > MOST ? MOST : columns;
    int rows = tui_count_lines(question, columns);
    struct tui_rect box = {t->layout.status_row - rows - 2, panel.column + 2, rows,
                           columns};
    if (t->layout.below)
        box.column = (canvas_columns() - columns) / 2;
    else if (box.column > canvas_columns() - columns - 2)
        box.column = canvas_columns() - columns - 2;
    draw_frame(&box, title);
    return box;
}

/* The keys, in the last row of the box. */
static void draw_hint_line(const struct tui_rect *box, const char *text)
{
    canvas_put(box->row + box->rows + 1, box->column, box->columns, ROLE_KEYS, text);
}

/* ---- a text ---- */

/* Draws lines from number `first` on, or from the last one that fills the box; returns which
   it was. */
static int draw_text(struct tui *t, const char *title, const char *const *lines,
                     int first)
{
    int n = 0, widest = 0;
    for (; lines[n]; n++) {
        int columns = utf8_width(lines[n]);
        widest = columns > widest ? columns : widest;
    }
    tui_draw(t);
    struct tui_rect box = open_box(title, n, widest);
    int most = n - box.rows;
    first = first > most ? most : first;
    first = first < 0 ? 0 : first;
    for (int i = 0; i < box.rows; i++)
        canvas_put(box.row + i, box.column, box.columns, ROLE_BOX, lines[first + i]);
    draw_hint_line(&box, n > box.rows ? " arrows scroll, any other key closes "
                                      : " any key closes ");
    canvas_show();
    return first;
}

void tui_dialog_text(struct tui *t, const char *title, const char *const *lines)
{
    for (int first = 0;;) {
        first = draw_text(t, title, lines, first);
        struct tui_input in = tui_read(t, -1);
        switch (keys_direction(in.key)) {
        case TUI_NONE:
        case TUI_RESIZE:
            break;
        case TUI_UP:
            first--;
            break;
        case TUI_DOWN:
            first++;
            break;
        case TUI_PAGE_UP:
            first -= canvas_rows() - 8;
            break;
        case TUI_PAGE_DOWN:
        case TUI_SPACE:
            first += canvas_rows() - 8;
            break;
        default:
            return;
        }
    }
}

/* The length of the first line of a text that is broken at `columns`. */
static int line_length(const char *text, int columns)
{
    int n = (int)strcspn(text, "\n");
    if (n <= columns)
        return n;
    for (n = columns; n > 0 && text[n] != ' ';)
        n--;
    return n ? n : columns;
}

/* The lines are copied, because each ends with a NUL there. */
void tui_message(struct tui *t, const char *title, const char *text)
{
    int columns = canvas_columns() > 80 ? 72 : canvas_columns() - 8, n = 0;
    size_t length = strlen(text);
    char *copy = malloc(2 * length + 1), *at = copy;
    const char **lines = calloc(length + 2, sizeof *lines);
    while (copy && lines && *text) {
        int bytes = line_length(text, columns);
        lines[n++] = at;
        memcpy(at, text, (size_t)bytes);
        at[bytes] = '\0';
        at += bytes + 1;
        text += bytes + (text[bytes] == ' ' || text[bytes] == '\n');
    }
    if (n) {
        lines[n] = NULL;
        tui_dialog_text(t, title, lines);
    }
    free(copy);
    free(lines);
}

/* ---- a question ---- */

/* Other keys are ignored: a key typed by mistake must not answer. */
bool tui_dialog_yes(struct tui *t, const char *title, const char *question)
{
    for (;;) {
        tui_draw(t);
        struct tui_rect box = open_question(t, title, question);
        tui_wrap(box.row, box.column, box.rows, box.columns, ROLE_BOX, question);
        draw_hint_line(&box, " y yes   n no ");
        canvas_show();
        switch (tui_read(t, -1).key) {
        case 'y':
        case 'Y':
            return true;
        case 'n':
        case 'N':
        case TUI_ESCAPE:
        case 'q':
        case TUI_INTERRUPT:
        case TUI_CLOSED:
            return false;
        }
    }
}

/* ---- a list ---- */

/* A list that is too long scrolls so that entry `at` is visible. */
static struct tui_rect draw_list(struct tui *t, const char *title,
                                 const char *const *names, int n, int at)
{
    int widest = 0;
    for (int i = 0; i < n; i++) {
        int columns = utf8_width(names[i]);
        widest = columns > widest ? columns : widest;
    }
    tui_draw(t);
    struct tui_rect box = open_box(title, n, widest + 4);
    int first = at >= box.rows ? at - box.rows + 1 : 0;
    for (int i = 0; i < box.rows; i++) {
        enum tui_role role = first + i == at ? ROLE_CHOICE : ROLE_BOX;
        canvas_fill(box.row + i, box.column, 1, box.columns, role, ' ');
        if (first + i == at)
            canvas_put(box.row + i, box.column, 1, role, ">");
        canvas_put(box.row + i, box.column + 2, box.columns - 2, role, names[first + i]);
    }
    draw_hint_line(&box, " Enter chooses, Esc closes ");
    canvas_set_cursor(box.row + at - first, box.column);
    canvas_show();
    return box;
}

/* The entry under a click, or -1. */
static int entry_at(const struct tui_rect *box, const struct tui_input *in, int at)
{
    int first = at >= box->rows ? at - box->rows + 1 : 0;
    bool inside = in->row >= box->row && in->row < box->row + box->rows &&
                  in->column >= box->column && in->column < box->column + box->columns;
    return inside ? first + in->row - box->row : -1;
}

/* After the last entry comes the first; a click chooses at once. */
int tui_dialog_list(struct tui *t, const char *title, const char *const *names, int n,
                    int initial)
{
    for (int at = initial;;) {
        struct tui_rect box = draw_list(t, title, names, n, at);
        struct tui_input in = tui_read(t, -1);
        int clicked = in.key == TUI_CLICK ? entry_at(&box, &in, at) : -1;
        if (clicked >= 0)
            return clicked;
        switch (keys_direction(in.key)) {
        case TUI_UP:
        case TUI_BACK_TAB:
            at = (at + n - 1) % n;
            break;
        case TUI_DOWN:
        case TUI_TAB:
            at = (at + 1) % n;
            break;
        case TUI_ENTER:
        case TUI_SPACE:
            return at;
        case TUI_ESCAPE:
        case 'q':
        case 'm':
        case TUI_INTERRUPT:
        case TUI_CLOSED:
            return -1;
        }
    }
}
