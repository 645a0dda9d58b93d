/* SPDX-License-Identifier: MIT */
/* lusoria.h - rules, search, tables, reviews, records and dice of Senet, the Royal Game
   of Ur, Awari and Magnetic Cave.

   Values.  A position (lus_pos), a move (lus_move) and a throw (int) are plain values:
   copy them, compare them, keep them in arrays.  A rule set (lus_rules) is found by name
   ("ur:finkel") and lives as long as the program.

   Handles.  lus_game, lus_search, lus_analysis, lus_tables, lus_rollout, lus_puzzle,
   lus_record, lus_review and lus_dice are opaque.  The caller frees each with the function
   of its type that ends in _free or _close; these accept NULL.  Texts returned as char * are freed with lus_free.
   Texts returned as const char * belong to the object that was asked, or to the library.

   Errors.  A function that can fail returns a negative number (enum lus_error) and leaves
   its outputs untouched.  A function that reads text also fills a lus_fault, which may be
   NULL: the byte at fault and what was expected there.

   Arguments.  No argument makes a function read outside its objects.  A null pointer, an
   index out of range, a throw that the game does not have, a position that cannot occur:
   functions that return an int return LUS_ERANGE, those that return a pointer NULL, those
   that return an unsigned number 0, the others do nothing.  Only a pointer that is neither
   NULL nor points to an object of its type is not detected.

   Threads.  There is no global state.  Objects are independent: different threads may use
   different objects at the same time, and functions that take a const pointer may be
   called at the same time for the same object.  lus_search_stop may be called at any time.

   Stability.  Symbols have versions.  Structs do not change their size: members named
   reserved must be 0 and may get a meaning later. */
#ifndef LUSORIA_H
#define LUSORIA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LUS_VERSION "0.1.0"

/* The version of the library that runs; LUS_VERSION is that of the header. */
const char *lus_version(void);

/* Frees a text that a function of this library returned as char *; NULL is allowed. */
void lus_free(char *text);

/* ---- Errors ---- */

/* One list gives the numbers, the names and the sentences. */
#define LUS_ERRORS(X)                                                                    \
    X(ETEXT, -1, "the text is not understood")                                           \
    X(EILLEGAL, -2, "the move is not legal")                                             \
    X(ERULES, -3, "there is no such game or rule set")                                   \
    X(ERANGE, -4, "an argument is out of range")                                         \
    X(EMEMORY, -5, "out of memory")                                                      \
    X(ESPACE, -6, "the buffer is too small")                                             \
    X(ESTATE, -7, "this cannot be done now")                                             \
    X(EFILE, -8, "a file could not be read or written")

enum lus_error {
#define LUS_ERROR_ENUM(name, number, text) LUS_##name = number,
    LUS_ERRORS(LUS_ERROR_ENUM)
#undef LUS_ERROR_ENUM
};

/* "EILLEGAL" and "the move is not legal"; "OK" and "no error" for any other number. */
const char *lus_error_name(int code);
const char *lus_error_text(int code);

/* Where a text is wrong: byte `at` (from 0) and what was expected there. */
typedef struct lus_fault {
    int code;
    size_t at;
    char expected[120];
} lus_fault;

/* ---- Positions, moves and throws ---- */

/* A position: 32 bytes, unused ones 0, so memcmp is equality.  It is stored from the view
   of the side to move; lus_side returns which side that is. */
typedef struct lus_pos {
    uint64_t w[4];
} lus_pos;

/* A move: up to four steps of (from, to), one byte each, the first step lowest.
   LUS_PASS has no step; the target LUS_OFF leaves the board. */
typedef uint64_t lus_move;

enum {
    LUS_PASS = 0,
    LUS_OFF = 0x7f,
    LUS_ANY_THROW = -1, /* no throw has been made yet */
    LUS_MAX_STEPS = 4,
    LUS_MAX_MOVES = 64,     /* legal moves of a position with one throw */
    LUS_MAX_THROWS = 5,     /* different throws of a game */
    LUS_MAX_DEPTH = 63,     /* plies of a search or a perft */
    LUS_MAX_TEXT = 160,     /* bytes of a position text or move text, with its NUL */
    LUS_MAX_SENTENCE = 320, /* bytes of an explanation, with its NUL */
    LUS_MAX_BOARD = 8192    /* bytes of a drawn board, with its NUL */
};

