/* SPDX-License-Identifier: MIT */
/* api_internal.h - what the handlers of the verbs share: the fields of a request, the game
   they name, and errors.

       api_call      verb "explain", query "game=ur&throw=4&move=0-4"
         api_query_read      fields: game, throw, move                       api_query.c
         check_fields        only fields of verbs[], each once               api_call.c
         api_explain         the handler of the verb                         api_play.c
           api_where_read      the game, the position and the throw          api_where.c
           api_where_moves     can a move be made there?
           api_move_read       the field move
           json_*              the answer, into q->out
         write_error         instead of the answer, if a function failed     api_call.c

   A function that returns a negative error has called api_fail or api_fault; its caller only
   frees what it has and passes the number on. */
#ifndef API_API_INTERNAL_H
#define API_API_INTERNAL_H

#include <stdbool.h>
#include "api/api_call.h"
#include "core/scene.h"
#include "record/record.h"
#include "text/json.h"
#include "text/query.h"

enum { API_MESSAGE = 200 }; /* bytes of a message */

/* One request while it is answered. */
struct api_request {
    const struct api_host *host;
    struct query query; /* its texts belong to the copy in api_call */
    struct json out;    /* of the answer; a handler that fails may have written a part */
    /* Set by api_fail: */
    int64_t at; /* byte of the value at fault; -1: none */
    char expected[API_MESSAGE], message[API_MESSAGE];
    char fault_field[32]; /* "": the whole request */
};

/* ---- api_query.c ---- */

/* Splits "a=1&b=2" in place and decodes %XX and '+'.  Returns 0 or a negative error. */
int api_query_read(struct api_request *q, char *query);
/* The value of a field; NULL: the request does not have it. */
const char *api_value(const struct api_request *q, const char *name);
/* Sets *value to the number of a field, or to `missing` if the request does not have it.
   Returns 0, or an error if it is not a number from min to max. */
int api_number(struct api_request *q, const char *name, int64_t min, int64_t max,
               int64_t missing, int64_t *value);
/* Describes an error and returns its code.  `name` is the field at fault, or NULL; `at` is
   a byte of its value, or -1; `expected` says what would have been right, or is NULL. */
int api_fail(struct api_request *q, int code, const char *name, int64_t at,
             const char *expected);
/* The same with the byte and the expected text of a parser. */
int api_fault(struct api_request *q, int code, const char *name, const lus_fault *fault);

/* ---- api_where.c ---- */

/* The position a request is about. */
struct api_where {
    struct record *record; /* owned: api_where_free */
    const lus_game *game;  /* the record's */
    const lus_rules *rules;
    int throw; /* made before the next move; LUS_ANY_THROW: none; 0 without dice */
};

/* The fields that name a position, for the table of verbs:

       game=ur                                   the start
       game=ur position=POSITION                 a position, with or without its throw
       game=ur start=POSITION moves=4/0-4.2/0-2  a game; without `start` from the usual one
       record=TEXT or link=TEXT                  the same as one text
       throw=4                                   the throw of the next move */
#define API_WHERE "game position start rolloff moves throw record link"

/* Reads the fields of API_WHERE.  Returns 0, or an error; then there is nothing to free. */
int api_where_read(struct api_request *q, struct api_where *w);
/* Frees the record, and with it the game. */
void api_where_free(struct api_where *w);
/* Fails unless a move can be made there: the throw is known and the game is not over. */
int api_where_moves(struct api_request *q, const struct api_where *w);
/* Reads the field `move` as a move of that position.  Returns 0, LUS_EILLEGAL with the rule
   that it breaks in q->expected, or LUS_ETEXT if it is not the text of a move. */
int api_move_read(struct api_request *q, const struct api_where *w, lus_move *m);

/* ---- api_board.c ---- */

/* The board of a rule set with a position on it. */
struct api_board {
    const lus_rules *rules;
    bool has_shapes; /* else the game has no scene */
    struct scene scene;
};

/* A move and the position before it; LUS_PASS is a move. */
struct api_turn {
    const lus_pos *before;
    int throw;
    lus_move move;
};

/* Fills in the board; never fails, nothing is to be freed. */
void api_board_make(struct api_board *b, const lus_rules *r, const lus_pos *p);
/* Writes the member "board". */
void api_board_write(struct json *j, const struct api_board *b);
/* Writes a move as an object; `motions`: with what it moves on the board. */
void api_move_write(struct json *j, const char *key, const struct api_board *b,
                    const struct api_turn *turn, bool motions);

/* ---- api_text.c ---- */

/* Writes the member "key" of an English text without arguments: the kind of text and the
   text itself in lower case, "reason.the-last-piece-is-off".  Another text has another
   key, so a translation can be missing but never out of date. */
void api_key_write(struct json *j, const char *kind, const char *text);

/* ---- api_probe.c ---- */

/* Writes the member "table" about a legal move: its exact value and loss, or null. */
void api_table_write(struct json *j, const struct api_host *host,
                     const struct api_where *w, lus_move m);

/* ---- the verbs ---- */

/* Writes the whole answer to q->out.  Returns 0 or a negative error. */
typedef int api_verb_fn(struct api_request *q);
api_verb_fn api_game_list, api_state, api_refuse, api_choose, api_analyse, api_review,
    api_explain, api_probe, api_record, api_dice, api_puzzle, api_rules_page;

#endif
