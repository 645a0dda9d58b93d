/* SPDX-License-Identifier: MIT */
/* tui_panel.c - what is beside or below the board: see tui_internal.h.

       Light 4:31   Dark 4:58     the clocks
       Throw  # . # .  2          the sticks; a click on them throws
       Light [######....] 58 %    who is ahead
        1 0-2 enter   52.1 %      the legal moves, with values if a hint was asked for
       Dark 3: 5-8 rosette        the last plies
       A sentence: hints, refusals, warnings.

   Beside the board these are one above the other; below it the moves are on the right.  A list
   that does not fit ends with the number of moves left out; with a hint the moves are ranked,
   so these are the weakest.  Clicks on the list and drawing use the same functions
   (list_columns, listed_move), so that they cannot differ. */
#include <stdio.h>
#include <string.h>
#include "tui/tui_internal.h"

/* The parts of the panel on the screen; rows is 0 for a part that is not shown. */
struct tui_parts {
    struct tui_rect clock, throw, bar, moves, log, note;
};

/* ---- the list of moves ---- */

/* The list has as many columns as fit. */
struct tui_columns {
    int width, across;
};

/* The move in row k of the list: with a hint the best one is the first. */
static int listed_move(const struct tui *t, int k)
{
    const struct play *p = t->play;
    if (!t->hint || k >= t->hint->n)
        return k;
    for (int i = 0; i < p->n_moves; i++)
        if (p->moves[i] == t->hint->move[k].move)
            return i;
    return k;
}

/* " 1 0-2 enter  52.1 % *": with a hint the value, and a star behind the best move. */
static void entry_text(const struct tui *t, int k, char text[LUS_MAX_TEXT + 64])
{
    char value[32] = "";
    tui_move_text(t, listed_move(t, k), text);
    if (!t->hint || k >= t->hint->n)
        return;
    struct text out = text_on(value, sizeof value);
    text_value(&out, t->hint, t->hint->move[k].value);
    size_t n = strlen(text);
    snprintf(text + n, LUS_MAX_TEXT + 64 - n, "  %s%s", value, k ? "" : " *");
}

/* A column is as wide as the longest entry. */
static struct tui_columns list_columns(const struct tui *t, int columns)
{
    struct tui_columns c = {.width = 1};
    char text[LUS_MAX_TEXT + 64];
    for (int k = 0; k < t->play->n_moves; k++) {
        entry_text(t, k, text);
        int length = (int)strlen(text) + 2;
        c.width = length > c.width ? length : c.width;
    }
    c.across = (columns + 2) / c.width;
    c.across = c.across < 1 ? 1 : c.across;
    return c;
}

/* The rows that all moves need in so many columns; 0: none are shown. */
static int rows_of_moves(const struct tui *t, int columns)
{
    if (!t->choosing || !t->play) /* a lesson has a panel of its own */
        return 0;
    struct tui_columns c = list_columns(t, columns);
    return (t->play->n_moves + c.across - 1) / c.across;
}

/* ---- layout ---- */

/* The sentence at the bottom: the note or, without one, the warning. */
static const char *sentence(const struct tui *t)
{
    return *t->note ? t->note : t->warning;
}

/* Below the board the moves have the right half; a sentence has the whole width, because it
   needs that more than the log does. */
static void lay_out_below(const struct tui *t, int row, int left, struct tui_parts *a)
{
    struct tui_rect p = t->layout.panel;
    int note = tui_count_lines(sentence(t), p.columns), right = left + 2;
    note = note > p.rows - 2 ? p.rows - 2 : note;
    a->log = (struct tui_rect){row, p.column, p.row + p.rows - note - row, left};
    a->moves =
        (struct tui_rect){p.row, p.column + right, p.rows - note, p.columns - right};
    a->note = (struct tui_rect){p.row + p.rows - note, p.column, note, p.columns};
}

/* The parts are one above the other.  Log and sentence have fixed places as long as all moves
   fit; otherwise they give rows to the moves. */
static void lay_out_beside(const struct tui *t, int row, struct tui_parts *a)
{
    struct tui_rect p = t->layout.panel;
    int note = p.columns < 26 ? 6 : 5, log = p.rows > 20 ? 6 : 3;
    int needed = tui_count_lines(sentence(t), p.columns), bottom = p.row + p.rows;
    row += p.rows > 16;
    note = needed > note ? needed : note;
    int lacking = rows_of_moves(t, p.columns) - (bottom - note - log - 2 - row);
    if (lacking > 0) {
        int spare = note - needed < lacking ? note - needed : lacking;
        note -= spare;
        lacking -= spare;
        log -= lacking < log - 1 ? lacking : log - 1;
    }
    a->note = (struct tui_rect){bottom - note, p.column, note, p.columns};
    a->log = (struct tui_rect){bottom - note - log - 1, p.column, log, p.columns};
    a->moves = (struct tui_rect){row, p.column, a->log.row - row - 1, p.columns};
}

