/* SPDX-License-Identifier: MIT */
/* tabled.h - what the verbs of lusoria table share. */
#ifndef CLI_TABLED_H
#define CLI_TABLED_H

#include "cli/cli.h"

struct call {
    const char *verb, *folder, *format, *output;
    const char *word[2]; /* behind the verb; NULL: not given */
    int pieces, stones, size, threads;
    struct tables *tables;
};

/* The table a verb is about: a file, to be closed as *opened, or that of a game; of the
   size wanted, or without one the largest.  If any that holds so many will do, the
   smallest of them.  NULL: there is none, which is said. */
struct table *table_wanted(struct call *c, bool holds, struct table **opened);
/* Says that there is no such table, and which command builds one. */
void say_none(const struct call *c, const lus_rules *r);

/* The verbs; each returns an exit code. */
int table_stats(struct call *c);
int table_probe(struct call *c);
int table_export(struct call *c);

#endif
