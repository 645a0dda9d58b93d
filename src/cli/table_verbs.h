/* SPDX-License-Identifier: MIT */
/* table_verbs.h - what the verbs of lusoria table share. */
#ifndef CLI_TABLE_VERBS_H
#define CLI_TABLE_VERBS_H

#include "cli/cli.h"

/* The arguments of one call; a number is 0 and a text NULL if it was not given.  `size` is
   set by table_wanted from `pieces` or `stones`. */
struct table_call {
    const char *folder, *format, *output;
    const char *word[2]; /* after the verb; NULL: not given */
    int pieces, stones, size, threads, sample;
    struct seed seed; /* of the sample */
    struct tables *tables;
};

/* The table a verb was called with (word[0]): a file, which the caller closes as *opened, or
   the table of a game, which belongs to c->tables: the one of the given size, or the
   largest.  With `or_larger` a table that contains the given size is enough, and the
   smallest of them is used.  NULL: there is none, and a message was printed. */
struct table *table_wanted(struct table_call *c, bool or_larger, struct table **opened);
/* Prints that there is no table of these rules, and which command builds it. */
void say_no_table(const struct table_call *c, const lus_rules *r);

/* The verbs of table_report.c; each prints its answer, or a message, and returns an exit
   code. */
int table_stats(struct table_call *c);
int table_probe(struct table_call *c);

#endif
