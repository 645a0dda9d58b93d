/* SPDX-License-Identifier: MIT */
/* rules.h - the interface of a game: its rule sets, texts, dice and search hints.

   A rule set is one const struct lus_rules.  Its functions take the rule set as their
   first argument; where that is a compile-time constant (see hot.h), they are inlined
   with its numbers, and no indirect call is left.

   A position is seen by the side to move: "own" and "enemy" in every game.  All games
   keep the side in bit 0 of w[3]; each game defines the other words.

       w[0] own     w[1] enemy     w[2] hands or stores     w[3] side to move */
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include "lusoria.h"
#include "core/text.h"
#include "core/net.h"

/* One value that can be thrown: its probability is weight / weight_sum. */
struct throw
{
    int8_t value, weight;
};

/* A position in numbers, for reports: lusoria(1), ANALYSIS. */
struct pos_summary {
    const char *phase; /* "opening", "middle", "end" */
    int control;       /* control of the board, own minus enemy */
    int n[2];          /* own and enemy: squares of the pieces, or stones of each pit */
    uint8_t piece[2][LUS_MAX_MOVES];
};

/* Appends the squares of both sides' masks, w[0] and w[1], to the summary; bit 0 is
   square `first`. */
static inline void summary_squares(struct pos_summary *s, const lus_pos *p, int first)
{
    for (int side = 0; side < 2; side++)
        for (uint64_t left = p->w[side]; left; left &= left - 1)
            s->piece[side][s->n[side]++] = (uint8_t)(first + __builtin_ctzll(left));
}

/* A point of a drawn board, and the board as shapes: core/scene.h. */
struct scene_point {
    int x, y;
};
struct scene;
struct motions;

/* What the sentence about a move may say of a square. */
struct square_info {
    const char *name; /* "rosette"; NULL: the square has no name */
    bool safe;        /* a piece there can never be captured */
    bool shared;      /* pieces of both sides may use the square */
};

/* The texts of a game.  The functions allocate nothing and print nothing.  A parser
   returns 0, or a negative error of LUS_ERRORS after it has filled the scanner's fault;
   then its output is not used.  `m` is never LUS_PASS except in `refuse`. */
struct game_text {
    /* REQUIRED.  Reads one position and stops behind it; rejects every position that
       the rules cannot handle. */
    int (*parse)(const lus_rules *r, struct scan *s, lus_pos *p);
    /* REQUIRED.  Writes the position; `parse` reads the same position from it. */
    void (*format)(const lus_rules *r, const lus_pos *p, struct text *out);
    /* REQUIRED.  Reads one move of the side to move; it need not be legal. */
    int (*parse_move)(const lus_rules *r, const lus_pos *p, struct scan *s, lus_move *m);
    /* REQUIRED.  Writes a legal move; `parse_move` reads the same move from it. */
    void (*format_move)(const lus_rules *r, const lus_pos *p, lus_move m,
                        struct text *out);
    /* REQUIRED.  One word for a legal move: "capture", "exit". */
    const char *(*kind)(const lus_rules *r, const lus_pos *p, int throw, lus_move m);
    /* REQUIRED.  Why a move is illegal: the number of the rule, then a sentence.  Called
       only with illegal moves, LUS_PASS included; the result is never NULL. */
    const char *(*refuse)(const lus_rules *r, const lus_pos *p, int throw, lus_move m);
    /* REQUIRED.  Writes the board for a terminal: at most 14 lines of 60 columns, each
       ending with a line feed, in ASCII unless look->unicode.  Colours are written with
       text_ink, at least one in every board.  look->last, played by look->last_side, is
       marked, also if it left the board.  Different positions have different boards. */
    void (*draw)(const lus_rules *r, const lus_pos *p, const lus_look *look,
                 struct text *out);
    /* OPTIONAL, both or neither.  The board as shapes, and the centre of a square as a
       move of `side` names it (0: its hand; LUS_OFF).  Without them pages show the text
       of `draw`. */
    void (*scene)(const lus_rules *r, const lus_pos *p, struct scene *out);
    struct scene_point (*square_centre)(const lus_rules *r, int side, int square);
    /* OPTIONAL, with `scene`.  What moves on the board during a legal move: adds to a
       zeroed list (core/motion.h). */
    void (*motions)(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                    struct motions *out);
    /* OPTIONAL.  Reads and writes the game's set-up file; `format_board` returns 0 or,
       for a position that the file cannot hold, a negative error. */
    int (*parse_board)(const lus_rules *r, struct scan *s, lus_pos *p);
    int (*format_board)(const lus_rules *r, const lus_pos *p, struct text *out);
    /* OPTIONAL.  Fills a zeroed summary; without it reports show no phase, no control
       and no pieces, and explanations know no squares. */
    void (*summarise)(const lus_rules *r, const lus_pos *p, struct pos_summary *out);
    /* OPTIONAL.  A square of the side to move, 0 its hand; needs `summarise`. */
    struct square_info (*square_info)(const lus_rules *r, int square);
    /* OPTIONAL.  What a legal move does that only this game has, as a verb phrase:
       "feeds the empty row".  NULL: nothing. */
    const char *(*special_effect)(const lus_rules *r, const lus_pos *p, int throw,
                                  lus_move m);
    /* OPTIONAL.  The tile of a square of `side` in the game's record_format; writes
       nothing for squares behind the last. */
    void (*tile_name)(const lus_rules *r, int side, int square, struct text *out);
    /* REQUIRED (0 is a value).  The number users type for the first move: 1; pits: 0. */
    int first_label;
    /* OPTIONAL.  1 if `format_move` always writes one letter: such moves can be written
       without spaces, as UCI engines of this game do. */
    int one_letter_moves;
};

