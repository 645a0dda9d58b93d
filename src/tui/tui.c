/* SPDX-License-Identifier: MIT */
/* tui.c - see tui.h: opens the screen and plays games on it.

   play/play.h runs the turns and calls back: a person's decisions are in tui_turn.c, what
   programs do is shown here.  A program thinks on another thread while this one reads keys
   (tui_think), so that q and Ctrl-C act at once.

       tui_play --> play_turn --> a person     tui_ask_move      (tui_turn.c)
                              --> a program    show_thinking, tui_think, show_move
                              --> a roll-off   show_rolloff
                --> end_game      the result, until a key says what follows

   Keys that are typed while a program thinks are kept (t->queue) and dropped when its move
   is shown: the person could not know it yet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/console.h"
#include "os/parallel.h"
#include "os/signals.h"
#include "tui/tui_internal.h"

const bool tui_is_built_in = true;

struct tui *tui_open(const struct tui_options *o)
{
    struct console_size size = console_size(CONSOLE_OUT);
    const char *term = getenv("TERM");
    if (size.columns < TUI_MIN_COLUMNS || size.rows < TUI_MIN_ROWS || !term ||
        !strcmp(term, "dumb"))
        return NULL;
    struct tui *t = calloc(1, sizeof *t);
    if (!t || !canvas_open(o->unicode, o->color)) {
        free(t);
        return NULL;
    }
    tui_remembered_theme();
    t->options = *o;
    t->show_value = true;
    t->value = -1;
    interrupt_catch();
    return t;
}

void tui_close(struct tui *t)
{
    if (!t)
        return;
    canvas_close();
    free(t->hint);
    free(t);
}

/* It is set by q and Ctrl-C while a program thinks. */
_Atomic bool *tui_stop_flag(struct tui *t)
{
    return &t->stop;
}

const struct tui_request *tui_next(const struct tui *t)
{
    return &t->next;
}

bool tui_interrupted(const struct tui *t)
{
    return t->interrupted;
}

void tui_warn(struct tui *t, const char *text)
{
    snprintf(t->warning, sizeof t->warning, "%s", text);
}

/* ---- keys ---- */

/* A key from the terminal; Ctrl-C is noticed here. */
static struct tui_input read_terminal(struct tui *t, int wait_ms)
{
    struct tui_input in = keys_read(wait_ms);
    if (in.key == TUI_INTERRUPT || in.key == TUI_CLOSED) {
        t->interrupted = true;
        t->leaving = true;
        t->stop = true;
    }
    return in;
}

/* What the player to move has left. */
static double time_left(const struct tui *t)
{
    return play_time_left(t->play, lus_side(lus_game_pos(t->play->game)));
}

/* Not before and after a game, and not while a move is shown or a pass is thrown. */
static bool clock_runs(const struct tui *t)
{
    return t->play && game_clock_used(&t->play->clock) && t->play->clock.running >= 0;
}

/* A wait until the clock shows another second, one more millisecond to be sure.  Clocks
   show seconds rounded up, so the wait is what is left beyond whole seconds. */
static struct tui_input read_second(struct tui *t)
{
    int left = (int)time_left(t);
    struct tui_input in = read_terminal(t, left % 1000 + 1);
    if (in.key == TUI_NONE && play_clock_fallen(t->play))
        in.key = TUI_ESCAPE;
    return in;
}

/* Keys typed during a search come first. */
struct tui_input tui_read(struct tui *t, int wait_ms)
{
    if (!t->n_queued && wait_ms < 0 && clock_runs(t))
        return read_second(t);
    if (!t->n_queued)
        return read_terminal(t, wait_ms);
    struct tui_input in = t->queue[0];
    memmove(t->queue, t->queue + 1, (size_t)--t->n_queued * sizeof in);
    return in;
}

/* Called every few milliseconds while a program thinks; curses sends only the characters
   that changed, so nothing flickers. */
void tui_tick(struct tui *t)
{
    if (!clock_runs(t) || tui_clock_second(t) == t->shown_second)
        return;
    tui_draw(t);
    canvas_show();
}

/* Every key ends the pause, so that a person can skip it; a change of size does not. */
void tui_pause(struct tui *t, int ms)
{
    tui_draw(t);
    canvas_show();
    while (ms > 0 && !t->leaving) {
        struct tui_input in = tui_read(t, ms);
        if (in.key == 'q')
            t->leaving = true;
        if (in.key != TUI_RESIZE)
            return;
        tui_draw(t);
        canvas_show();
    }
}

