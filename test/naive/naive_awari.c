/* SPDX-License-Identifier: MIT */
/* naive_awari.c - reference rules of Awari.

   Pits 0..5 are South's A..F, 6..11 North's a..f; sowing goes up and
   from 11 back to 0. Player 0 is South. Repetition (A7) is not part of a position. */
#include "naive_game.h"

#include <ctype.h>
#include <string.h>

enum left { FORFEIT, OWN_ROWS, ENEMY_TAKES_ALL };

struct naive_awari_set {
    const char *name;
    int slam_captures; /* and A4 is Olympiad's */
    enum left left;    /* A5: stones left when no move exists */
};

static const struct naive_awari_set sets[] = {
    {"abapa", 0, FORFEIT},
    {"oware", 0, OWN_ROWS},
    {"olympiad", 1, ENEMY_TAKES_ALL},
};

struct naive_awari_board {
    int pit[12];
    int store[2];
    int side;
};

static const struct naive_awari_set *find(const char *name)
{
    if (name[0] == '\0')
        return &sets[0];
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (strcmp(sets[i].name, name) == 0)
            return &sets[i];
    return NULL;
}

static int row(const struct naive_awari_board *b, int player)
{
    int sum = 0;
    for (int i = 0; i < 6; i++)
        sum += b->pit[6 * player + i];
    return sum;
}

static int total(const struct naive_awari_board *b)
{
    return row(b, 0) + row(b, 1) + b->store[0] + b->store[1];
}

static char *put_number(char *text, int number)
{
    if (number >= 10)
        *text++ = (char)('0' + number / 10);
    *text++ = (char)('0' + number % 10);
    *text++ = '-';
    return text;
}

static void format(const struct naive_awari_board *b, char *text)
{
    for (int i = 0; i < 12; i++)
        text = put_number(text, b->pit[i]);
    text = put_number(text, b->store[0]);
    text = put_number(text, b->store[1]);
    *text++ = b->side == 0 ? 'S' : 'N';
    *text = '\0';
}

/* A total of 0 is read too: a game in which all stones were forfeit ends there. */
static int parse(const char *text, struct naive_awari_board *b)
{
    char again[NAIVE_TEXT];
    const char *at = text;
    for (int i = 0; i < 14; i++) {
        int number = 0, digits = 0;
        while (isdigit((unsigned char)*at) && digits++ < 2)
            number = 10 * number + (*at++ - '0');
        if (digits == 0 || *at++ != '-')
            return -1;
        if (i < 12)
            b->pit[i] = number;
        else
            b->store[i - 12] = number;
    }
    b->side = *at == 'N';
    if (total(b) > 48)
        return -1;
    format(b, again);
    return strcmp(text, again) == 0 ? 0 : -1;
}

/* A1: sows the pit; returns the pit of the last stone. */
static int sow(struct naive_awari_board *b, int from)
{
    int at = from, stones = b->pit[from];
    b->pit[from] = 0;
    while (stones > 0) {
        at = (at + 1) % 12;
        if (at == from)
            continue;
        b->pit[at]++;
        stones--;
    }
    return at;
}

/* A2: takes twos and threes backwards from the pit of the last stone. */
static void capture(struct naive_awari_board *b, int last)
{
    int enemy = 1 - b->side;
    for (int at = last; at >= 6 * enemy && at < 6 * enemy + 6; at--) {
        if (b->pit[at] != 2 && b->pit[at] != 3)
            break;
        b->store[b->side] += b->pit[at];
        b->pit[at] = 0;
    }
}

/* A1 to A3, the turn not yet passed on. */
static struct naive_awari_board played(const struct naive_awari_set *set,
                                       const struct naive_awari_board *b, int pit)
{
    struct naive_awari_board sown = *b;
    int last = sow(&sown, pit);
    struct naive_awari_board taken = sown;
    capture(&taken, last);
    if (!set->slam_captures && row(&taken, 1 - b->side) == 0)
        return sown; /* grand slam, or nothing was captured anyway */
    return taken;
}

