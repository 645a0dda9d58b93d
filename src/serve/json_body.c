/* SPDX-License-Identifier: MIT */
/* json_body.c - see json_body.h: jansson parses. */
#ifdef WITH_SERVE

#include "serve/json_body.h"
#include <jansson.h>
#include <string.h>
#include "lusoria.h"

/* Appends one byte, as %XX unless it stands for itself in every part of a query. */
static void add_encoded(struct buffer *b, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
        buffer_bytes(b, (const char *)&c, 1);
        return;
    }
    const char code[3] = {'%', digits[c >> 4], digits[c & 15]};
    buffer_bytes(b, code, sizeof code);
}

/* Appends n bytes, url-encoded. */
static void add_text(struct buffer *b, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_encoded(b, (unsigned char)text[i]);
}

/* False: the value is neither a string nor a whole number. */
static bool add_value(struct buffer *b, const json_t *value)
{
    if (json_is_string(value))
        add_text(b, json_string_value(value), json_string_length(value));
    else if (json_is_integer(value))
        buffer_int(b, json_integer_value(value));
    else
        return false;
    return true;
}

/* Appends all members as NAME=VALUE, joined by '&', in the order of the object. */
static int add_object(struct buffer *query, json_t *object, struct json_body_fault *fault)
{
    const char *name, *separator = "";
    json_t *value;
    json_object_foreach(object, name, value)
    {
        buffer_str(query, separator);
        add_text(query, name, strlen(name));
        buffer_str(query, "=");
        if (!add_value(query, value)) {
            *fault = (struct json_body_fault){-1, "strings and whole numbers as values"};
            return LUS_ETEXT;
        }
        separator = "&";
    }
    return query->failed ? LUS_EMEMORY : 0;
}

/* What would have been right, for the error that jansson reports. */
static const char *expected_instead_of(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_duplicate_key:
        return "each name once";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "text without a zero byte";
    case json_error_stack_overflow:
        return "an object without nested values";
    default:
        return "one JSON object";
    }
}

int json_body_query(const char *bytes, size_t n, struct buffer *query,
                    struct json_body_fault *fault)
{
    json_error_t error;
    json_t *object = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &error);
    if (!object && json_error_code(&error) == json_error_out_of_memory)
        return LUS_EMEMORY;
    if (!object) {
        *fault = (struct json_body_fault){error.position, expected_instead_of(&error)};
        return LUS_ETEXT;
    }
    int status = LUS_ETEXT;
    if (json_is_object(object))
        status = add_object(query, object, fault);
    else
        *fault = (struct json_body_fault){0, "one JSON object"};
    json_decref(object);
    return status;
}

#else

typedef int json_body_is_empty_here;

#endif
