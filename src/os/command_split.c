/* SPDX-License-Identifier: MIT */
/* command_split.c - a command line as words: see process.h. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "os/process.h"

static const char blanks[] = " \t\n";

/* Copies one word to *out; false: a quote is not closed. */
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
