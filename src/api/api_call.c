/* SPDX-License-Identifier: MIT */
/* api_call.c - see api_call.h: finds the handler of a verb and writes errors. */
#include <stdlib.h>
#include <string.h>
#include "api/api_internal.h"
#include "report/analysis_json.h"

static const struct {
    const char *verb, *fields; /* the names it takes, each followed by a space */
    api_verb_fn *run;
} verbs[] = {
    {"games", "", api_games},
    {"state", API_WHERE, api_state},
    {"refuse", API_WHERE "move ", api_refuse},
    {"choose", API_WHERE "level depth nodes time seed ", api_choose},
    {"analyse", API_WHERE "depth nodes time ", api_analyse},
    {"review", "record depth nodes time ", api_review},
    {"explain", API_WHERE "move ", api_explain},
    {"record", API_WHERE "to ", api_record},
    {"dice", "game seed nonce first n record ", api_dice},
};

enum { N_VERBS = sizeof verbs / sizeof verbs[0] };

static bool takes(const char *fields, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = fields; (at = strstr(at, name)); at += n)
        if ((at == fields || at[-1] == ' ') && at[n] == ' ')
            return n > 0;
    return false;
}

static int check_fields(struct api_request *q, const char *fields)
{
    for (int i = 0; i < q->n; i++) {
        const char *name = q->field[i].name;
        if (!takes(fields, name))
            return api_fail(q, LUS_ETEXT, name, -1,
                            fields[0] ? fields : "no fields with this verb");
        if (api_value(q, name) != q->field[i].value)
            return api_fail(q, LUS_ETEXT, name, -1, "each field once");
    }
    return 0;
}

static int run_verb(struct api_request *q, const char *verb)
{
    for (int i = 0; i < N_VERBS; i++)
        if (!strcmp(verb, verbs[i].verb)) {
            int status = check_fields(q, verbs[i].fields);
            return status < 0 ? status : verbs[i].run(q);
        }
    return api_fail(q, LUS_ETEXT, "verb", 0,
                    "games, state, refuse, choose, analyse, review, explain, record or "
                    "dice");
}

static int answer(struct api_request *q, const char *verb, const char *query)
{
    size_t n = strlen(query);
    if (n > q->host->max_bytes)
        return api_fail(q, LUS_ESPACE, NULL, (int64_t)q->host->max_bytes,
                        "a shorter request");
    char *copy = malloc(n + 1);
    if (!copy)
        return api_fail(q, LUS_EMEMORY, NULL, -1, NULL);
    memcpy(copy, query, n + 1);
    int status = api_query_read(q, copy);
    if (status == 0)
        status = run_verb(q, verb);
    free(copy);
    return status;
}

int api_call(const struct api_host *host, const char *verb, const char *query,
             struct buffer *out)
{
    struct buffer text = {0};
    struct api_request q = {.host = host, .at = -1};
    size_t n;
    q.out = json_on(&text);
    int status = answer(&q, verb, query);
    if (status < 0) {
        text.len = 0;
        error_json(&text, lus_error_name(status), q.at, q.expected[0] ? q.expected : NULL,
                   q.message[0] ? q.message : lus_error_text(status));
    }
    char *bytes = buffer_take(&text, &n);
    if (!bytes)
        return LUS_EMEMORY;
    buffer_bytes(out, bytes, bytes[n - 1] == '\n' ? n - 1 : n);
    free(bytes);
    return out->failed ? LUS_EMEMORY : status;
}
