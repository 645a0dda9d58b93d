/* SPDX-License-Identifier: MIT */
/* record.h - a game written down: tags, moves, comments, result.

       [Game "ur:finkel"]
       [First "Ada"]
       [Result "*"]
       [DiceCommitment "9f86d081884c7d65..."]

       1. 4/0-4 2/0-2 1... 0/pass 2. 1/2-3 {a quiet move} 2... 3/0-3 *

   A turn begins with its number: "N." for the side that begins the game, "N..." for
   the other; without dice only "N." is written.  A dice game writes THROW/MOVE, another
   MOVE. Lines end before column 80.  The result is of the players, not of the sides: 1-0
   (the first won), 0-1, 1/2-1/2, * (unfinished).  A record of a game in progress is
   simply one that ends in '*'.

   Tags the reader does not know are kept, in order, behind those it knows.  These
   follow from the game and are not stored: Game, Position, RollOff, Dark, Result,
   Reason.

   The reader is strict: every move legal, the result the one the moves lead to.  The
   writer is exact: a record it wrote is read and written again byte for byte. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "lusoria.h"

enum {
    RECORD_MAX_BYTES = 1 << 20, /* of a game; a file may be of any size */
    RECORD_MAX_PLIES = 100000,  /* of a game */
    RECORD_MAX_TAGS = 64,
    RECORD_MAX_NAME = 32,   /* bytes of a tag's name */
    RECORD_MAX_VALUE = 1024 /* bytes of a tag's value */
};

struct record;

/* Takes the game over, also if it fails (NULL: out of memory). */
struct record *record_new(lus_game *game);
void record_free(struct record *r);
/* The game may be played on; comments behind its last ply are not written. */
lus_game *record_game(const struct record *r);

/* Stored tags.  Setting refuses a tag that follows from the game (LUS_ESTATE) and what
   is not UTF-8 or has control characters (LUS_ETEXT); NULL removes the tag. */
const char *record_tag(const struct record *r, const char *name);
int record_set_tag(struct record *r, const char *name, const char *value);
int record_tags(const struct record *r);
void record_tag_at(const struct record *r, int i, const char **name, const char **value);

/* The comment behind a ply (from 0; -1 is before the first), NULL if none.  Setting
   makes each run of white space one blank; braces and control characters are refused. */
const char *record_comment(const struct record *r, int ply);
int record_set_comment(struct record *r, int ply, const char *text);

/* A throw made before the game began, part of its Position; else LUS_ANY_THROW. */
int record_first_throw(const struct record *r);
int record_set_first_throw(struct record *r, int throw);

/* How the game ended, for the players. */
enum record_result { RECORD_OPEN, RECORD_FIRST, RECORD_SECOND, RECORD_DRAW };
extern const char *const record_token[]; /* of these: "*", "1-0", "0-1", "1/2-1/2" */
int record_result(const struct record *r);
/* "no move", "repetition", "resignation", what was decided; NULL: by play, or open. */
const char *record_reason(const struct record *r);
/* Ends the game for a reason outside its rules: "time", "illegal move", "crash", ... */
int record_decide(struct record *r, int result, const char *reason);

/* All games of a file in any format read here (ours, RGN, OGN, bare Awari moves); nothing
   half-read is kept.  The list and its records are the caller's: record_list_free. */
int record_read(const char *text, size_t n, struct record ***list, int *count,
                lus_fault *fault);
/* The same, but on a fault keeps the games before it and the plies of the faulty game
   before it: the list is set whatever is returned. */
int record_read_some(const char *text, size_t n, struct record ***list, int *count,
                     lus_fault *fault);
void record_list_free(struct record **list, int count);
/* Appends to a list of n records.  0, or LUS_EMEMORY: the record stays the caller's. */
int record_list_add(struct record ***list, int n, struct record *r);
/* The line of a byte of a text, from 1. */
int record_line(const char *text, size_t at);

/* Texts to be freed; NULL: out of memory. */
char *record_write(const struct record *r, size_t *n);

#endif
