/* SPDX-License-Identifier: MIT */
/* full_screen.c - starts games on the full screen (tui/tui.h); see line_mode.h.

   The session is that of line mode (line_game.c): the same options, saves and records.  Only
   the events of play/play.h differ, and what follows after a game is asked on the screen. */
#include <stdio.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "cli/line_mode.h"
#include "cli/rules_pages.h"
#include "play/settings.h"

/* ---- what the screen asks for ---- */

/* The members of the same names of struct tui_options. */
static int list_saved(void *arg, struct tui_saved_game *list, int most)
{
    enum { MOST = 9 };
    struct unfinished_game found[MOST];
    int n = resume_list(found, most < MOST ? most : MOST);
    (void)arg;
    for (int i = 0; i < n; i++) {
        memcpy(list[i].path, found[i].path, sizeof list[i].path);
        snprintf(list[i].title, sizeof list[i].title, "%-16.40s %.80s", found[i].rules,
                 found[i].text);
    }
    return n;
}

static bool has_table(void *arg, const lus_rules *r)
{
    struct line_options *o = arg;
    if (!o->opened && !o->tables.folder) /* the form comes before the first game */
        tablebase_open(&o->tables, &o->opened);
    return o->opened && tablebase_for_search(o->opened, r).probe;
}

static char *rules_page(void *arg, const lus_rules *r, int columns)
{
    (void)arg;
    return rules_text(r, false, columns, false);
}

/* ---- the session ---- */

/* -v prints the searches of programs, which need lines. */
bool full_screen_open(struct line_options *o)
{
    struct tui_options options = {
        .unicode = o->terminal.look.unicode,
        .color = o->terminal.look.color,
        .pace_ms = o->pace_ms,
        .arg = o,
        .list_saved = list_saved,
        .has_table = has_table,
        .rules_page = rules_page,
    };
    if (o->terminal.interactive && !o->verbose)
        o->screen = tui_open(&options);
    o->full = o->screen;
    return o->full;
}

/* A new game has nothing of the last one but its tables and the pace. */
static void set_new_game(struct line_options *o, const struct tui_request *request)
{
    char level[32];
    const char *name = level_everyday_title(request->level);
    bool perfect = request->level == N_LEVELS && has_table(o, request->rules);
    if (!name || (request->level == N_LEVELS && !perfect))
        name = level_title(request->level);
    snprintf(level, sizeof level, "ai:%s", name);
    o->play.rules = request->rules;
    o->play.limits = (struct search_limits){.depth = PLAY_DEPTH, .time_ms = PLAY_TIME_MS};
    if (o->play.resumed) /* its seed belongs to that game alone */
        o->seed = NULL;
    o->play.has_start = o->play.resumed = false;
    o->play.tutor = request->tutor;
    o->dice = o->file = NULL;
    for (int i = 0; i < 2; i++)
        line_read_player(o, request->human[i] ? "human" : level, &o->play.player[i]);
    settings_name_player(&o->play);
}

/* Sets the options to what was asked for; false: the session ends. */
static bool apply(struct line_options *o, const struct tui_request *request)
{
    char path[PATH_MAX];
    switch (request->kind) {
    case TUI_AGAIN:
        return true;
    case TUI_NEW_GAME:
        set_new_game(o, request);
        return true;
    case TUI_RESUME: /* what is wrong with a file is printed outside the full screen */
        memcpy(path, request->path, sizeof path);
        full_screen_close(o);
        return resume_options(o, path) == 0 && full_screen_open(o);
    case TUI_QUIT:
        break;
    }
    return false;
}

bool full_screen_ask(struct line_options *o, bool resume)
{
    struct tui_request request = {.kind = resume ? TUI_RESUME : TUI_NEW_GAME};
    o->from_menu = true;
    if (tui_ask_game(o->screen, &request))
        return apply(o, &request);
    full_screen_close(o);
    return false;
}

bool full_screen_next(struct line_options *o)
{
    return apply(o, tui_next(o->screen));
}

void full_screen_close(struct line_options *o)
{
    tui_close(o->screen);
    o->screen = NULL;
}
