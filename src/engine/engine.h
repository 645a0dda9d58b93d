/* SPDX-License-Identifier: MIT */
/* engine.h - the server side of the engine protocol, lusoria-engine(5). */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdio.h>
#include "solve/table.h"

/* Reads commands from the descriptor `input` and writes answers to `output` until `quit`
   or the end of the input.  `tables` may be NULL and remains the caller's.  Each answer
   is written as whole lines and flushed.  One engine runs in a process at a time. */
void engine_run(struct tables *tables, int input, FILE *output);

#endif
