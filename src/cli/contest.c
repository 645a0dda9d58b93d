/* SPDX-License-Identifier: MIT */
/* contest.c - see contest.h. */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/exact.h"
#include "cli/contest.h"
#include "cli/terminal.h"
#include "os/clock.h"

/* A name that a record can hold: bytes beyond ASCII that are none of UTF-8 came from a
   command line. */
static void copy_name(char out[PLAYER_NAME], const char *text)
{
    int level = !strncmp(text, "ai:", 3) ? level_number(text + 3) : 0;
    if (level)
        snprintf(out, PLAYER_NAME, "ai:%s", level_title(level));
    else
        snprintf(out, PLAYER_NAME, "%s", text);
    for (; *out; out++)
        if ((unsigned char)*out < ' ' || (unsigned char)*out >= 0x7f)
            *out = '?';
}

bool contest_player(struct contest *c, int who, const char *text, int time_ms,
                    const struct agent_wish *wish, const char *log)
{
    struct player_spec *b = &c->match.bot[who];
    lus_fault fault;
    if (player_spec_read_typed(c->match.rules, text, b, &fault) < 0) {
        say_fault("player", text, &fault);
        return false;
    }
    if (b->kind == PLAYER_EXEC)
        b->limits.time_ms = time_ms;
    copy_name(c->name[who], text);
    return agent_wish_set(wish, log, b);
}

int contest_opening(const lus_rules *r, int wished)
{
    return wished >= 0 ? wished : lus_has_dice(r) ? 0 : DEFAULT_OPENING;
}

int contest_resume_seed(struct contest *c, struct store *store)
{
    const char *const name[2] = {c->name[0], c->name[1]};
    int found = keep_seed(store, &c->match, name, &c->match.seed);
    if (found < 0)
        say_failed("%s", store_why(store));
    return found;
}

void contest_tables(struct contest *c)
{
    for (int i = 0; i < 2; i++)
        if (player_uses_tables(&c->match.bot[i]))
            c->match.bot[i].limits.known = exact_known(c->tables, c->match.rules);
}

/* ---- while it goes on ---- */

struct stage {
    const struct contest *contest;
    const struct contest_show *show;
    const struct keep *keep;
    double shown_ms;
};

static void watch(void *arg, const struct tally *t)
{
    struct stage *s = arg;
    double now = clock_ms();
    if (now - s->shown_ms < s->show->every_ms)
        return;
    s->shown_ms = now;
    s->show->show(s->show->arg, s->contest, t, s->keep ? keep_stored(s->keep) : 0);
}

int contest_run(struct contest *c, struct store *store, const struct contest_show *show)
{
    const char *const name[2] = {c->name[0], c->name[1]};
    struct keep *keep = store ? keep_open(store, &c->match, name) : NULL;
    if (store && !keep)
        return EXIT_FAILED;
    struct stage stage = {c, show, keep, clock_ms()};
    struct watcher watcher = {&stage, watch};
    struct keeper keeper = {0};
    if (keep) {
        keeper = keep_keeper(keep);
        c->recalled = keep_recalled(keep);
        c->match.keeper = &keeper;
    }
    c->match.watcher = show ? &watcher : NULL;
    interrupt_catch();
    c->match.stop = interrupt_flag();
    for (int i = 0; i < 2; i++)
        c->match.bot[i].limits.stop = interrupt_flag();
    int status = match_run(&c->match, &c->tally);
    c->match.keeper = NULL;
    c->match.watcher = NULL;
    if (keep)
        return keep_close(keep, status);
    if (status < 0)
        return say_failed("the match stopped: %s", lus_error_text(status));
    return EXIT_DONE;
}

int contest_end(int status, bool stored)
{
    if (status != EXIT_DONE || !interrupt_seen())
        return status;
    fflush(stdout);
    fprintf(stderr, "lusoria: interrupted%s\n",
            stored ? "; the same command goes on" : "");
    return EXIT_INTERRUPTED;
}

/* ---- what was written ---- */

void print_into(struct buffer *b, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    buffer_str(b, text);
}
