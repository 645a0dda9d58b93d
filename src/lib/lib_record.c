/* SPDX-License-Identifier: MIT */
/* lib_record.c - public records: the games of a file.

   A lus_record is an array of struct record (record/record.h), one per game.  Every function
   takes the number i of a game; game_of returns NULL for a number that does not exist, so
   one test covers a NULL record and a bad number.  Strings that are returned belong to the
   record and are valid until it changes. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "core/text.h"
#include "lib/lib_internal.h"
#include "record/link.h"
#include "record/record_format.h"

lus_record *lus_record_new(void)
{
    return calloc(1, sizeof(lus_record));
}

void lus_record_free(lus_record *r)
{
    if (r)
        record_list_free(r->game, r->n);
    free(r);
}

/* record_read keeps nothing on a fault, so only the empty handle is freed. */
int lus_record_read(const char *text, size_t n, lus_record **out, lus_fault *fault)
{
    if (!text || !out)
        return argument_fault(fault, "a text and a record to fill");
    lus_record *made = lus_record_new();
    if (!made)
        return memory_fault(fault);
    int status = record_read(text, n, &made->game, &made->n, fault);
    if (status < 0)
        free(made);
    else
        *out = made;
    return status;
}

/* Takes the game over, also if it fails. */
static int add_game(lus_record *r, struct record *game)
{
    int status = game ? record_list_add(&r->game, r->n, game) : LUS_EMEMORY;
    if (status < 0) {
        record_free(game);
        return status;
    }
    return r->n++;
}

/* A link contains one game, which may have no moves: then it is a position. */
int lus_record_read_link(const char *text, lus_record **out, lus_fault *fault)
{
    struct record *game;
    if (!text || !out)
        return argument_fault(fault, "a text and a record to fill");
    int status = link_parse(text, &game, fault);
    if (status < 0)
        return status;
    lus_record *made = lus_record_new();
    if (!made)
        record_free(game);
    if (!made || add_game(made, game) < 0) {
        lus_record_free(made);
        return memory_fault(fault);
    }
    *out = made;
    return 0;
}

/* The record gets a copy, so the caller may continue the game. */
int lus_record_add(lus_record *r, const lus_game *g)
{
    if (!r || !g)
        return LUS_ERANGE;
    if (r->n == INT_MAX)
        return LUS_ESPACE;
    return add_game(r, record_new(lus_game_copy(g)));
}

int lus_record_count(const lus_record *r)
{
    return r ? r->n : LUS_ERANGE;
}

const lus_game *lus_record_game(const lus_record *r, int i)
{
    const struct record *game = game_of(r, i);
    return game ? record_game(game) : NULL;
}

int lus_record_first_throw(const lus_record *r, int i)
{
    const struct record *game = game_of(r, i);
    return game ? record_first_throw(game) : LUS_ERANGE;
}

int lus_record_set_first_throw(lus_record *r, int i, int thrown)
{
    struct record *game = game_of(r, i);
    return game ? record_set_first_throw(game, thrown) : LUS_ERANGE;
}

const char *lus_record_tag(const lus_record *r, int i, const char *name)
{
    const struct record *game = game_of(r, i);
    return game && name ? record_tag(game, name) : NULL;
}

int lus_record_set_tag(lus_record *r, int i, const char *name, const char *value)
{
    struct record *game = game_of(r, i);
    return game && name ? record_set_tag(game, name, value) : LUS_ERANGE;
}

/* Ply -1 is the comment before the first move. */
const char *lus_record_comment(const lus_record *r, int i, int ply)
{
    const struct record *game = game_of(r, i);
    bool there = game && ply >= -1 && ply < lus_game_plies(record_game(game));
    return there ? record_comment(game, ply) : NULL;
}

int lus_record_set_comment(lus_record *r, int i, int ply, const char *text)
{
    struct record *game = game_of(r, i);
    bool there = game && ply >= -1 && ply < lus_game_plies(record_game(game));
    return there ? record_set_comment(game, ply, text) : LUS_ERANGE;
}

const char *lus_record_result(const lus_record *r, int i)
{
    const struct record *game = game_of(r, i);
    return game ? record_token[record_result(game)] : NULL;
}

const char *lus_record_reason(const lus_record *r, int i)
{
    const struct record *game = game_of(r, i);
    return game ? record_reason(game) : NULL;
}

/* result[winner + 1]: winner is -1, 0 or 1. */
int lus_record_decide(lus_record *r, int i, int winner, const char *reason)
{
    static const int result[] = {RECORD_DRAW, RECORD_FIRST, RECORD_SECOND};
    struct record *game = game_of(r, i);
    if (!game || !reason || winner < -1 || winner > 1)
        return LUS_ERANGE;
    return record_decide(game, result[winner + 1], reason);
}

/* All games in one text, with the separator of the format between them; a game that the
   format cannot contain is an error, and nothing is returned. */
int lus_record_write(const lus_record *r, const char *format, char **text, size_t *n)
{
    struct buffer all = {0};
    const struct record_format *f;
    if (!r || !format || !text)
        return LUS_ERANGE;
    if (!(f = record_format_find(format)))
        return LUS_ETEXT;
    int status = 0;
    for (int i = 0; status == 0 && i < r->n; i++)
        status = record_format_add(f, &all, r->game[i]);
    if (status == 0)
        return text_give(&all, text, n);
    free(all.bytes);
    return status;
}
