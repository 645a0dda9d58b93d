/* SPDX-License-Identifier: MIT */
/* full_screen.c - starts games on the full screen (tui/tui.h); see line_mode.h.

   The session is that of line mode (line_game.c): the same options, saves and records.  Only
   the events of play/play.h differ, and what follows after a game is asked on the screen. */
#include <stdio.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "cli/line_mode.h"
#include "cli/rules_pages.h"
#include "play/lesson.h"
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

/* Callback: whether a table file of the rules is open. */
static bool has_table(void *arg, const lus_rules *r)
{
    struct line_options *o = arg;
    if (!o->opened && !o->tables.folder) /* the form comes before the first game */
        tablebase_open(&o->tables, &o->opened);
    return o->opened && tables_largest(o->opened, r);
}

/* Callback: the rules as text of so many columns, which the screen frees. */
static char *rules_page(void *arg, const lus_rules *r, int columns)
{
    (void)arg;
    return rules_text(r, false, columns, false);
}

static bool set_level(void *arg, int level)
{
    struct line_options *o = arg;
    return line_set_level(o, tui_level_name(o->screen, o->play.rules, level));
}

static bool swap_players(void *arg)
{
    return line_swap_players(arg);
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
        .set_level = set_level,
        .swap_players = swap_players,
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
    snprintf(level, sizeof level, "ai:%s",
             tui_level_name(o->screen, request->rules, request->level));
    o->play.rules = request->rules;
    o->play.limits = (struct search_limits){.depth = PLAY_DEPTH, .time_ms = PLAY_TIME_MS};
    if (o->play.resumed) /* its seed belongs to that game alone */
        o->seed = NULL;
    o->play.has_start = o->play.resumed = false;
    o->play.clock = o->clock = request->clock;
    o->play.tutor = request->tutor;
    o->dice = o->file = NULL;
    for (int i = 0; i < 2; i++)
        line_read_player(o, request->human[i] ? "human" : level, &o->play.player[i]);
    settings_name_player(&o->play);
}

/* Resumes a game; what is wrong with a file is printed outside the full screen. */
static int resume(struct line_options *o, const struct tui_request *request)
{
    char path[PATH_MAX];
    memcpy(path, request->path, sizeof path);
    full_screen_close(o);
    int status = resume_options(o, path);
    if (!status && !full_screen_open(o))
        return FULL_SCREEN_OVER;
    return status;
}

/* Teaches until the person wants something else, which becomes the request. */
static void teach(struct line_options *o, struct tui_request *request)
{
    struct lesson l;
    const lus_rules *r = request->rules;
    while (request->kind == TUI_LESSON) {
        request->kind = TUI_QUIT;
        if (!tui_can_teach(r) || !lesson_open(&l, lesson_sources, r))
            tui_message(o->screen, lus_rules_name(r),
                        "There is no lesson on the full screen for these rules.");
        else {
            tui_teach(o->screen, &l);
            *request = *tui_next(o->screen);
        }
    }
}

/* Sets the options to what was asked for; returns as full_screen_ask.  After a lesson the
   form asks again. */
static int apply(struct line_options *o, struct tui_request request)
{
    while (request.kind == TUI_LESSON) {
        teach(o, &request);
        if (request.kind == TUI_QUIT &&
            (tui_interrupted(o->screen) || !tui_ask_game(o->screen, &request)))
            break;
    }
    switch (request.kind) {
    case TUI_AGAIN:
        return 0;
    case TUI_NEW_GAME:
        set_new_game(o, &request);
        return 0;
    case TUI_RESUME:
        return resume(o, &request);
    default:
        return FULL_SCREEN_OVER;
    }
}

/* Without a game, which would close them, the tables of the form are closed here. */
static void leave(struct line_options *o)
{
    full_screen_close(o);
    tablebase_close(o->opened);
    o->opened = NULL;
}

int full_screen_ask(struct line_options *o, bool resumes)
{
    struct tui_request request = {.kind = resumes ? TUI_RESUME : TUI_NEW_GAME,
                                  .clock = o->clock};
    o->from_menu = true;
    int status = FULL_SCREEN_OVER;
    if (tui_ask_game(o->screen, &request))
        status = apply(o, request);
    if (status)
        leave(o);
    return status;
}

int full_screen_next(struct line_options *o)
{
    return apply(o, *tui_next(o->screen));
}

int full_screen_lesson(struct line_options *o, const lus_rules *r)
{
    struct tui_request request = {.kind = TUI_LESSON, .rules = r};
    o->from_menu = true;
    teach(o, &request);
    int status = tui_interrupted(o->screen) ? EXIT_INTERRUPTED : EXIT_DONE;
    if (request.kind != TUI_NEW_GAME) {
        leave(o);
        return status;
    }
    set_new_game(o, &request);
    return line_play(o);
}

void full_screen_close(struct line_options *o)
{
    tui_close(o->screen);
    o->screen = NULL;
}
