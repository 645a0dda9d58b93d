/* SPDX-License-Identifier: MIT */
/* api_play.c - the verbs refuse and explain: questions about one move. */
#include <string.h>
#include "api/api_internal.h"
#include "core/text.h"

/* ---- refuse ---- */

/* "U3: the square is occupied by your own piece" -> rule "U3" and the sentence. */
static void write_refusal(struct json *j, const char *why)
{
    char rule[8];
    struct text t = text_on(rule, sizeof rule);
    size_t n = strcspn(why, ":");
    text_bytes(&t, why, n);
    json_string(j, "rule", rule);
    json_string(j, "reason", why[n] ? why + n + 2 : why);
}

int api_refuse(struct api_request *q)
{
    struct api_where w;
    lus_move m;
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    status = api_where_moves(q, &w);
    if (status == 0)
        status = api_move(q, &w, &m);
    if (status == 0 || status == LUS_EILLEGAL) {
        json_open(&q->out, NULL, '{');
        json_string(&q->out, "schema", "lusoria.refuse/1");
        json_bool(&q->out, "legal", status == 0);
        if (status < 0)
            write_refusal(&q->out, q->expected);
        json_close(&q->out, '}');
        status = 0;
    }
    api_where_free(&w);
    return status;
}

/* ---- explain ---- */

int api_explain(struct api_request *q)
{
    struct api_where w;
    char sentence[LUS_MAX_SENTENCE];
    lus_move m;
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    status = api_where_moves(q, &w);
    if (status == 0)
        status = api_move(q, &w, &m);
    if (status == 0) {
        lus_explain(w.rules, lus_game_pos(w.game), w.throw, m, sentence);
        json_open(&q->out, NULL, '{');
        json_string(&q->out, "schema", "lusoria.explain/1");
        json_string(&q->out, "sentence", sentence);
        json_close(&q->out, '}');
    }
    api_where_free(&w);
    return status;
}
