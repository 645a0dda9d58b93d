/* SPDX-License-Identifier: MIT */
/* tui_turn.c - a person's turn: keys and clicks; see tui_internal.h.

       Space or a click on the sticks       throws, unless throws are automatic
       a tile (Enter, Space, a click)       names the next tile of a move (tui_choice.h)
       a number, or a click on the list     plays that move
       letters                              commands: actions[]

   Nothing is played by an unknown key. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "play/tutor.h"
#include "text/move_input.h"
#include "tui/tui_internal.h"

/* ---- the state of a turn ---- */

/* The status says what the next key does. */
static void set_turn_status(struct tui *t)
{
    const struct play *p = t->play;
    char name[MAX_TUI_NAME], throw[32] = "", move[LUS_MAX_TEXT + 32];
    int only = t->choice.n_named || p->n_moves == 1 ? choice_only(&t->choice) : -1;
    tui_side(t, lus_side(&t->pos), name);
    if (t->may_throw) {
        tui_set_status(t, "%s: Space or a click on the sticks throws.", name);
        return;
    }
    if (lus_has_dice(p->rules))
        snprintf(throw, sizeof throw, " threw %d", p->throw);
    if (t->typed >= 0)
        tui_set_status(t, "%s%s: move %d, then Enter", name, throw, t->typed);
    else if (only >= 0) {
        tui_ply_text(p->rules, &t->pos, p->throw, p->moves[only], move);
        tui_set_status(t, "%s%s: Enter plays %s.", name, throw, move);
    } else if (t->choice.n_named)
        tui_set_status(t, "%s%s: choose where to move (Esc: another piece).", name,
                       throw);
    else
        tui_set_status(t, "%s%s: choose one of %d moves.", name, throw, p->n_moves);
}

/* The tile where the next move in the list begins, after the cursor or before it. */
static int next_start(const struct tui *t, int step)
{
    for (int i = 1; i <= t->grid.n; i++) {
        int tile = ((t->cursor + i * step) % t->grid.n + t->grid.n) % t->grid.n;
        if (t->choice.n_named ? choice_is_next(&t->choice, tile)
                              : choice_is_start(&t->choice, tile))
            return tile;
    }
    return t->cursor;
}

/* The moves can be chosen from now on. */
static void start_choosing(struct tui *t)
{
    struct play *p = t->play;
    t->may_throw = false;
    t->choosing = true;
    t->has_throw = lus_has_dice(p->rules);
    t->throw = p->throw;
    t->faces = p->faces;
    int turn = lus_game_rolloffs(p->game) + lus_game_plies(p->game);
    t->turns_seen = turn >= t->turns_seen ? turn + 1 : t->turns_seen;
    choice_start(&t->choice, p->rules, &t->pos, p->throw, p->moves, p->n_moves,
                 &t->scene);
    tui_draw(t); /* sets the grid */
    if (!choice_is_start(&t->choice, t->cursor) && t->grid.n)
        t->cursor = next_start(t, 1);
    if (!t->show_value)
        return;
    set_turn_status(t);
    tui_draw(t);
    canvas_show();
    tui_find_value(t);
}

/* Whether the person still has to throw: a throw that was shown before an undo stays. */
static bool needs_throw(const struct tui *t, const struct play *p)
{
    int turn = lus_game_rolloffs(p->game) + lus_game_plies(p->game);
    return p->throws.kind == THROWS_FAIR && !t->auto_throw && turn >= t->turns_seen;
}

/* Space, Enter, or a click on the sticks. */
static bool is_throw_key(const struct tui *t, const struct tui_input *in)
{
    return in->key == TUI_SPACE || in->key == TUI_ENTER ||
           (in->key == TUI_CLICK && tui_panel_is_throw(t, in->row, in->column));
}

/* Keys of a turn that need the throw: hints, numbers, the cursor. */
static void say_throw_first(struct tui *t, int key)
{
    int arrow = keys_direction(key);
    if (key == 'i' || key == TUI_TAB || (key >= '0' && key <= '9') || arrow == TUI_UP ||
        arrow == TUI_DOWN || arrow == TUI_LEFT || arrow == TUI_RIGHT)
        tui_set_note(t, false, "Throw the sticks first: Space, or a click on them.");
}

/* A key before the throw of a turn that will turn out to be a pass.  The game has no decision
   of the person here, so moves cannot be taken back. */
static void pass_key(struct tui *t, const struct tui_input *in)
{
    if (is_throw_key(t, in))
        t->may_throw = false;
    else if (in->key == 'q')
        t->leaving = true;
    else if (in->key == '?')
        tui_show_help(t);
    else if (in->key == 't')
        tui_next_theme();
    else if (in->key == 'v')
        t->show_value = !t->show_value;
    else if (in->key == 'u' || in->key == 'm' || in->key == 'r' || in->key == 'c')
        tui_set_note(t, false, "Throw the sticks first; then this key works again.");
    else
        say_throw_first(t, in->key);
}

