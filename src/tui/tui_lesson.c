/* SPDX-License-Identifier: MIT */
/* tui_lesson.c - a first lesson on the full screen (play/lesson.h): see tui.h and see
   tui_internal.h.

       Royal Game of Ur (ur:finkel)              Lesson: step 3 of 9
       board                     U3: Landing on an enemy piece sends it back ...
                                 Right. ... or why not                    the note
                                  y yes   n no   i hint   s skip          buttons
       You are Light and threw 2. Make a capture.              status

   The steps and the answers are those of line mode.  Pieces that can move are marked only
   after a hint: finding them is the question. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "play/lesson.h"
#include "play/tutor.h"
#include "tui/tui_internal.h"

/* The level that is offered after a lesson: beginner. */
enum { MAX_BUTTONS = 8, LESSON_LEVEL = 2 };

/* A key that can also be clicked. */
struct tui_button {
    int key;
    char text[32];
    struct tui_rect place;
};

/* ---- buttons ---- */

/* " y yes ", " Enter next step ": the key and what it does. */
static void add_button(struct tui_button *list, int *n, int key, const char *name)
{
    struct tui_button *b = &list[(*n)++];
    b->key = key;
    if (key == TUI_ENTER)
        snprintf(b->text, sizeof b->text, " Enter %.20s ", name);
    else
        snprintf(b->text, sizeof b->text, " %c %.20s ", key, name);
}

/* The key of an option: y and n, or its number. */
static int option_key(const struct tui *t, int option)
{
    return lesson_step(t->lesson)->goal == GOAL_REFUSE ? "yn"[option] : '1' + option;
}

/* The buttons of the step, from left to right; returns their number. */
static int list_buttons(const struct tui *t, struct tui_button list[MAX_BUTTONS])
{
    const char *names[LESSON_OPTIONS];
    int n = 0, options = lesson_options(t->lesson, names);
    if (t->lesson_done)
        add_button(list, &n, TUI_ENTER, "next step");
    for (int i = 0; i < options && !t->lesson_done; i++)
        add_button(list, &n, option_key(t, i), names[i]);
    if (!options && !t->lesson_done && lus_has_dice(t->rules))
        add_button(list, &n, 'p', "pass");
    if (!t->lesson_done) {
        add_button(list, &n, 'i', "hint");
        add_button(list, &n, 's', "skip");
    }
    if (t->lesson->at)
        add_button(list, &n, 'b', "back");
    return n;
}

/* Places the buttons in the last rows of the panel; returns the first of these rows. */
static int place_buttons(const struct tui *t, struct tui_button *list, int n)
{
    const struct tui_rect *p = &t->layout.panel;
    int column = p->column, rows = 1;
    for (int i = 0; i < n; i++) {
        int columns = (int)strlen(list[i].text);
        if (column + columns > p->column + p->columns && column > p->column) {
            column = p->column;
            rows++;
        }
        list[i].place = (struct tui_rect){rows - 1, column, 1, columns};
        column += columns + 1;
    }
    int first = p->row + p->rows - rows;
    for (int i = 0; i < n; i++)
        list[i].place.row += first;
    return first;
}

/* The key of the button at this place, or TUI_NONE. */
static int button_at(const struct tui *t, const struct tui_input *in)
{
    struct tui_button list[MAX_BUTTONS];
    int n = list_buttons(t, list);
    place_buttons(t, list, n);
    for (int i = 0; i < n; i++) {
        const struct tui_rect *r = &list[i].place;
        if (in->row == r->row && in->column >= r->column &&
            in->column < r->column + r->columns)
            return list[i].key;
    }
    return TUI_NONE;
}

/* ---- drawing ---- */

/* Where there is no room for both, only the note is shown: it is newer. */
void tui_draw_lesson(const struct tui *t, const struct tui_rect *panel)
{
    struct tui_button list[MAX_BUTTONS];
    char rule[LESSON_TEXT];
    int n = list_buttons(t, list), end = place_buttons(t, list, n), row = panel->row;
    lesson_rule_text(t->lesson, rule);
    int lines = tui_count_lines(rule, panel->columns);
    int all = lines + tui_count_lines(t->note, panel->columns), room = end - row;
    if (!*t->note || all <= room)
        row += tui_wrap(row, panel->column, room, panel->columns, ROLE_TEXT, rule);
    row += all + 1 < room; /* an empty line between them, and one above the buttons */
    tui_wrap(row, panel->column, end - row, panel->columns,
             t->note_bad ? ROLE_BAD : ROLE_GOOD, t->note);
    for (int i = 0; i < n; i++)
        canvas_put(list[i].place.row, list[i].place.column, list[i].place.columns,
                   ROLE_CHOICE, list[i].text);
}

