/* SPDX-License-Identifier: MIT */
/* full_screen.c - starts games on the full screen (tui/tui.h); see line_mode.h.

   The session is that of line mode (line_game.c): the same options, saves and records.  Only
   the events of play/play.h differ, and what follows after a game is asked on the screen. */
#include <stdio.h>
#include <string.h>
#include "cli/line_mode.h"

bool full_screen_open(struct line_options *o)
{
    struct tui_options options = {
        .unicode = o->terminal.look.unicode,
        .color = o->terminal.look.color,
        .pace_ms = o->pace_ms,
    };
    if (o->terminal.interactive && !o->verbose)
        o->screen = tui_open(&options);
    o->full = o->screen;
    return o->full;
}

bool full_screen_ask(struct line_options *o)
{
    struct tui_request request;
    return tui_ask_game(o->screen, &request);
}

bool full_screen_next(struct line_options *o)
{
    return tui_next(o->screen)->wish == TUI_AGAIN;
}

void full_screen_close(struct line_options *o)
{
    tui_close(o->screen);
    o->screen = NULL;
}
