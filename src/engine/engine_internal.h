/* SPDX-License-Identifier: MIT */
/* engine_internal.h - the state of the engine and what all its protocols share.

   One thread reads lines, one answers and searches (line_queue.h). */
#ifndef ENGINE_ENGINE_INTERNAL_H
#define ENGINE_ENGINE_INTERNAL_H

#include <stdio.h>
#include "player/player.h"
#include "engine/line_queue.h"
#include "record/dialect.h"
#include "solve/table.h"

/* A `go` without limits searches DEFAULT_NODES nodes, about half a second. */
enum { DEFAULT_NODES = 2000000, DEFAULT_TABLE_MB = 64 };
enum { MAX_NODES = 2000000000, MAX_TABLE_MB = 65536, MAX_THREADS = 256 };

/* Everything except queue and dialect is used by the working thread only. */
struct engine {
    struct line_queue queue;
    int input;
    FILE *output;
    const lus_rules *rules; /* NULL before newgame */
    lus_game *game;         /* NULL before newgame */
    int throw;
    int threads, table_mb, nodes;
    bool classic; /* use the classic evaluation */
    struct player_spec spec;
    struct player player;  /* its transposition table and network */
    struct tables *tables; /* solved games; NULL: none */
    _Atomic int dialect;   /* enum dialect; read by both threads */
};

/* ---- engine.c ---- */

/* Writes the lines in `out` and a line feed, flushes, and frees the buffer. */
void engine_send(const struct engine *e, struct buffer *out);
/* Sends an error line; in UCI and UGI an "info string". */
void engine_error(const struct engine *e, const char *code, const char *text);
/* Sends a fault as an error: "byte 4: expected ...". */
void engine_fault(const struct engine *e, const lus_fault *f);

/* Sets the evaluation to "default" or "classic", or sends an error. */
void engine_set_eval(struct engine *e, const char *value);
/* Sets *number to a value from 1 to `max`, or sends an error. */
void engine_set_number(const struct engine *e, const char *value, int max, int *number);
/* Frees the transposition table and the network of the player. */
void engine_clear_table(struct engine *e);
/* Takes ownership of the game and frees the one before; NULL: no game. */
void engine_set_game(struct engine *e, lus_game *g, int throw);
/* Starts a game at the start position.  Without memory sends an error; then there is no
   game. */
void engine_new_game(struct engine *e, const lus_rules *r);
/* Prepares the tables of the rules, so that the first search does not wait for them: the
   clock of a game does not run yet. */
void engine_prepare(struct engine *e);
/* Sets the position from the arguments of `position` (record/protocol.h), or sends an
   error and keeps the position. */
void engine_set_position(struct engine *e, const char *args);
/* Returns whether there is a game and, if `must_decide`, a move to choose.  Otherwise
   sends an error that says what is missing. */
bool engine_ready(const struct engine *e, bool must_decide);
/* The limits of a search with the current options. */
struct search_limits engine_limits(struct engine *e);
/* Searches and sends `bestmove`; `search` is its number in the queue.  With `until_stop`
   the answer is held back until stop or the end of the input. */
void engine_go(struct engine *e, struct search_limits limits, int search,
               bool until_stop);
/* Answers query gameover, p1turn or result. */
void engine_query(const struct engine *e, const char *question);

/* ---- engine_uci.c ---- */

/* Answers uci or ugi: identification, options, and uciok or ugiok. */
void uci_identify(struct engine *e, enum dialect d);
/* Executes a line after uci or ugi. */
void uci_execute(struct engine *e, const struct queued_line *line);

#endif
