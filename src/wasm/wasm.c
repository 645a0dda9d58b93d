/* SPDX-License-Identifier: MIT */
/* wasm.c - exports of the browser engine: no imports, text in, JSON out.

   The page writes two C strings to the address that lusoria_input returns, calls
   lusoria_analyse with their addresses, and reads a C string at the address that is
   returned.  The string belongs to the module and is valid until the next call.  The
   module has one thread: it serves one call at a time. */
#include <stdlib.h>
#include <string.h>
#include "analyse/bench.h"
#include "report/analysis_json.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Returns the address of n bytes for the arguments of the next call, NULL if there is no
   memory.  The module frees them at the next lusoria_input. */
char *EXPORT(lusoria_input)(size_t n);

/* Analyses a position.  Returns lusoria.analysis/1, or lusoria.error/1 if an argument is
   wrong (report/analysis_json.h); NULL if there is no memory.  The search ends at `depth`
   plies or after `nodes` nodes; 0 means no such limit, and one of them is REQUIRED. */
const char *EXPORT(lusoria_analyse)(const char *rules, const char *position, int depth,
                                    int nodes);

/* Returns the signature of `lusoria bench`, 16 hexadecimal digits: the same searches give
   the same numbers.  NULL if there is no memory. */
const char *EXPORT(lusoria_signature)(void);

static char *input, *answer;

char *lusoria_input(size_t n)
{
    free(input);
    return input = malloc(n);
}

static const char *set_answer(struct buffer *b)
{
    free(answer);
    return answer = buffer_take(b, NULL);
}

static const char *error_answer(int code, int64_t at, const char *expected)
{
    struct buffer b = {0};
    error_json(&b, lus_error_name(code), at, expected, lus_error_text(code));
    return set_answer(&b);
}

const char *lusoria_analyse(const char *rules, const char *position, int depth, int nodes)
{
    const lus_rules *r = lus_rules_find(rules);
    struct search_limits limits = {.depth = depth, .nodes = (uint64_t)nodes};
    struct analysis *a;
    struct buffer b = {0};
    lus_fault fault;
    lus_pos p;
    int throw, status;
    if (!r)
        return error_answer(LUS_ERULES, -1, NULL);
    if (depth < 0 || nodes < 0 || (depth == 0 && nodes == 0))
        return error_answer(LUS_ERANGE, -1,
                            "a depth or a number of nodes above 0; neither below 0");
    if ((status = lus_pos_parse(r, position, &p, &throw, &fault)) < 0)
        return error_answer(status, (int64_t)fault.at, fault.expected);
    lus_game *g = lus_game_new(r, &p);
    status = g ? analyse(g, throw, &limits, &a) : LUS_EMEMORY;
    lus_game_free(g);
    if (status < 0)
        return error_answer(status, -1, NULL);
    analysis_json(&b, a);
    free(a);
    return set_answer(&b);
}

const char *lusoria_signature(void)
{
    const lus_rules *r;
    struct bench bench;
    struct buffer b = {0};
    uint64_t signature = BENCH_SEED;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        int status = bench_run(r, NULL, &bench, &signature);
        if (status < 0)
            return error_answer(status, -1, NULL);
    }
    for (int shift = 60; shift >= 0; shift -= 4)
        buffer_bytes(&b, &"0123456789abcdef"[signature >> shift & 15], 1);
    return set_answer(&b);
}
