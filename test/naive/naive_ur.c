/* SPDX-License-Identifier: MIT */
/* naive_ur.c - reference rules of the Royal Game of Ur.

   Pieces stand on squares 0..L + 1 of their own path: 0 is
   the hand, L + 1 home. A path is the list of its tiles, by name, and two pieces meet
   if the names of their tiles are equal; Dark's path is Light's with A and C swapped. */
#include "naive_game.h"

#include <stdio.h>
#include <string.h>

enum { MAX_PATH = 16 };

struct naive_ur_set {
    const char *name;
    int pieces, length;
    const char *path;     /* Light's tiles in order, three characters each */
    const char *rosettes; /* tiles */
    int safe;             /* rosettes protect */
    int roll_on_capture;
    int throws, values[5], weights[5];
};

#define FINKEL_PATH  "A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 A8 A7"
#define MASTERS_PATH "A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 C7 C8 B8 A8 A7"
#define ASEB_PATH    "A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 B9 BX BY BZ" /* B10 B11 B12 */
#define ROSETTES     "A1 C1 B4 A7 C7"
#define FOUR_BINARY                                                                      \
    5, {0, 1, 2, 3, 4},                                                                  \
    {                                                                                    \
        1, 4, 6, 4, 1                                                                    \
    }
#define THREE_BINARY                                                                     \
    4, {1, 2, 3, 4},                                                                     \
    {                                                                                    \
        3, 3, 1, 1                                                                       \
    }

static const struct naive_ur_set sets[] = {
    {"finkel", 7, 14, FINKEL_PATH, ROSETTES, 1, 0, FOUR_BINARY},
    {"blitz", 5, 16, MASTERS_PATH, ROSETTES, 0, 1, FOUR_BINARY},
    {"masters", 7, 16, MASTERS_PATH, ROSETTES, 0, 0, THREE_BINARY},
    {"aseb", 5, 16, ASEB_PATH, "A1 C1 B4 B8 BZ", 1, 0, FOUR_BINARY},
};

/* count[player][square]; player 0 is Light, 1 Dark */
struct naive_ur_board {
    int count[2][MAX_PATH + 2];
    int side;
};

static const struct naive_ur_set *find(const char *name)
{
    if (name[0] == '\0')
        return &sets[0];
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (strcmp(sets[i].name, name) == 0)
            return &sets[i];
    return NULL;
}

/* The name of the tile that is the player's path square 1..L. */
static void tile_of(const struct naive_ur_set *set, int player, int square, char tile[3])
{
    tile[0] = set->path[3 * (square - 1)];
    tile[1] = set->path[3 * (square - 1) + 1];
    tile[2] = '\0';
    if (player == 1 && tile[0] == 'A')
        tile[0] = 'C';
    else if (player == 1 && tile[0] == 'C')
        tile[0] = 'A';
}

static int is_rosette(const struct naive_ur_set *set, int player, int square)
{
    char tile[3];
    tile_of(set, player, square, tile);
    return strstr(set->rosettes, tile) != NULL;
}

/* The enemy's number of the square that the player calls `square`; 0 if it has none. */
static int enemy_square(const struct naive_ur_set *set, int player, int square)
{
    char mine[3], theirs[3];
    tile_of(set, player, square, mine);
    for (int s = 1; s <= set->length; s++) {
        tile_of(set, 1 - player, s, theirs);
        if (strcmp(mine, theirs) == 0)
            return s;
    }
    return 0;
}

static void format(const struct naive_ur_set *set, const struct naive_ur_board *b,
                   char *text)
{
    for (int player = 0; player < 2; player++) {
        *text++ = (char)('0' + b->count[player][0]);
        for (int s = 1; s <= set->length; s++)
            *text++ = b->count[player][s] ? 'x' : '-';
        *text++ = (char)('0' + b->count[player][set->length + 1]);
        *text++ = ':';
    }
    *text++ = b->side == 0 ? 'L' : 'D';
    *text = '\0';
}

static int is_home(const struct naive_ur_set *set, const struct naive_ur_board *b,
                   int player)
{
    return b->count[player][set->length + 1] == set->pieces;
}

/* Every piece somewhere, one piece a tile, at most one winner. */
static int is_sound(const struct naive_ur_set *set, const struct naive_ur_board *b)
{
    for (int player = 0; player < 2; player++) {
        int sum = 0;
        for (int s = 0; s <= set->length + 1; s++)
            sum += b->count[player][s];
        if (sum != set->pieces)
            return 0;
    }
    for (int s = 1; s <= set->length; s++) {
        int theirs = enemy_square(set, 0, s);
        if (b->count[0][s] && theirs && b->count[1][theirs])
            return 0;
    }
    return !(is_home(set, b, 0) && is_home(set, b, 1));
}

