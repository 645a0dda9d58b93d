/* SPDX-License-Identifier: MIT */
/* formats.c - see formats.h. */
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/formats.h"
#include "record/link.h"
#include "record/ogn.h"
#include "record/rgn.h"

static int write_ours(const struct record *r, char **text, size_t *n)
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

static const struct format formats[] = {
    {"lusoria", write_ours, "\n", "every game"},
    {"rgn", rgn_write, "\n", "games of Ur"},
    {"ogn", ogn_write, "\n", "games of Awari"},
    {"moves", ogn_write_moves, "", "games of Awari from the usual start"},
    {"link", write_link, "\n", "every game"},
};

const struct format *format_named(const char *option, const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    say_usage("--%s takes lusoria, rgn, ogn, moves or link, not '%s'", option, name);
    return NULL;
}

int format_add(const struct format *f, struct buffer *all, const struct record *r,
               long long number)
{
    char *text;
    size_t n;
    int status = f->write(r, &text, &n);
    if (status == LUS_EMEMORY)
        return say_error(status);
    if (status < 0)
        return say_failed("game %lld: %s holds %s", number, f->name, f->holds);
    buffer_str(all, all->len ? f->between : "");
    buffer_bytes(all, text, n);
    free(text);
    return 0;
}
