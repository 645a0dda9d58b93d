/* SPDX-License-Identifier: MIT */
/* agent_command.h - the text of a player that is another program.

       exec:python3 bot.py                           it speaks lusoria-engine(5)
       uci:java -jar engine.jar                      it speaks UCI
       ugi:option.Threads=2 depth=8 lusoria engine   it speaks UGI

   The first words of a uci or ugi player may be settings: option.NAME=VALUE sets an option of
   the engine, depth=N and nodes=N limit its searches. */
#ifndef PLAYER_AGENT_COMMAND_H
#define PLAYER_AGENT_COMMAND_H

#include <stdbool.h>
#include "lusoria.h"

enum agent_protocol { PROTOCOL_LUSORIA, PROTOCOL_UCI, PROTOCOL_UGI };

struct agent_command {
    enum agent_protocol protocol;
    char **words;     /* one block: the settings, the program, its arguments, NULL */
    int settings;     /* the number of words that are settings */
    int depth, nodes; /* 0: no limit */
};

/* Whether the text begins with exec:, uci: or ugi:. */
bool agent_command_begins(const char *text);
/* Reads the text; without a prefix it is the command of an exec player.  Returns 0, and the
   caller frees c->words; or LUS_ETEXT: then *c is untouched and *fault (may be NULL) says
   what was expected. */
int agent_command_read(const char *text, struct agent_command *c, lus_fault *fault);
/* If this word is option.NAME=VALUE: its NAME and, behind the '=', its VALUE; else NULL.
   *n is the length of the name. */
const char *agent_option(const char *word, size_t *n, const char **value);
/* Whether an option of this name is among the settings. */
bool agent_command_sets(const struct agent_command *c, const char *name);

#endif
