/* SPDX-License-Identifier: MIT */
/* formats.h - the texts a game can be written as. */
#ifndef CLI_FORMATS_H
#define CLI_FORMATS_H

#include "text/buffer.h"
#include "record/record.h"

struct format {
    const char *name;
    int (*write)(const struct record *r, char **text, size_t *n);
    const char *between; /* two games */
    const char *holds;
};

/* "lusoria", "rgn", "ogn", "moves" or "link"; else says so (of this option) and returns
   NULL. */
const struct format *format_named(const char *option, const char *name);
/* Adds a game, called by its number, behind those before; says what is wrong; an exit
   code. */
int format_add(const struct format *f, struct buffer *all, const struct record *r,
               long long number);

#endif