/* The features of a linear evaluation, own minus enemy; `lusoria train` fits their
   weights.  All members are REQUIRED. */
enum { MAX_FEATURES = 8 };
struct eval_features {
    int n;
    const char *name[MAX_FEATURES];
    void (*count)(const lus_rules *r, const lus_pos *p, int count[MAX_FEATURES]);
};

/* The shape of a learned evaluation of the score still to come: the rows of `terms` inputs,
   16 weights each, are added, and an activation function and one of the output layers follow
   as in core/net.h.  `lusoria train` learns the weights.  All members are REQUIRED. */
struct score_net {
    int inputs, terms, outputs;
    /* Writes the rows of p to at[0 .. terms - 1] and its output layer to at[terms]. */
    void (*place)(const lus_pos *p, uint32_t *at);
    /* Rows of the inputs, rows of the outputs, one bias per output; aligned to 64 bytes. */
    const int16_t *weights;
};

static inline int score_net_weights(const struct score_net *n)
{
    return (n->inputs + n->outputs) * NET_HIDDEN + n->outputs;
}

/* A second name of a rule set. */
struct rules_alias {
    const char *name; /* "cave:8x5" */
    int index;        /* of the rule set in game_info.sets */
};

/* A whole game: what its rule sets share.  One per line of games.def. */
struct game_info {
    const char *id;                    /* REQUIRED: "ur", as in games.def */
    const char *title;                 /* REQUIRED: "Royal Game of Ur" */
    const lus_rules *sets;             /* REQUIRED: the default first */
    int n_sets;                        /* REQUIRED */
    const struct rules_alias *aliases; /* OPTIONAL: ends with a NULL name */
    const char *record_format; /* OPTIONAL: another program's record format: "rgn" */
    const char *protocol;      /* OPTIONAL: "uci" or "ugi", if its default game is this */
    const char *const
        *symbols; /* OPTIONAL: the symbols on tiles, core/scene.h; NULL ends */
};

/* The strength of one level of play. */
enum { N_LEVELS = 6 };
struct level {
    int depth; /* of the search, in plies */
    int noise; /* standard deviation of the error in the value of each move: thousandths
                  of the winning chances or, with score_counts, hundredths of a stone */
};

/* The measured strength of the levels, the weakest first: the numbers of doc/strength.md,
   which test/strength.sh compares with these.  Losses are millionths of the winning chances
   or, with score_counts, of a stone; reviews derive verdicts and grades from them. */
struct level_strength {
    int inaccuracy; /* from this loss on a move is an inaccuracy */
    bool exact;     /* the losses were measured with a table, not with a deeper search */
    int measured; /* so many levels have a measured loss; the other numbers of loss[] are
                       only limits of grades */
    int loss[N_LEVELS]; /* mean of an unforced decision in own games, decreasing */
    /* Against the next lower level, the weakest against random moves, in thousandths of a
       win; 0: not measured. */
    int score[N_LEVELS];
};

/* The dice of a rule set.  A game without dice has one throw of value 0 and weight 1 and
   leaves the other members zero. */
