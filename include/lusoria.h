/* SPDX-License-Identifier: MIT */
/* lusoria.h - rules, positions and games of Senet, the Royal Game of Ur, Awari
   and Magnetic Cave.

   Positions and moves are plain values: copy them, compare them, keep them in
   arrays; nothing is allocated for them.  A rule set is found by name
   ("ur:finkel") and lives as long as the program.  Only a lus_game, which
   remembers a whole game, is made and freed.

   Functions that can fail return a negative LUS_E... number and leave their
   outputs untouched; those that read text also fill a lus_fault with the byte
   at fault and what was expected there.  Nothing here prints or keeps global
   state, so every function may be called from several threads at once on
   different objects. */
#ifndef LUSORIA_H
#define LUSORIA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LUS_VERSION "0.1.0"

/* Errors: one list gives the numbers, the names and the sentences. */
#define LUS_ERRORS(X)                                                                    \
    X(ETEXT, -1, "the text is not understood")                                           \
    X(EILLEGAL, -2, "the move is not legal")                                             \
    X(ERULES, -3, "there is no such game or rule set")                                   \
    X(ERANGE, -4, "a number is out of range")                                            \
    X(EMEMORY, -5, "out of memory")                                                      \
    X(ESPACE, -6, "the buffer is too small")                                             \
    X(ESTATE, -7, "this cannot be done now")                                             \
    X(EFILE, -8, "a file could not be read or written")

enum lus_error {
#define LUS_ERROR_ENUM(name, number, text) LUS_##name = number,
    LUS_ERRORS(LUS_ERROR_ENUM)
#undef LUS_ERROR_ENUM
};

const char *lus_error_name(int code); /* "EILLEGAL" */
const char *lus_error_text(int code); /* "the move is not legal" */

/* Where a text went wrong: byte `at` (from 0) and what would have been right. */
typedef struct lus_fault {
    int code;
    size_t at;
    char expected[120];
} lus_fault;

/* A position: 32 bytes, those unused zero, so memcmp is equality.  It is stored
   as the side to move sees it; lus_side tells which side that is. */
typedef struct lus_pos {
    uint64_t w[4];
} lus_pos;

/* A move: up to four steps of (from, to), a byte each, first step lowest.
   LUS_PASS is no step at all; LUS_OFF as a target leaves the board. */
typedef uint64_t lus_move;

enum {
    LUS_PASS = 0,
    LUS_OFF = 0x7f,
    LUS_MAX_STEPS = 4,
    LUS_MAX_MOVES = 64,  /* moves in one position with one throw */
    LUS_MAX_THROWS = 5,  /* different throws in one game */
    LUS_MAX_TEXT = 160,  /* bytes of any position text or move text, with its NUL */
    LUS_MAX_BOARD = 8192 /* bytes of any drawn board, with its NUL */
};

/* How a game stands, for the side to move. */
enum lus_result { LUS_ONGOING, LUS_WIN, LUS_LOSS, LUS_DRAW };

/* Rule sets. */
typedef struct lus_rules lus_rules;

/* Finds "ur:finkel"; "ur" alone gives the default rule set of the game. */
const lus_rules *lus_rules_find(const char *name);
const lus_rules *lus_rules_at(int i); /* all of them, i = 0, 1, ...; NULL at the end */
const char *lus_rules_name(const lus_rules *r);  /* "ur:finkel" */
const char *lus_rules_title(const lus_rules *r); /* "Royal Game of Ur" */
const char *
lus_rules_about(const lus_rules *r); /* one line: what is special, the source */
const char *lus_rules_sides(const lus_rules *r); /* "LD": letters of side 0 and side 1 */
const char *lus_side_name(const lus_rules *r, int side); /* "Light" */

/* Throws, ascending by value.  A game without dice has one certain throw, 0. */
int lus_throws(const lus_rules *r);
int lus_throw_value(const lus_rules *r, int i);
int lus_throw_weight(const lus_rules *r, int i);
int lus_throw_weight_sum(const lus_rules *r);
int lus_has_dice(const lus_rules *r);
int lus_is_throw(const lus_rules *r, int value);

/* Playing on bare positions.  `thrown` is the value thrown, 0 without dice. */
void lus_start(const lus_rules *r, lus_pos *p);
int lus_side(const lus_pos *p);
int lus_moves(const lus_rules *r, const lus_pos *p, int thrown,
              lus_move out[LUS_MAX_MOVES]);
