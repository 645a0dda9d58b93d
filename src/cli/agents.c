/* SPDX-License-Identifier: MIT */
/* agents.c - see agents.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "os/process.h"
#include "cli/agents.h"

/* The folder is made, the file begins empty or goes on. */
static bool set_log(const char *folder, const char *seat, char path[AGENT_PATH])
{
    FILE *file = NULL;
    int n = snprintf(path, AGENT_PATH, "%s/%s.log", folder, seat);
    bool fits = n > 0 && n < AGENT_PATH;
    if (fits && (mkdir(folder, 0700) == 0 || errno == EEXIST))
        file = fopen(path, "ae");
    if (!file) {
        say_usage("--agent-log: '%s' cannot be written: %s", folder,
                  fits ? strerror(errno) : "its name is too long");
        return false;
    }
    return fclose(file) == 0;
}

bool agent_wish_set(const struct agent_wish *w, const char *seat, struct player_spec *b)
{
    if (b->kind != PLAYER_EXEC)
        return true;
    char **words = w->wrap ? command_split(w->wrap) : NULL;
    free(words);
    if (w->wrap && !words) {
        say_usage("--wrap takes a command, its quotes in pairs");
        return false;
    }
    b->agent.hello_ms = w->handshake_ms;
    b->agent.memory_mb = w->memory_mb;
    b->agent.wrap = w->wrap;
    return !w->log || set_log(w->log, seat, b->agent.log);
}
