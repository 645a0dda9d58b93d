/* SPDX-License-Identifier: MIT */
/* line_editor.h - typed lines with editing, history and Tab, by libedit.

   Optional at build time; without libedit, and where standard input or output is not a
   terminal, lines are read plainly (terminal.h).  The history is the file "history" of the
   state folder. */
#ifndef TERMINAL_LINE_EDITOR_H
#define TERMINAL_LINE_EDITOR_H

#include <stdbool.h>

/* From now on lines are edited, and Tab completes a line to one of these words (n of them,
   which must stay valid), until the call with n 0. */
void line_editor_words(const char *const *words, int n);
/* Whether the next line is to be read with line_editor_read. */
bool line_editor_active(void);
/* Reads one line of at most `size` bytes with its NUL, without its line feed; `next_byte`
   gives the typed bytes, or EOF.  Returns its length; -1 at the end of the input or if the
   line is interrupted; `size` or more: the line is too long. */
long line_editor_read(const char *prompt, int (*next_byte)(void), char *line, long size);

#endif