/* ---- thinking ---- */

/* A call of tui_think, shared by its two threads. */
struct tui_work {
    struct tui *tui;
    void (*work)(void *data);
    void *data;
    _Atomic bool done;
};

/* Thread 0 reads keys until thread 1 has done the work. */
static void watch_or_work(void *arg, int thread)
{
    enum { POLL_MS = 20 };
    struct tui_work *w = arg;
    struct tui *t = w->tui;
    if (thread == 1) {
        w->work(w->data);
        w->done = true;
        return;
    }
    while (!w->done) {
        struct tui_input in = read_terminal(t, POLL_MS);
        tui_tick(t);
        if (in.key == 'q') {
            t->leaving = true;
            t->stop = true;
        } else if (in.key == TUI_RESIZE) {
            tui_draw(t);
            canvas_show();
        } else if (in.key != TUI_NONE && t->n_queued < MAX_QUEUE) {
            t->queue[t->n_queued++] = in;
        }
    }
}

/* If the system allows no second thread, the screen does not react meanwhile. */
void tui_think(void *arg, void (*work)(void *data), void *data)
{
    struct tui_work w = {.tui = arg, .work = work, .data = data};
    if (!parallel_run_pair(watch_or_work, &w))
        work(data);
}

/* ---- what programs do ---- */

/* Shorter if two programs play. */
int tui_pace(const struct tui *t)
{
    enum { PACE_MS = 900, PACE_WATCH_MS = 700 };
    if (t->options.pace_ms >= 0)
        return t->options.pace_ms;
    return !t->play || play_has_human(t->play->options) ? PACE_MS : PACE_WATCH_MS;
}

/* The throw of this turn, for the panel. */
static void show_throw(struct tui *t, const struct play *p)
{
    t->has_throw = lus_has_dice(p->rules);
    t->throw = p->throw;
    t->faces = p->faces;
}

/* Callback of play_events: "Dark (medium) threw 2 and is thinking..." */
static void show_thinking(void *arg, const struct play *p)
{
    struct tui *t = arg;
    char name[MAX_TUI_NAME];
    tui_show_game(t);
    show_throw(t, p);
    tui_side(t, lus_side(&t->pos), name);
    if (t->has_throw)
        tui_set_status(t, "%s threw %d and is thinking...", name, p->throw);
    else
        tui_set_status(t, "%s is thinking...", name);
    tui_draw(t);
    canvas_show();
}

/* The chance of side 0 after the move that a program chose by a search. */
static void set_value(struct tui *t, const struct play *p, const struct player_choice *c)
{
    struct analysis scale = {.rules = p->rules, .depth = c->report.depth};
    const struct player_spec *spec =
        &p->options->player[lus_game_player(p->game, lus_side(&t->pos))];
    if (spec->kind != PLAYER_AI || c->report.classic || c->index >= c->report.n ||
        (!c->report.depth && !c->report.exact))
        return;
    scale.unit = p->rules->score_counts ? UNIT_STONES : UNIT_WIN;
    int64_t win = win_millionths(&scale, c->report.moves[c->index].value);
    t->value = lus_side(&t->pos) ? 1000000 - win : win;
}

/* "Dark (medium) threw 2 and plays 4-6." */
static void show_move_status(struct tui *t, const char *name, int throw, lus_move m,
                             const char *ply)
{
    if (m == LUS_PASS)
        tui_set_status(t, "%s threw %d: no legal move, the turn passes.", name, throw);
    else if (t->has_throw)
        tui_set_status(t, "%s threw %d and plays %s.", name, throw, ply);
    else
        tui_set_status(t, "%s plays %s.", name, ply);
}

/* The move step by step and the board after it, for a moment; the game itself plays it
   afterwards. */
static void show_move(void *arg, const struct play *p, lus_move m,
                      const struct player_choice *c)
{
    struct tui *t = arg;
    char name[MAX_TUI_NAME], ply[LUS_MAX_TEXT + 32];
    lus_pos before = *lus_game_pos(p->game), after = before;
    bool person = play_is_human(p, lus_side(&before));
    tui_show_game(t);
    tui_side(t, lus_side(&before), name);
    if (person)
        tui_wait_for_throw(t, p);
    show_throw(t, p);
    if (c) {
        t->n_queued = 0; /* typed before the person could see the answer */
        set_value(t, p, c);
    }
    tui_ply_text(p->rules, &before, p->throw, m, ply);
    lus_play(p->rules, &after, p->throw, m);
    show_move_status(t, name, p->throw, m, ply);
    tui_animate(t, &before, p->throw, m, tui_pace(t));
    tui_show_position(t, p->rules, &after, &before, p->throw, m);
    tui_pause(t, m == LUS_PASS && person ? 2 * tui_pace(t) : tui_pace(t));
}

