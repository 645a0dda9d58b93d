/* SPDX-License-Identifier: MIT */
/* hot.h - one source, one instance a rule set, no indirect calls.

   A file named *_hot.c is compiled once for every game of games.def, with
   HOT_GAME=ur and HOT_HEADER="games/ur/ur.h".  That header defines

       GAME_RULES      the array of the game's rule sets, constant and visible
       GAME_SETS(X)    X(0) X(1) ... one for each of them

   The file writes its work as an always-inline body that takes the rule set,
   and HOT_INSTANCES makes a two-line function of it for each rule set.  Because
   `&GAME_RULES[i]` is a constant there, the compiler sees through the function
   pointers and folds the rule set's numbers: tools/hotcheck looks at the objects. */
#ifndef CORE_HOT_H
#define CORE_HOT_H

/* A body compiled for no game in particular takes the rule set at run time. */
#ifdef HOT_HEADER
#include HOT_HEADER
#endif

#define HOT_INLINE static inline __attribute__((always_inline))

#define HOT_JOIN_(a, b) a##_##b
#define HOT_JOIN(a, b)  HOT_JOIN_(a, b)
/* HOT_NAME(perft) is ur_perft: what the generic file picks its instances from. */
#define HOT_NAME(name) HOT_JOIN(HOT_GAME, name)

#endif
