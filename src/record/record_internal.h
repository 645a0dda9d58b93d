/* SPDX-License-Identifier: MIT */
/* record_internal.h - what the readers and writers of records share. */
#ifndef RECORD_RECORD_INTERNAL_H
#define RECORD_RECORD_INTERNAL_H

#include <stdbool.h>
#include "core/rules.h"
#include "record/record.h"

int record_result_of(const char *text, size_t n);           /* -1: no such token */
bool is_one_of(const char *name, const char *const *names); /* NULL ends them */
/* Tags by which RGN and OGN are known or that they use themselves: a record that has one
   of its own cannot keep it in those formats. */
extern const char *const foreign_names[];

/* A numbered turn: plies of one side in a row. */
struct turn {
    int number, side;
    bool begins; /* this ply is its first */
};
struct turn record_turn(const lus_game *g, int ply, struct turn last);

/* "4/0-4" or "F". */
void record_format_ply(const lus_game *g, int ply, struct text *out);
/* Plays the ply written at s->at, up to the byte `end`. */
int record_play_ply(struct record *r, struct scan *s, size_t end);
/* The game has ended, and nobody resigned or decided it. */
bool record_by_play(const struct record *r);
/* Stones the ply brought its player (Awari). */
int ogn_taken(const lus_game *g, int ply);
/* "19-25" */
bool ogn_stones(const char *text, int stones[2]);
/* [Name "value"], quotes and backslashes escaped. */
struct buffer;
void record_write_tag(struct buffer *b, const char *name, const char *value);
void record_write_comment(struct buffer *b, const char *comment); /* NULL: none */
/* Not begun at the usual start, or with a throw already made. */
bool record_is_set_up(const struct record *r);

/* ---- reading ---- */

struct raw_tag {
    size_t at; /* of the value */
    bool bare; /* without quotes, as RGN has it */
    char name[RECORD_MAX_NAME + 1], value[RECORD_MAX_VALUE + 1];
};

struct raw_tags {
    int n;
    struct raw_tag tag[RECORD_MAX_TAGS];
};

/* All tags that stand at s->at, also none. */
int raw_read(struct scan *s, struct raw_tags *tags);
const struct raw_tag *raw_find(const struct raw_tags *tags, const char *name);
/* What a format calls a tag of ours; no name of ours: the reader sees to it itself. */
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
int record_read_comment(struct scan *s, struct record *r); /* "{...}" behind a ply */

#endif