/* Also before a pass: the person throws, sees that no move is legal, and then passes. */
void tui_wait_for_throw(struct tui *t, const struct play *p)
{
    t->may_throw = needs_throw(t, p);
    t->has_throw = false;
    while (t->may_throw && !t->leaving) {
        set_turn_status(t);
        tui_draw(t);
        canvas_show();
        struct tui_input in = tui_read(t, -1);
        pass_key(t, &in);
    }
    t->note[0] = '\0';
    t->turns_seen = lus_game_rolloffs(p->game) + lus_game_plies(p->game) + 1;
}

/* ---- playing ---- */

/* Plays legal move i, after the coach has agreed, and shows it step by step. */
static enum play_step play_index(struct tui *t, int i)
{
    lus_pos before = t->pos;
    lus_move m = t->play->moves[i];
    int throw = t->play->throw;
    enum play_step step = play_try_move(t->play, m);
    choice_reset(&t->choice);
    if (step == PLAY_ON && !t->leaving) {
        t->choosing = false;
        tui_animate(t, &before, throw, m, tui_pace(t));
    }
    return t->leaving ? PLAY_QUIT : step;
}

/* "No move begins here.", or the rule that refuses it. */
void tui_refuse_tile(struct tui *t, int throw, int tile)
{
    const char *label = t->scene.tile[tile].label;
    char text[2][LUS_MAX_TEXT];
    lus_fault fault;
    lus_move m;
    snprintf(text[0], sizeof text[0], "%s", label);
    snprintf(text[1], sizeof text[1], "%s-", label);
    if (t->choice.n_named)
        snprintf(text[0], sizeof text[0], "%s-%s",
                 t->scene.tile[t->choice.named[0]].label, label);
    for (int i = 0; i < 2; i++)
        if (move_input_parse(t->rules, &t->pos, throw, text[i], &m, &fault) ==
            LUS_EILLEGAL) {
            tui_set_note(t, true, "%s", fault.expected);
            return;
        }
    tui_set_note(t, true, "No move %s here.", t->choice.n_named ? "leads" : "begins");
}

/* Enter or a click on a tile; after a piece was chosen the cursor goes to its target. */
static enum play_step name_tile(struct tui *t, int tile)
{
    int move;
    t->cursor = tile;
    t->typed = -1;
    switch (choice_name(&t->choice, tile, &move)) {
    case NAMED_MOVE:
        return play_index(t, move);
    case NAMED_NOTHING:
        tui_refuse_tile(t, t->play->throw, tile);
        break;
    case NAMED_PART:
        if (!t->hint)
            t->note[0] = '\0';
        if (t->choice.n_named)
            t->cursor = next_start(t, 1);
        break;
    }
    return PLAY_AGAIN;
}

/* The index of the move with this number in the list, or -1. */
static int index_of_label(const struct tui *t, int label)
{
    for (int i = 0; i < t->play->n_moves; i++)
        if (move_input_label(t->play->rules, t->play->moves, i) == label)
            return i;
    return -1;
}

/* Whether another digit could follow: some number of the list begins with this one. */
static bool can_be_longer(const struct tui *t, int label)
{
    for (int digit = 0; label && digit < 10; digit++)
        if (index_of_label(t, 10 * label + digit) >= 0)
            return true;
    return false;
}

/* A number that cannot become longer is played at once: with 9 moves one digit is enough. */
static enum play_step type_digit(struct tui *t, int digit)
{
    t->typed = t->typed < 0 ? digit : 10 * t->typed + digit;
    if (can_be_longer(t, t->typed))
        return PLAY_AGAIN;
    int i = index_of_label(t, t->typed);
    if (i < 0)
        tui_set_note(t, true, "%d is not a number of the list.", t->typed);
    t->typed = -1;
    return i < 0 ? PLAY_AGAIN : play_index(t, i);
}

/* Enter or Space: the typed number, the only move, or the tile under the cursor. */
static enum play_step enter(struct tui *t)
{
    int i = t->typed >= 0 ? index_of_label(t, t->typed) : -1;
    t->typed = -1;
    if (i >= 0)
        return play_index(t, i);
    if (t->play->n_moves == 1)
        return play_index(t, 0);
    return t->grid.n ? name_tile(t, t->cursor) : PLAY_AGAIN;
}

/* A click on the list plays the move, a click on a tile names it. */
static enum play_step click(struct tui *t, const struct tui_input *in)
{
    int i = tui_panel_move_at(t, in->row, in->column);
    if (i >= 0)
        return play_index(t, i);
    int tile = grid_tile_at(&t->grid, in->row - t->layout.board.row,
                            in->column - t->layout.board.column);
    return tile >= 0 ? name_tile(t, tile) : PLAY_AGAIN;
}

