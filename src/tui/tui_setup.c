/* SPDX-License-Identifier: MIT */
/* tui_setup.c - asks what to play: see tui.h and see tui_internal.h.

       Game      < Royal Game of Ur >
       Rules     < finkel >
       You play  < first >
       Opponent  < medium >
       Coach     < warns before blunders >
       Clock     < none >                                3+2, 5+3, 10+5, or typed
       Start the game
       First lesson of the game
       Resume    ur:finkel  ply 23, Ada - medium, 2026-11-16        unfinished games

   Left and right change a value; Enter starts the game, or resumes the chosen one. */
#include <stdio.h>
#include <string.h>
#include "core/registry.h"
#include "play/settings.h"
#include "play/tutor.h"
#include "tui/tui_internal.h"

/* Unfinished games in the list; the column of the values; "medium". */
enum { MAX_SAVED = 9, FIRST_COLUMN = 14, DEFAULT_LEVEL = 3 };
enum { SEAT_FIRST, SEAT_SECOND, SEAT_BOTH, SEAT_NONE, N_SEATS };
static const char *const clocks[] = {"none", "3+2", "5+3", "10+5"};
enum { NO_CLOCK, N_CLOCKS = sizeof clocks / sizeof clocks[0], TYPED_CLOCK = N_CLOCKS };
enum { COACH_OFF, COACH_BLUNDERS, COACH_MISTAKES, COACH_ALL, N_COACHES };
enum {
    ROW_GAME,
    ROW_RULES,
    ROW_SEAT,
    ROW_LEVEL,
    ROW_COACH,
    ROW_CLOCK,
    ROW_START,
    ROW_LESSON,
    N_ROWS
};

/* The form and where its cursor is. */
struct tui_form {
    int game, set, seat, level, coach; /* of games.def, of the game, of the enums above */
    int clock;                         /* of clocks[], or TYPED_CLOCK */
    char typed[TIME_CONTROL_TEXT];     /* the clock that was typed */
    int row;                           /* of the cursor; N_ROWS + i: unfinished game i */
    int n_saved;
    struct tui_saved_game saved[MAX_SAVED];
};

/* What the form shows at the moment. */
static const struct game_info *form_game(const struct tui_form *f)
{
    return game_info_at(f->game);
}

static const lus_rules *form_rules(const struct tui_form *f)
{
    return &form_game(f)->sets[f->set];
}

/* ---- the clock ---- */

/* The time control of the form; false: what was typed is not one. */
static bool form_clock(const struct tui_form *f, struct time_control *c)
{
    *c = (struct time_control){0};
    if (f->clock == NO_CLOCK)
        return true;
    return time_control_parse(f->clock == TYPED_CLOCK ? f->typed : clocks[f->clock], c,
                              NULL) >= 0;
}

/* Proposes a time control, one of the list if it is there. */
static void set_clock(struct tui_form *f, const struct time_control *c)
{
    if (!c->base_ms)
        return;
    time_control_format(c, f->typed);
    f->clock = TYPED_CLOCK;
    for (int i = 1; i < N_CLOCKS; i++)
        if (!strcmp(f->typed, clocks[i]))
            f->clock = i;
}

/* A character of a time control on its row; false: the key means something else.  The first
   one replaces what was chosen from the list, so 7+2 is typed without erasing anything. */
static bool type_clock(struct tui_form *f, int key)
{
    size_t n = f->clock == TYPED_CLOCK ? strlen(f->typed) : 0;
    bool erases = key == TUI_BACKSPACE && f->clock == TYPED_CLOCK;
    bool adds = (key >= '0' && key <= '9') || key == '+' || key == '.' || key == 's';
    if (f->row != ROW_CLOCK || !(adds || erases))
        return false;
    if (adds && n + 1 < sizeof f->typed)
        f->typed[n++] = (char)key;
    else if (erases && n)
        n--;
    f->typed[n] = '\0';
    f->clock = n ? TYPED_CLOCK : NO_CLOCK;
    return true;
}

/* "5 minutes each, 3 seconds more after every move", or what is wrong with it. */
static void write_clock(const struct tui_form *f, char text[160])
{
    struct time_control c;
    if (!form_clock(f, &c))
        snprintf(text, 160, "%s is not a clock. Type minutes+seconds: 7+2", f->typed);
    else if (!c.base_ms)
        snprintf(text, 160, "No clock. Left, right, or type minutes+seconds: 7+2");
    else
        snprintf(text, 160, "%g minutes each, %g seconds more after every move",
                 c.base_ms / 6e4, c.increment_ms / 1e3);
}

/* ---- values ---- */

static int count_games(void)
{
    int n = 0;
    while (game_info_at(n))
        n++;
    return n;
}

