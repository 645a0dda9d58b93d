/* SPDX-License-Identifier: MIT */
/* api_call.c - see api_call.h: finds the handler of a verb and writes errors.

       {"schema":"lusoria.error/1","code":"ERULES","at":0,
        "expected":"the name of a game or rule set",
        "message":"game: expected the name of a game or rule set",
        "field":"game","key":"expected.the-name-of-a-game-or-rule-set"}

   A handler writes into a buffer of its own, which an error replaces, so an answer is either
   complete or an error.  A field that a verb does not take is an error, too: a mistyped
   name would otherwise be ignored. */
#include <stdlib.h>
#include <string.h>
#include "api/api_internal.h"

/* The order is that of doc/api.md. */
static const struct {
    const char *verb, *fields; /* the names it takes, separated by blanks */
    api_verb_fn *run;
} verbs[] = {
    {"games", "", api_game_list},
    {"state", API_WHERE, api_state},
    {"refuse", API_WHERE " move", api_refuse},
    {"choose", API_WHERE " level depth nodes time seed", api_choose},
    {"analyse", API_WHERE " depth nodes time", api_analyse},
    {"review", "record depth nodes time", api_review},
    {"explain", API_WHERE " move", api_explain},
    {"probe", API_WHERE, api_probe},
    {"record", API_WHERE " to", api_record},
    {"dice", "game seed nonce first n record", api_dice},
    {"puzzle", API_WHERE " seed level number player nodes", api_puzzle},
    {"rules", "game", api_rules_page},
};

enum { N_VERBS = sizeof verbs / sizeof verbs[0] };

/* Every field of the request belongs to the verb and occurs once. */
static int check_fields(struct api_request *q, const char *fields)
{
    for (int i = 0; i < q->query.n; i++) {
        const char *name = q->query.field[i].name;
        if (!query_takes(fields, name))
            return api_fail(q, LUS_ETEXT, name, -1,
                            fields[0] ? fields : "no fields with this verb");
        if (api_value(q, name) != q->query.field[i].value)
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
                    "games, state, refuse, choose, analyse, review, explain, probe, "
                    "record, dice, puzzle or rules");
}

/* The query is copied, because its fields are decoded in place. */
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

/* lusoria.error/1 with two members more: the field at fault and the key of `expected`. */
static void write_error(struct json *j, const struct api_request *q, int status)
{
    const char *text = lus_error_text(status);
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.error/1");
    json_string(j, "code", lus_error_name(status));
    if (q->at < 0)
        json_null(j, "at");
    else
        json_int(j, "at", q->at);
    json_string(j, "expected", q->expected[0] ? q->expected : NULL);
    json_string(j, "message", q->message[0] ? q->message : text);
    json_string(j, "field", q->fault_field[0] ? q->fault_field : NULL);
    api_key_write(j, q->expected[0] ? "expected" : "error",
                  q->expected[0] ? q->expected : text);
    json_close(j, '}');
}

/* Reports of src/report end with a line feed, which is cut off: an answer is one line. */
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
        q.out = json_on(&text);
        write_error(&q.out, &q, status);
    }
    char *bytes = buffer_take(&text, &n);
    if (!bytes)
        return LUS_EMEMORY;
    buffer_bytes(out, bytes, bytes[n - 1] == '\n' ? n - 1 : n);
    free(bytes);
    return out->failed ? LUS_EMEMORY : status;
}
