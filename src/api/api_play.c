/* SPDX-License-Identifier: MIT */
/* api_play.c - the verbs refuse and explain: questions about one move.

       {"schema":"lusoria.refuse/1","legal":false,"rule":"U2",
        "reason":"none of your pieces stands on that square","key":"refuse.u2-..."}

       {"schema":"lusoria.explain/1","sentence":"0-4 throws again and ...",
        "facts":[{"key":"fact.again","against":false,...,"text":"throws again"},...],
        "table":null}

   A page in another language translates each fact by its key and arguments; the sentence is
   English. */
#include <string.h>
#include "analyse/facts.h"
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
    api_key_write(j, "refuse", why);
}

/* An illegal move is an answer, not an error; a text that is not a move is one. */
int api_refuse(struct api_request *q)
{
    struct api_where w;
    lus_move m;
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    status = api_where_moves(q, &w);
    if (status == 0)
        status = api_move_read(q, &w, &m);
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

/* By enum fact_kind. */
static const char *const fact_keys[] = {
    "wins",      "captures", "swaps",  "home",     "stops",   "forces",
    "threatens", "again",    "lands",  "remark",   "safe",    "saves",
    "blocks",    "narrows",  "enters", "lets-win", "exposes", "gives",
    "leaves",    "back",     "unsafe", "open"};

/* The throws of a fact ("exposes the piece on 5 to 3"), and their weight of all weights. */
static void write_fact_throws(struct json *j, const lus_rules *r, unsigned throws)
{
    int weight = 0;
    json_open(j, "throws", '[');
    for (int i = 0; i < lus_throws(r); i++)
        if (throws >> i & 1) {
            json_int(j, NULL, lus_throw_value(r, i));
            weight += lus_throw_weight(r, i);
        }
    json_close(j, ']');
    json_int(j, "weight", weight);
    json_int(j, "weights", lus_throw_weight_sum(r));
}

/* A key, its arguments and the English phrase.  The name of a square and a remark are
   texts with keys of their own. */
static void write_fact(struct json *j, const lus_rules *r, const lus_pos *after,
                       const struct fact *f)
{
    char phrase[LUS_MAX_SENTENCE], reply[LUS_MAX_TEXT];
    struct text t = text_on(phrase, sizeof phrase), key = text_on(reply, sizeof reply);
    explain_fact(&t, r, after, f);
    json_open(j, NULL, '{');
    text_str(&key, "fact.");
    text_str(&key, fact_keys[f->kind]);
    json_string(j, "key", reply);
    json_bool(j, "against", f->kind >= FACTS_AGAINST);
    json_int(j, "square", f->square);
    json_int(j, "n", f->n);
    write_fact_throws(j, r, f->throws);
    if (f->reply)
        lus_move_format(r, after, f->reply, reply);
    json_string(j, "reply", f->reply ? reply : NULL);
    json_string(j, "name", f->text);
    json_string(j, "text", phrase);
    json_close(j, '}');
}

/* Replies of the enemy are moves of the position after the move. */
static void write_facts(struct json *j, const struct api_where *w, lus_move m)
{
    struct fact fact[MAX_FACTS];
    lus_pos after = *lus_game_pos(w->game);
    int n = move_facts(w->rules, lus_game_pos(w->game), w->throw, m, fact);
    lus_play(w->rules, &after, w->throw, m);
    json_open(j, "facts", '[');
    for (int i = 0; i < n; i++)
        write_fact(j, w->rules, &after, &fact[i]);
    json_close(j, ']');
}

/* An illegal move is an error here: it has no facts. */
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
        status = api_move_read(q, &w, &m);
    if (status == 0) {
        lus_explain(w.rules, lus_game_pos(w.game), w.throw, m, sentence);
        json_open(&q->out, NULL, '{');
        json_string(&q->out, "schema", "lusoria.explain/1");
        json_string(&q->out, "sentence", sentence);
        write_facts(&q->out, &w, m);
        api_table_write(&q->out, q->host, &w, m);
        json_close(&q->out, '}');
    }
    api_where_free(&w);
    return status;
}
