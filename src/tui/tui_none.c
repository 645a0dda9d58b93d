/* SPDX-License-Identifier: MIT */
/* tui_none.c - a program built without ncurses plays in line mode: see tui.h. */
#include <stddef.h>
#include "tui/tui.h"

const bool tui_is_built_in = false;

struct tui *tui_open(const struct tui_options *o)
{
    (void)o;
    return NULL;
}

void tui_close(struct tui *t)
{
    (void)t;
}

bool tui_ask_game(struct tui *t, struct tui_request *request)
{
    (void)t, (void)request;
    return false;
}

void tui_events(struct tui *t, struct play_events *events,
                void (*save)(void *arg, const struct play *p), void *save_arg)
{
    (void)t, (void)events, (void)save, (void)save_arg;
}

_Atomic bool *tui_stop_flag(struct tui *t)
{
    (void)t;
    return NULL;
}

enum play_step tui_play(struct tui *t, struct play *p)
{
    (void)t, (void)p;
    return PLAY_QUIT;
}

const struct tui_request *tui_next(const struct tui *t)
{
    (void)t;
    return NULL;
}

bool tui_can_teach(const lus_rules *r)
{
    (void)r;
    return false;
}

void tui_teach(struct tui *t, struct lesson *l)
{
    (void)t, (void)l;
}

bool tui_interrupted(const struct tui *t)
{
    (void)t;
    return false;
}

void tui_warn(struct tui *t, const char *text)
{
    (void)t, (void)text;
}

void tui_message(struct tui *t, const char *title, const char *text)
{
    (void)t, (void)title, (void)text;
}

const char *tui_level_name(const struct tui *t, const lus_rules *r, int level)
{
    (void)t, (void)r, (void)level;
    return "";
}