/* Callback of play_events: a throw of the roll-off (B1). */
static void show_rolloff(void *arg, const struct play *p, int player)
{
    struct tui *t = arg;
    const lus_rules *r = p->rules;
    const char *owner = lus_side_name(r, r->dice.rolloff_winner);
    tui_show_game(t);
    show_throw(t, p);
    if (p->throw == r->dice.rolloff)
        tui_set_status(t, "Roll-off: the %s player threw %d and plays %s.",
                       player ? "second" : "first", p->throw, owner);
    else
        tui_set_status(t, "Roll-off: the %s player threw %d; a %d decides who plays %s.",
                       player ? "second" : "first", p->throw, r->dice.rolloff, owner);
    tui_pause(t, tui_pace(t));
}

/* Callback of play_events: an exec player made an error and loses. */
static void show_fault(void *arg, const struct play *p, int player)
{
    const struct agent *agent = p->player[player].agent;
    const char *lines = agent_last_lines(agent);
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s", agent_fault_name[agent_fault(agent)],
             agent_lines_heading(lines), lines);
    tui_message(arg, p->options->player[player].name, text);
}

/* ---- a game ---- */

/* Callback of play_events: passes it on to the caller. */
static void save(void *arg, const struct play *p)
{
    const struct tui *t = arg;
    t->save(t->save_arg, p);
}

void tui_events(struct tui *t, struct play_events *e,
                void (*save_event)(void *arg, const struct play *p), void *save_arg)
{
    t->save = save_event;
    t->save_arg = save_arg;
    e->arg = t;
    e->save = save;
    e->ask_throw = tui_ask_throw;
    e->ask_move = tui_ask_move;
    e->confirm = tui_confirm;
    e->show_rolloff = show_rolloff;
    e->show_thinking = show_thinking;
    e->think = tui_think;
    e->show_move = show_move;
    e->show_fault = show_fault;
}

/* Carries out a key at the end of a game; true: the screen of this game is left. */
static bool end_key(struct tui *t, int key)
{
    switch (key) {
    case 'a':
        t->next.kind = TUI_AGAIN;
        return true;
    case 'n':
    case 'm':
        return tui_ask_game(t, &t->next);
    case 'r':
        tui_step_review(t);
        tui_show_game(t);
        return t->leaving;
    case 't':
        tui_next_theme();
        return false;
    case '?':
        tui_show_help(t);
        return false;
    case 'q':
        return true;
    default:
        return t->leaving;
    }
}

/* The end: the result stays until the person says what follows. */
static void end_game(struct tui *t)
{
    char text[MAX_NOTE];
    bool done = false;
    tui_show_game(t);
    t->choosing = t->may_throw = false;
    t->over = true;
    int result = record_result(t->play->record);
    int winner = result == RECORD_FIRST ? 0 : 1;
    t->value = result == RECORD_DRAW                         ? 500000
               : lus_game_player(t->play->game, 0) == winner ? 1000000
                                                             : 0;
    tui_result_text(t, text);
    while (!done) {
        tui_set_status(t, "%s", text);
        tui_draw(t);
        canvas_show();
        done = end_key(t, tui_read(t, -1).key);
    }
    t->over = false;
}

/* A turn that was interrupted by q or Ctrl-C returns PLAY_INTERRUPTED or PLAY_ON; what the
   caller gets says which key it was. */
enum play_step tui_play(struct tui *t, struct play *p)
{
    enum play_step step = PLAY_ON;
    t->play = p;
    t->leaving = t->has_throw = false;
    t->stop = false; /* atomic: clang does not assign it in a chain */
    t->turns_seen = 0;
    t->value = -1;
    t->note[0] = t->status[0] = '\0';
    t->next = (struct tui_request){.kind = TUI_QUIT};
    while ((step == PLAY_ON || step == PLAY_AGAIN) && !play_over(p) && !t->leaving)
        step = play_turn(p);
    if (t->interrupted)
        step = PLAY_INTERRUPTED;
    else if (t->leaving && (step == PLAY_ON || step == PLAY_INTERRUPTED))
        step = PLAY_QUIT;
    if (play_over(p) && step == PLAY_ON)
        end_game(t);
    t->play = NULL;
    t->choosing = false;
    return step;
}
