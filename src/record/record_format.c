/* SPDX-License-Identifier: MIT */
/* record_format.c - see record_format.h.

       write_own, write_link, ...   one game in one format, for the caller to free
       formats[]                    their names, separators and what they can contain

   The separator is put between two games of a file.  "moves" needs none: each game is one
   line that ends in a line feed. */
#include <stdlib.h>
#include <string.h>
#include "record/link.h"
#include "record/ogn.h"
#include "record/record_format.h"
#include "record/rgn.h"

static int write_own(const struct record *r, char **text, size_t *n)
{
    char *made = record_write(r, n);
    if (made)
        *text = made;
    return made ? 0 : LUS_EMEMORY;
}

static int write_link(const struct record *r, char **text, size_t *n)
{
    char *made = link_format(r);
    if (!made)
        return LUS_EMEMORY;
    *text = made;
    *n = strlen(made);
    return 0;
}

static const struct record_format formats[] = {
    {"lusoria", write_own, "\n", "every game"},
    {"rgn", rgn_write, "\n", "games of Ur"},
    {"ogn", ogn_write, "\n", "games of Awari"},
    {"moves", ogn_write_moves, "", "games of Awari from the usual start"},
    {"link", write_link, "\n", "every game"},
};

const struct record_format *record_format_find(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
}

int record_format_add(const struct record_format *f, struct buffer *all,
                      const struct record *r)
{
    char *text;
    size_t n;
    int status = f->write(r, &text, &n);
    if (status < 0)
        return status;
    buffer_str(all, all->len ? f->separator : "");
    buffer_bytes(all, text, n);
    free(text);
    return all->failed ? LUS_EMEMORY : 0;
}
