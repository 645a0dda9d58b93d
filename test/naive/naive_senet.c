/* SPDX-License-Identifier: MIT */
/* naive_senet.c - reference rules of Senet, both rule sets.

   The board is what the position text shows: a letter or
   '-' on each of the squares 1..30. Pieces not on the board are off it. */
#include "naive_game.h"

#include <stdio.h>
#include <string.h>

enum { REBIRTH = 15, HAPPINESS = 26, WATER = 27, LAST = 30, OFF = 31, ILLEGAL = 0 };

struct naive_senet_set {
    const char *name, *start;
    char first, second; /* letters of the sides */
    int pieces, values[5], weights[5];
    int blockade; /* B1 to B10 apply, otherwise H1 to H11 */
};

static const struct naive_senet_set sets[] = {
    {"houses",
     "WBWBWBWBWBWBWB----------------:W",
     'W',
     'B',
     7,
     {1, 2, 3, 4, 5},
     {4, 6, 4, 1, 1},
     0},
    {"blockade",
     "LDLDLDLDL-D-------------------:D",
     'L',
     'D',
     5,
     {1, 2, 3, 4, 6},
     {4, 6, 4, 1, 1},
     1},
};

struct naive_senet_board {
    char square[LAST + 1]; /* 1..30 */
    char side, other;
};

struct naive_senet_list {
    struct naive_move *moves;
    int count;
    char side; /* who throws after the move */
};

static const struct naive_senet_set *find(const char *name)
{
    if (name[0] == '\0')
        return &sets[0];
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (strcmp(sets[i].name, name) == 0)
            return &sets[i];
    return NULL;
}

static int pieces_of(const struct naive_senet_board *b, char side)
{
    int count = 0;
    for (int s = 1; s <= LAST; s++)
        count += b->square[s] == side;
    return count;
}

static void format(const struct naive_senet_board *b, char side, char *text)
{
    for (int s = 1; s <= LAST; s++)
        *text++ = b->square[s];
    *text++ = ':';
    *text++ = side;
    *text = '\0';
}

static int parse(const struct naive_senet_set *set, const char *text,
                 struct naive_senet_board *b)
{
    if (strlen(text) != LAST + 2 || text[LAST] != ':')
        return -1;
    for (int s = 1; s <= LAST; s++) {
        char c = b->square[s] = text[s - 1];
        if (c != set->first && c != set->second && c != '-')
            return -1;
    }
    b->side = text[LAST + 1];
    if (b->side != set->first && b->side != set->second)
        return -1;
    b->other = b->side == set->first ? set->second : set->first;
    int mine = pieces_of(b, b->side), theirs = pieces_of(b, b->other);
    if (mine > set->pieces || theirs > set->pieces || mine + theirs == 0)
        return -1;
    return b->square[WATER] == '-' ? 0 : -1; /* H8, B6 */
}

/* H7, B6: the square for a piece that fell into the Water or was sent back. */
static int rebirth(const struct naive_senet_board *b)
{
    int square = REBIRTH;
    while (b->square[square] != '-')
        square--;
    return square;
}

/* An enemy on the target goes to the from-square; nothing there leaves it empty. */
static struct naive_senet_board moved(const struct naive_senet_board *b, int from, int to)
{
    struct naive_senet_board after = *b;
    after.square[from] = to == OFF ? '-' : b->square[to];
    if (to != OFF)
        after.square[to] = b->square[from];
    return after;
}

/* Adds the step to `steps` in `text`: "26-off" + 25-15 = "26-off,25-15". */
static void join(char *text, const char *steps, int from, int to)
{
    text += sprintf(text, "%s%s%d-", steps, steps[0] ? "," : "", from);
    if (to == OFF)
        strcpy(text, "off");
    else
        sprintf(text, "%d", to);
}

static void add(struct naive_senet_list *list, const char *steps,
                const struct naive_senet_board *b)
{
    struct naive_move *move = &list->moves[list->count++];
    strcpy(move->move, steps);
    format(b, list->side, move->after);
}

/* H4 to H6: where the piece on `from` ends. */
static int houses_target(const struct naive_senet_board *b, int from, int throw)
{
    if (from == 30)
        return OFF;
    if (from == 29)
        return throw == 2 ? OFF : rebirth(b);
    if (from == 28)
        return throw == 3 ? OFF : rebirth(b);
    if (from == HAPPINESS && throw == 5)
        return OFF;
    if (from == HAPPINESS && throw == 1)
        return rebirth(b);
    if (from < HAPPINESS && from + throw > HAPPINESS)
        return ILLEGAL;
    return b->square[from + throw] == b->side ? ILLEGAL : from + throw;
}

static void houses_moves(const struct naive_senet_board *b, int throw,
                         struct naive_senet_list *list)
{
    for (int from = 1; from <= LAST; from++) {
        if (b->square[from] != b->side)
            continue;
        int to = houses_target(b, from, throw);
        if (to == ILLEGAL)
            continue;
        struct naive_senet_board after = moved(b, from, to);
        char text[16];
        join(text, "", from, to);
        add(list, text, &after);
    }
}

static int is_enemy(const struct naive_senet_board *b, int square)
{
    return square >= 1 && square <= LAST && b->square[square] == b->other;
}

/* B5: does an enemy on this square stand in a row of three or more? */
static int in_block(const struct naive_senet_board *b, int square)
{
    int first = square, last = square;
    if (!is_enemy(b, square))
        return 0;
    while (is_enemy(b, first - 1))
        first--;
    while (is_enemy(b, last + 1))
        last++;
    return last - first + 1 >= 3;
}

