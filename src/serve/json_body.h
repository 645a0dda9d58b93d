/* SPDX-License-Identifier: MIT */
/* json_body.h - a flat JSON object as the query of a request of the API.

       {"game": "ur:finkel", "throw": 2}   -->   game=ur%3Afinkel&throw=2

   Values are strings and whole numbers.  Nested values, true, false, null, fractions and a
   name that occurs twice are errors. */
#ifndef SERVE_JSON_BODY_H
#define SERVE_JSON_BODY_H

#include "text/buffer.h"

/* What is wrong with a body. */
struct json_body_fault {
    int64_t at;           /* bytes read until it was noticed; -1: unknown */
    const char *expected; /* a constant text */
};

/* Appends the url-encoded query to *query.  Returns 0; LUS_ETEXT, then *fault is set and
   *query may contain a part; LUS_EMEMORY. */
int json_body_query(const char *bytes, size_t n, struct buffer *query,
                    struct json_body_fault *fault);

#endif
