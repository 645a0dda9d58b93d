/* SPDX-License-Identifier: MIT */
/* process.h - runs another program so that none of its processes is left at the end.

       lusoria --- hold ---> guard ---> guard ---> program ---> its descendants
              \--- in, out, err -----------------/

   A guard is a fork of this process and a subreaper (prctl(2)): every descendant of the
   program, also in a session of its own, stays below it.  When the program ends, or the
   pipe `hold` is closed, which also happens when this process is killed, the guard kills
   all its children until it has none.

   This process is a subreaper too.  If the program stops or kills its guards, this process
   kills everything below them itself (process_tree.h).  A program that stops or kills this
   process is not contained.  Linux only.

   The program gets no shell, three pipes and no other descriptors, default signals, no
   core files, and only those environment variables that name places and languages.  After
   the first start, processes without special rights cannot read our memory. */
#ifndef OS_PROCESS_H
#define OS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process {
    pid_t guard; /* the first of the two guards, our child */
    int hold;    /* our end of the pipe; closing it makes the guards kill everything */
    int in, out, err; /* our ends, non-blocking: `in` is written, the others are read */
};

/* Results of process_end besides exit codes. */
enum { PROCESS_KILLED = -1, PROCESS_LEFT = -2 };

/* Splits at blanks; quotes and backslashes work as in a shell.  Returns words that end with
   NULL, in one block the caller frees.  NULL: no word, an unbalanced quote, or no memory. */
char **command_split(const char *text);
/* Whether the first word of a command names a program that can be started: a path to an
   executable file, or a name found in PATH. */
bool program_exists(const char *word);

/* Why programs cannot be contained on this system, for example because /proc cannot be
   read; NULL: they can. */
const char *process_unsupported(void);
/* Starts a program.  A command that does not exist is a program that fails at once.
   `memory_mb` limits each of its processes, 0: no limit.  It limits private writable memory
   (RLIMIT_DATA), not addresses, because Java and JavaScript reserve many.  Returns 0, or
   LUS_EFILE if no process can be started or contained. */
int process_start(struct process *p, char *const argv[], int memory_mb);
/* Which streams of a program can be read; at the end of a stream it counts, too. */
struct process_ready {
    bool out, err;
};

/* Waits at most that long for something to read. */
struct process_ready process_wait_output(const struct process *p, int within_ms);
/* Waits at most that long until its input can be written. */
void process_wait_input(const struct process *p, int within_ms);
/* Read at most n bytes, at most INT_MAX, of its output or its standard error, without
   waiting.  They return their number, 0: there are none yet, -1: there will be none. */
int process_read_out(const struct process *p, char *bytes, size_t n);
int process_read_err(struct process *p, char *bytes, size_t n);
/* Writes some of n bytes, at most INT_MAX, to its input, without waiting.  Returns their
   number, 0: the pipe is full, -1: it has closed its input. */
int process_write(const struct process *p, const char *bytes, size_t n);

/* Closes its input, waits `patience_ms` for it to end, and then ends all its processes,
   within 2 seconds.  Returns its exit code, 128 + N if signal N ended it, PROCESS_KILLED,
   or PROCESS_LEFT if processes could not be killed. */
int process_end(struct process *p, int patience_ms);

#endif
