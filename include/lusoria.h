/* SPDX-License-Identifier: MIT */
/* lusoria.h - rules, search, tables, reviews, records and dice of Senet, the Royal Game
   of Ur, Awari and Magnetic Cave.

   Values.  A position (lus_pos), a move (lus_move) and a throw (int) are plain values:
   copy them, compare them, keep them in arrays.  A rule set (lus_rules) is found by name
   ("ur:finkel") and lives as long as the program.

   Handles.  lus_game, lus_search, lus_analysis, lus_tables, lus_record, lus_review and
   lus_dice are opaque.  The caller frees each with the function of its type that ends in
   _free or _close; these accept NULL.  Texts returned as char * are freed with lus_free.
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
   or abandonment: treat an unknown number as an end outside the rules of the game. */
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
   the position; LUS_EFILE: a table is damaged. */
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

/* Analyses the current position of a game with a throw, or before it (LUS_ANY_THROW).
   Errors as lus_search_move. */
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
