/* SPDX-License-Identifier: MIT */
/* tui_internal.h - the state of the full screen and what its files share.

       tui.c            opens the screen; plays a game (play/play.h calls back)
       tui_turn.c       a person's turn: keys and clicks
       tui_screen.c     the layout: title, board, panel, status, keys
       tui_board.c      the board                      tui_grid.h    tiles on characters
       tui_panel.c      throw, value bar, moves, log   tui_choice.h  tiles that name a move
       tui_hint.c       value bar, hints, the coach
       tui_dialog.c     boxes: texts, questions, lists
       tui_menu.c       the menu of a game, help       tui_setup.c   asks what to play
       tui_review.c     steps through a review         tui_themes.h  colours
       tui_lesson.c     a first lesson                 tui_motion.c  moves step by step
       tui_canvas.h     characters with roles          tui_keys.h    keys and clicks

   Everything runs on the main thread, except searches: see tui_think. */
#ifndef TUI_TUI_INTERNAL_H
#define TUI_TUI_INTERNAL_H

#include <stdatomic.h>
#include "analyse/analyse.h"
#include "analyse/review.h"
#include "play/play.h"
#include "play/play_words.h"
#include "tui/tui.h"
#include "tui/tui_canvas.h"
#include "tui/tui_choice.h"
#include "tui/tui_grid.h"
#include "tui/tui_keys.h"

/* A screen of at least this size shows every board with its panel; bytes of a sentence; keys
   that are kept during a search. */
enum { TUI_MIN_COLUMNS = 60, TUI_MIN_ROWS = 20, MAX_NOTE = 400, MAX_QUEUE = 512 };

/* Where things are; all rows and columns are those of the screen. */
struct tui_layout {
    struct tui_rect board; /* its upper left corner is that of the grid */
    struct tui_rect panel; /* beside the board, or below it */
    bool below;            /* the panel is below the board */
    int status_row, keys_row;
};

/* The screen and everything on it; one per process. */
struct tui {
    struct tui_options options;
    struct play *play; /* the game on the screen; NULL: none */
    void (*save)(void *arg, const struct play *p); /* of the caller */
    void *save_arg;
    /* The board that is shown: */
    const lus_rules *rules;
    lus_pos pos;
    lus_move last;    /* the move that led to it; LUS_PASS: none */
    int last_throw;   /* and its throw */
    lus_pos last_pos; /* and the position before it */
    struct scene scene;
    struct tui_grid grid;
    struct tui_layout layout;
    /* A person's turn: */
    bool choosing; /* the moves of play->moves can be chosen */
    struct tui_choice choice;
    int cursor; /* tile */
    int typed;  /* the number being typed; -1: none */
    /* The throw: */
    bool has_throw; /* throw and faces are shown */
    bool may_throw; /* the person is to throw */
    int throw, faces;
    int turns_seen; /* throws before this one were shown: undo does not hide them */
    /* Value: millionths of the chance of side 0; -1: unknown */
    int64_t value;
    struct analysis *hint;  /* of this turn, shown beside the moves; NULL: none */
    char note[MAX_NOTE];    /* a sentence below the moves */
    bool note_bad;          /* it is a warning */
    char warning[MAX_NOTE]; /* of tui_warn, shown while there is no note */
    int shown_second;       /* of the clock that runs, when the panel was drawn last */
    char status[MAX_NOTE];
    struct lesson *lesson;         /* that is taught; NULL: none */
    bool lesson_done;              /* its step was answered */
    bool show_marks;               /* a hint was given: pieces that can move are marked */
    lus_move moves[LUS_MAX_MOVES]; /* the legal ones of its step */
    int n_moves;
    struct review *review; /* that is stepped through; NULL: none */
    int review_ply;        /* plies played in the position that is shown */
    /* What the person wants: */
    bool show_value, auto_throw;
    bool leaving;            /* stop the game */
    bool over;               /* the game is over: what follows is asked */
    bool interrupted;        /* Ctrl-C */
    struct tui_request next; /* what follows after the game */
    _Atomic bool stop;       /* ends searches */
    /* Keys that were typed while a search ran: */
    int n_queued;
    struct tui_input queue[MAX_QUEUE];
};

/* ---- tui_names.c: words for people ---- */

enum { MAX_TUI_NAME = PLAY_NAME };
/* "Light (you)", "Dark (medium)". */
void tui_side(const struct tui *t, int side, char name[MAX_TUI_NAME]);
/* " 1  0-2 enter": legal move i. */
void tui_move_text(const struct tui *t, int i, char text[LUS_MAX_TEXT + 32]);
/* "5-8 rosette", "pass": a move of a position. */
void tui_ply_text(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                  char text[LUS_MAX_TEXT + 32]);
/* "Light (you) wins: the last piece is off." */
void tui_result_text(const struct tui *t, char text[MAX_NOTE]);

/* ---- tui_screen.c ---- */

/* Sets the board that is shown: the current position of the game. */
void tui_show_game(struct tui *t);
/* Sets it to any position with the move before it (LUS_PASS: none). */
void tui_show_position(struct tui *t, const lus_rules *r, const lus_pos *pos,
                       const lus_pos *before, int throw, lus_move last);
