/* SPDX-License-Identifier: MIT */
/* record_format.h - the text formats that a game can be written in.

       lusoria   our own (record.h)            every game
       rgn       RoyalUr (rgn.h)               Ur
       ogn       Aualé (ogn.h)                 Awari
       moves     letters alone, "FfBe" (ogn.h) Awari from the usual start
       link      "#g=ur&m=..." (link.h)        every game

   Reading needs no names: record_reader.h recognises the format. */
#ifndef RECORD_RECORD_FORMAT_H
#define RECORD_RECORD_FORMAT_H

#include "record/record.h"
#include "text/buffer.h"

struct record_format {
    const char *name; /* "lusoria", "rgn", "ogn", "moves", "link" */
    /* Sets *text, to be freed, and its length; LUS_EMEMORY, or for a game that the format
       cannot contain LUS_ERULES or LUS_ESTATE. */
    int (*write)(const struct record *r, char **text, size_t *n);
    const char *separator; /* between two games */
    const char *contains;  /* "games of Ur" */
};

/* The format of that name, a constant; NULL: there is none. */
const struct record_format *record_format_find(const char *name);
/* Appends a game to those before it.  0 or an error of `write`. */
int record_format_add(const struct record_format *f, struct buffer *all,
                      const struct record *r);

#endif