/* The result of a position for the side to move. */
enum lus_result { LUS_ONGOING, LUS_WIN, LUS_LOSS, LUS_DRAW };

/* ---- Rule sets ---- */

typedef struct lus_rules lus_rules;

/* Finds "ur:finkel"; "ur" alone is the default rule set of the game.  NULL: none. */
const lus_rules *lus_rules_find(const char *name);
/* All rule sets, i = 0, 1, ...; NULL at the end. */
const lus_rules *lus_rules_at(int i);
const char *lus_rules_name(const lus_rules *r);  /* "ur:finkel" */
const char *lus_rules_title(const lus_rules *r); /* "Royal Game of Ur" */
const char *lus_rules_about(const lus_rules *r); /* one line about this rule set */
const char *lus_rules_sides(const lus_rules *r); /* "LD": letters of sides 0 and 1 */
const char *lus_side_name(const lus_rules *r, int side); /* "Light"; side is 0 or 1 */

/* Throws in ascending order of value, i = 0 .. lus_throws - 1.  The probability of throw i
   is its weight divided by the sum of all weights.  A game without dice has one throw of
   value 0. */
int lus_throws(const lus_rules *r);
int lus_throw_value(const lus_rules *r, int i);
int lus_throw_weight(const lus_rules *r, int i);
int lus_throw_weight_sum(const lus_rules *r);
/* 1 or 0. */
int lus_has_dice(const lus_rules *r);
int lus_is_throw(const lus_rules *r, int value);

/* ---- Playing on bare positions ---- */

/* `thrown` is the value thrown, 0 in a game without dice. */

/* Sets *p to the first position of a game. */
int lus_start(const lus_rules *r, lus_pos *p);
/* 0 if the position can occur under these rules, else LUS_ERANGE.  All functions that
   take a position make this check. */
int lus_pos_check(const lus_rules *r, const lus_pos *p);
/* The side to move, 0 or 1. */
int lus_side(const lus_pos *p);
/* Writes the legal moves and returns how many; 0 if the game is over, or if the side to
   move has to pass. */
int lus_moves(const lus_rules *r, const lus_pos *p, int thrown,
              lus_move out[LUS_MAX_MOVES]);
/* Plays a legal move, or LUS_PASS if there is none.  Returns 1 if the same side throws
   again, else 0; LUS_EILLEGAL; LUS_ESTATE if the game is over. */
int lus_play(const lus_rules *r, lus_pos *p, int thrown, lus_move m);
/* enum lus_result */
int lus_result(const lus_rules *r, const lus_pos *p);
/* Stones captured (Awari) or pieces borne off (race games) by sides 0 and 1. */
int lus_score(const lus_rules *r, const lus_pos *p, int score[2]);
/* The number of sequences of `depth` plies (0..LUS_MAX_DEPTH); `thrown` is the first
   throw or LUS_ANY_THROW. */
uint64_t lus_perft(const lus_rules *r, const lus_pos *p, int thrown, int depth);
/* The evaluation of the original program of the game, for the side to move (me = 0) or
   the other side (me = 1); 0 for a bad argument. */
int lus_classic(const lus_rules *r, const lus_pos *p, int me);

/* ---- Texts and boards ---- */

/* A position text is one word; ":N" at its end is a throw already made, otherwise *thrown
   is LUS_ANY_THROW (0 without dice).  All formatters return the length. */
int lus_pos_parse(const lus_rules *r, const char *text, lus_pos *p, int *thrown,
                  lus_fault *fault);
int lus_pos_format(const lus_rules *r, const lus_pos *p, int thrown,
                   char text[LUS_MAX_TEXT]);
/* Move text: "4-6", "0-2", "26-off,25-27", "C", "E4", "pass".  Only a legal move is read
   (LUS_EILLEGAL; the fault says why); the move that is written need not be legal. */
int lus_move_parse(const lus_rules *r, const lus_pos *p, int thrown, const char *text,
                   lus_move *m, lus_fault *fault);
int lus_move_format(const lus_rules *r, const lus_pos *p, lus_move m,
                    char text[LUS_MAX_TEXT]);
