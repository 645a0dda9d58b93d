/* SPDX-License-Identifier: MIT */
/* api.h - calls of every public function with arguments made from the bytes of an input.

   An input is a program: a byte selects a function, the bytes behind it its arguments, and
   the objects made by one call are arguments of the next.  Behind the end all bytes are 0. */
#ifndef TEST_FUZZ_API_H
#define TEST_FUZZ_API_H

#include "fuzz.h"

struct api {
    const uint8_t *data;
    size_t at, size;
    const lus_rules *rules;
    lus_pos pos, argument; /* a valid position; the one an argument points to */
    lus_game *game;
    lus_search *search;
    lus_analysis *analysis;
    lus_tables *tables;
    lus_record *record;
    lus_review *review; /* of `record`, which then stays unchanged */
    lus_dice *dice;
    int searches; /* left for this input: they are slow */
    char text[512];
};

/* CALL(lus_moves) { ... } defines a call; CALLED(lus_moves) is its entry in a table that
   ends with {NULL, NULL}.  test/library.sh compares the entries with lusoria.h. */
struct api_function {
    const char *name;
    void (*call)(struct api *a);
};
#define CALL(name) static void call_##name(struct api *a)
#define CALLED(name)                                                                     \
    {                                                                                    \
#name, call_##name                                                               \
    }
extern const struct api_function api_rules[], api_games[], api_handles[], api_learning[];

/* ---- arguments ---- */

unsigned api_byte(struct api *a);
unsigned api_below(struct api *a, unsigned n);
/* Mostly a small number, sometimes an extreme one. */
int api_int(struct api *a);
/* True once in 16 bytes: then an argument is NULL. */
bool api_null(struct api *a);
const lus_rules *api_rule_set(struct api *a);
/* A valid position, a forged one, or NULL; a copy that a call may change. */
lus_pos *api_position(struct api *a);
int api_throw(struct api *a);
/* A legal move, a forged one, LUS_PASS. */
lus_move api_move(struct api *a, const lus_rules *r, const lus_pos *p, int thrown);
/* A text that some parser understands, or bytes of the input; NULL. */
const char *api_text(struct api *a);
/* A folder with small tables of awari and ur, one without tables, or none. */
const char *api_folder(struct api *a);
/* Limits that end within some milliseconds, or are refused. */
lus_limits api_limits(struct api *a);

/* The result of a function that returns an int: an error of the list, or 0 .. most. */
void api_check(int status, int most);

#endif