/* Every key of a lesson. */
static void show_keys(struct tui *t)
{
    static const char *const lines[] = {
        "arrows, h j k l   move the cursor",
        "Enter, Space      choose a piece, then its target",
        "Esc               choose another piece",
        "mouse             click a piece, a target, or a button",
        "p                 pass, if no move is legal",
        "y n  1 2 3        answer a question",
        "i                 hint; the second one is the answer",
        "s   b             skip this step; back",
        "t                 next theme",
        "q                 end the lesson",
        NULL,
    };
    tui_dialog_text(t, "Keys of a lesson", lines);
}

/* ---- a step ---- */

/* Shows the position of the step, not answered yet.  A question with options has no moves to
   choose, so the cursor is hidden. */
static void start_step(struct tui *t)
{
    const struct lesson_step *s = lesson_step(t->lesson);
    const char *names[LESSON_OPTIONS];
    t->lesson_done = t->show_marks = false;
    t->note[0] = '\0';
    tui_show_position(t, t->lesson->rules, &s->pos, NULL, s->throw, LUS_PASS);
    t->choosing = !lesson_options(t->lesson, names);
    t->n_moves = t->choosing ? lus_moves(t->rules, &s->pos, s->throw, t->moves) : 0;
    choice_start(&t->choice, t->rules, &s->pos, s->throw, t->moves, t->n_moves,
                 &t->scene);
    tui_draw(t); /* sets the grid */
    t->cursor = t->cursor < t->grid.n ? t->cursor : 0;
}

/* Shows the verdict; after a right one the board after the move. */
static void show_verdict(struct tui *t, enum lesson_verdict verdict, const char *why)
{
    const struct lesson_step *s = lesson_step(t->lesson);
    lus_pos after = s->pos;
    choice_reset(&t->choice);
    tui_set_note(t, verdict != LESSON_RIGHT, "%s", why);
    if (verdict != LESSON_RIGHT)
        return;
    t->lesson_done = true;
    t->choosing = false;
    if (s->move != LUS_PASS && lus_play(t->rules, &after, s->throw, s->move) == 0) {
        tui_animate(t, &s->pos, s->throw, s->move, tui_pace(t));
        tui_show_position(t, t->rules, &after, &s->pos, s->throw, s->move);
    }
}

/* A legal move, chosen on the board. */
static void answer_move(struct tui *t, lus_move m)
{
    char why[LESSON_TEXT];
    show_verdict(t, lesson_answer_move(t->lesson, m, why), why);
}

/* A move that is refused is typed as a text, because it is not in the list. */
static void answer_text(struct tui *t, const char *text)
{
    char why[LESSON_TEXT];
    show_verdict(t, lesson_answer_text(t->lesson, text, why), why);
}

/* Enter or a click on a tile: chooses a piece, then its target. */
static void name_tile(struct tui *t, int tile)
{
    int move;
    t->cursor = tile;
    switch (choice_name(&t->choice, tile, &move)) {
    case NAMED_MOVE:
        answer_move(t, t->moves[move]);
        break;
    case NAMED_NOTHING:
        tui_refuse_tile(t, lesson_step(t->lesson)->throw, tile);
        break;
    case NAMED_PART:
        t->note[0] = '\0';
        break;
    }
}

/* After the first hint the pieces that can move are marked. */
static void show_hint(struct tui *t)
{
    char text[LESSON_TEXT];
    lesson_hint(t->lesson, text);
    t->show_marks = true;
    tui_set_note(t, false, "%s", text);
}

/* ---- keys ---- */

/* An option, if the key is one. */
static bool option_chosen(struct tui *t, int key)
{
    const char *names[LESSON_OPTIONS];
    char why[LESSON_TEXT];
    int n = lesson_options(t->lesson, names);
    for (int i = 0; i < n; i++)
        if (key == option_key(t, i)) {
            show_verdict(t, lesson_answer_option(t->lesson, i, why), why);
            return true;
        }
    return false;
}

/* Keys while a move is asked for. */
static void choosing_key(struct tui *t, int key)
{
    switch (key) {
    case TUI_UP:
    case TUI_DOWN:
    case TUI_LEFT:
    case TUI_RIGHT:
        tui_move_cursor(t, key);
        break;
    case TUI_ENTER:
    case TUI_SPACE:
        name_tile(t, t->cursor);
        break;
    case TUI_ESCAPE:
    case TUI_BACKSPACE:
        choice_reset(&t->choice);
        break;
    case 'p':
        answer_text(t, "pass");
        break;
    }
}