/* ---- keys ---- */

/* With TUI_UP: one row up, the same column if there is a tile. */
void tui_move_cursor(struct tui *t, int key)
{
    t->cursor = grid_next(&t->grid, t->cursor, (key == TUI_DOWN) - (key == TUI_UP),
                          (key == TUI_RIGHT) - (key == TUI_LEFT));
}

/* Throws stay: undo and redo never throw again. */
static enum play_step undo(struct tui *t)
{
    if (play_undo(t->play))
        return PLAY_ON;
    tui_set_note(t, true, "There is no move of yours to take back.");
    return PLAY_AGAIN;
}

static enum play_step redo(struct tui *t)
{
    if (play_redo(t->play))
        return PLAY_ON;
    tui_set_note(t, true, "There is no move to play again.");
    return PLAY_AGAIN;
}

/* Keys that do the same before and after the throw. */
static enum play_step command_key(struct tui *t, int key)
{
    switch (key) {
    case 'u':
        return undo(t);
    case 'r':
        return redo(t);
    case 'm':
        return tui_run_menu(t);
    case 'c':
        tui_next_coach(t);
        return PLAY_AGAIN;
    case '?':
        tui_show_help(t);
        return PLAY_AGAIN;
    case 't':
        tui_next_theme();
        return PLAY_AGAIN;
    case 'v':
        t->show_value = !t->show_value;
        return PLAY_AGAIN;
    case 'q':
        return PLAY_QUIT;
    default:
        return PLAY_AGAIN;
    }
}

/* Keys once the throw is known. */
static enum play_step choosing_key(struct tui *t, const struct tui_input *in)
{
    int key = keys_direction(in->key);
    if (key >= '0' && key <= '9')
        return type_digit(t, key - '0');
    switch (key) {
    case TUI_UP:
    case TUI_DOWN:
    case TUI_LEFT:
    case TUI_RIGHT:
        tui_move_cursor(t, key);
        return PLAY_AGAIN;
    case TUI_ENTER:
    case TUI_SPACE:
        return enter(t);
    case TUI_CLICK:
        return click(t, in);
    case TUI_TAB:
    case TUI_BACK_TAB:
        t->cursor = next_start(t, key == TUI_TAB ? 1 : -1);
        return PLAY_AGAIN;
    case TUI_ESCAPE:
    case TUI_BACKSPACE:
        choice_reset(&t->choice);
        t->typed = -1;
        return PLAY_AGAIN;
    case 'i':
        tui_show_hint(t);
        return PLAY_AGAIN;
    default:
        return command_key(t, key);
    }
}

/* Before the throw only throwing and commands do something. */
static enum play_step turn_key(struct tui *t, const struct tui_input *in)
{
    if (!t->may_throw)
        return choosing_key(t, in);
    if (is_throw_key(t, in)) {
        t->note[0] = '\0';
        start_choosing(t);
        return PLAY_AGAIN;
    }
    say_throw_first(t, in->key);
    return command_key(t, in->key);
}

/* Returns PLAY_ON after a move, an undo or a redo: the game then begins the next turn; and
   PLAY_AGAIN if the time of the person is over: the game then ends it. */
enum play_step tui_ask_move(void *arg, struct play *p)
{
    struct tui *t = arg;
    enum play_step step = PLAY_AGAIN;
    tui_show_game(t);
    t->typed = -1;
    t->may_throw = needs_throw(t, p);
    t->has_throw = false;
    if (!t->may_throw)
        start_choosing(t);
    while (step == PLAY_AGAIN && !t->leaving && !play_clock_fallen(p)) {
        set_turn_status(t);
        tui_draw(t);
        canvas_show();
        struct tui_input in = tui_read(t, -1);
        step = turn_key(t, &in);
    }
    t->choosing = t->may_throw = false;
    tui_clear_hint(t);
    if (t->leaving)
        return t->interrupted ? PLAY_INTERRUPTED : PLAY_QUIT;
    return step;
}

/* --dice ask: the person types what was thrown beside a real board. */
enum play_step tui_ask_throw(void *arg, struct play *p, const char *who, int *value)
{
    struct tui *t = arg;
    tui_show_game(t);
    t->has_throw = false;
    for (;;) {
        tui_set_status(t, "What did %s throw? Type the number; q stops.", who);
        tui_draw(t);
        canvas_show();
        struct tui_input in = tui_read(t, -1);
        if (t->interrupted)
            return PLAY_INTERRUPTED;
        if (in.key == 'q')
            return PLAY_QUIT;
        if (in.key >= '0' && in.key <= '9' && lus_is_throw(p->rules, in.key - '0')) {
            *value = in.key - '0';
            return PLAY_ON;
        }
    }
}