struct dice_rules {
    int n_throws;                        /* REQUIRED: values that can be thrown, 1.. */
    int weight_sum;                      /* REQUIRED: of all weights, a power of two */
    struct throw throws[LUS_MAX_THROWS]; /* REQUIRED: in ascending order of value */
    /* REQUIRED with dice: indexes of throws[], the most probable first. */
    int8_t by_weight[LUS_MAX_THROWS];
    int sticks; /* REQUIRED with dice: two-sided dice per throw, 1..4; 0: no dice */
    int8_t
        value_of_marked[5]; /* REQUIRED with dice: a throw's value by its marked sides */
    int rolloff;            /* OPTIONAL (B1): the value that ends the roll-off */
    int rolloff_winner;     /* OPTIONAL (B1): the side that its thrower plays */
};

/* A search to the end of the game (search_hints.solve_ending).  The caller owns it. */
struct ending_work {
    uint64_t *slots; /* REQUIRED: slot_mask + 1 numbers, zeroed before the first search:
                           results of positions of this rule set */
    uint64_t slot_mask; /* REQUIRED: a power of two, minus 1 */
    int64_t nodes;      /* searched so far */
    int64_t max_nodes;  /* REQUIRED: the search is given up at this number */
};

/* What makes searches and simulations of a rule set strong or fast.  The rules do not
   depend on it. */
struct search_hints {
    /* REQUIRED.  The evaluation of the original program, for the side to move (me 0) or
       for the other side (me 1); |value| <= classic_bound. */
    int (*classic)(const lus_rules *r, const lus_pos *p, int me);
    int classic_bound; /* REQUIRED */
    /* OPTIONAL.  The default evaluation on the scale of search/value.h, for the side to
       move.  Without it and without `net` the classic one is scaled. */
    int (*evaluate)(const lus_rules *r, const lus_pos *p);
    const struct eval_features *features; /* OPTIONAL: of `evaluate`, if it is linear */
    const struct net *net; /* OPTIONAL: learned evaluation, used instead of `evaluate` */
    const struct score_net *score_net; /* OPTIONAL: the network of `evaluate` */
    /* REQUIRED with score_net: `evaluate` with other weights, aligned to 64 bytes. */
    int (*evaluate_with)(const lus_rules *r, const int16_t *weights, const lus_pos *p);
    /* OPTIONAL, games without dice.  How promising the move to `next` looks, 0..1000:
       the order in which a search tries the moves. */
    int (*order_score)(const lus_rules *r, const lus_pos *p, lus_move m,
                       const lus_pos *next);
    /* OPTIONAL, games without dice.  Keeps only the moves that can be best in a search of
       `depth` plies: immediate wins, else (from depth 2) moves that prevent an immediate
       loss.  Returns how many of list[] are left, at least 1. */
    int (*forced_moves)(const lus_rules *r, const lus_pos *p, lus_move *list, int n,
                        int depth);
    /* OPTIONAL, games without dice: the most plies until the end of the game. */
    int (*plies_left)(const lus_rules *r, const lus_pos *p);
    /* REQUIRED with plies_left.  Searches a running game to its end.  Returns -1, 0 or 1
       for a loss, draw or win of the side to move: the exact result if it is between alpha
       and beta, otherwise a bound.  If w->nodes reaches w->max_nodes it means nothing. */
    int (*solve_ending)(const lus_rules *r, const lus_pos *p, struct ending_work *w,
                        int alpha, int beta);
    /* OPTIONAL.  What tables are limited by (solve.h): stones on the board, or pieces of
       the side that has more.  Never increases during a game.  Positions with more
       material than a table holds are not looked up; NULL: every position is. */
    int (*material)(const lus_rules *r, const lus_pos *p);
    /* OPTIONAL, rule sets without no_move_ends and repetition_limit.  Plays move
       random_pick(random, count) of the list, or passes if there is no legal move; faster
       than writing the list.  `random` has PICK_BITS bits. */
    void (*play_random)(const lus_rules *r, lus_pos *p, int throw, uint32_t random);
    /* OPTIONAL.  N_LEVELS levels, the weakest first; default: level n searches n plies
       without noise.  doc/strength.md says how they are measured. */
    const struct level *levels;
    /* OPTIONAL.  Default: those of Ur or, with score_counts, of Awari. */
    const struct level_strength *strength;
    /* OPTIONAL.  Plies of a game between good players, rounded: programs share their clock
       out by it (game_clock.h).  Default: 80. */
    int mean_plies;
};

/* How actions and observations (lusoria.h) number the squares.  All members are OPTIONAL;
   without them a square is a bit of w[0] and w[1], and moves have one step. */
