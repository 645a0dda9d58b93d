/* SPDX-License-Identifier: MIT */
/* agent_check.h - tests a bot for protocol errors, one result per check.

       start --> ping, unknown lines --> each rule set: two games --> clock, stop --> quit

   A UCI or UGI engine gets isready instead of ping.  After a fault the program is started again for the next check, so that one error does
   not hide the others. */
#ifndef PLAYER_AGENT_CHECK_H
#define PLAYER_AGENT_CHECK_H

#include "player/agent.h"

enum check_state { CHECK_PASSED, CHECK_FAILED, CHECK_SKIPPED };

enum { CHECK_TEXT = 240 };
struct check_result {
    enum check_state state;
    char what[CHECK_TEXT];                           /* what was checked */
    char expected[CHECK_TEXT], received[CHECK_TEXT]; /* CHECK_FAILED only */
    const struct transcript *transcript; /* CHECK_FAILED only; may be NULL.  Valid during
                                            the callback */
};

typedef void check_report_fn(void *arg, const struct check_result *result);

/* Checks the command (agent_command.h) in all rule sets, or only in those of `game` ("ur" or "ur:finkel";
   NULL: all), and reports each result to `report`.  Returns the number of failed checks,
   LUS_ETEXT if the command is invalid (*fault says what was expected), or LUS_EFILE if no
   process could be started.  The texts of a result contain what the bot
   sent: sanitise them before printing. */
int agent_check(const char *command, const struct agent_limits *limits, const char *game,
                check_report_fn *report, void *arg, lus_fault *fault);

#endif
