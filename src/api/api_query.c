/* SPDX-License-Identifier: MIT */
/* api_query.c - the fields of a request: url-encoded names and values.

       game=ur%3Afinkel&move=0-4&to=a+b   ->   game "ur:finkel", move "0-4", to "a b"

   Empty parts ("a=1&&b=2") are skipped, as browsers do. */
#include <string.h>
#include "api/api_internal.h"
#include "core/text.h"

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
static int add_field(struct api_request *q, char *field)
{
    char *equals = strchr(field, '=');
    if (!equals)
        return api_fail(q, LUS_ETEXT, NULL, -1, "NAME=VALUE, joined by '&'");
    if (q->n == API_MAX_FIELDS)
        return api_fail(q, LUS_ETEXT, NULL, -1, "at most 24 fields");
    *equals = '\0';
    if (!decode(field) || !decode(equals + 1))
        return api_fail(q, LUS_ETEXT, NULL, -1, "two hexadecimal digits after '%'");
    q->field[q->n++] = (struct api_field){field, equals + 1};
    return 0;
}

/* Each '&' is overwritten, so every field is a text of its own. */
int api_query_read(struct api_request *q, char *query)
{
    int status = 0;
    while (query && *query && status == 0) {
        char *next = strchr(query, '&');
        if (next)
            *next++ = '\0';
        if (*query)
            status = add_field(q, query);
        query = next;
    }
    return status;
}

const char *api_value(const struct api_request *q, const char *name)
{
    for (int i = 0; i < q->n; i++)
        if (!strcmp(q->field[i].name, name))
            return q->field[i].value;
    return NULL;
}

/* Digits only: no sign, no blanks.  The loop ends before the number can overflow. */
int api_number(struct api_request *q, const char *name, int64_t min, int64_t max,
               int64_t missing, int64_t *value)
{
    char expected[64];
    struct text t = text_on(expected, sizeof expected);
    const char *text = api_value(q, name), *digit = text;
    int64_t number = 0;
    *value = missing;
    if (!text)
        return 0;
    for (; *digit >= '0' && *digit <= '9' && number <= max; digit++)
        number = 10 * number + (*digit - '0');
    if (digit > text && !*digit && number >= min && number <= max) {
        *value = number;
        return 0;
    }
    text_str(&t, "a number from ");
    text_int(&t, min);
    text_str(&t, " to ");
    text_int(&t, max);
    return api_fail(q, LUS_ERANGE, name, digit - text, expected);
}

/* "move: expected a move", or the text of the code if nothing particular was expected. */
int api_fail(struct api_request *q, int code, const char *name, int64_t at,
             const char *expected)
{
    struct text e = text_on(q->expected, sizeof q->expected);
    struct text m = text_on(q->message, sizeof q->message);
    struct text f = text_on(q->fault_field, sizeof q->fault_field);
    q->at = at;
    text_str(&f, name ? name : "");
    text_str(&e, expected ? expected : "");
    if (name) {
        text_str(&m, name);
        text_str(&m, ": ");
    }
    if (expected) {
        text_str(&m, "expected ");
        text_str(&m, expected);
    } else {
        text_str(&m, lus_error_text(code));
    }
    return code;
}

int api_fault(struct api_request *q, int code, const char *name, const lus_fault *fault)
{
    return api_fail(q, code, name, (int64_t)fault->at, fault->expected);
}