/* The set-up file of a game that has one (Awari), else LUS_ESTATE.  South is to move in
   it: writing a position with North to move is LUS_ESTATE too. */
int lus_board_parse(const lus_rules *r, const char *text, lus_pos *p, lus_fault *fault);
int lus_board_format(const lus_rules *r, const lus_pos *p, char text[LUS_MAX_TEXT]);
/* One word for a legal move: "move", "capture", "rosette", "exit", "pass", ... */
const char *lus_move_kind(const lus_rules *r, const lus_pos *p, int thrown, lus_move m);
/* Why a move is not legal, beginning with the number of the rule ("U3: ..."), or which
   other argument is wrong; NULL if the move is legal. */
const char *lus_move_refuse(const lus_rules *r, const lus_pos *p, int thrown, lus_move m);
/* What a legal move does, in one sentence of facts that follow from the rules: "4-6
   captures the piece on 6, but exposes it to 2 or 4 (7 in 16)."  Returns the length;
   LUS_EILLEGAL. */
int lus_explain(const lus_rules *r, const lus_pos *p, int thrown, lus_move m,
                char text[LUS_MAX_SENTENCE]);

typedef struct lus_look {
    int unicode, color; /* 1: box-drawing characters; 1: ANSI colours */
    lus_move last;      /* the last move, to be marked; LUS_PASS: none */
    int last_side;      /* the side that made it */
} lus_look;
/* Draws the board for a terminal, in plain ASCII if `look` is NULL; returns the length. */
int lus_draw(const lus_rules *r, const lus_pos *p, const lus_look *look,
             char board[LUS_MAX_BOARD]);

/* ---- Games ---- */

/* A game: its first position, its plies and its end, including repetition. */
typedef struct lus_game lus_game;

/* Why a game is over.  Later versions may add reasons behind these, such as agreement, time
   or abandonment: treat an unknown number as an end outside the rules of the game.  A game has
   no clock, so a loss on time is not among them: its record says so (lus_record_reason is
   "time"). */
enum lus_reason {
    LUS_BY_RULE,       /* the last piece off, a line, a majority */
    LUS_BY_NO_MOVE,    /* Awari A5 */
    LUS_BY_REPETITION, /* Awari A7 */
    LUS_BY_RESIGNATION
};

typedef struct lus_end {
    int over;     /* 1: the game is over */
    int winner;   /* side 0 or 1; -1: a draw, or not over */
    int reason;   /* enum lus_reason */
    int score[2]; /* lus_score */
} lus_end;

/* A new game from the usual start (start NULL) or from a position.  NULL: a bad argument
   or out of memory. */
lus_game *lus_game_new(const lus_rules *r, const lus_pos *start);
lus_game *lus_game_copy(const lus_game *g); /* NULL: out of memory */
void lus_game_free(lus_game *g);
/* These pointers are valid until the game changes. */
const lus_rules *lus_game_rules(const lus_game *g);
const lus_pos *lus_game_start(const lus_game *g);
const lus_pos *lus_game_pos(const lus_game *g);
/* The position before a ply, 0 .. lus_game_plies; the last is the current position. */
const lus_pos *lus_game_pos_at(const lus_game *g, int ply);
int lus_game_plies(const lus_game *g);
/* The throw (0 without dice) and the move of a ply; LUS_PASS if there is no such ply. */
int lus_game_throw_at(const lus_game *g, int ply);
lus_move lus_game_move_at(const lus_game *g, int ply);
/* Plays a legal move, or LUS_PASS if there is none.  0; LUS_EILLEGAL; LUS_ESTATE if the
   game is over or its roll-off is not. */
int lus_game_play(lus_game *g, int thrown, lus_move m);
/* Takes back a resignation or the last ply; LUS_ESTATE: there is none. */
int lus_game_undo(lus_game *g);
/* The side (0 or 1) resigns; LUS_ESTATE if the game is over. */
int lus_game_resign(lus_game *g, int side);
lus_end lus_game_end(const lus_game *g); /* all members 0 if g is NULL */

/* Seats: player 0 sits first.  In senet:blockade a roll-off (B1) decides which player has
   which side; in the other games player 0 has side 0.  lus_game_rolloff adds a throw and
   returns 1 once the roll-off is decided, else 0; LUS_ESTATE if none is needed. */
