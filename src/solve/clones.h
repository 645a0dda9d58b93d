/* SPDX-License-Identifier: MIT */
/* clones.h - CLONES("avx2") before a function: compiled once more for such machines,
   and chosen when the program starts.

   Sanitizers do not bear the dispatch, clang 14 does not know the attribute. */
#ifndef SOLVE_CLONES_H
#define SOLVE_CLONES_H

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) &&        \
    !defined(__SANITIZE_ADDRESS__) && !defined(__clang__) && __GNUC__ >= 12
#define CLONES(...) __attribute__((target_clones(__VA_ARGS__, "default")))
#else
#define CLONES(...)
#endif

#endif
