/* SPDX-License-Identifier: MIT */
/* cmd_rules.c - lusoria rules: the pages of doc/rules/, built into the program. */
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/pages.h"
#include "cli/play.h"

const char *const *rules_page(const lus_rules *r)
{
    const char *name = lus_rules_name(r);
    size_t n = strcspn(name, ":");
    for (const struct page *p = rules_pages; p->game; p++)
        if (strlen(p->game) == n && !strncmp(p->game, name, n))
            return p->lines;
    return NULL;
}

int cmd_rules(const struct command *self, int argc, char **argv)
{
    const struct option none[] = {{0}};
    const char *name;
    struct terminal t;
    int n = options_read(self, none, argc, argv, &name, 1, 1);
    if (n < 0)
        return -1 - n;
    const lus_rules *r = rules_named(name);
    if (!r || terminal_open(&t, NULL, false))
        return EXIT_FAILED;
    const char *const *page = rules_page(r);
    if (!page)
        return say_failed("this build has no page of rules for %s", name);
    page_print(&t, page);
    return EXIT_DONE;
}
