/* SPDX-License-Identifier: MIT */
/* The naive judge: finding the game, and perft for all of them. */
#include "naive_game.h"

#include <string.h>

static const struct naive_game *const games[] = {&naive_senet, &naive_ur, &naive_awari,
                                                 &naive_cave};

/* Splits "ur:finkel" into a game and "finkel"; NULL if there is no such game. */
static const struct naive_game *find(const char *rules, const char **set)
{
    size_t length = strcspn(rules, ":");
    *set = rules[length] == ':' ? rules + length + 1 : "";
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const char *name = games[i]->name;
        if (strlen(name) == length && strncmp(name, rules, length) == 0)
            return games[i];
    }
    return NULL;
}

/* A throw that the dice cannot show is not understood either. */
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

/* A finished game has no continuation; only dice games get as far as a pass, since
 * Awari without a legal move is over (A5) and Cave without one is full (M4). */
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

/* Takes a final ":N" off the text. Returns N, -1 if there is none. */
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
