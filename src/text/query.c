/* SPDX-License-Identifier: MIT */
/* query.c - see query.h. */
#include "text/query.h"
#include <stddef.h>
#include <string.h>

/* 0 to 15; -1: not a hexadecimal digit. */
static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes in place.  False: a '%' without two hexadecimal digits, or an encoded NUL. */
static bool decode(char *text)
{
    char *out = text;
    for (; *text; text++, out++) {
        *out = *text == '+' ? ' ' : *text;
        if (*text != '%')
            continue;
        int high = hex_digit(text[1]), low = high < 0 ? -1 : hex_digit(text[2]);
        if (low < 0 || high + low == 0)
            return false;
        *out = (char)(16 * high + low);
        text += 2;
    }
    *out = '\0';
    return true;
}

/* Splits NAME=VALUE at the first '='; a value may contain more of them. */
static const char *add_field(struct query *q, char *field)
{
    char *equals = strchr(field, '=');
    if (!equals)
        return "NAME=VALUE, joined by '&'";
    if (q->n == QUERY_MAX_FIELDS)
        return "at most 24 fields";
    *equals = '\0';
    if (!decode(field) || !decode(equals + 1))
        return "two hexadecimal digits after '%'";
    q->field[q->n++] = (struct query_field){field, equals + 1};
    return NULL;
}

/* Each '&' is overwritten, so every field is a text of its own. */
const char *query_read(struct query *q, char *text)
{
    const char *expected = NULL;
    q->n = 0;
    while (text && *text && !expected) {
        char *next = strchr(text, '&');
        if (next)
            *next++ = '\0';
        if (*text)
            expected = add_field(q, text);
        text = next;
    }
    return expected;
}

const char *query_value(const struct query *q, const char *name)
{
    for (int i = 0; i < q->n; i++)
        if (!strcmp(q->field[i].name, name))
            return q->field[i].value;
    return NULL;
}

bool query_takes(const char *fields, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = fields; n && (at = strstr(at, name)); at += n)
        if ((at == fields || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}
