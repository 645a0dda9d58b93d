/* SPDX-License-Identifier: MIT */
/* store_live.h - games in progress on a server, in the same store as the finished ones.

       live    id version record dice_seed ... changed     one row for each game
       tokens  game role hash                              who may do what in it

   What a row contains, beside the record with its names, moves and result:

       dice_seed, committed_nonce     chosen by the server when the game was made
       nonce_first, nonce_second      added by the players when they joined
       kind_*                         person, program or level (enum live_kind)
       joined_*, seen_*               whether, and when the player was last connected
       thrown                         the throw of the next move has been made
       draw_by, undo_by, rematch_by   the player who offers it; -1: no one
       rematch                        the id of the game that follows
       created, changed               seconds since 1970
       generation                     how many moves were taken back
       clock_first, clock_second      milliseconds left; NULL without a clock
       clock_started, clock_ends      of the clock that runs, milliseconds since 1970; NULL
       level_since                    a level has to play since then; NULL

   A game that ends is added to the table games in the transaction that stores its last
   move, so there is no moment at which it is missing. */
#ifndef STORE_STORE_LIVE_H
#define STORE_STORE_LIVE_H

#include "store/store.h"

/* A row of live; see store_live_get for the texts of a row that was read. */
struct store_live {
    const char *id;     /* REQUIRED */
    int64_t version;    /* of the row that is replaced; 0: a new row */
    const char *record; /* REQUIRED: without the seed of the dice */
    const char *seed;   /* REQUIRED: of the dice */
    const char *committed_nonce, *nonce[2]; /* REQUIRED */
    int kind[2], joined[2], thrown;
    int64_t seen[2];
    int draw_by, undo_by, rematch_by;
    const char *rematch; /* REQUIRED: "" if there is none */
    int64_t created, changed;
    int generation;
    int64_t clock[2], clock_started, clock_ends; /* -1: NULL */
    int64_t level_since;                         /* the same */
    bool online[2]; /* READ ONLY: connected to a process of a shared store */
};

/* A token: only its hash is stored. */
struct store_token {
    int role;
    const char *hash; /* 64 hexadecimal digits */
};
enum { STORE_MAX_TOKENS = 8, STORE_HASH = 65 };

/* Functions return as those of store.h. */

/* Adds a game with its tokens.  LUS_ESTATE: there is a game with this id. */
int store_live_add(struct store *s, const struct store_live *row,
                   const struct store_token *tokens, int n);
/* What is stored together with a row, both or neither; members may be NULL. */
struct store_live_more {
    const struct store_game *finished; /* is added to the table games */
    const struct store_token *token;   /* replaces the token of `old_role` */
    int old_role;
};
/* Replaces a row, whose version becomes row->version + 1.  LUS_ESTATE: the row has another
   version by now. */
int store_live_save(struct store *s, const struct store_live *row,
                    const struct store_live_more *more);
/* Reads a row.  Returns 1, or 0 if there is none.  The texts belong to the store until
   store_live_release, which must be called before the next write. */
int store_live_get(struct store *s, const char *id, struct store_live *row);
void store_live_release(struct store *s);
/* Reads the tokens of a game into list and sets *n; the hashes are written to `hash`. */
int store_live_tokens(struct store *s, const char *id,
                      struct store_token list[STORE_MAX_TOKENS],
                      char hash[STORE_MAX_TOKENS][STORE_HASH], int *n);
/* Notes that a player was connected until now; the version does not change. */
int store_live_seen(struct store *s, const char *id, int player, int64_t now);
/* Deletes a game that has not changed since `before`, and its tokens. */
int store_live_remove(struct store *s, const char *id, int64_t before);

/* Called for the id of a game; must not use the store.  Anything but 0 ends the list and is
   returned. */
typedef int store_id_fn(void *arg, const char *id);
enum { STORE_MAX_LIST = 64 }; /* ids in one list */
/* Lists games in which a level has had to play since `before` or longer, and sets that time to
   `now`: the caller lets them play, and no other process takes them for a while. */
int store_live_levels(struct store *s, int64_t before, int64_t now, store_id_fn *each,
                      void *arg);
/* Lists games that have not changed since `before`. */
int store_live_unchanged(struct store *s, int64_t before, store_id_fn *each, void *arg);
/* Lists games whose clock has run out at `now_ms`. */
int store_live_late(struct store *s, int64_t now_ms, store_id_fn *each, void *arg);

#endif
