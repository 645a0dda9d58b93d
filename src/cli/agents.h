/* SPDX-License-Identifier: MIT */
/* agents.h - what every command that starts other programs lets its user say of them. */
#ifndef CLI_AGENTS_H
#define CLI_AGENTS_H

#include "arena/player.h"
#include "cli/cli.h"

struct agent_wish {
    int handshake_ms, memory_mb;
    const char *wrap, *log; /* NULL: none */
};
#define AGENT_WISH                                                                       \
    {                                                                                    \
        AGENT_HELLO_MS, AGENT_MEMORY_MB, NULL, NULL                                      \
    }

/* Rows of a table of options. */
#define AGENT_OPTIONS(wish)                                                              \
    {"handshake", 0,       OPTION_INT, &(wish)->handshake_ms,                            \
     1,           3600000, "MS",       "time of an exec player's first ready (10000)"},  \
        {"agent-memory",                                                                 \
         0,                                                                              \
         OPTION_INT,                                                                     \
         &(wish)->memory_mb,                                                             \
         0,                                                                              \
         1 << 20,                                                                        \
         "MB",                                                                           \
         "memory of each of its processes, 0: no limit (2048)"},                         \
        {"agent-log", 0, OPTION_TEXT, &(wish)->log,                                      \
         0,           0, "DIR",       "add its dialogues to files there"},               \
    {                                                                                    \
        "wrap", 0, OPTION_TEXT, &(wish)->wrap, 0, 0, "COMMAND",                          \
            "run it by this command, as a jailer"                                        \
    }

/* What was wished, of the bot at this seat ("first", "second"); built-in players have no
   use for it.  False: said what is wrong. */
bool agent_wish_set(const struct agent_wish *w, const char *seat, struct player_spec *b);

#endif
