/* SPDX-License-Identifier: MIT */
/* cave_reference.h - who wins a board of Magnetic Cave, found a second time.

   It shares no code with src: boards come in as text, a board is two masks without the
   stride of eight, the rules are a list of lines and a look at both ends of each gap.
   Two questions, each answered yes or no by trying all moves until one decides:

       does the side to move win?    does the other side?    neither: a draw

   and the same two with a side that only blocks.

   Answers are kept in a map by the whole board, the four mirror images being one; nothing
   is ever forgotten, no hash is taken for a board. */
#ifndef TEST_CAVE_JUDGE_H
#define TEST_CAVE_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

struct cave_reference;

struct cave_reference *cave_reference_new(int size, int length);
void cave_reference_free(struct cave_reference *j);
/* 1 the side to move wins, 0 a draw, -1 it loses; the text is a position (M5). */
int cave_reference_value(struct cave_reference *j, const char *text);
/* Whether the side to move (`by_mover`) or the other side gets a line if its enemy only
   blocks: the enemy's lines do not count.  Neither side has a line yet. */
bool cave_reference_forces(struct cave_reference *j, const char *text, bool by_mover);
/* Answers in the map. */
uint64_t cave_reference_solved(const struct cave_reference *j);

/* Every way to put so many bricks into rows that obey M2, the second side having as many
   as the first or one fewer: `see` is told the text, and whether it is a position (M5):
   the side to move has no line. */
typedef void cave_reference_visit(void *arg, const char *text, bool position);
void cave_reference_boards(const struct cave_reference *j, int bricks,
                           cave_reference_visit *see, void *arg);

#endif
