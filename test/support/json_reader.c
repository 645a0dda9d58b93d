/* SPDX-License-Identifier: MIT */
/* json_reader.c - a recursive-descent parser.  Every function returns the text behind what it
   read, or NULL if it is not there. */
#include <ctype.h>
#include <string.h>
#include "json_reader.h"

static const char *value(const char *s);

static const char *blanks(const char *s)
{
    return s ? s + strspn(s, " \t\r\n") : NULL;
}

static const char *string(const char *s)
{
    if (*s++ != '"')
        return NULL;
    for (; *s != '"'; s++) {
        if ((unsigned char)*s < 0x20)
            return NULL;
        if (*s != '\\')
            continue;
        s++;
        if (*s == 'u') {
            if (strspn(s + 1, "0123456789abcdefABCDEF") < 4)
                return NULL;
            s += 4;
        } else if (!*s || !strchr("\"\\/bfnrt", *s)) {
            return NULL;
        }
    }
    return s + 1;
}

static const char *digits(const char *s)
{
    return isdigit((unsigned char)*s) ? s + strspn(s, "0123456789") : NULL;
}

static const char *number(const char *s)
{
    s += *s == '-';
    const char *end = *s == '0' ? s + 1 : digits(s);
    if (end && *end == '.')
        end = digits(end + 1);
    if (end && (*end == 'e' || *end == 'E'))
        end = digits(end + 1 + (end[1] == '+' || end[1] == '-'));
    return end;
}

/* What follows an item: the next, or NULL with *end behind the bracket. */
static const char *after(const char *s, char close, const char **end)
{
    s = blanks(s);
    if (s && *s == close)
        *end = s + 1;
    return s && *s == ',' ? blanks(s + 1) : NULL;
}

static const char *key_of(const char *s)
{
    s = blanks(string(s));
    return s && *s == ':' ? blanks(s + 1) : NULL;
}

static const char *list(const char *s, char close)
{
    const char *end = NULL;
    s = blanks(s + 1);
    if (*s == close)
        return s + 1;
    while (s) {
        if (close == '}')
            s = key_of(s);
        s = s ? value(s) : NULL;
        s = s ? after(s, close, &end) : NULL;
    }
    return end;
}

static const char *value(const char *s)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
        if (!strncmp(s, words[i], strlen(words[i])))
            return s + strlen(words[i]);
    return *s == '{'   ? list(s, '}')
           : *s == '[' ? list(s, ']')
           : *s == '"' ? string(s)
                       : number(s);
}

bool json_is_valid(const char *text)
{
    const char *end = blanks(value(blanks(text)));
    return end && !*end;
}

const char *json_member(const char *text, const char *key)
{
    const char *end = NULL, *s = text && *text == '{' ? blanks(text + 1) : NULL;
    while (s && *s == '"') {
        const char *v = key_of(s);
        if (!strncmp(s + 1, key, strlen(key)) && s[1 + strlen(key)] == '"')
            return v;
        s = after(value(v), '}', &end);
    }
    return NULL;
}

const char *json_item(const char *text, int i)
{
    const char *end = NULL, *s = text && *text == '[' ? blanks(text + 1) : NULL;
    while (s && *s != ']' && i-- > 0)
        s = after(value(s), ']', &end);
    return s && *s != ']' ? s : NULL;
}
