/* SPDX-License-Identifier: MIT */
/* rules.h - what a game is to the rest of the program.

   A rule set is one const struct lus_rules.  The hot functions (count, moves,
   play, pass, result) take the rule set as their first argument; where that
   argument is a compile-time constant (see hot.h) they and the numbers of the
   rule set fold into the caller and no indirect call is left.

   A position is seen by the side to move: "own" and "enemy" in every game.  All
   games keep the side in bit 0 of w[3]; the other words are the game's own.

       w[0] own     w[1] enemy     w[2] hands or stores     w[3] side to move */
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include "lusoria.h"
#include "core/text.h"
#include "core/net.h"

struct throw
{
    int8_t value, weight;
};

/* A position in numbers, for those who study it: lusoria(1), ANALYSIS. */
struct study {
    const char *phase; /* "opening", "middle", "end" */
    int control;       /* hold on the board, own minus enemy */
    int n[2];          /* own and enemy: squares of the pieces, or stones of each pit */
    uint8_t piece[2][LUS_MAX_MOVES];
};

/* The bits of both masks as squares, bit 0 being square `first`. */
static inline void study_squares(struct study *s, const lus_pos *p, int first)
{
    for (int side = 0; side < 2; side++)
        for (uint64_t left = p->w[side]; left; left &= left - 1)
            s->piece[side][s->n[side]++] = (uint8_t)(first + __builtin_ctzll(left));
}

/* A point of a drawn board: core/scene.h. */
struct spot {
    int x, y;
};
struct scene;

/* A square as people speak of it. */
struct square {
    const char *name; /* "rosette"; NULL: it has none */
    bool safe;        /* a piece there cannot be taken, whoever stands where */
    bool shared;      /* both sides may stand there */
};

/* Texts of a game; they allocate nothing and print nothing. */
struct game_text {
    /* Reads one position from the scanner and stops behind it. */
    int (*parse)(const lus_rules *r, struct scan *s, lus_pos *p);
    void (*format)(const lus_rules *r, const lus_pos *p, struct text *out);
    int (*parse_move)(const lus_rules *r, const lus_pos *p, struct scan *s, lus_move *m);
    void (*format_move)(const lus_rules *r, const lus_pos *p, lus_move m,
                        struct text *out);
    const char *(*kind)(const lus_rules *r, const lus_pos *p, int throw, lus_move m);
    /* Why the move is not in the list: the number of the rule, then a sentence. */
    const char *(*refuse)(const lus_rules *r, const lus_pos *p, int throw, lus_move m);
    void (*draw)(const lus_rules *r, const lus_pos *p, const lus_look *look,
                 struct text *out);
    /* The board as shapes, and the middle of a square (0 the hand, LUS_OFF) as a move of
       that side names it.  Both NULL: whoever paints has only the text above. */
    void (*scene)(const lus_rules *r, const lus_pos *p, struct scene *out);
    struct spot (*spot)(const lus_rules *r, int side, int square);
    /* The game's set-up file, NULL where it has none; the writer returns an error for
       a position the file cannot hold. */
    int (*parse_board)(const lus_rules *r, struct scan *s, lus_pos *p);
    int (*format_board)(const lus_rules *r, const lus_pos *p, struct text *out);
    void (*study)(const lus_rules *r, const lus_pos *p, struct study *out);
    /* For what is said of a move (analyse/facts.h); both may be NULL.  A square of the
       side to move, 0 being its hand; and what a move does that no rule common to all
       games tells, as said of it: "feeds the empty row", NULL if nothing. */
    struct square (*place)(const lus_rules *r, int square);
    const char *(*remark)(const lus_rules *r, const lus_pos *p, int throw, lus_move m);
    int first_label; /* number of the first move people may type: 1, pits: 0 */
};

/* What a linear evaluation counts, own minus enemy: `lusoria train` weighs it. */
enum { MAX_TRAITS = 8 };
struct traits {
    int n;
    const char *name[MAX_TRAITS];
    void (*count)(const lus_rules *r, const lus_pos *p, int count[MAX_TRAITS]);
};

/* A whole game: what its rule sets share.  One per line of games.def. */
struct game_kind {
    const char *id, *title;
    const lus_rules *sets; /* the default first */
    int n_sets;
};

struct lus_rules {
    const char *name, *title, *about;
    const char *sides, *side_name[2];
    const char *won_by, *drawn_by; /* how play ends: "the last piece is off" */
    const struct game_text *text;
    const void *set; /* the game's own row of numbers */
    int number;      /* place in the game's table of sets */

