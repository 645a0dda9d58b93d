/* SPDX-License-Identifier: MIT */
/* opening.h - random openings of a match: how many plies, and whether they are balanced.

   The stream of a pair decides its opening: the moves of its first plies (playout.h).  To
   draw another opening is to take another stream. */
#ifndef ARENA_OPENING_H
#define ARENA_OPENING_H

#include "core/random.h"
#include "core/text.h"

/* How the games of a match begin. */
struct opening_rule {
    int plies;   /* random plies; in games with dice usually 0 */
    int most;    /* if larger than `plies`: each pair draws a number from plies..most */
    int balance; /* OPTIONAL, without dice: the side ahead may have so much more than an
                    even chance, in per cent, or so many stones if the score counts */
};

enum { OPENING_MOST = 100, BALANCE_MOST = 50 }; /* the largest numbers in a rule */
enum { OPENING_TEXT = 24 };

/* One opening: the random numbers of a pair and the number of its random plies. */
struct opening {
    struct random chance;
    int plies;
};

/* Reads "4" or "4-8" into rule->plies and rule->most.  Returns 0 or LUS_ETEXT, with the fault
   in *s. */
int opening_read(struct scan *s, struct opening_rule *rule);

/* Writes "4" or "4-8". */
void opening_format(const struct opening_rule *rule, char text[OPENING_TEXT]);

/* Sets *drawn to the opening of a pair.  If the rule asks for balance, openings are drawn until
   a search of six plies finds one; after 100 of them it is the most balanced one.  Returns 0
   or a negative error. */
int opening_draw(const lus_rules *r, const struct opening_rule *rule, uint64_t seed,
                 int64_t pair, struct opening *drawn);

#endif
