/* SPDX-License-Identifier: MIT */
/* json.h - writes JSON without stdio: compact, on one line, keys in the order written.

   Every function takes the key of the value; inside an array the key is NULL.  Strings
   are escaped as in RFC 8259; bytes that are not UTF-8, DEL and C1 controls become
   U+FFFD.  Numbers are integers or decimals without trailing zeros: 0.5312, -3, 12.4. */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H

#include "text/buffer.h"

struct json {
    struct buffer *out;
    bool comma; /* the next value needs a comma before it */
};

/* A writer that appends to a buffer, which stays the caller's; nothing to free. */
struct json json_on(struct buffer *out);
void json_open(struct json *j, const char *key, char bracket);    /* '{' or '[' */
void json_close(struct json *j, char bracket);                    /* '}' or ']' */
void json_string(struct json *j, const char *key, const char *s); /* NULL: null */
void json_int(struct json *j, const char *key, int64_t v);
void json_millionths(struct json *j, const char *key, int64_t v); /* v / 1000000 */
/* Rounded to millionths; null if it is not finite or its size is 1e12 or more. */
void json_real(struct json *j, const char *key, double v);
/* v / one; `one` is a power of ten. */
void json_decimal(struct json *j, const char *key, int64_t v, int64_t one);
void json_bool(struct json *j, const char *key, bool v);
void json_null(struct json *j, const char *key);

#endif
