/* SPDX-License-Identifier: MIT */
/* engine.h - the server side of the engine protocol, lusoria-engine(5).

       > lusoria 1                      < id name lusoria 0.1.0 ... ready
       > newgame ur:finkel
       > position 7--------------0:7--------------0:L throw 2
       > go movetime 1000               < info depth 6 ... bestmove 0-2
       > quit

   Two threads: one reads lines, one answers them (line_queue.h), so that `stop` is seen
   during a search.  UCI and UGI are understood, too (record/dialect.h). */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdio.h>
#include "solve/table.h"

/* Reads commands from the descriptor `input` and writes answers to `output` until `quit`
   or the end of the input.  `tables` may be NULL and remains the caller's.  Each answer
   is written as whole lines and flushed.  One engine runs in a process at a time.  Returns
   false, without reading anything, if the system allows no second thread: one reads while
   the other one searches. */
bool engine_run(struct tables *tables, int input, FILE *output);

#endif
