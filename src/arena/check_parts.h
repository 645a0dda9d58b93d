/* SPDX-License-Identifier: MIT */
/* check_parts.h - what the checks of a program share; nobody else's business. */
#ifndef ARENA_CHECK_PARTS_H
#define ARENA_CHECK_PARTS_H

#include "arena/check.h"

enum { GRACE_MS = 500, ANSWER_MS = 2000 };

struct check {
    const char *command;
    const struct agent_limits *limits;
    check_told *tell;
    void *to;
    struct agent *agent;
    int bad, pings;           /* pings: the number of the last one */
    bool pongs;               /* it answers them */
    char said[CHECK_TEXT];    /* the last line that came, as it is told */
    char refusal[CHECK_TEXT]; /* the last error line */
    char name[CHECK_TEXT];
    int strays, doubles;    /* lines of no use, answers nobody asked for */
    const lus_rules *plays; /* a rule set it plays; NULL: none so far */
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void check_print(char text[CHECK_TEXT], const char *format, ...);

void check_good(struct check *c, const char *what);
void check_bad(struct check *c, const char *what, const char *expected, const char *came);
void check_left_out(struct check *c, const char *what);
/* How a program that has a fault ended, in words. */
void check_fault(struct check *c, char came[CHECK_TEXT]);

/* Starts it, again if it runs. */
void check_start(struct check *c);
/* After a fault the next question is for a new one; false: it does not even start. */
bool check_is_up(struct check *c);
/* Waits for a line of one of two words (the second may be NULL); NULL: a fault. */
const char *check_hear(struct check *c, const char *word, const char *other, int ms);
/* Everything before it has been read and answered. */
bool check_ping(struct check *c);

/* check_game.c: a verdict on one rule set, which may be refused unless it is wanted. */
void check_rules(struct check *c, const lus_rules *r, bool wanted);

#endif