/* A4. */
static int is_legal(const struct naive_awari_set *set, const struct naive_awari_board *b,
                    int pit)
{
    int enemy = 1 - b->side;
    if (b->pit[pit] == 0)
        return 0;
    struct naive_awari_board after = played(set, b, pit);
    if (row(&after, enemy) > 0)
        return 1;
    if (!set->slam_captures)
        return row(b, enemy) > 0;
    for (int i = 6 * b->side; i < 6 * b->side + 6; i++) {
        if (b->pit[i] == 0)
            continue;
        struct naive_awari_board instead = played(set, b, i);
        if (row(&instead, enemy) > 0)
            return 0;
    }
    return 1;
}

/* A6 */
static int has_majority(const struct naive_awari_board *b, int player)
{
    return 2 * b->store[player] > total(b);
}

static int list_moves(const struct naive_awari_set *set,
                      const struct naive_awari_board *b, struct naive_move *out)
{
    int count = 0;
    if (has_majority(b, 0) || has_majority(b, 1))
        return 0;
    for (int i = 0; i < 6; i++) {
        if (!is_legal(set, b, 6 * b->side + i))
            continue;
        struct naive_awari_board after = played(set, b, 6 * b->side + i);
        after.side = 1 - b->side;
        out[count].move[0] = (char)((b->side == 0 ? 'A' : 'a') + i);
        out[count].move[1] = '\0';
        format(&after, out[count++].after);
    }
    return count;
}

/* A5: the side to move cannot; the stones go where the table says. A game that a
   majority ended at once (A6) stays as it is. */
static void settle(const struct naive_awari_set *set, struct naive_awari_board *b)
{
    if (has_majority(b, 0) || has_majority(b, 1))
        return;
    if (set->left == OWN_ROWS) {
        b->store[0] += row(b, 0);
        b->store[1] += row(b, 1);
    } else if (set->left == ENEMY_TAKES_ALL) {
        b->store[1 - b->side] += row(b, 0) + row(b, 1);
    }
    memset(b->pit, 0, sizeof b->pit);
}

static int moves(const char *name, const char *position, int throw,
                 struct naive_move *out, char *pass_after)
{
    const struct naive_awari_set *set = find(name);
    struct naive_awari_board b;
    (void) throw;
    if (!set || parse(position, &b) < 0)
        return -1;
    int count = list_moves(set, &b, out);
    if (count == 0)
        settle(set, &b);
    format(&b, pass_after);
    return count;
}

static int result(const char *name, const char *position, char *text)
{
    const struct naive_awari_set *set = find(name);
    struct naive_awari_board b;
    struct naive_move list[6];
    if (!set || parse(position, &b) < 0)
        return -1;
    text[0] = '\0';
    if (list_moves(set, &b, list) > 0)
        return 0;
    settle(set, &b);
    int lead = b.store[0] - b.store[1];
    strcpy(text, lead > 0 ? "S" : lead < 0 ? "N" : "draw");
    return 0;
}

static int throws(const char *name, int *values, int *weights)
{
    values[0] = 0;
    weights[0] = 1;
    return find(name) ? 1 : -1;
}

static int start(const char *name, char *position)
{
    strcpy(position, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    return find(name) ? 0 : -1;
}

/* The stones in a store; those of a board without moves are shared out (A5). */
static int score(const char *name, const char *position, char side)
{
    const struct naive_awari_set *set = find(name);
    struct naive_awari_board b;
    struct naive_move list[6];
    if (!set || parse(position, &b) < 0)
        return -1;
    if (list_moves(set, &b, list) == 0)
        settle(set, &b);
    return b.store[side == 'N'];
}

/* A3, A4 */
static void special(const char *name, const char *position, const struct naive_move *move,
                    char *text)
{
    struct naive_awari_board b, after;
    char letter = move->move[0];
    if (parse(position, &b) < 0 || parse(move->after, &after) < 0)
        return;
    int enemy = 1 - b.side;
    if (row(&b, enemy) == 0 && row(&after, enemy) > 0) {
        strcpy(text, "feeds the empty row");
        return;
    }
    int stones = b.store[b.side];
    capture(&b, sow(&b, letter >= 'a' ? 6 + letter - 'a' : letter - 'A'));
    if (!find(name)->slam_captures && b.store[b.side] > stones && row(&b, enemy) == 0)
        strcpy(text, "is a grand slam, which takes nothing");
}

const struct naive_game naive_awari = {moves, result, throws, start,
                                       NULL,  score,  NULL,   special};