static int parse(const struct naive_ur_set *set, const char *text,
                 struct naive_ur_board *b)
{
    char again[NAIVE_TEXT];
    size_t part = (size_t)set->length + 3; /* hand, path, home, colon */
    memset(b, 0, sizeof *b);
    if (strlen(text) != 2 * part + 1)
        return -1;
    for (int player = 0; player < 2; player++) {
        const char *from = text + (size_t)player * part;
        for (int s = 1; s <= set->length; s++)
            b->count[player][s] = from[s] == 'x';
        b->count[player][0] = from[0] - '0';
        b->count[player][set->length + 1] = from[set->length + 1] - '0';
        if (b->count[player][0] < 0 || b->count[player][set->length + 1] < 0)
            return -1;
    }
    b->side = text[2 * part] == 'D';
    if (!is_sound(set, b))
        return -1;
    format(set, b, again);
    return strcmp(text, again) == 0 ? 0 : -1;
}

/* U2 to U4: may a piece of the mover go from one square to the other? */
static int is_legal(const struct naive_ur_set *set, const struct naive_ur_board *b,
                    int from, int to)
{
    if (b->count[b->side][from] == 0 || to > set->length + 1)
        return 0;
    if (to == set->length + 1)
        return 1;
    if (b->count[b->side][to])
        return 0;
    int theirs = enemy_square(set, b->side, to);
    int enemy = theirs && b->count[1 - b->side][theirs];
    return !(enemy && set->safe && is_rosette(set, b->side, to));
}

static void play(const struct naive_ur_set *set, struct naive_ur_board *b, int from,
                 int to)
{
    int me = b->side, again = 0;
    b->count[me][from]--;
    b->count[me][to]++;
    if (to <= set->length) {
        int theirs = enemy_square(set, me, to);
        if (is_rosette(set, me, to))
            again = 1; /* U5 */
        if (theirs && b->count[1 - me][theirs]) {
            b->count[1 - me][theirs] = 0;
            b->count[1 - me][0]++;
            if (set->roll_on_capture)
                again = 1;
        }
    }
    if (!again)
        b->side = 1 - me;
}

static int moves(const char *name, const char *position, int throw,
                 struct naive_move *out, char *pass_after)
{
    const struct naive_ur_set *set = find(name);
    struct naive_ur_board b;
    int count = 0;
    if (!set || parse(set, position, &b) < 0)
        return -1;
    strcpy(pass_after, position);
    if (is_home(set, &b, 0) || is_home(set, &b, 1))
        return 0;
    for (int from = 0; from <= set->length && throw > 0; from++) {
        int to = from + throw;
        if (!is_legal(set, &b, from, to))
            continue;
        struct naive_ur_board after = b;
        play(set, &after, from, to);
        if (to > set->length)
            sprintf(out[count].move, "%d-off", from);
        else
            sprintf(out[count].move, "%d-%d", from, to);
        format(set, &after, out[count++].after);
    }
    b.side = 1 - b.side; /* U1 */
    if (count == 0)
        format(set, &b, pass_after);
    return count;
}

static int result(const char *name, const char *position, char *text)
{
    const struct naive_ur_set *set = find(name);
    struct naive_ur_board b;
    if (!set || parse(set, position, &b) < 0)
        return -1;
    strcpy(text, is_home(set, &b, 0) ? "L" : is_home(set, &b, 1) ? "D" : "");
    return 0;
}

static int throws(const char *name, int *values, int *weights)
{
    const struct naive_ur_set *set = find(name);
    if (!set)
        return -1;
    for (int i = 0; i < set->throws; i++) {
        values[i] = set->values[i];
        weights[i] = set->weights[i];
    }
    return set->throws;
}

static int start(const char *name, char *position)
{
    const struct naive_ur_set *set = find(name);
    struct naive_ur_board b = {0};
    if (!set)
        return -1;
    b.count[0][0] = b.count[1][0] = set->pieces;
    format(set, &b, position);
    return 0;
}

static uint64_t pieces(const char *name, const char *position, char side)
{
    struct naive_ur_board b;
    uint64_t squares = 0;
    if (parse(find(name), position, &b) == 0)
        for (int s = 1; s <= MAX_PATH; s++)
            if (s <= find(name)->length && b.count[side == 'D'][s])
                squares |= UINT64_C(1) << s;
    return squares;
}

static int score(const char *name, const char *position, char side)
{
    struct naive_ur_board b;
    if (parse(find(name), position, &b) < 0)
        return -1;
    return b.count[side == 'D'][find(name)->length + 1];
}

/* U3; the paths of both sides are alike, so Light's will do.  Square 0 is the hand. */
static struct naive_square square(const char *name, int s)
{
    const struct naive_ur_set *set = find(name);
    if (s < 1)
        return (struct naive_square){NULL, 0, 1};
    int rosette = is_rosette(set, 0, s), shared = enemy_square(set, 0, s) != 0;
    return (struct naive_square){rosette ? "rosette" : NULL, shared,
                                 !shared || (rosette && set->safe)};
}

const struct naive_game naive_ur = {moves,  result, throws, start,
                                    pieces, score,  square, NULL};
