/* SPDX-License-Identifier: MIT */
/* tui.h - full-screen play in a terminal: boards, keys, mouse.

   The caller opens the screen once, then plays games on it: it opens each game (play/play.h)
   with the events of tui_events and calls tui_play.  tui_play returns when the game is over
   or left; tui_next says what the person wants then.  Saving is the caller's event.

       tui_open --> [tui_ask_game] --> tui_events, tui_play --> tui_next --> ... --> tui_close

   The module has no rules and no code for one game: it draws the shapes and labels that a
   game supplies (core/scene.h) and asks it what its moves move (core/motion.h). */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include <limits.h>
#include <stdbool.h>
#include "play/lesson.h"
#include "play/play.h"

struct tui;

/* An unfinished game in the list of tui_ask_game. */
struct tui_saved_game {
    char path[PATH_MAX];
    char title[128]; /* "ur:finkel  ply 23, Ada - medium, 2026-11-16" */
};

/* How the screen looks, and what the caller knows. */
struct tui_options {
    bool unicode, color;
    int pace_ms; /* pause after a move of a program; negative: the default */
    void *arg;   /* of these functions: */
    /* OPTIONAL: lists unfinished games, the newest first; returns their number. */
    int (*list_saved)(void *arg, struct tui_saved_game *list, int most);
    /* OPTIONAL: whether a table answers for a rule set, so that its strongest level is
       perfect. */
    bool (*has_table)(void *arg, const lus_rules *r);
    /* OPTIONAL: the rules of a game as a text of at most so many columns, which is freed
       here; NULL: none. */
    char *(*rules_page)(void *arg, const lus_rules *r, int columns);
    /* OPTIONAL: change the players in the options of the game; the opponent of the person
       gets a level, 1 to N_LEVELS, or both exchange their sides.  False: the players cannot
       be changed so.  The screen opens the new players. */
    bool (*set_level)(void *arg, int level);
    bool (*swap_players)(void *arg);
};

/* What the person wants to play. */
enum tui_request_kind { TUI_QUIT, TUI_AGAIN, TUI_NEW_GAME, TUI_RESUME, TUI_LESSON };
struct tui_request {
    enum tui_request_kind kind;
    const lus_rules *rules; /* of TUI_NEW_GAME and TUI_LESSON */
    /* TUI_NEW_GAME: */
    bool human[2];
    int level; /* of the program, 1..N_LEVELS */
    int tutor; /* play_options.tutor */
    struct time_control clock;
    /* TUI_RESUME: */
    char path[PATH_MAX];
};

/* Whether the program was built with full-screen play. */
extern const bool tui_is_built_in;

/* Takes over the terminal.  NULL: it is too small (60 x 20 at least) or too simple, or
   memory ran out; then nothing has changed.  The caller closes it. */
struct tui *tui_open(const struct tui_options *o);
/* Gives the terminal back as it was and frees; NULL is allowed. */
void tui_close(struct tui *t);

/* Asks what to play; false: the person leaves.  If request->kind is TUI_RESUME, the first
   unfinished game is proposed, otherwise a new one; request->clock is proposed, too. */
bool tui_ask_game(struct tui *t, struct tui_request *request);
/* "medium"; the strongest level is called perfect only where a table answers. */
const char *tui_level_name(const struct tui *t, const lus_rules *r, int level);
/* Sets all events; `save` is called with save_arg after every change. */
void tui_events(struct tui *t, struct play_events *events,
                void (*save)(void *arg, const struct play *p), void *save_arg);
/* The flag that ends searches, for play_options.stop. */
_Atomic bool *tui_stop_flag(struct tui *t);
/* Plays an opened game with opened players to its end, or until the person leaves.  Returns
   as play_turn does: PLAY_ON if the game is over. */
enum play_step tui_play(struct tui *t, struct play *p);
/* Whether a lesson of this rule set can be shown: its board consists of shapes. */
bool tui_can_teach(const lus_rules *r);
/* Teaches a lesson (lesson_open) until it ends or the person leaves; tui_next is then
   TUI_QUIT, TUI_NEW_GAME or TUI_LESSON, again. */
void tui_teach(struct tui *t, struct lesson *l);
/* Whether Ctrl-C was pressed. */
bool tui_interrupted(const struct tui *t);
/* What the person wants after tui_play or tui_teach. */
const struct tui_request *tui_next(const struct tui *t);
/* Shows a warning beside the board from now on, for example that saving failed; "" removes
   it. */
void tui_warn(struct tui *t, const char *text);
/* Shows a message until a key is pressed. */
void tui_message(struct tui *t, const char *title, const char *text);

#endif
