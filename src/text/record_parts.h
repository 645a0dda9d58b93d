/* SPDX-License-Identifier: MIT */
/* record_parts.h - what the readers and writers of records share. */
#ifndef TEXT_RECORD_PARTS_H
#define TEXT_RECORD_PARTS_H

#include <stdbool.h>
#include "core/rules.h"
#include "text/record.h"

extern const char *const record_token[]; /* by enum record_result */

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
/* Not begun at the usual start, or with a throw already made. */
bool record_is_set_up(const struct record *r);

/* ---- reading ---- */

struct raw_tag {
    size_t at; /* of the value */
    char name[RECORD_MAX_NAME + 1], value[RECORD_MAX_VALUE + 1];
};

struct raw_tags {
    int n;
    struct raw_tag tag[RECORD_MAX_TAGS];
};

const struct raw_tag *raw_find(const struct raw_tags *tags, const char *name);
void scan_white(struct scan *s);
/* The end of the word at s->at: white space, a brace or a bracket ends it. */
size_t scan_word_end(const struct scan *s);
/* A fault inside a part of the text, moved to its place in the whole. */
int scan_inner(struct scan *s, size_t at, const lus_fault *inner);

#endif
