/* SPDX-License-Identifier: MIT */
/* process_tree.h - kills the descendants of this process that belong to a guard.

   A child of this process is a guard that was registered, a child from before the first
   registration, which is not ours to kill, or an orphan: a process whose guards are dead.
   Orphans fall to this process because it is a subreaper. */
#ifndef OS_PROCESS_TREE_H
#define OS_PROCESS_TREE_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether /proc can be read; makes this process a subreaper at the first call.  False:
   errno says why. */
bool process_tree_init(void);
/* Forks with the list of guards locked and registers the child as one.  In the child
   returns 0, else its number or -1 and errno. */
pid_t process_tree_fork(void);
/* Kills a guard and its descendants, and all orphans with theirs, through pidfds, whatever
   state they are in, until none is left or `within_ms` have passed.  Zombie orphans are
   reaped; the guard is not.  False: some are left, or /proc cannot be read. */
bool process_tree_kill(pid_t guard, int within_ms);
/* To be called when the guard was waited for. */
void process_tree_forget(pid_t guard);

#endif
