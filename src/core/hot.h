/* SPDX-License-Identifier: MIT */
/* hot.h - hot code: written once, compiled once for each rule set, no indirect calls.

   A file named *_hot.c is compiled once for every game of games.def, with
   HOT_GAME=ur and HOT_HEADER="games/ur/ur.h".  That header defines

       GAME_RULES      the array of the game's rule sets, constant and visible
       GAME_SETS(X)    X(0) X(1) ... one for each of them

   The file contains an always-inline body that takes the rule set, a macro that makes a
   function of it for rule set i, and HOT_TABLE, which makes the table of these
   functions.  Because &GAME_RULES[i] is a constant there, the compiler resolves the
   function pointers and the parameters of the rule set: test/hot.sh checks the objects.
   hot_select.h finds the entry of a rule set at run time. */
#ifndef CORE_HOT_H
#define CORE_HOT_H

/* Bodies may also be compiled without a game; they then take the rule set at run time. */
#ifdef HOT_HEADER
#include HOT_HEADER
#endif

#define HOT_INLINE static inline __attribute__((always_inline))

#define HOT_JOIN_(a, b) a##_##b
#define HOT_JOIN(a, b)  HOT_JOIN_(a, b)

/* Defines the table NAME of this game (ur_perft for HOT_TABLE(perft, ...)): ENTRY(i) for
   each of its rule sets. */
#define HOT_TABLE(name, type, ENTRY)                                                     \
    extern type HOT_JOIN(HOT_GAME, name)[];                                              \
    type HOT_JOIN(HOT_GAME, name)[] = {GAME_SETS(ENTRY)}

#endif
