/* SPDX-License-Identifier: MIT */
/* match_session.c - see match_session.h.

   A session connects a match with its recorder and its progress display: it plays a copy of
   the match whose callbacks point to both, so the caller's match stays unchanged. */
#include <stdio.h>
#include <string.h>
#include "arena/match_session.h"
#include "player/player_book.h"
#include "arena/recorder.h"
#include "os/clock.h"

/* ---- players ---- */

/* A name that a record can hold: bytes beyond ASCII become '?', because a command line
   need not be UTF-8. */
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

int match_set_player(struct match *m, int who, const char *text,
                     const struct agent_limits *limits, lus_fault *fault)
{
    struct player_spec *player = &m->bot[who];
    int status = player_spec_read_typed(m->rules, text, player, fault);
    if (status < 0)
        return status;
    if (player->kind == PLAYER_EXEC) {
        player->agent = *limits;
        player->limits.time_ms = limits->move_ms;
    }
    copy_name(m->name[who], text);
    return player_take_book(m->rules, player, fault);
}

/* ---- playing ---- */

/* The context of show_progress. */
struct session {
    const struct match *match;
    const struct match_progress *progress;
    const struct recorder *recorder; /* NULL: nothing is recorded */
    double shown_ms;                 /* when progress was shown last */
};

/* Callback of the match, under the lock of its tally: one thread at a time. */
static void show_progress(void *arg, const struct match_tally *t)
{
    struct session *s = arg;
    double now = clock_ms();
    if (now - s->shown_ms < s->progress->every_ms)
        return;
    s->shown_ms = now;
    s->progress->show(s->progress->arg, s->match, t,
                      s->recorder ? recorder_stored(s->recorder) : 0);
}

/* Plays a copy of the match that has the callbacks of this session. */
static int play_session(struct session *session, struct recorder *recorder,
                        _Atomic bool *stop, struct match_tally *t)
{
    struct match m = *session->match;
    struct match_watcher watcher = {session, show_progress};
    struct match_recorder callbacks = {0};
    if (recorder) {
        callbacks = recorder_callbacks(recorder);
        m.recorder = &callbacks;
    }
    if (session->progress)
        m.watcher = &watcher;
    m.stop = stop;
    for (int i = 0; i < 2; i++)
        m.bot[i].limits.stop = stop;
    return match_play(&m, t);
}

int match_session_run(const struct match *m, struct store *store,
                      const struct match_progress *progress, _Atomic bool *stop,
                      struct match_result *result)
{
    struct recorder *recorder = NULL;
    *result = (struct match_result){0};
    int status = store ? recorder_open(&recorder, store, m) : 0;
    if (status < 0)
        return status;
    struct session session = {m, progress, recorder, clock_ms()};
    if (recorder)
        result->recalled = recorder_recalled(recorder);
    status = play_session(&session, recorder, stop, &result->tally);
    if (recorder) {
        int error = recorder_close(recorder, &result->stored);
        status = error < 0 ? error : status;
    }
    return status;
}