    int n_throws, weight_sum; /* weight_sum is a power of two */
    struct throw throws[LUS_MAX_THROWS];
    int8_t by_weight[LUS_MAX_THROWS]; /* places in throws[], the likeliest first */
    int sticks;                       /* two-sided dice thrown; 0: no dice */
    int8_t of_sticks[5]; /* value of a throw by its number of marked sticks */
    int rolloff;         /* B1: the value that ends the roll-off; 0: none */
    int rolloff_winner;  /* B1: the side its thrower owns */

    int stones;       /* 1: the score counts in the value of a finished game */
    int repeats;      /* A7: occurrence of a position that ends the game; 0: never */
    int no_move_ends; /* A5: no legal move ends the game instead of passing */

    void (*start)(const lus_rules *r, lus_pos *p);
    int (*count)(const lus_rules *r, const lus_pos *p, int throw);
    int (*moves)(const lus_rules *r, const lus_pos *p, int throw, lus_move *out);
    /* Both return whether the same side throws again; neither checks legality. */
    int (*play)(const lus_rules *r, lus_pos *p, int throw, lus_move m);
    int (*pass)(const lus_rules *r, lus_pos *p, int throw);
    /* Plays the move a lot falls on (lot_below), or passes where there is none, faster
       than by the list; NULL where no move may end the game. */
    void (*wander)(const lus_rules *r, lus_pos *p, int throw, uint32_t lot);
    int (*result)(const lus_rules *r, const lus_pos *p);
    /* Ends a game that no rule of play ends: NULL where that cannot happen. */
    void (*settle)(const lus_rules *r, lus_pos *p, int reason);
    /* Own and enemy pieces off, or stones won. */
    void (*score)(const lus_rules *r, const lus_pos *p, int score[2]);
    /* The source's evaluation, for the side to move (me 0) or the other (me 1). */
    int (*classic)(const lus_rules *r, const lus_pos *p, int me);
    int classic_bound; /* no classic value is larger */

    /* What the search asks; each may be NULL. */
    /* The default evaluation, on the scale of search/value.h, for the side to move;
       without it and without a network the classic one is scaled. */
    int (*evaluate)(const lus_rules *r, const lus_pos *p);
    const struct traits *traits; /* of that evaluation, where it is a sum */
    /* How promising a move looks, 0..1000, in games without dice: only the order of
       the search depends on it. */
    int (*liking)(const lus_rules *r, const lus_pos *p, lus_move m, const lus_pos *next);
    /* Leaves only moves that can be best when `depth` plies are looked at: wins at
       once, else (from depth 2) those that stop the enemy's.  Returns how many. */
    int (*urgent)(const lus_rules *r, const lus_pos *p, lus_move *list, int n, int depth);
    /* What is still in play, as tables count it (solve.h): stones on the board, or pieces
       of the side that has more.  It never grows.  Positions with too much for a table
       are passed over by it; NULL: every position is asked for. */
    int (*in_play)(const lus_rules *r, const lus_pos *p);
    const struct net
        *net; /* the default evaluation of the race games, learned; NULL: none */
};

/* Which of n moves a lot of LOT_BITS random bits falls on. */
enum { LOT_BITS = 28 };
static inline int lot_below(uint32_t lot, int n)
{
    return (int)((uint64_t)lot * (uint64_t)n >> LOT_BITS);
}

/* Steps of a move. */
static inline lus_move move_step(int from, int to)
{
    return (lus_move)(unsigned)from | (lus_move)(unsigned)to << 8;
}

static inline int move_from(lus_move m, int step)
{
    return (int)(m >> (16 * step) & 0xff);
}

static inline int move_to(lus_move m, int step)
{
    return (int)(m >> (16 * step + 8) & 0xff);
}

static inline int move_steps(lus_move m)
{
    int n = 0;
    while (n < LUS_MAX_STEPS && m >> (16 * n))
        n++;
    return n;
}

/* Why a game is over, "no move is left". */
const char *end_reason(const lus_rules *r, const lus_end *end);

static inline int pos_side(const lus_pos *p)
{
    return (int)(p->w[3] & 1);
}

/* The other side's view: own and enemy change places. */
static inline void pos_turn(lus_pos *p)
{
    uint64_t own = p->w[0];
    p->w[0] = p->w[1];
    p->w[1] = own;
    p->w[2] = (p->w[2] & 0xff) << 8 | (p->w[2] >> 8 & 0xff);
    p->w[3] ^= 1;
}

#endif