/* Lays the screen out for its current size and draws everything; canvas_show is called by
   the caller, who may draw a box first. */
void tui_draw(struct tui *t);
/* Sets the status line and the sentence of the panel, as printf does; `bad` is a warning. */
void tui_set_status(struct tui *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void tui_set_note(struct tui *t, bool bad, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes a text in lines of `columns`, at most `rows` of them; returns their number. */
int tui_wrap(int row, int column, int rows, int columns, enum tui_role role,
             const char *text);
/* The number of lines that it would write with enough rows. */
int tui_count_lines(const char *text, int columns);

/* ---- tui_board.c, tui_panel.c ---- */

/* Draw into the rectangles of t->layout. */
void tui_draw_board(const struct tui *t);
void tui_draw_panel(const struct tui *t);
/* The number in the list of the move at this place of the screen, or -1. */
int tui_panel_move_at(const struct tui *t, int row, int column);
/* The seconds that the clock of the player to move shows. */
int tui_clock_second(const struct tui *t);
/* Whether this place of the screen is on the sticks. */
bool tui_panel_is_throw(const struct tui *t, int row, int column);

/* ---- tui_dialog.c: a box over the board; each returns when it is closed ---- */

/* Shows lines of text (NULL at the end) until a key is pressed; scrolls.  tui_message
   (tui.h) does the same with one text, broken into lines. */
void tui_dialog_text(struct tui *t, const char *title, const char *const *lines);
/* Asks a question; false for no and for Ctrl-C. */
bool tui_dialog_yes(struct tui *t, const char *title, const char *question);
/* Lets the person choose one of n texts; -1: none. */
int tui_dialog_list(struct tui *t, const char *title, const char *const *names, int n,
                    int initial);

/* ---- tui_menu.c, tui_review.c ---- */

/* A box with all keys. */
void tui_show_help(struct tui *t);
/* The next theme, which is remembered (play/settings.h). */
void tui_next_theme(void);
/* The theme that was remembered, if there is one. */
void tui_remembered_theme(void);
/* Sets the coach to the next setting and says so in the note. */
void tui_next_coach(struct tui *t);
/* The menu during a turn; returns as a turn does. */
enum play_step tui_run_menu(struct tui *t);
/* Reviews the finished game and steps through it until the person leaves. */
void tui_step_review(struct tui *t);
/* Draws the panel of the review. */
void tui_draw_review(const struct tui *t, const struct tui_rect *panel);

/* ---- tui_lesson.c ---- */

/* Draws the panel of the lesson. */
void tui_draw_lesson(const struct tui *t, const struct tui_rect *panel);

/* ---- tui_motion.c ---- */

/* Shows a move of a position step by step, in frames of a tenth of `pause_ms`; 0: not.  The
   caller shows the position after it. */
void tui_animate(struct tui *t, const lus_pos *before, int throw, lus_move m,
                 int pause_ms);

/* ---- tui_hint.c ---- */

/* Sets t->value by a short search of this turn. */
void tui_find_value(struct tui *t);
/* Ranks the moves of this turn in t->hint and explains the best one in the note. */
void tui_show_hint(struct tui *t);
/* Forgets the hint and the note. */
void tui_clear_hint(struct tui *t);
/* The coach, a callback of play_events: asks before a move that loses too much. */
enum play_step tui_confirm(void *arg, struct play *p, const struct analysis *a, int i);

/* ---- tui_turn.c ---- */

/* Callbacks of play_events: a decision of a person; a typed throw. */
enum play_step tui_ask_move(void *arg, struct play *p);
enum play_step tui_ask_throw(void *arg, struct play *p, const char *who, int *value);

/* Moves the cursor to the nearest tile in the direction of an arrow key. */
void tui_move_cursor(struct tui *t, int key);
/* Says in the note why no move begins at a tile or, with a chosen piece, leads there. */
void tui_refuse_tile(struct tui *t, int throw, int tile);

/* ---- tui.c ---- */

/* Reads a key for a dialog or a turn: redraws after a change of size, and notices Ctrl-C
   (then t->interrupted is set and the key is TUI_INTERRUPT).  While a clock runs, a wait
   without a limit ends every second with TUI_NONE, so that the caller draws again; when the
   flag falls, with TUI_ESCAPE, so that dialogs are closed. */
struct tui_input tui_read(struct tui *t, int wait_ms);
/* Milliseconds to look at a move: --pace, or the default. */
int tui_pace(const struct tui *t);
/* Draws the screen again if the clock that runs shows another second than when it was drawn
   last. */
void tui_tick(struct tui *t);
/* Waits so long while keys react; a key ends the wait. */
void tui_pause(struct tui *t, int ms);
/* Calls work(data) on another thread while the screen reacts: q and Ctrl-C stop it. */
void tui_think(void *arg, void (*work)(void *data), void *data);
/* Waits until the person throws the sticks, unless that is automatic. */
void tui_wait_for_throw(struct tui *t, const struct play *p);

#endif
