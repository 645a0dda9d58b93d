/* SPDX-License-Identifier: MIT */
/* lib_puzzle.c - public puzzles: generated, of a position, or of the mistakes of a record.

   lus_puzzle is a struct puzzle (analyse/puzzle.h) under another name.  Its values are whole
   multiples of 1/REVIEW_ONE; here they are probabilities or stones.

       lus_puzzle_generate     the puzzle of `lusoria puzzle GAME --seed N`
       lus_puzzle_judge        is this position a puzzle?
       lus_puzzle_of_record    the mistake of `lusoria puzzle --from FILE --number N` */
#include <stdlib.h>
#include "lib/lib_internal.h"
#include "report/puzzle_report.h"

_Static_assert((int)LUS_PUZZLE_FORCED == (int)PUZZLE_FORCED &&
                   (int)LUS_PUZZLE_DECIDED == (int)PUZZLE_DECIDED,
               "the public reasons are those of analyse/puzzle.h");
_Static_assert(sizeof((lus_puzzle_info *)0)->solved == sizeof((struct puzzle *)0)->solved,
               "one number for each level");

static const struct puzzle *puzzle_of(const lus_puzzle *z)
{
    return (const struct puzzle *)z;
}

/* The reserved members must be 0, so that a later version can give them a meaning. */
static int read_limits(const lus_puzzle_limits *limits, struct puzzle_limits *out)
{
    static const lus_puzzle_limits none = {0};
    limits = limits ? limits : &none;
    if (limits->level < 0 || limits->level > N_LEVELS ||
        limits->reserved[0] | limits->reserved[1] | limits->reserved[2])
        return LUS_ERANGE;
    *out = (struct puzzle_limits){
        .tablebase = tablebase_source_of(tables_of(limits->tables)),
        .nodes = limits->nodes,
        .level = limits->level,
    };
    return 0;
}

/* Copies a puzzle that was found to the heap; passes every other status on. */
static int give(int status, const struct puzzle *found, lus_puzzle **out)
{
    if (status != PUZZLE_OK)
        return status;
    struct puzzle *made = malloc(sizeof *made);
    if (!made)
        return LUS_EMEMORY;
    *made = *found;
    *out = (lus_puzzle *)made;
    return 0;
}

/* The seed has 53 bits, so that it can be written in JSON. */
int lus_puzzle_generate(const lus_rules *r, uint64_t seed,
                        const lus_puzzle_limits *limits, lus_puzzle **out)
{
    struct puzzle_limits own;
    struct puzzle found;
    if (!r || !out || seed >> PUZZLE_SEED_BITS || read_limits(limits, &own) < 0)
        return LUS_ERANGE;
    return give(puzzle_generate(r, seed, &own, &found), &found, out);
}

/* A position before its throw is refused: a puzzle asks for a move. */
int lus_puzzle_judge(const lus_rules *r, const lus_pos *p, int thrown,
                     const lus_puzzle_limits *limits, lus_puzzle **out)
{
    struct puzzle_limits own;
    struct puzzle found;
    if (!out || !lus_is_throw(r, thrown) || lus_pos_check(r, p) < 0 ||
        read_limits(limits, &own) < 0)
        return LUS_ERANGE;
    return give(puzzle_judge(r, p, thrown, &own, &found), &found, out);
}

/* puzzle_of_record counts `number` down over the games. */
int lus_puzzle_of_record(const lus_record *r, int player, int number,
                         const lus_puzzle_limits *limits, lus_puzzle **out)
{
    struct puzzle_limits own;
    struct puzzle found;
    int status = PUZZLE_UNCLEAR;
    if (!r || !out || player < -1 || player > 1 || number < 0 ||
        read_limits(limits, &own) < 0)
        return LUS_ERANGE;
    for (int i = 0; i < r->n && status == PUZZLE_UNCLEAR; i++) {
        status = puzzle_of_record(r->game[i], player, &number, &own, &found);
        found.game = i;
    }
    return give(status, &found, out);
}

void lus_puzzle_free(lus_puzzle *z)
{
    free((struct puzzle *)z);
}

/* Members that only puzzles of a record have are LUS_PASS and -1 for the others. */
int lus_puzzle_info_of(const lus_puzzle *of, lus_puzzle_info *out)
{
    const struct puzzle *z = puzzle_of(of);
    if (!z || !out)
        return LUS_ERANGE;
    bool reviewed = z->origin == PUZZLE_REVIEWED;
    *out = (lus_puzzle_info){
        .rules = z->rules,
        .pos = z->pos,
        .thrown = z->throw,
        .unit = (int)z->unit,
        .margin = unit_of(z->margin),
        .best = z->values.list[0].move,
        .simple = z->simple,
        .played = reviewed ? z->played : LUS_PASS,
        .exact = z->values.exact,
        .level = z->level,
        .game = z->origin == PUZZLE_POSITION ? 0 : z->game,
        .ply = z->origin == PUZZLE_POSITION ? 0 : z->ply,
        .player = reviewed ? z->player : -1,
    };
    for (int i = 0; i < N_LEVELS; i++)
        out->solved[i] = z->solved[i];
    return 0;
}

int lus_puzzle_count(const lus_puzzle *z)
{
    return z ? puzzle_of(z)->values.n : LUS_ERANGE;
}

int lus_puzzle_at(const lus_puzzle *z, int i, lus_move *m, double *value)
{
    if (!z || !m || !value || i < 0 || i >= puzzle_of(z)->values.n)
        return LUS_ERANGE;
    *m = puzzle_of(z)->values.list[i].move;
    *value = unit_of(puzzle_of(z)->values.list[i].value);
    return 0;
}

char *lus_puzzle_json(const lus_puzzle *z, size_t *n)
{
    struct buffer b = {0};
    char *text = NULL;
    if (!z)
        return NULL;
    puzzle_json(&b, puzzle_of(z));
    return text_give(&b, &text, n) < 0 ? NULL : text;
}