int lus_play(const lus_rules *r, lus_pos *p, int thrown, lus_move m); /* checks m */
int lus_result(const lus_rules *r, const lus_pos *p);
/* Stones won, of side 0 and side 1 (Awari); pieces borne off in the race games. */
void lus_score(const lus_rules *r, const lus_pos *p, int score[2]);
uint64_t lus_perft(const lus_rules *r, const lus_pos *p, int thrown, int depth);
enum { LUS_ANY_THROW = -1 };
/* The classic evaluation of the game's source, for the side to move (me = 0) or
   the other side (me = 1). */
int lus_classic(const lus_rules *r, const lus_pos *p, int me);

/* Texts.  A position text is one token; ":N" at its end is a throw already made
   (LUS_ANY_THROW if there is none).  Both formatters return the length. */
int lus_pos_parse(const lus_rules *r, const char *text, lus_pos *p, int *thrown,
                  lus_fault *fault);
int lus_pos_format(const lus_rules *r, const lus_pos *p, int thrown,
                   char text[LUS_MAX_TEXT]);
int lus_move_parse(const lus_rules *r, const lus_pos *p, int thrown, const char *text,
                   lus_move *m, lus_fault *fault);
int lus_move_format(const lus_rules *r, const lus_pos *p, lus_move m,
                    char text[LUS_MAX_TEXT]);
/* A set-up file (Awari), read from memory; LUS_ESTATE for a game without one.  The
   fault's `expected` begins with the line.  Both are South's to move: writing a position
   with North to move is LUS_ESTATE too.  The writer returns the length. */
int lus_board_parse(const lus_rules *r, const char *text, lus_pos *p, lus_fault *fault);
int lus_board_format(const lus_rules *r, const lus_pos *p, char text[LUS_MAX_TEXT]);
/* One word: "move", "capture", "rosette", "exit", "sow", ... */
const char *lus_move_kind(const lus_rules *r, const lus_pos *p, int thrown, lus_move m);
/* Why a move is not legal, beginning with the rule's number: "U3: ..."; NULL if it is. */
const char *lus_move_refuse(const lus_rules *r, const lus_pos *p, int thrown, lus_move m);

/* Boards. */
typedef struct lus_look {
    int unicode, color;
    lus_move last; /* the last move, to be marked; LUS_PASS if none */
    int last_side; /* who made it */
} lus_look;
int lus_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
             char board[LUS_MAX_BOARD]);

/* A game: start, plies, seats; knows repetition and settles the end. */
typedef struct lus_game lus_game;

enum lus_reason {
    LUS_BY_RULE,       /* the last piece off, a line, a majority */
    LUS_BY_NO_MOVE,    /* Awari A5 */
    LUS_BY_REPETITION, /* Awari A7 */
    LUS_BY_RESIGNATION,
};

typedef struct lus_end {
    int over;   /* the game has ended */
    int winner; /* side 0 or 1; -1 is a draw */
    int reason; /* enum lus_reason */
    int score[2];
} lus_end;

lus_game *lus_game_new(const lus_rules *r, const lus_pos *start); /* NULL: usual start */
lus_game *lus_game_copy(const lus_game *g);
void lus_game_free(lus_game *g);
const lus_rules *lus_game_rules(const lus_game *g);
const lus_pos *lus_game_start(const lus_game *g);
const lus_pos *lus_game_pos(const lus_game *g);
const lus_pos *lus_game_pos_at(const lus_game *g, int ply); /* before that ply */
int lus_game_plies(const lus_game *g);
int lus_game_throw_at(const lus_game *g, int ply);
lus_move lus_game_move_at(const lus_game *g, int ply);
int lus_game_play(lus_game *g, int thrown,
                  lus_move m); /* LUS_PASS where no move exists */
int lus_game_undo(lus_game *g);
int lus_game_resign(lus_game *g, int side);
lus_end lus_game_end(const lus_game *g);

/* Seats: player 0 sits first.  In senet:blockade a roll-off (B1) decides who owns
   which side; elsewhere player 0 owns side 0.  lus_game_rolloff adds a throw and
   returns 1 once it is decided. */
int lus_game_needs_rolloff(const lus_game *g);
int lus_game_rolloff(lus_game *g, int thrown);
int lus_game_rolloffs(const lus_game *g);
int lus_game_rolloff_at(const lus_game *g, int i);
int lus_game_player(const lus_game *g, int side);

#ifdef __cplusplus
}
#endif
#endif