/* Clocks, throw and value bar are at the top of the panel.  The numbers of rows were chosen
   for 60 x 20 and 80 x 24. */
static struct tui_parts lay_out_parts(const struct tui *t)
{
    struct tui_rect p = t->layout.panel;
    struct tui_parts a = {0};
    int left = t->layout.below ? (p.columns - 2) / 2 : p.columns, row = p.row;
    if (t->play && game_clock_used(&t->play->clock))
        a.clock = (struct tui_rect){row++, p.column, 1, left};
    if (lus_has_dice(t->rules))
        a.throw = (struct tui_rect){row++, p.column, 1, left};
    if (t->show_value)
        a.bar = (struct tui_rect){row++, p.column, 1, left};
    if (t->layout.below)
        lay_out_below(t, row, left, &a);
    else
        lay_out_beside(t, row, &a);
    return a;
}

/* ---- the clocks ---- */

/* Rounded up like the text of the clock (game_clock_format), so that the screen is drawn
   again exactly when that text changes; 0 only if nothing is left, or without clocks. */
int tui_clock_second(const struct tui *t)
{
    int side = lus_side(lus_game_pos(t->play->game));
    return (int)((play_time_left(t->play, side) + 999) / 1000);
}

/* Both sides in the order of the title; the clock that runs is marked, and a time below 20
   seconds is a warning.  A narrow panel has no room for names:

       Light 4:31 <   Dark 4:58      24 columns and more
       4:31 <   4:58                 less, for example Magnetic Cave at 60 x 20 */
static void draw_clocks(const struct tui *t, const struct tui_rect *a)
{
    enum { LOW_MS = 20000, NAMED_COLUMNS = 24 };
    const struct play *p = t->play;
    char time[GAME_CLOCK_TEXT], text[64];
    for (int side = 0; side < 2; side++) {
        double left = play_time_left(p, side);
        bool runs = p->clock.running == lus_game_player(p->game, side);
        int column = a->column + side * a->columns / 2;
        game_clock_format(left, time);
        snprintf(text, sizeof text, "%s%s%s%s",
                 a->columns < NAMED_COLUMNS ? "" : lus_side_name(t->rules, side),
                 a->columns < NAMED_COLUMNS ? "" : " ", time, runs ? " <" : "");
        canvas_put(a->row, column, a->columns / 2,
                   left < LOW_MS ? ROLE_BAD
                   : runs        ? ROLE_STRONG
                                 : ROLE_TEXT,
                   text);
    }
}

/* ---- the throw ---- */

/* "Throw  #  .  #  .  = 2", or question marks before the throw. */
static void draw_throw(const struct tui *t, const struct tui_rect *a)
{
    char text[32];
    int sticks = t->rules->dice.sticks;
    int column = canvas_put(a->row, a->column, a->columns, ROLE_TEXT, "Throw ");
    for (int i = 0; i < sticks; i++) {
        bool marked = t->faces >> i & 1;
        const char *face = !t->has_throw ? " ? " : marked ? " # " : " . ";
        enum tui_role role = !t->has_throw ? ROLE_TRAY
                             : marked      ? ROLE_BAR_FIRST
                                           : ROLE_BAR_SECOND;
        column = canvas_put(a->row, column + 1, 3, role, face);
    }
    if (t->has_throw)
        snprintf(text, sizeof text, " = %d", t->throw);
    else
        snprintf(text, sizeof text, "%s", t->may_throw ? " Space" : "");
    canvas_put(a->row, column, 7, ROLE_STRONG, text);
}

bool tui_panel_is_throw(const struct tui *t, int row, int column)
{
    struct tui_rect a = lay_out_parts(t).throw;
    return a.rows && row == a.row && column >= a.column && column < a.column + a.columns;
}

/* ---- the value ---- */

