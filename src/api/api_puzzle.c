/* SPDX-License-Identifier: MIT */
/* api_puzzle.c - the verb puzzle: generated, from the mistakes of a record, or a judgement
   of a given position.

       game=ur seed=7                  generated; the same seed gives the same puzzle
       record=TEXT number=2            the second mistake that makes a puzzle
       game=ur position=POSITION       is this position one?

   The answer is that of report/puzzle_report.h; if there is no puzzle, "puzzle" is false and
   "reason" says why. */
#include <stdlib.h>
#include <string.h>
#include "api/api_internal.h"
#include "report/puzzle_report.h"

/* The fields of a request as numbers. */
struct puzzle_question {
    struct puzzle_limits limits;
    int64_t seed, number, player; /* player -1: both */
};

/* Fields that are missing get their defaults; which of them are used depends on the form. */
static int read_question(struct api_request *q, struct puzzle_question *z)
{
    int64_t nodes = 0, level = 0;
    int status =
        api_number(q, "seed", 0, (INT64_C(1) << PUZZLE_SEED_BITS) - 1, 0, &z->seed);
    if (status == 0)
        status = api_number(q, "level", 1, N_LEVELS, 0, &level);
    if (status == 0)
        status = api_number(q, "number", 1, RECORD_MAX_PLIES, 1, &z->number);
    if (status == 0)
        status = api_number(q, "player", 0, 1, -1, &z->player);
    if (status == 0)
        status = api_number(q, "nodes", 1, (int64_t)q->host->max_nodes, 0, &nodes);
    z->limits.level = (int)level;
    z->limits.nodes = (uint64_t)nodes;
    return status;
}

/* The number-th puzzle of all games of a record. */
static int from_record(struct api_request *q, const struct puzzle_question *z,
                       struct puzzle *out)
{
    const char *text = api_value(q, "record");
    struct record **list;
    lus_fault fault;
    int count, skip = (int)z->number - 1;
    int status = record_read(text, strlen(text), &list, &count, &fault);
    if (status < 0)
        return api_fault(q, status, "record", &fault);
    status = PUZZLE_UNCLEAR;
    for (int i = 0; i < count && status == PUZZLE_UNCLEAR; i++) {
        status = puzzle_of_record(list[i], (int)z->player, &skip, &z->limits, out);
        if (status == PUZZLE_OK)
            out->game = i;
    }
    record_list_free(list, count);
    return status < 0 ? api_fail(q, status, NULL, -1, NULL) : status;
}

/* Returns PUZZLE_OK, why it is not a puzzle, or a negative error; so do the other two. */
static int from_position(struct api_request *q, const struct puzzle_question *z,
                         struct puzzle *out)
{
    struct api_where w;
    int status = api_where_read(q, &w);
    if (status < 0)
        return status;
    status = api_where_moves(q, &w);
    if (status == 0) {
        status = puzzle_judge(w.rules, lus_game_pos(w.game), w.throw, &z->limits, out);
        if (status < 0)
            api_fail(q, status, NULL, -1, NULL);
    }
    api_where_free(&w);
    return status;
}

/* A puzzle of the given seed; seed 0 if there is none. */
static int generated(struct api_request *q, const struct puzzle_question *z,
                     struct puzzle *out)
{
    const char *name = api_value(q, "game");
    const lus_rules *r = name ? lus_rules_find(name) : NULL;
    if (!r)
        return api_fail(q, LUS_ERULES, "game", name ? 0 : -1, "a game, or a record");
    int status = puzzle_generate(r, (uint64_t)z->seed, &z->limits, out);
    return status < 0 ? api_fail(q, status, NULL, -1, NULL) : status;
}

/* The fields decide the form: a record, then a position, then a game alone. */
int api_puzzle(struct api_request *q)
{
    struct puzzle_question z = {.number = 1};
    struct puzzle found;
    int status = read_question(q, &z);
    if (status < 0)
        return status;
    if (api_value(q, "record"))
        status = from_record(q, &z, &found);
    else if (api_value(q, "position") || api_value(q, "link") || api_value(q, "moves"))
        status = from_position(q, &z, &found);
    else
        status = generated(q, &z, &found);
    if (status == PUZZLE_OK)
        puzzle_json(q->out.out, &found);
    else if (status > 0)
        puzzle_fault_json(q->out.out, (enum puzzle_fault)status);
    return status < 0 ? status : 0;
}