int lus_game_needs_rolloff(const lus_game *g);
int lus_game_rolloff(lus_game *g, int thrown);
int lus_game_rolloffs(const lus_game *g);
int lus_game_rolloff_at(const lus_game *g, int i);
int lus_game_player(const lus_game *g, int side); /* the player who has that side */

/* ---- Actions and observations ---- */

/* An action is the number of a move, as learning programs use it: 0 .. lus_action_count - 1,
   the same in every position of a rule set.  The action of a move of one step is the square
   where it starts (0 is the hand, cells and pits are numbered from 1).  The actions of moves
   of several steps (senet:blockade) follow; they depend only on the squares where the steps
   start.  The last action is the pass.  The legal moves of a position with a throw have
   different actions; not every number is the action of a move. */
int lus_action_count(const lus_rules *r);
/* The action of a move, which need not be legal; LUS_ERANGE if it has none. */
int lus_action_of(const lus_rules *r, lus_move m);
/* Sets *m to the legal move of an action.  0; LUS_EILLEGAL: no legal move has this action;
   LUS_ESTATE: the game is over. */
int lus_action_move(const lus_rules *r, const lus_pos *p, int thrown, int action,
                    lus_move *m);

/* An observation is a position as an array of numbers, seen by the side to move.  All games
   have the same layout; S is lus_squares, the number of squares as moves name them:

       from     length
       0        S        own pieces (0 or 1) or stones on each square
       S        S        the same of the other side, in its own numbering
       2 S      2        pieces in hand (Ur) or stones captured (Awari): own, the other's
       2 S + 2  2        pieces borne off or stones captured: own, the other's
       2 S + 4           1 for the throw made, else 0, in the order of lus_throw_value; all 0
                         before the throw; 1 in a game without dice */
int lus_squares(const lus_rules *r);
int lus_observation_size(const lus_rules *r);
/* Writes the observation and returns its size; `thrown` may be LUS_ANY_THROW. */
int lus_observe(const lus_rules *r, const lus_pos *p, int thrown, float *out);

/* ---- Batches ---- */

/* The same for n positions of one rule set in one call.  The caller owns all arrays; each
   has n elements unless its parameter says otherwise.  The functions return the number of
   positions that are done: n, or the index of the first one with an argument that is wrong,
   such as an illegal action; that position and those behind it are untouched.  n below 0 or
   a null pointer is LUS_ERANGE.  Bare positions have no history: repetition (Awari) does not
   end a game. */

/* Random numbers: xoshiro256**.  The same seed and stream give the same numbers. */
typedef struct lus_random {
    uint64_t s[4];
} lus_random;
int lus_random_seed(lus_random *random, uint64_t seed, uint64_t stream);

/* Sets positions to the start: those whose result is not LUS_ONGOING, and these results to
   LUS_ONGOING; all positions if `results` is NULL. */
int lus_batch_start(const lus_rules *r, int n, lus_pos *positions, int32_t *results);
/* Throws the dice for each position; 0 in a game without dice. */
int lus_batch_throw(const lus_rules *r, int n, lus_random *random, int32_t *thrown);
/* Writes the legal actions of each position in ascending order, the pass if there is no
   move, none if the game is over, and their number. */
int lus_batch_actions(const lus_rules *r, int n, const lus_pos *positions,
                      const int32_t *thrown, int32_t (*actions)[LUS_MAX_MOVES],
                      int32_t *counts);
/* Chooses one of the actions of each position at random, all with the same probability; -1
   if there is none. */
int lus_batch_choose(int n, lus_random *random, const int32_t (*actions)[LUS_MAX_MOVES],
                     const int32_t *counts, int32_t *chosen);
/* Plays an action in each position; -1 leaves it as it is.  Writes the results (enum
   lus_result, for the side to move) and the sides to move after it; both may be NULL. */
int lus_batch_step(const lus_rules *r, int n, lus_pos *positions, const int32_t *thrown,
                   const int32_t *actions, int32_t *results, int32_t *sides);
/* Writes n observations of lus_observation_size numbers each.  `thrown` NULL: before the
   throw. */
int lus_batch_observe(const lus_rules *r, int n, const lus_pos *positions,
                      const int32_t *thrown, float *out);

/* ---- Tables ---- */

