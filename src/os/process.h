/* SPDX-License-Identifier: MIT */
/* process.h - another program, held so that nothing of it is left in the end.

       lusoria --- hold ---> guard ---> guard ---> program ---> its children, wherever
              \--- in, out, err -----------------/                 they hide

   A guard is a fork of ours and a subreaper (prctl(2)): whatever the program starts,
   also in a session of its own, becomes the guard's child sooner or later.  When the
   program ends, or the pipe `hold` is closed, which also happens when we are killed,
   the guard kills every child it has, until it has none.  Linux only.

   The program gets no shell, no descriptors but three pipes, no signals blocked or
   ignored, no core files, and of the environment only what names places and languages.
   From the first start on nobody without special rights can look into our memory. */
#ifndef OS_PROCESS_H
#define OS_PROCESS_H

#include <sys/types.h>

struct process {
    pid_t guard;
    int hold;
    int in, out, err; /* our ends, none of them blocks: in is written, the others read */
};

/* Splits at blanks; quotes and backslashes as in a shell.  One block to be freed, NULL
   at its end; NULL: no word, a quote without its end, or no memory. */
char **command_split(const char *text);

/* 0, LUS_EFILE or LUS_EMEMORY.  A program that is not there is one that fails at once.
   `memory_mb` is what each of its processes may have, 0: no limit.  It limits private
   writable memory (RLIMIT_DATA), not addresses: Java and JavaScript reserve many. */
int process_start(struct process *p, char *const argv[], int memory_mb);
/* Waits that long for it to end by itself; afterwards nothing of it is left.  Its exit
   code, 128 + N if signal N ended it, -1 if it had to be killed. */
int process_end(struct process *p, int patience_ms);

#endif
