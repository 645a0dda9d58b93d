/* SPDX-License-Identifier: MIT */
/* check.h - what is wrong with a program that wants to play, said one thing at a time.

       start --> ping, an unknown line --> each rule set: two games --> stop --> quit

   Every thing that can be wrong is one verdict.  A program with a fault is started anew
   for the next one, so that one fault does not hide the others. */
#ifndef ARENA_CHECK_H
#define ARENA_CHECK_H

#include "arena/agent.h"

enum check_state { CHECK_GOOD, CHECK_BAD, CHECK_LEFT_OUT };

enum { CHECK_TEXT = 240 };
struct verdict {
    enum check_state state;
    char what[CHECK_TEXT];
    char expected[CHECK_TEXT], came[CHECK_TEXT]; /* CHECK_BAD */
    const struct talk *talk;                     /* the dialogue so far; may be NULL */
};

typedef void check_told(void *to, const struct verdict *v);

/* All rule sets, or those of a game ("ur") or one ("ur:finkel").  The number of bad
   verdicts; negative: no program could be started at all. */
int check_agent(const char *command, const struct agent_limits *limits, const char *only,
                check_told *tell, void *to);

#endif