/* Tables of exact values, built by `lusoria solve`. */
typedef struct lus_tables lus_tables;

typedef struct lus_table {
    const lus_rules *rules;
    const char *path;   /* belongs to the tables */
    uint64_t positions; /* in the table */
    int size;           /* pieces of each side or stones up to which it is complete */
    int reserved[3];
} lus_table;

/* Opens all tables of a folder; NULL is the user's own, lusoria-table(5).  LUS_EFILE: it
   cannot be read.  Files that are not valid tables are skipped. */
int lus_tables_open(const char *folder, lus_tables **out);
void lus_tables_close(lus_tables *t);
/* Their number; table i = 0, 1, ...; why file i was skipped (NULL: no more of them). */
int lus_tables_count(const lus_tables *t);
int lus_tables_at(const lus_tables *t, int i, lus_table *out);
const char *lus_tables_skipped(const lus_tables *t, int i);
/* The exact value for the side to move, before its throw: its probability of winning, or
   stones ahead at the end of the game (Awari).  1: *value is set; 0: no table contains
   the position, or only bounds of its value (awari:oware); LUS_EFILE: a table is damaged. */
int lus_tables_probe(const lus_tables *t, const lus_rules *r, const lus_pos *p,
                     double *value);
/* The same after a legal move (LUS_PASS if there is none), for the side that makes it. */
int lus_tables_probe_move(const lus_tables *t, const lus_rules *r, const lus_pos *p,
                          int thrown, lus_move m, double *value);

/* ---- Search and analysis ---- */

/* A search: the memory that is kept from move to move.  One thread at a time. */
typedef struct lus_search lus_search;

/* The limits of a search; the first one that is reached ends it.  All 0, or NULL: as many
   nodes as take about half a second. */
typedef struct lus_limits {
    int depth;      /* plies, 1..LUS_MAX_DEPTH; 0: no limit */
    int time_ms;    /* milliseconds; 0: no limit */
    uint64_t nodes; /* 0: no limit */
    int threads;    /* 1..256; 0: one */
    int reserved[3];
} lus_limits;

/* memory_mb is the size of its transposition table, 1..65536; 0: 16.  NULL: a bad argument
   or out of memory. */
lus_search *lus_search_new(int memory_mb);
void lus_search_free(lus_search *s);
/* Uses these tables from now on, or none (NULL); they must stay open. */
int lus_search_tables(lus_search *s, const lus_tables *t);
/* From any thread: 1 makes the current search, and all that follow, return the best result
   they have at once; 0 lets searches run again. */
void lus_search_stop(lus_search *s, int stop);
/* Chooses a move (LUS_PASS if there is none).  0; LUS_ESTATE if the game is over or its
   roll-off is not; LUS_EMEMORY. */
int lus_search_move(lus_search *s, const lus_game *g, int thrown,
                    const lus_limits *limits, lus_move *best);

typedef struct lus_analysis lus_analysis;

enum lus_unit {
    LUS_UNIT_WIN,   /* probability of winning, 0..1 */
    LUS_UNIT_STONES /* stones ahead at the end (Awari) */
};

/* A move with its value for the side to move, or a throw with its best move. */
typedef struct lus_rating {
    lus_move move;
    int thrown, weight; /* the throw and its weight */
    double value;       /* in the unit of the analysis */
    double win;         /* probability of winning, 0..1; a draw counts half */
    double loss;        /* value of the best move - value of this one */
    const char *why;    /* a sentence; belongs to the analysis */
    int exact;          /* 1: proven, 0: estimated */
    int reserved[3];
} lus_rating;

/* Analyses the current position of a game with a throw, or before it (LUS_ANY_THROW).  A
   finished game has an analysis too: no ratings, and its result as position (-1).  Free *out
   with lus_analysis_free.  0; LUS_ESTATE if the roll-off is not over; LUS_ERANGE; LUS_EMEMORY:
   then *out is unchanged. */
int lus_analyse(lus_search *s, const lus_game *g, int thrown, const lus_limits *limits,
                lus_analysis **out);
void lus_analysis_free(lus_analysis *a);
int lus_analysis_unit(const lus_analysis *a);  /* enum lus_unit */
int lus_analysis_depth(const lus_analysis *a); /* plies completed; 0: no search needed */
/* The number of ratings: after a throw, of all legal moves, best first; before it, of all
   throws, ascending; 0 if the game is over. */
