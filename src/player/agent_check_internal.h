/* SPDX-License-Identifier: MIT */
/* agent_check_internal.h - what agent_check.c and agent_check_game.c share. */
#ifndef PLAYER_AGENT_CHECK_INTERNAL_H
#define PLAYER_AGENT_CHECK_INTERNAL_H

#include "player/agent_check.h"
#include "player/agent_command.h"

enum { CHECK_GRACE_MS = 500, CHECK_ANSWER_MS = 2000 };

/* The state of all checks of one command. */
struct agent_check {
    const char *command;
    enum agent_protocol protocol;
    const struct agent_limits *limits;
    check_report_fn *report;
    void *arg;
    struct agent *agent; /* NULL: not running */
    int failed;          /* number of failed checks */
    int last_ping;       /* number of the last ping */
    bool answers_ping;
    char last_line[CHECK_TEXT];  /* the last line received */
    char last_error[CHECK_TEXT]; /* the last error line */
    char name[CHECK_TEXT];       /* of `id name` */
    int unknown_lines;           /* lines that are not in the protocol */
    int extra_answers;           /* bestmove lines without a go */
    const lus_rules *plays;      /* a rule set it plays; NULL: none yet */
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void check_print(char text[CHECK_TEXT], const char *format, ...);

/* Report one result.  A failure comes with the transcript of the running agent. */
void check_pass(struct agent_check *c, const char *what);
void check_fail(struct agent_check *c, const char *what, const char *expected,
                const char *received);
void check_skip(struct agent_check *c, const char *what);
/* Describes the fault of the agent in words. */
void check_describe_fault(struct agent_check *c, char text[CHECK_TEXT]);

/* Starts the program; ends it first if it is running. */
void check_restart(struct agent_check *c);
/* Restarts it if it has a fault; returns whether it is running. */
bool check_running(struct agent_check *c);
/* Waits for a line that starts with `word` or `other` (may be NULL); NULL: a fault. */
const char *check_receive(struct agent_check *c, const char *word, const char *other,
                          int within_ms);
/* Sends a ping (isready) and waits for its pong (readyok): all lines before it have then been answered. */
bool check_ping(struct agent_check *c);

/* Checks one rule set (agent_check_game.c).  `required`: refusing it is a failure. */
void check_rules(struct agent_check *c, const lus_rules *r, bool required);

#endif
