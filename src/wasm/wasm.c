/* SPDX-License-Identifier: MIT */
/* wasm.c - exports of the browser engine: no imports, text in, JSON out.

   The caller asks lusoria_input for n bytes, writes two C strings there, the verb and the
   url-encoded query, calls lusoria_call with their addresses and reads the C string at the
   address that is returned.  doc/api.md has the twelve lines of JavaScript.  The answer
   belongs to the module and is valid until the next call.  The module has one thread: it
   serves one call at a time.  Nothing that changes an answer is kept between two calls; the
   endings of Awari are solved in memory when a search first needs them, and stay there. */
#include <stdlib.h>
#include <string.h>
#include "api/api_call.h"
#include "solve/table.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Returns the address of n bytes for the arguments of the next call, NULL if there is no
   memory.  The module frees them at the next lusoria_input. */
char *EXPORT(lusoria_input)(size_t n);

/* Answers one request: api/api_call.h.  Returns NULL if there is no memory. */
const char *EXPORT(lusoria_call)(const char *verb, const char *query);

/* A search of 20 million nodes takes 2 to 20 seconds. */
static struct api_host host = {
    .max_depth = 63, .max_nodes = 20000000, .max_bytes = 1 << 20};

static char *input, *answer;

char *lusoria_input(size_t n)
{
    free(input);
    return input = malloc(n);
}

const char *lusoria_call(const char *verb, const char *query)
{
    struct buffer b = {0};
    free(answer);
    answer = NULL;
    host.tables = (const lus_tables *)tables_open(NULL);
    api_call(&host, verb, query, &b);
    return answer = buffer_take(&b, NULL);
}