/* Half and half while the value is not known. */
static void draw_bar(const struct tui *t, const struct tui_rect *a)
{
    char text[16] = "  ?";
    const char *name = lus_side_name(t->rules, 0);
    int column = canvas_put(a->row, a->column, 8, ROLE_TEXT, name) + 1;
    int room = a->columns - (column - a->column) - 6;
    int64_t value = t->value < 0 ? 500000 : t->value;
    int first = (int)((value * room + 500000) / 1000000);
    if (t->value >= 0)
        snprintf(text, sizeof text, "%3d %%", (int)((value + 5000) / 10000));
    canvas_fill(a->row, column, 1, first, ROLE_BAR_FIRST,
                canvas_needs_lines() ? '#' : ' ');
    canvas_fill(a->row, column + first, 1, room - first, ROLE_BAR_SECOND,
                canvas_needs_lines() ? '.' : ' ');
    canvas_put(a->row, column + room + 1, 5, ROLE_TEXT, text);
}

/* ---- the moves ---- */

/* Column after column; the last entry says how many moves did not fit. */
static void draw_moves(const struct tui *t, const struct tui_rect *a)
{
    char text[LUS_MAX_TEXT + 64];
    struct tui_columns c = list_columns(t, a->columns);
    int n = t->play->n_moves, only = choice_only(&t->choice), room = a->rows * c.across;
    for (int k = 0; k < n && k < room; k++) {
        int row = a->row + k % a->rows, column = a->column + k / a->rows * c.width;
        bool chosen = t->choice.n_named && only == listed_move(t, k);
        entry_text(t, k, text);
        if (k == room - 1 && n > room)
            snprintf(text, sizeof text, t->hint ? "%d weaker" : "%d more", n - k);
        canvas_put(row, column, c.width - 1 < a->columns ? c.width - 1 : a->columns,
                   chosen             ? ROLE_CHOICE
                   : t->hint && k < 1 ? ROLE_GOOD
                                      : ROLE_TEXT,
                   text);
    }
}

/* The inverse of draw_moves; "n more" is not a move. */
int tui_panel_move_at(const struct tui *t, int row, int column)
{
    struct tui_rect a = lay_out_parts(t).moves;
    if (!t->choosing || row < a.row || row >= a.row + a.rows || column < a.column)
        return -1;
    struct tui_columns c = list_columns(t, a.columns);
    int k = (column - a.column) / c.width * a.rows + row - a.row;
    int n = t->play->n_moves, room = a.rows * c.across;
    bool more = n > room && k == room - 1;
    return k < n && k < room && !more ? listed_move(t, k) : -1;
}

/* ---- the log ---- */

/* "12 Dark 3: 5-8 rosette"; the last word is left out if the line is too long with it. */
static void log_text(const struct tui *t, int at, int columns,
                     char text[LUS_MAX_TEXT + 96])
{
    const lus_game *g = t->play->game;
    const lus_pos *pos = lus_game_pos_at(g, at);
    const char *side = lus_side_name(t->rules, lus_side(pos));
    char ply[LUS_MAX_TEXT + 32], throw[16] = "";
    if (lus_has_dice(t->rules))
        snprintf(throw, sizeof throw, " %d:", lus_game_throw_at(g, at));
    tui_ply_text(t->rules, pos, lus_game_throw_at(g, at), lus_game_move_at(g, at), ply);
    int n = snprintf(text, LUS_MAX_TEXT + 96, "%d %s%s %.180s", at + 1, side, throw, ply);
    if (n > columns)
        *strrchr(text, ' ') = '\0';
}

/* The last plies, the newest at the bottom. */
static void draw_log(const struct tui *t, const struct tui_rect *a)
{
    char text[LUS_MAX_TEXT + 96];
    int n = lus_game_plies(t->play->game), rows = a->rows < n ? a->rows : n;
    for (int i = 0; i < rows; i++) {
        log_text(t, n - rows + i, a->columns, text);
        canvas_put(a->row + i, a->column, a->columns,
                   i == rows - 1 ? ROLE_TEXT : ROLE_FAINT, text);
    }
}

/* In a review the panel belongs to tui_review.c, in a lesson to tui_lesson.c. */
void tui_draw_panel(const struct tui *t)
{
    struct tui_parts a = lay_out_parts(t);
    if (t->review) {
        tui_draw_review(t, &t->layout.panel);
        return;
    }
    if (t->lesson) {
        tui_draw_lesson(t, &t->layout.panel);
        return;
    }
    if (a.clock.rows)
        draw_clocks(t, &a.clock);
    if (a.throw.rows)
        draw_throw(t, &a.throw);
    if (a.bar.rows)
        draw_bar(t, &a.bar);
    if (!t->play)
        return;
    if (t->choosing)
        draw_moves(t, &a.moves);
    draw_log(t, &a.log);
    bool bad = t->note_bad || !*t->note;
    tui_wrap(a.note.row, a.note.column, a.note.rows, a.note.columns,
             bad ? ROLE_BAD : ROLE_STRONG, sentence(t));
}
