/* SPDX-License-Identifier: MIT */
/* api_query.c - the fields of a request (text/query.h), and errors about them. */
#include "api/api_internal.h"
#include "core/text.h"

int api_query_read(struct api_request *q, char *query)
{
    const char *expected = query_read(&q->query, query);
    return expected ? api_fail(q, LUS_ETEXT, NULL, -1, expected) : 0;
}

const char *api_value(const struct api_request *q, const char *name)
{
    return query_value(&q->query, name);
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
