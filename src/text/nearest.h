/* SPDX-License-Identifier: MIT */
/* nearest.h - the name that was probably meant by a mistyped one.

       struct nearest n = nearest_to(typed);
       for each name
           nearest_try(&n, name, name);
       if (n.best) ... "did you mean n.best?"  */
#ifndef TEXT_NEAREST_H
#define TEXT_NEAREST_H

#include <stdbool.h>

struct nearest {
    const char *typed;
    const char *best; /* NULL: no name tried is similar enough */
    int distance;     /* of best: insertions, deletions, replacements, exchanges */
};

struct nearest nearest_to(const char *typed);

/* Tries one name; `meant` is what `best` becomes if it is the most similar so far (the
   first of equals).  Similar enough is at most one change per three characters of the
   name.  Names of more than 63 bytes are not similar to anything.  `meant` must live as long
   as `n`, and so must the typed text. */
void nearest_try(struct nearest *n, const char *name, const char *meant);

/* Whether a typed text is this name; upper and lower case of ASCII letters are the same. */
bool name_equals(const char *typed, const char *name);

#endif
