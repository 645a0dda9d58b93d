/* SPDX-License-Identifier: MIT */
/* wasm.c - the engine for a page: no imports, texts in and JSON out.

   The page writes two C strings into lusoria_input(n), calls, and reads the answer
   at the address returned, a C string that stays until the next call. */
#include <stdlib.h>
#include <string.h>
#include "analyse/bench.h"
#include "report/analysis.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static char *input, *answer; /* one caller, one answer: the module has one thread */

char *EXPORT(lusoria_input)(size_t n);
const char *EXPORT(lusoria_analyse)(const char *rules, const char *position, int depth,
                                    int nodes);
const char *EXPORT(lusoria_signature)(void);

char *lusoria_input(size_t n)
{
    free(input);
    return input = malloc(n);
}

static const char *give(struct buffer *b)
{
    free(answer);
    return answer = buffer_take(b, NULL);
}

static const char *give_error(int code, const lus_fault *fault)
{
    struct buffer b = {0};
    error_write(&b, lus_error_name(code), fault ? (int64_t)fault->at : -1,
                fault ? fault->expected : NULL, lus_error_text(code));
    return give(&b);
}

const char *lusoria_analyse(const char *rules, const char *position, int depth, int nodes)
{
    const lus_rules *r = lus_rules_find(rules);
    struct analyse_limits limits = {.search = {.depth = depth, .nodes = (uint64_t)nodes}};
    struct analysis *a;
    struct buffer b = {0};
    lus_fault fault;
    lus_pos p;
    int throw, status;
    if (!r)
        return give_error(LUS_ERULES, NULL);
    if ((status = lus_pos_parse(r, position, &p, &throw, &fault)) < 0)
        return give_error(status, &fault);
    lus_game *g = lus_game_new(r, &p);
    status = g ? analyse(g, throw, &limits, &a) : LUS_EMEMORY;
    lus_game_free(g);
    if (status < 0)
        return give_error(status, NULL);
    analysis_write(&b, a);
    free(a);
    return give(&b);
}

/* That of lusoria bench: the same searches, the same numbers. */
const char *lusoria_signature(void)
{
    const lus_rules *r;
    struct bench bench;
    struct buffer b = {0};
    uint64_t signature = BENCH_SEED;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        int status = bench_run(r, NULL, &bench, &signature);
        if (status < 0)
            return give_error(status, NULL);
    }
    for (int shift = 60; shift >= 0; shift -= 4)
        buffer_bytes(&b, &"0123456789abcdef"[signature >> shift & 15], 1);
    return give(&b);
}
