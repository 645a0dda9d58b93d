/* SPDX-License-Identifier: MIT */
/* record_internal.h - what the readers and writers of records share.

       record_reader.c          finds the format of each game
         record_tags.c          raw_read: the tags, as text
         record_read.c          own_read \
         rgn_read.c             rgn_read  > one game: tags to record, moves, result
         ogn_read.c             ogn_read /
       record_write.c, rgn.c, ogn.c         writing

   A reader returns 0, or a negative error after it has filled the fault of the scanner: the
   byte and what was expected there. */
#ifndef RECORD_RECORD_INTERNAL_H
#define RECORD_RECORD_INTERNAL_H

#include <stdbool.h>
#include "core/rules.h"
#include "record/record.h"

int record_result_of(const char *text, size_t n);           /* -1: no such token */
bool is_one_of(const char *name, const char *const *names); /* NULL ends them */
/* The tags of RGN and OGN: a tag of a record with such a name is not written in those
   formats. */
extern const char *const foreign_names[];

/* A numbered turn: consecutive plies of one side. */
struct record_turn {
    int number, side;
    bool begins; /* the ply is the first of the turn */
};
/* The turn of a ply; `last` is that of the ply before, zeroed for the first. */
struct record_turn record_turn_of(const lus_game *g, int ply, struct record_turn last);

/* "4/0-4" or "F". */
void record_format_ply(const lus_game *g, int ply, struct text *out);
/* Reads and plays the ply at s->at, which ends before the byte `end`.  0 or a fault. */
int record_play_ply(struct record *r, struct scan *s, size_t end);
/* The game was ended by its rules, not by a resignation or record_decide. */
bool record_by_play(const struct record *r);
/* The number of stones that a ply captured (Awari). */
int ogn_taken(const lus_game *g, int ply);
/* Reads "19-25", the stones of South and North; false: another text. */
bool ogn_stones(const char *text, int stones[2]);
/* [Name "value"], quotes and backslashes escaped. */
struct buffer;
void record_write_tag(struct buffer *b, const char *name, const char *value);
void record_write_comment(struct buffer *b, const char *comment); /* NULL: none */
/* The game does not start at the usual position, or starts with a throw. */
bool record_is_set_up(const struct record *r);

/* ---- reading ---- */

/* A tag as it stands in the file, before its meaning is known. */
struct raw_tag {
    size_t at; /* the byte where the value begins */
    bool bare; /* without quotes, as in RGN */
    char name[RECORD_MAX_NAME + 1], value[RECORD_MAX_VALUE + 1];
};

struct raw_tags {
    int n;
    struct raw_tag tag[RECORD_MAX_TAGS];
};

/* Reads the tags at s->at; there may be none.  0 or a fault. */
int raw_read(struct scan *s, struct raw_tags *tags);
/* The tag of that name; NULL: there is none. */
const struct raw_tag *raw_find(const struct raw_tags *tags, const char *name);
/* The name of a tag in another format and here; NULL here: its reader handles the tag. */
struct tag_name {
    const char *theirs, *ours;
};
/* Stores the tags under our names ({NULL} ends them); one that follows from the game is
   left out, and one whose value is `unknown` (NULL: every value is known). */
int record_keep_tags(struct scan *s, struct record *r, const struct raw_tags *tags,
                     const struct tag_name *names, const char *unknown);

/* record_decide for a reader: a fault at `at` if the reason will not do. */
int record_decide_at(struct scan *s, struct record *r, int result, const char *reason,
                     size_t at);

/* Skips white space. */
void scan_white(struct scan *s);
/* The end of the word at s->at: white space, a brace or a bracket ends it. */
size_t scan_word_end(const struct scan *s);
/* A fault inside a part of the text, moved to its place in the whole. */
int scan_inner(struct scan *s, size_t at, const lus_fault *inner);

/* One game of a format, from behind its tags to its end.  On a fault *made is what was
   read before it, or NULL; it is the caller's. */
typedef int read_game_fn(struct scan *s, const struct raw_tags *tags,
                         struct record **made);
read_game_fn own_read, rgn_read, ogn_read;
/* Reads "{...}" and stores it as the comment of the last ply.  0 or a fault. */
int record_read_comment(struct scan *s, struct record *r);

#endif