struct square_layout {
    int squares; /* moves name squares 0 .. squares - 1 and LUS_OFF; default LUS_OFF */
    int first;   /* the square in the lowest bits of w[0] and w[1] */
    int bits;    /* of a square: 1, or 8 for a number of stones; default 1 */
    int chain_first; /* REQUIRED if moves can have several steps: all steps but the last
                        start from this square or above; 0: one step */
};

/* A rule set.  Except for `valid`, positions given to these functions are valid and throws
   are among dice.throws[]; neither is checked again. */
struct lus_rules {
    const char *name;          /* REQUIRED: "ur:finkel" */
    const char *title, *about; /* REQUIRED: the game; this rule set in one line */
    const char *sides;         /* REQUIRED: the letters of side 0 and side 1 */
    const char *side_name[2];  /* REQUIRED */
    const char *win_reason;    /* REQUIRED: how a game is won: "the last piece is off" */
    const char *draw_reason;   /* REQUIRED if the rules have draws */
    const char *record_name;   /* OPTIONAL: its name in game_info.record_format */
    const struct game_text *text; /* REQUIRED */
    const void *params;           /* OPTIONAL: the game's own parameters */
    int index;                    /* REQUIRED: of this rule set in game_info.sets */

    int score_counts; /* OPTIONAL: 1 if the score is part of a finished game's value */
    int repetition_limit; /* OPTIONAL (A7): n-th occurrence of a position ends the game */
    int no_move_ends;     /* OPTIONAL (A5): 1 if having no legal move ends the game */

    /* REQUIRED.  The first position. */
    void (*start)(const lus_rules *r, lus_pos *p);
    /* OPTIONAL.  The start of a game with so many pieces per side, the others borne off.
       Returns the number of pieces of the full game; leaves *p untouched if `pieces` is
       not between 1 and that. */
    int (*start_with)(const lus_rules *r, int pieces, lus_pos *p);
    /* REQUIRED.  True if the position can occur: exactly those that `parse` can read.
       *p may be any 32 bytes; all other functions are given valid positions only. */
    bool (*valid)(const lus_rules *r, const lus_pos *p);
    /* REQUIRED.  The number of legal moves of an unfinished position: what `moves` returns. */
    int (*count)(const lus_rules *r, const lus_pos *p, int throw);
    /* REQUIRED.  Writes the legal moves, at most LUS_MAX_MOVES, and returns how many; by
       rising from-square, then step by step (the order that users see and type). */
    int (*moves)(const lus_rules *r, const lus_pos *p, int throw, lus_move *out);
    /* REQUIRED.  Plays a legal move; passes where there is none.  Both return 1 if the
       same side throws again, else 0, and check nothing. */
    int (*play)(const lus_rules *r, lus_pos *p, int throw, lus_move m);
    int (*pass)(const lus_rules *r, lus_pos *p, int throw);
    /* REQUIRED.  LUS_WIN, LUS_LOSS, LUS_DRAW of the side to move, or LUS_ONGOING. */
    int (*result)(const lus_rules *r, const lus_pos *p);
    /* REQUIRED.  Own and enemy pieces borne off, or stones captured. */
    void (*score)(const lus_rules *r, const lus_pos *p, int score[2]);
    /* REQUIRED with repetition_limit or no_move_ends.  Makes the final position of a
       game that ends for `reason` (LUS_BY_NO_MOVE, LUS_BY_REPETITION). */
    void (*settle)(const lus_rules *r, lus_pos *p, int reason);

    struct dice_rules dice;
    struct search_hints search;
    struct square_layout layout;
};

/* Which of n moves PICK_BITS random bits select; every move is equally likely but for
   n / 2^PICK_BITS. */
enum { PICK_BITS = 28 };
static inline int random_pick(uint32_t random, int n)
{
    return (int)((uint64_t)random * (uint64_t)n >> PICK_BITS);
}

/* A move is up to LUS_MAX_STEPS steps of 16 bits, the first one lowest: from which square
   (0 is the hand) and to which (LUS_OFF: off the board).  `to` is the square where the
   piece ends, after everything that the rules do to it. */
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

/* The number of steps; 0 for LUS_PASS. */
static inline int move_steps(lus_move m)
{
    int n = 0;
    while (n < LUS_MAX_STEPS && m >> (16 * n))
        n++;
    return n;
}

/* The score of sides 0 and 1, of a final position too. */
void score_of_sides(const lus_rules *r, const lus_pos *p, int score[2]);
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
