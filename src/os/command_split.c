/* SPDX-License-Identifier: MIT */
/* command_split.c - a command line as words: see process.h.

       python3 "my bot.py" -x\ y   ->   "python3"  "my bot.py"  "-x y"  NULL

   The array of pointers and the words are one block:

       | word 0 | word 1 | word 2 | NULL | ... | python3\0my bot.py\0-x y\0 |

   A text of n bytes has at most n / 2 + 1 words.  There are no variables, patterns or
   redirections: the program is started without a shell. */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "os/process.h"

static const char blanks[] = " \t\n";

/* Copies one word to *out and moves both pointers behind it.  A backslash quotes the next
   character, except between single quotes.  False: a quote is not closed. */
static bool copy_word(const char **text, char **out)
{
    char quote = '\0';
    for (; **text && (quote || !strchr(blanks, **text)); ++*text) {
        char c = **text;
        if (c == '\\' && quote != '\'' && (*text)[1])
            *(*out)++ = *++*text;
        else if (c == quote)
            quote = '\0';
        else if (!quote && (c == '\'' || c == '"'))
            quote = c;
        else
            *(*out)++ = c;
    }
    *(*out)++ = '\0';
    return !quote;
}

char **command_split(const char *text)
{
    size_t bytes = strlen(text) + 2, most = bytes / 2 + 2, n = 0;
    char **words = malloc(most * sizeof *words + bytes);
    char *out = (char *)(words + most);
    bool good = words;
    while (good && *(text += strspn(text, blanks))) {
        words[n++] = out;
        good = copy_word(&text, &out);
    }
    if (!good || n == 0) {
        free(words);
        return NULL;
    }
    words[n] = NULL;
    return words;
}

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* An empty folder in PATH means the current one. */
static bool is_in_path(const char *name)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : "/usr/bin:/bin";; at++) {
        char file[PATH_MAX];
        int n = (int)strcspn(at, ":");
        int written =
            snprintf(file, sizeof file, "%.*s%s%s", n, at, n ? "/" : "./", name);
        if (written > 0 && (size_t)written < sizeof file && is_program(file))
            return true;
        at += n;
        if (!*at)
            return false;
    }
}

bool program_exists(const char *word)
{
    return strchr(word, '/') ? is_program(word) : is_in_path(word);
}
