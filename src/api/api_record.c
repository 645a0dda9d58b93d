/* SPDX-License-Identifier: MIT */
/* api_record.c - the verbs record and dice: a game in another format, throws and their
   check.

       record   {"schema":"lusoria.record/1","format":"moves","text":"Ff\n"}
       dice     with a seed, the commitment and throws of a game in advance:
                {"schema":"lusoria.dice/1","commitment":"56ab...","nonce":"0",
                 "throws":[1,2,2,4,2]}
                with a record, the check of each of its games:
                {"schema":"lusoria.dice/1","games":[{"check":"right","right":153}]} */
#include <stdlib.h>
#include <string.h>
#include "api/api_internal.h"
#include "record/record_format.h"

/* ---- record ---- */

/* LUS_ERULES or LUS_ESTATE: the format cannot contain this game. */
static int write_record(struct api_request *q, const struct api_where *w,
                        const struct record_format *f)
{
    struct buffer text = {0};
    int status = record_format_add(f, &text, w->record);
    char *bytes = buffer_take(&text, NULL);
    if (status == 0 && !bytes)
        status = LUS_EMEMORY;
    if (status == 0) {
        json_open(&q->out, NULL, '{');
        json_string(&q->out, "schema", "lusoria.record/1");
        json_string(&q->out, "format", f->name);
        json_string(&q->out, "text", bytes);
        json_close(&q->out, '}');
    }
    free(bytes);
    return status;
}

/* Formats that cannot contain the game are an error of the field `to`. */
int api_record(struct api_request *q)
{
    const char *to = api_value(q, "to");
    const struct record_format *f = record_format_find(to ? to : "lusoria");
    struct api_where w;
    if (!f)
        return api_fail(q, LUS_ETEXT, "to", 0, "lusoria, rgn, ogn, moves or link");
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    status = write_record(q, &w, f);
    if (status < 0 && status != LUS_EMEMORY)
        api_fail(q, status, "to", 0, "a format that can contain this game");
    else if (status < 0)
        api_fail(q, status, NULL, -1, NULL);
    api_where_free(&w);
    return status;
}

/* ---- dice ---- */

/* The words are by enum dice_result (record/record_dice.h). */
static int check_dice(struct api_request *q, const char *text)
{
    static const char *const words[] = {"right",        "no dice", "not committed",
                                        "not revealed", "other",   "wrong"};
    lus_record *r;
    lus_fault fault;
    int n, status = lus_record_read(text, strlen(text), &r, &fault);
    if (status < 0)
        return api_fault(q, status, "record", &fault);
    json_open(&q->out, NULL, '{');
    json_string(&q->out, "schema", "lusoria.dice/1");
    json_open(&q->out, "games", '[');
    for (int i = 0; i < lus_record_count(r); i++) {
        int found = lus_dice_check(r, i, &n);
        json_open(&q->out, NULL, '{');
        json_string(&q->out, "check", words[found]);
        json_int(&q->out, "right", n);
        json_close(&q->out, '}');
    }
    json_close(&q->out, ']');
    json_close(&q->out, '}');
    lus_record_free(r);
    return 0;
}

/* Throws number first .. first + n - 1 of a game. */
static void write_throw_list(struct json *j, const lus_dice *d, const lus_rules *r,
                             int64_t first, int64_t n)
{
    char commitment[LUS_MAX_COMMITMENT];
    lus_dice_commitment(d, commitment);
    json_open(j, NULL, '{');
    json_string(j, "schema", "lusoria.dice/1");
    json_string(j, "commitment", commitment);
    json_string(j, "nonce", lus_dice_nonce(d));
    json_open(j, "throws", '[');
    for (int64_t k = first; k < first + n; k++)
        json_int(j, NULL, lus_dice_throw(d, r, (uint64_t)k));
    json_close(j, ']');
    json_close(j, '}');
}

/* Without a nonce it is "0", as for a seed that a person chose. */
static int list_throws(struct api_request *q)
{
    enum { MAX_THROWS = 1000 };
    const char *game = api_value(q, "game"), *seed = api_value(q, "seed");
    const lus_rules *r = game ? lus_rules_find(game) : NULL;
    int64_t first = 0, n = 0;
    lus_dice *d = NULL;
    lus_fault fault;
    if (!r || !lus_has_dice(r))
        return api_fail(q, LUS_ERULES, "game", 0, "a game with dice");
    if (!seed)
        return api_fail(q, LUS_ETEXT, "seed", -1, "a seed");
    int status = api_number(q, "first", 0, INT32_MAX, 0, &first);
    if (status == 0)
        status = api_number(q, "n", 0, MAX_THROWS, 1, &n);
    if (status < 0)
        return status;
    status = lus_dice_new(seed, api_value(q, "nonce"), &d, &fault);
    if (status < 0)
        return api_fault(q, status, "seed", &fault);
    write_throw_list(&q->out, d, r, first, n);
    lus_dice_free(d);
    return 0;
}

int api_dice(struct api_request *q)
{
    const char *record = api_value(q, "record");
    return record ? check_dice(q, record) : list_throws(q);
}