/* Leaves the step forwards or backwards. */
static void leave_step(struct tui *t, bool back)
{
    if (!back)
        lesson_next(t->lesson);
    else if (!lesson_back(t->lesson)) {
        tui_set_note(t, true, "This is the first step.");
        return;
    }
    if (lesson_step(t->lesson))
        start_step(t);
}

/* Keys that do the same in every step; false: another one. */
static bool command_key(struct tui *t, int key)
{
    switch (key) {
    case 's':
        leave_step(t, false);
        return true;
    case 'b':
        leave_step(t, true);
        return true;
    case 'i':
        if (!t->lesson_done)
            show_hint(t);
        return true;
    case 't':
        tui_next_theme();
        return true;
    case '?':
        show_keys(t);
        return true;
    case 'q':
        t->leaving = true;
        return true;
    default:
        return false;
    }
}

/* A click is the key of a button, or it names a tile. */
static void lesson_key(struct tui *t, const struct tui_input *in)
{
    int key = in->key == TUI_CLICK ? button_at(t, in) : in->key;
    if (key == TUI_NONE && in->key == TUI_CLICK) {
        int tile = grid_tile_at(&t->grid, in->row - t->layout.board.row,
                                in->column - t->layout.board.column);
        if (tile >= 0 && t->choosing)
            name_tile(t, tile);
        return;
    }
    if ((!t->lesson_done && option_chosen(t, key)) || command_key(t, key))
        return;
    key = keys_direction(key);
    if (t->lesson_done && (key == TUI_ENTER || key == TUI_SPACE || key == TUI_RIGHT))
        leave_step(t, false);
    else if (t->choosing)
        choosing_key(t, key);
}

/* The status says what the next key does. */
static void set_lesson_status(struct tui *t)
{
    char question[LESSON_TEXT];
    lesson_question(t->lesson, question);
    if (t->lesson_done)
        tui_set_status(t, "Enter: the next step.");
    else
        tui_set_status(t, "%.300s", question);
}

/* ---- the lesson ---- */

/* Tiles are named by what moves on them: core/motion.h. */
bool tui_can_teach(const lus_rules *r)
{
    return r->text->scene && r->text->motions;
}

/* A box with what the game is about; any key begins. */
static void show_opening(struct tui *t)
{
    char goal[LESSON_TEXT], text[2 * LESSON_TEXT];
    lesson_goal_text(t->lesson, goal);
    snprintf(text, sizeof text,
             "%s\n\n%s\n\n%d steps, about five minutes. Choose moves on the board as in "
             "a game; i gives a hint, s skips a step, ? lists the keys.",
             t->lesson->source->about, goal, t->lesson->n);
    tui_message(t, "First lesson", text);
}

/* After the last step: what follows is in t->next.  The board of the last step stays behind
   the list, and the game that is offered has the coach switched on. */
static void end_lesson(struct tui *t)
{
    enum { PLAY, AGAIN, LEAVE, N };
    static const char *const names[N] = {"Play an easy game", "The lesson again", "Back"};
    struct lesson *l = t->lesson;
    int skipped = lesson_skipped(l);
    char title[80];
    if (skipped)
        snprintf(title, sizeof title, "The last step; you skipped %d", skipped);
    else
        snprintf(title, sizeof title, "Lesson finished, wrong answers: %d", l->wrong);
    if (!skipped && !lesson_remember(l->rules))
        tui_message(t, "Warning", "The finished lesson could not be remembered.");
    l->at = l->n - 1;
    switch (tui_dialog_list(t, title, names, N, PLAY)) {
    case PLAY:
        t->next = (struct tui_request){
            .kind = TUI_NEW_GAME,
            .rules = l->rules,
            .human = {true, false},
            .level = LESSON_LEVEL,
            .tutor = tutor_verdict_threshold(l->rules, VERDICT_BLUNDER)};
        break;
    case AGAIN:
        t->next.kind = TUI_LESSON;
        break;
    }
}

/* Ctrl-C and q leave the lesson; nothing is asked, because nothing is lost.  The first step
   is drawn behind the box with the goal of the game. */
void tui_teach(struct tui *t, struct lesson *l)
{
    t->lesson = l;
    t->leaving = t->has_throw = false;
    t->next = (struct tui_request){.kind = TUI_QUIT, .rules = l->rules};
    start_step(t);
    set_lesson_status(t);
    show_opening(t);
    while (lesson_step(l) && !t->leaving) {
        set_lesson_status(t);
        tui_draw(t);
        canvas_show();
        struct tui_input in = tui_read(t, -1);
        lesson_key(t, &in);
    }
    if (!lesson_step(l))
        end_lesson(t);
    t->lesson = NULL;
    t->choosing = false;
    t->note[0] = '\0';
}