/* B5: is there a block on the way, the target included? Off the board the way ends on
   the last square. */
static int meets_block(const struct naive_senet_board *b, int from, int to)
{
    int step = to > from ? 1 : -1;
    for (int s = from + step; s <= LAST; s += step) {
        if (in_block(b, s))
            return 1;
        if (s == to)
            break;
    }
    return 0;
}

/* B8: no own piece on 1..10. */
static int may_bear_off(const struct naive_senet_board *b)
{
    for (int s = 1; s <= 10; s++)
        if (b->square[s] == b->side)
            return 0;
    return 1;
}

/* B4: may the enemy on this square be swapped? */
static int is_exposed(const struct naive_senet_board *b, int square)
{
    if (square == 26 || square == 28 || square == 29)
        return 0;
    return !is_enemy(b, square - 1) && !is_enemy(b, square + 1);
}

/* B4 to B8: where the piece on `from` ends; points < 0 go backwards. */
static int blockade_target(const struct naive_senet_board *b, int from, int points)
{
    int to = from + points;
    if (to < 1 || meets_block(b, from, to))
        return ILLEGAL;
    if (to > LAST)
        return may_bear_off(b) ? OFF : ILLEGAL;
    if (to == WATER)
        return rebirth(b);
    if (b->square[to] == b->side)
        return ILLEGAL;
    if (is_enemy(b, to) && !is_exposed(b, to))
        return ILLEGAL;
    return to;
}

static int can_move(const struct naive_senet_board *b, int points)
{
    for (int from = 1; from <= LAST; from++)
        if (b->square[from] == b->side && blockade_target(b, from, points) != ILLEGAL)
            return 1;
    return 0;
}

/* B7, B9: plays a throw, or the rest of one after `steps`: forward if any piece can,
   else backward, else a rest is lost. A win voids the rest (B10). */
static void blockade_moves(const struct naive_senet_board *b, int throw,
                           const char *steps, struct naive_senet_list *list)
{
    int points = can_move(b, throw) ? throw : -throw;
    if (!can_move(b, points) && steps[0] != '\0')
        add(list, steps, b);
    for (int from = 1; from <= LAST; from++) {
        if (b->square[from] != b->side)
            continue;
        int to = blockade_target(b, from, points);
        if (to == ILLEGAL)
            continue;
        struct naive_senet_board after = moved(b, from, to);
        char text[48];
        join(text, steps, from, to);
        if (to == OFF && pieces_of(&after, b->side) > 0)
            blockade_moves(&after, from - LAST + throw, text, list);
        else
            add(list, text, &after);
    }
}

/* H1: the turn passes. B2, B3: 1, 4 and 6 throw again, also without a legal move. */
static char next_side(const struct naive_senet_set *set,
                      const struct naive_senet_board *b, int throw)
{
    if (set->blockade && (throw == 1 || throw == 4 || throw == 6))
        return b->side;
    return b->other;
}

static int moves(const char *name, const char *position, int throw,
                 struct naive_move *out, char *pass_after)
{
    const struct naive_senet_set *set = find(name);
    struct naive_senet_board b;
    if (!set || parse(set, position, &b) < 0)
        return -1;
    strcpy(pass_after, position);
    if (pieces_of(&b, b.side) == 0 || pieces_of(&b, b.other) == 0)
        return 0;
    struct naive_senet_list list = {out, 0, next_side(set, &b, throw)};
    if (set->blockade)
        blockade_moves(&b, throw, "", &list);
    else
        houses_moves(&b, throw, &list);
    if (list.count == 0)
        format(&b, list.side, pass_after);
    return list.count;
}

static int result(const char *name, const char *position, char *text)
{
    const struct naive_senet_set *set = find(name);
    struct naive_senet_board b;
    if (!set || parse(set, position, &b) < 0)
        return -1;
    text[0] = '\0';
    text[1] = '\0';
    if (pieces_of(&b, b.side) == 0)
        text[0] = b.side;
    if (pieces_of(&b, b.other) == 0)
        text[0] = b.other;
    return 0;
}

static int throws(const char *name, int *values, int *weights)
{
    const struct naive_senet_set *set = find(name);
    if (!set)
        return -1;
    for (int i = 0; i < 5; i++) {
        values[i] = set->values[i];
        weights[i] = set->weights[i];
    }
    return 5;
}

static int start(const char *name, char *position)
{
    const struct naive_senet_set *set = find(name);
    if (!set)
        return -1;
    strcpy(position, set->start);
    return 0;
}

static uint64_t pieces(const char *name, const char *position, char side)
{
    struct naive_senet_board b;
    uint64_t squares = 0;
    if (parse(find(name), position, &b) == 0)
        for (int s = 1; s <= LAST; s++)
            if (b.square[s] == side)
                squares |= UINT64_C(1) << s;
    return squares;
}

static int score(const char *name, const char *position, char side)
{
    struct naive_senet_board b;
    if (parse(find(name), position, &b) < 0)
        return -1;
    return find(name)->pieces - pieces_of(&b, side);
}

/* B4 names the safe squares; in senet:houses there are none (H9). */
static struct naive_square square(const char *name, int s)
{
    static const char *const house[LAST + 1] = {
        [REBIRTH] = "House of Rebirth", [HAPPINESS] = "House of Happiness",
        [28] = "House of Three Truths", [29] = "House of Re-Atoum",
        [30] = "House of Horus",
    };
    return (struct naive_square){house[s], 1,
                                 find(name)->blockade && (s == 26 || s == 28 || s == 29)};
}

const struct naive_game naive_senet = {moves,  result, throws, start,
                                       pieces, score,  square, NULL};