/* The value of a row as text. */
static void write_value(const struct tui *t, const struct tui_form *f, int row,
                        char text[80])
{
    static const char *const seats[] = {"first", "second", "both sides: two people",
                                        "neither: watch the program"};
    static const char *const coaches[] = {"off", "warns before blunders",
                                          "warns before mistakes", "warns before all"};
    const char *value = "";
    switch (row) {
    case ROW_GAME:
        value = form_game(f)->title;
        break;
    case ROW_RULES:
        value = strchr(lus_rules_name(form_rules(f)), ':') + 1;
        break;
    case ROW_SEAT:
        value = seats[f->seat];
        break;
    case ROW_LEVEL:
        value =
            f->seat == SEAT_BOTH ? "none" : tui_level_name(t, form_rules(f), f->level);
        break;
    case ROW_COACH:
        value = coaches[f->coach];
        break;
    case ROW_CLOCK:
        value = f->clock == TYPED_CLOCK ? f->typed : clocks[f->clock];
        break;
    }
    snprintf(text, 80, "%s", value);
}

/* After the last value comes the first. */
static int turn_round(int value, int step, int n)
{
    return n > 0 ? (value + step + n) % n : 0;
}

/* Another game starts with its first rule set; the rows from "Start" on have no value. */
static void change_value(struct tui_form *f, int step)
{
    switch (f->row) {
    case ROW_GAME:
        f->game = turn_round(f->game, step, count_games());
        f->set = 0;
        break;
    case ROW_RULES:
        f->set = turn_round(f->set, step, form_game(f)->n_sets);
        break;
    case ROW_SEAT:
        f->seat = turn_round(f->seat, step, N_SEATS);
        break;
    case ROW_LEVEL:
        f->level = 1 + turn_round(f->level - 1, step, N_LEVELS);
        break;
    case ROW_COACH:
        f->coach = turn_round(f->coach, step, N_COACHES);
        break;
    case ROW_CLOCK: /* a typed clock stays in the list */
        f->clock = turn_round(f->clock, step, N_CLOCKS + (*f->typed != '\0'));
        break;
    }
}

/* ---- drawing ---- */

/* The row of the screen where a row of the form is; unfinished games are below a heading. */
static int screen_row(int row)
{
    return 4 + row + (row >= ROW_START) + 2 * (row >= N_ROWS);
}

/* A row of the form, or an unfinished game below it. */
static void draw_row(const struct tui *t, const struct tui_form *f, int row)
{
    static const char *const names[] = {
        "Game",  "Rules", "You play",       "Opponent",
        "Coach", "Clock", "Start the game", "First lesson: learn it in five minutes"};
    char value[80], text[100];
    int at = screen_row(row);
    bool here = f->row == row;
    enum tui_role role = here ? ROLE_CHOICE : ROLE_TEXT;
    if (here)
        canvas_fill(at, 2, 1, canvas_columns() - 4, ROLE_CHOICE, ' ');
    canvas_put(at, 2, 1, role, here ? ">" : " ");
    canvas_put(at, 4, canvas_columns() - 6, role,
               row < N_ROWS ? names[row] : f->saved[row - N_ROWS].title);
    if (row >= ROW_START)
        return;
    write_value(t, f, row, value);
    snprintf(text, sizeof text, "< %s >", value);
    canvas_put(at, FIRST_COLUMN, canvas_columns() - FIRST_COLUMN - 2, role, text);
    if (here)
        canvas_set_cursor(at, 2);
}

/* The status line describes the chosen rule set or, on their rows, the chosen level and the
   clock. */
static void draw_status(const struct tui_form *f)
{
    char about[160] = "";
    if (f->row == ROW_LEVEL && f->seat != SEAT_BOTH)
        play_level_strength(form_rules(f), f->level, about);
    if (f->row == ROW_CLOCK)
        write_clock(f, about);
    canvas_fill(canvas_rows() - 2, 0, 1, canvas_columns(), ROLE_STATUS, ' ');
    canvas_put(canvas_rows() - 2, 1, canvas_columns() - 2, ROLE_STATUS,
               *about ? about : lus_rules_about(form_rules(f)));
}

static void draw_form(struct tui *t, const struct tui_form *f)
{
    int columns = canvas_columns();
    canvas_clear();
    canvas_fill(0, 0, 1, columns, ROLE_TITLE, ' ');
    canvas_put(0, 1, columns, ROLE_TITLE,
               "Lusoria: ancient games of race, rows and sowing");
    canvas_put(2, 2, columns - 4, ROLE_STRONG, "What would you like to play?");
    for (int row = 0; row < N_ROWS + f->n_saved; row++)
        draw_row(t, f, row);
    if (f->n_saved)
        canvas_put(screen_row(N_ROWS) - 1, 2, columns - 4, ROLE_STRONG,
                   "Unfinished games:");
    draw_status(f);
    canvas_fill(canvas_rows() - 1, 0, 1, columns, ROLE_KEYS, ' ');
    canvas_put(canvas_rows() - 1, 1, columns - 2, ROLE_KEYS,
               "arrows choose and change  Enter start  t theme  q quit");
    canvas_show();
}

