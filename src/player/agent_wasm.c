/* SPDX-License-Identifier: MIT */
/* agent_wasm.c - agents of the browser engine, which cannot start a process: see agent.h. */
#ifdef __wasm__

#include "player/agent.h"

int agent_open(struct agent **a, const char *text, const lus_rules *r,
               const struct agent_limits *limits, const _Atomic bool *stop)
{
    (void)text, (void)r, (void)limits, (void)stop;
    *a = NULL;
    return LUS_ESTATE;
}

void agent_close(struct agent *a)
{
    (void)a;
}

int agent_choose(struct agent *a, const lus_game *g, int throw,
                 const struct agent_clock *clock, lus_move *m)
{
    (void)a, (void)g, (void) throw, (void)clock, (void)m;
    return LUS_ESTATE;
}

#else

typedef int agent_wasm_is_empty_here;

#endif
