/* SPDX-License-Identifier: MIT */
/* query.h - the fields of a request: url-encoded names and values.

       game=ur%3Afinkel&move=0-4&to=a+b   ->   game "ur:finkel", move "0-4", to "a b"

   Empty parts ("a=1&&b=2") are skipped, as browsers do. */
#ifndef TEXT_QUERY_H
#define TEXT_QUERY_H

#include <stdbool.h>

/* More fields than any request takes, with room for new ones. */
enum { QUERY_MAX_FIELDS = 24 };

/* Both texts are decoded and belong to the text that was read. */
struct query_field {
    const char *name, *value;
};

struct query {
    int n;
    struct query_field field[QUERY_MAX_FIELDS];
};

/* Splits a text in place and decodes %XX and '+'.  NULL: *q is filled, and valid as long as
   the text; otherwise a constant text that says what was expected. */
const char *query_read(struct query *q, char *text);
/* The value of the first field with this name; NULL: there is none. */
const char *query_value(const struct query *q, const char *name);
/* Whether a name is one of the words of `fields`, which are separated by blanks. */
bool query_takes(const char *fields, const char *name);

#endif
