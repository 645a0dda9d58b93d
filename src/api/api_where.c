/* SPDX-License-Identifier: MIT */
/* api_where.c - the game and position that a request names: a record, a link, or the parts
   of a link as fields of their own.

   The parts are written as a link, "#g=ur&p=POSITION&m=4/0-4", and that is parsed: there is
   one parser of games for all three forms. */
#include <stdlib.h>
#include <string.h>
#include "api/api_internal.h"
#include "record/link.h"

/* Fields of a request that are parts of a link; the link written of them is parsed, and a
   fault in it is reported at the field. */
static const struct {
    const char *field, *part;
} parts[] = {{"game", "#g="},
             {"position", "&p="},
             {"start", "&p="},
             {"rolloff", "&r="},
             {"moves", "&m="}};

enum { N_PARTS = sizeof parts / sizeof parts[0] };

/* The link that is made of the fields. */
struct link_text {
    struct buffer bytes;
    size_t begin[N_PARTS]; /* of the value of each field; 0: the request lacks it */
};

/* `position` and `start` are both the part p=: check_parts allows only one of them. */
static void write_link(const struct api_request *q, struct link_text *l)
{
    for (int i = 0; i < N_PARTS; i++) {
        const char *value = api_value(q, parts[i].field);
        if (!value)
            continue;
        buffer_str(&l->bytes, parts[i].part);
        l->begin[i] = l->bytes.len;
        buffer_str(&l->bytes, value);
    }
}

/* Byte 30 of the link may be byte 4 of the field `moves`: the field that begins last before
   the fault. */
static int fault_of_part(struct api_request *q, const struct link_text *l, int code,
                         const lus_fault *fault)
{
    int found = -1;
    for (int i = 0; i < N_PARTS; i++)
        if (l->begin[i] && l->begin[i] <= fault->at)
            found = i;
    if (found < 0)
        return api_fault(q, code, NULL, fault);
    return api_fail(q, code, parts[found].field, (int64_t)(fault->at - l->begin[found]),
                    fault->expected);
}

/* A '#' or '&' in a value would begin another part of the link. */
static int check_parts(struct api_request *q)
{
    for (int i = 0; i < N_PARTS; i++) {
        const char *value = api_value(q, parts[i].field);
        if (value && strpbrk(value, "#&"))
            return api_fail(q, LUS_ETEXT, parts[i].field, (int64_t)strcspn(value, "#&"),
                            "a text without '#' and '&'");
    }
    if (!api_value(q, "game"))
        return api_fail(q, LUS_ETEXT, NULL, -1, "game=NAME, record=TEXT or link=TEXT");
    if (api_value(q, "position") && (api_value(q, "start") || api_value(q, "moves")))
        return api_fail(q, LUS_ETEXT, "position", -1,
                        "either position, or start and moves");
    return 0;
}

static int read_parts(struct api_request *q, struct record **r)
{
    struct link_text l = {0};
    lus_fault fault;
    int status = check_parts(q);
    if (status < 0)
        return status;
    write_link(q, &l);
    char *text = buffer_take(&l.bytes, NULL);
    if (!text)
        return api_fail(q, LUS_EMEMORY, NULL, -1, NULL);
    status = link_parse(text, r, &fault);
    free(text);
    return status < 0 ? fault_of_part(q, &l, status, &fault) : 0;
}

/* The only game of a record. */
static int read_record(struct api_request *q, const char *text, struct record **r)
{
    struct record **list;
    lus_fault fault;
    int count, status = record_read(text, strlen(text), &list, &count, &fault);
    if (status < 0)
        return api_fault(q, status, "record", &fault);
    if (count != 1) {
        record_list_free(list, count);
        return api_fail(q, LUS_ETEXT, "record", -1, "one game");
    }
    *r = list[0];
    free(list);
    return 0;
}

/* record= comes before link=, and both before the parts. */
static int read_game(struct api_request *q, struct record **r)
{
    const char *record = api_value(q, "record"), *link = api_value(q, "link");
    lus_fault fault;
    if (record)
        return read_record(q, record, r);
    if (!link)
        return read_parts(q, r);
    int status = link_parse(link, r, &fault);
    return status < 0 ? api_fault(q, status, "link", &fault) : 0;
}

/* The throw of the next move: the one that is part of the position, or the field. */
static int read_throw(struct api_request *q, struct api_where *w)
{
    const char *text = api_value(q, "throw");
    int made = lus_game_plies(w->game) ? LUS_ANY_THROW : record_first_throw(w->record);
    int64_t value = 0;
    w->throw = lus_has_dice(w->rules) ? made : 0;
    if (!text)
        return 0;
    int status = api_number(q, "throw", 0, 9, 0, &value);
    if (status < 0)
        return status;
    if (!lus_is_throw(w->rules, (int)value))
        return api_fail(q, LUS_ERANGE, "throw", 0, "a value that the dice can show");
    if (w->throw != LUS_ANY_THROW && w->throw != value)
        return api_fail(q, LUS_ESTATE, "throw", 0, "the throw that was already made");
    w->throw = (int)value;
    return 0;
}

/* The throw is read last: which values are throws depends on the rules. */
int api_where_read(struct api_request *q, struct api_where *w)
{
    struct record *r = NULL;
    int status = read_game(q, &r);
    if (status < 0)
        return status;
    *w = (struct api_where){.record = r, .game = record_game(r)};
    w->rules = lus_game_rules(w->game);
    status = read_throw(q, w);
    if (status < 0)
        api_where_free(w);
    return status;
}

void api_where_free(struct api_where *w)
{
    record_free(w->record);
}

int api_where_moves(struct api_request *q, const struct api_where *w)
{
    if (record_result(w->record) != RECORD_OPEN)
        return api_fail(q, LUS_ESTATE, NULL, -1, "a game that is not over");
    if (lus_game_needs_rolloff(w->game))
        return api_fail(q, LUS_ESTATE, "rolloff", -1, "throws that decide the roll-off");
    if (w->throw == LUS_ANY_THROW)
        return api_fail(q, LUS_ESTATE, "throw", -1, "the throw of this move");
    return 0;
}

int api_move_read(struct api_request *q, const struct api_where *w, lus_move *m)
{
    const char *text = api_value(q, "move");
    lus_fault fault;
    if (!text)
        return api_fail(q, LUS_ETEXT, "move", -1, "a move");
    int status =
        lus_move_parse(w->rules, lus_game_pos(w->game), w->throw, text, m, &fault);
    return status < 0 ? api_fault(q, status, "move", &fault) : 0;
}
