/* SPDX-License-Identifier: MIT */
/* line_editor.c - see line_editor.h.

       line_editor_read
         set_prompt        marks colours, so that libedit counts columns rightly
         el_gets           edits the line; calls read_character and, at Tab, complete
         remember          adds it to the history and to its file

   The bytes come from the caller (next_byte), because Ctrl-C must end the line: libedit
   itself would read again after a signal. */
#include "terminal/line_editor.h"

#ifdef WITH_EDIT

#include <histedit.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include "os/folders.h"

/* Lines in the file; the character that begins and ends a part without columns. */
enum { HISTORY_LINES = 200, LITERAL = 1 };

/* libedit calls back without a context, so there is one editor for the whole process. */
static struct {
    EditLine *editor; /* NULL: not used yet */
    History *history;
    char path[PATH_MAX]; /* of the history; "": there is no state folder */
    char prompt[256];    /* colours are between two LITERAL */
    int (*next_byte)(void);
    const char *const *words;
    int n_words;
} lines;

/* Callback of libedit. */
static char *prompt_of(EditLine *e)
{
    (void)e;
    return lines.prompt;
}

/* Copies the prompt; libedit must not count the columns of colours. */
static void set_prompt(const char *prompt)
{
    size_t n = 0;
    bool escape = false;
    for (; *prompt && n + 2 < sizeof lines.prompt; prompt++) {
        if (*prompt == '\033') {
            lines.prompt[n++] = LITERAL;
            escape = true;
        }
        lines.prompt[n++] = *prompt;
        if (escape && *prompt == 'm') {
            lines.prompt[n++] = LITERAL;
            escape = false;
        }
    }
    lines.prompt[n] = '\0';
}

/* One character from its bytes. */
static int read_character(EditLine *e, wchar_t *c)
{
    mbstate_t state = {0};
    (void)e;
    for (;;) {
        int byte = lines.next_byte();
        if (byte == EOF)
            return -1;
        char one = (char)byte;
        size_t n = mbrtowc(c, &one, 1, &state);
        if (n != (size_t)-2)
            return n == (size_t)-1 ? (*c = L'?', 1) : 1;
    }
}

/* ---- completion ---- */

/* The number of words that begin with a text of n bytes, and the bytes they have in common. */
static int matching(const char *text, size_t n, const char **first, size_t *common)
{
    int found = 0;
    for (int i = 0; i < lines.n_words; i++) {
        const char *word = lines.words[i];
        if (strncasecmp(word, text, n) != 0)
            continue;
        if (!found++) {
            *first = word;
            *common = strlen(word);
        }
        for (size_t k = 0; k < *common; k++)
            if (word[k] != (*first)[k])
                *common = k;
    }
    return found;
}

/* All words that begin with the text, below the line. */
static void print_matching(const char *text, size_t n)
{
    putchar('\n');
    for (int i = 0; i < lines.n_words; i++)
        if (!strncasecmp(lines.words[i], text, n))
            printf("%s  ", lines.words[i]);
    putchar('\n');
    fflush(stdout);
}

/* Tab: completes as far as all words agree; otherwise shows them. */
static unsigned char complete(EditLine *e, int key)
{
    const LineInfo *line = el_line(e);
    size_t n = (size_t)(line->cursor - line->buffer), common = 0;
    const char *first = NULL;
    char rest[64];
    (void)key;
    int found = matching(line->buffer, n, &first, &common);
    if (!found)
        return CC_ERROR;
    if (common > n && common - n < sizeof rest) {
        memcpy(rest, first + n, common - n);
        rest[common - n] = '\0';
        el_insertstr(e, rest);
        return CC_REFRESH;
    }
    if (found == 1)
        return CC_NORM;
    print_matching(line->buffer, n);
    return CC_REDISPLAY;
}

/* ---- the editor ---- */

/* Without a state folder, or without memory, there is no history. */
static void open_history(void)
{
    HistEvent event;
    lines.history = history_init();
    if (!lines.history)
        return;
    history(lines.history, &event, H_SETSIZE, HISTORY_LINES);
    history(lines.history, &event, H_SETUNIQUE, 1);
    if (!folder_path(FOLDER_STATE, "history", lines.path, sizeof lines.path))
        lines.path[0] = '\0';
    else
        history(lines.history, &event, H_LOAD, lines.path);
    el_set(lines.editor, EL_HIST, history, lines.history);
}

/* At the first line; the editor stays open until the process ends. */
static bool open_editor(void)
{
    if (lines.editor)
        return true;
    lines.editor = el_init("lusoria", stdin, stdout, stderr);
    if (!lines.editor)
        return false;
    el_set(lines.editor, EL_PROMPT_ESC, prompt_of, LITERAL);
    el_set(lines.editor, EL_EDITOR, "emacs");
    el_set(lines.editor, EL_GETCFN, read_character);
    el_set(lines.editor, EL_ADDFN, "lusoria-complete", "completes a word", complete);
    el_set(lines.editor, EL_BIND, "\t", "lusoria-complete", NULL);
    open_history();
    return true;
}

/* Empty lines are not kept.  The file is written after each line, so that nothing is lost. */
static void remember(const char *line)
{
    HistEvent event;
    if (!lines.history || !*line || *line == '\n')
        return;
    history(lines.history, &event, H_ENTER, line);
    if (lines.path[0])
        history(lines.history, &event, H_SAVE, lines.path);
}

void line_editor_words(const char *const *words, int n)
{
    lines.words = words;
    lines.n_words = n;
}

bool line_editor_active(void)
{
    return lines.n_words > 0;
}

long line_editor_read(const char *prompt, int (*next_byte)(void), char *line, long size)
{
    int n = 0;
    set_prompt(prompt);
    lines.next_byte = next_byte;
    const char *typed = open_editor() ? el_gets(lines.editor, &n) : NULL;
    if (!typed || n <= 0)
        return -1;
    remember(typed);
    n -= typed[n - 1] == '\n';
    if (n < size) {
        memcpy(line, typed, (size_t)n);
        line[n] = '\0';
    }
    return n;
}

#else

void line_editor_words(const char *const *words, int n)
{
    (void)words, (void)n;
}

bool line_editor_active(void)
{
    return false;
}

long line_editor_read(const char *prompt, int (*next_byte)(void), char *line, long size)
{
    (void)prompt, (void)next_byte, (void)line, (void)size;
    return -1;
}

#endif
