/* SPDX-License-Identifier: MIT */
/* tui_canvas.c - see tui_canvas.h.

   A role is an ncurses colour pair and attributes, set once per theme (canvas.look), so
   drawing costs no look-up.  ncurses sends only what changed to the terminal.

   raw() instead of cbreak(): Ctrl-C and Ctrl-Z arrive as keys and are handled by tui_keys.c,
   so that a game is never left without giving the terminal back. */
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/console.h"
#include "tui/tui_canvas.h"
#include "tui/tui_themes.h"
#include "text/utf8.h"

/* Presses and releases of buttons with coordinates of any size (SGR).  ncurses could do
   this too, but takes the coding from the terminal's description, which is often the old
   one that ends at column 223. */
#define MOUSE_ON  "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

static struct {
    SCREEN *screen;
    bool unicode, color;
    enum tui_theme theme;
    int cursor_row, cursor_column;
    attr_t look[N_ROLES];
} canvas;

/* An escape sequence that ncurses does not know. */
static void send(const char *escape)
{
    fputs(escape, stdout);
    fflush(stdout);
}

/* ---- themes ---- */

static attr_t attributes(int look)
{
    return (look & LOOK_BOLD ? A_BOLD : 0) | (look & LOOK_REVERSE ? A_REVERSE : 0) |
           (look & LOOK_UNDERLINE ? A_UNDERLINE : 0);
}

/* Pair i + 1 belongs to role i: pair 0 of ncurses cannot be changed. */
void canvas_set_theme(enum tui_theme theme)
{
    canvas.theme = canvas.color ? theme : THEME_MONO;
    const struct tui_theme_info *info = theme_info(canvas.theme);
    for (int i = 0; i < N_ROLES; i++) {
        const struct tui_colors *c = &info->role[i];
        canvas.look[i] = attributes(c->look);
        if (canvas.theme == THEME_MONO)
            continue;
        bool many = COLORS >= 256;
        init_pair((short)(i + 1), many ? c->text : c->text8,
                  many ? c->ground : c->ground8);
        canvas.look[i] |= (attr_t)COLOR_PAIR(i + 1);
    }
    bkgd((chtype)canvas.look[ROLE_TEXT] | ' ');
}

enum tui_theme canvas_theme(void)
{
    return canvas.theme;
}

const char *canvas_theme_name(enum tui_theme theme)
{
    return theme_info(theme)->name;
}

bool canvas_needs_lines(void)
{
    return theme_info(canvas.theme)->lines;
}

/* ---- opening and closing ---- */

/* What gives the terminal back if the program crashes: the normal screen, cursor, colours. */
static void prepare_crash(void)
{
    static char escape[256];
    static const char *const names[] = {"sgr0", "cnorm", "rmcup"};
    size_t n = (size_t)snprintf(escape, sizeof escape, "%s", MOUSE_OFF);
    for (int i = 0; i < 3; i++) {
        char name[8];
        snprintf(name, sizeof name, "%s", names[i]);
        const char *text = tigetstr(name);
        if (text && text != (char *)-1 && n + strlen(text) < sizeof escape)
            n += (size_t)snprintf(escape + n, sizeof escape - n, "%s", text);
    }
    console_restore_on_crash(escape);
}

/* Without "cup", the movement of the cursor, nothing can be drawn. */
bool canvas_open(bool unicode, bool color)
{
    console_restore_on_crash(NULL); /* remembers the modes */
    canvas.screen = newterm(NULL, stdout, stdin);
    if (!canvas.screen)
        return false;
    char cup[] = "cup";
    const char *move = tigetstr(cup);
    if (!move || move == (char *)-1) {
        endwin();
        delscreen(canvas.screen);
        return false;
    }
    canvas.unicode = unicode;
    canvas.color = color && has_colors() && start_color() == OK && COLORS >= 8;
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    canvas_set_theme(THEME_DARK);
    prepare_crash();
    console_hold_errors();
    send(MOUSE_ON);
    return true;
}

void canvas_close(void)
{
    send(MOUSE_OFF);
    endwin();
    delscreen(canvas.screen);
    console_restore_on_crash(NULL);
    console_release_errors();
    canvas.screen = NULL;
}

/* refresh draws everything again, because endwin made ncurses forget the screen. */
void canvas_suspend(void)
{
    send(MOUSE_OFF);
    endwin();
    console_suspend();
    refresh();
    send(MOUSE_ON);
}

/* ---- drawing ---- */

int canvas_rows(void)
{
    return LINES;
}

int canvas_columns(void)
{
    return COLS;
}

bool canvas_unicode(void)
{
    return canvas.unicode;
}

void canvas_clear(void)
{
    erase();
}

void canvas_show(void)
{
    move(canvas.cursor_row, canvas.cursor_column);
    refresh();
}

void canvas_set_cursor(int row, int column)
{
    canvas.cursor_row = row;
    canvas.cursor_column = column;
}

/* Characters that must not be shown, or that the terminal cannot show, become '?'. */
int canvas_put(int row, int column, int columns, enum tui_role role, const char *text)
{
    size_t left = strlen(text), size;
    if (row < 0 || row >= LINES || column < 0)
        return column;
    attrset((int)canvas.look[role]);
    for (; left && columns > 0 && column < COLS; columns--, column++) {
        bool visible = utf8_is_visible(text, left, &size);
        bool ascii = (unsigned char)*text < 0x80;
        if (visible && (ascii || canvas.unicode))
            mvaddnstr(row, column, text, (int)size);
        else
            mvaddch(row, column, '?');
        text += size;
        left -= size;
    }
    attrset((int)canvas.look[ROLE_TEXT]);
    return column;
}

void canvas_fill(int row, int column, int rows, int columns, enum tui_role role, char c)
{
    if (column + columns > COLS)
        columns = COLS - column;
    for (int i = row; i < row + rows && i < LINES; i++)
        if (i >= 0 && columns > 0)
            mvhline(i, column, (chtype)(unsigned char)c | (chtype)canvas.look[role],
                    columns);
}