/* ---- keys ---- */

/* What the form says; on an unfinished game it is resumed, and the values do not matter. */
static void fill_request(const struct tui_form *f, struct tui_request *r)
{
    static const bool human[N_SEATS][2] = {
        {true, false}, {false, true}, {true, true}, {false, false}};
    *r = (struct tui_request){
        .kind = TUI_NEW_GAME, .rules = form_rules(f), .level = f->level};
    memcpy(r->human, human[f->seat], sizeof r->human);
    form_clock(f, &r->clock);
    if (f->coach != COACH_OFF && f->seat != SEAT_NONE)
        r->tutor = tutor_verdict_threshold(
            r->rules, (enum move_verdict)(VERDICT_BLUNDER + COACH_BLUNDERS - f->coach));
    if (f->row == ROW_LESSON)
        r->kind = TUI_LESSON;
    if (f->row >= N_ROWS) {
        r->kind = TUI_RESUME;
        memcpy(r->path, f->saved[f->row - N_ROWS].path, sizeof r->path);
    }
}

/* A click on a row goes there; from "Start" on it is also Enter. */
static int click_row(struct tui_form *f, const struct tui_input *in)
{
    for (int row = 0; row < N_ROWS + f->n_saved; row++)
        if (screen_row(row) == in->row) {
            f->row = row;
            return row >= ROW_START ? TUI_ENTER : TUI_RIGHT;
        }
    return TUI_NONE;
}

/* Enter starts, unless a clock was typed that is not one: then the cursor goes there. */
static int start_form(struct tui_form *f)
{
    struct time_control c;
    if (f->row >= N_ROWS || f->row == ROW_LESSON || form_clock(f, &c))
        return 1;
    f->row = ROW_CLOCK;
    return 0;
}

/* Returns 1: start; -1: leave; 0: neither. */
static int form_key(struct tui_form *f, int key)
{
    int rows = N_ROWS + f->n_saved;
    if (type_clock(f, key))
        return 0;
    switch (key) {
    case TUI_UP:
    case TUI_BACK_TAB:
        f->row = turn_round(f->row, -1, rows);
        return 0;
    case TUI_DOWN:
    case TUI_TAB:
        f->row = turn_round(f->row, 1, rows);
        return 0;
    case TUI_LEFT:
        change_value(f, -1);
        return 0;
    case TUI_RIGHT:
    case TUI_SPACE:
        change_value(f, 1);
        return 0;
    case TUI_ENTER:
        return start_form(f);
    case 't':
        tui_next_theme();
        return 0;
    case 'q':
    case TUI_ESCAPE:
    case TUI_INTERRUPT:
    case TUI_CLOSED:
        return -1;
    default:
        return 0;
    }
}

/* The values of the game that was on the screen or, without one, of the last new game;
   `clock` is proposed unless the game on the screen has one. */
static void start_values(const struct tui *t, const struct time_control *clock,
                         struct tui_form *f)
{
    char level[SETTING_BYTES], game[SETTING_BYTES];
    *f = (struct tui_form){.level = DEFAULT_LEVEL, .coach = COACH_BLUNDERS};
    if (settings_get("level", level) && level_number(level))
        f->level = level_number(level);
    const lus_rules *last = t->rules;
    if (!last && settings_get("game", game))
        last = lus_rules_find(game);
    if (last) {
        f->game = game_index(last);
        f->set = last->index;
    }
    set_clock(f, t->play && game_clock_used(&t->play->clock) ? &t->play->clock.control
                                                             : clock);
    if (t->options.list_saved)
        f->n_saved = t->options.list_saved(t->options.arg, f->saved, MAX_SAVED);
    int room = canvas_rows() - 3 - screen_row(N_ROWS);
    f->n_saved = f->n_saved > room ? room : f->n_saved;
}

/* The request is changed only if a game was chosen. */
bool tui_ask_game(struct tui *t, struct tui_request *request)
{
    struct tui_form form;
    int done = 0;
    start_values(t, &request->clock, &form);
    if (request->kind == TUI_RESUME && form.n_saved)
        form.row = N_ROWS;
    while (!done) {
        draw_form(t, &form);
        struct tui_input in = tui_read(t, -1);
        int key = in.key == TUI_CLICK ? click_row(&form, &in) : keys_direction(in.key);
        done = form_key(&form, key);
    }
    if (done < 0)
        return false;
    fill_request(&form, request);
    if (request->kind == TUI_NEW_GAME)
        settings_set("game", lus_rules_name(request->rules));
    return true;
}
