/* SPDX-License-Identifier: MIT */
/* json.h - writing JSON without stdio: compact, one line, keys in the order written.

   Every value takes its key first; inside an array the key is NULL.  Strings are UTF-8
   and escaped as RFC 8259 asks: quote, backslash and bytes below 0x20; what is not
   UTF-8, and DEL and the controls beyond it, becomes U+FFFD.  Numbers are whole, or
   decimals without zeros behind (`one` is a power of ten): 0.5312, -3, 12.4. */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H

#include "text/buffer.h"

struct json {
    struct buffer *out;
    bool follows; /* a comma comes before the next value */
};

struct json json_on(struct buffer *out);
void json_open(struct json *j, const char *key, char bracket);    /* '{' or '[' */
void json_close(struct json *j, char bracket);                    /* '}' or ']' */
void json_string(struct json *j, const char *key, const char *s); /* NULL: null */
void json_int(struct json *j, const char *key, int64_t v);
void json_millionths(struct json *j, const char *key, int64_t v);
/* Rounded to millionths; what is not finite, or beyond a million million, is null. */
void json_real(struct json *j, const char *key, double v);
void json_decimal(struct json *j, const char *key, int64_t v, int64_t one); /* v / one */
void json_bool(struct json *j, const char *key, bool v);
void json_null(struct json *j, const char *key);

#endif