int lus_analysis_count(const lus_analysis *a);
/* Rating i; -1 is the position itself with its best move (LUS_PASS: none). */
int lus_analysis_at(const lus_analysis *a, int i, lus_rating *out);
/* Ply k of the expected line of play that begins with move i; with dice it assumes the
   most probable throws.  1, or 0 behind its end. */
int lus_analysis_line(const lus_analysis *a, int i, int k, int *thrown, lus_move *m);
/* The analysis as JSON, schema lusoria.analysis/1, to be freed with lus_free; *n (may be
   NULL) is its length.  NULL: out of memory. */
char *lus_analysis_json(const lus_analysis *a, size_t *n);

/* ---- Records ---- */

/* Games with their tags and comments: what a file of games contains.  Games are numbered
   i = 0, 1, ... */
typedef struct lus_record lus_record;

lus_record *lus_record_new(void); /* without a game; NULL: out of memory */
/* Reads all games of a text of n bytes, in any format of lusoria-record(5).  On a fault
   nothing is kept; LUS_ESPACE: a limit of the format is exceeded; LUS_EMEMORY. */
int lus_record_read(const char *text, size_t n, lus_record **out, lus_fault *fault);
/* Reads the game of a link, "#g=ur:finkel&m=...". */
int lus_record_read_link(const char *text, lus_record **out, lus_fault *fault);
void lus_record_free(lus_record *r);
/* Adds a copy of a game and returns its number, or LUS_EMEMORY. */
int lus_record_add(lus_record *r, const lus_game *g);
int lus_record_count(const lus_record *r);
/* The game, which belongs to the record. */
const lus_game *lus_record_game(const lus_record *r, int i);
/* The throw that was made before the first ply and is part of the first position, else
   LUS_ANY_THROW; setting it. */
int lus_record_first_throw(const lus_record *r, int i);
int lus_record_set_first_throw(lus_record *r, int i, int thrown);
/* A stored tag ("First", "Date"), NULL if there is none.  Setting one: NULL removes it;
   LUS_ESTATE for a tag that follows from the game (Game, Result, ...), LUS_ETEXT for a
   name or value that cannot be written, LUS_ESPACE for one that is too long or the 65th
   tag, LUS_EMEMORY. */
const char *lus_record_tag(const lus_record *r, int i, const char *name);
int lus_record_set_tag(lus_record *r, int i, const char *name, const char *value);
/* The comment after a ply (0, 1, ...; -1: before the first), NULL if there is none.
   Setting one: NULL removes it; LUS_ETEXT: braces or control characters. */
const char *lus_record_comment(const lus_record *r, int i, int ply);
int lus_record_set_comment(lus_record *r, int i, int ply, const char *text);
/* "1-0" (player 0 won), "0-1", "1/2-1/2" or "*" (not over); and the reason if it is not
   the usual one: "resignation", "time", ... */
const char *lus_record_result(const lus_record *r, int i);
const char *lus_record_reason(const lus_record *r, int i);
/* Ends a game for a reason outside its rules ("time", "crash"): `winner` is player 0 or 1,
   or -1 for a draw.  LUS_ESTATE if the game is over; LUS_ETEXT: the reason cannot be
   written. */
int lus_record_decide(lus_record *r, int i, int winner, const char *reason);
/* Writes all games in a format: "lusoria", "rgn" (Ur), "ogn" or "moves" (Awari), "link".
   *text is freed with lus_free; *n (may be NULL) is its length.  LUS_ETEXT: no such format;
   LUS_ERULES: the format is for another game; LUS_ESTATE: it cannot contain this one (such
   as "moves" a game that does not begin at the usual start); LUS_EMEMORY. */
int lus_record_write(const lus_record *r, const char *format, char **text, size_t *n);

/* ---- Reviews ---- */

/* A review of all games of a record: what every move lost and every throw gained. */
typedef struct lus_review lus_review;

enum lus_verdict {
    LUS_VERDICT_FORCED, /* at most one legal move */
    LUS_VERDICT_BEST,   /* nothing lost */
    LUS_VERDICT_GOOD,
    LUS_VERDICT_INACCURACY,
    LUS_VERDICT_MISTAKE,
    LUS_VERDICT_BLUNDER
};

