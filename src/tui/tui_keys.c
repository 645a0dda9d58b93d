/* SPDX-License-Identifier: MIT */
/* tui_keys.c - see tui_keys.h.

   Mouse events arrive as "ESC [ < button ; column ; row M" (press) or "... m" (release).
   ncurses is told that "ESC [ <" is a key; the numbers behind it are read here. */
#include <curses.h>
#include <stdbool.h>
#include "os/clock.h"
#include "os/signals.h"
#include "tui/tui_canvas.h"
#include "tui/tui_keys.h"

/* A number that no key of ncurses has, and control characters. */
enum { MOUSE_PREFIX = KEY_MAX + 1, CTRL_C = 3, CTRL_L = 12, CTRL_Z = 26, DELETE = 127 };

/* Reads "0;12;5M" behind the prefix. */
static struct tui_input read_mouse(void)
{
    int number[3] = {0}, n = 0, c;
    timeout(50);
    while ((c = getch()) != ERR && c != 'M' && c != 'm') {
        if (c == ';' && n < 2)
            n++;
        else if (c >= '0' && c <= '9' && number[n] < 10000)
            number[n] = 10 * number[n] + c - '0';
    }
    if (c != 'M' || n != 2)
        return (struct tui_input){TUI_NONE, 0, 0};
    if (number[0] == 64 || number[0] == 65) /* the wheel */
        return (struct tui_input){number[0] == 64 ? TUI_UP : TUI_DOWN, 0, 0};
    return (struct tui_input){number[0] ? TUI_NONE : TUI_CLICK, number[2] - 1,
                              number[1] - 1};
}

/* A key of ncurses as a key of this module. */
static int translate(int c)
{
    static const int keys[][2] = {
        {KEY_UP, TUI_UP},         {KEY_DOWN, TUI_DOWN},           {KEY_LEFT, TUI_LEFT},
        {KEY_RIGHT, TUI_RIGHT},   {KEY_HOME, TUI_HOME},           {KEY_END, TUI_END},
        {KEY_PPAGE, TUI_PAGE_UP}, {KEY_NPAGE, TUI_PAGE_DOWN},     {'\t', TUI_TAB},
        {KEY_BTAB, TUI_BACK_TAB}, {KEY_BACKSPACE, TUI_BACKSPACE}, {'\b', TUI_BACKSPACE},
        {DELETE, TUI_BACKSPACE},  {KEY_ENTER, TUI_ENTER},         {'\r', TUI_ENTER},
        {KEY_RESIZE, TUI_RESIZE}, {CTRL_C, TUI_INTERRUPT},
    };
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i][0] == c)
            return keys[i][1];
    return c < 256 ? c : TUI_NONE;
}

/* A terminal that was closed lets getch fail at once, again and again: after a few times
   this counts as TUI_CLOSED.  A wait with a limit fails early then: in a game with clocks
   every wait has a limit. */
struct tui_input keys_read(int wait_ms)
{
    static bool mouse_defined;
    static int failures;
    if (!mouse_defined)
        define_key("\033[<", MOUSE_PREFIX);
    mouse_defined = true;
    timeout(wait_ms);
    double began = clock_ms();
    int c = getch();
    if (interrupt_seen())
        return (struct tui_input){TUI_INTERRUPT, 0, 0};
    if (c == ERR) { /* the time is over; before that the terminal is gone */
        bool early = wait_ms < 0 || clock_ms() - began < wait_ms / 2.0;
        failures = early ? failures + 1 : 0;
        return (struct tui_input){failures > 3 ? TUI_CLOSED : TUI_NONE, 0, 0};
    }
    failures = 0;
    if (c == MOUSE_PREFIX)
        return read_mouse();
    if (c == CTRL_Z)
        canvas_suspend();
    if (c == CTRL_L)
        clearok(curscr, TRUE);
    return (struct tui_input){c == CTRL_Z || c == CTRL_L ? TUI_RESIZE : translate(c), 0,
                              0};
}

/* The keys of vi, for keyboards without arrows. */
int keys_direction(int key)
{
    switch (key) {
    case 'h':
        return TUI_LEFT;
    case 'j':
        return TUI_DOWN;
    case 'k':
        return TUI_UP;
    case 'l':
        return TUI_RIGHT;
    default:
        return key;
    }
}
