/* SPDX-License-Identifier: MIT */
/* tui_hint.c - the value bar, hints and the coach: see tui_internal.h.

   All three ask for an analysis of the turn (analyse/analyse.h) on another thread, so that
   the screen reacts.  The value bar searches fewer nodes, because it is shown every turn. */
#include <stdio.h>
#include <stdlib.h>
#include "os/clock.h"
#include "play/tutor.h"
#include "tui/tui_internal.h"

/* An analysis while it runs on the other thread. */
struct tui_analysis {
    struct play *play;
    bool deep;
    struct analysis *result;
};

/* A hint is as good as in line mode; for the value bar 100,000 nodes, about 30 ms, are
   enough. */
static void run_analysis(void *data)
{
    enum { BAR_NODES = 100000 };
    struct tui_analysis *w = data;
    struct search_limits limits = w->play->options->limits;
    if (w->deep) {
        w->result = tutor_analyse(w->play);
        return;
    }
    limits.depth = 0;
    limits.nodes = BAR_NODES;
    limits.now_ms = clock_ms;
    limits.stop = w->play->options->stop;
    if (analyse(w->play->game, w->play->throw, &limits, &w->result) < 0)
        w->result = NULL;
}

/* For the caller to free; NULL: it was stopped, or there is no memory. */
static struct analysis *analyse_turn(struct tui *t, bool deep)
{
    struct tui_analysis w = {.play = t->play, .deep = deep};
    tui_think(t, run_analysis, &w);
    return w.result;
}

/* The bar shows the chance of side 0, whichever side is to move. */
static void set_value(struct tui *t, const struct analysis *a)
{
    int64_t win = a ? win_millionths(a, a->value) : -1;
    t->value = win < 0 ? -1 : lus_side(&a->pos) ? 1000000 - win : win;
}

void tui_find_value(struct tui *t)
{
    struct analysis *a = analyse_turn(t, false);
    set_value(t, a);
    free(a);
}

void tui_clear_hint(struct tui *t)
{
    free(t->hint);
    t->hint = NULL;
    t->note[0] = '\0';
}

/* Ranks all moves in the list and explains the best one. */
void tui_show_hint(struct tui *t)
{
    tui_clear_hint(t);
    tui_set_note(t, false, "thinking...");
    tui_draw(t);
    canvas_show();
    t->hint = analyse_turn(t, true);
    t->note[0] = '\0';
    if (!t->hint || !t->hint->n)
        return;
    tui_set_note(t, false, "Best: %.300s%s", t->hint->move[0].why,
                 t->hint->unit == UNIT_STONES ? " (Values: stones ahead at the end.)"
                                              : "");
    set_value(t, t->hint);
}

/* "F lets North take 7 stones with c. ", or nothing if the explanation has no facts. */
static const char *reason(const struct analysis_move *m, char text[MAX_EXPLANATION + 1])
{
    snprintf(text, MAX_EXPLANATION + 1, "%s ", m->n_facts ? m->why : "");
    return m->n_facts ? text : "";
}

/* The question contains the warning of line mode and the reasons for both moves. */
enum play_step tui_confirm(void *arg, struct play *p, const struct analysis *a, int i)
{
    struct tui *t = arg;
    char warning[PLAY_WARNING], question[PLAY_WARNING + 2 * MAX_EXPLANATION + 40];
    char played[MAX_EXPLANATION + 1], better[MAX_EXPLANATION + 1];
    (void)p;
    tutor_warning(a, i, warning);
    snprintf(question, sizeof question, "%s %s%sPlay it anyway?", warning,
             reason(&a->move[i], played), reason(&a->move[0], better));
    return tui_dialog_yes(t, "Coach", question) ? PLAY_ON : PLAY_AGAIN;
}
