/* SPDX-License-Identifier: MIT */
/* engine.h - what lusoria engine knows and does, whatever protocol it is spoken to in.

   One thread reads, one answers and thinks (inbox.h).  Every answer is one write of
   whole lines, flushed, so that a referee behind a pipe sees it at once. */
#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include "cli/inbox.h"
#include "arena/player.h"
#include "record/dialect.h"

/* A go without limits looks at as many nodes as take half a second. */
enum { DEFAULT_NODES = 2000000, DEFAULT_TABLE_MB = 64 };

struct engine {
    struct inbox inbox;
    const lus_rules *rules; /* NULL before newgame */
    lus_game *game;
    int throw;
    int threads, table_mb, nodes;
    bool classic;
    struct player_spec spec; /* an ai; every go names its own limits */
    struct player player;    /* its transposition table and network */
    struct tables *tables;
    _Atomic int dialect; /* enum dialect, for the reader too */
};

/* ---- engine.c ---- */

void engine_send(struct buffer *out); /* the lines, and a line feed */
void engine_error(const struct engine *e, const char *code, const char *text);
void engine_fault(const struct engine *e, const lus_fault *f);

void engine_eval(struct engine *e, const char *value); /* default or classic */
/* A number from 1 to `most`, or an error. */
void engine_number(const struct engine *e, const char *value, int most, int *into);
void engine_forget(struct engine *e); /* the transposition table and the network */
void engine_set_game(struct engine *e, lus_game *g, int throw);
void engine_new_game(struct engine *e, const lus_rules *r);
/* As record/protocol.h says. */
void engine_position(struct engine *e, const char *args);
/* There is a game, and what is asked can be answered; says what is missing. */
bool engine_ready(const struct engine *e, bool decide);
struct search_limits engine_limits(struct engine *e);
/* Go `number` of the inbox; forever: no answer before it is stopped. */
void engine_go(struct engine *e, struct search_limits limits, int number, bool forever);
/* query gameover, p1turn or result. */
void engine_query(const struct engine *e, const char *question);

/* ---- engine_dialect.c ---- */

/* uci or ugi: who it is, and which dialect is spoken from now on. */
void dialect_hello(struct engine *e, enum dialect d);
void dialect_obey(struct engine *e, const struct letter *letter);

#endif