/* One ply.  Values are those of its player: a probability of winning, or stones. */
typedef struct lus_review_ply {
    lus_move move, best; /* played; a best one, which is the same if it is as good */
    int player, thrown;
    double value; /* of the move played */
    double loss;  /* value of the best move - value; never negative */
    double luck;  /* what the throw gained */
    int verdict;  /* enum lus_verdict */
    int exact;    /* 1: proven, 0: estimated */
    int reserved[2];
} lus_review_ply;

/* Reviews every game; the limits are those of one ply (NULL: a fixed depth).  The record
   must stay unchanged until the review is freed.  LUS_ESTATE: stopped by lus_search_stop;
   LUS_EMEMORY. */
int lus_review_new(lus_search *s, const lus_record *r, const lus_limits *limits,
                   lus_review **out);
void lus_review_free(lus_review *v);
/* The reviewed plies of game i; 0 if its roll-off is not over. */
int lus_review_plies(const lus_review *v, int i);
int lus_review_at(const lus_review *v, int i, int ply, lus_review_ply *out);
/* The whole review as "json" (schema lusoria.review/1), "csv" or "html" (one page that
   needs no other file).  *text is freed with lus_free; *n (may be NULL) is its length.
   LUS_ETEXT: another format; LUS_EMEMORY. */
int lus_review_write(const lus_review *v, const char *format, char **text, size_t *n);

/* ---- Rollouts ---- */

/* A rollout estimates the value of a position of a game with dice: it plays many games from
   it, both sides with a search of fixed depth, and subtracts the luck of the throws. */
typedef struct lus_rollout lus_rollout;

typedef struct lus_rollout_limits {
    int games;     /* for each move, rounded up to whole batches; 0: 4096 */
    int depth;     /* of both players, 1..6; 0: 1 */
    int truncate;  /* plies after which the players' evaluation counts; 0: never */
    int threads;   /* 1..256; 0: one.  The result does not depend on it */
    uint64_t seed; /* of the dice */
    double error;  /* stop at this standard error; 0: never */
    int reserved[4];
} lus_rollout_limits;

/* A move; probabilities of winning of the side that makes it, with standard errors. */
typedef struct lus_rollout_move {
    lus_move move;
    double win, error;             /* the luck of the throws is subtracted */
    double plain_win, plain_error; /* it is not: the results of the same games */
    double loss, loss_error;       /* against the best move, with the same throws */
    double plies;                  /* mean length of a game */
    double truncated;              /* share of the games that were truncated */
    int reserved[4];
} lus_rollout_move;

/* Plays all games; limits may be NULL.  LUS_ESTATE: the game has no dice or is over;
   LUS_EMEMORY. */
int lus_rollout_new(const lus_rules *r, const lus_pos *p, int thrown,
                    const lus_rollout_limits *limits, lus_rollout **out);
void lus_rollout_free(lus_rollout *x);
/* Games played for each move. */
int lus_rollout_games(const lus_rollout *x);
/* The legal moves, best first; before the throw one entry, the position itself. */
int lus_rollout_count(const lus_rollout *x);
int lus_rollout_at(const lus_rollout *x, int i, lus_rollout_move *out);
/* The rollout as JSON, schema lusoria.rollout/1; else as lus_analysis_json. */
char *lus_rollout_json(const lus_rollout *x, size_t *n);

/* ---- Puzzles ---- */

/* A puzzle: a position with a throw in which one move is clearly best. */
typedef struct lus_puzzle lus_puzzle;

enum lus_no_puzzle {
    LUS_PUZZLE_FORCED = 1,  /* fewer than two legal moves, or the game is over */
    LUS_PUZZLE_UNCLEAR,     /* the best move is not far enough ahead; or none was found */
    LUS_PUZZLE_UNCONFIRMED, /* searches of different depth disagree */
    LUS_PUZZLE_OBVIOUS,     /* a simple player finds the move */
    LUS_PUZZLE_UNSOLVED,    /* the strongest level does not find it */
    LUS_PUZZLE_DECIDED      /* lost even with the best move */
};

