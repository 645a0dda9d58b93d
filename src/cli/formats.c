/* SPDX-License-Identifier: MIT */
/* formats.c - see formats.h. */
#include "cli/cli.h"
#include "cli/formats.h"

const struct record_format *format_named(const char *option, const char *name)
{
    const struct record_format *f = record_format_find(name);
    if (!f)
        print_usage_error("--%s takes lusoria, rgn, ogn, moves or link, not '%s'", option, name);
    return f;
}

int format_add(const struct record_format *f, struct buffer *all, const struct record *r,
               long long number)
{
    int status = record_format_add(f, all, r);
    if (status == LUS_EMEMORY)
        return print_error_code(status);
    if (status < 0)
        return print_failure("game %lld: %s holds %s", number, f->name, f->contains);
    return 0;
}
