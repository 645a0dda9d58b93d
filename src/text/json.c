/* SPDX-License-Identifier: MIT */
/* json.c - see json.h.

       json_open(&j, NULL, '{');               {
       json_int(&j, "ply", 3);                  "ply":3
       json_open(&j, "moves", '[');                    ,"moves":[
       json_string(&j, NULL, "4-6");                             "4-6"
       json_close(&j, ']');                                           ]
       json_close(&j, '}');                                            }

   The only state is whether the next value needs a comma; the caller closes what it opens. */
#include <string.h>
#include "text/json.h"
#include "text/utf8.h"

struct json json_on(struct buffer *out)
{
    return (struct json){.out = out};
}

static void write_escaped(struct buffer *out, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    static const char letters[] =
        "\"\"\\\\\nn\rr\tt\bb\ff"; /* pairs of byte and letter */
    for (const char *at = letters; *at; at += 2)
        if ((unsigned char)*at == c) {
            buffer_bytes(out, (const char[]){'\\', at[1]}, 2);
            return;
        }
    buffer_bytes(out, (const char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6);
}

static void write_string(struct buffer *out, const char *s)
{
    size_t left = strlen(s);
    buffer_str(out, "\"");
    while (left) {
        size_t n = (size_t)utf8_character(s, left);
        if ((unsigned char)*s < 0x20 || *s == '"' || *s == '\\')
            write_escaped(out, (unsigned char)*s);
        else if (n)
            buffer_bytes(out, s, n);
        else
            buffer_str(out, "\xef\xbf\xbd");
        s += n ? n : 1;
        left -= n ? n : 1;
    }
    buffer_str(out, "\"");
}

/* The comma and the key before a value. */
static void begin(struct json *j, const char *key)
{
    if (j->comma)
        buffer_str(j->out, ",");
    j->comma = true;
    if (key) {
        write_string(j->out, key);
        buffer_str(j->out, ":");
    }
}

void json_open(struct json *j, const char *key, char bracket)
{
    begin(j, key);
    buffer_bytes(j->out, &bracket, 1);
    j->comma = false;
}

void json_close(struct json *j, char bracket)
{
    buffer_bytes(j->out, &bracket, 1);
    j->comma = true;
}

void json_string(struct json *j, const char *key, const char *s)
{
    begin(j, key);
    if (s)
        write_string(j->out, s);
    else
        buffer_str(j->out, "null");
}

void json_int(struct json *j, const char *key, int64_t v)
{
    begin(j, key);
    buffer_int(j->out, v);
}

/* Digit by digit, without floating point: the same on every machine. */
void json_decimal(struct json *j, const char *key, int64_t v, int64_t one)
{
    uint64_t size = v < 0 ? -(uint64_t)v : (uint64_t)v, part = size % (uint64_t)one;
    begin(j, key);
    if (v < 0)
        buffer_str(j->out, "-");
    buffer_int(j->out, (int64_t)size / one);
    if (part)
        buffer_str(j->out, ".");
    for (uint64_t at = (uint64_t)one / 10; part; at /= 10) {
        buffer_int(j->out, (int64_t)(part / at));
        part %= at;
    }
}

void json_real(struct json *j, const char *key, double v)
{
    if (v > -1e12 && v < 1e12)
        json_millionths(j, key, (int64_t)(v * 1e6 + (v < 0 ? -0.5 : 0.5)));
    else
        json_null(j, key);
}

void json_millionths(struct json *j, const char *key, int64_t v)
{
    json_decimal(j, key, v, 1000000);
}

void json_bool(struct json *j, const char *key, bool v)
{
    begin(j, key);
    buffer_str(j->out, v ? "true" : "false");
}

void json_null(struct json *j, const char *key)
{
    json_string(j, key, NULL);
}