typedef struct lus_puzzle_limits {
    const lus_tables *tables; /* NULL: none */
    uint64_t nodes;           /* of the deeper search; 0: 200,000 */
    int level;                /* the level to look for, 1..6; 0: any */
    int reserved[3];
} lus_puzzle_limits;

typedef struct lus_puzzle_info {
    const lus_rules *rules;
    lus_pos pos;
    int thrown;
    int unit;      /* enum lus_unit, of the margin and the values */
    double margin; /* value of the best move - value of the second */
    lus_move best;
    lus_move simple; /* the move of a simple player */
    lus_move played; /* of a record: the mistake; else LUS_PASS */
    int exact;       /* 1: values of a table, 0: searched */
    int level;       /* the weakest level that solves it, 1..6; 0: none */
    int solved[6];   /* how often each level plays the best move, percent */
    int game, ply;   /* of the record or the generated games, from 0 */
    int player;      /* of a record: who made the mistake; else -1 */
    int reserved[3];
} lus_puzzle_info;

/* These return 0 and set *out; or why there is no puzzle (enum lus_no_puzzle), or an error,
   and leave *out untouched.  limits may be NULL. */

/* The puzzle of a seed below 2^53; the same seed gives the same puzzle. */
int lus_puzzle_generate(const lus_rules *r, uint64_t seed,
                        const lus_puzzle_limits *limits, lus_puzzle **out);
/* A given position with a throw (0 without dice). */
int lus_puzzle_judge(const lus_rules *r, const lus_pos *p, int thrown,
                     const lus_puzzle_limits *limits, lus_puzzle **out);
/* Mistake `number` (0, 1, ...) of the games of a record that makes a puzzle, the largest
   of each game first; of player 0, 1 or both (-1). */
int lus_puzzle_of_record(const lus_record *r, int player, int number,
                         const lus_puzzle_limits *limits, lus_puzzle **out);
void lus_puzzle_free(lus_puzzle *z);
int lus_puzzle_info_of(const lus_puzzle *z, lus_puzzle_info *out);
/* All moves of the puzzle with their values, best first. */
int lus_puzzle_count(const lus_puzzle *z);
int lus_puzzle_at(const lus_puzzle *z, int i, lus_move *m, double *value);
/* The puzzle as JSON, schema lusoria.puzzle/1; else as lus_analysis_json. */
char *lus_puzzle_json(const lus_puzzle *z, size_t *n);

/* ---- Dice ---- */

/* Dice that players can check: the commitment is shown before the game, the seed after
   it; lusoria-record(5) has the formula. */
typedef struct lus_dice lus_dice;

enum { LUS_MAX_COMMITMENT = 65 }; /* bytes of a commitment, with its NUL */

/* Dice of a seed and a nonce, each 1..64 printable ASCII characters without blanks.  Seed
   NULL: both are made from the random numbers of the operating system (LUS_EFILE: it has
   none).  Nonce NULL: "0". */
int lus_dice_new(const char *seed, const char *nonce, lus_dice **out, lus_fault *fault);
void lus_dice_free(lus_dice *d);
const char *lus_dice_seed(const lus_dice *d);
const char *lus_dice_nonce(const lus_dice *d);
/* SHA-256 of the seed and the nonce in hexadecimal; returns its length. */
int lus_dice_commitment(const lus_dice *d, char text[LUS_MAX_COMMITMENT]);
/* Throw k = 0, 1, ... of a game; LUS_ESTATE for a game without dice. */
int lus_dice_throw(const lus_dice *d, const lus_rules *r, uint64_t k);

enum lus_dice_check {
    LUS_DICE_RIGHT,         /* all throws are those of the committed dice */
    LUS_DICE_NONE,          /* a game without dice */
    LUS_DICE_NOT_COMMITTED, /* the record has no commitment or no nonce */
    LUS_DICE_NOT_REVEALED,  /* the record has no seed */
    LUS_DICE_OTHER,         /* the seed does not have this commitment */
    LUS_DICE_WRONG          /* a throw is not that of the dice: number *n */
};
/* Checks the throws of game i of a record: enum lus_dice_check.  *n (may be NULL) is the
   number of throws that are right before the first wrong one. */
int lus_dice_check(const lus_record *r, int i, int *n);

#ifdef __cplusplus
}
#endif
#endif
