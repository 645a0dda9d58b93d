/* SPDX-License-Identifier: MIT */
/* naive.c - the reference rules of all games: finding the game, and perft.

   The games are those of games.def.  A game without reference rules is a weak symbol, so
   that the tests build and can say what is missing. */
#include "naive_game.h"

#include <string.h>

#define GAME(id) extern const struct naive_game naive_##id __attribute__((weak));
#include "core/games.def"
#undef GAME

static const struct {
    const char *name;
    const struct naive_game *game; /* NULL: not written yet */
} games[] = {
#define GAME(id) {#id, &naive_##id},
#include "core/games.def"
#undef GAME
};

/* Splits "ur:finkel" into a game and "finkel"; NULL if there is no such game. */
static const struct naive_game *find(const char *rules, const char **set)
{
    size_t length = strcspn(rules, ":");
    *set = rules[length] == ':' ? rules + length + 1 : "";
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const char *name = games[i].name;
        if (strlen(name) == length && strncmp(name, rules, length) == 0)
            return games[i].game;
    }
    return NULL;
}

const struct naive_game *naive_find(const char *rules)
{
    const char *set;
    return find(rules, &set);
}

/* A throw that the dice cannot show is not understood. */
static int can_throw(const struct naive_game *game, const char *set, int throw)
{
    int values[8], weights[8];
    int count = game->throws(set, values, weights);
    for (int i = 0; i < count; i++)
        if (values[i] == throw)
            return 1;
    return 0;
}

int naive_moves(const char *rules, const char *position, int throw,
                struct naive_move *out, char pass_after[NAIVE_TEXT])
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    char result[8];
    if (!game || !can_throw(game, set, throw))
        return -1;
    if (game->result(set, position, result) < 0)
        return -1;
    return game->moves(set, position, throw, out, pass_after);
}

int naive_result(const char *rules, const char *position, char result[8])
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    return game ? game->result(set, position, result) : -1;
}

int naive_throws(const char *rules, int values[8], int weights[8])
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    return game ? game->throws(set, values, weights) : -1;
}

int naive_start(const char *rules, char position[NAIVE_TEXT])
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    return game ? game->start(set, position) : -1;
}

uint64_t naive_pieces(const char *rules, const char *position, char side)
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    return game && game->pieces ? game->pieces(set, position, side) : 0;
}

int naive_score(const char *rules, const char *position, char side)
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    return game && game->score ? game->score(set, position, side) : 0;
}

struct naive_square naive_square(const char *rules, int square)
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    return game && game->square ? game->square(set, square)
                                : (struct naive_square){NULL, 1, 0};
}

void naive_special(const char *rules, const char *position, const struct naive_move *move,
                   char special[NAIVE_SPECIAL])
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    special[0] = '\0';
    if (game && game->special)
        game->special(set, position, move, special);
}

static uint64_t perft(const char *rules, const char *position, int depth);

/* The plies with one throw, and all that follows them. */
static uint64_t perft_throw(const char *rules, const char *position, int throw, int depth)
{
    struct naive_move list[NAIVE_MOVES];
    char pass_after[NAIVE_TEXT];
    uint64_t sum = 0;
    int count = naive_moves(rules, position, throw, list, pass_after);
    if (depth == 1)
        return count == 0 ? 1 : (uint64_t)count;
    if (count == 0)
        return perft(rules, pass_after, depth - 1);
    for (int i = 0; i < count; i++)
        sum += perft(rules, list[i].after, depth - 1);
    return sum;
}

/* A finished game has no continuation.  Only dice games have passes: Awari without a legal
   move is over (A5), and so is Cave (M4). */
static uint64_t perft(const char *rules, const char *position, int depth)
{
    int values[8], weights[8];
    char result[8];
    uint64_t sum = 0;
    if (depth == 0)
        return 1;
    naive_result(rules, position, result);
    if (result[0] != '\0')
        return 0;
    int count = naive_throws(rules, values, weights);
    for (int i = 0; i < count; i++)
        sum += perft_throw(rules, position, values[i], depth);
    return sum;
}

/* Removes a final ":N" from the text.  Returns N, or -1 if there is none. */
static int cut_throw(char *position)
{
    char *colon = strrchr(position, ':');
    if (!colon || colon[1] < '0' || colon[1] > '9' || colon[2] != '\0')
        return -1;
    *colon = '\0';
    return colon[1] - '0';
}

uint64_t naive_perft(const char *rules, const char *position, int depth)
{
    const char *set;
    const struct naive_game *game = find(rules, &set);
    char text[NAIVE_TEXT], result[8];
    if (!game || depth < 0 || strlen(position) >= sizeof text)
        return UINT64_MAX;
    strcpy(text, position);
    int throw = cut_throw(text);
    if (game->result(set, text, result) < 0)
        return UINT64_MAX;
    if (throw >= 0 && !can_throw(game, set, throw))
        return UINT64_MAX;
    if (throw < 0 || depth == 0)
        return perft(rules, text, depth);
    return result[0] != '\0' ? 0 : perft_throw(rules, text, throw, depth);
}
