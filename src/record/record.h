/* SPDX-License-Identifier: MIT */
/* record.h - the record of a game: tags, moves, comments, result.

       [Game "ur:finkel"]
       [First "Ada"]
       [Result "*"]
       [DiceCommitment "9f86d081884c7d65..."]

       1. 4/0-4 2/0-2 1... 0/pass 2. 1/2-3 {a quiet move} 2... 3/0-3 *

   A turn has a number: "N." for the side that starts the game, "N..." for the other;
   without dice only "N." is written.  A ply is THROW/MOVE in a dice game, otherwise MOVE.
   Lines have at most 80 characters.  The result is that of the players, not of the sides:
   1-0 (the first player won), 0-1, 1/2-1/2, * (unfinished).

   Unknown tags are kept, in their order, after the known ones.  These are derived from
   the game and not stored: Game, Position, RollOff, Dark, Result, Reason.

   The reader accepts only legal moves and the result that follows from them.  A record
   that was written is read and written again byte for byte. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "lusoria.h"

/* The limits of one game; a file of games may be of any size.  A record within the other
   limits never has more than RECORD_MAX_BYTES (record_write.c proves it), so that what is
   written can be read. */
enum {
    RECORD_MAX_BYTES = 1 << 20,
    RECORD_MAX_PLIES = 20000,        /* games of a match are drawn then */
    RECORD_MAX_COMMENTS = 320 << 10, /* bytes of all comments together */
    RECORD_MAX_TAGS = 64,
    RECORD_MAX_NAME = 32,   /* bytes of a tag's name */
    RECORD_MAX_VALUE = 1024 /* bytes of a tag's value */
};

struct record;

/* A record of a game, which it owns from now on, even on failure (NULL: out of memory).
   To be freed with record_free. */
struct record *record_new(lus_game *game);
void record_free(struct record *r); /* NULL is allowed */
/* The game stays the record's.  It may be continued; comments after its last ply are not
   written. */
lus_game *record_game(const struct record *r);

/* The value of a stored tag, owned by the record; NULL: there is none.  Setting copies the
   value; NULL removes the tag.  LUS_ESTATE: the tag is derived from the game; LUS_ETEXT:
   not UTF-8, or with control characters; LUS_ESPACE: too long or too many; LUS_EMEMORY. */
const char *record_tag(const struct record *r, const char *name);
int record_set_tag(struct record *r, const char *name, const char *value);
int record_tags(const struct record *r);
void record_tag_at(const struct record *r, int i, const char **name, const char **value);

/* The comment after a ply (from 0; -1: before the first), owned by the record; NULL: none.
   Setting copies it and reduces white space to single blanks.  LUS_ETEXT: braces, control
   characters or not UTF-8; LUS_ERANGE: no such ply; LUS_ESPACE: more than
   RECORD_MAX_COMMENTS with those of the other plies; LUS_EMEMORY.  On failure the old
   comment stays. */
const char *record_comment(const struct record *r, int ply);
int record_set_comment(struct record *r, int ply, const char *text);

/* A throw that was made before the game started, part of its Position; LUS_ANY_THROW:
   none.  LUS_ERANGE: the game has no such throw. */
int record_first_throw(const struct record *r);
int record_set_first_throw(struct record *r, int throw);

/* How the game ended for the players. */
enum record_result { RECORD_OPEN, RECORD_FIRST, RECORD_SECOND, RECORD_DRAW };
extern const char *const record_token[]; /* of these: "*", "1-0", "0-1", "1/2-1/2" */
int record_result(const struct record *r);
/* "no move", "repetition", "resignation" or the reason given to record_decide; NULL: the
   game was ended by play or is not finished. */
const char *record_reason(const struct record *r);
/* Ends the game for a reason other than its rules: "time", "illegal move", "crash", ...
   LUS_ESTATE: the game is over by its rules; LUS_ERANGE: no such result; LUS_ETEXT: the
   reason is empty, too long or has control characters; LUS_EMEMORY. */
int record_decide(struct record *r, int result, const char *reason);

/* Reads all games of a text in any format (ours, RGN, OGN, bare moves of Awari).  Sets the
   list, to be freed with record_list_free, and returns 0.  Otherwise returns the code of
   *fault, and the outputs are unchanged. */
int record_read(const char *text, size_t n, struct record ***list, int *count,
                lus_fault *fault);
/* The same, but after a fault the list contains the games before it, and the plies before
   it: the list is always set and has to be freed. */
int record_read_some(const char *text, size_t n, struct record ***list, int *count,
                     lus_fault *fault);
void record_list_free(struct record **list, int count);
/* Appends to a list of n records.  0, or LUS_EMEMORY: the record stays the caller's. */
int record_list_add(struct record ***list, int n, struct record *r);
/* The line of a byte of a text, from 1. */
int record_line(const char *text, size_t at);

/* The text of a record, which the caller frees; NULL: out of memory.  record_read accepts
   it unless the game has more than RECORD_MAX_PLIES plies. */
char *record_write(const struct record *r, size_t *n);

#endif
